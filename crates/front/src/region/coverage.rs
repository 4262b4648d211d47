//! What the analysis looked at, for a person who asks (`-v`).

use crate::region::texts::RegionText;
use crate::walk::walker::Walker;
use c::names::file::Function;
use c::names::symbols::VarId;
use source::Span;

/// A region as it was read.
#[derive(Debug, Clone)]
pub struct Coverage {
    /// Its function.
    pub function: String,
    /// The loop, if the region is the body of a loop.
    pub within: Option<String>,
    /// From its first to its last byte.
    pub span: Span,
    /// The number of followed statements.
    pub statements: usize,
    /// The arrays of the region.
    pub arrays: Vec<String>,
    /// The code that is not followed, in textual order.
    pub unfollowed: Vec<(Span, String)>,
}

impl Coverage {
    /// The coverage of a region after the walk.
    pub fn of(
        walker: &Walker<'_>,
        (function, text): (&Function<'_>, &RegionText<'_>),
        arrays: &[VarId],
    ) -> Option<Coverage> {
        let symbols = &function.symbols;
        let place = |range: &std::ops::Range<usize>| walker.source.unit.nearest_span(range.clone());
        let unfollowed = walker.found.unanalysed.iter();
        let mut unfollowed: Vec<(Span, String)> = unfollowed
            .filter_map(|(range, what)| Some((place(range)?, what.clone())))
            .collect();
        unfollowed.sort();
        unfollowed.dedup();
        Some(Coverage {
            function: function.name.clone(),
            within: text.within.clone(),
            span: place(&text.range)?,
            statements: walker.found.statements.len(),
            arrays: arrays
                .iter()
                .map(|id| symbols.variable(*id).name.clone())
                .collect(),
            unfollowed,
        })
    }
}
