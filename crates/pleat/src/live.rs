//! The live bound of a candidate, for reports.

use crate::Options;
use crate::spelled::Spelled;
use front::{Candidate, Polynomial, Region};
use lifetime::{Live, LiveBound, LiveCounter};
use report::ArrayEntry;
use scop::ArrayId;

/// Elementary set operations for the live bound of one array.
const BUDGET: u64 = 40_000_000;

/// The entry with the live bound, if it is asked for. `slices`: the extents of the dimensions that are left out
/// of the scop.
pub(crate) fn bounded(
    entry: ArrayEntry,
    region: &Region,
    candidate: &Candidate,
    slices: &[Polynomial],
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
    let scop = &region.scop;
    let value = |p: &scop::Param| options.sample(&p.spelling).unwrap_or(p.sample);
    let samples = scop.params.iter().map(|p| (p.name.as_str(), value(p)));
    let arrays: Vec<ArrayId> = candidate.arrays().collect();
    scop.ctx.start_budget(BUDGET);
    let order = options.order_of(scop);
    let counter = LiveCounter::new(scop, &arrays, options.lifetime, order).ok()?;
    counter.live(&samples.collect::<Vec<_>>()).ok()
}
