//! What a loop may change without naming it: through which pointers it stores.

use super::changes::bodies;
use super::opaque::function;
use super::tracked::literal;
use c::names::library;
use program::visit::{Part, parts_of, root_object, statements_of};
use program::{
    Callee, Lifetime, Loop, ObjectId, Place, Program, Statement, StatementKind, Type, Value,
};
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
    /// The objects whose pointers at the start of the loop lead to pointers which lead there.
    pub(crate) tables: BTreeSet<ObjectId>,
    /// The pointers that the loop sets by their names.
    pub(crate) set: BTreeSet<ObjectId>,
}

/// Pointers that are followed back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// The pointer of an object.
    To(ObjectId),
    /// Those in the memory that it leads to.
    Behind(ObjectId),
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
        let (mut seen, mut open) = (BTreeSet::new(), Vec::new());
        for place in &text.places {
            match pointer_of(place) {
                Some(pointer) => found.follow(pointer, &mut open),
                None => found.is_open = true,
            }
        }
        { text.written.iter() }.for_each(|pointer| found.follow(pointer, &mut open));
        let mut are_kept = false;
        let is_inside = |object: &ObjectId| {
            let lifetime = program.objects[object.0 as usize].lifetime;
            text.inside.contains(object) || lifetime == Lifetime::Temporary
        };
        while let Some(way) = open.pop() {
            if !seen.insert(way) {
                continue;
            }
            let (Way::To(object) | Way::Behind(object)) = way;
            found.is_open |= text.unknown.contains(&object);
            let set = text.set.get(&object).into_iter().flatten();
            match way {
                Way::To(_) => {
                    set.for_each(|value| found.follow(value, &mut open));
                    if !is_inside(&object) {
                        found.pointers.insert(object);
                    }
                }
                Way::Behind(_) => {
                    set.for_each(|value| found.follow_behind(value, &mut open));
                    if !is_inside(&object) {
                        found.tables.insert(object);
                    }
                    if !std::mem::replace(&mut are_kept, true) {
                        { text.kept.iter() }.for_each(|value| found.follow(value, &mut open));
                        found.is_open |= !text.written.is_empty() || text.copies_records;
                    }
                }
            }
        }
        found.set.extend(text.set.into_keys());
        found.set.extend(text.unknown);
        found
    }

    /// Adds where a pointer comes from.
    fn follow(&mut self, value: &Value, open: &mut Vec<Way>) {
        match &value.kind {
            ValueKind::Load(Place::Object(object)) => open.push(Way::To(*object)),
            ValueKind::Load(Place::At(table)) => self.follow_behind(table, open),
            ValueKind::Address(place) => match (root_object(place), pointer_of(place)) {
                (Some(object), _) => drop(self.objects.insert(object)),
                (None, Some(pointer)) => self.follow(pointer, open),
                (None, None) => self.is_open = true,
            },
            ValueKind::Offset { pointer, .. } => self.follow(pointer, open),
            ValueKind::Convert(from) if matches!(from.ty, Type::Pointer(_)) => {
                self.follow(from, open);
            }
            ValueKind::Choose { then, other, .. } => {
                self.follow(then, open);
                self.follow(other, open);
            }
            ValueKind::Text(_) | ValueKind::Function(_) => {}
            // A number may be any address.
            _ => self.is_open |= literal(value).is_none(),
        }
    }

    /// Adds where the pointers come from that a pointer leads to.
    fn follow_behind(&mut self, value: &Value, open: &mut Vec<Way>) {
        match &value.kind {
            ValueKind::Load(Place::Object(object)) => open.push(Way::Behind(*object)),
            ValueKind::Address(Place::Object(object)) => open.push(Way::To(*object)),
            ValueKind::Offset { pointer, .. } => self.follow_behind(pointer, open),
            ValueKind::Convert(from) if matches!(from.ty, Type::Pointer(_)) => {
                self.follow_behind(from, open);
            }
            ValueKind::Choose { then, other, .. } => {
                self.follow_behind(then, open);
                self.follow_behind(other, open);
            }
            _ => self.is_open |= literal(value).is_none(),
        }
    }
}

/// The pointer behind which a place is.
pub(crate) fn pointer_of(place: &Place) -> Option<&Value> {
    match place {
        Place::At(pointer) => Some(pointer),
        Place::Element { array: inner, .. }
        | Place::Member { record: inner, .. }
        | Place::Volatile(inner) => pointer_of(inner),
        Place::Object(_) => None,
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
    /// The pointers that it stores in memory, or in parts of objects.
    kept: Vec<&'p Value>,
    /// It stores whole structures, in which pointers may be.
    copies_records: bool,
}

impl<'p> Text<'p> {
    fn add(&mut self, program: &'p Program, statement: &'p Statement) {
        match &statement.kind {
            StatementKind::Declare(object) => drop(self.inside.insert(*object)),
            StatementKind::Assign {
                place: Place::Object(object),
                value,
            } => self.set.entry(*object).or_default().push(value),
            StatementKind::Assign { value, .. } if matches!(value.ty, Type::Pointer(_)) => {
                self.kept.push(value);
            }
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
        if let StatementKind::Assign { value, .. } = &statement.kind {
            self.copies_records |= matches!(value.ty, Type::Record(_));
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
        let Callee::Named(name) = callee else {
            self.unknown.extend(result);
            return;
        };
        let is_new = matches!(name.as_str(), "malloc" | "calloc" | "aligned_alloc");
        self.unknown.extend(result.filter(|_| !is_new));
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
