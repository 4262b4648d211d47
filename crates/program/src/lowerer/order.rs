//! Effects between the parts of an expression: a value that later effects may change is kept in an
//! object without a name, at the point where C computes it.

use super::Lowerer;
use super::values::{Lvalue, Typed};
use crate::visit::{Part, nested, parts_of, root_object, statements_of};
use crate::{Lifetime, ObjectId, Place, Statement, StatementKind, Value, ValueKind};
use std::collections::HashSet;

/// What statements may write.
#[derive(Default)]
struct Effects {
    objects: HashSet<ObjectId>,
    /// Whether they write through pointers.
    through_pointers: bool,
    /// Whether they call functions, or are not understood.
    calls: bool,
}

/// What a value reads.
#[derive(Default)]
struct Reads {
    objects: HashSet<ObjectId>,
    through_pointers: bool,
}

impl Lowerer<'_> {
    /// Makes a value that was computed when the list had `mark` statements independent of the
    /// statements after them. Returns whether a statement was inserted there.
    pub(crate) fn settle(&mut self, mark: usize, value: &mut Typed) -> bool {
        let is_settled = value.unsupported().is_some() || !self.may_change(mark, &value.value);
        if is_settled {
            return false;
        }
        let at = value.value.at;
        let to = self.temporary(&value.ty, at);
        let place = to.place.clone();
        let kept = std::mem::replace(value, to.load());
        let kind = StatementKind::Assign {
            place,
            value: kept.value,
        };
        self.out.insert(mark, Statement { kind, at });
        true
    }

    /// The same for the pointers and subscripts of a place.
    pub(crate) fn settle_place(&mut self, mark: usize, lvalue: &mut Lvalue) {
        if mark == self.out.len() {
            return;
        }
        let mut mark = mark;
        let mut place = std::mem::replace(&mut lvalue.place, Place::Object(ObjectId(0)));
        self.settle_inside(&mut mark, &mut place);
        lvalue.place = place;
    }

    fn settle_inside(&mut self, mark: &mut usize, place: &mut Place) {
        match place {
            Place::Object(_) => {}
            Place::At(pointer) => self.settle_value(mark, pointer),
            Place::Element { array, index, .. } => {
                self.settle_inside(mark, array);
                self.settle_value(mark, index);
            }
            Place::Member { record: inner, .. } | Place::Volatile(inner) => {
                self.settle_inside(mark, inner);
            }
        }
    }

    fn settle_value(&mut self, mark: &mut usize, value: &mut Value) {
        if !self.may_change(*mark, value) {
            return;
        }
        let id = self.unnamed(value);
        let kept = Value {
            ty: value.ty.clone(),
            kind: ValueKind::Load(Place::Object(id)),
            at: value.at,
        };
        let at = value.at;
        let kind = StatementKind::Assign {
            place: Place::Object(id),
            value: std::mem::replace(value, kept),
        };
        self.out.insert(*mark, Statement { kind, at });
        *mark += 1;
    }

    /// An object without a name for a value of which only the type in the program matters.
    fn unnamed(&mut self, value: &Value) -> ObjectId {
        let ty = crate::types::Ty::LONG;
        let id = self.object("", ty.plain(), Lifetime::Temporary, value.at);
        self.program.objects[id.0 as usize].ty = value.ty.clone();
        id
    }

    fn may_change(&self, mark: usize, value: &Value) -> bool {
        let later = self.out.get(mark..).unwrap_or_default();
        if later.is_empty() {
            return false;
        }
        let mut reads = Reads::default();
        reads.value(value);
        let mut effects = Effects::default();
        effects.statements(later);
        self.conflict(&effects, &reads)
    }

    fn conflict(&self, effects: &Effects, reads: &Reads) -> bool {
        let is_pointed_to = |id: &ObjectId| self.details[id.0 as usize].is_pointed_to;
        let anywhere = effects.through_pointers || effects.calls;
        let written = effects.objects.iter();
        written.clone().any(|id| reads.objects.contains(id))
            || (reads.through_pointers && (anywhere || { written }.any(is_pointed_to)))
            || (anywhere && reads.objects.iter().any(is_pointed_to))
    }
}

impl Effects {
    fn statements(&mut self, list: &[Statement]) {
        statements_of(list, &mut |statement| {
            let calls = matches!(
                statement.kind,
                StatementKind::Call { .. } | StatementKind::Unsupported(_)
            );
            self.calls |= calls;
            parts_of(statement, &mut |part| {
                if let Part::Written(place) = part {
                    self.write(place);
                }
            });
        });
    }

    fn write(&mut self, place: &Place) {
        match root_object(place) {
            Some(id) => drop(self.objects.insert(id)),
            None => self.through_pointers = true,
        }
    }
}

impl Reads {
    fn value(&mut self, value: &Value) {
        nested(value, &mut |value| {
            if let ValueKind::Load(place) = &value.kind {
                match root_object(place) {
                    Some(id) => drop(self.objects.insert(id)),
                    None => self.through_pointers = true,
                }
            }
        });
    }
}
