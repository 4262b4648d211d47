//! The end of a kernel executed again by a jump back into it: `longjmp`, `setcontext`.

use crate::random::kernel::Kernel;
use crate::random::tree::{Affine, Block, Index, Loop, Relation, SIZES, Spelling, Statement};
use crate::rng::Rng;

/// Functions that return again: their number and their texts.
pub(in crate::random) const RETURNING: [Returning; 4] = [
    Returning {
        object: "ucontext_t",
        mark: "getcontext(&%)",
        back: "setcontext(&%)",
    },
    Returning {
        object: "jmp_buf",
        mark: "setjmp(%)",
        back: "longjmp(%, 1)",
    },
    Returning {
        object: "sigjmp_buf",
        mark: "sigsetjmp(%, 0)",
        back: "siglongjmp(%, 1)",
    },
    Returning {
        object: "jmp_buf",
        mark: "marked_place(%)",
        back: "longjmp(%, 1)",
    },
];

/// A function that returns again, with `%` for its object.
pub(in crate::random) struct Returning {
    pub(in crate::random) object: &'static str,
    pub(in crate::random) mark: &'static str,
    pub(in crate::random) back: &'static str,
}

/// Repeats the end of the kernel, or the end of its only block.
pub(super) fn shape(kernel: &mut Kernel, random: &mut Rng) {
    kernel.manner.volatile_scalars = true;
    kernel.outer_iterators = false;
    let mut block = &mut kernel.body;
    let is_block = |b: &Block| matches!(b.as_slice(), [Statement::Block(_)]);
    while is_block(block) {
        let [Statement::Block(inner)] = block.as_mut_slice() else {
            return;
        };
        block = inner;
    }
    let first = usize::from(matches!(block.first(), Some(Statement::Declare(_))));
    let from = first + random.below((block.len() - first).max(1) as u64) as usize;
    let body = block.split_off(from.min(block.len()));
    block.push(Statement::Loop(Loop {
        slot: SIZES - 1,
        from: Index::Affine(Affine::number(0)),
        relation: Relation::Less,
        to: Index::Affine(Affine::number(random.between(2, 3))),
        step: 1,
        spelling: Spelling::Again(random.below(RETURNING.len() as u64) as usize),
        parallel: false,
        directive: 0,
        body,
    }));
}
