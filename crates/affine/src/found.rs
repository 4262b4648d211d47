//! What executions of a function stop for, and so the next one begins with.

use crate::Unknown;
use crate::fixed::Fixed;
use crate::values::{Root, Site};
use program::ObjectId;
use source::Span;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

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
    /// Statements that are executed by their text alone, and what is not understood in each.
    pub(crate) opaque: BTreeMap<Span, Unknown>,
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
    fn for_later(&self) -> Self {
        Found {
            named: BTreeSet::new(),
            opaque: BTreeMap::new(),
            ..self.clone()
        }
    }
}

/// What translations of a function of a program find out, so that the next one in the same way need
/// not begin several times: clones have it in common.
#[derive(Clone, Debug, Default)]
pub struct Learnt(Rc<RefCell<BTreeMap<Way, Found>>>);

/// What decides how a function is translated: the fields of [`crate::Naming`] of these names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Way {
    pub(crate) fixed: Fixed,
    pub(crate) names_factors: bool,
    pub(crate) leaves_out_tiles: bool,
    pub(crate) is_exact: bool,
}

impl Learnt {
    /// What translations in the same way found, else those without opaque statements.
    pub(crate) fn of(&self, way: Way) -> Found {
        let learnt = self.0.borrow();
        let exact = Way {
            is_exact: true,
            ..way.clone()
        };
        let found = learnt.get(&way).or_else(|| learnt.get(&exact));
        found.cloned().unwrap_or_default()
    }

    pub(crate) fn add(&self, way: Way, found: &Found) {
        self.0.borrow_mut().insert(way, found.for_later());
    }
}
