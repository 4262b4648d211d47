//! Operations on sequences of bytes: copies, fills, hashes. Copied bytes keep what is known about
//! them.

use crate::arithmetic::{Scalar, mix};
use crate::memory::Memory;
use crate::undefined::Done;
use crate::word::{EventId, Tag, Word, base};
use integer::IntType;

/// `unsigned char`.
const BYTE: Scalar = Scalar::Int(IntType {
    bits: 8,
    signed: false,
});

impl Memory<'_> {
    /// Copies bytes; the ranges may overlap.
    pub(crate) fn copy(&mut self, to: Word, from: Word, bytes: u64) -> Done<()> {
        if bytes == 0 {
            return Ok(());
        }
        let bytes = bytes as usize;
        let (source, _) = self.locate(from, bytes, false)?;
        self.settle_all(from, bytes)?;
        let (_, start) = self.locate(from, bytes, false)?;
        let object = &self.objects[source];
        let range = start..start + bytes;
        let copied = object.bytes[range.clone()].to_vec();
        let tags = object.tags[range.clone()].to_vec();
        let origins = object.origins.get(range).unwrap_or_default().to_vec();
        let (target, at) = self.locate(to, bytes, true)?;
        let object = &mut self.objects[target];
        object.bytes[at..at + bytes].copy_from_slice(&copied);
        object.tags[at..at + bytes].copy_from_slice(&tags);
        if let Some(present) = object.origins.get_mut(at..at + bytes) {
            present.copy_from_slice(&origins);
        }
        Ok(())
    }

    /// `memset`
    pub(crate) fn fill(&mut self, to: Word, value: u8, bytes: u64, event: EventId) -> Done<()> {
        if bytes == 0 {
            return Ok(());
        }
        let bytes = bytes as usize;
        let (target, at) = self.locate(to, bytes, true)?;
        let object = &mut self.objects[target];
        object.bytes[at..at + bytes].fill(value);
        object.tags[at..at + bytes].fill(Tag::PLAIN);
        if let Some(origins) = object.origins.get_mut(at..at + bytes) {
            origins.fill(event);
        }
        Ok(())
    }

    /// Makes the contents of all inputs in a range.
    fn settle_all(&mut self, from: Word, bytes: usize) -> Done<()> {
        let (instance, at) = self.locate(from, bytes, false)?;
        let tags = &self.objects[instance].tags[at..at + bytes];
        match tags.contains(&Tag::PENDING) {
            true => self.settle(instance as u32, at, bytes, BYTE),
            false => Ok(()),
        }
    }

    /// The bytes of a string up to its end.
    pub(crate) fn text_at(&mut self, address: Word) -> Done<Vec<u8>> {
        let mut text = Vec::new();
        let mut at = address;
        loop {
            let loaded = self.load(at, BYTE)?;
            if loaded.word.bits == 0 {
                return Ok(text);
            }
            text.push(loaded.word.bits as u8);
            at.bits += 1;
        }
    }

    /// The number of bytes from an address to the end of its object.
    pub(crate) fn bytes_from(&self, address: Word) -> Option<u64> {
        let instance = address.tag.instance()?;
        let offset = address.bits.wrapping_sub(base(instance)) as i64;
        u64::try_from(self.object(instance).high() - offset).ok()
    }

    /// A hash of what has been written to an object. Equal inputs that were never written have the
    /// same hash, however much of them was looked at.
    pub(crate) fn hash_of(&mut self, instance: u32) -> Done<u64> {
        let object = self.object(instance);
        let pristine = object.contents.is_some();
        let (low, bytes) = (object.low, object.bytes.len());
        let mut hash = 0_u64;
        for at in 0..bytes {
            let object = self.object(instance);
            let (byte, tag) = (object.bytes[at], object.tags[at]);
            if tag == Tag::PENDING || pristine && self.is_initial(instance, at)? {
                continue;
            }
            let place = (at as i64 + low) as u64;
            let what = u64::from(byte) << 32 | u64::from(tag.0.min(8));
            hash = hash.wrapping_add(mix(mix(place) ^ what));
        }
        Ok(hash)
    }
}
