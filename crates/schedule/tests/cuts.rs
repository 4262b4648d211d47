//! The loops of small random sequences of nests against all ways to cut them.
#![allow(clippy::unwrap_used)]

#[path = "../../check/tests/systems/mod.rs"]
mod systems;

use poly::{Context, Expr};
use schedule::{Bounds, Nest, plan};
use std::fmt::Write;

/// Nests in which nest `k` writes array `k + 1` at its own row.
#[derive(Debug)]
struct Program {
    /// The arrays that each nest reads at its own row.
    near: Vec<Vec<usize>>,
    /// The arrays that each nest reads in reverse.
    far: Vec<Vec<usize>>,
    /// The elements of a row of each array.
    widths: Vec<i64>,
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

impl Program {
    fn random(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let count = 3 + random.below(4);
        let mut program = Program {
            near: Vec::new(),
            far: Vec::new(),
            widths: (0..=count).map(|_| 1 + random.below(9) as i64).collect(),
        };
        for nest in 0..count {
            let mut near = vec![nest];
            near.extend((random.below(3) == 0).then(|| random.below(nest + 1)));
            near.dedup();
            let far = (nest > 0 && random.below(2) == 0).then(|| 1 + random.below(nest));
            near.retain(|array| Some(*array) != far);
            program.near.push(near);
            program.far.push(far.into_iter().collect());
        }
        program
    }

    fn text(&self) -> String {
        let last = self.near.len();
        let mut text = "params N : N >= 60\n".to_string();
        for (array, width) in self.widths.iter().enumerate() {
            let kind = match array {
                0 => "in",
                _ if array == last => "out",
                _ => "local",
            };
            writeln!(text, "{kind} a{array}[N, {width}]").unwrap();
        }
        for (nest, (near, far)) in self.near.iter().zip(&self.far).enumerate() {
            let near = near.iter().map(|a| format!("a{a}[i, 0]"));
            let far = far.iter().map(|a| format!("a{a}[N - 1 - i, 0]"));
            let reads: Vec<String> = near.chain(far).collect();
            let (reads, target) = (reads.join(", "), nest + 1);
            writeln!(
                text,
                "[i] : 0 <= i < N @ {nest}, i, 0 : a{target}[i, 0] = f({reads})"
            )
            .unwrap();
        }
        text
    }

    /// Whether no nest reads in reverse what another one of the same loop writes.
    fn is_legal(&self, loop_of: &[usize]) -> bool {
        let mut nests = self.far.iter().enumerate();
        nests.all(|(nest, far)| far.iter().all(|a| loop_of[a - 1] != loop_of[nest]))
    }

    /// The widths of the arrays that live inside one loop.
    fn saved(&self, loop_of: &[usize]) -> i64 {
        let lives_inside = |array: &usize| {
            let mut reads = self.near.iter().zip(&self.far).enumerate();
            reads.all(|(nest, (near, far))| {
                !far.contains(array)
                    && (!near.contains(array) || loop_of[nest] == loop_of[array - 1])
            })
        };
        let inside = (1..self.near.len()).filter(lives_inside);
        inside.map(|array| self.widths[array]).sum()
    }

    /// The most that any cuts save.
    fn most(&self) -> i64 {
        let count = self.near.len();
        let loops = (0..1u32 << (count - 1)).map(|cuts| {
            let loop_of = |nest: usize| (cuts & ((1 << nest) - 1)).count_ones() as usize;
            (0..count).map(loop_of).collect::<Vec<usize>>()
        });
        let legal = loops.filter(|loop_of| self.is_legal(loop_of));
        legal
            .map(|loop_of: Vec<usize>| self.saved(&loop_of))
            .max()
            .unwrap()
    }

    /// The loop of each nest in the plan.
    fn planned(&self) -> Vec<usize> {
        let ctx = Context::new();
        let system = systems::system(&ctx, &self.text());
        let nests: Vec<Nest> = (0..self.near.len())
            .map(|nest| Nest {
                statements: vec![system.scop.statements[nest].id],
                rows: Some(Bounds {
                    first: Expr::constant(0),
                    end: Expr::var("N"),
                    step: 1,
                    class: 0,
                }),
                follows: Vec::new(),
            })
            .collect();
        let plan = plan(&system, &nests, 0).unwrap();
        let mut loop_of: Vec<usize> = (0..self.near.len()).collect();
        for group in &plan.groups {
            let loop_ = group.nests[0];
            group.nests.iter().for_each(|nest| loop_of[*nest] = loop_);
        }
        loop_of
    }
}

#[test]
fn no_cuts_save_more() {
    for seed in 0..80 {
        let program = Program::random(seed);
        let planned = program.planned();
        assert!(
            program.is_legal(&planned),
            "{planned:?}\n{}",
            program.text()
        );
        let saved = program.saved(&planned);
        assert!(saved >= program.most(), "{planned:?}\n{}", program.text());
    }
}

/// The third nest can only join the second without the first, and that saves more.
#[test]
fn the_wide_array_is_kept_in_rows() {
    let program = Program {
        near: vec![vec![0], vec![1], vec![2]],
        far: vec![vec![], vec![], vec![1]],
        widths: vec![1, 4, 4, 1],
    };
    assert_eq!(program.planned(), [0, 1, 1]);
}
