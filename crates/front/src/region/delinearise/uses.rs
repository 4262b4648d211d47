//! The accesses whose subscripts are taken apart together.

use crate::values::formula::Formula;
use crate::walk::draft::{DraftAccess, DraftStatement};
use crate::walk::walker::Walker;
use c::names::symbols::VarId;
use poly::Expr;

/// An access to the array whose dimension is split.
#[derive(Clone)]
pub(super) struct Use<'d> {
    /// Its statement.
    pub statement: &'d DraftStatement,
    /// The access.
    pub access: &'d DraftAccess,
    /// Its subscript.
    pub polynomial: &'d Expr,
    /// A condition on the parameters wherever it happens.
    pub inside: Option<Formula>,
}

impl Use<'_> {
    /// The same access, under a condition on the parameters.
    pub(super) fn inside(self, inside: Option<Formula>) -> Self {
        Use { inside, ..self }
    }
}

/// The accesses to an array with their subscripts of one dimension, if all subscripts are
/// polynomials.
pub(super) fn of_dimension<'w>(
    walker: &'w Walker<'_>,
    id: VarId,
    dim: usize,
) -> Option<Vec<Use<'w>>> {
    let mut uses = Vec::new();
    for statement in &walker.found.statements {
        for access in statement.accesses.iter().filter(|a| a.array == id) {
            if let Some(reference) = access.reference {
                let subscript = walker.found.references[reference].subscripts.get(dim)?;
                let polynomial = match subscript.ways.get(access.way) {
                    Some(chosen) => chosen.polynomial.as_ref()?,
                    None => subscript.polynomial.as_ref()?,
                };
                uses.push(Use {
                    statement,
                    access,
                    polynomial,
                    inside: None,
                });
            }
        }
    }
    Some(uses)
}
