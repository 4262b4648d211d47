//! Indices along several dimensions of the old array, and which part of them may have a name.

use crate::naming::loop_of;
use crate::plan::{Context, EmitError, RowPlan};
use front::{LoopPlace, Reference};
use poly::Expr;

/// An index along several dimensions.
pub(crate) struct Sum {
    /// What all references have in common.
    offset: Expr,
    /// The subscripts, each with its coefficient.
    parts: Vec<Part>,
    /// Whether further rows lie between neighbours in memory.
    is_outer: bool,
}

type Part = (i64, Expr);

/// A sum of two parts: what may have a name, and what is added to it.
pub(crate) struct Split {
    pub(crate) base: Expr,
    /// Where the base is an offset and one subscript: that.
    pub(crate) subscript: Option<Expr>,
    /// Added first.
    pub(crate) constant: i64,
    pub(crate) moves: Expr,
}

impl Sum {
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

    /// All of it.
    pub(crate) fn value(&self) -> Expr {
        self.offset.clone() + total(&self.parts)
    }

    /// What keeps its value in a loop outside of the innermost that moves the index, if there is any.
    ///
    /// Of neighbours in memory compilers hand on elements from one iteration to the next, unless the constant is added
    /// first. Of others they see how far apart they are, if it is added last.
    pub(crate) fn split(&self, reference: &Reference, inner: &LoopPlace) -> Option<Split> {
        match self.is_outer {
            true => Some(self.by_subscripts(reference, inner)),
            false => self.by_loops(reference, inner),
        }
    }

    /// Subscripts that move with the loop are added to the others; where all others stay the same everywhere, these to it.
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
        let innermost = reference.loops.last()?.as_ref()?;
        let moves = Expr::var(&inner.iterator) * value.coefficient(&inner.iterator);
        let constant = value.constant_part() - self.offset.constant_part();
        let base = value - moves.clone() - Expr::constant(constant);
        let (_, place) = loop_of(reference, &base)?;
        let is_inside = inner.whole == innermost.whole && place.whole != inner.whole;
        is_inside.then_some(Split {
            base,
            moves,
            constant,
            subscript: None,
        })
    }
}

impl Split {
    /// Whether the base is no more than an iterator, or one back from a number: `y - t` needs no name for `-t`.
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
