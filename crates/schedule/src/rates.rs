//! How many rows each nest runs in the time in which others run one: as many as keep the distances
//! between writes and reads short.

use crate::distances::{Distance, Ratio, Reach, Rows};
use crate::{Bounds, Nest};
use num_integer::{gcd, lcm};
use poly::{Expr, Result};
use scop::{Scop, System};
use std::collections::BTreeMap;

/// No nest runs more rows at a time than another one.
pub(crate) const MOST_RATE: i64 = 16;
/// Rows that are at most so far apart are as close as any ratio makes them.
const CLOSE: i64 = 4;
/// Loops of known lengths fit a ratio if they differ by so many iterations at most.
const MOST_EXCESS: i64 = 16;

/// Ratios of rows that are tried after that of 1 to 1, in this order.
fn other_ratios() -> impl Iterator<Item = (i64, i64)> {
    (2..=MOST_RATE).flat_map(|rate| [(rate, 1), (1, rate)])
}

/// The distances of all pairs of nests, each at the ratio of their rates.
pub(crate) struct Rated {
    /// The rows that each nest runs while the others run theirs.
    pub(crate) rates: Vec<i64>,
    /// By the earlier and the later nest.
    pub(crate) distances: BTreeMap<(usize, usize), Vec<Distance>>,
}

/// The rates of nests.
///
/// # Errors
/// If the operation budget is used up.
pub(crate) fn rated(rows: &Rows, nests: &[Nest]) -> Result<Rated> {
    let mut distances = BTreeMap::new();
    let mut ratios = Vec::new();
    for to in 0..nests.len() {
        for from in 0..to {
            let (ratio, found) = closest(rows, nests, (from, to))?;
            if found.iter().any(|d| d.reach.is_some()) {
                ratios.push((from, to, ratio));
            }
            distances.insert((from, to), found);
        }
    }
    let rates = rates(nests, &ratios);
    for ((from, to), found) in &mut distances {
        let ratio = Ratio::of(rates[*from], rates[*to]);
        if !found.is_empty() && found.iter().any(|d| d.ratio != ratio) {
            *found = rows.between(*from, *to, ratio)?;
        }
    }
    Ok(Rated { rates, distances })
}

/// The ratio at which two nests are closest, and their distances.
fn closest(rows: &Rows, nests: &[Nest], pair: (usize, usize)) -> Result<(Ratio, Vec<Distance>)> {
    let mut best = (Ratio::ONE, rows.between(pair.0, pair.1, Ratio::ONE)?);
    let (Some(first), Some(second)) = (&nests[pair.0].rows, &nests[pair.1].rows) else {
        return Ok(best);
    };
    let mut spread = spread(&best.1);
    let passes = |d: &Distance| d.reach.is_some();
    let is_close = spread.is_some_and(|spread| spread <= CLOSE);
    let is_final = is_close && fits(first, second, Ratio::ONE) || !best.1.iter().any(passes);
    if is_final {
        return Ok(best);
    }
    for ratio in other_ratios().map(|(a, b)| Ratio::of(a, b)) {
        if !fits(first, second, ratio) {
            continue;
        }
        let found = rows.between(pair.0, pair.1, ratio)?;
        let other = self::spread(&found);
        if other.is_some_and(|other| spread.is_none_or(|known| other < known)) {
            (spread, best) = (other, (ratio, found));
        }
    }
    Ok(best)
}

/// Whether the loops of two nests end at about the same time at a ratio of rows.
fn fits(first: &Bounds, second: &Bounds, ratio: Ratio) -> bool {
    let excess = first.excess(ratio.first, second, ratio.second);
    first.is_like(ratio.first, second, ratio.second)
        && excess.is_some_and(|(least, most)| least >= -MOST_EXCESS && most <= MOST_EXCESS)
}

/// How far apart writes and reads of the same elements are more or less, in rows of the first nest;
/// `None` if that has no bound.
fn spread(distances: &[Distance]) -> Option<i64> {
    let mut most = 0;
    for distance in distances {
        match (distance.least, distance.reach) {
            (Some(least), Some(Reach::Rows(reach))) => {
                most = most.max((reach - least) / distance.ratio.second);
            }
            (Some(_), None) => {}
            _ => return None,
        }
    }
    Some(most)
}

impl Ratio {
    /// The ratio of two rates.
    pub(crate) fn of(first: i64, second: i64) -> Self {
        let common = gcd(first, second).max(1);
        Ratio {
            first: first / common,
            second: second / common,
        }
    }
}

/// Rates that have these ratios, as far as that is possible.
fn rates(nests: &[Nest], ratios: &[(usize, usize, Ratio)]) -> Vec<i64> {
    let mut rates: Vec<Option<Ratio>> = vec![None; nests.len()];
    for nest in 0..nests.len() {
        if rates[nest].is_none() {
            rates[nest] = Some(beside(nests, &rates, nest));
            spread_from(nest, ratios, &mut rates);
        }
    }
    let rates: Vec<Ratio> = rates.into_iter().flatten().collect();
    let common = rates.iter().map(|r| r.second).fold(1, lcm);
    let whole = rates.iter().map(|r| r.first * (common / r.second));
    let whole: Vec<i64> = whole.collect();
    let divisor = whole.iter().copied().fold(0, gcd).max(1);
    whole.iter().map(|rate| rate / divisor).collect()
}

/// The rates of nests that are connected with one.
fn spread_from(nest: usize, ratios: &[(usize, usize, Ratio)], rates: &mut [Option<Ratio>]) {
    let mut open = vec![nest];
    while let Some(nest) = open.pop() {
        let Some(own) = rates[nest] else {
            continue;
        };
        for (from, to, ratio) in ratios {
            let (other, rate) = match nest {
                _ if nest == *from => (*to, own.times(ratio.second, ratio.first)),
                _ if nest == *to => (*from, own.times(ratio.first, ratio.second)),
                _ => continue,
            };
            if rates[other].is_none() {
                rates[other] = Some(rate);
                open.push(other);
            }
        }
    }
}

/// A rate at which a nest ends with one of those whose rates are known.
fn beside(nests: &[Nest], rates: &[Option<Ratio>], nest: usize) -> Ratio {
    let Some(own) = &nests[nest].rows else {
        return Ratio::ONE;
    };
    let known =
        { nests.iter().zip(rates) }.filter_map(|(n, rate)| Some((n.rows.as_ref()?, (*rate)?)));
    let found = [(1, 1)]
        .into_iter()
        .chain(other_ratios())
        .find_map(|(first, second)| {
            let ratio = Ratio::of(first, second);
            let mut known = known.clone();
            let (_, rate) = known.find(|(other, _)| fits(own, other, ratio))?;
            Some(rate.times(ratio.first, ratio.second))
        });
    found.unwrap_or(Ratio::ONE)
}

impl Ratio {
    fn times(self, first: i64, second: i64) -> Self {
        let (first, second) = (
            self.first.saturating_mul(first),
            self.second.saturating_mul(second),
        );
        match first.max(second) > MOST_RATE * MOST_RATE {
            true => self,
            false => Ratio::of(first, second),
        }
    }
}

/// Which nests may become one loop: those of one kind. They end together, more or less, or one
/// is known to end before the other.
///
/// # Errors
/// If the operation budget is used up.
pub(crate) fn kinds(system: &System, nests: &[Nest], rates: &[i64]) -> Result<Vec<Option<usize>>> {
    let rows = |nest: usize| nests[nest].rows.as_ref();
    let mut known: Vec<Vec<usize>> = Vec::new();
    for nest in (0..nests.len()).filter(|nest| rows(*nest).is_some()) {
        let ends_with = |other: usize| {
            let pair = rows(nest).zip(rows(other));
            pair.is_some_and(|(own, other_rows)| own.is_like(rates[nest], other_rows, rates[other]))
        };
        match known.iter_mut().find(|kind| ends_with(kind[0])) {
            Some(kind) => kind.push(nest),
            None => known.push(vec![nest]),
        }
    }
    let is_before = |a: usize, b: usize| {
        let pair = rows(a).zip(rows(b)).filter(|_| rates[a] == rates[b]);
        match pair.and_then(|(own, other)| own.ends(other)) {
            Some(ends) => ends_in_order(&system.scop, [&nests[a], &nests[b]], ends),
            None => Ok(false),
        }
    };
    let all_before = |kind: &[usize], other: &[usize]| -> Result<bool> {
        for a in kind {
            for b in other {
                if !is_before(*a, *b)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    };
    let mut joined: Vec<Vec<usize>> = Vec::new();
    'kinds: for kind in known {
        for other in &mut joined {
            if all_before(&kind, other)? {
                other.extend(kind);
                continue 'kinds;
            }
        }
        joined.push(kind);
    }
    let place = |nest: usize| joined.iter().position(|kind| kind.contains(&nest));
    Ok((0..nests.len()).map(place).collect())
}

/// Whether the first of two ends, in the names of the text, is not the greater one wherever both
/// nests are executed.
fn ends_in_order(scop: &Scop, nests: [&Nest; 2], [less, more]: [&Expr; 2]) -> Result<bool> {
    let named = |name: &str| {
        let mut params = scop.params.iter().filter(|p| p.spelling == name);
        let only = params.next().filter(|_| params.next().is_none())?;
        Some(Expr::var(&only.name))
    };
    let [less, more] = [less, more].map(|end| end.substitute(&named));
    let mut executed = scop.context.clone();
    for nest in nests {
        let domains = nest
            .statements
            .iter()
            .map(|s| scop.statement(*s).domain.params());
        let own = domains.reduce(|all, own| all?.union(&own?));
        if let Some(own) = own {
            executed = executed.intersect(&own?)?;
        }
    }
    scop.holds(&executed, &format!("{less} <= {more}"))
}
