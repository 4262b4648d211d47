//! Which elements may not share a cell (Alias, Baray, Darte 2007, section 3.2).
//!
//! Time is a total order, so two lifetimes overlap exactly if one begins while the other lasts:
//! `birth v <= birth w < death v`, or the same with `v` and `w` exchanged. One direction is computed
//! for every ordered pair of writing statements; the other is its mirror image. Each pair costs one
//! comparison with a death, not one for each pair of clauses of two deaths.

use crate::Order;
use crate::values::Spans;
use poly::{Map, Result, Set};

/// `{ A[x] -> A[y] : a value of y is born while one of x is alive }`, `x = y` included: one relation
/// per ordered pair of writing statements.
pub(crate) fn overlaps(spans: &Spans, time_dims: usize, order: Order) -> Result<Vec<Map>> {
    let Some(any) = spans.births.first() else {
        return Ok(Vec::new());
    };
    let not_after = order.not_after(any.context(), time_dims)?;
    let before = order.before(any.context(), time_dims)?;
    let count = spans.elements.len();
    let mut found = Vec::new();
    for v in 0..count {
        for w in 0..count {
            let begun = compare(&spans.births[v], &not_after, &spans.births[w])?.coalesce()?;
            if begun.is_empty()? {
                continue;
            }
            let lasts = compare(&spans.births[w], &before, &spans.deaths[v])?.coalesce()?;
            let both = begun.intersect(&lasts.reverse()?)?.coalesce()?;
            let elements = both
                .apply_domain(&spans.elements[v])?
                .apply_range(&spans.elements[w])?;
            found.push(elements);
        }
    }
    Ok(found)
}

/// `{ v -> w : time of v -> time of w in order }`
fn compare(v: &Map, order: &Map, w: &Map) -> Result<Map> {
    v.apply_range(order)?.apply_range(&w.reverse()?)
}

/// `{ A[x] -> A[y] : x != y, x conflicts with y }`
pub(crate) fn relation(overlaps: &[Map], empty: Map) -> Result<Map> {
    let mut all = empty;
    for map in overlaps {
        all = all.union(map)?.union(&map.reverse()?)?;
    }
    let same = all.domain()?.union(&all.range()?)?.identity()?;
    all.subtract(&same)?.coalesce()
}

/// `{ [x - y] : x conflicts with y }`, of each difference and its negative at least one.
pub(crate) fn half_of_differences(overlaps: &[Map], zero: &Set) -> Result<Set> {
    let mut half = zero.clone();
    for map in overlaps {
        half = half.union(&map.deltas()?.reset_tuple_id()?)?;
    }
    half.coalesce()?.subtract(zero)
}
