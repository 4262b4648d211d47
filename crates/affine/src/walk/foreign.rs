//! Pointers that are set to what functions of other files return: what they lead to is memory of
//! its own, as that of a parameter is.
//!
//! Assumes: such memory does not overlap other memory that the function reaches
//! ([`program::points_to::Root::Foreign`] names it, so that others say so). Memory of the function
//! that others know may be what they return, so it must not have escaped before.

use crate::draft::{ArrayKey, DraftArray, Element, Origin, Term};
use crate::eval::is_like;
use crate::state::Walker;
use crate::stop::Result;
use crate::survey::{loaded_objects, pointer_of};
use crate::values::{Cell, Known, Root, Site, Step, Target};
use program::{Lifetime, ObjectId, Place, Type, Value, ValueKind};
use std::collections::BTreeSet;
use std::rc::Rc;

impl Walker<'_> {
    /// Gives memory to the pointers that are to have it.
    pub(super) fn name_foreign(&mut self) -> Result<()> {
        for object in self.unknown_pointers() {
            self.unknowns.sources.entry(object).or_default();
            if self.found.named.contains(&object) {
                self.make_foreign(object)?;
            }
        }
        Ok(())
    }

    /// The pointers of the function of which nothing is known but where they are kept.
    fn unknown_pointers(&self) -> Vec<ObjectId> {
        let pointers = self.state.env.iter().filter_map(|(cell, known)| {
            let is_unknown = matches!(**known, Known::Data)
                && self.is_held(cell.object)
                && self.tracked.elements(cell.object) == Some(0);
            is_unknown.then_some(())?;
            let leads = match &self.object(cell.object).ty {
                Type::Pointer(to) => !matches!(**to, Type::Void | Type::Function | Type::Unknown),
                _ => false,
            };
            (leads && self.may_be_foreign(cell.object)).then_some(cell.object)
        });
        pointers.collect()
    }

    /// Whether what a pointer leads to could be memory of its own, and is none yet.
    fn may_be_foreign(&self, object: ObjectId) -> bool {
        let is_local = self.object(object).lifetime == Lifetime::Automatic;
        let is_new = is_local && !self.object(object).name.is_empty();
        is_new
            && self.unknowns.returned.contains(&object)
            && !self.unknowns.foreign.contains_key(&object)
    }

    /// Notes where the value of a pointer comes from.
    pub(super) fn note_pointer(&mut self, object: ObjectId, value: &Value) {
        if !matches!(value.ty, Type::Pointer(_)) {
            return;
        }
        let mut inner = value;
        while let ValueKind::Convert(converted) = &inner.kind {
            inner = converted;
        }
        let is_returned = match &inner.kind {
            ValueKind::Load(Place::Object(from)) => {
                let is_passing = self.object(*from).lifetime == Lifetime::Temporary;
                is_passing && self.unknowns.returned.contains(from)
            }
            _ => false,
        };
        match is_returned {
            true => self.unknowns.returned.insert(object),
            false => self.unknowns.returned.remove(&object),
        };
        let mut loaded = Vec::new();
        loaded_objects(value, &mut loaded);
        self.unknowns
            .derived
            .insert(object, loaded.into_iter().collect());
    }

    /// What a pointer leads to is memory of its own from here on, unless it may be memory of the
    /// function that others know.
    fn make_foreign(&mut self, object: ObjectId) -> Result<()> {
        let Type::Pointer(target) = &self.object(object).ty else {
            return Ok(());
        };
        let is_other = |site: &Site| match site {
            Site::Object(id) => {
                let ty = &self.object(*id).ty;
                let is_scalar = matches!(ty, Type::Integer(_) | Type::Floating(_));
                is_scalar && !is_like(ty, target)
            }
            Site::Call(_) => false,
        };
        if !self.state.escaped.iter().all(is_other) {
            return Ok(());
        }
        self.unknowns.foreign.insert(object, self.calls_unseen);
        let key = format!("value of {}", self.object_name(Root::Pointee(object)));
        let origin = Origin::Shared(key.clone(), false, true);
        let ty = self.object(object).ty.clone();
        let array = DraftArray::scalar(ArrayKey::Value(key), "value", ty.clone(), origin);
        let array = self.arrays.add(array);
        self.accesses.clear();
        let value = Value {
            ty,
            kind: ValueKind::Load(Place::Object(object)),
            at: self.at,
        };
        let mut operands = vec![self.term(&value)?];
        let world = self.world();
        operands.push(self.read_scalar(world));
        let write = self.access(array, Element::At(Vec::new()));
        self.emit(Term::apply("address and world", operands), write)?;
        let start = Step::Index(self.number(0)?);
        let target = Target::new(Root::Pointee(object)).with(start);
        let known = Known::Pointer(vec![(self.state.domain.clone(), target)]);
        let cell = Cell { object, element: 0 };
        self.state.env.insert(cell, Rc::new(known));
        self.pointee(object, None)?;
        self.follow_foreign(object)
    }

    /// Stops for a place behind a pointer of which nothing is known, if what it leads to could be
    /// memory of its own.
    pub(crate) fn demand_foreign(&self, place: &Place) -> Result<()> {
        let mut open: Vec<ObjectId> = base(place).into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(object) = open.pop() {
            if !seen.insert(object) {
                continue;
            }
            if self.may_be_foreign(object) && self.is_unnamed(object) {
                let wanted = BTreeSet::from([object]);
                return self.unnamed_objects("a pointer whose target is not known", &wanted);
            }
            open.extend(self.unknowns.derived.get(&object).into_iter().flatten());
        }
        Ok(())
    }
}

/// The pointer through which a place is reached.
fn base(place: &Place) -> Option<ObjectId> {
    let mut pointer = match place {
        Place::Object(object) => return Some(*object),
        place => pointer_of(place)?,
    };
    loop {
        match &pointer.kind {
            ValueKind::Load(place) => return base(place),
            ValueKind::Offset { pointer: inner, .. } | ValueKind::Convert(inner) => {
                pointer = inner;
            }
            _ => return None,
        }
    }
}
