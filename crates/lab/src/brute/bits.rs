//! Sets of small numbers.

/// A set of numbers below a bound. All sets of one computation share the bound.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// The empty set.
    pub(super) fn none(bound: usize) -> Self {
        Bits(vec![0; bound.div_ceil(64)])
    }

    pub(super) fn insert(&mut self, x: usize) {
        self.0[x / 64] |= 1 << (x % 64);
    }

    pub(super) fn contains(&self, x: usize) -> bool {
        self.0[x / 64] >> (x % 64) & 1 == 1
    }

    pub(super) fn add_all(&mut self, other: &Bits) {
        self.change(other, |a, b| a | b);
    }

    pub(super) fn keep(&mut self, other: &Bits) {
        self.change(other, |a, b| a & b);
    }

    /// The numbers below the bound that are not in the set.
    pub(super) fn others(&self, bound: usize) -> Bits {
        let mut all = Bits::none(bound);
        (0..bound)
            .filter(|x| !self.contains(*x))
            .for_each(|x| all.insert(x));
        all
    }

    pub(super) fn is_within(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    fn change(&mut self, other: &Bits, f: impl Fn(u64, u64) -> u64) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a = f(*a, *b);
        }
    }
}
