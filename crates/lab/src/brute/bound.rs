//! The most elements that need a cell at once, in any execution that keeps an order.

use super::bits::Bits;
use super::happens::{Happens, Point};
use super::lives::Life;
use std::collections::BTreeSet;

/// Lives that are looked at, over all states, before the search is given up.
const MOST_WORK: usize = 150_000;
/// More points are not looked at: there are too many states.
const MOST_POINTS: usize = 42;

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
    if happens.points() > MOST_POINTS {
        return None;
    }
    let search = Search::new(lives, happens);
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

/// Some points, one bit each.
type Mask = u64;

/// Lives and order as bits.
struct Search {
    /// Ascending by copy and cell.
    lives: Vec<Coded>,
    /// By step, the first point left out: what comes before it.
    before: Vec<Mask>,
    /// Steps that end something which needs its cell no longer than they last.
    lingers: Mask,
}

/// A life as bits.
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
    fn new(lives: &[Life], happens: &Happens) -> Self {
        let steps = 1..happens.points() - 1;
        let dying = steps.clone().filter(|s| dies_at(*s, lives, happens));
        let before = |s: Point| mask((0..happens.points()).filter(|p| happens.is_before(*p, s)));
        Search {
            lives: coded(lives),
            lingers: mask(dying),
            before: steps.map(before).collect(),
        }
    }

    /// How many cells one copy needs: the largest number over all copies.
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

    /// The states after this one.
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

/// Whether something that the step stores may need its cell no longer than the step.
fn dies_at(step: Point, lives: &[Life], happens: &Happens) -> bool {
    let mut own = lives.iter().filter(|l| l.births.contains(&step));
    own.any(|l| !l.uses.iter().any(|u| happens.is_before(step, u.at)))
}
