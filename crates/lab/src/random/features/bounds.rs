//! Loops whose end is an object of the program, which their body changes.

use super::exits;
use crate::random::kernel::Kernel;
use crate::random::manner::{Bound, Way};
use crate::random::tree::{
    Affine, BOUND, Block, Condition, Index, Loop, Relation, SIZES, Statement,
};
use crate::rng::Rng;

/// Bounds one loop by the object, and changes the object inside.
pub(super) fn shape(kernel: &mut Kernel, random: &mut Rng) {
    let mut ends = Vec::new();
    collect(&mut kernel.body, None, &mut |l, _| ends.extend(end_of(l)));
    if ends.is_empty() {
        return;
    }
    let mut chosen = random.below(ends.len() as u64) as usize;
    // Inner loops are taken apart by folds.
    if !random.one_in(3) {
        chosen = chosen.max(ends.len() / 2);
    }
    let mut passed = 0;
    collect(&mut kernel.body, None, &mut |l, outer| {
        if end_of(l).is_some() {
            if passed == chosen {
                narrow(l, outer, random);
            }
            passed += 1;
        }
    });
    let ways = [
        Way::Directly,
        Way::Directly,
        Way::Directly,
        Way::Directly,
        Way::Pointer,
        Way::Function,
        Way::OtherFile,
    ];
    kernel.manner.bound = Some(Bound {
        start: ends[chosen],
        way: *random.pick(&ways),
    });
}

/// The end of a loop that may become an object: it depends only on the sizes.
fn end_of(l: &Loop) -> Option<Affine> {
    let Index::Affine(to) = l.to else { return None };
    let is_fixed = to.terms[..SIZES].iter().all(|c| *c == 0);
    (l.step > 0 && l.relation == Relation::Less && is_fixed).then_some(to)
}

fn narrow(l: &mut Loop, outer: Option<usize>, random: &mut Rng) {
    l.to = Index::Affine(Affine::var(BOUND));
    let mut slots = vec![l.slot];
    let own = l.slot;
    let new = match random.below(3) {
        0 => Affine::var(own).add(1),
        1 => Affine::number(random.between(1, 2)),
        _ => Affine::var(BOUND).add(-1),
    };
    let row = random.between(1, 3);
    exits::insert(&mut l.body, &mut slots, random, &mut |slots, random| {
        let mut condition = exits::condition(slots, random);
        // In one row only, so that the loop is still executed in the others.
        if let Some(outer) = outer {
            let outer = Index::Affine(Affine::var(outer));
            let in_row = Condition::Compare(outer, Relation::Equal, number(row));
            condition = Condition::And(Box::new(in_row), Box::new(condition));
        }
        Statement::If(condition, vec![Statement::Bound(new)], Block::new())
    });
}

fn number(number: i64) -> Index {
    Index::Affine(Affine::number(number))
}

/// Visits all loops of a block, each with the iterator of the loop around it.
fn collect(
    block: &mut Block,
    outer: Option<usize>,
    look: &mut impl FnMut(&mut Loop, Option<usize>),
) {
    for statement in block {
        let mut inside = outer;
        if let Statement::Loop(l) = statement {
            look(l, outer);
            inside = Some(l.slot);
        }
        for inner in statement.blocks_mut() {
            collect(inner, inside, look);
        }
    }
}
