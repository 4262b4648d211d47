//! The place of one computation: the iterators and types around it, and sets of its iterations.

use poly::{Expr, Set};
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
        let facts = match facts.is_empty() {
            true => "0 <= 0".to_string(),
            false => facts.join(" and "),
        };
        domain.intersect(&self.where_true(&facts)?)
    }

    /// `[N, M] -> { [iterators] : condition }`
    pub(crate) fn where_true(&self, condition: &str) -> poly::Result<Set> {
        let params: Vec<&str> = self
            .original
            .params
            .iter()
            .map(|p| p.name.as_str())
            .collect();
        let (params, iterators) = (params.join(", "), self.iterators.join(", "));
        let text = format!("[{params}] -> {{ [{iterators}] : {condition} }}");
        Set::parse(&self.original.ctx, &text)
    }
}

/// Whether sets can express a value.
pub(crate) fn is_plain(value: &Expr) -> bool {
    value.degree() < 2
}
