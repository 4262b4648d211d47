//! Inputs: objects whose contents are made when the program looks at them.

use crate::arithmetic::{Scalar, sample};
use crate::memory::layout::{Cell, Layout};
use crate::memory::object::{Contents, Kind, Object};
use crate::memory::{Memory, scalar};
use crate::undefined::{Done, Halt};
use crate::word::{EventId, Tag, Word};
use program::Type;
use std::sync::Arc;

/// No input grows further, in bytes.
const MAX_INPUT: i64 = 1 << 26;

impl Memory<'_> {
    /// An input of unknown extent, which begins `before` bytes before its address.
    pub(crate) fn create_input(
        &mut self,
        path: &str,
        contents: Contents,
        before: u64,
    ) -> Done<Word> {
        let word = self.create_contents(path, contents, before)?;
        if let Some(instance) = word.tag.instance() {
            let object = self.object_mut(instance);
            object.low = -(before as i64);
            object.grows = true;
        }
        Ok(word)
    }

    /// An input of a known size.
    pub(crate) fn create_contents(
        &mut self,
        path: &str,
        contents: Contents,
        bytes: u64,
    ) -> Done<Word> {
        let path: Arc<str> = path.into();
        let address = self.create(Kind::Input(path.clone()), bytes, Tag::PENDING)?;
        if let Some(instance) = address.tag.instance() {
            self.object_mut(instance).contents = Some(contents);
            self.inputs.insert(path, instance);
        }
        Ok(address)
    }

    /// Something that exists outside: its address can only be passed on.
    pub(crate) fn create_opaque(&mut self, kind: Kind) -> Done<Word> {
        self.create(kind, 0, Tag::PLAIN)
    }

    /// Fills an input anew.
    pub(crate) fn refill(&mut self, instance: u32, contents: Contents) {
        let object = self.object_mut(instance);
        object.tags.fill(Tag::PENDING);
        object.origins.fill(EventId(0));
        object.contents = Some(contents);
    }

    /// Makes an input larger.
    pub(super) fn grow(&mut self, instance: u32, high: i64) -> Done<()> {
        if high > MAX_INPUT {
            return Err(Box::new(Halt::Budget("elements of a parameter")));
        }
        let recorded = self.recorded;
        let object = self.object(instance);
        let wanted = (high - object.low) as usize;
        let bytes = wanted.next_power_of_two().max(256);
        self.charge((bytes - object.bytes.len()) as u64)?;
        let object = self.object_mut(instance);
        object.bytes.resize(bytes, 0);
        object.tags.resize(bytes, Tag::PENDING);
        if recorded {
            object.origins.resize(bytes, EventId(0));
        }
        Ok(())
    }

    /// Makes the contents of the elements that contain these bytes.
    #[cold]
    pub(super) fn settle(
        &mut self,
        instance: u32,
        at: usize,
        bytes: usize,
        ty: Scalar,
    ) -> Done<()> {
        let object = self.object_mut(instance);
        let low = object.low;
        let Some(contents) = &mut object.contents else {
            return Ok(());
        };
        let layout = contents.layout.get_or_insert_with(|| Layout::scalars(ty));
        let layout = layout.clone();
        let first = layout.split(at as i64 + low).0;
        let last = layout.split((at + bytes) as i64 - 1 + low).0;
        for element in first..=last {
            self.settle_element(instance, &layout, element)?;
        }
        Ok(())
    }

    fn settle_element(&mut self, instance: u32, layout: &Layout, element: i64) -> Done<()> {
        let start = element * layout.bytes as i64;
        for cell in &layout.cells {
            let word = self.initial(instance, element, cell)?;
            let at = start + cell.offset as i64;
            put_pending(self.object_mut(instance), at, cell.ty.bytes(), word);
        }
        // The bytes between members.
        let bytes = layout.bytes as usize;
        put_pending(self.object_mut(instance), start, bytes, Word::number(0));
        Ok(())
    }

    /// What a scalar of an input contains.
    fn initial(&mut self, instance: u32, element: i64, cell: &Cell) -> Done<Word> {
        let object = self.object(instance);
        let (Some(contents), Kind::Input(path)) = (&object.contents, &object.kind) else {
            return Ok(Word::number(0));
        };
        let Some(pointee) = &cell.pointee else {
            let random = contents.random(element, cell.offset);
            return Ok(Word::number(sample(cell.ty, random, contents.fill)));
        };
        let path = match object.path_of(path, element, &cell.name) {
            variable if cell.name.is_empty() && !variable.ends_with(']') => format!("*{variable}"),
            path => path,
        };
        let present = self.input(&path).map(|instance| self.object(instance));
        match present.and_then(|object| object.contents.as_ref()) {
            Some(below) if below.call == contents.call => {
                let known = self.input(&path).unwrap_or_default();
                Ok(Word::address(known))
            }
            _ => {
                let contents = contents.clone();
                self.create_target(&path, &contents, pointee)
            }
        }
    }

    /// A new object for a pointer with this path.
    pub(crate) fn create_target(
        &mut self,
        path: &str,
        above: &Contents,
        pointee: &Type,
    ) -> Done<Word> {
        match pointee {
            Type::Function => self.create_opaque(Kind::Function(path.into())),
            Type::Unknown => self.create_opaque(Kind::Opaque(path.into())),
            _ => {
                let layout = Layout::of(pointee, self.macros);
                if layout.is_none() && !is_bytes(pointee) {
                    return self.create_opaque(Kind::Opaque(path.into()));
                }
                self.create_input(path, above.below(path, layout), 0)
            }
        }
    }
}

/// Whether the first access decides the type of the elements.
fn is_bytes(pointee: &Type) -> bool {
    matches!(pointee, Type::Void) || scalar(pointee).is_some()
}

/// Writes those bytes of a value that are still pending.
fn put_pending(object: &mut Object, at: i64, bytes: usize, word: Word) {
    let value = word.bits.to_le_bytes();
    let end = object.bytes.len() as i64;
    for n in 0..bytes {
        let index = at + n as i64 - object.low;
        if (0..end).contains(&index) && object.tags[index as usize] == Tag::PENDING {
            object.bytes[index as usize] = value.get(n).copied().unwrap_or(0);
            object.tags[index as usize] = word.tag;
        }
    }
}

impl Memory<'_> {
    /// Whether a byte of an input still has the value that it had before anything was written.
    pub(crate) fn is_initial(&mut self, instance: u32, index: usize) -> Done<bool> {
        let object = self.object(instance);
        let (byte, tag) = (object.bytes[index], object.tags[index]);
        let offset = index as i64 + object.low;
        let layout = object.contents.as_ref().and_then(|c| c.layout.clone());
        let initial = match layout.as_ref().and_then(|layout| layout.cell_at(offset)) {
            Some((element, cell)) => {
                let word = self.initial(instance, element, cell)?;
                let layout_bytes = layout.as_ref().map_or(1, |layout| layout.bytes);
                let start = element * layout_bytes as i64 + cell.offset as i64;
                (byte_of(word, (offset - start) as usize), word.tag)
            }
            None => (0, Tag::PLAIN),
        };
        Ok(initial == (byte, tag))
    }
}

fn byte_of(word: Word, n: usize) -> u8 {
    word.bits.to_le_bytes().get(n).copied().unwrap_or(0)
}
