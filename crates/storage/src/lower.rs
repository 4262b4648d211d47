//! Lowers the moduli of a proved mapping as far as the certificate allows.

use crate::certificate::{Sampled, Verdict, certify};
use crate::{Mapping, Problem};
use poly::{Expr, Result};

/// How far below the proposed modulus smaller ones are tried.
const DEPTH: i64 = 3;

/// The mapping with each modulus, first row first, replaced by the smallest proved one nearby.
pub(crate) fn lower(problem: &Problem, mapping: Mapping) -> Result<Mapping> {
    let sampled = Sampled::new(problem)?;
    let mut best = mapping;
    for row in 0..best.rows.len() {
        for less in (1..=DEPTH).rev() {
            let mut candidate = best.clone();
            let modulus = &mut candidate.rows[row].modulus;
            *modulus = modulus.clone() - Expr::constant(less);
            if sampled.rejects(&candidate)? {
                continue;
            }
            if certify(problem, &candidate)? == Verdict::Proved {
                best = candidate;
                break;
            }
        }
    }
    Ok(best.without_trivial_rows())
}
