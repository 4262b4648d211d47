//! The search for a loop that does not end, in an execution that took too long: a state that
//! occurs twice at the head of a loop occurs for ever.
//!
//! The execution is repeated twice. The first time tells which loops were active at its end. The
//! second time remembers the state in the middle of the iterations of each of them, and compares
//! it with those that follow.

use crate::arithmetic::Scalar;
use crate::code::{Decisive, Loop, Node, NodeId, decisive};
use crate::machine::{Machine, Slot};
use crate::memory::Snapshot;
use crate::undefined::{Done, Halt};
use crate::word::{Tag, Word};
use program::ObjectId;
use source::Span;

/// So many bytes are compared at most.
const MAX_COMPARED: u64 = 1 << 28;

/// So many states are remembered at most.
const MAX_REMEMBERED: usize = 8;

/// A loop that does not end.
#[derive(Clone, Debug)]
pub(crate) struct Endless {
    /// The loop.
    pub(crate) at: Span,
    /// Its condition.
    pub(crate) condition: Option<Span>,
    /// The counters of the loops around it, outermost first.
    pub(crate) counters: Vec<(ObjectId, i64)>,
    /// The integers in the condition that are local scalars, by their places in the text.
    pub(crate) values: Vec<(Span, i64)>,
    /// The state is the same after so many iterations.
    pub(crate) period: u64,
    /// The call from outside, counted from 1.
    pub(crate) call: u32,
}

/// An execution of a loop statement, by its number, and one of its iterations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    activation: u64,
    iteration: u64,
}

/// The loops that execute.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// Outermost first.
    active: Vec<Active>,
    /// The number of executions of loop statements so far.
    activations: u64,
    /// The states to be remembered.
    moments: Vec<Moment>,
    /// Bytes that may still be compared.
    compared: u64,
    found: Option<Endless>,
}

/// A loop that executes.
#[derive(Debug)]
struct Active {
    activation: u64,
    iterations: u64,
    counters: Vec<(ObjectId, i64)>,
    remembered: Option<State>,
}

/// What decides how a loop goes on, at the start of an iteration.
#[derive(Debug)]
struct State {
    iteration: u64,
    asked_outside: u64,
    decisive: Decisive,
    /// All slots of the execution.
    slots: Vec<Slot>,
    memory: Snapshot,
}

impl<'c, const REC: bool> Machine<'c, REC> {
    /// From now on, loops are watched, and the states at some moments remembered.
    pub(crate) fn watch(&mut self, moments: Vec<Moment>) {
        self.watch = Some(Box::new(Watch {
            moments,
            compared: MAX_COMPARED,
            ..Watch::default()
        }));
    }

    /// The middle of each loop that was active at the end of the execution.
    pub(crate) fn middles(&self) -> Vec<Moment> {
        let active = self.watch.iter().flat_map(|watch| &watch.active);
        let repeated = active.filter(|active| active.iterations > 1);
        let middle = repeated.map(|active| Moment {
            activation: active.activation,
            iteration: active.iterations / 2,
        });
        let mut middles: Vec<Moment> = middle.collect();
        middles.sort_by_key(|moment| std::cmp::Reverse(moment.iteration));
        middles.truncate(MAX_REMEMBERED);
        middles
    }

    /// The loop that does not end.
    pub(crate) fn endless(&self) -> Option<Endless> {
        self.watch.as_ref()?.found.clone()
    }

    /// A loop starts.
    #[inline]
    pub(super) fn watch_loop(&mut self) {
        if let Some(watch) = &mut self.watch {
            watch.activations += 1;
            watch.active.push(Active {
                activation: watch.activations,
                iterations: 0,
                counters: Vec::new(),
                remembered: None,
            });
        }
    }

    /// A loop ends.
    #[inline]
    pub(super) fn watch_end_of_loop(&mut self) {
        if let Some(watch) = &mut self.watch {
            watch.active.pop();
        }
    }

    /// The body of the innermost loop is about to execute.
    #[cold]
    pub(super) fn watch_iteration(&mut self, nest: &'c Loop) -> Done<()> {
        let Some(mut watch) = self.watch.take() else {
            return Ok(());
        };
        let repeated = self.repeated(nest, &mut watch);
        self.watch = Some(watch);
        match repeated {
            true => Err(Box::new(Halt::Endless)),
            false => Ok(()),
        }
    }

    fn repeated(&mut self, nest: &'c Loop, watch: &mut Watch) -> bool {
        let Some(active) = watch.active.last_mut() else {
            return false;
        };
        active.iterations += 1;
        active.counters.clear();
        for &(object, node) in &nest.counters {
            let value = self.eval(node).map_or(0, |word| word.bits as i64);
            active.counters.push((object, value));
        }
        let is_now = |moment: &Moment| {
            moment.activation == active.activation && moment.iteration == active.iterations
        };
        if watch.moments.iter().any(is_now) {
            active.remembered = self.state(nest, active.iterations);
            return false;
        }
        let Some(state) = &active.remembered else {
            return false;
        };
        if self.doubt.is_some() || !self.is_again(state, &mut watch.compared) {
            return false;
        }
        let period = active.iterations - state.iteration;
        let mut values = Vec::new();
        nest.condition
            .iter()
            .for_each(|&id| self.values_in(id, &mut values));
        watch.found = Some(Endless {
            values,
            at: nest.at,
            condition: nest.condition.map(|id| self.code.spans[id as usize]),
            counters: counters(&watch.active[..watch.active.len() - 1]),
            period,
            call: self.trace.call_of(self.trace.now),
        });
        true
    }

    /// The present state.
    fn state(&self, nest: &'c Loop, iteration: u64) -> Option<State> {
        let decisive = decisive(self.code, nest);
        let contents = decisive.memory || decisive.all;
        Some(State {
            iteration,
            asked_outside: self.asked_outside,
            slots: self.slots.clone(),
            memory: self.memory.snapshot(contents)?,
            decisive,
        })
    }

    /// The local integers that a condition compares.
    fn values_in(&self, id: NodeId, found: &mut Vec<(Span, i64)>) {
        match &self.code.nodes[id as usize] {
            Node::Slot(slot) => {
                let word = self.slots[self.frame + *slot as usize].word;
                found.push((self.code.spans[id as usize], word.bits as i64));
            }
            Node::Compare(_, _, a, b) | Node::Integer(_, _, a, b) => {
                self.values_in(*a, found);
                self.values_in(*b, found);
            }
            Node::Convert(Scalar::Int(_), Scalar::Int(_), a) => self.values_in(*a, found),
            _ => {}
        }
    }

    /// Whether the present state decides the same as an earlier one.
    fn is_again(&self, state: &State, compared: &mut u64) -> bool {
        let same = |slot: usize| {
            let (old, new) = (state.slots.get(slot), self.slots.get(slot));
            let pair = old.zip(new);
            pair.is_some_and(|(old, new)| self.same_word(state, old.word, new.word))
        };
        if self.asked_outside != state.asked_outside || self.slots.len() != state.slots.len() {
            return false;
        }
        let mut slots = state.decisive.slots.iter();
        let are_same = match state.decisive.all {
            true => (0..self.slots.len()).all(same),
            false => slots.all(|&slot| same(self.frame + slot as usize)),
        };
        are_same && self.memory.is_again(&state.memory, compared)
    }

    /// Whether two values are the same, apart from the numbers of objects that correspond.
    fn same_word(&self, state: &State, old: Word, new: Word) -> bool {
        match (old.tag.instance(), new.tag.instance()) {
            (Some(x), Some(y)) => {
                let distance =
                    |word: Word, instance| word.bits.wrapping_sub(crate::word::base(instance));
                distance(old, x) == distance(new, y) && self.memory.corresponds(&state.memory, x, y)
            }
            (None, None) => old.tag != Tag::ADDRESS && (old.tag, old.bits) == (new.tag, new.bits),
            _ => false,
        }
    }
}

/// The counters of all loops, outermost first; of an object that several step, the innermost.
fn counters(active: &[Active]) -> Vec<(ObjectId, i64)> {
    let mut counters: Vec<(ObjectId, i64)> = Vec::new();
    for &(object, value) in active.iter().rev().flat_map(|a| a.counters.iter().rev()) {
        if counters.iter().all(|&(other, _)| other != object) {
            counters.push((object, value));
        }
    }
    counters.reverse();
    counters
}
