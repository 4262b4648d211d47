//! Arrays that stay and belong to no region, each with its reason.

use c::facts::FileFacts;
use c::facts::function::FunctionFacts;
use c::facts::members::{MemberPath, MemberUse};
use c::facts::refusal::{KeptArray, MemberOf, PointerProblem, Refusal};
use c::names::file::{File, Function};
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::{Type, member_type};
use c::syntax::declarators;
use source::Unit;
use std::collections::BTreeMap;
use std::ops::Range;

/// An array of a function with the reason why it stays.
pub(crate) fn kept(
    unit: &Unit,
    (function, facts): (&Function<'_>, &FunctionFacts<'_>),
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
        is_temporary: facts.is_temporary(variable),
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
    let found = found.map(|(v, (reason, at))| kept(unit, (function, facts), v, reason, at));
    found
        .chain(members(unit, (file, file_facts), index))
        .collect()
}

/// The arrays and pointers inside of structures whose elements the function sets and reads.
fn members(
    unit: &Unit,
    (file, facts): (&File<'_>, &FileFacts<'_>),
    index: usize,
) -> Vec<KeptArray> {
    let function = &file.functions[index];
    let types = &facts.functions[index];
    let own = &facts.members[index];
    let mut found = Vec::new();
    for (path, used) in own.members.iter().filter(|(_, used)| used.is_indexed) {
        let variable = function.symbols.variable(path.var);
        let Some(ty) = member_of(types.type_of(path.var), path) else {
            continue;
        };
        let is_array = matches!(ty, Type::Array(_));
        let is_alone = || !is_named_elsewhere(facts, index, &path.name);
        let is_temporary = used.is_written && used.is_read;
        let why = match (variable.origin, path.indirect) {
            (Origin::Local, false) if is_array => MemberOf::Own,
            (Origin::Local, false) if is_temporary => MemberOf::Pointer,
            (Origin::Parameter, true) if is_array && is_temporary && is_alone() => {
                MemberOf::Caller(variable.name.clone())
            }
            (Origin::Parameter, true)
                if is_temporary && sets_pointer(function, path.var) && is_alone() =>
            {
                MemberOf::CallerPointer(variable.name.clone())
            }
            (Origin::Global(_), false) if is_array && is_temporary && is_alone() => {
                MemberOf::Static
            }
            _ => continue,
        };
        found.push((path.clone(), why, used.at));
    }
    for (path, callee) in passed(file, facts, index) {
        let at = function.symbols.variable(path.var).at.start;
        found.retain(|(known, ..)| *known != path);
        found.push((path, MemberOf::PassedTo(callee), at));
    }
    let entry = |(path, why, at): (MemberPath, MemberOf, usize)| {
        let variable = function.symbols.variable(path.var);
        let operator = if path.indirect { "->" } else { "." };
        let is_own_array = why == MemberOf::Own;
        let used = own.members.get(&path);
        let is_used = used.is_some_and(|used| used.is_written && used.is_read);
        KeptArray {
            name: format!("{}{operator}{}", variable.name, path.name),
            shape: Vec::new(),
            is_temporary: !is_own_array || is_used,
            ..kept(
                unit,
                (function, types),
                variable,
                Refusal::StructMember(why),
                Some(at),
            )
        }
    };
    found.into_iter().map(entry).collect()
}

/// Whether a function sets a pointer of the structure that its parameter points to.
fn sets_pointer(function: &Function<'_>, parameter: VarId) -> bool {
    let mut stores = function.symbols.stores.iter();
    stores.any(|s| s.from == Some(parameter) && matches!(s.ty, Type::Pointer(_)))
}

/// The type of a member.
fn member_of(object: &Type, path: &MemberPath) -> Option<Type> {
    let record = match path.indirect {
        true => object.target()?,
        false => object,
    };
    matches!(record, Type::Record(_)).then(|| member_type(record, &path.name))
}

/// Whether another function uses elements of a member with this name.
fn is_named_elsewhere(facts: &FileFacts<'_>, index: usize, name: &str) -> bool {
    let others = facts
        .members
        .iter()
        .enumerate()
        .filter(|(k, _)| *k != index);
    let mut names = others.flat_map(|(_, uses)| uses.members.keys());
    names.any(|path| path.name == name)
}

/// The pointers in structures of a function whose elements functions of the file set and read, each
/// with the first of these functions.
fn passed(file: &File<'_>, facts: &FileFacts<'_>, index: usize) -> Vec<(MemberPath, String)> {
    let function = &file.functions[index];
    let own = &facts.members[index];
    let mut found: BTreeMap<MemberPath, (MemberUse, String)> = BTreeMap::new();
    for (var, callee, position) in &own.passed {
        for (name, used) in pointers_used(file, facts, callee, *position) {
            let path = MemberPath {
                var: *var,
                indirect: false,
                name,
            };
            let ty = member_of(facts.functions[index].type_of(*var), &path);
            let is_local = function.symbols.variable(*var).origin == Origin::Local;
            if is_local && matches!(ty, Some(Type::Pointer(_))) {
                let here = own.members.get(&path).cloned().unwrap_or_default();
                let known = found.entry(path).or_insert((here, callee.clone()));
                known.0.is_written |= used.is_written;
                known.0.is_read |= used.is_read;
            }
        }
    }
    let set_and_read = found
        .into_iter()
        .filter(|(_, (used, _))| used.is_written && used.is_read);
    set_and_read
        .map(|(path, (_, callee))| (path, callee))
        .collect()
}

/// The members of the structure that a function's parameter points to whose elements it uses.
fn pointers_used<'f>(
    file: &File<'_>,
    facts: &'f FileFacts<'_>,
    callee: &str,
    position: usize,
) -> impl Iterator<Item = (String, &'f MemberUse)> {
    let index = file.definition(callee);
    let parameter = index.and_then(|index| {
        let parameters = &file.functions[index].symbols.parameters;
        parameters.get(position).copied().flatten()
    });
    let members = index.map(|index| &facts.members[index].members);
    let own = members.into_iter().flatten().filter(move |(path, used)| {
        Some(path.var) == parameter && path.indirect && used.is_indexed
    });
    own.map(|(path, used)| (path.name.clone(), used))
}

/// Arrays at file scope of the user's files that no function may fold. Those of headers are listed
/// where the main file uses them.
pub(crate) fn globals<'u>(
    unit: &'u Unit,
    (file, facts): (&'u File<'_>, &'u FileFacts<'_>),
) -> impl Iterator<Item = KeptArray> + 'u {
    let kept = facts.temporaries.globals.iter();
    let kept = kept.map(|(index, blame)| (&file.globals[*index], blame));
    kept.filter(|(global, (reason, at))| {
        let is_used = matches!(reason, Refusal::DeclaredInHeader(_)) && at.is_some();
        global.in_main_file || is_used
    })
    .map(|(global, (reason, at))| KeptArray {
        name: global.name.clone(),
        function: None,
        declared: match (global.in_main_file, at) {
            (false, Some(at)) => unit.nearest_span(*at..*at + 1),
            _ => unit.nearest_span(global.at.clone()),
        },
        shape: declarators::texts(unit, global.base, &global.declarator.node),
        reason: reason.clone(),
        at: at.and_then(|at| unit.nearest_span(at..at + 1)),
        is_temporary: false,
    })
}
