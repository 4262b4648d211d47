//! Kernels whose loops are moved: the same statement instances in another order, or in other nests.
//! Whether the result computes the same is not asked here; [`Agreement`] tells it by execution.

use super::kernel::Kernel;
use super::run::{self, Run};
use super::tree::{Affine, Block, Condition, Index, Loop, Relation, SIZES, Spelling, Statement};
use super::visit::{self, Replace, Visitor};

/// How two kernels agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Equal results at all sizes that were tried, whatever elements hold before they are written.
    Same,
    /// Another result at these sizes.
    Different([i64; 2]),
    /// Equal results, but the other kernel leaves its arrays.
    Undefined([i64; 2]),
}

/// Sizes at which kernels are compared: all below.
const SIZES_COMPARED: i64 = 7;

impl Kernel {
    /// All kernels that one move of a loop or statement makes of this one, each with the name of
    /// the move.
    pub fn moves(&self) -> Vec<(&'static str, Kernel)> {
        let mut all = Vec::new();
        block_moves(&self.body, &mut Vec::new(), &mut all);
        let kernel = |(name, body)| {
            let moved = Kernel {
                body,
                ..self.clone()
            };
            (name, moved)
        };
        all.into_iter().map(kernel).collect()
    }

    /// Executes both kernels at small sizes at which this one is defined.
    pub fn agreement(&self, other: &Kernel) -> Agreement {
        let sizes = |n: i64| (0..SIZES_COMPARED).map(move |m| [n, m]);
        let sizes: Vec<[i64; 2]> = (0..SIZES_COMPARED).flat_map(sizes).collect();
        self.agreement_at(other, &sizes)
    }

    /// Executes both kernels at those of some sizes at which this one is defined.
    pub fn agreement_at(&self, other: &Kernel, sizes: &[[i64; 2]]) -> Agreement {
        let mut agreement = Agreement::Same;
        for &sizes in sizes {
            let Some(expected) = defined(self, sizes) else {
                continue;
            };
            let same = |run: &Run| (run.scalar, &run.output) == (expected.scalar, &expected.output);
            for unwritten in UNWRITTEN {
                match run::run_with(other, sizes, unwritten) {
                    Ok(found) if !same(&found) => return Agreement::Different(sizes),
                    Ok(found) if run::is_inside(other, &found, sizes) => {}
                    _ => agreement = Agreement::Undefined(sizes),
                }
            }
        }
        agreement
    }
}

/// What an element may hold before it is written.
const UNWRITTEN: [u32; 2] = [0, 0x9e37_79b9];

/// An execution in which every element is in bounds and written before it is read.
fn defined(kernel: &Kernel, sizes: [i64; 2]) -> Option<Run> {
    let run = run::run(kernel, sizes).ok()?;
    let written = run.seen.values().all(|s| s.bad.is_empty());
    (written && run::is_inside(kernel, &run, sizes)).then_some(run)
}

type Moves = Vec<(&'static str, Block)>;

/// The moves in a block. `open` are the slots of the loops around it.
fn block_moves(block: &Block, open: &mut Vec<usize>, all: &mut Moves) {
    for k in 0..block.len() {
        let mut with = |name, count: usize, new: Block| {
            let mut changed = block.clone();
            changed.splice(k..k + count, new);
            all.push((name, changed));
        };
        if let Some(second) = block.get(k + 1) {
            for (name, new) in pair_moves(&block[k], second) {
                with(name, 2, new);
            }
        }
        if let Statement::Loop(l) = &block[k] {
            for (name, new) in loop_moves(l, open) {
                with(name, 1, new);
            }
        }
    }
    inner_moves(block, open, all);
}

/// The moves in the blocks of each statement.
fn inner_moves(block: &Block, open: &mut Vec<usize>, all: &mut Moves) {
    for (k, statement) in block.iter().enumerate() {
        let own = match statement {
            Statement::Loop(l) => Some(l.slot),
            _ => None,
        };
        open.extend(own);
        for (which, inner) in statement.blocks().into_iter().enumerate() {
            let mut moved = Vec::new();
            block_moves(inner, open, &mut moved);
            for (name, variant) in moved {
                let mut changed = block.clone();
                *changed[k].blocks_mut()[which] = variant;
                all.push((name, changed));
            }
        }
        open.truncate(open.len() - own.iter().count());
    }
}

/// Moves of two adjacent statements.
fn pair_moves(first: &Statement, second: &Statement) -> Moves {
    let is_movable = |s: &Statement| is_plain(std::slice::from_ref(s));
    if !is_movable(first) || !is_movable(second) {
        return Vec::new();
    }
    let mut all = vec![("swap", vec![second.clone(), first.clone()])];
    if let (Statement::Loop(a), Statement::Loop(b)) = (first, second)
        && same_header(a, b)
    {
        let mut fused = a.clone();
        fused.spelling = Spelling::For;
        fused.body.extend(b.body.iter().cloned());
        all.push(("fuse", vec![Statement::Loop(fused)]));
        for distance in 1..=2 {
            let fused = fused_with_distance(a, b, distance);
            all.extend(fused.map(|l| ("fuse shifted", vec![Statement::Loop(l)])));
        }
    }
    all
}

fn same_header(a: &Loop, b: &Loop) -> bool {
    let plain = |l: &Loop| !l.parallel && l.directive == 0 && !is_repetition(l);
    let of = |l: &Loop| (l.slot, l.from.clone(), l.relation, l.to.clone(), l.step);
    plain(a) && plain(b) && of(a) == of(b)
}

fn is_repetition(l: &Loop) -> bool {
    matches!(l.spelling, Spelling::Again(_))
}

/// `for (i = lo; i < hi + d; i++) { if (i < hi) a(i); if (i >= lo + d) b(i - d); }`
fn fused_with_distance(a: &Loop, b: &Loop, distance: i64) -> Option<Loop> {
    let (low, high) = upwards(a)?;
    let own = Affine::var(a.slot);
    let guarded = |relation, limit: Affine, body: Block| {
        let condition = Condition::Compare(Index::Affine(own), relation, Index::Affine(limit));
        Statement::If(condition, body, Block::new())
    };
    let later = replaced(&b.body, b.slot, own.add(-distance));
    Some(Loop {
        to: Index::Affine(high.add(distance)),
        spelling: Spelling::For,
        body: vec![
            guarded(Relation::Less, high, a.body.clone()),
            guarded(Relation::AtLeast, low.add(distance), later),
        ],
        ..a.clone()
    })
}

/// The bounds of `for (i = low; i < high; i++)`.
fn upwards(l: &Loop) -> Option<(Affine, Affine)> {
    match (&l.from, &l.to, l.relation, l.step) {
        (Index::Affine(low), Index::Affine(high), Relation::Less, 1) => Some((*low, *high)),
        (Index::Affine(low), Index::Affine(high), Relation::AtMost, 1) => Some((*low, high.add(1))),
        _ => None,
    }
}

/// Moves of one loop.
fn loop_moves(l: &Loop, open: &[usize]) -> Moves {
    if l.parallel || l.directive != 0 || is_repetition(l) {
        return Vec::new();
    }
    let mut all = Vec::new();
    all.extend(interchanged(l).map(|new| ("interchange", vec![new])));
    if !is_plain(&l.body) {
        return all;
    }
    for k in 1..l.body.len() {
        let part = |body: &[Statement]| with_body(l, body.to_vec());
        let (first, second) = l.body.split_at(k);
        all.push(("distribute", vec![part(first), part(second)]));
    }
    let Some((low, high)) = upwards(l) else {
        return all;
    };
    all.push(("reverse", vec![reversed(l, low, high)]));
    all.push(("shift", vec![shifted(l, low, high)]));
    all.push(("peel", peeled(l, low, high)));
    all.push(("unroll", vec![unrolled(l, low, high)]));
    all.extend(strip_mined(l, low, high, open).map(|new| ("strip", vec![new])));
    if let Some(outer) = open.last() {
        all.push(("skew", vec![skewed(l, low, high, *outer)]));
    }
    all
}

fn with_body(l: &Loop, body: Block) -> Statement {
    Statement::Loop(Loop {
        spelling: Spelling::For,
        body,
        ..l.clone()
    })
}

/// A loop from `low` to below `high`.
fn counting(l: &Loop, low: Affine, high: Affine, body: Block) -> Loop {
    Loop {
        from: Index::Affine(low),
        relation: Relation::Less,
        to: Index::Affine(high),
        spelling: Spelling::For,
        body,
        ..l.clone()
    }
}

/// Exchanges a loop and the only loop in it, if their bounds do not depend on each other.
fn interchanged(l: &Loop) -> Option<Statement> {
    let [Statement::Loop(inner)] = l.body.as_slice() else {
        return None;
    };
    let is_free = !mentions(&inner.from, l.slot) && !mentions(&inner.to, l.slot);
    if !is_free || inner.parallel || inner.directive != 0 || is_repetition(inner) {
        return None;
    }
    Some(with_body(inner, vec![with_body(l, inner.body.clone())]))
}

fn mentions(index: &Index, slot: usize) -> bool {
    let mut index = index.clone();
    index.parts().iter().any(|part| part.terms[slot] != 0)
}

fn reversed(l: &Loop, low: Affine, high: Affine) -> Statement {
    Statement::Loop(Loop {
        from: Index::Affine(high.add(-1)),
        relation: Relation::AtLeast,
        to: Index::Affine(low),
        step: -1,
        spelling: Spelling::For,
        ..l.clone()
    })
}

fn shifted(l: &Loop, low: Affine, high: Affine) -> Statement {
    let body = replaced(&l.body, l.slot, Affine::var(l.slot).add(-1));
    Statement::Loop(counting(l, low.add(1), high.add(1), body))
}

fn peeled(l: &Loop, low: Affine, high: Affine) -> Block {
    let first = replaced(&l.body, l.slot, low);
    let runs = Condition::Compare(Index::Affine(low), Relation::Less, Index::Affine(high));
    let rest = counting(l, low.add(1), high, l.body.clone());
    vec![
        Statement::If(runs, first, Block::new()),
        Statement::Loop(rest),
    ]
}

fn unrolled(l: &Loop, low: Affine, high: Affine) -> Statement {
    let next = Affine::var(l.slot).add(1);
    let exists = Condition::Compare(Index::Affine(next), Relation::Less, Index::Affine(high));
    let second = replaced(&l.body, l.slot, next);
    let mut body = l.body.clone();
    body.push(Statement::If(exists, second, Block::new()));
    Statement::Loop(Loop {
        step: 2,
        ..counting(l, low, high, body)
    })
}

/// Strips of two iterations, if an iterator is left.
fn strip_mined(l: &Loop, low: Affine, high: Affine, open: &[usize]) -> Option<Statement> {
    let mut used = SlotFinder::default();
    visit::block(&mut l.body.clone(), &mut used);
    let is_free =
        |s: &usize| *s != l.slot && !open.contains(s) && !used.0[*s] && !binds(&l.body, *s);
    let slot = (0..SIZES).find(is_free)?;
    let strip = Affine::var(slot);
    let inner = Loop {
        to: Index::Least(strip.add(2), high),
        ..counting(l, strip, high, l.body.clone())
    };
    Some(Statement::Loop(Loop {
        slot,
        step: 2,
        ..counting(l, low, high, vec![Statement::Loop(inner)])
    }))
}

/// The iterator is increased by that of the loop around it.
fn skewed(l: &Loop, low: Affine, high: Affine, outer: usize) -> Statement {
    let outer = Affine::var(outer);
    let own = Affine::var(l.slot).plus(outer.times(-1));
    let body = replaced(&l.body, l.slot, own);
    Statement::Loop(counting(l, low.plus(outer), high.plus(outer), body))
}

fn replaced(block: &Block, slot: usize, by: Affine) -> Block {
    let mut block = block.clone();
    visit::block(&mut block, &mut Replace { slot, by });
    block
}

/// Whether parts may be moved: no exits, no declarations, no change of a bound.
fn is_plain(block: &[Statement]) -> bool {
    block.iter().all(|s| match s {
        Statement::Declare(_) | Statement::Bound(_) | Statement::Exit(_) => false,
        Statement::Loop(l) if is_repetition(l) => false,
        _ => s.blocks().into_iter().all(|b| is_plain(b)),
    })
}

/// Whether a loop in a block has this iterator.
fn binds(block: &Block, slot: usize) -> bool {
    block.iter().any(|s| {
        let own = matches!(s, Statement::Loop(l) if l.slot == slot);
        own || s.blocks().into_iter().any(|b| binds(b, slot))
    })
}

/// The iterators that are mentioned.
#[derive(Default)]
struct SlotFinder([bool; SIZES]);

impl Visitor for SlotFinder {
    fn index(&mut self, index: &mut Index) {
        for part in index.parts() {
            for (used, term) in self.0.iter_mut().zip(part.terms) {
                *used |= term != 0;
            }
        }
    }
}
