//! The orders under which lifetimes are compared (design: "happens before").

use poly::{Context, Map, Result};

/// Which instances are known to happen before which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// The program as written: lexicographic order of time.
    #[default]
    Sequential,
}

impl Order {
    /// `{ [a] -> [b] : a happens before b }` on time vectors.
    pub(crate) fn before(self, ctx: &Context, dims: usize) -> Result<Map> {
        match self {
            Order::Sequential => lexicographic(ctx, dims, "<<"),
        }
    }

    /// `{ [a] -> [b] : a happens before b or is the same time }` on time vectors.
    pub(crate) fn not_after(self, ctx: &Context, dims: usize) -> Result<Map> {
        match self {
            Order::Sequential => lexicographic(ctx, dims, "<<="),
        }
    }
}

fn lexicographic(ctx: &Context, dims: usize, comparison: &str) -> Result<Map> {
    let names = |letter: char| {
        (0..dims)
            .map(|d| format!("{letter}{d}"))
            .collect::<Vec<_>>()
    };
    let (a, b) = (names('a').join(", "), names('b').join(", "));
    Map::parse(ctx, &format!("{{ [{a}] -> [{b}] : {a} {comparison} {b} }}"))
}
