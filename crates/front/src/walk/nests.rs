//! Walks loops: those with a counter, those whose number of iterations is known only when they end,
//! and those that are not followed.
//!
//! If only the data decides where a loop of the region's own block ends (`while (error > eps)`), it
//! is executed `trips` times, a parameter that C cannot spell. Inside another loop that number
//! would not be a single parameter: there only the body is analysed, as a region of its own.

use crate::forms::window::Shifts;
use crate::values::evaluator::Evaluator;
use crate::values::formula::Formula;
use crate::values::loops::{Counter, Header, LoopProblem, Parts};
use crate::values::mode::Mode;
use crate::values::state::Loop;
use crate::values::value::Snapshot;
use crate::walk::branches::doubt::Doubt;
use crate::walk::draft::DraftStrip;
use crate::walk::walker::{InnerBody, Walker};
use c::syntax::constant;
use c::syntax::exits::{Leaves, leaves};
use c::syntax::expressions::conjuncts;
use c::syntax::openmp::MOST_LOOPS;
use lang_c::ast::{
    DoWhileStatement, Expression, ForInitializer, ForStatement, Statement, WhileStatement,
};
use lang_c::span::{Node, Span as Offsets};
use poly::Expr;

impl<'s> Walker<'s> {
    /// `for (...) ...`
    pub(crate) fn for_loop(&mut self, node: &'s ForStatement, span: Offsets) {
        let range = self.source.base.range(span);
        let strips = Parts::of_strips(&self.eval, node, range.clone());
        let parts = strips.unwrap_or_else(|| Parts::of_for(node, range));
        match &node.initializer.node {
            ForInitializer::Declaration(d) if self.touches_arrays(d.span) => {
                self.declaration(&d.node)
            }
            ForInitializer::Expression(e) if self.touches_arrays(e.span) => {
                self.expression(e, e.span)
            }
            other => self.eval.execute_start(other),
        }
        let (first, outer) = (self.found.statements.len(), self.here.time.len());
        self.looped(&parts, span, None);
        self.mark_band(parts.range.start, first, outer);
    }

    /// The statements since `first` of a nest that starts here are in its band, if it may be tiled.
    fn mark_band(&mut self, start: usize, first: usize, outer: usize) {
        let bands = self.source.facts.bands.iter();
        for band in bands.filter(|band| band.at == start) {
            self.eval.params.wanted.extend(band.by_macro.clone());
            let depth = self.iterators_of(start, band.depth);
            let coordinates: Vec<usize> = (0..depth).map(|k| outer + 1 + 2 * k).collect();
            let inside = outer + 2 * depth;
            for statement in &mut self.found.statements[first..] {
                if statement.time.len() > inside && !statement.tilable.contains(&coordinates) {
                    statement.tilable.insert(0, coordinates.clone());
                }
            }
        }
    }

    /// The number of iterators of `depth` nested loops, the first of which starts at an offset: a
    /// loop that is read by digits has several.
    pub(crate) fn iterators_of(&self, start: usize, depth: usize) -> usize {
        let mut nest = self.source.symbols.loops.iter();
        let outer = nest.find(|l| l.start == start);
        let inner = nest.filter(|l| outer.is_some_and(|outer| outer.contains(&l.start)));
        let nest = outer.into_iter().chain(inner).take(depth);
        let more = nest.filter_map(|l| self.found.flat_loops.get(&l.start));
        depth + more.map(|digits| digits - 1).sum::<usize>()
    }

    /// `while (...) ...`
    pub(crate) fn while_loop(&mut self, node: &'s WhileStatement, span: Offsets) {
        let parts = Parts::of_while(node, self.source.base.range(span));
        self.looped(&parts, span, Some("a `while` loop"));
    }

    /// `do ... while (...);`; `do { ... } while (0)` is a block.
    pub(crate) fn do_while(&mut self, node: &'s DoWhileStatement, span: Offsets) {
        let never_again = constant::evaluate(&node.expression.node, &mut |_| None) == Some(0);
        let left = leaves(&node.statement);
        if never_again && !left.breaks && !left.continues {
            return self.statement(&node.statement);
        }
        let parts = Parts::of_do(node, self.source.base.range(span));
        self.looped(&parts, span, Some("a `do` loop"));
    }

    /// A loop whose start has been read.
    fn looped(&mut self, parts: &Parts<'s>, span: Offsets, what: Option<&str>) {
        if self.eval.state.loops.len() >= MOST_LOOPS {
            return self.opaque(span, "a loop inside of too many others");
        }
        if let Some(parts) = parts.breaking_first()
            && let Ok(header) = self.header(&parts, span)
        {
            return self.counted(&parts, header);
        }
        let header = self.header(parts, span);
        let ending = match header {
            Err(_) => self.ending_by_data(parts),
            Ok(_) => None,
        };
        let (parts, header) = match ending.as_ref().map(|own| (own, self.header(own, span))) {
            Some((ending, Ok(header))) => (ending, Ok(header)),
            _ => (parts, header),
        };
        match header {
            // Each iteration but the last is complete, and there is one after the other.
            Ok(_) if self.may_follow() && parts.leaves().breaks && self.has_loops(parts) => {
                self.uncounted(parts, span, "a loop that `break` may leave");
            }
            Ok(header) => self.counted(parts, header),
            Err(problem) => {
                let condition = parts.condition.map(|c| self.source.base.range(c.span));
                let start = condition.map(|c| parts.range.start..c.end);
                let value = start.and_then(|header| self.unsteady_in(&header));
                let value = value.map(|value| (parts.range.clone(), value));
                self.found.unsteady.extend(value);
                let problem = problem.to_string();
                self.uncounted(parts, span, what.unwrap_or(&problem));
            }
        }
    }

    /// The same loop if terms of its condition may end it before its bound. What they read is
    /// evaluated where the bound holds that is before them.
    fn ending_by_data(&self, parts: &Parts<'s>) -> Option<Parts<'s>> {
        let terms = conjuncts(parts.condition?);
        let is_plain = |term: &&Node<Expression>| {
            let range = self.source.base.range(term.span);
            self.source.symbols.writes_in(&range).is_empty()
        };
        let mut reading = terms.iter().filter(|term| self.touches_arrays(term.span));
        let reading = reading.next().map(|term| self.source.base.range(term.span));
        let is_fit = terms.len() > 1 && terms.iter().all(is_plain);
        is_fit.then(|| parts.ending_by_data(reading.map_or(usize::MAX, |term| term.start)))?
    }

    /// Reads the header of a loop. Macros may be taken at their value if arrays are used in it.
    fn header(&mut self, parts: &Parts<'_>, span: Offsets) -> Result<Header, LoopProblem> {
        let read = |eval: &mut Evaluator<'_>, mode: Mode<'_>| eval.header(parts, mode);
        self.eval.asking(self.touches_arrays(span), read)
    }

    /// A loop with a counter.
    fn counted(&mut self, parts: &Parts<'s>, header: Header) {
        let scope = self.scope();
        let left = parts.leaves();
        self.here.doubt = scope.doubt.or(left.breaks);
        self.eval.state.guards.push(header.domain);
        if header.loops.len() > 1 {
            self.found
                .flat_loops
                .insert(parts.range.start, header.loops.len());
        }
        self.inside_all(&header.loops, |walker| {
            let coordinates = walker.here.time.len();
            walker.found.loops.push((parts.range.clone(), coordinates));
            if parts.ends_by_data.is_some() {
                walker.tested(parts);
            }
            walker.body(parts);
            walker.unread_steps(parts);
        });
        self.leave(scope);
        self.behind(parts, left, header.after);
    }

    /// The body of perfectly nested loops, for one value of each counter.
    fn inside_all(&mut self, loops: &[Loop], body: impl FnOnce(&mut Self)) {
        // A box, because the type of the closure would otherwise grow with each loop.
        let body: Box<dyn FnOnce(&mut Self) + '_> = Box::new(body);
        match loops.split_first() {
            Some((around, rest)) => {
                self.inside(around.clone(), |walker| walker.inside_all(rest, body));
            }
            None => body(self),
        }
    }

    /// The body of a loop, for one value of its counter.
    fn inside(&mut self, around: Loop, body: impl FnOnce(&mut Self)) {
        self.here.time.push(Expr::constant(self.here.position));
        self.here
            .time
            .push(Expr::var(&around.name) * around.step.signum());
        let position = std::mem::replace(&mut self.here.position, 0);
        let mark = self.eval.state.mark();
        self.eval.state.loops.push(around);
        let (first, counter) = (self.found.statements.len(), self.here.time.len() - 1);
        body(self);
        self.end_iteration(first, counter);
        self.eval.state.rewind(mark);
        self.here.position = position + 1;
        self.here.time.truncate(self.here.time.len() - 2);
    }

    /// Rules out arrays in the steps of a loop, which are not read.
    fn unread_steps(&mut self, parts: &Parts<'s>) {
        if !parts.steps_inside {
            for step in &parts.steps {
                if self.touches_arrays(step.span) {
                    self.opaque(step.span, "the step of a loop");
                }
            }
        }
    }

    /// The body of a loop. Steps in it have no accesses, and their effect is known.
    fn body(&mut self, parts: &Parts<'s>) {
        let shifts = Shifts::of(parts.body, self.source.base);
        let start = self.source.base.range(parts.body.span).start;
        self.found
            .shifts
            .extend(shifts.map(|shifts| (start, shifts)));
        let scope = self.scope();
        match &parts.body.node {
            _ if !self.enters_strip(parts) => self.opaque(parts.body.span, "a loop in strips"),
            Statement::Compound(items) if !self.is_directed(parts.body.span) => {
                self.enter_deferred_stores(parts, items);
                self.items(items);
                self.leave_deferred_stores(parts.body.span);
            }
            _ => self.statement(parts.body),
        }
        self.end_block(parts.body.span);
        self.leave(scope);
    }

    /// Reads the names before a strip, if the body is one. Returns whether they are understood.
    fn enters_strip(&mut self, parts: &Parts<'s>) -> bool {
        let Some(strips) = &parts.strips else {
            return true;
        };
        let mut entered = false;
        self.note_computed(|eval| entered = eval.enter_strip(parts, strips));
        let base = self.source.base;
        self.found.strips.extend(entered.then(|| {
            DraftStrip {
                whole: parts.range.clone(),
                step: strips
                    .inner
                    .step
                    .as_ref()
                    .map_or(0..0, |step| base.range(step.span)),
                body: base.range(strips.inner.statement.span),
            }
        }));
        entered
    }

    /// Sets the known values after a loop.
    fn behind(&mut self, parts: &Parts<'s>, left: Leaves, after: Snapshot) {
        match left.breaks || left.jumps {
            true => self.eval.forget(&parts.range),
            false => self.eval.restore(after),
        }
    }

    /// A loop whose number of iterations is known only when it ends. Inside another loop it is not
    /// followed: there the number would differ each time.
    fn uncounted(&mut self, parts: &Parts<'s>, span: Offsets, what: &str) {
        if !self.may_follow() || !self.touches_arrays(span) {
            self.inner_body(parts, what, None);
            return self.opaque(span, what);
        }
        self.found.open_loops.push(parts.range.clone());
        let trips = self.eval.trips_param(parts.range.start);
        let (counter, around) = self.open_counter(parts);
        self.inner_body(parts, what, Some(counter.name.clone()));
        let before = self.eval.written_in(&parts.range);
        let before = self.eval.snapshot(&before);
        let mark = self.eval.state.mark();
        self.eval.state.loops.push(around.clone());
        let here = self.eval.here();
        let increments = self.eval.increments(parts, &counter, &before, here);
        self.eval.state.rewind(mark);
        self.eval.state.guards.extend(counter.values());
        self.inside(around, |walker| {
            walker.open_iteration(parts, &counter, &trips)
        });
        self.eval.state.rewind(mark);
        let after = self
            .eval
            .after(&counter, Some(&trips), &before, &increments);
        self.behind(parts, leaves(parts.body), after);
    }

    /// Whether a loop at the present place may have a number of iterations of its own.
    fn may_follow(&self) -> bool {
        self.eval.state.loops.is_empty() && self.here.team.is_none()
    }

    /// Whether the body of a loop has loops.
    fn has_loops(&self, parts: &Parts<'s>) -> bool {
        let body = self.source.base.range(parts.body.span);
        let mut loops = self.source.symbols.loops.iter();
        loops.any(|l| body.contains(&l.start))
    }

    fn inner_body(&mut self, parts: &Parts<'s>, what: &str, iterator: Option<String>) {
        if let Statement::Compound(items) = &parts.body.node
            && !self.is_directed(parts.body.span)
        {
            let mut loops = self.found.unsteady.iter();
            let value = loops.find(|(range, _)| *range == parts.range);
            self.found.inner.push(InnerBody {
                unsteady: value.map(|(_, value)| self.blame_change(value)),
                items,
                range: self.source.base.range(parts.body.span),
                what: what.to_string(),
                iterator,
            });
        }
    }

    /// One of `trips` iterations.
    fn open_iteration(&mut self, parts: &Parts<'s>, counter: &Counter, trips: &Expr) {
        let mark = self.eval.state.mark();
        if !parts.tests_last {
            let once_more = Formula::at_most(&counter.passed(), trips);
            self.eval.state.guards.push(once_more);
            self.tested(parts);
            self.eval.state.rewind(mark);
        }
        self.eval
            .state
            .guards
            .push(Formula::less(&counter.passed(), trips));
        self.body(parts);
        if !parts.steps_inside {
            let steps = &parts.steps;
            self.in_doubt(|w| steps.iter().for_each(|e| w.expression(e, e.span)));
        }
        if parts.tests_last {
            self.tested(parts);
        }
        self.eval.state.rewind(mark);
    }

    /// The condition of a loop, which `break` may skip.
    fn tested(&mut self, parts: &Parts<'s>) {
        if let Some(condition) = parts.condition {
            self.in_doubt(|walker| walker.expression(condition, condition.span));
        }
    }

    fn in_doubt(&mut self, inside: impl FnOnce(&mut Self)) {
        let scope = self.scope();
        self.here.doubt = Doubt::Skip;
        inside(self);
        self.leave(scope);
    }

    /// The counter of the iterations: an object of the user's, or a number without a name in C. No
    /// array may be used where the object is already one step further.
    fn open_counter(&mut self, parts: &Parts<'s>) -> (Counter, Loop) {
        let behind = parts.steps.iter().copied();
        let behind = behind.chain(parts.condition.filter(|_| parts.tests_last));
        let uses = behind.into_iter().any(|e| self.touches_arrays(e.span));
        let named = self.eval.open_counter(parts).filter(|_| !uses);
        let var = named.as_ref().map(|counter| counter.var);
        let counter = named.unwrap_or_else(|| self.eval.nameless_counter());
        let around = Loop {
            var,
            step: counter.step,
            ..Loop::nameless(counter.name.clone(), parts.range.clone())
        };
        (counter, around)
    }
}
