//! Objects whose values are unknown, and the parameters that some of them became.

use program::ObjectId;
use std::collections::{BTreeMap, BTreeSet};

/// Objects whose values are unknown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unknowns {
    /// The objects that the value of each comes from.
    pub(crate) sources: BTreeMap<ObjectId, BTreeSet<ObjectId>>,
    /// The same for those that are set where none may become a parameter, as in loops.
    pub(crate) inner: BTreeMap<ObjectId, BTreeSet<ObjectId>>,
    /// Pointers that were set to what a function of another file returned, and to nothing since.
    pub(crate) returned: BTreeSet<ObjectId>,
    /// Those of them whose first value leads to memory of its own, as that of a parameter does, and
    /// how much code that is not seen was executed before they got it.
    pub(crate) foreign: BTreeMap<ObjectId, usize>,
    /// The objects that the values of other unknown pointers come from.
    pub(crate) derived: BTreeMap<ObjectId, BTreeSet<ObjectId>>,
    /// What each was set to last: a call or a value, as text.
    pub(crate) spellings: BTreeMap<ObjectId, String>,
    /// Integers that were just set to the length of a string, or more: how much more.
    pub(crate) lengths: BTreeMap<ObjectId, i64>,
    /// The names of what became parameters, in order.
    pub(crate) named: Vec<String>,
    /// The positions of those of the other program that are among them.
    pub(crate) shared: BTreeSet<usize>,
}
