//! How much one computation may take. Knows nothing of what is computed.

use std::cell::Cell;

/// Stack of a thread that parses and analyses: deep nests of parentheses recurse in the parser.
pub const STACK_BYTES: usize = 512 << 20;

/// Elementary set operations for the exact analysis of an array, and for its mapping.
pub(crate) const BUDGET: u64 = 3_000_000;

/// How many operations the next array of a region gets. Each array that takes all of them halves
/// the budget of the others, so that a region takes at most twice the time of one array.
#[derive(Debug)]
pub(crate) struct RegionBudget(Cell<u64>);

impl RegionBudget {
    pub(crate) fn new() -> Self {
        RegionBudget(Cell::new(BUDGET))
    }

    pub(crate) fn operations(&self) -> u64 {
        self.0.get()
    }

    pub(crate) fn halve(&self) {
        self.0.set((self.0.get() / 2).max(1));
    }
}
