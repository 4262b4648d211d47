//! Executions at all settings, in ascending order, until one shows a difference.

use crate::arithmetic::{Fill, Scalar, mix, sample};
use crate::code::{Code, compile};
use crate::comparison::interface::{self, Interface};
use crate::comparison::outputs::{Difference, Pair, Place};
use crate::comparison::settings::{Dimension, settings};
use crate::comparison::{Limits, Outcome, Side, Version};
use crate::machine::{Allowance, Machine, Start};
use crate::memory::{Kind, scalar};
use crate::trace::Terms;
use crate::undefined::{Done, Halt, Undefined, unsupported};
use crate::witness::{Explained, explain, unexplained};
use crate::word::{EventId, Tag, Word};
use integer::IntType;
use program::{Macro, Type};
use source::Span;

/// The stack of the thread that executes: calls of the programs are nested on it.
const STACK: usize = 256 << 20;

/// Parameters may be accessed so many bytes before their pointers, if the original does it.
const MARGIN: u64 = 1 << 12;

/// Compares two versions of a function at small sizes. Pointer parameters are distinct objects.
pub fn compare(before: Version<'_>, after: Version<'_>, function: &str, limits: &Limits) -> Outcome {
    on_own_stack(|| {
        let interface = match interface::of(before, after, function) {
            Ok(interface) => interface,
            Err(outcome) => return outcome,
        };
        Comparison::new([before, after], interface, limits, false).outcome()
    })
}

/// Compares the output and the exit status of two programs.
pub fn compare_main(before: Version<'_>, after: Version<'_>, limits: &Limits) -> Outcome {
    on_own_stack(|| {
        let interface = match interface::of(before, after, "main") {
            Ok(interface) => interface.of_program(),
            Err(outcome) => return outcome,
        };
        Comparison::new([before, after], interface, limits, true).outcome()
    })
}

fn on_own_stack(work: impl FnOnce() -> Outcome + Send) -> Outcome {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        match builder.spawn_scoped(scope, work) {
            Ok(thread) => thread
                .join()
                .unwrap_or_else(|_| Outcome::unknown("the interpreter failed")),
            Err(error) => Outcome::unknown(format!("no thread: {error}")),
        }
    })
}

/// A comparison of two versions.
struct Comparison<'a> {
    versions: [Version<'a>; 2],
    codes: [Code<'a>; 2],
    interface: Interface,
    limits: &'a Limits,
    is_main: bool,
    /// Parameters begin so many bytes before their pointers.
    margin: u64,
    /// Operations so far.
    spent: u64,
}

/// One setting: the values of everything that is chosen from outside.
#[derive(Clone, Debug)]
struct Case {
    /// Integer parameters by position.
    numbers: Vec<Option<i64>>,
    /// The macros of both programs.
    macros: [Vec<Macro>; 2],
    /// Those values by name, for messages.
    named: Vec<(String, i64)>,
    /// How inputs are filled before each call.
    fills: Vec<Fill>,
    seed: u64,
}

/// An execution that has ended, and how.
pub(crate) struct Run<'m, const REC: bool> {
    /// Its state.
    pub(crate) machine: Machine<'m, REC>,
    /// The result of the last call, or why there is none.
    pub(crate) result: Done<Word>,
    /// The calls that were begun.
    pub(crate) calls: u32,
}

/// What a setting showed.
enum Verdict {
    Same,
    /// These differ.
    Differ(Vec<Difference>),
    /// Nothing: this happened.
    Skipped(Side, Box<Halt>, Span),
    /// The versions differ, but the interpreter may be the reason.
    Doubtful(Side, String, Span),
}

impl<'a> Comparison<'a> {
    fn new(
        versions: [Version<'a>; 2],
        interface: Interface,
        limits: &'a Limits,
        is_main: bool,
    ) -> Comparison<'a> {
        Comparison {
            versions,
            codes: versions.map(|version| compile(version.program)),
            interface,
            limits,
            is_main,
            margin: 0,
            spent: 0,
        }
    }

    fn outcome(mut self) -> Outcome {
        let mut compared = 0;
        let mut skipped: Option<(Side, Box<Halt>, Span)> = None;
        let mut doubtful: Option<Outcome> = None;
        for (number, case) in self.cases().into_iter().enumerate() {
            if number > 0 && self.spent > self.limits.total_steps {
                break;
            }
            for mut case in self.scripts(case) {
                match self.verdict_or_tiny(&mut case) {
                    Verdict::Same => compared += 1,
                    Verdict::Differ(found) if self.decides(&found, doubtful.is_none()) => {
                        return self.explained(&case, &found);
                    }
                    Verdict::Differ(found) => {
                        doubtful.get_or_insert(internal(&found));
                    }
                    Verdict::Doubtful(side, reason, at) => {
                        let at = Some((side, at));
                        doubtful.get_or_insert(Outcome::Inconclusive { reason, at });
                    }
                    Verdict::Skipped(side, halt, at) => {
                        if skipped.as_ref().is_none_or(|(_, old, _)| is_rather(&halt, old)) {
                            skipped = Some((side, halt, at));
                        }
                    }
                }
            }
        }
        if let Some(doubtful) = doubtful {
            return doubtful;
        }
        match (compared, skipped) {
            (0, Some((side, halt, at))) => Outcome::Inconclusive {
                reason: reason(side, &halt),
                at: Some((side, at)),
            },
            (settings, _) => Outcome::Same { settings },
        }
    }

    /// The settings without their fills.
    fn cases(&self) -> Vec<Case> {
        let macros = self.versions.map(|version| version.program.macros.clone());
        let free: Vec<String> = self.free_macros();
        let mut numbers = Vec::new();
        let mut dimensions = Vec::new();
        for (n, ty) in self.integer_parameters() {
            numbers.push(n);
            let values = (ty.bits == 1).then(|| vec![0, 1]);
            dimensions.push(Dimension { values });
        }
        dimensions.extend(free.iter().map(|_| Dimension { values: None }));
        let cases = settings(&dimensions).into_iter().enumerate();
        let cases = cases.map(|(seed, values)| {
            let mut case = Case {
                numbers: vec![None; self.interface.parameters.len()],
                macros: macros.clone(),
                named: Vec::new(),
                fills: vec![Fill::Small],
                seed: mix(seed as u64),
            };
            for (&n, &value) in numbers.iter().zip(&values) {
                case.numbers[n] = Some(value);
                case.named.push((self.interface.parameters[n].name.clone(), value));
            }
            for (name, &value) in free.iter().zip(&values[numbers.len()..]) {
                case.define(name, value);
            }
            case
        });
        let mut cases: Vec<Case> = cases.collect();
        if !free.is_empty() {
            cases.push(self.present(&cases));
        }
        cases
    }

    /// The present values of all macros, and small parameters.
    fn present(&self, cases: &[Case]) -> Case {
        let mut case = cases[cases.len() / 2].clone();
        case.macros = self.versions.map(|version| version.program.macros.clone());
        let macros = &case.macros[0];
        for (name, value) in &mut case.named {
            if let Some(present) = macros.iter().find(|m| m.name == *name) {
                *value = present.value;
            }
        }
        case
    }

    /// The free macros that matter.
    fn free_macros(&self) -> Vec<String> {
        let used = |name: &&String| self.interface.macros.contains(*name) || self.is_main;
        let defined = |name: &&String| {
            let macros = |n: usize| &self.versions[n].program.macros;
            (0..2).any(|n| macros(n).iter().any(|m| m.name == **name))
        };
        let free = self.limits.free_macros.iter().filter(used).filter(defined);
        free.cloned().collect()
    }

    fn integer_parameters(&self) -> Vec<(usize, IntType)> {
        if self.is_main {
            return Vec::new();
        }
        let parameters = self.interface.parameters.iter().enumerate();
        let integers = parameters.filter_map(|(n, parameter)| {
            let id = parameter.objects[0];
            match self.versions[0].program.objects[id.0 as usize].ty {
                Type::Integer(ty) => Some((n, ty)),
                _ => None,
            }
        });
        integers.collect()
    }

    /// One setting with different contents of the inputs. A second call finds what the first one
    /// left in private objects.
    fn scripts(&self, case: Case) -> Vec<Case> {
        let second: &[Fill] = match self.interface.is_stateful {
            _ if self.is_main => return vec![case],
            true => &[Fill::Small, Fill::Wide],
            false => &[Fill::Wide],
        };
        let mut other = case.clone();
        other.fills = second.to_vec();
        vec![case, other]
    }

    /// If the original has no meaning for these inputs, perhaps it has one for tamer inputs.
    fn verdict_or_tiny(&mut self, case: &mut Case) -> Verdict {
        let verdict = self.verdict(case);
        match &verdict {
            Verdict::Skipped(Side::Before, halt, _) if matches!(**halt, Halt::Undefined(_)) => {
                case.fills.fill(Fill::Tiny);
                match self.verdict(case) {
                    Verdict::Skipped(..) => verdict,
                    other => other,
                }
            }
            _ => verdict,
        }
    }

    fn verdict(&mut self, case: &Case) -> Verdict {
        let verdict = self.verdict_with_margin(case);
        match &verdict {
            Verdict::Skipped(Side::Before, halt, _) if self.margin == 0 && is_before(halt) => {
                self.margin = MARGIN;
                let again = self.verdict_with_margin(case);
                if matches!(again, Verdict::Skipped(..)) {
                    self.margin = 0;
                }
                again
            }
            _ => verdict,
        }
    }

    fn verdict_with_margin(&mut self, case: &Case) -> Verdict {
        let mut before = self.run::<false>(case, 0, self.limits.steps, Terms::default());
        let mut spent = before.machine.steps;
        let verdict = match &before.result {
            Err(halt) if !matches!(**halt, Halt::Exit(_)) => {
                Verdict::Skipped(Side::Before, halt.clone(), before.machine.at)
            }
            _ => {
                let steps = before.machine.steps.saturating_mul(20) + 100_000;
                let mut after = self.run::<false>(case, 1, steps, Terms::default());
                spent += after.machine.steps;
                match compared(&mut before, &mut after) {
                    Verdict::Differ(mut found) => {
                        self.drop_temporaries(&mut found);
                        match found.is_empty() {
                            true => Verdict::Same,
                            false => Verdict::Differ(found),
                        }
                    }
                    verdict => verdict,
                }
            }
        };
        drop(before);
        self.spent += spent + 1000;
        verdict
    }

    /// Whether differences refute. Memory that only code of the file sees may differ if that code
    /// does not use it: then the whole program decides, if it is asked.
    fn decides(&self, found: &[Difference], may_ask: bool) -> bool {
        let internal = found.iter().all(|difference| self.is_internal(difference));
        !internal || may_ask && self.program_differs()
    }

    /// Nobody needs the contents of temporaries afterwards.
    fn drop_temporaries(&self, found: &mut Vec<Difference>) {
        let temporaries = &self.limits.temporaries;
        found.retain(|difference| match &difference.place {
            Place::Element(path, ..) => !temporaries.iter().any(|name| name == root(path)),
            _ => true,
        });
    }

    /// Whether a difference is one in memory that only this file sees, and may set again.
    fn is_internal(&self, difference: &Difference) -> bool {
        let [before, _] = self.versions;
        let is_static = before.program.functions[self.interface.functions[0]].is_static;
        match &difference.place {
            Place::Element(path, ..) => {
                let root = root(path);
                let parameters = &self.interface.parameters;
                let is_parameter = parameters.iter().any(|parameter| parameter.name == root);
                is_static && is_parameter || self.interface.scratch.contains(root)
            }
            _ => false,
        }
    }

    /// Whether the whole programs differ, and not because of a statement of a function that this
    /// one does not call.
    fn program_differs(&self) -> bool {
        let [before, after] = self.versions;
        let Ok(interface) = interface::of(before, after, "main") else {
            return false;
        };
        let comparison = Comparison::new([before, after], interface.of_program(), self.limits, true);
        let Outcome::Differ(witness) = comparison.outcome() else {
            return false;
        };
        let others = after.program.functions.iter().filter(|function| {
            function.name != "main" && !self.interface.spans.contains(&function.at)
        });
        let mut others = others.map(|function| function.at);
        let at = witness.finding.at();
        at.is_none_or(|at| !others.any(|other| other.contains(at)))
    }

    /// The difference that a setting shows, explained.
    fn explained(&self, case: &Case, found: &[Difference]) -> Outcome {
        let mut before = self.run::<true>(case, 0, self.limits.steps, Terms::default());
        let terms = std::mem::take(&mut before.machine.terms);
        let steps = before.machine.steps.saturating_mul(20) + 100_000;
        let mut after = self.run::<true>(case, 1, steps, terms);
        if is_cut(&before) || is_cut(&after) {
            let calls = case.fills.len() as u32;
            let name = found[0].name.clone();
            let witness = unexplained(case.named.clone(), calls, name);
            return Outcome::Differ(Box::new(witness));
        }
        let mut differences = differences(&mut before, &mut after).unwrap_or_default();
        self.drop_temporaries(&mut differences);
        if !differences.iter().all(|difference| self.is_internal(difference)) {
            differences.retain(|difference| !self.is_internal(difference));
        }
        let witness = explain(Explained {
            versions: self.versions,
            parameters: case.named.clone(),
            calls: case.fills.len() as u32,
            before: &before,
            after: &after,
            differences,
        });
        Outcome::Differ(Box::new(witness))
    }

    fn run<'m, const REC: bool>(
        &'m self,
        case: &'m Case,
        side: usize,
        steps: u64,
        terms: Terms,
    ) -> Run<'m, REC> {
        let allowance = Allowance {
            steps,
            bytes: self.limits.bytes,
            record: self.limits.record,
        };
        let code = &self.codes[side];
        let mut machine = Machine::new(code, &case.macros[side], allowance, terms);
        // What the original leaves open, the other version may do differently.
        machine.is_strict = side == 0;
        let mut run = Run {
            machine,
            result: Ok(Word::default()),
            calls: 0,
        };
        run.result = self.calls(&mut run.machine, &mut run.calls, case, side);
        run
    }

    fn calls<const REC: bool>(
        &self,
        machine: &mut Machine<'_, REC>,
        calls: &mut u32,
        case: &Case,
        side: usize,
    ) -> Done<Word> {
        let function = self.interface.functions[side];
        let mut result = Word::default();
        for (n, &fill) in case.fills.iter().enumerate() {
            let start = Start {
                seed: mix(case.seed ^ n as u64),
                fill,
                call: n as u32 + 1,
            };
            *calls = start.call;
            let inputs = &self.interface.inputs[side];
            match n {
                0 => machine.start(start, |id| inputs.contains(&id))?,
                _ => machine.restart(start),
            }
            let arguments = self.arguments(machine, case, side, start)?;
            result = machine.enter_from_outside(function, &arguments)?;
        }
        Ok(result)
    }

    fn arguments<const REC: bool>(
        &self,
        machine: &mut Machine<'_, REC>,
        case: &Case,
        side: usize,
        start: Start,
    ) -> Done<Vec<Word>> {
        if self.is_main {
            return main_arguments(machine, self.interface.parameters.len());
        }
        let parameters = self.interface.parameters.iter().enumerate();
        let words = parameters.map(|(n, parameter)| {
            let id = parameter.objects[side];
            let object = &self.versions[side].program.objects[id.0 as usize];
            match (&object.ty, scalar(&object.ty)) {
                (Type::Integer(ty), _) => {
                    let number = case.numbers[n].unwrap_or(1);
                    Ok(Word::number(crate::arithmetic::wrap(*ty, number as u64)))
                }
                (Type::Pointer(_), _) => {
                    machine.argument(object, &parameter.name, start, self.margin)
                }
                (_, Some(ty)) => {
                    let random = mix(start.seed ^ n as u64);
                    Ok(Word::number(sample(ty, random, start.fill)))
                }
                (Type::Record(record), _) => {
                    machine.record_argument(object, &parameter.name, start, record.bytes)
                }
                _ => unsupported(format!("the type of parameter `{}`", parameter.name)),
            }
        });
        words.collect()
    }
}

impl Case {
    fn define(&mut self, name: &str, value: i64) {
        self.named.push((name.to_string(), value));
        for macros in &mut self.macros {
            for m in macros.iter_mut().filter(|m| m.name == name) {
                m.value = value;
            }
        }
    }
}

/// `argc` and `argv` of a program that is called by its name alone.
fn main_arguments<const REC: bool>(
    machine: &mut Machine<'_, REC>,
    count: usize,
) -> Done<Vec<Word>> {
    let memory = &mut machine.memory;
    let name = memory.create(Kind::Text, 8, Tag::PLAIN)?;
    if let Some(instance) = name.tag.instance() {
        memory.object_mut(instance).bytes[..7].copy_from_slice(b"program");
    }
    let list = memory.create(Kind::Text, 16, Tag::PLAIN)?;
    let origin = crate::word::EventId(0);
    memory.store(list, Scalar::Pointer, name, origin)?;
    let mut end = list;
    end.bits += 8;
    let arguments = [Word::number(1), list, end];
    Ok(arguments.into_iter().take(count).collect())
}

fn compared(before: &mut Run<'_, false>, after: &mut Run<'_, false>) -> Verdict {
    let doubts = [
        (Side::Before, before.machine.doubt.clone()),
        (Side::After, after.machine.doubt.clone()),
    ];
    let found = match (&before.result, &after.result) {
        (_, Err(halt)) if matches!(**halt, Halt::Unsupported(_) | Halt::Budget(_)) => {
            Err(halt.clone())
        }
        (Ok(_), Ok(_)) => differences(before, after),
        (Err(a), Err(b)) if a == b => differences(before, after),
        // They end in different ways.
        _ => Ok(vec![Difference {
            place: Place::Result,
            name: "the end of the execution".to_string(),
            events: [EventId(0); 2],
        }]),
    };
    let found = match found {
        Ok(found) if found.is_empty() => return Verdict::Same,
        Ok(found) => found,
        Err(halt) => return Verdict::Skipped(Side::After, halt, after.machine.at),
    };
    // Comparing may have found further doubts.
    let later = after.machine.doubt.clone().map(|doubt| (Side::After, doubt));
    let first = doubts.into_iter().find_map(|(side, doubt)| Some((side, doubt?)));
    match first.or(later) {
        Some((side, doubt)) => Verdict::Doubtful(side, doubt.what, doubt.at),
        None => Verdict::Differ(found),
    }
}

fn internal(found: &[Difference]) -> Outcome {
    let name = found.first().map_or("", |difference| &difference.name);
    Outcome::unknown(format!("only {name} differs, which the rest of the file may not use"))
}

fn differences<const REC: bool>(
    before: &mut Run<'_, REC>,
    after: &mut Run<'_, REC>,
) -> Done<Vec<Difference>> {
    let word = |result: &Done<Word>| result.as_ref().copied().unwrap_or_default();
    let returned = [word(&before.result), word(&after.result)];
    let mut pair = Pair {
        before: &mut before.machine,
        after: &mut after.machine,
    };
    pair.differences(returned)
}

/// Whether the record of an execution became too long.
fn is_cut(run: &Run<'_, true>) -> bool {
    matches!(&run.result, Err(halt) if matches!(**halt, Halt::Budget(_)))
}

/// The object in which the path of an input begins.
fn root(path: &str) -> &str {
    let path = path.trim_start_matches('*');
    path.split(['[', '.']).next().unwrap_or(path)
}

/// Whether the original reads or writes a parameter before its pointer.
fn is_before(halt: &Halt) -> bool {
    matches!(halt, Halt::Undefined(Undefined::Outside { offset, .. }) if *offset < 0)
}

/// Whether a reason says more than another.
fn is_rather(new: &Halt, old: &Halt) -> bool {
    let rank = |halt: &Halt| match halt {
        Halt::Unsupported(_) => 2,
        Halt::Budget(_) => 1,
        _ => 0,
    };
    rank(new) > rank(old)
}

fn reason(side: Side, halt: &Halt) -> String {
    let who = match side {
        Side::Before => "the original",
        Side::After => "the other version",
    };
    match halt {
        Halt::Undefined(undefined) => format!("{who} is undefined at small sizes: {undefined}"),
        Halt::Unsupported(what) => format!("{who} contains {what}"),
        Halt::Budget(_) | Halt::Exit(_) => format!("{who} takes too long: {halt}"),
    }
}
