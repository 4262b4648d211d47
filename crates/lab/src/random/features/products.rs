//! Heap arrays whose sizes are products of `int`s: few rows with hundreds of millions of columns,
//! of which only a few are used.

use crate::random::draft;
use crate::random::kernel::Kernel;
use crate::random::manner::Sizes;
use crate::random::tree::{
    Access, Affine, Array, Block, Home, Index, Loop, Operator, Relation, SIZES, Spelling,
    Statement, Target, Value,
};
use crate::rng::Rng;

/// The distance between used columns.
const STRIDE: i64 = 1 << 26;

/// Sizes whose product fits into an `int`, at four bytes each.
pub(in crate::random) const SIZES_RUN: [[i64; 2]; 3] =
    [[1, 520_000_000], [2, 260_000_000], [3, 170_000_000]];

/// A kernel with rows that are read again in the next iterations.
pub(in crate::random) fn kernel(seed: u64, random: &mut Rng) -> Kernel {
    let mut kernel = Kernel {
        sizes: Sizes::Variables,
        sizes_run: &SIZES_RUN,
        is_static: random.one_in(2),
        arrays: vec![Array {
            home: Home::Product,
            extents: vec![Affine::var(SIZES), Affine::var(SIZES + 1)],
        }],
        ..draft::empty(seed)
    };
    let mut reads = vec![0];
    reads.extend((0..1 + random.below(2)).map(|_| random.between(1, 2)));
    let target = Target::Array(access(0, 0));
    let produced = Statement::Assign(target, None, Value::Input(Index::Affine(column(20))));
    let mut body = vec![over(1, vec![produced])];
    for (k, by) in reads.into_iter().enumerate() {
        let read = Value::Read(access(k + 1, by));
        let scaled = Value::binary(Operator::Multiply, Value::Scalar(0), Value::Number(31));
        let sum = Value::binary(Operator::Add, scaled, read);
        let consumed = over(1, vec![Statement::Assign(Target::Scalar(0), None, sum)]);
        body.push(match by {
            0 => consumed,
            by => guarded(by, consumed),
        });
        kernel.accesses = k + 2;
    }
    kernel.body = vec![over(0, body)];
    kernel
}

/// `t[i - by][j]`
fn access(id: usize, by: i64) -> Access {
    Access {
        id,
        array: 0,
        subscripts: vec![
            Index::Affine(Affine::var(0).add(-by)),
            Index::Affine(Affine::var(1)),
        ],
    }
}

/// An index of `in` that depends on the row.
fn column(first: i64) -> Affine {
    Affine::var(0).times(3).add(first)
}

fn guarded(by: i64, statement: Statement) -> Statement {
    use crate::random::tree::Condition;
    let row = Index::Affine(Affine::var(0));
    let least = Index::Affine(Affine::number(by));
    let condition = Condition::Compare(row, Relation::AtLeast, least);
    Statement::If(condition, vec![statement], Block::new())
}

/// `for (i = 0; i < n; i++)`, or a loop over the used columns.
fn over(slot: usize, body: Block) -> Statement {
    Statement::Loop(Loop {
        slot,
        from: Index::Affine(Affine::number(0)),
        relation: Relation::Less,
        to: Index::Affine(Affine::var(SIZES + slot)),
        step: if slot == 0 { 1 } else { STRIDE },
        spelling: Spelling::For,
        parallel: false,
        directive: 0,
        body,
    })
}
