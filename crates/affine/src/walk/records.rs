//! Copies of whole structures, member by member.

use super::members::copied;
use crate::draft::{ArrayKey, DraftArray, Element, Origin};
use crate::eval::type_name;
use crate::state::Walker;
use crate::stop::Result;
use crate::survey::is_followed;
use crate::values::{Number, Step, Target};
use poly::PwAff;
use program::{Place, Record, Type, Value, ValueKind};
use source::Span;
use std::sync::Arc;

/// The scalars at a path inside a structure; subscripts are iterators.
struct Leaf {
    path: Vec<Option<usize>>,
    extents: Vec<Option<PwAff>>,
    ty: Type,
}

impl Leaf {
    /// The members and subscripts: `.a.b[][]`.
    fn name(&self, record: &Record) -> String {
        let (mut name, mut record) = (String::new(), Some(record));
        for step in &self.path {
            let Some((at, own)) = step.zip(record) else {
                name.push_str("[]");
                continue;
            };
            let member = &own.members[at];
            name.push_str(&format!(".{}", member.name));
            let mut ty = &member.ty;
            while let Type::Array { element, .. } = ty {
                ty = element;
            }
            record = match ty {
                Type::Record(inner) => Some(inner),
                _ => None,
            };
        }
        name
    }

    /// Its value in a structure; `None` if it is in an array.
    fn value(&self, place: &Place, record: &Arc<Record>, at: Span) -> Option<Value> {
        let (mut place, mut ty) = (place.clone(), Type::Record(record.clone()));
        for step in &self.path {
            let (member, Type::Record(record)) = ((*step)?, &ty) else {
                return None;
            };
            let inner = record.members[member].ty.clone();
            place = Place::Member {
                record: Box::new(place),
                ty: record.clone(),
                member,
            };
            ty = inner;
        }
        let kind = ValueKind::Load(place);
        Some(Value { ty, kind, at })
    }
}

impl Walker<'_> {
    /// Executes `place = value` for structures.
    pub(crate) fn assign_record(
        &mut self,
        place: &Place,
        value: &Value,
        record: &Record,
    ) -> Result<()> {
        let Some(source) = copied(value) else {
            return self.unknown("a structure that is computed");
        };
        let mut leaves = Vec::new();
        self.leaves(record, &mut Vec::new(), &mut Vec::new(), &mut leaves)?;
        if self.copy_members(place, source)? {
            leaves.retain(|leaf| !matches!(leaf.path.as_slice(), [_]) || !is_followed(&leaf.ty));
        }
        let targets = self.place(place)?;
        let sources = self.place(source)?;
        for (set, target) in &targets {
            for (from, source) in &sources {
                let here = self.state.domain.intersect(set)?.intersect(from)?;
                self.within(here, |walker| {
                    for leaf in &leaves {
                        walker.copy_leaf(target, source, leaf)?;
                    }
                    Ok(())
                })?;
            }
        }
        Ok(())
    }

    /// Writes the structure that the function returns, member by member.
    pub(super) fn return_record(&mut self, value: &Value) -> Result<()> {
        let (Type::Record(record), Some(source)) = (&value.ty, copied(value)) else {
            return self.unknown("a structure that is computed");
        };
        let mut leaves = Vec::new();
        self.leaves(record, &mut Vec::new(), &mut Vec::new(), &mut leaves)?;
        for leaf in &leaves {
            let result = self.result_member(record, leaf)?;
            match leaf.value(source, record, value.at) {
                Some(member) => self.return_scalar(&member, result)?,
                None => self.return_elements(source, result, leaf)?,
            }
        }
        Ok(())
    }

    /// The array for a member of the structure that the function returns.
    fn result_member(&mut self, record: &Record, leaf: &Leaf) -> Result<usize> {
        let name = format!("result{}", leaf.name(record));
        let key = ArrayKey::Value(name.clone());
        if let Some(known) = self.arrays.find(&key) {
            return Ok(known);
        }
        let extents = leaf.extents.iter();
        let shape = extents.map(|extent| extent.clone().map(Number::total));
        let seen = format!("{name} ({})", type_name(&leaf.ty));
        let origin = Origin::Shared(seen, false, true);
        let result = DraftArray::scalar(key, &name, leaf.ty.clone(), origin);
        Ok(self.arrays.add(DraftArray {
            shape: shape.collect(),
            ..result
        }))
    }

    /// Writes the elements of an array in the structure that the function returns.
    fn return_elements(&mut self, source: &Place, result: usize, leaf: &Leaf) -> Result<()> {
        if let Type::Pointer(_) = leaf.ty {
            return self.unknown("a structure with an array of pointers as a result");
        }
        for (set, source) in &self.place(source)? {
            let here = self.state.domain.intersect(set)?;
            self.within(here, |walker| {
                let first = walker.dims;
                walker.for_each(&leaf.extents, |walker| {
                    walker.accesses.clear();
                    let iterators = walker.iterators(first)?;
                    let source = extended(source, leaf, &iterators);
                    let array = walker.part(&source, &leaf.ty)?;
                    let read =
                        walker.access(array, Element::At(source.indices().cloned().collect()));
                    let term = walker.read(read);
                    let write = walker.access(result, Element::At(iterators));
                    walker.store_guarded(term, write, &leaf.ty)
                })
            })?;
        }
        Ok(())
    }

    fn leaves(
        &mut self,
        record: &Record,
        path: &mut Vec<Option<usize>>,
        extents: &mut Vec<Option<PwAff>>,
        found: &mut Vec<Leaf>,
    ) -> Result<()> {
        if record.is_union {
            return self.unknown("a union");
        }
        for (at, member) in record.members.iter().enumerate() {
            path.push(Some(at));
            let outer = (path.len(), extents.len());
            let mut ty = &member.ty;
            while let Type::Array { element, length } = ty {
                let length = length.as_ref().map(|l| self.size(l)).transpose()?.flatten();
                let length = length.map(|n| self.affine(&n)).transpose()?.flatten();
                if length.is_none() {
                    return self.unknown("a structure with a member of unknown size");
                }
                path.push(None);
                extents.push(length);
                ty = element;
            }
            match ty {
                Type::Record(inner) => self.leaves(&inner.clone(), path, extents, found)?,
                ty => found.push(Leaf {
                    path: path.clone(),
                    extents: extents.clone(),
                    ty: ty.clone(),
                }),
            }
            path.truncate(outer.0 - 1);
            extents.truncate(outer.1);
        }
        Ok(())
    }

    fn copy_leaf(&mut self, to: &Target, from: &Target, leaf: &Leaf) -> Result<()> {
        let first = self.dims;
        self.for_each(&leaf.extents, |walker| {
            walker.accesses.clear();
            let iterators = walker.iterators(first)?;
            let source = extended(from, leaf, &iterators);
            let target = extended(to, leaf, &iterators);
            let source_array = walker.part(&source, &leaf.ty)?;
            let target_array = walker.part(&target, &leaf.ty)?;
            let indices = |t: &Target| Element::At(t.indices().cloned().collect());
            let read = walker.access(source_array, indices(&source));
            let term = walker.read(read);
            let write = walker.access(target_array, indices(&target));
            walker.store_guarded(term, write, &leaf.ty)
        })
    }
}

fn extended(target: &Target, leaf: &Leaf, iterators: &[Number]) -> Target {
    let mut iterators = iterators.iter();
    let mut target = target.clone();
    for step in &leaf.path {
        match (step, iterators.clone().next()) {
            (Some(member), _) => target.path.push(Step::Member(*member)),
            (None, Some(iterator)) => {
                iterators.next();
                target.path.push(Step::Index(iterator.clone()));
            }
            (None, None) => {}
        }
    }
    target
}
