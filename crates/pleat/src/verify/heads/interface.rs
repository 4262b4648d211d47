//! The types of functions and objects that other files may know, in two programs.

use super::super::start::same_length;
use super::super::verdict::{Reason, Side};
use program::{Function, Lifetime, Object, ObjectId, Program, Record, Type, Value, constant_value};
use std::collections::BTreeSet;

/// Checks that a function takes and returns the same types in both programs, and that objects at
/// file scope with these names are the same to other files.
pub(in super::super) fn same_interface(
    programs: (&Program, &Program),
    name: &str,
    objects: &BTreeSet<String>,
) -> Result<(), Reason> {
    let function = |program: &'_ Program| program.functions.iter().position(|f| f.name == name);
    let (Some(old), Some(new)) = (function(programs.0), function(programs.1)) else {
        return Ok(());
    };
    let (old, new) = (&programs.0.functions[old], &programs.1.functions[new]);
    let types = Types(programs.0, programs.1);
    let is_called = name != "main";
    let found = is_called.then(|| other_types(types, (old, new))).flatten();
    if let Some(message) = found {
        let reason = Reason::new(message).at(Side::Before, Some(old.at), "here");
        return Err(reason.at(Side::After, Some(new.at), "and here"));
    }
    for name in objects {
        if let (Some(old), Some(new)) = (global(programs.0, name), global(programs.1, name))
            && let Some(what) = other_object(types, (old, new))
        {
            let reason = Reason::new(format!("`{name}` {what}"));
            let reason = reason.at(Side::Before, Some(old.at), "here");
            return Err(reason.at(Side::After, Some(new.at), "and here"));
        }
    }
    Ok(())
}

/// What differs in the types of a function.
fn other_types(types: Types<'_>, (old, new): (&Function, &Function)) -> Option<String> {
    if old.is_variadic != new.is_variadic || old.parameters.len() != new.parameters.len() {
        return Some("it takes another number of arguments".to_string());
    }
    if !types.are_compatible(&old.returns, &new.returns) {
        return Some("its result has another type".to_string());
    }
    let object = |program: &'_ Program, id: &ObjectId| program.objects[id.0 as usize].clone();
    let pairs = old.parameters.iter().zip(&new.parameters);
    for (one, other) in pairs {
        let (one, other) = (object(types.0, one), object(types.1, other));
        if !types.are_compatible(&one.ty, &other.ty) {
            return Some(format!("its parameter `{}` has another type", other.name));
        }
        if new.takes_promoted && !old.takes_promoted {
            return Some("its arguments are no longer converted: it has no prototype".to_string());
        }
        if old.takes_promoted && !new.takes_promoted && !is_promoted(&one.ty) {
            return Some(format!(
                "its argument `{}` is no longer promoted",
                other.name
            ));
        }
    }
    None
}

/// Whether an argument of this type is passed in the same way with and without a prototype.
fn is_promoted(ty: &Type) -> bool {
    match ty {
        Type::Integer(ty) => ty.bits >= 32,
        Type::Floating(bytes) => *bytes != 4,
        _ => true,
    }
}

/// The only object at file scope with a name.
fn global<'p>(program: &'p Program, name: &str) -> Option<&'p Object> {
    let is_outside = |o: &&Object| matches!(o.lifetime, Lifetime::File | Lifetime::Linked);
    program
        .objects
        .iter()
        .filter(is_outside)
        .find(|o| o.name == name)
}

/// What differs in an object, as far as other files know it.
fn other_object(types: Types<'_>, (old, new): (&Object, &Object)) -> Option<&'static str> {
    if old.is_volatile != new.is_volatile {
        return Some("is `volatile` or atomic in one version only");
    }
    match (old.lifetime, new.lifetime) {
        (Lifetime::File, _) => None,
        (_, Lifetime::File) => Some("is `static` in the second version only"),
        _ if new.is_constant && !old.is_constant => Some("is `const` in the second version only"),
        _ if !types.are_same(&old.ty, &new.ty) => Some("has another type"),
        _ => None,
    }
}

/// Two programs whose types are compared.
#[derive(Clone, Copy)]
struct Types<'p>(&'p Program, &'p Program);

impl Types<'_> {
    /// Whether values of two types are passed in the same way and mean the same. Arrays behind
    /// pointers may have another shape.
    fn are_compatible(self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Pointer(a), Type::Pointer(b)) => {
                let (a, b) = (element(a), element(b));
                let is_any = |ty: &Type| matches!(ty, Type::Void | Type::Unknown);
                is_any(a) || is_any(b) || self.are_compatible(a, b)
            }
            (a, b) => self.are_same(a, b),
        }
    }

    /// Whether two types are the same; arrays without a length have any.
    fn are_same(self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (
                Type::Array {
                    element: a,
                    length: n,
                },
                Type::Array {
                    element: b,
                    length: m,
                },
            ) => self.are_same(a, b) && self.are_same_length(n.as_deref(), m.as_deref()),
            (Type::Record(a), Type::Record(b)) => self.are_same_records(a, b),
            (Type::Pointer(_), Type::Pointer(_)) => self.are_compatible(a, b),
            (a, b) => a == b,
        }
    }

    fn are_same_length(self, n: Option<&Value>, m: Option<&Value>) -> bool {
        let (Some(n), Some(m)) = (n, m) else {
            return true;
        };
        let number = constant_value(n, &self.0.macros);
        let is_same = number.is_some() && number == constant_value(m, &self.1.macros);
        is_same || same_length((self.0, self.1), n, m)
    }

    fn are_same_records(self, a: &Record, b: &Record) -> bool {
        let mut members = a.members.iter().zip(&b.members);
        a.bytes == b.bytes
            && a.align == b.align
            && a.is_union == b.is_union
            && a.members.len() == b.members.len()
            && members.all(|(a, b)| a.offset == b.offset && self.are_same(&a.ty, &b.ty))
    }
}

/// The type below all arrays.
fn element(ty: &Type) -> &Type {
    match ty {
        Type::Array { element: inner, .. } => element(inner),
        other => other,
    }
}
