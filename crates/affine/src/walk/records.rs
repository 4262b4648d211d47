//! Copies of whole structures, member by member.

use super::members::copied;
use crate::draft::Element;
use crate::state::Walker;
use crate::stop::Result;
use crate::survey::is_followed;
use crate::values::{Number, Step, Target};
use poly::PwAff;
use program::{Place, Record, Type, Value};

/// The scalars at a path inside a structure; subscripts are iterators.
struct Leaf {
    path: Vec<Option<usize>>,
    extents: Vec<Option<PwAff>>,
    ty: Type,
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
