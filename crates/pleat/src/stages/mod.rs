//! Stages as fused loops: the text of a file in which loop nests that follow each other are one
//! loop, proved against the original.
//!
//! ```text
//! calls of stages --inline--> their bodies
//! functions --affine--> systems --schedule--> groups of nests
//!           --fuse--> new text --inner--> inner loops joined --verify--> proved
//! ```

mod apart;
mod attempt;
mod entry;
mod fold;
mod hint;
mod inner;
mod interchange;
mod lines;
mod places;
mod remarks;
mod request;

pub use apart::{Apart, Cause};
pub use fold::fold;

use crate::options::Depth;
use crate::verify::{PresentValue, SMALL_MACRO, Verdict, VerifyOptions, verify};
use affine::{Naming, Whole};
use attempt::{Attempt, Without, original_span};
use front::Program;
use fuse::{Blocks, Form, Sequence, sequences};
use places::Places;
use poly::{Context, Set};
use request::Request;
use schedule::{Group, Nest};
use scop::AccessKind;
use source::{Edits, Flags, PreprocessError, SourceFile, Span, Unit};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Sizes from which on borders of images do not meet.
const USUAL: i64 = 4;

/// A file with fused loops.
#[derive(Debug)]
pub struct Fused {
    /// The user's file.
    pub file: SourceFile,
    /// The new text; the old one if nothing is fused.
    pub bytes: Vec<u8>,
    /// From the old text to the new one, one after the other.
    steps: Vec<Edits>,
    /// The fused loops, in the order of the file.
    pub loops: Vec<FusedLoop>,
    /// Functions whose loops stay, although a plan exists, and why: the proof failed, or nothing is
    /// gained.
    pub unproved: Vec<(String, String)>,
    /// Loops that stay apart although one reads what the other writes.
    pub apart: Vec<Apart>,
}

impl Fused {
    /// The place in the user's file of a place in the new text.
    pub(crate) fn original_span(&self, span: Span) -> Span {
        original_span(&self.steps, span)
    }
}

/// A fused loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FusedLoop {
    /// The function.
    pub function: String,
    /// The nests in the user's file.
    pub nests: Vec<Span>,
    /// The rows that each runs ahead of the last one.
    pub ahead: Vec<i64>,
    /// The arrays of which some rows are kept.
    pub arrays: Vec<Between>,
    /// Whether they follow each other in a loop over blocks of elements.
    pub is_in_blocks: bool,
    /// What the proof assumes.
    pub assumptions: Vec<String>,
}

/// An array between the nests of a fused loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Between {
    /// Its name, or that of the pointer that it is allocated for.
    pub name: String,
    /// The rows that are needed at a time.
    pub rows: i64,
    /// The first nest that writes it, and the last one that reads it.
    pub ends: [usize; 2],
}

/// Fuses the loop nests of a file where that shortens the lifetimes of arrays.
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
///
/// # Errors
/// Only when the file cannot be preprocessed.
pub fn fuse(file: SourceFile, flags: &Flags, depth: Depth) -> Result<Fused, PreprocessError> {
    let request = Request {
        depth,
        ..Request::default()
    };
    fuse_as(file, flags, &request)
}

/// Fuses the loop nests of a file, as far as a request says.
fn fuse_as(file: SourceFile, flags: &Flags, request: &Request) -> Result<Fused, PreprocessError> {
    let mut without = Without {
        request: request.clone(),
        functions: request.except.clone(),
        prepared: BTreeSet::new(),
        usual: BTreeSet::new(),
        inner: BTreeSet::new(),
        calls: BTreeSet::new(),
        blocks: BTreeSet::new(),
        interchanged: BTreeSet::new(),
        asserted: BTreeMap::new(),
    };
    let mut may_interchange = true;
    let original = Rc::new(source::preprocess(file, flags)?);
    let mut unproved = Vec::new();
    // Why the last proof of each function failed.
    let mut reasons: BTreeMap<String, String> = BTreeMap::new();
    let mut failed: BTreeMap<String, String> = BTreeMap::new();
    let mut kept: BTreeMap<String, Vec<Apart>> = BTreeMap::new();
    loop {
        let mut attempt = Attempt::new(&original, flags, &without)?;
        let unused = attempt.unused();
        if !unused.is_empty() {
            without.prepared.extend(unused);
            continue;
        }
        let idle = attempt.idle();
        if !idle.is_empty() {
            // What keeps the loops of the stages apart is the reason why their calls stay.
            for function in &idle {
                let apart = attempt.apart.remove(function).unwrap_or_default();
                kept.entry(function.clone()).or_insert(apart);
            }
            without.calls.extend(idle);
            continue;
        }
        if std::mem::take(&mut may_interchange)
            && let Some(other) = interchange::helpful(&original, flags, &without, &attempt)?
        {
            without = other;
            may_interchange = true;
            continue;
        }
        attempt.assert_macros(&without)?;
        let moved = attempt.keep_lines(request.keep_lines);
        if !moved.is_empty() {
            let reason = "the lines after them would get other numbers";
            unproved.extend(moved.iter().map(|f| (f.clone(), reason.to_string())));
            without.functions.extend(moved);
            continue;
        }
        let after = attempt.text();
        let faults = match attempt.functions.is_empty() {
            true => Vec::new(),
            false => faults(
                (&original.file, after),
                flags,
                &without,
                &mut attempt.functions,
            )?,
        };
        if faults.is_empty() {
            failed.retain(|function, _| !attempt.functions.contains_key(function));
            unproved.extend(failed);
            return Ok(attempt.fused(unproved, kept));
        }
        for (function, fault) in faults {
            // Nests in another form have the same iterations of the loops around them.
            let is_deep = fault.reason.contains("the relation between the iterations");
            let last = reasons.insert(function.clone(), fault.reason.clone());
            if is_deep && last.as_ref() == Some(&fault.reason) {
                failed.remove(&function);
                without.functions.insert(function.clone());
                unproved.push((function, fault.reason));
                continue;
            }
            let is_blocked = |plan: &Plan| plan.loops.iter().any(|l| l.is_in_blocks);
            if attempt.functions.get(&function).is_some_and(is_blocked) {
                without.blocks.insert(function);
                continue;
            }
            if attempt.may_assert(&function, &fault.macros)?
                && without.asserts(&function, &fault.macros)
            {
                continue;
            }
            if attempt.joined.contains(&function) {
                without.inner.insert(function);
                continue;
            }
            if attempt.is_usual(&function, &without) {
                without.usual.insert(function);
                continue;
            }
            match attempt.prepared.remove(&function) {
                Some(spans) => without.prepared.extend(spans),
                // Its own loops may be fused without those of the stages.
                None if attempt.inlined.contains(&function) => {
                    without.calls.insert(function.clone());
                    failed.insert(function, fault.reason);
                }
                None => {
                    failed.remove(&function);
                    without.functions.insert(function.clone());
                    unproved.push((function, fault.reason));
                }
            }
        }
    }
}

/// What happens to loops that pass elements of vectors to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Vectors {
    /// They stay as they are: compilers do not vectorise the shifted loop.
    #[default]
    Apart,
    /// They follow each other in a loop over blocks.
    InBlocks,
    /// They are shifted, and become one loop.
    Shifted,
}

/// The fused loops of one function.
#[derive(Debug, Default)]
struct Plan {
    vectors: Vectors,
    edits: Edits,
    loops: Vec<FusedLoop>,
    apart: Vec<Apart>,
}

/// The plans of all functions with several loops that satisfy a condition. `place` is the place of
/// a part of the text in the user's file: what has one place was fused before.
fn plans(
    front: &Program<'_>,
    request: &Request,
    is_wanted: &dyn Fn(&str) -> bool,
    [is_usual, is_blocked]: [&dyn Fn(&str) -> bool; 2],
    place: &dyn Fn(Span) -> Span,
) -> BTreeMap<String, Plan> {
    let (unit, contents) = (front.unit(), front.contents());
    let mut program = None;
    let mut plans = BTreeMap::new();
    for function in &contents.file.functions {
        let (mut sequences, parted) = match is_wanted(&function.name) {
            true => sequences(unit, function),
            false => continue,
        };
        // Loops over the points of a row are joined later, as they stand.
        sequences.retain(|s| request.depth == Depth::Full || !s.is_in_rows);
        sequences.retain(|s| place(s.items[0].span) != place(s.items[s.items.len() - 1].span));
        let mut plan = Plan {
            vectors: match request.depth {
                Depth::Full => Vectors::Shifted,
                Depth::Auto if is_blocked(&function.name) => Vectors::InBlocks,
                _ => Vectors::Apart,
            },
            ..Plan::default()
        };
        let parted = parted.iter();
        plan.apart
            .extend(parted.map(|p| Apart::parted(&function.name, p)));
        if !sequences.is_empty() {
            let program = program.get_or_insert_with(|| program::lower(contents));
            let is_usual = is_usual(&function.name);
            let names = (&*program, function.name.as_str());
            plan.fill(unit, names, &sequences, is_usual, request.operations);
        }
        plans.insert(function.name.clone(), plan);
    }
    plans
}

impl Plan {
    /// Adds the fused loops of a function. Macros that look like a radius are taken at their value
    /// if nothing is found without that.
    fn fill(
        &mut self,
        unit: &Unit,
        (program, function): (&program::Program, &str),
        sequences: &[Sequence],
        is_usual: bool,
        operations: u64,
    ) {
        let system_by = |fixed_up_to, names_factors| {
            let ctx = Context::new();
            ctx.start_budget(operations);
            let naming = Naming {
                fixed_up_to,
                names_factors,
                ..Naming::default()
            };
            affine::system(program, function, &naming, &ctx)
        };
        let system =
            |fixed_up_to| system_by(fixed_up_to, false).or_else(|_| system_by(fixed_up_to, true));
        let unknown = match system(None) {
            Ok(whole) => {
                self.add_all(unit, function, whole, sequences, is_usual);
                None
            }
            Err(unknown) => Some(unknown),
        };
        if !self.loops.is_empty() {
            return;
        }
        let fixed = system(Some(SMALL_MACRO)).ok();
        if let Some(fixed) = fixed.filter(|fixed| !fixed.fixed_macros.is_empty()) {
            let apart = std::mem::take(&mut self.apart);
            let value = |name: &str| fixed_value(program, &fixed, name);
            let sequences: Vec<Sequence> = { sequences.iter().cloned() }
                .map(|sequence| sequence.at_values(&value))
                .collect();
            self.add_all(unit, function, fixed, &sequences, is_usual);
            if !self.loops.is_empty() {
                return;
            }
            self.apart = apart;
        }
        if let Some(unknown) = unknown {
            self.not_understood(function, sequences, &unknown);
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
            let Some(form) = self.form(whole, sequence, (&nests, &group)) else {
                continue;
            };
            if keeps_all(whole, &group) {
                self.apart.extend(whole_arrays(function, sequence, &group));
                continue;
            }
            let edits = fuse::group(unit, sequence, &group, &form);
            if edits.is_some_and(|edits| self.edits.merge(edits).is_ok()) {
                let mut fused = fused_loop(function, whole, sequence, (&nests, &group));
                if let Form::Blocks(blocks) = &form {
                    fused.set_blocks(blocks);
                }
                self.loops.push(fused);
            }
        }
    }

    /// The form of a fused loop; `None` if the loops are better left alone.
    fn form(
        &self,
        whole: &Whole,
        sequence: &Sequence,
        (nests, group): (&[Nest], &Group),
    ) -> Option<Form> {
        match self.vectors {
            Vectors::Shifted => Some(Form::Peeled),
            _ if !is_of_points(whole, group) => Some(Form::Guarded),
            Vectors::InBlocks => {
                let halos = schedule::halos(&whole.system, nests, sequence.depth, group);
                let halos = halos.ok()??;
                Some(Form::Blocks(blocks(whole, (nests, group), halos)))
            }
            Vectors::Apart => None,
        }
    }

    /// Notes that nothing is known of a function in which loops share arrays.
    fn not_understood(&mut self, function: &str, sequences: &[Sequence], why: &affine::Unknown) {
        let shared = sequences.iter().find_map(|s| s.shared.clone());
        self.apart
            .extend(shared.map(|(first, second, array)| Apart {
                function: function.to_string(),
                first,
                second,
                array: Some(array),
                cause: Cause::Unknown(why.reason.clone(), why.at),
            }));
    }
}

/// What the nests of a group compute for a block.
fn blocks(whole: &Whole, (nests, group): (&[Nest], &Group), halos: Vec<schedule::Halo>) -> Blocks {
    let scop = &whole.system.scop;
    let array = |kept: &schedule::Kept| {
        let mut accesses = scop.accesses_to(kept.array);
        let write = accesses.find(|a| a.kind == AccessKind::Write)?;
        let mut group = group.nests.iter();
        let writer = group.position(|n| nests[*n].statements.contains(&write.statement))?;
        Some((scop.array(kept.array).name.clone(), halos[writer].before))
    };
    Blocks {
        arrays: group.kept.iter().filter_map(array).collect(),
        halos,
    }
}

/// The value at which a system takes a macro.
fn fixed_value(program: &program::Program, whole: &Whole, name: &str) -> Option<i64> {
    let taken = whole.fixed_macros.get(name)?;
    let mut macros = program.macros.iter();
    macros.find(|m| m.name == *taken).map(|m| m.value)
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
        is_in_blocks: false,
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

impl FusedLoop {
    /// The loops run in blocks, and none runs ahead.
    fn set_blocks(&mut self, blocks: &Blocks) {
        self.is_in_blocks = true;
        self.ahead.fill(0);
        for array in &mut self.arrays {
            let halo = blocks.halos[array.ends[0]];
            array.rows = fuse::BLOCK + halo.before + halo.after;
        }
    }
}

/// Whether shifted loops only pass single elements to each other: compilers vectorise these loops
/// as they are, but not the fused one, whose guards are in the way.
fn is_of_points(whole: &Whole, group: &Group) -> bool {
    let is_vector = |kept: &schedule::Kept| whole.system.scop.array(kept.array).shape.len() <= 1;
    let are_shifted = group.ahead.iter().any(|rows| *rows != 0);
    (are_shifted || group.rates.iter().any(|rate| *rate != 1)) && group.kept.iter().all(is_vector)
}

/// Whether as many rows as there are stay alive: planes of an image, not rows.
fn keeps_all(whole: &Whole, group: &Group) -> bool {
    let keeps_all = |kept: &schedule::Kept| {
        let shape = &whole.system.scop.array(kept.array).shape;
        let rows = shape.first().and_then(|rows| rows.as_ref()?.as_constant());
        shape.len() > 1 && rows.is_some_and(|rows| rows <= kept.rows)
    };
    !group.kept.is_empty() && group.kept.iter().all(keeps_all)
}

/// The nests of a group that gains nothing.
fn whole_arrays(function: &str, sequence: &Sequence, group: &Group) -> Option<Apart> {
    let (first, others) = group.nests.split_first()?;
    Some(Apart {
        function: function.to_string(),
        first: sequence.items[*first].nest_span(),
        second: sequence.items[*others.last()?].nest_span(),
        array: None,
        cause: Cause::Other,
    })
}

/// The items of a sequence as nests of the system.
fn nests(whole: &Whole, sequence: &Sequence) -> Vec<Nest> {
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

/// Why the new text of a function is not taken.
struct Fault {
    reason: String,
    /// If the proof holds for the present values of these macros alone.
    macros: Vec<PresentValue>,
}

impl Fault {
    fn new(reason: impl Into<String>) -> Self {
        Fault {
            reason: reason.into(),
            macros: Vec::new(),
        }
    }
}

/// The functions whose new text is not proved, and why. Notes the assumptions of the proofs.
fn faults(
    (before, after): (&SourceFile, SourceFile),
    flags: &Flags,
    without: &Without,
    functions: &mut BTreeMap<String, Plan>,
) -> Result<Vec<(String, Fault)>, PreprocessError> {
    let options = VerifyOptions {
        functions: functions.keys().cloned().collect(),
        operations: without.request.proof_operations,
        ..VerifyOptions::default()
    };
    let found = verify(before.clone(), after, flags, &options)?;
    let mut faults = Vec::new();
    for (name, plan) in functions {
        let verdict = found.functions.iter().find(|f| f.name == *name);
        let fault = match verdict.map(|f| &f.verdict) {
            Some(Verdict::Proved(context)) => {
                let assumptions = assumptions(context);
                for fused in &mut plan.loops {
                    fused.assumptions.clone_from(&assumptions);
                }
                restriction(
                    context,
                    without.asserted.get(name).map_or(&[], Vec::as_slice),
                )
            }
            Some(Verdict::Unknown(reason)) => Some(Fault::new(&reason.message)),
            Some(Verdict::Refuted(witness)) => Some(Fault::new(&witness.message)),
            Some(Verdict::Unchanged) | None => Some(Fault::new("no verdict")),
        };
        faults.extend(fault.map(|fault| (name.clone(), fault)));
    }
    Ok(faults)
}

/// Why a proof is not enough: a call breaks an assumption, or it is restricted to parameter values
/// although the original is defined elsewhere. The new text asserts some macros.
fn restriction(proved: &crate::verify::Context, asserted: &[PresentValue]) -> Option<Fault> {
    if proved.is_broken {
        let assumptions = proved.assumptions.join(" and ");
        let reason = format!("a call shows that this does not hold: {assumptions}");
        return Some(Fault::new(reason));
    }
    let values = proved.present_values.iter();
    let macros: Vec<PresentValue> = values.filter(|m| !asserted.contains(m)).cloned().collect();
    let conditions = match proved.is_defined_only_there {
        true => &[][..],
        false => &proved.conditions,
    };
    let values = macros.iter().map(PresentValue::to_string);
    let all: Vec<String> = conditions.iter().cloned().chain(values).collect();
    (!all.is_empty()).then(|| Fault {
        reason: format!("the proof only holds if {}", all.join(" and ")),
        macros: match conditions.is_empty() {
            true => macros,
            false => Vec::new(),
        },
    })
}

/// What a proof assumes.
fn assumptions(proved: &crate::verify::Context) -> Vec<String> {
    let conditions = proved.conditions.iter();
    let conditions = conditions.map(|condition| match proved.is_defined_only_there {
        true => {
            format!("{condition}: else the original leaves an array, or reads what it never set")
        }
        false => condition.clone(),
    });
    proved
        .assumptions
        .iter()
        .cloned()
        .chain(conditions)
        .collect()
}
