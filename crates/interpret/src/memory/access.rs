//! Typed loads and stores.

use crate::arithmetic::{Scalar, wrap};
use crate::memory::{Memory, Object};
use crate::undefined::{Done, Undefined};
use crate::word::{EventId, Tag, TermId, Word, base};

/// What a load found besides the value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loaded {
    /// The value, without its term.
    pub(crate) word: Word,
    /// The event that wrote the first byte.
    pub(crate) origin: EventId,
    /// Whether the same event wrote all bytes.
    pub(crate) is_whole: bool,
}

impl Memory<'_> {
    /// Loads a scalar.
    #[inline]
    pub(crate) fn load(&mut self, address: Word, ty: Scalar) -> Done<Loaded> {
        let bytes = ty.bytes();
        let (instance, mut at) = self.locate(address, bytes, false)?;
        self.note_access(instance, at, bytes, false)?;
        let mut tag = self.objects[instance].tags[at];
        if !self.objects[instance].tags[at..at + bytes]
            .iter()
            .all(|&t| t == tag)
            || tag == Tag::PENDING
        {
            self.settle(instance as u32, at, bytes, ty)?;
            (_, at) = self.locate(address, bytes, false)?;
            tag = joined(&self.objects[instance].tags[at..at + bytes]);
        }
        let object = &self.objects[instance];
        let (origin, is_whole) = origin(object, at, bytes);
        let bits = extended(ty, raw(&object.bytes[at..at + bytes.min(8)]));
        let term = TermId::NUMBER;
        let word = Word { bits, tag, term };
        Ok(Loaded {
            word,
            origin,
            is_whole,
        })
    }

    /// Stores a scalar.
    #[inline]
    pub(crate) fn store(
        &mut self,
        address: Word,
        ty: Scalar,
        word: Word,
        event: EventId,
    ) -> Done<()> {
        let bytes = ty.bytes();
        let (instance, at) = self.locate(address, bytes, true)?;
        self.note_access(instance, at, bytes, true)?;
        let object = &mut self.objects[instance];
        let stored = word.bits.to_le_bytes();
        let low = bytes.min(8);
        object.bytes[at..at + low].copy_from_slice(&stored[..low]);
        object.bytes[at + low..at + bytes].fill(0);
        object.tags[at..at + bytes].fill(word.tag);
        if let Some(origins) = object.origins.get_mut(at..at + bytes) {
            origins.fill(event);
        }
        Ok(())
    }

    /// The object and the index of the first of `bytes` bytes at an address.
    #[inline]
    pub(crate) fn locate(
        &mut self,
        address: Word,
        bytes: usize,
        is_write: bool,
    ) -> Done<(usize, usize)> {
        let Some(instance) = address.tag.instance() else {
            return self.instance_of(address).map(|_| (0, 0));
        };
        let offset = address.bits.wrapping_sub(base(instance)) as i64;
        let object = &self.objects[instance as usize];
        let at = offset.wrapping_sub(object.low) as u64;
        match at.checked_add(bytes as u64) {
            Some(end) if end <= object.bytes.len() as u64 => Ok((instance as usize, at as usize)),
            _ => self.reach(instance, offset, bytes, is_write),
        }
    }

    /// An access that is not inside the present bytes of an object.
    #[cold]
    fn reach(
        &mut self,
        instance: u32,
        offset: i64,
        bytes: usize,
        is_write: bool,
    ) -> Done<(usize, usize)> {
        let object = self.object(instance);
        if !object.is_alive {
            let object = self.name_of(instance);
            return Err(Undefined::Ended { object }.into());
        }
        if object.grows && offset >= object.low {
            self.grow(instance, offset.saturating_add(bytes as i64))?;
            let at = offset - self.object(instance).low;
            return Ok((instance as usize, at as usize));
        }
        let present = object.high().max(0) as u64;
        Err(Undefined::Outside {
            object: self.name_of(instance),
            offset,
            size: bytes as u64,
            bytes: present,
            is_write,
        }
        .into())
    }
}

/// What a value is whose bytes are these.
fn joined(tags: &[Tag]) -> Tag {
    let first = tags[0];
    match tags.iter().all(|&tag| tag == first) {
        true => first,
        false if tags.contains(&Tag::UNWRITTEN) => Tag::UNWRITTEN,
        false => Tag::ADDRESS,
    }
}

fn origin(object: &Object, at: usize, bytes: usize) -> (EventId, bool) {
    match object.origins.get(at..at + bytes) {
        Some(origins) => (origins[0], origins.iter().all(|&o| o == origins[0])),
        None => (EventId(0), true),
    }
}

fn raw(bytes: &[u8]) -> u64 {
    match bytes.len() {
        8 => u64::from_le_bytes([
            bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        ]),
        4 => u64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
        _ => bytes
            .iter()
            .rev()
            .fold(0, |word, &b| word << 8 | u64::from(b)),
    }
}

/// Bits from memory as a word of the type.
fn extended(ty: Scalar, bits: u64) -> u64 {
    match ty {
        Scalar::Int(ty) => wrap(ty, bits),
        _ => bits,
    }
}
