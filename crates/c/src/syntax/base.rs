//! Offsets. Those of a syntax tree count from the start of the parsed text; all others are those of
//! [`source::Unit::text`].

use lang_c::span::Span as Offsets;
use std::ops::Range;

/// The position of a parsed text in [`source::Unit::text`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Base {
    /// Offset of the declaration in the unit's text.
    start: usize,
    /// Bytes that were added before the declaration for the parser.
    prelude: usize,
}

impl Base {
    /// The base of a declaration that starts at `start`, after `prelude` bytes that only the parser
    /// sees.
    pub(crate) fn new(start: usize, prelude: usize) -> Self {
        Base { start, prelude }
    }

    /// The offset in the syntax tree of an offset in the unit's text.
    pub(crate) fn in_tree(self, at: usize) -> usize {
        at - self.start + self.prelude
    }

    /// Offset of the declaration in the unit's text.
    pub fn start(self) -> usize {
        self.start
    }

    /// A node's range in the unit's text.
    pub fn range(self, span: Offsets) -> Range<usize> {
        self.at(span.start)..self.at(span.end)
    }

    fn at(self, offset: usize) -> usize {
        (self.start + offset).saturating_sub(self.prelude)
    }
}

/// Whether `outer` contains `inner`.
pub fn contains(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
