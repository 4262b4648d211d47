//! Objects whose values are unknown, and the parameters that some of them became.

use program::ObjectId;
use std::collections::{BTreeMap, BTreeSet};

/// Objects whose values are unknown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unknowns {
    /// The objects that the value of each comes from.
    pub(crate) sources: BTreeMap<ObjectId, BTreeSet<ObjectId>>,
    /// The functions whose results objects without names are.
    pub(crate) callees: BTreeMap<ObjectId, String>,
    /// The names of what became parameters, in order.
    pub(crate) named: Vec<String>,
    /// The positions of those of the other program that are among them.
    pub(crate) shared: BTreeSet<usize>,
}
