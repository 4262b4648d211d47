//! Expressions of C as values: quasi-affine expressions of iterators and parameters, or polynomials
//! of them.
//!
//! Unsigned arithmetic wraps, so a [`Value`] says whether its expression equals the result of C or
//! is only congruent to it.
//!
//! Assumes: values stay below half of the range of their type, since no array is that large.

use crate::values::evaluator::Evaluator;
use crate::values::formula::{Condition, Formula};
use crate::values::mode::{Mode, OpenChoice};
use crate::values::value::Value;
use c::names::constants::Constant;
use c::names::symbols::{Origin, Symbol, VarId};
use c::names::types::{Storage, Type};
use c::syntax::constant;
use c::syntax::expressions::{is_postfix, is_step, step_of};
use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, CallExpression, ConditionalExpression, Expression,
    Identifier, Initializer, UnaryOperator,
};
use lang_c::span::Node;
use poly::Expr;
use scop::{IntType, Subscript};

pub(crate) mod address;
mod arithmetic;
pub(crate) mod calls;
mod conditions;
mod members;
mod products;
pub(crate) mod recorder;
mod rounding;
mod tables;

impl<'s> Evaluator<'s> {
    /// The value of an integer expression at the place, if it is quasi-affine.
    pub fn value(&mut self, expression: &Node<Expression>) -> Option<Value> {
        self.value_in(expression, self.here())
    }

    /// The value of an integer expression as a polynomial. Macros and objects that stand for sums
    /// and products are followed to these.
    pub fn polynomial(&mut self, expression: &Node<Expression>) -> Option<Value> {
        self.value_in(expression, self.here().multiplying())
    }

    /// The value of an integer expression: affine, or a polynomial if the mode says so.
    pub(crate) fn value_in(
        &mut self,
        expression: &Node<Expression>,
        mode: Mode<'_>,
    ) -> Option<Value> {
        match &expression.node {
            Expression::Constant(c) => {
                self.note_taken(mode.base.range(c.span).start, mode);
                let (value, ty) = constant::literal(&c.node)?;
                let half = IntType { signed: true, ..ty };
                half.holds(value)
                    .then(|| Value::exact(Expr::constant(value), ty))
            }
            Expression::Identifier(name) => self.name(name, mode),
            Expression::UnaryOperator(u) if is_step(&u.node.operator.node) && !mode.multiplies => {
                self.stepped(&u.node.operator.node, &u.node.operand, mode)
            }
            Expression::UnaryOperator(unary) => {
                let operand = self.value_in(&unary.node.operand, mode)?;
                let zero = Value::exact(Expr::constant(0), operand.ty);
                match unary.node.operator.node {
                    UnaryOperator::Plus => self.sum(zero, operand),
                    UnaryOperator::Minus => self.difference(zero, operand),
                    _ => None,
                }
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                let table = self.table_value(&b.node, mode);
                table.or_else(|| self.member_value(expression, mode))
            }
            Expression::BinaryOperator(binary) => self.binary(&binary.node, mode),
            Expression::Cast(cast) if !mode.is_in_macro() => {
                let at = mode.base.range(cast.node.type_name.span).start;
                let Some(Type::Integer(ty)) = mode.symbols.casts.get(&at) else {
                    return None;
                };
                let value = self.value_in(&cast.node.expression, mode)?;
                self.convert(value, *ty)
            }
            Expression::Conditional(conditional) => {
                self.conditional(&conditional.node, expression.span.start, mode.affine())
            }
            Expression::Call(call) => self.call(&call.node, mode),
            Expression::Member(_) => self.member_value(expression, mode),
            _ => None,
        }
    }

    /// The meaning of a subscript; [`Subscript::Any`] if it is not understood.
    pub(crate) fn subscript(&mut self, expression: &Node<Expression>, mode: Mode<'_>) -> Subscript {
        if let Some(modulo) = self.modulo(expression, mode) {
            return modulo;
        }
        // An access outside its box is undefined, so a wrapped value needs no care here.
        let value = self.value_in(expression, mode);
        value.iter().for_each(|value| self.relied_on(value));
        value.map_or(Subscript::Any, |v| Subscript::Affine(v.expr))
    }

    /// The expression, if C's value is proved to equal it.
    pub fn exactly(&self, value: Value) -> Option<Expr> {
        self.relied_on(&value);
        (value.exact || self.is_nonnegative(&value.expr)).then_some(value.expr)
    }

    fn name(&mut self, name: &Node<Identifier>, mode: Mode<'_>) -> Option<Value> {
        let spelled = self.source.file.aliases.name(&name.node.name);
        let at = mode.base.range(name.span).start;
        self.note_taken(at, mode);
        if mode.multiplies
            && let Some(product) = self.named_product(spelled, at, mode)
        {
            return Some(product);
        }
        let mode = mode.affine();
        if mode.is_in_macro() {
            return self.macro_value(spelled, mode);
        }
        match mode.symbols.mentions.get(&at) {
            Some(Symbol::Constant(constant)) => self.constant(constant, IntType::INT, mode),
            Some(Symbol::Variable(id)) => self.variable(*id, at, mode),
            None => match self.source.file.constants.get(&at) {
                Some(constant) => self.constant(constant, IntType::INT, mode),
                None => self.macro_value(spelled, mode),
            },
        }
    }

    /// A constant of the file. The macros in it must be taken at their value too.
    fn constant(&self, constant: &Constant, ty: IntType, mode: Mode<'_>) -> Option<Value> {
        if !constant.macros.is_subset(&self.params.fixed) {
            mode.ask(constant.macros.iter().cloned());
            return None;
        }
        Some(Value::exact(Expr::constant(constant.value), ty))
    }

    fn variable(&mut self, id: VarId, at: usize, mode: Mode<'_>) -> Option<Value> {
        let variable = mode.symbols.variable(id);
        let Type::Integer(ty) = *mode.facts.type_of(id) else {
            return None;
        };
        if let Some(arguments) = mode.arguments
            && !matches!(variable.origin, Origin::Global(_))
        {
            return arguments.get(&id)?.affine.clone();
        }
        if mode.facts.is_tracked(id) {
            return None;
        }
        if let Some(around) = self.loop_of(id, at) {
            let is_plain = around.flat.is_none();
            return is_plain.then(|| Value::exact(Expr::var(&around.name), ty));
        }
        if let Origin::Global(global) = variable.origin
            && variable.qualifiers.constant
            && let Some(value) = &self.source.file.globals[global].value
        {
            return self.constant(value, ty, mode);
        }
        if mode.arguments.is_some() {
            return None;
        }
        let is_fixed = self.params.fixed_objects.contains_key(&id);
        if !is_fixed && self.is_param(id) && self.is_settled(id, at) {
            return Some(Value::exact(self.variable_param(id, ty), ty));
        }
        if let Some(known) = self.known_value_at(id, at, mode) {
            if let Some(value) = known.affine {
                self.note_copy(id, &value.expr);
                return Some(value);
            }
            mode.ask(known.wanted);
        } else if let Some(value) = self.initial_value(id, ty, mode) {
            return Some(value);
        }
        if self.counts_a_loop(id) {
            return None;
        }
        if !self.is_settled(id, at) {
            self.note_change(id, at, variable.name.clone());
            return None;
        }
        Some(Value::exact(self.variable_param(id, ty), ty))
    }

    /// The value of an object that only its initialiser writes.
    fn initial_value(&mut self, id: VarId, ty: IntType, mode: Mode<'_>) -> Option<Value> {
        let expression = self.lasting_initialiser(id)?;
        let value = self.value_in(expression, mode.quiet().deeper()?)?;
        let value = self.convert(value, ty)?;
        self.note_copy(id, &value.expr);
        Some(value)
    }

    /// The initialiser of an object that nothing else writes.
    pub fn lasting_initialiser(&self, id: VarId) -> Option<&'s Node<Expression>> {
        let symbols = self.symbols;
        let variable = symbols.variable(id);
        let changes = variable.writes.len() != 1 || variable.address_taken;
        let is_local = variable.origin == Origin::Local;
        let own = matches!(variable.storage, Storage::Automatic | Storage::Register);
        if changes
            || !is_local
            || !own
            || variable.qualifiers.volatile
            || variable.qualifiers.atomic
            || self.source.unit.skipped.contains_key(&variable.name)
        {
            return None;
        }
        match &variable.initializer?.node {
            Initializer::Expression(expression) => Some(expression),
            Initializer::List(_) => None,
        }
    }

    fn macro_value(&mut self, name: &str, mode: Mode<'_>) -> Option<Value> {
        let value = self.source.unit.macros.get(name)?.value;
        let body = self.macro_body(name)?;
        let ty = literal_type(&self.source.unit.macros[name].body);
        if self.params.fixed.contains(name) {
            return Some(Value::exact(Expr::constant(value), ty));
        }
        if body.names_others
            && let Some(inside) = mode.quiet().inside_macro()
        {
            let found = body.expression.as_ref();
            let found = found.and_then(|e| self.value_in(e, inside));
            if found.is_some() {
                return found;
            }
        }
        Some(Value::exact(self.macro_param(name, value, ty), ty))
    }

    fn binary(&mut self, binary: &BinaryOperatorExpression, mode: Mode<'_>) -> Option<Value> {
        use BinaryOperator as Op;
        let operator = &binary.operator.node;
        if matches!(operator, Op::Divide | Op::Modulo)
            && let Some(digits) = self.digits_of(binary, mode)
        {
            return Some(digits);
        }
        let mode = match operator {
            Op::Plus | Op::Minus | Op::Multiply => mode,
            Op::Divide | Op::Modulo | Op::ShiftLeft | Op::ShiftRight | Op::BitwiseAnd => {
                mode.affine()
            }
            _ => return None,
        };
        let left = self.value_in(&binary.lhs, mode)?;
        let right = self.value_in(&binary.rhs, mode)?;
        match operator {
            Op::Plus => self.sum(left, right),
            Op::Minus => self.difference(left, right),
            Op::Multiply => self.times(left, right, mode),
            Op::Divide => Some(self.division(left, right, mode)?.quotient),
            Op::Modulo => Some(self.division(left, right, mode)?.remainder),
            Op::ShiftLeft => self.shift_left(left, right),
            Op::ShiftRight => self.shift_right(left, right),
            _ => self.mask(left, right),
        }
    }

    fn call(&mut self, call: &CallExpression, mode: Mode<'_>) -> Option<Value> {
        let value = self.call_value(call, mode.affine());
        match value.or_else(|| self.rounded(call, mode)) {
            None if mode.multiplies => self.call_product(call, mode),
            value => value,
        }
    }

    /// `c ? a : b`
    fn conditional(
        &mut self,
        parts: &ConditionalExpression,
        offset: usize,
        mode: Mode<'_>,
    ) -> Option<Value> {
        let then = match constant::is_first_operand(&parts.then_expression.node) {
            true => &parts.condition,
            false => &parts.then_expression,
        };
        let condition = self.condition(&parts.condition, mode);
        let both = [
            (then, &condition.when_true),
            (&parts.else_expression, &condition.when_false),
        ];
        let [then, other] = self.chosen_from(|eval| {
            both.map(|(e, holds)| {
                eval.where_holds(holds, |eval| {
                    let value = eval.value_in(e, mode)?;
                    // `x - 1` of unsigned `x` is exact where `x > 0`.
                    let exact = value.exact || eval.is_nonnegative(&value.expr);
                    Some(Value { exact, ..value })
                })
            })
        });
        let (then, other) = (then?, other?);
        if let Some(value) = self.selected(&condition, then.clone(), other.clone()) {
            return Some(value);
        }
        if !condition.exact || mode.is_in_macro() || mode.arguments.is_some() {
            return None;
        }
        let (then, other) = self.balance(then, other)?;
        let choices = mode.choices?;
        match choices.taken(offset) {
            Some(true) => Some(then),
            Some(false) => Some(other),
            None => {
                choices.note_open(OpenChoice { offset, condition });
                None
            }
        }
    }

    /// The value that a condition selects from two, if it is always the smaller, always the larger,
    /// or the same.
    pub fn selected(&mut self, condition: &Condition, then: Value, other: Value) -> Option<Value> {
        let (then, other) = self.balance(then, other)?;
        let ty = then.ty;
        let (then, other) = (self.exactly(then)?, self.exactly(other)?);
        if then == other {
            return Some(Value::exact(then, ty));
        }
        if !condition.exact {
            return None;
        }
        let plain = compared(condition, &then, &other);
        if let Some(plain) = plain.or_else(|| self.same_quotient(condition, &then, &other)) {
            return Some(Value::exact(plain, ty));
        }
        let expr = self.extreme(condition, &then, &other);
        let expr = expr.or_else(|| neighbours(condition, &then, &other));
        let expr = expr.or_else(|| self.by_parity(condition, &then, &other));
        Some(Value::exact(expr?, ty))
    }

    /// The larger or the smaller of two values, if that is the one that a condition selects.
    fn extreme(&self, condition: &Condition, then: &Expr, other: &Expr) -> Option<Expr> {
        let difference = then.checked_sub(other)?;
        let more = |d: Expr| Formula::NonNegative(d - Expr::constant(1));
        let excluded = |sign: i64| {
            let (d, c) = (difference.clone() * sign, condition);
            self.is_impossible(c.when_true.clone().and(more(-d.clone())))
                && self.is_impossible(c.when_false.clone().and(more(d)))
        };
        let both = || vec![then.clone(), other.clone()];
        match excluded(1) {
            true => Expr::max_of(both()),
            false => excluded(-1).then(|| Expr::min_of(both())).flatten(),
        }
    }

    /// `y % 2 ? 1 : -1` as `2*(y % 2) - 1`: a number is 0 or 1, and the values differ by a number.
    fn by_parity(&self, condition: &Condition, then: &Expr, other: &Expr) -> Option<Expr> {
        let (bit, set, unset) = match (&condition.when_true, &condition.when_false) {
            (Formula::NotZero(bit), Formula::Zero(_)) => (bit, then, other),
            (Formula::Zero(bit), Formula::NotZero(_)) => (bit, other, then),
            _ => return None,
        };
        let step = set.checked_sub(unset)?.as_constant()?;
        let is_at_most_one = |bit: &Expr| {
            let is_never = |e: Expr| self.is_impossible(Formula::NonNegative(e));
            is_never(bit.clone() - Expr::constant(2)) && is_never(-bit.clone() - Expr::constant(1))
        };
        let bit = [bit.clone(), -bit.clone()]
            .into_iter()
            .find(is_at_most_one)?;
        unset.checked_add(&bit.checked_mul(&Expr::constant(step))?)
    }

    /// The value of `k++` in its expression.
    fn stepped(
        &mut self,
        operator: &UnaryOperator,
        operand: &Node<Expression>,
        mode: Mode<'_>,
    ) -> Option<Value> {
        let id = mode.variable_named(operand)?;
        let ty = self.followed(id)?;
        let by = step_of(operator)?;
        let before = is_postfix(operator);
        if let Some(counter) = mode.tested.filter(|counter| counter.var == id) {
            let before = if before { counter.step } else { 0 };
            let value = Expr::var(&counter.name) - Expr::constant(before);
            return Some(Value::exact(value, ty));
        }
        let known = self.known_value_at(id, mode.base.range(operand.span).start, mode)?;
        match before {
            true => known.affine,
            false => self.plus(&known, &Expr::constant(by))?.affine,
        }
    }

    /// `e % M` as a whole subscript, where `M` is not a number.
    fn modulo(&mut self, expression: &Node<Expression>, mode: Mode<'_>) -> Option<Subscript> {
        let named = self.at_cursor(expression, mode);
        let named = named.or_else(|| self.scaled_remainder(expression, mode));
        if let Some(found) = named.or_else(|| self.named_remainder(expression, mode)) {
            return Some(found);
        }
        let Expression::BinaryOperator(binary) = &expression.node else {
            return None;
        };
        if binary.node.operator.node != BinaryOperator::Modulo {
            return None;
        }
        let affine = self.sides(&binary.node.lhs, &binary.node.rhs, mode.quiet());
        match affine.and_then(|(dividend, modulus)| self.remainder(dividend, modulus)) {
            Some(found) => Some(found),
            None => self.address(expression, mode),
        }
    }

    /// `dividend % modulus`, if the modulus is not a number and both have the right signs.
    pub fn remainder(&self, dividend: Expr, modulus: Expr) -> Option<Subscript> {
        let positive = modulus.clone() - Expr::constant(1);
        if modulus.as_constant().is_some() || !self.is_parametric(&modulus) {
            return None;
        }
        let proved = self.is_nonnegative(&positive) && self.is_nonnegative(&dividend);
        proved.then_some(Subscript::Modulo { dividend, modulus })
    }

    /// Whether all names in an expression are those of parameters.
    pub fn is_parametric(&self, expr: &Expr) -> bool {
        let mut all = true;
        expr.each_var(&mut |name| all &= self.params.all.iter().any(|p| p.param.name == name));
        all
    }
}

/// The type of a macro's value, from the suffixes of its literals. Unsigned is the careful choice.
fn literal_type(body: &[String]) -> IntType {
    let literals = body
        .iter()
        .filter(|t| t.starts_with(|c: char| c.is_ascii_digit()));
    literals.fold(IntType::INT, |ty, text| {
        let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
        let suffix = text[digits.len()..].to_ascii_lowercase();
        let bits = if suffix.contains('l') { 64 } else { 32 };
        ty.common(IntType {
            bits,
            signed: !suffix.contains('u'),
        })
    })
}

/// `x < y ? x : y`, a minimum or maximum of the sides of the comparison.
fn compared(condition: &Condition, then: &Expr, other: &Expr) -> Option<Expr> {
    let Formula::NonNegative(margin) = &condition.when_true else {
        return None;
    };
    let above = then.checked_sub(other)?;
    let is_margin = |difference: &Expr| {
        let rest = margin
            .checked_sub(difference)
            .and_then(|rest| rest.as_constant());
        matches!(rest, Some(0 | -1))
    };
    let both = vec![then.clone(), other.clone()];
    match is_margin(&above) {
        true => Expr::max_of(both),
        false => is_margin(&above.checked_mul(&Expr::constant(-1))?)
            .then(|| Expr::min_of(both))
            .flatten(),
    }
}

/// `n < 2 ? 1 : 2`, one of two successive numbers, as `max(1, min(2, n))`.
fn neighbours(condition: &Condition, then: &Expr, other: &Expr) -> Option<Expr> {
    let Formula::NonNegative(margin) = &condition.when_true else {
        return None;
    };
    let (first, second) = (then.as_constant()?, other.as_constant()?);
    let step = second.checked_sub(first).filter(|step| step.abs() == 1)?;
    let moved = then.clone() - margin.clone() * step;
    let limited = Expr::min_of(vec![moved, Expr::constant(first.max(second))])?;
    Expr::max_of(vec![limited, Expr::constant(first.min(second))])
}
