//! The declarators of a function's own arrays.

use crate::affine::Value;
use crate::refusal::Refusal;
use crate::scene::Scene;
use crate::symbols::{VarId, Variable};
use crate::types::{Storage, Type};
use lang_c::ast::{ArraySize, Declarator, DeclaratorKind, DerivedDeclarator, Expression};
use lang_c::span::Node;
use poly::Expr;
use std::ops::Range;

/// One dimension of a declarator, in the unit's text.
#[derive(Debug, Clone)]
pub struct Dim {
    /// With brackets.
    pub brackets: Range<usize>,
    /// The size expression.
    pub size: Range<usize>,
}

/// What the declaration of an array says.
#[derive(Debug)]
pub struct Shape {
    /// Its dimensions.
    pub dims: Vec<Dim>,
    /// Its extents, if all are affine in the parameters.
    pub extents: Option<Vec<Expr>>,
}

/// The arrays that the function declares, in order.
pub fn own_arrays<'v>(
    variables: &'v [Variable<'_>],
) -> impl Iterator<Item = (VarId, &'v Variable<'v>)> {
    let tracked = variables.iter().enumerate().filter(|(_, v)| v.tracked);
    tracked.map(|(k, v)| (VarId(k), v as &Variable<'_>))
}

/// Why an array cannot be a candidate, as far as its declaration tells.
pub fn refusal_of_declaration(variable: &Variable<'_>) -> Option<Refusal> {
    if variable.qualifiers.volatile {
        return Some(Refusal::Volatile);
    }
    if variable.qualifiers.atomic {
        return Some(Refusal::Atomic);
    }
    match variable.storage {
        Storage::Extern => return Some(Refusal::StorageClass("extern")),
        Storage::Register => return Some(Refusal::StorageClass("register")),
        Storage::ThreadLocal => return Some(Refusal::StorageClass("_Thread_local")),
        Storage::Automatic | Storage::Static | Storage::Typedef => {}
    }
    let declarator = &variable.declarator?.node;
    if !matches!(declarator.kind.node, DeclaratorKind::Identifier(_)) {
        return Some(Refusal::Parenthesised);
    }
    let (rank, element) = variable.ty.rank();
    if sizes(declarator).count() != rank {
        return Some(Refusal::TypedefShape);
    }
    if !element.is_scalar() && !matches!(element, Type::Record(_)) {
        return Some(Refusal::UnknownElement);
    }
    let initializer = variable.initializer.map(|i| &i.node).filter(|_| rank > 0);
    initializer
        .filter(|i| !crate::statements::is_zero(i))
        .map(|_| Refusal::InitialiserNotZero)
}

/// The array dimensions of a declarator and their size expressions.
fn sizes(
    declarator: &Declarator,
) -> impl Iterator<Item = (lang_c::span::Span, Option<&Node<Expression>>)> {
    declarator
        .derived
        .iter()
        .filter_map(|derived| match &derived.node {
            DerivedDeclarator::Array(array) => {
                let size = match &array.node.size {
                    ArraySize::VariableExpression(e) | ArraySize::StaticExpression(e) => Some(&**e),
                    ArraySize::Unknown | ArraySize::VariableUnknown => None,
                };
                Some((derived.span, size))
            }
            _ => None,
        })
}

impl Scene<'_> {
    /// Reads an array's declarator.
    pub fn shape(&mut self, variable: &Variable<'_>) -> Shape {
        let mut shape = Shape {
            dims: Vec::new(),
            extents: Some(Vec::new()),
        };
        let Some(declarator) = variable.declarator else {
            return shape;
        };
        for (brackets, size) in sizes(&declarator.node) {
            let brackets = self.base.range(brackets);
            let extent = size.and_then(|size| self.extent(size));
            shape.extents = shape.extents.zip(extent).map(|(mut list, extent)| {
                list.push(extent);
                list
            });
            let size = size.map_or(brackets.end..brackets.end, |s| self.base.range(s.span));
            shape.dims.push(Dim { brackets, size });
        }
        shape
    }

    /// The number of elements of a dimension, in the parameters.
    fn extent(&mut self, size: &Node<Expression>) -> Option<Expr> {
        let Value { expr, .. } = self.value(size)?;
        let positive = expr.as_constant().is_none_or(|n| n > 0);
        (positive && self.is_parametric(&expr)).then_some(expr)
    }
}

/// The sizes in a declarator as written, blanks made single.
pub fn texts(
    unit: &source::Unit,
    base: crate::parse::Base,
    declarator: &Declarator,
) -> Vec<String> {
    let text = |size: Option<&Node<Expression>>| {
        size.map_or_else(String::new, |s| {
            crate::candidates::written(unit, base.range(s.span))
        })
    };
    sizes(declarator).map(|(_, size)| text(size)).collect()
}
