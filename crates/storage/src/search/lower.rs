//! Lowers the moduli of a proved mapping as far as the certificate allows.

use crate::certificate::{Sampled, Verdict, certify};
use crate::{Mapping, Problem};
use poly::{Expr, Result};

/// How many times each modulus is lowered at most.
const STEPS: usize = 16;

/// The mapping with the modulus of each of these rows, in this order, lowered as long as it stays
/// proved.
pub(crate) fn lower(problem: &Problem, mapping: Mapping, rows: &[usize]) -> Result<Mapping> {
    let sampled = Sampled::new(problem)?;
    let mut best = mapping;
    for &row in rows {
        for _ in 0..STEPS {
            let mut candidate = best.clone();
            let modulus = &mut candidate.rows[row].modulus;
            *modulus = modulus.clone() - Expr::constant(1);
            if sampled.rejects(&candidate)? || certify(problem, &candidate)? != Verdict::Proved {
                break;
            }
            best = candidate;
        }
    }
    Ok(best.without_trivial_rows())
}
