//! The live bound of an array in its report entry.

use crate::decide::live_bound;
use crate::display::ArrayDisplay;
use crate::options::Options;
use front::{Candidate, Region};
use lifetime::LiveBound;
use poly::Expr;
use report::ArrayEntry;

/// The entry with the live bound, if it is requested. `slices`: the extents of the dimensions that
/// the scop leaves out.
pub(super) fn with_live_bound(
    entry: ArrayEntry,
    region: &Region,
    candidate: &Candidate,
    slices: &[Expr],
    display: &ArrayDisplay,
    options: &Options,
) -> ArrayEntry {
    let Some(live) = live_bound(region, candidate, options) else {
        return entry;
    };
    let bound = live.at_samples.and_then(|b| {
        let bound = i64::try_from(b.value()).ok()?;
        bound.checked_mul(display.count(slices)?)
    });
    // Nothing relates the guesses for a variable to the declared size of a parameter.
    let bound = bound.filter(|b| entry.elements_before.is_none_or(|before| *b <= before));
    // A form is found at small sizes, which may all be smaller than a strip of rows. The proof of a
    // mapping with fewer cells refutes it.
    if bound > entry.elements_after.or(bound) {
        return entry;
    }
    let form = live.form.map(|form| {
        let text = form.text(&|name| display.name(name));
        match slices.is_empty() {
            true => text,
            false if text == "1" => display.product(slices),
            false if text.contains(' ') => format!("({text})*{}", display.product(slices)),
            false => format!("{text}*{}", display.product(slices)),
        }
    });
    let ratio =
        |bound: i64| (bound > 0).then(|| Some(entry.elements_after? as f64 / bound as f64))?;
    let mut params = entry.params.clone();
    params.extend(display.values_of(&live.params));
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
