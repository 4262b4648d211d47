//! Arrays that stay and belong to no region, each with its reason.

use c::facts::FileFacts;
use c::facts::function::FunctionFacts;
use c::facts::refusal::{KeptArray, PointerProblem, Refusal};
use c::names::file::{File, Function};
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::Type;
use c::syntax::declarators;
use source::Unit;
use std::ops::Range;

/// An array of a function with the reason why it stays.
pub(crate) fn kept(
    unit: &Unit,
    function: &Function<'_>,
    variable: &Variable<'_>,
    reason: Refusal,
    at: Option<usize>,
) -> KeptArray {
    KeptArray {
        name: variable.name.clone(),
        function: Some(function.name.clone()),
        declared: unit.nearest_span(variable.at.clone()),
        shape: variable.declarator.map_or_else(Vec::new, |d| {
            c::syntax::declarators::texts(unit, variable.base, &d.node)
        }),
        reason,
        at: at.and_then(|at| unit.nearest_span(at..at + 1)),
        is_constant: variable.initializer.is_some() && variable.qualifiers.constant,
    }
}

/// Arrays of a function that no region contains.
pub(crate) fn unvisited(
    unit: &Unit,
    (file, file_facts): (&File<'_>, &FileFacts<'_>),
    index: usize,
    regions: &[Range<usize>],
) -> Vec<KeptArray> {
    let function = &file.functions[index];
    let facts = &file_facts.functions[index];
    let is_inside = |at: &usize| regions.iter().any(|r| r.contains(at));
    let outside = |v: &Variable<'_>| {
        let first = facts.uses(v.id).iter().min().filter(|at| !is_inside(at))?;
        let reason = match facts.uses(v.id).iter().any(is_inside) {
            true => Refusal::UsedOutsideRegion,
            false => Refusal::NotInRegion,
        };
        Some((reason, Some(*first)))
    };
    let reason = |id: VarId, v: &Variable<'_>| match (v.origin, facts.type_of(v.id)) {
        (Origin::Parameter, _) if function.name == "main" => None,
        (Origin::Parameter, _) if !facts.is_tracked(v.id) => {
            file_facts.temporaries.parameters.get(&(index, id)).cloned()
        }
        (_, Type::Array(_)) if facts.is_tracked(v.id) && facts.uses(v.id).is_empty() => {
            Some((Refusal::Unused, None))
        }
        (_, Type::Array(_)) if facts.is_tracked(v.id) => outside(v),
        (Origin::Local, Type::Pointer(_)) if v.subscripted && facts.row_of(v.id).is_none() => {
            let mut uses = facts.uses(v.id).iter();
            let hidden = uses.find_map(|at| Some((*at, *function.symbols.hidden.get(at)?)));
            if let Some((at, construct)) = hidden {
                return Some((Refusal::unread(construct), Some(at)));
            }
            let problem = facts
                .pointer_problem(v.id)
                .unwrap_or(PointerProblem::NotAllocated);
            Some((Refusal::Pointer(problem), facts.uses(v.id).first().copied()))
        }
        _ => None,
    };
    let variables = function.symbols.variables.iter().enumerate();
    let found = variables.filter_map(|(k, v)| Some((v, reason(VarId(k), v)?)));
    let found = found.map(|(v, (reason, at))| kept(unit, function, v, reason, at));
    let members = function.symbols.variables.iter();
    found
        .chain(members.flat_map(|v| array_members(unit, (function, facts), v)))
        .collect()
}

/// The arrays inside a structure variable.
fn array_members(
    unit: &Unit,
    (function, facts): (&Function<'_>, &FunctionFacts<'_>),
    variable: &Variable<'_>,
) -> Vec<KeptArray> {
    let Type::Record(record) = facts.type_of(variable.id) else {
        return Vec::new();
    };
    let is_own = variable.origin == Origin::Local && !facts.uses(variable.id).is_empty();
    let arrays = record.members.iter();
    let arrays = arrays.filter(|(_, ty)| is_own && matches!(ty, Type::Array(_)));
    let at = facts.uses(variable.id).first().copied();
    let member = |(name, _): &(String, Type)| KeptArray {
        name: format!("{}.{name}", variable.name),
        ..kept(unit, function, variable, Refusal::StructMember, at)
    };
    arrays.map(member).collect()
}

/// Arrays at file scope of the user's files that no function may fold. Those of headers are listed
/// where the main file uses them.
pub(crate) fn globals<'u>(
    unit: &'u Unit,
    (file, facts): (&'u File<'_>, &'u FileFacts<'_>),
) -> impl Iterator<Item = KeptArray> + 'u {
    let kept = facts.temporaries.globals.iter();
    let kept = kept.map(|(index, blame)| (*index, &file.globals[*index], blame));
    kept.filter(|(_, global, (reason, at))| {
        let is_used = matches!(reason, Refusal::DeclaredInHeader(_)) && at.is_some();
        global.in_main_file || is_used
    })
    .map(|(index, global, (reason, at))| KeptArray {
        name: global.name.clone(),
        function: None,
        declared: match (global.in_main_file, at) {
            (false, Some(at)) => unit.nearest_span(*at..*at + 1),
            _ => unit.nearest_span(global.at.clone()),
        },
        shape: declarators::texts(unit, global.base, &global.declarator.node),
        reason: reason.clone(),
        at: at.and_then(|at| unit.nearest_span(at..at + 1)),
        is_constant: facts.temporaries.constants.contains(&index),
    })
}
