//! Proves that two versions of a function have the same outputs although loops were moved, split or
//! merged, and values copied: whole functions as systems of recurrence equations. Knows no places
//! of edits and no scops of regions.

use super::verdict::{Context as Holds, Reason, Side};
use affine::{Naming, Whole};
use check::{Difference, Proof, Trace};
use poly::{Context, Set};
use program::{Lifetime, Object, Program, Type};
use std::collections::BTreeSet;

/// Elementary set operations for one attempt.
const BUDGET: u64 = 400_000_000;

/// Both versions of a file.
#[derive(Clone, Copy)]
pub(super) struct Programs<'p> {
    pub(super) before: &'p Program,
    pub(super) after: &'p Program,
}

/// How an attempt reads both functions.
struct Manner {
    /// Macros are taken at their values.
    fixes_macros: bool,
    /// Static objects that both have alike.
    carried: BTreeSet<String>,
}

/// Proves that a function has the same outputs in both versions.
///
/// # Errors
/// Why the attempt that came furthest found no proof.
pub(super) fn prove(programs: Programs<'_>, function: &str) -> Result<Holds, Reason> {
    let mut furthest: Option<(Depth, Reason)> = None;
    for manner in manners(programs) {
        match attempt(programs, function, &manner) {
            Ok(holds) => return Ok(holds),
            Err((depth, reason)) => {
                if furthest.as_ref().is_none_or(|(most, _)| depth > *most) {
                    furthest = Some((depth, reason));
                }
            }
        }
    }
    Err(furthest.map_or_else(Reason::default, |(_, reason)| reason))
}

/// The passes of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Depth {
    Before,
    After,
    Proof,
}

/// The ways to read both functions, the one that proves most first.
fn manners(programs: Programs<'_>) -> Vec<Manner> {
    let common = common_statics(programs);
    let mut all = Vec::new();
    for fixes_macros in [false, true] {
        if fixes_macros && programs.before.macros.is_empty() {
            break;
        }
        all.push(Manner {
            fixes_macros,
            carried: BTreeSet::new(),
        });
        if !common.is_empty() {
            all.push(Manner {
                fixes_macros,
                carried: common.clone(),
            });
        }
    }
    all
}

/// The names of static objects that both versions declare.
fn common_statics(programs: Programs<'_>) -> BTreeSet<String> {
    let is_static = |o: &&Object| matches!(o.lifetime, Lifetime::Static | Lifetime::File);
    let names = |program: &Program| -> BTreeSet<String> {
        let objects = program.objects.iter().filter(is_static);
        objects.map(|o| o.name.clone()).collect()
    };
    let (before, after) = (names(programs.before), names(programs.after));
    before.intersection(&after).cloned().collect()
}

fn attempt(
    programs: Programs<'_>,
    function: &str,
    manner: &Manner,
) -> Result<Holds, (Depth, Reason)> {
    let ctx = Context::new();
    ctx.start_budget(BUDGET);
    let naming = Naming {
        carried: manner.carried.clone(),
        fixes_macros: manner.fixes_macros,
        tag: "before".to_string(),
        ..Naming::default()
    };
    let unknown = |depth, side, unknown: affine::Unknown| {
        let reason = Reason::new(format!("{} is not followed", unknown.reason));
        (depth, reason.at(side, Some(unknown.at), "here"))
    };
    let before = affine::system(programs.before, function, &naming, &ctx);
    let before = before.map_err(|u| unknown(Depth::Before, Side::Before, u))?;
    let naming = Naming {
        parameters: before.parameters.clone(),
        strides: before.strides.clone(),
        tag: "after".to_string(),
        ..naming
    };
    let after = affine::system(programs.after, function, &naming, &ctx);
    let after = after.map_err(|u| unknown(Depth::After, Side::After, u))?;
    match check::same_outputs(&before.system, &after.system) {
        Ok(proof) => Ok(holds(programs, function, (&before, &after), manner, &proof)),
        Err(difference) => Err((Depth::Proof, reason(&difference, &before, &after))),
    }
}

/// What a proof holds for.
fn holds(
    programs: Programs<'_>,
    function: &str,
    (before, after): (&Whole, &Whole),
    manner: &Manner,
    proof: &Proof,
) -> Holds {
    let mut holds = Holds::default();
    if proof.is_restricted {
        holds.conditions.extend(conditions(&proof.context));
    }
    let sentences = before.assumptions.iter().chain(&after.assumptions);
    let mut assumptions: Vec<String> = sentences.cloned().collect();
    if has_pointers(programs.before, function) {
        assumptions.push("its pointer parameters do not overlap".to_string());
    }
    if manner.fixes_macros {
        let macros = programs.before.macros.iter();
        assumptions.extend(macros.map(|m| format!("{} is {}", m.name, m.value)));
    }
    let more = Holds {
        conditions: Vec::new(),
        assumptions,
    };
    holds.add(more);
    holds
}

/// `[n] -> { : n >= 3 }` as `n >= 3`.
fn conditions(context: &Set) -> Option<String> {
    let text = context.to_string();
    let inside = text.split_once('{')?.1.rsplit_once('}')?.0;
    let condition = inside.trim().trim_start_matches(':').trim();
    (!condition.is_empty()).then(|| condition.to_string())
}

/// Whether a function has several parameters that lead to objects.
fn has_pointers(program: &Program, function: &str) -> bool {
    let found = program.functions.iter().find(|f| f.name == function);
    let parameters = found.into_iter().flat_map(|f| &f.parameters);
    let types = parameters.filter_map(|id| program.objects.get(id.0 as usize));
    let leads = |o: &&Object| matches!(o.ty, Type::Pointer(_) | Type::Array { .. });
    types.filter(leads).count() > 1
}

/// Why there is no proof, with the places of both files.
fn reason(difference: &Difference, before: &Whole, after: &Whole) -> Reason {
    let reason = Reason::new(difference.to_string());
    match difference {
        Difference::Outside { access, .. } => {
            let at = after.access_places.get(access.0 as usize).copied();
            reason.at(Side::After, at, "this access")
        }
        Difference::Undefined { accesses } => {
            let first = accesses.first();
            let at = first.and_then(|a| before.access_places.get(a.0 as usize));
            reason.at(Side::Before, at.copied(), "this access")
        }
        Difference::Contradicted { trace, .. } => with_places(reason, trace, before, after),
        Difference::Undecided {
            trace: Some(trace), ..
        } => with_places(reason, trace, before, after),
        Difference::Undecided { trace: None, .. }
        | Difference::Narrower { .. }
        | Difference::Interface { .. }
        | Difference::Poly(_) => reason,
    }
}

fn with_places(reason: Reason, trace: &Trace, before: &Whole, after: &Whole) -> Reason {
    let place = |whole: &Whole, place: &check::Place| {
        let read = place
            .access
            .and_then(|a| whole.access_places.get(a.0 as usize));
        let statement = place.statement.and_then(|s| whole.places.get(s.0 as usize));
        read.or(statement).copied()
    };
    let Some((first, second)) = trace.steps.last() else {
        return reason;
    };
    let reason = reason.at(Side::Before, place(before, first), "this value");
    reason.at(
        Side::After,
        place(after, second),
        "is compared with this one",
    )
}
