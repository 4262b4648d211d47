//! From the best lattices at small sizes to a mapping for all sizes.
//!
//! At several small values of the parameters the lattices of least determinant are enumerated. Forms that occur at all of
//! them, with moduli that lie on affine functions of the parameters, are proposed; the certificate then
//! proves them for all values, or does not. Where the least lattices follow no common form, forms with small coefficients
//! are tried one after the other: each has a least modulus at every point, and the best that is affine is proposed.

use super::exhaustive::{rank, threads};
use super::fixed::{Point, declared, differences};
use crate::lattice::{Congruence, Differences, Lattice, smallest};
use crate::numbers::{divisor, manhattan};
use crate::{Mapping, Problem, Row};
use poly::{Expr, PolyError, Result};
use std::collections::{BTreeMap, BTreeSet};

/// Elementary steps for one determinant.
const PATIENCE: u64 = 200_000;
/// More differences at one point are not enumerated.
const MOST_POINTS: usize = 4_000;
/// The smallest value of a parameter that is looked at: below, corner cases rule.
const LEAST_VALUE: i64 = 5;
/// Of the mappings that fit, this many are proposed.
const MOST_PROPOSED: usize = 6;
/// Largest coefficient of the forms that are tried one after the other.
const LARGEST_COEFFICIENT: i64 = 4;

/// Mappings that fit at the small sizes, best first.
pub(crate) fn propose(problem: &Problem) -> Result<Vec<Mapping>> {
    let lean = problem.lean()?;
    let names: Vec<String> = lean.params.iter().map(|p| p.name.clone()).collect();
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let mut samples = Vec::new();
    for point in points(&lean) {
        match differences(&lean, &point, MOST_POINTS) {
            Ok(Some(differences)) => samples.push(Sample { point, differences }),
            Ok(None) => {}
            // What cannot be enumerated has no family to be found.
            Err(PolyError::Budget) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        }
    }
    // One more point than an affine function needs, at least.
    if samples.len() < names.len() + 2 {
        return Ok(Vec::new());
    }
    let mut found = of_lattices(&lean, &names, &samples);
    found.extend(of_forms(&names, &samples));
    let rows = |rows: Vec<Row>| Mapping {
        rows,
        dims: problem.dims(),
    };
    Ok(found.into_iter().map(rows).collect())
}

/// What conflicts at one point.
struct Sample {
    point: Point,
    differences: Differences,
}

/// Small values of the parameters, in the order of their sample values: all of them a step up together, and one after the
/// other.
fn points(problem: &Problem) -> Vec<Point> {
    let mut by_size: Vec<(i64, usize)> = problem.params.iter().map(|p| p.value).zip(0..).collect();
    by_size.sort_unstable();
    let mut base = vec![0; by_size.len()];
    let mut value = LEAST_VALUE;
    let mut before = None;
    for (sample, k) in by_size {
        if before.is_some_and(|b| b != sample) {
            value += 2;
        }
        before = Some(sample);
        base[k] = value;
    }
    let named = |values: &[i64]| -> Point {
        let names = problem.params.iter().map(|p| p.name.clone());
        names.zip(values.iter().copied()).collect()
    };
    let mut all: BTreeSet<Vec<i64>> = BTreeSet::new();
    for step in 0..4 {
        all.insert(base.iter().map(|v| v + step).collect());
    }
    for k in 0..base.len() {
        for step in 1..3 {
            let mut values = base.clone();
            values[k] += step;
            all.insert(values);
        }
    }
    all.iter().map(|values| named(values)).collect()
}

/// Forms that the least lattices have in common.
fn of_lattices(problem: &Problem, names: &[String], samples: &[Sample]) -> Vec<Vec<Row>> {
    let by_forms: Vec<BTreeMap<Vec<Vec<i64>>, Vec<i64>>> = samples
        .iter()
        .map(|sample| {
            let largest = declared(problem, &sample.point).unwrap_or(i64::MAX - 1);
            let lattices = smallest(&sample.differences, largest, threads(), PATIENCE);
            let mut rows: Vec<Vec<Congruence>> =
                lattices.iter().map(Lattice::congruences).collect();
            rows.sort_by_cached_key(|rows| rank(rows));
            let split =
                |rows: Vec<Congruence>| rows.into_iter().map(|r| (r.form, r.modulus)).unzip();
            rows.into_iter().map(split).collect()
        })
        .collect();
    let Some((first, others)) = by_forms.split_first() else {
        return Vec::new();
    };
    let common = first
        .keys()
        .filter(|forms| others.iter().all(|o| o.contains_key(*forms)));
    let mut common: Vec<&Vec<Vec<i64>>> = common.collect();
    common.sort_by_key(|forms| {
        let weight: i64 = forms.iter().map(|f| manhattan(f)).sum();
        (forms.len(), weight)
    });
    let fitted = common.into_iter().filter_map(|forms| {
        let rows = forms.iter().enumerate().map(|(row, form)| {
            let moduli = by_forms.iter().zip(samples);
            let moduli: Vec<(&Point, i64)> = moduli
                .map(|(at, sample)| (&sample.point, at[forms][row]))
                .collect();
            Some(Row {
                form: form.clone(),
                modulus: affine(names, &moduli)?,
            })
        });
        rows.collect::<Option<Vec<Row>>>()
    });
    fitted.take(MOST_PROPOSED).collect()
}

/// Single rows with small coefficients, each with its least modulus at every point.
fn of_forms(names: &[String], samples: &[Sample]) -> Vec<Vec<Row>> {
    let Some(dims) = samples.first().map(|s| s.differences.dims()) else {
        return Vec::new();
    };
    let mut fitted: Vec<(i64, i64, Row)> = Vec::new();
    for form in forms(dims) {
        let moduli = samples
            .iter()
            .map(|s| Some((&s.point, least_modulus(&form, &s.differences)?)));
        let Some(moduli) = moduli.collect::<Option<Vec<(&Point, i64)>>>() else {
            continue;
        };
        let last = moduli.last().map_or(0, |(_, b)| *b);
        if let Some(modulus) = affine(names, &moduli) {
            let weight = manhattan(&form);
            fitted.push((last, weight, Row { form, modulus }));
        }
    }
    fitted.sort_by(|(a, v, r), (b, w, s)| (a, v, &r.form).cmp(&(b, w, &s.form)));
    let rows = fitted.into_iter().map(|(_, _, row)| vec![row]);
    rows.take(MOST_PROPOSED).collect()
}

/// All forms with small coefficients, one of each and its negative, none a multiple of another.
fn forms(dims: usize) -> Vec<Vec<i64>> {
    let most = match dims {
        0..=2 => 2 * LARGEST_COEFFICIENT,
        3 => LARGEST_COEFFICIENT,
        _ => 2,
    };
    let mut all = vec![Vec::new()];
    for _ in 0..dims {
        let longer = |form: &Vec<i64>| {
            let form = form.clone();
            (-most..=most).map(move |c| [form.as_slice(), &[c]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    let is_first = |form: &Vec<i64>| form.iter().rfind(|c| **c != 0).is_some_and(|c| *c > 0);
    all.retain(|form| is_first(form) && divisor(form) == 1);
    all
}

/// The least `b` for which no difference has a multiple of `b` as its value; `None` if one has the value 0.
fn least_modulus(form: &[i64], differences: &Differences) -> Option<i64> {
    let value = |d: Vec<i64>| form.iter().zip(&d).map(|(c, x)| c * x).sum::<i64>().abs();
    let values: BTreeSet<i64> = differences.iter().map(value).collect();
    if values.contains(&0) {
        return None;
    }
    let most = values.last().copied().unwrap_or(0);
    let is_free = |b: &i64| (1..=most / b).all(|m| !values.contains(&(m * b)));
    (1..=most + 1).find(is_free)
}

/// The affine function of the parameters through these values; `None` if there is none with integer coefficients.
fn affine(names: &[String], values: &[(&Point, i64)]) -> Option<Expr> {
    let (origin, base) = values.first()?;
    let mut coefficients = Vec::new();
    for (k, name) in names.iter().enumerate() {
        let differs_here = |point: &Point| {
            point
                .iter()
                .zip(origin.iter())
                .all(|(a, b)| a.1 == b.1 || a.0 == *name)
        };
        let (point, value) = values
            .iter()
            .find(|(point, _)| point[k].1 != origin[k].1 && differs_here(point))?;
        let (rise, run) = (value.checked_sub(*base)?, point[k].1 - origin[k].1);
        if rise % run != 0 {
            return None;
        }
        coefficients.push(rise / run);
    }
    let zero = names.iter().zip(&coefficients).zip(origin.iter());
    let constant = zero.fold(*base, |sum, ((_, c), (_, v))| sum - c * v);
    let terms = names.iter().zip(&coefficients);
    let expr = terms.fold(Expr::constant(constant), |sum, (name, c)| {
        sum + Expr::var(name) * *c
    });
    let fits = |(point, value): &(&Point, i64)| super::fixed::at(point, &expr) == Some(*value);
    values.iter().all(fits).then_some(expr)
}
