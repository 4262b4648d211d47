//! OpenMP directives, stacked and nested, on loops that any number of threads may execute.

use crate::random::feature_set::{Feature, Features};
use crate::random::kernel::Kernel;
use crate::random::tree::{Block, Home, Statement};
use crate::rng::Rng;

/// Directives around one loop.
#[derive(Debug)]
pub(in crate::random) struct Stack {
    /// From the outermost to the one on the loop itself.
    pub(in crate::random) lines: &'static [&'static str],
    /// On the body of the loop.
    pub(in crate::random) body: &'static str,
    usage: Usage,
}

/// Where a stack may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Usage {
    /// On loops without races.
    Independent,
    /// Only where no other directive surrounds it.
    Outermost,
    /// On any loop, since one thread executes it.
    Alone,
    /// On loops without races that have no directive inside.
    Innermost,
}

const fn stack(lines: &'static [&'static str], body: &'static str, usage: Usage) -> Stack {
    Stack { lines, body, usage }
}

/// The plain `parallel for` is first.
pub(in crate::random) static STACKS: [Stack; 31] = [
    stack(&["parallel for"], "", Usage::Independent),
    stack(
        &["parallel for schedule(static, 1)"],
        "",
        Usage::Independent,
    ),
    stack(&["parallel", "for"], "", Usage::Independent),
    stack(
        &["parallel", "for schedule(dynamic) nowait"],
        "",
        Usage::Independent,
    ),
    stack(
        &["parallel", "single", "taskloop grainsize(1)"],
        "",
        Usage::Independent,
    ),
    stack(&["parallel", "master", "taskloop"], "", Usage::Independent),
    stack(
        &["parallel", "masked", "taskloop grainsize(1)"],
        "",
        Usage::Independent,
    ),
    stack(
        &["parallel", "single", "parallel for"],
        "",
        Usage::Independent,
    ),
    stack(
        &["parallel", "single", "parallel", "for"],
        "",
        Usage::Independent,
    ),
    stack(
        &["parallel", "master", "parallel for"],
        "",
        Usage::Independent,
    ),
    stack(&["parallel", "single", ""], "task", Usage::Independent),
    stack(
        &["parallel", "single", "taskgroup", ""],
        "task",
        Usage::Independent,
    ),
    stack(
        &["parallel", "single nowait", "taskgroup", "taskloop"],
        "",
        Usage::Independent,
    ),
    stack(
        &["parallel", "single", "task", "taskloop"],
        "",
        Usage::Independent,
    ),
    stack(
        &["parallel", "sections", "section", "taskloop"],
        "",
        Usage::Independent,
    ),
    stack(
        &["parallel", "sections", "section", "parallel for"],
        "",
        Usage::Independent,
    ),
    stack(&["parallel master taskloop"], "", Usage::Independent),
    stack(
        &["parallel masked taskloop grainsize(1)"],
        "",
        Usage::Independent,
    ),
    stack(
        &["parallel master", "taskloop grainsize(1)"],
        "",
        Usage::Independent,
    ),
    stack(&["parallel", "scope", "for"], "", Usage::Independent),
    stack(
        &["parallel", "single", "task", "parallel for"],
        "",
        Usage::Independent,
    ),
    stack(&["parallel for ordered"], "ordered", Usage::Independent),
    stack(&["parallel for"], "critical", Usage::Independent),
    stack(&["parallel", "loop bind(parallel)"], "", Usage::Innermost),
    stack(
        &["parallel", "single", "taskloop simd"],
        "",
        Usage::Innermost,
    ),
    stack(&["parallel", "for simd"], "", Usage::Innermost),
    stack(
        &["teams num_teams(2)", "distribute parallel for"],
        "",
        Usage::Outermost,
    ),
    stack(&["teams distribute parallel for"], "", Usage::Outermost),
    stack(&["parallel", "single"], "", Usage::Alone),
    stack(&["parallel", "master"], "", Usage::Alone),
    stack(&["parallel sections", "section", "task"], "", Usage::Alone),
];

/// Chooses directives for all loops without races and for some others.
pub(super) fn finish(kernel: &mut Kernel, features: Features, random: &mut Rng) {
    kernel.manner.default_none = features.has(Feature::DefaultNone);
    kernel.manner.directive_macro = features.has(Feature::DirectiveMacros);
    if kernel.manner.default_none {
        pass_arrays(kernel, random);
    }
    let any = features.has(Feature::Directives);
    choose(&mut kernel.body, any, true, random);
    wait(&mut kernel.body);
}

/// Turns arrays of the function into parameters.
fn pass_arrays(kernel: &mut Kernel, random: &mut Rng) {
    for array in &mut kernel.arrays {
        if array.home == Home::Local && !random.one_in(3) {
            array.home = Home::Passed;
        }
    }
}

fn choose(block: &mut Block, any: bool, is_outermost: bool, random: &mut Rng) {
    for statement in block {
        let mut outermost = is_outermost;
        if let Statement::Loop(l) = statement {
            let has_directives = contains_directives(&l.body);
            let fits = |s: &Stack| match s.usage {
                Usage::Independent => l.parallel,
                Usage::Outermost => l.parallel && is_outermost,
                Usage::Innermost => l.parallel && !has_directives,
                Usage::Alone => !l.parallel,
            };
            let usable: Vec<usize> = (0..STACKS.len()).filter(|k| fits(&STACKS[*k])).collect();
            if any && (l.parallel || random.one_in(8)) {
                l.directive = *random.pick(&usable);
            }
            outermost &= !l.parallel && l.directive == 0;
        }
        for inner in statement.blocks_mut() {
            choose(inner, any, outermost, random);
        }
    }
}

fn contains_directives(block: &Block) -> bool {
    block.iter().any(|s| {
        let own = matches!(s, Statement::Loop(l) if l.parallel || l.directive != 0);
        own || s.blocks().into_iter().any(contains_directives)
    })
}

/// Gives other threads time in the middle of the iterations of parallel loops.
fn wait(block: &mut Block) {
    for statement in block {
        if let Statement::Loop(l) = statement
            && l.parallel
        {
            pause(&mut l.body);
        }
        statement.blocks_mut().into_iter().for_each(wait);
    }
}

/// Waits before the last statement of a block, or of the only loop in it.
fn pause(block: &mut Block) {
    match block.as_mut_slice() {
        [Statement::Loop(l)] => pause(&mut l.body),
        [] | [_] => {}
        _ => block.insert(block.len() - 1, Statement::Hook),
    }
}
