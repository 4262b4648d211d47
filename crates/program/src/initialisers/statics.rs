//! Initial contents of objects with static lifetime, by byte offset.

use super::leaves::{Leaf, place_of, root, single_paths};
use crate::lowerer::Lowerer;
use crate::types::layout::size_and_align;
use crate::{ObjectId, Value, ValueKind};
use lang_c::ast::Initializer;
use lang_c::span::Node;
use std::collections::BTreeMap;

/// Contents by offset: the size of each part and its value.
type Contents = BTreeMap<u64, (u64, Value)>;

impl Lowerer<'_> {
    /// Sets the initial contents of an object that is defined with or without an initialiser.
    pub(crate) fn initialise_static(
        &mut self,
        id: ObjectId,
        initializer: Option<&Node<Initializer>>,
    ) {
        let Some(initializer) = initializer else {
            let object = &mut self.program.objects[id.0 as usize];
            object.initial.get_or_insert_default();
            return;
        };
        self.complete_array(id, initializer);
        let (contents, effects) = self.apart(|s| s.contents_of(id, initializer));
        let contents = contents.filter(|_| effects.is_empty());
        self.program.objects[id.0 as usize].initial = contents.map(|contents| {
            let parts = contents.into_iter();
            parts.map(|(offset, (_, value))| (offset, value)).collect()
        });
    }

    fn contents_of(&mut self, id: ObjectId, initializer: &Node<Initializer>) -> Option<Contents> {
        let ty = self.details[id.0 as usize].ty.clone();
        ty.ty.problem().is_none().then_some(())?;
        let leaves = self.leaves(&ty, initializer).ok()?;
        let mut contents = Contents::new();
        for leaf in &leaves.all {
            self.add_contents(id, leaf, &mut contents)?;
        }
        let overlaps = contents.iter().zip(contents.iter().skip(1));
        let mut overlaps = overlaps.filter(|((at, (size, _)), (next, _))| **at + size > **next);
        overlaps.next().is_none().then_some(contents)
    }

    fn add_contents(
        &mut self,
        id: ObjectId,
        leaf: &Leaf<'_>,
        contents: &mut Contents,
    ) -> Option<()> {
        let ty = self.details[id.0 as usize].ty.clone();
        let at = self.here;
        let whole = root(id, &ty, at);
        let value = self.leaf_value(leaf, at);
        value.unsupported().is_none().then_some(())?;
        let (size, _) = size_and_align(&leaf.ty.ty, &self.program.macros)?;
        for path in single_paths(&leaf.path)? {
            let place = place_of(&whole, &path, at);
            place.problem().is_none().then_some(())?;
            let offset = self.offset(&place.place)?;
            let earlier = contents.get(&offset).map(|(size, _)| *size);
            earlier.is_none_or(|s| s == size).then_some(())?;
            match value.value.kind {
                ValueKind::Integer(0) => drop(contents.remove(&offset)),
                _ => drop(contents.insert(offset, (size, value.value.clone()))),
            }
        }
        Some(())
    }
}
