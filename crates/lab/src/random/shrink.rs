//! Smaller kernels: one part removed or simplified.

use super::tree::{
    Affine, Block, Condition, Home, Index, Loop, Relation, Spelling, Statement, Value,
};
use super::visit::{self, Replace};
use crate::random::kernel::Kernel;

/// Kernels with one part less, those with the greatest change first; some may be invalid.
pub(super) fn steps(kernel: &Kernel) -> Vec<Kernel> {
    let mut all = Vec::new();
    let mut with = |body: Block| {
        all.push(Kernel {
            body,
            ..kernel.clone()
        });
    };
    let mut variants = Vec::new();
    variants_of(&kernel.body, &mut variants);
    variants.into_iter().for_each(&mut with);
    all.extend(simpler_frames(kernel));
    all
}

/// Plain storage, plain iterators, no threads.
fn simpler_frames(kernel: &Kernel) -> Vec<Kernel> {
    let mut all = Vec::new();
    for k in 0..kernel.arrays.len() {
        let has_lane = kernel.manner.lanes.is_some();
        if !matches!(
            kernel.arrays[k].home,
            Home::Local | Home::Block | Home::Product
        ) && !has_lane
        {
            let mut simpler = kernel.clone();
            simpler.arrays[k].home = Home::Local;
            all.push(simpler);
        }
    }
    let manners = kernel.manner.simpler().into_iter();
    all.extend(manners.map(|manner| Kernel {
        manner,
        ..kernel.clone()
    }));
    if kernel.outer_iterators {
        all.push(Kernel {
            outer_iterators: false,
            ..kernel.clone()
        });
    }
    all
}

/// All blocks that differ in one position.
fn variants_of(block: &Block, all: &mut Vec<Block>) {
    for k in 0..block.len() {
        let mut with = |new: Block| {
            let mut changed = block.clone();
            changed.splice(k..=k, new);
            all.push(changed);
        };
        with(Block::new());
        for inner in simpler(&block[k]) {
            with(inner);
        }
    }
    for (k, statement) in block.iter().enumerate() {
        for which in 0..statement.blocks().len() {
            let mut inner = Vec::new();
            variants_of(statement.blocks()[which], &mut inner);
            for variant in inner {
                let mut changed = block.clone();
                *changed[k].blocks_mut()[which] = variant;
                all.push(changed);
            }
        }
    }
}

/// The replacements of a statement.
fn simpler(statement: &Statement) -> Vec<Block> {
    match statement {
        Statement::Assign(target, op, value) => {
            let values = simpler_values(value).into_iter();
            let mut all: Vec<Block> = values
                .map(|v| vec![Statement::Assign(target.clone(), *op, v)])
                .collect();
            if op.is_some() {
                all.push(vec![Statement::Assign(target.clone(), None, value.clone())]);
            }
            all
        }
        Statement::Loop(l) => simpler_loops(l),
        Statement::If(condition, yes, no) => {
            let mut all = vec![yes.clone(), no.clone()];
            if !no.is_empty() {
                all.push(vec![Statement::If(
                    condition.clone(),
                    yes.clone(),
                    Block::new(),
                )]);
            }
            let simpler = simpler_conditions(condition).into_iter();
            all.extend(simpler.map(|c| vec![Statement::If(c, yes.clone(), no.clone())]));
            all
        }
        Statement::Block(inner) => vec![inner.clone()],
        Statement::Declare(_) | Statement::Bound(_) | Statement::Exit(_) | Statement::Hook => {
            Vec::new()
        }
    }
}

fn simpler_loops(l: &Loop) -> Vec<Block> {
    let with = |change: &dyn Fn(&mut Loop)| {
        let mut changed = l.clone();
        change(&mut changed);
        vec![Statement::Loop(changed)]
    };
    let mut all = Vec::new();
    if l.spelling != Spelling::For {
        all.push(with(&|l| l.spelling = Spelling::For));
    }
    if let Index::Affine(from) = l.from {
        let mut once = l.body.clone();
        visit::block(
            &mut once,
            &mut Replace {
                slot: l.slot,
                by: from,
            },
        );
        all.push(once);
    }
    if l.parallel {
        all.push(with(&|l| (l.parallel, l.directive) = (false, 0)));
    }
    if l.directive != 0 {
        all.push(with(&|l| l.directive = 0));
    }
    if l.step.abs() > 1 {
        all.push(with(&|l| l.step = l.step.signum()));
    }
    if let Index::Least(a, b) | Index::Greatest(a, b) = l.to {
        all.push(with(&|l| l.to = Index::Affine(a)));
        all.push(with(&|l| l.to = Index::Affine(b)));
    }
    if l.step > 0 && l.relation != Relation::Less {
        all.push(with(&|l| l.relation = Relation::Less));
    }
    for number in [2, 3] {
        let simple = Index::Affine(Affine::number(number));
        if l.step > 0 && l.to != simple {
            all.push(with(&|l| l.to = simple.clone()));
        }
    }
    all
}

fn simpler_values(value: &Value) -> Vec<Value> {
    let mut all = match value {
        Value::Number(1) => return Vec::new(),
        Value::Number(_) => Vec::new(),
        _ => vec![Value::Number(1)],
    };
    match value {
        Value::Binary(op, a, b) => {
            all.extend([(**a).clone(), (**b).clone()]);
            let left = simpler_values(a).into_iter();
            all.extend(left.map(|a| Value::Binary(*op, Box::new(a), b.clone())));
            let right = simpler_values(b).into_iter();
            all.extend(right.map(|b| Value::Binary(*op, a.clone(), Box::new(b))));
        }
        Value::Select(c, a, b) => {
            all.extend([(**a).clone(), (**b).clone()]);
            let select = |c: &Condition, a: &Value, b: &Value| {
                Value::Select(
                    Box::new(c.clone()),
                    Box::new(a.clone()),
                    Box::new(b.clone()),
                )
            };
            all.extend(simpler_conditions(c).iter().map(|c| select(c, a, b)));
            all.extend(simpler_values(a).iter().map(|a| select(c, a, b)));
            all.extend(simpler_values(b).iter().map(|b| select(c, a, b)));
        }
        Value::Wrapped(_, inner) => all.push((**inner).clone()),
        _ => {}
    }
    all
}

fn simpler_conditions(condition: &Condition) -> Vec<Condition> {
    match condition {
        Condition::And(a, b) | Condition::Or(a, b) => vec![(**a).clone(), (**b).clone()],
        Condition::Not(a) => vec![(**a).clone()],
        Condition::Compare(..) | Condition::Bit(..) => Vec::new(),
    }
}
