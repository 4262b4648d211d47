//! The type before the declarators.

use super::{Specified, Storage};
use crate::lowerer::Lowerer;
use crate::lowerer::scopes::Entity;
use crate::types::{Qualified, Ty};
use c::syntax::parser::stand_ins::DEDUCED;
use integer::IntType;
use lang_c::ast::{
    DeclarationSpecifier, SpecifierQualifier, StorageClassSpecifier, TS18661FloatFormat,
    TS18661FloatType, TypeName, TypeOf, TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;

impl Lowerer<'_> {
    /// The meaning of a declaration's specifiers. Declares their tags and enumeration constants.
    pub(crate) fn specified(&mut self, specifiers: &[Node<DeclarationSpecifier>]) -> Specified {
        let mut storage = Storage::Plain;
        let mut qualifiers = Ty::Void.plain();
        let mut is_thread_local = false;
        let mut types = Vec::new();
        for specifier in specifiers {
            match &specifier.node {
                DeclarationSpecifier::StorageClass(class) => match class.node {
                    StorageClassSpecifier::Typedef => storage = Storage::Typedef,
                    StorageClassSpecifier::Extern => storage = Storage::Extern,
                    StorageClassSpecifier::Static => storage = Storage::Static,
                    StorageClassSpecifier::ThreadLocal => is_thread_local = true,
                    StorageClassSpecifier::Auto | StorageClassSpecifier::Register => {}
                },
                DeclarationSpecifier::TypeQualifier(q) => qualify(&mut qualifiers, &q.node),
                DeclarationSpecifier::TypeSpecifier(t) => types.push(t),
                DeclarationSpecifier::Function(_)
                | DeclarationSpecifier::Alignment(_)
                | DeclarationSpecifier::Extension(_) => {}
            }
        }
        Specified {
            storage,
            is_deduced: is_deduced(&types),
            base: self.base_type(&types).and(&qualifiers),
            is_thread_local,
        }
    }

    /// The type that a type name in a cast or `sizeof` denotes.
    pub(crate) fn type_name(&mut self, name: &TypeName) -> Qualified {
        let base = self.listed(&name.specifiers);
        match &name.declarator {
            Some(declarator) => self.derived(base, &declarator.node),
            None => base,
        }
    }

    /// The type before the declarators of a member or a type name.
    pub(super) fn listed(&mut self, list: &[Node<SpecifierQualifier>]) -> Qualified {
        let mut qualifiers = Ty::Void.plain();
        let mut types = Vec::new();
        for item in list {
            match &item.node {
                SpecifierQualifier::TypeSpecifier(t) => types.push(t),
                SpecifierQualifier::TypeQualifier(q) => qualify(&mut qualifiers, &q.node),
                SpecifierQualifier::Extension(_) => {}
            }
        }
        self.base_type(&types).and(&qualifiers)
    }

    fn base_type(&mut self, types: &[&Node<TypeSpecifier>]) -> Qualified {
        let [only] = types else {
            return basic(types, self.plain_char()).plain();
        };
        match &only.node {
            TypeSpecifier::TypedefName(name) => match self.scopes.find(&name.node.name) {
                Some(Entity::Type(ty)) => ty.clone(),
                _ => builtin(&name.node.name).plain(),
            },
            TypeSpecifier::Struct(record) => self.record(record).plain(),
            TypeSpecifier::Enum(enumeration) => self.enumeration(&enumeration.node).plain(),
            TypeSpecifier::Atomic(name) => Qualified {
                is_volatile: true,
                ..self.type_name(&name.node)
            },
            TypeSpecifier::TypeOf(of) => self.type_of(&of.node),
            TypeSpecifier::TS18661Float(float) => named_floating(float).plain(),
            _ => basic(types, self.plain_char()).plain(),
        }
    }

    fn type_of(&mut self, of: &TypeOf) -> Qualified {
        match of {
            TypeOf::Type(name) => self.type_name(&name.node),
            TypeOf::Expression(e) => self.unevaluated(|s| s.type_of_expression(e)),
        }
    }
}

/// `auto` and `__auto_type`.
fn is_deduced(types: &[&Node<TypeSpecifier>]) -> bool {
    match types {
        [only] => matches!(&only.node, TypeSpecifier::TypedefName(name)
            if name.node.name == DEDUCED || name.node.name == "__auto_type"),
        _ => false,
    }
}

pub(super) fn qualify(all: &mut Qualified, qualifier: &TypeQualifier) {
    match qualifier {
        TypeQualifier::Const => all.is_constant = true,
        TypeQualifier::Volatile | TypeQualifier::Atomic => all.is_volatile = true,
        TypeQualifier::Restrict => all.is_restrict = true,
        TypeQualifier::Nonnull | TypeQualifier::NullUnspecified | TypeQualifier::Nullable => {}
    }
}

/// Types that compilers know without a declaration.
fn builtin(name: &str) -> Ty {
    match name {
        "bool" => Ty::Integer(IntType {
            bits: 1,
            signed: false,
        }),
        "__builtin_va_list" | "va_list" => Ty::unknown("a list of variable arguments"),
        "__int128" | "__int128_t" | "__uint128_t" => Ty::unknown("a 128-bit integer"),
        "__float128" | "__bf16" | "__fp16" => Ty::unknown("an extended floating type"),
        "_BitInt" => Ty::unknown("`_BitInt`"),
        _ => Ty::unknown("a type whose declaration is not understood"),
    }
}

fn named_floating(float: &TS18661FloatType) -> Ty {
    match (&float.format, float.width) {
        (TS18661FloatFormat::BinaryInterchange, 32) => Ty::Floating(4),
        (TS18661FloatFormat::BinaryInterchange, 64) => Ty::Floating(8),
        (TS18661FloatFormat::BinaryExtended, 32) => Ty::Floating(8),
        (TS18661FloatFormat::BinaryExtended, 64) => Ty::Floating(16),
        _ => Ty::unknown("an extended floating type"),
    }
}

/// The complex type that keywords denote. `_Complex` alone is `double _Complex`.
fn complex(types: &[&Node<TypeSpecifier>]) -> Ty {
    let rest = types.iter().map(|t| &t.node);
    let rest: Vec<_> = rest.filter(|t| **t != TypeSpecifier::Complex).collect();
    let has_double = rest.contains(&&TypeSpecifier::Double);
    match rest[..] {
        [] | [TypeSpecifier::Double] => Ty::Complex(8),
        [TypeSpecifier::Float] => Ty::Complex(4),
        [TypeSpecifier::Long, _] | [_, TypeSpecifier::Long] if has_double => Ty::Complex(16),
        _ => Ty::unknown("a complex number of an unusual type"),
    }
}

/// Types made of keywords alone.
fn basic(types: &[&Node<TypeSpecifier>], plain_char: IntType) -> Ty {
    let count = |wanted: &TypeSpecifier| types.iter().filter(|t| t.node == *wanted).count();
    let has = |wanted: &TypeSpecifier| count(wanted) > 0;
    let longs = count(&TypeSpecifier::Long);
    let signed = !has(&TypeSpecifier::Unsigned);
    let integer = |bits| Ty::Integer(IntType { bits, signed });
    let is_keyword = |t: &&Node<TypeSpecifier>| {
        !matches!(
            t.node,
            TypeSpecifier::TypedefName(_) | TypeSpecifier::Struct(_)
        )
    };
    if has(&TypeSpecifier::Complex) {
        complex(types)
    } else if !types.iter().all(is_keyword) {
        Ty::unknown("a type whose declaration is not understood")
    } else if has(&TypeSpecifier::Void) {
        Ty::Void
    } else if has(&TypeSpecifier::Float) {
        Ty::Floating(4)
    } else if has(&TypeSpecifier::Double) {
        Ty::Floating(if longs > 0 { 16 } else { 8 })
    } else if has(&TypeSpecifier::Bool) {
        Ty::Integer(IntType {
            bits: 1,
            signed: false,
        })
    } else if has(&TypeSpecifier::Char) {
        let is_plain = signed && !has(&TypeSpecifier::Signed);
        match is_plain {
            true => Ty::Integer(plain_char),
            false => integer(8),
        }
    } else if has(&TypeSpecifier::Short) {
        integer(16)
    } else if longs > 0 {
        integer(64)
    } else {
        integer(32)
    }
}
