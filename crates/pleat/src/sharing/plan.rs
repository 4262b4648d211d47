//! The common storage of the arrays of one function, and the edits that give it to them.

use super::allowed::Allowed;
use super::graph::Dataflow;
use super::typical::Typical;
use crate::budget::SYSTEM;
use crate::options::Options;
use crate::systems::most_general;
use crate::verify::Assumed;
use front::Program;
use lifetime::Meeting;
use program::points_to::PointsTo;
use report::StorageEntry;
use share::{Calls, Forgotten, Lives, Object, Problem, calls_of, edits, may_follow, objects};
use source::Edits;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use storage::{Colouring, ConflictGraph};

/// Functions with more arrays are left alone.
const MOST_ARRAYS: usize = 64;
/// Storage may grow for arrays if that saves this part of all bytes: one in eight.
const LEAST_SAVING: u64 = 8;

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
    pub(super) assumed: Assumed,
    /// What is assumed without a proof, because options state it.
    pub(super) needs: Vec<String>,
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
    /// Whether one of them is a guess.
    pub(super) is_guess: bool,
}

impl Group {
    /// The same in a report on a file.
    pub(super) fn entry(&self, path: &str, function: &str, assumes: &[String]) -> StorageEntry {
        let [before, after] = self.bytes.map(|b| i64::try_from(b).unwrap_or(i64::MAX));
        StorageEntry {
            function: function.to_string(),
            file: path.to_string(),
            arrays: self.names.clone(),
            in_place: self.in_place.clone(),
            bytes_before: before,
            bytes_after: after,
            params: self.params.clone(),
            is_guess: self.is_guess,
            assumes: assumes.to_vec(),
        }
    }
}

/// For pairs of arrays, in the order of the text.
type Pairs = BTreeMap<[usize; 2], Together>;

/// How two arrays may have the same storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Together {
    /// Neither is alive while the other is, as the text shows.
    Plainly,
    /// The same, as dataflow shows.
    InTurn,
    /// Both are alive at once, but never in the same place.
    InPlace,
    /// Not at all.
    Never,
}

impl Together {
    fn is_allowed(self, allowed: Allowed) -> bool {
        match self {
            Together::Plainly => allowed >= Allowed::Plainly,
            Together::InTurn => allowed >= Allowed::InTurn,
            Together::InPlace => allowed >= Allowed::InPlace,
            Together::Never => false,
        }
    }
}

/// What plans of the functions of a file have in common.
pub(super) struct Planner<'p> {
    front: &'p Program<'p>,
    forgotten: Forgotten<'p>,
    program: program::Program,
    options: &'p Options,
}

impl<'p> Planner<'p> {
    pub(super) fn new(front: &'p Program<'p>, options: &'p Options) -> Self {
        Planner {
            forgotten: Forgotten::of(&front.contents().file, &front.contents().facts.calls),
            program: program::lower(front.contents()),
            front,
            options,
        }
    }

    /// The plan for a function; `None` if it has no arrays.
    pub(super) fn plan(&self, function: usize, allowed: Allowed) -> Option<Plan> {
        let contents = self.front.contents();
        let mut plan = Plan::default();
        let mut arrays = Vec::new();
        for (name, object) in objects(contents, function) {
            match object {
                _ if self.options.keep.contains(&name) => {}
                Ok(object) => match self.kept_static(function, &object) {
                    Some(problem) => plan.own.push((name, problem)),
                    None => arrays.push(object),
                },
                Err(problem) => plan.own.push((name, problem)),
            }
        }
        if arrays.len() < 2 || arrays.len() > MOST_ARRAYS {
            return (!plan.own.is_empty()).then_some(plan);
        }
        plan.arrays = arrays.iter().map(|object| object.name.clone()).collect();
        let name = &contents.file.functions[function].name;
        let whole = match most_general(&self.program, name, SYSTEM) {
            Ok(whole) => Some(whole),
            Err(unknown) => {
                plan.reason = Some(format!("it contains {unknown}"));
                None
            }
        };
        let names: Vec<&str> = plan.arrays.iter().map(String::as_str).collect();
        let dataflow = whole.as_ref().map(|whole| Dataflow::of(whole, &names));
        let mut arrays = Arrays {
            planner: self,
            function,
            objects: with_covered(arrays, dataflow.as_ref()),
            dataflow,
            keeps_statics: false,
            typical: Typical::new(self.options),
        };
        let all = 0..arrays.objects.len();
        let largest = || all.clone().map(|at| arrays.bytes(at)).max();
        arrays.typical.lower(|| largest().unwrap_or(0));
        arrays.keep_statics(&mut plan);
        arrays.group(allowed, &mut plan);
        Some(plan)
    }

    /// Why a static array cannot share storage, whatever its function does with it.
    fn kept_static(&self, function: usize, object: &Object) -> Option<Problem> {
        let is_nested = || calls_of(self.front.contents(), function) == Calls::Nested;
        match object.is_static() {
            true if !self.forgotten.contains(function, object.id) => Some(Problem::Kept),
            true if is_nested() => Some(Problem::Nested),
            _ => None,
        }
    }
}

/// The arrays in the order of the text, each with those that it covers.
fn with_covered(mut objects: Vec<Object>, dataflow: Option<&Dataflow<'_>>) -> Vec<Object> {
    let ids: Vec<_> = objects.iter().map(|object| object.id).collect();
    for (at, object) in objects.iter_mut().enumerate() {
        let covers = |other: &usize| dataflow.is_some_and(|d| d.covers(at, *other));
        let covered = (0..ids.len()).filter(covers).map(|other| ids[other]);
        object.covers = covered.collect();
    }
    objects
}

/// The arrays of a function.
struct Arrays<'a> {
    planner: &'a Planner<'a>,
    function: usize,
    objects: Vec<Object>,
    dataflow: Option<Dataflow<'a>>,
    /// Threads may execute the function at once, each with its part of the static arrays.
    keeps_statics: bool,
    /// The values at which sizes are compared.
    typical: Typical<'a>,
}

impl Arrays<'_> {
    /// Leaves static arrays alone if threads may use several at the same time.
    fn keep_statics(&mut self, plan: &mut Plan) {
        let of = |at: &usize| self.objects[*at].is_static();
        let statics: Vec<usize> = (0..self.objects.len()).filter(of).collect();
        let calls = calls_of(self.planner.front.contents(), self.function);
        let is_set = |at: &usize| {
            self.dataflow
                .as_ref()
                .is_some_and(|d| d.is_certainly_set(*at))
        };
        if calls == Calls::InTurn || statics.is_empty() || statics.iter().any(is_set) {
            return;
        }
        if self.planner.options.assume.single_thread {
            let name = &self.planner.front.contents().file.functions[self.function].name;
            let assumed = format!("no two threads execute `{name}` at the same time");
            plan.needs.push(assumed);
            return;
        }
        let names = statics.iter().map(|at| self.objects[*at].name.clone());
        let names: Vec<String> = names.collect();
        plan.arrays.retain(|name| !names.contains(name));
        let own = names.into_iter();
        plan.own.extend(own.map(|name| (name, Problem::Concurrent)));
        self.keeps_statics = true;
    }

    /// Fills a plan with groups.
    fn group(&self, allowed: Allowed, plan: &mut Plan) {
        let pairs = self.pairs(allowed);
        let write = |groups: &[Vec<&Object>]| {
            let keep =
                self.planner.options.keep_lines || self.planner.front.unit().last_line_use() > 0;
            edits(self.planner.front.contents(), self.function, groups, keep)
        };
        let found: Vec<Vec<usize>> = { self.groups(&pairs, allowed).into_iter() }
            .filter_map(|group| self.written(group, &write))
            .collect();
        let members = |group: &Vec<usize>| group.iter().map(|at| &self.objects[*at]).collect();
        let all: Vec<Vec<&Object>> = found.iter().map(members).collect();
        if let Some(edits) = write(&all) {
            plan.edits = edits;
            let mut members = found.iter().flatten();
            if !members.any(|at| self.objects[*at].is_static()) {
                plan.needs.clear();
            }
            plan.groups = found
                .iter()
                .map(|group| self.described(&pairs, group))
                .collect();
        }
    }

    /// How each pair of arrays may have the same storage.
    fn pairs(&self, allowed: Allowed) -> Pairs {
        let contents = self.planner.front.contents();
        let points_to = OnceCell::new();
        let lives = Lives::of(contents, self.function, &self.planner.forgotten);
        let mut pairs = Pairs::new();
        for b in 0..self.objects.len() {
            for a in 0..b {
                let pair = [&self.objects[a], &self.objects[b]];
                let is_static = pair.iter().any(|object| object.is_static());
                let may = |pair| may_follow(contents, self.function, pair);
                let found = match allowed {
                    Allowed::Nothing => Together::Never,
                    _ if self.keeps_statics && is_static => Together::Never,
                    _ if !may(pair) && !may([pair[1], pair[0]]) => Together::Never,
                    _ if !is_static && lives.are_apart(pair) => Together::Plainly,
                    Allowed::Plainly => Together::Never,
                    Allowed::InTurn | Allowed::InPlace => match self.by_dataflow([a, b], allowed) {
                        Together::Never => Together::Never,
                        _ if self.must_be_apart(pair, &points_to) => Together::Never,
                        found => found,
                    },
                };
                pairs.insert([a, b], found);
            }
        }
        pairs
    }

    fn by_dataflow(&self, [a, b]: [usize; 2], allowed: Allowed) -> Together {
        let meeting = self.dataflow.as_ref().map(|d| d.meeting(a, b));
        match meeting {
            Some(Meeting::Never) => Together::InTurn,
            Some(Meeting::Elsewhere) if allowed == Allowed::InPlace => Together::InPlace,
            _ => Together::Never,
        }
    }

    /// Whether a call passes two arrays to a function that may demand that they are apart.
    fn must_be_apart<'p>(&'p self, pair: [&Object; 2], points_to: &OnceCell<PointsTo<'p>>) -> bool {
        let program = &self.planner.program;
        let points_to = points_to.get_or_init(|| PointsTo::of(program));
        let function = &self.planner.front.contents().file.functions[self.function].name;
        let [first, second] = pair.map(|object| points_to.variables(function, &object.name));
        let apart = |a| second.iter().any(|b| points_to.must_be_apart([a, *b]));
        first.is_empty() || second.is_empty() || first.iter().any(|a| apart(*a))
    }

    /// The groups of several arrays. Storage grows for them only if that saves a part of all bytes.
    fn groups(&self, pairs: &Pairs, allowed: Allowed) -> Vec<Vec<usize>> {
        let (groups, weight) = self.strictest(pairs, allowed, false);
        let (grown, lighter) = self.strictest(pairs, allowed, true);
        match lighter <= weight - weight / LEAST_SAVING {
            true => grown,
            false => groups,
        }
    }

    /// The groups of the strictest choice that saves as much as any: it needs the weakest proof.
    fn strictest(&self, pairs: &Pairs, allowed: Allowed, grows: bool) -> (Vec<Vec<usize>>, u64) {
        let choices = Allowed::CHOICES
            .into_iter()
            .filter(|other| *other <= allowed);
        let found = choices.map(|choice| self.colours(pairs, choice, grows));
        let best = found.reduce(|best, next| match next.1 < best.1 {
            true => next,
            false => best,
        });
        best.unwrap_or_default()
    }

    /// The groups of several arrays in the lightest colouring that is allowed, and the bytes of all
    /// storage.
    fn colours(&self, pairs: &Pairs, allowed: Allowed, grows: bool) -> (Vec<Vec<usize>>, u64) {
        let bytes = (0..self.objects.len()).map(|at| self.bytes(at));
        let mut graph = ConflictGraph::new(bytes.collect());
        for ([a, b], together) in pairs {
            let covers = self.objects[*a].covers(&self.objects[*b])
                || self.objects[*b].covers(&self.objects[*a]);
            match together.is_allowed(allowed) && (covers || grows) {
                false => graph.add_conflict(*a, *b),
                true if covers => graph.prefer(*a, *b),
                true => {}
            }
        }
        let Colouring {
            colours, weight, ..
        } = graph.colour();
        let count = colours.iter().max().map_or(0, |most| most + 1);
        let mut groups = vec![Vec::new(); count];
        for (array, colour) in colours.into_iter().enumerate() {
            groups[colour].push(array);
        }
        groups.retain(|group| group.len() > 1);
        (groups, weight)
    }

    /// A group in the order of the text, without its last arrays if they cannot be written with
    /// the others; `None` if nothing can be.
    fn written(
        &self,
        mut group: Vec<usize>,
        write: &dyn Fn(&[Vec<&Object>]) -> Option<Edits>,
    ) -> Option<Vec<usize>> {
        group.sort_by_key(|at| self.objects[*at].place());
        while group.len() > 1 {
            let members = group.iter().map(|at| &self.objects[*at]).collect();
            if write(&[members]).is_some() {
                return Some(group);
            }
            group.pop();
        }
        None
    }

    fn described(&self, pairs: &Pairs, group: &[usize]) -> Group {
        let name = |at: &usize| self.objects[*at].name.clone();
        let inside = |pair: &[usize; 2]| pair.iter().all(|at| group.contains(at));
        let own: Vec<_> = pairs.iter().filter(|(pair, _)| inside(pair)).collect();
        let in_place = own.iter().filter(|(_, t)| **t == Together::InPlace);
        let sizes = || group.iter().map(|at| self.bytes(*at));
        let sizes = || [sizes().sum(), sizes().max().unwrap_or(0)];
        let (bytes, is_guess) = self.typical.noted(sizes);
        let params = group.iter().flat_map(|at| match &self.dataflow {
            Some(dataflow) => dataflow.params(*at, &self.typical),
            None => Vec::new(),
        });
        Group {
            names: group.iter().map(name).collect(),
            in_place: in_place.map(|([a, b], _)| [name(a), name(b)]).collect(),
            bytes,
            params: params.collect(),
            is_guess,
        }
    }

    /// The bytes of an array at typical sizes.
    fn bytes(&self, at: usize) -> u64 {
        let typical = &self.typical;
        let known = self.dataflow.as_ref().and_then(|d| d.bytes(at, typical));
        known.unwrap_or_else(|| {
            let macros = &self.planner.program.macros;
            let value = |name: &str| {
                let found = macros.iter().find(|m| m.name == name).map(|m| m.value);
                let known = typical.given(name).or(found);
                known.unwrap_or_else(|| typical.guess())
            };
            self.objects[at].bytes(&value)
        })
    }
}
