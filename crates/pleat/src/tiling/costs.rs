//! What the tiles of a function may cost: a number of elementary set operations for all shapes
//! together, with their proofs. So a shape without a proof does not make others cost more.

use crate::budget::TILES;
use poly::Allowance;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// What is left for each function.
#[derive(Default)]
pub(super) struct Costs(RefCell<BTreeMap<String, Allowance>>);

impl Costs {
    /// What is left for a function.
    pub(super) fn of(&self, function: &str) -> Allowance {
        let mut all = self.0.borrow_mut();
        let own = all.entry(function.to_string());
        own.or_insert_with(|| Allowance::new(TILES)).clone()
    }

    /// The same for one of several attempts, after which something is left for others.
    pub(super) fn half_of(&self, function: &str) -> Allowance {
        let all = self.of(function);
        all.part(all.left() / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poly::Context;

    #[test]
    fn attempts_use_up_what_is_left() {
        let costs = Costs::default();
        let half = costs.half_of("f");
        assert_eq!(half.left(), TILES / 2);
        let before = costs.of("f").left();
        let ctx = Context::within(&half);
        poly::Set::parse(&ctx, "[n] -> { [i] : exists k : i = 3k and 0 <= i < n }").unwrap();
        drop(ctx);
        assert!(half.left() < TILES / 2, "{}", half.left());
        assert_eq!(before - costs.of("f").left(), TILES / 2 - half.left());
        assert_eq!(costs.of("g").left(), TILES);
    }
}
