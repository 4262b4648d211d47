//! The live bound: the largest number of values of an array that are alive at once. No mapping can be
//! smaller.
//!
//! It is counted at given parameter values: `trace` lists the accesses in the order of time, `lives`
//! follows the values, `sweep` counts them.

mod lives;
mod sweep;
mod trace;

use crate::Mode;
use poly::Result;
use scop::{ArrayId, Order, Scop};
use trace::Prepared;

/// A live bound, counted at given parameter values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveBound {
    /// So many values are alive at once in some execution that keeps the order, and never more.
    Exact(u64),
    /// So many are; there may be executions with more.
    AtLeast(u64),
}

impl LiveBound {
    /// The number of cells that no mapping can go below.
    pub fn value(self) -> u64 {
        match self {
            LiveBound::Exact(n) | LiveBound::AtLeast(n) => n,
        }
    }

    /// Of two arrays under one mapping: each needs its own.
    fn larger(self, other: LiveBound) -> LiveBound {
        let value = self.value().max(other.value());
        match (self, other) {
            (LiveBound::Exact(_), LiveBound::Exact(_)) => LiveBound::Exact(value),
            _ => LiveBound::AtLeast(value),
        }
    }
}

/// Counts live values of one array, or of several under one mapping (the members of a structure).
pub struct LiveCounter {
    arrays: Vec<Prepared>,
    mode: Mode,
}

impl LiveCounter {
    /// Looks at the arrays in one mode and order; `None` for orders in which nothing is counted.
    pub fn new(scop: &Scop, arrays: &[ArrayId], mode: Mode, order: Order) -> Result<Option<Self>> {
        if order != Order::Sequential {
            return Ok(None);
        }
        let arrays = arrays.iter().map(|id| Prepared::new(scop, *id));
        let arrays = arrays.collect::<Result<_>>()?;
        Ok(Some(LiveCounter { arrays, mode }))
    }

    /// The live bound at these parameter values. Elements to which one write gave the same value count
    /// once; members of a structure do not add up, for a cell holds one of each.
    ///
    /// `None` if a parameter is missing or the program is not defined there, or if there are more than
    /// `most` accesses.
    pub fn at(&self, params: &[(&str, i64)], most: usize) -> Result<Option<LiveBound>> {
        let mut bound = LiveBound::Exact(0);
        for array in &self.arrays {
            let Some(copies) = array.traces(params, most)? else {
                return Ok(None);
            };
            for trace in &copies {
                bound = bound.larger(sweep::most_at_once(trace, self.mode));
            }
        }
        Ok(Some(bound))
    }
}
