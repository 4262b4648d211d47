//! The fused loops of a sequence: what groups become loops, and in which form.

use super::apart::{distances, lengths};
use super::plans::{Plan, Vectors, nests};
use super::threads::{Threads, shared_nests};
use super::{Apart, Between, Cause, FusedLoop, Sample, inner};
use crate::options::Depth;
use crate::verify::Assumed;
use affine::Whole;
use fuse::{Blocks, Form, Sequence};
use poly::Expr;
use schedule::{Group, Nest};
use scop::{AccessKind, ArrayId, ParamKind, Scop};
use source::{Span, Unit};
use std::collections::{BTreeMap, BTreeSet};

impl Plan {
    /// Adds the fused loops of a sequence of nests.
    pub(super) fn add(&mut self, unit: &Unit, function: &str, whole: &Whole, sequence: &Sequence) {
        if sequence.is_in_rows && self.vectors != Vectors::Shifted {
            self.add_points(unit, (function, whole, sequence));
            return;
        }
        let mut nests = nests(whole, sequence);
        for (nest, item) in nests.iter_mut().zip(&sequence.items) {
            if self.alone.contains_key(&item.nest_span()) {
                nest.rows = None;
            }
        }
        let Ok(plan) = schedule::plan(&whole.system, &nests, sequence.depth) else {
            self.apart.extend(Apart::too_costly(function, sequence));
            return;
        };
        for barrier in &plan.barriers {
            self.distances
                .extend(distances(unit, whole, sequence, barrier));
            self.lengths.extend(lengths(sequence, barrier));
            let apart = Apart::of((unit, function), whole, sequence, barrier);
            self.apart
                .extend(apart.map(|own| own.with_proofs(&self.alone)));
        }
        for group in plan.groups {
            let shared = shared_nests(unit, sequence, &group);
            let is_threaded = self.threads != Threads::Together && !shared.is_empty();
            let is_added =
                !is_threaded && self.add_group(unit, (function, whole, sequence), (&nests, &group));
            if is_added {
                continue;
            }
            let parts = match is_threaded {
                true => self
                    .threads
                    .parts(whole, sequence, (&nests, &group), &shared),
                false => {
                    let sets = alike(&group).into_iter();
                    sets.flat_map(|own| planned(whole, sequence, &nests, &own))
                        .collect()
                }
            };
            for (nests, group) in parts {
                self.add_group(unit, (function, whole, sequence), (&nests, &group));
            }
            let vectors = vectors_apart(whole, sequence, (&nests, &group));
            let (cause, pair) = match (is_threaded, vectors) {
                (true, _) => (Cause::Threads, paces_apart(&group)),
                (false, Some(pair)) => (Cause::Points, Some(pair)),
                (false, None) => (Cause::Ahead, paces_apart(&group)),
            };
            let apart = pair
                .map(|pair| distant(cause, (function, whole, sequence), (&nests, &group), pair));
            self.apart.extend(apart);
        }
    }

    /// Adds the loops over the points of rows that pass elements of the function's own arrays to
    /// each other at the same point.
    fn add_points(&mut self, unit: &Unit, (function, whole, sequence): (&str, &Whole, &Sequence)) {
        let nests = nests(whole, sequence);
        let interface = &whole.system.interface;
        let is_own = |kept: &schedule::Kept| !interface.iter().any(|s| s.array == kept.array);
        for group in inner::groups(whole, sequence, Depth::Auto) {
            if group.kept.iter().any(is_own) {
                self.add_group(unit, (function, whole, sequence), (&nests, &group));
            }
        }
    }

    /// Adds the fused loop of a group; false if the loops are better left alone.
    fn add_group(
        &mut self,
        unit: &Unit,
        (function, whole, sequence): (&str, &Whole, &Sequence),
        (nests, group): (&[Nest], &Group),
    ) -> bool {
        let is_of_points = is_of_points(whole, sequence.depth, group);
        let may_shift = self.may_shift_points && !sequence.is_in_blocks;
        let keeps_vectors =
            !is_of_points || may_shift && vectors_apart(whole, sequence, (nests, group)).is_none();
        let Some(form) = self.form(whole, sequence, (nests, group), keeps_vectors) else {
            return false;
        };
        if self.is_separate(sequence, group) {
            return true;
        }
        if self.is_distributed {
            self.cuts.extend(cuts(whole, sequence, (nests, group)));
        }
        let edits = fuse::group(unit, sequence, group, &form);
        if edits.is_some_and(|edits| self.edits.merge(edits).is_ok()) {
            self.shifts_points |= is_of_points && matches!(form, Form::Guarded);
            let mut fused = fused_loop((unit, function), whole, sequence, (nests, group));
            if let Form::Blocks(blocks) = &form {
                fused.set_blocks(blocks);
            }
            self.loops.push(fused);
        }
        true
    }

    /// Whether the nests of a group are not to become one loop.
    fn is_separate(&self, sequence: &Sequence, group: &Group) -> bool {
        let spans = group.nests.iter().map(|n| sequence.items[*n].nest_span());
        self.separate.contains(&spans.collect::<Vec<Span>>())
    }

    /// The form of a fused loop, which `keeps_vectors` unless it runs in blocks; `None` if the
    /// loops are better left alone.
    fn form(
        &self,
        whole: &Whole,
        sequence: &Sequence,
        (nests, group): (&[Nest], &Group),
        keeps_vectors: bool,
    ) -> Option<Form> {
        match self.vectors {
            Vectors::Shifted => Some(Form::Peeled),
            _ if keeps_vectors => Some(Form::Guarded),
            Vectors::InBlocks => {
                let halos = schedule::halos(&whole.system, nests, sequence.depth, group);
                let halos = halos.ok()??;
                Some(Form::Blocks(blocks(whole, (nests, group), halos)))
            }
            Vectors::Apart => None,
        }
    }
}

/// The rate of a nest of a group, its step, and how far it is ahead.
fn pace(group: &Group, at: usize) -> (i64, i64, i64) {
    (group.rates[at], group.steps[at], group.ahead[at])
}

/// The nests of each pace of some nests in a group, which alone may be fused: elements that they
/// pass to each other need no shift.
pub(super) fn alike(group: &Group) -> Vec<BTreeSet<usize>> {
    let all = 0..group.nests.len();
    let paces: BTreeSet<_> = all.clone().map(|at| pace(group, at)).collect();
    let of = |wanted: &(i64, i64, i64)| -> BTreeSet<usize> {
        let own = all.clone().filter(|at| pace(group, *at) == *wanted);
        own.map(|at| group.nests[at]).collect()
    };
    let some = paces.iter().map(of);
    some.filter(|own| own.len() > 1 && own.len() < group.nests.len())
        .collect()
}

/// The groups of nests of which only some may be fused, each with the nests.
pub(super) fn planned(
    whole: &Whole,
    sequence: &Sequence,
    nests: &[Nest],
    own: &BTreeSet<usize>,
) -> Vec<(Vec<Nest>, Group)> {
    let nests = only(nests, own);
    let plan = schedule::plan(&whole.system, &nests, sequence.depth);
    let groups = plan.map_or_else(|_| Vec::new(), |plan| plan.groups);
    let groups = groups.into_iter().map(|group| (nests.clone(), group));
    groups.collect()
}

/// The nests, of which only some may be fused.
fn only(nests: &[Nest], own: &BTreeSet<usize>) -> Vec<Nest> {
    let rows = |(at, nest): (usize, &Nest)| Nest {
        rows: nest.rows.clone().filter(|_| own.contains(&at)),
        ..nest.clone()
    };
    nests.iter().enumerate().map(rows).collect()
}

/// The statements of a group before which its nests are better cut.
fn cuts(whole: &Whole, sequence: &Sequence, (nests, group): (&[Nest], &Group)) -> Vec<Span> {
    let found = schedule::distribution(&whole.system, nests, sequence.depth, group);
    let found = found.unwrap_or_default().into_iter();
    found
        .filter_map(|statement| whole.places.get(statement.0 as usize).copied())
        .collect()
}

/// What the nests of a group compute for a block.
fn blocks(whole: &Whole, (nests, group): (&[Nest], &Group), halos: Vec<schedule::Halo>) -> Blocks {
    let scop = &whole.system.scop;
    let array = |kept: &schedule::Kept| {
        let mut accesses = scop.accesses_to(kept.array);
        let write = accesses.find(|a| a.kind == AccessKind::Write)?;
        let mut group = group.nests.iter();
        let writer = group.position(|n| nests[*n].statements.contains(&write.statement))?;
        Some((scop.array(kept.array).name.clone(), writer))
    };
    Blocks {
        arrays: group.kept.iter().filter_map(array).collect(),
        halos,
    }
}

fn fused_loop(
    (unit, function): (&Unit, &str),
    whole: &Whole,
    sequence: &Sequence,
    (nests, group): (&[Nest], &Group),
) -> FusedLoop {
    let scop = &whole.system.scop;
    let spans = group.nests.iter().map(|n| sequence.items[*n].nest_span());
    let touches =
        |nest: &usize, array, kind| uses(whole, &nests[*nest], array).any(|own| own == kind);
    let array = |kept: &schedule::Kept| {
        let writes = |nest: &usize| touches(nest, kept.array, AccessKind::Write);
        let reads = |nest: &usize| touches(nest, kept.array, AccessKind::Read);
        let first = group.nests.iter().position(writes).unwrap_or(0);
        let shape = &scop.array(kept.array).shape;
        let elements = |outer: usize| {
            let lengths = shape.iter().skip(outer).flatten();
            let lengths = lengths.map(|e| e.eval(&|name| scop.sample(name)).unwrap_or(1).max(1));
            lengths.fold(1, i64::saturating_mul)
        };
        let name = whole.array_name(kept.array);
        // What is between calls, and the zeros of a declaration, are no uses.
        let is_named = |a: &scop::Access| {
            let place = whole.access_places.get(a.id.0 as usize);
            let text = place.map(|at| unit.file.slice(*at)).unwrap_or_default();
            let is_declared = whole.filled.contains(&a.id) && !text.contains('(');
            source::has_name(&text, name) && !is_declared
        };
        let is_inside = |a: &scop::Access| {
            let mut own = group.nests.iter();
            own.any(|nest| nests[*nest].statements.contains(&a.statement)) || !is_named(a)
        };
        Between {
            name: name.to_string(),
            rows: kept.rows,
            elements: [elements(1), elements(0)],
            is_inside: scop.accesses_to(kept.array).all(is_inside),
            is_recurrent: { group.nests.iter() }.any(|nest| writes(nest) && reads(nest)),
            ends: [first, group.nests.iter().rposition(reads).unwrap_or(first)],
            extents: extents(scop, shape),
            samples: samples(scop, shape),
        }
    };
    FusedLoop {
        function: function.to_string(),
        nests: spans.collect(),
        ahead: group.ahead.clone(),
        arrays: group.kept.iter().map(array).collect(),
        rates: group.rates.clone(),
        steps: group.steps.clone(),
        is_interchanged: false,
        is_in_blocks: false,
        assumed: Assumed::default(),
        strips: None,
    }
}

/// The extents of an array by the names of the file; none if one is not known.
fn extents(scop: &Scop, shape: &[Option<Expr>]) -> Vec<Expr> {
    let spelled = |name: &str| {
        let param = scop.params.iter().find(|param| param.name == name)?;
        Some(Expr::var(&param.spelling))
    };
    let extents = shape.iter().map(|e| Some(e.as_ref()?.substitute(&spelled)));
    extents.collect::<Option<Vec<Expr>>>().unwrap_or_default()
}

/// The typical values of the parameters in the extents of an array.
fn samples(scop: &Scop, shape: &[Option<Expr>]) -> BTreeMap<String, Sample> {
    let mut samples = BTreeMap::new();
    for extent in shape.iter().flatten() {
        extent.each_var(&mut |name| {
            let mut params = scop.params.iter();
            if let Some(param) = params.find(|param| param.name == name) {
                let sample = Sample {
                    value: param.sample,
                    is_variable: param.kind == ParamKind::Variable,
                };
                samples.insert(param.spelling.clone(), sample);
            }
        });
    }
    samples
}

impl FusedLoop {
    /// The loops run in blocks, and none runs ahead.
    fn set_blocks(&mut self, blocks: &Blocks) {
        self.is_in_blocks = true;
        self.ahead.fill(0);
        for array in &mut self.arrays {
            let halo = blocks.halos[array.ends[0]];
            array.rows = fuse::BLOCK + halo.before + halo.after;
        }
    }
}

/// Whether shifted loops only pass single elements to each other: compilers vectorise these loops
/// as they are, but not the fused one, whose guards are in the way.
fn is_of_points(whole: &Whole, depth: usize, group: &Group) -> bool {
    let scop = &whole.system.scop;
    // A flat image is written by rows.
    let is_point = |access: &scop::Access| {
        let is_read = access.kind == AccessKind::Read;
        is_read || scop.statement(access.statement).iterators.len() <= depth + 1
    };
    let is_vector = |kept: &schedule::Kept| {
        scop.array(kept.array).shape.len() <= 1 && scop.accesses_to(kept.array).all(is_point)
    };
    let are_shifted = group.ahead.iter().any(|rows| *rows != 0);
    (are_shifted || group.rates.iter().any(|rate| *rate != 1)) && group.kept.iter().all(is_vector)
}

/// Two nests of a group that pass elements to each other at different paces, each of which a
/// compiler vectorises by itself: no loop in it has an end that depends on data. If that is not
/// known, two nests of different paces.
fn vectors_apart(
    whole: &Whole,
    sequence: &Sequence,
    (nests, group): (&[Nest], &Group),
) -> Option<[usize; 2]> {
    let serial = schedule::serial(&whole.system, nests, sequence.depth);
    let single = schedule::single(&whole.system, nests, sequence.depth);
    let (Ok(serial), Ok(single)) = (serial, single) else {
        return paces_apart(group);
    };
    // One row beside a loop at its pace is no vector.
    let is_along = |at: usize| {
        let mut others = (0..group.nests.len()).filter(|other| *other != at);
        single[group.nests[at]] && others.any(|other| pace(group, other) == pace(group, at))
    };
    let is_opaque = |nest: usize| {
        let own = sequence.items[nest].span;
        whole.opaque.keys().any(|span| own.contains(*span))
    };
    let vectors: Vec<usize> = { 0..group.nests.len() }
        .filter(|at| !serial[group.nests[*at]] && !is_opaque(group.nests[*at]) && !is_along(*at))
        .collect();
    let uses = |at: usize, array| uses(whole, &nests[group.nests[at]], array);
    let passes = |a: usize, b: usize| {
        let mut kept = group.kept.iter();
        kept.any(|k| {
            uses(a, k.array).any(|kind| kind == AccessKind::Write)
                && uses(b, k.array).next().is_some()
        })
    };
    let differ = |a: usize, b: usize| pace(group, a) != pace(group, b) && passes(a, b);
    let mut pairs = vectors
        .iter()
        .flat_map(|a| vectors.iter().map(|b| [*a, *b]));
    pairs
        .find(|[a, b]| differ(*a, *b))
        .map(|[a, b]| [a.min(b), a.max(b)])
}

/// Two nests of a group that follow each other and of which one runs ahead.
fn paces_apart(group: &Group) -> Option<[usize; 2]> {
    let mut pairs = (1..group.nests.len()).map(|at| [at - 1, at]);
    pairs.find(|[a, b]| pace(group, *a) != pace(group, *b))
}

/// How a nest uses an array.
fn uses(whole: &Whole, nest: &Nest, array: ArrayId) -> impl Iterator<Item = AccessKind> {
    let accesses = whole.system.scop.accesses_to(array);
    let own = accesses.filter(|access| nest.statements.contains(&access.statement));
    own.map(|access| access.kind)
}

/// Two nests of a group of which one would run ahead of the other.
fn distant(
    cause: Cause,
    (function, whole, sequence): (&str, &Whole, &Sequence),
    (nests, group): (&[Nest], &Group),
    [first, second]: [usize; 2],
) -> Apart {
    let touches = |at: usize, array| uses(whole, &nests[group.nests[at]], array).next().is_some();
    let mut kept = group.kept.iter().map(|kept| kept.array);
    let array = kept.find(|array| touches(first, *array) && touches(second, *array));
    let place = |at: usize| sequence.items[group.nests[at]].nest_span();
    Apart {
        is_temporary: false,
        function: function.to_string(),
        first: place(first),
        second: place(second),
        array: array.map(|array| whole.array_name(array).to_string()),
        cause,
    }
}
