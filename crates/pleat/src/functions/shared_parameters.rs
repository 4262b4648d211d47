//! Parameters that get the same arrays as parameters of other functions. Such a parameter is folded
//! only if none of the others may read what it finds in its array.
//!
//! Assumes: parameters that receive the same array require of each other that every element is
//! written before it is read. If one of them is not such a temporary, all of them stay.

use super::candidate::CandidateId;
use crate::reason::Reason;
use std::collections::BTreeSet;

/// A parameter: names of function and object.
pub(super) type ParameterName = (String, String);

/// What other functions have to know of the parameters of some.
#[derive(Debug, Default)]
pub(super) struct SharedParameters {
    /// Those whose reads are all served by writes of the same call.
    pub(super) covered: BTreeSet<ParameterName>,
    /// Those that are folded, with others that get the same arrays.
    pub(super) folded: Vec<(CandidateId, Vec<ParameterName>)>,
}

impl SharedParameters {
    /// Adds the parameters of other functions.
    pub(super) fn add(&mut self, other: SharedParameters) {
        self.covered.extend(other.covered);
        self.folded.extend(other.folded);
    }

    /// The folded parameters that share an array with one that may read it, with the reason to keep
    /// them.
    pub(super) fn unsafe_folds(&self) -> Vec<(CandidateId, Reason)> {
        let unsafe_fold = |(id, peers): &(CandidateId, Vec<ParameterName>)| {
            let (function, _) = peers.iter().find(|peer| !self.covered.contains(peer))?;
            Some((*id, Reason::AlsoPassedTo(function.clone())))
        };
        self.folded.iter().filter_map(unsafe_fold).collect()
    }
}
