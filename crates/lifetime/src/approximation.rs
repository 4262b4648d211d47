//! An over-approximation for arrays whose exact analysis costs too much: lifetimes of elements,
//! over accesses without gaps.
//!
//! Every relation is replaced by a convex superset without integer divisions. More accesses at more
//! times only make lifetimes longer, so every conflict is still found; no dataflow is needed.

use crate::accesses::{Instance, Instances};
use crate::flow::Flow;
use poly::{PolyError, Result};
use scop::Certainty;

/// The accesses, each without gaps.
///
/// # Errors
/// [`PolyError::Budget`] where it matters whether each read is served by a write of the region: no
/// approximation answers that.
pub(crate) fn accesses(mut all: Instances) -> Result<(Instances, Flow)> {
    if all.before.is_some() || all.after.is_some() {
        return Err(PolyError::Budget);
    }
    let list = all.list.iter().map(without_gaps);
    all.list = list.collect::<Result<Vec<_>>>()?;
    Ok((all, Flow::none()))
}

fn without_gaps(access: &Instance) -> Result<Instance> {
    let access = Instance {
        time: access.time.hull()?,
        certainty: Certainty::May,
        ..access.clone()
    };
    let elements = access.elements.remove_divs()?.simple_hull()?;
    access.touching(elements)
}
