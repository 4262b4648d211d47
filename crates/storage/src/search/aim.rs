//! The aim of a search: an objective, a budget and a lower bound.

use super::objective::Objective;
use poly::OPERATIONS_PER_SECOND;

/// The aim of a search.
#[derive(Clone, Copy)]
pub struct Aim<'a> {
    /// The objective.
    pub objective: Objective,
    /// Elementary set operations for all strategies together, once there is a mapping.
    pub operations: u64,
    /// The lower bound for all mappings.
    pub floor: &'a dyn Floor,
    /// The parameters about which conditions may be assumed.
    pub assumable: &'a [String],
}

impl Aim<'_> {
    /// An objective with the usual budget and no lower bound.
    pub fn of(objective: Objective) -> Self {
        Aim {
            objective,
            operations: OPERATIONS_PER_SECOND,
            floor: &Unknown,
            assumable: &[],
        }
    }
}

/// A lower bound for all mappings, if known. To compute it may be expensive: it is asked only where
/// it may end a search, and decides nothing else.
pub trait Floor {
    /// Number of cells at the samples.
    fn cells(&self) -> Option<i64>;
    /// Degree of the size: the number of growing sizes that are multiplied.
    fn degree(&self) -> Option<usize>;
}

/// No bound is known.
struct Unknown;

impl Floor for Unknown {
    fn cells(&self) -> Option<i64> {
        None
    }

    fn degree(&self) -> Option<usize> {
        None
    }
}
