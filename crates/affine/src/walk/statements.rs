//! Statements in the order of execution.

use super::loops::JUMP;
use super::start::unknown;
use crate::state::{State, Walker};
use crate::stop::{Result, Stop};
use crate::survey::may_be_opaque;
use program::visit::statements_of;
use program::{Function, Lifetime, ObjectId, Place, Statement, StatementKind};
use source::Span;

/// At most this many statements are executed by their text alone.
const OPAQUE: usize = 48;

impl Walker<'_> {
    /// The objects that a block declares end with it.
    fn end_block(&mut self, body: &[Statement]) {
        body.iter()
            .for_each(|statement| self.end_declared(statement));
    }

    /// The objects of a function end when it returns, also from inner blocks.
    pub(super) fn end_function(&mut self, function: &Function) {
        statements_of(&function.body, &mut |statement| {
            self.end_declared(statement)
        });
        function.parameters.iter().for_each(|id| self.end(*id));
    }

    fn end_declared(&mut self, statement: &Statement) {
        if let StatementKind::Declare(id) = statement.kind
            && self.object(id).lifetime == Lifetime::Automatic
        {
            self.end(id);
        }
    }

    fn end(&mut self, object: ObjectId) {
        for cell in self.tracked.cells(object) {
            self.state.env.remove(&cell);
        }
    }

    /// Executes statements until control leaves.
    pub(crate) fn execute(&mut self, body: &[Statement]) -> Result<()> {
        let is_outermost = self.activations.len() == 1;
        for (at, statement) in body.iter().enumerate() {
            if self.state.is_dead {
                return Ok(());
            }
            let is_top = is_outermost && self.dims == 0 && self.guards.is_empty();
            let done = match is_top && self.dry == 0 && !self.naming.is_exact {
                true => self.one_or_opaque(body, at),
                false => self.one_of(body, at),
            };
            if done.is_err() {
                self.unwound
                    .push((statement.at, may_be_opaque(statement, is_outermost)));
            }
            done?;
        }
        Ok(())
    }

    /// Executes one of the function's own statements, parts of it by their text alone where they
    /// are not understood.
    fn one_or_opaque(&mut self, body: &[Statement], at: usize) -> Result<()> {
        loop {
            let before = self.snapshot();
            let stop = match self.one_of(body, at) {
                Err(stop) if stop.is_unknown() && !self.may_have_names(&stop) => stop,
                done => return done,
            };
            let unwound = std::mem::take(&mut self.unwound);
            let own = (body[at].at, may_be_opaque(&body[at], true));
            let is_new = |(span, fits): &&(Span, bool)| *fits && !self.opaque.contains_key(span);
            let next = unwound.iter().chain([&own]).find(is_new);
            let next = next.map(|(span, _)| *span);
            let Some(span) = next.filter(|_| self.opaque.len() < OPAQUE) else {
                self.unwound = unwound;
                return Err(stop);
            };
            self.opaque.insert(span, unknown(stop, self.at));
            self.restore(before);
        }
    }

    /// Whether another execution, in which some objects are parameters, may come further.
    fn may_have_names(&self, stop: &Stop) -> bool {
        match stop {
            Stop::Unnamed(_, objects) => !objects.is_subset(&self.found.named),
            _ => false,
        }
    }

    /// Executes one of several statements.
    fn one_of(&mut self, body: &[Statement], at: usize) -> Result<()> {
        let statement = &body[at];
        self.count_step()?;
        self.at = statement.at;
        self.accesses.clear();
        match &statement.kind {
            _ if self.opaque.contains_key(&statement.at)
                && may_be_opaque(statement, self.activations.len() == 1) =>
            {
                self.opaque(statement)?;
            }
            StatementKind::Declare(object) => {
                let next = body.get(at + 1).map(|s| &s.kind);
                let is_set = matches!(next, Some(StatementKind::Assign {
                        place: Place::Object(set), ..
                    }) if set == object);
                self.declare(*object, is_set)?;
            }
            StatementKind::If { condition, .. }
                if let Some(value) = self.returned(&body[at..])
                    && self.condition(condition)?.is_none() =>
            {
                self.accesses.clear();
                return self.return_value(Some(&value));
            }
            kind => self.statement(kind)?,
        }
        if let Some(heap) = self.pending.take() {
            self.fresh(heap)?;
        }
        self.name_values(statement)
    }

    fn statement(&mut self, kind: &StatementKind) -> Result<()> {
        match kind {
            StatementKind::Assign { place, value } => self.assign(place, value),
            StatementKind::If {
                condition,
                then,
                other,
            } => self.branch(condition, then, other),
            StatementKind::Loop(inner) => self.run_loop(inner),
            StatementKind::Block(inner) => {
                let outer = std::mem::replace(&mut self.block, self.guards.len());
                self.execute(inner)?;
                self.block = outer;
                self.end_block(inner);
                Ok(())
            }
            StatementKind::Pragma { .. } => self.unknown("threads"),
            StatementKind::Call {
                result,
                callee,
                arguments,
            } => self.call(result.as_ref(), callee, arguments),
            StatementKind::Switch { value, arms } => self.switch(value, arms),
            StatementKind::Break => self.exit(true),
            StatementKind::Continue => self.exit(false),
            StatementKind::Return(value) => self.return_value(value.as_ref()),
            StatementKind::Unsupported(what) => self.unknown(what.what.clone()),
            StatementKind::Declare(_) => Ok(()),
        }
    }

    /// `break` or `continue`.
    fn exit(&mut self, is_break: bool) -> Result<()> {
        let mut frames = self.frames.iter_mut().rev();
        let found = match is_break {
            true => frames.next(),
            false => frames.find(|f| !f.is_switch),
        };
        let Some(frame) = found else {
            return self.unknown("a jump out of nothing");
        };
        if self.guards.len() > frame.guards {
            return self.unknown(JUMP);
        }
        let state = self.state.clone();
        match is_break {
            true => frame.breaks.push(state),
            false => frame.continues.push(state),
        }
        self.leave()
    }

    /// The state in which one of several states continues. Their domains are disjoint.
    pub(crate) fn joined(&mut self, mut states: Vec<State>) -> Result<State> {
        let mut nowhere = self.state.clone();
        nowhere.domain = poly::Set::all(self.ctx, self.dims)?.complement()?;
        nowhere.is_dead = true;
        states.retain(|s| !s.is_dead);
        let Some(mut all) = states.pop() else {
            return Ok(nowhere);
        };
        while let Some(next) = states.pop() {
            all = join(all, next)?;
        }
        Ok(all)
    }
}

fn join(a: State, b: State) -> Result<State> {
    let mut env = crate::state::Env::new();
    for (cell, left) in &a.env {
        let known = match b.env.get(cell) {
            Some(right) if std::rc::Rc::ptr_eq(left, right) => left.clone(),
            Some(right) => {
                let dims = a.domain.dims()?;
                let left = left.lifted_to(dims)?.restricted(&a.domain)?;
                let right = right.lifted_to(dims)?.restricted(&b.domain)?;
                std::rc::Rc::new(left.either(&right)?)
            }
            None => std::rc::Rc::new(left.lifted_to(a.domain.dims()?)?.restricted(&a.domain)?),
        };
        env.insert(*cell, known);
    }
    for (cell, right) in &b.env {
        if !a.env.contains_key(cell) {
            let known = right.lifted_to(b.domain.dims()?)?.restricted(&b.domain)?;
            env.insert(*cell, std::rc::Rc::new(known));
        }
    }
    Ok(State {
        env,
        freed: a.freed.union(&b.freed)?,
        escaped: a.escaped.union(&b.escaped).copied().collect(),
        domain: a.domain.union(&b.domain)?.coalesce()?,
        is_dead: false,
    })
}
