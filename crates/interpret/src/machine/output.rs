//! What a program does to the world outside, in order.

use crate::arithmetic::Scalar;
use crate::code::Argument;
use crate::machine::Machine;
use crate::memory::Kind;
use crate::trace::Target;
use crate::undefined::{Done, Undefined};
use crate::word::{EventId, Tag, Word, base};
use integer::IntType;
use program::Lifetime;
use source::Span;

/// Something that the program did to the world.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// What: the name of a function, "read of `x`".
    pub(crate) what: String,
    /// With which values.
    pub(crate) values: Vec<Value>,
    /// Where.
    pub(crate) at: Span,
    /// The event with its reads, if recorded.
    pub(crate) event: EventId,
}

/// A value that leaves the program.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// A number.
    Number(Scalar, Word),
    /// A string.
    Text(Vec<u8>),
    /// An address, by the name of the object and the distance from its start.
    Address(String, i64),
}

impl<const REC: bool> Machine<'_, REC> {
    /// An access to a volatile object.
    pub(super) fn log_volatile(&mut self, verb: &str, address: Word, ty: Scalar, word: Word) {
        self.asked_outside += 1;
        let (name, offset) = self.name_of(address);
        let number = |number: u64| Value::Number(Scalar::Int(IntType::LONG), Word::number(number));
        let place = number(offset as u64);
        let (what, which) = match self.local_volatile(address) {
            Some(n) => (format!("{verb} of a local object"), number(n as u64)),
            None => (format!("{verb} of `{name}`"), number(0)),
        };
        let event = match REC {
            true => self.trace.event(self.at, word, Target::None),
            false => EventId(0),
        };
        self.log.push(Entry {
            what,
            values: vec![which, place, Value::Number(ty, word)],
            at: self.at,
            event,
        });
    }

    /// The number of a local object with volatile accesses, in the order of the first ones: nobody
    /// outside knows its name.
    fn local_volatile(&mut self, address: Word) -> Option<usize> {
        let object = self.memory.object(address.tag.instance()?);
        let Kind::Declared(id) = object.kind else {
            return None;
        };
        let lifetime = self.code.program.objects[id.0 as usize].lifetime;
        if !matches!(
            lifetime,
            Lifetime::Automatic | Lifetime::Parameter | Lifetime::Temporary
        ) {
            return None;
        }
        let found = self.volatile_locals.iter().position(|&other| other == id);
        Some(found.unwrap_or_else(|| {
            self.volatile_locals.push(id);
            self.volatile_locals.len() - 1
        }))
    }

    /// A call that prints: strings count by their text.
    pub(super) fn print(
        &mut self,
        name: &str,
        arguments: &[Argument],
        words: &[Word],
    ) -> Done<Word> {
        let mut values = Vec::with_capacity(words.len());
        for (argument, &word) in arguments.iter().zip(words) {
            values.push(self.printed(argument, word)?);
        }
        self.enter_log(name.to_string(), values);
        Ok(Word::number(1))
    }

    /// Adds an entry to the log. The reads of the present statement belong to it.
    pub(super) fn enter_log(&mut self, what: String, values: Vec<Value>) {
        let event = match REC {
            true => self.trace.event(self.at, Word::default(), Target::None),
            false => EventId(0),
        };
        self.log.push(Entry {
            what,
            values,
            at: self.at,
            event,
        });
    }

    fn printed(&mut self, argument: &Argument, word: Word) -> Done<Value> {
        self.value_must_be_known(word)?;
        let ty = argument.ty.unwrap_or(Scalar::Pointer);
        let is_text = argument.pointee.as_deref().and_then(crate::memory::scalar);
        match (ty, is_text, word.tag.instance()) {
            (Scalar::Pointer, Some(Scalar::Int(byte)), Some(instance))
                if byte.bits == 8 && self.has_bytes(instance) =>
            {
                Ok(Value::Text(self.memory.text_at(word)?))
            }
            (Scalar::Pointer, _, Some(_)) => {
                let (name, offset) = self.name_of(word);
                Ok(Value::Address(name, offset))
            }
            _ => Ok(Value::Number(ty, word)),
        }
    }

    fn has_bytes(&self, instance: u32) -> bool {
        let object = self.memory.object(instance);
        !matches!(object.kind, Kind::Opaque(_) | Kind::Function(_))
    }

    /// A value that decides or leaves the program must not be indeterminate.
    pub(super) fn value_must_be_known(&mut self, word: Word) -> Done<()> {
        match word.tag {
            Tag::UNWRITTEN => Err(Undefined::Unwritten.into()),
            Tag::ADDRESS => {
                self.doubt("output that depends on addresses");
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The name of the object at an address, and the distance from its start.
    pub(super) fn name_of(&self, address: Word) -> (String, i64) {
        match address.tag.instance() {
            None => (String::new(), address.bits as i64),
            Some(instance) => {
                let offset = address.bits.wrapping_sub(base(instance)) as i64;
                (self.memory.name_of(instance), offset)
            }
        }
    }
}
