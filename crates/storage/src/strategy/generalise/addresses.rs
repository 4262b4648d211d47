//! Row-major addresses of the array, modulo a polynomial: De Greef's linear window if the window is
//! not affine.

use super::curve;
use super::forms::least_modulus;
use super::samples::{Sample, axes};
use crate::lattice::Differences;
use crate::numbers::orders;
use crate::strategy::fixed::at;
use crate::{Problem, Row};
use poly::Expr;

/// One row per order of the axes for which the window is a polynomial; the smallest at the last
/// sample is first.
pub(super) fn propose(problem: &Problem, names: &[String], samples: &[Sample]) -> Vec<Row> {
    let mut found: Vec<(i64, Row)> = Vec::new();
    let whole = problem
        .extents
        .iter()
        .fold(Expr::constant(1), |size, e| size * e);
    let axes: Vec<usize> = axes(samples).into_iter().collect();
    for order in orders(axes.len()) {
        let order: Vec<usize> = order.iter().map(|k| axes[*k]).collect();
        let Some(address) = address(problem, &order) else {
            continue;
        };
        for window in [least_modulus, distance] {
            let row = modulus(names, samples, &address, window)
                .filter(|modulus| *modulus != whole)
                .and_then(|modulus| Row::of_coefficients(&reduced(&address, &modulus), modulus));
            let last = samples
                .last()
                .and_then(|s| at(&s.point, &row.as_ref()?.modulus));
            found.extend(last.zip(row));
        }
    }
    found.sort_by_key(|(size, row)| (*size, row.weight()));
    found.into_iter().map(|(_, row)| row).collect()
}

/// The strides of the axes in this order, outermost first.
fn address(problem: &Problem, order: &[usize]) -> Option<Vec<Expr>> {
    let mut strides = vec![Expr::default(); problem.dims()];
    let mut stride = Expr::constant(1);
    for axis in order.iter().rev() {
        strides[*axis] = stride.clone();
        stride = stride * &problem.extents[*axis];
    }
    strides.iter().all(Expr::is_polynomial).then_some(strides)
}

/// A window of an address at a sample.
type Window = fn(&[i64], &Differences) -> Option<i64>;

fn modulus(names: &[String], samples: &[Sample], address: &[Expr], window: Window) -> Option<Expr> {
    let mut values = Vec::new();
    for sample in samples {
        let strides = address.iter().map(|stride| at(&sample.point, stride));
        let strides: Vec<i64> = strides.collect::<Option<_>>()?;
        values.push((&sample.point, window(&strides, &sample.differences)?));
    }
    curve::through(names, &values, address.len())
}

/// One more than the largest distance of two conflicting addresses.
fn distance(address: &[i64], differences: &Differences) -> Option<i64> {
    let mut values = differences.values(address).map(i64::abs);
    values.try_fold(1, |most, v| (v > 0).then_some(most.max(v + 1)))
}

/// Each stride, reduced by the window if that lowers its degree.
fn reduced(address: &[Expr], window: &Expr) -> Vec<Expr> {
    let shorter = |stride: &Expr| {
        let less = stride.clone() - window.clone();
        match less.degree() < stride.degree() {
            true => less,
            false => stride.clone(),
        }
    };
    address.iter().map(shorter).collect()
}
