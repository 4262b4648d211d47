//! Values, prepared.

use crate::arithmetic::{Math, Scalar, hash_bytes, wrap};
use crate::code::form::{Node, NodeId};
use crate::code::functions::Compiler;
use crate::code::places::Spot;
use crate::memory::{complex_part, scalar};
use integer::IntType;
use program::{BinaryOp, Place, Type, UnaryOp, Value, ValueKind};
use source::Span;

impl<'p> Compiler<'p> {
    /// A value; of a record, its address; of a complex number, a node with two words.
    pub(super) fn value(&mut self, value: &'p Value) -> NodeId {
        let at = value.at;
        if let Some(part) = complex_part(&value.ty) {
            return self.complex(value, part);
        }
        match &value.kind {
            ValueKind::Complex(..) => self.unsupported("a complex number as another type", at),
            ValueKind::Integer(n) => {
                let bits = constant(&value.ty, *n);
                self.node(Node::Number(bits), at)
            }
            ValueKind::Real(x) => {
                let bits = match scalar(&value.ty) {
                    Some(Scalar::F32) => u64::from((*x as f32).to_bits()),
                    _ => x.to_bits(),
                };
                self.node(Node::Number(bits), at)
            }
            ValueKind::Text(text) => {
                self.code.texts.push(text.clone());
                let index = self.code.texts.len() as u32 - 1;
                self.node(Node::Text(index), at)
            }
            ValueKind::Macro(id) => match &value.ty {
                Type::Integer(ty) => self.node(Node::Macro(id.0, *ty), at),
                _ => self.unsupported("a macro that is no integer", at),
            },
            ValueKind::Load(place) => self.load(place, &value.ty, at),
            ValueKind::Address(place) => self.only_address(place, at),
            ValueKind::Function(name) => {
                self.code.names.push(name.as_str().into());
                let index = self.code.names.len() as u32 - 1;
                self.node(Node::Function(index), at)
            }
            ValueKind::Unary(op, a) => self.unary(*op, &value.ty, a, at),
            ValueKind::Binary(op, a, b) => self.binary(*op, &value.ty, a, b, at),
            ValueKind::Convert(a) => self.convert(&value.ty, a, at),
            ValueKind::Choose {
                condition,
                then,
                other,
            } => {
                let condition = self.condition(condition);
                let (then, other) = (self.value(then), self.value(other));
                self.node(Node::Choose(condition, then, other), at)
            }
            ValueKind::Offset { pointer, by } => {
                let (base, by) = (self.value(pointer), self.value(by));
                match &value.ty {
                    Type::Pointer(element) => self.offset(base, by, element, at),
                    _ => self.unsupported("pointer arithmetic in an unknown type", at),
                }
            }
            ValueKind::Distance(a, b) => self.distance(a, b, at),
            ValueKind::Pure {
                function,
                arguments,
            } => self.pure(function, arguments, &value.ty, at),
            ValueKind::Unsupported(unsupported) => self.unsupported(unsupported.what.clone(), at),
        }
    }

    /// A value of which only matters whether it is zero: a word that is zero exactly then.
    pub(super) fn condition(&mut self, value: &'p Value) -> NodeId {
        let node = self.value(value);
        match scalar(&value.ty) {
            Some(ty) if ty.is_float() => {
                let zero = self.node(Node::Number(0), value.at);
                let compare = Node::CompareFloats(BinaryOp::NotEqual, ty, node, zero);
                self.node(compare, value.at)
            }
            Some(_) => node,
            None => self.unsupported("a condition that is no scalar", value.at),
        }
    }

    fn load(&mut self, place: &'p Place, ty: &Type, at: Span) -> NodeId {
        let volatile = self.is_volatile(place);
        match (self.spot(place, at), scalar(ty), ty) {
            (Spot::Slot(slot, _), _, _) => self.node(Node::Slot(slot), at),
            (Spot::Memory(address), Some(ty), _) if volatile => {
                self.node(Node::Volatile(address, ty), at)
            }
            (Spot::Memory(address), Some(ty), _) => self.node(Node::Load(address, ty), at),
            (Spot::Memory(address), None, Type::Record(_) | Type::Array { .. }) => address,
            _ => self.unsupported("a value of an unknown type", at),
        }
    }

    fn unary(&mut self, op: UnaryOp, ty: &Type, a: &'p Value, at: Span) -> NodeId {
        let operand = match op {
            UnaryOp::Not => self.condition(a),
            _ => self.value(a),
        };
        match (op, scalar(ty)) {
            (UnaryOp::Not, _) => {
                let zero = self.node(Node::Number(0), at);
                self.node(
                    Node::Compare(BinaryOp::Equal, IntType::LONG, operand, zero),
                    at,
                )
            }
            (_, Some(ty)) => self.node(Node::Unary(op, ty, operand), at),
            (_, None) => self.unsupported("an operator on an unknown type", at),
        }
    }

    fn binary(&mut self, op: BinaryOp, ty: &Type, a: &'p Value, b: &'p Value, at: Span) -> NodeId {
        let (left, right) = (self.value(a), self.value(b));
        if let Some(part) = complex_part(&a.ty).filter(|_| is_comparison(op)) {
            return self.compared_complex(op, part, (left, right), at);
        }
        let node = match (is_comparison(op), scalar(&a.ty), scalar(ty)) {
            (true, Some(Scalar::Int(ty)), _) => Node::Compare(op, ty, left, right),
            (true, Some(Scalar::Pointer), _) => Node::ComparePointers(op, left, right),
            (true, Some(ty), _) => Node::CompareFloats(op, ty, left, right),
            (false, _, Some(Scalar::Int(ty))) => Node::Integer(op, ty, left, right),
            (false, _, Some(ty)) if ty.is_float() => Node::Float(op, ty, left, right),
            _ => return self.unsupported("an operator on an unknown type", at),
        };
        self.node(node, at)
    }

    fn convert(&mut self, ty: &Type, a: &'p Value, at: Span) -> NodeId {
        let operand = self.value(a);
        match (scalar(&a.ty), scalar(ty)) {
            (Some(from), Some(to)) if from == to => operand,
            (Some(from), Some(to)) => self.node(Node::Convert(from, to, operand), at),
            (None, None) => operand,
            // A function or an array that decays.
            (None, Some(Scalar::Pointer)) => operand,
            (_, None) if *ty == Type::Void => operand,
            _ => self.unsupported("a conversion of an unknown type", at),
        }
    }

    fn distance(&mut self, a: &'p Value, b: &'p Value, at: Span) -> NodeId {
        let size = match &a.ty {
            Type::Pointer(element) => self.size(element, at),
            _ => None,
        };
        let (left, right) = (self.value(a), self.value(b));
        match size {
            Some(size) => self.node(Node::Distance(left, right, size), at),
            None => self.unsupported("a distance of unknown elements", at),
        }
    }

    fn pure(&mut self, name: &str, arguments: &'p [Value], ty: &Type, at: Span) -> NodeId {
        let Some(returns) = scalar(ty) else {
            return self.unsupported(format!("a call of `{name}` with an unknown type"), at);
        };
        if let [argument] = arguments
            && let Some(part) = complex_part(&argument.ty)
        {
            return self.number_of_complex(name, argument, part, at);
        }
        let mut operands = Vec::new();
        for argument in arguments {
            let Some(ty) = scalar(&argument.ty) else {
                return self.unsupported(format!("an argument of `{name}`"), at);
            };
            operands.push((ty, self.value(argument)));
        }
        let hash = hash_bytes(name.as_bytes());
        self.node(Node::Pure(Math::named(name), returns, operands, hash), at)
    }
}

fn constant(ty: &Type, n: i128) -> u64 {
    match ty {
        Type::Integer(ty) => wrap(*ty, n as u64),
        Type::Floating(4) => u64::from((n as f32).to_bits()),
        Type::Floating(_) => (n as f64).to_bits(),
        _ => n as u64,
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Less
            | BinaryOp::LessOrEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterOrEqual
            | BinaryOp::Equal
            | BinaryOp::NotEqual
    )
}
