//! Texts in which parts of one array are arrays of their own, and the smallest fold among them.

use super::gain::{Gain, cells, estimate};
use super::place::{Meets, Place, region_of};
use super::wishes::{Face, Wish};
use super::{Piece, declaration, writing};
use crate::budget::ARRAY;
use crate::engine::Trials;
use crate::options::Options;
use crate::text::Version;
use source::{Edits, Flags, PreprocessError};
use std::sync::Arc;

/// Iterations of loops that are written before or after them, for one part.
const MOST_PEELED: usize = 6;

/// A text that edits made from the user's file.
#[derive(Clone)]
pub(super) struct Text {
    pub(super) version: Arc<Version>,
    /// From the user's text to this one, one after the other.
    pub(super) steps: Vec<Edits>,
    /// The new arrays, each with the array that it is a part of.
    pub(super) pieces: Vec<(String, Piece)>,
    keep_lines: bool,
}

impl Text {
    /// The user's file.
    pub(super) fn of(version: Arc<Version>, keep_lines: bool) -> Self {
        Text {
            version,
            steps: Vec::new(),
            pieces: Vec::new(),
            keep_lines,
        }
    }

    /// The parts of an array.
    pub(super) fn pieces_of(&self, array: &str) -> Vec<Piece> {
        let own = self.pieces.iter().filter(|(of, _)| of == array);
        own.map(|(_, piece)| piece.clone()).collect()
    }

    /// The text after some edits.
    pub(super) fn edited(&self, edits: Edits, flags: &Flags) -> Result<Text, PreprocessError> {
        let unit = self.version.unit();
        let until = match self.keep_lines {
            true => u32::MAX,
            false => unit.last_line_use(),
        };
        let edits = edits.keeping_lines(&unit.file, until);
        let version = self.version.edited(&edits, flags)?;
        let mut steps = self.steps.clone();
        steps.push(edits);
        Ok(Text {
            version,
            steps,
            ..self.clone()
        })
    }
}

/// How a part gets its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// The array keeps them too: what is written is copied, and late reads find the copy.
    Copy,
    /// The part is no longer in the array.
    Move,
}

/// The attempts to split one array.
pub(super) struct Attempt<'a> {
    pub(super) wish: &'a Wish,
    pub(super) trials: Trials<'a>,
    pub(super) options: &'a Options,
    pub(super) start: &'a Text,
}

impl Attempt<'_> {
    /// The texts whose fold is smaller than that of the present text, the smallest first.
    pub(super) fn smaller(&self) -> Result<Vec<(Text, Gain)>, PreprocessError> {
        let least = self.estimate(self.start);
        let mut texts = Vec::new();
        for mode in [Mode::Copy, Mode::Move] {
            let best = self.best(mode, least)?;
            texts.extend(best.filter(|(_, elements)| *elements < least));
        }
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let before = self.cells(self.start)?.elements;
        let mut found = Vec::new();
        for (text, _) in texts {
            let gain = Gain {
                before,
                ..self.cells(&text)?
            };
            found.extend((gain.elements < before).then_some((text, gain)));
        }
        found.sort_by_key(|(_, gain)| gain.elements);
        Ok(found)
    }

    fn cells(&self, text: &Text) -> Result<Gain, PreprocessError> {
        cells(text, self.wish, self.trials, self.options)
    }

    fn estimate(&self, text: &Text) -> i64 {
        estimate(text, self.wish, self.options)
    }

    /// The text with the fewest elements, if these are fewer than `least`: with all parts, and then
    /// without those that are of no use; else with one of them.
    fn best(&self, mode: Mode, least: i64) -> Result<Option<(Text, i64)>, PreprocessError> {
        let mut faces: Vec<&Face> = self.wish.faces.iter().collect();
        let Some(mut best) = self.split(&faces, mode)? else {
            return Ok(None);
        };
        if best.1 >= least {
            let single = |face: &&Face| self.split(&[face], mode).transpose();
            let singles = faces.iter().filter_map(single);
            let singles = singles.collect::<Result<Vec<_>, _>>()?;
            return Ok(singles.into_iter().min_by_key(|(_, elements)| *elements));
        }
        while faces.len() > 1 {
            let mut fewer = Vec::new();
            for without in 0..faces.len() {
                let mut rest = faces.clone();
                rest.remove(without);
                let found = self.split(&rest, mode)?;
                fewer.extend(found.map(|found| (rest, found)));
            }
            let least = fewer.into_iter().min_by_key(|(_, (_, elements))| *elements);
            match least.filter(|(_, (_, elements))| *elements <= best.1) {
                Some((rest, found)) => (faces, best) = (rest, found),
                None => break,
            }
        }
        Ok(Some(best))
    }

    /// The text with these parts as arrays of their own, as far as it can be written, and its
    /// elements.
    fn split(&self, faces: &[&Face], mode: Mode) -> Result<Option<(Text, i64)>, PreprocessError> {
        let mut text = self.start.clone();
        let mut changed = false;
        for face in faces {
            let next = match mode {
                Mode::Copy => self.copied(&text, face)?,
                Mode::Move => self.moved(&text, face)?,
            };
            if let Some(next) = next {
                (text, changed) = (next, true);
            }
        }
        if !changed {
            return Ok(None);
        }
        let elements = self.estimate(&text);
        Ok(Some((text, elements)))
    }

    fn copied(&self, text: &Text, face: &Face) -> Result<Option<Text>, PreprocessError> {
        self.written(text, face, true, |place, piece| {
            writing::copied(place, piece)
        })
    }

    /// Writes iterations of loops before or after them, until each use always or never concerns the
    /// part; then the part is an array of its own.
    fn moved(&self, text: &Text, face: &Face) -> Result<Option<Text>, PreprocessError> {
        let mut text = text.clone();
        for _ in 0..MOST_PEELED {
            match self.peeled(&text, face) {
                Some(edits) => text = text.edited(edits, self.trials.flags)?,
                None => break,
            }
        }
        self.written(&text, face, false, |place, piece| {
            writing::moved(place, piece)
        })
    }

    /// The edits that write an iteration of a loop before or after it, because it decides whether a
    /// use concerns the part.
    fn peeled(&self, text: &Text, face: &Face) -> Option<Edits> {
        let region = region_of(text, self.wish)?;
        region.scop.ctx.start_budget(ARRAY);
        let place = Place::new(text, &region, self.wish, face)?;
        let references = place.candidate.references.iter();
        let open = references.filter(|r| place.meets(r) == Some(Meets::Sometimes));
        let mut cuts = open.filter_map(|r| place.cut(r));
        cuts.find_map(|cut| place.loops.peeled(&cut, &|expr| place.is_positive(expr)))
    }

    /// A text with a new array for a part.
    fn written(
        &self,
        text: &Text,
        face: &Face,
        is_copy: bool,
        write: impl Fn(&Place<'_>, &str) -> Option<Edits>,
    ) -> Result<Option<Text>, PreprocessError> {
        let edits = || {
            let region = region_of(text, self.wish)?;
            region.scop.ctx.start_budget(ARRAY);
            let place = Place::new(text, &region, self.wish, face)?;
            let name = declaration::free_name(&place);
            let mut edits = write(&place, &name)?;
            edits.merge(declaration::edits(&place, &name)?).ok()?;
            Some((edits, name))
        };
        let Some((edits, name)) = edits() else {
            return Ok(None);
        };
        let mut text = text.edited(edits, self.trials.flags)?;
        let piece = Piece {
            name,
            dim: face.dim,
            dims: face.dims,
            at: face.at.to_string(),
            is_copy,
        };
        text.pieces.push((self.wish.array.clone(), piece));
        Ok(Some(text))
    }
}
