//! The loops over tiles of both versions, which their systems leave out.

use super::general::access_place;
use super::verdict::{Reason, Side};
use affine::Whole;
use check::{Misplaced, keeps_order};

/// Whether a system leaves out loops over tiles.
pub(super) fn are_left_out(first: &Whole, second: &Whole) -> bool {
    !first.tilings.is_empty() || !second.tilings.is_empty()
}

/// Proves that the order in which tiles are executed does not matter.
pub(super) fn keep_order(first: &Whole, second: &Whole) -> Result<(), Reason> {
    for (side, whole) in [(Side::Before, first), (Side::After, second)] {
        for (tiling, at) in &whole.tilings {
            if let Err(misplaced) = keeps_order(&whole.system, tiling) {
                let reason = Reason::new(misplaced.to_string());
                let (first, second) = match misplaced {
                    Misplaced::Order { first, second, .. }
                    | Misplaced::Threads { first, second, .. } => (first, second),
                    Misplaced::Poly(_) => return Err(reason.at(side, Some(*at), "here")),
                };
                let reason = reason.at(side, access_place(whole, first), "this must come first");
                return Err(reason.at(side, access_place(whole, second), "this must follow"));
            }
        }
    }
    Ok(())
}
