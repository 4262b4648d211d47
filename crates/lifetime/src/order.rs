//! The orders under which lifetimes are compared (design: "happens before").

use poly::{Map, Result, Set};

/// Which instances are known to happen before which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// The program as written: lexicographic order of time.
    #[default]
    Sequential,
}

impl Order {
    /// `{ a -> b : a happens before b }` between two sets of time vectors.
    pub(crate) fn before(self, a: &Set, b: &Set) -> Result<Map> {
        match self {
            Order::Sequential => a.lex_lt(b),
        }
    }
}
