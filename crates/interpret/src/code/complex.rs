//! Complex numbers, prepared: their nodes have two words as values, and live in memory.

use crate::arithmetic::{ComplexMath, Math, Scalar, hash_bytes};
use crate::code::form::{Complex, FromComplex, Node, NodeId, Operand};
use crate::code::functions::Compiler;
use crate::memory::{complex_part, scalar};
use program::{BinaryOp, UnaryOp, Value, ValueKind};
use source::Span;

impl<'p> Compiler<'p> {
    /// A complex number whose parts have a type.
    pub(super) fn complex(&mut self, value: &'p Value, part: Scalar) -> NodeId {
        let at = value.at;
        let node = match &value.kind {
            ValueKind::Complex(real, imaginary) => {
                Complex::Parts(self.value(real), self.value(imaginary))
            }
            ValueKind::Load(place) => {
                let is_volatile = self.is_volatile(place);
                Complex::Load(self.address(place, at), part, is_volatile)
            }
            ValueKind::Unary(UnaryOp::Negate, operand) => {
                Complex::Negate(part, self.value(operand))
            }
            ValueKind::Binary(op, left, right) => {
                let (left, right) = (self.operand(left), self.operand(right));
                Complex::Binary(*op, part, left, right)
            }
            ValueKind::Convert(operand) => match complex_part(&operand.ty) {
                Some(from) => Complex::Convert(from, part, self.value(operand)),
                None => return self.unsupported("a conversion to a complex number", at),
            },
            ValueKind::Choose {
                condition,
                then,
                other,
            } => {
                let condition = self.condition(condition);
                let (then, other) = (self.value(then), self.value(other));
                return self.node(Node::Choose(condition, then, other), at);
            }
            ValueKind::Pure {
                function,
                arguments,
            } => {
                let arguments = arguments.iter().map(|a| self.value(a)).collect();
                let hash = hash_bytes(function.as_bytes());
                Complex::Pure(ComplexMath::named(function), part, arguments, hash)
            }
            ValueKind::Unsupported(unsupported) => {
                return self.unsupported(unsupported.what.clone(), at);
            }
            _ => return self.unsupported("a complex number of an unusual form", at),
        };
        self.node(Node::Complex(node), at)
    }

    /// An operand of an operator on complex numbers.
    fn operand(&mut self, value: &'p Value) -> Operand {
        let node = self.value(value);
        match complex_part(&value.ty) {
            Some(_) => Operand::Complex(node),
            None => Operand::Real(node),
        }
    }

    /// A comparison of complex numbers.
    pub(super) fn compared_complex(
        &mut self,
        op: BinaryOp,
        part: Scalar,
        (left, right): (NodeId, NodeId),
        at: Span,
    ) -> NodeId {
        let node = FromComplex::Compare(op, part, left, right);
        self.node(Node::FromComplex(node), at)
    }

    /// A number that a library function computes from a complex number.
    pub(super) fn number_of_complex(
        &mut self,
        name: &str,
        argument: &'p Value,
        part: Scalar,
        at: Span,
    ) -> NodeId {
        let operand = self.value(argument);
        let node = match name {
            "creal" | "crealf" | "creall" => FromComplex::Real(operand),
            "cimag" | "cimagf" | "cimagl" => FromComplex::Imaginary(operand),
            name => {
                let hash = hash_bytes(name.as_bytes());
                FromComplex::Pure(Math::of_complex(name), part, operand, hash)
            }
        };
        self.node(Node::FromComplex(node), at)
    }

    /// The parts of a value by their distances from its first byte, if it can be stored.
    pub(super) fn stored_parts(&mut self, value: &'p Value) -> Option<Vec<(u64, NodeId, Scalar)>> {
        if let Some(part) = complex_part(&value.ty) {
            let number = self.value(value);
            let parts = [FromComplex::Real(number), FromComplex::Imaginary(number)];
            let parts = parts.map(|node| self.node(Node::FromComplex(node), value.at));
            let offsets = [0, part.bytes() as u64];
            let parts = offsets.into_iter().zip(parts);
            return Some(parts.map(|(at, node)| (at, node, part)).collect());
        }
        let ty = scalar(&value.ty)?;
        Some(vec![(0, self.value(value), ty)])
    }
}
