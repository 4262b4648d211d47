//! Values and conditions that drafts compute from temporaries, inputs and iterators.

use super::{Drafter, Nest};
use crate::random::style::{self, Style, offset};
use crate::random::tree::{Affine, Condition, Index, Loop, Operator, Relation, SIZES, Value};

impl Drafter {
    /// `value op t[...]`
    pub(super) fn with_read(&mut self, value: Value, nest: &Nest, style: &(usize, Style)) -> Value {
        let depth = nest.loops.len();
        let by = match self.random.one_in(3) {
            true => [0; SIZES],
            false => offset(&mut self.random, &nest.loops, nest.common),
        };
        let subscripts = match self.random.below(16) {
            0 if depth > 1 => style.1.mirrored(1, 0, by),
            _ => style.1.at(by),
        };
        let read = Value::Read(self.access(style.0, subscripts));
        let read = match self.random.below(10) {
            0 => {
                let condition = self.affine_condition(&nest.loops);
                Value::Select(
                    Box::new(condition),
                    Box::new(read),
                    Box::new(Value::Number(3)),
                )
            }
            1 => Value::binary(Operator::Multiply, read, Value::Number(3)),
            _ => read,
        };
        let op = *self.random.pick(&Operator::ALL);
        Value::binary(op, value, read)
    }

    /// A value that depends on the iterators.
    pub(super) fn input(&mut self, loops: &[Loop]) -> Value {
        let mut at = Affine::number(self.random.between(20, 60));
        for l in loops {
            at = at.plus(Affine::var(l.slot).times(self.random.between(-1, 3)));
        }
        match self.random.below(6) {
            0 => Value::Integer(Index::Affine(at)),
            _ => Value::Input(Index::Affine(at)),
        }
    }

    pub(super) fn bit(&mut self, loops: &[Loop]) -> Condition {
        let value = self.input(loops);
        Condition::Bit(Box::new(value), 1 << self.random.below(3))
    }

    pub(super) fn affine_condition(&mut self, loops: &[Loop]) -> Condition {
        let slot = loops[self.random.below(loops.len() as u64) as usize].slot;
        let x = Affine::var(slot);
        let number = Affine::number(self.random.between(0, 2));
        let right = match self.random.below(3) {
            0 => style::size(&mut self.random).add(-1),
            1 if slot > 0 => Affine::var(slot - 1),
            _ => number,
        };
        let relations = [
            Relation::Less,
            Relation::AtMost,
            Relation::Greater,
            Relation::AtLeast,
            Relation::Equal,
            Relation::Different,
        ];
        let relation = *self.random.pick(&relations);
        let compare = Condition::Compare(Index::Affine(x), relation, Index::Affine(right));
        match self.random.below(8) {
            0 => {
                let even = Index::Modulo(x, Affine::number(2));
                Condition::Compare(even, Relation::Equal, Index::Affine(Affine::number(0)))
            }
            1 => Condition::Not(Box::new(compare)),
            2 => {
                let other = self.affine_condition(loops);
                Condition::And(Box::new(compare), Box::new(other))
            }
            3 => {
                let other = self.affine_condition(loops);
                Condition::Or(Box::new(compare), Box::new(other))
            }
            _ => compare,
        }
    }
}
