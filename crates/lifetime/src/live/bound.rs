//! A number of live values, exact or a lower bound.

/// A live bound, counted at given parameter values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveBound {
    /// Some execution that keeps the order has this many values alive at once, and none has more.
    Exact(u64),
    /// Some execution has this many values alive at once; others may have more.
    AtLeast(u64),
}

impl LiveBound {
    /// The number of cells that no mapping can go below.
    pub fn value(self) -> u64 {
        match self {
            LiveBound::Exact(n) | LiveBound::AtLeast(n) => n,
        }
    }

    /// The bound of two arrays under one mapping, which needs enough cells for each.
    pub(super) fn larger(self, other: LiveBound) -> LiveBound {
        let value = self.value().max(other.value());
        match (self, other) {
            (LiveBound::Exact(_), LiveBound::Exact(_)) => LiveBound::Exact(value),
            _ => LiveBound::AtLeast(value),
        }
    }
}
