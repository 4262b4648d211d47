//! The plans of small random systems against all shifts: each plan is legal, and none needs fewer
//! bytes.
#![allow(clippy::unwrap_used)]

#[path = "../../check/tests/systems/mod.rs"]
mod systems;

use poly::{Context, Expr};
use schedule::{Bounds, Nest, Plan, plan};
use scop::System;
use std::fmt::Write;

/// Nests of one loop with one statement, `a[i + 1][0] = f(b[i][0], c[i - 2][0])`. Array 0 comes
/// from the caller, the last one goes to it.
#[derive(Debug, Clone)]
struct Program {
    nests: Vec<Loop>,
    /// The elements of a row of each array.
    widths: Vec<i64>,
}

#[derive(Debug, Clone)]
struct Loop {
    /// The counter begins here.
    start: i64,
    write: Touch,
    reads: Vec<Touch>,
}

/// `array[i + offset]`
#[derive(Debug, Clone, Copy, PartialEq)]
struct Touch {
    array: usize,
    offset: i64,
}

/// Counters of nests begin and subscripts lie less than this from each other.
const SPREAD: i64 = 3;

struct Random(u64);

impl Random {
    fn below(&mut self, end: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end as u64) as i64
    }

    fn touch(&mut self, array: usize) -> Touch {
        let offset = self.below(2 * SPREAD - 1) - SPREAD + 1;
        Touch { array, offset }
    }
}

impl Program {
    /// Nest `k` writes array `k + 1`, or one that an earlier nest wrote already, and reads what the
    /// nest before it wrote.
    fn random(seed: u64, writes_again: bool) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let count = 2 + random.below(3) as usize;
        let mut nests: Vec<Loop> = Vec::new();
        for nest in 0..count {
            let last = nests.last().map_or(0, |n| n.write.array);
            let mut reads = vec![random.touch(last)];
            for _ in 0..random.below(3) {
                let array = random.below(nest as i64 + 1) as usize;
                reads.push(random.touch(array));
            }
            let is_again = writes_again && nest > 0 && nest + 1 < count && random.below(3) == 0;
            let array = match is_again {
                true => 1 + random.below(nest as i64) as usize,
                false => nest + 1,
            };
            let mut write = random.touch(array);
            if reads.iter().any(|r| r.array == array) {
                // In place: no iteration reads what another one wrote.
                write.offset = 0;
                let own = reads.iter_mut().filter(|r| r.array == array);
                own.for_each(|r| r.offset = 0);
            }
            nests.push(Loop {
                start: random.below(SPREAD),
                write,
                reads,
            });
        }
        let widths = (0..=count).map(|_| 1 + random.below(4)).collect();
        Program { nests, widths }
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
            writeln!(text, "{kind} a{array}[N + 20, {width}]").unwrap();
        }
        for (position, nest) in self.nests.iter().enumerate() {
            let element = |t: &Touch| {
                let sign = if t.offset < 0 { '-' } else { '+' };
                format!("a{}[i {sign} {}, 0]", t.array, t.offset.abs())
            };
            let reads: Vec<String> = nest.reads.iter().map(element).collect();
            let (start, write) = (nest.start, element(&nest.write));
            writeln!(
                text,
                "[i] : {start} + 5 <= i < N + 5 @ {position}, i - {start}, 0 : {write} = f({})",
                reads.join(", ")
            )
            .unwrap();
        }
        text
    }

    /// Pairs of accesses of two nests to one array, one of which writes: the nests, the distance of
    /// their rows, the array if the second reads what the first may have written.
    fn pairs(&self) -> Vec<(usize, usize, i64, Option<usize>)> {
        let mut pairs = Vec::new();
        for to in 0..self.nests.len() {
            for from in 0..to {
                for (a, a_writes) in self.nests[from].touches() {
                    for (b, b_writes) in self.nests[to].touches() {
                        if a.array == b.array && (a_writes || b_writes) {
                            let flows = a_writes && !b_writes;
                            let distance = a.offset - b.offset;
                            pairs.push((from, to, distance, flows.then_some(a.array)));
                        }
                    }
                }
            }
        }
        pairs
    }

    fn is_legal(&self, ahead: &[i64]) -> bool {
        let pairs = self.pairs();
        let mut kept = pairs.iter();
        kept.all(|(from, to, distance, _)| ahead[*from] - ahead[*to] + distance >= 0)
    }

    /// The elements that the arrays between the nests need.
    fn elements(&self, ahead: &[i64]) -> i64 {
        let pairs = self.pairs();
        let rows = |array: usize| {
            let of = pairs.iter().filter(|pair| pair.3 == Some(array));
            let spans = of.map(|(from, to, distance, _)| ahead[*from] - ahead[*to] + distance);
            spans.max().map_or(0, |most| most + 1)
        };
        let between = 1..self.nests.len();
        between.map(|array| rows(array) * self.widths[array]).sum()
    }

    /// The fewest elements by any shifts.
    fn fewest(&self) -> i64 {
        let most = 2 * (SPREAD - 1) * (self.nests.len() as i64 - 1);
        let mut fewest = i64::MAX;
        let mut ahead = vec![-most; self.nests.len()];
        // The last nest is not ahead of itself.
        ahead[self.nests.len() - 1] = 0;
        loop {
            if self.is_legal(&ahead) {
                fewest = fewest.min(self.elements(&ahead));
            }
            let mut others = ahead[..self.nests.len() - 1].iter_mut();
            let next = others.any(|a| {
                *a = if *a < most { *a + 1 } else { -most };
                *a != -most
            });
            if !next {
                return fewest;
            }
        }
    }

    fn plan(&self) -> Plan {
        let ctx = Context::new();
        let system = systems::system(&ctx, &self.text());
        let nests = self.nests.iter().enumerate();
        let nests: Vec<Nest> = nests
            .map(|(k, nest)| whole(&system, k, nest.start))
            .collect();
        plan(&system, &nests, 0).unwrap()
    }

    /// Asserts that the plan is one loop, legal and as small as possible.
    fn check(&self) {
        let plan = self.plan();
        let [group] = plan.groups.as_slice() else {
            panic!("{plan:?}\n{}", self.text());
        };
        assert_eq!(group.ahead.len(), self.nests.len(), "{}", self.text());
        let (ahead, text) = (&group.ahead, self.text());
        assert!(self.is_legal(ahead), "{ahead:?}\n{text}");
        let kept = group.kept.iter();
        let kept: i64 = kept.map(|k| k.rows * self.widths[k.array.0 as usize]).sum();
        assert_eq!(kept, self.elements(ahead), "{ahead:?}\n{text}");
        assert_eq!(kept, self.fewest(), "{ahead:?}\n{text}");
    }
}

impl Loop {
    /// The accesses, and whether they write.
    fn touches(&self) -> impl Iterator<Item = (Touch, bool)> {
        let reads = self.reads.iter().map(|touch| (*touch, false));
        reads.chain([(self.write, true)])
    }
}

/// The nest of one statement.
fn whole(system: &System, statement: usize, start: i64) -> Nest {
    Nest {
        statements: vec![system.scop.statements[statement].id],
        rows: Some(Bounds {
            first: Expr::constant(start),
            end: Expr::var("N"),
            step: 1,
            class: 0,
        }),
        follows: Vec::new(),
    }
}

#[test]
fn one_writer() {
    for seed in 0..60 {
        Program::random(seed, false).check();
    }
}

#[test]
fn several_writers() {
    for seed in 0..60 {
        Program::random(seed, true).check();
    }
}

/// Both nests before the last one write the same array; neither reads it.
#[test]
fn writers_stay_in_order() {
    let touch = |array, offset| Touch { array, offset };
    let nest = |write, reads| Loop {
        start: 0,
        write,
        reads,
    };
    let program = Program {
        nests: vec![
            nest(touch(1, 0), vec![touch(0, 0)]),
            nest(touch(1, 2), vec![touch(0, 1)]),
            nest(touch(3, 0), vec![touch(1, 0)]),
        ],
        widths: vec![1; 4],
    };
    program.check();
}

/// A nest that reads a whole array, or in reverse, is no part of the loop that writes it.
#[test]
fn barriers() {
    for read in ["*a1[x, z : z = 0]", "a1[N - i, 0]"] {
        let text = format!(
            "params N : N >= 60
             in a0[N, 1]
             local a1[N, 1]
             out a2[N, 1]
             [i] : 0 <= i < N @ 0, i, 0 : a1[i, 0] = f(a0[i, 0])
             [i] : 1 <= i < N @ 1, i - 1, 0 : a2[i, 0] = f({read})"
        );
        let ctx = Context::new();
        let system = systems::system(&ctx, &text);
        let nests = [whole(&system, 0, 0), whole(&system, 1, 1)];
        let plan = plan(&system, &nests, 0).unwrap();
        assert!(plan.groups.is_empty(), "{plan:?}");
        assert_eq!(plan.barriers.len(), 1, "{plan:?}");
        assert_eq!((plan.barriers[0].first, plan.barriers[0].second), (0, 1));
    }
}
