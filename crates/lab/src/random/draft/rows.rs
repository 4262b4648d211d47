//! Rows of an array that are read again in the next iterations:
//! `out[i][j] += t[i - 2][j] + t[i][j]`.

use super::{Drafter, counting, wrapped};
use crate::random::style::Style;
use crate::random::tree::{
    Affine, Block, Condition, Index, Operator, Relation, SIZES, Statement, Target, Value,
};

impl Drafter {
    /// One array of two dimensions, filled and read in the same iterations, or row by row.
    pub(super) fn rows(&mut self) -> Block {
        let array = self.random.below(self.kernel.arrays.len() as u64) as usize;
        let own = (array, Style::plain(vec![Affine::var(0), Affine::var(1)]));
        let outer = counting(0, Affine::number(0), Affine::var(SIZES));
        let inner = counting(1, Affine::number(0), Affine::var(SIZES + 1));
        let loops = [outer.clone(), inner.clone()];
        let filled = Statement::Assign(self.target(&own, [0; SIZES]), None, self.input(&loops));
        let mut sum = self.read(&own, [0; SIZES]);
        let back = self.random.between(1, 2);
        for row in 1..=back {
            let column = i64::from(self.random.one_in(3));
            let read = self.read(&own, [row, column, 0, 0]);
            sum = Value::binary(Operator::Add, sum, read);
        }
        let slot = Affine::var(0)
            .times(25)
            .plus(Affine::var(1).times(5))
            .add(9);
        let result = Target::Output(Index::Affine(slot));
        let used = Statement::Assign(result, Some(Operator::Add), sum);
        let is_late = Condition::Compare(
            Index::Affine(Affine::var(0)),
            Relation::AtLeast,
            Index::Affine(Affine::number(back)),
        );
        let used = Statement::If(is_late, vec![used], Block::new());
        let body = match self.random.one_in(3) {
            true => [
                wrapped(vec![inner.clone()], vec![filled]),
                wrapped(vec![inner], vec![used]),
            ]
            .concat(),
            false => wrapped(vec![inner], vec![filled, used]),
        };
        let block = wrapped(vec![outer], body);
        self.with_declarations(block)
    }
}
