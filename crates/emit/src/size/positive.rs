//! Sizes in declarations: at least 1 in a type, and no negative numbers of elements, wherever the
//! old sizes are that.

use crate::context::Context;
use crate::error::EmitError;
use crate::subscript::row::RowPlan;
use front::{FactorKind, Form, Home, HeapPlaces};
use poly::{Atom, Expr, Set};

/// Raises each declared size to the least one that C allows.
///
/// # Errors
/// A question about sizes exceeds its budget.
pub(crate) fn raise(context: &Context, rows: &mut [RowPlan]) -> Result<(), EmitError> {
    let sizes = OldSizes::new(context)?;
    for (k, row) in rows.iter_mut().enumerate() {
        row.size = sizes.raised(&row.size, sizes.least(k))?;
    }
    Ok(())
}

/// The old sizes of one array.
struct OldSizes<'a> {
    context: &'a Context<'a>,
    /// Parameter values for which C allows the declaration and the allocation.
    allowed: Set,
    /// The first new dimension that is in a type.
    first_in_type: usize,
}

impl<'a> OldSizes<'a> {
    fn new(context: &'a Context<'a>) -> Result<Self, EmitError> {
        let scop = context.fold.scop();
        let candidate = context.fold.candidate;
        let (first_in_type, conditions) = match &candidate.home {
            Home::Heap(places) => (first_in_type(places), of_heap(context, places)),
            Home::Declarator => (0, positive(&candidate.declared)),
            Home::Parameter(_) => (0, Vec::new()),
        };
        let mut allowed = scop.context.clone();
        for condition in conditions {
            allowed = allowed.intersect(&scop.params_where(&condition)?)?;
        }
        Ok(OldSizes {
            context,
            allowed,
            first_in_type,
        })
    }

    /// The least size of a new dimension.
    fn least(&self, dim: usize) -> i64 {
        i64::from(dim >= self.first_in_type)
    }

    /// A size that is not less than a number.
    fn raised(&self, size: &Expr, least: i64) -> Result<Expr, EmitError> {
        if let Some((Atom::Min(all), 1)) = single_term(size) {
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

fn single_term(size: &Expr) -> Option<(&Atom, i64)> {
    let mut terms = size.terms();
    let first = terms.next().filter(|_| size.constant_part() == 0);
    first.filter(|_| terms.next().is_none())
}

fn first_in_type(places: &HeapPlaces) -> usize {
    let has_type = has_dimensions(places);
    match places.form {
        _ if has_type => 0,
        Form::Flat => usize::MAX,
        Form::Rows => 1,
        Form::Object => 0,
    }
}

/// Whether the allocation names a type with dimensions, `sizeof(T[n])`.
fn has_dimensions(places: &HeapPlaces) -> bool {
    { places.size.factors.iter() }.any(|factor| factor.kind == FactorKind::Dimension)
}

/// The conditions under which C allows the pointer's type and the size of its allocation.
fn of_heap(context: &Context, places: &HeapPlaces) -> Vec<String> {
    let candidate = context.fold.candidate;
    let in_type = match places.form {
        Form::Flat => &[],
        Form::Rows => candidate.declared.get(1..).unwrap_or_default(),
        Form::Object => candidate.declared.as_slice(),
    };
    let factors = places.size.factors.iter();
    let named = factors.filter(|factor| factor.kind == FactorKind::Dimension);
    let named: Vec<Expr> = named.map(|factor| factor.count.clone()).collect();
    let shape = &context.fold.scop().array(candidate.array).shape;
    let counted = { shape.iter().flatten() }.map(|extent| format!("{extent} >= 0"));
    let in_types = positive(in_type).into_iter().chain(positive(&named));
    counted.chain(in_types).collect()
}

fn positive(sizes: &[Expr]) -> Vec<String> {
    let affine = sizes.iter().filter(|size| size.degree() <= 1);
    affine.map(|size| format!("{size} >= 1")).collect()
}
