//! The memory at an earlier time, and whether the present one is the same. Objects correspond by
//! their order among those that exist: a local array of a loop is a new object in each iteration.

use crate::memory::{Kind, Memory, Object};
use crate::word::Tag;

/// No larger memory is remembered, in bytes.
const MAX_BYTES: usize = 1 << 24;

/// A memory at an earlier time.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    /// For each instance: its place among those that exist.
    ranks: Vec<Option<u32>>,
    /// The contents of those that exist, if they matter.
    contents: Option<Vec<Contents>>,
}

#[derive(Clone, Debug)]
struct Contents {
    instance: u32,
    kind: Kind,
    low: i64,
    bytes: Vec<u8>,
    tags: Vec<Tag>,
}

impl Memory<'_> {
    /// The present memory, if it is not too large; with its contents on demand.
    pub(crate) fn snapshot(&self, with_contents: bool) -> Option<Snapshot> {
        let contents = match with_contents {
            true => Some(self.contents()?),
            false => None,
        };
        Some(Snapshot {
            ranks: self.ranks(),
            contents,
        })
    }

    fn contents(&self) -> Option<Vec<Contents>> {
        let bytes: usize = self.objects.iter().map(|object| object.bytes.len()).sum();
        if bytes > MAX_BYTES {
            return None;
        }
        let objects = (0..)
            .zip(&self.objects)
            .filter(|(_, object)| object.is_alive);
        let contents = objects.map(|(instance, object)| Contents {
            instance,
            kind: object.kind.clone(),
            low: object.low,
            bytes: object.bytes.clone(),
            tags: object.tags.clone(),
        });
        Some(contents.collect())
    }

    fn ranks(&self) -> Vec<Option<u32>> {
        let mut next = 0..;
        let objects = self.objects.iter();
        let ranks = objects.map(|object| if object.is_alive { next.next() } else { None });
        ranks.collect()
    }

    /// Whether an instance then is what another instance is now.
    pub(crate) fn corresponds(&self, then: &Snapshot, old: u32, new: u32) -> bool {
        let rank = then.ranks.get(old as usize).copied().flatten();
        match self.objects.get(new as usize) {
            Some(object) if object.is_alive => rank == Some(self.rank(new)),
            // An object that has ended: only the same one.
            _ => old == new && rank.is_none(),
        }
    }

    fn rank(&self, instance: u32) -> u32 {
        let before = self.objects.iter().take(instance as usize);
        before.filter(|object| object.is_alive).count() as u32
    }

    /// Whether the contents are what they were then, as far as they were remembered. Takes the
    /// bytes that it compares from `budget`.
    pub(crate) fn is_again(&self, then: &Snapshot, budget: &mut u64) -> bool {
        let Some(contents) = &then.contents else {
            return true;
        };
        let objects = (0..)
            .zip(&self.objects)
            .filter(|(_, object)| object.is_alive);
        let objects: Vec<_> = objects.collect();
        if objects.len() != contents.len() {
            return false;
        }
        contents.iter().zip(objects).all(|(old, (instance, new))| {
            let size = new.bytes.len() as u64;
            let is_cheap = size <= *budget;
            *budget = budget.saturating_sub(size);
            is_cheap && old.is_again(instance, new) && self.has_fixed_addresses(then, new)
        })
    }

    /// Whether the addresses in an object are those of the same objects as then.
    fn has_fixed_addresses(&self, then: &Snapshot, object: &Object) -> bool {
        let mut last = Tag::PLAIN;
        object.tags.iter().all(|&tag| {
            let is_fixed = match tag.instance() {
                _ if tag == last => true,
                Some(target) => self.corresponds(then, target, target),
                None => tag != Tag::ADDRESS,
            };
            last = tag;
            is_fixed
        })
    }
}

impl Contents {
    fn is_again(&self, instance: u32, new: &Object) -> bool {
        let may_be_new = matches!(self.kind, Kind::Declared(_) | Kind::Heap(_));
        (may_be_new || self.instance == instance)
            && self.kind == new.kind
            && self.low == new.low
            && self.bytes == new.bytes
            && self.tags == new.tags
    }
}
