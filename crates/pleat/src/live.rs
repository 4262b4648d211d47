//! The live bound of a candidate, for reports.

use crate::Options;
use crate::spelled::Spelled;
use front::{Candidate, Region};
use lifetime::{Live, LiveBound, LiveCounter};
use poly::Result;
use report::ArrayEntry;
use scop::{ArrayId, Param, Scop};
use std::cell::OnceCell;
use storage::Floor;

/// Elementary set operations for the live bound of one array.
const BUDGET: u64 = 40_000_000;
/// The same where it is only looked at to end a search.
const FLOOR_BUDGET: u64 = 500_000;

/// The entry with the live bound, if it is asked for. `slices`: the extents of the dimensions that are left out
/// of the scop.
pub(crate) fn bounded(
    entry: ArrayEntry,
    region: &Region,
    candidate: &Candidate,
    slices: &[poly::Expr],
    spelled: &Spelled,
) -> ArrayEntry {
    let Some(live) = live_bound(region, candidate, spelled.options) else {
        return entry;
    };
    let bound = live.at_samples.and_then(|b| {
        let bound = i64::try_from(b.value()).ok()?;
        bound.checked_mul(spelled.declared_count(slices)?)
    });
    // Nothing relates the guesses for a variable to the declared size of a parameter.
    let bound = bound.filter(|b| entry.elements_before.is_none_or(|before| *b <= before));
    let form = live.form.map(|form| {
        let text = form.text(&|name| spelled.name(name));
        match slices.is_empty() {
            true => text,
            false if text == "1" => spelled.product(slices),
            false if text.contains(' ') => format!("({text})*{}", spelled.product(slices)),
            false => format!("{text}*{}", spelled.product(slices)),
        }
    });
    let ratio =
        |bound: i64| (bound > 0).then(|| Some(entry.elements_after? as f64 / bound as f64))?;
    let mut params = entry.params.clone();
    params.extend(spelled.all(&live.params));
    ArrayEntry {
        live_bound: bound,
        live_bound_exact: bound
            .and(live.at_samples)
            .map(|b| matches!(b, LiveBound::Exact(_))),
        live_bound_form: form,
        ratio: bound.and_then(ratio),
        params,
        ..entry
    }
}

/// The live bound at the sample values and as an expression; `None` if it takes too long, or nobody
/// asked for it.
fn live_bound(region: &Region, candidate: &Candidate, options: &Options) -> Option<Live> {
    if !options.live_bounds {
        return None;
    }
    let scop = region.scop_of(candidate);
    scop.ctx.start_budget(BUDGET);
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

/// The live bound of a candidate as the end of a search, found out when it is asked for.
pub(crate) struct LiveFloor<'a> {
    region: &'a Region,
    candidate: &'a Candidate,
    options: &'a Options,
    cells: OnceCell<Option<i64>>,
    degree: OnceCell<Option<usize>>,
}

impl<'a> LiveFloor<'a> {
    pub(crate) fn new(region: &'a Region, candidate: &'a Candidate, options: &'a Options) -> Self {
        LiveFloor {
            region,
            candidate,
            options,
            cells: OnceCell::new(),
            degree: OnceCell::new(),
        }
    }

    /// What is found within the budget; the budget from before starts anew.
    fn counted<T>(&self, count: impl FnOnce(&LiveCounter) -> Result<Option<T>>) -> Option<T> {
        let ctx = &self.region.scop.ctx;
        let found = ctx.attempt(FLOOR_BUDGET, || {
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
