//! The memory of one execution: objects, loads and stores. Knows scalar types, not statements.

mod access;
mod blocks;
mod input;
mod lanes;
mod layout;
mod object;
mod snapshot;

pub(crate) use access::Loaded;
pub(crate) use lanes::Lanes;
pub(crate) use layout::{Layout, complex_part, lengths, row_bytes, scalar};
pub(crate) use object::{Contents, Kind, Object};
pub(crate) use snapshot::Snapshot;

use crate::undefined::{Done, Halt, Undefined};
use crate::word::{Tag, Word};
use program::{Macro, Object as Declaration};
use std::collections::HashMap;
use std::sync::Arc;

/// The objects of one execution.
#[derive(Debug)]
pub(crate) struct Memory<'p> {
    objects: Vec<Object>,
    /// The inputs by their paths.
    inputs: HashMap<Arc<str>, u32>,
    /// The sum of the sizes of all objects that were ever made.
    used: u64,
    limit: u64,
    /// Whether each byte knows the event that wrote it.
    recorded: bool,
    declarations: &'p [Declaration],
    macros: &'p [Macro],
    /// The accesses of the `simd` loop that is executed, if these are checked.
    pub(crate) lanes: Option<Box<Lanes>>,
}

impl<'p> Memory<'p> {
    /// An empty memory for `limit` bytes.
    pub(crate) fn new(
        declarations: &'p [Declaration],
        macros: &'p [Macro],
        limit: u64,
        recorded: bool,
    ) -> Memory<'p> {
        Memory {
            objects: Vec::new(),
            inputs: HashMap::new(),
            used: 0,
            limit,
            recorded,
            declarations,
            macros,
            lanes: None,
        }
    }

    /// A new object and its address.
    pub(crate) fn create(&mut self, kind: Kind, bytes: u64, tag: Tag) -> Done<Word> {
        self.charge(bytes)?;
        let object = Object::new(kind, bytes as usize, tag, self.recorded);
        let instance = self.objects.len() as u32;
        self.objects.push(object);
        Ok(Word::address(instance))
    }

    /// Counts bytes that an object gets.
    fn charge(&mut self, bytes: u64) -> Done<()> {
        self.used = self.used.saturating_add(bytes);
        // An object without bytes takes space too.
        match self.used.saturating_add(64 * self.objects.len() as u64) > self.limit {
            true => Err(Box::new(Halt::Budget("bytes of memory"))),
            false => Ok(()),
        }
    }

    /// An instance.
    pub(crate) fn object(&self, instance: u32) -> &Object {
        &self.objects[instance as usize]
    }

    /// An instance.
    pub(crate) fn object_mut(&mut self, instance: u32) -> &mut Object {
        &mut self.objects[instance as usize]
    }

    /// The object into which an address points.
    pub(crate) fn instance_of(&self, address: Word) -> Done<u32> {
        match address.tag.instance() {
            Some(instance) => Ok(instance),
            None if address.tag == Tag::UNWRITTEN => Err(Undefined::Unwritten.into()),
            None => Err(Undefined::NoObject.into()),
        }
    }

    /// Ends the lifetime of an object.
    pub(crate) fn end(&mut self, instance: u32) {
        let object = &mut self.objects[instance as usize];
        self.used = self.used.saturating_sub(object.bytes.len() as u64);
        object.end();
    }

    /// The inputs with their paths.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = (&Arc<str>, &Object)> {
        let all = self.inputs.iter();
        all.map(|(path, &instance)| (path, self.object(instance)))
    }

    /// The input with a path.
    pub(crate) fn input(&self, path: &str) -> Option<u32> {
        self.inputs.get(path).copied()
    }

    /// The name of an object for messages.
    pub(crate) fn name_of(&self, instance: u32) -> String {
        match &self.object(instance).kind {
            Kind::Declared(id) => match self.declarations.get(id.0 as usize) {
                Some(declaration) if !declaration.name.is_empty() => declaration.name.clone(),
                _ => "temporary".to_string(),
            },
            Kind::Heap(_) => "allocated block".to_string(),
            Kind::Text => "string literal".to_string(),
            Kind::Input(path) | Kind::Function(path) | Kind::Opaque(path) => path.to_string(),
        }
    }
}
