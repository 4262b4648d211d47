//! From the best lattices at small sizes to a mapping for all sizes.
//!
//! At several small values of the parameters the lattices of least determinant are enumerated. Forms that occur at all of
//! them, with moduli that lie on polynomials of the parameters, are proposed, then single rows with affine coefficients; the
//! certificate proves them for all values, or does not. Where the least lattices follow no common form, forms with small
//! coefficients and row-major addresses are tried: each has a least modulus at every point, and the best that lie on a
//! polynomial are proposed.

mod addresses;
mod curve;
mod strides;

use super::exhaustive::{rank, threads};
use super::fixed::{Point, declared, differences};
use crate::lattice::{Congruence, Differences, Lattice, of_determinant, smallest};
use crate::numbers::{divisor, manhattan, value};
use crate::{Mapping, Problem, Row};
use poly::{PolyError, Result};
use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};

/// Elementary steps for one determinant.
const PATIENCE: u64 = 200_000;
/// More differences at one point are not enumerated.
const MOST_POINTS: usize = 12_000;
/// Of so many differences at one point the least lattices are not sought.
const MOST_SEARCHED: usize = 4_000;
/// The smallest value of a parameter that is looked at: below, corner cases rule.
const LEAST_VALUE: i64 = 5;
/// Steps up of the parameters: those outside of the context do not count.
const MOST_STEPS: i64 = 10;
/// Where the least lattices have nothing in common, those with so many cells more are looked at.
const MOST_ABOVE: i64 = 3;
/// Of the mappings of one kind that fit, this many are proposed.
const MOST_PROPOSED: usize = 6;
/// Largest coefficient of the forms that are tried one after the other.
const LARGEST_COEFFICIENT: i64 = 4;

/// Mappings that fit at the small sizes, best of each kind first.
pub(crate) fn propose(problem: &Problem) -> Result<Vec<Mapping>> {
    let lean = problem.lean()?;
    let names: Vec<String> = lean.params.iter().map(|p| p.name.clone()).collect();
    if names.is_empty() {
        return Ok(Vec::new());
    }
    // What cannot be enumerated has no family to be found.
    let samples = match samples(&lean) {
        Err(PolyError::Budget) => return Ok(Vec::new()),
        samples => samples?,
    };
    // One more point than an affine function needs, at least.
    if samples.len() < names.len() + 2 {
        return Ok(Vec::new());
    }
    let single = |rows: Vec<Row>| rows.into_iter().map(|row| vec![row]).take(MOST_PROPOSED);
    let mut found = families(&lean, &names, &samples);
    found.extend(single(of_forms(&names, &samples)));
    found.extend(single(addresses::propose(&lean, &names, &samples)));
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

/// The differences at small values of the parameters, in the order of their sample values: a few where all are a step up
/// together, then where one of them is.
fn samples(problem: &Problem) -> Result<Vec<Sample>> {
    let base = base(problem)?;
    let mut samples: BTreeMap<Vec<i64>, Sample> = BTreeMap::new();
    let all = 0..base.len();
    let one = all.clone().map(|k| (vec![k], 3));
    // A polynomial of the degree of the array, and one point more.
    let together = problem.dims() + 2;
    for (moved, count) in std::iter::once((all.collect(), together)).chain(one) {
        let mut found = 0;
        for step in 0..MOST_STEPS {
            if found == count {
                break;
            }
            let mut values = base.clone();
            moved.iter().for_each(|k: &usize| values[*k] += step);
            if let Entry::Vacant(place) = samples.entry(values) {
                let names = problem.params.iter().map(|p| p.name.clone());
                let point: Point = names.zip(place.key().iter().copied()).collect();
                let Some(differences) = differences(problem, &point, MOST_POINTS)? else {
                    continue;
                };
                place.insert(Sample { point, differences });
            }
            found += 1;
        }
    }
    Ok(samples.into_values().collect())
}

/// The first point: small values in the order of the sample values.
fn base(problem: &Problem) -> Result<Vec<i64>> {
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
        let least = problem.least_value(&problem.params[k].name)?;
        base[k] = value.max(least.unwrap_or(0));
    }
    Ok(base)
}

/// What the least lattices have in common, or else those with a few cells more.
fn families(problem: &Problem, names: &[String], samples: &[Sample]) -> Vec<Vec<Row>> {
    if samples
        .iter()
        .any(|s| s.differences.count() > MOST_SEARCHED)
    {
        return Vec::new();
    }
    let mut lattices: Vec<Vec<Lattice>> = samples.iter().map(|s| least(problem, s)).collect();
    let sizes = lattices.iter().map(|l| Some(l.first()?.determinant()));
    let Some(sizes) = sizes.collect::<Option<Vec<i64>>>() else {
        return Vec::new();
    };
    for more in 0..=MOST_ABOVE {
        if more > 0 {
            let sizes = samples.iter().zip(&sizes);
            let larger =
                sizes.map(|(s, size)| of_determinant(&s.differences, size + more, PATIENCE));
            lattices = larger.collect();
        }
        let mut found = of_lattices(names, samples, &lattices);
        let rows = strides::of_lattices(names, samples, &lattices).into_iter();
        found.extend(rows.map(|row| vec![row]).take(MOST_PROPOSED));
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// The lattices of least determinant at a sample.
fn least(problem: &Problem, sample: &Sample) -> Vec<Lattice> {
    let largest = declared(problem, &sample.point).unwrap_or(i64::MAX - 1);
    smallest(&sample.differences, largest, threads(), PATIENCE)
}

/// Forms that the least lattices have in common.
fn of_lattices(names: &[String], samples: &[Sample], lattices: &[Vec<Lattice>]) -> Vec<Vec<Row>> {
    let by_forms: Vec<BTreeMap<Vec<Vec<i64>>, Vec<i64>>> = lattices
        .iter()
        .map(|lattices| {
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
            Some(Row::new(
                form.clone(),
                curve::through(names, &moduli, form.len())?,
            ))
        });
        rows.collect::<Option<Vec<Row>>>()
    });
    fitted.take(MOST_PROPOSED).collect()
}

/// Single rows with small coefficients, each with its least modulus at every point.
fn of_forms(names: &[String], samples: &[Sample]) -> Vec<Row> {
    let Some(dims) = samples.first().map(|s| s.differences.dims()) else {
        return Vec::new();
    };
    let mut fitted: Vec<(i64, i64, Row)> = Vec::new();
    for form in forms(&axes(samples), dims) {
        let moduli = samples
            .iter()
            .map(|s| Some((&s.point, least_modulus(&form, &s.differences)?)));
        let Some(moduli) = moduli.collect::<Option<Vec<(&Point, i64)>>>() else {
            continue;
        };
        let last = moduli.last().map_or(0, |(_, b)| *b);
        if let Some(modulus) = curve::through(names, &moduli, form.len()) {
            let weight = manhattan(&form);
            fitted.push((last, weight, Row::new(form, modulus)));
        }
    }
    fitted.sort_by(|(a, v, r), (b, w, s)| (a, v, &r.form).cmp(&(b, w, &s.form)));
    fitted.into_iter().map(|(_, _, row)| row).collect()
}

/// The coordinates in which there are differences at all.
fn axes(samples: &[Sample]) -> BTreeSet<usize> {
    samples.iter().flat_map(|s| s.differences.axes()).collect()
}

/// All forms with small coefficients of these axes, one of each and its negative, none a multiple of another.
fn forms(axes: &BTreeSet<usize>, dims: usize) -> Vec<Vec<i64>> {
    let most = match axes.len() {
        0..=2 => 2 * LARGEST_COEFFICIENT,
        3 => LARGEST_COEFFICIENT,
        _ => 2,
    };
    let mut all = vec![Vec::new()];
    for axis in 0..dims {
        let most = if axes.contains(&axis) { most } else { 0 };
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
    let values = differences.iter().map(|d| value(form, &d).abs());
    let values: BTreeSet<i64> = values.collect();
    if values.contains(&0) {
        return None;
    }
    let most = values.last().copied().unwrap_or(0);
    let is_free = |b: &i64| (1..=most / b).all(|m| !values.contains(&(m * b)));
    (1..=most + 1).find(is_free)
}
