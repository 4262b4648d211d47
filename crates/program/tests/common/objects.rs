//! The objects of a function of a program.

use program::visit::{self, Part};
use program::{ObjectId, Place, Program, Statement, StatementKind, Type, Value, ValueKind};
use std::collections::BTreeSet;

/// The objects that statements declare or name, with those in the lengths of types.
pub(crate) fn objects(program: &Program, statements: &[Statement]) -> BTreeSet<ObjectId> {
    let mut found = Objects {
        program,
        found: BTreeSet::new(),
    };
    visit::statements_of(statements, &mut |statement| {
        if let StatementKind::Declare(id) = statement.kind {
            found.object(id);
        }
        visit::parts_of(statement, &mut |part| match part {
            Part::Value(value) => found.value(value),
            Part::Written(place) => found.place(place),
        });
    });
    found.found
}

struct Objects<'p> {
    program: &'p Program,
    found: BTreeSet<ObjectId>,
}

impl Objects<'_> {
    fn value(&mut self, value: &Value) {
        visit::nested(value, &mut |value| self.own(value));
    }

    fn place(&mut self, place: &Place) {
        self.root(place);
        visit::values_in(place, &mut |value| self.own(value));
    }

    /// What a value names beside the values inside it.
    fn own(&mut self, value: &Value) {
        if let ValueKind::Load(place) | ValueKind::Address(place) = &value.kind {
            self.root(place);
        }
        self.lengths(&value.ty);
    }

    fn root(&mut self, place: &Place) {
        if let Some(id) = visit::root_object(place) {
            self.object(id);
        }
    }

    fn object(&mut self, id: ObjectId) {
        if self.found.insert(id) {
            self.lengths(&self.program.objects[id.0 as usize].ty);
        }
    }

    fn lengths(&mut self, ty: &Type) {
        visit::lengths_of(ty, &mut |value| self.own(value));
    }
}
