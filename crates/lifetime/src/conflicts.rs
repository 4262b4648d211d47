//! Which elements may not share a cell (Alias, Baray, Darte 2007, section 3.2; for partial orders Darte,
//! Isoard, Yuki 2016).
//!
//! Two values do not conflict if all that happens to one of them certainly happens before the other is
//! born. So `v` and `w` conflict exactly if `w` may be born after `v` (it is not certainly born before) and
//! an end of `v` may come after that (it does not certainly come before), or the same with `v` and `w`
//! exchanged: if neither of the births is certainly first, both hold; if that of `v` is, then the first does,
//! unless all ends of `v` certainly come before `w`. One direction is computed for every ordered pair of
//! writing statements; the other is its mirror image. Each pair costs one comparison with a death, not one
//! for each pair of clauses of two deaths.

use crate::order::{Comparer, Tie};
use crate::times::Times;
use crate::values::Span;
use poly::{Map, Result, Set};

/// Up to so many pairs of pieces are intersected one by one.
const MOST_MEETINGS: usize = 500;

/// `{ A[x] -> A[y] : a value of y may be born while one of x is alive }`, `x = y` included: one relation
/// per ordered pair of writing statements.
pub(crate) fn overlaps(comparer: &mut Comparer, spans: &[Span]) -> Result<Vec<Map>> {
    let mut found = Vec::new();
    for v in spans {
        for w in spans {
            if let Some(both) = born_while_alive(comparer, v, w)? {
                let elements = both.apply_domain(&v.elements)?.apply_range(&w.elements)?;
                found.push(elements);
            }
        }
    }
    Ok(found)
}

/// `{ v -> w : birth w not certainly before birth v, an end of v not certainly before birth w }`
///
/// Between a birth and an end that share leading coordinates of time nothing happens that does not share
/// them too.
fn born_while_alive(comparer: &mut Comparer, v: &Span, w: &Span) -> Result<Option<Map>> {
    let mut all: Option<Map> = None;
    for (shared, ends) in &v.ends {
        let lasts = |ends: &&Times| !comparer.never(*shared, &w.births, ends, Tie::Before);
        let ends: Vec<&Times> = ends.iter().filter(lasts).collect();
        if ends.is_empty() {
            continue;
        }
        let begun = comparer.ordered_within(*shared, &v.births, &w.births, Tie::NotAfter)?;
        let Some(begun) = begun else {
            continue;
        };
        for ends in ends {
            let lasts = comparer.ordered_within(*shared, &w.births, ends, Tie::Before)?;
            if let Some(lasts) = lasts {
                let both = meet(&begun, &lasts.reverse()?)?;
                all = Some(match all {
                    Some(all) => all.union(&both)?,
                    None => both,
                });
            }
        }
    }
    let Some(both) = all else {
        return Ok(None);
    };
    let both = match v.uniform.as_ref().filter(|_| std::ptr::eq(v, w)) {
        Some(one) => both.subtract(&one.apply_range(&one.reverse()?)?)?,
        None => both,
    };
    both.coalesce().map(Some)
}

/// `a ∩ b`. Most pieces of two comparisons do not meet: to drop their pairs costs less than to coalesce
/// both first, unless there are very many.
fn meet(a: &Map, b: &Map) -> Result<Map> {
    if a.piece_count()?.saturating_mul(b.piece_count()?) <= MOST_MEETINGS {
        return a.intersect(b);
    }
    a.coalesce()?.intersect(&b.coalesce()?)
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
        let differences = map.deltas()?.reset_tuple_id()?;
        // An element always meets itself; most that stay apart from all others meet nothing else, and phases are
        // often alike.
        if !differences.is_subset(&half)? {
            half = half.union(&differences)?;
        }
    }
    half.coalesce()?.subtract(zero)
}
