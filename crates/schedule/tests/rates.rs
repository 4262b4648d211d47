//! The plans of small random systems, in which nests run several rows while others run one, against
//! all shifts: each plan is legal, and none needs fewer bytes.
#![allow(clippy::unwrap_used)]

#[path = "../../check/tests/systems/mod.rs"]
mod systems;

use poly::{Context, Expr};
use schedule::{Bounds, Group, Nest, plan};
use scop::System;
use std::fmt::Write;

/// Nests of one loop with one statement: nest `k` writes `a{k + 1}[i]`. Array 0 comes from the
/// caller, the last one goes to it.
#[derive(Debug, Clone)]
struct Program {
    nests: Vec<Loop>,
    /// The elements of a row of each array.
    widths: Vec<i64>,
}

/// Nest `k` has `rate * N` rows.
#[derive(Debug, Clone)]
struct Loop {
    rate: i64,
    /// The counter begins here.
    start: i64,
    /// Arrays, and by how much a subscript is moved. An array of more rows is read at multiples of
    /// the counter, one of fewer rows at quotients.
    reads: Vec<(usize, i64)>,
}

/// Counters of nests begin and subscripts lie less than this from each other.
const SPREAD: i64 = 3;
/// Rows before this one are not looked at, and as many behind.
const WINDOW: std::ops::Range<i64> = 24..48;

struct Random(u64);

impl Random {
    fn below(&mut self, end: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end as u64) as i64
    }

    fn offset(&mut self) -> i64 {
        self.below(2 * SPREAD - 1) - SPREAD + 1
    }
}

impl Program {
    fn random(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let count = 2 + random.below(2) as usize;
        let most = 2 + random.below(3);
        let mut nests: Vec<Loop> = Vec::new();
        for nest in 0..count {
            let mut reads = vec![(nest, random.offset())];
            if random.below(2) == 0 {
                reads.push((random.below(nest as i64 + 1) as usize, random.offset()));
            }
            nests.push(Loop {
                rate: if random.below(2) == 0 { 1 } else { most },
                start: random.below(SPREAD),
                reads,
            });
        }
        let widths = (0..=count).map(|_| 1 + random.below(4)).collect();
        Program { nests, widths }
    }

    /// The rate of the nest that writes an array.
    fn rate_of(&self, array: usize) -> Option<i64> {
        Some(self.nests[array.checked_sub(1)?].rate)
    }

    /// The row that a nest reads in its own row `i`, in the syntax of isl.
    fn row(&self, nest: usize, (array, offset): (usize, i64)) -> String {
        let own = self.nests[nest].rate;
        let sign = if offset < 0 { '-' } else { '+' };
        let offset = format!("{sign} {}", offset.abs());
        match self.rate_of(array) {
            Some(rate) if rate > own => format!("{}*i {offset}", rate / own),
            Some(rate) if rate < own => format!("floor((i {offset})/{})", own / rate),
            _ => format!("i {offset}"),
        }
    }

    /// The same for a number.
    fn row_at(&self, nest: usize, (array, offset): (usize, i64), i: i64) -> i64 {
        let own = self.nests[nest].rate;
        match self.rate_of(array) {
            Some(rate) if rate > own => rate / own * i + offset,
            Some(rate) if rate < own => (i + offset).div_euclid(own / rate),
            _ => i + offset,
        }
    }

    fn text(&self) -> String {
        let last = self.nests.len();
        let mut text = "params N : N >= 60\n".to_string();
        for (array, width) in self.widths.iter().enumerate() {
            let kind = match array {
                0 => "in",
                _ if array == last => "out",
                _ => "local",
            };
            writeln!(text, "{kind} a{array}[8*N, {width}]").unwrap();
        }
        for (nest, own) in self.nests.iter().enumerate() {
            let read = |read: &(usize, i64)| format!("a{}[{}, 0]", read.0, self.row(nest, *read));
            let reads: Vec<String> = own.reads.iter().map(read).collect();
            let (start, rate, target) = (own.start, own.rate, nest + 1);
            writeln!(
                text,
                "[i] : {start} <= i < {rate}*N @ {nest}, i - {start}, 0 : a{target}[i, 0] = f({})",
                reads.join(", ")
            )
            .unwrap();
        }
        text
    }

    fn bounds(&self, nest: usize) -> Bounds {
        let own = &self.nests[nest];
        Bounds {
            first: Expr::constant(own.start),
            end: Expr::var("N") * own.rate,
            step: 1,
            class: 0,
        }
    }

    fn plan(&self) -> Option<Group> {
        let ctx = Context::new();
        let system: System = systems::system(&ctx, &self.text());
        let nests = (0..self.nests.len()).map(|nest| Nest {
            statements: vec![system.scop.statements[nest].id],
            rows: Some(self.bounds(nest)),
            follows: Vec::new(),
        });
        let nests: Vec<Nest> = nests.collect();
        plan(&system, &nests, 0).unwrap().groups.pop()
    }

    /// When a nest executes a row: the iteration, and the position in it.
    fn time(
        &self,
        rates: &[i64],
        ahead: &[i64],
        nest: usize,
        row: i64,
    ) -> (i64, usize, i64, usize) {
        let at = row - ahead[nest];
        // Nests of one rate that follow each other run row by row.
        let first = (0..=nest).rev().take_while(|k| rates[*k] == rates[nest]);
        let block = first.last().unwrap_or(nest);
        let (iteration, row) = (at.div_euclid(rates[nest]), at.rem_euclid(rates[nest]));
        (iteration, block, row, nest)
    }

    /// The elements that the arrays between the nests need; `None` if a row is read before it is
    /// written.
    fn elements(&self, rates: &[i64], ahead: &[i64]) -> Option<i64> {
        let mut rows = vec![0; self.widths.len()];
        for (nest, own) in self.nests.iter().enumerate() {
            for read in &own.reads {
                let Some(writer) = read.0.checked_sub(1) else {
                    continue;
                };
                for row in WINDOW.start * rates[nest]..WINDOW.end * rates[nest] {
                    let found = self.row_at(nest, *read, row);
                    let now = self.time(rates, ahead, nest, row);
                    let is_before = |row: i64| self.time(rates, ahead, writer, row) < now;
                    if !is_before(found) {
                        return None;
                    }
                    let newest = (found..).take_while(|row| is_before(*row)).last();
                    let kept = newest.map_or(1, |newest| newest - found + 1);
                    rows[read.0] = kept.max(rows[read.0]);
                }
            }
        }
        let between = 1..self.nests.len();
        Some(between.map(|array| rows[array] * self.widths[array]).sum())
    }

    /// The fewest elements by any shifts.
    fn fewest(&self, rates: &[i64]) -> i64 {
        let most: i64 = rates.iter().max().unwrap() * (SPREAD - 1) * self.nests.len() as i64 + 4;
        let mut fewest = i64::MAX;
        let mut ahead = vec![-most; self.nests.len()];
        // The last nest is less than one iteration ahead.
        let last = self.nests.len() - 1;
        ahead[last] = 0;
        loop {
            if let Some(elements) = self.elements(rates, &ahead) {
                fewest = fewest.min(elements);
            }
            let mut others = ahead.iter_mut().enumerate();
            let next = others.any(|(nest, a)| {
                let (least, end) = match nest == last {
                    true => (0, rates[last] - 1),
                    false => (-most, most),
                };
                *a = if *a < end { *a + 1 } else { least };
                *a != least
            });
            if !next {
                return fewest;
            }
        }
    }

    /// Asserts that the plan is legal and as small as possible.
    fn check(&self) {
        let text = self.text();
        let group = self.plan().unwrap_or_else(|| panic!("{text}"));
        let is_whole = group.nests.len() == self.nests.len();
        assert!(is_whole, "{group:?}\n{text}");
        let (rates, ahead) = (&group.rates, &group.ahead);
        let least = self.nests.iter().map(|nest| nest.rate).min().unwrap();
        for (nest, rate) in self.nests.iter().zip(rates) {
            assert_eq!(nest.rate, rate * least, "{group:?}\n{text}");
        }
        let elements = self.elements(rates, ahead);
        let kept = group.kept.iter();
        let kept: i64 = kept.map(|k| k.rows * self.widths[k.array.0 as usize]).sum();
        assert_eq!(Some(kept), elements, "{group:?}\n{text}");
        assert_eq!(kept, self.fewest(rates), "{group:?}\n{text}");
    }
}

#[test]
fn random() {
    for seed in 0..25 {
        Program::random(seed).check();
    }
}

fn nest(rate: i64, reads: &[(usize, i64)]) -> Loop {
    Loop {
        rate,
        start: 0,
        reads: reads.to_vec(),
    }
}

/// Two rows are filtered, and every second row of the result is kept.
#[test]
fn pyramid_level() {
    let program = Program {
        nests: vec![
            nest(2, &[(0, 0)]),
            nest(2, &[(1, -1), (1, 0), (1, 1)]),
            nest(1, &[(2, 0), (2, 1)]),
        ],
        widths: vec![1; 4],
    };
    program.check();
    let group = program.plan().unwrap();
    assert_eq!((group.rates, group.ahead), (vec![2, 2, 1], vec![1, 0, 0]));
}

/// An image at half the size is enlarged and subtracted.
#[test]
fn upsample() {
    let program = Program {
        nests: vec![
            nest(1, &[(0, 0)]),
            nest(2, &[(1, -1), (1, 1)]),
            nest(2, &[(2, 0), (0, 0)]),
        ],
        widths: vec![1; 4],
    };
    program.check();
}
