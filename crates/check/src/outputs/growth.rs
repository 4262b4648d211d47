//! Larger relations in place of one that grows step by step: what is proved for a recurrence.
//!
//! Assumes: nothing about whether the larger claim holds; it has to be proved.

use super::claim::Sides;
use super::terms::{TermId, Terms};
use poly::{Map, Set};

/// How the relation of a pair of terms grows when it comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Growth {
    /// To all existing instances in the same equations.
    #[default]
    Lines,
    /// To where the inequalities hold that did not change.
    Bounds,
    /// Not at all.
    Exact,
}

impl Growth {
    /// The next smaller growth.
    pub(crate) fn smaller(self) -> Option<Growth> {
        match self {
            Growth::Lines => Some(Growth::Bounds),
            Growth::Bounds => Some(Growth::Exact),
            Growth::Exact => None,
        }
    }
}

/// A relation that came back, with the subscripts of what both statements store as coordinates of
/// their instances: relations that no equations describe often have some with these.
pub(crate) struct Growing<'a> {
    all: &'a Map,
    /// `{ X[i] -> [i, x] }`
    before: Map,
    after: Map,
}

impl<'a> Growing<'a> {
    pub(crate) fn new(
        sides: &Sides,
        (before, after): (TermId, TermId),
        all: &'a Map,
    ) -> poly::Result<Self> {
        Ok(Growing {
            all,
            before: with_subscripts(&sides.before.terms, before)?,
            after: with_subscripts(&sides.after.terms, after)?,
        })
    }

    /// All existing pairs in the equations that the relation satisfies.
    pub(crate) fn lines(&self) -> poly::Result<Map> {
        let there = self.before.reverse()?.apply_range(self.all)?;
        let lines = there.apply_range(&self.after)?.affine_hull()?;
        let back = self.before.apply_range(&lines)?;
        back.apply_range(&self.after.reverse()?)
    }

    /// The same, with the inequalities of `known` that the relation satisfies.
    pub(crate) fn bounds(&self, known: &Map) -> poly::Result<Map> {
        self.lines()?
            .intersect(&self.all.hull_by_constraints_of(known)?)
    }
}

/// `{ X[i] -> [i, x] }`, for existing instances.
fn with_subscripts(terms: &Terms, id: TermId) -> poly::Result<Map> {
    let instances: Set = terms.instances(id)?;
    let same = instances.identity()?.without_range_name()?;
    match terms.stored(id)? {
        Some(elements) => same.flat_range_product(&elements.without_range_name()?),
        None => Ok(same),
    }
}
