//! The execution of both versions at one setting.

use crate::arithmetic::{Scalar, mix, sample, wrap};
use crate::code::{Code, compile};
use crate::comparison::Limits;
use crate::comparison::Side;
use crate::comparison::case::Case;
use crate::comparison::interface::Interface;
use crate::comparison::verdict::{Verdict, compared};
use crate::machine::{Allowance, Endless, Machine, Moment, Start};
use crate::memory::{Kind, scalar};
use crate::observation::Run;
use crate::trace::Terms;
use crate::undefined::{Done, Halt, unsupported};
use crate::version::Version;
use crate::word::{EventId, Tag, Word};
use program::Type;

/// Two versions that are executed at one setting after the other.
pub(super) struct Trial<'a> {
    pub(super) versions: [Version<'a>; 2],
    codes: [Code<'a>; 2],
    pub(super) interface: Interface,
    pub(super) limits: &'a Limits,
    pub(super) is_main: bool,
    /// Parameters begin so many bytes before their pointers.
    pub(super) margin: u64,
    /// Operations so far.
    pub(super) spent: u64,
    /// How often a loop that does not end may still be looked for.
    searches: u32,
}

/// So often a loop that does not end is looked for.
const MAX_SEARCHES: u32 = 6;

impl<'a> Trial<'a> {
    /// Prepares two versions.
    pub(super) fn new(
        versions: [Version<'a>; 2],
        interface: Interface,
        limits: &'a Limits,
        is_main: bool,
    ) -> Trial<'a> {
        Trial {
            versions,
            codes: versions.map(|version| compile(version.program)),
            interface,
            limits,
            is_main,
            margin: 0,
            spent: 0,
            searches: MAX_SEARCHES,
        }
    }

    /// Executes and compares.
    pub(super) fn verdict(&mut self, case: &Case) -> Verdict {
        let mut before = self.run::<false>(case, 0, self.limits.steps, Terms::default());
        let mut spent = before.machine.steps;
        let mut searched = false;
        let verdict = match &before.result {
            Err(halt) if !matches!(**halt, Halt::Exit(_)) => {
                Verdict::Skipped(Side::Before, halt.clone(), before.machine.at)
            }
            _ => {
                let steps = allowed_after(before.machine.steps);
                let mut after = self.run::<false>(case, 1, steps, Terms::default());
                spent += after.machine.steps;
                let may_be_endless = is_too_long(&after)
                    && self.searches > 0
                    && before.machine.doubt.is_none()
                    && after.machine.doubt.is_none();
                let found = match may_be_endless {
                    true => self.endless(case, steps, &mut spent),
                    false => None,
                };
                searched = may_be_endless;
                match found {
                    Some(found) => Verdict::Endless(Box::new(found)),
                    None => compared(&mut before, &mut after),
                }
            }
        };
        drop(before);
        self.spent += spent + 1000;
        self.searches -= u32::from(searched);
        verdict
    }

    /// The loop of the second version that does not end, after an execution that was too long.
    fn endless(&self, case: &Case, steps: u64, spent: &mut u64) -> Option<Endless> {
        let mut moments = Vec::new();
        for _ in 0..2 {
            let run = self.watched(case, steps, moments);
            *spent += run.machine.steps;
            if let Some(endless) = run.machine.endless() {
                return Some(endless);
            }
            moments = run.machine.middles();
        }
        None
    }

    /// Executes the second version and watches its loops.
    fn watched<'m>(&'m self, case: &'m Case, steps: u64, moments: Vec<Moment>) -> Run<'m, false> {
        let mut run = self.prepared::<false>(case, 1, steps, Terms::default());
        run.machine.watch(moments);
        run.result = self.calls(&mut run.machine, case, 1);
        run
    }

    /// Executes both with a record. The terms of both are in the second one.
    pub(super) fn recorded<'m>(&'m self, case: &'m Case) -> [Run<'m, true>; 2] {
        let mut before = self.run::<true>(case, 0, self.limits.steps, Terms::default());
        let terms = std::mem::take(&mut before.machine.terms);
        let steps = allowed_after(before.machine.steps);
        let after = self.run::<true>(case, 1, steps, terms);
        [before, after]
    }

    fn run<'m, const REC: bool>(
        &'m self,
        case: &'m Case,
        side: usize,
        steps: u64,
        terms: Terms,
    ) -> Run<'m, REC> {
        let mut run = self.prepared(case, side, steps, terms);
        run.result = self.calls(&mut run.machine, case, side);
        run
    }

    /// An execution that has not begun.
    fn prepared<'m, const REC: bool>(
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
        if side == 0 {
            machine.be_strict();
        }
        machine.checks_simd = self.limits.checks_simd;
        Run {
            machine,
            result: Ok(Word::default()),
        }
    }

    fn calls<const REC: bool>(
        &self,
        machine: &mut Machine<'_, REC>,
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
            let inputs = &self.interface.inputs[side];
            match n {
                0 => machine.start(start, |id| inputs.contains(&id))?,
                _ => machine.restart(start),
            }
            machine.trace.begin_call(start.call);
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
                    Ok(Word::number(wrap(*ty, number as u64)))
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
                (Type::Complex(part), _) => {
                    let bytes = 2 * u64::from(*part);
                    machine.record_argument(object, &parameter.name, start, bytes)
                }
                _ => unsupported(format!("the type of parameter `{}`", parameter.name)),
            }
        });
        words.collect()
    }
}

fn is_too_long(run: &Run<'_, false>) -> bool {
    let operations = Halt::Budget("operations");
    matches!(&run.result, Err(halt) if **halt == operations)
}

/// The operations that the second version may take.
fn allowed_after(steps: u64) -> u64 {
    steps.saturating_mul(20) + 100_000
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
    memory.store(list, Scalar::Pointer, name, EventId(0))?;
    let mut end = list;
    end.bits += 8;
    let arguments = [Word::number(1), list, end];
    Ok(arguments.into_iter().take(count).collect())
}
