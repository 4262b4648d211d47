//! The parts of a declarator: pointers, dimensions, their sizes, its name.

use crate::syntax::base::Base;
use lang_c::ast::{
    ArraySize, Declarator, DeclaratorKind, DerivedDeclarator, Expression, Identifier,
};
use lang_c::span::Node;
use std::borrow::Cow;
use std::ops::Range;

/// Whether a pointer is the outermost dimension: `*a`, `(*a)[M]`.
pub fn points(declarator: &Declarator) -> bool {
    points_to_rows(declarator) || (sizes(declarator).next().is_none() && pointers(declarator) > 0)
}

/// `(*a)[M]`
pub fn points_to_rows(declarator: &Declarator) -> bool {
    match &declarator.kind.node {
        DeclaratorKind::Declarator(inner) => {
            let inner = &inner.node;
            is_name(inner) && pointers(inner) == 1 && inner.derived.len() == 1
        }
        _ => false,
    }
}

/// The number of `*` in a declarator, without inner ones.
pub fn pointers(declarator: &Declarator) -> usize {
    let is_pointer = |d: &&Node<DerivedDeclarator>| matches!(d.node, DerivedDeclarator::Pointer(_));
    declarator.derived.iter().filter(is_pointer).count()
}

/// Whether all of a declarator is around its name, which may be in parentheses.
pub fn is_name(declarator: &Declarator) -> bool {
    match &declarator.kind.node {
        DeclaratorKind::Identifier(_) => true,
        DeclaratorKind::Declarator(inner) => inner.node.derived.is_empty() && is_name(&inner.node),
        DeclaratorKind::Abstract => false,
    }
}

/// The array dimensions of a declarator and their size expressions.
pub fn sizes(
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

/// The sizes in a declarator as written, with single blanks. A size in a macro's expansion is given
/// in expanded form.
pub fn texts(unit: &source::Unit, base: Base, declarator: &Declarator) -> Vec<String> {
    let text = |size: Option<&Node<Expression>>| {
        size.map_or_else(String::new, |s| written(unit, base.range(s.span)))
    };
    sizes(declarator).map(|(_, size)| text(size)).collect()
}

fn written(unit: &source::Unit, range: Range<usize>) -> String {
    let text = match unit.span_of(range.clone()) {
        Ok(span) => unit.file.slice(span),
        Err(_) => Cow::Borrowed(&unit.text[range]),
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The brackets of `(*a)[n][m]` or of `(*)[n][m]`.
pub fn row_dims(declarator: &Declarator) -> Option<&[Node<DerivedDeclarator>]> {
    let DeclaratorKind::Declarator(inner) = &declarator.kind.node else {
        return None;
    };
    let is_pointer = matches!(
        inner.node.derived.as_slice(),
        [Node {
            node: DerivedDeclarator::Pointer(_),
            ..
        }]
    );
    let plain = !matches!(inner.node.kind.node, DeclaratorKind::Declarator(_));
    let arrays = declarator.derived.iter();
    let mut arrays = arrays.map(|d| matches!(d.node, DerivedDeclarator::Array(_)));
    (is_pointer && plain && arrays.all(|is_array| is_array)).then_some(&declarator.derived)
}

/// The identifier that a declarator declares.
pub fn declared_name(declarator: &Node<Declarator>) -> Option<&Node<Identifier>> {
    match &declarator.node.kind.node {
        DeclaratorKind::Identifier(name) => Some(name),
        DeclaratorKind::Declarator(inner) => declared_name(inner),
        DeclaratorKind::Abstract => None,
    }
}
