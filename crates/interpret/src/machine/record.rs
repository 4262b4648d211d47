//! What operations know about their results: tags always, terms and events if recorded.

use crate::arithmetic::Scalar;
use crate::code::NodeId;
use crate::machine::{Machine, Slot};
use crate::memory::{Kind, Loaded};
use crate::trace::{Operand, Operator, Read, Target, Term};
use crate::undefined::Done;
use crate::word::{EventId, Tag, TermId, Word, base};
use program::ObjectId;
use source::Span;

impl<const REC: bool> Machine<'_, REC> {
    /// The result of an operation on two operands.
    #[inline]
    pub(super) fn combined(&mut self, operator: Operator, bits: u64, operands: [Word; 2]) -> Word {
        let [a, b] = operands;
        if !REC && a.tag == Tag::PLAIN && b.tag == Tag::PLAIN {
            return Word::number(bits);
        }
        self.combined_all(operator, bits, &operands)
    }

    /// The result of an operation.
    pub(super) fn combined_all(
        &mut self,
        operator: Operator,
        bits: u64,
        operands: &[Word],
    ) -> Word {
        let tag = joined(operands);
        Word {
            bits: if tag == Tag::UNWRITTEN { 0 } else { bits },
            tag,
            term: if REC {
                self.term(operator, operands)
            } else {
                TermId::NUMBER
            },
        }
    }

    fn term(&mut self, operator: Operator, operands: &[Word]) -> TermId {
        // Integers are known by their values, so that counters of different loops are equal.
        let is_number = |word: &Word| word.term == TermId::NUMBER;
        if !operator.is_float() && operands.iter().all(is_number) {
            return TermId::NUMBER;
        }
        let operands = operands.iter().map(|&word| operand(word)).collect();
        self.terms.of(Term::Apply(operator, operands))
    }

    /// The value of a local scalar.
    #[inline]
    pub(super) fn slot(&mut self, slot: u32, id: NodeId) -> Word {
        let slot = self.slots[self.frame + slot as usize];
        if REC && (slot.origin != EventId(0) || slot.word.tag == Tag::UNWRITTEN) {
            return self.slot_read(slot, id);
        }
        slot.word
    }

    fn slot_read(&mut self, slot: Slot, id: NodeId) -> Word {
        let mut word = slot.word;
        if word.tag == Tag::UNWRITTEN && word.term == TermId::NUMBER {
            word.term = self.terms.of(Term::Unwritten);
        }
        self.trace.read(Read {
            at: self.code.spans[id as usize],
            word,
            origin: slot.origin,
            cell: None,
        });
        word
    }

    /// The contents of memory.
    #[inline]
    pub(super) fn load(&mut self, address: Word, ty: Scalar, id: NodeId) -> Done<Word> {
        match self.memory.load(address, ty) {
            Ok(loaded) if REC => Ok(self.loaded(address, ty, loaded, id)),
            Ok(loaded) => Ok(loaded.word),
            Err(halt) => {
                self.at = self.code.spans[id as usize];
                Err(halt)
            }
        }
    }

    fn loaded(&mut self, address: Word, ty: Scalar, loaded: Loaded, id: NodeId) -> Word {
        let Some(instance) = address.tag.instance() else {
            return loaded.word;
        };
        let offset = address.bits.wrapping_sub(base(instance)) as i64;
        let term = match loaded.is_whole {
            true => self.term_at(instance, offset, ty.bytes(), loaded),
            false => self.joined_term(instance, offset, ty.bytes(), loaded),
        };
        let word = Word {
            term,
            ..loaded.word
        };
        self.trace.read(Read {
            at: self.code.spans[id as usize],
            word,
            origin: loaded.origin,
            cell: Some((instance, offset)),
        });
        word
    }

    /// The term of bytes that one event wrote, or none.
    fn term_at(&mut self, instance: u32, offset: i64, bytes: usize, loaded: Loaded) -> TermId {
        let Some(event) = self.trace.get(loaded.origin) else {
            return self.initial_term(instance, offset, loaded.word.tag);
        };
        let (term, value) = (event.word.term, event.word.bits);
        match event.target {
            Target::Memory {
                bytes: size,
                offset: start,
                ..
            } if size as usize != bytes => {
                if term == TermId::NUMBER {
                    return term;
                }
                let part = Operator::Part(offset - start, bytes as u32);
                let bits = if term == TermId::NUMBER { value } else { 0 };
                self.terms
                    .of(Term::Apply(part, vec![Operand { term, bits }]))
            }
            _ => term,
        }
    }

    /// The term of contents that no event wrote.
    fn initial_term(&mut self, instance: u32, offset: i64, tag: Tag) -> TermId {
        if tag == Tag::UNWRITTEN {
            return self.terms.of(Term::Unwritten);
        }
        let object = self.memory.object(instance);
        let (Some(contents), Kind::Input(path)) = (&object.contents, &object.kind) else {
            return TermId::NUMBER;
        };
        if tag.instance().is_some() {
            return TermId::NUMBER;
        }
        let (name, call) = (path.to_string(), contents.call);
        self.terms.of(Term::Input { name, offset, call })
    }

    /// The term of bytes that several events wrote.
    fn joined_term(&mut self, instance: u32, offset: i64, bytes: usize, loaded: Loaded) -> TermId {
        let object = self.memory.object(instance);
        let first = (offset - object.low) as usize;
        let origins = object.origins[first..first + bytes].to_vec();
        let mut operands = Vec::new();
        for (n, origin) in origins.into_iter().enumerate() {
            let byte = Loaded { origin, ..loaded };
            let term = self.term_at(instance, offset + n as i64, 1, byte);
            let bits = u64::from(self.memory.object(instance).bytes[first + n]);
            let bits = if term == TermId::NUMBER { bits } else { 0 };
            operands.push(Operand { term, bits });
        }
        match operands
            .iter()
            .all(|operand| operand.term == TermId::NUMBER)
        {
            true => TermId::NUMBER,
            false => self.terms.of(Term::Apply(Operator::Joined, operands)),
        }
    }

    /// Stores a local scalar.
    #[inline]
    pub(super) fn set(&mut self, slot: u32, object: ObjectId, word: Word, at: Span) {
        let origin = self.event_of_slot(object, word, at);
        self.slots[self.frame + slot as usize] = Slot { word, origin };
    }

    /// The event that stores a local scalar. Integers that are known by their values need none.
    #[inline]
    pub(super) fn event_of_slot(&mut self, object: ObjectId, word: Word, at: Span) -> EventId {
        if !REC {
            return EventId(0);
        }
        let ty = &self.code.program.objects[object.0 as usize].ty;
        let is_float = matches!(ty, program::Type::Floating(_));
        if word.term == TermId::NUMBER && word.tag != Tag::UNWRITTEN && !is_float {
            self.trace.forget_reads();
            return EventId(0);
        }
        self.trace.event(at, word, Target::Slot(object))
    }

    /// Stores a scalar in memory.
    #[inline]
    pub(super) fn store(&mut self, address: Word, ty: Scalar, word: Word, at: Span) -> Done<()> {
        let event = match REC {
            true => self.event_of_store(address, ty.bytes() as u32, word, at),
            false => EventId(0),
        };
        self.memory.store(address, ty, word, event)
    }

    /// The event that stores bytes in memory.
    pub(super) fn event_of_store(
        &mut self,
        address: Word,
        bytes: u32,
        word: Word,
        at: Span,
    ) -> EventId {
        self.trace.event(at, word, target(address, bytes))
    }

    /// The same for another store of the statement, which has the reads of the one before.
    pub(super) fn next_event_of_store(
        &mut self,
        address: Word,
        bytes: u32,
        word: Word,
        at: Span,
    ) -> EventId {
        self.trace.next_event(at, word, target(address, bytes))
    }
}

/// The bytes at an address.
fn target(address: Word, bytes: u32) -> Target {
    match address.tag.instance() {
        None => Target::None,
        Some(object) => Target::Memory {
            object,
            offset: address.bits.wrapping_sub(base(object)) as i64,
            bytes,
        },
    }
}

/// A value as an operand of a term.
pub(super) fn operand(word: Word) -> Operand {
    Operand {
        term: word.term,
        bits: match word.term {
            TermId::NUMBER => word.bits,
            _ => 0,
        },
    }
}

/// What the result of an operation is.
fn joined(operands: &[Word]) -> Tag {
    let mut tag = Tag::PLAIN;
    for word in operands {
        match word.tag {
            Tag::UNWRITTEN => return Tag::UNWRITTEN,
            Tag::PLAIN => {}
            _ => tag = Tag::ADDRESS,
        }
    }
    tag
}
