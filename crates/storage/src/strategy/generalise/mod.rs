//! From the best lattices at small sizes to a mapping for all sizes.
//!
//! At several small values of the parameters the lattices of least determinant are enumerated. Forms that occur at all of
//! them, with moduli that lie on polynomials of the parameters, are proposed, then single rows with affine coefficients; the
//! certificate proves them for all values, or does not. Where the least lattices follow no common form, forms with small
//! coefficients and row-major addresses are tried: each has a least modulus at every point, and the best that lie on a
//! polynomial are proposed.
//!
//! For `pleat map` the least lattices are also taken apart by residues of the parameter, where they have nothing in common
//! (`classes`): each class of parameter values has its own forms.

mod addresses;
mod bases;
mod classes;
mod curve;
mod forms;
mod lattices;
mod samples;
mod strides;

use super::Proposals;
use crate::{Mapping, Problem, Row};
use forms::of_forms;
use lattices::{above, fitting, least_lattices};
use poly::{PolyError, Result};
use samples::samples;

/// Of the mappings of one kind that fit, this many are proposed.
const MOST_PROPOSED: usize = 6;

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
            (found, splits) = classes::propose(&lean, &samples, &least)?;
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
