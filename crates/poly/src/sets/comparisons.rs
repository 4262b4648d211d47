//! Where a function is not negative: as few convex sets as the function allows. isl gives a set for
//! each case of a function, also where all cases together are one convex set: the iterations before
//! the least of several ends.

use super::{PwAff, Set};
use crate::{PolyError, Result, raw};

/// Functions of more pieces are compared piece by piece.
const MOST_PIECES: usize = 8;

impl PwAff {
    /// A set with those points of `within` at which the function is not negative, and any other
    /// points outside of `within`.
    pub fn nonneg_within(&self, within: &Set) -> Result<Set> {
        if !(2..=MOST_PIECES).contains(&self.piece_count()?) {
            return self.nonneg_set();
        }
        let mut all: Vec<(Set, PwAff)> = Vec::new();
        for (domain, function) in raw::pieces(&self.raw).ok_or(PolyError::Budget)? {
            let function = PwAff::own(isl_rs::PwAff::from_aff(function)?, &self.ctx);
            let domain = Set::own(domain, &self.ctx).intersect(within)?;
            if !domain.is_empty()? {
                all.push((domain, function));
            }
        }
        let is_least = within.is_subset(&self.domain()?)? && are_least(&all)?;
        let mut functions = all.iter().map(|(_, function)| function.nonneg_set());
        match functions.next() {
            Some(first) if is_least => {
                functions.try_fold(first?, |found, own| found.intersect(&own?))
            }
            _ => self.nonneg_set(),
        }
    }
}

/// Whether each function is the least one in its set.
fn are_least(all: &[(Set, PwAff)]) -> Result<bool> {
    for (at, (domain, own)) in all.iter().enumerate() {
        for (other, (_, function)) in all.iter().enumerate() {
            if at != other && !function.lt_set(own)?.is_disjoint(domain)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
