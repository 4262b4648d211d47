//! Indices along several dimensions of the old array, and the part of each that may have a name.

use crate::context::Context;
use crate::error::EmitError;
use crate::subscript::enclosing::{innermost, loop_of};
use crate::subscript::row::RowPlan;
use front::{LoopPlace, Reference};
use poly::Expr;

/// An index along several dimensions.
pub(crate) struct Sum {
    /// The part that all references have in common.
    offset: Expr,
    /// The subscripts, each with its coefficient.
    parts: Vec<Part>,
    /// Whether other rows are between neighbours in memory.
    is_outer: bool,
}

type Part = (i64, Expr);

/// A sum of two parts: a base that may have a name, and the rest.
pub(crate) struct Split {
    /// The part that may have a name.
    pub(crate) base: Expr,
    /// The only subscript in the base, if there is only one.
    pub(crate) subscript: Option<Expr>,
    /// The number added first.
    pub(crate) constant: i64,
    /// The rest, which moves with a loop.
    pub(crate) moves: Expr,
}

impl Sum {
    /// The sum that a row is for a reference.
    ///
    /// # Errors
    /// A subscript is not known.
    pub(crate) fn of(
        context: &Context,
        plan: &RowPlan,
        reference: &Reference,
    ) -> Result<Self, EmitError> {
        let form = plan.row.form.iter().enumerate();
        let part = |(dim, c): (usize, &i64)| Ok((*c, context.subscript(reference, dim)?.clone()));
        let parts = form.filter(|(_, c)| **c != 0).map(part);
        Ok(Sum {
            offset: plan.offset.clone(),
            parts: parts.collect::<Result<_, EmitError>>()?,
            is_outer: plan.is_outer,
        })
    }

    /// The whole sum.
    pub(crate) fn value(&self) -> Expr {
        self.offset.clone() + total(&self.parts)
    }

    /// Splits off the part that keeps its value in a loop outside of the innermost that moves the
    /// index, if there is one.
    ///
    /// Compilers hand on neighbours in memory from one iteration to the next, unless the constant
    /// is added first. They see the distance of other elements if it is added last.
    pub(crate) fn split(&self, reference: &Reference, inner: &LoopPlace) -> Option<Split> {
        match self.is_outer {
            true => Some(self.by_subscripts(reference, inner)),
            false => self.by_loops(reference, inner),
        }
    }

    /// Subscripts that move with the loop are added to the others, or the others to them if these
    /// are the same everywhere.
    fn by_subscripts(&self, reference: &Reference, inner: &LoopPlace) -> Split {
        let moves_along = |(_, part): &Part| part.mentions(&inner.iterator);
        let (moving, others): (Vec<Part>, Vec<Part>) =
            self.parts.iter().cloned().partition(moves_along);
        let (base, moves) = match loop_of(reference, &total(&others)) {
            Some(_) => (others, moving),
            None => (moving, others),
        };
        Split {
            base: self.offset.clone() + total(&base),
            moves: total(&moves),
            constant: 0,
            subscript: match base.as_slice() {
                [(_, subscript)] => Some(subscript.clone()),
                _ => None,
            },
        }
    }

    /// `i` and `1` are added to `N - 2 * t`, where `i` counts the innermost loop.
    fn by_loops(&self, reference: &Reference, inner: &LoopPlace) -> Option<Split> {
        let value = self.value();
        let last = innermost(reference)?;
        let moves = Expr::var(&inner.iterator) * value.coefficient(&inner.iterator);
        let constant = value.constant_part() - self.offset.constant_part();
        let base = value - moves.clone() - Expr::constant(constant);
        let (_, place) = loop_of(reference, &base)?;
        let is_inside = inner.whole == last.whole && place.whole != inner.whole;
        is_inside.then_some(Split {
            base,
            moves,
            constant,
            subscript: None,
        })
    }
}

impl Split {
    /// Whether the base is only an iterator, or a number minus an iterator: `y - t` needs no name
    /// for `-t`.
    pub(crate) fn is_plain(&self, iterator: &str) -> bool {
        let iterator = Expr::var(iterator);
        let terms = self.base.clone() - Expr::constant(self.base.constant_part());
        self.base == iterator || self.subscript.is_some() && terms == -iterator
    }
}

fn total(parts: &[Part]) -> Expr {
    let parts = parts.iter();
    parts.fold(Expr::default(), |sum, (c, part)| sum + part.clone() * *c)
}
