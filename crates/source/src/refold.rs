//! Carries edits of a written-out text back into the user's file: into a macro's body or an
//! argument where all that comes out of these bytes is edited alike, else the smallest invocation
//! that holds them is written out.

use crate::edits::{Edit, Edits};
use crate::print::Change;
use crate::span::Span;
use crate::unfold::{Stretch, Unfolded};
use crate::unit::{Token, Unit};
use crate::written_out::balance;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

/// Something in the written-out text that is edited as a whole, or deliberately not.
#[derive(Clone, Debug)]
pub struct Site {
    /// From its first to its last byte.
    pub frame: Span,
    /// Its edit, inside of the frame.
    pub edit: Option<Edit>,
    /// Other texts for the whole frame, made of pieces of it, that several sites may have in
    /// common: the first one that they do is taken.
    pub uniform: Vec<Vec<Piece>>,
}

/// A piece of a text that is made of other text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// As it is.
    Text(String),
    /// What stands at this place.
    Copy(Span),
    /// What stands at this place, in parentheses unless it is one operand.
    Operand(Span),
}

/// How far edits may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// Into bodies and arguments of macros.
    Shared,
    /// Invocations with edits are written out, with those in their arguments.
    WrittenOut,
}

/// Edits that make the same program of both texts.
#[derive(Clone, Debug, Default)]
pub struct Refolded {
    /// Of the user's file.
    pub users: Edits,
    /// Of the written-out text.
    pub twin: Edits,
}

impl Refolded {
    /// Of a text that is its own twin.
    pub fn same(edits: Edits) -> Refolded {
        Refolded {
            users: edits.clone(),
            twin: edits,
        }
    }
}

impl Unfolded {
    /// The edits of the user's file that make the same of it as `edits` make of the written-out
    /// text, but for texts that sites have in common. What no `site` holds is a site of its own.
    ///
    /// # Errors
    /// The place in the written-out text of what can be edited nowhere.
    pub fn refold(&self, edits: &Edits, sites: &[Site], depth: Depth) -> Result<Refolded, Span> {
        let mut refolding = Refolding::new(self, edits, sites, depth)?;
        if depth == Depth::WrittenOut {
            refolding.write_out_all()?;
        }
        let shared = refolding.settle()?;
        let bodies = shared.iter().map(|s| s.edit.clone());
        let all = refolding.direct.iter().cloned().chain(bodies);
        let mut users = Edits::default();
        for edit in all.chain(refolding.written_out()) {
            let span = edit.span;
            users.insert(edit).map_err(|_| span)?;
        }
        Ok(Refolded {
            users,
            twin: refolding.twin(&shared)?,
        })
    }
}

/// A site by its tokens.
pub(crate) struct Place {
    pub(crate) site: Site,
    pub(crate) stretch: usize,
    pub(crate) frame: Range<usize>,
    pub(crate) change: Option<Change>,
    pub(crate) uniform: Vec<Vec<Part>>,
}

/// A piece by its tokens.
pub(crate) enum Part {
    Text(String),
    Copy(Range<usize>),
    Operand(Range<usize>),
}

pub(crate) struct Refolding<'a> {
    pub(crate) unfolded: &'a Unfolded,
    pub(crate) unit: &'a Unit,
    pub(crate) depth: Depth,
    /// Edits outside of the stretches, in the user's file.
    direct: Vec<Edit>,
    /// The same in the written-out text.
    pub(crate) outside: Vec<Edit>,
    pub(crate) places: Vec<Place>,
    /// The places by their stretches.
    pub(crate) of_stretch: HashMap<usize, Vec<usize>>,
    /// Invocations to be written out, none inside of another, with their stretches.
    pub(crate) out: BTreeMap<Span, usize>,
}

impl<'a> Refolding<'a> {
    fn new(
        unfolded: &'a Unfolded,
        edits: &Edits,
        sites: &[Site],
        depth: Depth,
    ) -> Result<Self, Span> {
        let mut this = Refolding {
            unfolded,
            unit: &unfolded.original,
            depth,
            direct: Vec::new(),
            outside: Vec::new(),
            places: Vec::new(),
            of_stretch: HashMap::new(),
            out: BTreeMap::new(),
        };
        let mut own = BTreeSet::new();
        for site in sites {
            own.extend(site.edit.iter().map(|e| e.span));
            if let Some(place) = this.place(site)? {
                this.places.push(place);
            }
        }
        for edit in edits.iter().filter(|e| !own.contains(&e.span)) {
            let alone = Site {
                frame: edit.span,
                edit: Some(edit.clone()),
                uniform: Vec::new(),
            };
            if let Some(place) = this.place(&alone)? {
                this.places.push(place);
            }
        }
        for (number, place) in this.places.iter().enumerate() {
            let numbers = this.of_stretch.entry(place.stretch).or_default();
            numbers.push(number);
        }
        Ok(this)
    }

    /// The site by its tokens; one that stands in the user's text becomes a direct edit.
    fn place(&mut self, site: &Site) -> Result<Option<Place>, Span> {
        let Some(stretch) = self.unfolded.stretch_at(site.frame) else {
            let direct = site.edit.iter().map(|edit| Edit {
                span: self.unfolded.original_span(edit.span),
                text: edit.text.clone(),
            });
            self.direct.extend(direct);
            self.outside.extend(site.edit.clone());
            return Ok(None);
        };
        if !stretch.to.contains(site.frame) {
            return match site.edit {
                Some(_) => Err(site.frame),
                None => Ok(None),
            };
        }
        let change = site.edit.as_ref().map(|edit| Change {
            tokens: self.tokens(edit.span, stretch),
            text: edit.text.clone(),
        });
        let mut frame = self.tokens(site.frame, stretch);
        let mut site = site.clone();
        let mut change = change;
        if let Some((change, edit)) = change.as_mut().zip(site.edit.as_mut())
            && change.tokens == frame
            && !frame.is_empty()
        {
            frame = self.without_parentheses(frame, &change.text);
            change.tokens = frame.clone();
            edit.span = self.written_span(frame.clone());
        }
        if frame.is_empty() {
            let first = frame.start.saturating_sub(1).max(stretch.tokens.start);
            frame = first..(frame.end + 1).min(stretch.tokens.end);
        }
        let uniform = site
            .uniform
            .iter()
            .map(|pieces| self.parts(pieces, stretch));
        let uniform = uniform.collect();
        let stretches = &self.unfolded.stretches;
        let number = stretches.partition_point(|s| s.to.start < stretch.to.start);
        Ok(Some(Place {
            site,
            stretch: number,
            frame,
            change,
            uniform,
        }))
    }

    /// The tokens to replace by an operand: not parentheses that a macro's body puts around them.
    fn without_parentheses(&self, tokens: Range<usize>, text: &str) -> Range<usize> {
        let token = |index: usize| self.unit.token_text(&self.unit.tokens[index]);
        let mut inner = tokens.clone();
        while self.unit.spelled_span(inner.clone()).is_none() {
            let is_closed = inner.len() > 2
                && token(inner.start) == "("
                && token(inner.end - 1) == ")"
                && balance(self.unit, inner.start + 1..inner.end - 1);
            if !is_closed || text.is_empty() || text.contains(['[', ';']) {
                return tokens;
            }
            inner = inner.start + 1..inner.end - 1;
        }
        inner
    }

    fn parts(&self, pieces: &[Piece], stretch: &Stretch) -> Vec<Part> {
        let part = |piece: &Piece| match piece {
            Piece::Text(text) => Part::Text(text.clone()),
            Piece::Copy(span) => Part::Copy(self.tokens(*span, stretch)),
            Piece::Operand(span) => Part::Operand(self.tokens(*span, stretch)),
        };
        pieces.iter().map(part).collect()
    }

    /// The tokens of a stretch in a span of the written-out text.
    fn tokens(&self, span: Span, stretch: &Stretch) -> Range<usize> {
        let all = &self.unfolded.unit.tokens[stretch.tokens.clone()];
        let place = |t: &Token| t.spelled().unwrap_or(stretch.to);
        let start = all.partition_point(|t| place(t).start < span.start);
        let end = all.partition_point(|t| place(t).end <= span.end);
        let first = stretch.tokens.start;
        first + start..first + end.max(start)
    }
}
