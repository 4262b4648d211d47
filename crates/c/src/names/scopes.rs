//! The meaning of names, block by block, and of declaration specifiers.

use crate::names::constants::{Constant, Macros};
use crate::names::symbols::VarId;
use crate::names::types::{Qualifiers, Record, Storage, Type};
use crate::syntax::constant;
use crate::syntax::declarators::declared_name;
use crate::syntax::declarators::sizes;
use integer::IntType;
use lang_c::ast::{
    DeclarationSpecifier, Declarator, DeclaratorKind, DerivedDeclarator, EnumType, Expression,
    PointerQualifier, SpecifierQualifier, StorageClassSpecifier, StructDeclaration, StructKind,
    StructType, TypeName, TypeOf, TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(crate) enum Entity {
    /// An object of the function at hand.
    Local(VarId),
    /// An object at file scope.
    Global(usize),
    /// A type.
    Type(Type, Qualifiers),
    /// An enumeration constant.
    Constant(Constant),
    /// A function, or something that is not followed.
    Other,
}

/// The joint meaning of specifiers.
#[derive(Clone, Debug)]
pub(crate) struct Specified {
    /// Storage class.
    pub storage: Storage,
    /// Type before the declarator.
    pub base: Type,
    /// Qualifiers before the declarator.
    pub qualifiers: Qualifiers,
}

/// Names in scope, innermost block last.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    levels: Vec<HashMap<String, Entity>>,
}

impl Scopes {
    /// Opens a block.
    pub(crate) fn enter(&mut self) {
        self.levels.push(HashMap::new());
    }

    /// Closes the innermost block.
    pub(crate) fn leave(&mut self) {
        self.levels.pop();
    }

    /// Declares a name in the innermost block. Tags have a space in their name: `struct s`.
    pub(crate) fn declare(&mut self, name: &str, entity: Entity) {
        if let Some(level) = self.levels.last_mut() {
            level.insert(name.to_string(), entity);
        }
    }

    /// The meaning of the name here.
    pub(crate) fn find(&self, name: &str) -> Option<&Entity> {
        self.levels.iter().rev().find_map(|level| level.get(name))
    }

    /// The meaning of a declaration's specifiers. Declares their tags and enumeration constants.
    pub(crate) fn specified(
        &mut self,
        specifiers: &[Node<DeclarationSpecifier>],
        macros: Macros<'_>,
    ) -> Specified {
        let mut storage = Storage::Automatic;
        let mut qualifiers = Qualifiers::default();
        let mut types = Vec::new();
        for specifier in specifiers {
            match &specifier.node {
                DeclarationSpecifier::StorageClass(class) => {
                    storage = storage_of(&class.node, storage)
                }
                DeclarationSpecifier::TypeQualifier(q) => {
                    qualifiers = qualifiers.and(qualifier(&q.node))
                }
                DeclarationSpecifier::TypeSpecifier(t) => types.push(&t.node),
                _ => {}
            }
        }
        let (base, more) = self.base_type(&types, macros);
        Specified {
            storage,
            base,
            qualifiers: qualifiers.and(more),
        }
    }

    /// The type that a type name in a cast or `sizeof` denotes.
    pub(crate) fn type_name(&mut self, name: &TypeName, macros: Macros<'_>) -> Type {
        let (base, _) = self.listed(&name.specifiers, macros);
        match &name.declarator {
            Some(declarator) => derive(base, &declarator.node),
            None => base,
        }
    }

    fn listed(
        &mut self,
        list: &[Node<SpecifierQualifier>],
        macros: Macros<'_>,
    ) -> (Type, Qualifiers) {
        let mut qualifiers = Qualifiers::default();
        let mut types = Vec::new();
        for item in list {
            match &item.node {
                SpecifierQualifier::TypeSpecifier(t) => types.push(&t.node),
                SpecifierQualifier::TypeQualifier(q) => {
                    qualifiers = qualifiers.and(qualifier(&q.node))
                }
                SpecifierQualifier::Extension(_) => {}
            }
        }
        let (base, more) = self.base_type(&types, macros);
        (base, qualifiers.and(more))
    }

    fn base_type(&mut self, types: &[&TypeSpecifier], macros: Macros<'_>) -> (Type, Qualifiers) {
        let plain = Qualifiers::default();
        match types {
            [TypeSpecifier::TypedefName(name)] => match self.find(&name.node.name) {
                Some(Entity::Type(ty, qualifiers)) => (ty.clone(), *qualifiers),
                _ => (builtin(&name.node.name), plain),
            },
            [TypeSpecifier::Struct(record)] => (self.record(&record.node, macros), plain),
            [TypeSpecifier::Enum(enumeration)] => {
                (self.enumeration(&enumeration.node, macros), plain)
            }
            [TypeSpecifier::Atomic(name)] => {
                let ty = self.type_name(&name.node, macros);
                (
                    ty,
                    Qualifiers {
                        atomic: true,
                        ..plain
                    },
                )
            }
            [TypeSpecifier::TypeOf(of)] => match &of.node {
                TypeOf::Type(name) => (self.type_name(&name.node, macros), plain),
                TypeOf::Expression(_) => (Type::Unknown, plain),
            },
            [TypeSpecifier::TS18661Float(float)] => (Type::Floating(float.width as u64 / 8), plain),
            _ => (basic(types), plain),
        }
    }

    fn record(&mut self, record: &StructType, macros: Macros<'_>) -> Type {
        let tag = record
            .identifier
            .as_ref()
            .map(|name| format!("struct {}", name.node.name));
        let Some(declarations) = &record.declarations else {
            return match tag.and_then(|tag| self.find(&tag).cloned()) {
                Some(Entity::Type(ty, _)) => ty,
                _ => Type::Unknown,
            };
        };
        let (mut members, mut bit_fields) = (Vec::new(), Vec::new());
        let mut is_fixed = true;
        for declaration in declarations {
            let StructDeclaration::Field(field) = &declaration.node else {
                continue;
            };
            let (base, qualifiers) = self.listed(&field.node.specifiers, macros);
            let fields = field.node.declarators.iter();
            let narrow = fields.filter(|d| d.node.bit_width.is_some());
            let narrow = narrow.filter_map(|d| declared_name(d.node.declarator.as_ref()?));
            bit_fields.extend(narrow.map(|n| n.node.name.clone()));
            let unusual = qualifiers.volatile || qualifiers.atomic;
            is_fixed &= !matches!(&base, Type::Record(inner) if !inner.is_fixed);
            for declarator in field
                .node
                .declarators
                .iter()
                .filter_map(|d| d.node.declarator.as_ref())
            {
                let mut sizes = sizes(&declarator.node).filter_map(|(_, size)| size);
                is_fixed &= sizes.all(|size| self.constant(size, macros).is_some());
                let pointers = pointer_qualifiers(&declarator.node);
                let ty = if unusual || pointers.volatile || pointers.atomic {
                    Type::Unknown
                } else {
                    derive(base.clone(), &declarator.node)
                };
                members.extend(declared_name(declarator).map(|n| (n.node.name.clone(), ty)));
            }
        }
        let ty = Type::Record(Arc::new(Record {
            members,
            is_union: record.kind.node == StructKind::Union,
            bit_fields,
            is_fixed,
        }));
        if let Some(tag) = tag {
            self.declare(&tag, Entity::Type(ty.clone(), Qualifiers::default()));
        }
        ty
    }

    /// As gcc and clang do: `unsigned` unless an enumerator is negative.
    fn enumeration(&mut self, enumeration: &EnumType, macros: Macros<'_>) -> Type {
        let tag = enumeration
            .identifier
            .as_ref()
            .map(|name| format!("enum {}", name.node.name));
        if enumeration.enumerators.is_empty() {
            return match tag.and_then(|tag| self.find(&tag).cloned()) {
                Some(Entity::Type(ty, _)) => ty,
                _ => Type::Unknown,
            };
        }
        let mut ty = Type::Integer(IntType::INT.unsigned());
        let mut next = Some(Constant {
            value: 0,
            macros: BTreeSet::new(),
        });
        for item in &enumeration.enumerators {
            let value = match &item.node.expression {
                Some(expression) => self.constant(expression, macros),
                None => next,
            };
            match &value {
                Some(c) if c.value < 0 => ty = Type::Integer(IntType::INT),
                Some(_) => {}
                None => ty = Type::Unknown,
            }
            let entity = value.clone().map_or(Entity::Other, Entity::Constant);
            self.declare(&item.node.identifier.node.name, entity);
            next = value.and_then(|c| {
                Some(Constant {
                    value: c.value.checked_add(1)?,
                    ..c
                })
            });
        }
        if let Some(tag) = tag {
            self.declare(&tag, Entity::Type(ty.clone(), Qualifiers::default()));
        }
        ty
    }

    /// The value of an integer constant expression.
    pub(crate) fn constant(
        &self,
        expression: &Node<Expression>,
        macros: Macros<'_>,
    ) -> Option<Constant> {
        let mut used = BTreeSet::new();
        let value = constant::evaluate(&expression.node, &mut |name| match self.find(name) {
            Some(Entity::Constant(c)) => {
                used.extend(c.macros.iter().cloned());
                Some(c.value)
            }
            Some(_) => None,
            None => {
                let found = macros.get(name)?;
                used.insert(name.to_string());
                Some(found.value)
            }
        })?;
        Some(Constant {
            value,
            macros: used,
        })
    }
}

fn storage_of(class: &StorageClassSpecifier, before: Storage) -> Storage {
    match class {
        StorageClassSpecifier::Typedef => Storage::Typedef,
        StorageClassSpecifier::Extern => Storage::Extern,
        StorageClassSpecifier::ThreadLocal => Storage::ThreadLocal,
        StorageClassSpecifier::Register => Storage::Register,
        StorageClassSpecifier::Auto => before,
        // `static _Thread_local` in either order.
        StorageClassSpecifier::Static if before == Storage::ThreadLocal => before,
        StorageClassSpecifier::Static => Storage::Static,
    }
}

fn qualifier(q: &TypeQualifier) -> Qualifiers {
    Qualifiers {
        constant: *q == TypeQualifier::Const,
        volatile: *q == TypeQualifier::Volatile,
        atomic: *q == TypeQualifier::Atomic,
    }
}

/// Qualifiers of the pointers in a declarator: `double *volatile a[3]`.
pub(crate) fn pointer_qualifiers(declarator: &Declarator) -> Qualifiers {
    let mut all = Qualifiers::default();
    for derived in &declarator.derived {
        if let DerivedDeclarator::Pointer(list) = &derived.node {
            for item in list {
                if let PointerQualifier::TypeQualifier(q) = &item.node {
                    all = all.and(qualifier(&q.node));
                }
            }
        }
    }
    all
}

/// Whether a declarator declares a single `restrict` pointer: `T *restrict a`, `T a[restrict n]`.
pub(crate) fn is_restricted(declarator: &Declarator) -> bool {
    let is_restrict = |q: &TypeQualifier| *q == TypeQualifier::Restrict;
    let of_pointer = |list: &[Node<PointerQualifier>]| {
        let mut list = list.iter();
        list.any(|q| matches!(&q.node, PointerQualifier::TypeQualifier(q) if is_restrict(&q.node)))
    };
    let is_name = matches!(declarator.kind.node, DeclaratorKind::Identifier(_));
    is_name
        && match declarator.derived.as_slice() {
            [only] if let DerivedDeclarator::Pointer(list) = &only.node => of_pointer(list),
            [first, ..] if let DerivedDeclarator::Array(array) = &first.node => {
                array.node.qualifiers.iter().any(|q| is_restrict(&q.node))
            }
            _ => false,
        }
}

/// The declared type: `base` with the pointers, dimensions and parameters of a declarator.
pub(crate) fn derive(base: Type, declarator: &Declarator) -> Type {
    let is_pointer = |d: &&Node<DerivedDeclarator>| {
        matches!(
            d.node,
            DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_)
        )
    };
    let mut ty = base;
    for _ in declarator.derived.iter().filter(is_pointer) {
        ty = Type::Pointer(Arc::new(ty));
    }
    for suffix in declarator.derived.iter().rev().filter(|d| !is_pointer(d)) {
        ty = match suffix.node {
            DerivedDeclarator::Array(_) => Type::Array(Arc::new(ty)),
            _ => Type::Function,
        };
    }
    match &declarator.kind.node {
        DeclaratorKind::Declarator(inner) => derive(ty, &inner.node),
        _ => ty,
    }
}

/// Types that compilers know without a declaration. Numbers wider than all others are not followed.
fn builtin(name: &str) -> Type {
    match name {
        "bool" => Type::Integer(IntType {
            bits: 8,
            signed: false,
        }),
        "__bf16" | "__fp16" => Type::Floating(2),
        "__int128" | "__int128_t" | "__uint128_t" | "__float128" => Type::Floating(16),
        _ => Type::Unknown,
    }
}

/// Types made of keywords alone.
fn basic(types: &[&TypeSpecifier]) -> Type {
    let count = |wanted: &TypeSpecifier| types.iter().filter(|t| **t == wanted).count();
    let has = |wanted: &TypeSpecifier| count(wanted) > 0;
    let longs = count(&TypeSpecifier::Long);
    let complex = if has(&TypeSpecifier::Complex) { 2 } else { 1 };
    let signed = !has(&TypeSpecifier::Unsigned);
    let integer = |bits| Type::Integer(IntType { bits, signed });
    if types.is_empty() {
        Type::Unknown
    } else if has(&TypeSpecifier::Void) {
        Type::Void
    } else if has(&TypeSpecifier::Float) {
        Type::Floating(4 * complex)
    } else if has(&TypeSpecifier::Double) || complex == 2 {
        Type::Floating(complex * if longs > 0 { 16 } else { 8 })
    } else if has(&TypeSpecifier::Bool) {
        Type::Integer(IntType {
            bits: 1,
            signed: false,
        })
    } else if has(&TypeSpecifier::Char) {
        // Plain char may be signed or not: values near the bounds are never assumed.
        integer(8)
    } else if has(&TypeSpecifier::Short) {
        integer(16)
    } else if longs > 0 {
        integer(64)
    } else if types.iter().all(|t| is_int_word(t)) {
        integer(32)
    } else {
        Type::Unknown
    }
}

fn is_int_word(t: &TypeSpecifier) -> bool {
    matches!(
        t,
        TypeSpecifier::Int | TypeSpecifier::Signed | TypeSpecifier::Unsigned
    )
}
