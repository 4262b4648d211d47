//! Calls of the file's own functions that return one of several expressions of their parameters.

use crate::values::affine::{DEEPEST, Value};
use crate::values::algebra::Product;
use crate::values::evaluator::Evaluator;
use crate::values::known_values::Held;
use c::facts::configuration::conditional_names;
use c::facts::function::FunctionFacts;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId};
use c::names::types::Type;
use integer::IntType;
use lang_c::ast::{BlockItem, CallExpression, Expression, IfStatement, Statement};
use lang_c::span::Node;
use std::collections::BTreeMap;

/// What the parameters of the function that is being followed stand for.
pub(crate) type Frame = BTreeMap<VarId, Held>;

impl<'s> Evaluator<'s> {
    /// The value of a call such as `imin(i + 1, n)`.
    pub fn call_value(&mut self, call: &CallExpression) -> Option<Value> {
        let (value, ty) = self.inside(call, |eval, items| eval.returned(items))?;
        self.convert(value, ty)
    }

    /// What a call such as `at(w, y, x)` computes, if its function returns one expression.
    pub fn call_product(&mut self, call: &CallExpression) -> Option<Product> {
        let (product, ty) = self.inside(call, |eval, items| match items {
            [only] => eval.product(returned_alone(only)?),
            _ => None,
        })?;
        self.converted(product, ty)
    }

    /// Reads the body of a function of the file for the arguments of a call; with the type of its result.
    fn inside<T>(
        &mut self,
        call: &CallExpression,
        read: impl FnOnce(&mut Self, &'s [Node<BlockItem>]) -> Option<T>,
    ) -> Option<(T, IntType)> {
        let Expression::Identifier(name) = &call.callee.node else {
            return None;
        };
        let at = self.base.range(name.span).start;
        let hidden = self.symbols.mentions.contains_key(&at);
        if hidden || self.mode.macro_depth > 0 || self.mode.depth > DEEPEST {
            return None;
        }
        let (function, facts) = self.callee(&name.node.name)?;
        let Type::Integer(ty) = function.returns else {
            return None;
        };
        let body = function.base.range(function.definition.statement.span);
        let body = self.source.unit.nearest_span(body)?;
        if !conditional_names(self.source.unit, body).is_empty() {
            return None;
        }
        let frame = self.bound((function, facts), &call.arguments)?;
        let place = std::mem::replace(&mut self.symbols, &function.symbols);
        let outer_facts = std::mem::replace(&mut self.facts, facts);
        let base = std::mem::replace(&mut self.base, function.base);
        let outer = self.mode.frame.replace(frame);
        self.mode.depth += 1;
        let found = match &function.definition.statement.node {
            Statement::Compound(items) => read(self, items),
            _ => None,
        };
        self.mode.depth -= 1;
        self.mode.frame = outer;
        self.base = base;
        self.facts = outer_facts;
        self.symbols = place;
        Some((found?, ty))
    }

    /// The function whose body a call of this name certainly executes.
    fn callee(&self, name: &str) -> Option<(&'s Function<'s>, &'s FunctionFacts<'s>)> {
        self.source.file_facts.callee(self.source.file, name)
    }

    fn bound(
        &mut self,
        (function, facts): (&Function<'_>, &FunctionFacts<'_>),
        arguments: &[Node<Expression>],
    ) -> Option<Frame> {
        let variables = function.symbols.variables.iter().enumerate();
        let parameters: Vec<(VarId, &Type)> = variables
            .filter(|(_, v)| v.origin == Origin::Parameter)
            .map(|(k, v)| (VarId(k), facts.type_of(v.id)))
            .collect();
        let unchanged = function
            .symbols
            .variables
            .iter()
            .all(|v| v.writes.is_empty() && !v.address_taken && !v.qualifiers.volatile);
        if parameters.len() != arguments.len() || !unchanged {
            return None;
        }
        let mut frame = Frame::new();
        for ((id, ty), argument) in parameters.into_iter().zip(arguments) {
            let Type::Integer(ty) = ty else {
                return None;
            };
            let value = self.value(argument).and_then(|v| self.convert(v, *ty));
            let product = self.product(argument);
            let held = Held {
                product: product.and_then(|p| self.converted(p, *ty)),
                value,
                ..Held::default()
            };
            (held.value.is_some() || held.product.is_some()).then_some(())?;
            frame.insert(id, held);
        }
        Some(frame)
    }

    /// What these statements return.
    fn returned(&mut self, items: &'s [Node<BlockItem>]) -> Option<Value> {
        let (first, rest) = items.split_first()?;
        let BlockItem::Statement(statement) = &first.node else {
            return None;
        };
        match &statement.node {
            Statement::Return(Some(expression)) => self.value(expression),
            Statement::Compound(inner) if rest.is_empty() => self.returned(inner),
            Statement::If(node) => self.returned_by_if(&node.node, rest),
            _ => None,
        }
    }

    fn returned_by_if(
        &mut self,
        node: &'s IfStatement,
        rest: &'s [Node<BlockItem>],
    ) -> Option<Value> {
        let then = self.returned_by(&node.then_statement)?;
        let other = match &node.else_statement {
            Some(other) => self.returned_by(other)?,
            None => self.returned(rest)?,
        };
        let condition = self.condition(&node.condition);
        self.selected(&condition, then, other)
    }

    fn returned_by(&mut self, statement: &'s Node<Statement>) -> Option<Value> {
        match &statement.node {
            Statement::Return(Some(expression)) => self.value(expression),
            Statement::Compound(items) => self.returned(items),
            Statement::If(node) => self.returned_by_if(&node.node, &[]),
            _ => None,
        }
    }
}

/// The expression that a statement returns.
fn returned_alone(item: &Node<BlockItem>) -> Option<&Node<Expression>> {
    match &item.node {
        BlockItem::Statement(statement) => match &statement.node {
            Statement::Return(Some(expression)) => Some(expression),
            _ => None,
        },
        _ => None,
    }
}
