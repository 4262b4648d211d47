//! When elements need their cells, and which elements need them at the same time.

use super::bits::Bits;
use super::outcome::{Conflict, Element, Mode, Moment};
use super::precedence::{Point, Precedence};
use super::trace::{Touch, Trace};
use super::values::History;
use scop::AccessId;
use std::collections::{BTreeMap, BTreeSet};

/// The certain write of several elements that stored a value, and when: the value is the same in
/// all.
pub(super) type Source = Option<(AccessId, Point)>;

/// A lifetime: a cell is needed from one of the births until all uses are over.
#[derive(Default)]
pub(super) struct Life {
    /// The copy of the array.
    pub(super) copy: Vec<i64>,
    pub(super) element: Element,
    /// The writes. A written cell is needed at least until the end of the writing step.
    pub(super) births: BTreeSet<Point>,
    pub(super) uses: BTreeSet<Use>,
    pub(super) source: Source,
}

/// A use at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Use {
    pub(super) at: Point,
    /// Whether it is over before the step writes.
    pub(super) before_writes: bool,
}

impl Use {
    /// The use until a moment of the program as written; even moments are before the writes of a
    /// step.
    fn until(moment: Moment) -> Self {
        Use {
            at: point(moment),
            before_writes: moment % 2 == 0,
        }
    }
}

/// The point of a moment.
fn point(moment: Moment) -> Point {
    usize::try_from(moment.div_euclid(2) + 1).unwrap_or(0)
}

impl Life {
    /// The points at which a write needs a cell other than this one.
    pub(super) fn needing(&self, precedence: &Precedence) -> Bits {
        let points = precedence.points();
        let mut needing = Bits::none(points);
        for birth in &self.births {
            let mut over = precedence.after[*birth].clone();
            for end in self
                .uses
                .iter()
                .filter(|u| u.may_follow(*birth, precedence))
            {
                over.keep(&end.over(precedence));
            }
            over.add_all(&precedence.before[*birth]);
            needing.add_all(&over.others(points));
        }
        needing
    }

    /// Whether both may always have the same cell: they are in different copies, or hold the same.
    pub(super) fn shares(&self, other: &Life) -> bool {
        let same_value = self.source.is_some() && self.source == other.source;
        self.copy != other.copy || self.element == other.element || same_value
    }
}

impl Use {
    /// Whether the use may happen after the birth.
    fn may_follow(&self, birth: Point, precedence: &Precedence) -> bool {
        match self.at == birth {
            true => !self.before_writes,
            false => !precedence.is_before(self.at, birth),
        }
    }

    /// The points whose writes are certainly after the use.
    fn over(&self, precedence: &Precedence) -> Bits {
        let mut over = precedence.after[self.at].clone();
        if self.before_writes {
            over.insert(self.at);
        }
        over
    }
}

/// Pairs of elements, one of which may be written while the other needs its cell.
///
/// `needing`: [`Life::needing`] of each.
pub(super) fn conflicts(lives: &[Life], needing: &[Bits]) -> BTreeSet<Conflict> {
    let mut found = BTreeSet::new();
    for (life, needing) in lives.iter().zip(needing) {
        for other in lives.iter().filter(|other| !life.shares(other)) {
            let written = other.births.iter().any(|birth| needing.contains(*birth));
            if written {
                found.insert((life.element.clone(), other.element.clone()));
                found.insert((other.element.clone(), life.element.clone()));
            }
        }
    }
    found
}

/// The lifetimes of a trace.
pub(super) fn of(trace: &Trace, history: &History, mode: Mode) -> Vec<Life> {
    match mode {
        Mode::Value => of_values(trace, history),
        Mode::Element => of_elements(trace, history, false),
        Mode::Access => of_elements(trace, history, true),
    }
}

/// Whether a write stores the same value in several elements.
fn is_uniform(write: &Touch) -> bool {
    write.certain && write.elements.len() > 1
}

fn of_values(trace: &Trace, history: &History) -> Vec<Life> {
    let writes = trace.steps.iter().flat_map(|s| &s.writes);
    let uniform = writes.filter(|w| is_uniform(w)).map(|w| w.access);
    let uniform: BTreeSet<AccessId> = uniform.collect();
    let values = history.values.iter().zip(&history.uses);
    let needed = values.filter(|(v, _)| v.write.is_some() || v.last.is_some());
    let life = |(v, uses): (&super::outcome::Value, &Vec<Moment>)| Life {
        copy: v.copy.clone(),
        element: v.element.clone(),
        births: BTreeSet::from([point(v.born)]),
        uses: uses.iter().copied().map(Use::until).collect(),
        source: v
            .write
            .filter(|w| uniform.contains(w))
            .map(|w| (w, point(v.born))),
    };
    needed.map(life).collect()
}

/// Lifetimes of elements; those that are never written need no cell.
fn of_elements(trace: &Trace, history: &History, until_written: bool) -> Vec<Life> {
    let mut lives: BTreeMap<(&[i64], &Element), Life> = BTreeMap::new();
    for value in &history.values {
        let life = lives.entry((&value.copy, &value.element)).or_default();
        if value.write.is_some() || value.last.is_some() {
            life.births.insert(point(value.born));
        }
        if until_written && value.write.is_some() {
            life.uses.insert(Use::until(value.born));
        }
    }
    for (k, step) in trace.steps.iter().enumerate() {
        let reads_until = 2 * k as Moment + Moment::from(!step.reads_first);
        for element in step.reads.iter().flat_map(|r| &r.elements) {
            if let Some(life) = lives.get_mut(&(step.copy.as_slice(), element)) {
                life.uses.insert(Use::until(reads_until));
            }
        }
    }
    if history.crosses && (trace.live_out || trace.carried) {
        for life in lives.values_mut() {
            life.uses.insert(Use::until(trace.end()));
        }
    }
    let named = lives.into_iter().map(|((copy, element), life)| Life {
        copy: copy.to_vec(),
        element: element.clone(),
        ..life
    });
    named.filter(|life| !life.births.is_empty()).collect()
}
