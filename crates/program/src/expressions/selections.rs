//! `_Generic` and statement expressions.

use crate::StatementKind;
use crate::lowerer::Lowerer;
use crate::lowerer::values::Typed;
use crate::types::Ty;
use lang_c::ast::{BlockItem, Expression, GenericAssociation, GenericSelection, Statement};
use lang_c::span::Node;
use source::Span;

impl Lowerer<'_> {
    /// `_Generic(e, type: a, default: b)`
    pub(super) fn selected(&mut self, selection: &GenericSelection, at: Span) -> Typed {
        let ty = self.unevaluated(|s| s.value(&selection.expression)).ty;
        match self.association(&ty, &selection.associations) {
            Some(e) => self.value(e),
            None => Typed::unknown("`_Generic`", at),
        }
    }

    /// The association of a type, if exactly one fits.
    fn association<'e>(
        &mut self,
        ty: &Ty,
        associations: &'e [Node<GenericAssociation>],
    ) -> Option<&'e Node<Expression>> {
        let mut found = None;
        let mut default = None;
        for association in associations {
            match &association.node {
                GenericAssociation::Default(e) => default = Some(&**e),
                GenericAssociation::Type(of) => {
                    let name = &of.node.type_name.node;
                    let own = self.unevaluated(|s| s.type_name(name)).ty;
                    if own.is_same(ty)? {
                        if found.is_some() {
                            return None;
                        }
                        found = Some(&*of.node.expression);
                    }
                }
            }
        }
        found.or(default)
    }

    /// `({ ...; e; })`
    pub(super) fn statement_expression(&mut self, body: &Node<Statement>, at: Span) -> Typed {
        let Statement::Compound(items) = &body.node else {
            return Typed::unknown("a statement expression", at);
        };
        let (before, last) = split(items);
        let mut result = Typed::void(at);
        let jumps = std::mem::take(&mut self.jumps);
        let inside = self.scoped(|s| {
            s.items(before);
            if let Some(e) = last {
                let value = s.value(e);
                result = s.keep(value);
            }
        });
        self.jumps = jumps;
        self.pragmas_at_end(body);
        if !inside.is_empty() {
            self.emit(StatementKind::Block(inside), at);
        }
        result.at(at)
    }
}

/// The items of a block, and the expression at its end.
fn split(items: &[Node<BlockItem>]) -> (&[Node<BlockItem>], Option<&Node<Expression>>) {
    if let Some((last, before)) = items.split_last()
        && let BlockItem::Statement(statement) = &last.node
        && let Statement::Expression(Some(e)) = &statement.node
    {
        return (before, Some(e));
    }
    (items, None)
}
