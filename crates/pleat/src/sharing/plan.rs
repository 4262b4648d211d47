//! The common storage of the arrays of one function, and the edits that give it to them.

use super::graph::{Allowed, Candidates, Pairs};
use crate::options::Options;
use affine::{Naming, Whole};
use front::{MOST_RADIUS, Program};
use poly::Context;
use scop::ParamKind;
use share::{Object, Problem, edits, may_follow, objects};
use source::Edits;
use std::collections::BTreeMap;

/// Elementary set operations for the system of one function.
const OPERATIONS: u64 = 2 * poly::OPERATIONS_PER_SECOND;
/// Functions with more arrays are left alone.
const MOST_ARRAYS: usize = 64;
/// The value of a parameter of which nothing is known.
const TYPICAL: i64 = 1000;

/// The common storage of the arrays of one function.
#[derive(Default)]
pub(super) struct Plan {
    /// The arrays that may share storage.
    pub(super) arrays: Vec<String>,
    pub(super) groups: Vec<Group>,
    /// Why arrays have storage of their own.
    pub(super) own: Vec<(String, Problem)>,
    pub(super) edits: Edits,
    /// What the proof assumes.
    pub(super) assumes: Vec<String>,
    /// Why nothing more is shared.
    pub(super) reason: Option<String>,
}

/// Arrays in the storage of the first of them.
pub(super) struct Group {
    pub(super) names: Vec<String>,
    pub(super) in_place: Vec<[String; 2]>,
    /// Before and after.
    pub(super) bytes: [u64; 2],
    pub(super) params: BTreeMap<String, i64>,
}

/// The plan for a function; `None` if it has less than two arrays.
pub(super) fn plan(
    front: &Program<'_>,
    function: usize,
    program: &mut Option<program::Program>,
    allowed: Allowed,
    options: &Options,
) -> Option<Plan> {
    let contents = front.contents();
    let mut plan = Plan::default();
    let mut arrays = Vec::new();
    for (name, object) in objects(contents, function) {
        match object {
            _ if options.keep.contains(&name) => {}
            Ok(object) => arrays.push(object),
            Err(problem) => plan.own.push((name, problem)),
        }
    }
    if arrays.len() < 2 || arrays.len() > MOST_ARRAYS {
        return (!plan.own.is_empty()).then_some(plan);
    }
    plan.arrays = arrays.iter().map(|object| object.name.clone()).collect();
    let name = &contents.file.functions[function].name;
    let program = program.get_or_insert_with(|| program::lower(contents));
    match system(program, name) {
        Ok(whole) => plan.fill((front, function), &whole, arrays, allowed, options),
        Err(unknown) => plan.reason = Some(format!("it contains {unknown}")),
    }
    Some(plan)
}

/// The system of a function, with macros as parameters if possible.
fn system(program: &program::Program, function: &str) -> Result<Whole, affine::Unknown> {
    let by = |fixed_up_to, names_factors| {
        let ctx = Context::new();
        ctx.start_budget(OPERATIONS);
        let naming = Naming {
            fixed_up_to,
            names_factors,
            ..Naming::default()
        };
        affine::system(program, function, &naming, &ctx)
    };
    let first = by(None, false);
    { first.or_else(|why| by(None, true).map_err(|_| why)) }
        .or_else(|why| by(Some(MOST_RADIUS), false).map_err(|_| why))
        .or_else(|why| by(Some(u64::MAX), false).map_err(|_| why))
}

impl Plan {
    /// Groups the arrays of a function.
    fn fill(
        &mut self,
        (front, function): (&Program<'_>, usize),
        whole: &Whole,
        arrays: Vec<Object>,
        allowed: Allowed,
        options: &Options,
    ) {
        let value = |name: &str| sample(whole, name, options);
        let names: Vec<&str> = arrays.iter().map(|object| object.name.as_str()).collect();
        let known = Candidates::of(whole, &names, &value);
        let known = known.into_iter().zip(&arrays);
        let known: Vec<_> = known.filter_map(|(k, object)| Some((k?, object))).collect();
        let (ids, objects): (Vec<_>, Vec<&Object>) = known.into_iter().unzip();
        let candidates = Candidates::new(whole, ids);
        let contents = front.contents();
        let may = |a: usize, b: usize| {
            may_follow(contents, function, [objects[a], objects[b]])
                || may_follow(contents, function, [objects[b], objects[a]])
        };
        let pairs = candidates.pairs(allowed, &may);
        let keep_lines = options.keep_lines || front.unit().last_line_use() > 0;
        let write = |groups: &[Vec<&Object>]| edits(contents, function, groups, keep_lines);
        let found = groups(&pairs).into_iter();
        let found: Vec<Vec<usize>> = found
            .filter_map(|group| written(group, &objects, &write))
            .collect();
        let members = |group: &Vec<usize>| group.iter().map(|at| objects[*at]).collect();
        let all: Vec<Vec<&Object>> = found.iter().map(members).collect();
        let Some(edits) = write(&all) else { return };
        self.edits = edits;
        let groups = found.iter();
        let groups = groups.map(|group| described(&candidates, &pairs, &objects, group, &value));
        self.groups = groups.collect();
    }
}

/// The groups of a colouring with several arrays.
fn groups(pairs: &Pairs) -> Vec<Vec<usize>> {
    let colours = pairs.graph.colour().colours;
    let count = colours.iter().max().map_or(0, |most| most + 1);
    let mut groups = vec![Vec::new(); count];
    for (array, colour) in colours.into_iter().enumerate() {
        groups[colour].push(array);
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// A group in the order of the text, without its last arrays if they cannot be written with the
/// others; `None` if nothing can be.
fn written(
    mut group: Vec<usize>,
    objects: &[&Object],
    write: &dyn Fn(&[Vec<&Object>]) -> Option<Edits>,
) -> Option<Vec<usize>> {
    group.sort_by_key(|at| objects[*at].place());
    while group.len() > 1 {
        let members = group.iter().map(|at| objects[*at]).collect();
        if write(&[members]).is_some() {
            return Some(group);
        }
        group.pop();
    }
    None
}

fn described(
    candidates: &Candidates<'_>,
    pairs: &Pairs,
    objects: &[&Object],
    group: &[usize],
    value: &dyn Fn(&str) -> i64,
) -> Group {
    let name = |at: &usize| objects[*at].name.clone();
    let in_place = pairs.in_place.iter();
    let in_place = in_place.filter(|pair| pair.iter().all(|at| group.contains(at)));
    let sizes = || group.iter().map(|at| candidates.size(*at));
    Group {
        names: group.iter().map(name).collect(),
        in_place: in_place.map(|[a, b]| [name(a), name(b)]).collect(),
        bytes: [sizes().sum(), sizes().max().unwrap_or(0)],
        params: candidates.params(group, value),
    }
}

/// A typical value of a parameter, which may be a product of others.
fn sample(whole: &Whole, name: &str, options: &Options) -> i64 {
    let scop = &whole.system.scop;
    let param = scop.params.iter().find(|p| p.name == name);
    let spelling = param.map_or(name, |p| p.spelling.as_str());
    if let Some(given) = options.sample(spelling) {
        return given;
    }
    let factors: Vec<&str> = spelling.split(" * ").collect();
    match param.map(|p| p.kind) {
        _ if factors.len() > 1 => { factors.iter() }
            .map(|factor| sample(whole, factor, options))
            .fold(1, i64::saturating_mul),
        Some(ParamKind::Macro) => param.map_or(TYPICAL, |p| p.sample),
        _ => name.parse().unwrap_or(TYPICAL),
    }
}
