//! Nests in tiles, and those that stay, as remarks.

use super::{Tiled, TiledNest, Untiled};
use crate::options::TileShape;
use print::c_text;
use report::{Attention, NotTiledEntry, Remark, TilesEntry, Tiling};
use source::{Diagnostic, Label, Severity, SourceFile, Span};
use tile::Sharing;

impl Tiled {
    /// The remarks, in the order of the file.
    pub fn remarks(&self) -> Vec<Remark> {
        let tiled = self.nests.iter().map(|nest| self.tiled(nest));
        let untiled = self.untiled.iter().map(|nest| self.stays(nest));
        let mut all: Vec<Remark> = tiled.chain(untiled).collect();
        let assumed = self.nests.iter().map(|nest| &nest.assumed);
        assumed.for_each(|assumed| assumed.add_to(&mut all));
        all
    }

    /// The part of the report on loops in tiles.
    pub(super) fn report(&self) -> Tiling {
        let file = || self.file.path.display().to_string();
        let tiled = |nest: &TiledNest| TilesEntry {
            function: nest.function.clone(),
            file: file(),
            counters: nest.counters.clone(),
            positions: nest.forms.iter().map(c_text).collect(),
            again: nest.again,
            assumes: nest.assumed.all.clone(),
        };
        let untiled = |nest: &Untiled| NotTiledEntry {
            function: nest.function.clone(),
            file: file(),
            reason: nest.reason.clone(),
        };
        let stay = self.untiled.iter().filter(|nest| !nest.is_useless);
        Tiling {
            loops: self.nests.iter().map(tiled).collect(),
            not_tiled: stay.map(untiled).collect(),
        }
    }

    fn tiled(&self, nest: &TiledNest) -> Remark {
        let line = self.file.line_col(nest.at.start).line;
        let message = format!("the loops at line {line} {}", nest.message());
        let mut remark = Diagnostic::new(Severity::Note, &message);
        remark.labels.push(Label {
            span: first_line(&self.file, nest.at),
            message: String::new(),
            primary: true,
        });
        if nest.again > 0 {
            let note = format!(
                "each tile computes up to {} iterations beside it again",
                nest.again
            );
            remark.notes.push(note);
        }
        if !nest.buffers.is_empty() {
            let names: Vec<String> = nest
                .buffers
                .iter()
                .map(|name| format!("`{name}`"))
                .collect();
            let note = format!("each tile has its part of {}", names.join(", "));
            remark.notes.push(note);
        }
        if let Some(reason) = &nest.no_steps {
            let note = format!("no overlapped tiles of several steps: {reason}");
            remark.notes.push(note);
        }
        if let Some(reason) = &nest.no_threads {
            let note = format!("threads do not share the tiles: {reason}");
            remark.notes.push(note);
        }
        remark.notes.extend(nest.around.clone());
        let assumes = nest.assumed.all.iter().map(|a| format!("assumes: {a}"));
        remark.notes.extend(assumes);
        Remark {
            line: Some(message),
            ..Remark::new(remark, Attention::Folded)
        }
    }

    fn stays(&self, nest: &Untiled) -> Remark {
        let message = format!("these loops are not tiled: {}", nest.reason);
        let mut remark = Diagnostic::new(Severity::Note, message);
        remark.labels.push(Label {
            span: first_line(&self.file, nest.at),
            message: String::new(),
            primary: true,
        });
        if let Some((first, second)) = nest.order {
            for (place, text) in [(first, "this must come first"), (second, "before this")] {
                remark.labels.push(Label {
                    span: place,
                    message: text.to_string(),
                    primary: false,
                });
            }
        }
        let attention = match nest.is_useless {
            true => Attention::Other,
            false => Attention::NearMiss,
        };
        Remark::new(remark, attention)
    }
}

impl TiledNest {
    /// ``run in tiles of t, i + 2*t; threads share wavefronts``
    pub(super) fn message(&self) -> String {
        let forms: Vec<String> = self.forms.iter().map(c_text).collect();
        let shared = match self.sharing {
            Sharing::None => String::new(),
            Sharing::Dimension(at) => format!("; threads share `{}`", self.counters[at]),
            Sharing::Wavefronts => "; threads share wavefronts".to_string(),
        };
        let forms = forms.join(", ");
        let buffers = match &self.no_buffers {
            Some(reason) => format!("; the tiles have no buffers: {reason}"),
            None => String::new(),
        };
        let tiles = match self.shape {
            TileShape::Parallelogram => "tiles",
            TileShape::Hexagon => "hexagons",
            TileShape::Diamond => "diamonds",
        };
        let overlap = match self.again {
            0 => String::new(),
            again => format!(" that overlap by {again}"),
        };
        let shape = match &self.no_shape {
            Some(reason) => format!("; no hexagons: {reason}"),
            None => String::new(),
        };
        format!("run in {tiles} of {forms}{overlap}{shared}{shape}{buffers}")
    }
}

/// The first line of a place.
fn first_line(file: &SourceFile, place: Span) -> Span {
    let text = file.slice(place);
    let length = text.lines().next().map_or(0, str::len);
    Span::new(place.start, place.start + length as u32)
}
