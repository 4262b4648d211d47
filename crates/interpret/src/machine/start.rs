//! The beginning of an execution: objects that live during the whole program.

use crate::arithmetic::{Fill, hash_bytes, mix};
use crate::machine::Machine;
use crate::memory::{Contents, Kind, Layout, lengths};
use crate::undefined::{Done, Undefined, unsupported};
use crate::word::{Tag, Word};
use program::{Object, ObjectId, Type};
use std::sync::Arc;

/// The streams that programs write to.
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// How inputs are filled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    /// All numbers follow from it.
    pub(crate) seed: u64,
    /// Their kind.
    pub(crate) fill: Fill,
    /// The call of the function for which they are filled, counted from 1.
    pub(crate) call: u32,
}

impl Start {
    /// The contents of an input.
    pub(crate) fn contents(self, path: &str, layout: Option<Arc<Layout>>) -> Contents {
        Contents {
            seed: mix(self.seed ^ hash_bytes(path.as_bytes())),
            layout,
            fill: self.fill,
            call: self.call,
            rows: Vec::new(),
        }
    }
}

impl<const REC: bool> Machine<'_, REC> {
    /// Creates all objects that live during the whole program. Those for which `is_input` holds,
    /// and those with unknown contents, are inputs.
    pub(crate) fn start(&mut self, start: Start, is_input: impl Fn(ObjectId) -> bool) -> Done<()> {
        let code = self.code;
        for global in &code.globals {
            let object = &code.program.objects[global.object.0 as usize];
            let bytes = match global.bytes {
                Some(node) => Some(self.eval(node)?.bits),
                None => None,
            };
            if bytes.is_some_and(|bytes| bytes as i64 <= 0) {
                self.at = object.at;
                return Err(Undefined::Length.into());
            }
            let known = global.initial.is_some() && !is_input(global.object);
            let address = match bytes {
                _ if STREAMS.contains(&object.name.as_str()) => self.stream(&object.name)?,
                Some(bytes) if known => {
                    self.memory
                        .create(Kind::Declared(object.id), bytes, Tag::PLAIN)?
                }
                bytes => self.input(object, bytes, start)?,
            };
            self.globals.push(address);
        }
        self.initialise(is_input)
    }

    fn input(&mut self, object: &Object, bytes: Option<u64>, start: Start) -> Done<Word> {
        let layout = Layout::of(&object.ty, self.macros);
        if object.ty == Type::Unknown || layout.is_none() {
            let name: Arc<str> = object.name.as_str().into();
            return self.memory.create_opaque(Kind::Opaque(name));
        }
        let mut contents = start.contents(&object.name, layout);
        contents.rows = { lengths(&object.ty, self.macros).into_iter() }
            .skip(1)
            .collect();
        match bytes {
            Some(bytes) => self.memory.create_contents(&object.name, contents, bytes),
            None => self.memory.create_input(&object.name, contents, 0),
        }
    }

    fn stream(&mut self, name: &str) -> Done<Word> {
        let stream = self.memory.create_opaque(Kind::Opaque(name.into()))?;
        let variable = self
            .memory
            .create(Kind::Opaque(name.into()), 8, Tag::PLAIN)?;
        let pointer = crate::arithmetic::Scalar::Pointer;
        self.memory
            .store(variable, pointer, stream, crate::word::EventId(0))?;
        Ok(variable)
    }

    fn initialise(&mut self, is_input: impl Fn(ObjectId) -> bool) -> Done<()> {
        let code = self.code;
        for (index, global) in code.globals.iter().enumerate() {
            let Some(initial) = &global.initial else {
                continue;
            };
            if is_input(global.object) {
                continue;
            }
            for &(offset, node, ty) in initial {
                let word = self.eval(node)?;
                let mut address = self.globals[index];
                address.bits = address.bits.wrapping_add(offset);
                let event = crate::word::EventId(0);
                self.memory.store(address, ty, word, event)?;
            }
        }
        Ok(())
    }

    /// The address of a function.
    pub(crate) fn function_address(&mut self, name: Arc<str>) -> Done<Word> {
        if let Some(&address) = self.functions.get(&name) {
            return Ok(address);
        }
        let address = self.memory.create_opaque(Kind::Function(name.clone()))?;
        self.functions.insert(name, address);
        Ok(address)
    }

    /// The argument for a pointer parameter: an input with this name, which begins `before` bytes
    /// before the pointer.
    pub(crate) fn argument(
        &mut self,
        object: &Object,
        name: &str,
        start: Start,
        before: u64,
    ) -> Done<Word> {
        let Type::Pointer(pointee) = &object.ty else {
            return unsupported(format!("the type of parameter `{}`", object.name));
        };
        let layout = Layout::of(pointee, self.macros);
        let contents = start.contents(name, layout.clone());
        match (&**pointee, layout) {
            (Type::Void, _) | (_, Some(_)) => self.memory.create_input(name, contents, before),
            (pointee, None) => self.memory.create_target(name, &contents, pointee),
        }
    }
}

impl<const REC: bool> Machine<'_, REC> {
    /// The argument for a parameter that is a record.
    pub(crate) fn record_argument(
        &mut self,
        object: &Object,
        name: &str,
        start: Start,
        bytes: u64,
    ) -> Done<Word> {
        let Some(layout) = Layout::of(&object.ty, self.macros) else {
            return unsupported(format!("the type of parameter `{name}`"));
        };
        let contents = start.contents(name, Some(layout));
        self.memory.create_contents(name, contents, bytes)
    }

    /// Fills all inputs at file scope anew, for another call. Private objects keep what they have.
    pub(crate) fn restart(&mut self, start: Start) {
        let globals: Vec<Word> = self.globals.clone();
        for instance in globals
            .into_iter()
            .filter_map(|address| address.tag.instance())
        {
            let object = self.memory.object(instance);
            let (Kind::Input(path), Some(contents)) = (&object.kind, &object.contents) else {
                continue;
            };
            let rows = contents.rows.clone();
            let mut contents = start.contents(path, contents.layout.clone());
            contents.rows = rows;
            self.memory.refill(instance, contents);
        }
    }
}
