//! All executions that keep an order, one after the other: an independent confirmation of
//! [`super::lives`].

use super::bound::State;
use super::lives::Life;
use super::outcome::Conflict;
use super::precedence::{Point, Precedence};
use std::collections::BTreeSet;

/// The conflicts, and the largest number of elements of one copy that need a cell at the same time.
///
/// An execution is a sequence of all steps. Adjacent steps that are unordered may also run at the
/// same time.
pub(super) fn observe(lives: &[Life], precedence: &Precedence) -> (BTreeSet<Conflict>, usize) {
    let mut walk = Walk {
        lives,
        precedence,
        conflicts: BTreeSet::new(),
        bound: 0,
    };
    walk.go_on(&mut Vec::new());
    (walk.conflicts, walk.bound)
}

struct Walk<'a> {
    lives: &'a [Life],
    precedence: &'a Precedence,
    conflicts: BTreeSet<Conflict>,
    bound: usize,
}

impl Walk<'_> {
    /// Examines the end of the sequence, and continues with every step that may be next.
    fn go_on(&mut self, sequence: &mut Vec<Point>) {
        for running in 0..=self.side_by_side(sequence) {
            self.note(&sequence[..], running);
        }
        for next in 1..self.precedence.points() - 1 {
            let ready = |p: &Point| self.precedence.is_before(*p, next) && !sequence.contains(p);
            if !sequence.contains(&next) && !(1..self.precedence.points()).any(|p| ready(&p)) {
                sequence.push(next);
                self.go_on(sequence);
                sequence.pop();
            }
        }
    }

    /// The number of steps at the end of the sequence that are unordered.
    fn side_by_side(&self, sequence: &[Point]) -> usize {
        let mut count = 0;
        while let Some(first) = sequence.len().checked_sub(count + 1) {
            let later = &sequence[first + 1..];
            if !later
                .iter()
                .all(|s| self.precedence.is_open(sequence[first], *s))
            {
                break;
            }
            count += 1;
        }
        count
    }

    /// Examines the state in which the last steps of the sequence are writing.
    fn note(&mut self, sequence: &[Point], running: usize) {
        let (over, writing) = sequence.split_at(sequence.len() - running);
        let mut state = State::start(self.precedence);
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
