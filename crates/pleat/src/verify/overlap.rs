//! Whether pointer parameters may lead to the same memory, as far as a proof relies on it. Assumes:
//! a `restrict` pointer is used as the language demands.

use super::verdict::Context;
use affine::Whole;
use front::Program as Front;
use program::visit::{Part, nested, parts_of, root_object, statements_of, values_in};
use program::{
    Callee, Function, Lifetime, Object, ObjectId, Program, Statement, StatementKind, Type, Value,
    ValueKind,
};
use scop::AccessKind;
use std::collections::BTreeSet;

/// The assumption on parameters, as a sentence.
const APART: &str = "its pointer parameters do not overlap";
/// The same for the pointers in one structure.
const MEMBERS_APART: &str = "the pointers in its structures do not overlap";

/// What a proof assumes, one sentence each: two parameters of which one is written, or a parameter
/// and an object at file scope, may lead to the same memory by the language.
pub(super) fn assumptions(program: &Program, function: &str, versions: [&Whole; 2]) -> Vec<String> {
    let Some(function) = program.functions.iter().find(|f| f.name == function) else {
        return vec![APART.to_string()];
    };
    let shared: Vec<Memory> = versions.into_iter().flat_map(memory).collect();
    let free = pointers(program, function).into_iter();
    let free: Vec<usize> = free
        .filter(|(_, object)| !object.is_restrict)
        .map(|(at, _)| at)
        .collect();
    let of = |at: usize| {
        let key = format!("parameter {at}");
        shared.iter().filter(move |m| m.name == key)
    };
    let is_written = |at: usize| of(at).any(|m| m.is_written);
    let mut found = Vec::new();
    let is_pair = free.len() > 1 && free.iter().any(|at| is_written(*at));
    found.extend(is_pair.then(|| APART.to_string()));
    let in_structures = |at: usize| of(at).filter(|m| m.is_in_structure);
    let is_members_pair = |at: usize| {
        let keys: BTreeSet<&str> = in_structures(at).map(|m| m.key.as_str()).collect();
        keys.len() > 1 && in_structures(at).any(|m| m.is_written)
    };
    let has_members = (0..function.parameters.len()).any(is_members_pair);
    found.extend(has_members.then(|| MEMBERS_APART.to_string()));
    for global in &shared {
        let Some(name) = global.name.strip_prefix("global ") else {
            continue;
        };
        let meets = |m: &Memory| (m.is_written || global.is_written) && may_be_same(m, global);
        let text = points_into(name);
        if !found.contains(&text)
            && is_reachable(program, name)
            && free.iter().any(|at| of(*at).any(meets))
        {
            found.push(text);
        }
    }
    found
}

fn points_into(global: &str) -> String {
    format!("its pointer parameters do not point into `{global}`")
}

/// Compares the assumptions with the calls of a function: drops those that hold in every call, and
/// notes if a call breaks one.
pub(super) fn compare_with_calls(
    front: &Front<'_>,
    program: &Program,
    name: &str,
    context: &mut Context,
) {
    let is_open = |text: &String| *text == APART || text.starts_with("its pointer parameters");
    if !context.assumptions.iter().any(is_open) {
        return;
    }
    let Some(calls) = Calls::of(program, name) else {
        return;
    };
    let is_global = |id: &ObjectId, text: &str| {
        let object = program.objects.get(id.0 as usize);
        object.is_some_and(|object| points_into(&object.name) == text)
    };
    let breaks = |passed: &Vec<Option<ObjectId>>, text: &String| {
        let known: Vec<&ObjectId> = passed.iter().flatten().collect();
        match *text == APART {
            true => known.iter().collect::<BTreeSet<_>>().len() < known.len(),
            false => known.into_iter().any(|id| is_global(id, text)),
        }
    };
    let is_broken = |text: &String| calls.passed.iter().any(|passed| breaks(passed, text));
    let open = context.assumptions.iter().filter(|text| is_open(text));
    context.is_broken = open.clone().any(is_broken);
    if calls.are_all(front, name) {
        let kept = |text: &String| !is_open(text) || is_broken(text);
        context.assumptions.retain(kept);
    }
}

/// The calls of a function in its file.
struct Calls<'p> {
    function: &'p Function,
    /// The objects that each passes to the pointer parameters, where the arguments name them.
    passed: Vec<Vec<Option<ObjectId>>>,
    /// Whether its address is used.
    is_named: bool,
}

impl<'p> Calls<'p> {
    fn of(program: &'p Program, name: &str) -> Option<Self> {
        let function = program.functions.iter().find(|f| f.name == name)?;
        let positions: Vec<usize> = pointers(program, function).iter().map(|p| p.0).collect();
        let (mut passed, mut is_named) = (Vec::new(), false);
        for caller in &program.functions {
            statements_of(&caller.body, &mut |statement| {
                if let StatementKind::Call {
                    callee: Callee::Named(callee),
                    arguments,
                    ..
                } = &statement.kind
                    && callee == name
                {
                    let objects = positions.iter().map(|at| named_object(arguments.get(*at)?));
                    passed.push(objects.collect());
                }
                each_value(statement, &mut |value| {
                    is_named |= matches!(&value.kind, ValueKind::Function(f) if f == name);
                });
            });
        }
        Some(Calls {
            function,
            passed,
            is_named,
        })
    }

    /// Whether these are all calls of the program, and all that they pass is known: the function is
    /// static, and the definition and the calls are all that names it.
    fn are_all(&self, front: &Front<'_>, name: &str) -> bool {
        let unit = front.unit();
        let mentions = unit.tokens.iter().filter(|t| unit.token_text(t) == name);
        self.function.is_static
            && !self.is_named
            && self.passed.iter().flatten().all(Option::is_some)
            && mentions.count() == self.passed.len() + 1
    }
}

fn each_value<'p>(statement: &'p Statement, f: &mut dyn FnMut(&'p Value)) {
    parts_of(statement, &mut |part| match part {
        Part::Value(value) => nested(value, f),
        Part::Written(place) => values_in(place, f),
    });
}

/// Whether a pointer may lead to a file-scope object: other files may know it, or its address is
/// taken.
fn is_reachable(program: &Program, name: &str) -> bool {
    let root = name.split('.').next().unwrap_or(name);
    let mut named = program.objects.iter().filter(|o| o.name == root);
    let own = named.find(|o| matches!(o.lifetime, Lifetime::File | Lifetime::Static));
    let Some(own) = own else {
        return true;
    };
    let mut is_taken = false;
    let takes = |value: &Value| match &value.kind {
        ValueKind::Address(place) => root_object(place) == Some(own.id),
        ValueKind::Unsupported(_) => true,
        _ => false,
    };
    for function in &program.functions {
        statements_of(&function.body, &mut |statement| {
            is_taken |= matches!(statement.kind, StatementKind::Unsupported(_));
            each_value(statement, &mut |value| is_taken |= takes(value));
        });
    }
    let initial = program.objects.iter().filter_map(|o| o.initial.as_ref());
    for (_, value) in initial.flatten() {
        nested(value, &mut |value| is_taken |= takes(value));
    }
    is_taken
}

/// The object that a pointer is the address of, if the value says so itself.
fn named_object(value: &Value) -> Option<ObjectId> {
    match &value.kind {
        ValueKind::Convert(inner) => named_object(inner),
        ValueKind::Offset { pointer, .. } => named_object(pointer),
        ValueKind::Address(place) => root_object(place),
        ValueKind::Load(place) if matches!(value.ty, Type::Record(_)) => root_object(place),
        _ => None,
    }
}

/// The parameters that lead to objects, with their positions.
fn pointers<'p>(program: &'p Program, function: &Function) -> Vec<(usize, &'p Object)> {
    let parameters = function.parameters.iter().enumerate();
    let objects = parameters.filter_map(|(at, id)| Some((at, program.objects.get(id.0 as usize)?)));
    let leads = |o: &Object| match &o.ty {
        Type::Pointer(_) | Type::Array { .. } => true,
        Type::Record(record) => {
            let mut members = record.members.iter();
            members.any(|member| matches!(member.ty, Type::Pointer(_)))
        }
        _ => false,
    };
    objects.filter(|(_, object)| leads(object)).collect()
}

/// Memory that the caller knows too.
struct Memory {
    /// `parameter 2`, `global x`
    name: String,
    /// The same with the members on the way.
    key: String,
    /// A pointer in a structure leads to it.
    is_in_structure: bool,
    /// The type of its elements, as a word.
    ty: String,
    is_written: bool,
}

fn memory(whole: &Whole) -> impl Iterator<Item = Memory> {
    let scop = &whole.system.scop;
    whole.system.interface.iter().filter_map(|shared| {
        let (name, ty) = shared.key.strip_suffix(')')?.rsplit_once(" (")?;
        let key = name.to_string();
        let name = match name.strip_prefix("parameter ") {
            Some(_) => name.split('.').next()?,
            None => name,
        };
        let mut accesses = scop.accesses_to(shared.array);
        Some(Memory {
            name: name.to_string(),
            is_in_structure: key.contains("->"),
            key,
            ty: ty.to_string(),
            is_written: accesses.any(|access| access.kind == AccessKind::Write),
        })
    })
}

/// Whether an object may be accessed as two types: they are the same except for signs, or one of
/// them is a character.
fn may_be_same(a: &Memory, b: &Memory) -> bool {
    let width = |ty: &str| {
        ty.trim_start_matches(|c: char| !c.is_ascii_digit())
            .to_string()
    };
    let is_integer = |ty: &str| ty.starts_with(['i', 'u']);
    let is_character = |ty: &str| is_integer(ty) && width(ty) == "8";
    a.ty == b.ty
        || [&a.ty, &b.ty].into_iter().any(|ty| ty == "value")
        || is_character(&a.ty)
        || is_character(&b.ty)
        || is_integer(&a.ty) && is_integer(&b.ty) && width(&a.ty) == width(&b.ty)
}
