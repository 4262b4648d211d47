//! The proof of any change: both functions as systems of recurrence equations, whose outputs are
//! equal.

use super::overlap;
use super::start::{self, same_start};
use super::tiles;
use super::verdict::{Context, PresentValue, Reason, Side};
use crate::budget::LIFE_OF_STATIC;
use crate::systems::first_of_ways;
use affine::{Fixed, Learnt, Met, Naming, Whole};
use check::{Difference, Proof, Sample, same_outputs};
use front::MOST_RADIUS;
use lifetime::Mode;
use poly::{Allowance, Set, Space, all};
use program::visit::statements_of;
use program::{Callee, Lifetime, Macro, Object, Program, StatementKind};
use scop::{Computation, Order};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A size that the proof of a function must include.
const NOT_TINY: i64 = 4;

/// The sizes for which moved loops must not wrap around.
const SMALL: i64 = 1 << 24;

/// How a proof is sought.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    /// Elementary set operations for one way.
    pub(super) budget: u64,
    /// The same for all ways together.
    pub(super) allowance: &'a Allowance,
    /// See [`super::VerifyOptions::asserted`].
    pub(super) asserted: &'a [PresentValue],
    /// See [`super::VerifyOptions::has_tiles`].
    pub(super) has_tiles: bool,
    /// See [`super::VerifyOptions::is_moved`]. If not, the proof names all values of parameters for
    /// which integers leave their types.
    pub(super) is_moved: bool,
}

/// Proves that a function of two programs has the same outputs, with macros as parameters, else at
/// their values.
pub(super) fn prove(
    programs: (&Program, &Program),
    function: &str,
    request: Request<'_>,
) -> Result<Context, Reason> {
    let learnt = [Learnt::default(), Learnt::default()];
    let attempt = |fixed| Attempt {
        learnt: &learnt,
        programs,
        function,
        fixed,
        leaves_out_tiles: false,
        has_tiles: request.has_tiles,
        is_moved: request.is_moved,
        budget: request.budget,
        allowance: request.allowance,
    };
    let mut result = Err(Reason::new("no way to compare them"));
    let asserted = request.asserted.iter().map(|m| &m.fixed).max();
    for fixed in &ways(programs, asserted) {
        result = attempt(fixed).prove();
        if result.is_ok() || request.allowance.left() == 0 {
            break;
        }
    }
    result
}

/// The macros that are taken at their value, one attempt after the other: none of them, those that
/// look like a radius or a number of taps, all. Ways before one that was asserted are left out.
fn ways(programs: (&Program, &Program), asserted: Option<&Fixed>) -> Vec<Fixed> {
    if start::same_macros(programs).is_err() {
        return vec![Fixed::ALL];
    }
    let is_small = |m: &Macro| m.value.unsigned_abs() <= MOST_RADIUS;
    let (small, large): (Vec<&Macro>, Vec<&Macro>) =
        programs.0.macros.iter().partition(|m| is_small(m));
    let mut ways = vec![Fixed::None];
    if !small.is_empty() && !large.is_empty() {
        ways.push(Fixed::UpTo(MOST_RADIUS));
    }
    if !programs.0.macros.is_empty() {
        ways.push(Fixed::ALL);
    }
    ways.extend(asserted.cloned());
    ways.retain(|way| Some(way) >= asserted);
    ways.sort();
    ways.dedup();
    ways
}

/// A program where the allocations of another one may succeed, which is assumed.
fn allocating(mut program: Whole, other: &Whole) -> Whole {
    let context = &mut program.system.scop.context;
    if let Ok(both) = context.intersect(&other.allocated) {
        *context = both;
    }
    program
}

/// One way to compare two functions.
#[derive(Clone, Copy)]
struct Attempt<'a> {
    programs: (&'a Program, &'a Program),
    function: &'a str,
    /// See [`Naming::fixed`].
    fixed: &'a Fixed,
    /// See [`Naming::leaves_out_tiles`].
    leaves_out_tiles: bool,
    has_tiles: bool,
    /// See [`Request::is_moved`].
    is_moved: bool,
    budget: u64,
    allowance: &'a Allowance,
    /// What was found out about each program before.
    learnt: &'a [Learnt; 2],
}

impl Attempt<'_> {
    /// Proves it without the loops over tiles, else with them.
    fn prove(self) -> Result<Context, Reason> {
        let without = Attempt {
            leaves_out_tiles: true,
            ..self
        };
        let (first, second) = match without.systems(&BTreeSet::new()) {
            Ok(wholes) => wholes,
            Err(reason) if self.has_tiles => return Err(reason),
            Err(reason) => return self.prove_whole().map_err(|_| reason),
        };
        let is_opaque = !first.opaque.is_empty() || !second.opaque.is_empty();
        let is_text_changed = is_opaque && executed(&first) != executed(&second);
        let are_left_out = tiles::are_left_out(&first, &second);
        let may_be_clearer = is_opaque && (first.may_be_clearer || second.may_be_clearer);
        let with_all = may_be_clearer && !are_left_out && !self.has_tiles;
        let proof = if with_all && let Ok((first, second)) = self.systems(&BTreeSet::new()) {
            self.compare(first, second)
        } else {
            tiles::keep_order(&first, &second).and_then(|()| without.compare(first, second))
        };
        // What is not understood says more than that its text is not equal.
        let proof = proof.map_err(|reason| match is_text_changed && !reason.is_hazard {
            true => {
                let exact = without.systems_by(&BTreeSet::new(), (false, true));
                exact.err().unwrap_or(reason)
            }
            false => reason,
        });
        match proof {
            Err(reason) if are_left_out && !self.has_tiles => {
                self.prove_whole().map_err(|_| reason)
            }
            proof => proof,
        }
    }

    /// Proves it with all loops.
    fn prove_whole(self) -> Result<Context, Reason> {
        let (first, second) = self.systems(&BTreeSet::new())?;
        self.compare(first, second)
    }

    fn compare(self, first: Whole, second: Whole) -> Result<Context, Reason> {
        let first = allocating(first, &second);
        let alike = self.alike(&first, &second);
        let needed = needed(&first, &alike);
        if let Some(met) = second.met.iter().find(|met| !meets(&first, met)) {
            let message = format!(
                "`{}` takes `restrict` pointers to the same memory",
                met.function
            );
            return Err(Reason::new(message).at(Side::After, Some(met.at), "in this call"));
        }
        let choices = BTreeSet::from([needed, alike]);
        for carried in choices.iter().filter(|carried| !carried.is_empty()) {
            if let Ok((first, second)) = self.systems(carried)
                && tiles::keep_order(&first, &second).is_ok()
                && let first = allocating(first, &second)
                && let Ok(proof) = same_outputs(&first.system, &second.system)
                && let Ok(limited) = Limited::new(proof, (&first, &second), self.is_moved)
                && self.is_of_use(&limited.proof.context).unwrap_or(false)
            {
                return Ok(self.context((&first, &second), &limited));
            }
        }
        let proof = same_outputs(&first.system, &second.system);
        match proof.and_then(|proof| Ok(Limited::new(proof, (&first, &second), self.is_moved)?)) {
            Ok(limited) if self.is_of_use(&limited.proof.context).unwrap_or(false) => {
                Ok(self.context((&first, &second), &limited))
            }
            Ok(_) => Err(Reason::new(
                "a proof was only found for parameter values that do not occur",
            )),
            Err(difference) => Err(reason((&first, &second), &difference)),
        }
    }

    /// Both functions; these static objects belong to the interface.
    fn systems(self, carried: &BTreeSet<String>) -> Result<(Whole, Whole), Reason> {
        let has_rows =
            |(first, second): &(Whole, Whole)| !first.leaves_rows() && !second.leaves_rows();
        first_of_ways(|way| self.systems_by(carried, way), |_, _| true, has_rows)
    }

    /// The same in one of the ways to a system.
    fn systems_by(
        self,
        carried: &BTreeSet<String>,
        (names_factors, is_exact): (bool, bool),
    ) -> Result<(Whole, Whole), Reason> {
        let ctx = poly::Context::within(self.allowance);
        ctx.start_budget(self.budget);
        let naming = Naming {
            fixed: self.fixed.clone(),
            names_factors,
            is_exact,
            leaves_out_tiles: self.leaves_out_tiles,
            finds_limits: true,
            carried: carried.clone(),
            tag: "before".to_string(),
            learnt: self.learnt[0].clone(),
            ..Naming::default()
        };
        let before = |naming: &Naming| {
            let first = affine::system(self.programs.0, self.function, naming, &ctx);
            first.map_err(|unknown| not_followed(Side::Before, &unknown))
        };
        let after = |first: &Whole| {
            let context = &first.system.scop.context;
            let naming = Naming {
                parameters: first.parameters.clone(),
                strides: first.strides.clone(),
                values: first.values.iter().cloned().collect(),
                order: first.values.clone(),
                defined: context.only_params(&first.parameters).ok(),
                stated: Some(stated(self.programs, self.function)),
                tag: "after".to_string(),
                learnt: self.learnt[1].clone(),
                ..naming.clone()
            };
            let second = affine::system(self.programs.1, self.function, &naming, &ctx);
            second.map_err(|unknown| not_followed(Side::After, &unknown))
        };
        let first = before(&naming)?;
        let second = after(&first)?;
        // Arrays may have rows, and integers names, in the second one alone.
        let mut strides = first.strides.clone();
        for (array, own) in &second.strides {
            strides.entry(array.clone()).or_insert_with(|| own.clone());
        }
        let values: BTreeSet<String> = first.values.iter().cloned().collect();
        let all = second.values.iter().chain(&first.values).cloned().collect();
        if strides.len() > first.strides.len() || all != values {
            let naming = Naming {
                strides,
                values: all,
                ..naming.clone()
            };
            if let Ok(first) = before(&naming)
                && let Ok(second) = after(&first)
            {
                return Ok((first, second));
            }
        }
        Ok((first, second))
    }

    /// The static objects that both programs have alike.
    fn alike(self, first: &Whole, second: &Whole) -> BTreeSet<String> {
        let names = |whole: &Whole| -> BTreeSet<String> {
            whole.carried.iter().map(|(_, name)| name.clone()).collect()
        };
        let both = &names(first) & &names(second);
        let object = |program: &'_ Program, name: &str| only_static(program, name).cloned();
        let is_alike = |name: &String| {
            let objects = (object(self.programs.0, name), object(self.programs.1, name));
            matches!(objects, (Some(a), Some(b)) if same_start(self.programs, &a, &b))
        };
        both.into_iter().filter(is_alike).collect()
    }

    /// Whether parameter values in a context occur: the present values of macros, together with
    /// variables that are not all tiny.
    fn is_of_use(self, context: &Set) -> poly::Result<bool> {
        let value = |name: &str| {
            let mut macros = self.programs.0.macros.iter();
            macros.find(|m| m.name == *name).map(|m| m.value)
        };
        let wanted = |name: &str| match value(name) {
            Some(value) => format!("{name} = {value}"),
            None => format!("{name} >= {NOT_TINY}"),
        };
        Ok(!where_each(context, wanted)?.is_empty()?)
    }

    fn context(self, (first, second): (&Whole, &Whole), limited: &Limited) -> Context {
        let Limited { proof, is_limited } = limited;
        let mut context = Context::default();
        let condition = proof.context.condition().map(|condition| {
            let condition = first.system.scop.spelled(&condition);
            second.system.scop.spelled(&condition)
        });
        let is_fixed = *self.fixed != Fixed::None;
        let restricts = proof.is_restricted || *is_limited || is_fixed;
        context.is_defined_only_there = !is_limited;
        context.conditions.extend(condition.filter(|_| restricts));
        context.present_values = self.present_values(&first.fixed_macros | &second.fixed_macros);
        context
            .assumptions
            .extend(context.present_values.iter().map(PresentValue::to_string));
        for assumption in first.assumptions.iter().chain(&second.assumptions) {
            if !context.assumptions.contains(assumption) {
                context.assumptions.push(assumption.clone());
            }
        }
        let declared = proof.declared.iter().map(|array| {
            let name = &second.system.scop.array(*array).name;
            format!("`{name}` has its declared length")
        });
        context.assumptions.extend(declared);
        context.apart = overlap::pairs(self.programs.0, self.function, [first, second]);
        context
    }

    /// The macros for whose present values alone a proof holds: those that were `taken`, and those
    /// whose values have become numbers of a program.
    fn present_values(self, taken: BTreeSet<String>) -> Vec<PresentValue> {
        let (before, after) = self.programs;
        let differ = start::same_macros(self.programs).is_err();
        let is_present =
            |m: &&Macro| differ || taken.contains(&m.name) || (m.is_fixed && m.body.is_none());
        let mut present: Vec<PresentValue> = Vec::new();
        for m in before.macros.iter().chain(&after.macros).filter(is_present) {
            let value = PresentValue {
                name: m.name.clone(),
                value: m.value,
                fixed: self.fixed.clone(),
            };
            if !present.contains(&value) {
                present.push(value);
            }
        }
        present
    }
}

/// A proof for those parameter values alone for which no integer leaves its type.
struct Limited {
    proof: Proof,
    /// Whether there are others.
    is_limited: bool,
}

impl Limited {
    fn new(
        mut proof: Proof,
        (first, second): (&Whole, &Whole),
        is_moved: bool,
    ) -> poly::Result<Limited> {
        let (a, b) = (&first.limits, &second.limits);
        let bad = match is_moved {
            true => small(&b.wraps.subtract(&a.wraps)?)?,
            false => {
                let new = b.may_overflow.subtract(&a.overflows)?;
                a.wraps.union(&b.wraps)?.union(&new)?
            }
        };
        let is_limited = !proof.context.is_disjoint(&bad)?;
        if is_limited {
            let typed = a.typed.intersect(&b.typed)?;
            let good = proof.context.intersect(&typed)?.subtract(&bad)?;
            proof.context = good.coalesce()?.gist(&typed)?;
        }
        Ok(Limited { proof, is_limited })
    }
}

/// The values among some whose parameters are all near 0. The writers of moved loops leave a margin
/// at the ends of the types.
fn small(values: &Set) -> poly::Result<Set> {
    where_each(values, |name| format!("-{SMALL} <= {name} <= {SMALL}"))
}

/// The values among some whose parameters all meet a condition.
fn where_each(values: &Set, condition: impl Fn(&str) -> String) -> poly::Result<Set> {
    let names = values.param_names()?;
    let conditions = all(names.iter().map(|name| condition(name)));
    values.intersect(&Space::new(values.context(), &names).values(conditions)?)
}

/// The static objects among some whose values of an earlier call may be read.
pub(crate) fn needed(whole: &Whole, names: &BTreeSet<String>) -> BTreeSet<String> {
    let scop = &whole.system.scop;
    let is_read = |array| {
        let life = || lifetime::analyse(scop, array, Mode::Value, Order::Sequential);
        let found = scop.ctx.attempt(LIFE_OF_STATIC, life);
        found.map_or(true, |found| found.is_none_or(|life| life.reads_live_in))
    };
    let carried = whole.carried.iter();
    let needed = carried.filter(|(array, name)| names.contains(name) && is_read(*array));
    needed.map(|(_, name)| name.clone()).collect()
}

/// The statements that are executed by their texts alone.
fn executed(whole: &Whole) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    let mut left: Vec<&Computation> = whole.system.computations.iter().collect();
    while let Some(computation) = left.pop() {
        match computation {
            Computation::Apply { operator, operands } => {
                let is_text = operator.starts_with(scop::EXECUTE);
                found.extend(is_text.then_some(operator.as_str()));
                left.extend(operands);
            }
            Computation::Choose { then, other, .. } => left.extend([&**then, &**other]),
            _ => {}
        }
    }
    found
}

/// Whether a program has a call like that.
fn meets(whole: &Whole, met: &Met) -> bool {
    let is_same = |own: &Met| own.function == met.function && own.parameters == met.parameters;
    whole.met.iter().any(is_same)
}

/// The pragmas of loops that a function of the first program has as often as that of the second.
fn stated(programs: (&Program, &Program), function: &str) -> BTreeSet<String> {
    let (old, new) = (pragmas(programs.0, function), pragmas(programs.1, function));
    let is_as_often = |text: &String, count: usize| new.get(text).is_none_or(|new| *new <= count);
    let known = old
        .into_iter()
        .filter(|(text, count)| is_as_often(text, *count));
    known.map(|(text, _)| text).collect()
}

/// The pragmas of the loops of a function and of those that it calls, and how often each occurs.
fn pragmas(program: &Program, function: &str) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    let mut known = BTreeSet::new();
    let mut open = vec![function];
    while let Some(name) = open.pop() {
        if !known.insert(name) {
            continue;
        }
        let own = program.functions.iter().filter(|f| f.name == name);
        for function in own {
            statements_of(&function.body, &mut |statement| match &statement.kind {
                StatementKind::Loop(l) => {
                    for text in &l.pragmas {
                        *found.entry(text.clone()).or_default() += 1;
                    }
                }
                StatementKind::Call {
                    callee: Callee::Named(callee),
                    ..
                } if !known.contains(callee.as_str()) => open.push(callee),
                _ => {}
            });
        }
    }
    found
}

/// The static object of this name, if there is only one.
fn only_static<'p>(program: &'p Program, name: &str) -> Option<&'p Object> {
    let is_static = |o: &&Object| matches!(o.lifetime, Lifetime::File | Lifetime::Static);
    let statics = program.objects.iter().filter(is_static);
    let mut named = statics.filter(|o| o.name == name);
    let only = named.next()?;
    named.next().is_none().then_some(only)
}

fn not_followed(side: Side, unknown: &affine::Unknown) -> Reason {
    let message = format!("it contains {}", unknown.reason);
    let reason = Reason {
        is_not_followed: true,
        ..Reason::new(message)
    };
    reason.at(side, Some(unknown.at), "here")
}

/// A difference with the places of the last values that were compared.
fn reason((first, second): (&Whole, &Whole), difference: &Difference) -> Reason {
    let mut reason = Reason {
        is_undecided: matches!(difference, Difference::Undecided { .. }),
        lacks_relation: difference.lacks_relation(),
        is_narrower: matches!(difference, Difference::Narrower { .. }),
        is_hazard: matches!(
            difference,
            Difference::Partial { .. } | Difference::Outside { .. }
        ),
        ..Reason::new(difference.to_string())
    };
    let trace = match difference {
        Difference::Contradicted { trace, .. } => Some(trace),
        Difference::Undecided { trace, .. } => trace.as_ref(),
        Difference::Outside { access, .. } => {
            return reason.at(Side::After, access_place(second, *access), "this");
        }
        Difference::Beyond { access, sample, .. } => {
            let reason = Reason::new(beyond(second, *access, sample));
            return reason.at(Side::After, access_place(second, *access), "this");
        }
        Difference::Partial { statement, .. } => {
            let place = second.places.get(statement.0 as usize).copied();
            return reason.at(Side::After, place, "here");
        }
        Difference::Undefined { accesses } => {
            let place = accesses.first().and_then(|id| access_place(first, *id));
            return reason.at(Side::Before, place, "this");
        }
        Difference::Interface { .. } | Difference::Narrower { .. } | Difference::Poly(_) => None,
    };
    if let Some((before, after)) = trace.and_then(|trace| trace.steps.last()) {
        reason = reason.at(Side::Before, place(first, before), "this").at(
            Side::After,
            place(second, after),
            "and this",
        );
    }
    reason
}

/// `element 2 of `e` may not exist at n = 2: the original does not touch it`
fn beyond(whole: &Whole, access: scop::AccessId, sample: &Sample) -> String {
    let scop = &whole.system.scop;
    let array = &scop.array(scop.access(access).array).name;
    let element: Vec<String> = sample.element.iter().map(i64::to_string).collect();
    let spelled = |(name, value): &(String, i64)| format!("{} = {value}", scop.spelled(name));
    let params: Vec<String> = sample.params.iter().map(spelled).collect();
    let at = match params.as_slice() {
        [] => String::new(),
        params => format!(" at {}", params.join(", ")),
    };
    format!(
        "element {} of `{array}` may not exist{at}: the original does not touch it",
        element.join(", ")
    )
}

pub(super) fn access_place(whole: &Whole, access: scop::AccessId) -> Option<Span> {
    whole.access_places.get(access.0 as usize).copied()
}

fn place(whole: &Whole, place: &check::Place) -> Option<Span> {
    let own = place.access.and_then(|access| access_place(whole, access));
    own.or_else(|| whole.places.get(place.statement?.0 as usize).copied())
}
