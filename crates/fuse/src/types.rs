//! The types of expressions, as far as text can be put in the place of other text.

use c::names::file::Function;
use c::names::symbols::Symbol;
use c::names::types::{Type, member_type};
use c::syntax::constant::literal;
use c::syntax::expressions::is_comparison;
use integer::IntType;
use lang_c::ast::{
    BinaryOperator, Constant, Expression, FloatFormat, MemberOperator, UnaryOperator,
};
use lang_c::span::Node;

/// The type of an expression of the function; `Unknown` where it is not needed.
pub(crate) fn type_of(function: &Function<'_>, expression: &Node<Expression>) -> Type {
    let of = |e: &Node<Expression>| type_of(function, e);
    match &expression.node {
        Expression::Identifier(name) => {
            let at = function.base.range(name.span).start;
            match function.symbols.mentions.get(&at) {
                Some(Symbol::Variable(id)) => function.symbols.variable(*id).declared_type.clone(),
                // An enumeration constant, or a macro that stands for an integer.
                Some(Symbol::Constant(_)) | None => Type::Integer(IntType::INT),
            }
        }
        Expression::Constant(constant) => constant_type(&constant.node),
        Expression::UnaryOperator(unary) => {
            let operand = of(&unary.node.operand);
            match (&unary.node.operator.node, operand) {
                (UnaryOperator::Negate, _) => Type::Integer(IntType::INT),
                (UnaryOperator::Indirection, ty) => ty.target().cloned().unwrap_or(Type::Unknown),
                (UnaryOperator::Address, ty) => Type::Pointer(ty.into()),
                (_, Type::Integer(int)) => Type::Integer(int.promoted()),
                (_, ty) => ty,
            }
        }
        Expression::BinaryOperator(binary) => {
            let (left, right) = (of(&binary.node.lhs), of(&binary.node.rhs));
            binary_type(&binary.node.operator.node, left, right)
        }
        Expression::Member(member) => {
            let structure = of(&member.node.expression);
            let structure = match member.node.operator.node {
                MemberOperator::Direct => structure,
                MemberOperator::Indirect => structure.target().cloned().unwrap_or(Type::Unknown),
            };
            member_type(&structure, &member.node.identifier.node.name)
        }
        Expression::Cast(cast) => {
            let at = function.base.range(cast.node.type_name.span).start;
            let named = function.symbols.casts.get(&at);
            named.cloned().unwrap_or(Type::Unknown)
        }
        Expression::SizeOfTy(_) | Expression::SizeOfVal(_) => {
            Type::Integer(IntType::LONG.unsigned())
        }
        Expression::Conditional(node) => {
            let then = of(&node.node.then_expression);
            arithmetic(then, of(&node.node.else_expression))
        }
        _ => Type::Unknown,
    }
}

fn constant_type(constant: &Constant) -> Type {
    if let Some((_, ty)) = literal(constant) {
        return Type::Integer(ty);
    }
    match constant {
        Constant::Float(float) if !float.suffix.imaginary => match float.suffix.format {
            FloatFormat::Float => Type::Floating(4),
            FloatFormat::Double => Type::Floating(8),
            FloatFormat::LongDouble => Type::Floating(16),
            FloatFormat::TS18661Format(_) => Type::Unknown,
        },
        _ => Type::Unknown,
    }
}

fn binary_type(operator: &BinaryOperator, left: Type, right: Type) -> Type {
    match operator {
        BinaryOperator::Index => left.target().cloned().unwrap_or(Type::Unknown),
        BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => Type::Integer(IntType::INT),
        operator if is_comparison(operator) => Type::Integer(IntType::INT),
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => match left {
            Type::Integer(int) => Type::Integer(int.promoted()),
            _ => Type::Unknown,
        },
        _ => arithmetic(left, right),
    }
}

/// The usual arithmetic conversions; pointers with integers.
fn arithmetic(left: Type, right: Type) -> Type {
    match (left, right) {
        (Type::Integer(a), Type::Integer(b)) => Type::Integer(a.common(b)),
        (Type::Floating(a), Type::Floating(b)) => Type::Floating(a.max(b)),
        (Type::Floating(a), Type::Integer(_)) | (Type::Integer(_), Type::Floating(a)) => {
            Type::Floating(a)
        }
        (Type::Pointer(to) | Type::Array(to), Type::Integer(_)) => Type::Pointer(to),
        (Type::Integer(_), Type::Pointer(to) | Type::Array(to)) => Type::Pointer(to),
        _ => Type::Unknown,
    }
}
