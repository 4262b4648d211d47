//! Declarations of tables.

use super::{Table, starts_null};
use c::names::types::Type;
use c::syntax::declarators::pointers;
use lang_c::ast::{Declaration, InitDeclarator, Initializer};
use lang_c::span::{Node, Span as Offsets};

/// The declaration of a table.
pub(super) struct Declared {
    /// The type of an element, as the declaration spells it.
    pub(super) element: String,
    /// The block with the declaration.
    pub(super) block: Offsets,
    /// The statement that allocates the table: the declaration, or an assignment behind it.
    pub(super) set: Option<Offsets>,
}

impl Table<'_, '_> {
    /// Notes the declaration of the table.
    pub(super) fn declaration(&mut self, declaration: &Node<Declaration>, block: &Offsets) {
        let all = declaration.node.declarators.as_slice();
        let own = all
            .iter()
            .find(|d| self.function.declared(&d.node.declarator) == Some(self.id));
        let Some((own, element)) = own.and_then(|d| Some((d, self.element(declaration, d)?)))
        else {
            return;
        };
        let set = match own.node.initializer.as_ref().map(|i| &i.node) {
            None => None,
            Some(_) if starts_null(self.function.symbols.variable(self.id)) => None,
            Some(Initializer::Expression(value)) if all.len() == 1 => {
                self.pointers = self.allocation(&value.node);
                self.knows(declaration.span);
                Some(declaration.span)
            }
            Some(_) => return,
        };
        self.declared = Some(Declared {
            element,
            block: *block,
            set,
        });
    }

    /// The type of an element, as a declaration spells it.
    fn element(
        &self,
        declaration: &Node<Declaration>,
        own: &Node<InitDeclarator>,
    ) -> Option<String> {
        let base = self.function.base;
        let first = declaration.node.declarators.first()?;
        let range = base.range(declaration.span).start..base.range(first.span).start;
        let unit = self.contents.unit;
        let text = unit.file.slice(unit.span_of(range).ok()?);
        let ty = &self.function.symbols.variable(self.id).declared_type;
        match (pointers(&own.node.declarator.node), ty.target()?.target()?) {
            (2, _) => Some(text.trim().to_string()),
            (0, Type::Floating(4)) => Some("float".to_string()),
            (0, Type::Floating(8)) => Some("double".to_string()),
            (0, Type::Integer(ty)) if *ty == integer::IntType::INT => Some("int".to_string()),
            _ => None,
        }
    }
}
