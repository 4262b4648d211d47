//! Sizes of heap arrays: at least 1 in a type, and no negative number of elements, wherever the old
//! sizes are that.

use crate::context::Context;
use crate::error::EmitError;
use crate::subscript::row::RowPlan;
use front::{FactorKind, FactorPlace, Form, HeapPlaces, Home};
use poly::{Expr, Set};

/// Raises the sizes of a heap array to the least ones that C allows.
///
/// # Errors
/// A question about sizes exceeds its budget.
pub(crate) fn raise(context: &Context, rows: &mut [RowPlan]) -> Result<(), EmitError> {
    let Home::Heap(places) = &context.fold.candidate.home else {
        return Ok(());
    };
    let allocation = Allocation::new(context, places)?;
    for (dim, row) in rows.iter_mut().enumerate() {
        row.size = allocation.raised(&row.size, allocation.least(dim))?;
    }
    Ok(())
}

/// The allocation of one array.
struct Allocation<'a> {
    context: &'a Context<'a>,
    places: &'a HeapPlaces,
    /// Parameter values for which C allows the pointer's type and the size.
    allowed: Set,
}

impl<'a> Allocation<'a> {
    fn new(context: &'a Context<'a>, places: &'a HeapPlaces) -> Result<Self, EmitError> {
        let scop = context.fold.scop();
        let mut allowed = scop.context.clone();
        for condition in conditions(context, places) {
            allowed = allowed.intersect(&scop.params_where(&condition)?)?;
        }
        Ok(Allocation {
            context,
            places,
            allowed,
        })
    }

    /// The least size of a new dimension: of one in a type, or of a count.
    fn least(&self, dim: usize) -> i64 {
        let is_in_type = match self.places.form {
            _ if dimensions(self.places).next().is_some() => true,
            Form::Flat => false,
            Form::Rows => dim > 0,
            Form::Object => true,
        };
        i64::from(is_in_type)
    }

    /// A size that is not less than a number; the least of several sizes is raised one by one.
    fn raised(&self, size: &Expr, least: i64) -> Result<Expr, EmitError> {
        if let Some(all) = size.least_of() {
            let all = all.iter().map(|one| self.raised(one, least));
            let all = all.collect::<Result<Vec<Expr>, _>>()?;
            return Ok(Expr::min_of(all).unwrap_or_default());
        }
        let scop = self.context.fold.scop();
        let is_known = size.as_constant().is_some_and(|value| value >= least)
            || scop.holds(&self.allowed, &format!("{size} >= {least}"))?;
        let raised = || Expr::max_of(vec![size.clone(), Expr::constant(1)]);
        Ok(match is_known {
            true => size.clone(),
            false => raised().unwrap_or_default(),
        })
    }
}

/// The dimensions of the type that an allocation names, `sizeof(T[n])`.
fn dimensions(places: &HeapPlaces) -> impl Iterator<Item = &FactorPlace> {
    { places.size.factors.iter() }.filter(|factor| factor.kind == FactorKind::Dimension)
}

/// The conditions under which C allows the pointer's type and the size.
fn conditions(context: &Context, places: &HeapPlaces) -> Vec<String> {
    let candidate = context.fold.candidate;
    let in_type = match places.form {
        Form::Flat => &[],
        Form::Rows => candidate.declared.get(1..).unwrap_or_default(),
        Form::Object => candidate.declared.as_slice(),
    };
    let in_types = in_type.iter().chain(dimensions(places).map(|d| &d.count));
    let positive = in_types.map(|size| (size, 1));
    let shape = &context.fold.scop().array(candidate.array).shape;
    let counted = shape.iter().flatten().map(|extent| (extent, 0));
    let affine = positive
        .chain(counted)
        .filter(|(size, _)| size.degree() <= 1);
    affine
        .map(|(size, least)| format!("{size} >= {least}"))
        .collect()
}
