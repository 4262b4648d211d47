//! Which members of structures code names: others it cannot reach by pointers to these structures.

use super::literal;
use program::{Place, Record, Type, Value, ValueKind};
use std::sync::Arc;

/// The members of structures that code may touch by pointers to these structures.
#[derive(Clone, Debug)]
pub(crate) struct Mentions {
    /// All of them.
    all: bool,
    members: Vec<(Arc<Record>, usize)>,
}

impl Default for Mentions {
    fn default() -> Self {
        Mentions {
            all: true,
            members: Vec::new(),
        }
    }
}

impl Mentions {
    /// None yet.
    pub(super) fn none() -> Self {
        Mentions {
            all: false,
            members: Vec::new(),
        }
    }

    /// Whether a member of a structure may be touched.
    pub(crate) fn may_touch(&self, record: &Arc<Record>, member: usize) -> bool {
        let touched = |(other, at): &(Arc<Record>, usize)| other == record && *at == member;
        self.all || self.members.iter().any(touched)
    }

    /// Adds a value without those inside it.
    pub(super) fn add(&mut self, value: &Value) {
        self.all |= matches!(value.ty, Type::Record(_));
        match &value.kind {
            ValueKind::Load(place) | ValueKind::Address(place) => self.add_place(place),
            ValueKind::Convert(from) => {
                let is_structure = leads_to_structure(&value.ty) || leads_to_structure(&from.ty);
                let is_tested = matches!(value.ty, Type::Integer(ty) if ty.bits == 1);
                self.all |=
                    is_structure && value.ty != from.ty && !is_tested && literal(from) != Some(0);
            }
            _ => {}
        }
    }

    /// Adds a place that is read, written or pointed to.
    pub(super) fn add_place(&mut self, mut place: &Place) {
        loop {
            place = match place {
                Place::Member { record, ty, member } => {
                    self.members.push((Arc::clone(ty), *member));
                    record
                }
                Place::Element { array, .. } | Place::Volatile(array) => array,
                Place::Object(_) | Place::At(_) => return,
            };
        }
    }

    /// Adds what a function that is not seen does with an argument.
    pub(super) fn add_given(&mut self, argument: &Value, is_library: bool) {
        let mut given = argument;
        while let ValueKind::Convert(from) = &given.kind {
            given = from;
        }
        let is_in_structure = |place: &Place| {
            let mut found = Mentions::none();
            found.add_place(place);
            !found.members.is_empty()
        };
        self.all |= leads_to_structure(&given.ty)
            || !is_library && matches!(given.ty, Type::Pointer(_))
            || matches!(&given.kind, ValueKind::Address(place) if is_in_structure(place));
    }
}

fn leads_to_structure(ty: &Type) -> bool {
    matches!(ty, Type::Pointer(target) if matches!(innermost(target), Type::Record(_)))
}

/// The type of the elements of arrays of arrays.
pub(crate) fn innermost(mut ty: &Type) -> &Type {
    while let Type::Array { element, .. } = ty {
        ty = element;
    }
    ty
}
