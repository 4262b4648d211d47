//! The largest number of elements that need a cell at the same time, over all executions that keep
//! an order.

use super::bits::Bits;
use super::lives::Life;
use super::precedence::{Point, Precedence};
use std::collections::BTreeSet;

/// The number of lifetimes examined, over all states, at which the search gives up.
const MOST_WORK: usize = 150_000;
/// The largest number of points; with more there are too many states.
const MOST_POINTS: usize = 42;

/// The progress of an execution.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct State {
    /// The points that are over.
    pub(super) done: Bits,
    /// The steps that are being executed.
    pub(super) running: Vec<Point>,
}

impl State {
    /// The state before the first step.
    pub(super) fn start(precedence: &Precedence) -> Self {
        let mut done = Bits::none(precedence.points());
        done.insert(0);
        State {
            done,
            running: Vec::new(),
        }
    }

    /// The steps that may start now.
    pub(super) fn ready(&self, precedence: &Precedence) -> Vec<Point> {
        let steps = 1..precedence.points() - 1;
        let open = steps.filter(|s| !self.done.contains(*s) && !self.running.contains(s));
        open.filter(|s| precedence.before[*s].is_within(&self.done))
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

    /// The number of cells that one copy needs now: the maximum over all copies.
    pub(super) fn cells(&self, lives: &[Life]) -> usize {
        cells(lives.iter().filter(|l| self.needs(l)))
    }
}

/// The number of cells for these lifetimes: the maximum over all copies.
fn cells<'a>(needed: impl Iterator<Item = &'a Life>) -> usize {
    let cells = needed.map(|l| (&l.copy, l.source.ok_or(&l.element)));
    let cells: BTreeSet<_> = cells.collect();
    let cells: Vec<_> = cells.into_iter().collect();
    let copies = cells.chunk_by(|(x, _), (y, _)| x == y);
    copies.map(<[_]>::len).max().unwrap_or(0)
}

/// The bound in a total order: the maximum is reached at a write.
///
/// `needing`: by lifetime, the points whose writes need another cell.
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

/// Enumerates all states of an execution; `None` if there are too many.
///
/// Steps overlap only if that may cost a cell, because values of the running step may die with it.
pub(super) fn most_at_once(lives: &[Life], precedence: &Precedence) -> Option<usize> {
    if precedence.points() > MOST_POINTS {
        return None;
    }
    let search = Search::new(lives, precedence);
    let most = MOST_WORK / lives.len().max(1);
    let mut seen = BTreeSet::new();
    let mut open = vec![(1, 0)];
    let mut bound = 0;
    while let Some((done, running)) = open.pop() {
        if seen.len() > most {
            return None;
        }
        bound = bound.max(search.cells(done, running));
        let next = search.next(done, running).into_iter();
        open.extend(next.filter(|state| seen.insert(*state)));
    }
    Some(bound)
}

/// A set of points, one bit each.
type Mask = u64;

/// Lifetimes and order as bits.
struct Search {
    /// Sorted by copy and cell.
    lives: Vec<Coded>,
    /// By step, starting with the first: the points before it.
    before: Vec<Mask>,
    /// Steps with a value whose lifetime may end with the step.
    lingers: Mask,
}

/// A lifetime as bits.
struct Coded {
    copy: usize,
    cell: usize,
    births: Mask,
    /// Uses that are over before their steps write.
    early: Mask,
    late: Mask,
}

fn mask(points: impl Iterator<Item = Point>) -> Mask {
    points.fold(0, |all, p| all | 1 << p)
}

impl Search {
    fn new(lives: &[Life], precedence: &Precedence) -> Self {
        let steps = 1..precedence.points() - 1;
        let dying = steps.clone().filter(|s| dies_at(*s, lives, precedence));
        let before =
            |s: Point| mask((0..precedence.points()).filter(|p| precedence.is_before(*p, s)));
        Search {
            lives: coded(lives),
            lingers: mask(dying),
            before: steps.map(before).collect(),
        }
    }

    /// The number of cells that one copy needs: the maximum over all copies.
    fn cells(&self, done: Mask, running: Mask) -> usize {
        let needed = self.lives.iter().filter(|l| l.is_needed(done, running));
        let (mut most, mut count, mut last) = (0, 0, None);
        for life in needed {
            let same_copy = last.is_some_and(|(copy, _)| copy == life.copy);
            count = if same_copy { count } else { 0 };
            count += usize::from(last != Some((life.copy, life.cell)));
            last = Some((life.copy, life.cell));
            most = most.max(count);
        }
        most
    }

    /// The successors of a state.
    fn next(&self, done: Mask, running: Mask) -> Vec<(Mask, Mask)> {
        let steps = (1..=self.before.len()).map(|s| (s, 1 << s));
        let ended = |bit: Mask| (done | bit, running & !bit);
        let forced = running & !self.lingers;
        if forced != 0 {
            return vec![ended(1 << forced.trailing_zeros())];
        }
        let next = steps.filter_map(|(s, bit)| match running & bit != 0 {
            true => Some(ended(bit)),
            false => {
                let ready = done & bit == 0 && self.before[s - 1] & !done == 0;
                ready.then_some((done, running | bit))
            }
        });
        next.collect()
    }
}

impl Coded {
    fn is_needed(&self, done: Mask, running: Mask) -> bool {
        let pending = (self.early | self.late) & !(done | running) | self.late & running;
        self.births & running != 0 || self.births & done != 0 && pending != 0
    }
}

fn coded(lives: &[Life]) -> Vec<Coded> {
    let copies: BTreeSet<_> = lives.iter().map(|l| &l.copy).collect();
    let copies: Vec<_> = copies.into_iter().collect();
    let cell = |l: &Life| l.source.ok_or_else(|| l.element.clone());
    let cells: BTreeSet<_> = lives.iter().map(cell).collect();
    let cells: Vec<_> = cells.into_iter().collect();
    let code = |l: &Life| {
        let uses = |early: bool| l.uses.iter().filter(move |u| u.before_writes == early);
        Coded {
            copy: copies.binary_search(&&l.copy).unwrap_or(0),
            cell: cells.binary_search(&cell(l)).unwrap_or(0),
            births: mask(l.births.iter().copied()),
            early: mask(uses(true).map(|u| u.at)),
            late: mask(uses(false).map(|u| u.at)),
        }
    };
    let mut all: Vec<Coded> = lives.iter().map(code).collect();
    all.sort_by_key(|l| (l.copy, l.cell));
    all
}

/// Whether the lifetime of a value that the step stores may end with the step.
fn dies_at(step: Point, lives: &[Life], precedence: &Precedence) -> bool {
    let mut own = lives.iter().filter(|l| l.births.contains(&step));
    own.any(|l| !l.uses.iter().any(|u| precedence.is_before(step, u.at)))
}
