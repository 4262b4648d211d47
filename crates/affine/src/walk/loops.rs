//! Loops: one iterator each, the number of the iteration.
//!
//! Induction: at the start of iteration 0 every cell has its closed form. If the closed forms hold
//! at the start of iteration `k`, the body computes their values at the start of iteration `k + 1`;
//! this is executed with the closed forms and compared. So they hold at every start, and domains
//! and conditions, which are computed from them, are right.

use super::forms::Form;
use super::numbering::Numbering;
use crate::Unknown;
use crate::draft::Time;
use crate::end::End;
use crate::state::{Env, Frame, Returned, State, Walker};
use crate::stop::{Result, Stop};
use crate::survey::{
    Stored, assigned, assigned_by_calls, breaks_inside, has_exit, is_search, takes_address,
};
use crate::values::{Cell, Known, Number, Pointer, Root, Target};
use c::syntax::openmp::Directive;
use poly::{Map, PwAff, Set, Space, names};
use program::{BinaryOp, Lifetime, Loop, ObjectId, ValueKind};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The closed forms of the cells that a loop changes.
pub(crate) type Forms = BTreeMap<Cell, Form>;

/// Why a loop is not understood whose condition is not.
pub(super) const ENDLESS: &str = "a loop whose end depends on data";
/// Why a `break` is not understood whose condition is not.
pub(super) const JUMP: &str = "a jump that depends on data";

/// One execution of a loop.
pub(crate) struct Iterated {
    /// At the end of an iteration after which another one starts.
    pub(crate) end: State,
    /// The iterations that start.
    reached: Set,
    /// Cells whose closed form is wrong.
    wrong: Vec<Cell>,
}

impl Walker<'_> {
    /// Executes a loop.
    pub(crate) fn run_loop(&mut self, l: &Loop) -> Result<()> {
        let stated = self.stated(l)?;
        if stated.is_none() && self.run_tile_loop(l)? {
            return Ok(());
        }
        let directive = self.directive(l)?;
        if self.open_loops.is_empty() {
            self.escape_in(self.at);
        }
        self.open_loops.push(self.at);
        let (at, is_inner) = (self.at, self.dims > 0);
        let done = self.run_plain_loop(l, stated.as_ref(), directive.as_ref());
        self.open_loops.pop();
        let Err(Stop::Unknown(why)) = &done else {
            return done;
        };
        match is_inner {
            _ if !why.is_end_by_data() || self.found.ends.contains_key(&at) => done,
            true if is_search(self.program, l) => Err(Stop::Ends(at, End::Bound)),
            false if breaks_inside(l) => Err(Stop::Ends(at, End::Last)),
            _ => done,
        }
    }

    fn run_plain_loop(
        &mut self,
        l: &Loop,
        stated: Option<&(Directive, bool)>,
        directive: Option<&Directive>,
    ) -> Result<()> {
        let start = self.before_loop();
        let at = self.at;
        let mut forms = self.closed_forms(l)?;
        loop {
            let before = self.snapshot();
            let reached = match has_exit(l) && self.dry == 0 {
                true => Some(self.dry_run(l, &forms)?.reached),
                false => None,
            };
            self.at = at;
            let done = self.iterate(l, &forms, reached)?;
            if done.wrong.is_empty() {
                self.at = at;
                if let Some(stated) = stated {
                    self.state(l, &forms, stated, &start)?;
                }
                return match directive {
                    Some(directive) => self.share(l, &forms, directive, &start),
                    None => Ok(()),
                };
            }
            self.restore(before);
            for cell in done.wrong {
                forms.insert(cell, Form::Data);
            }
        }
    }

    /// The cells that a loop changes.
    pub(crate) fn changing(&self, l: &Loop) -> Vec<Cell> {
        let objects = self.changed_in(l).into_iter();
        objects.flat_map(|o| self.tracked.cells(o)).collect()
    }

    /// The objects that a loop may change: by their names, and by their addresses.
    pub(crate) fn changed_in(&self, l: &Loop) -> BTreeSet<ObjectId> {
        &(&assigned(l) | &self.reached_in(l)) | &self.lasting_in(l)
    }

    /// The followed objects that outlive the function and that calls in a loop may change.
    fn lasting_in(&self, l: &Loop) -> BTreeSet<ObjectId> {
        let mut all = self.tracked.lasting().peekable();
        if all.peek().is_none() {
            return BTreeSet::new();
        }
        let (assigned, is_open) = assigned_by_calls(self.program, l);
        // Other files may know the address of an object that they can name.
        let stored = (!self.opaque.is_empty()).then(|| Stored::by(self.program, l));
        let may_change = |object: &ObjectId| {
            let is_named = self.object(*object).lifetime == Lifetime::Linked;
            let may_reach = |stored: &Stored| self.may_lead(stored, *object);
            is_open || assigned.contains(object) || is_named && stored.iter().any(may_reach)
        };
        all.filter(may_change).collect()
    }

    /// The followed objects that a loop may change by their addresses.
    pub(super) fn reached_in(&self, l: &Loop) -> BTreeSet<ObjectId> {
        let is_known =
            |object: &ObjectId| takes_address(l, *object) || self.has_known_address(*object);
        let mut all = self.tracked.taken().filter(is_known).peekable();
        if all.peek().is_none() {
            return BTreeSet::new();
        }
        let stored = Stored::by(self.program, l);
        all.filter(|object| self.may_lead(&stored, *object))
            .collect()
    }

    /// Whether some pointer may lead to an object.
    fn has_known_address(&self, object: ObjectId) -> bool {
        let root = Root::Object(object);
        let leads = |known: &Rc<Known>| match &**known {
            Known::Pointer(pointer) => pointer.iter().any(|(_, target)| target.root == root),
            Known::After(..) => true,
            _ => false,
        };
        self.has_escaped(root) || self.state.env.values().any(leads)
    }

    /// Whether what is stored through pointers may be stored in an object whose address is known.
    ///
    /// As long as no store changes a pointer of those that it goes through, they are what they are
    /// at the start of the loop. So if no store may change one then, none ever does.
    fn may_lead(&self, stored: &Stored, object: ObjectId) -> bool {
        let mut tables = stored.tables.iter();
        let mut used = stored.pointers.iter().chain(&stored.tables);
        self.leads_to(stored, object)
            || used.any(|own| self.tracked.is_taken(*own) && self.leads_to(stored, *own))
            || tables.any(|table| self.holds_pointer(stored, *table))
    }

    /// The same for pointers that objects are at the start of the loop.
    fn leads_to(&self, stored: &Stored, object: ObjectId) -> bool {
        let is_own = !self.object(object).lifetime.lasts();
        let may_be = |(_, target): &(Set, Target)| match target.root {
            Root::Object(other) => other == object,
            // The caller's memory was there before.
            Root::Pointee(_) | Root::Member(_) | Root::Rows(..) => !is_own,
            Root::Start(_) => true,
            Root::Heap(_) | Root::Text(_) | Root::Null => false,
        };
        let leads = |pointer: &ObjectId| match self.pointer_in(*pointer) {
            Some(pointer) => pointer.iter().any(may_be),
            None => true,
        };
        stored.is_open || stored.objects.contains(&object) || stored.pointers.iter().any(leads)
    }

    /// Whether a pointer leads to pointers of which some may lead to an object, or which may change
    /// in the loop otherwise than by what it is known to store there.
    fn holds_pointer(&self, stored: &Stored, table: ObjectId) -> bool {
        let is_memory = |root: Root| matches!(root, Root::Heap(_) | Root::Text(_) | Root::Null);
        let Some(pointer) = self.pointer_in(table) else {
            return true;
        };
        !pointer.iter().all(|(_, target)| match target.root {
            Root::Heap(at) if self.is_table(target.root) => {
                let mut rows = self.heaps[at].rows.iter();
                rows.all(|row| is_memory(row.target.root))
            }
            Root::Object(own) if target.path.is_empty() => {
                let is_kept = !stored.set.contains(&own) && !self.leads_to(stored, own);
                let own = self.pointer_in(own).filter(|_| is_kept);
                own.is_some_and(|own| own.iter().all(|(_, target)| is_memory(target.root)))
            }
            Root::Null => true,
            _ => false,
        })
    }

    /// What is known of the pointer in an object.
    fn pointer_in(&self, object: ObjectId) -> Option<Pointer> {
        let cell = Cell { object, element: 0 };
        match self.state.env.get(&cell)?.resolved() {
            Ok(Known::Pointer(pointer)) => Some(pointer),
            _ => None,
        }
    }

    /// Executes a loop without emitting anything.
    pub(crate) fn dry_run(&mut self, l: &Loop, forms: &Forms) -> Result<Iterated> {
        let before = self.snapshot();
        self.dry += 1;
        let found = self.iterate(l, forms, None);
        self.dry -= 1;
        self.restore(before);
        found
    }

    /// Executes a loop with closed forms. `reached` is a guess of the iterations that start.
    fn iterate(&mut self, l: &Loop, forms: &Forms, reached: Option<Set>) -> Result<Iterated> {
        let outer = self.state.clone();
        let (position, heaps) = (self.position, self.heaps.len());
        let (first_statement, first_note) = (self.statements.len(), self.excesses.len());
        let returns = self.activations.last().map_or(0, |a| a.returns.len());
        let Numbering { all, count, .. } = self.open_loop(l, forms)?;
        let base = match &reached {
            Some(reached) => reached.clone(),
            None => all.clone(),
        };
        self.enter(base)?;
        let (mut stops, mut end) = self.body(l)?;
        let returned = match self.activations.last_mut() {
            Some(a) => a.returns.split_off(returns),
            None => Vec::new(),
        };
        let only_condition = l.condition.is_some() && !l.body_first && !has_exit(l);
        let mut stop_set = Set::all(self.ctx, self.dims)?.complement()?;
        for state in stops.iter().chain(returned.iter().map(|r| &r.state)) {
            stop_set = stop_set.union(&state.domain)?;
        }
        let later = stop_set.apply(&self.later()?)?;
        let started = all.subtract(&later)?.coalesce()?;
        let is_tight = only_condition && later.is_subset(&stop_set)?;
        match &reached {
            Some(reached) if !reached.is_equal(&started)? => {
                return self.unknown("a loop whose end is not understood");
            }
            Some(_) => {}
            None if is_tight => {}
            None => {
                self.release_rows()?;
                self.restrict_statements(first_statement, &started)?;
                self.limit(first_note, &started)?;
            }
        }
        if !is_tight {
            end.domain = end.domain.intersect(&started)?;
            end.is_dead = end.domain.is_empty()?;
        }
        for state in stops.iter_mut() {
            state.domain = state.domain.intersect(&started)?;
        }
        let wrong = self.wrong_forms((forms, &count), &outer, &end, heaps)?;
        self.check_freed(&outer, &end, heaps)?;
        self.check_freed_rows(first_statement)?;
        self.close_loop(position);
        for stop in &stops {
            self.check_end(forms, &stop.domain, first_statement)?;
        }
        self.after_loop((forms, first_statement), outer, stops, returned, &started)?;
        Ok(Iterated {
            end,
            reached: started,
            wrong,
        })
    }

    /// Adds the iterator of a loop; all its values.
    fn open_loop(&mut self, l: &Loop, forms: &Forms) -> Result<Numbering> {
        self.dims += 1;
        let numbering = self.numbering(l, forms)?;
        self.times.push(Time::At(self.position));
        self.times.push(Time::Iterator(self.dims - 1));
        self.position = 0;
        self.frames.push(Frame {
            guards: self.guards.len(),
            ..Frame::default()
        });
        for (cell, form) in forms {
            let known = match form {
                Form::Data => Some(Known::Data),
                _ => form.start(&numbering.count)?,
            };
            match known {
                Some(known) => self.state.env.insert(*cell, Rc::new(known)),
                None => self.state.env.remove(cell),
            };
        }
        if let Some((cell, value)) = &numbering.counter {
            let known = Known::Integer(Number::total(value.clone()));
            self.state.env.insert(*cell, Rc::new(known));
        }
        Ok(numbering)
    }

    fn close_loop(&mut self, position: usize) {
        self.dims -= 1;
        self.times.truncate(self.times.len().saturating_sub(2));
        self.position = position + 1;
    }

    /// Executes condition, body and step; the states in which the loop is left, and that at the
    /// end of the step.
    fn body(&mut self, l: &Loop) -> Result<(Vec<State>, State)> {
        let mut stops = Vec::new();
        if let (Some(condition), false) = (&l.condition, l.body_first) {
            let first_note = self.excesses.len();
            let stop = self.test(condition, has_exit(l))?;
            let may_hold_again = matches!(
                condition.kind,
                ValueKind::Load(_) | ValueKind::Binary(BinaryOp::NotEqual, ..)
            );
            stops.push(match may_hold_again {
                true => self.ended(stop)?,
                false => stop,
            });
            self.limit_tests(first_note)?;
        }
        self.execute(&l.body)?;
        let frame = self.frames.pop().unwrap_or_default();
        if !frame.continues.is_empty() {
            let mut states = frame.continues;
            states.push(self.state.clone());
            self.state = self.joined(states)?;
        }
        stops.extend(frame.breaks);
        self.execute(&l.step)?;
        if let (Some(condition), true, false) = (&l.condition, l.body_first, self.state.is_dead) {
            self.frames.push(Frame {
                guards: self.guards.len(),
                ..Frame::default()
            });
            stops.push(self.test(condition, has_exit(l))?);
            self.frames.pop();
        }
        stops.retain(|s| !s.is_dead);
        Ok((stops, self.state.clone()))
    }

    /// Restricts the present place by the condition of a loop, which may have other exits; the
    /// state where it does not hold.
    fn test(&mut self, condition: &program::Value, has_exit: bool) -> Result<State> {
        let outer = std::mem::replace(&mut self.at, condition.at);
        let when = match self.condition(condition)? {
            Some(when) => when,
            // Closed forms that are only sought may well be found without.
            None if self.dry > 0 && !has_exit => Set::all(self.ctx, self.dims)?,
            None => match self.counted_iterations(condition, false)? {
                Some(when) => when,
                None if self.dry > 0 => Set::all(self.ctx, self.dims)?,
                None => {
                    let unknown = self.unknown_integers(condition);
                    let reason = format!("{ENDLESS}{}", self.and_unknown(&unknown));
                    return self.unnamed(reason, &[condition]);
                }
            },
        };
        self.at = outer;
        let mut stop = self.state.clone();
        stop.domain = stop.domain.subtract(&when)?.coalesce()?;
        stop.is_dead = stop.domain.is_empty()?;
        let here = self.state.domain.intersect(&when)?.coalesce()?;
        self.enter(here)?;
        Ok(stop)
    }

    /// Leaves out the iterations behind one that does not start, where the condition may hold
    /// again: `while (n--)`.
    fn ended(&mut self, mut stop: State) -> Result<State> {
        let later = stop.domain.apply(&self.later()?)?;
        if !self.state.domain.is_disjoint(&later)? {
            stop.domain = stop.domain.union(&later)?;
            self.enter(self.state.domain.subtract(&later)?)?;
        }
        Ok(stop)
    }

    /// `{ [x, k] -> [x, l] : l > k }`
    fn later(&self) -> Result<Map> {
        let x = names("x", self.dims);
        let mut later = x.clone();
        later[self.dims - 1] = "l'".to_string();
        let condition = format!("l' > {}", x[self.dims - 1]);
        Ok(Space::plain(self.ctx).pairs(&x, &later, condition)?)
    }

    fn restrict_statements(&mut self, first: usize, to: &Set) -> Result<()> {
        let dims = self.dims;
        for statement in &mut self.statements[first..] {
            let more = statement.domain.dims()? - dims;
            statement.domain = statement.domain.intersect(&to.lifted(more)?)?.coalesce()?;
        }
        Ok(())
    }

    /// The cells whose values at the end of an iteration are not those of their closed forms.
    fn wrong_forms(
        &self,
        (forms, count): (&Forms, &PwAff),
        outer: &State,
        end: &State,
        heaps: usize,
    ) -> Result<Vec<Cell>> {
        let mut wrong = Vec::new();
        for (cell, form) in forms {
            if matches!(form, Form::Dead | Form::Data) {
                continue;
            }
            let begins = self.dry > 0 || self.begins(cell, form, outer)?;
            if !begins || !self.continues(cell, (form, count), end, heaps)? {
                wrong.push(*cell);
            }
        }
        Ok(wrong)
    }

    fn begins(&self, cell: &Cell, form: &Form, outer: &State) -> Result<bool> {
        match (form.first(self.ctx, self.dims - 1)?, outer.env.get(cell)) {
            (None, _) => Ok(true),
            (Some(first), Some(known)) => {
                let known = known.lifted_to(self.dims - 1)?;
                Ok(first.equals(&known, &outer.domain)?)
            }
            (Some(_), None) => Ok(false),
        }
    }

    fn continues(
        &self,
        cell: &Cell,
        (form, count): (&Form, &PwAff),
        end: &State,
        heaps: usize,
    ) -> Result<bool> {
        if end.is_dead {
            return Ok(true);
        }
        let (Some(next), Some(known)) = (form.next(count)?, end.env.get(cell)) else {
            return Ok(false);
        };
        let known = known.lifted_to(self.dims)?;
        Ok(!leads_to_new(&known, heaps) && next.equals(&known, &end.domain)?)
    }

    /// Memory from before a loop that an iteration frees is missing in the next one.
    fn check_freed(&self, outer: &State, end: &State, heaps: usize) -> Result<()> {
        let is_old = |root: &Root| match root {
            Root::Heap(at) => *at < heaps,
            _ => true,
        };
        if end.is_dead {
            return Ok(());
        }
        match end.freed.since(&outer.freed)?.iter().any(is_old) {
            true => self.unknown("memory that is freed in a loop"),
            false => Ok(()),
        }
    }

    /// The state after a loop.
    fn after_loop(
        &mut self,
        (forms, first_statement): (&Forms, usize),
        outer: State,
        stops: Vec<State>,
        returned: Vec<Returned>,
        started: &Set,
    ) -> Result<()> {
        let dims = self.dims;
        let mut states = Vec::new();
        let mut left = outer.domain.clone();
        for stop in stops {
            if let Some((state, _)) = outside(forms, &outer, stop, dims)? {
                left = left.subtract(&state.domain)?;
                states.push(state);
            }
        }
        for mut one in returned {
            one.state.domain = one.state.domain.intersect(started)?;
            if let Some((state, map)) = outside(forms, &outer, one.state, dims)? {
                left = left.subtract(&state.domain)?;
                let value = one.value.map(|v| v.pullback(&map)).transpose()?;
                if let Some(activation) = self.activations.last_mut() {
                    activation.returns.push(Returned { state, value });
                }
            }
        }
        self.exclude_endless(forms, &left, first_statement)?;
        self.state = outer.clone();
        let joined = self.joined(states)?;
        let keeps = !joined.is_dead && outer.domain.is_subset(&joined.domain)?;
        self.state = joined;
        if keeps {
            self.state.domain = outer.domain;
        }
        Ok(())
    }
}

/// The state after a loop that is left in `stop`, and the iteration in which it is left; `None` if
/// it never is.
fn outside(
    forms: &Forms,
    outer: &State,
    stop: State,
    dims: usize,
) -> Result<Option<(State, Rc<Map>)>> {
    if stop.domain.is_empty()? {
        return Ok(None);
    }
    let domain = stop.domain.truncated(dims)?.coalesce()?;
    let iteration = stop.domain.split_at(dims)?;
    let map = Rc::new(domain.identity()?.flat_range_product(&iteration)?);
    let mut env: Env = outer.env.clone();
    for cell in forms.keys() {
        match stop.env.get(cell) {
            Some(known) if matches!(**known, Known::Data) => {
                env.insert(*cell, known.clone());
            }
            Some(known) => {
                let known = Rc::new(known.lifted_to(dims + 1)?);
                env.insert(*cell, Rc::new(Known::After(known, map.clone())));
            }
            None => drop(env.remove(cell)),
        }
    }
    let state = State {
        env,
        freed: stop.freed.outside(dims)?,
        escaped: stop.escaped,
        domain,
        is_dead: false,
    };
    Ok(Some((state, map)))
}

/// Whether a pointer leads to memory from an allocation of the present iteration.
fn leads_to_new(known: &Known, heaps: usize) -> bool {
    match known {
        Known::Pointer(pointer) => pointer.iter().any(|(_, target)| match target.root {
            Root::Heap(at) => at >= heaps,
            _ => false,
        }),
        _ => false,
    }
}

impl Unknown {
    /// Whether a loop ends where data says so.
    fn is_end_by_data(&self) -> bool {
        self.reason.starts_with(ENDLESS) || self.reason == JUMP
    }
}

impl Stop {
    /// Whether a closed form may still be found without what stopped.
    pub(crate) fn is_unknown(&self) -> bool {
        matches!(
            self,
            Stop::Unknown(_) | Stop::Unnamed(..) | Stop::Indirect(_) | Stop::Outside(_)
        )
    }
}
