//! The place of an object's declaration, and the statements around it.

use c::names::file::Function;
use c::names::symbols::{Origin, Variable};
use c::names::types::Type;
use c::syntax::base::contains;
use c::syntax::declarators::declared_name;
use c::syntax::expressions::is_assignment;
use lang_c::ast::{
    BinaryOperator, BlockItem, Declaration, Expression, Initializer, Statement, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use std::ops::Range;

/// The surroundings of a declaration.
#[derive(Default)]
pub(crate) struct Home {
    /// All of the declaration, if it declares nothing else and has no effect.
    pub declaration: Option<Range<usize>>,
    /// The first statement after it, if only declarations are between them.
    pub statement: Option<Range<usize>>,
    /// The item before that statement, or the declaration if there is no such statement.
    pub before: Option<Range<usize>>,
}

/// The surroundings of the declaration of a local object or a parameter.
pub(crate) fn home(function: &Function<'_>, variable: &Variable<'_>, ty: &Type) -> Home {
    let mut finder = Blocks {
        function,
        variable,
        is_scalar: ty.is_scalar(),
        home: Home::default(),
    };
    let body = &function.definition.statement;
    match (&body.node, variable.origin) {
        (Statement::Compound(items), Origin::Parameter) => finder.around(items, None),
        _ => finder.visit_statement(&body.node, &body.span),
    }
    finder.home
}

struct Blocks<'f, 'p> {
    function: &'f Function<'p>,
    variable: &'f Variable<'p>,
    is_scalar: bool,
    home: Home,
}

impl Blocks<'_, '_> {
    fn range(&self, span: Offsets) -> Range<usize> {
        self.function.base.range(span)
    }

    /// The surroundings in a block: after the item of the declaration, or at the start.
    fn around(&mut self, items: &[Node<BlockItem>], own: Option<usize>) {
        let from = own.map_or(0, |k| k + 1);
        let is_declaration = |item: &Node<BlockItem>| !matches!(item.node, BlockItem::Statement(_));
        let behind_statement = items[..from].iter().any(|item| !is_declaration(item));
        let next = (from..items.len()).find(|k| !is_declaration(&items[*k]));
        let is_plain = |k: &usize| match &items[*k].node {
            BlockItem::Statement(s) => !matches!(s.node, Statement::Labeled(_)),
            _ => false,
        };
        let next = next.filter(is_plain).filter(|_| !behind_statement);
        let before = next.map_or(own, |k| k.checked_sub(1));
        self.home.statement = next.map(|k| self.range(items[k].span));
        self.home.before = before.map(|k| self.range(items[k].span));
    }

    /// Whether a declaration declares the object alone, and computes only a number.
    fn is_idle(&self, declaration: &Declaration) -> bool {
        let [only] = declaration.declarators.as_slice() else {
            return false;
        };
        let name = declared_name(&only.node.declarator);
        let is_own = name.is_some_and(|n| self.range(n.span).start == self.variable.at.start);
        let initializer = only.node.initializer.as_ref();
        let is_number = |i: &Node<Initializer>| match &i.node {
            Initializer::Expression(e) => self.is_number(e),
            Initializer::List(_) => false,
        };
        is_own && self.is_scalar && initializer.is_none_or(is_number)
    }

    /// Whether an expression only computes with objects that keep their values.
    fn is_number(&self, expression: &Node<Expression>) -> bool {
        match &expression.node {
            Expression::Constant(_) => true,
            Expression::Identifier(name) => {
                let symbols = &self.function.symbols;
                let object = symbols.variable_at(self.range(name.span).start);
                let is_volatile = |id| {
                    let qualifiers = &symbols.variable(id).qualifiers;
                    qualifiers.volatile || qualifiers.atomic
                };
                !object.is_some_and(is_volatile)
            }
            Expression::BinaryOperator(b) => {
                let parts = [&b.node.lhs, &b.node.rhs];
                !is_assignment(&b.node.operator.node)
                    && !matches!(b.node.operator.node, BinaryOperator::Index)
                    && parts.iter().all(|e| self.is_number(e))
            }
            Expression::UnaryOperator(u) => {
                let keeps = matches!(
                    u.node.operator.node,
                    UnaryOperator::Complement
                        | UnaryOperator::Minus
                        | UnaryOperator::Negate
                        | UnaryOperator::Plus
                );
                keeps && self.is_number(&u.node.operand)
            }
            Expression::Cast(cast) => self.is_number(&cast.node.expression),
            Expression::SizeOfTy(of) => of.node.0.node.declarator.is_none(),
            Expression::Conditional(c) => {
                let parts = [
                    &c.node.condition,
                    &c.node.then_expression,
                    &c.node.else_expression,
                ];
                parts.iter().all(|e| self.is_number(e))
            }
            _ => false,
        }
    }
}

impl<'a> Visit<'a> for Blocks<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if let Statement::Compound(items) = statement {
            let at = self.variable.at.clone();
            let holds = |item: &Node<BlockItem>| contains(&self.range(item.span), &at);
            let own = items.iter().position(holds);
            if let Some((k, BlockItem::Declaration(d))) = own.map(|k| (k, &items[k].node)) {
                let range = self.range(items[k].span);
                self.home.declaration = self.is_idle(&d.node).then_some(range);
                return self.around(items, own);
            }
        }
        visit::visit_statement(self, statement, span);
    }
}
