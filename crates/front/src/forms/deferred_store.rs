//! Values that are stored last, in loops in strips:
//!
//! ```c
//! for (; x < end; x++) {
//!     const double value = ...;
//!     out[x] = value + t[other + x];
//!     t[row + x] = value;
//! }
//! ```
//!
//! Such a value is read as if `t[row + x]` were set where it is declared, and as if each mention of it were that
//! element. This is exact: in between nothing leaves the iteration, nothing writes to the array, and no read of it
//! finds the cell of `row + x`, whose dividend differs by no multiple of the modulus.

use c::syntax::expressions::sides;
use lang_c::ast::{BinaryOperator, BlockItem, Expression, InitDeclarator, Initializer, Statement};
use lang_c::span::{Node, Span as Offsets};

/// The store at the end of an iteration, as a syntax tree has it.
pub(crate) struct StoreAtEnd<'e> {
    /// `t[row + x]`
    pub(crate) element: &'e Node<Expression>,
    /// The name of the value.
    pub(crate) value: &'e Node<Expression>,
    /// The statement.
    pub(crate) span: Offsets,
}

impl<'e> StoreAtEnd<'e> {
    /// Reads the last item of a body: `t[row + x] = value;`.
    pub(crate) fn of(last: &'e Node<BlockItem>) -> Option<Self> {
        let BlockItem::Statement(store) = &last.node else {
            return None;
        };
        let Statement::Expression(Some(assignment)) = &store.node else {
            return None;
        };
        let (element, value) = sides(assignment, &BinaryOperator::Assign)?;
        Some(StoreAtEnd {
            element,
            value,
            span: store.span,
        })
    }
}

/// The declarator of an item that declares one object with a value.
pub(crate) fn only_declarator(item: &Node<BlockItem>) -> Option<&InitDeclarator> {
    let BlockItem::Declaration(declaration) = &item.node else {
        return None;
    };
    let [only] = declaration.node.declarators.as_slice() else {
        return None;
    };
    let value = only.node.initializer.as_ref()?;
    matches!(value.node, Initializer::Expression(_)).then_some(&only.node)
}
