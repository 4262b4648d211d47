//! How many values of a candidate are alive at once: for reports, and as the end of a search.
//!
//! The live bound decides only where a search may end (`storage::Floor`). Its formula in the
//! parameters is verified at points that it was not made from; it is not proved.

use crate::budget::{FLOOR, LIVE_BOUND};
use crate::options::Options;
use front::{Candidate, Region};
use lifetime::{Live, LiveCounter};
use poly::Result;
use scop::{ArrayId, Param, Scop};
use std::cell::OnceCell;
use storage::Floor;

/// The live bound at the sample values and as an expression; `None` if it exceeds its budget, or is
/// not requested.
pub(crate) fn live_bound(
    region: &Region,
    candidate: &Candidate,
    options: &Options,
) -> Option<Live> {
    if !options.live_bounds {
        return None;
    }
    let scop = region.scop_of(candidate);
    scop.ctx.start_budget(LIVE_BOUND);
    let counter = counter(region, candidate, options).ok()?;
    counter.live(&samples(scop, options)).ok()
}

fn counter(region: &Region, candidate: &Candidate, options: &Options) -> Result<LiveCounter> {
    let scop = region.scop_of(candidate);
    let arrays: Vec<ArrayId> = candidate.arrays().collect();
    LiveCounter::new(scop, &arrays, options.lifetime, options.order_of(scop))
}

fn samples<'s>(scop: &'s Scop, options: &Options) -> Vec<(&'s str, i64)> {
    let value = |p: &Param| options.sample(&p.spelling).unwrap_or(p.sample);
    let samples = scop.params.iter().map(|p| (p.name.as_str(), value(p)));
    samples.collect()
}

/// The live bound of a candidate as the end of a search, computed on demand.
pub(super) struct LiveFloor<'a> {
    region: &'a Region,
    candidate: &'a Candidate,
    options: &'a Options,
    cells: OnceCell<Option<i64>>,
    degree: OnceCell<Option<usize>>,
}

impl<'a> LiveFloor<'a> {
    pub(super) fn new(region: &'a Region, candidate: &'a Candidate, options: &'a Options) -> Self {
        LiveFloor {
            region,
            candidate,
            options,
            cells: OnceCell::new(),
            degree: OnceCell::new(),
        }
    }

    /// Counts within the budget for floors; afterwards the previous budget starts anew.
    fn counted<T>(&self, count: impl FnOnce(&LiveCounter) -> Result<Option<T>>) -> Option<T> {
        let ctx = &self.region.scop.ctx;
        let found = ctx.attempt(FLOOR, || {
            count(&counter(self.region, self.candidate, self.options)?)
        });
        found.ok().flatten().flatten()
    }
}

impl Floor for LiveFloor<'_> {
    fn cells(&self) -> Option<i64> {
        *self.cells.get_or_init(|| {
            let samples = samples(self.region.scop_of(self.candidate), self.options);
            let bound = self.counted(|counter| Ok(counter.live(&samples)?.at_samples));
            bound.and_then(|bound| i64::try_from(bound.value()).ok())
        })
    }

    fn degree(&self) -> Option<usize> {
        *self.degree.get_or_init(|| {
            let samples = samples(self.region.scop_of(self.candidate), self.options);
            self.counted(|counter| counter.degree(&samples))
        })
    }
}
