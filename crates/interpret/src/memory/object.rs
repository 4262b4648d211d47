//! Objects: their bytes, what each byte is, and which event wrote it.

use crate::arithmetic::{Fill, hash_bytes, mix};
use crate::memory::layout::Layout;
use crate::word::{EventId, Tag};
use program::ObjectId;
use source::Span;
use std::sync::Arc;

/// Where an object comes from.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Kind {
    /// A declaration.
    Declared(ObjectId),
    /// An allocation.
    Heap(Span),
    /// A string literal.
    Text,
    /// A parameter, a linked object, or something that they point to: `in`, `rows[2]`.
    Input(Arc<str>),
    /// A function.
    Function(Arc<str>),
    /// Something that the program only passes on: `FILE`.
    Opaque(Arc<str>),
}

/// The contents that an input has before anything writes it.
#[derive(Clone, Debug)]
pub(crate) struct Contents {
    /// All numbers follow from it.
    pub(crate) seed: u64,
    /// Its scalars; `None` until the first access tells their type.
    pub(crate) layout: Option<Arc<Layout>>,
    /// The kind of the numbers.
    pub(crate) fill: Fill,
    /// The call of the function before which it was filled.
    pub(crate) call: u32,
    /// The lengths of the inner dimensions, outermost first, for messages.
    pub(crate) rows: Vec<u64>,
}

impl Contents {
    /// A random word for a scalar of an element.
    pub(crate) fn random(&self, element: i64, offset: u64) -> u64 {
        mix(mix(self.seed ^ element as u64) ^ offset)
    }

    /// The contents of an object that one of these points to.
    pub(crate) fn below(&self, path: &str, layout: Option<Arc<Layout>>) -> Contents {
        Contents {
            seed: mix(self.seed ^ hash_bytes(path.as_bytes())),
            layout,
            rows: Vec::new(),
            ..self.clone()
        }
    }
}

/// An object instance.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    /// Where it comes from.
    pub(crate) kind: Kind,
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
    /// What each byte is.
    pub(crate) tags: Vec<Tag>,
    /// Which event wrote it; empty unless the execution is recorded.
    pub(crate) origins: Vec<EventId>,
    /// The offset of the first byte, not positive: inputs may begin before their pointer.
    pub(crate) low: i64,
    /// Whether it grows where it is accessed.
    pub(crate) grows: bool,
    /// Whether it exists.
    pub(crate) is_alive: bool,
    /// What it contains where its tags say so.
    pub(crate) contents: Option<Contents>,
}

impl Object {
    /// An object of a size, with all bytes of one tag.
    pub(crate) fn new(kind: Kind, bytes: usize, tag: Tag, recorded: bool) -> Object {
        Object {
            kind,
            bytes: vec![0; bytes],
            tags: vec![tag; bytes],
            origins: vec![EventId(0); if recorded { bytes } else { 0 }],
            low: 0,
            grows: false,
            is_alive: true,
            contents: None,
        }
    }

    /// The end of its lifetime.
    pub(crate) fn end(&mut self) {
        self.is_alive = false;
        self.bytes = Vec::new();
        self.tags = Vec::new();
        self.origins = Vec::new();
    }

    /// The offset after its last byte.
    pub(crate) fn high(&self) -> i64 {
        self.low + self.bytes.len() as i64
    }

    /// The name of the element at an offset of an input: `in[3]`, `img[0].width`, `out[2][1]`.
    pub(crate) fn path_of(&self, path: &str, element: i64, member: &str) -> String {
        match self.grows || self.single_element().is_none() {
            true => format!("{path}{}{member}", self.subscripts(element)),
            false => format!("{path}{member}"),
        }
    }

    /// The subscripts of an element.
    fn subscripts(&self, element: i64) -> String {
        let rows = self
            .contents
            .as_ref()
            .map_or(&[][..], |contents| &contents.rows);
        let mut subscripts = Vec::new();
        let mut rest = element;
        for &length in rows.iter().rev() {
            let length = length.max(1) as i64;
            subscripts.push(rest.rem_euclid(length));
            rest = rest.div_euclid(length);
        }
        subscripts.push(rest);
        let shown = subscripts.iter().rev().map(|n| format!("[{n}]"));
        shown.collect()
    }

    fn single_element(&self) -> Option<()> {
        let layout = self.contents.as_ref()?.layout.as_ref()?;
        (layout.bytes == self.bytes.len() as u64).then_some(())
    }
}
