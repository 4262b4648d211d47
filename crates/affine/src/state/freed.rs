//! Allocations that no longer exist.

use crate::values::Root;
use poly::{Result, Set};
use std::collections::BTreeMap;

/// The places at which allocations were freed. After two pointers changed roles in a loop, `free`
/// of each frees one memory at some places, and the other one elsewhere.
#[derive(Clone, Debug, Default)]
pub(crate) struct Freed {
    /// Those at which it may have happened, by the iterators of the loops around them or of outer
    /// ones.
    may: BTreeMap<Root, Set>,
    /// Those at which it happened whatever data is, by the iterators of the loops around `free`.
    must: BTreeMap<Root, Set>,
}

impl Freed {
    /// Adds memory that is freed at some places; false if that may have happened there before.
    pub(crate) fn add(&mut self, root: Root, on: &Set, is_certain: bool) -> Result<bool> {
        let is_new = !self.meets(root, on)?;
        extend(&mut self.may, root, on)?;
        if is_certain {
            extend(&mut self.must, root, on)?;
        }
        Ok(is_new)
    }

    /// Whether memory may have been freed at one of some places.
    pub(crate) fn meets(&self, root: Root, places: &Set) -> Result<bool> {
        match self.may.get(&root) {
            Some(known) => Ok(!lifted(known, places.dims()?)?.is_disjoint(places)?),
            None => Ok(false),
        }
    }

    /// Whether memory was certainly freed after all of some places.
    pub(crate) fn covers(&self, root: Root, places: &Set) -> Result<bool> {
        covers(&self.must, root, places)
    }

    /// What is freed here or there.
    pub(crate) fn union(&self, other: &Freed) -> Result<Freed> {
        let mut all = self.clone();
        for (root, on) in &other.may {
            extend(&mut all.may, *root, on)?;
        }
        for (root, on) in &other.must {
            extend(&mut all.must, *root, on)?;
        }
        Ok(all)
    }

    /// The same after a loop inside of which there are more than `dims` iterators.
    pub(crate) fn outside(mut self, dims: usize) -> Result<Freed> {
        for on in self.may.values_mut() {
            *on = on.truncated(dims)?;
        }
        Ok(self)
    }

    /// The memory that may be freed at more places than it was.
    pub(crate) fn since(&self, earlier: &Freed) -> Result<Vec<Root>> {
        let mut found = Vec::new();
        for (root, on) in &self.may {
            if !covers(&earlier.may, *root, on)? {
                found.push(*root);
            }
        }
        Ok(found)
    }
}

fn extend(all: &mut BTreeMap<Root, Set>, root: Root, on: &Set) -> Result<()> {
    let both = match all.get(&root) {
        Some(known) => {
            let dims = known.dims()?.max(on.dims()?);
            let (known, on) = (lifted(known, dims)?, lifted(on, dims)?);
            known.union(&on)?.coalesce()?
        }
        None => on.clone(),
    };
    all.insert(root, both);
    Ok(())
}

fn covers(all: &BTreeMap<Root, Set>, root: Root, places: &Set) -> Result<bool> {
    let dims = places.dims()?;
    match all.get(&root) {
        Some(known) => places.is_subset(&lifted(known, dims)?.truncated(dims)?),
        None => places.is_empty(),
    }
}

/// A set with at least so many coordinates.
fn lifted(set: &Set, dims: usize) -> Result<Set> {
    set.lifted(dims.saturating_sub(set.dims()?))
}
