//! What a loop may change without naming it: through which pointers it stores.

use super::changes::bodies;
use super::opaque::function;
use super::tracked::literal;
use c::names::library;
use program::visit::{Part, nested, parts_of, root_object, statements_of, values_in};
use program::{Callee, Loop, ObjectId, Place, Program, Statement, StatementKind, Type, Value};
use program::{Function, ValueKind};
use std::collections::{BTreeMap, BTreeSet};

/// The memory that a loop may store in through pointers.
#[derive(Default)]
pub(crate) struct Stored {
    /// It may be any whose address somebody knows.
    pub(crate) is_open: bool,
    /// The objects whose pointers at the start of the loop lead there.
    pub(crate) pointers: BTreeSet<ObjectId>,
    /// The objects whose addresses the loop takes on the way there.
    pub(crate) objects: BTreeSet<ObjectId>,
}

impl Stored {
    /// Follows the pointers through which a loop and the functions that it enters store back to
    /// what they are at its start.
    pub(crate) fn by(program: &Program, l: &Loop) -> Self {
        let (bodies, is_open) = bodies(program, l);
        let mut text = Text::default();
        for body in &bodies {
            statements_of(body, &mut |statement| text.add(program, statement));
        }
        let mut found = Stored {
            is_open,
            ..Stored::default()
        };
        let mut seen = BTreeSet::new();
        let mut open = Vec::new();
        for place in &text.places {
            values_in(place, &mut |v| found.follow(v, &mut open));
        }
        for value in &text.written {
            nested(value, &mut |v| found.follow(v, &mut open));
        }
        while let Some(object) = open.pop() {
            if !seen.insert(object) {
                continue;
            }
            if !text.inside.contains(&object) {
                found.pointers.insert(object);
            }
            found.is_open |= text.unknown.contains(&object);
            for value in text.set.get(&object).into_iter().flatten() {
                nested(value, &mut |v| found.follow(v, &mut open));
            }
        }
        found
    }

    /// Adds where a pointer in a value comes from.
    fn follow(&mut self, value: &Value, open: &mut Vec<ObjectId>) {
        match &value.kind {
            ValueKind::Load(place) if matches!(value.ty, Type::Pointer(_)) => match place {
                Place::Object(object) => open.push(*object),
                _ => self.is_open = true,
            },
            ValueKind::Address(place) => self.objects.extend(root_object(place)),
            // The number may be any address.
            ValueKind::Convert(from) if matches!(value.ty, Type::Pointer(_)) => {
                let is_number = !matches!(from.ty, Type::Pointer(_));
                self.is_open |= is_number && literal(from).is_none();
            }
            _ => {}
        }
    }
}

/// What a loop and the functions that it enters do with pointers.
#[derive(Default)]
struct Text<'p> {
    /// The places behind pointers that it writes.
    places: Vec<&'p Place>,
    /// The pointers behind which the library writes.
    written: Vec<&'p Value>,
    /// The objects that begin inside.
    inside: BTreeSet<ObjectId>,
    /// What pointers are set to.
    set: BTreeMap<ObjectId, Vec<&'p Value>>,
    /// The pointers that are set to something that is not known.
    unknown: BTreeSet<ObjectId>,
}

impl<'p> Text<'p> {
    fn add(&mut self, program: &'p Program, statement: &'p Statement) {
        match &statement.kind {
            StatementKind::Declare(object) => drop(self.inside.insert(*object)),
            StatementKind::Assign {
                place: Place::Object(object),
                value,
            } => self.set.entry(*object).or_default().push(value),
            StatementKind::Call {
                result,
                callee,
                arguments,
            } => {
                let result = result.as_ref().and_then(root_object);
                match called(program, callee) {
                    Some(function) => self.enter(function, result, arguments),
                    None => self.call(callee, result, arguments),
                }
            }
            _ => {}
        }
        parts_of(statement, &mut |part| {
            if let Part::Written(place) = part
                && root_object(place).is_none()
            {
                self.places.push(place);
            }
        });
    }

    /// Arguments are what parameters are set to, and what is returned is what the result is.
    fn enter(&mut self, function: &'p Function, result: Option<ObjectId>, arguments: &'p [Value]) {
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            self.inside.insert(*parameter);
            self.set.entry(*parameter).or_default().push(argument);
        }
        statements_of(&function.body, &mut |statement| {
            if let (StatementKind::Return(Some(value)), Some(result)) = (&statement.kind, result) {
                self.set.entry(result).or_default().push(value);
            }
        });
    }

    fn call(&mut self, callee: &Callee, result: Option<ObjectId>, arguments: &'p [Value]) {
        self.unknown.extend(result);
        let Callee::Named(name) = callee else { return };
        let written = arguments.iter().enumerate();
        let written = written.filter(|(at, _)| library::may_write(name, *at));
        self.written.extend(written.map(|(_, argument)| argument));
    }
}

/// The function of the file that is called.
fn called<'p>(program: &'p Program, callee: &Callee) -> Option<&'p Function> {
    match callee {
        Callee::Named(name) => function(program, name),
        Callee::Pointer(_) => None,
    }
}
