//! Loops in strips, each of which ends where a subscript would reach its modulus:
//!
//! ```c
//! for (x = a; x < e;) {
//!     const int row = (d) % b - c * x;
//!     int end = e;
//!     if (end > b - row)
//!         end = b - row;
//!     for (; x < end; x++)
//!         t[row + c * x] = ...;
//! }
//! ```
//!
//! Such a loop is read as `for (x = a; x < e; x++)`, and `t[row + c*x]` as `t[d % b]`, where `d` grows by `c`
//! with `x`. This is exact: each strip starts below `e` and has an iteration, since `(d) % b < b`, and none of
//! its iterations reaches `e` or a subscript of `b`. With `c > 1` the last one is `(b - 1 - row) / c`.

use crate::values::evaluator::Evaluator;
use crate::values::expressions::Value;
use crate::values::loops::Parts;
use crate::values::mode::Mode;
use crate::walk::walker::Walker;
use c::names::symbols::VarId;
use c::names::types::Type;
use c::syntax::expressions::{relation, sides};
use lang_c::ast::{
    BinaryOperator, BlockItem, Declaration, Expression, ForInitializer, ForStatement, IfStatement,
    Initializer, Statement,
};
use lang_c::span::Node;
use poly::Expr;
use scop::Subscript;
use std::ops::Range;

/// The parts of such a loop, by their shape alone.
pub struct Strips<'e> {
    /// `row` with its value.
    rows: Vec<(VarId, &'e Node<Expression>)>,
    /// `end`, with what it is at most.
    end: (VarId, &'e Node<Expression>),
    /// What follows it.
    limits: Vec<&'e IfStatement>,
}

/// What `row` is: `row + step * x` is `dividend % modulus`, in one strip of a loop.
#[derive(Clone, Debug)]
pub struct Cursor {
    dividend: Expr,
    modulus: Expr,
    step: i64,
    /// What the remainder is multiplied by: see [`crate::forms::ring_unit`].
    unit: Option<Expr>,
    iterator: String,
}

impl<'e> Parts<'e> {
    /// A `for` loop in strips as one loop.
    pub fn of_strips(
        eval: &Evaluator<'_>,
        node: &'e ForStatement,
        range: Range<usize>,
    ) -> Option<Self> {
        let Statement::Compound(items) = &node.statement.node else {
            return None;
        };
        let body = eval.base.range(node.statement.span);
        let mut pragmas = eval.source.unit.pragmas.iter();
        if pragmas.any(|pragma| body.contains(&(pragma.at as usize))) {
            return None;
        }
        let (inner, items) = items.split_last()?;
        let inner = match &inner.node {
            BlockItem::Statement(statement) => match &statement.node {
                Statement::For(inner) => &inner.node,
                _ => return None,
            },
            _ => return None,
        };
        let has_start = !matches!(inner.initializer.node, ForInitializer::Empty);
        let outer = node.condition.as_deref()?;
        if node.step.is_some() || has_start {
            return None;
        }
        let strips = Strips::of(eval, items)?;
        let (same, counter, bound) = relation(outer)?;
        let (operator, again, end) = relation(inner.condition.as_deref()?)?;
        let counter = eval.variable_named(counter)?;
        let is_one = operator == same
            && eval.variable_named(again) == Some(counter)
            && eval.variable_named(end) == Some(strips.end.0);
        is_one.then(|| Parts {
            condition: Some(outer),
            strips: Some((strips, bound)),
            ..Parts::of_for(inner, range)
        })
    }
}

impl<'e> Strips<'e> {
    fn of(eval: &Evaluator<'_>, items: &'e [Node<BlockItem>]) -> Option<Self> {
        let is_declaration =
            |item: &&Node<BlockItem>| matches!(item.node, BlockItem::Declaration(_));
        let count = items.iter().take_while(is_declaration).count();
        let (declarations, limits) = items.split_at(count);
        let mut objects = Vec::new();
        for item in declarations {
            let BlockItem::Declaration(declaration) = &item.node else {
                return None;
            };
            objects.extend(initialised(eval, &declaration.node)?);
        }
        let limit = |item: &'e Node<BlockItem>| match &item.node {
            BlockItem::Statement(statement) => match &statement.node {
                Statement::If(limit) if limit.node.else_statement.is_none() => Some(&limit.node),
                _ => None,
            },
            _ => None,
        };
        let limits: Option<Vec<&IfStatement>> = limits.iter().map(limit).collect();
        let end = objects.pop()?;
        Some(Strips {
            rows: objects,
            end,
            limits: limits?,
        })
    }
}

/// What a declaration declares, if all of it gets a value.
fn initialised<'e>(
    eval: &Evaluator<'_>,
    declaration: &'e Declaration,
) -> Option<Vec<(VarId, &'e Node<Expression>)>> {
    let object = |item: &'e Node<lang_c::ast::InitDeclarator>| {
        let id = eval.declared_object(&item.node)?;
        match &item.node.initializer.as_ref()?.node {
            Initializer::Expression(expression) => Some((id, &**expression)),
            Initializer::List(_) => None,
        }
    };
    declaration.declarators.iter().map(object).collect()
}

impl Walker<'_> {
    /// Reads what stands in front of a strip; whether it is what such loops are read as. The loop is the innermost
    /// one of the scene.
    pub(crate) fn enter_strip(&mut self, parts: &Parts<'_>) -> bool {
        let Some((strips, bound)) = &parts.strips else {
            return true;
        };
        let mut entered = None;
        self.note_computed(|eval| entered = eval.cursors_of(parts, strips, bound));
        entered.is_some()
    }
}

impl Evaluator<'_> {
    fn cursors_of(
        &mut self,
        parts: &Parts<'_>,
        strips: &Strips<'_>,
        bound: &Node<Expression>,
    ) -> Option<()> {
        let around = self.state.loops.last()?.clone();
        let (end, most) = strips.end;
        let (operator, ..) = relation(parts.condition?)?;
        let (most, bound) = self.unrecorded(|eval| {
            let most = eval.number_in(end, most)?;
            Some((most, eval.value(bound)?.expr))
        })?;
        let is_set_here = self.symbols.variable(end).writes.len() == 1 + strips.limits.len();
        let left = c::syntax::exits::leaves(parts.body);
        let is_whole = around.step == 1 && around.is_straight && !left.breaks;
        if most != bound || bound.mentions(&around.name) || !is_set_here || !is_whole {
            return None;
        }
        let mut limited = Vec::new();
        for limit in &strips.limits {
            let (row, last) = self.limit(limit, end)?;
            limited.push((row, last));
        }
        for (row, value) in &strips.rows {
            let cursor = self.cursor(*row, value, &around.name)?;
            let first_out = match operator {
                BinaryOperator::Less => cursor.step - 1,
                _ => -1,
            };
            let wanted = (
                cursor.modulus.clone() + Expr::constant(first_out),
                cursor.step,
            );
            limited
                .iter()
                .any(|(r, limit)| r == row && *limit == wanted)
                .then_some(())?;
            // The limit is no more than that much above the sum, and the row no further below 0.
            let moved = Expr::var(&around.name) * cursor.step;
            let last = cursor.modulus.clone() - Expr::constant(1);
            let most = cursor.modulus.clone() + Expr::constant(first_out) + moved.clone();
            for value in [-moved.clone(), last - moved, most] {
                self.computed(Value::exact(value, self.followed(*row)?));
            }
            self.state.cursors.insert(*row, cursor);
        }
        Some(())
    }

    /// `(d) % b - c * x`, the value of a constant.
    fn cursor(&mut self, row: VarId, value: &Node<Expression>, iterator: &str) -> Option<Cursor> {
        let (rest, steps) = sides(value, &BinaryOperator::Minus)?;
        let rest = self.as_held(row, rest);
        let steps = self.number_in(row, steps)?;
        let step = steps.coefficient(iterator);
        let one = Expr::constant(1);
        let (dividend, modulus, unit, inner) = match self.plain_remainder(row, rest) {
            Some((dividend, modulus)) => (dividend, modulus, None, step),
            None => {
                let scaled = self.scaled(rest, self.here())?;
                (
                    scaled.dividend,
                    scaled.modulus,
                    Some(scaled.unit),
                    scaled.inverse,
                )
            }
        };
        // Where nothing is used before the dividend is negative, the first remainder may be.
        let is_positive = unit.is_none() || step == 1 && self.is_nonnegative(&dividend);
        let rest = dividend.clone() - Expr::var(iterator) * inner;
        let is_remainder = is_positive
            && !rest.mentions(iterator)
            && steps == Expr::var(iterator) * step
            && self.is_parametric(&modulus)
            && self.is_nonnegative(&(modulus.clone() - one.clone()))
            && self.is_nonnegative(&(dividend.clone() + modulus.clone() - one));
        let is_divisible = step == 1 || step > 1 && self.is_nonnegative(&Expr::var(iterator));
        let is_constant = self.symbols.variable(row).qualifiers.constant;
        (is_remainder && is_divisible && is_constant).then(|| Cursor {
            dividend,
            modulus,
            step,
            unit,
            iterator: iterator.to_string(),
        })
    }

    /// Dividend and modulus of `d % b`, the value of an object.
    fn plain_remainder(&mut self, row: VarId, value: &Node<Expression>) -> Option<(Expr, Expr)> {
        let (dividend, modulus) = sides(value, &BinaryOperator::Modulo)?;
        Some((
            self.number_in(row, dividend)?,
            self.number_in(row, modulus)?,
        ))
    }

    /// An expression without a cast to the type of the object that holds it.
    fn as_held<'e>(&self, object: VarId, expression: &'e Node<Expression>) -> &'e Node<Expression> {
        let Expression::Cast(cast) = &expression.node else {
            return expression;
        };
        let at = self.base.range(cast.node.type_name.span).start;
        match (self.symbols.casts.get(&at), self.followed(object)) {
            (Some(Type::Integer(ty)), Some(own)) if *ty == own => &cast.node.expression,
            _ => expression,
        }
    }

    /// The value of a signed expression that the object holds without conversion.
    fn number_in(&mut self, object: VarId, expression: &Node<Expression>) -> Option<Expr> {
        let mode = self.here();
        self.number_read(object, expression, mode)
    }

    fn number_read(
        &mut self,
        object: VarId,
        expression: &Node<Expression>,
        mode: Mode<'_>,
    ) -> Option<Expr> {
        let ty = self.followed(object)?;
        let Value { expr, ty: own, .. } = self.value_in(expression, mode)?;
        let is_kept = ty.signed && own.signed && own.bits <= ty.bits;
        is_kept.then_some(expr)
    }

    /// `row` with the sum and the divisor of `if (end > (sum - row) / divisor) end = (sum - row) / divisor;`.
    fn limit(&mut self, limit: &IfStatement, end: VarId) -> Option<(VarId, (Expr, i64))> {
        let (left, above) = sides(&limit.condition, &BinaryOperator::Greater)?;
        let Statement::Expression(Some(assignment)) = &limit.then_statement.node else {
            return None;
        };
        let (target, value) = sides(assignment, &BinaryOperator::Assign)?;
        let is_of_end = [left, target].map(|e| self.variable_named(e)) == [Some(end); 2];
        let quotient = self.quotient(above, end)?;
        (is_of_end && self.quotient(value, end)? == quotient).then_some(quotient)
    }

    fn quotient(
        &mut self,
        expression: &Node<Expression>,
        end: VarId,
    ) -> Option<(VarId, (Expr, i64))> {
        let (difference, divisor) = match sides(expression, &BinaryOperator::Divide) {
            Some((difference, divisor)) => {
                (difference, self.number_in(end, divisor)?.as_constant()?)
            }
            None => (expression, 1),
        };
        let (sum, row) = sides(difference, &BinaryOperator::Minus)?;
        Some((
            self.variable_named(row)?,
            (self.number_in(end, sum)?, divisor),
        ))
    }

    /// A constant that names a remainder by a parameter: `const int row = (d) % b;`.
    pub(crate) fn named_remainder(
        &mut self,
        expression: &Node<Expression>,
        mode: Mode<'_>,
    ) -> Option<Subscript> {
        let id = self.variable_named(expression)?;
        let value = self.lasting_initialiser(id)?;
        let (dividend, modulus) = sides(value, &BinaryOperator::Modulo)?;
        let deeper = mode.deeper()?;
        let both = [dividend, modulus].map(|e| self.number_read(id, e, deeper));
        let [Some(dividend), Some(modulus)] = both else {
            return None;
        };
        self.remainder(dividend, modulus)
    }

    /// What `row + c * x` is the remainder of in a loop in strips: dividend and modulus.
    pub(crate) fn remainder_at(&mut self, expression: &Node<Expression>) -> Option<(Expr, Expr)> {
        let Cursor {
            dividend, modulus, ..
        } = self.cursor_at(expression, self.here())?;
        Some((dividend, modulus))
    }

    fn cursor_at(&mut self, expression: &Node<Expression>, mode: Mode<'_>) -> Option<Cursor> {
        let (row, steps) = sides(expression, &BinaryOperator::Plus)?;
        let cursor = self.state.cursors.get(&self.variable_named(row)?)?.clone();
        let steps = self.value_in(steps, mode)?.expr;
        let is_here = steps == Expr::var(&cursor.iterator) * cursor.step
            && self
                .state
                .loops
                .last()
                .is_some_and(|l| l.name == cursor.iterator);
        is_here.then_some(cursor)
    }

    /// `row + c * x` in a loop in strips.
    pub(crate) fn at_cursor(
        &mut self,
        expression: &Node<Expression>,
        mode: Mode<'_>,
    ) -> Option<Subscript> {
        let cursor = self.cursor_at(expression, mode)?;
        if !self.is_nonnegative(&cursor.dividend) {
            return None;
        }
        let Cursor {
            dividend, modulus, ..
        } = cursor;
        if let Some(unit) = cursor.unit {
            self.note_unit(expression, unit);
        }
        Some(match modulus.as_constant() {
            None => Subscript::Modulo { dividend, modulus },
            Some(b) => {
                let quotient = dividend.clone().floor_div(b);
                Subscript::Affine(dividend - quotient * b)
            }
        })
    }
}
