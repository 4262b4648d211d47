//! Which objects can be followed: scalars and small arrays of integers or pointers whose address is
//! never taken, and integers and local pointers whose address is.

use super::member_objects::MemberObjects;
use super::mentions::Mentions;
use super::reach::Reach;
use crate::values::Cell;
use program::visit::{Part, nested, parts_of, root_object, statements_of, values_in};
use program::{Lifetime, Object, ObjectId, Place, Program, Record, Type, Value, ValueKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Small arrays have at most this many elements.
const ELEMENTS: u32 = 16;
/// Those of pointers at most this many.
const POINTERS: u32 = 32;

/// The objects that are followed, with the number of their cells; 0 for scalars.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tracked {
    objects: BTreeMap<ObjectId, u32>,
    /// Structures whose members are followed.
    records: BTreeMap<ObjectId, Arc<Record>>,
    /// The objects that stand for members of these.
    member_objects: MemberObjects,
    /// The structures that pointers lead to.
    targets: BTreeMap<ObjectId, Arc<Record>>,
    /// The members of structures that the function may touch.
    mentions: Mentions,
    /// Integers and pointers whose address is taken.
    taken: BTreeSet<ObjectId>,
    /// Integers and pointers that outlive the function.
    lasting: BTreeSet<ObjectId>,
}

impl Tracked {
    /// The objects of a function that are followed, those that outlive it only if they are wanted.
    pub(crate) fn new(program: &Program, reach: &Reach, with_lasting: bool) -> Self {
        let (mut taken, mut mentions) = (BTreeSet::new(), Mentions::none());
        for function in reach.functions(program) {
            statements_of(&function.body, &mut |statement| {
                parts_of(statement, &mut |part| match part {
                    Part::Value(value) => {
                        addresses(value, &mut taken);
                        nested(value, &mut |v| mentions.add(v));
                    }
                    Part::Written(place) => {
                        mentions.add_place(place);
                        values_in(place, &mut |v| mentions.add(v));
                        values_in(place, &mut |v| addresses_here(v, &mut taken));
                        indirect(place, &mut taken);
                    }
                });
            });
        }
        let lasting = match with_lasting {
            true => lasting(program, reach),
            false => BTreeSet::new(),
        };
        let may_be_reached = |o: &Object| match o.ty {
            Type::Integer(_) => true,
            Type::Pointer(_) => o.lifetime == Lifetime::Automatic,
            _ => false,
        };
        let is_followed = |o: &&Object| !taken.contains(&o.id) || may_be_reached(o);
        let objects = program.objects.iter().filter(is_followed);
        let mut objects: BTreeMap<ObjectId, u32> =
            objects.filter_map(|o| Some((o.id, cells(o)?))).collect();
        objects.extend(lasting.iter().map(|id| (*id, 0)));
        let records = program.objects.iter().filter(|o| is_own(o));
        let records = records.filter_map(|o| Some((o.id, followed_record(&o.ty)?)));
        let target = |(id, _): (&ObjectId, &u32)| match &program.objects[id.0 as usize].ty {
            Type::Pointer(target) => Some((*id, followed_record(target)?)),
            _ => None,
        };
        Tracked {
            records: records.collect(),
            member_objects: MemberObjects::new(),
            targets: objects.iter().filter_map(target).collect(),
            mentions,
            taken: taken
                .into_iter()
                .filter(|id| objects.contains_key(id))
                .collect(),
            lasting,
            objects,
        }
    }

    /// The same with objects that stand for members of structures.
    pub(crate) fn with_member_objects(self, member_objects: MemberObjects) -> Self {
        Tracked {
            member_objects,
            ..self
        }
    }

    /// The object that stands for a member of a structure.
    pub(crate) fn member_object(&self, object: ObjectId, member: usize) -> Option<ObjectId> {
        self.member_objects.get(&(object, member)).copied()
    }

    /// The number of elements of an object that is followed; 0 if it is a scalar.
    pub(crate) fn elements(&self, object: ObjectId) -> Option<u32> {
        self.objects.get(&object).copied()
    }

    /// The integers and pointers that outlive the function and are followed. Their values are kept
    /// in memory, too.
    pub(crate) fn lasting(&self) -> impl Iterator<Item = ObjectId> {
        self.lasting.iter().copied()
    }

    /// The integers and pointers that are followed and whose address is taken.
    pub(crate) fn taken(&self) -> impl Iterator<Item = ObjectId> {
        self.taken.iter().copied()
    }

    /// Whether an object is one of those.
    pub(crate) fn is_taken(&self, object: ObjectId) -> bool {
        self.taken.contains(&object)
    }

    /// Whether an object is a scalar that nothing but its name leads to.
    pub(crate) fn has_only_its_name(&self, object: ObjectId) -> bool {
        let is_reached = self.taken.contains(&object) || self.lasting.contains(&object);
        self.elements(object) == Some(0) && !is_reached
    }

    /// The structure that an object is, if its members are followed.
    pub(crate) fn record(&self, object: ObjectId) -> Option<&Arc<Record>> {
        self.records.get(&object)
    }

    /// The structure that a pointer leads to, if its members are followed where it is one of the
    /// caller, or of others.
    pub(crate) fn target(&self, object: ObjectId) -> Option<&Arc<Record>> {
        self.targets.get(&object)
    }

    /// Whether the function may touch a member of a structure.
    pub(crate) fn mentions(&self, record: &Arc<Record>, member: usize) -> bool {
        self.mentions.may_touch(record, member)
    }

    /// Whether no members of structures are followed.
    pub(crate) fn has_no_records(&self) -> bool {
        self.records.is_empty() && self.targets.is_empty()
    }

    /// The cells of an object.
    pub(crate) fn cells(&self, object: ObjectId) -> impl Iterator<Item = Cell> {
        let count = self.elements(object).map_or(0, |n| n.max(1));
        (0..count).map(move |element| Cell { object, element })
    }
}

/// Whether integers or pointers that outlive a function can be followed in it.
pub(crate) fn uses_lasting(program: &Program, reach: &Reach) -> bool {
    !lasting(program, reach).is_empty()
}

/// The integers and pointers that outlive a function, that it uses, and whose address nobody takes.
fn lasting(program: &Program, reach: &Reach) -> BTreeSet<ObjectId> {
    let mut taken = BTreeSet::new();
    let mut used = BTreeSet::new();
    for function in &program.functions {
        statements_of(&function.body, &mut |statement| {
            parts_of(statement, &mut |part| match part {
                Part::Value(value) => addresses(value, &mut taken),
                Part::Written(place) => values_in(place, &mut |v| addresses_here(v, &mut taken)),
            });
        });
    }
    for function in reach.functions(program) {
        statements_of(&function.body, &mut |statement| {
            parts_of(statement, &mut |part| {
                let mut found = Vec::new();
                match part {
                    Part::Value(value) => loaded_objects(value, &mut found),
                    Part::Written(place) => {
                        found.extend(root_object(place));
                        values_in(place, &mut |v| loaded_objects(v, &mut found));
                    }
                }
                used.extend(found);
            });
        });
    }
    let is_followed = |o: &&Object| {
        let is_scalar = matches!(o.ty, Type::Integer(_) | Type::Pointer(_));
        let is_plain = o.lifetime.lasts() && !o.is_volatile && !o.is_constant;
        is_scalar && is_plain && used.contains(&o.id) && !taken.contains(&o.id)
    };
    let objects = program.objects.iter().filter(is_followed);
    objects.map(|o| o.id).collect()
}

/// Whether an object belongs to one execution of a function.
pub(super) fn is_own(object: &Object) -> bool {
    let is_local = matches!(
        object.lifetime,
        Lifetime::Parameter | Lifetime::Automatic | Lifetime::Temporary
    );
    is_local && !object.is_volatile
}

/// Whether a member of a structure is followed.
pub(crate) fn is_followed(ty: &Type) -> bool {
    matches!(ty, Type::Integer(_) | Type::Pointer(_))
}

/// A structure with members that are followed.
pub(crate) fn followed_record(ty: &Type) -> Option<Arc<Record>> {
    let Type::Record(record) = ty else {
        return None;
    };
    let has_followed = record.members.iter().any(|m| is_followed(&m.ty));
    (has_followed && !record.is_union).then(|| Arc::clone(record))
}

fn cells(object: &Object) -> Option<u32> {
    if !is_own(object) {
        return None;
    }
    match &object.ty {
        Type::Integer(_) | Type::Pointer(_) => Some(0),
        Type::Array { element, length } => {
            let is_followed = matches!(**element, Type::Integer(_) | Type::Pointer(_));
            let length = length.as_ref().and_then(|l| literal(l))?;
            let most = match **element {
                Type::Pointer(_) => POINTERS,
                _ => ELEMENTS,
            };
            (is_followed && (1..=i128::from(most)).contains(&length))
                .then_some(u32::try_from(length).ok()?)
        }
        _ => None,
    }
}

/// The value of an integer constant.
pub(crate) fn literal(value: &Value) -> Option<i128> {
    match &value.kind {
        ValueKind::Integer(n) => Some(*n),
        ValueKind::Convert(inner) => literal(inner),
        _ => None,
    }
}

fn addresses(value: &Value, taken: &mut BTreeSet<ObjectId>) {
    nested(value, &mut |v| addresses_here(v, taken));
}

fn addresses_here(value: &Value, taken: &mut BTreeSet<ObjectId>) {
    match &value.kind {
        ValueKind::Address(place) => taken.extend(root_object(place)),
        ValueKind::Load(place) => indirect(place, taken),
        _ => {}
    }
}

/// A part of an object that is no cell.
fn indirect(place: &Place, taken: &mut BTreeSet<ObjectId>) {
    let is_cell = match place {
        Place::Object(_) => true,
        Place::Element { array, .. } => matches!(**array, Place::Object(_)),
        _ => false,
    };
    if !is_cell {
        taken.extend(root_object(place));
    }
}

/// Followed integers that certainly hold data at some place: they are set to a value from memory
/// that is not followed, or from each other.
pub(crate) fn data_objects(
    program: &Program,
    reach: &Reach,
    tracked: &Tracked,
) -> BTreeSet<ObjectId> {
    let mut sets: Vec<(ObjectId, &Value)> = Vec::new();
    for function in reach.functions(program) {
        statements_of(&function.body, &mut |statement| {
            if let program::StatementKind::Assign { place, value } = &statement.kind
                && matches!(value.ty, Type::Integer(_))
                && let Some(object) = root_object(place)
                && tracked.elements(object).is_some()
            {
                sets.push((object, value));
            }
        });
    }
    let mut found = BTreeSet::new();
    loop {
        let is_read = |place: &Place| match place {
            Place::At(_) | Place::Volatile(_) => true,
            place => root_object(place)
                .is_some_and(|o| found.contains(&o) || tracked.elements(o).is_none()),
        };
        let (data, others): (Vec<_>, Vec<_>) =
            { sets.into_iter() }.partition(|(_, value)| is_data(value, &is_read));
        if data.is_empty() {
            return found;
        }
        found.extend(data.into_iter().map(|(object, _)| object));
        sets = others;
    }
}

/// Whether a value is read from such places, or converted from a floating one.
fn is_data(value: &Value, is_read: &dyn Fn(&Place) -> bool) -> bool {
    let is_data = |value: &Value| is_data(value, is_read);
    match &value.kind {
        ValueKind::Load(place) => is_read(place),
        ValueKind::Convert(inner) => matches!(inner.ty, Type::Floating(_)) || is_data(inner),
        ValueKind::Binary(_, a, b) => is_data(a) || is_data(b),
        ValueKind::Unary(_, a) => is_data(a),
        _ => false,
    }
}

/// Adds the objects that a value loads or takes the address of; a place behind a pointer counts as
/// an object that every loop changes.
pub(crate) fn loaded_objects(value: &Value, found: &mut Vec<ObjectId>) {
    nested(value, &mut |v| {
        if let ValueKind::Load(place) | ValueKind::Address(place) = &v.kind {
            found.extend(root_object(place));
        }
    });
}
