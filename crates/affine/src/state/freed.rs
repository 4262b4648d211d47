//! Allocations that no longer exist.

use crate::values::Root;
use poly::{Result, Set};
use std::collections::BTreeMap;

/// The places at which allocations were freed, by the iterators of the loops around them or of the
/// outer ones. After two pointers changed roles in a loop, `free` of each frees one memory at some
/// places, and the other one elsewhere.
#[derive(Clone, Debug, Default)]
pub(crate) struct Freed(BTreeMap<Root, Set>);

impl Freed {
    /// Adds memory that is freed at some places; false if that may have happened there before.
    pub(crate) fn add(&mut self, root: Root, on: &Set) -> Result<bool> {
        let is_new = !self.meets(root, on)?;
        self.extend(root, on)?;
        Ok(is_new)
    }

    fn extend(&mut self, root: Root, on: &Set) -> Result<()> {
        let all = match self.0.get(&root) {
            Some(known) => {
                let dims = known.dims()?.max(on.dims()?);
                let (known, on) = (lifted(known, dims)?, lifted(on, dims)?);
                known.union(&on)?.coalesce()?
            }
            None => on.clone(),
        };
        self.0.insert(root, all);
        Ok(())
    }

    /// Whether memory may have been freed at one of some places.
    pub(crate) fn meets(&self, root: Root, places: &Set) -> Result<bool> {
        match self.0.get(&root) {
            Some(known) => Ok(!lifted(known, places.dims()?)?.is_disjoint(places)?),
            None => Ok(false),
        }
    }

    /// Whether memory was freed at all of some places, but for conditions on data.
    pub(crate) fn covers(&self, root: Root, places: &Set) -> Result<bool> {
        match self.0.get(&root) {
            Some(known) => places.is_subset(&lifted(known, places.dims()?)?),
            None => places.is_empty(),
        }
    }

    /// What is freed here or there.
    pub(crate) fn union(&self, other: &Freed) -> Result<Freed> {
        let mut all = self.clone();
        for (root, on) in &other.0 {
            all.extend(*root, on)?;
        }
        Ok(all)
    }

    /// The same after a loop inside of which there are more than `dims` iterators.
    pub(crate) fn outside(&self, dims: usize) -> Result<Freed> {
        let outer = self.0.iter();
        let outer = outer.map(|(root, on)| Ok((*root, on.truncated(dims)?)));
        Ok(Freed(outer.collect::<Result<_>>()?))
    }

    /// The memory that is freed at more places than it was.
    pub(crate) fn since(&self, earlier: &Freed) -> Result<Vec<Root>> {
        let mut found = Vec::new();
        for (root, on) in &self.0 {
            if !earlier.covers(*root, on)? {
                found.push(*root);
            }
        }
        Ok(found)
    }
}

/// A set with so many coordinates.
fn lifted(set: &Set, dims: usize) -> Result<Set> {
    set.lifted(dims.saturating_sub(set.dims()?))
}
