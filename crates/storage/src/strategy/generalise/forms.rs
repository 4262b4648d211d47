//! Single rows with small coefficients, each with its least modulus at every sample.

use super::curve;
use super::samples::{Sample, axes};
use crate::Row;
use crate::lattice::Differences;
use crate::numbers::{divisor, manhattan, vectors_within};
use crate::strategy::fixed::Point;
use std::collections::BTreeSet;

/// Largest coefficient of the forms that are tried.
const LARGEST_COEFFICIENT: i64 = 4;

/// Single rows with small coefficients, each with its least modulus at every point.
pub(super) fn of_forms(names: &[String], samples: &[Sample]) -> Vec<Row> {
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

/// All forms with small coefficients of these axes, one of each and its negative, none a multiple
/// of another.
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

/// The least `b` such that no difference has a multiple of `b` as its value; `None` if one has the
/// value 0.
pub(super) fn least_modulus(form: &[i64], differences: &Differences) -> Option<i64> {
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
