//! One linearised address modulo the window of live addresses (De Greef, Catthoor, De Man: Memory
//! size reduction through storage order optimization for embedded parallel multimedia applications,
//! 1997), for every order of the axes.
//!
//! The strides inside the outermost index of an order must be numbers, except that the outermost of
//! them may be affine in one parameter; then the window is too. Such a stride is replaced by a
//! number: an address times a unit of Z/b separates the same elements. Where the window is not
//! affine, `generalise` tries addresses with polynomial windows.

use super::orders::on_kernel;
use crate::numbers::{orders, unit};
use crate::problem::row_text;
use crate::{Mapping, Problem, Row};
use num_integer::gcd;
use poly::{Atom, Expr, Result, Set};

/// Largest difference along the outermost index for which every value is examined.
const MOST_ROWS: i64 = 8;
/// How far a window is raised to make a multiplier a unit.
const MOST_RAISED: i64 = 8;

/// One mapping per order of the axes for which there is one.
pub(crate) fn propose(problem: &Problem) -> Result<Vec<Mapping>> {
    let mut found: Vec<Mapping> = Vec::new();
    for order in orders(problem.dims()) {
        let row = window_along(problem, &order)?;
        let mapping = row.map(|row| Mapping {
            rows: vec![row],
            dims: problem.dims(),
        });
        found.extend(mapping.map(Mapping::without_trivial_rows));
    }
    Ok(found)
}

/// The address with the axes in this order, outermost first.
fn window_along(problem: &Problem, order: &[usize]) -> Result<Option<Row>> {
    let Some((outer, inner)) = order.split_first() else {
        return Ok(None);
    };
    let Some((address, stride)) = inner_address(problem, inner) else {
        return Ok(None);
    };
    match stride.as_constant() {
        Some(stride) => numeric(problem, address, *outer, stride),
        None => parametric(problem, &address, *outer, &stride),
    }
}

/// The address within a slice of the outermost index, and the size of a slice.
fn inner_address(problem: &Problem, inner: &[usize]) -> Option<(Vec<i64>, Expr)> {
    let mut address = vec![0; problem.dims()];
    let mut stride = Expr::constant(1);
    for axis in inner.iter().rev() {
        address[*axis] = stride.as_constant()?;
        let step = stride.as_constant()?;
        stride = problem.extents[*axis].clone() * step;
    }
    stride.is_affine().then_some((address, stride))
}

fn numeric(
    problem: &Problem,
    mut address: Vec<i64>,
    outer: usize,
    stride: i64,
) -> Result<Option<Row>> {
    address[outer] = stride;
    let modulus = problem.modulus_beyond(&problem.half, &address)?;
    Ok(Some(Row::new(address, modulus)))
}

/// `stride * d_outer + address·d`, with a stride that is affine in a parameter, as a row of
/// numbers.
fn parametric(
    problem: &Problem,
    address: &[i64],
    outer: usize,
    stride: &Expr,
) -> Result<Option<Row>> {
    let Some(window) = window(problem, address, outer, stride)? else {
        return Ok(None);
    };
    let mut terms = stride.terms();
    let (Some((Atom::Var(name), step)), None) = (terms.next(), terms.next()) else {
        return Ok(None);
    };
    for raised in 0..=MOST_RAISED {
        let modulus = window.clone() + Expr::constant(raised);
        if let Some(form) = with_unit(address, outer, stride, &modulus, name, step) {
            return Ok(Some(Row::new(form, modulus)));
        }
    }
    Ok(None)
}

/// The address times `m`, where `m * stride` is a number modulo the window and `m` is a unit: with
/// `stride = step * N + rest` and `window = w * N + a`, `m * step = k * w` leaves `m * rest - k *
/// a`.
fn with_unit(
    address: &[i64],
    outer: usize,
    stride: &Expr,
    window: &Expr,
    name: &str,
    step: i64,
) -> Option<Vec<i64>> {
    let w = window.coefficient(name);
    let rest = window.clone() - Expr::var(name) * w;
    let a = rest.as_constant().filter(|_| w > 0 && step > 0)?;
    let common = gcd(w, step);
    let (m, k) = (w / common, step / common);
    if gcd(m, a) != 1 {
        return None;
    }
    let mut form: Vec<i64> = address.iter().map(|c| c * m).collect();
    form[outer] = m * stride.constant_part() - k * a;
    Some(form)
}

/// One more than the largest distance of two conflicting addresses, if it is affine: the outermost
/// difference has few values, and the largest address for one of them dominates.
fn window(problem: &Problem, address: &[i64], outer: usize, stride: &Expr) -> Result<Option<Expr>> {
    let both = problem.half.union(&problem.half.neg()?)?;
    let axis = unit(outer, problem.dims());
    let most = problem.reach(&both, &axis)?.and_then(|e| e.as_constant());
    let Some(most) = most.filter(|m| *m <= MOST_ROWS) else {
        return Ok(None);
    };
    let mut farthest: Vec<Expr> = Vec::new();
    for rows in 0..=most {
        let there = at_distance(problem, &both, &axis, rows)?;
        if let Some(inner) = problem.upper(&there, address)? {
            farthest.push(stride.clone() * rows + inner);
        }
    }
    for candidate in &farthest {
        let mut wins = candidate.is_affine();
        for other in &farthest {
            wins = wins && problem.always(&format!("{other} <= {candidate}"))?;
        }
        if wins {
            return problem.modulus_above(candidate.clone()).map(Some);
        }
    }
    Ok(None)
}

/// The differences with one value of a form.
fn at_distance(problem: &Problem, set: &Set, form: &[i64], value: i64) -> Result<Set> {
    match value {
        0 => on_kernel(problem, set, form),
        _ => set.intersect(&problem.points_where(&format!("{} = {value}", row_text(form)))?),
    }
}
