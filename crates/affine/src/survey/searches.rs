//! Loops with a bound that data may end before as loops that run to the bound: what follows the end
//! is under a flag.
//!
//! ```text
//! for (i = 0; i < n && a[i] != x; i++) S     k = i; on = 1;
//!                                            for (; k < n; k++) {
//!                                              if (on) on = a[k] != x;
//!                                              if (on) { S; i = k + 1; }
//!                                            }
//! ```
//!
//! In `S`, `break` is `on = 0`, and the counter is `k`. A loop without others around it keeps its
//! end, the number of its iterations is a parameter: it gets one `break`, as its last statement.
//!
//! ```text
//! for (..) { A; if (c) { B; if (d) break; }     for (..) { on = 1; A; if (c) { B; if (d) on = 0; }
//!   C }                                           if (on) C  if (!on) break; }
//! ```

use super::changes::{assigned, assigned_in, breaks, has, last};
use super::conjuncts::{conjuncts, not};
use crate::end::End;
use integer::IntType;
use program::visit::{
    Part, change_places, nested, parts_of, root_object, statements_of, values_in,
};
use program::{
    BinaryOp, Lifetime, Loop, Object, ObjectId, Place, Program, Statement, StatementKind, Type,
    UnaryOp, Value, ValueKind,
};
use source::Span;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// A loop that counts to a bound, and may end before.
struct Search<'l> {
    counter: ObjectId,
    /// `i < n`
    bound: &'l Value,
    /// The other terms of the condition, in order, each with whether it is negated.
    terms: Vec<(&'l Value, bool)>,
    /// The body without the step.
    body: &'l [Statement],
    /// `i + 1`
    next: &'l Value,
}

/// Whether a `break` of a loop is under tests.
pub(crate) fn breaks_inside(l: &Loop) -> bool {
    let is_inside = |statement: &Statement| match &statement.kind {
        StatementKind::If { then, other, .. } => [then, other]
            .iter()
            .any(|branch| breaks(branch) && !matches!(branch.as_slice(), [only] if is_break(only))),
        StatementKind::Break => false,
        _ => breaks(std::slice::from_ref(statement)),
    };
    l.body.iter().any(is_inside)
}

fn is_break(statement: &Statement) -> bool {
    matches!(
        last(std::slice::from_ref(statement)),
        Some(StatementKind::Break)
    )
}

/// Whether a loop counts to a bound, and may end before for another reason.
pub(crate) fn is_search(program: &Program, l: &Loop) -> bool {
    Search::of(l, &Reached::of(program)).is_some()
}

/// A program in which the loops at these places end otherwise.
pub(crate) fn with_ends<'p>(program: &'p Program, ends: &BTreeMap<Span, End>) -> Cow<'p, Program> {
    if ends.is_empty() {
        return Cow::Borrowed(program);
    }
    let mut changed = program.clone();
    let mut writer = Writer {
        ends,
        reached: Reached::of(program),
        function: &[],
        returning: BTreeSet::new(),
        objects: &mut changed.objects,
    };
    for (function, own) in changed.functions.iter_mut().zip(&program.functions) {
        writer.function = &own.body;
        writer.rewrite(&mut function.body);
    }
    Cow::Owned(changed)
}

/// The objects that are not reached by their names alone, and those that always have a value.
struct Reached {
    objects: BTreeSet<ObjectId>,
    initialised: BTreeSet<ObjectId>,
}

impl Reached {
    fn of(program: &Program) -> Self {
        let lasting = program.objects.iter().filter(|o| o.lifetime.lasts());
        let mut found: BTreeSet<ObjectId> = lasting.map(|o| o.id).collect();
        for function in &program.functions {
            values(&function.body, &mut |value| {
                if let ValueKind::Address(place) = &value.kind {
                    found.extend(root_object(place));
                }
            });
        }
        Reached {
            objects: found,
            initialised: initialised(program),
        }
    }
}

/// Calls `f` on all values in statements.
fn values<'s>(body: &'s [Statement], f: &mut dyn FnMut(&'s Value)) {
    statements_of(body, &mut |statement| {
        parts_of(statement, &mut |part| match part {
            Part::Value(value) => nested(value, f),
            Part::Written(place) => values_in(place, f),
        });
    });
}

/// How often statements read an object.
fn loads(body: &[Statement], object: ObjectId) -> usize {
    let mut count = 0;
    values(body, &mut |value| {
        count += usize::from(value.kind == load(object));
    });
    count
}

/// Whether a loop may change objects otherwise than by their names.
fn changes_unseen(l: &Loop) -> bool {
    let mut found = false;
    for body in [&l.body, &l.step] {
        statements_of(body, &mut |statement| {
            found |= matches!(statement.kind, StatementKind::Call { .. });
            parts_of(statement, &mut |part| {
                if let Part::Written(place) = part {
                    found |= root_object(place).is_none();
                }
            });
        });
    }
    found
}

impl<'l> Search<'l> {
    fn of(l: &'l Loop, reached: &Reached) -> Option<Self> {
        let condition = l.condition.as_ref().filter(|_| !l.body_first)?;
        let (step, body) = match (l.step.split_last(), l.body.split_last()) {
            (Some((step, [])), _) => (step, l.body.as_slice()),
            (None, Some((step, body))) => (step, body),
            _ => return None,
        };
        let StatementKind::Assign {
            place: Place::Object(counter),
            value: next,
        } = &step.kind
        else {
            return None;
        };
        let leaves = |kind: &StatementKind| {
            matches!(
                kind,
                StatementKind::Continue | StatementKind::Unsupported(_)
            )
        };
        let is_counter = is_step(next, *counter)
            && !assigned_in(body).contains(counter)
            && !reached.objects.contains(counter);
        if !is_counter || has(body, &leaves) || !returns_are_plain(body) {
            return None;
        }
        let mut changed = assigned(l);
        if changes_unseen(l) {
            changed.extend(&reached.objects);
        }
        let mut terms = Vec::new();
        conjuncts(condition, false, &mut terms);
        let is_bound =
            |(term, negated): &(&Value, bool)| !negated && is_bound(term, *counter, &changed);
        let at = terms.iter().position(is_bound)?;
        let (bound, _) = terms.remove(at);
        // What comes before the bound is not evaluated where the bound ends the loop.
        let are_harmless = terms[..at]
            .iter()
            .all(|(term, _)| is_harmless(term, &reached.initialised));
        let may_end_before = !terms.is_empty() || breaks(body) || !returned(body).is_empty();
        let are_tests = { terms.iter() }.all(|(term, negated)| *negated || term.ty == int());
        let is_fit = are_harmless && may_end_before && are_tests;
        is_fit.then_some(Search {
            counter: *counter,
            bound,
            terms,
            body,
            next,
        })
    }
}

/// Whether a value is a counter and a number.
fn is_step(next: &Value, counter: ObjectId) -> bool {
    let is_counter = |value: &Value| without_conversions(value) == &load(counter);
    let is_number = |value: &Value| matches!(without_conversions(value), ValueKind::Integer(_));
    match without_conversions(next) {
        ValueKind::Binary(BinaryOp::Add | BinaryOp::Subtract, a, b) => {
            is_counter(a) && is_number(b)
        }
        _ => false,
    }
}

/// Whether a value compares a counter with what stays the same in the loop.
fn is_bound(term: &Value, counter: ObjectId, changed: &BTreeSet<ObjectId>) -> bool {
    let ValueKind::Binary(operator, a, b) = without_conversions(term) else {
        return false;
    };
    let compares = matches!(
        operator,
        BinaryOp::Less | BinaryOp::LessOrEqual | BinaryOp::Greater | BinaryOp::GreaterOrEqual
    );
    let mut others = BTreeSet::new();
    nested(term, &mut |value| {
        if let ValueKind::Load(Place::Object(object)) = &value.kind {
            others.insert(*object);
        }
    });
    let has_counter = others.remove(&counter);
    let is_integer = |value: &Value| matches!(value.ty, Type::Integer(_));
    compares
        && has_counter
        && is_integer(a)
        && is_integer(b)
        && reads_scalars(term)
        && others.is_disjoint(changed)
}

/// The objects that have a value wherever they are read: parameters, those that last, and those
/// that are set where they are declared.
pub(crate) fn initialised(program: &Program) -> BTreeSet<ObjectId> {
    let is_set = |o: &&Object| o.lifetime != Lifetime::Automatic;
    let others = program.objects.iter().filter(is_set);
    let mut found: BTreeSet<ObjectId> = others.map(|o| o.id).collect();
    let mut add = |body: &[Statement]| {
        for pair in body.windows(2) {
            if let [first, second] = pair
                && let StatementKind::Declare(object) = first.kind
                && let StatementKind::Assign { place, .. } = &second.kind
                && *place == Place::Object(object)
            {
                found.insert(object);
            }
        }
    };
    for function in &program.functions {
        add(&function.body);
        statements_of(&function.body, &mut |statement| match &statement.kind {
            StatementKind::Block(inner) => add(inner),
            StatementKind::Loop(l) => add(&l.body),
            StatementKind::If { then, other, .. } => {
                add(then);
                add(other);
            }
            _ => {}
        });
    }
    found
}

/// Whether nobody sees whether a value is computed: it compares numbers and scalars that have a
/// value.
pub(crate) fn is_harmless(value: &Value, initialised: &BTreeSet<ObjectId>) -> bool {
    let mut compares = reads_scalars(value);
    nested(value, &mut |value| {
        compares &= match &value.kind {
            ValueKind::Load(Place::Object(object)) => initialised.contains(object),
            ValueKind::Binary(operator, ..) => operator.is_comparison(),
            ValueKind::Unary(operator, _) => *operator == UnaryOp::Not,
            _ => true,
        };
    });
    compares
}

/// Whether a value reads objects by their names alone, and divides nothing.
fn reads_scalars(value: &Value) -> bool {
    let mut is_plain = true;
    nested(value, &mut |value| {
        is_plain &= match &value.kind {
            ValueKind::Load(place) => matches!(place, Place::Object(_)),
            ValueKind::Binary(operator, ..) => {
                !matches!(operator, BinaryOp::Divide | BinaryOp::Remainder)
            }
            ValueKind::Integer(_)
            | ValueKind::Real(_)
            | ValueKind::Macro(_)
            | ValueKind::Unary(..)
            | ValueKind::Convert(_)
            | ValueKind::Choose { .. } => true,
            _ => false,
        };
    });
    is_plain
}

fn int() -> Type {
    Type::Integer(IntType::INT)
}

fn load(object: ObjectId) -> ValueKind {
    ValueKind::Load(Place::Object(object))
}

fn without_conversions(value: &Value) -> &ValueKind {
    match &value.kind {
        ValueKind::Convert(inner) => without_conversions(inner),
        kind => kind,
    }
}

/// What statements return, but for those in inner loops.
fn returned(body: &[Statement]) -> Vec<Option<&Value>> {
    fn inner(statement: &Statement) -> Vec<Option<&Value>> {
        match &statement.kind {
            StatementKind::Return(value) => vec![value.as_ref()],
            StatementKind::If { then, other, .. } => [returned(then), returned(other)].concat(),
            StatementKind::Block(inner) | StatementKind::Pragma { body: inner, .. } => {
                returned(inner)
            }
            _ => Vec::new(),
        }
    }
    body.iter().flat_map(inner).collect()
}

/// Whether no inner loop returns, and all values that are returned are scalars of one type.
fn returns_are_plain(body: &[Statement]) -> bool {
    let mut count = 0;
    statements_of(body, &mut |statement| {
        count += usize::from(matches!(statement.kind, StatementKind::Return(_)));
    });
    let all = returned(body);
    let ty = |value: &Option<&Value>| value.map(|value| value.ty.clone());
    let is_scalar =
        |ty: Option<Type>| ty.is_none_or(|ty| matches!(ty, Type::Integer(_) | Type::Floating(_)));
    let first = all.first().and_then(ty);
    count == all.len() && is_scalar(first.clone()) && all.iter().all(|value| ty(value) == first)
}

/// How a loop is left: a flag is cleared, and what is returned is kept.
struct Exit {
    on: ObjectId,
    /// Says that the function returns.
    returns: Option<ObjectId>,
    result: Option<ObjectId>,
    at: Span,
}

impl Exit {
    fn flag(&self) -> Value {
        value(int(), load(self.on), self.at)
    }

    fn set(&self, object: ObjectId, number: i128) -> Statement {
        set(object, value(int(), ValueKind::Integer(number), self.at))
    }

    /// Whether statements may leave the loop.
    fn is_in(&self, body: &[Statement]) -> bool {
        breaks(body) || self.returns.is_some() && !returned(body).is_empty()
    }

    /// Whether statements leave the loop at their end.
    fn ends(&self, body: &[Statement]) -> bool {
        match last(body) {
            Some(StatementKind::Break) => true,
            Some(StatementKind::Return(_)) => self.returns.is_some(),
            _ => false,
        }
    }

    /// Statements that clear the flag instead: what follows in the loop is executed where it is
    /// set.
    fn written_in(&self, body: &[Statement]) -> Vec<Statement> {
        let at = { body.iter() }.position(|s| self.is_in(std::slice::from_ref(s)));
        let Some((before, [leaving, rest @ ..])) = at.map(|at| body.split_at(at)) else {
            return body.to_vec();
        };
        let mut all = before.to_vec();
        let mut leaving = leaving.clone();
        let mut rest = self.written_in(rest);
        match &mut leaving.kind {
            StatementKind::If { then, other, .. } => {
                let stays = [!self.is_in(then), !self.is_in(other)];
                let ends = [self.ends(then), self.ends(other)];
                (*then, *other) = (self.written_in(then), self.written_in(other));
                match (ends, stays) {
                    ([true, _], [_, true]) => other.append(&mut rest),
                    ([_, true], [true, _]) => then.append(&mut rest),
                    _ => {}
                }
            }
            StatementKind::Block(inner) | StatementKind::Pragma { body: inner, .. } => {
                *inner = self.written_in(inner);
            }
            StatementKind::Return(returned) => {
                let kept = self.result.zip(returned.take());
                all.extend(kept.map(|(result, returned)| set(result, returned)));
                all.extend(self.returns.map(|returns| self.set(returns, 1)));
                all.push(self.set(self.on, 0));
                return all;
            }
            _ => {
                all.push(self.set(self.on, 0));
                return all;
            }
        }
        all.push(leaving);
        if !rest.is_empty() {
            all.push(if_so(self.flag(), rest));
        }
        all
    }
}

/// Writes loops that end otherwise.
struct Writer<'w> {
    ends: &'w BTreeMap<Span, End>,
    reached: Reached,
    /// The function as it was.
    function: &'w [Statement],
    /// Objects that say that the function returns.
    returning: BTreeSet<ObjectId>,
    objects: &'w mut Vec<Object>,
}

impl Writer<'_> {
    fn rewrite(&mut self, body: &mut Vec<Statement>) {
        let mut all = Vec::new();
        for mut statement in std::mem::take(body) {
            let at = statement.at;
            match &mut statement.kind {
                StatementKind::If { then, other, .. } => {
                    self.rewrite(then);
                    self.rewrite(other);
                }
                StatementKind::Block(inner) | StatementKind::Pragma { body: inner, .. } => {
                    self.rewrite(inner);
                }
                StatementKind::Switch { arms, .. } => {
                    arms.iter_mut().for_each(|arm| self.rewrite(&mut arm.body));
                }
                StatementKind::Loop(l) => {
                    let original = l.clone();
                    self.rewrite(&mut l.body);
                    match self.ends.get(&at) {
                        Some(End::Last) => self.ending_last(l, at),
                        Some(End::Bound) => {
                            let search = Search::of(l, &self.reached);
                            if let Some(counter) = search.map(|search| search.counter) {
                                let block = self.bounded(&statement, counter, &original);
                                statement.kind = StatementKind::Block(block);
                            }
                        }
                        None => {}
                    }
                }
                _ => {}
            }
            let returns = self.taken_out(&mut statement);
            all.push(statement);
            all.extend(returns);
        }
        *body = all;
    }

    /// The return behind a search at the end of a block, which then stands behind the block.
    fn taken_out(&self, statement: &mut Statement) -> Option<Statement> {
        let StatementKind::Block(inner) = &mut statement.kind else {
            return None;
        };
        let is_own = |last: &Statement| match &last.kind {
            StatementKind::If { condition, .. } => match condition.kind {
                ValueKind::Load(Place::Object(flag)) => self.returning.contains(&flag),
                _ => false,
            },
            _ => false,
        };
        inner.pop_if(|last| is_own(last))
    }

    /// See the file.
    fn bounded(
        &mut self,
        search: &Statement,
        counter: ObjectId,
        original: &Loop,
    ) -> Vec<Statement> {
        let at = search.at;
        let ty = self.objects[counter.0 as usize].ty.clone();
        let own = self.object(ty.clone(), at);
        let first = set(own, value(ty, load(counter), at));
        // It is set first.
        self.reached.initialised.insert(own);
        let within = |l: &Loop| {
            let tested = l.condition.iter().cloned().map(|c| if_so(c, Vec::new()));
            let all: Vec<Statement> = tested.chain(l.body.clone()).chain(l.step.clone()).collect();
            loads(&all, counter)
        };
        let is_used = loads(self.function, counter) > within(original);
        let mut renamed = vec![search.clone()];
        change_places(&mut renamed, &mut |place| {
            if *place == Place::Object(counter) {
                *place = Place::Object(own);
            }
        });
        let Some(StatementKind::Loop(l)) = renamed.first_mut().map(|s| &mut s.kind) else {
            return vec![search.clone()];
        };
        let Some(found) = Search::of(l, &self.reached) else {
            return vec![search.clone()];
        };
        let results = returned(found.body);
        let result = results
            .first()
            .copied()
            .flatten()
            .map(|value| value.ty.clone());
        let exit = Exit {
            on: self.object(int(), at),
            returns: (!results.is_empty()).then(|| self.object(int(), at)),
            result: result.clone().map(|ty| self.object(ty, at)),
            at,
        };
        let test = |(term, negated): &(&Value, bool)| {
            let term = if *negated { not(term) } else { (*term).clone() };
            if_so(exit.flag(), vec![set(exit.on, term)])
        };
        let mut body: Vec<_> = found.terms.iter().map(test).collect();
        body.push(if_so(exit.flag(), exit.written_in(found.body)));
        if is_used {
            body.push(if_so(exit.flag(), vec![set(counter, found.next.clone())]));
        }
        let step = vec![set(own, found.next.clone())];
        let condition = Some(found.bound.clone());
        (l.condition, l.body, l.step) = (condition, body, step);
        let mut all = vec![first, exit.set(exit.on, 1)];
        all.extend(exit.returns.map(|returns| exit.set(returns, 0)));
        all.extend(renamed);
        if let Some(returns) = exit.returns {
            self.returning.insert(returns);
            let result = result.zip(exit.result);
            let result = result.map(|(ty, result)| value(ty, load(result), at));
            let kind = StatementKind::Return(result);
            let flag = value(int(), load(returns), at);
            all.push(if_so(flag, vec![Statement { kind, at }]));
        }
        all
    }

    /// See the file.
    fn ending_last(&mut self, l: &mut Loop, at: Span) {
        let exit = Exit {
            on: self.object(int(), at),
            returns: None,
            result: None,
            at,
        };
        let end = Statement {
            kind: StatementKind::Break,
            at,
        };
        let mut body = vec![exit.set(exit.on, 1)];
        body.extend(exit.written_in(&l.body));
        body.push(Statement {
            kind: StatementKind::If {
                condition: exit.flag(),
                then: Vec::new(),
                other: vec![end],
            },
            at,
        });
        l.body = body;
    }

    fn object(&mut self, ty: Type, at: Span) -> ObjectId {
        // There are fewer objects than bytes of the text.
        let id = ObjectId(self.objects.len() as u32);
        self.objects.push(Object {
            id,
            name: String::new(),
            ty,
            lifetime: Lifetime::Temporary,
            initial: None,
            is_volatile: false,
            is_constant: false,
            is_restrict: false,
            at,
        });
        id
    }
}

fn value(ty: Type, kind: ValueKind, at: Span) -> Value {
    Value { ty, kind, at }
}

fn set(object: ObjectId, value: Value) -> Statement {
    let at = value.at;
    let place = Place::Object(object);
    Statement {
        kind: StatementKind::Assign { place, value },
        at,
    }
}

fn if_so(condition: Value, then: Vec<Statement>) -> Statement {
    let at = condition.at;
    Statement {
        kind: StatementKind::If {
            condition,
            then,
            other: Vec::new(),
        },
        at,
    }
}
