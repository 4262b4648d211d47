//! The most elements that need a cell at once, in any execution that keeps an order.

use super::bits::Bits;
use super::happens::{Happens, Point};
use super::lives::Life;
use std::collections::BTreeSet;

/// Lives that are looked at, over all states, before the search is given up.
const MOST_WORK: usize = 150_000;
/// More steps than this are not looked at: there are too many states.
const MOST_STEPS: usize = 40;

/// How far an execution has come.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct State {
    /// The points that are over.
    pub(super) done: Bits,
    /// The steps that are writing.
    pub(super) running: Vec<Point>,
}

impl State {
    /// Before the first step.
    pub(super) fn start(happens: &Happens) -> Self {
        let mut done = Bits::none(happens.points());
        done.insert(0);
        State {
            done,
            running: Vec::new(),
        }
    }

    pub(super) fn ended(&self, at: Point) -> State {
        let mut next = self.clone();
        next.running.retain(|r| *r != at);
        next.done.insert(at);
        next
    }

    pub(super) fn begun(&self, at: Point) -> State {
        let mut next = self.clone();
        next.running.push(at);
        next.running.sort_unstable();
        next
    }

    /// The steps that may begin now.
    pub(super) fn ready(&self, happens: &Happens) -> Vec<Point> {
        let steps = 1..happens.points() - 1;
        let open = steps.filter(|s| !self.done.contains(*s) && !self.running.contains(s));
        open.filter(|s| happens.before[*s].is_within(&self.done))
            .collect()
    }

    pub(super) fn needs(&self, life: &Life) -> bool {
        if life.births.iter().any(|b| self.running.contains(b)) {
            return true;
        }
        let pending = |u: &super::lives::Use| match self.running.contains(&u.at) {
            true => !u.before_writes,
            false => !self.done.contains(u.at),
        };
        life.births.iter().any(|b| self.done.contains(*b)) && life.uses.iter().any(pending)
    }

    /// How many cells one copy needs now: the largest number over all copies.
    pub(super) fn cells(&self, lives: &[Life]) -> usize {
        cells(lives.iter().filter(|l| self.needs(l)))
    }
}

/// How many cells the copy with most of these lives needs for them.
fn cells<'a>(needed: impl Iterator<Item = &'a Life>) -> usize {
    let cells = needed.map(|l| (&l.copy, l.source.ok_or(&l.element)));
    let cells: BTreeSet<_> = cells.collect();
    let cells: Vec<_> = cells.into_iter().collect();
    let copies = cells.chunk_by(|(x, _), (y, _)| x == y);
    copies.map(<[_]>::len).max().unwrap_or(0)
}

/// In a total order: no moment needs more cells than some write.
///
/// `needing`: by life, the points whose writes need another cell.
pub(super) fn at_writes(lives: &[Life], needing: &[Bits], points: usize) -> usize {
    let needed = |p: usize| {
        lives
            .iter()
            .zip(needing)
            .filter(move |(_, n)| n.contains(p))
    };
    let counts = (0..points).map(|p| cells(needed(p).map(|(life, _)| life)));
    counts.max().unwrap_or(0)
}

/// Goes through all states that an execution can be in; `None` if there are too many.
///
/// A step is let run beside others only if that may cost a cell: its own values may die with it.
pub(super) fn most_at_once(lives: &[Life], happens: &Happens) -> Option<usize> {
    if happens.points() > MOST_STEPS + 2 {
        return None;
    }
    let lingers: Vec<bool> = (0..happens.points())
        .map(|s| dies_at(s, lives, happens))
        .collect();
    let most = MOST_WORK / lives.len().max(1);
    let mut seen = BTreeSet::new();
    let mut open = vec![State::start(happens)];
    let mut bound = 0;
    while let Some(state) = open.pop() {
        if seen.len() > most {
            return None;
        }
        bound = bound.max(state.cells(lives));
        let forced = state.running.iter().find(|r| !lingers[**r]);
        let next: Vec<State> = match forced {
            Some(step) => vec![state.ended(*step)],
            None => {
                let begun = state.ready(happens).into_iter().map(|s| state.begun(s));
                let ended = state.running.iter().map(|r| state.ended(*r));
                begun.chain(ended).collect()
            }
        };
        open.extend(next.into_iter().filter(|s| seen.insert(s.clone())));
    }
    Some(bound)
}

/// Whether something that the step stores may need its cell no longer than the step.
fn dies_at(step: Point, lives: &[Life], happens: &Happens) -> bool {
    let mut own = lives.iter().filter(|l| l.births.contains(&step));
    own.any(|l| !l.uses.iter().any(|u| happens.is_before(step, u.at)))
}
