//! Which elements may not share a cell (Alias, Baray, Darte 2007, section 3.2; for partial orders
//! Darte, Isoard, Yuki 2016).
//!
//! Two values do not conflict if every event of one certainly happens before the birth of the
//! other. So `v` and `w` conflict exactly if `w` may be born after `v` (it is not certainly born
//! before) and an end of `v` may be after that birth, or the same with `v` and `w` exchanged: if
//! neither birth is certainly first, both conditions hold; if the birth of `v` is, the first holds
//! unless all ends of `v` are certainly before `w`. One direction is computed for every ordered
//! pair of writing statements; the other is its mirror image. Each pair costs one comparison with a
//! death, not one for each pair of clauses of two deaths. All conditions of a pair are joined
//! before isl sees any.

use crate::order::{Comparer, Comparison, Tie, Times};
use crate::values::Span;
use poly::{Join, Map, Result, Rows, Set, Term};

/// `{ A[x] -> A[y] : a value of y may be born while one of x is alive }`, `x = y` included: one
/// relation per ordered pair of writing statements.
pub(crate) fn overlaps(comparer: &mut Comparer, spans: &[Span]) -> Result<Vec<Join>> {
    let mut found = Vec::new();
    for v in spans {
        for w in spans {
            if let Some(both) = born_while_alive(comparer, v, w)? {
                found.push(both);
            }
        }
    }
    Ok(found)
}

/// Two values in a join, their elements, and their births.
struct Pair {
    join: Join,
    v: Vec<Term>,
    births: [Vec<Term>; 2],
}

impl Pair {
    fn new(context: &Set, v: &Span, w: &Span) -> Result<Self> {
        let mut join = Join::new(context, v.elements.outputs + w.elements.outputs)?;
        let kept = join.kept();
        let (x, y) = kept.split_at(v.elements.outputs);
        let values = [join.more(v.elements.inputs), join.more(w.elements.inputs)];
        join.and(&v.elements, &values[0], x)?;
        join.and(&w.elements, &values[1], y)?;
        if let Some(one) = v.uniform.as_ref().filter(|_| std::ptr::eq(v, w)) {
            let same = one.apply_range(&one.reverse()?)?;
            let instances = one.domain()?;
            let others = Map::product(&instances, &instances)?.subtract(&same)?;
            join.and(&Rows::of(&others, context)?, &values[0], &values[1])?;
        }
        let births = [
            v.births.join_known(&mut join, &values[0], context)?,
            w.births.join_known(&mut join, &values[1], context)?,
        ];
        let [v, _] = values;
        Ok(Pair { join, v, births })
    }
}

/// `{ x -> y : birth w not certainly before birth v, an end of v not certainly before birth w }`,
/// for the elements `x` and `y` of `v` and `w`.
///
/// If a birth and an end share leading coordinates of time, every event between them shares these
/// too.
fn born_while_alive(comparer: &mut Comparer, v: &Span, w: &Span) -> Result<Option<Join>> {
    let cases = birth_cases(comparer, v, w)?;
    if cases.is_empty() {
        return Ok(None);
    }
    let context = comparer.context();
    let pair = Pair::new(context, v, w)?;
    let [v_born, w_born] = &pair.births;
    let mut all: Option<Join> = None;
    for (begun, lasting) in cases {
        let mut born = pair.join.clone();
        begun.join(&mut born, v_born, w_born)?;
        for (ends, lasts) in lasting {
            let mut both = born.clone();
            let ends = ends.join(&mut both, &pair.v, context)?;
            lasts.join(&mut both, w_born, &ends)?;
            match &mut all {
                Some(all) => all.or(both),
                None => all = Some(both),
            }
        }
    }
    Ok(all.filter(|all| !all.is_plainly_empty()))
}

/// A case in which `w` is not certainly born before `v`, with the ends of `v` before which `w` may
/// be born.
type BirthCase<'a> = (Comparison, Vec<(&'a Times, Comparison)>);

/// The cases that may occur.
fn birth_cases<'a>(comparer: &mut Comparer, v: &'a Span, w: &Span) -> Result<Vec<BirthCase<'a>>> {
    let mut found = Vec::new();
    for (shared, ends) in &v.ends {
        let begun = comparer.comparison(*shared, &v.births, &w.births, Tie::NotAfter)?;
        if begun.is_empty() {
            continue;
        }
        let mut lasting = Vec::new();
        for ends in ends {
            let lasts = comparer.comparison(*shared, &w.births, ends, Tie::Before)?;
            if !lasts.is_empty() {
                lasting.push((ends, lasts));
            }
        }
        if !lasting.is_empty() {
            found.push((begun, lasting));
        }
    }
    Ok(found)
}

/// `{ A[x] -> A[y] : x != y, x conflicts with y }`, where `same` is `{ A[x] -> A[x] }`.
pub(crate) fn relation(overlaps: &[Join], same: &Map) -> Result<Map> {
    let mut all = same.subtract(same)?;
    for join in overlaps {
        let map = join.map(same, same)?;
        all = all.union(&map)?.union(&map.reverse()?)?;
    }
    all.subtract(same)?.coalesce()
}

/// The largest number of pieces that are simplified.
const MOST_SIMPLIFIED: usize = 16;

/// Set operations after which the gaps between differences are filled.
const BUDGET: u64 = 1_000_000;

/// `{ [x - y] : x conflicts with y }`, with at least one of each difference and its negative; a
/// superset without gaps if the exact ones cost too much. Meaningful only where the context holds.
///
/// The counters of tiles and strips that share no element with others leave conditions on sizes
/// modulo those of tiles, which no mapping depends on.
pub(crate) fn half_of_differences(overlaps: &[Join], zero: &Set, context: &Set) -> Result<Set> {
    let mut all = Vec::new();
    let mut have_gaps = false;
    for join in overlaps {
        // An element always meets itself; most elements meet no other.
        let differences = join.differences()?.without_zero();
        if !differences.is_plainly_empty() {
            have_gaps |= differences.may_have_gaps();
            all.push(differences.set()?);
        }
    }
    let exact = || united(&all, zero, context);
    if !have_gaps {
        return exact();
    }
    if let Some(exact) = context.context().attempt(BUDGET, exact)? {
        return Ok(exact);
    }
    let filled = all.iter().map(Set::remove_divs);
    united(&filled.collect::<Result<Vec<_>>>()?, zero, context)
}

/// All differences but 0, where the context holds, as few pieces.
fn united(all: &[Set], zero: &Set, context: &Set) -> Result<Set> {
    let many = all.len() > 1;
    let mut half = zero.clone();
    let mut apart = zero.subtract(zero)?;
    for differences in all {
        let differences = match many {
            true => differences.coalesce()?,
            false => differences.clone(),
        };
        // Phases are often alike.
        if !many || !differences.is_subset(&half)? {
            half = half.union(&differences)?;
            apart = apart.union(&differences)?;
        }
    }
    // With 0, pieces often join; but taking it out again splits each of them, and isl simplifies a
    // piece with integer divisions into many.
    let half = half.coalesce()?;
    if half.piece_count()? > MOST_SIMPLIFIED {
        let apart = apart.coalesce()?;
        return match apart.is_disjoint(zero)? {
            true => Ok(apart),
            false => apart.subtract(zero),
        };
    }
    half.subtract(zero)?.gist_params(context)
}
