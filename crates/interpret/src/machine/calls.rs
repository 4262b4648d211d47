//! Calls of functions of the program.

use crate::code::{Argument, Callee, Passing, Result};
use crate::machine::{Machine, Slot};
use crate::memory::{Kind, complex_part, scalar};
use crate::trace::{Read, Target};
use crate::undefined::{Done, Halt, Undefined};
use crate::word::{EventId, Tag, Word};
use program::Type;
use source::Span;
use std::sync::Arc;

/// Calls may be nested this deep.
const MAX_DEPTH: u32 = 400;

impl<'c, const REC: bool> Machine<'c, REC> {
    /// Calls a function from outside. Scalars are returned by value, records by address.
    pub(crate) fn enter_from_outside(&mut self, index: usize, arguments: &[Word]) -> Done<Word> {
        let base = self.slots.len();
        self.entered = Some(index);
        for &word in arguments {
            let origin = EventId(0);
            self.slots.push(Slot { word, origin });
        }
        self.outer_arguments = arguments.to_vec();
        self.enter(index, base)?;
        Ok(self.returned.word)
    }

    /// A parameter that points to arrays of no positive length is undefined (C11 6.7.6.2).
    fn check_rows(&mut self, index: usize) -> Done<()> {
        let code = self.code;
        for length in code.functions[index].rows.iter().flat_map(|(_, l)| l) {
            if self.eval(*length)?.bits as i64 <= 0 {
                return Err(Undefined::Length.into());
            }
        }
        Ok(())
    }

    /// Remembers the lengths of rows of the parameters, for messages.
    fn measure(&mut self, index: usize) {
        let code = self.code;
        for (parameter, lengths) in &code.functions[index].rows {
            let lengths = lengths.iter().map(|&length| self.eval(length));
            let lengths: Done<Vec<Word>> = lengths.collect();
            let instance = self.outer_arguments.get(*parameter);
            let instance = instance.and_then(|address| address.tag.instance());
            if let (Ok(lengths), Some(instance)) = (lengths, instance)
                && let Some(contents) = &mut self.memory.object_mut(instance).contents
            {
                contents.rows = lengths.iter().map(|length| length.bits).collect();
            }
        }
    }

    /// The function that was called from outside.
    pub(crate) fn entered(&self) -> Option<usize> {
        self.entered
    }

    /// The event that computed the result of the last call.
    pub(crate) fn returned_by(&self) -> EventId {
        self.returned.origin
    }

    /// A call statement.
    pub(super) fn call(
        &mut self,
        result: &'c Result,
        callee: &'c Callee,
        arguments: &'c [Argument],
        at: Span,
    ) -> Done<()> {
        match callee {
            Callee::Defined(index) => self.call_defined(*index, arguments)?,
            Callee::External(name) => self.call_external(name.clone(), result, arguments, at)?,
            Callee::Pointer(node) => {
                let address = self.eval(*node)?;
                let instance = self.memory.instance_of(address)?;
                let Kind::Function(name) = self.memory.object(instance).kind.clone() else {
                    return Err(Undefined::NoObject.into());
                };
                match self.code.by_name.get(&*name) {
                    Some(&index) => self.call_defined(index, arguments)?,
                    None => self.call_external(name, result, arguments, at)?,
                }
            }
        }
        self.at = at;
        self.store_result(result, at)
    }

    fn call_defined(&mut self, index: usize, arguments: &'c [Argument]) -> Done<()> {
        let base = self.slots.len();
        let parameters = &self.code.functions[index].parameters;
        let mut blocks = Vec::new();
        for (n, argument) in arguments.iter().enumerate() {
            let word = match argument.part {
                Some(part) => self.kept_complex(argument.node, part, argument.at)?,
                None => self.eval(argument.node)?,
            };
            if argument.part.is_some() {
                blocks.extend(word.tag.instance());
            }
            if let Some(parameter) = parameters.get(n) {
                let origin = self.event_of_slot(parameter.object, word, argument.at);
                self.slots.push(Slot { word, origin });
            }
        }
        self.enter(index, base)?;
        for block in blocks {
            self.memory.end(block);
        }
        Ok(())
    }

    fn enter(&mut self, index: usize, base: usize) -> Done<()> {
        if self.depth >= MAX_DEPTH {
            return Err(Box::new(Halt::Budget("nested calls")));
        }
        let code = self.code;
        let function = &code.functions[index];
        let empty = Slot {
            word: Word::UNWRITTEN,
            origin: EventId(0),
        };
        self.slots.resize(base + function.slots as usize, empty);
        let caller = std::mem::replace(&mut self.frame, base);
        self.depth += 1;
        self.returned = empty;
        self.place_parameters(index)?;
        for &(slot, object, size) in &function.temporaries {
            let bytes = self.eval(size)?.bits;
            self.declare(slot, Kind::Declared(object), bytes)?;
        }
        self.check_rows(index)?;
        let is_outermost = self.depth == 1;
        let ended = self.run(&function.body);
        if REC && is_outermost {
            self.frame = base;
            self.measure(index);
        }
        ended?;
        for &slot in &function.locals {
            if let Some(instance) = self.slots[base + slot as usize].word.tag.instance() {
                self.memory.end(instance);
            }
        }
        self.slots.truncate(base);
        self.frame = caller;
        self.depth -= 1;
        Ok(())
    }

    /// Moves parameters whose address is used into memory.
    fn place_parameters(&mut self, index: usize) -> Done<()> {
        let code = self.code;
        for (n, parameter) in code.functions[index].parameters.iter().enumerate() {
            let slot = self.frame + n;
            let Slot { word, origin } = self.slots[slot];
            let kind = Kind::Declared(parameter.object);
            let address = match parameter.passing {
                Passing::Slot => continue,
                Passing::Memory(ty) => {
                    let bytes = ty.bytes() as u64;
                    let address = self.memory.create(kind, bytes, Tag::UNWRITTEN)?;
                    self.memory.store(address, ty, word, origin)?;
                    address
                }
                Passing::Record(bytes) => {
                    let address = self.memory.create(kind, bytes, Tag::UNWRITTEN)?;
                    self.memory.copy(address, word, bytes)?;
                    address
                }
                Passing::Unknown => return crate::undefined::unsupported("a parameter's type"),
            };
            let origin = EventId(0);
            self.slots[slot] = Slot {
                word: address,
                origin,
            };
        }
        Ok(())
    }

    fn store_result(&mut self, result: &'c Result, at: Span) -> Done<()> {
        let Slot { word, origin } = self.returned;
        if REC && !matches!(result, Result::Unused) {
            let cell = None;
            self.trace.read(Read {
                at,
                word,
                origin,
                cell,
            });
        }
        match result {
            Result::Unused => Ok(()),
            Result::Slot(slot, object, _) => {
                self.set(*slot, *object, word, at);
                Ok(())
            }
            Result::Memory(address, ty @ (Type::Record(_) | Type::Complex(_))) => {
                let address = self.eval(*address)?;
                let bytes = match ty {
                    Type::Record(record) => record.bytes,
                    ty => complex_part(ty).map_or(0, |part| 2 * part.bytes() as u64),
                };
                self.memory.copy(address, word, bytes)?;
                let instance = self.memory.instance_of(word)?;
                self.memory.end(instance);
                Ok(())
            }
            Result::Memory(address, ty) => {
                let address = self.eval(*address)?;
                match scalar(ty) {
                    Some(ty) => self.store(address, ty, word, at),
                    None => crate::undefined::unsupported("a result of an unknown type"),
                }
            }
        }
    }

    fn call_external(
        &mut self,
        name: Arc<str>,
        result: &'c Result,
        arguments: &'c [Argument],
        at: Span,
    ) -> Done<()> {
        let mut words = Vec::with_capacity(arguments.len());
        for argument in arguments {
            match argument.part {
                Some(_) => words.extend(self.complex(argument.node)?),
                None => words.push(self.eval(argument.node)?),
            }
        }
        self.at = at;
        let word = match arguments.iter().any(|argument| argument.part.is_some()) {
            true => self.external(&name, result, &in_parts(arguments), &words)?,
            false => self.external(&name, result, arguments, &words)?,
        };
        let origin = match REC {
            true => self.trace.event(at, word, Target::None),
            false => EventId(0),
        };
        self.returned = Slot { word, origin };
        Ok(())
    }
}

/// The arguments with each complex number as two numbers.
fn in_parts(arguments: &[Argument]) -> Vec<Argument> {
    let parts = arguments.iter().flat_map(|argument| {
        let count = if argument.part.is_some() { 2 } else { 1 };
        let part = Argument {
            ty: argument.ty.or(argument.part),
            part: None,
            ..argument.clone()
        };
        std::iter::repeat_n(part, count)
    });
    parts.collect()
}
