//! What the tiles of a function may cost: a number of elementary set operations for all shapes
//! together, with their proofs. So a shape without a proof does not make others cost more.

use poly::Allowance;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Elementary set operations for one function.
const OPERATIONS: u64 = 12 * poly::OPERATIONS_PER_SECOND;

/// What is left for each function.
#[derive(Default)]
pub(super) struct Costs(RefCell<BTreeMap<String, Allowance>>);

impl Costs {
    /// What is left for a function.
    pub(super) fn of(&self, function: &str) -> Allowance {
        let mut all = self.0.borrow_mut();
        let own = all.entry(function.to_string());
        own.or_insert_with(|| Allowance::new(OPERATIONS)).clone()
    }

    /// The same for one of several attempts, after which something is left for others.
    pub(super) fn half_of(&self, function: &str) -> Allowance {
        let all = self.of(function);
        all.part(all.left() / 2)
    }
}
