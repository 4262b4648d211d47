//! Which objects need memory: those that are no scalars, or whose address is used.

use crate::memory::scalar;
use program::{
    Callee, Lifetime, ObjectId, Place, Program, Statement, StatementKind, Type, Value, ValueKind,
};

/// For each object whether it lives in memory and not in a slot.
pub(super) fn in_memory(program: &Program) -> Vec<bool> {
    let needs = program.objects.iter().map(|object| {
        let whole = matches!(
            object.lifetime,
            Lifetime::Static | Lifetime::File | Lifetime::Linked
        );
        whole || object.is_volatile || scalar(&object.ty).is_none()
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
        for statement in statements {
            self.statement(&statement.kind);
        }
    }

    fn statement(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Assign { place, value } => {
                self.place(place, false);
                self.value(value);
            }
            StatementKind::Call {
                result,
                callee,
                arguments,
            } => {
                result.iter().for_each(|place| self.place(place, false));
                if let Callee::Pointer(value) = callee {
                    self.value(value);
                }
                arguments.iter().for_each(|value| self.value(value));
            }
            StatementKind::If {
                condition,
                then,
                other,
            } => {
                self.value(condition);
                self.statements(then);
                self.statements(other);
            }
            StatementKind::Loop(nest) => {
                nest.condition.iter().for_each(|value| self.value(value));
                self.statements(&nest.body);
                self.statements(&nest.step);
            }
            StatementKind::Switch { value, arms } => {
                self.value(value);
                arms.iter().for_each(|arm| self.statements(&arm.body));
            }
            StatementKind::Block(body) | StatementKind::Pragma { body, .. } => {
                self.statements(body);
            }
            StatementKind::Return(value) => value.iter().for_each(|value| self.value(value)),
            StatementKind::Declare(_)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Unsupported(_) => {}
        }
    }

    fn value(&mut self, value: &Value) {
        self.lengths(&value.ty);
        match &value.kind {
            ValueKind::Load(place) => self.place(place, false),
            ValueKind::Address(place) => self.place(place, true),
            ValueKind::Unary(_, a) | ValueKind::Convert(a) => self.value(a),
            ValueKind::Binary(_, a, b) | ValueKind::Distance(a, b) => {
                self.value(a);
                self.value(b);
            }
            ValueKind::Choose {
                condition,
                then,
                other,
            } => [condition, then, other].iter().for_each(|v| self.value(v)),
            ValueKind::Offset { pointer, by } => {
                self.value(pointer);
                self.value(by);
            }
            ValueKind::Pure { arguments, .. } => arguments.iter().for_each(|v| self.value(v)),
            _ => {}
        }
    }

    fn lengths(&mut self, ty: &Type) {
        if let Type::Array { element, length } = ty {
            length.iter().for_each(|length| self.value(length));
            self.lengths(element);
        }
    }

    /// A place, and whether its address is used or only its contents.
    fn place(&mut self, place: &Place, is_address: bool) {
        match place {
            Place::Object(id) if is_address => self.needs(*id),
            Place::Object(_) => {}
            Place::At(pointer) => self.value(pointer),
            Place::Element { array, index, .. } => {
                self.place(array, true);
                self.value(index);
            }
            Place::Member { record, .. } => self.place(record, true),
        }
    }
}
