//! The counter, bounds and step of loops.

use super::effects::is_set;
use super::{NestText, macros};
use crate::bound::{bound, bound_at, difference, moved};
use c::names::file::Function;
use c::names::symbols::{Symbol, VarId};
use c::names::types::Type;
use c::syntax::base::Base;
use c::syntax::declarators::declared_name;
use c::syntax::expressions::{sides, step_of};
use integer::IntType;
use lang_c::ast::{
    BinaryOperator, Declaration, DeclarationSpecifier, Expression, ForInitializer, ForStatement,
    Identifier, Initializer, Statement,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use poly::Expr;
use schedule::Bounds;
use source::{Pragma, Unit};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The loops of a function.
pub(crate) struct Headers<'r> {
    unit: &'r Unit,
    function: &'r Function<'r>,
}

impl<'r> Headers<'r> {
    pub(crate) fn new(unit: &'r Unit, function: &'r Function<'r>) -> Self {
        Headers { unit, function }
    }

    /// The text.
    pub(crate) fn unit(&self) -> &'r Unit {
        self.unit
    }

    /// The function.
    pub(crate) fn function(&self) -> &'r Function<'r> {
        self.function
    }

    fn base(&self) -> Base {
        self.function.base
    }

    /// Whether each iteration of a loop stands for a block of iterations.
    pub(crate) fn is_over_blocks(&self, statement: &Node<Statement>) -> bool {
        let Statement::For(found) = &statement.node else {
            return false;
        };
        let counter = self.start(&found.node.initializer.node);
        let step = counter.and_then(|(counter, ..)| self.step(&found.node, &counter));
        step.is_some_and(|step| step >= BLOCK)
    }

    /// A loop that counts up by a small number.
    pub(crate) fn nest(&self, statement: &Node<Statement>) -> Option<NestText> {
        let found = self.counted(statement)?;
        (found.rows.step <= MOST_STEP).then_some(found)
    }

    /// A loop that counts up by any number.
    pub(crate) fn counted(&self, statement: &Node<Statement>) -> Option<NestText> {
        let Statement::For(found) = &statement.node else {
            return None;
        };
        self.counted_while(statement, found.node.condition.as_deref()?)
    }

    /// The same loop with another condition.
    pub(crate) fn counted_while(
        &self,
        statement: &Node<Statement>,
        condition: &Node<Expression>,
    ) -> Option<NestText> {
        let Statement::For(found) = &statement.node else {
            return None;
        };
        let loop_ = &found.node;
        let (counter, first, declared) = self.start(&loop_.initializer.node)?;
        let end = self.end_of(condition, &counter)?;
        let range = self.base().range(statement.span);
        let is_marked = |pragma: &Pragma| {
            let is_above = pragma.at as usize == range.start;
            // The marks around a region stay where they are.
            let is_around = is_above && matches!(pragma.text.as_str(), "scop" | "endscop");
            range.contains(&(pragma.at as usize)) && !is_around
        };
        let step = self.step(loop_, &counter).filter(|step| *step > 0)?;
        if self.unit.pragmas.iter().any(is_marked) || breaks(&loop_.statement) {
            return None;
        }
        let span = self.unit.span_of(range).ok()?;
        let body = self.base().range(loop_.statement.span);
        let variables = self.variables_in([&first, &end]);
        if { variables.iter().chain([&counter]) }.any(|name| self.sets(&body, name)) {
            return None;
        }
        let body = self.unit.span_of(body).ok()?;
        let ty = self.type_of(&counter, condition.span)?;
        let is_single = tests_row(&loop_.statement.node, &counter);
        (!self.unit.holds_directive(span)).then_some(NestText {
            span,
            after: span.start,
            body,
            ty,
            counter,
            declared,
            rows: Bounds {
                class: usize::from(ty.signed) + 2 * ty.bits as usize,
                first: self.with_values(&first),
                end: self.with_values(&end),
                step,
            },
            variables,
            first,
            end,
            is_single,
        })
    }

    /// The variables in sums. The members of structures are variables too.
    fn variables_in(&self, sums: [&Expr; 2]) -> BTreeSet<String> {
        let variables = &self.function.symbols.variables;
        let mut found = BTreeSet::new();
        for sum in sums {
            sum.each_var(&mut |name| {
                let is_variable = variables.iter().any(|v| v.name == name);
                if is_variable || name.contains(['.', '>']) {
                    found.insert(name.to_string());
                }
            });
        }
        found
    }

    /// Whether a text sets a variable that it does not declare, or takes its address.
    fn sets(&self, range: &Range<usize>, name: &str) -> bool {
        let variables = self.function.symbols.variables.iter();
        let mut outer = variables.filter(|v| v.name == name && !range.contains(&v.at.start));
        outer.any(|v| is_set(v, range))
    }

    /// The counter, its first value, and its type if it is declared.
    fn start(&self, initializer: &ForInitializer) -> Option<(String, Expr, Option<String>)> {
        let Start { counter, value } = start(initializer)?;
        let declared = match initializer {
            ForInitializer::Declaration(declaration) => Some(self.type_in(&declaration.node)?),
            _ => None,
        };
        Some((counter.node.name.clone(), self.bound(value)?, declared))
    }

    /// The type in a declaration that has nothing else before its declarators.
    pub(crate) fn type_in(&self, declaration: &Declaration) -> Option<String> {
        let (from, to) = (
            declaration.specifiers.first()?,
            declaration.specifiers.last()?,
        );
        let is_type = |s: &Node<DeclarationSpecifier>| {
            matches!(s.node, DeclarationSpecifier::TypeSpecifier(_))
        };
        if !declaration.specifiers.iter().all(is_type) {
            return None;
        }
        let range = self.base().range(from.span).start..self.base().range(to.span).end;
        let span = self.unit.span_of(range).ok()?;
        Some(self.unit.file.slice(span).into_owned())
    }

    /// An expression in which the names of variables that are set once are replaced by what they
    /// are set to.
    pub(crate) fn with_values(&self, expr: &Expr) -> Expr {
        self.with_values_in(expr, LEVELS)
    }

    fn with_values_in(&self, expr: &Expr, levels: usize) -> Expr {
        match levels {
            0 => expr.clone(),
            _ => expr.substitute(&|name| {
                let value = self.value_of(name)?;
                Some(self.with_values_in(&value, levels - 1))
            }),
        }
    }

    /// The initial value of the only object of this name, if it is never set again, or the meaning
    /// of a macro.
    fn value_of(&self, name: &str) -> Option<Expr> {
        let mut variables = self.function.symbols.variables.iter();
        let Some(found) = variables.find(|v| v.name == name) else {
            return macros::value(self.unit, name);
        };
        let is_constant = found.writes.len() == 1 && !found.address_taken;
        if !is_constant || variables.any(|v| v.name == name) {
            return None;
        }
        match &found.initializer?.node {
            Initializer::Expression(value) => self.bound(value),
            Initializer::List(_) => None,
        }
    }

    /// An expression; macros in divisors have their values. The system of a function has no such
    /// quotients but at these values.
    fn bound(&self, expression: &Node<Expression>) -> Option<Expr> {
        bound_at(expression, &|name| self.macro_value(name))
    }

    /// The present value of a macro that is a number.
    fn macro_value(&self, name: &str) -> Option<i64> {
        let mut variables = self.function.symbols.variables.iter();
        let is_macro = !variables.any(|v| v.name == name);
        let found = self.unit.macros.get(name).filter(|_| is_macro)?;
        Some(found.value)
    }

    /// What a loop adds to its counter, where macros have their values: the system of a function
    /// has no other steps.
    fn step(&self, loop_: &ForStatement, counter: &str) -> Option<i64> {
        let value = |name: &str| self.macro_value(name).map(Expr::constant);
        step(loop_, counter, &value)
    }

    /// The value of the counter at which the loop ends: `h` for `y < h`, `h > y`, `y != h`, and
    /// `h - 1` for `y + 1 < h`.
    fn end_of(&self, condition: &Node<Expression>, counter: &str) -> Option<Expr> {
        let ends = |operator, by| {
            let (left, right) = sides(condition, &operator)?;
            self.end_after(left, right, counter, by)
        };
        let starts = |operator, by| {
            let (left, right) = sides(condition, &operator)?;
            self.end_after(right, left, counter, by)
        };
        ends(BinaryOperator::Less, 0)
            .or_else(|| ends(BinaryOperator::LessOrEqual, 1))
            .or_else(|| ends(BinaryOperator::NotEquals, 0))
            .or_else(|| starts(BinaryOperator::Greater, 0))
            .or_else(|| starts(BinaryOperator::GreaterOrEqual, 1))
    }

    /// The value of `counter` at which `left` is `right + by`.
    fn end_after(
        &self,
        left: &Node<Expression>,
        right: &Node<Expression>,
        counter: &str,
        by: i64,
    ) -> Option<Expr> {
        let (left, right) = (self.bound(left)?, self.bound(right)?);
        let ahead = difference(&left, &Expr::var(counter))?;
        (!right.mentions(counter)).then(|| moved(&right, by - ahead))
    }

    /// The type of the counter of a loop: the object of this name at the condition.
    fn type_of(&self, counter: &str, condition: Offsets) -> Option<IntType> {
        let place = self.base().range(condition);
        let mut variables = self.function.symbols.variables.iter();
        let found = variables.find(|v| {
            v.name == *counter && v.mentions.iter().any(|mention| place.contains(mention))
        })?;
        match found.declared_type {
            Type::Integer(ty) => Some(ty),
            _ => None,
        }
    }
}

/// The enumeration constants that a function names, but for names that have several meanings.
pub fn constants(function: &Function<'_>) -> BTreeMap<String, i64> {
    struct Finder<'f>(&'f Function<'f>, BTreeMap<String, BTreeSet<i64>>);
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_identifier(&mut self, name: &'a Identifier, span: &'a Offsets) {
            let mentions = &self.0.symbols.mentions;
            if let Some(Symbol::Constant(found)) = mentions.get(&self.0.base.range(*span).start) {
                let values = self.1.entry(name.name.clone()).or_default();
                values.insert(found.value);
            }
        }
    }
    let mut finder = Finder(function, BTreeMap::new());
    let body = &function.definition.statement;
    finder.visit_statement(&body.node, &body.span);
    let found = finder.1.into_iter();
    found
        .filter(|(_, values)| values.len() == 1)
        .filter_map(|(name, values)| Some((name, values.into_iter().next()?)))
        .collect()
}

/// What a loop sets before its first iteration.
pub(crate) struct Start<'s> {
    pub(crate) counter: &'s Node<Identifier>,
    /// The first value.
    pub(crate) value: &'s Node<Expression>,
}

impl Start<'_> {
    /// The counter as an object of a function.
    pub(crate) fn object(&self, function: &Function<'_>) -> Option<VarId> {
        let at = function.base.range(self.counter.span).start;
        let symbols = &function.symbols;
        symbols.variable_at(at).or_else(|| symbols.declared_at(at))
    }
}

/// The counter that a loop sets, and its first value.
pub(crate) fn start(initializer: &ForInitializer) -> Option<Start<'_>> {
    match initializer {
        ForInitializer::Expression(expression) => {
            let (left, value) = sides(expression, &BinaryOperator::Assign)?;
            match &left.node {
                Expression::Identifier(counter) => Some(Start { counter, value }),
                _ => None,
            }
        }
        ForInitializer::Declaration(declaration) => {
            let [only] = declaration.node.declarators.as_slice() else {
                return None;
            };
            let counter = declared_name(&only.node.declarator)?;
            match &only.node.initializer.as_ref()?.node {
                Initializer::Expression(value) => Some(Start { counter, value }),
                Initializer::List(_) => None,
            }
        }
        _ => None,
    }
}

/// Where a header sets the counter: its first value.
pub fn first_value(initializer: &ForInitializer) -> Option<Offsets> {
    Some(start(initializer)?.value.span)
}

/// The elements of a block: arrays of some blocks fit into the first cache.
pub const BLOCK: i64 = 1024;

/// Names may stand for expressions of names that stand for others, so many levels deep.
const LEVELS: usize = 3;

/// Nests with greater steps are over blocks, or skip most of the rows.
const MOST_STEP: i64 = 8;

/// What a loop adds to its counter: 2 in `y += 2` and `y = y + 2`. Names may have values.
pub(crate) fn step(
    loop_: &ForStatement,
    counter: &str,
    value: &dyn Fn(&str) -> Option<Expr>,
) -> Option<i64> {
    Some(match &loop_.step.as_deref()?.node {
        Expression::UnaryOperator(unary) if names(&unary.node.operand, counter) => {
            step_of(&unary.node.operator.node)?
        }
        Expression::BinaryOperator(binary) if names(&binary.node.lhs, counter) => {
            let value = bound(&binary.node.rhs)?.substitute(&|name| value(name));
            match binary.node.operator.node {
                BinaryOperator::AssignPlus => value.as_constant()?,
                BinaryOperator::Assign => difference(&value, &Expr::var(counter))?,
                _ => return None,
            }
        }
        _ => return None,
    })
}

fn names(expression: &Node<Expression>, name: &str) -> bool {
    matches!(&expression.node, Expression::Identifier(found) if found.node.name == name)
}

/// Whether a body is `if (y == row) ..`.
fn tests_row(body: &Statement, counter: &str) -> bool {
    let Statement::If(test) = body else {
        return false;
    };
    let compared = sides(&test.node.condition, &BinaryOperator::Equals);
    test.node.else_statement.is_none() && compared.is_some_and(|(left, _)| names(left, counter))
}

/// Whether a body may leave its loop: what is fused with it would end, too.
fn breaks(body: &Node<Statement>) -> bool {
    struct Finder(bool);
    impl<'a> Visit<'a> for Finder {
        fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
            match statement {
                Statement::Break => self.0 = true,
                Statement::For(_)
                | Statement::While(_)
                | Statement::DoWhile(_)
                | Statement::Switch(_) => {}
                _ => visit::visit_statement(self, statement, span),
            }
        }
    }
    let mut finder = Finder(false);
    finder.visit_statement(&body.node, &body.span);
    finder.0
}
