//! The plans of all functions of a text. What was planned for the same text before is known.

use super::places::Places;
use super::request::Request;
use super::{Apart, Cause, FusedLoop};
use crate::options::{Depth, NoOverlap};
use crate::systems::{system, without_tiny_sizes};
use crate::verify::{Calls, Pair, pairs};
use affine::Whole;
use front::{MOST_RADIUS, Program};
use fuse::{Parted, Sequence, sequences};
use poly::Allowance;
use schedule::Nest;
use source::{Edit, Edits, Span, Unit};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// What happens to loops that pass elements of vectors to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Vectors {
    /// They stay as they are: compilers do not vectorise the shifted loop.
    #[default]
    Apart,
    /// They follow each other in a loop over blocks.
    InBlocks,
    /// They are shifted, and become one loop.
    Shifted,
}

/// The fused loops of one function.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) vectors: Vectors,
    /// Whether nests may become several.
    pub(super) is_distributed: bool,
    /// Nests that do not become a loop of their own.
    pub(super) separate: BTreeSet<Vec<Span>>,
    /// Loops that threads share are not fused with others.
    pub(super) are_threads_apart: bool,
    /// What a proof would take for different memory.
    assumed: BTreeSet<Pair>,
    pub(super) edits: Edits,
    pub(super) loops: Vec<FusedLoop>,
    pub(super) apart: Vec<Apart>,
    /// The statements before which nests are better cut.
    pub(super) cuts: Vec<Span>,
}

/// What a plan depends on, with the declarations of the file and what other functions do: these
/// stay.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Question {
    text: String,
    /// Whether tiny sizes are left out.
    is_usual: bool,
    /// Whether loops over vectors may become blocks.
    is_blocked: bool,
    are_threads_apart: bool,
    /// How often loops of the file were fused before.
    round: usize,
    separate: BTreeSet<Vec<Span>>,
}

/// The plans that were made for a file, each with the place of the function.
#[derive(Default)]
pub(super) struct Known(BTreeMap<Question, (u32, Plan)>);

/// Which plans are wanted.
pub(super) struct Wanted<'w> {
    pub(super) request: &'w Request,
    pub(super) is_wanted: &'w dyn Fn(&str) -> bool,
    pub(super) is_usual: &'w dyn Fn(&str) -> bool,
    pub(super) is_blocked: &'w dyn Fn(&str) -> bool,
    pub(super) are_threads_apart: &'w dyn Fn(&str) -> bool,
    /// The place of a part of the text in the user's file: what has one place was fused before.
    pub(super) place: &'w dyn Fn(Span) -> Span,
    /// How often loops of the file were fused before.
    pub(super) round: usize,
}

/// The plans of all functions with several loops that satisfy a condition.
pub(super) fn plans(
    front: &Program<'_>,
    wanted: &Wanted<'_>,
    known: &mut Known,
) -> BTreeMap<String, Plan> {
    let (unit, contents) = (front.unit(), front.contents());
    let program = OnceCell::new();
    let points_to = OnceCell::new();
    let mut plans = BTreeMap::new();
    for (index, function) in contents.file.functions.iter().enumerate() {
        let name = &function.name;
        let is_idle = wanted.request.is_folded && !front.may_have_temporaries(index);
        if is_idle || !(wanted.is_wanted)(name) {
            continue;
        }
        let is_usual = (wanted.is_usual)(name);
        let place = front.range(index).and_then(|r| unit.nearest_span(r));
        let question = place.map(|place| Question {
            text: unit.file.slice(place).into_owned(),
            is_usual,
            is_blocked: (wanted.is_blocked)(name),
            are_threads_apart: (wanted.are_threads_apart)(name),
            round: wanted.round,
            separate: wanted.request.separate.clone(),
        });
        let start = place.map_or(0, |place| place.start);
        if let Some(plan) = question.as_ref().and_then(|q| known.plan(q, start)) {
            plans.insert(name.clone(), plan);
            continue;
        }
        let (sequences, mut plan) = wanted.seen(name, sequences(unit, function));
        if !sequences.is_empty() {
            let program = program.get_or_init(|| program::lower(contents));
            let operations = wanted.request.operations;
            plan.fill(unit, (program, name), &sequences, is_usual, operations);
            if !plan.loops.is_empty() && !plan.assumed.is_empty() {
                let calls = Calls {
                    front,
                    program,
                    points_to: &points_to,
                };
                plan.keep_apart(name, &calls, &wanted.request.apart);
            }
        }
        if let Some(question) = question {
            known.0.insert(question, (start, plan.clone()));
        }
        plans.insert(name.clone(), plan);
    }
    plans
}

impl Known {
    /// The plan of a function that starts at a place.
    fn plan(&self, question: &Question, start: u32) -> Option<Plan> {
        let (from, plan) = self.0.get(question)?;
        let by = i64::from(start) - i64::from(*from);
        let moved = |span: Span| {
            let place = |at: u32| (i64::from(at) + by) as u32;
            Span::new(place(span.start), place(span.end))
        };
        let mut plan = plan.clone();
        let mut edits = Edits::default();
        for edit in plan.edits.iter() {
            let span = moved(edit.span);
            let text = edit.text.clone();
            edits.insert(Edit { span, text }).ok()?;
        }
        plan.edits = edits;
        let nests = plan.loops.iter_mut().flat_map(|l| &mut l.nests);
        nests.for_each(|nest| *nest = moved(*nest));
        plan.apart.iter_mut().for_each(|apart| apart.map(moved));
        plan.cuts
            .iter_mut()
            .for_each(|place| *place = moved(*place));
        Some(plan)
    }
}

impl Wanted<'_> {
    /// The sequences of a function that are of interest, and a plan without loops.
    fn seen(
        &self,
        function: &str,
        (mut sequences, parted): (Vec<Sequence>, Vec<Parted>),
    ) -> (Vec<Sequence>, Plan) {
        let is_full = self.request.depth == Depth::Full;
        sequences.retain(|s| s.touches_memory);
        sequences.retain(|s| s.shared.is_some() || !self.request.is_plan_only);
        // Loops over the points of a row are joined later, as they stand.
        sequences.retain(|s| is_full || !s.is_in_rows);
        let place = self.place;
        sequences.retain(|s| place(s.items[0].span) != place(s.items[s.items.len() - 1].span));
        let parted = parted.iter();
        let plan = Plan {
            vectors: match self.request.depth {
                Depth::Full => Vectors::Shifted,
                Depth::Auto if (self.is_blocked)(function) => Vectors::InBlocks,
                _ => Vectors::Apart,
            },
            is_distributed: is_full,
            are_threads_apart: (self.are_threads_apart)(function),
            separate: sequences.iter().flat_map(|s| self.separate(s)).collect(),
            apart: parted.map(|p| Apart::parted(function, p)).collect(),
            ..Plan::default()
        };
        (sequences, plan)
    }

    /// Those of [`Request::separate`] that are nests of a sequence.
    fn separate(&self, sequence: &Sequence) -> Vec<Vec<Span>> {
        let of = |nests: &Vec<Span>| -> Option<Vec<Span>> {
            // Nests of one stage have the place of its call.
            let items = sequence.items.iter().filter(|item| item.nest.is_some());
            let mut items = items.map(|item| item.nest_span());
            let mut own = |nest: &Span| items.find(|span| (self.place)(*span) == *nest);
            nests.iter().map(&mut own).collect()
        };
        self.request.separate.iter().filter_map(of).collect()
    }
}

impl Plan {
    /// Adds the fused loops of a function. Macros that look like a radius are taken at their value
    /// if nothing is found without that; statements of which only the text is known come last.
    fn fill(
        &mut self,
        unit: &Unit,
        (program, function): (&program::Program, &str),
        sequences: &[Sequence],
        is_usual: bool,
        operations: u64,
    ) {
        let system = |fixed_up_to| {
            let allowance = Allowance::new(operations);
            system(program, function, fixed_up_to, &allowance)
        };
        let mut opaque = None;
        let unknown = match system(None) {
            Ok(whole) if whole.opaque > 0 => {
                opaque = Some(whole);
                None
            }
            Ok(whole) => {
                self.assumed = pairs(program, function, [&whole, &whole]);
                self.add_all(unit, function, whole, sequences, is_usual);
                None
            }
            Err(unknown) => Some(unknown),
        };
        if !self.loops.is_empty() {
            return;
        }
        let is_radius = |m: &program::Macro| m.value.unsigned_abs() <= MOST_RADIUS;
        let (fixed, unknown) = match program.macros.iter().any(is_radius) {
            false => (None, unknown),
            true => match system(Some(MOST_RADIUS)) {
                Ok(fixed) if fixed.opaque > 0 => {
                    opaque = opaque.or(unknown.is_some().then_some(fixed));
                    (None, unknown)
                }
                Ok(fixed) => (Some(fixed), None),
                // Without the obstacles that are due to such macros.
                Err(other) => (None, unknown.map(|_| other)),
            },
        };
        if let Some(fixed) = fixed.filter(|fixed| !fixed.fixed_macros.is_empty()) {
            let apart = std::mem::take(&mut self.apart);
            let value = |name: &str| fixed_value(program, &fixed, name);
            let sequences: Vec<Sequence> = { sequences.iter().cloned() }
                .map(|sequence| sequence.at_values(&value))
                .collect();
            self.assumed = pairs(program, function, [&fixed, &fixed]);
            self.add_all(unit, function, fixed, &sequences, is_usual);
            if !self.loops.is_empty() {
                return;
            }
            // The obstacles that are not due to such macros.
            if self.apart.is_empty() {
                self.apart = apart;
            }
        }
        match (opaque, unknown) {
            (Some(opaque), _) => {
                self.assumed = pairs(program, function, [&opaque, &opaque]);
                self.add_all(unit, function, opaque, sequences, is_usual);
            }
            (None, Some(unknown)) => self.not_understood(function, sequences, &unknown),
            (None, None) => {}
        }
    }

    /// Leaves the loops as they are if a call passes the same memory twice, or if nothing may be
    /// assumed.
    fn keep_apart(&mut self, function: &str, calls: &Calls<'_, '_>, apart: &NoOverlap) {
        let Some(broken) = calls.obstacle(function, &mut self.assumed, apart) else {
            return;
        };
        self.edits = Edits::default();
        for fused in self.loops.drain(..) {
            if let [first, .., second] = fused.nests.as_slice() {
                self.apart.push(Apart {
                    function: function.to_string(),
                    first: *first,
                    second: *second,
                    array: fused.arrays.first().map(|array| array.name.clone()),
                    cause: Cause::SameMemory(broken.message.clone(), broken.at),
                    is_temporary: true,
                });
            }
        }
    }

    fn add_all(
        &mut self,
        unit: &Unit,
        function: &str,
        mut whole: Whole,
        sequences: &[Sequence],
        is_usual: bool,
    ) {
        if is_usual {
            without_tiny_sizes(&mut whole);
        }
        for sequence in sequences {
            self.add(unit, function, &whole, sequence);
        }
    }

    /// Notes that nothing is known of a function in which loops share arrays.
    fn not_understood(&mut self, function: &str, sequences: &[Sequence], why: &affine::Unknown) {
        let shared = sequences.iter().find_map(|s| s.shared.clone());
        self.apart
            .extend(shared.map(|(first, second, array)| Apart {
                is_temporary: false,
                function: function.to_string(),
                first,
                second,
                array: Some(array),
                cause: Cause::Unknown(why.clone()),
            }));
    }
}

/// The value at which a system takes a macro.
fn fixed_value(program: &program::Program, whole: &Whole, name: &str) -> Option<i64> {
    let taken = whole.fixed_macros.get(name)?;
    let mut macros = program.macros.iter();
    macros.find(|m| m.name == *taken).map(|m| m.value)
}

/// The items of a sequence as nests of the system.
pub(super) fn nests(whole: &Whole, sequence: &Sequence) -> Vec<Nest> {
    let places = Places::new(whole, sequence);
    let items = sequence.items.iter().enumerate();
    let nests = items.map(|(at, item)| {
        let statements = places.statements(at);
        let text = item.nest.as_ref().filter(|_| !statements.is_empty());
        let precedes = |earlier: &usize| sequence.items[*earlier].precedes(item);
        Nest {
            statements,
            rows: text.map(|nest| nest.rows.clone()),
            follows: (0..at).filter(precedes).collect(),
        }
    });
    nests.collect()
}
