//! Stages as fused loops: the text of a file in which loop nests that follow each other are one
//! loop, proved against the original.
//!
//! ```text
//! functions --affine--> systems --schedule--> groups of nests
//!           --fuse--> new text --inner--> inner loops joined --verify--> proved
//! ```

mod fold;
mod inner;
mod remarks;

pub use fold::fold;

use crate::options::Depth;
use crate::text::front_options;
use crate::verify::{Verdict, VerifyOptions, verify};
use affine::{Naming, Whole};
use front::{Program, Syntax};
use fuse::{NestText, Sequence, sequences};
use poly::Context;
use schedule::{Group, Nest};
use source::{Edits, Flags, PreprocessError, SourceFile, Span, Unit};
use std::collections::{BTreeMap, BTreeSet};

/// Elementary set operations for the systems and distances of one function.
const BUDGET: u64 = 4 * poly::OPERATIONS_PER_SECOND;

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
    /// Functions whose loops stay, although a plan exists: the proof failed.
    pub unproved: Vec<(String, String)>,
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
    /// The arrays of which some rows are kept, and how many.
    pub arrays: Vec<(String, i64)>,
    /// What the proof assumes.
    pub assumptions: Vec<String>,
}

/// Fuses the loop nests of a file where that shortens the lifetimes of arrays.
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
///
/// # Errors
/// Only when the file cannot be preprocessed.
pub fn fuse(file: SourceFile, flags: &Flags, depth: Depth) -> Result<Fused, PreprocessError> {
    fuse_except(file, flags, depth, &BTreeSet::new())
}

/// Fuses the loop nests of a file, but not those of some functions.
fn fuse_except(
    file: SourceFile,
    flags: &Flags,
    depth: Depth,
    kept: &BTreeSet<String>,
) -> Result<Fused, PreprocessError> {
    let unit = source::preprocess(file, flags)?;
    let mut functions = plans(&unit);
    functions.retain(|name, _| !kept.contains(name));
    inner::join(&unit.file, flags, depth, &mut functions)?;
    let mut unproved = Vec::new();
    loop {
        let edits = edits(&functions);
        let bytes = edits.apply(&unit.file.bytes);
        let faults = match functions.is_empty() {
            true => Vec::new(),
            false => faults(&unit.file, bytes.clone(), flags, &mut functions)?,
        };
        if faults.is_empty() {
            return Ok(Fused {
                file: unit.file,
                bytes,
                edits,
                loops: functions.into_values().flat_map(|f| f.loops).collect(),
                unproved,
            });
        }
        for (name, fault) in faults {
            let has_less = functions.get_mut(&name).is_some_and(Plan::give_up_inner);
            if !has_less {
                functions.remove(&name);
                unproved.push((name, fault));
            }
        }
    }
}

/// The fused loops of one function.
#[derive(Debug, Default)]
struct Plan {
    edits: Edits,
    /// The same without what was done to inner loops, if that is less.
    outer: Option<Edits>,
    loops: Vec<FusedLoop>,
}

/// The plans of all functions in which something can be fused.
fn plans(unit: &Unit) -> BTreeMap<String, Plan> {
    let syntax = Syntax::of(unit);
    let options = front_options(unit);
    let front = Program::new(unit, &syntax, &options);
    let contents = front.contents();
    let mut program = None;
    let mut plans = BTreeMap::new();
    for function in &contents.file.functions {
        let sequences = sequences(unit, function);
        if sequences.is_empty() {
            continue;
        }
        let program = program.get_or_insert_with(|| program::lower(contents));
        let ctx = Context::new();
        ctx.start_budget(BUDGET);
        let Ok(whole) = affine::system(program, &function.name, &Naming::default(), &ctx) else {
            continue;
        };
        let mut plan = Plan::default();
        for sequence in &sequences {
            plan.add(unit, &function.name, &whole, sequence);
        }
        if !plan.loops.is_empty() {
            plans.insert(function.name.clone(), plan);
        }
    }
    plans
}

impl Plan {
    /// Leaves the inner loops as they are. Returns whether that makes a difference.
    fn give_up_inner(&mut self) -> bool {
        let Some(outer) = self.outer.take() else {
            return false;
        };
        self.edits = outer;
        true
    }

    /// Adds the fused loops of a sequence of nests.
    fn add(&mut self, unit: &Unit, function: &str, whole: &Whole, sequence: &Sequence) {
        let Some(nests) = nests(whole, sequence) else {
            return;
        };
        let Ok(plan) = schedule::plan(&whole.system, &nests, sequence.depth) else {
            return;
        };
        for group in plan.groups {
            let texts = &sequence.nests[group.nests.clone()];
            let edit = fuse::fused(unit, texts, &group.ahead);
            if edit.is_some_and(|edit| self.edits.insert(edit).is_ok()) {
                self.loops.push(fused_loop(function, whole, texts, &group));
            }
        }
    }
}

fn fused_loop(function: &str, whole: &Whole, texts: &[NestText], group: &Group) -> FusedLoop {
    let array = |kept: &schedule::Kept| {
        let name = &whole.system.scop.array(kept.array).name;
        (name.clone(), kept.rows)
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
    functions: &mut BTreeMap<String, Plan>,
) -> Result<Vec<(String, String)>, PreprocessError> {
    let options = VerifyOptions {
        functions: functions.keys().cloned().collect(),
        ..VerifyOptions::default()
    };
    let after = SourceFile::new(before.path.clone(), after);
    let found = verify(before.clone(), after, flags, &options)?;
    let mut faults = Vec::new();
    for (name, plan) in functions {
        let verdict = found.functions.iter().find(|f| f.name == *name);
        match verdict.map(|f| &f.verdict) {
            Some(Verdict::Proved(context)) if context.conditions.is_empty() => {
                for fused in &mut plan.loops {
                    fused.assumptions.clone_from(&context.assumptions);
                }
            }
            Some(Verdict::Proved(context)) => {
                let conditions = context.conditions.join(" and ");
                faults.push((name.clone(), format!("only proved if {conditions}")));
            }
            Some(Verdict::Unknown(reason)) => faults.push((name.clone(), reason.message.clone())),
            Some(Verdict::Refuted(witness)) => faults.push((name.clone(), witness.message.clone())),
            Some(Verdict::Unchanged) | None => {
                faults.push((name.clone(), "no verdict".to_string()));
            }
        }
    }
    Ok(faults)
}
