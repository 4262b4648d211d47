//! Functions that nobody knows: what they return follows from their name, their arguments and the
//! number of the call, and the call itself is an effect.

use crate::arithmetic::{Fill, Scalar, hash_bytes, mix, sample};
use crate::code::{Argument, Result};
use crate::machine::{Machine, Value};
use crate::memory::{Contents, Kind, complex_part, scalar};
use crate::trace::Term;
use crate::undefined::{Done, unsupported};
use crate::word::{TermId, Word};
use program::Type;
use std::sync::Arc;

impl<const REC: bool> Machine<'_, REC> {
    /// Calls a function that nobody knows.
    pub(super) fn ask(
        &mut self,
        name: &str,
        result: &Result,
        arguments: &[Argument],
        words: &[Word],
    ) -> Done<Word> {
        self.asked_outside += 1;
        let name: Arc<str> = name.into();
        let count = self.asked.entry(name.clone()).or_default();
        *count += 1;
        let call = *count;
        let mut hash = mix(hash_bytes(name.as_bytes()) ^ call);
        let mut values = Vec::new();
        for (argument, &word) in arguments.iter().zip(words) {
            self.value_must_be_known(word)?;
            let (value, part) = self.shown(&name, argument, word)?;
            hash = mix(hash ^ part);
            values.push(value);
        }
        self.enter_log(name.to_string(), values);
        for &word in words {
            self.overwrite(&name, word, hash)?;
        }
        self.answer(&name, call, hash, result)
    }

    /// What the function sees of an argument.
    fn shown(&mut self, name: &str, argument: &Argument, word: Word) -> Done<(Value, u64)> {
        let Some(instance) = word.tag.instance() else {
            let ty = argument.ty.unwrap_or(Scalar::Pointer);
            return Ok((Value::Number(ty, word), mix(word.bits)));
        };
        let (path, offset) = self.name_of(word);
        let place = hash_bytes(path.as_bytes()) ^ offset as u64;
        match &self.memory.object(instance).kind {
            Kind::Function(_) => unsupported(format!("a callback of `{name}`")),
            Kind::Opaque(_) => Ok((Value::Address(path, offset), place)),
            Kind::Text => {
                let text = self.memory.text_at(word)?;
                let hash = hash_bytes(&text);
                Ok((Value::Text(text), hash))
            }
            _ => {
                self.doubt(format!("`{name}` sees the memory of `{path}`"));
                let contents = self.memory.hash_of(instance)?;
                Ok((Value::Address(path, offset), mix(place ^ contents)))
            }
        }
    }

    /// The function may write everything that a pointer reaches.
    fn overwrite(&mut self, name: &str, word: Word, seed: u64) -> Done<()> {
        let Some(instance) = word.tag.instance() else {
            return Ok(());
        };
        let object = self.memory.object(instance);
        let layout = match (&object.kind, &object.contents) {
            (Kind::Opaque(_) | Kind::Text | Kind::Function(_), _) => return Ok(()),
            (Kind::Declared(id), _) => {
                let ty = &self.code.program.objects[id.0 as usize].ty;
                crate::memory::Layout::of(ty, self.macros)
            }
            (_, contents) => contents
                .as_ref()
                .and_then(|contents| contents.layout.clone()),
        };
        if layout.is_none() {
            return unsupported(format!("a call of `{name}` with memory of unknown type"));
        }
        let contents = Contents {
            seed,
            layout,
            fill: Fill::Small,
            call: 0,
            rows: Vec::new(),
        };
        self.memory.refill(instance, contents);
        Ok(())
    }

    fn answer(&mut self, name: &Arc<str>, call: u64, hash: u64, result: &Result) -> Done<Word> {
        let ty = match result {
            Result::Unused => return Ok(Word::number(0)),
            Result::Slot(_, _, ty) | Result::Memory(_, ty) => ty,
        };
        match (ty, scalar(ty)) {
            (Type::Pointer(target), _) => self.answer_pointer(name, call, hash, target),
            (_, Some(ty)) => {
                // Zero now and then: loops that wait for it end.
                let random = if hash & 7 == 0 {
                    0
                } else {
                    sample(ty, hash, Fill::Small)
                };
                let mut word = Word::number(random);
                if REC {
                    word.term = self.result_term(name, call);
                }
                Ok(word)
            }
            (_, None) => match complex_part(ty) {
                Some(part) => {
                    let words = [hash, mix(hash)].map(|random| sample(part, random, Fill::Small));
                    self.block_with(part, words.map(Word::number), self.at)
                }
                None => unsupported(format!("the result of `{name}`")),
            },
        }
    }

    fn answer_pointer(
        &mut self,
        name: &Arc<str>,
        call: u64,
        seed: u64,
        target: &Type,
    ) -> Done<Word> {
        let path = format!("{name}()#{call}");
        let contents = Contents {
            seed,
            layout: None,
            fill: Fill::Small,
            call: 0,
            rows: Vec::new(),
        };
        self.memory.create_target(&path, &contents, target)
    }

    fn result_term(&mut self, name: &Arc<str>, call: u64) -> TermId {
        let function = name.to_string();
        self.terms.of(Term::Result { function, call })
    }
}
