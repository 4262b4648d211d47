//! Loops that end when data says so: the number of their iterations is a parameter.
//!
//! The condition in each iteration is an output, as if the function returned it: two systems have
//! the same outputs only if their conditions are the same in each iteration, so that, by induction,
//! their loops end in the same one. So is the outside world, as such a loop may never end. A loop
//! with several such conditions has a parameter for each, and ends with the first of them.

use crate::draft::{ArrayKey, DraftArray, Element, Origin, Term};
use crate::eval::{SAMPLE, strip_not};
use crate::state::Walker;
use crate::stop::Result;
use crate::values::{Number, value_name};
use integer::IntType;
use poly::{PwAff, Set};
use program::{Type, Value};
use scop::ParamKind;

/// The name of the numbers of iterations.
pub(super) const ITERATIONS: &str = "iterations";

impl Walker<'_> {
    /// The iterations of the innermost loop in which a condition on data does not end it, or those
    /// in which it does; `None` if nothing is known of that.
    pub(super) fn counted_iterations(
        &mut self,
        condition: &Value,
        ends_if: bool,
    ) -> Result<Option<Set>> {
        let is_here = self.dims == 1 && self.guards.is_empty() && self.tiles.open == 0;
        let is_of_loop = self.frames.last().is_some_and(|f| !f.is_switch);
        if !is_here || !is_of_loop || !self.wanted(&[condition]).is_empty() {
            return Ok(None);
        }
        let (shared, count) = self.next_value(ITERATIONS);
        let key = format!("condition of loop {count} of {shared}");
        let name = value_name(&shared, count);
        self.add_parameter(&name, ITERATIONS, ParamKind::Variable, SAMPLE);
        self.note_type(&name, IntType::LONG.unsigned())?;
        let last = PwAff::param(self.ctx, 0, &name)?;
        self.demand(&last.nonneg_set()?)?;
        let last = last.lifted(1)?;
        let iteration = self.iterator(0)?;
        let origin = Origin::Shared(key.clone(), false, true);
        let ty = Type::Integer(IntType::INT);
        let conditions = self.arrays.add(DraftArray {
            shape: vec![None],
            ..DraftArray::scalar(ArrayKey::Value(key), "condition", ty, origin)
        });
        let reached = self.state.domain.intersect(&iteration.le_set(&last)?)?;
        self.within(reached, |walker| {
            walker.accesses.clear();
            let (plain, is_negated) = strip_not(condition);
            let mut operands = vec![walker.truth(plain)?];
            if walker.arrays.find(&ArrayKey::World).is_some() {
                let world = walker.world();
                operands.push(walker.read_scalar(world));
            }
            let operator = match ends_if != is_negated {
                true => "condition of the end",
                false => "condition",
            };
            let term = Term::apply(operator, operands);
            let at = Number::total(iteration.clone());
            let write = walker.access(conditions, Element::At(vec![at]));
            walker.emit(term, write)
        })?;
        Ok(Some(match ends_if {
            true => last.le_set(&iteration)?,
            false => iteration.lt_set(&last)?,
        }))
    }
}
