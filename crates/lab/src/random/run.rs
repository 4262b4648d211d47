//! Executes random kernels, statement by statement, as C would.

use super::tree::{
    Access, Affine, BOUND, Block, Condition, Exit, Home, Index, Loop, SIZES, SLOTS, Spelling,
    Statement, Target, Value,
};
use crate::random::kernel::{INPUTS, Kernel, OUTPUTS, Touch};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;

/// A loop with more iterations is taken to be endless.
const MOST_ITERATIONS: usize = 64;
/// A kernel with more assignments takes too long.
const MOST_STEPS: usize = 6_000;

/// Why an execution ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Too many iterations or assignments.
    Endless,
    /// An element of `in` or `out` does not exist, or a division by zero.
    Index,
    /// Iterations of a parallel loop use the same resource, and one writes it.
    Race,
}

/// The behaviour of an access in one execution.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// The least and greatest value of each subscript.
    pub(super) ranges: Vec<(i64, i64)>,
    /// The values of all variables when the element was written before.
    pub(super) good: Vec<[i64; SLOTS]>,
    /// Those when it was not.
    pub(super) bad: Vec<[i64; SLOTS]>,
    /// The iterators in scope.
    pub(super) scope: [bool; SIZES],
}

/// One execution.
#[derive(Debug, Default)]
pub(super) struct Run {
    /// By number of the access.
    pub(super) seen: BTreeMap<usize, Seen>,
    /// All accesses to temporaries, in order.
    pub(super) touches: Vec<Touch>,
    /// The output of the kernel.
    pub(super) scalar: u32,
    pub(super) output: Vec<u32>,
}

/// The element `x` of `in`.
fn input(x: usize) -> u32 {
    (x as u32 + 1).wrapping_mul(2_654_435_761) ^ (x as u32 >> 3)
}

/// Executes a kernel at two sizes. Elements that were never written are zero.
pub(super) fn run(kernel: &Kernel, sizes: [i64; 2]) -> Result<Run, Fault> {
    run_with(kernel, sizes, 0)
}

/// Executes a kernel at two sizes, with a value for elements that were never written.
pub(super) fn run_with(kernel: &Kernel, sizes: [i64; 2], unwritten: u32) -> Result<Run, Fault> {
    let slots = slots(kernel, sizes);
    let mut machine = Machine {
        slots,
        memory: HashMap::new(),
        unwritten,
        scalars: (0..kernel.scalars as u32).map(|k| 3 * k + 1).collect(),
        run: Run {
            output: vec![0; OUTPUTS],
            ..Run::default()
        },
        logs: Vec::new(),
        scope: [false; SIZES],
        steps: 0,
    };
    let flow = machine.block(&kernel.body)?;
    machine.run.scalar = machine.scalars[0];
    match flow {
        ControlFlow::Break(Exit::Continue | Exit::Break) => Err(Fault::Endless),
        _ => Ok(machine.run),
    }
}

/// The variables at the entry of a kernel.
fn slots(kernel: &Kernel, sizes: [i64; 2]) -> [i64; SLOTS] {
    let mut slots = [0; SLOTS];
    slots[SIZES..BOUND].copy_from_slice(&sizes);
    let bound = kernel.manner.bound.as_ref();
    slots[BOUND] = bound.map_or(0, |bound| bound.start.value(&slots));
    slots
}

/// A resource for which threads may race.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Resource {
    Element(usize, Vec<i64>),
    Output(usize),
    Scalar(usize),
    Bound,
}

/// Where execution continues: at the next statement, or after the part that an exit leaves.
type Flow = ControlFlow<Exit>;

/// The resources used by the iterations of a parallel loop: the last iteration, and whether one
/// writes.
#[derive(Default)]
struct Log {
    iteration: usize,
    /// Arrays that are private to the iteration.
    private: HashSet<usize>,
    touched: HashMap<Resource, (usize, bool)>,
    race: bool,
}

struct Machine {
    slots: [i64; SLOTS],
    memory: HashMap<(usize, Vec<i64>), u32>,
    unwritten: u32,
    scalars: Vec<u32>,
    run: Run,
    logs: Vec<Log>,
    scope: [bool; SIZES],
    steps: usize,
}

impl Log {
    fn touch(&mut self, resource: &Resource, is_write: bool) {
        if matches!(resource, Resource::Element(array, _) if self.private.contains(array)) {
            return;
        }
        let iteration = self.iteration;
        let entry = self.touched.entry(resource.clone());
        let (by, written) = entry.or_insert((iteration, is_write));
        self.race |= *by != iteration && (*written || is_write);
        *written |= is_write;
    }
}

impl Machine {
    fn block(&mut self, block: &Block) -> Result<Flow, Fault> {
        for statement in block {
            let flow = self.statement(statement)?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(Flow::Continue(()))
    }

    fn statement(&mut self, statement: &Statement) -> Result<Flow, Fault> {
        match statement {
            Statement::Assign(target, op, value) => {
                let value = self.value(value)?;
                let op = |old: u32| op.map_or(value, |op| op.apply(old, value));
                self.assign(
                    target,
                    op,
                    matches!(statement, Statement::Assign(_, Some(_), _)),
                )?;
            }
            Statement::Loop(l) => return self.for_loop(l),
            Statement::If(condition, yes, no) => {
                return match self.condition(condition)? {
                    true => self.block(yes),
                    false => self.block(no),
                };
            }
            Statement::Block(inner) => return self.block(inner),
            Statement::Exit(exit) => return Ok(Flow::Break(*exit)),
            Statement::Bound(to) => {
                self.touch(&Resource::Bound, true);
                self.slots[BOUND] = to.value(&self.slots);
            }
            Statement::Hook => {}
            Statement::Declare(array) => {
                self.memory.retain(|(a, _), _| a != array);
                for log in &mut self.logs {
                    log.private.insert(*array);
                }
            }
        }
        Ok(Flow::Continue(()))
    }

    fn for_loop(&mut self, l: &Loop) -> Result<Flow, Fault> {
        let saved = (self.slots[l.slot], self.scope[l.slot]);
        let is_repetition = matches!(l.spelling, Spelling::Again(_));
        self.scope[l.slot] = !is_repetition;
        let begin = self.run.touches.len();
        let mut flow = Flow::Continue(());
        let mut at = self.index(&l.from)?;
        if l.parallel {
            self.logs.push(Log::default());
        }
        for iteration in 0.. {
            self.slots[l.slot] = at;
            if is_repetition {
                self.forget_since(begin);
            }
            let to = self.index(&l.to)?;
            if matches!(&l.to, Index::Affine(a) if a.terms[BOUND] != 0) {
                self.touch(&Resource::Bound, false);
            }
            if !l.relation.holds(at, to) {
                break;
            }
            if iteration == MOST_ITERATIONS {
                return Err(Fault::Endless);
            }
            if let Some(log) = self.logs.last_mut().filter(|_| l.parallel) {
                log.iteration = iteration;
            }
            match self.block(&l.body)? {
                Flow::Break(Exit::Break) => break,
                Flow::Break(exit @ (Exit::Return | Exit::Goto)) => {
                    flow = Flow::Break(exit);
                    break;
                }
                Flow::Continue(()) | Flow::Break(Exit::Continue) => at += l.step,
            }
        }
        (self.slots[l.slot], self.scope[l.slot]) = saved;
        if l.parallel && self.logs.pop().is_some_and(|log| log.race) {
            return Err(Fault::Race);
        }
        Ok(flow)
    }

    /// Written elements of arrays no longer have values.
    fn forget_since(&mut self, begin: usize) {
        for touch in self.run.touches[begin..].iter().filter(|t| t.is_write) {
            self.memory.remove(&(touch.array, touch.element.clone()));
        }
    }

    fn assign(
        &mut self,
        target: &Target,
        value: impl Fn(u32) -> u32,
        reads: bool,
    ) -> Result<(), Fault> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(Fault::Endless);
        }
        match target {
            Target::Array(access) => {
                let old = if reads { self.read(access)? } else { 0 };
                self.write(access, value(old))
            }
            Target::Output(at) => {
                let at = self.bounded(at, OUTPUTS)?;
                self.touch(&Resource::Output(at), true);
                self.run.output[at] = value(self.run.output[at]);
                Ok(())
            }
            Target::Scalar(k) => {
                self.touch(&Resource::Scalar(*k), true);
                self.scalars[*k] = value(self.scalars[*k]);
                Ok(())
            }
        }
    }

    fn touch(&mut self, resource: &Resource, is_write: bool) {
        for log in &mut self.logs {
            log.touch(resource, is_write);
        }
    }

    fn element(&mut self, access: &Access) -> Result<Vec<i64>, Fault> {
        let subscripts = access.subscripts.iter();
        let element: Vec<i64> = subscripts
            .map(|s| self.index(s))
            .collect::<Result<_, _>>()?;
        let seen = self.run.seen.entry(access.id).or_default();
        seen.scope = self.scope;
        seen.ranges.resize(element.len(), (i64::MAX, i64::MIN));
        for ((low, high), x) in seen.ranges.iter_mut().zip(&element) {
            *low = (*low).min(*x);
            *high = (*high).max(*x);
        }
        Ok(element)
    }

    fn note(&mut self, array: usize, element: &[i64], is_write: bool) {
        self.touch(&Resource::Element(array, element.to_vec()), is_write);
        self.run.touches.push(Touch {
            array,
            element: element.to_vec(),
            is_write,
        });
    }

    fn read(&mut self, access: &Access) -> Result<u32, Fault> {
        let element = self.element(access)?;
        self.note(access.array, &element, false);
        let found = self.memory.get(&(access.array, element)).copied();
        let seen = self.run.seen.entry(access.id).or_default();
        match found {
            Some(_) => seen.good.push(self.slots),
            None => seen.bad.push(self.slots),
        }
        Ok(found.unwrap_or(self.unwritten))
    }

    fn write(&mut self, access: &Access, value: u32) -> Result<(), Fault> {
        let element = self.element(access)?;
        self.note(access.array, &element, true);
        self.memory.insert((access.array, element), value);
        Ok(())
    }

    fn index(&self, index: &Index) -> Result<i64, Fault> {
        index.value(&self.slots).ok_or(Fault::Index)
    }

    fn bounded(&self, index: &Index, extent: usize) -> Result<usize, Fault> {
        let at = usize::try_from(self.index(index)?).ok();
        at.filter(|at| *at < extent).ok_or(Fault::Index)
    }

    fn value(&mut self, value: &Value) -> Result<u32, Fault> {
        Ok(match value {
            Value::Number(n) => *n,
            Value::Read(access) => self.read(access)?,
            Value::Input(at) => input(self.bounded(at, INPUTS)?),
            Value::Integer(at) => self.index(at)? as u32,
            Value::Scalar(k) => {
                self.touch(&Resource::Scalar(*k), false);
                self.scalars[*k]
            }
            Value::Binary(op, a, b) => {
                let a = self.value(a)?;
                op.apply(a, self.value(b)?)
            }
            Value::Select(c, a, b) => match self.condition(c)? {
                true => self.value(a)?,
                false => self.value(b)?,
            },
            Value::Wrapped(_, inner) => self.value(inner)?,
        })
    }

    fn condition(&mut self, condition: &Condition) -> Result<bool, Fault> {
        Ok(match condition {
            Condition::Compare(a, relation, b) => relation.holds(self.index(a)?, self.index(b)?),
            Condition::And(a, b) => self.condition(a)? && self.condition(b)?,
            Condition::Or(a, b) => self.condition(a)? || self.condition(b)?,
            Condition::Not(a) => !self.condition(a)?,
            Condition::Bit(value, bit) => self.value(value)? & bit != 0,
        })
    }
}

/// Whether all accesses of an execution are inside the declared extents.
pub(super) fn is_inside(kernel: &Kernel, run: &Run, sizes: [i64; 2]) -> bool {
    let slots = slots(kernel, sizes);
    let extents = |array: usize| kernel.arrays[array].extents.iter();
    let fits = |(x, e): (&i64, &Affine)| 0 <= *x && *x < e.value(&slots);
    let positive = kernel.arrays.iter().all(|a| {
        let heap = matches!(a.home, Home::Flat | Home::Rows | Home::Product);
        let least = if heap { 0 } else { 1 };
        a.extents.iter().all(|e| e.value(&slots) >= least)
    });
    let touches = run.touches.iter();
    positive && { touches }.all(|t| t.element.iter().zip(extents(t.array)).all(fits))
}
