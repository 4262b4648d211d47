//! What earlier translations of a function found out.

use super::{Naming, Stride};
use crate::Unknown;
use crate::fixed::Fixed;
use crate::found::Found;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What translations of a function of a program find out, so that the next one in the same way need
/// not begin several times, or at all if it must fail: clones have it in common.
#[derive(Clone, Debug, Default)]
pub struct Learnt(Rc<RefCell<BTreeMap<Way, Record>>>);

/// What the last translation in one way found out.
#[derive(Clone, Debug)]
struct Record {
    found: Found,
    names: Names,
    /// Why there is no system, and with which static objects in the interface.
    failure: Option<(BTreeSet<String>, Unknown)>,
}

/// What a translation is told to name: with the same names it understands the same statements.
#[derive(Clone, Debug, PartialEq)]
struct Names {
    values: BTreeSet<String>,
    order: Vec<String>,
    strides: BTreeMap<String, Vec<Stride>>,
}

/// What decides how a function is translated: the fields of [`crate::Naming`] of these names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Way {
    pub(crate) fixed: Fixed,
    pub(crate) names_factors: bool,
    pub(crate) leaves_out_tiles: bool,
    pub(crate) is_exact: bool,
}

impl Way {
    /// The ways whose findings a translation in this way begins with: the first that there is.
    fn before(&self) -> [Way; 4] {
        let exact = Way {
            is_exact: true,
            ..self.clone()
        };
        let without_factors = Way {
            names_factors: false,
            ..exact.clone()
        };
        let without_tiles = Way {
            leaves_out_tiles: true,
            ..exact.clone()
        };
        [self.clone(), exact, without_factors, without_tiles]
    }
}

impl Names {
    fn of(naming: &Naming) -> Self {
        Names {
            values: naming.values.clone(),
            order: naming.order.clone(),
            strides: naming.strides.clone(),
        }
    }
}

impl Learnt {
    /// What translations in the same way found, else in one like it.
    pub(crate) fn of(&self, naming: &Naming) -> Found {
        let learnt = self.0.borrow();
        let way = naming.way();
        let known = way.before().into_iter();
        let mut known = known.filter_map(|own| Some((own == way, learnt.get(&own)?)));
        match known.next() {
            Some((true, record)) if record.names == Names::of(naming) => record.found.clone(),
            Some((_, record)) => record.found.for_later(),
            None => Found::default(),
        }
    }

    /// Why a translation will fail: one in the same way did, with the same names, and no more
    /// objects of which nothing is known at first.
    pub(crate) fn failure(&self, naming: &Naming) -> Option<Unknown> {
        let learnt = self.0.borrow();
        let record = learnt.get(&naming.way())?;
        let (carried, unknown) = record.failure.as_ref()?;
        let is_alike = record.names == Names::of(naming) && carried.is_subset(&naming.carried);
        is_alike.then(|| unknown.clone())
    }

    /// Remembers what a translation found, and why it failed, if it did.
    pub(crate) fn add(&self, naming: &Naming, found: &Found, failure: Option<&Unknown>) {
        let record = Record {
            found: found.clone(),
            names: Names::of(naming),
            failure: failure.map(|unknown| (naming.carried.clone(), unknown.clone())),
        };
        self.0.borrow_mut().insert(naming.way(), record);
    }
}
