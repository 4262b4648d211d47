//! Moduli for given bases (Darte, Schreiber, Villard 2005, heuristics 2 and 3; Alias, Baray, Darte:
//! Bee+Cl@k, 2007, section 4.2): the axes in every order, the vectors of the successive minima, a
//! reduced basis.
//!
//! Heuristic 2 multiplies each vector `a_i` of a basis until it is outside of the body extended
//! along the vectors before it; heuristic 3 gives each form more values than it has where the forms
//! before it are 0. For the inverse of a basis, in the opposite order, both are the same:
//! successive modulo along its rows.

use super::body::Body;
use super::minima::{basis_along, minimum_vectors};
use super::reduced::reduced;
use crate::numbers::{positive, unit};
use crate::strategy::orders::{best_basis, every_order};
use crate::{Mapping, Problem};
use poly::{IntMatrix, Result};

/// The mappings along the axes, and those of the best among the other bases.
pub(crate) fn propose(problem: &Problem) -> Result<Vec<Mapping>> {
    let dims = problem.dims();
    let axes: Vec<Vec<i64>> = (0..dims).map(|axis| unit(axis, dims)).collect();
    let mut found = every_order(problem, &axes)?;
    let mut bases = other_bases(problem)?;
    let is_known = |basis: &Vec<Vec<i64>>| axes.iter().all(|axis| basis.contains(axis));
    bases.retain(|basis| !is_known(basis));
    found.extend(best_basis(problem, bases)?);
    Ok(found)
}

/// The forms from the successive minima and from reduction: for each basis its inverse, last row
/// first, and the basis itself.
fn other_bases(problem: &Problem) -> Result<Vec<Vec<Vec<i64>>>> {
    let Some(body) = Body::of(&problem.lean()?)? else {
        return Ok(Vec::new());
    };
    let minima = match minimum_vectors(&body)? {
        Some(vectors) => Some(basis_along(&vectors)?),
        None => None,
    };
    let mut found: Vec<Vec<Vec<i64>>> = Vec::new();
    for basis in [minima, reduced(&body)?].into_iter().flatten() {
        let matrix = IntMatrix::from_rows(basis, body.dims())?;
        let inverse = matrix.inverse_unimodular()?.transpose();
        for forms in [&inverse, &matrix] {
            let forms = forms.rows().iter().rev().cloned().map(positive).collect();
            if !found.contains(&forms) {
                found.push(forms);
            }
        }
    }
    Ok(found)
}
