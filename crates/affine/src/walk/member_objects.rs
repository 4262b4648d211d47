//! Statements that are executed by their text, with members of structures as objects.

use crate::state::Walker;
use crate::stop::Result;
use crate::values::{Cell, Known};
use program::visit::{Part, change_places, parts_of, root_object, statements_of};
use program::{ObjectId, Place, Statement};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A statement in which members of structures are objects.
pub(super) struct Renamed {
    pub(super) statement: Statement,
    /// What is known of these objects.
    pub(super) known: BTreeMap<Cell, Rc<Known>>,
}

impl Walker<'_> {
    /// A statement with objects in the places of members: of structures that it only names member
    /// by member, and of which all of these are followed and known. A number that is that of
    /// another object of the statement throughout is that object.
    pub(super) fn with_members_renamed(&self, statement: &Statement) -> Result<Renamed> {
        let mut statement = statement.clone();
        let mut named: BTreeMap<ObjectId, Option<BTreeMap<usize, Rc<Known>>>> = BTreeMap::new();
        let own = std::slice::from_mut(&mut statement);
        change_places(own, &mut |place| {
            let Some((object, member)) = named_in(place) else {
                return;
            };
            let known = member.and_then(|at| Some((at, self.known_member(object, at)?)));
            let all = named.entry(object).or_insert_with(|| Some(BTreeMap::new()));
            match (all.as_mut(), known) {
                (Some(members), Some((at, known))) => drop(members.insert(at, known)),
                _ => *all = None,
            }
        });
        let others = self.kept_scalars(&statement, named.keys());
        let (mut objects, mut known) = (BTreeMap::new(), BTreeMap::new());
        for (object, members) in &named {
            for (at, value) in members.iter().flatten() {
                let Some(own) = self.tracked.member_object(*object, *at) else {
                    continue;
                };
                let same = self.same_number((own, value), &others)?;
                if same.is_none() {
                    let cell = Cell {
                        object: own,
                        element: 0,
                    };
                    known.insert(cell, Rc::clone(value));
                }
                objects.insert((*object, *at), same.unwrap_or(own));
            }
        }
        let own = std::slice::from_mut(&mut statement);
        change_places(own, &mut |place| {
            rename(place, &|object, at| {
                named.get(&object)?.as_ref()?;
                objects.get(&(object, at)).copied()
            });
        });
        Ok(Renamed { statement, known })
    }

    /// The scalars among some objects that a statement does not change.
    fn kept_scalars<'o>(
        &self,
        statement: &Statement,
        objects: impl Iterator<Item = &'o ObjectId>,
    ) -> Vec<ObjectId> {
        let mut changed = Vec::new();
        statements_of(std::slice::from_ref(statement), &mut |s| {
            parts_of(s, &mut |part| {
                if let Part::Written(place) = part {
                    changed.extend(root_object(place));
                }
            });
        });
        let objects = objects.filter(|id| !changed.contains(id));
        let scalars = objects.filter(|id| self.tracked.has_only_its_name(**id));
        scalars.copied().collect()
    }

    /// The object among some that has the same type and number as another one.
    fn same_number(
        &self,
        (own, known): (ObjectId, &Known),
        others: &[ObjectId],
    ) -> Result<Option<ObjectId>> {
        let Known::Integer(number) = known else {
            return Ok(None);
        };
        let number = number.lifted_to(self.dims)?;
        for other in others {
            let cell = Cell {
                object: *other,
                element: 0,
            };
            if self.object(*other).ty == self.object(own).ty
                && let Some(Known::Integer(same)) = self.state.env.get(&cell).map(|k| &**k)
                && number.equals(&same.lifted_to(self.dims)?, &self.state.domain)?
            {
                return Ok(Some(*other));
            }
        }
        Ok(None)
    }

    /// What is known of a member of a structure, if an object may stand for it.
    fn known_member(&self, object: ObjectId, member: usize) -> Option<Rc<Known>> {
        let element = u32::try_from(member).ok()?;
        let cell = Cell { object, element };
        let own = self.tracked.member_object(object, member)?;
        let known = self.state.env.get(&cell)?;
        let is_known = !matches!(**known, Known::Data) && !self.is_held(own);
        (is_known && self.own_member(cell).is_some()).then(|| Rc::clone(known))
    }
}

/// The object that a place names, and its member there, if the place is in one.
fn named_in(place: &Place) -> Option<(ObjectId, Option<usize>)> {
    match place {
        Place::Object(id) => Some((*id, None)),
        Place::At(_) => None,
        Place::Member { record, member, .. } => match **record {
            Place::Object(id) => Some((id, Some(*member))),
            _ => named_in(record),
        },
        Place::Element { array: inner, .. } | Place::Volatile(inner) => named_in(inner),
    }
}

/// Writes objects for members of objects.
fn rename(place: &mut Place, object: &dyn Fn(ObjectId, usize) -> Option<ObjectId>) {
    match place {
        Place::Object(_) | Place::At(_) => {}
        Place::Member { record, member, .. } => match **record {
            Place::Object(id) => {
                if let Some(own) = object(id, *member) {
                    *place = Place::Object(own);
                }
            }
            _ => rename(record, object),
        },
        Place::Element { array: inner, .. } | Place::Volatile(inner) => rename(inner, object),
    }
}
