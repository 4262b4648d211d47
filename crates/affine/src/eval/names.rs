//! Names of types and operators in terms.

use program::{BinaryOp, Type, UnaryOp};

/// The name of a scalar type.
pub(crate) fn type_name(ty: &Type) -> String {
    match ty {
        Type::Integer(ty) if ty.bits == 1 => "bool".to_string(),
        Type::Integer(ty) => format!("{}{}", if ty.signed { "i" } else { "u" }, ty.bits),
        Type::Floating(4) => "float".to_string(),
        Type::Floating(8) => "double".to_string(),
        Type::Floating(_) => "long double".to_string(),
        Type::Complex(part) => format!("complex {}", type_name(&Type::Floating(*part))),
        Type::Pointer(_) => "pointer".to_string(),
        _ => "value".to_string(),
    }
}

/// The sign of an operator. `a > b` is written as `b < a`.
pub(super) fn binary_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Greater => BinaryOp::Less.symbol(),
        BinaryOp::GreaterOrEqual => BinaryOp::LessOrEqual.symbol(),
        op => op.symbol(),
    }
}

/// An operator with its type. One that takes a real and a complex operand is another than that of
/// two complex ones; if its operands may be exchanged, their types are named in one order.
pub(super) fn operator_name(op: BinaryOp, ty: &Type, left: &Type, right: &Type) -> String {
    let name = format!("{} {}", binary_name(op), type_name(ty));
    let is_mixed = matches!(ty, Type::Complex(_)) && left != right;
    let may_exchange = matches!(op, BinaryOp::Add | BinaryOp::Multiply);
    match (is_mixed, left) {
        (false, _) => name,
        (true, Type::Complex(_)) if !may_exchange => format!("{name} and real"),
        (true, _) => format!("{name} with real"),
    }
}

/// An operator with one operand, with its type.
pub(super) fn unary_operator(op: UnaryOp, ty: &Type) -> String {
    let sign = match op {
        UnaryOp::Negate => "neg",
        UnaryOp::Complement => "~",
        UnaryOp::Not => "!",
    };
    format!("{sign} {}", type_name(ty))
}

/// A floating constant as an operator without operands, rounded to its type.
pub(super) fn real_name(value: f64, ty: &Type) -> String {
    let value = match ty {
        #[allow(clippy::cast_possible_truncation)]
        Type::Floating(4) => f64::from(value as f32),
        _ => value,
    };
    format!("{value:?} {}", type_name(ty))
}
