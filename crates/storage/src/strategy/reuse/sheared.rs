//! Boxes sheared along an outer axis: `i - 2*t` for `t` and `i` if the vector `(1, 2)` is a reuse
//! vector. The last axis is kept.
//!
//! Assumes: subscripts that never wrap show a compiler which elements are the same, so the modulus
//! is the whole range even if a smaller one could be proved.

use super::vectors::Conflicts;
use crate::numbers::unit;
use crate::{Mapping, Problem, Row};
use poly::{Expr, Result};

/// Steps along the other axis that are tried.
const STEPS: [i64; 6] = [1, -1, 2, -2, 3, -3];

/// The sheared box with the fewest cells at the samples, if it has fewer than the array.
pub(super) fn propose(problem: &Problem, conflicts: &Conflicts<'_>) -> Result<Option<Mapping>> {
    let dims = problem.dims();
    let most = problem.declared_size().unwrap_or(i64::MAX);
    let is_outer = |axis: &usize| problem.innermost.get(*axis) == Some(&false);
    let mut boxes: Vec<(i64, Shear)> = Vec::new();
    for along in (0..dims).filter(is_outer) {
        for axis in (0..dims - 1).filter(|axis| *axis != along) {
            let shears = STEPS.map(|step| Shear { along, axis, step });
            let sized = shears.into_iter().filter_map(|shear| {
                let size = shear.mapping(problem)?.size(problem)?;
                Some((size, shear))
            });
            boxes.extend(sized.filter(|(size, _)| *size < most));
        }
    }
    boxes.sort_by_key(|(size, _)| *size);
    for (_, shear) in boxes {
        if conflicts.allow(&shear.vector(dims))? {
            return Ok(shear.mapping(problem));
        }
    }
    Ok(None)
}

/// Each step along one axis is `step` steps along another.
struct Shear {
    along: usize,
    axis: usize,
    step: i64,
}

impl Shear {
    /// `(0, 1, 0, step)`
    fn vector(&self, dims: usize) -> Vec<i64> {
        let mut vector = unit(self.along, dims);
        vector[self.axis] = self.step;
        vector
    }

    /// The mapping to the other axes, one of them sheared; `None` if its range is not affine.
    fn mapping(&self, problem: &Problem) -> Option<Mapping> {
        let extents = &problem.extents;
        let dims = problem.dims();
        let further = (extents[self.along].clone() - Expr::constant(1)) * self.step.abs();
        let row = |axis: usize| {
            let mut form = unit(axis, dims);
            let mut modulus = extents[axis].clone();
            if axis == self.axis {
                form[self.along] = -self.step;
                modulus = modulus + further.clone();
            }
            Row::new(form, modulus)
        };
        let rows: Vec<Row> = (0..dims).filter(|d| *d != self.along).map(row).collect();
        let is_affine = rows.iter().all(|row| row.modulus.is_affine());
        is_affine.then_some(Mapping { rows, dims })
    }
}
