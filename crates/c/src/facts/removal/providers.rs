//! The statements of a caller that only declare, allocate or free one array.

use crate::facts::uses::Uses;
use crate::names::file::Function;
use crate::names::symbols::{VarId, Variable};
use crate::syntax::declarators::declared_name;
use crate::syntax::expressions::{is_assignment, is_discarded, is_step, without_casts};
use crate::syntax::initializers::is_zero;
use lang_c::ast::{BinaryOperator, BlockItem, Declaration, Expression, Initializer, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::Unit;
use std::ops::Range;

/// The statements of a function that provide an array, neighbours together.
pub(super) fn providers<'p>(
    unit: &Unit,
    uses: &Uses,
    function: &Function<'p>,
    object: VarId,
) -> Vec<Vec<Range<usize>>> {
    let mut finder = Providers {
        unit,
        uses,
        function,
        object,
        variable: function.symbols.variable(object),
        found: Vec::new(),
    };
    let body = &function.definition.statement;
    finder.visit_statement(&body.node, &body.span);
    finder.found
}

/// Finds the statements that provide an array.
struct Providers<'r, 'p> {
    unit: &'r Unit,
    uses: &'r Uses,
    function: &'r Function<'p>,
    object: VarId,
    variable: &'r Variable<'p>,
    /// Neighbours together.
    found: Vec<Vec<Range<usize>>>,
}

impl Providers<'_, '_> {
    fn block(&mut self, items: &[Node<BlockItem>]) {
        let mut group: Vec<Range<usize>> = Vec::new();
        for item in items {
            let range = self.function.base.range(item.span);
            let is_empty = matches!(
                &item.node,
                BlockItem::Statement(s) if matches!(s.node, Statement::Expression(None))
            );
            let provides = self.provides(item) && !self.has_pragma(&range);
            match provides || (is_empty && !group.is_empty()) {
                true => group.push(range),
                false => self.found.push(std::mem::take(&mut group)),
            }
        }
        self.found.push(group);
    }

    /// Whether a pragma applies to the statement that starts here. Without the statement it would
    /// apply to the next one.
    fn has_pragma(&self, item: &Range<usize>) -> bool {
        let mut pragmas = self.unit.pragmas.iter();
        pragmas.any(|pragma| pragma.at as usize == item.start)
    }

    /// Whether an item only declares, allocates or frees the array.
    fn provides(&self, item: &Node<BlockItem>) -> bool {
        match &item.node {
            BlockItem::Declaration(declaration) => match declaration.node.declarators.as_slice() {
                [only] => {
                    let name = declared_name(&only.node.declarator);
                    let own = name.is_some_and(|n| {
                        self.function.base.range(n.span).start == self.variable.at.start
                    });
                    let initializer = only.node.initializer.as_ref();
                    own && self.is_plain(declaration)
                        && initializer.is_none_or(|i| self.is_pure(&i.node))
                }
                _ => false,
            },
            BlockItem::Statement(statement) => match &statement.node {
                Statement::Expression(Some(e)) => self.sets(&e.node),
                _ => false,
            },
            BlockItem::StaticAssert(_) => false,
        }
    }

    /// Whether a declaration defines no type and computes its sizes without effects.
    fn is_plain(&self, declaration: &Node<Declaration>) -> bool {
        let mut effects = Effects::default();
        let mut specifiers = declaration.node.specifiers.iter();
        for item in &declaration.node.declarators {
            let declarator = &item.node.declarator;
            effects.visit_declarator(&declarator.node, &declarator.span);
        }
        let text = |span| self.unit.text.get(self.function.base.range(span));
        effects.calls == 0
            && effects.others == 0
            && !specifiers.any(|s| text(s.span).is_none_or(|t| t.contains('{')))
    }

    fn is_pure(&self, initializer: &Initializer) -> bool {
        let allocates = match initializer {
            Initializer::Expression(e) => {
                self.uses.is_new_storage(&e.node) && has_no_effect_inside(&e.node)
            }
            Initializer::List(_) => false,
        };
        allocates || is_zero(initializer)
    }

    /// `a = malloc(...)`, `free(a)`, `(void)a`.
    fn sets(&self, expression: &Expression) -> bool {
        match expression {
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Assign => {
                self.is_object(&b.node.lhs.node)
                    && self.uses.is_new_storage(&b.node.rhs.node)
                    && has_no_effect_inside(&b.node.rhs.node)
            }
            Expression::Call(call) => {
                let callee = match &call.node.callee.node {
                    Expression::Identifier(name) => name.node.name.as_str(),
                    _ => "",
                };
                let argument = match call.node.arguments.as_slice() {
                    [only] => without_casts(&only.node),
                    _ => return false,
                };
                callee == "free" && self.uses.knows_library() && self.is_object(argument)
            }
            Expression::Cast(cast) if is_discarded(expression) => {
                // This mention is no use: only its name shows the object.
                matches!(&cast.node.expression.node, Expression::Identifier(name)
                    if name.node.name == self.variable.name
                        && self.visible(name.span) == Some(self.object))
            }
            _ => false,
        }
    }

    fn visible(&self, name: Offsets) -> Option<VarId> {
        let at = self.function.base.range(name).start;
        self.function.symbols.visible(&self.variable.name, at)
    }

    fn is_object(&self, expression: &Expression) -> bool {
        let Expression::Identifier(name) = expression else {
            return false;
        };
        let at = self.function.base.range(name.span).start;
        self.function.symbols.variable_at(at) == Some(self.object)
    }
}

impl<'a> Visit<'a> for Providers<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if let Statement::Compound(items) = statement {
            self.block(items);
        }
        visit::visit_statement(self, statement, span);
    }
}

/// Whether only the outermost call has an effect.
fn has_no_effect_inside(expression: &Expression) -> bool {
    let mut effects = Effects::default();
    effects.visit_expression(expression, &Offsets::none());
    effects.calls <= 1 && effects.others == 0
}

#[derive(Default)]
struct Effects {
    calls: usize,
    others: usize,
}

impl<'a> Visit<'a> for Effects {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        match expression {
            Expression::Call(_) => self.calls += 1,
            Expression::Statement(_) => self.others += 1,
            Expression::BinaryOperator(b) if is_assignment(&b.node.operator.node) => {
                self.others += 1;
            }
            Expression::UnaryOperator(u) if is_step(&u.node.operator.node) => self.others += 1,
            _ => {}
        }
        visit::visit_expression(self, expression, span);
    }
}
