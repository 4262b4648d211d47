//! A pointer to a row whose declaration was read, as data.

use crate::walk::accesses::usage::Way;
use crate::walk::draft::DraftSubscript;
use c::names::symbols::VarId;
use poly::Expr;
use scop::Subscript;
use std::collections::BTreeSet;

/// A pointer to a row, as far as its declaration was read.
#[derive(Clone)]
pub struct RowPointer {
    pub(super) array: VarId,
    /// The reference in its initialiser.
    pub(super) reference: usize,
    /// The subscripts before the last dimension.
    pub(super) leading: Vec<DraftSubscript>,
    /// These subscripts for each choice of the conditional expressions in them.
    pub(super) ways: Vec<Way>,
    /// The offset in the last dimension.
    pub(super) start: Start,
    /// It is set to another row in each iteration, so it does not walk through all rows.
    pub(super) walks: bool,
}

/// A sum of offsets.
#[derive(Clone)]
pub(super) struct Start {
    pub(super) expr: Option<Expr>,
    pub(super) polynomial: Option<Expr>,
    pub(super) wanted: BTreeSet<String>,
    /// One of them is computed in a type wider than `int`.
    pub(super) is_wide: bool,
    /// It changes an object.
    pub(super) steps: bool,
}

impl Start {
    pub(super) fn zero() -> Self {
        let zero = Expr::constant(0);
        Start {
            polynomial: Some(zero.clone()),
            expr: Some(zero),
            wanted: BTreeSet::new(),
            is_wide: false,
            steps: false,
        }
    }

    /// Adds a subscript, or subtracts it.
    pub(super) fn plus(&self, sign: i64, subscript: &DraftSubscript) -> Self {
        let polynomial = self.polynomial.as_ref().zip(subscript.polynomial.as_ref());
        let mut wanted = self.wanted.clone();
        wanted.extend(subscript.wanted.iter().cloned());
        Start {
            expr: match (&self.expr, &subscript.meaning) {
                (Some(start), Subscript::Affine(e)) => Some(start.clone() + e.clone() * sign),
                _ => None,
            },
            polynomial: polynomial.and_then(|(start, e)| match sign {
                1 => start.checked_add(e),
                _ => start.checked_sub(e),
            }),
            wanted,
            is_wide: self.is_wide || subscript.is_wide,
            steps: self.steps || subscript.steps,
        }
    }

    /// The meaning of a subscript of the pointer in the last dimension.
    pub(super) fn meaning(&self, subscript: &Subscript) -> Subscript {
        match (self.expr.as_ref(), subscript) {
            (Some(start), other) if start.as_constant() == Some(0) => other.clone(),
            (Some(start), Subscript::Affine(e)) => Subscript::Affine(start.clone() + e.clone()),
            _ => Subscript::Any,
        }
    }
}
