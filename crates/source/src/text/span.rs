//! Byte ranges in the main file.

use std::ops::Range;

/// A byte range in the user's file, end exclusive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end`.
    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// The empty range at `offset`: where an insertion goes.
    pub fn at(offset: u32) -> Span {
        Span::new(offset, offset)
    }

    /// Number of bytes.
    pub fn len(self) -> usize {
        self.range().len()
    }

    /// Whether it holds no byte.
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// Whether `other` lies inside.
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The same range, for indexing.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
