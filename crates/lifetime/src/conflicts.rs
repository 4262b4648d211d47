//! Which elements may not share a cell (Alias, Baray, Darte 2007, section 3.2).
//!
//! Time is a total order, so two lifetimes overlap exactly if one begins while the other lasts:
//! `birth v <= birth w < death v`, or the same with `v` and `w` exchanged. One direction is computed
//! for every ordered pair of writing statements; the other is its mirror image. Each pair costs one
//! comparison with a death, not one for each pair of clauses of two deaths.

use crate::order::{Comparer, Tie, Times};
use crate::values::Span;
use poly::{Map, Result, Set};

/// `{ A[x] -> A[y] : a value of y is born while one of x is alive }`, `x = y` included: one relation
/// per ordered pair of writing statements.
pub(crate) fn overlaps(spans: Vec<Span>, time_dims: usize) -> Result<Vec<Map>> {
    let Some(any) = spans.first() else {
        return Ok(Vec::new());
    };
    let mut comparer = Comparer::new(any.elements.context());
    let timed = spans.into_iter().map(|span| {
        Ok(Timed {
            elements: span.elements,
            uniform: span.uniform,
            births: Times::new(span.births, time_dims)?,
            ends: Times::new(span.ends, time_dims)?,
        })
    });
    let timed = timed.collect::<Result<Vec<_>>>()?;
    let mut found = Vec::new();
    for v in &timed {
        for w in &timed {
            if let Some(both) = born_while_alive(&mut comparer, v, w)? {
                let elements = both.apply_domain(&v.elements)?.apply_range(&w.elements)?;
                found.push(elements);
            }
        }
    }
    Ok(found)
}

struct Timed {
    elements: Map,
    /// `{ v -> w }`: values with the same image are one, stored at once.
    uniform: Option<Map>,
    births: Times,
    ends: Times,
}

/// `{ v -> w : birth v <= birth w < an end of v }`
fn born_while_alive(comparer: &mut Comparer, v: &Timed, w: &Timed) -> Result<Option<Map>> {
    let Some(begun) = comparer.ordered(&v.births, &w.births, Tie::NotAfter)? else {
        return Ok(None);
    };
    let begun = begun.coalesce()?;
    if begun.is_empty()? {
        return Ok(None);
    }
    let Some(lasts) = comparer.ordered(&w.births, &v.ends, Tie::Before)? else {
        return Ok(None);
    };
    let both = begun.intersect(&lasts.coalesce()?.reverse()?)?;
    let both = match v.uniform.as_ref().filter(|_| std::ptr::eq(v, w)) {
        Some(one) => both.subtract(&one.apply_range(&one.reverse()?)?)?,
        None => both,
    };
    both.coalesce().map(Some)
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
