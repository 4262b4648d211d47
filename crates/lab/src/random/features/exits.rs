//! Conditions in loops that end the loop, its iteration or the whole kernel.

use crate::random::kernel::Kernel;
use crate::random::tree::{
    Affine, Block, Condition, Exit, Index, Relation, SIZES, Statement, Value,
};
use crate::rng::Rng;

/// Adds one or two exits.
pub(super) fn shape(kernel: &mut Kernel, random: &mut Rng) {
    for _ in 0..1 + random.below(2) {
        insert(
            &mut kernel.body,
            &mut Vec::new(),
            random,
            &mut |slots, random| {
                let exits = [Exit::Continue, Exit::Break, Exit::Return, Exit::Goto];
                let exit = exits[[0, 0, 1, 1, 2, 3][random.below(6) as usize]];
                let condition = condition(slots, random);
                Statement::If(condition, vec![Statement::Exit(exit)], Block::new())
            },
        );
    }
}

/// Inserts a statement, made from the iterators in scope, at a random position inside a loop.
pub(in crate::random) fn insert(
    block: &mut Block,
    slots: &mut Vec<usize>,
    random: &mut Rng,
    make: &mut impl FnMut(&[usize], &mut Rng) -> Statement,
) -> bool {
    let nested = |s: &Statement| matches!(s, Statement::Loop(_) | Statement::Block(_));
    let inner: Vec<usize> = (0..block.len()).filter(|k| nested(&block[*k])).collect();
    let is_leaf = inner.is_empty() || (!slots.is_empty() && random.one_in(3));
    if is_leaf {
        if slots.is_empty() {
            return false;
        }
        // A declaration stays first.
        let first = usize::from(matches!(block.first(), Some(Statement::Declare(_))));
        let at = first + random.below((block.len() - first + 1) as u64) as usize;
        let statement = make(slots, random);
        block.insert(at, statement);
        return true;
    }
    let chosen = *random.pick(&inner);
    match &mut block[chosen] {
        Statement::Loop(l) => {
            slots.push(l.slot);
            insert(&mut l.body, slots, random, make)
        }
        Statement::Block(inner) => insert(inner, slots, random, make),
        _ => false,
    }
}

/// A condition on an iterator or on data.
pub(in crate::random) fn condition(slots: &[usize], random: &mut Rng) -> Condition {
    let slot = *random.pick(slots);
    let x = Index::Affine(Affine::var(slot));
    if random.one_in(3) {
        let at = Affine::var(slot).add(random.between(20, 60));
        let value = Value::Input(Index::Affine(at));
        return Condition::Bit(Box::new(value), 1 << random.below(3));
    }
    let relation = *random.pick(&[Relation::Equal, Relation::AtLeast, Relation::Equal]);
    let right = match random.below(3) {
        0 => Affine::var(SIZES + random.below(2) as usize).add(-1),
        _ => Affine::number(random.between(1, 3)),
    };
    Condition::Compare(x, relation, Index::Affine(right))
}
