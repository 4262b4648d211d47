//! Complex numbers: pairs of words, computed part by part.

use crate::arithmetic::{Scalar, compare_float, divide_complex, float, is_finite, is_nan};
use crate::code::{Complex, FromComplex, Node, NodeId, Operand};
use crate::machine::Machine;
use crate::memory::Kind;
use crate::trace::Operator;
use crate::undefined::{Done, unsupported};
use crate::word::{EventId, Tag, Word};
use program::{BinaryOp, UnaryOp};
use source::Span;

/// The real and the imaginary part.
pub(super) type Pair = [Word; 2];

/// Distinguishes the term of an imaginary part from that of the real one.
const IMAGINARY: u64 = 0x9e37_79b9_7f4a_7c15;

/// The operator `/` on complex numbers, as a function of four numbers.
const DIVISION: u64 = 0x2f2f_2f2f_2f2f_2f2f;

/// An operand, evaluated.
enum Evaluated {
    Real(Word),
    Complex(Pair),
}

impl<'c, const REC: bool> Machine<'c, REC> {
    /// The value of a node that is a complex number.
    pub(super) fn complex(&mut self, id: NodeId) -> Done<Pair> {
        let code = self.code;
        match &code.nodes[id as usize] {
            Node::Complex(complex) => self.complex_value(complex, id),
            Node::Choose(condition, then, other) => match self.truth(*condition)? {
                true => self.complex(*then),
                false => self.complex(*other),
            },
            _ => {
                self.eval(id)?;
                unsupported("a complex number without a form")
            }
        }
    }

    fn complex_value(&mut self, complex: &'c Complex, id: NodeId) -> Done<Pair> {
        match complex {
            Complex::Parts(real, imaginary) => Ok([self.eval(*real)?, self.eval(*imaginary)?]),
            Complex::Load(address, ty, is_volatile) => {
                let address = self.eval(*address)?;
                let pair = [
                    self.load(address, *ty, id)?,
                    self.load(second(address, *ty), *ty, id)?,
                ];
                if *is_volatile {
                    self.log_pair("read", address, *ty, pair);
                }
                Ok(pair)
            }
            Complex::Negate(ty, operand) => {
                let pair = self.complex(*operand)?;
                self.negated(*ty, pair, id)
            }
            Complex::Convert(from, to, operand) => {
                let [real, imaginary] = self.complex(*operand)?;
                Ok([
                    self.converted(*from, *to, real, id)?,
                    self.converted(*from, *to, imaginary, id)?,
                ])
            }
            Complex::Binary(op, ty, left, right) => {
                let (left, right) = (self.operand(*left)?, self.operand(*right)?);
                self.operated(*op, *ty, left, right, id)
            }
            Complex::Pure(function, ty, operands, name) => {
                let mut words = Vec::with_capacity(2 * operands.len());
                for &operand in operands {
                    words.extend(self.complex(operand)?);
                }
                if let ([real, imaginary], true) = (&words[..], function.is_conjugate()) {
                    let imaginary = self.unary(UnaryOp::Negate, *ty, *imaginary, id)?;
                    return Ok([*real, imaginary]);
                }
                self.note_long(*ty);
                let values: Vec<u64> = words.iter().map(|word| word.bits).collect();
                let bits = function.apply(*ty, *name, &values);
                Ok([
                    self.combined_all(Operator::Function(*name), bits[0], &words),
                    self.combined_all(Operator::Function(*name ^ IMAGINARY), bits[1], &words),
                ])
            }
        }
    }

    fn operand(&mut self, operand: Operand) -> Done<Evaluated> {
        Ok(match operand {
            Operand::Real(node) => Evaluated::Real(self.eval(node)?),
            Operand::Complex(node) => Evaluated::Complex(self.complex(node)?),
        })
    }

    fn negated(&mut self, ty: Scalar, [real, imaginary]: Pair, id: NodeId) -> Done<Pair> {
        Ok([
            self.unary(UnaryOp::Negate, ty, real, id)?,
            self.unary(UnaryOp::Negate, ty, imaginary, id)?,
        ])
    }

    /// The result of an operator, as C11 G.5 has it for finite numbers.
    fn operated(
        &mut self,
        op: BinaryOp,
        ty: Scalar,
        left: Evaluated,
        right: Evaluated,
        id: NodeId,
    ) -> Done<Pair> {
        let is_sum = matches!(op, BinaryOp::Add | BinaryOp::Subtract);
        Ok(match (left, right) {
            (Evaluated::Complex([a, b]), Evaluated::Complex([c, d])) => match op {
                _ if is_sum => [self.real(op, ty, a, c), self.real(op, ty, b, d)],
                BinaryOp::Multiply => self.complex_product(ty, [a, b], [c, d]),
                _ => self.complex_quotient(ty, [a, b, c, d]),
            },
            (Evaluated::Complex([a, b]), Evaluated::Real(c)) => match is_sum {
                true => [self.real(op, ty, a, c), b],
                false => [self.real(op, ty, a, c), self.real(op, ty, b, c)],
            },
            (Evaluated::Real(a), Evaluated::Complex([c, d])) => match op {
                BinaryOp::Add => [self.real(op, ty, a, c), d],
                BinaryOp::Subtract => {
                    let imaginary = self.unary(UnaryOp::Negate, ty, d, id)?;
                    [self.real(op, ty, a, c), imaginary]
                }
                _ => [self.real(op, ty, a, c), self.real(op, ty, a, d)],
            },
            (Evaluated::Real(_), Evaluated::Real(_)) => {
                return unsupported("an operator on complex numbers without one");
            }
        })
    }

    /// The result of an operator on floating numbers.
    fn real(&mut self, op: BinaryOp, ty: Scalar, a: Word, b: Word) -> Word {
        self.note_long(ty);
        let bits = float(op, ty, a.bits, b.bits);
        self.combined(Operator::Binary(op, ty), bits, [a, b])
    }

    fn complex_product(&mut self, ty: Scalar, [a, b]: Pair, [c, d]: Pair) -> Pair {
        let (ac, bd) = (
            self.real(BinaryOp::Multiply, ty, a, c),
            self.real(BinaryOp::Multiply, ty, b, d),
        );
        let (ad, bc) = (
            self.real(BinaryOp::Multiply, ty, a, d),
            self.real(BinaryOp::Multiply, ty, b, c),
        );
        let pair = [
            self.real(BinaryOp::Subtract, ty, ac, bd),
            self.real(BinaryOp::Add, ty, ad, bc),
        ];
        if pair.iter().all(|word| is_nan(ty, word.bits)) {
            self.doubt("a product of infinite complex numbers");
        }
        pair
    }

    fn complex_quotient(&mut self, ty: Scalar, operands: [Word; 4]) -> Pair {
        self.note_long(ty);
        let [real, imaginary] = divide_complex(ty, operands.map(|word| word.bits));
        if !is_finite(ty, real) || !is_finite(ty, imaginary) {
            self.doubt("a quotient of complex numbers that is not finite");
        }
        [
            self.combined_all(Operator::Function(DIVISION), real, &operands),
            self.combined_all(
                Operator::Function(DIVISION ^ IMAGINARY),
                imaginary,
                &operands,
            ),
        ]
    }

    /// A number made of complex numbers.
    pub(super) fn number_from(&mut self, node: &'c FromComplex) -> Done<Word> {
        match node {
            FromComplex::Real(operand) => Ok(self.complex(*operand)?[0]),
            FromComplex::Imaginary(operand) => Ok(self.complex(*operand)?[1]),
            FromComplex::Compare(op, ty, left, right) => {
                let ([a, b], [c, d]) = (self.complex(*left)?, self.complex(*right)?);
                let differs =
                    |x: Word, y: Word| compare_float(BinaryOp::NotEqual, *ty, x.bits, y.bits) != 0;
                let is_different = differs(a, c) || differs(b, d);
                let bits = u64::from(is_different == (*op == BinaryOp::NotEqual));
                Ok(self.combined_all(Operator::Binary(*op, *ty), bits, &[a, b, c, d]))
            }
            FromComplex::Pure(function, ty, operand, name) => {
                let words = self.complex(*operand)?;
                self.note_long(*ty);
                let bits = function.apply(*ty, &words.map(|word| (*ty, word.bits)));
                Ok(self.combined_all(Operator::Function(*name), bits, &words))
            }
        }
    }

    /// Stores a complex number in memory.
    pub(super) fn store_complex(
        &mut self,
        address: Word,
        ty: Scalar,
        pair: Pair,
        at: Span,
    ) -> Done<()> {
        let bytes = ty.bytes() as u32;
        let mut events = [EventId(0); 2];
        if REC {
            events[0] = self.event_of_store(address, bytes, pair[0], at);
            events[1] = self.next_event_of_store(second(address, ty), bytes, pair[1], at);
        }
        self.memory.store(address, ty, pair[0], events[0])?;
        self.memory
            .store(second(address, ty), ty, pair[1], events[1])
    }

    /// The address of a new block with a complex number.
    pub(super) fn kept_complex(&mut self, node: NodeId, ty: Scalar, at: Span) -> Done<Word> {
        let pair = self.complex(node)?;
        self.block_with(ty, pair, at)
    }

    /// The address of a new block with these parts.
    pub(super) fn block_with(&mut self, ty: Scalar, pair: Pair, at: Span) -> Done<Word> {
        let bytes = 2 * ty.bytes() as u64;
        let block = self.memory.create(Kind::Heap(at), bytes, Tag::UNWRITTEN)?;
        self.store_complex(block, ty, pair, at)?;
        Ok(block)
    }

    /// An access to a volatile complex number.
    pub(super) fn log_pair(&mut self, verb: &str, address: Word, ty: Scalar, pair: Pair) {
        self.log_volatile(verb, address, ty, pair[0]);
        self.log_volatile(verb, second(address, ty), ty, pair[1]);
    }
}

/// The address of the imaginary part.
fn second(address: Word, ty: Scalar) -> Word {
    Word {
        bits: address.bits.wrapping_add(ty.bytes() as u64),
        ..address
    }
}
