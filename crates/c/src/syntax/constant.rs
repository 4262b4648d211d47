//! Integer constant expressions: literals, and operators applied to them.

use crate::syntax::parser::stand_ins::FIRST_OPERAND;
use integer::IntType;
use lang_c::ast::{
    BinaryOperator, Constant, Expression, FloatFormat, IntegerBase, IntegerSize, UnaryOperator,
};

/// The value of `expression`, in mathematical integers; `None` if it is not constant or may wrap.
pub fn evaluate(
    expression: &Expression,
    name: &mut impl FnMut(&str) -> Option<i64>,
) -> Option<i64> {
    match expression {
        Expression::Constant(constant) => literal(&constant.node)
            .filter(|(_, ty)| ty.signed)
            .map(|(value, _)| value),
        Expression::Identifier(identifier) => name(&identifier.node.name),
        Expression::UnaryOperator(unary) => {
            let operand = evaluate(&unary.node.operand.node, name)?;
            match unary.node.operator.node {
                UnaryOperator::Plus => Some(operand),
                UnaryOperator::Minus => operand.checked_neg().filter(|v| !widens(&[operand], *v)),
                UnaryOperator::Complement => Some(!operand),
                UnaryOperator::Negate => Some(i64::from(operand == 0)),
                _ => None,
            }
        }
        Expression::BinaryOperator(binary) => {
            let left = evaluate(&binary.node.lhs.node, name)?;
            let right = evaluate(&binary.node.rhs.node, name)?;
            combine(&binary.node.operator.node, left, right).filter(|v| !widens(&[left, right], *v))
        }
        Expression::Conditional(c) => {
            let condition = evaluate(&c.node.condition.node, name)?;
            match (condition, &c.node.then_expression.node) {
                (0, _) => evaluate(&c.node.else_expression.node, name),
                (_, then) if is_first_operand(then) => Some(condition),
                (_, then) => evaluate(then, name),
            }
        }
        _ => None,
    }
}

/// Whether a result of operands that an `int` holds needs a wider type. The result does not exist
/// if the operands are `int`.
fn widens(operands: &[i64], value: i64) -> bool {
    let fits = |v: &i64| i32::try_from(*v).is_ok();
    operands.iter().all(fits) && !fits(&value)
}

/// Whether an operand of `?:` is omitted: `a ?: b` is `a ? a : b` with one evaluation of `a`.
pub fn is_first_operand(expression: &Expression) -> bool {
    let Expression::Constant(constant) = expression else {
        return false;
    };
    match &constant.node {
        Constant::Float(float) => {
            let is_plain = !float.suffix.imaginary && float.suffix.format == FloatFormat::Double;
            is_plain && float.number.as_ref() == FIRST_OPERAND
        }
        _ => false,
    }
}

fn combine(operator: &BinaryOperator, left: i64, right: i64) -> Option<i64> {
    let truth = |b: bool| Some(i64::from(b));
    match operator {
        BinaryOperator::Plus => left.checked_add(right),
        BinaryOperator::Minus => left.checked_sub(right),
        BinaryOperator::Multiply => left.checked_mul(right),
        BinaryOperator::Divide => left.checked_div(right),
        BinaryOperator::Modulo => left.checked_rem(right),
        BinaryOperator::ShiftLeft => {
            left.checked_mul(1i64.checked_shl(u32::try_from(right).ok()?)?)
        }
        BinaryOperator::ShiftRight => left.checked_shr(u32::try_from(right).ok()?),
        BinaryOperator::Less => truth(left < right),
        BinaryOperator::Greater => truth(left > right),
        BinaryOperator::LessOrEqual => truth(left <= right),
        BinaryOperator::GreaterOrEqual => truth(left >= right),
        BinaryOperator::Equals => truth(left == right),
        BinaryOperator::NotEquals => truth(left != right),
        BinaryOperator::BitwiseAnd => Some(left & right),
        BinaryOperator::BitwiseOr => Some(left | right),
        BinaryOperator::BitwiseXor => Some(left ^ right),
        BinaryOperator::LogicalAnd => truth(left != 0 && right != 0),
        BinaryOperator::LogicalOr => truth(left != 0 || right != 0),
        _ => None,
    }
}

/// Whether an expression is an integer constant that is zero.
pub fn is_zero(expression: &Expression) -> bool {
    matches!(expression, Expression::Constant(constant)
        if literal(&constant.node).is_some_and(|(value, _)| value == 0))
}

/// Value and type of an integer or character literal (C11 6.4.4.1).
pub fn literal(constant: &Constant) -> Option<(i64, IntType)> {
    let integer = match constant {
        Constant::Integer(integer) => integer,
        Constant::Character(text) => return Some((character(text)?, IntType::INT)),
        Constant::Float(_) => return None,
    };
    if integer.suffix.imaginary {
        return None;
    }
    let radix = match integer.base {
        IntegerBase::Decimal => 10,
        IntegerBase::Octal => 8,
        IntegerBase::Hexadecimal => 16,
        IntegerBase::Binary => 2,
    };
    let digits = if integer.number.is_empty() {
        "0"
    } else {
        &integer.number
    };
    let value = i64::from_str_radix(digits, radix).ok()?;
    let wide = integer.suffix.size != IntegerSize::Int;
    Some((
        value,
        literal_type(value, radix == 10, wide, integer.suffix.unsigned),
    ))
}

fn literal_type(value: i64, decimal: bool, wide: bool, unsigned: bool) -> IntType {
    let narrow = if unsigned {
        IntType::INT.unsigned()
    } else {
        IntType::INT
    };
    if !wide && narrow.holds(value) {
        narrow
    } else if !wide && !decimal && IntType::INT.unsigned().holds(value) {
        IntType::INT.unsigned()
    } else if unsigned {
        IntType::LONG.unsigned()
    } else {
        IntType::LONG
    }
}

/// `'a'`: a single plain character of the basic set.
fn character(text: &str) -> Option<i64> {
    match text.as_bytes() {
        [b'\'', c, b'\''] if c.is_ascii() && *c != b'\\' => Some(i64::from(*c)),
        _ => None,
    }
}
