//! Least lattices at the samples, and mappings by the forms that they share.

use super::samples::Sample;
use super::{curve, strides};
use crate::lattice::{Congruence, Lattice, of_determinant, smallest};
use crate::numbers::manhattan;
use crate::strategy::exhaustive::{rank, threads};
use crate::strategy::fixed::{Point, declared};
use crate::{Problem, Row};
use std::collections::BTreeMap;

/// Elementary steps for one determinant.
const PATIENCE: u64 = 200_000;
/// With more differences at one point its least lattices are not sought.
const MOST_SEARCHED: usize = 4_000;
/// If the least lattices share no form, lattices with up to this many more cells are examined.
const MOST_ABOVE: i64 = 3;
/// How many fitting mappings of one kind are proposed.
const MOST_FITTING: usize = 6;

/// The lattices of least determinant at each sample; empty from the first sample on at which the
/// search takes too long.
pub(super) fn least_lattices(problem: &Problem, samples: &[Sample]) -> Vec<Vec<Lattice>> {
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

/// Mappings by the common forms of lattices at the samples; none if a sample has no lattice.
pub(super) fn fitting(
    names: &[String],
    samples: &[Sample],
    lattices: &[Vec<Lattice>],
) -> Vec<Vec<Row>> {
    if lattices.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let mut found = of_lattices(names, samples, lattices);
    let rows = strides::of_lattices(names, samples, lattices).into_iter();
    found.extend(rows.map(|row| vec![row]).take(MOST_FITTING));
    found
}

/// Mappings by the common forms of lattices with a few cells more than the least ones.
pub(super) fn above(names: &[String], samples: &[Sample], least: &[Vec<Lattice>]) -> Vec<Vec<Row>> {
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

/// Forms that the lattices share.
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
    fitted.take(MOST_FITTING).collect()
}
