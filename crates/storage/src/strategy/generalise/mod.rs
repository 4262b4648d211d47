//! From the best lattices at small sizes to a mapping for all sizes.
//!
//! At several small values of the parameters the lattices of least determinant are enumerated. Forms that occur at all of
//! them, with moduli that lie on polynomials of the parameters, are proposed, then single rows with affine coefficients; the
//! certificate proves them for all values, or does not. Where the least lattices follow no common form, forms with small
//! coefficients and row-major addresses are tried: each has a least modulus at every point, and the best that lie on a
//! polynomial are proposed.
//!
//! For `pleat map` the least lattices are also taken apart by residues of the parameter, where they have nothing in common
//! (`cases`): each class of parameter values has its own forms.

mod addresses;
mod bases;
mod cases;
mod curve;
mod strides;

use super::exhaustive::{rank, threads};
use super::fixed::{Point, declared, differences};
use crate::lattice::{Congruence, Differences, Lattice, of_determinant, smallest};
use crate::numbers::{divisor, manhattan, value, vectors_within};
use crate::strategy::Proposals;
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
/// So many steps up of the parameters that lie outside of the context are passed over.
const MOST_OUTSIDE: i64 = 7;
/// Where the least lattices have nothing in common, those with so many cells more are looked at.
const MOST_ABOVE: i64 = 3;
/// Of the mappings of one kind that fit, this many are proposed.
const MOST_PROPOSED: usize = 6;
/// Largest coefficient of the forms that are tried one after the other.
const LARGEST_COEFFICIENT: i64 = 4;

/// Mappings that fit at the small sizes, best of each kind first; with cases only if somebody has a use for them.
pub(crate) fn propose(problem: &Problem, with_cases: bool) -> Result<Proposals> {
    let lean = problem.lean()?;
    let names: Vec<String> = lean.params.iter().map(|p| p.name.clone()).collect();
    if names.is_empty() {
        return Ok(Proposals::default());
    }
    // For a polynomial of the degree of the array, and one point more. What cannot be enumerated has no family to be found.
    let samples = match samples(&lean, lean.dims() + 2) {
        Err(PolyError::Budget) => return Ok(Proposals::default()),
        samples => samples?,
    };
    // One more point than an affine function needs, at least.
    if samples.len() < names.len() + 2 {
        return Ok(Proposals::default());
    }
    let least = least_lattices(&lean, &samples);
    let mut found = fitting(&names, &samples, &least);
    let mut splits = Vec::new();
    if found.is_empty() {
        if with_cases {
            (found, splits) = cases::propose(&lean, &samples, &least)?;
        }
        found.extend(above(&names, &samples, &least));
    }
    let single = |rows: Vec<Row>| rows.into_iter().map(|row| vec![row]).take(MOST_PROPOSED);
    found.extend(single(of_forms(&names, &samples)));
    found.extend(single(addresses::propose(&lean, &names, &samples)));
    let dims = problem.dims();
    let mapping = |rows: Vec<Row>| Mapping { rows, dims };
    Ok(Proposals {
        mappings: found.into_iter().map(mapping).collect(),
        splits,
    })
}

/// What conflicts at one point.
#[derive(Clone)]
struct Sample {
    point: Point,
    differences: Differences,
}

impl Sample {
    /// Whether some row maps each difference to a value other than 0.
    fn is_separated(&self, rows: &[Row]) -> bool {
        let value_of = |name: &str| self.point.iter().find(|(n, _)| n == name).map(|(_, v)| *v);
        let rows: Option<Vec<(Vec<i64>, i64)>> = rows.iter().map(|r| r.at(&value_of)).collect();
        let Some(rows) = rows.filter(|rows| rows.iter().all(|(_, b)| *b >= 1)) else {
            return false;
        };
        let differs = |d: Vec<i64>| rows.iter().any(|(form, b)| value(form, &d) % b != 0);
        self.differences.iter().all(differs)
    }
}

/// The differences at small values of the parameters, in the order of their sample values: a few where all are a step up
/// together, then where one of them is.
fn samples(problem: &Problem, together: usize) -> Result<Vec<Sample>> {
    let base = base(problem)?;
    let mut samples: BTreeMap<Vec<i64>, Sample> = BTreeMap::new();
    let all = 0..base.len();
    let one = all.clone().map(|k| (vec![k], 3));
    for (moved, count) in std::iter::once((all.collect(), together)).chain(one) {
        let mut found = 0;
        for step in 0..count as i64 + MOST_OUTSIDE {
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

/// The lattices of least determinant at each sample, none where they are not known: from the first one on where the search
/// takes too long.
fn least_lattices(problem: &Problem, samples: &[Sample]) -> Vec<Vec<Lattice>> {
    let is_small = |s: &Sample| s.differences.count() <= MOST_SEARCHED;
    let mut all = vec![Vec::new(); samples.len()];
    if !samples.iter().all(is_small) {
        return all;
    }
    for (lattices, sample) in all.iter_mut().zip(samples) {
        *lattices = least(problem, sample);
        if lattices.is_empty() {
            break;
        }
    }
    all
}

/// What lattices at the samples have in common: nothing, if at one of them none is known.
fn fitting(names: &[String], samples: &[Sample], lattices: &[Vec<Lattice>]) -> Vec<Vec<Row>> {
    if lattices.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let mut found = of_lattices(names, samples, lattices);
    let rows = strides::of_lattices(names, samples, lattices).into_iter();
    found.extend(rows.map(|row| vec![row]).take(MOST_PROPOSED));
    found
}

/// What lattices with a few cells more than the least ones have in common.
fn above(names: &[String], samples: &[Sample], least: &[Vec<Lattice>]) -> Vec<Vec<Row>> {
    if least.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let larger = |more: i64| -> Vec<Vec<Lattice>> {
        let sizes = { least.iter() }.map(|l| l.first().map_or(0, Lattice::determinant) + more);
        { samples.iter().zip(sizes) }
            .map(|(s, size)| of_determinant(&s.differences, size, PATIENCE))
            .collect()
    };
    let found = (1..=MOST_ABOVE).map(|more| fitting(names, samples, &larger(more)));
    found
        .into_iter()
        .find(|rows| !rows.is_empty())
        .unwrap_or_default()
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
    let most = (0..dims).map(|axis| if axes.contains(&axis) { most } else { 0 });
    let mut all = vectors_within(&most.collect::<Vec<_>>());
    let is_first = |form: &Vec<i64>| form.iter().rfind(|c| **c != 0).is_some_and(|c| *c > 0);
    all.retain(|form| is_first(form) && divisor(form) == 1);
    all
}

/// The least `b` for which no difference has a multiple of `b` as its value; `None` if one has the value 0.
fn least_modulus(form: &[i64], differences: &Differences) -> Option<i64> {
    let values = differences
        .values(form)
        .map(|v| (v != 0).then_some(v.abs()));
    let mut values: Vec<i64> = values.collect::<Option<_>>()?;
    values.sort_unstable();
    values.dedup();
    let most = values.last().copied().unwrap_or(0);
    let is_free = |b: &i64| (1..=most / b).all(|m| values.binary_search(&(m * b)).is_err());
    (1..=most + 1).find(is_free)
}
