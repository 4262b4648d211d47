//! The plans of all functions of a text. What was planned for the same text before is known.

use super::places::Places;
use super::request::Request;
use super::{Apart, Between, Cause, FusedLoop};
use crate::options::Depth;
use affine::{Naming, Whole};
use front::Program;
use fuse::{NestText, Parted, Sequence, sequences};
use poly::{Context, Set};
use schedule::{Group, Nest};
use scop::AccessKind;
use source::{Edit, Edits, Span, Unit};
use std::collections::BTreeMap;

/// Sizes from which on borders of images do not meet.
const USUAL: i64 = 4;

/// The fused loops of one function.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// Whether loops over the elements of vectors may be shifted.
    shifts_points: bool,
    pub(super) edits: Edits,
    pub(super) loops: Vec<FusedLoop>,
    pub(super) apart: Vec<Apart>,
}

/// What a plan depends on, with the declarations of the file and what other functions do: these
/// stay.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Question {
    text: String,
    /// Whether tiny sizes are left out.
    is_usual: bool,
    /// How often loops of the file were fused before.
    round: usize,
}

/// The plans that were made for a file, each with the place of the function.
#[derive(Default)]
pub(super) struct Known(BTreeMap<Question, (u32, Plan)>);

/// Which plans are wanted.
pub(super) struct Wanted<'w> {
    pub(super) request: &'w Request,
    pub(super) is_wanted: &'w dyn Fn(&str) -> bool,
    pub(super) is_usual: &'w dyn Fn(&str) -> bool,
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
    let mut program = None;
    let mut plans = BTreeMap::new();
    for (index, function) in contents.file.functions.iter().enumerate() {
        let name = &function.name;
        if !(wanted.is_wanted)(name) {
            continue;
        }
        let is_usual = (wanted.is_usual)(name);
        let place = front.range(index).and_then(|r| unit.nearest_span(r));
        let question = place.map(|place| Question {
            text: unit.file.slice(place).into_owned(),
            is_usual,
            round: wanted.round,
        });
        let start = place.map_or(0, |place| place.start);
        if let Some(plan) = question.as_ref().and_then(|q| known.plan(q, start)) {
            plans.insert(name.clone(), plan);
            continue;
        }
        let (sequences, mut plan) = wanted.seen(name, sequences(unit, function));
        if !sequences.is_empty() {
            let program = program.get_or_insert_with(|| program::lower(contents));
            let ctx = Context::new();
            ctx.start_budget(wanted.request.operations);
            plan.fill(unit, (program, name), &sequences, is_usual, &ctx);
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
        // Loops over the points of a row are joined later, as they stand.
        sequences.retain(|s| is_full || !s.is_in_rows);
        let place = self.place;
        sequences.retain(|s| place(s.items[0].span) != place(s.items[s.items.len() - 1].span));
        let parted = parted.iter();
        let plan = Plan {
            shifts_points: is_full,
            apart: parted.map(|p| Apart::parted(function, p)).collect(),
            ..Plan::default()
        };
        (sequences, plan)
    }
}

impl Plan {
    /// Adds the fused loops of a function.
    fn fill(
        &mut self,
        unit: &Unit,
        (program, function): (&program::Program, &str),
        sequences: &[Sequence],
        is_usual: bool,
        ctx: &Context,
    ) {
        match affine::system(program, function, &Naming::default(), ctx) {
            Ok(mut whole) => {
                if is_usual {
                    without_tiny_sizes(&mut whole);
                }
                for sequence in sequences {
                    self.add(unit, function, &whole, sequence);
                }
            }
            Err(unknown) => self.not_understood(function, sequences, &unknown),
        }
    }

    /// Adds the fused loops of a sequence of nests.
    fn add(&mut self, unit: &Unit, function: &str, whole: &Whole, sequence: &Sequence) {
        let nests = nests(whole, sequence);
        let Ok(plan) = schedule::plan(&whole.system, &nests, sequence.depth) else {
            return;
        };
        let apart = plan.barriers.iter();
        let apart = apart.filter_map(|b| Apart::of(function, whole, sequence, b));
        self.apart.extend(apart);
        for group in plan.groups {
            if !self.shifts_points && is_of_points(whole, &group) {
                continue;
            }
            let edits = fuse::group(unit, sequence, &group);
            if edits.is_some_and(|edits| self.edits.merge(edits).is_ok()) {
                self.loops
                    .push(fused_loop(function, whole, sequence, (&nests, &group)));
            }
        }
    }

    /// Notes that nothing is known of a function in which loops share arrays.
    fn not_understood(&mut self, function: &str, sequences: &[Sequence], why: &affine::Unknown) {
        let shared = sequences.iter().find_map(Sequence::shared);
        self.apart.extend(shared.map(|(first, second)| Apart {
            function: function.to_string(),
            first,
            second,
            array: None,
            cause: Cause::Unknown(why.reason.clone(), why.at),
        }));
    }
}

fn fused_loop(
    function: &str,
    whole: &Whole,
    sequence: &Sequence,
    (nests, group): (&[Nest], &Group),
) -> FusedLoop {
    let scop = &whole.system.scop;
    let spans = group.nests.iter().map(|n| sequence.items[*n].nest_span());
    let touches = |nest: &usize, array, kind| {
        let mut accesses = scop.accesses_to(array);
        accesses.any(|a| a.kind == kind && nests[*nest].statements.contains(&a.statement))
    };
    let array = |kept: &schedule::Kept| {
        let writes = |nest: &usize| touches(nest, kept.array, AccessKind::Write);
        let reads = |nest: &usize| touches(nest, kept.array, AccessKind::Read);
        let first = group.nests.iter().position(writes).unwrap_or(0);
        Between {
            name: scop.array(kept.array).name.clone(),
            rows: kept.rows,
            ends: [first, group.nests.iter().rposition(reads).unwrap_or(first)],
        }
    };
    FusedLoop {
        function: function.to_string(),
        nests: spans.collect(),
        ahead: group.ahead.clone(),
        arrays: group.kept.iter().map(array).collect(),
        assumptions: Vec::new(),
    }
}

/// Leaves out parameter values below [`USUAL`], at which borders meet, if there are others.
fn without_tiny_sizes(whole: &mut Whole) {
    let scop = &mut whole.system.scop;
    let names: Vec<&str> = scop.params.iter().map(|p| p.name.as_str()).collect();
    let bounds = names.iter().map(|name| format!("{name} >= {USUAL}"));
    let bounds: Vec<String> = bounds.chain(["0 = 0".to_string()]).collect();
    let text = format!("[{}] -> {{ : {} }}", names.join(", "), bounds.join(" and "));
    let usual = Set::parse(&scop.ctx, &text).and_then(|set| set.intersect(&scop.context));
    if let Ok(usual) = usual
        && usual.is_empty().is_ok_and(|empty| !empty)
    {
        scop.context = usual;
    }
}

/// Whether shifted loops only pass single elements to each other: compilers vectorise these loops
/// as they are, but not the fused one, whose guards are in the way.
fn is_of_points(whole: &Whole, group: &Group) -> bool {
    let is_vector = |kept: &schedule::Kept| whole.system.scop.array(kept.array).shape.len() <= 1;
    group.ahead.iter().any(|rows| *rows != 0) && group.kept.iter().all(is_vector)
}

/// The items of a sequence as nests of the system.
pub(super) fn nests(whole: &Whole, sequence: &Sequence) -> Vec<Nest> {
    let places = Places::new(whole, sequence);
    let mut kinds: Vec<&NestText> = Vec::new();
    let items = sequence.items.iter().enumerate();
    let nests = items.map(|(at, item)| {
        let statements = places.statements(at);
        let text = item.nest.as_ref().filter(|_| !statements.is_empty());
        let kind = text.map(|nest| {
            let known = kinds.iter().position(|k| k.is_like(nest));
            known.unwrap_or_else(|| {
                kinds.push(nest);
                kinds.len() - 1
            })
        });
        let start = text
            .zip(kind)
            .map_or(0, |(nest, kind)| nest.start_from(kinds[kind]));
        let precedes = |earlier: &usize| sequence.items[*earlier].precedes(item);
        Nest {
            statements,
            kind,
            start,
            follows: (0..at).filter(precedes).collect(),
        }
    });
    nests.collect()
}
