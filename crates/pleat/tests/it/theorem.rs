//! The plans of all stage programs against the integer programme of Song, Wang and Li, Theorem 1.
//! Its distances come from executions at one size, and its minimum from a descent, not from the
//! code that makes plans.

use crate::common::{folder_flags, on_big_stack, source};
use affine::{Naming, Whole};
use front::{Program, Syntax};
use pleat::{Depth, FuseOptions, FusedLoop};
use poly::{Context, Set};
use rstest::rstest;
use scop::{AccessKind, ArrayId, Scop, StmtId};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The value of every parameter in the executions, but for radii.
const SIZE: i64 = 11;
/// The value of every parameter in the bytes of a row.
const LARGE: i64 = 4096;
/// More elements are not enumerated.
const MOST_POINTS: usize = 200_000;

/// One access in an execution.
struct Event {
    time: Vec<i64>,
    writes: bool,
    /// Of which nest.
    nest: Option<usize>,
    cell: (ArrayId, Vec<i64>),
}

/// The nests of a fused loop in the original function.
struct Nests<'w> {
    whole: &'w Whole,
    /// The nest of each statement in one of them.
    of: BTreeMap<StmtId, usize>,
    count: usize,
    /// The coordinate of time that counts their iterations.
    row: usize,
}

impl<'w> Nests<'w> {
    /// The nests, if each is a loop of its own in one block.
    fn new(whole: &'w Whole, fused: &FusedLoop) -> Option<Self> {
        let mut of = BTreeMap::new();
        for (at, place) in whole.places.iter().enumerate() {
            let mut nests = fused.nests.iter();
            if let Some(nest) = nests.position(|span| span.contains(*place)) {
                of.insert(whole.system.scop.statements[at].id, nest);
            }
        }
        let count = fused.nests.len();
        let present: BTreeSet<usize> = of.values().copied().collect();
        let spans: BTreeSet<u32> = fused.nests.iter().map(|span| span.start).collect();
        if present.len() < count || spans.len() < count {
            return None;
        }
        let scop = &whole.system.scop;
        let position = |id: &StmtId, at: usize| {
            let schedule = &scop.statement(*id).schedule;
            schedule.fixed_output(at).unwrap()
        };
        // The first place in a block in which two nests differ.
        let differs = |at: &usize| {
            let all: BTreeSet<Option<i64>> = of.keys().map(|id| position(id, *at)).collect();
            all.len() > 1
        };
        let row = (0..scop.time_dims).step_by(2).find(differs)? + 1;
        // Statements of functions that a nest calls are elsewhere in the text.
        let at = |id: &StmtId| {
            (0..row)
                .step_by(2)
                .map(|at| position(id, at))
                .collect::<Vec<_>>()
        };
        let places: BTreeMap<Vec<Option<i64>>, usize> =
            of.iter().map(|(id, nest)| (at(id), *nest)).collect();
        for statement in &scop.statements {
            if let Some(nest) = places.get(&at(&statement.id)) {
                of.insert(statement.id, *nest);
            }
        }
        Some(Nests {
            whole,
            of,
            count,
            row,
        })
    }

    fn scop(&self) -> &Scop {
        &self.whole.system.scop
    }

    fn points(&self, set: &Set) -> Option<Vec<Vec<i64>>> {
        let size = |name: &str| if name == "R" { 2 } else { SIZE };
        let params = self.scop().params.iter().map(|p| p.name.as_str());
        let params = params.map(|name| (name, size(name)));
        set.fix_params(params).unwrap().points(MOST_POINTS).unwrap()
    }

    /// All accesses in their order.
    fn events(&self) -> Option<Vec<Event>> {
        let mut events = Vec::new();
        for access in &self.scop().accesses {
            let statement = self.scop().statement(access.statement);
            let times = statement.schedule.intersect_domain(&statement.domain);
            let timed = times.unwrap().reverse().unwrap();
            let timed = timed.apply_range(&access.relation).unwrap();
            let nest = self.of.get(&access.statement).copied();
            let timed = timed.wrap().unwrap();
            // A function of another file may touch all of an array whose size is unknown, and so
            // may a subscript that depends on data. What is only read does not matter.
            let mut others = self.scop().accesses_to(access.array);
            let is_read_only = others.all(|other| other.kind == AccessKind::Read);
            if (nest.is_none() || is_read_only) && !timed.is_bounded().unwrap() {
                continue;
            }
            for point in self.points(&timed)? {
                let (time, element) = point.split_at(self.scop().time_dims);
                events.push(Event {
                    time: time.to_vec(),
                    writes: access.kind == AccessKind::Write,
                    nest,
                    cell: (access.array, element.to_vec()),
                });
            }
        }
        events.sort_by(|a, b| (&a.time, a.writes).cmp(&(&b.time, b.writes)));
        Some(events)
    }

    /// The bytes of the rows of all arrays that the best shifts need.
    fn optimum(&self, arrays: &BTreeSet<ArrayId>) -> Option<i64> {
        let events = self.events()?;
        let private = self.private(&events);
        let mut legal: BTreeMap<(usize, usize), i64> = BTreeMap::new();
        let mut flows: BTreeMap<(ArrayId, usize, usize), i64> = BTreeMap::new();
        let mut by_cell: BTreeMap<_, Vec<&Event>> = BTreeMap::new();
        for event in events.iter().filter(|e| !private.contains(&e.cell.0)) {
            by_cell.entry(&event.cell).or_default().push(event);
        }
        for (cell, events) in by_cell {
            for (at, second) in events.iter().enumerate() {
                let earlier = events[..at].iter();
                let pairs = earlier.filter(|first| first.writes || second.writes);
                for (i, j, distance) in pairs.filter_map(|first| self.distance(first, second)) {
                    let least = legal.entry((i, j)).or_insert(distance);
                    *least = distance.min(*least);
                }
                let write = events[..at].iter().rev().find(|e| e.writes);
                let flow = write.filter(|_| !second.writes);
                if let Some((i, j, distance)) = flow.and_then(|w| self.distance(w, second)) {
                    let most = flows.entry((cell.0, i, j)).or_insert(distance);
                    *most = distance.max(*most);
                }
            }
        }
        let flows = flows
            .into_iter()
            .filter(|((array, ..), _)| arrays.contains(array));
        let problem = Problem {
            nests: self.count,
            legal,
            flows: flows.collect(),
            bytes: arrays.iter().map(|a| (*a, self.row_bytes(*a))).collect(),
        };
        Some(problem.minimum())
    }

    /// The nests of two accesses, and the distance of their rows, if both are in one execution.
    fn distance(&self, first: &Event, second: &Event) -> Option<(usize, usize, i64)> {
        let (i, j) = (first.nest?, second.nest?);
        let same = first.time[..self.row - 1] == second.time[..self.row - 1];
        let distance = second.time[self.row] - first.time[self.row];
        (same && i != j).then_some((i, j, distance))
    }

    /// Arrays of which each row reads only what it wrote.
    fn private(&self, events: &[Event]) -> BTreeSet<ArrayId> {
        let arrays = self.scop().arrays.iter().map(|a| a.id);
        let shared = self.whole.system.interface.iter().map(|s| s.array);
        let mut private: BTreeSet<ArrayId> = arrays.collect();
        for array in shared {
            private.remove(&array);
        }
        let mut last: BTreeMap<&(ArrayId, Vec<i64>), &Event> = BTreeMap::new();
        for event in events {
            if event.writes {
                last.insert(&event.cell, event);
                continue;
            }
            let is_same = |write: &&Event| {
                write.nest == event.nest && write.time[..=self.row] == event.time[..=self.row]
            };
            if !last.get(&event.cell).is_some_and(is_same) {
                private.remove(&event.cell.0);
            }
        }
        private
    }

    fn row_bytes(&self, array: ArrayId) -> i64 {
        let shape = &self.scop().array(array).shape;
        let lengths = shape.iter().skip(1).flatten();
        let lengths = lengths.map(|e| e.eval(&|_| Some(LARGE)).unwrap().max(1));
        let bytes = self.whole.system.element_bytes[array.0 as usize];
        lengths.product::<i64>() * i64::try_from(bytes).unwrap()
    }
}

/// The integer programme of Theorem 1 for one loop level, with rows of different lengths.
struct Problem {
    nests: usize,
    /// The least distance of a dependence between two nests.
    legal: BTreeMap<(usize, usize), i64>,
    /// The largest distance of a flow in an array.
    flows: BTreeMap<(ArrayId, usize, usize), i64>,
    bytes: BTreeMap<ArrayId, i64>,
}

impl Problem {
    /// The objective (5), where each nest runs so many rows ahead; `None` if that is not legal.
    fn bytes(&self, ahead: &[i64]) -> Option<i64> {
        // (6), where a nest is shifted by p = -ahead.
        let mut legal = self.legal.iter();
        let is_legal = legal.all(|((i, j), least)| ahead[*i] - ahead[*j] + least >= 0);
        let rows = |array: &ArrayId| {
            // (7)
            let flows = self.flows.iter().filter(|((a, ..), _)| a == array);
            let rows = flows.map(|((_, i, j), most)| ahead[*i] - ahead[*j] + most + 1);
            rows.max().unwrap_or(0)
        };
        let bytes = self.bytes.iter().map(|(array, bytes)| rows(array) * bytes);
        is_legal.then(|| bytes.sum())
    }

    /// The minimum by steepest descent: the objective is discretely convex (L-natural), so shifts
    /// are optimal if no set of nests can be moved by one row to advantage.
    fn minimum(&self) -> i64 {
        let mut ahead = vec![0; self.nests];
        while let Some(((i, _), by)) = { self.legal.iter() }
            .map(|((i, j), least)| ((*i, *j), ahead[*j] - ahead[*i] - least))
            .find(|(_, by)| *by > 0)
        {
            ahead[i] += by;
        }
        let mut least = self.bytes(&ahead).unwrap();
        loop {
            let moved = (1..1u32 << self.nests).flat_map(|set| [(set, 1), (set, -1)]);
            let moved = moved.map(|(set, by)| {
                let nests = ahead.iter().enumerate();
                let moved = nests.map(|(n, a)| a + by * i64::from(set >> n & 1));
                moved.collect::<Vec<i64>>()
            });
            let best = moved
                .filter_map(|a| Some((self.bytes(&a)?, a)))
                .min()
                .unwrap();
            if best.0 >= least {
                return least;
            }
            (least, ahead) = best;
        }
    }
}

/// Whether the header of a loop steps its counter down.
fn counts_down(nest: &str) -> bool {
    nest.split_once(')')
        .is_some_and(|(header, _)| header.contains("--"))
}

/// The counter of the loop that a text begins with.
fn counter(text: &str) -> String {
    let words = source::words(text);
    let set = words.iter().position(|word| word.text == "=");
    set.map(|at| words[at - 1].text.clone()).unwrap_or_default()
}

#[rstest]
fn as_small_as_theorem_1(
    #[files("../../corpus/stages/*.c")]
    #[files("../../corpus/pipelines/*_stages.c")]
    path: PathBuf,
) {
    let file = source(&path);
    let flags = folder_flags(&file);
    let outer = FuseOptions {
        depth: Depth::Outer,
        ..FuseOptions::default()
    };
    on_big_stack(|| {
        let fused = pleat::fuse(file.clone(), &flags, &outer).unwrap();
        let unit = source::preprocess(file.clone(), &flags).unwrap();
        let syntax = Syntax::of(&unit);
        let options = pleat::front_options(&unit);
        let program = Program::new(&unit, &syntax, &options);
        let program = program::lower(program.contents());
        for found in &fused.loops {
            // The paper knows one iteration of each loop at a time.
            if found.is_interchanged || found.rates.iter().any(|rate| *rate != 1) {
                continue;
            }
            // Nor does it turn loops to the order of others.
            let directions: BTreeSet<bool> = { found.nests.iter() }
                .map(|n| counts_down(&file.slice(*n)))
                .collect();
            if directions.len() > 1 {
                continue;
            }
            // `RADIUS is 2`: the plan is for this value, the system for all.
            let mut fixed = found
                .assumed
                .all
                .iter()
                .filter_map(|a| a.split_once(" is "));
            if fixed.any(|(name, _)| unit.macros.contains_key(name)) {
                continue;
            }
            let ctx = Context::new();
            let exact = Naming {
                is_exact: true,
                ..Naming::default()
            };
            let whole = affine::system(&program, &found.function, &exact, &ctx);
            // Some need macros at their value.
            let Ok(whole) = whole else {
                continue;
            };
            // Stages in functions have no nests of their own here, and borders other rows.
            let counters: BTreeSet<String> = found
                .nests
                .iter()
                .map(|n| counter(&file.slice(*n)))
                .collect();
            let Some(nests) = Nests::new(&whole, found).filter(|_| counters.len() == 1) else {
                continue;
            };
            // A counter that is data in another loop would keep the nests apart here.
            let mut arrays = whole.system.scop.arrays.iter();
            if arrays.any(|a| counters.contains(&a.name)) {
                continue;
            }
            let id = |name: &str| {
                let mut arrays = whole.system.scop.arrays.iter();
                Some(arrays.find(|a| a.name == name)?.id)
            };
            let arrays = found.arrays.iter();
            let planned = arrays.map(|b| Some((id(&b.name)?, b.rows)));
            // Members of structures have other names here.
            let Some(planned) = planned.collect::<Option<Vec<(ArrayId, i64)>>>() else {
                continue;
            };
            let bytes = planned.iter().map(|(a, rows)| rows * nests.row_bytes(*a));
            let bytes: i64 = bytes.sum();
            let kept = planned.iter().map(|(a, _)| *a).collect();
            if let Some(optimum) = nests.optimum(&kept) {
                println!("{}: {bytes} bytes", found.function);
                assert_eq!(bytes, optimum, "{found:?}");
            }
        }
    });
}
