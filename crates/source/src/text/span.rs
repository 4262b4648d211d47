//! Byte ranges of a file.

use std::ops::Range;

/// A byte range of the user's file, end exclusive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end`.
    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// The empty range at `offset`, for insertions.
    pub fn at(offset: u32) -> Span {
        Span::new(offset, offset)
    }

    /// The number of bytes.
    pub fn len(self) -> usize {
        self.range().len()
    }

    /// Whether it contains no byte.
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// Whether it contains `other`.
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The smallest span that contains both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The same range, for indexing.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
