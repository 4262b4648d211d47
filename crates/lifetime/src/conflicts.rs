//! Which elements may not share a cell (Alias, Baray, Darte 2007, section 3.2).
//!
//! With `P = { v -> w : v is born before w dies }`, the lifetimes of `v` and `w` overlap exactly if
//! `v -> w` and `w -> v` are in `P`. Births and deaths are single times here, so this costs one
//! lexicographic comparison per pair of writing statements, not one per pair of clauses of both.

use crate::Order;
use crate::values::Spans;
use poly::{Map, PolyError, Result, Set};

/// `{ A[x] -> A[y] : x != y, lifetimes overlap }`
pub(crate) fn relation(spans: &Spans, order: Order) -> Result<Map> {
    let count = spans.elements.len();
    let mut all: Option<Map> = None;
    for v in 0..count {
        for w in v..count {
            let overlap = overlap(spans, v, w, order)?;
            let elements = overlap
                .apply_domain(&spans.elements[v])?
                .apply_range(&spans.elements[w])?;
            let both = match v == w {
                true => elements,
                false => elements.union(&elements.reverse()?)?,
            };
            all = Some(match all {
                Some(union) => union.union(&both)?,
                None => both,
            });
        }
    }
    let all = all.ok_or_else(|| PolyError::Failed("an array without a write".to_string()))?;
    without_identity(&all.coalesce()?)
}

/// `{ v[..] -> w[..] : both are alive at some time }`
fn overlap(spans: &Spans, v: usize, w: usize, order: Order) -> Result<Map> {
    let forth = born_before_death(&spans.births[v], &spans.deaths[w], order)?;
    let back = born_before_death(&spans.births[w], &spans.deaths[v], order)?;
    forth.coalesce()?.intersect(&back.reverse()?.coalesce()?)
}

fn born_before_death(births: &Map, deaths: &Map, order: Order) -> Result<Map> {
    let before = order.before(&births.range()?, &deaths.range()?)?;
    births.apply_range(&before)?.apply_range(&deaths.reverse()?)
}

fn without_identity(conflicts: &Map) -> Result<Map> {
    let same = conflicts.domain()?.union(&conflicts.range()?)?.identity()?;
    conflicts.subtract(&same)?.coalesce()
}

/// `{ [x - y] : x conflicts with y }`
pub(crate) fn differences(conflicts: &Map) -> Result<Set> {
    conflicts.deltas()?.reset_tuple_id()?.coalesce()
}
