//! Whether a program with loops over tiles computes the same as the system that leaves them out.
//!
//! The tiles of a [`Tiling`] are executed in ascending order, each in the order of the system. Let
//! `p` and `q` be instances that agree in the coordinates of time outside of the loop and touch the
//! same element, one of them writing, `p` before `q` in the system. If
//!
//! > `position(p) <= position(q)` for all of them, and every loop over tiles,
//!
//! then `p` is executed before `q` for all sizes of tiles: take the first loop, over tiles or not,
//! in whose iteration they differ. If it is over tiles, its grid is the same for both, and the tile
//! of `p` has the smaller origin. If not, `p` is earlier there in the system, too. So each read
//! finds the same write. If threads share the tiles, the positions of all such instances must be
//! equal.
//!
//! Tiles of two loops over tiles that run along diagonals, all of one diagonal at the same time,
//! need no more than that: of two tiles of one diagonal, one has the smaller origin in the first
//! loop and the larger one in the second, so nothing in one of them depends on the other.

use poly::{Map, PolyError, Space, equal, less_at, names};
use scop::{Access, AccessId, AccessKind, Scop, System, Tiling};

/// Instances that tiles would execute in the wrong order.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Misplaced {
    /// One must come before another, and may be in a later tile.
    #[error("a tile of `{counter}` may be executed before one that it depends on")]
    Order {
        /// The counter of the loop over tiles.
        counter: String,
        /// The access that must come first.
        first: AccessId,
        /// The access that must follow.
        second: AccessId,
    },
    /// Threads share the tiles, and two of them touch the same element.
    #[error("threads share the tiles of `{counter}`, and one depends on another")]
    Threads {
        /// The counter of the loop over tiles.
        counter: String,
        /// The access that must come first.
        first: AccessId,
        /// The access that must follow.
        second: AccessId,
    },
    /// A computation on sets failed.
    #[error(transparent)]
    Poly(#[from] PolyError),
}

/// Proves that a loop over tiles keeps the order of all instances that depend on each other.
///
/// # Errors
/// Two accesses that it may execute in the wrong order, or the operation budget is used up.
pub fn keeps_order(system: &System, tiling: &Tiling) -> Result<(), Misplaced> {
    let tiles = Tiles {
        scop: &system.scop,
        tiling,
    };
    for array in &system.scop.arrays {
        let accesses: Vec<&Access> = tiles.accesses(array.id).collect();
        for first in &accesses {
            for second in &accesses {
                let writes = [first, second].iter().any(|a| a.kind == AccessKind::Write);
                if writes && tiles.may_exchange(first, second)? {
                    return Err(tiles.misplaced(first, second));
                }
            }
        }
    }
    Ok(())
}

/// A loop over tiles of a system.
struct Tiles<'t> {
    scop: &'t Scop,
    tiling: &'t Tiling,
}

impl Tiles<'_> {
    /// The accesses to an array in the loop.
    fn accesses(&self, array: scop::ArrayId) -> impl Iterator<Item = &Access> {
        let here = |a: &&Access| {
            let statement = a.statement.0 as usize;
            self.tiling.statements.contains(&statement)
        };
        self.scop.accesses_to(array).filter(here)
    }

    /// Whether an instance of the first access that must come before one of the second may be in a
    /// later tile.
    fn may_exchange(&self, first: &Access, second: &Access) -> Result<bool, PolyError> {
        let relation = |a: &Access| a.relation.intersect_params(&self.scop.context);
        let same = relation(first)?.apply_range(&relation(second)?.reverse()?)?;
        let wrong = match self.tiling.is_parallel {
            true => "a != b",
            false => "a > b",
        };
        let wrong = Space::plain(&self.scop.ctx).pairs(&["a"], &["b"], wrong)?;
        let wrong = self.position(first).apply_range(&wrong)?;
        let pairs = same.intersect(&wrong.apply_range(&self.position(second).reverse()?)?)?;
        if pairs.is_empty()? {
            return Ok(false);
        }
        let outer = self.tiling.own.get(&first.array).copied().unwrap_or(0);
        let outer = outer.max(self.tiling.depth);
        let [from, to] = ["t", "u"].map(|letter| names(letter, self.scop.time_dims));
        let orders = match self.tiling.is_parallel {
            true => vec![equal(&from[..outer], &to)],
            false => { outer..from.len() }
                .map(|at| less_at(at, &from, &to))
                .collect(),
        };
        // By the first coordinate in which times differ; for threads all of them.
        for order in orders {
            let order = Space::plain(&self.scop.ctx).pairs(&from, &to, order)?;
            let order = self.time(first).apply_range(&order)?;
            let order = order.apply_range(&self.time(second).reverse()?)?;
            if !pairs.intersect(&order)?.is_empty()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `{ S[x] -> [position] }` for the statement of an access.
    fn position(&self, access: &Access) -> &Map {
        let at = access.statement.0 as usize - self.tiling.statements.start;
        &self.tiling.positions[at]
    }

    fn time(&self, access: &Access) -> &Map {
        &self.scop.statement(access.statement).schedule
    }

    fn misplaced(&self, first: &Access, second: &Access) -> Misplaced {
        let counter = self.tiling.name.clone();
        let (first, second) = (first.id, second.id);
        match self.tiling.is_parallel {
            true => Misplaced::Threads {
                counter,
                first,
                second,
            },
            false => Misplaced::Order {
                counter,
                first,
                second,
            },
        }
    }
}
