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
//! Such a value is read as if `t[row + x]` were set where the value is declared, and as if each use
//! of the value were that element. This is exact: between declaration and store nothing leaves the
//! iteration, nothing writes to the array, and no read of the array finds the cell of `row + x`,
//! since their dividends do not differ by a multiple of the modulus.

use c::syntax::expressions::sides;
use lang_c::ast::{BinaryOperator, BlockItem, Expression, InitDeclarator, Initializer, Statement};
use lang_c::span::{Node, Span as Offsets};

/// A value that is stored at the end of an iteration.
pub struct DeferredStore {
    /// The type of the element: `double`.
    pub ty: String,
    /// The name of the value.
    pub name: String,
    /// The element that it is stored to: `t[at + x]`.
    pub element: String,
}

impl DeferredStore {
    /// The text that replaces the element on the left of its assignment: `const double value`.
    pub fn declarator(&self) -> String {
        format!("const {} {}", self.ty, self.name)
    }

    /// The statement at the end of the iteration: `t[at + x] = value;`.
    pub fn statement(&self) -> String {
        format!("{} = {};", self.element, self.name)
    }
}

/// The store at the end of an iteration, as a syntax tree has it.
pub struct StoreAtEnd<'e> {
    /// `t[row + x]`
    pub element: &'e Node<Expression>,
    /// The name of the value.
    pub value: &'e Node<Expression>,
    /// The statement.
    pub span: Offsets,
}

impl<'e> StoreAtEnd<'e> {
    /// Reads the last item of a body: `t[row + x] = value;`.
    pub fn of(last: &'e Node<BlockItem>) -> Option<Self> {
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
pub fn only_declarator(item: &Node<BlockItem>) -> Option<&InitDeclarator> {
    let BlockItem::Declaration(declaration) = &item.node else {
        return None;
    };
    let [only] = declaration.node.declarators.as_slice() else {
        return None;
    };
    let value = only.node.initializer.as_ref()?;
    matches!(value.node, Initializer::Expression(_)).then_some(&only.node)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_is_a_constant_and_a_statement() {
        let store = DeferredStore {
            ty: "double".to_string(),
            name: "value".to_string(),
            element: "t[at + x]".to_string(),
        };
        assert_eq!(store.declarator(), "const double value");
        assert_eq!(store.statement(), "t[at + x] = value;");
    }
}
