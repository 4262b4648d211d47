//! The place of one computation: the iterators and types around it, and sets of its iterations.

use poly::{Expr, Set, all};
use scop::{ArrayId, IntType, Scop, Step};

/// The place where a subscript or a name is computed.
pub(crate) struct Site<'s> {
    pub(crate) original: &'s Scop,
    pub(crate) iterators: &'s [String],
    pub(crate) counters: &'s [Option<IntType>],
    /// The steps that the original computes there.
    pub(crate) known: &'s [Step],
    /// The array that is indexed.
    pub(crate) array: Option<ArrayId>,
    /// A subscript is a linear address, which need not be the offset of an element.
    pub(crate) has_address: bool,
}

impl Site<'_> {
    /// Whether sums of products are offsets of elements, as far as is known.
    pub(crate) fn may_be_offset(&self) -> bool {
        self.array.is_some() && !self.has_address
    }

    /// `{ [iterators] : in the domain, and all facts hold }`
    pub(crate) fn with(&self, domain: &Set, facts: &[String]) -> poly::Result<Set> {
        domain.intersect(&self.where_true(&all(facts))?)
    }

    /// `[N, M] -> { [iterators] : condition }`
    pub(crate) fn where_true(&self, condition: &str) -> poly::Result<Set> {
        self.original.space().points(self.iterators, condition)
    }
}

/// Whether sets can express a value.
pub(crate) fn is_plain(value: &Expr) -> bool {
    value.degree() < 2
}
