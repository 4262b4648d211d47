//! Stages as fused loops: the text of a file in which loop nests that follow each other are one
//! loop, proved against the original.
//!
//! ```text
//! functions --affine--> systems --schedule--> groups of nests
//!           --fuse--> new text --verify--> proved
//! ```

mod entry;
mod fold;
mod hint;
mod lines;
mod remarks;
mod request;

pub use fold::fold;

use crate::text::front_options;
use crate::verify::{self, Verdict, VerifyOptions, verify};
use affine::{Naming, Whole};
use front::{Program, Syntax};
use fuse::{NestText, Sequence, sequences};
use poly::Context;
use request::Request;
use schedule::{Barrier, Group, Nest};
use scop::AccessKind;
use source::{Edits, Flags, PreprocessError, SourceFile, Span, Unit};
use std::collections::BTreeMap;

/// A file with fused loops.
#[derive(Debug)]
pub struct Fused {
    /// The user's file.
    pub file: SourceFile,
    /// The new text; the old one if nothing is fused.
    pub bytes: Vec<u8>,
    /// From the old text to the new one.
    pub edits: Edits,
    /// The fused loops, in the order of the file.
    pub loops: Vec<FusedLoop>,
    /// Functions whose loops stay, although a plan exists, and why: the proof failed, or nothing is
    /// gained.
    pub unproved: Vec<(String, String)>,
    /// Nests that follow each other and cannot be one loop.
    pub apart: Vec<Apart>,
    /// Nests that were not tried, because they are too many; by function.
    untried: Vec<(String, Vec<Span>)>,
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

/// Two nests that cannot be one loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The function.
    pub function: String,
    /// The nests in the user's file.
    pub nests: [Span; 2],
    /// The array that orders all iterations of both.
    pub array: String,
}

/// Fuses the loop nests of a file where that shortens the lifetimes of arrays.
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
///
/// # Errors
/// Only when the file cannot be preprocessed.
pub fn fuse(file: SourceFile, flags: &Flags) -> Result<Fused, PreprocessError> {
    fuse_as(file, flags, &Request::default())
}

/// Fuses the loop nests of a file, as far as a request says.
fn fuse_as(file: SourceFile, flags: &Flags, request: &Request) -> Result<Fused, PreprocessError> {
    let unit = source::preprocess(file, flags)?;
    let (mut functions, left) = plans(&unit, request);
    let mut unproved = Vec::new();
    loop {
        let (edits, moved) = lines::keeping(&unit, &edits(&functions), request.keep_lines);
        let bytes = edits.apply(&unit.file.bytes);
        let faults = match moved.first() {
            Some(_) => lines::faults(&moved, &functions),
            None if functions.is_empty() => Vec::new(),
            None => faults(&unit.file, bytes.clone(), flags, request, &mut functions)?,
        };
        if faults.is_empty() {
            return Ok(Fused {
                file: unit.file,
                bytes,
                edits,
                loops: functions.into_values().flat_map(|f| f.loops).collect(),
                unproved,
                apart: left.apart,
                untried: left.untried,
            });
        }
        functions.retain(|name, _| !faults.iter().any(|(function, _)| function == name));
        unproved.extend(faults);
    }
}

/// What has no plan.
#[derive(Debug, Default)]
struct Left {
    /// See [`Fused::apart`].
    apart: Vec<Apart>,
    /// See [`Fused::untried`].
    untried: Vec<(String, Vec<Span>)>,
}

/// The fused loops of one function.
#[derive(Debug, Default)]
struct Plan {
    edits: Edits,
    loops: Vec<FusedLoop>,
}

/// The plans of all functions in which something can be fused, and what cannot be.
fn plans(unit: &Unit, request: &Request) -> (BTreeMap<String, Plan>, Left) {
    let syntax = Syntax::of(unit);
    let options = front_options(unit);
    let front = Program::new(unit, &syntax, &options);
    let contents = front.contents();
    let mut program = None;
    let (mut plans, mut left) = (BTreeMap::new(), Left::default());
    let mut nests = 0;
    for function in &contents.file.functions {
        if !request.wants(&function.name) {
            continue;
        }
        let sequences = sequences(unit, function);
        let spans = sequences
            .iter()
            .flat_map(|s| &s.nests)
            .map(|nest| nest.span);
        let spans: Vec<Span> = spans.collect();
        nests += spans.len();
        if spans.is_empty() {
            continue;
        }
        if nests > request.most_nests {
            left.untried.push((function.name.clone(), spans));
            continue;
        }
        let program = program.get_or_insert_with(|| program::lower(contents));
        let ctx = Context::new();
        ctx.start_budget(request.operations);
        let Ok(whole) = affine::system(program, &function.name, &Naming::default(), &ctx) else {
            continue;
        };
        let mut plan = Plan::default();
        for sequence in &sequences {
            left.apart
                .extend(plan.add(unit, &function.name, &whole, sequence));
        }
        if !plan.loops.is_empty() {
            plans.insert(function.name.clone(), plan);
        }
    }
    (plans, left)
}

impl Plan {
    /// Adds the fused loops of a sequence of nests. Returns what cannot be fused.
    fn add(
        &mut self,
        unit: &Unit,
        function: &str,
        whole: &Whole,
        sequence: &Sequence,
    ) -> Vec<Apart> {
        let Some(nests) = nests(whole, sequence) else {
            return Vec::new();
        };
        let Ok(plan) = schedule::plan(&whole.system, &nests, sequence.depth) else {
            return Vec::new();
        };
        let barriers = plan.barriers.iter();
        let apart = barriers.map(|barrier| apart(function, whole, sequence, barrier));
        let apart = apart.collect();
        for group in plan.groups {
            let texts = &sequence.nests[group.nests.clone()];
            let edit = fuse::fused(&unit.file, texts, &group.ahead);
            if edit.is_some_and(|edit| self.edits.insert(edit).is_ok()) {
                let nests = &nests[group.nests.clone()];
                self.loops
                    .push(fused_loop(function, whole, texts, nests, &group));
            }
        }
        apart
    }
}

fn apart(function: &str, whole: &Whole, sequence: &Sequence, barrier: &Barrier) -> Apart {
    let span = |nest: usize| sequence.nests[nest].span;
    Apart {
        function: function.to_string(),
        nests: [span(barrier.first), span(barrier.second)],
        array: whole.system.scop.array(barrier.array).name.clone(),
    }
}

fn fused_loop(
    function: &str,
    whole: &Whole,
    texts: &[NestText],
    nests: &[Nest],
    group: &Group,
) -> FusedLoop {
    let scop = &whole.system.scop;
    let touches = |nest: &Nest, array, kind| {
        let mut accesses = scop.accesses_to(array);
        accesses.any(|a| a.kind == kind && nest.statements.contains(&a.statement))
    };
    let array = |kept: &schedule::Kept| {
        let writes = |nest| touches(nest, kept.array, AccessKind::Write);
        let reads = |nest| touches(nest, kept.array, AccessKind::Read);
        let first = nests.iter().position(writes).unwrap_or(0);
        Between {
            name: scop.array(kept.array).name.clone(),
            rows: kept.rows,
            ends: [first, nests.iter().rposition(reads).unwrap_or(first)],
        }
    };
    FusedLoop {
        function: function.to_string(),
        nests: texts.iter().map(|nest| nest.span).collect(),
        ahead: group.ahead.clone(),
        arrays: group.kept.iter().map(array).collect(),
        assumptions: Vec::new(),
    }
}

/// The statements of each nest of a sequence; `None` if a nest has none.
fn nests(whole: &Whole, sequence: &Sequence) -> Option<Vec<Nest>> {
    let first = sequence.nests.first()?;
    let nests = sequence.nests.iter().map(|nest| {
        let statements = statements(whole, nest, sequence.depth)?;
        Some(Nest {
            statements,
            start: nest.start_from(first),
        })
    });
    nests.collect()
}

/// The statements that execute at the position of a nest, those of called functions included.
fn statements(whole: &Whole, nest: &NestText, depth: usize) -> Option<Vec<scop::StmtId>> {
    let scop = &whole.system.scop;
    let position = |statement: &scop::Statement| -> Option<Vec<i64>> {
        let positions = (0..=depth).map(|level| statement.schedule.fixed_output(2 * level));
        positions.map(|p| p.ok().flatten()).collect()
    };
    let inside = |s: &&scop::Statement| {
        let place = whole.places.get(s.id.0 as usize);
        place.is_some_and(|place| nest.span.contains(*place))
    };
    let own = position(scop.statements.iter().find(inside)?)?;
    let here = scop.statements.iter();
    let here = here.filter(|s| position(s).as_ref() == Some(&own));
    Some(here.map(|s| s.id).collect())
}

/// The edits that write the fused loops of some functions.
fn edits(functions: &BTreeMap<String, Plan>) -> Edits {
    let mut edits = Edits::default();
    for plan in functions.values() {
        // Edits of different functions do not overlap.
        let _ = edits.merge(plan.edits.clone());
    }
    edits
}

/// The functions whose new text is not proved, and why. Notes the assumptions of the proofs.
fn faults(
    before: &SourceFile,
    after: Vec<u8>,
    flags: &Flags,
    request: &Request,
    functions: &mut BTreeMap<String, Plan>,
) -> Result<Vec<(String, String)>, PreprocessError> {
    let options = VerifyOptions {
        functions: functions.keys().cloned().collect(),
        operations: request.proof_operations,
        ..VerifyOptions::default()
    };
    let after = SourceFile::new(before.path.clone(), after);
    let found = verify(before.clone(), after, flags, &options)?;
    let mut faults = Vec::new();
    for (name, plan) in functions {
        let verdict = found.functions.iter().find(|f| f.name == *name);
        match verdict.map(|f| &f.verdict) {
            Some(Verdict::Proved(context)) => match fault(context) {
                Some(fault) => faults.push((name.clone(), fault)),
                None => {
                    for fused in &mut plan.loops {
                        fused.assumptions.clone_from(&context.assumptions);
                    }
                }
            },
            Some(Verdict::Unknown(reason)) => faults.push((name.clone(), reason.message.clone())),
            Some(Verdict::Refuted(witness)) => faults.push((name.clone(), witness.message.clone())),
            Some(Verdict::Unchanged) | None => {
                faults.push((name.clone(), "no verdict".to_string()));
            }
        }
    }
    Ok(faults)
}

/// Why a proof is not enough: it must hold for all sizes, and its assumptions in all calls.
fn fault(context: &verify::Context) -> Option<String> {
    let assumptions = context.assumptions.join(" and ");
    if context.is_broken {
        return Some(format!(
            "a call shows that this does not hold: {assumptions}"
        ));
    }
    if context.fixes_macros || !context.conditions.is_empty() {
        let all = context.conditions.iter().chain(&context.assumptions);
        let all: Vec<&str> = all.map(String::as_str).collect();
        return Some(format!("only proved if {}", all.join(" and ")));
    }
    None
}
