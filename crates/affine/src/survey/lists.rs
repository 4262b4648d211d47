//! Small local arrays of structures as an array for each member: `all[k].px` is `all.px[k]`.

use super::tracked::literal;
use program::visit::{change_places, statements_of};
use program::{
    Lifetime, Object, ObjectId, Place, Program, Record, Statement, StatementKind, Type, Value,
    ValueKind,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// An array of structures, and the arrays of members that take its place.
struct List {
    record: Arc<Record>,
    members: Vec<ObjectId>,
    types: Vec<Type>,
}

type Lists = BTreeMap<ObjectId, List>;

/// A program in which such arrays have a part for each member; `None` if there are none.
pub(super) fn with_lists_apart(program: &Program) -> Option<Program> {
    let found = program
        .objects
        .iter()
        .filter_map(|o| Some((o.id, list(o)?)));
    let mut found: BTreeMap<ObjectId, Arc<Record>> = found.collect();
    if found.is_empty() {
        return None;
    }
    let others = used_otherwise(program, &found);
    found.retain(|id, _| !others.contains(id));
    if found.is_empty() {
        return None;
    }
    let mut program = program.clone();
    let mut lists = Lists::new();
    for (id, record) in found {
        let object = program.objects[id.0 as usize].clone();
        let list = parts(&object, record, &mut program.objects)?;
        lists.insert(id, list);
    }
    for function in &mut program.functions {
        rewrite(&mut function.body, &|s| {
            declared(s, &lists).or_else(|| set(s, &lists))
        });
        change_places(&mut function.body, &mut |place| replace(place, &lists));
    }
    Some(program)
}

/// The structure of which an object is a small array.
fn list(object: &Object) -> Option<Arc<Record>> {
    let Type::Array { element, length } = &object.ty else {
        return None;
    };
    let Type::Record(record) = &**element else {
        return None;
    };
    let is_scalar =
        |ty: &Type| matches!(ty, Type::Integer(_) | Type::Floating(_) | Type::Pointer(_));
    let is_fit = object.lifetime == Lifetime::Automatic
        && !object.is_volatile
        && !record.is_union
        && literal(length.as_ref()?).is_some()
        && record.members.iter().all(|m| is_scalar(&m.ty));
    is_fit.then(|| Arc::clone(record))
}

/// Adds the arrays of members.
fn parts(object: &Object, record: Arc<Record>, objects: &mut Vec<Object>) -> Option<List> {
    let Type::Array { length, .. } = &object.ty else {
        return None;
    };
    let (mut members, mut types) = (Vec::new(), Vec::new());
    for member in &record.members {
        let id = ObjectId(u32::try_from(objects.len()).ok()?);
        let ty = Type::Array {
            element: member.ty.clone().into(),
            length: length.clone(),
        };
        objects.push(Object {
            id,
            name: format!("{}.{}", object.name, member.name),
            ty: ty.clone(),
            ..object.clone()
        });
        members.push(id);
        types.push(ty);
    }
    Some(List {
        record,
        members,
        types,
    })
}

/// The arrays that are used otherwise than by members of elements, or by elements that are set to
/// another structure.
fn used_otherwise(
    program: &Program,
    lists: &BTreeMap<ObjectId, Arc<Record>>,
) -> BTreeSet<ObjectId> {
    let mut found = BTreeSet::new();
    for function in &program.functions {
        let mut body = function.body.clone();
        let mut copies = Vec::new();
        statements_of(&function.body, &mut |s| copies.extend(copied(s)));
        change_places(&mut body, &mut |place| {
            if let Some(id) = otherwise(place) {
                match copies
                    .iter()
                    .position(|own| *own == id && is_element(place))
                {
                    Some(at) => drop(copies.remove(at)),
                    None => drop(found.insert(id)),
                }
            }
        });
    }
    found.retain(|id| lists.contains_key(id));
    found
}

/// The array of which a statement sets an element to another structure.
fn copied(statement: &Statement) -> Option<ObjectId> {
    let StatementKind::Assign { place, value } = &statement.kind else {
        return None;
    };
    let is_copy = matches!(
        (&value.kind, &value.ty),
        (ValueKind::Load(_), Type::Record(_))
    );
    otherwise(place).filter(|_| is_copy && is_element(place))
}

fn is_element(place: &Place) -> bool {
    matches!(place, Place::Element { array, .. } if matches!(**array, Place::Object(_)))
}

/// The object that a place names, unless the place is in a member of one of its elements.
fn otherwise(place: &Place) -> Option<ObjectId> {
    match place {
        Place::Object(id) => Some(*id),
        Place::At(_) => None,
        Place::Member { record, .. } if is_element(record) => None,
        Place::Member { record: inner, .. }
        | Place::Element { array: inner, .. }
        | Place::Volatile(inner) => otherwise(inner),
    }
}

/// Writes other statements in the places of some, at any depth.
pub(super) fn rewrite(
    body: &mut Vec<Statement>,
    new: &dyn Fn(&Statement) -> Option<Vec<Statement>>,
) {
    for mut statement in std::mem::take(body) {
        if let Some(all) = new(&statement) {
            body.extend(all);
            continue;
        }
        match &mut statement.kind {
            StatementKind::If { then, other, .. } => {
                rewrite(then, new);
                rewrite(other, new);
            }
            StatementKind::Loop(l) => {
                rewrite(&mut l.body, new);
                rewrite(&mut l.step, new);
            }
            StatementKind::Switch { arms, .. } => {
                let bodies = arms.iter_mut().map(|arm| &mut arm.body);
                bodies.for_each(|body| rewrite(body, new));
            }
            StatementKind::Block(inner) | StatementKind::Pragma { body: inner, .. } => {
                rewrite(inner, new);
            }
            _ => {}
        }
        body.push(statement);
    }
}

/// The declarations of the parts of a list.
fn declared(statement: &Statement, lists: &Lists) -> Option<Vec<Statement>> {
    let StatementKind::Declare(id) = statement.kind else {
        return None;
    };
    let members = lists.get(&id)?.members.iter();
    let declare = |id: &ObjectId| Statement {
        kind: StatementKind::Declare(*id),
        at: statement.at,
    };
    Some(members.map(declare).collect())
}

/// The statements that set the members of an element.
fn set(statement: &Statement, lists: &Lists) -> Option<Vec<Statement>> {
    let StatementKind::Assign { place, value } = &statement.kind else {
        return None;
    };
    let list = lists.get(&copied(statement)?)?;
    let (Place::Element { index, .. }, ValueKind::Load(from)) = (place, &value.kind) else {
        return None;
    };
    let all = list.record.members.iter().enumerate().map(|(at, member)| {
        let from = Place::Member {
            record: Box::new(from.clone()),
            ty: Arc::clone(&list.record),
            member: at,
        };
        let value = Value {
            ty: member.ty.clone(),
            kind: ValueKind::Load(from),
            at: value.at,
        };
        let place = list.element(at, index.clone());
        Statement {
            kind: StatementKind::Assign { place, value },
            at: statement.at,
        }
    });
    Some(all.collect())
}

impl List {
    fn element(&self, member: usize, index: Box<Value>) -> Place {
        Place::Element {
            array: Box::new(Place::Object(self.members[member])),
            ty: self.types[member].clone(),
            index,
        }
    }
}

fn replace(place: &mut Place, lists: &Lists) {
    let Place::Member { record, member, .. } = place else {
        if let Place::Element { array: inner, .. } | Place::Volatile(inner) = place {
            replace(inner, lists);
        }
        return;
    };
    if let Place::Element { array, index, .. } = &**record
        && let Place::Object(id) = **array
        && let Some(list) = lists.get(&id)
    {
        *place = list.element(*member, index.clone());
        return;
    }
    replace(record, lists);
}
