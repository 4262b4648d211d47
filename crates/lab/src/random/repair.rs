//! Makes drafts valid: adds conditions where an element may not have been written yet, shapes,
//! threads.

use super::fit::fitted;
use super::run::{self, Fault, Run, Seen};
use super::tree::{
    Affine, BOUND, Block, Condition, Index, Relation, SIZES, SLOTS, Statement, Target, Value,
};
use super::visit::{self, Visitor};
use crate::random::feature_set::Features;
use crate::random::kernel::Kernel;
use crate::rng::Rng;

/// The number of repairs before a draft is given up.
const MOST_ROUNDS: usize = 24;

/// A valid kernel; `None` if the draft cannot be repaired.
pub(super) fn repaired(mut kernel: Kernel, features: Features) -> Option<Kernel> {
    let mut random = Rng::new(kernel.accesses as u64 * 31 + kernel.arrays.len() as u64);
    for _ in 0..MOST_ROUNDS {
        let runs = runs(&kernel).ok()?;
        let Some((id, seen)) = first_unwritten(&runs) else {
            let mut kernel = fitted(kernel, &runs).filter(is_valid)?;
            if features.has_parallel_loops() {
                make_parallel(&mut kernel, &mut random);
            }
            return Some(kernel);
        };
        let guard = guard(&seen);
        let around = random.one_in(3);
        protect(&mut kernel.body, id, guard.as_ref(), around);
    }
    None
}

fn runs(kernel: &Kernel) -> Result<Vec<Run>, Fault> {
    let sizes = kernel.sizes_run.iter();
    sizes.map(|s| run::run(kernel, *s)).collect()
}

/// Whether a kernel is defined at all sizes: nothing is out of bounds or read before it is written.
pub(super) fn is_valid(kernel: &Kernel) -> bool {
    let sizes = kernel.sizes_run.iter();
    { sizes }.all(|sizes| match run::run(kernel, *sizes) {
        Ok(run) => {
            let written = run.seen.values().all(|s| s.bad.is_empty());
            written && run::is_inside(kernel, &run, *sizes)
        }
        Err(_) => false,
    })
}

/// An access that reads an unwritten element, with its uses at all sizes.
fn first_unwritten(runs: &[Run]) -> Option<(usize, Seen)> {
    let all = runs.iter().flat_map(|run| &run.seen);
    let id = *all
        .clone()
        .filter(|(_, s)| !s.bad.is_empty())
        .map(|(id, _)| id)
        .min()?;
    let mut sum = Seen::default();
    for (_, seen) in all.filter(|(other, _)| **other == id) {
        sum.good.extend(&seen.good);
        sum.bad.extend(&seen.bad);
        sum.scope = seen.scope;
    }
    Some((id, sum))
}

/// One or two comparisons of iterators that fail for all bad instances and hold for most good ones.
fn guard(seen: &Seen) -> Option<Condition> {
    let all = candidates(seen.scope);
    let singles = all.iter().map(|c| vec![*c]);
    let pairs = all.iter().flat_map(|a| all.iter().map(|b| vec![*a, *b]));
    let found = best(singles, seen).or_else(|| best(pairs, seen))?;
    let conditions = found.iter().map(Candidate::condition);
    conditions.reduce(|a, b| Condition::And(Box::new(a), Box::new(b)))
}

fn best(lists: impl Iterator<Item = Vec<Candidate>>, seen: &Seen) -> Option<Vec<Candidate>> {
    let valued = lists.filter_map(|list| {
        let holds = |slots: &&[i64; SLOTS]| list.iter().all(|c| c.holds(slots));
        let is_safe = !seen.bad.iter().any(|s| holds(&s));
        let kept = seen.good.iter().filter(holds).count();
        (is_safe && kept > 0).then_some((kept, list))
    });
    let best = valued.reduce(|a, b| if b.0 > a.0 { b } else { a });
    best.map(|(_, list)| list)
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    left: Affine,
    relation: Relation,
    right: Affine,
}

impl Candidate {
    fn holds(&self, slots: &[i64; SLOTS]) -> bool {
        let (left, right) = (self.left.value(slots), self.right.value(slots));
        self.relation.holds(left, right)
    }

    fn condition(&self) -> Condition {
        let (left, right) = (Index::Affine(self.left), Index::Affine(self.right));
        Condition::Compare(left, self.relation, right)
    }
}

/// Comparisons of the iterators in scope, the simplest first.
fn candidates(scope: [bool; SIZES]) -> Vec<Candidate> {
    let mut all = Vec::new();
    let iterators: Vec<usize> = (0..SIZES).filter(|s| scope[*s]).collect();
    let mut add = |left: usize, relation, right: Affine| {
        all.push(Candidate {
            left: Affine::var(left),
            relation,
            right,
        });
    };
    for &x in &iterators {
        for c in 0..4 {
            add(x, Relation::Greater, Affine::number(c));
            add(x, Relation::AtMost, Affine::number(c));
        }
        for size in SIZES..BOUND {
            for c in 0..3 {
                add(x, Relation::Less, Affine::var(size).add(-c));
                add(x, Relation::AtLeast, Affine::var(size).add(-c));
            }
        }
        for &y in iterators.iter().filter(|y| **y != x) {
            add(x, Relation::Less, Affine::var(y));
            add(x, Relation::AtMost, Affine::var(y));
        }
    }
    all
}

/// Guards a read, or removes it if there is no guard.
fn protect(block: &mut Block, id: usize, guard: Option<&Condition>, around: bool) {
    for statement in block {
        if let Statement::Assign(Target::Array(access), op, _) = statement
            && access.id == id
        {
            *op = None;
        }
        let mut finder = ReadFinder { id, found: false };
        visit::head(statement, &mut finder);
        if finder.found {
            return protect_statement(statement, id, guard, around);
        }
        for inner in statement.blocks_mut() {
            protect(inner, id, guard, around);
        }
    }
}

fn protect_statement(
    statement: &mut Statement,
    id: usize,
    guard: Option<&Condition>,
    around: bool,
) {
    match (guard, &statement) {
        (Some(guard), Statement::Assign(..)) if around => {
            let inner = vec![statement.clone()];
            *statement = Statement::If(guard.clone(), inner, Vec::new());
        }
        _ => {
            let done = false;
            visit::head(statement, &mut Replacer { id, guard, done });
        }
    }
}

struct ReadFinder {
    id: usize,
    found: bool,
}

impl Visitor for ReadFinder {
    fn value(&mut self, value: &mut Value) {
        self.found |= matches!(value, Value::Read(a) if a.id == self.id);
    }
}

struct Replacer<'g> {
    id: usize,
    guard: Option<&'g Condition>,
    done: bool,
}

impl Visitor for Replacer<'_> {
    fn value(&mut self, value: &mut Value) {
        if self.done || !matches!(value, Value::Read(a) if a.id == self.id) {
            return;
        }
        self.done = true;
        let read = std::mem::replace(value, Value::Number(5));
        if let Some(guard) = self.guard {
            let guard = Box::new(guard.clone());
            *value = Value::Select(guard, Box::new(read), Box::new(Value::Number(7)));
        }
    }
}

/// Marks loops parallel whose iterations are independent.
fn make_parallel(kernel: &mut Kernel, random: &mut Rng) {
    kernel.outer_iterators = false;
    let count = nth_loop(&mut kernel.body, &mut usize::MAX.clone(), true);
    for k in 0..count {
        if random.one_in(3) {
            continue;
        }
        nth_loop(&mut kernel.body, &mut k.clone(), true);
        if !is_valid(kernel) {
            nth_loop(&mut kernel.body, &mut k.clone(), false);
        }
    }
}

/// Marks the loop with this number in textual order; returns the number of loops before it.
fn nth_loop(block: &mut Block, left: &mut usize, parallel: bool) -> usize {
    let mut passed = 0;
    for statement in block {
        if let Statement::Loop(l) = statement {
            if *left == 0 {
                l.parallel = parallel;
            }
            *left = left.wrapping_sub(1);
            passed += 1;
        }
        for inner in statement.blocks_mut() {
            passed += nth_loop(inner, left, parallel);
        }
    }
    passed
}
