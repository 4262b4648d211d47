//! Small local tables of pointers as objects, and loops over them as their iterations:
//!
//! ```c
//! for (k = 0; k < 2; k++)     free(all_0);
//!     free(all[k]);           free(all_1);
//! ```

use super::changes::{breaks, has};
use super::lists::rewrite;
use crate::fixed::Fixed;
use program::visit::{
    Part, PartMut, change_parts, change_value, nested, parts_of, root_object, statements_of,
    values_in,
};
use program::{
    Lifetime, Loop, Macro, Object, ObjectId, Place, Program, Statement, StatementKind, Type, Value,
    ValueKind, constant_value,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Larger tables, and loops of more iterations, stay.
const MOST: usize = 32;

/// Tables, with their numbers of elements.
type Tables = BTreeMap<ObjectId, usize>;

/// A program in which such tables have an object for each element, and the macros that are taken at
/// their values for it; `None` if there are none.
pub(super) fn with_tables_apart(
    program: &Program,
    fixed: &Fixed,
) -> Option<(Program, BTreeSet<String>)> {
    let numbers = Numbers {
        macros: &program.macros,
        fixed,
        taken: RefCell::default(),
    };
    let all = program.objects.iter();
    let mut tables: Tables = { all }
        .filter_map(|o| Some((o.id, numbers.length(o)?)))
        .collect();
    while !tables.is_empty() {
        let mut apart = program.clone();
        let unroller = Unroller {
            program,
            tables: &tables,
            numbers: &numbers,
        };
        for function in &mut apart.functions {
            unroller.unroll(&mut function.body);
        }
        let others = used_otherwise(&apart, &tables, &numbers);
        if others.is_empty() {
            replace(&mut apart, &tables, &numbers);
            return Some((apart, numbers.taken.into_inner()));
        }
        tables.retain(|id, _| !others.contains(id));
    }
    None
}

/// Constant expressions.
struct Numbers<'p> {
    macros: &'p [Macro],
    fixed: &'p Fixed,
    /// The macros in them.
    taken: RefCell<BTreeSet<String>>,
}

impl Numbers<'_> {
    fn value(&self, value: &Value) -> Option<i128> {
        let mut named = BTreeSet::new();
        let mut are_fixed = true;
        nested(value, &mut |v| {
            if let ValueKind::Macro(id) = v.kind {
                let own = &self.macros[id.0 as usize];
                are_fixed &= self.fixed.contains(own);
                named.insert(own.name.clone());
            }
        });
        let number = constant_value(value, self.macros).filter(|_| are_fixed)?;
        self.taken.borrow_mut().append(&mut named);
        Some(number)
    }

    /// The number of elements of a small table.
    fn length(&self, object: &Object) -> Option<usize> {
        let Type::Array { element, length } = &object.ty else {
            return None;
        };
        let is_fit = object.lifetime == Lifetime::Automatic
            && !object.is_volatile
            && matches!(**element, Type::Pointer(_));
        let length = self.value(length.as_ref().filter(|_| is_fit)?)?;
        let length = usize::try_from(length).ok()?;
        (1..=MOST).contains(&length).then_some(length)
    }
}

/// Writes loops over tables as their iterations.
struct Unroller<'p> {
    program: &'p Program,
    tables: &'p Tables,
    numbers: &'p Numbers<'p>,
}

impl Unroller<'_> {
    fn unroll(&self, body: &mut Vec<Statement>) {
        let mut first: Option<(ObjectId, Value)> = None;
        for mut statement in std::mem::take(body) {
            if let StatementKind::Loop(l) = &statement.kind
                && let Some(first) = first.take()
                && let Some(iterations) = self.iterations(l, first)
            {
                body.extend(iterations);
                continue;
            }
            match &mut statement.kind {
                StatementKind::If { then, other, .. } => {
                    self.unroll(then);
                    self.unroll(other);
                }
                StatementKind::Loop(l) => self.unroll(&mut l.body),
                StatementKind::Block(inner) => self.unroll(inner),
                _ => {}
            }
            first = match &statement.kind {
                StatementKind::Assign {
                    place: Place::Object(counter),
                    value,
                } => Some((*counter, value.clone())),
                _ => None,
            };
            body.push(statement);
        }
    }

    /// The iterations of a loop over tables, if their number is small and known, and the last value
    /// of the counter.
    fn iterations(&self, l: &Loop, (counter, first): (ObjectId, Value)) -> Option<Vec<Statement>> {
        let [step] = l.step.as_slice() else {
            return None;
        };
        let StatementKind::Assign { place, value } = &step.kind else {
            return None;
        };
        let is_fit = *place == Place::Object(counter) && self.is_over_table(l, counter);
        let condition = l.condition.as_ref().filter(|_| is_fit)?;
        let mut number = self.numbers.value(&first)?;
        let mut found = Vec::new();
        for _ in 0..=MOST {
            let with_number = |of: &Value| {
                let mut of = of.clone();
                change_value(&mut of, &mut |part| set(part, counter, number));
                self.numbers.value(&of)
            };
            if with_number(condition)? == 0 {
                let kind = StatementKind::Assign {
                    place: place.clone(),
                    value: Value {
                        kind: ValueKind::Integer(number),
                        ..value.clone()
                    },
                };
                found.push(Statement { kind, at: step.at });
                return Some(found);
            }
            let mut body = l.body.clone();
            change_parts(&mut body, &mut |part| set(part, counter, number));
            number = with_number(value)?;
            found.extend(body);
        }
        None
    }

    /// Whether a loop names a table, runs to its end, and steps its counter only in its header.
    fn is_over_table(&self, l: &Loop, counter: ObjectId) -> bool {
        let own = &self.program.objects[counter.0 as usize];
        let continues = |kind: &StatementKind| matches!(kind, StatementKind::Continue);
        let is_plain = !own.lifetime.lasts()
            && !own.is_volatile
            && !l.body_first
            && l.pragmas.is_empty()
            && !breaks(&l.body)
            && !has(&l.body, &continues);
        if !is_plain {
            return false;
        }
        let (mut is_over_table, mut is_kept) = (false, true);
        statements_of(&l.body, &mut |s| {
            each_place(s, &mut |place, how| {
                let root = root_object(place);
                is_over_table |= root.is_some_and(|id| self.tables.contains_key(&id));
                is_kept &= root != Some(counter) || how == How::Loaded;
            });
        });
        is_over_table && is_kept && !self.takes_address(counter)
    }

    fn takes_address(&self, object: ObjectId) -> bool {
        let mut found = false;
        for function in &self.program.functions {
            statements_of(&function.body, &mut |s| {
                each_place(s, &mut |place, how| {
                    found |= how == How::Addressed && root_object(place) == Some(object);
                });
            });
        }
        found
    }
}

/// Writes a number in the place of an object's value.
fn set(part: PartMut<'_>, object: ObjectId, number: i128) {
    if let PartMut::Value(value) = part
        && value.kind == ValueKind::Load(Place::Object(object))
    {
        value.kind = ValueKind::Integer(number);
    }
}

/// How a place is used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Loaded,
    Written,
    Addressed,
}

/// Calls `f` on the places that a statement uses, but for those of statements inside.
fn each_place<'p>(statement: &'p Statement, f: &mut dyn FnMut(&'p Place, How)) {
    let mut look = |value: &'p Value| match &value.kind {
        ValueKind::Load(place) => f(place, How::Loaded),
        ValueKind::Address(place) => f(place, How::Addressed),
        _ => {}
    };
    let mut written = None;
    parts_of(statement, &mut |part| match part {
        Part::Value(value) => nested(value, &mut look),
        Part::Written(place) => {
            values_in(place, &mut look);
            written = Some(place);
        }
    });
    if let Some(place) = written {
        f(place, How::Written);
    }
}

/// The tables that are used otherwise than by elements whose numbers are known.
fn used_otherwise(program: &Program, tables: &Tables, numbers: &Numbers<'_>) -> BTreeSet<ObjectId> {
    let mut found = BTreeSet::new();
    for function in &program.functions {
        statements_of(&function.body, &mut |s| {
            each_place(s, &mut |place, how| {
                if how == How::Addressed || element(place, tables, numbers).is_none() {
                    found.extend(root_object(place).filter(|id| tables.contains_key(id)));
                }
            });
        });
    }
    found
}

/// The table and the number of an element.
fn element(place: &Place, tables: &Tables, numbers: &Numbers<'_>) -> Option<(ObjectId, usize)> {
    let Place::Element { array, index, .. } = place else {
        return None;
    };
    let Place::Object(id) = **array else {
        return None;
    };
    let number = usize::try_from(numbers.value(index)?).ok()?;
    (number < *tables.get(&id)?).then_some((id, number))
}

/// Writes objects in the places of the elements of tables.
fn replace(program: &mut Program, tables: &Tables, numbers: &Numbers<'_>) {
    let old = program.objects.len();
    let mut first = BTreeMap::new();
    for (id, count) in tables {
        let table = program.objects[id.0 as usize].clone();
        let Type::Array { element, .. } = &table.ty else {
            continue;
        };
        first.insert(*id, program.objects.len());
        for number in 0..*count {
            program.objects.push(Object {
                id: ObjectId(program.objects.len() as u32),
                name: format!("{}[{number}]", table.name),
                ty: (**element).clone(),
                ..table.clone()
            });
        }
    }
    let object = |(id, number): (ObjectId, usize)| ObjectId((first[&id] + number) as u32);
    let is_new = move |id: ObjectId| id.0 as usize >= old;
    let lasting = { program.objects.iter() }
        .filter(|o| o.lifetime.lasts())
        .map(|o| o.id);
    let lasting: BTreeSet<ObjectId> = lasting.collect();
    for function in &mut program.functions {
        rewrite(&mut function.body, &|statement| {
            let StatementKind::Declare(id) = statement.kind else {
                return None;
            };
            let declare = |number: usize| Statement {
                kind: StatementKind::Declare(object((id, number))),
                at: statement.at,
            };
            Some((0..*tables.get(&id)?).map(declare).collect())
        });
        change_parts(&mut function.body, &mut |part| {
            if let PartMut::Place(place) = part
                && let Some(own) = element(place, tables, numbers)
            {
                *place = Place::Object(object(own));
            }
        });
        name_targets(&mut function.body, &is_new, lasting.clone());
    }
}

/// Writes objects and their members for `*p`, where `p` is an element that only keeps their
/// address.
fn name_targets(
    body: &mut [Statement],
    is_element: &dyn Fn(ObjectId) -> bool,
    mut open: BTreeSet<ObjectId>,
) {
    let mut written = BTreeMap::new();
    let mut targets: BTreeMap<ObjectId, Place> = BTreeMap::new();
    statements_of(body, &mut |s| {
        each_place(s, &mut |place, how| match how {
            How::Written => *written.entry(root_object(place)).or_insert(0) += 1,
            How::Addressed => open.extend(root_object(place)),
            How::Loaded => {}
        });
        if let StatementKind::Assign { place, value } = &s.kind
            && let (Place::Object(id), ValueKind::Address(target)) = (place, &value.kind)
            && is_element(*id)
        {
            targets.insert(*id, target.clone());
        }
    });
    let is_kept = |id: ObjectId| !written.contains_key(&Some(id)) && !open.contains(&id);
    targets.retain(|id, target| {
        let mut is_same = written.get(&Some(*id)) == Some(&1);
        values_in(target, &mut |value| {
            is_same &= match &value.kind {
                ValueKind::Load(Place::Object(id)) => is_kept(*id),
                ValueKind::Load(_) => false,
                _ => true,
            };
        });
        is_same
    });
    change_parts(body, &mut |part| {
        if let PartMut::Place(place) = part
            && let place = start(place)
            && let Place::At(pointer) = place
            && let ValueKind::Load(Place::Object(id)) = &pointer.kind
            && let Some(target) = targets.get(id)
        {
            *place = target.clone();
        }
    });
}

/// The object or target that a place is a part of.
fn start(place: &mut Place) -> &mut Place {
    match place {
        Place::Element { array: inner, .. }
        | Place::Member { record: inner, .. }
        | Place::Volatile(inner) => start(inner),
        whole => whole,
    }
}
