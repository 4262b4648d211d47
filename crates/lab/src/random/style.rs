//! Random loops, and random functions from iterators to elements.

use super::tree::{Affine, Index, Loop, Relation, SIZES, Spelling};
use crate::rng::Rng;

/// A size, or a number instead.
pub(super) fn size(random: &mut Rng) -> Affine {
    match random.below(8) {
        0 => Affine::number(random.between(3, 5)),
        1..=4 => Affine::var(SIZES),
        _ => Affine::var(SIZES + 1),
    }
}

/// A loop at a depth, in terms of the iterators outside.
pub(super) fn any_loop(random: &mut Rng, slot: usize) -> Loop {
    let size = size(random);
    let (low, high) = match random.below(10) {
        _ if slot == 0 || random.one_in(3) => simple_range(random, size),
        0 | 1 => (Affine::number(0), Affine::var(slot - 1).add(1)),
        2 => (Affine::var(slot - 1), size),
        3 => (
            Affine::number(0),
            size.plus(Affine::var(slot - 1).times(-1)),
        ),
        4 => (
            Affine::var(slot - 1),
            Affine::var(slot - 1).add(random.between(2, 3)),
        ),
        5 => (Affine::number(0), Affine::var(slot - 1).plus(size)),
        6 => (Affine::number(0), Affine::number(random.between(2, 3))),
        _ => simple_range(random, size),
    };
    between(random, slot, low, high)
}

fn simple_range(random: &mut Rng, size: Affine) -> (Affine, Affine) {
    match random.below(8) {
        0 => (Affine::number(1), size.add(1)),
        1 => (Affine::number(1), size),
        2 => (Affine::number(0), size.add(random.between(1, 2))),
        3 => (Affine::number(0), size.add(-1)),
        4 if random.one_in(3) => (Affine::number(0), size.times(2)),
        _ => (Affine::number(0), size),
    }
}

/// `low <= x < high` in one of the forms of C, forward or backward, possibly with a step.
fn between(random: &mut Rng, slot: usize, low: Affine, high: Affine) -> Loop {
    let backward = random.one_in(5);
    let step = if slot < 2 && random.one_in(10) {
        random.between(2, 3)
    } else {
        1
    };
    let (from, relation, to) = match (backward, random.below(8)) {
        (true, 0) => (high.add(-1), Relation::Greater, low.add(-1)),
        (true, _) => (high.add(-1), Relation::AtLeast, low),
        (false, 0 | 1) => (low, Relation::AtMost, high.add(-1)),
        (false, 2) if step == 1 => (low, Relation::Different, high),
        (false, _) => (low, Relation::Less, high),
    };
    let to = match (relation, random.below(12)) {
        (Relation::Less, 0) => Index::Least(to, Affine::number(random.between(3, 6))),
        (Relation::AtLeast, 0) => Index::Greatest(to, Affine::number(1)),
        _ => Index::Affine(to),
    };
    Loop {
        slot,
        from: Index::Affine(from),
        relation,
        to,
        step: if backward { -step } else { step },
        spelling: match random.below(16) {
            0 => Spelling::While,
            1 => Spelling::StepFirst,
            2 => Spelling::Do,
            3 => Spelling::Break,
            _ => Spelling::For,
        },
        parallel: false,
        directive: 0,
        body: Vec::new(),
    }
}

/// The number subtracted from each iterator.
pub(super) type Offset = [i64; SIZES];

#[derive(Clone, Debug)]
enum Form {
    Plain(Affine),
    /// Modulo a number or a size.
    Ring(Affine, Affine),
    /// Division by a number.
    Part(Affine, i64),
}

/// The function from iterators to elements of an array.
#[derive(Clone, Debug)]
pub(super) struct Style(Vec<Form>);

impl Style {
    /// For a number of dimensions, in the iterators of a nest.
    pub(super) fn random(random: &mut Rng, dims: usize, loops: &[Loop]) -> Self {
        let mut free: Vec<usize> = (0..loops.len()).collect();
        // The iterators left over are rarely inner ones: such an array holds one value at a time.
        while free.len() > dims {
            let last = free.len() - 1;
            let gone = if random.one_in(4) {
                last
            } else {
                random.below(last as u64) as usize
            };
            free.remove(gone);
        }
        if random.one_in(4) {
            free.reverse();
        }
        let forms = (0..dims).map(|_| match free.is_empty() {
            true => Form::Plain(Affine::number(random.between(0, 1))),
            false => Form::random(random, free.remove(0), loops),
        });
        Style(forms.collect())
    }

    /// Uses the given forms.
    pub(super) fn plain(forms: Vec<Affine>) -> Self {
        Style(forms.into_iter().map(Form::Plain).collect())
    }

    /// Reduces the first dimension modulo a number.
    pub(super) fn in_ring(mut self, of: i64) -> Self {
        if let Some(first) = self.0.first_mut() {
            *first = Form::Ring(first.base(), Affine::number(of));
        }
        self
    }

    /// The subscripts with each iterator moved back.
    pub(super) fn at(&self, offset: Offset) -> Vec<Index> {
        let moved = |a: &Affine| {
            let slots = offset.iter().enumerate();
            slots.fold(*a, |a, (slot, by)| {
                a.replace(slot, Affine::var(slot).add(-by))
            })
        };
        let index = |form: &Form| match form {
            Form::Plain(a) => Index::Affine(moved(a)),
            Form::Ring(a, of) => {
                let mut a = moved(a);
                if a.constant < 0 {
                    a = a.plus(*of);
                }
                Index::Modulo(a, *of)
            }
            Form::Part(a, by) => Index::Quotient(moved(a), *by),
        };
        self.0.iter().map(index).collect()
    }

    /// The subscripts with one iterator mirrored at another: `x` becomes `y - x - 1`.
    pub(super) fn mirrored(&self, x: usize, y: usize, offset: Offset) -> Vec<Index> {
        let mirror = Affine::var(y).plus(Affine::var(x).times(-1)).add(-1);
        let mut subscripts = self.at(offset);
        for part in subscripts.iter_mut().flat_map(Index::parts) {
            *part = part.replace(x, mirror);
        }
        subscripts
    }
}

impl Form {
    fn random(random: &mut Rng, slot: usize, loops: &[Loop]) -> Self {
        let own = Affine::var(slot);
        let other = Affine::var(random.below(loops.len() as u64) as usize);
        match random.below(30) {
            0 | 1 => Form::Plain(own.plus(other)),
            2 => Form::Plain(other.plus(own.times(-1))),
            3 => Form::Plain(size(random).plus(own.times(-1))),
            4 => Form::Plain(own.times(2).add(random.between(0, 1))),
            5 => Form::Ring(own, Affine::number(random.between(2, 4))),
            6 if random.one_in(2) => Form::Ring(own.plus(other), size(random)),
            7 => Form::Part(own, 2),
            8 => Form::Plain(own.add(random.between(1, 2))),
            _ => Form::Plain(own),
        }
    }

    fn base(&self) -> Affine {
        match self {
            Form::Plain(a) | Form::Ring(a, _) | Form::Part(a, _) => *a,
        }
    }
}

/// A step into the past of a nest: the first `common` iterators move back in their own direction
/// only, the others anywhere.
pub(super) fn offset(random: &mut Rng, loops: &[Loop], common: usize) -> Offset {
    let mut offset = [0; SIZES];
    let mut is_past = false;
    for (k, l) in loops.iter().enumerate().take(SIZES) {
        let by = match random.below(6) {
            0 | 1 => 1,
            2 if random.one_in(2) => 2,
            _ => 0,
        };
        let forward = k < common && !is_past || random.one_in(2);
        offset[k] = if forward { by * l.step } else { -by * l.step };
        is_past |= k < common && by > 0;
    }
    offset
}
