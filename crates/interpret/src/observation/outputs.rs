//! The observable results of two executions, and where they differ.

use crate::arithmetic::{Scalar, is_nan};
use crate::machine::{Entry, Machine, Value};
use crate::memory::{Kind, Layout, Object, complex_part, scalar};
use crate::undefined::Done;
use crate::word::{EventId, Tag, Word, base};
use std::collections::BTreeSet;
use std::sync::Arc;

/// So many differing elements are listed.
const MAX_DIFFERENCES: usize = 4096;

/// A place that the outside sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// A scalar in an input, by path, offset in bytes, type.
    Element(Arc<str>, i64, Scalar),
    /// The result of the function.
    Result,
    /// An entry of the log, and the value in it.
    Entry(usize, usize),
    /// The entries of the log from here on.
    Entries(usize),
}

/// A difference, with the events that stored the values, if recorded.
#[derive(Clone, Debug)]
pub(crate) struct Difference {
    /// Where.
    pub(crate) place: Place,
    /// Its name for messages.
    pub(crate) name: String,
    /// Who wrote them.
    pub(crate) events: [EventId; 2],
}

/// The states of two executions after the same calls.
pub(super) struct Pair<'m, 'b, 'a, const REC: bool> {
    pub(super) before: &'m mut Machine<'b, REC>,
    pub(super) after: &'m mut Machine<'a, REC>,
}

impl<const REC: bool> Pair<'_, '_, '_, REC> {
    /// All differences in what the outside sees; those of the log first.
    pub(super) fn differences(&mut self, returned: [Word; 2]) -> Done<Vec<Difference>> {
        let mut found = Vec::new();
        found.extend(self.log());
        found.extend(self.result(returned)?);
        let paths = self.before.memory.inputs().map(|(path, _)| path.clone());
        let mut paths: BTreeSet<Arc<str>> = paths.collect();
        paths.extend(self.after.memory.inputs().map(|(path, _)| path.clone()));
        for path in paths {
            self.input(&path, &mut found)?;
        }
        Ok(found)
    }

    fn log(&self) -> Option<Difference> {
        let (before, after) = (&self.before.log, &self.after.log);
        let differs = |(x, y): (&Entry, &Entry)| first_difference(x, y);
        let mut pairs = before.iter().zip(after).map(differs);
        if let Some(n) = pairs.position(|difference| difference.is_some()) {
            let value = first_difference(&before[n], &after[n]).unwrap_or_default();
            return Some(Difference {
                place: Place::Entry(n, value),
                name: "the output".to_string(),
                events: [before[n].event, after[n].event],
            });
        }
        let common = before.len().min(after.len());
        let event = |log: &[Entry]| log.get(common).map_or(EventId(0), |entry| entry.event);
        (before.len() != after.len()).then(|| Difference {
            place: Place::Entries(common),
            name: "the output".to_string(),
            events: [event(before), event(after)],
        })
    }

    fn result(&mut self, returned: [Word; 2]) -> Done<Option<Difference>> {
        let program = self.before.code.program;
        let function = { self.before.entered() }.and_then(|index| program.functions.get(index));
        let Some(function) = function else {
            return Ok(None);
        };
        let mut events = [self.before.returned_by(), self.after.returned_by()];
        let differs = match (scalar(&function.returns), complex_part(&function.returns)) {
            (Some(ty), _) => self.differ(ty, returned),
            (_, Some(part)) => match self.differing_part(part, returned)? {
                Some(found) => {
                    events = found;
                    true
                }
                None => false,
            },
            _ => false,
        };
        Ok(differs.then(|| Difference {
            place: Place::Result,
            name: "the result".to_string(),
            events,
        }))
    }

    fn differ(&self, ty: Scalar, [before, after]: [Word; 2]) -> bool {
        before.tag != Tag::UNWRITTEN && !self.same_word(ty, before, after)
    }

    /// The events that stored the first parts of complex numbers that differ. Both are returned by
    /// their addresses.
    fn differing_part(&mut self, part: Scalar, returned: [Word; 2]) -> Done<Option<[EventId; 2]>> {
        let [Some(x), Some(y)] = returned.map(|word| word.tag.instance()) else {
            return Ok(None);
        };
        for offset in [0, part.bytes() as i64] {
            let before = self.before.peek(x, offset, part)?;
            let after = self.after.peek(y, offset, part)?;
            if let (Some((before, first)), Some((after, second))) = (before, after)
                && self.differ(part, [before, after])
            {
                return Ok(Some([first, second]));
            }
        }
        Ok(None)
    }

    fn input(&mut self, path: &Arc<str>, found: &mut Vec<Difference>) -> Done<()> {
        let sides = [
            self.before.memory.input(path),
            self.after.memory.input(path),
        ];
        let Some(layout) = self.layout(sides) else {
            return Ok(());
        };
        let alive = sides.map(|side| side.is_some());
        let high = [
            sides[0].map_or(0, |n| self.before.memory.object(n).high()),
            sides[1].map_or(0, |n| self.after.memory.object(n).high()),
        ];
        let low = [
            sides[0].map_or(0, |n| self.before.memory.object(n).low),
            sides[1].map_or(0, |n| self.after.memory.object(n).low),
        ];
        let first = layout.split(low[0].min(low[1])).0;
        let last = layout.split(high[0].max(high[1]).max(1) - 1).0;
        for element in first..=last {
            for cell in &layout.cells {
                let offset = element * layout.bytes as i64 + cell.offset as i64;
                if found.len() >= MAX_DIFFERENCES {
                    return Ok(());
                }
                if alive[0] || alive[1] {
                    let difference = self.cell(path, sides, offset, cell.ty)?;
                    found.extend(difference);
                }
            }
        }
        Ok(())
    }

    /// The layout of an input in both executions.
    fn layout(&mut self, sides: [Option<u32>; 2]) -> Option<Arc<Layout>> {
        let of = |object: &Object| object.contents.as_ref().and_then(|c| c.layout.clone());
        let before = sides[0].and_then(|n| of(self.before.memory.object(n)));
        let after = sides[1].and_then(|n| of(self.after.memory.object(n)));
        if let (Some(x), Some(y)) = (&before, &after)
            && (x.bytes, x.cells.len()) != (y.bytes, y.cells.len())
        {
            self.after
                .doubt("a parameter that is accessed in different types");
        }
        let layout = before.or(after)?;
        if let Some(instance) = sides[0] {
            learn(self.before.memory.object_mut(instance), &layout);
        }
        if let Some(instance) = sides[1] {
            learn(self.after.memory.object_mut(instance), &layout);
        }
        Some(layout)
    }

    fn cell(
        &mut self,
        path: &Arc<str>,
        sides: [Option<u32>; 2],
        offset: i64,
        ty: Scalar,
    ) -> Done<Option<Difference>> {
        let touched = [
            touched(self.before, sides[0], offset, ty)?,
            touched(self.after, sides[1], offset, ty)?,
        ];
        if touched == [false; 2] {
            return Ok(None);
        }
        let before = self.value(sides, 0, offset, ty)?;
        let after = self.value(sides, 1, offset, ty)?;
        let known = before.is_none_or(|(word, _)| word.tag != Tag::UNWRITTEN);
        let same = match (before, after) {
            (Some((x, _)), Some((y, _))) => self.same_word(ty, x, y),
            _ => before.is_none() && after.is_none(),
        };
        if !known || same {
            return Ok(None);
        }
        Ok(Some(Difference {
            place: Place::Element(path.clone(), offset, ty),
            name: self.name_of(path, sides, offset),
            events: [before, after].map(|value| value.map_or(EventId(0), |(_, event)| event)),
        }))
    }

    /// The name of an element of an input: `out[3]`, `img[0].width`.
    fn name_of(&self, path: &str, sides: [Option<u32>; 2], offset: i64) -> String {
        let object = match sides {
            [Some(n), _] => self.before.memory.object(n),
            [_, Some(n)] => self.after.memory.object(n),
            _ => return path.to_string(),
        };
        let layout = object.contents.as_ref().and_then(|c| c.layout.as_ref());
        match layout.and_then(|layout| layout.cell_at(offset)) {
            Some((element, cell)) => object.path_of(path, element, &cell.name),
            _ => path.to_string(),
        }
    }

    /// The present value of a scalar of an input. If only the other execution has the object, it
    /// has its first contents there.
    fn value(
        &mut self,
        sides: [Option<u32>; 2],
        side: usize,
        offset: i64,
        ty: Scalar,
    ) -> Done<Option<(Word, EventId)>> {
        let Some(instance) = sides[side] else {
            return Ok(None);
        };
        let machine: &mut dyn Peek = match side {
            0 => &mut *self.before,
            _ => &mut *self.after,
        };
        machine.peek(instance, offset, ty)
    }

    fn same_word(&self, ty: Scalar, before: Word, after: Word) -> bool {
        if after.tag == Tag::UNWRITTEN {
            return false;
        }
        match (before.tag.instance(), after.tag.instance()) {
            (Some(x), Some(y)) => self.same_target(before, x, after, y),
            (None, None) => {
                before.bits == after.bits || is_nan(ty, before.bits) && is_nan(ty, after.bits)
            }
            _ => false,
        }
    }

    /// Whether two pointers have the same target. Objects of the two executions correspond if they
    /// are the same input, or if they have the same name.
    fn same_target(&self, before: Word, x: u32, after: Word, y: u32) -> bool {
        let (a, b) = (self.before.memory.object(x), self.after.memory.object(y));
        let offsets = before.bits.wrapping_sub(base(x)) == after.bits.wrapping_sub(base(y));
        let fresh = |kind: &Kind| matches!(kind, Kind::Heap(_));
        if fresh(&a.kind) && fresh(&b.kind) {
            return true;
        }
        offsets && self.before.memory.name_of(x) == self.after.memory.name_of(y)
    }
}

/// An input that was not accessed gets the layout that the other execution has found.
fn learn(object: &mut Object, layout: &Arc<Layout>) {
    if let Some(contents) = &mut object.contents {
        contents.layout.get_or_insert_with(|| layout.clone());
    }
}

/// Whether an execution has changed a scalar of an input.
fn touched<const REC: bool>(
    machine: &mut Machine<'_, REC>,
    instance: Option<u32>,
    offset: i64,
    ty: Scalar,
) -> Done<bool> {
    let Some(instance) = instance else {
        return Ok(false);
    };
    let object = machine.memory.object(instance);
    let first = offset - object.low;
    if first < 0 || first as usize + ty.bytes() > object.bytes.len() {
        return Ok(false);
    }
    for index in first as usize..first as usize + ty.bytes() {
        let pending = machine.memory.object(instance).tags[index] == Tag::PENDING;
        if !pending && !machine.memory.is_initial(instance, index)? {
            return Ok(true);
        }
    }
    Ok(false)
}

trait Peek {
    fn peek(&mut self, instance: u32, offset: i64, ty: Scalar) -> Done<Option<(Word, EventId)>>;
}

impl<const REC: bool> Peek for Machine<'_, REC> {
    fn peek(&mut self, instance: u32, offset: i64, ty: Scalar) -> Done<Option<(Word, EventId)>> {
        if !self.memory.object(instance).is_alive {
            return Ok(None);
        }
        let mut address = Word::address(instance);
        address.bits = address.bits.wrapping_add(offset as u64);
        let loaded = self.memory.load(address, ty)?;
        Ok(Some((loaded.word, loaded.origin)))
    }
}

/// The first value in which two entries differ; `0` if they are different calls.
fn first_difference(a: &Entry, b: &Entry) -> Option<usize> {
    if a.what != b.what || a.values.len() != b.values.len() {
        return Some(0);
    }
    let mut pairs = a.values.iter().zip(&b.values);
    pairs.position(|(x, y)| !same_value(x, y))
}

fn same_value(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(s, x), Value::Number(t, y)) => {
            s == t && (x.bits == y.bits || is_nan(*s, x.bits) && is_nan(*t, y.bits))
        }
        (Value::Text(x), Value::Text(y)) => x == y,
        (Value::Address(x, m), Value::Address(y, n)) => x == y && m == n,
        _ => false,
    }
}
