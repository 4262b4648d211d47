//! What is written for each call: the declarations before it, the body, the names in it.

use super::sites::Block;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::Origin;
use scope::Scope;
use site::SitePlanner;
use source::Span;

mod scope;
mod site;
mod written;

pub(super) use written::CallPlan;

/// What is written in a block.
pub(super) struct BlockPlan<'f, 'p> {
    /// The block.
    pub(super) block: &'f Block<'f, 'p>,
    /// The caller.
    pub(super) caller: &'f Function<'p>,
    /// Objects without initial values: `int`, `*p`.
    pub(super) objects: Vec<(String, String)>,
    /// Declarations before the first call.
    pub(super) front: Vec<String>,
    /// The calls that are replaced.
    pub(super) calls: Vec<CallPlan>,
}

/// The plans of all blocks of a function.
pub(super) fn plans<'f, 'p>(
    contents: &Contents<'p>,
    caller: &'f Function<'p>,
    blocks: &'f [Block<'f, 'p>],
) -> Vec<BlockPlan<'f, 'p>> {
    let mut all: Vec<BlockPlan<'f, 'p>> = { blocks.iter() }
        .map(|block| block_plan(contents, caller, block))
        .filter(|plan| !plan.calls.is_empty())
        .collect();
    keep_uses(contents, caller, &mut all);
    all
}

fn block_plan<'f, 'p>(
    contents: &Contents<'p>,
    caller: &'f Function<'p>,
    block: &'f Block<'f, 'p>,
) -> BlockPlan<'f, 'p> {
    let mut plan = BlockPlan {
        block,
        caller,
        objects: Vec::new(),
        front: Vec::new(),
        calls: Vec::new(),
    };
    let mut scope = Scope::of(contents, caller, block);
    for site in &block.sites {
        let first = plan.calls.first().map(|c| c.span);
        let planner = SitePlanner::new(contents, caller, site, &scope.values);
        if let Some((around, call)) = planner.planned(&mut scope, first) {
            scope.addressed.extend(planner.addressed());
            plan.objects.extend(around.objects);
            plan.front.extend(around.front);
            plan.calls.push(call);
        }
    }
    plan
}

/// Mentions objects that only left-out arguments named, so that compilers do not warn.
fn keep_uses(contents: &Contents<'_>, caller: &Function<'_>, plans: &mut [BlockPlan<'_, '_>]) {
    let unit = contents.unit;
    let replaced: Vec<Span> = { plans.iter() }
        .flat_map(|plan| plan.calls.iter().map(|call| call.span))
        .collect();
    let is_replaced = |at: &usize| {
        let place = unit.nearest_span(*at..*at + 1);
        place.is_some_and(|place| replaced.iter().any(|span| span.contains(place)))
    };
    for variable in &caller.symbols.variables {
        let is_gone = !variable.mentions.is_empty()
            && variable.mentions.iter().all(is_replaced)
            && !matches!(variable.origin, Origin::Global(_));
        let text = |plan: &BlockPlan<'_, '_>| {
            let calls = { plan.calls.iter() }.flat_map(|c| c.declarations.iter().chain(&c.lines));
            let mut all = calls.chain(&plan.front);
            all.any(|line| source::has_name(line, &variable.name))
        };
        if !is_gone || plans.iter().any(text) {
            continue;
        }
        let at = |call: &CallPlan| {
            let mut mentions = variable.mentions.iter();
            mentions.any(|at| {
                let place = unit.nearest_span(*at..*at + 1);
                place.is_some_and(|place| call.span.contains(place))
            })
        };
        let calls = plans.iter_mut().flat_map(|plan| &mut plan.calls);
        if let Some(call) = calls.into_iter().find(|call| at(call)) {
            call.declarations.push(format!("(void){};", variable.name));
        }
    }
}
