//! Which loops may be loops over tiles, from their text and the values before them.

use crate::state::Walker;
use crate::stop::Result;
use crate::survey::{counter, has_exit, single_assignment};
use crate::values::{Cell, Known, Number};
use crate::walk::{Amount, step_of};
use poly::PwAff;
use program::visit::{Part, nested, parts_of, statements_of, values_in};
use program::{Loop, ObjectId, Place, StatementKind, Type, Value, ValueKind};

/// A loop over tiles.
pub(super) struct TileLoop {
    /// The counter.
    pub(super) cell: Cell,
    /// The parameter that it becomes.
    pub(super) origin: String,
    /// Its first value, a function of the iterators outside.
    pub(super) first: PwAff,
    /// The distance of the tiles.
    pub(super) size: Number,
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
        let Some(first) = self.state.env.get(&cell).cloned() else {
            return Ok(None);
        };
        let Known::Integer(first) = first.resolved()?.lifted_to(self.dims)? else {
            return Ok(None);
        };
        let Some(first) = self.affine(&first)? else {
            return Ok(None);
        };
        let origin = format!("y{}", self.tiles.names);
        self.tiles.names += 1;
        Ok(Some(TileLoop {
            cell,
            origin,
            first,
            size,
        }))
    }

    /// Whether the text of a loop allows that it is one over tiles.
    fn is_tile_counter(&self, l: &Loop, counter: ObjectId) -> bool {
        let is_followed = self.tracked.elements(counter) == Some(0)
            && matches!(self.object(counter).ty, Type::Integer(_))
            && !self.held.contains(&counter);
        let has_form = l.condition.is_some() && !l.body_first && l.step.len() == 1 && !has_exit(l);
        is_followed
            && has_form
            && self.guards.is_empty()
            && contains_loop(l)
            && !self.is_data(l, counter)
    }

    /// The distance of the tiles, if it is not 1 and does not change.
    fn tile_size(&mut self, l: &Loop, counter: ObjectId) -> Result<Option<Number>> {
        let amount = single_assignment(l, counter).and_then(|value| step_of(value, counter));
        let size = match amount {
            Some(Amount::Number(n)) => Some(self.number(n)?),
            Some(Amount::Value(value, 1)) => self.invariant(l, value)?,
            _ => None,
        };
        let Some(size) = size else { return Ok(None) };
        let is_fixed = !size.involves_from(0)?;
        let is_larger = size.as_constant()?.is_none_or(|size| size > 1);
        Ok(Some(size).filter(|_| is_fixed && is_larger))
    }

    /// Whether a counter is more than a bound: what is stored in memory, or where, depends on it.
    fn is_data(&self, l: &Loop, counter: ObjectId) -> bool {
        let mut found = false;
        statements_of(&l.body, &mut |statement| {
            let is_condition = matches!(
                statement.kind,
                StatementKind::If { .. } | StatementKind::Loop(_) | StatementKind::Switch { .. }
            );
            parts_of(statement, &mut |part| match part {
                Part::Value(value) => {
                    let is_integer = self.is_integer(&statement.kind);
                    found |= !is_condition && !is_integer && loads(value, counter);
                    nested(value, &mut |v| found |= is_index(v, counter));
                }
                Part::Written(place) => values_in(place, &mut |v| found |= is_load(v, counter)),
            });
        });
        found
    }

    /// Whether a statement sets an integer that is followed.
    fn is_integer(&self, kind: &StatementKind) -> bool {
        match kind {
            StatementKind::Assign {
                place: Place::Object(object),
                ..
            } => self.tracked.elements(*object) == Some(0),
            _ => false,
        }
    }
}

fn contains_loop(l: &Loop) -> bool {
    let mut found = false;
    statements_of(&l.body, &mut |s| {
        found |= matches!(s.kind, StatementKind::Loop(_))
    });
    found
}

fn is_load(value: &Value, object: ObjectId) -> bool {
    matches!(&value.kind, ValueKind::Load(Place::Object(loaded)) if *loaded == object)
}

/// Whether a value contains the value of an object.
fn loads(value: &Value, object: ObjectId) -> bool {
    let mut found = false;
    nested(value, &mut |v| found |= is_load(v, object));
    found
}

/// Whether a value is read from a place that depends on an object.
fn is_index(value: &Value, object: ObjectId) -> bool {
    let mut found = false;
    match &value.kind {
        ValueKind::Load(Place::Object(_)) => {}
        ValueKind::Load(place) | ValueKind::Address(place) => {
            values_in(place, &mut |v| found |= is_load(v, object));
        }
        ValueKind::Offset { by, .. } => found = loads(by, object),
        _ => {}
    }
    found
}
