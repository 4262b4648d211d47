//! Values.

use crate::arithmetic::{
    Fault, Scalar, compare, compare_float, complement, convert, float, integer, negate,
    negate_float, wrap,
};
use crate::code::{Node, NodeId};
use crate::machine::Machine;
use crate::memory::Kind;
use crate::trace::Operator;
use crate::undefined::{Done, Halt, Undefined, unsupported};
use crate::word::{Tag, TermId, Word, base as first_address};
use integer::IntType;
use program::{BinaryOp, UnaryOp};

impl<'c, const REC: bool> Machine<'c, REC> {
    /// The value of a node.
    pub(super) fn eval(&mut self, id: NodeId) -> Done<Word> {
        let code = self.code;
        match &code.nodes[id as usize] {
            Node::Number(bits) => Ok(Word::number(*bits)),
            Node::Slot(slot) => Ok(self.slot(*slot, id)),
            Node::Local(slot) => Ok(self.slots[self.frame + *slot as usize].word),
            Node::Global(index) => Ok(self.globals[*index as usize]),
            Node::Load(address, ty) => {
                let address = self.eval(*address)?;
                self.load(address, *ty, id)
            }
            Node::Volatile(address, ty) => {
                let address = self.eval(*address)?;
                let word = self.load(address, *ty, id)?;
                self.log_volatile("read", address, *ty, word);
                Ok(word)
            }
            Node::Integer(op, ty, a, b) => {
                let (a, b) = (self.eval(*a)?, self.eval(*b)?);
                self.integer(*op, *ty, a, b, id)
            }
            Node::Compare(op, ty, a, b) => {
                let (a, b) = (self.eval(*a)?, self.eval(*b)?);
                let bits = compare(*op, ty.signed, a.bits, b.bits);
                if is_null_test(a, b) {
                    return Ok(Word::number(bits));
                }
                Ok(self.combined(Operator::Binary(*op, Scalar::Int(*ty)), bits, [a, b]))
            }
            Node::ComparePointers(op, a, b) => {
                let (a, b) = (self.eval(*a)?, self.eval(*b)?);
                Ok(self.compare_pointers(*op, a, b))
            }
            Node::Float(op, ty, a, b) => {
                let (a, b) = (self.eval(*a)?, self.eval(*b)?);
                self.note_long(*ty);
                let bits = float(*op, *ty, a.bits, b.bits);
                Ok(self.combined(Operator::Binary(*op, *ty), bits, [a, b]))
            }
            Node::CompareFloats(op, ty, a, b) => {
                let (a, b) = (self.eval(*a)?, self.eval(*b)?);
                let bits = compare_float(*op, *ty, a.bits, b.bits);
                Ok(self.combined(Operator::Binary(*op, *ty), bits, [a, b]))
            }
            Node::Unary(op, ty, a) => {
                let a = self.eval(*a)?;
                self.unary(*op, *ty, a, id)
            }
            Node::Convert(from, to, a) => {
                let a = self.eval(*a)?;
                self.converted(*from, *to, a, id)
            }
            Node::Choose(condition, then, other) => match self.truth(*condition)? {
                true => self.eval(*then),
                false => self.eval(*other),
            },
            Node::OffsetBy(base, by, size) => {
                let (base, by) = (self.eval(*base)?, self.eval(*by)?);
                self.moved(base, by, *size, id)
            }
            Node::AccessBy(base, by, size) => {
                let (base, by) = (self.eval(*base)?, self.eval(*by)?);
                let address = self.moved(base, by, *size, id)?;
                if self.is_strict {
                    self.check_row(base, address, *size, id);
                }
                Ok(address)
            }
            Node::ElementOf(base, by, size, length) => {
                let (base, by) = (self.eval(*base)?, self.eval(*by)?);
                self.check_subscript(by, *length, id);
                self.moved(base, by, *size, id)
            }
            node => self.eval_rare(node, id),
        }
    }

    fn eval_rare(&mut self, node: &'c Node, id: NodeId) -> Done<Word> {
        match node {
            Node::Macro(index, ty) => {
                let value = self.macros.get(*index as usize).map_or(0, |m| m.value);
                Ok(Word::number(wrap(*ty, value as u64)))
            }
            Node::Text(index) => self.text(*index),
            Node::Function(index) => {
                let name = self.code.names[*index as usize].clone();
                self.function_address(name)
            }
            Node::Offset(base, by, size) => {
                let (base, by) = (self.eval(*base)?, self.eval(*by)?);
                let size = self.eval(*size)?;
                self.moved(base, by, size.bits as i64, id)
            }
            Node::Element(base, by, size, length, may_be_end) => {
                let (base, by) = (self.eval(*base)?, self.eval(*by)?);
                let (size, length) = (self.eval(*size)?, self.eval(*length)?);
                let length = length.bits.saturating_add(u64::from(*may_be_end));
                self.check_subscript(by, length, id);
                self.moved(base, by, size.bits as i64, id)
            }
            Node::Member(base, offset) => {
                let base = self.eval(*base)?;
                let bits = base.bits.wrapping_add(*offset);
                Ok(Word { bits, ..base })
            }
            Node::Distance(a, b, size) => self.distance(*a, *b, *size),
            Node::Pure(function, returns, operands, name) => {
                let mut words = Vec::with_capacity(operands.len());
                for &(_, node) in operands {
                    words.push(self.eval(node)?);
                }
                let values = operands.iter().zip(&words);
                let values: Vec<_> = values.map(|((ty, _), word)| (*ty, word.bits)).collect();
                self.note_long(*returns);
                let bits = function.apply(*returns, &values);
                Ok(self.combined_all(Operator::Function(*name), bits, &words))
            }
            Node::FromComplex(node) => self.number_from(node),
            Node::Unsupported(index) => {
                self.at = self.code.spans[id as usize];
                unsupported(self.code.unsupported[*index as usize].clone())
            }
            _ => unsupported("a value without a form"),
        }
    }

    /// A subscript outside of its array may still reach the object: C leaves that open.
    #[inline]
    fn check_subscript(&mut self, by: Word, length: u64, id: NodeId) {
        if by.bits >= length && self.is_strict && self.doubt.is_none() {
            self.at = self.code.spans[id as usize];
            self.doubt("a subscript outside of its array");
        }
    }

    /// A pointer into a row may still reach another row: C leaves that open. A pointer to the start
    /// of an object is taken for one to the whole object, as in `((float *)image)[i]`.
    fn check_row(&mut self, base: Word, address: Word, size: i64, id: NodeId) {
        let Some(instance) = base.tag.instance().filter(|_| self.doubt.is_none()) else {
            return;
        };
        let Kind::Declared(object) = self.memory.object(instance).kind else {
            return;
        };
        let row = self.rows.get(object.0 as usize).copied().unwrap_or(0);
        let start = first_address(instance);
        let row_of = |word: Word| word.bits.wrapping_sub(start) / row;
        if row > size as u64 && base.bits != start && row_of(base) != row_of(address) {
            self.at = self.code.spans[id as usize];
            self.doubt("a subscript outside of its row");
        }
    }

    /// Whether a value is not zero.
    #[inline]
    pub(super) fn truth(&mut self, node: NodeId) -> Done<bool> {
        let word = self.eval(node)?;
        if word.tag == Tag::UNWRITTEN {
            self.at = self.code.spans[node as usize];
            return Err(Undefined::Unwritten.into());
        }
        if word.tag == Tag::ADDRESS {
            self.doubt("a decision that depends on addresses");
        }
        Ok(word.bits != 0)
    }

    #[inline]
    fn integer(&mut self, op: BinaryOp, ty: IntType, a: Word, b: Word, id: NodeId) -> Done<Word> {
        let operator = Operator::Binary(op, Scalar::Int(ty));
        match integer(op, ty, a.bits, b.bits) {
            Ok(bits) => {
                let mut word = self.combined(operator, bits, [a, b]);
                if word.tag == Tag::ADDRESS {
                    word.tag = address_tag(op, a.tag, b.tag);
                }
                Ok(word)
            }
            Err(fault) => self.fault(fault, operator, &[a, b], id),
        }
    }

    /// The result of an operation without a value: undetermined if the operands are.
    #[cold]
    fn fault(
        &mut self,
        fault: Fault,
        operator: Operator,
        operands: &[Word],
        id: NodeId,
    ) -> Done<Word> {
        if operands.iter().any(|word| word.tag == Tag::UNWRITTEN) {
            return Ok(self.combined_all(operator, 0, operands));
        }
        self.at = self.code.spans[id as usize];
        Err(fault.into())
    }

    pub(super) fn unary(&mut self, op: UnaryOp, ty: Scalar, a: Word, id: NodeId) -> Done<Word> {
        let operator = Operator::Unary(op, ty);
        let bits = match (op, ty) {
            (UnaryOp::Negate, Scalar::Int(ty)) => negate(ty, a.bits),
            (UnaryOp::Negate, ty) => Ok(negate_float(ty, a.bits)),
            (_, Scalar::Int(ty)) => Ok(complement(ty, a.bits)),
            (_, _) => Ok(u64::from(a.bits == 0)),
        };
        match bits {
            Ok(bits) => Ok(self.combined_all(operator, bits, &[a])),
            Err(fault) => self.fault(fault, operator, &[a], id),
        }
    }

    pub(super) fn converted(
        &mut self,
        from: Scalar,
        to: Scalar,
        a: Word,
        id: NodeId,
    ) -> Done<Word> {
        let operator = Operator::Convert(from, to);
        match convert(from, to, a.bits) {
            // A value that stays what it is keeps its term and its object.
            Ok(bits) if bits == a.bits && !from.is_float() && !to.is_float() => Ok(a),
            Ok(bits) => Ok(self.combined_all(operator, bits, &[a])),
            Err(fault) => self.fault(fault, operator, &[a], id),
        }
    }

    /// A pointer moved by a number of elements.
    #[inline]
    fn moved(&mut self, base: Word, by: Word, size: i64, id: NodeId) -> Done<Word> {
        if by.tag != Tag::PLAIN || base.tag == Tag::UNWRITTEN {
            if by.tag == Tag::UNWRITTEN || base.tag == Tag::UNWRITTEN {
                self.at = self.code.spans[id as usize];
                return Err(Undefined::Unwritten.into());
            }
            self.doubt("a subscript that depends on addresses");
        }
        let distance = (by.bits as i64).wrapping_mul(size);
        Ok(Word {
            bits: base.bits.wrapping_add(distance as u64),
            tag: base.tag,
            term: TermId::NUMBER,
        })
    }

    fn compare_pointers(&mut self, op: BinaryOp, a: Word, b: Word) -> Word {
        let orders = !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
        if orders && a.tag != b.tag {
            self.doubt("an order of pointers to different objects");
        }
        let tag = match a.tag == Tag::UNWRITTEN || b.tag == Tag::UNWRITTEN {
            true => Tag::UNWRITTEN,
            false => Tag::PLAIN,
        };
        Word {
            bits: compare(op, false, a.bits, b.bits),
            tag,
            term: TermId::NUMBER,
        }
    }

    fn distance(&mut self, a: NodeId, b: NodeId, size: NodeId) -> Done<Word> {
        let (a, b, size) = (self.eval(a)?, self.eval(b)?, self.eval(size)?);
        if a.tag != b.tag {
            self.doubt("a distance of pointers to different objects");
        }
        let bytes = a.bits.wrapping_sub(b.bits) as i64;
        let elements = bytes.checked_div(size.bits as i64).unwrap_or(0);
        Ok(Word::number(elements as u64))
    }

    fn text(&mut self, index: u32) -> Done<Word> {
        if let Some(&address) = self.texts.get(&index) {
            return Ok(address);
        }
        let text = &self.code.texts[index as usize];
        let address = self
            .memory
            .create(Kind::Text, text.len() as u64 + 1, Tag::PLAIN)?;
        if let Some(instance) = address.tag.instance() {
            let bytes = &mut self.memory.object_mut(instance).bytes;
            bytes[..text.len()].copy_from_slice(text);
        }
        self.texts.insert(index, address);
        Ok(address)
    }

    #[inline]
    pub(super) fn note_long(&mut self, ty: Scalar) {
        if ty == Scalar::Long {
            self.doubt("arithmetic in `long double`");
        }
    }

    /// Ends an execution whose record is too long.
    pub(super) fn check_record(&self) -> Done<()> {
        match REC && self.trace.len() + self.terms.len() > self.allowance.record {
            true => Err(Box::new(Halt::Budget("entries of the record"))),
            false => Ok(()),
        }
    }
}

/// Whether an address is compared with zero: no address is.
#[inline]
fn is_null_test(a: Word, b: Word) -> bool {
    a.tag.instance().is_some() && b == Word::number(0)
}

/// What an integer is that was computed from an address.
fn address_tag(op: BinaryOp, a: Tag, b: Tag) -> Tag {
    match (op, a.instance(), b.instance()) {
        (BinaryOp::Add | BinaryOp::And, None, Some(_)) if a == Tag::PLAIN => b,
        (BinaryOp::Add | BinaryOp::Subtract | BinaryOp::And, Some(_), None) if b == Tag::PLAIN => a,
        (BinaryOp::Subtract, Some(first), Some(second)) if first == second => Tag::PLAIN,
        _ => Tag::ADDRESS,
    }
}
