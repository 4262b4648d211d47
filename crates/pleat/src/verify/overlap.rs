//! Whether pointer parameters may lead to the same memory, as far as a proof relies on it. Assumes:
//! a `restrict` pointer is used as the language demands.

use affine::Whole;
use front::Program as Front;
use program::visit::{Part, nested, parts_of, root_object, statements_of};
use program::{Callee, Function, Object, ObjectId, Program, StatementKind, Type, Value, ValueKind};
use scop::AccessKind;
use std::collections::BTreeSet;

/// The assumption, as a sentence.
pub(super) const ASSUMPTION: &str = "its pointer parameters do not overlap";

/// Whether two parameters, of which one is written, may overlap by the language.
pub(super) fn is_assumed(program: &Program, function: &str, versions: [&Whole; 2]) -> bool {
    let Some(function) = program.functions.iter().find(|f| f.name == function) else {
        return true;
    };
    let written: BTreeSet<usize> = versions.into_iter().flat_map(written_parameters).collect();
    let pointers = pointers(program, function);
    let may_overlap = |a: &(usize, &Object), b: &(usize, &Object)| {
        let is_written = written.contains(&a.0) || written.contains(&b.0);
        is_written && !a.1.is_restrict && !b.1.is_restrict
    };
    let pairs = pointers.iter().enumerate();
    let mut pairs = pairs.flat_map(|(k, a)| pointers[..k].iter().map(move |b| (a, b)));
    pairs.any(|(a, b)| may_overlap(a, b))
}

/// Whether every call of a function passes different objects: it is static, nothing but calls
/// names it, and their arguments name the objects.
pub(super) fn is_called_apart(front: &Front<'_>, program: &Program, name: &str) -> bool {
    let Some(function) = program.functions.iter().find(|f| f.name == name) else {
        return false;
    };
    let positions: Vec<usize> = pointers(program, function).iter().map(|p| p.0).collect();
    let mut calls = 0;
    let mut apart = true;
    let mut is_named = false;
    for caller in &program.functions {
        statements_of(&caller.body, &mut |statement| {
            if let StatementKind::Call {
                callee: Callee::Named(callee),
                arguments,
                ..
            } = &statement.kind
                && callee == name
            {
                calls += 1;
                apart &= are_apart(arguments, &positions);
            }
            parts_of(statement, &mut |part| {
                if let Part::Value(value) = part {
                    nested(value, &mut |value| {
                        is_named |= matches!(&value.kind, ValueKind::Function(f) if f == name);
                    });
                }
            });
        });
    }
    // The definition and the calls are all that names it.
    let unit = front.unit();
    let mentions = unit.tokens.iter().filter(|t| unit.token_text(t) == name);
    function.is_static && apart && !is_named && mentions.count() == calls + 1
}

/// Whether the arguments at these positions are parts of different objects.
fn are_apart(arguments: &[Value], positions: &[usize]) -> bool {
    let mut seen = BTreeSet::new();
    positions.iter().all(|at| {
        let object = arguments.get(*at).and_then(named_object);
        object.is_some_and(|object| seen.insert(object))
    })
}

/// The object that a pointer is the address of, if the value says so itself.
fn named_object(value: &Value) -> Option<ObjectId> {
    match &value.kind {
        ValueKind::Convert(inner) => named_object(inner),
        ValueKind::Offset { pointer, .. } => named_object(pointer),
        ValueKind::Address(place) => root_object(place),
        _ => None,
    }
}

/// The parameters that lead to objects, with their positions.
fn pointers<'p>(program: &'p Program, function: &Function) -> Vec<(usize, &'p Object)> {
    let parameters = function.parameters.iter().enumerate();
    let objects = parameters.filter_map(|(at, id)| Some((at, program.objects.get(id.0 as usize)?)));
    let leads = |o: &Object| matches!(o.ty, Type::Pointer(_) | Type::Array { .. });
    objects.filter(|(_, object)| leads(object)).collect()
}

/// The positions of the parameters whose memory is written.
fn written_parameters(whole: &Whole) -> impl Iterator<Item = usize> {
    let scop = &whole.system.scop;
    let shared = whole.system.interface.iter();
    let written = shared.filter(|shared| {
        let mut accesses = scop.accesses_to(shared.array);
        accesses.any(|access| access.kind == AccessKind::Write)
    });
    written.filter_map(|shared| {
        let rest = shared.key.strip_prefix("parameter ")?;
        let digits = rest.find(|c: char| !c.is_ascii_digit());
        rest[..digits.unwrap_or(rest.len())].parse().ok()
    })
}
