//! From the best lattices at small sizes to a mapping for all sizes.
//!
//! The lattices of least determinant are enumerated at several small values of the parameters.
//! Forms that occur at all of them, with moduli that are polynomials of the parameters, are
//! proposed, then single rows with affine coefficients; the certificate proves or rejects them for
//! all values. If the least lattices share no form, forms with small coefficients and row-major
//! addresses are tried: each has a least modulus at every point, and the best with polynomial
//! moduli are proposed.
//!
//! For `pleat map`, least lattices without a common form are also grouped by residues of the
//! parameter (`classes`): each class of parameter values has its own forms.
//!
//! Assumes: a fold takes one mapping for all sizes, so a few cells more are accepted if the least
//! lattices share nothing.

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

/// How many fitting mappings of one kind are proposed.
const MOST_PROPOSED: usize = 6;

/// Mappings that fit at the small sizes, the best of each kind first; with cases only if asked for.
pub(crate) fn propose(problem: &Problem, with_cases: bool) -> Result<Proposals> {
    let lean = problem.lean()?;
    let names: Vec<String> = lean.params.iter().map(|p| p.name.clone()).collect();
    if names.is_empty() {
        return Ok(Proposals::default());
    }
    // Enough samples for a polynomial of the degree of the array, and one to confirm it. If
    // enumeration is too expensive, there is nothing to generalise.
    let samples = match samples(&lean, lean.dims() + 2) {
        Err(PolyError::Budget) => return Ok(Proposals::default()),
        samples => samples?,
    };
    // At least one point more than an affine function needs.
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
