//! What executions of a function stop for, and so the next one begins with.

use crate::Unknown;
use crate::end::End;
use crate::values::{Root, Site};
use program::ObjectId;
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What an execution stopped for, so that the next one begins with it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// Tracked objects whose contents are also kept in memory.
    pub(crate) held: BTreeSet<ObjectId>,
    /// Parameters whose structures are memory.
    pub(crate) held_targets: BTreeSet<ObjectId>,
    /// Whether the pointers in tables of the caller are memory.
    pub(crate) holds_tables: bool,
    /// Objects whose unknown values are parameters.
    pub(crate) named: BTreeSet<ObjectId>,
    /// The names of these, or of what they are set to.
    pub(crate) names: BTreeSet<String>,
    /// Statements that are executed by their text alone, and what is not understood in each.
    pub(crate) opaque: BTreeMap<Span, Unknown>,
    /// Loops that data ends, and how they are executed.
    pub(crate) ends: BTreeMap<Span, End>,
    /// Memory whose address others know from an iteration of a loop on.
    pub(crate) escapes: BTreeSet<(Span, Site)>,
    /// Memory whose contents at its start are a value.
    pub(crate) filled: BTreeSet<Site>,
    /// Parts of objects that others may change.
    pub(crate) early: BTreeSet<(Root, Vec<usize>)>,
    /// Sums that are parameters wherever they are factors, by their names.
    pub(crate) factors: BTreeSet<String>,
}

impl Found {
    /// What the next translation in the same way finds, too, at least.
    pub(crate) fn for_later(&self) -> Self {
        Found {
            named: BTreeSet::new(),
            names: BTreeSet::new(),
            opaque: BTreeMap::new(),
            ..self.clone()
        }
    }
}
