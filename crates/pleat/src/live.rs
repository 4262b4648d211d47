//! The live bound of a candidate, for reports.

use crate::Options;
use front::{Candidate, Region};
use lifetime::{Live, LiveCounter};
use scop::ArrayId;

/// Elementary set operations for the live bound of one array.
const BUDGET: u64 = 40_000_000;

/// The live bound at the sample values and as an expression; `None` if it takes too long, or nobody
/// asked for it.
pub(crate) fn live_bound(
    region: &Region,
    candidate: &Candidate,
    options: &Options,
) -> Option<Live> {
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
