//! The sites of a twin by their tokens, which have the same indices in the user's file, and the
//! state of carrying their edits back.

use crate::text::edits::{Edit, Edits};
use crate::text::span::Span;
use crate::twin::print::Change;
use crate::twin::sites::{Depth, Piece, Site};
use crate::twin::write_out::{Replacement, Twin};
use crate::unit::Unit;
use crate::unit::token::Token;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

/// A site by its tokens.
pub(super) struct SiteTokens {
    pub(super) in_bytes: Site,
    /// The index of the replacement that contains it.
    pub(super) replacement: usize,
    /// The tokens of the frame, at least one.
    pub(super) frame: Range<usize>,
    pub(super) change: Option<Change>,
    pub(super) uniform: Vec<Vec<TokenPiece>>,
    /// An edit of a part of the frame, and the same by tokens.
    pub(super) part: Option<(Edit, Change)>,
}

/// A piece by its tokens.
pub(super) enum TokenPiece {
    Text(String),
    Copy(Range<usize>),
    Operand(Range<usize>),
}

/// The state of carrying edits back.
pub(super) struct CarryBack<'a> {
    pub(super) twin: &'a Twin,
    /// The unit of the user's file.
    pub(super) unit: &'a Unit,
    pub(super) depth: Depth,
    /// Edits outside of the replacements, in the user's file.
    pub(super) direct: Vec<Edit>,
    /// The same edits in the twin.
    pub(super) outside: Vec<Edit>,
    pub(super) sites: Vec<SiteTokens>,
    /// The sites by their replacements.
    pub(super) of_replacement: HashMap<usize, Vec<usize>>,
    /// Invocations to be written out, none inside of another, with their replacements.
    pub(super) written_out: BTreeMap<Span, usize>,
}

impl<'a> CarryBack<'a> {
    pub(super) fn new(
        twin: &'a Twin,
        edits: &Edits,
        sites: &[Site],
        depth: Depth,
    ) -> Result<Self, Span> {
        let mut this = CarryBack {
            twin,
            unit: &twin.original,
            depth,
            direct: Vec::new(),
            outside: Vec::new(),
            sites: Vec::new(),
            of_replacement: HashMap::new(),
            written_out: BTreeMap::new(),
        };
        let mut own = BTreeSet::new();
        for site in sites {
            own.extend(site.edit.iter().map(|e| e.span));
            if let Some(resolved) = this.resolve(site)? {
                this.sites.push(resolved);
            }
        }
        for edit in edits.iter().filter(|e| !own.contains(&e.span)) {
            let alone = Site {
                frame: edit.span,
                edit: Some(edit.clone()),
                uniform: Vec::new(),
                part: None,
            };
            if let Some(resolved) = this.resolve(&alone)? {
                this.sites.push(resolved);
            }
        }
        for (number, site) in this.sites.iter().enumerate() {
            let numbers = this.of_replacement.entry(site.replacement).or_default();
            numbers.push(number);
        }
        Ok(this)
    }

    /// Resolves a site to its tokens; one in the user's text becomes a direct edit.
    fn resolve(&mut self, site: &Site) -> Result<Option<SiteTokens>, Span> {
        let Some(replacement) = self.twin.replacement_at(site.frame) else {
            let direct = site.edit.iter().map(|edit| Edit {
                span: self.twin.original_span(edit.span),
                text: edit.text.clone(),
            });
            self.direct.extend(direct);
            self.outside.extend(site.edit.clone());
            return Ok(None);
        };
        if !replacement.to.contains(site.frame) {
            return match site.edit {
                Some(_) => Err(site.frame),
                None => Ok(None),
            };
        }
        let mut change = site.edit.as_ref().map(|edit| Change {
            tokens: self.tokens(edit.span, replacement),
            text: edit.text.clone(),
        });
        let mut frame = self.tokens(site.frame, replacement);
        let mut site = site.clone();
        if let Some((change, edit)) = change.as_mut().zip(site.edit.as_mut())
            && change.tokens == frame
            && !frame.is_empty()
        {
            frame = self.without_parentheses(frame, &change.text);
            change.tokens = frame.clone();
            edit.span = self.twin_span(frame.clone());
        }
        if frame.is_empty() {
            let first = frame.start.saturating_sub(1).max(replacement.tokens.start);
            frame = first..(frame.end + 1).min(replacement.tokens.end);
        }
        let uniform = site
            .uniform
            .iter()
            .map(|pieces| self.parts(pieces, replacement));
        let uniform = uniform.collect();
        let part = site.part.as_ref().map(|edit| {
            let tokens = self.tokens(edit.span, replacement);
            let text = edit.text.clone();
            (edit.clone(), Change { tokens, text })
        });
        let replacements = &self.twin.replacements;
        let number = replacements.partition_point(|r| r.to.start < replacement.to.start);
        Ok(Some(SiteTokens {
            in_bytes: site,
            replacement: number,
            frame,
            change,
            uniform,
            part,
        }))
    }

    /// The tokens to replace by an operand: without parentheses that a macro's body puts around
    /// them.
    fn without_parentheses(&self, tokens: Range<usize>, text: &str) -> Range<usize> {
        let token = |index: usize| self.unit.token_text(&self.unit.tokens[index]);
        let mut inner = tokens.clone();
        while self.unit.spelled_span(inner.clone()).is_none() {
            let is_closed = inner.len() > 2
                && token(inner.start) == "("
                && token(inner.end - 1) == ")"
                && self.unit.is_balanced(inner.start + 1..inner.end - 1);
            if !is_closed || text.is_empty() || text.contains(['[', ';']) {
                return tokens;
            }
            inner = inner.start + 1..inner.end - 1;
        }
        inner
    }

    fn parts(&self, pieces: &[Piece], replacement: &Replacement) -> Vec<TokenPiece> {
        let part = |piece: &Piece| match piece {
            Piece::Text(text) => TokenPiece::Text(text.clone()),
            Piece::Copy(span) => TokenPiece::Copy(self.tokens(*span, replacement)),
            Piece::Operand(span) => TokenPiece::Operand(self.tokens(*span, replacement)),
        };
        pieces.iter().map(part).collect()
    }

    /// The bytes of some tokens in the twin.
    pub(super) fn twin_span(&self, range: Range<usize>) -> Span {
        let tokens = self.twin.unit.tokens[range].iter();
        let spans = tokens.filter_map(|t| t.spelled());
        spans.reduce(Span::to).unwrap_or(Span::at(0))
    }

    /// The tokens of a replacement in a span of the twin.
    fn tokens(&self, span: Span, replacement: &Replacement) -> Range<usize> {
        let all = &self.twin.unit.tokens[replacement.tokens.clone()];
        let place = |t: &Token| t.spelled().unwrap_or(replacement.to);
        let start = all.partition_point(|t| place(t).start < span.start);
        let end = all.partition_point(|t| place(t).end <= span.end);
        let first = replacement.tokens.start;
        first + start..first + end.max(start)
    }
}
