//! Arrays that stay and belong to no region, each with its reason.

use c::facts::FileFacts;
use c::facts::function::FunctionFacts;
use c::facts::members::{MemberPath, MemberUse, MemberUses, Passed};
use c::facts::refusal::{Escape, KeptArray, MemberOf, PointerProblem, Refusal};
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
        (Origin::Local, Type::Pointer(_)) if facts.row_of(v.id).is_none() => {
            let passed = handed_on(file, &file_facts.members[index], id)?;
            let reason = Refusal::AddressEscapes(Escape::PassedTo(passed.callee.clone()));
            Some((reason, Some(passed.at)))
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

/// The first call that passes memory which another function made to a function of the file that
/// uses its elements.
fn handed_on<'u>(file: &File<'_>, own: &'u MemberUses, pointer: VarId) -> Option<&'u Passed> {
    own.made.get(&pointer)?;
    own.passed.iter().find(|passed| {
        let target = parameter(file, &passed.callee, passed.position);
        let is_same = passed.object == pointer && passed.is_pointer;
        target.is_some_and(|(callee, parameter)| {
            is_same
                && file.functions[callee]
                    .symbols
                    .variable(parameter)
                    .subscripted
        })
    })
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
        found.push((path.clone(), why, used.at, is_temporary || !is_array));
    }
    for (path, (why, at, is_written)) in temporaries(file, facts, index) {
        found.retain(|(known, ..)| *known != path);
        found.push((path, why, at, is_written));
    }
    // Numbers are named in places, too.
    found.retain(|(path, ..)| {
        let ty = member_of(types.type_of(path.var), path);
        ty.is_some_and(|ty| matches!(ty, Type::Array(_) | Type::Pointer(_)))
    });
    let entry = |(path, why, at, is_temporary): (MemberPath, MemberOf, usize, bool)| {
        let variable = function.symbols.variable(path.var);
        let operator = if path.indirect { "->" } else { "." };
        KeptArray {
            name: format!("{}{operator}{}", variable.name, path.name),
            shape: Vec::new(),
            is_temporary,
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
    let (mut record, mut rest) = (object.clone(), path.name.as_str());
    let mut is_arrow = path.indirect;
    loop {
        if is_arrow {
            record = record.target()?.clone();
        }
        matches!(record, Type::Record(_)).then_some(())?;
        let end = rest.find(['.', '-']).unwrap_or(rest.len());
        record = member_type(&record, &rest[..end]);
        is_arrow = rest[end..].starts_with("->");
        rest = rest[end..].trim_start_matches(['-', '>', '.']);
        if rest.is_empty() {
            return Some(record);
        }
    }
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

/// Structures are followed through so many calls.
const MOST_CALLS: usize = 4;

/// The pointers in structures of a function whose elements it, with the functions that it calls,
/// sets and reads, each with the first use that is not followed, its place, and whether elements
/// are set, not only where the structure is made.
fn temporaries(
    file: &File<'_>,
    facts: &FileFacts<'_>,
    index: usize,
) -> BTreeMap<MemberPath, (MemberOf, usize, bool)> {
    let function = &file.functions[index];
    let own = &facts.members[index];
    let mut found = BTreeMap::new();
    for variable in &function.symbols.variables {
        let ty = facts.functions[index].type_of(variable.id);
        let indirect = match ty {
            _ if variable.origin != Origin::Local => continue,
            Type::Record(_) => false,
            Type::Pointer(target) if matches!(**target, Type::Record(_)) => true,
            _ => continue,
        };
        let uses = uses_of(file, facts, (index, variable.id, indirect), MOST_CALLS);
        for (name, used) in uses {
            let path = MemberPath {
                var: variable.id,
                indirect,
                name,
            };
            let is_pointer = matches!(member_of(ty, &path), Some(Type::Pointer(_)));
            let made = own.made.get(&variable.id);
            let is_made = made.is_some_and(|callee| file.definition(callee).is_some());
            let is_set = used.own.is_written || is_made;
            if !is_pointer || !is_set || !used.own.is_read || !used.own.is_indexed {
                continue;
            }
            let at = used.own.as_pointer.filter(|_| used.callee.is_none());
            let why = match (used.callee, at) {
                (Some(callee), _) => MemberOf::PassedTo(callee),
                (None, Some(_)) => MemberOf::AsPointer,
                (None, None) if indirect => MemberOf::Target(variable.name.clone()),
                (None, None) => MemberOf::Pointer,
            };
            let at = at.unwrap_or(match why {
                MemberOf::PassedTo(_) => variable.at.start,
                _ => used.own.at,
            });
            found.insert(path, (why, at, used.own.is_written));
        }
    }
    found
}

/// What a function and those that it calls do with a member of a structure.
#[derive(Default)]
struct Use {
    own: MemberUse,
    /// The first function that it is passed to and that uses elements.
    callee: Option<String>,
}

/// The members of a structure, or of that which a pointer leads to, by their names.
fn uses_of(
    file: &File<'_>,
    facts: &FileFacts<'_>,
    (index, object, indirect): (usize, VarId, bool),
    calls: usize,
) -> BTreeMap<String, Use> {
    let own = &facts.members[index];
    let mut found: BTreeMap<String, Use> = BTreeMap::new();
    for (path, used) in &own.members {
        if (path.var, path.indirect) == (object, indirect) {
            found.entry(path.name.clone()).or_default().own = used.clone();
        }
    }
    let mut add = |name: String, used: &MemberUse, callee: &String| {
        let known = found.entry(name).or_default();
        known.own.is_written |= used.is_written;
        known.own.is_read |= used.is_read;
        known.own.is_indexed |= used.is_indexed;
        known.callee.get_or_insert_with(|| callee.clone());
    };
    for (path, callee, position) in &own.handed {
        let Some((callee_at, parameter)) = parameter(file, callee, *position) else {
            continue;
        };
        if (path.var, path.indirect) == (object, indirect) {
            let variable = file.functions[callee_at].symbols.variable(parameter);
            let used = MemberUse {
                is_written: !variable.qualifiers.constant,
                is_read: true,
                is_indexed: variable.subscripted,
                ..MemberUse::default()
            };
            add(path.name.clone(), &used, callee);
        }
    }
    for passed in &own.passed {
        // A structure itself may be passed, too.
        let is_value = passed.is_pointer && !indirect;
        let is_same = passed.object == object && (passed.is_pointer || !indirect);
        let target = parameter(file, &passed.callee, passed.position);
        let Some((callee_at, parameter)) = target.filter(|_| is_same && calls > 0) else {
            continue;
        };
        let inner = uses_of(file, facts, (callee_at, parameter, !is_value), calls - 1);
        for (name, used) in inner {
            add(name, &used.own, &passed.callee);
        }
    }
    found
}

/// A parameter of a function of the file, with the function.
fn parameter(file: &File<'_>, callee: &str, position: usize) -> Option<(usize, VarId)> {
    let index = file.definition(callee)?;
    let parameters = &file.functions[index].symbols.parameters;
    Some((index, parameters.get(position).copied().flatten()?))
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
