//! Subscripts in the strips of a loop: the division that `row + c * x` is the remainder of. See
//! [`crate::forms::strips`].

use crate::forms::strips::{Declared, Limit, Quotient, StripLoop};
use crate::values::evaluator::Evaluator;
use crate::values::loops::Parts;
use crate::values::mode::Mode;
use crate::values::state::Cursor;
use crate::values::value::Value;
use c::names::symbols::VarId;
use c::names::types::Type;
use c::syntax::exits::leaves;
use c::syntax::expressions::sides;
use lang_c::ast::{BinaryOperator, Expression, ForStatement};
use lang_c::span::Node;
use poly::Expr;
use scop::Subscript;
use std::ops::Range;

impl<'e> Parts<'e> {
    /// A `for` loop in strips as one loop.
    pub fn of_strips(
        eval: &Evaluator<'_>,
        node: &'e ForStatement,
        range: Range<usize>,
    ) -> Option<Self> {
        let strips = StripLoop::of(node)?;
        let inner = strips.inner;
        let body = eval.base.range(node.statement.span);
        let mut pragmas = eval.source.unit.pragmas.iter();
        if pragmas.any(|pragma| body.contains(&(pragma.at as usize))) {
            return None;
        }
        let end = eval.declared_object(strips.end.declarator)?;
        let mut rows = strips.rows.iter();
        let are_objects = rows.all(|row| eval.declared_object(row.declarator).is_some());
        let counter = eval.variable_named(strips.whole.counter)?;
        let is_one = are_objects
            && eval.variable_named(strips.strip.counter) == Some(counter)
            && eval.variable_named(strips.strip.bound) == Some(end);
        is_one.then(|| Parts {
            condition: Some(strips.whole.condition),
            strips: Some(strips),
            ..Parts::of_for(inner, range)
        })
    }
}

impl Evaluator<'_> {
    /// Reads the subscripts of a strip. Returns whether all are understood. The loop is the
    /// innermost one of the place.
    pub(crate) fn enter_strip(&mut self, parts: &Parts<'_>, strips: &StripLoop<'_>) -> bool {
        self.cursors_of(parts, strips).is_some()
    }

    fn cursors_of(&mut self, parts: &Parts<'_>, strips: &StripLoop<'_>) -> Option<()> {
        let around = self.state.loops.last()?.clone();
        let end = self.declared_object(strips.end.declarator)?;
        let (most, bound) = self.unrecorded(|eval| {
            let most = eval.number_in(end, strips.end.value)?;
            Some((most, eval.value(strips.whole.bound)?.expr))
        })?;
        let is_set_here = self.symbols.variable(end).writes.len() == 1 + strips.limits.len();
        let left = leaves(parts.body);
        let is_whole = around.step == 1 && around.is_straight && !left.breaks;
        if most != bound || bound.mentions(&around.name) || !is_set_here || !is_whole {
            return None;
        }
        let mut limited = Vec::new();
        for limit in &strips.limits {
            let (row, last) = self.limit(limit, end)?;
            limited.push((row, last));
        }
        for Declared { declarator, value } in &strips.rows {
            let row = self.declared_object(declarator)?;
            let cursor = self.cursor(row, value, &around.name)?;
            let first_out = match strips.whole.operator {
                BinaryOperator::Less => cursor.step - 1,
                _ => -1,
            };
            let wanted = (
                cursor.modulus.clone() + Expr::constant(first_out),
                cursor.step,
            );
            limited
                .iter()
                .any(|(r, limit)| *r == row && *limit == wanted)
                .then_some(())?;
            // The limit is at most this much above the sum, and the row no further below 0.
            let moved = Expr::var(&around.name) * cursor.step;
            let last = cursor.modulus.clone() - Expr::constant(1);
            let most = cursor.modulus.clone() + Expr::constant(first_out) + moved.clone();
            for value in [-moved.clone(), last - moved, most] {
                self.computed(Value::exact(value, self.followed(row)?));
            }
            self.state.cursors.insert(row, cursor);
        }
        Some(())
    }

    /// `(d) % b - c * x`, the value of a constant.
    fn cursor(&mut self, row: VarId, value: &Node<Expression>, iterator: &str) -> Option<Cursor> {
        let (rest, steps) = sides(value, &BinaryOperator::Minus)?;
        let rest = self.without_cast(row, rest);
        let steps = self.number_in(row, steps)?;
        let step = steps.coefficient(iterator);
        let one = Expr::constant(1);
        let (dividend, modulus, unit, inner) = match self.plain_remainder(row, rest) {
            Some((dividend, modulus)) => (dividend, modulus, None, step),
            None => {
                let Some(scaled) = self.scaled(rest, self.here()) else {
                    let cursor = self.address_cursor(row, rest, (iterator, step))?;
                    return (steps == Expr::var(iterator) * step).then_some(cursor);
                };
                (
                    scaled.dividend,
                    scaled.modulus,
                    Some(scaled.unit),
                    scaled.inverse,
                )
            }
        };
        // If nothing is used before the dividend is negative, the first remainder may be negative.
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
            products: None,
            iterator: iterator.to_string(),
        })
    }

    /// The same where `d` is a sum of products, none of which is negative. The proof of the
    /// subscripts includes that the modulus is positive.
    fn address_cursor(
        &mut self,
        row: VarId,
        remainder: &Node<Expression>,
        (iterator, step): (&str, i64),
    ) -> Option<Cursor> {
        let mode = self.here().multiplying();
        let (sum, by) = sides(remainder, &BinaryOperator::Modulo)?;
        self.number_read(row, sum, mode)?;
        self.number_read(row, by, mode)?;
        let Subscript::Address { products, modulus } = self.address(remainder, self.here())? else {
            return None;
        };
        let product = |factors: &Vec<Expr>| {
            let mut factors = factors.iter();
            factors.try_fold(Expr::constant(1), |all, one| all.checked_mul(one))
        };
        let mut all = products.iter().map(product);
        let dividend = all.try_fold(Expr::default(), |sum, one| sum.checked_add(&one?))?;
        let rest = dividend.clone() - Expr::var(iterator) * step;
        let is_divisible = step == 1 || step > 1 && self.is_nonnegative(&Expr::var(iterator));
        let is_constant = self.symbols.variable(row).qualifiers.constant;
        (is_divisible && is_constant && !rest.mentions(iterator)).then(|| Cursor {
            dividend,
            modulus,
            step,
            unit: None,
            products: Some(products),
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

    /// An expression without a cast to the type of the object that it is assigned to.
    fn without_cast<'e>(
        &self,
        object: VarId,
        expression: &'e Node<Expression>,
    ) -> &'e Node<Expression> {
        let Expression::Cast(cast) = &expression.node else {
            return expression;
        };
        let at = self.base.range(cast.node.type_name.span).start;
        match (self.symbols.casts.get(&at), self.followed(object)) {
            (Some(Type::Integer(ty)), Some(own)) if *ty == own => &cast.node.expression,
            _ => expression,
        }
    }

    /// The value of a signed expression that is assigned to an object without conversion.
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

    /// `row` with the sum and the divisor of `if (end > (sum - row) / divisor) end = (sum - row) /
    /// divisor;`.
    fn limit(&mut self, limit: &Limit<'_>, end: VarId) -> Option<(VarId, (Expr, i64))> {
        let is_of_end = limit.ends.map(|e| self.variable_named(e)) == [Some(end); 2];
        let [above, value] = &limit.quotients;
        let quotient = self.quotient(above, end)?;
        (is_of_end && self.quotient(value, end)? == quotient).then_some(quotient)
    }

    fn quotient(&mut self, quotient: &Quotient<'_>, end: VarId) -> Option<(VarId, (Expr, i64))> {
        let divisor = match quotient.divisor {
            Some(divisor) => self.number_in(end, divisor)?.as_constant()?,
            None => 1,
        };
        let row = self.variable_named(quotient.row)?;
        let sum = self.number_read(end, quotient.sum, self.here().multiplying())?;
        Some((row, (sum, divisor)))
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

    /// Dividend and modulus of the remainder `row + c * x` in a loop in strips.
    pub(crate) fn remainder_at(&mut self, expression: &Node<Expression>) -> Option<(Expr, Expr)> {
        let cursor = self.cursor_at(expression, self.here())?;
        let is_plain = cursor.products.is_none();
        is_plain.then_some((cursor.dividend, cursor.modulus))
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
        if let Some(products) = cursor.products {
            return Some(Subscript::Address {
                products,
                modulus: cursor.modulus,
            });
        }
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
