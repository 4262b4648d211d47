//! Which loops may be loops over tiles, from their text and the values before them.

use super::text;
use crate::state::Walker;
use crate::stop::Result;
use crate::survey::{counter, has_exit, single_assignment};
use crate::values::{Cell, Known, Number};
use crate::walk::{Amount, step_of};
use poly::PwAff;
use program::{Loop, ObjectId, Type};

/// A loop over tiles.
pub(super) struct TileLoop {
    /// The counter.
    pub(super) cell: Cell,
    /// Its first value, a function of the iterators outside.
    pub(super) first: PwAff,
    /// The distance of the tiles; `None` if the counter is their number.
    pub(super) size: Option<Number>,
}

impl Walker<'_> {
    /// The loop over tiles that a loop may be.
    pub(super) fn tile_loop(&mut self, l: &Loop) -> Result<Option<TileLoop>> {
        let Some(object) = counter(l).filter(|c| self.is_tile_counter(l, *c)) else {
            return Ok(None);
        };
        let cell = Cell { object, element: 0 };
        let Some(size) = self.tile_size(l, object)? else {
            return Ok(None);
        };
        let is_number = size.as_constant()? == Some(1);
        if is_number && !text::is_scaled(l, object) {
            return Ok(None);
        }
        let Some(first) = self.state.env.get(&cell).cloned() else {
            return Ok(None);
        };
        let Known::Integer(first) = first.resolved()?.lifted_to(self.dims)? else {
            return Ok(None);
        };
        let first = self.affine(&first)?;
        let size = Some(size).filter(|_| !is_number);
        Ok(first.map(|first| TileLoop { cell, first, size }))
    }

    /// Whether the text of a loop allows that it is one over tiles.
    fn is_tile_counter(&self, l: &Loop, counter: ObjectId) -> bool {
        let is_followed = self.tracked.elements(counter) == Some(0)
            && matches!(self.object(counter).ty, Type::Integer(_))
            && !self.is_held(counter);
        let has_form = l.condition.is_some() && !l.body_first && l.step.len() == 1 && !has_exit(l);
        let is_integer = |object| self.tracked.elements(object) == Some(0);
        is_followed
            && has_form
            && self.guards.is_empty()
            && text::contains_loop(l)
            && !text::is_data(l, counter, &is_integer)
    }

    /// The distance of the tiles, if it does not change.
    fn tile_size(&mut self, l: &Loop, counter: ObjectId) -> Result<Option<Number>> {
        let amount = single_assignment(l, counter).and_then(|value| step_of(value, counter));
        let size = match amount {
            Some(Amount::Number(n)) => Some(self.number(n)?),
            Some(Amount::Value(value, 1)) => self.invariant(l, value)?,
            _ => None,
        };
        let Some(size) = size else { return Ok(None) };
        let is_fixed = !size.involves_from(0)?;
        let is_positive = size.as_constant()?.is_none_or(|size| size > 0);
        Ok(Some(size).filter(|_| is_fixed && is_positive))
    }
}
