//! All executions that keep an order, one after the other: what [`super::lives`] says by definition is
//! seen here.

use super::bound::State;
use super::happens::{Happens, Point};
use super::lives::Life;
use super::outcome::Conflict;
use std::collections::BTreeSet;

/// The conflicts, and the most elements of one copy that need a cell at once.
///
/// An execution is a sequence of all steps. Those that stand side by side in it and that nothing orders
/// may also run at once.
pub(super) fn observe(lives: &[Life], happens: &Happens) -> (BTreeSet<Conflict>, usize) {
    let mut walk = Walk {
        lives,
        happens,
        conflicts: BTreeSet::new(),
        bound: 0,
    };
    walk.go_on(&mut Vec::new());
    (walk.conflicts, walk.bound)
}

struct Walk<'a> {
    lives: &'a [Life],
    happens: &'a Happens,
    conflicts: BTreeSet<Conflict>,
    bound: usize,
}

impl Walk<'_> {
    /// Looks at the end of the sequence, and goes on with every step that may come next.
    fn go_on(&mut self, sequence: &mut Vec<Point>) {
        for running in 0..=self.side_by_side(sequence) {
            self.note(&sequence[..], running);
        }
        for next in 1..self.happens.points() - 1 {
            let ready = |p: &Point| self.happens.is_before(*p, next) && !sequence.contains(p);
            if !sequence.contains(&next) && !(1..self.happens.points()).any(|p| ready(&p)) {
                sequence.push(next);
                self.go_on(sequence);
                sequence.pop();
            }
        }
    }

    /// How many steps at the end of the sequence nothing orders.
    fn side_by_side(&self, sequence: &[Point]) -> usize {
        let mut count = 0;
        while let Some(first) = sequence.len().checked_sub(count + 1) {
            let later = &sequence[first + 1..];
            if !later
                .iter()
                .all(|s| self.happens.is_open(sequence[first], *s))
            {
                break;
            }
            count += 1;
        }
        count
    }

    /// The last steps of the sequence are writing.
    fn note(&mut self, sequence: &[Point], running: usize) {
        let (over, writing) = sequence.split_at(sequence.len() - running);
        let mut state = State::start(self.happens);
        over.iter().for_each(|s| state.done.insert(*s));
        state.running = writing.to_vec();
        self.bound = self.bound.max(state.cells(self.lives));
        let needed: Vec<&Life> = self.lives.iter().filter(|l| state.needs(l)).collect();
        for x in &needed {
            for y in needed.iter().filter(|y| !x.shares(y)) {
                let pair = (x.element.clone(), y.element.clone());
                self.conflicts.insert(pair);
            }
        }
    }
}
