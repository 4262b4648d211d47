//! The accesses of a `simd` loop: no iteration may touch what another one writes (OpenMP 5.2,
//! section 10.4).

use crate::memory::Memory;
use crate::undefined::{Done, Undefined};
use source::Span;
use std::collections::HashMap;

/// Who accessed a byte.
#[derive(Clone, Copy, Debug)]
struct Accessed {
    /// The first iteration that did, and whether others did.
    first: u64,
    by_several: bool,
    is_written: bool,
}

/// The accesses of a loop until now.
#[derive(Debug)]
pub(crate) struct Lanes {
    /// The loop.
    pub(crate) nest: Span,
    /// The number of the present iteration.
    pub(crate) iteration: u64,
    /// By instance and offset.
    bytes: HashMap<(u32, u64), Accessed>,
}

impl Memory<'_> {
    /// Notes an access to `bytes` bytes from the one at an index of an object.
    #[inline]
    pub(super) fn note_access(
        &mut self,
        instance: usize,
        at: usize,
        bytes: usize,
        is_write: bool,
    ) -> Done<()> {
        match &mut self.lanes {
            None => Ok(()),
            Some(lanes) => match lanes.meets(instance as u32, at as u64, bytes as u64, is_write) {
                false => Ok(()),
                true => Err(Undefined::Lanes {
                    object: self.name_of(instance as u32),
                }
                .into()),
            },
        }
    }
}

impl Lanes {
    pub(crate) fn new(nest: Span) -> Self {
        Lanes {
            nest,
            iteration: 0,
            bytes: HashMap::new(),
        }
    }

    /// Whether another iteration has accessed the same, one of them writing.
    #[cold]
    fn meets(&mut self, instance: u32, at: u64, bytes: u64, is_write: bool) -> bool {
        let now = self.iteration;
        (at..at + bytes).any(|byte| {
            let known = self.bytes.entry((instance, byte)).or_insert(Accessed {
                first: now,
                by_several: false,
                is_written: false,
            });
            known.by_several |= known.first != now;
            known.is_written |= is_write;
            known.by_several && known.is_written
        })
    }
}
