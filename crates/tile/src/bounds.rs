//! The loops over tiles: their first value and their end in each dimension, from the bounds of the
//! user's loops and the tiles of outer dimensions.

use crate::nest::UnitText;
use poly::Expr;

/// More ends of one loop are not written.
const MOST_ENDS: usize = 4;

/// The tiles of one dimension.
#[derive(Clone, Debug)]
pub(crate) struct Dimension {
    /// The counter of the loop over tiles: the least value of the form in the tile.
    pub(crate) counter: String,
    /// The type of that counter.
    pub(crate) type_name: String,
    /// The size of a tile.
    pub(crate) size: Expr,
    /// The loop of the nest that is divided.
    pub(crate) level: usize,
    /// By unit; `None` for one that every tile executes.
    pub(crate) cuts: Vec<Option<Cut>>,
}

/// The instances of a unit in a tile: those with `tile <= least` and `most < tile + size`. Both are
/// the same form of the counters, unless the tile computes some instances beside it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    pub(crate) least: Expr,
    pub(crate) most: Expr,
}

impl Cut {
    /// The instances of which a form is in a tile.
    pub(crate) fn exact(form: Expr) -> Self {
        Cut {
            least: form.clone(),
            most: form,
        }
    }

    /// The same form without a name.
    pub(crate) fn without(&self, name: &Expr) -> Self {
        Cut {
            least: self.least.clone() - name.clone(),
            most: self.most.clone() - name.clone(),
        }
    }

    /// The form, if no instance is in two tiles.
    pub(crate) fn form(&self) -> Option<&Expr> {
        (self.least == self.most).then_some(&self.least)
    }

    pub(crate) fn coefficient(&self, name: &str) -> i64 {
        self.least.coefficient(name)
    }
}

impl Dimension {
    /// The counter of a unit that the tile bounds, if its form is that counter and a sum of outer
    /// ones: the counter, and the rest.
    pub(crate) fn bounded(&self, unit: usize, loops: &[String]) -> Option<(String, Cut)> {
        let cut = self.cuts[unit].as_ref()?;
        let last = loops.iter().rev().find(|c| cut.coefficient(c) != 0)?;
        (cut.coefficient(last) == 1).then(|| (last.clone(), cut.without(&Expr::var(last))))
    }

    /// The first value beyond the tile.
    pub(crate) fn end(&self) -> Expr {
        Expr::var(&self.counter) + self.size.clone()
    }
}

/// A loop over tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TileLoop {
    /// The least of these is the first value.
    pub(crate) first: Vec<Expr>,
    /// It goes on while the counter is less than all of one of these.
    pub(crate) ends: Vec<Vec<Expr>>,
    /// In some rows of tiles, the first value is more.
    pub(crate) alternate: Option<Alternate>,
}

/// Every second row of tiles is in the gaps of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Alternate {
    /// The distance of a row from the first one.
    pub(crate) row: Expr,
    /// The distance of rows.
    pub(crate) height: i64,
    /// By how much their first value is more.
    pub(crate) by: i64,
}

/// A number that an expression never is less than, if the loops over tiles have these first values.
pub(crate) fn lower_bound(expr: &Expr, known: &[(&str, &TileLoop)]) -> Option<i64> {
    let mut expr = expr.clone();
    for (counter, found) in known.iter().rev() {
        let factor = expr.coefficient(counter);
        if let ([first], true) = (found.first.as_slice(), factor > 0) {
            expr = expr.checked_sub(&(Expr::var(counter) * factor))?;
            expr = expr.checked_add(&(first.clone() * factor))?;
        }
    }
    expr.as_constant()
}

/// The loop over the tiles of a dimension inside of others; `None` if a bound is not known.
pub(crate) fn tile_loop(
    units: &[UnitText],
    outer: &[Dimension],
    known: &[(&str, &TileLoop)],
    own: &Dimension,
    is_positive: &dyn Fn(usize, &Expr) -> bool,
) -> Option<TileLoop> {
    let mut first = Vec::new();
    let mut all_ends: Vec<(usize, Vec<Expr>)> = Vec::new();
    for (at, unit) in units.iter().enumerate() {
        // Others are executed for the values that these read.
        let Some(form) = own.cuts[at].as_ref().and_then(Cut::form) else {
            continue;
        };
        let reader = Reader { unit, at, outer };
        let lowest = reader.bounds(form, Side::Least)?;
        first.push((at, lowest.last()?.clone()));
        let mut highest = reader.bounds(form, Side::Most)?;
        highest.truncate(MOST_ENDS);
        for end in &mut highest {
            *end = end.checked_add(&Expr::constant(1))?;
        }
        all_ends.push((at, highest));
    }
    if first.is_empty() {
        return None;
    }
    let first = least(first, known, is_positive);
    let ends = needed(&first, all_ends, is_positive);
    Some(TileLoop {
        first,
        ends,
        alternate: None,
    })
}

/// The ends of units, each with its number, without those that others reach.
fn needed(
    first: &[Expr],
    all: Vec<(usize, Vec<Expr>)>,
    is_positive: &dyn Fn(usize, &Expr) -> bool,
) -> Vec<Vec<Expr>> {
    let mut left = all;
    let mut at = 0;
    while at < left.len() {
        let (unit, own) = &left[at];
        let mut others = left.iter().enumerate().filter(|(other, _)| *other != at);
        let is_reached = others.any(|(_, (_, ends))| {
            reaches(ends, own, &|by| is_positive(*unit, by))
                || is_in_first(own, first, ends, &|by| is_positive(*unit, by))
        });
        match is_reached {
            true => drop(left.remove(at)),
            false => at += 1,
        }
    }
    let mut ends = Vec::new();
    for (_, own) in left {
        join(&mut ends, own);
    }
    ends
}

/// Whether the least of some ends is at least that of others.
fn reaches(ends: &[Expr], others: &[Expr], is_positive: &dyn Fn(&Expr) -> bool) -> bool {
    let is_at_least = |end: &Expr, other: &Expr| {
        let by = end.checked_sub(other);
        by.is_some_and(|by| is_not_negative(&by, is_positive))
    };
    let mut all = ends.iter();
    all.all(|end| others.iter().any(|other| is_at_least(end, other)))
}

/// Whether a unit is in the first tile alone, which a loop with other ends contains, too.
fn is_in_first(
    own: &[Expr],
    first: &[Expr],
    ends: &[Expr],
    is_positive: &dyn Fn(&Expr) -> bool,
) -> bool {
    let ([own], [first]) = (own, first) else {
        return false;
    };
    let is_first = own.checked_sub(first).and_then(|e| e.as_constant()) == Some(1);
    let mut beyond = ends.iter().map(|end| end.checked_sub(first));
    is_first && beyond.all(|by| by.is_some_and(|by| is_positive(&by)))
}

/// Adds the ends of a unit: a loop goes on as long as one unit needs it.
fn join(all: &mut Vec<Vec<Expr>>, own: Vec<Expr>) {
    let apart = |a: &[Expr], b: &[Expr]| -> Option<Vec<i64>> {
        let pairs = a.iter().zip(b);
        let pairs = pairs.map(|(a, b)| a.checked_sub(b)?.as_constant());
        (a.len() == b.len()).then(|| pairs.collect::<Option<_>>())?
    };
    for known in all.iter_mut() {
        if let Some(apart) = apart(&own, known) {
            for (end, more) in known.iter_mut().zip(apart) {
                *end = end.clone() + Expr::constant(more.max(0));
            }
            return;
        }
    }
    all.push(own);
}

/// The first values of units without those that are never less than another one where the unit is
/// executed.
fn least(
    all: Vec<(usize, Expr)>,
    known: &[(&str, &TileLoop)],
    is_positive: &dyn Fn(usize, &Expr) -> bool,
) -> Vec<Expr> {
    let reaches = |(unit, one): &(usize, Expr), other: &Expr| {
        let by = one.checked_sub(other);
        by.is_some_and(|by| match lower_bound(&by, known) {
            Some(least) => least >= 0,
            None => is_not_negative(&by, &|by| is_positive(*unit, by)),
        })
    };
    let mut kept: Vec<(usize, Expr)> = Vec::new();
    for one in all {
        if kept.iter().any(|(_, other)| reaches(&one, other)) {
            continue;
        }
        kept.retain(|other| !reaches(other, &one.1));
        kept.push(one);
    }
    kept.into_iter().map(|(_, first)| first).collect()
}

/// Whether a sum of sizes is at least 0.
fn is_not_negative(sum: &Expr, is_positive: &dyn Fn(&Expr) -> bool) -> bool {
    match sum.as_constant() {
        Some(number) => number >= 0,
        None => {
            let more = sum.checked_add(&Expr::constant(1));
            more.is_some_and(|more| is_positive(&more))
        }
    }
}

/// One side of a range.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Least,
    Most,
}

/// The least or the largest value of a form of the counters of a unit, by the bounds of its loops.
pub(crate) fn loop_bound(unit: &UnitText, form: &Expr, side: Side) -> Option<Expr> {
    let reader = Reader {
        unit,
        at: 0,
        outer: &[],
    };
    reader.bounds(form, side)?.into_iter().next()
}

/// The same by the bounds of its loops and of tiles of some dimensions, each of which is a bound.
pub(crate) fn bounds_in(
    unit: (usize, &UnitText),
    outer: &[Dimension],
    form: &Expr,
    side: Side,
) -> Option<Vec<Expr>> {
    let (at, unit) = unit;
    Reader { unit, at, outer }.bounds(form, side)
}

struct Reader<'r> {
    unit: &'r UnitText,
    at: usize,
    outer: &'r [Dimension],
}

impl Reader<'_> {
    /// Bounds of a form, from those that only follow from the bounds of the loops to those that
    /// follow from the tiles of outer dimensions.
    fn bounds(&self, form: &Expr, side: Side) -> Option<Vec<Expr>> {
        let mut found = vec![form.clone()];
        for counted in self.unit.loops.iter().rev() {
            let mut next = Vec::new();
            for expr in &found {
                for value in self.replaced(expr, &counted.counter, side)? {
                    if !next.contains(&value) {
                        next.push(value);
                    }
                }
            }
            found = next;
        }
        let is_free = |expr: &Expr| {
            let mut loops = self.unit.loops.iter();
            loops.all(|counted| !expr.mentions(&counted.counter))
        };
        found.iter().all(is_free).then_some(found)
    }

    /// An expression with a counter at its bounds.
    fn replaced(&self, expr: &Expr, counter: &str, side: Side) -> Option<Vec<Expr>> {
        let factor = expr.coefficient(counter);
        if factor == 0 {
            return Some(vec![expr.clone()]);
        }
        let side = match (side, factor > 0) {
            (Side::Least, true) | (Side::Most, false) => Side::Least,
            _ => Side::Most,
        };
        let rest = expr.checked_sub(&(Expr::var(counter) * factor))?;
        let with = |value: Expr| rest.checked_add(&(value * factor));
        let all = self.of_loop(counter, side).into_iter();
        all.chain(self.of_tiles(counter, side)).map(with).collect()
    }

    fn of_loop(&self, counter: &str, side: Side) -> Option<Expr> {
        let mut loops = self.unit.loops.iter();
        let found = loops.find(|counted| counted.counter == counter)?;
        match side {
            Side::Least => Some(found.first.clone()),
            Side::Most => found.end.checked_sub(&Expr::constant(1)),
        }
    }

    fn of_tiles(&self, counter: &str, side: Side) -> Vec<Expr> {
        let names = self.unit.names();
        let bounded = self.outer.iter().filter_map(|dimension| {
            let (own, cut) = dimension.bounded(self.at, &names)?;
            let (value, rest) = match side {
                Side::Least => (Expr::var(&dimension.counter), cut.least),
                Side::Most => (dimension.end().checked_sub(&Expr::constant(1))?, cut.most),
            };
            (own == counter).then(|| value.checked_sub(&rest))?
        });
        bounded.collect()
    }
}
