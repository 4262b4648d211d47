//! Which objects need memory: those that are no scalars, or whose address is used.

use crate::memory::scalar;
use program::visit::{Part, lengths_of, nested, parts_of, root_object, statements_of, values_in};
use program::{ObjectId, Place, Program, Statement, Value, ValueKind};

/// For each object whether it lives in memory and not in a slot.
pub(super) fn in_memory(program: &Program) -> Vec<bool> {
    let needs = program.objects.iter().map(|object| {
        object.lifetime.lasts() || object.is_volatile || scalar(&object.ty).is_none()
    });
    let mut found = Found {
        in_memory: needs.collect(),
    };
    for function in &program.functions {
        found.statements(&function.body);
    }
    found.in_memory
}

struct Found {
    in_memory: Vec<bool>,
}

impl Found {
    fn needs(&mut self, id: ObjectId) {
        if let Some(needs) = self.in_memory.get_mut(id.0 as usize) {
            *needs = true;
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        statements_of(statements, &mut |statement| {
            parts_of(statement, &mut |part| match part {
                Part::Value(value) => self.value(value),
                Part::Written(place) => {
                    self.contents(place);
                    values_in(place, &mut |value| self.own(value));
                }
            });
        });
    }

    fn value(&mut self, value: &Value) {
        nested(value, &mut |value| self.own(value));
    }

    /// A value without those inside it.
    fn own(&mut self, value: &Value) {
        lengths_of(&value.ty, &mut |length| self.own(length));
        match &value.kind {
            ValueKind::Load(place) => self.contents(place),
            ValueKind::Address(place) => self.part(place),
            _ => {}
        }
    }

    /// A place whose contents are used: a scalar, or a part of something larger.
    fn contents(&mut self, place: &Place) {
        if !matches!(place, Place::Object(_)) {
            self.part(place);
        }
    }

    /// A place whose address is used.
    fn part(&mut self, place: &Place) {
        if let Some(id) = root_object(place) {
            self.needs(id);
        }
    }
}
