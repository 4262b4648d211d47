//! Which integers are data alone. Subscripts, bounds and sizes are assumed to be so small that
//! they do not overflow. What is computed for nothing of that kind is not.

use program::visit::{Part, lengths_of, parts_of, root_object, statements_of};
use program::{Callee, ObjectId, Place, Program, Statement, StatementKind, Value, ValueKind};
use std::collections::{BTreeMap, BTreeSet};

/// What a value is computed for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Aim {
    /// An object that is set.
    Object(ObjectId),
    /// The result of a function of the file.
    Result(String),
    /// A subscript, the bound of a loop, a size, or what is not seen.
    Size,
    /// A condition, memory without a name, or what is printed.
    Data,
}

/// The aims whose values may reach a size.
pub(crate) fn sized(program: &Program) -> BTreeSet<Aim> {
    let mut flows = Flows {
        program,
        found: BTreeMap::new(),
    };
    for function in &program.functions {
        let result = Aim::Result(function.name.clone());
        let lengths = function.lengths.iter().flatten();
        lengths.for_each(|length| flows.value(length, &Aim::Size));
        statements_of(&function.body, &mut |s| flows.statement(s, &result));
    }
    for object in &program.objects {
        lengths_of(&object.ty, &mut |length| flows.value(length, &Aim::Size));
    }
    let mut sized = BTreeSet::new();
    let mut open = vec![Aim::Size];
    while let Some(aim) = open.pop() {
        let sources = flows.found.get(&aim).into_iter().flatten();
        open.extend(sources.filter(|from| !sized.contains(*from)).cloned());
        sized.insert(aim);
    }
    sized
}

/// Where values go.
struct Flows<'p> {
    program: &'p Program,
    /// What reaches each aim directly.
    found: BTreeMap<Aim, BTreeSet<Aim>>,
}

impl Flows<'_> {
    fn statement(&mut self, statement: &Statement, result: &Aim) {
        match &statement.kind {
            StatementKind::Assign { place, value } => {
                self.subscripts(place);
                let object = root_object(place);
                self.value(value, &object.map_or(Aim::Data, Aim::Object));
            }
            StatementKind::Call {
                result,
                callee: Callee::Named(name),
                arguments,
            } => self.call(result.as_ref(), name, arguments),
            StatementKind::Return(Some(value)) => self.value(value, result),
            StatementKind::If { condition, .. } => self.value(condition, &Aim::Data),
            _ => parts_of(statement, &mut |part| match part {
                Part::Value(value) => self.value(value, &Aim::Size),
                Part::Written(place) => self.subscripts(place),
            }),
        }
    }

    fn call(&mut self, result: Option<&Place>, name: &str, arguments: &[Value]) {
        if let Some(place) = result {
            self.subscripts(place);
            if let Some(object) = root_object(place) {
                self.flow(Aim::Result(name.to_string()), &Aim::Object(object));
            }
        }
        let own = self.program.functions.iter().find(|f| f.name == name);
        let mut is_printed = false;
        for (at, argument) in arguments.iter().enumerate() {
            match own.and_then(|f| f.parameters.get(at)) {
                Some(parameter) => self.value(argument, &Aim::Object(*parameter)),
                None if is_printed => self.value(argument, &Aim::Data),
                None => self.value(argument, &Aim::Size),
            }
            is_printed |= own.is_none() && matches!(argument.kind, ValueKind::Text(_));
        }
    }

    fn flow(&mut self, from: Aim, to: &Aim) {
        self.found.entry(to.clone()).or_default().insert(from);
    }

    /// The object that a place is part of goes to an aim.
    fn object(&mut self, place: &Place, aim: &Aim) {
        if let Some(object) = root_object(place) {
            self.flow(Aim::Object(object), aim);
        }
    }

    /// The subscripts of a place.
    fn subscripts(&mut self, place: &Place) {
        match place {
            Place::Object(_) => {}
            Place::At(pointer) => self.value(pointer, &Aim::Size),
            Place::Element { array, index, .. } => {
                self.subscripts(array);
                self.value(index, &Aim::Size);
            }
            Place::Member { record, .. } | Place::Volatile(record) => self.subscripts(record),
        }
    }

    /// A value, without the subscripts in it, goes to its aim.
    fn value(&mut self, value: &Value, aim: &Aim) {
        match &value.kind {
            ValueKind::Load(place) => {
                self.subscripts(place);
                self.object(place, aim);
            }
            ValueKind::Address(place) => {
                self.subscripts(place);
                self.object(place, &Aim::Size);
            }
            ValueKind::Offset { pointer, by } => {
                self.value(pointer, &Aim::Size);
                self.value(by, &Aim::Size);
            }
            ValueKind::Choose {
                condition,
                then,
                other,
            } => {
                self.value(condition, &Aim::Data);
                self.value(then, aim);
                self.value(other, aim);
            }
            ValueKind::Unary(_, inner) | ValueKind::Convert(inner) => self.value(inner, aim),
            ValueKind::Binary(_, a, b) | ValueKind::Distance(a, b) | ValueKind::Complex(a, b) => {
                self.value(a, aim);
                self.value(b, aim);
            }
            ValueKind::Pure { arguments, .. } => {
                arguments
                    .iter()
                    .for_each(|argument| self.value(argument, aim));
            }
            _ => {}
        }
    }
}
