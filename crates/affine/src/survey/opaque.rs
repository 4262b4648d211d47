//! What the text of a statement says of its effects, where the statement is not executed.

use super::mentions::Mentions;
use super::tracked::loaded_objects;
use c::names::library;
use program::callbacks;
use program::visit::{Part, nested, parts_of, root_object, statements_of, values_in};
use program::{Callee, Function, Object, ObjectId, Place, Program, Statement, StatementKind};
use program::{Record, Type, Value, ValueKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The members of structures that code may store in.
#[derive(Clone, Debug)]
pub(crate) struct Stores {
    /// All of them.
    any: bool,
    /// The scalars that it stores through pointers.
    types: Vec<Type>,
    /// The members that it stores.
    members: Vec<(Arc<Record>, usize)>,
}

impl Default for Stores {
    fn default() -> Self {
        Stores {
            any: true,
            types: Vec::new(),
            members: Vec::new(),
        }
    }
}

impl Stores {
    /// Whether a member of a structure may be stored.
    pub(crate) fn may_store(&self, record: &Arc<Record>, member: usize) -> bool {
        let ty = record.members.get(member).map(|m| &m.ty);
        let stored = |(other, at): &(Arc<Record>, usize)| other == record && *at == member;
        self.any
            || self.members.iter().any(stored)
            || self.types.iter().any(|stored| Some(stored) == ty)
    }

    fn add(&mut self, place: &Place, ty: &Type) {
        let mut inner = place;
        loop {
            match inner {
                Place::Member {
                    ty: record, member, ..
                } => {
                    self.members.push((Arc::clone(record), *member));
                    return;
                }
                Place::Element { array, .. } | Place::Volatile(array) => inner = array,
                Place::Object(_) => {
                    self.any |= matches!(ty, Type::Record(_));
                    return;
                }
                Place::At(_) => break,
            }
        }
        match ty {
            // Characters may be bytes of anything.
            Type::Integer(ty) if ty.bits <= 8 => self.any = true,
            Type::Record(_) => self.any = true,
            ty => self.types.push(ty.clone()),
        }
    }
}

/// The effects of a statement: on objects that it names, and on memory that their pointers lead to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opaque {
    /// Its text and that of the functions of the file that it may enter: equal for programs that
    /// differ in names only.
    pub(crate) form: String,
    /// The objects that exist outside of it, by their numbers in the text; `None` for those inside.
    pub(crate) objects: Vec<Option<ObjectId>>,
    /// Arrays of numbers, and pointers to some, of which it only names elements.
    subscripted: BTreeSet<ObjectId>,
    /// The objects of which it assigns a part.
    assigned: BTreeSet<ObjectId>,
    /// The objects through which it may store: it knows their addresses, or those in them.
    through: Vec<ObjectId>,
    /// The objects whose addresses it takes.
    addressed: BTreeSet<ObjectId>,
    /// It may store through all of them.
    stores: bool,
    /// It may execute code that is not seen.
    pub(crate) calls_others: bool,
    /// It has an effect on the outside world.
    pub(crate) is_effect: bool,
    /// It may end the program, or the function.
    pub(crate) may_end: bool,
    /// It may keep addresses in memory.
    pub(crate) keeps_addresses: bool,
    /// The objects in which it keeps addresses.
    kept_in: BTreeSet<ObjectId>,
    /// What it stores in structures.
    pub(crate) members: Stores,
    /// What it touches of structures.
    pub(crate) mentions: Mentions,
}

impl Opaque {
    /// The effects of a statement; `None` if its text does not say them.
    pub(crate) fn of(program: &Program, statement: &Statement) -> Option<Self> {
        let entered = entered(program, statement);
        let subscripted = subscripted(program, statement, &entered);
        let (form, numbered) = program.form_of(statement, &entered, &subscripted);
        let mut inside = BTreeSet::new();
        let mut found = Opaque {
            form,
            subscripted,
            members: Stores {
                any: false,
                ..Stores::default()
            },
            mentions: Mentions::none(),
            ..Opaque::default()
        };
        let mut is_understood = true;
        let mut look = |s: &Statement, found: &mut Opaque, is_own: bool| {
            if let StatementKind::Declare(object) = s.kind {
                inside.insert(object);
            }
            is_understood &= found.add(program, s, is_own);
        };
        let own = std::slice::from_ref(statement);
        statements_of(own, &mut |s| look(s, &mut found, true));
        for function in &entered {
            statements_of(&function.body, &mut |s| look(s, &mut found, false));
        }
        let parameters = entered.iter().flat_map(|f| f.parameters.iter().copied());
        inside.extend(parameters);
        let object = |id: &ObjectId| &program.objects[id.0 as usize];
        inside.retain(|id| !object(id).lifetime.lasts());
        // The statement is in a function that calls itself: these are its own objects, and not
        // those of the call, which have the same names.
        let mut declared = BTreeSet::new();
        statements_of(own, &mut |s| {
            if let StatementKind::Declare(object) = s.kind {
                declared.insert(object);
            }
        });
        let (_, mut named) = program.form_of(statement, &[], &BTreeSet::new());
        named.retain(|id| inside.contains(id) && !declared.contains(id));
        is_understood &= named.is_empty();
        let is_in_callee = |id: &ObjectId| inside.contains(id);
        found.stores |= found.through.iter().any(is_in_callee);
        found.assigned.retain(|id| !inside.contains(id));
        found.keeps_addresses |= found.kept_in.iter().any(|id| !inside.contains(id));
        let outside = |id: ObjectId| (!inside.contains(&id)).then_some(id);
        found.objects = numbered.into_iter().map(outside).collect();
        is_understood.then_some(found)
    }

    /// Whether it may store in memory that it reaches by an object.
    pub(crate) fn stores_through(&self, object: ObjectId) -> bool {
        self.stores || self.through.contains(&object)
    }

    /// Whether it only names elements of an array of numbers, or of what a pointer leads to.
    pub(crate) fn only_subscripts(&self, object: ObjectId) -> bool {
        self.subscripted.contains(&object)
    }

    /// Whether it takes the address of an object.
    pub(crate) fn takes_address(&self, object: ObjectId) -> bool {
        self.addressed.contains(&object)
    }

    /// Whether it assigns a part of an object.
    pub(crate) fn assigns(&self, object: ObjectId) -> bool {
        self.assigned.contains(&object)
    }

    /// Adds a statement; false if nothing is known of it.
    fn add(&mut self, program: &Program, statement: &Statement, is_own: bool) -> bool {
        match &statement.kind {
            StatementKind::Unsupported(_) => return false,
            StatementKind::Return(_) if is_own => {
                self.may_end = true;
                self.is_effect = true;
            }
            StatementKind::Call {
                result,
                callee,
                arguments,
            } => {
                // A result may be an address that was given away.
                self.kept_in.extend(result.as_ref().and_then(root_object));
                self.members.any |= result.as_ref().is_some_and(|r| root_object(r).is_none());
                self.call(program, callee, arguments);
            }
            // Other loops without effects end (C11 6.8.5p6).
            StatementKind::Loop(l) if l.condition.as_ref().is_none_or(is_constant) => {
                self.may_end = true;
                self.is_effect = true;
            }
            StatementKind::Assign { place, value } => {
                let ty = &value.ty;
                self.members.add(place, ty);
                if matches!(ty, Type::Pointer(_) | Type::Record(_)) {
                    match root_object(place) {
                        Some(object) => drop(self.kept_in.insert(object)),
                        None => self.keeps_addresses = true,
                    }
                }
            }
            _ => {}
        }
        let mut is_understood = true;
        parts_of(statement, &mut |part| match part {
            Part::Value(value) => nested(value, &mut |v| is_understood &= self.value(program, v)),
            Part::Written(place) => {
                self.place(program, place);
                self.mentions.add_place(place);
                self.assigned.extend(root_object(place));
                if root_object(place).is_none() {
                    loaded(place, &mut self.through);
                }
                values_in(place, &mut |v| is_understood &= self.value(program, v));
            }
        });
        is_understood
    }

    fn value(&mut self, program: &Program, value: &Value) -> bool {
        self.mentions.add(value);
        match &value.kind {
            ValueKind::Load(place) => self.place(program, place),
            ValueKind::Address(place) => self.addressed.extend(root_object(place)),
            ValueKind::Unsupported(_) => return false,
            _ => {}
        }
        true
    }

    fn place(&mut self, program: &Program, place: &Place) {
        let is_volatile = |o: &Object| o.is_volatile;
        let root = root_object(place).map(|id| &program.objects[id.0 as usize]);
        self.is_effect |= matches!(place, Place::Volatile(_)) || root.is_some_and(is_volatile);
    }

    fn call(&mut self, program: &Program, callee: &Callee, arguments: &[Value]) {
        let name = match callee {
            Callee::Named(name) if function(program, name).is_some() => return,
            Callee::Named(name) => name.as_str(),
            Callee::Pointer(_) => "",
        };
        let is_known = callbacks::is_known(program, name, arguments);
        let is_plain = callbacks::is_plain(program, name, arguments);
        self.calls_others |= !is_known;
        self.may_end |= !is_known || library::ends_program(name);
        self.is_effect |= !(is_plain || library::touches_arguments_only(name));
        self.keeps_addresses |= is_known && !is_plain && !library::keeps_no_pointer(name);
        for (at, argument) in arguments.iter().enumerate() {
            self.mentions.add_given(argument, is_known);
            if library::may_write(name, at) {
                self.members.any |= matches!(argument.ty, Type::Pointer(_));
                loaded_objects(argument, &mut self.through);
            }
        }
    }
}

/// The arrays of numbers, and the pointers to some, of which a statement and the functions that it
/// enters only name elements, if these are all the memory that they reach by names.
fn subscripted(
    program: &Program,
    statement: &Statement,
    entered: &[&Function],
) -> BTreeSet<ObjectId> {
    let mut mentions = BTreeMap::new();
    let mut look = |s: &Statement| {
        parts_of(s, &mut |part| match part {
            Part::Value(value) => nested(value, &mut |v| count_value(v, &mut mentions)),
            Part::Written(place) => {
                count_place(place, true, &mut mentions);
                values_in(place, &mut |v| count_value(v, &mut mentions));
            }
        });
    };
    statements_of(std::slice::from_ref(statement), &mut look);
    for function in entered {
        statements_of(&function.body, &mut look);
    }
    let ty = |id: &ObjectId| &program.objects[id.0 as usize].ty;
    let is_number = |ty: &Type| matches!(ty, Type::Integer(_) | Type::Floating(_));
    mentions.retain(|id, _| !is_number(ty(id)));
    let is_fit = |(id, (all, elements)): (&ObjectId, &(usize, usize))| match ty(id) {
        Type::Array { element: of, .. } | Type::Pointer(of) => is_number(of) && all == elements,
        _ => false,
    };
    match mentions.iter().all(is_fit) {
        true => mentions.into_keys().collect(),
        false => BTreeSet::new(),
    }
}

/// How often an object is named, and how often of these an element of it.
type Counts = BTreeMap<ObjectId, (usize, usize)>;

/// Counts the object that a value names. The one in `*(p + i)` is visited by itself, too.
fn count_value(value: &Value, mentions: &mut Counts) {
    match &value.kind {
        ValueKind::Load(place) => count_place(place, true, mentions),
        ValueKind::Address(place) => count_place(place, false, mentions),
        _ => {}
    }
}

/// Counts the object that a place names. Of arrays the elements that are `used` count.
fn count_place(place: &Place, is_used: bool, mentions: &mut Counts) {
    if let Some(object) = root_object(place) {
        mentions.entry(object).or_default().0 += 1;
    }
    let base = match place {
        Place::Element { array, .. } if is_used => match &**array {
            Place::Object(id) => Some(*id),
            _ => None,
        },
        Place::At(pointer) if is_used => {
            let pointer = match &pointer.kind {
                ValueKind::Offset { pointer, .. } => pointer,
                _ => pointer,
            };
            match &pointer.kind {
                ValueKind::Load(Place::Object(id)) => Some(*id),
                _ => None,
            }
        }
        _ => None,
    };
    if let Some(base) = base {
        mentions.entry(base).or_default().1 += 1;
    }
}

/// Whether a value is the same at each place.
fn is_constant(value: &Value) -> bool {
    let mut loads = false;
    nested(value, &mut |v| {
        loads |= matches!(v.kind, ValueKind::Load(_))
    });
    !loads
}

/// The objects whose pointers or addresses a place behind a pointer is reached by.
fn loaded(place: &Place, found: &mut Vec<ObjectId>) {
    match place {
        Place::Object(_) => {}
        Place::At(pointer) => loaded_objects(pointer, found),
        Place::Element { array: inner, .. }
        | Place::Member { record: inner, .. }
        | Place::Volatile(inner) => loaded(inner, found),
    }
}

/// The function of the file of this name.
pub(super) fn function<'p>(program: &'p Program, name: &str) -> Option<&'p Function> {
    program.functions.iter().find(|f| f.name == name)
}

/// The functions of the file that a statement may enter, in the order of their first calls.
pub(crate) fn entered<'p>(program: &'p Program, statement: &Statement) -> Vec<&'p Function> {
    let mut found: Vec<&Function> = Vec::new();
    let add = |s: &Statement, found: &mut Vec<&'p Function>| {
        if let StatementKind::Call {
            callee: Callee::Named(name),
            ..
        } = &s.kind
            && let Some(callee) = function(program, name)
            && !found.iter().any(|f| f.name == *name)
        {
            found.push(callee);
        }
    };
    statements_of(std::slice::from_ref(statement), &mut |s| add(s, &mut found));
    let mut next = 0;
    while let Some(function) = found.get(next).copied() {
        statements_of(&function.body, &mut |s| add(s, &mut found));
        next += 1;
    }
    found
}

/// Whether a statement may take the place of what happens in it: all that is declared or jumps in
/// it does so inside. In the function that is analysed, it may also return.
pub(crate) fn may_be_opaque(statement: &Statement, is_outermost: bool) -> bool {
    let is_plain = !matches!(
        statement.kind,
        StatementKind::Declare(_) | StatementKind::Return(_)
    );
    is_plain && stays(std::slice::from_ref(statement), false, false, is_outermost)
}

/// Whether control leaves statements at their end only.
fn stays(body: &[Statement], in_loop: bool, in_switch: bool, may_return: bool) -> bool {
    body.iter().all(|s| match &s.kind {
        StatementKind::Break => in_loop || in_switch,
        StatementKind::Continue => in_loop,
        StatementKind::Return(_) => may_return,
        StatementKind::If { then, other, .. } => {
            stays(then, in_loop, in_switch, may_return)
                && stays(other, in_loop, in_switch, may_return)
        }
        StatementKind::Loop(l) => {
            stays(&l.body, true, in_switch, may_return)
                && stays(&l.step, true, in_switch, may_return)
        }
        StatementKind::Switch { arms, .. } => {
            { arms.iter() }.all(|arm| stays(&arm.body, in_loop, true, may_return))
        }
        StatementKind::Block(inner) | StatementKind::Pragma { body: inner, .. } => {
            stays(inner, in_loop, in_switch, may_return)
        }
        _ => true,
    })
}
