//! Pseudo-random numbers that are the same everywhere.

/// A linear congruential generator; the upper bits are used.
pub(super) struct Randomness(u64);

impl Randomness {
    pub(super) fn new(seed: u64) -> Self {
        Randomness(seed)
    }

    /// One of some values; 0 if there are none.
    pub(super) fn one_of(&mut self, values: &[i64]) -> i64 {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        let count = values.len().max(1) as u64;
        let chosen = (self.0 >> 33) % count;
        values.get(chosen as usize).copied().unwrap_or(0)
    }
}
