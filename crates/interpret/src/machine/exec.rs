//! Statements.

use crate::code::{Loop, Step, StepKind};
use crate::machine::{Machine, Slot};
use crate::memory::{Kind, Lanes};
use crate::undefined::{Done, Undefined, unsupported};
use crate::word::{EventId, Tag, Word};

/// How a statement ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    /// The next statement follows.
    Next,
    /// Leaves the innermost loop or `switch`.
    Break,
    /// Continues the innermost loop.
    Continue,
    /// Leaves the function.
    Return,
}

impl<'c, const REC: bool> Machine<'c, REC> {
    /// Executes statements in order.
    pub(super) fn run(&mut self, steps: &'c [Step]) -> Done<Flow> {
        for step in steps {
            match self.step(step)? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn step(&mut self, step: &'c Step) -> Done<Flow> {
        self.charge(u64::from(step.weight))?;
        self.at = step.at;
        if REC {
            self.trace.forget_reads();
        }
        match &step.kind {
            StepKind::Set(slot, object, value) => {
                let word = self.eval(*value)?;
                self.set(*slot, *object, word, step.at);
            }
            StepKind::Store(address, ty, value) => {
                let word = self.eval(*value)?;
                let address = self.eval(*address)?;
                self.at = step.at;
                self.store(address, *ty, word, step.at)?;
            }
            StepKind::If(condition, then, other) => {
                let holds = self.decide(*condition)?;
                return self.run(if holds { then } else { other });
            }
            StepKind::Loop(nest) => return self.repeat(nest),
            StepKind::Block(body) => return self.run(body),
            StepKind::Break => return Ok(Flow::Break),
            StepKind::Continue => return Ok(Flow::Continue),
            _ => return self.step_rare(step),
        }
        Ok(Flow::Next)
    }

    fn step_rare(&mut self, step: &'c Step) -> Done<Flow> {
        match &step.kind {
            StepKind::Forget(slot) => {
                let word = Word::UNWRITTEN;
                let origin = EventId(0);
                self.slots[self.frame + *slot as usize] = Slot { word, origin };
            }
            StepKind::Declare(slot, object, size) => {
                let bytes = self.eval(*size)?.bits;
                self.declare(*slot, Kind::Declared(*object), bytes)?;
            }
            StepKind::StoreVolatile(address, ty, value) => {
                let word = self.eval(*value)?;
                let address = self.eval(*address)?;
                self.store(address, *ty, word, step.at)?;
                self.log_volatile("write", address, *ty, word);
            }
            StepKind::StoreComplex(address, ty, value, is_volatile) => {
                let pair = self.complex(*value)?;
                let address = self.eval(*address)?;
                self.at = step.at;
                self.store_complex(address, *ty, pair, step.at)?;
                if *is_volatile {
                    self.log_pair("write", address, *ty, pair);
                }
            }
            StepKind::ReturnComplex(value, ty) => {
                let word = self.kept_complex(*value, *ty, step.at)?;
                let origin = EventId(0);
                self.returned = Slot { word, origin };
                return Ok(Flow::Return);
            }
            StepKind::Copy(to, from, size) => {
                let (from, to) = (self.eval(*from)?, self.eval(*to)?);
                let bytes = self.eval(*size)?.bits;
                self.memory.copy(to, from, bytes)?;
            }
            StepKind::Call {
                result,
                callee,
                arguments,
            } => self.call(result, callee, arguments, step.at)?,
            StepKind::Switch(value, arms) => return self.switch(*value, arms),
            StepKind::Return(value, size) => {
                self.leave(*value, *size, step.at)?;
                return Ok(Flow::Return);
            }
            StepKind::Unsupported(what) => return unsupported(what.clone()),
            _ => {}
        }
        self.check_record()?;
        Ok(Flow::Next)
    }

    /// A condition of a statement: what it reads is no operand of a term.
    fn decide(&mut self, condition: u32) -> Done<bool> {
        let holds = self.truth(condition)?;
        if REC {
            self.trace.forget_reads();
        }
        Ok(holds)
    }

    /// A local object starts to exist.
    pub(super) fn declare(&mut self, slot: u32, kind: Kind, bytes: u64) -> Done<()> {
        if bytes == 0 || bytes as i64 <= 0 {
            return Err(Undefined::Length.into());
        }
        let slot = self.frame + slot as usize;
        if let Some(previous) = self.slots[slot].word.tag.instance() {
            self.memory.end(previous);
        }
        let word = self.memory.create(kind, bytes, Tag::UNWRITTEN)?;
        let origin = EventId(0);
        self.slots[slot] = Slot { word, origin };
        Ok(())
    }

    fn repeat(&mut self, nest: &'c Loop) -> Done<Flow> {
        let outer = self.trace.now;
        self.watch_loop();
        let is_checked = self.checks_simd && nest.is_simd && self.memory.lanes.is_none();
        if is_checked {
            self.memory.lanes = Some(Box::new(Lanes::new(nest.at)));
        }
        let flow = self.iterate(nest, outer)?;
        if is_checked {
            self.memory.lanes = None;
        }
        self.watch_end_of_loop();
        self.trace.now = outer;
        Ok(flow)
    }

    fn iterate(&mut self, nest: &'c Loop, outer: u32) -> Done<Flow> {
        let mut is_first = true;
        loop {
            self.charge(1)?;
            self.at = nest.at;
            let tested = nest.condition.filter(|_| !(is_first && nest.body_first));
            if let Some(condition) = tested
                && !self.decide(condition)?
            {
                return Ok(Flow::Next);
            }
            is_first = false;
            if let Some(lanes) = &mut self.memory.lanes
                && lanes.nest == nest.at
            {
                lanes.iteration += 1;
            }
            if self.watch.is_some() {
                self.watch_iteration(nest)?;
            }
            if REC {
                self.enter_iteration(nest, outer)?;
            }
            match self.run(&nest.body)? {
                Flow::Break => return Ok(Flow::Next),
                Flow::Return => return Ok(Flow::Return),
                Flow::Next | Flow::Continue => {}
            }
            self.run(&nest.step)?;
        }
    }

    fn enter_iteration(&mut self, nest: &'c Loop, outer: u32) -> Done<()> {
        self.check_record()?;
        let mut counters = Vec::with_capacity(nest.counters.len());
        for &(object, node) in &nest.counters {
            let value = self.eval(node).map_or(0, |word| word.bits as i64);
            counters.push((object, value));
        }
        self.trace.forget_reads();
        self.trace.iterate(outer, counters);
        Ok(())
    }

    fn switch(&mut self, value: u32, arms: &'c [(Vec<u64>, bool, Vec<Step>)]) -> Done<Flow> {
        let word = self.eval(value)?;
        if word.tag == Tag::UNWRITTEN {
            return Err(Undefined::Unwritten.into());
        }
        if REC {
            self.trace.forget_reads();
        }
        let chosen = arms
            .iter()
            .position(|(labels, ..)| labels.contains(&word.bits));
        let default = || arms.iter().position(|(_, is_default, _)| *is_default);
        let Some(first) = chosen.or_else(default) else {
            return Ok(Flow::Next);
        };
        for (_, _, body) in &arms[first..] {
            match self.run(body)? {
                Flow::Next => {}
                Flow::Break => return Ok(Flow::Next),
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    /// `return`
    fn leave(&mut self, value: Option<u32>, size: Option<u32>, at: source::Span) -> Done<()> {
        self.returned = Slot::default();
        let Some(value) = value else {
            return Ok(());
        };
        let mut word = self.eval(value)?;
        if let Some(size) = size {
            let bytes = self.eval(size)?.bits;
            let copy = self.memory.create(Kind::Heap(at), bytes, Tag::UNWRITTEN)?;
            self.memory.copy(copy, word, bytes)?;
            word = copy;
        }
        let origin = match REC {
            true => self.trace.event(at, word, crate::trace::Target::None),
            false => EventId(0),
        };
        self.returned = Slot { word, origin };
        Ok(())
    }
}
