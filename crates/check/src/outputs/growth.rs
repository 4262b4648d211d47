//! Larger relations in place of one that grows step by step: what is proved for a recurrence.
//!
//! Assumes: nothing about whether the larger claim holds; it has to be proved.

use poly::{Map, Set};

/// The most pieces of a relation that are looked at one by one.
const MOST_PIECES: usize = 12;

/// How the relation of a pair of terms grows when it comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Growth {
    /// To all existing instances in the same equations.
    #[default]
    Lines,
    /// Each convex piece to where the inequalities hold that did not change.
    Pieces,
    /// All together to where the inequalities hold that did not change.
    Bounds,
    /// Not at all.
    Exact,
}

impl Growth {
    /// The next smaller growth.
    pub(crate) fn smaller(self) -> Option<Growth> {
        match self {
            Growth::Lines => Some(Growth::Pieces),
            Growth::Pieces => Some(Growth::Bounds),
            Growth::Bounds => Some(Growth::Exact),
            Growth::Exact => None,
        }
    }
}

/// A relation that came back.
pub(crate) struct Growing<'a> {
    pub(crate) known: &'a Map,
    /// What is new.
    pub(crate) open: &'a Map,
    /// The instances of the left and the right side that exist.
    pub(crate) before: Set,
    pub(crate) after: Set,
}

impl Growing<'_> {
    /// All existing pairs in the equations that `all` satisfies.
    pub(crate) fn lines(&self, all: &Map) -> poly::Result<Map> {
        self.existing(&all.affine_hull()?)
    }

    /// The same, with the inequalities of `known` that `all` satisfies.
    pub(crate) fn bounds(&self, all: &Map, known: &Map) -> poly::Result<Map> {
        let lines = all.affine_hull()?;
        self.existing(&lines.intersect(&all.hull_by_constraints_of(known)?)?)
    }

    /// `all`, with each new piece extended along a known one if each instance of one side keeps a
    /// single partner.
    pub(crate) fn pieces(&self, all: &Map) -> poly::Result<Map> {
        let (known, open) = (self.known.pieces()?, self.open.pieces()?);
        let mut grown = all.clone();
        for old in known.iter().take(MOST_PIECES) {
            for new in open.iter().take(MOST_PIECES) {
                let hull = self.bounds(&old.union(new)?, old)?;
                if hull.is_single_valued()? || hull.is_injective()? {
                    grown = grown.union(&hull)?;
                }
            }
        }
        grown.coalesce()
    }

    fn existing(&self, pairs: &Map) -> poly::Result<Map> {
        pairs.intersect_domain(&self.before)?.intersect_range(&self.after)
    }
}
