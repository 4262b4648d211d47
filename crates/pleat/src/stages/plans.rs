//! The plans of all functions of a text. What was planned for the same text before is known.

use super::apart::windows;
use super::places::Places;
use super::request::Request;
use super::threads::Threads;
use super::{Apart, Cause, FusedLoop};
use crate::options::{Depth, NoOverlap};
use crate::systems::{system, without_tiny_sizes};
use crate::verify::{Calls, Pair, PresentValue, pairs};
use affine::{Fixed, Whole};
use front::{MOST_RADIUS, Program};
use fuse::{Parted, Sequence, sequences};
use poly::Allowance;
use schedule::Nest;
use source::{Edits, Span, Unit};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// A function is planned again at most so often, with more macros at their values.
const MOST_TAKEN: usize = 2;

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
    /// Nests that stay alone, and why.
    pub(super) alone: BTreeMap<Span, String>,
    /// The loops that those are fused with that threads share.
    pub(super) threads: Threads,
    /// Whether macros may be taken at their values because they say how far apart rows are.
    takes_distances: bool,
    /// Whether those that are lengths of windows are taken at their values first.
    takes_windows: bool,
    /// Whether there are such macros, and they are not taken.
    pub(super) leaves_windows: bool,
    /// What a proof would take for different memory.
    assumed: BTreeSet<Pair>,
    pub(super) edits: Edits,
    pub(super) loops: Vec<FusedLoop>,
    pub(super) apart: Vec<Apart>,
    /// The statements before which nests are better cut.
    pub(super) cuts: Vec<Span>,
    /// Names that say how far apart the rows of nests are that are not in one loop.
    pub(super) distances: BTreeSet<String>,
    /// Names that make the difference between the lengths of such nests.
    pub(super) lengths: BTreeSet<String>,
    /// The macros that it takes at their values if it takes names so because of that.
    pub(super) taken: Option<Vec<PresentValue>>,
    /// Whether shifted loops may pass single elements to each other if no compiler vectorises one
    /// of them, and whether some do.
    pub(super) may_shift_points: bool,
    pub(super) shifts_points: bool,
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
    threads: Threads,
    takes_distances: bool,
    takes_windows: bool,
    may_shift_points: bool,
    /// How often loops of the file were fused before.
    round: usize,
    separate: BTreeSet<Vec<Span>>,
    alone: BTreeMap<Span, String>,
}

/// The plans that were made for a file, each with the place of the function, and the systems of
/// functions in its texts.
#[derive(Default)]
pub(super) struct Known {
    plans: BTreeMap<Question, (u32, Plan)>,
    systems: BTreeMap<String, Systems>,
}

/// The systems of the functions in one text, by the macros that are taken at their value: plans ask
/// for one again if something else is planned.
#[derive(Default)]
struct Systems(RefCell<BTreeMap<(String, Fixed), System>>);

/// A system, or why there is none, and the operations that are left for what is asked of it.
struct System {
    found: Result<Whole, affine::Unknown>,
    left: u64,
}

impl Systems {
    /// The system of a function; it and what is asked of it take so many operations.
    fn of(
        &self,
        (program, function): (&program::Program, &str),
        fixed: &Fixed,
        operations: u64,
    ) -> Result<Whole, affine::Unknown> {
        let question = (function.to_string(), fixed.clone());
        let mut known = self.0.borrow_mut();
        let System { found, left } = known.entry(question).or_insert_with(|| {
            let allowance = Allowance::new(operations);
            let found = system(program, function, fixed, &allowance);
            if let Ok(whole) = &found {
                whole.system.scop.ctx.go_on_within(&allowance);
            }
            let left = allowance.left();
            System { found, left }
        });
        // What is asked of it takes as much each time.
        if let Ok(whole) = &found {
            whole.system.scop.ctx.go_on_within(&Allowance::new(*left));
        }
        found.clone()
    }
}

/// Which plans are wanted.
pub(super) struct Wanted<'w> {
    pub(super) request: &'w Request,
    pub(super) is_wanted: &'w dyn Fn(&str) -> bool,
    pub(super) is_usual: &'w dyn Fn(&str) -> bool,
    pub(super) is_blocked: &'w dyn Fn(&str) -> bool,
    pub(super) threads: &'w dyn Fn(&str) -> Threads,
    pub(super) takes_distances: &'w dyn Fn(&str) -> bool,
    pub(super) may_shift_points: &'w dyn Fn(&str) -> bool,
    /// Whether a function has pointers that were not its own objects in the user's file.
    pub(super) has_new_objects: &'w dyn Fn(&str) -> bool,
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
    let Known {
        plans: made,
        systems,
    } = known;
    let systems = systems.entry(unit.file.text().to_string()).or_default();
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
            threads: (wanted.threads)(name),
            takes_distances: (wanted.takes_distances)(name),
            takes_windows: wanted.request.windows.contains(name),
            may_shift_points: (wanted.may_shift_points)(name),
            round: wanted.round,
            separate: wanted.request.separate.clone(),
            alone: wanted.request.alone.clone(),
        });
        let start = place.map_or(0, |place| place.start);
        if let Some(plan) = question.as_ref().and_then(|q| made_before(made, q, start)) {
            plans.insert(name.clone(), plan);
            continue;
        }
        let (sequences, mut plan) = wanted.seen(name, sequences(unit, function));
        if !sequences.is_empty() {
            let program = program.get_or_init(|| program::lower(contents));
            let operations = wanted.request.operations;
            let read = (&sequences[..], &fuse::constants(function));
            let system = |fixed: &Fixed| systems.of((program, name), fixed, operations);
            plan.fill(unit, (program, name), read, is_usual, &system);
            if !plan.loops.is_empty() && !plan.assumed.is_empty() {
                let calls = Calls {
                    front,
                    program,
                    points_to: &points_to,
                };
                plan.keep_apart(name, &calls, &wanted.request.apart);
            }
        }
        // The calls in other functions that an obstacle names have places of their own.
        let is_local = |apart: &Apart| !matches!(apart.cause, Cause::SameMemory(..));
        if let Some(question) = question.filter(|_| plan.apart.iter().all(is_local)) {
            made.insert(question, (start, plan.clone()));
        }
        plans.insert(name.clone(), plan);
    }
    plans
}

/// The plan of a function that starts at a place, if it was made before.
fn made_before(
    made: &BTreeMap<Question, (u32, Plan)>,
    question: &Question,
    start: u32,
) -> Option<Plan> {
    let (from, plan) = made.get(question)?;
    let by = i64::from(start) - i64::from(*from);
    let moved = |span: Span| {
        let place = |at: u32| (i64::from(at) + by) as u32;
        Span::new(place(span.start), place(span.end))
    };
    let mut plan = plan.clone();
    plan.edits = plan.edits.elsewhere(moved)?;
    let nests = plan.loops.iter_mut().flat_map(|l| &mut l.nests);
    nests.for_each(|nest| *nest = moved(*nest));
    plan.apart.iter_mut().for_each(|apart| apart.map(moved));
    plan.cuts
        .iter_mut()
        .for_each(|place| *place = moved(*place));
    Some(plan)
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
        sequences.retain(|s| !s.shared.is_empty() || !self.request.is_plan_only);
        // Where outer loops become one, those over the points of their rows are joined later.
        sequences.sort_by_key(|s| s.is_in_rows);
        let place = self.place;
        let is_one =
            |s: &Sequence| place(s.items[0].span) == place(s.items[s.items.len() - 1].span);
        // One stage of `main` is better fused by itself, unless what it uses belongs to `main`.
        let may_be_one = |s: &Sequence| {
            let is_outermost = s.depth == 0 && function != "main";
            self.round == 0 && (is_outermost || (self.has_new_objects)(function))
        };
        sequences.retain(|s| may_be_one(s) || !is_one(s));
        let parted = parted.iter();
        let plan = Plan {
            vectors: match self.request.depth {
                Depth::Full => Vectors::Shifted,
                Depth::Auto if (self.is_blocked)(function) => Vectors::InBlocks,
                _ => Vectors::Apart,
            },
            is_distributed: is_full,
            threads: (self.threads)(function),
            takes_distances: (self.takes_distances)(function),
            takes_windows: self.request.windows.contains(function),
            may_shift_points: (self.may_shift_points)(function),
            separate: sequences.iter().flat_map(|s| self.separate(s)).collect(),
            alone: sequences.iter().flat_map(|s| self.alone(s)).collect(),
            apart: parted.flat_map(|p| Apart::parted(function, p)).collect(),
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

    /// Those of [`Request::alone`] that are nests of a sequence.
    fn alone(&self, sequence: &Sequence) -> Vec<(Span, String)> {
        let items = sequence.items.iter().filter(|item| item.nest.is_some());
        let reason = |span: Span| self.request.alone.get(&(self.place)(span));
        items
            .filter_map(|item| Some((item.nest_span(), reason(item.nest_span())?.clone())))
            .collect()
    }
}

impl Plan {
    /// Adds the fused loops of a function. Macros that look like a radius are taken at their value
    /// if nothing is found without that, and those that say how far apart rows are if that lets
    /// more arrays be between loops. Lengths of windows follow, or come first if nothing was gained
    /// otherwise; statements of which only the text is known come last.
    fn fill(
        &mut self,
        unit: &Unit,
        (program, function): (&program::Program, &str),
        (sequences, constants): (&[Sequence], &BTreeMap<String, i64>),
        is_usual: bool,
        system: &dyn Fn(&Fixed) -> Result<Whole, affine::Unknown>,
    ) {
        let filler = Filler {
            unit,
            program,
            function,
            sequences,
            constants,
            is_usual,
            system,
        };
        let empty = self.clone();
        let (mut opaque, mut windows) = (None, BTreeSet::new());
        let unknown = match system(&Fixed::None) {
            Ok(whole) if !whole.opaque.is_empty() => {
                opaque = Some(whole);
                None
            }
            Ok(whole) => {
                windows = filler.fill_with_windows(self, &empty, whole);
                None
            }
            Err(unknown) => Some(unknown),
        };
        if !self.loops.is_empty() {
            return;
        }
        let radii = Fixed::UpTo(MOST_RADIUS);
        let (fixed, unknown) = match program.macros.iter().any(|m| radii.contains(m)) {
            false => (None, unknown),
            true => match system(&radii) {
                Ok(fixed) if !fixed.opaque.is_empty() => {
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
            filler.fill(self, fixed);
            if !self.loops.is_empty() {
                return;
            }
            // The obstacles that are not due to such macros.
            if self.apart.is_empty() {
                self.apart = apart;
            }
        }
        if filler.fill_at(self, &empty, &windows) {
            return;
        }
        match (opaque, unknown) {
            (Some(opaque), _) => {
                windows = filler.fill_with_windows(self, &empty, opaque);
                if self.loops.is_empty() {
                    filler.fill_at(self, &empty, &windows);
                }
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

    /// The number of arrays that are between nests of one loop, and the number of these nests.
    fn extent(&self) -> (usize, usize) {
        let arrays = self.loops.iter().map(|l| l.arrays.len());
        let nests = self.loops.iter().map(|l| l.nests.len());
        (arrays.sum(), nests.sum())
    }

    /// Takes the obstacles that remain with macros at their values for those that are due to them.
    fn explain_by(&mut self, at_values: &Plan) {
        for apart in &mut self.apart {
            let is_same =
                |other: &&Apart| (other.first, other.second) == (apart.first, apart.second);
            let other = at_values.apart.iter().find(is_same);
            let is_of_sizes = matches!(apart.cause, Cause::Bounds(_) | Cause::Unbounded(..));
            if let Some(other) = other.filter(|_| is_of_sizes) {
                apart.clone_from(other);
            }
        }
    }

    /// Notes that nothing is known of a function in which loops share arrays.
    fn not_understood(&mut self, function: &str, sequences: &[Sequence], why: &affine::Unknown) {
        let shared = sequences.iter().find(|s| !s.shared.is_empty());
        let shared = shared.into_iter().flat_map(|s| s.shared.clone());
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

/// What the plan of a function is made from.
struct Filler<'f> {
    unit: &'f Unit,
    program: &'f program::Program,
    function: &'f str,
    sequences: &'f [Sequence],
    /// The enumeration constants that the function names.
    constants: &'f BTreeMap<String, i64>,
    is_usual: bool,
    system: &'f dyn Fn(&Fixed) -> Result<Whole, affine::Unknown>,
}

impl Filler<'_> {
    /// Adds the fused loops of a system to a plan, and those that are possible with the macros and
    /// enumeration constants at their values that keep others apart.
    fn fill(&self, plan: &mut Plan, whole: Whole) {
        let (empty, opaque) = (plan.clone(), whole.opaque.len());
        let (mut taken, mut numbers) = (whole.fixed_macros.clone(), BTreeMap::new());
        self.add_all(plan, whole, &numbers);
        for _ in 0..MOST_TAKEN {
            let known = (taken.len(), numbers.len());
            taken.extend(self.macros_of(&plan.distances));
            let constants = self.constants.iter();
            let constants = constants.filter(|(name, _)| plan.lengths.contains(*name));
            numbers.extend(constants.map(|(name, value)| (name.clone(), *value)));
            if known == (taken.len(), numbers.len()) || !plan.takes_distances {
                return;
            }
            let fixed = (self.system)(&Fixed::Named(taken.clone()));
            let Some(fixed) = fixed.ok().filter(|fixed| fixed.opaque.len() <= opaque) else {
                return;
            };
            let mut other = empty.clone();
            other.taken = Some(self.values(&fixed));
            self.add_all(&mut other, fixed, &numbers);
            if other.extent() > plan.extent() {
                *plan = other;
            } else {
                plan.explain_by(&other);
                (plan.distances, plan.lengths) = (other.distances, other.lengths);
            }
        }
    }

    /// The same, with the macros at their values that are lengths of windows if these come first.
    /// Returns these macros.
    fn fill_with_windows(&self, plan: &mut Plan, empty: &Plan, whole: Whole) -> BTreeSet<String> {
        let macros = self.macros_of(&windows(&whole));
        if !(plan.takes_windows && self.fill_at(plan, empty, &macros)) {
            self.fill(plan, whole);
            plan.leaves_windows = !plan.takes_windows && !macros.is_empty();
        }
        macros
    }

    /// Makes an empty plan one with macros at their values, which it asserts. Returns whether loops
    /// are fused.
    fn fill_at(&self, plan: &mut Plan, empty: &Plan, macros: &BTreeSet<String>) -> bool {
        if macros.is_empty() || !plan.takes_distances {
            return false;
        }
        let Ok(fixed) = (self.system)(&Fixed::Named(macros.clone())) else {
            return false;
        };
        let mut other = empty.clone();
        other.taken = Some(self.values(&fixed));
        self.fill(&mut other, fixed);
        let is_found = !other.loops.is_empty();
        if is_found {
            *plan = other;
        }
        is_found
    }

    /// Adds the fused loops of a system to a plan; enumeration constants may be numbers.
    fn add_all(&self, plan: &mut Plan, mut whole: Whole, numbers: &BTreeMap<String, i64>) {
        let value = |name: &str| {
            let taken = whole.fixed_macros.get(name)?;
            let mut macros = self.program.macros.iter();
            macros.find(|m| m.name == *taken).map(|m| m.value)
        };
        let number = |name: &str| numbers.get(name).copied();
        let sequences: Vec<Sequence> = { self.sequences.iter().cloned() }
            .map(|sequence| sequence.at_values(&value).rows_at_values(&number))
            .collect();
        plan.assumed = pairs(self.program, self.function, [&whole, &whole]);
        if self.is_usual {
            without_tiny_sizes(&mut whole);
        }
        for sequence in &sequences {
            plan.add(self.unit, self.function, &whole, sequence);
        }
    }

    /// Those of some names that macros have.
    fn macros_of(&self, names: &BTreeSet<String>) -> BTreeSet<String> {
        let macros = self.program.macros.iter().map(|m| &m.name);
        macros
            .filter(|name| names.contains(*name))
            .cloned()
            .collect()
    }

    /// The macros that a system takes at their value.
    fn values(&self, whole: &Whole) -> Vec<PresentValue> {
        let macros = self.program.macros.iter();
        let taken = macros.filter(|m| whole.fixed_macros.contains(&m.name));
        let value = |m: &program::Macro| PresentValue {
            name: m.name.clone(),
            value: m.value,
            fixed: Fixed::Named(whole.fixed_macros.clone()),
        };
        taken.map(value).collect()
    }
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
