//! What a search goes by, beside the conflicts.

use super::objective::Objective;
use poly::OPERATIONS_PER_SECOND;

/// What a search goes by.
#[derive(Clone, Copy)]
pub struct Aim<'a> {
    /// What counts.
    pub objective: Objective,
    /// Elementary set operations for all strategies together, as soon as there is a mapping.
    pub operations: u64,
    /// What no mapping can go below.
    pub floor: &'a dyn Floor,
}

impl Aim<'_> {
    /// An objective, the usual effort, and no floor.
    pub fn of(objective: Objective) -> Self {
        Aim {
            objective,
            operations: OPERATIONS_PER_SECOND,
            floor: &Unknown,
        }
    }
}

/// What no mapping can go below, where it is known. Finding it out may cost: it is asked only where a search
/// may end for it. Nothing else depends on it.
pub trait Floor {
    /// Cells at the samples.
    fn cells(&self) -> Option<i64>;
    /// How many sizes that grow are multiplied.
    fn degree(&self) -> Option<usize>;
}

/// Nothing is known.
struct Unknown;

impl Floor for Unknown {
    fn cells(&self) -> Option<i64> {
        None
    }

    fn degree(&self) -> Option<usize> {
        None
    }
}
