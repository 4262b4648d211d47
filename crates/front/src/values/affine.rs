//! Expressions of C as quasi-affine expressions of iterators and parameters.
//!
//! Unsigned arithmetic wraps, so a [`Value`] says whether its expression is what C computes or only
//! congruent to it. Values are taken to stay below half of their type's range: no array is that large.

use crate::values::evaluator::Evaluator;
use crate::values::formula::Formula;
use c::names::constants::Constant;
use c::names::symbols::{Origin, Symbol, VarId};
use c::names::types::{Storage, Type};
use c::syntax::constant;
use c::syntax::expressions::{is_postfix, is_step, step_of};
use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, ConditionalExpression, Expression, Identifier,
    Initializer, UnaryOperator,
};
use lang_c::span::Node;
use poly::Expr;
use scop::{IntType, Subscript};

mod arithmetic;
mod conditions;

pub(crate) use conditions::Condition;

/// Initialisers and macro bodies are followed no deeper than this.
pub(crate) const DEEPEST: u32 = 40;

/// What an integer expression of C computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// In mathematical integers.
    pub expr: Expr,
    /// The type of the expression.
    pub ty: IntType,
    /// C's value equals `expr`; else it is congruent modulo two to the width of `ty`.
    pub exact: bool,
}

/// A conditional expression with two values.
#[derive(Clone, Debug)]
pub struct Crossing {
    /// Where it stands in its tree.
    pub offset: usize,
    /// What decides.
    pub condition: Condition,
}

impl Value {
    /// An expression that is what C computes.
    pub fn exact(expr: Expr, ty: IntType) -> Self {
        Value {
            expr,
            ty,
            exact: true,
        }
    }
}

impl<'s> Evaluator<'s> {
    /// The value of an integer expression, if it is quasi-affine here.
    pub fn value(&mut self, expression: &Node<Expression>) -> Option<Value> {
        match &expression.node {
            Expression::Constant(c) => {
                self.note_taken(self.base.range(c.span).start);
                let (value, ty) = constant::literal(&c.node)?;
                let half = IntType { signed: true, ..ty };
                half.holds(value)
                    .then(|| Value::exact(Expr::constant(value), ty))
            }
            Expression::Identifier(name) => self.name(name),
            Expression::UnaryOperator(u) if is_step(&u.node.operator.node) => {
                self.stepped(&u.node.operator.node, &u.node.operand)
            }
            Expression::UnaryOperator(unary) => {
                let operand = self.value(&unary.node.operand)?;
                let zero = Value::exact(Expr::constant(0), operand.ty);
                match unary.node.operator.node {
                    UnaryOperator::Plus => self.sum(zero, operand),
                    UnaryOperator::Minus => self.difference(zero, operand),
                    _ => None,
                }
            }
            Expression::BinaryOperator(binary) => self.binary(&binary.node),
            Expression::Cast(cast) if self.mode.macro_depth == 0 => {
                let at = self.base.range(cast.node.type_name.span).start;
                let Some(Type::Integer(ty)) = self.symbols.casts.get(&at) else {
                    return None;
                };
                let value = self.value(&cast.node.expression)?;
                self.convert(value, *ty)
            }
            Expression::Conditional(conditional) => {
                self.conditional(&conditional.node, expression.span.start)
            }
            Expression::Call(call) => self.call_value(&call.node),
            Expression::Member(member) => self.member_value(&member.node),
            _ => None,
        }
    }

    /// A subscript; anything that is not understood is [`Subscript::Any`].
    pub fn subscript(&mut self, expression: &Node<Expression>) -> Subscript {
        if let Some(modulo) = self.modulo(expression) {
            return modulo;
        }
        // Outside of its box an access is undefined, so a wrapped value needs no care here.
        let value = self.value(expression);
        value.iter().for_each(|value| self.relied_on(value));
        value.map_or(Subscript::Any, |v| Subscript::Affine(v.expr))
    }

    /// The expression, if C's value is proved to equal it.
    pub fn exactly(&self, value: Value) -> Option<Expr> {
        self.relied_on(&value);
        (value.exact || self.is_nonnegative(&value.expr)).then_some(value.expr)
    }

    fn name(&mut self, name: &Node<Identifier>) -> Option<Value> {
        let spelled = self.source.file.aliases.name(&name.node.name);
        if self.mode.macro_depth > 0 {
            return self.macro_value(spelled);
        }
        let at = self.base.range(name.span).start;
        self.note_taken(at);
        match self.symbols.mentions.get(&at).cloned() {
            Some(Symbol::Constant(constant)) => self.constant(&constant, IntType::INT),
            Some(Symbol::Variable(id)) => self.variable(id, at),
            None => match self.source.file.constants.get(&at) {
                Some(constant) => self.constant(&constant.clone(), IntType::INT),
                None => self.macro_value(spelled),
            },
        }
    }

    /// A constant of the file; the macros behind it must be taken at their value too.
    fn constant(&mut self, constant: &Constant, ty: IntType) -> Option<Value> {
        if !constant.macros.is_subset(&self.params.fixed) {
            if self.mode.may_fix {
                self.params.wanted.extend(constant.macros.iter().cloned());
            }
            return None;
        }
        Some(Value::exact(Expr::constant(constant.value), ty))
    }

    fn variable(&mut self, id: VarId, at: usize) -> Option<Value> {
        let variable = self.symbols.variable(id);
        let Type::Integer(ty) = *self.facts.type_of(variable.id) else {
            return None;
        };
        if let Some(frame) = &self.mode.frame
            && !matches!(variable.origin, Origin::Global(_))
        {
            return frame.get(&id)?.value.clone();
        }
        if self.facts.is_tracked(variable.id) {
            return None;
        }
        if let Some(around) = self.loop_of(id, at) {
            return Some(Value::exact(Expr::var(&around.name), ty));
        }
        if let Origin::Global(global) = variable.origin
            && variable.qualifiers.constant
            && let Some(value) = &self.source.file.globals[global].value
        {
            return self.constant(&value.clone(), ty);
        }
        if self.mode.frame.is_some() {
            return None;
        }
        if self.is_param(id) && self.is_settled(id, at) {
            return Some(Value::exact(self.variable_param(id, ty), ty));
        }
        if let Some(held) = self.held_at(id, at) {
            if held.value.is_some() {
                return held.value;
            }
            if self.mode.may_fix {
                self.params.wanted.extend(held.wanted);
            }
        } else if let Some(value) = self.initial_value(id, ty) {
            return Some(value);
        }
        if self.counts_a_loop(id) || !self.is_settled(id, at) {
            return None;
        }
        Some(Value::exact(self.variable_param(id, ty), ty))
    }

    /// The value of an object that only its initialiser writes.
    fn initial_value(&mut self, id: VarId, ty: IntType) -> Option<Value> {
        let expression = self.lasting_initialiser(id)?;
        self.mode.depth += 1;
        let asking = std::mem::replace(&mut self.mode.may_fix, false);
        let value = self.value(expression);
        self.mode.may_fix = asking;
        self.mode.depth -= 1;
        self.convert(value?, ty)
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
            || self.mode.depth > DEEPEST
        {
            return None;
        }
        match &variable.initializer?.node {
            Initializer::Expression(expression) => Some(expression),
            Initializer::List(_) => None,
        }
    }

    fn macro_value(&mut self, name: &str) -> Option<Value> {
        let value = self.source.unit.macros.get(name)?.value;
        let body = self.macro_body(name)?;
        let ty = literal_type(&self.source.unit.macros[name].body);
        if self.params.fixed.contains(name) {
            return Some(Value::exact(Expr::constant(value), ty));
        }
        if body.names_others && self.mode.macro_depth < DEEPEST {
            self.mode.macro_depth += 1;
            let asking = std::mem::replace(&mut self.mode.may_fix, false);
            let found = body.expression.as_ref().and_then(|e| self.value(e));
            self.mode.may_fix = asking;
            self.mode.macro_depth -= 1;
            if found.is_some() {
                return found;
            }
        }
        Some(Value::exact(self.macro_param(name, value, ty), ty))
    }

    fn binary(&mut self, binary: &BinaryOperatorExpression) -> Option<Value> {
        use BinaryOperator as Op;
        let operator = &binary.operator.node;
        if !matches!(
            operator,
            Op::Plus
                | Op::Minus
                | Op::Multiply
                | Op::Divide
                | Op::Modulo
                | Op::ShiftLeft
                | Op::ShiftRight
                | Op::BitwiseAnd
        ) {
            return None;
        }
        let left = self.value(&binary.lhs)?;
        let right = self.value(&binary.rhs)?;
        match operator {
            Op::Plus => self.sum(left, right),
            Op::Minus => self.difference(left, right),
            Op::Multiply => self.times(left, right),
            Op::Divide => self.division(left, right).map(|(quotient, _)| quotient),
            Op::Modulo => self.division(left, right).map(|(_, remainder)| remainder),
            Op::ShiftLeft => self.shift_left(left, right),
            Op::ShiftRight => self.shift_right(left, right),
            _ => self.mask(left, right),
        }
    }

    /// `c ? a : b`
    fn conditional(&mut self, parts: &ConditionalExpression, offset: usize) -> Option<Value> {
        let then = match constant::is_first_operand(&parts.then_expression.node) {
            true => &parts.condition,
            false => &parts.then_expression,
        };
        let both = [then, &parts.else_expression];
        let [then, other] = self.chosen_from(|eval| both.map(|e| eval.value(e)));
        let (then, other) = (then?, other?);
        let condition = self.condition(&parts.condition);
        if let Some(value) = self.selected(&condition, then.clone(), other.clone()) {
            return Some(value);
        }
        if !condition.exact || self.mode.macro_depth > 0 || self.mode.frame.is_some() {
            return None;
        }
        let (then, other) = self.balance(then, other)?;
        match self.mode.ways.get(&offset) {
            Some(true) => Some(then),
            Some(false) => Some(other),
            None => {
                let crossing = Crossing { offset, condition };
                self.mode.crossing.get_or_insert(crossing);
                None
            }
        }
    }

    /// The one of two values that a condition selects, if that is the smaller or the larger one, or
    /// always the same.
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
        let difference = then.clone() - other.clone();
        let more = |d: Expr| Formula::NonNegative(d - Expr::constant(1));
        let excluded = |eval: &Self, sign: i64| {
            let (d, c) = (difference.clone() * sign, condition);
            eval.is_impossible(c.when_true.clone().and(more(-d.clone())))
                && eval.is_impossible(c.when_false.clone().and(more(d)))
        };
        let neighbour = neighbours(condition, &then, &other);
        let both = vec![then, other];
        let expr = if excluded(self, 1) {
            Expr::max_of(both)
        } else if excluded(self, -1) {
            Expr::min_of(both)
        } else {
            neighbour
        };
        Some(Value::exact(expr?, ty))
    }

    /// `k++` as the value that it has in its expression.
    fn stepped(&mut self, operator: &UnaryOperator, operand: &Node<Expression>) -> Option<Value> {
        let id = self.variable_named(operand)?;
        let ty = self.followed(id)?;
        let by = step_of(operator)?;
        let before = is_postfix(operator);
        if let Some((_, name, step)) = self.mode.tested.as_ref().filter(|(v, ..)| *v == id) {
            let before = if before { *step } else { 0 };
            return Some(Value::exact(Expr::var(name) - Expr::constant(before), ty));
        }
        let held = self.held_at(id, self.base.range(operand.span).start)?;
        match before {
            true => held.value,
            false => self.plus(&held, &Expr::constant(by))?.value,
        }
    }

    /// `e % M` as a whole subscript, `M` not a number.
    fn modulo(&mut self, expression: &Node<Expression>) -> Option<Subscript> {
        let named = self.at_cursor(expression);
        let named = named.or_else(|| self.scaled_remainder(expression));
        if let Some(found) = named.or_else(|| self.named_remainder(expression)) {
            return Some(found);
        }
        let Expression::BinaryOperator(binary) = &expression.node else {
            return None;
        };
        if binary.node.operator.node != BinaryOperator::Modulo {
            return None;
        }
        let asking = std::mem::replace(&mut self.mode.may_fix, false);
        let sides = self.sides(&binary.node.lhs, &binary.node.rhs);
        self.mode.may_fix = asking;
        let (dividend, modulus) = sides?;
        self.remainder(dividend, modulus)
    }

    /// `dividend % modulus`, if the modulus is no number and both have the right signs.
    pub fn remainder(&self, dividend: Expr, modulus: Expr) -> Option<Subscript> {
        let positive = modulus.clone() - Expr::constant(1);
        if modulus.as_constant().is_some() || !self.is_parametric(&modulus) {
            return None;
        }
        let proved = self.is_nonnegative(&positive) && self.is_nonnegative(&dividend);
        proved.then_some(Subscript::Modulo { dividend, modulus })
    }

    /// Whether only parameters occur.
    pub fn is_parametric(&self, expr: &Expr) -> bool {
        let mut all = true;
        expr.each_var(&mut |name| all &= self.params.all.iter().any(|p| p.param.name == name));
        all
    }
}

/// The type of a macro's value, from the suffixes of its literals; unsigned is the careful choice.
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
