//! Calls of the file's own functions that return one of several expressions of their parameters.

use crate::values::evaluator::Evaluator;
use crate::values::mode::Mode;
use crate::values::value::{Arguments, KnownValue, Value};
use c::facts::configuration::conditional_names;
use c::facts::function::FunctionFacts;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId};
use c::names::types::Type;
use lang_c::ast::{BlockItem, CallExpression, Expression, IfStatement, Statement};
use lang_c::span::Node;
use scop::IntType;

impl<'s> Evaluator<'s> {
    /// The affine value of a call such as `imin(i + 1, n)`.
    pub(super) fn call_value(&mut self, call: &CallExpression, mode: Mode<'_>) -> Option<Value> {
        let (value, ty) =
            self.inside(call, mode, |eval, items, mode| eval.returned(items, mode))?;
        self.convert(value, ty)
    }

    /// The polynomial of a call such as `at(w, y, x)`, if its function returns one expression.
    pub(super) fn call_product(&mut self, call: &CallExpression, mode: Mode<'_>) -> Option<Value> {
        let (product, ty) = self.inside(call, mode, |eval, items, mode| match items {
            [only] => eval.value_in(returned_alone(only)?, mode),
            _ => None,
        })?;
        self.convert(product, ty)
    }

    /// Reads the body of a function of the file for the arguments of a call. Returns the type of
    /// its result too.
    fn inside<T>(
        &mut self,
        call: &CallExpression,
        mode: Mode<'_>,
        read: impl FnOnce(&mut Self, &'s [Node<BlockItem>], Mode<'_>) -> Option<T>,
    ) -> Option<(T, IntType)> {
        let Expression::Identifier(name) = &call.callee.node else {
            return None;
        };
        let at = mode.base.range(name.span).start;
        if mode.symbols.mentions.contains_key(&at) || mode.is_in_macro() {
            return None;
        }
        let deeper = mode.deeper()?;
        let (function, facts) = self.callee(&name.node.name)?;
        let Type::Integer(ty) = function.returns else {
            return None;
        };
        let body = function.base.range(function.definition.statement.span);
        let body = self.source.unit.nearest_span(body)?;
        if !conditional_names(self.source.unit, body).is_empty() {
            return None;
        }
        let arguments = self.bound((function, facts), &call.arguments, mode)?;
        let inside = deeper.following((&function.symbols, facts), function.base, &arguments);
        let found = match &function.definition.statement.node {
            Statement::Compound(items) => read(self, items, inside),
            _ => None,
        };
        Some((found?, ty))
    }

    /// The function whose body a call of this name certainly executes.
    fn callee(&self, name: &str) -> Option<(&'s Function<'s>, &'s FunctionFacts<'s>)> {
        self.source.file_facts.callee(self.source.file, name)
    }

    /// The values of the parameters in a call. Nothing may change them.
    fn bound(
        &mut self,
        (function, facts): (&Function<'_>, &FunctionFacts<'_>),
        arguments: &[Node<Expression>],
        mode: Mode<'_>,
    ) -> Option<Arguments> {
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
        let mut bound = Arguments::new();
        for ((id, ty), argument) in parameters.into_iter().zip(arguments) {
            let Type::Integer(ty) = ty else {
                return None;
            };
            let affine = self.value_in(argument, mode.affine());
            let affine = affine.and_then(|v| self.convert(v, *ty));
            let polynomial = self.value_in(argument, mode.multiplying());
            let known = KnownValue {
                polynomial: polynomial.and_then(|p| self.convert(p, *ty)),
                affine,
                ..KnownValue::default()
            };
            (known.affine.is_some() || known.polynomial.is_some()).then_some(())?;
            bound.insert(id, known);
        }
        Some(bound)
    }

    /// The value that these statements return.
    fn returned(&mut self, items: &'s [Node<BlockItem>], mode: Mode<'_>) -> Option<Value> {
        let (first, rest) = items.split_first()?;
        let BlockItem::Statement(statement) = &first.node else {
            return None;
        };
        match &statement.node {
            Statement::Return(Some(expression)) => self.value_in(expression, mode),
            Statement::Compound(inner) if rest.is_empty() => self.returned(inner, mode),
            Statement::If(node) => self.returned_by_if(&node.node, rest, mode),
            _ => None,
        }
    }

    fn returned_by_if(
        &mut self,
        node: &'s IfStatement,
        rest: &'s [Node<BlockItem>],
        mode: Mode<'_>,
    ) -> Option<Value> {
        let condition = self.condition(&node.condition, mode);
        let then = self.where_holds(&condition.when_true, |eval| {
            eval.returned_by(&node.then_statement, mode)
        })?;
        let other = self.where_holds(&condition.when_false, |eval| match &node.else_statement {
            Some(other) => eval.returned_by(other, mode),
            None => eval.returned(rest, mode),
        })?;
        self.selected(&condition, then, other)
    }

    fn returned_by(&mut self, statement: &'s Node<Statement>, mode: Mode<'_>) -> Option<Value> {
        match &statement.node {
            Statement::Return(Some(expression)) => self.value_in(expression, mode),
            Statement::Compound(items) => self.returned(items, mode),
            Statement::If(node) => self.returned_by_if(&node.node, &[], mode),
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
