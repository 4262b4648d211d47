//! An item of a block.

use crate::lowerer::Lowerer;
use lang_c::ast::BlockItem;
use lang_c::span::Node;

impl Lowerer<'_> {
    /// Adds an item of a block.
    pub(crate) fn item(&mut self, item: &Node<BlockItem>) {
        match &item.node {
            BlockItem::Statement(statement) => self.statement(statement),
            BlockItem::StaticAssert(_) => {}
            BlockItem::Declaration(declaration) => {
                self.here = self.span(declaration.span);
                self.directives_before(self.base.range(declaration.span).start);
                self.local(&declaration.node);
            }
        }
    }
}
