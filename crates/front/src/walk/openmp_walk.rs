//! Walks OpenMP constructs: work that threads share gets coordinates of time that order nothing.
//!
//! The block of a parallel region is a sequence of phases, between which all threads wait for each
//! other. Each phase is a set of parts: `[.., phase, part, ..]`, where the part is parallel. Code
//! that each thread executes for itself is not followed if it touches arrays.
//!
//! Assumes:
//! * The marks in time (`scop::Statement::parallel`) only remove order. Whatever `nowait`, `master`
//!   and sections may execute at the same time is unordered; barriers and the text order the rest.
//! * Code that every thread of a team executes is followed if it touches no array.
//! * Integer objects that threads share and a construct writes are neither followed nor parameters
//!   inside the construct. The same is true of reduced and linear objects, and of those that a
//!   thread sets for itself. After the team, an object that each thread had for itself is not
//!   followed.

use crate::values::value::Snapshot;
use crate::walk::walker::Walker;
use c::facts::pragmas::threads::{Construct, depth};
use c::names::symbols::VarId;
use c::syntax::openmp::{Directive, Kind, Role};
use lang_c::ast::{BlockItem, Statement};
use lang_c::span::{Node, Span as Offsets};
use poly::Expr;
use std::collections::BTreeSet;
use std::ops::Range;

pub(crate) mod team;

use team::Team;

impl<'s> Walker<'s> {
    /// A statement under constructs, outermost first.
    pub(crate) fn directed(&mut self, statement: &'s Node<Statement>, constructs: &'s [Construct]) {
        let Some((construct, rest)) = constructs.split_first() else {
            return match self.here.team {
                Some(_) => self.by_each(statement),
                None => self.undirected(statement),
            };
        };
        let Some(directive) = &construct.directive else {
            return self.opaque_below(statement.span, construct);
        };
        match directive.kind {
            Kind::Parallel | Kind::ParallelLoop | Kind::ParallelSections
                if self.here.team.is_some() =>
            {
                self.opaque_below(statement.span, construct)
            }
            Kind::Parallel => self.within(construct, |w| w.team_block(statement, rest)),
            Kind::Simd if self.here.team.is_some() => self.directed(statement, rest),
            kind if kind.takes_statement_apart() && !rest.is_empty() => {
                self.opaque_below(statement.span, construct)
            }
            Kind::ParallelLoop | Kind::Simd => {
                self.within(construct, |w| w.shared_loop(statement, construct))
            }
            Kind::ParallelSections => self.within(construct, |w| w.sections(statement, construct)),
            kind if kind.is_shared_out() => self.shared_out(statement, construct, directive, rest),
            _ => self.directed(statement, rest),
        }
    }

    fn opaque_below(&mut self, span: Offsets, construct: &Construct) {
        self.opaque(
            span,
            &format!("a statement under `#pragma {}`", construct.text),
        );
    }

    /// The block that every thread of a new team executes.
    fn team_block(&mut self, statement: &'s Node<Statement>, rest: &'s [Construct]) {
        self.here.time.push(Expr::constant(self.here.position));
        let position = self.here.position;
        self.here.team = Some(Team::new());
        self.directed(statement, rest);
        self.here.team = None;
        self.here.time.pop();
        self.here.position = position + 1;
    }

    /// Work that the team around shares, if there is one.
    fn shared_out(
        &mut self,
        statement: &'s Node<Statement>,
        construct: &'s Construct,
        directive: &Directive,
        rest: &'s [Construct],
    ) {
        let work = |w: &mut Self| {
            w.within(construct, |w| match directive.kind {
                Kind::Loop => w.shared_loop(statement, construct),
                Kind::Sections => w.sections(statement, construct),
                _ => w.directed(statement, rest),
            })
        };
        if self.here.team.is_none() {
            return work(self);
        }
        self.part(|walker| {
            walker
                .found
                .copies
                .insert(construct.id, walker.here.time.len());
            work(walker);
        });
        let touches = self.touches_arrays(statement.span);
        if let Some(team) = &mut self.here.team {
            team.is_open |= touches;
            if !directive.nowait && directive.kind != Kind::Master {
                team.wait();
            }
        }
    }

    /// One part of the phase at hand, which is not ordered with other parts. Inside it there is no
    /// team.
    fn part(&mut self, inside: impl FnOnce(&mut Self)) {
        let Some(team) = self.here.team.take() else {
            return inside(self);
        };
        let first = self.found.statements.len();
        self.here.time.push(Expr::constant(team.phase));
        let coordinate = self.here.time.len();
        self.here.time.push(Expr::constant(team.part));
        let position = std::mem::replace(&mut self.here.position, 0);
        inside(self);
        self.here.position = position;
        self.here.time.truncate(coordinate - 1);
        self.mark_parallel(first, coordinate);
        self.here.team = Some(Team {
            part: team.part + 1,
            ..team
        });
    }

    /// A loop or condition that every thread executes, with shared work inside.
    fn around_parts(&mut self, inside: impl FnOnce(&mut Self)) {
        let mut within = Team::new();
        self.part(|walker| {
            walker.here.team = Some(Team::new());
            inside(walker);
            within = walker.here.team.take().unwrap_or(within);
        });
        if let Some(team) = &mut self.here.team {
            team.is_open |= within.is_open;
            if !team.is_open {
                team.wait();
            }
        }
    }

    /// Marks the statements since `first` that have this coordinate as not ordered by it.
    pub(crate) fn mark_parallel(&mut self, first: usize, coordinate: usize) {
        let inside = self.found.statements[first..].iter_mut();
        for statement in inside.filter(|s| s.time.len() > coordinate + 1) {
            if let Err(at) = statement.parallel.binary_search(&coordinate) {
                statement.parallel.insert(at, coordinate);
            }
        }
    }

    /// Ends an iteration of a loop that every thread executes: threads that do not wait may be an
    /// iteration ahead.
    pub(crate) fn end_iteration(&mut self, first: usize, coordinate: usize) {
        if self.here.team.is_some_and(|team| team.is_open) {
            self.mark_parallel(first, coordinate);
        }
    }

    /// A statement that every thread of the team executes.
    fn by_each(&mut self, statement: &'s Node<Statement>) {
        let span = statement.span;
        let zeroed = self
            .source
            .facts
            .setups()
            .get(&self.source.base.range(span).start);
        let sets_up = zeroed.is_some_and(|zeroed| zeroed.is_empty());
        if !self.touches_arrays(span) {
            return match zeroed {
                Some(_) if sets_up => {}
                Some(_) => self.opaque_for_each(span),
                None => self.without_arrays(statement),
            };
        }
        match &statement.node {
            Statement::Compound(items) => {
                self.block(items);
                self.end_block(span);
            }
            Statement::For(node) => {
                let node = &node.node;
                let condition = node.condition.as_ref().map(|e| e.span);
                let step = node.step.as_ref().map(|e| e.span);
                let header = [Some(node.initializer.span), condition, step];
                match header
                    .iter()
                    .flatten()
                    .any(|span| self.touches_arrays(*span))
                {
                    true => self.opaque_for_each(span),
                    false => self.around_parts(|walker| walker.undirected(statement)),
                }
            }
            Statement::If(node) if !self.touches_arrays(node.node.condition.span) => {
                self.around_parts(|walker| walker.undirected(statement))
            }
            _ => self.opaque_for_each(span),
        }
    }

    fn without_arrays(&mut self, statement: &'s Node<Statement>) {
        match &statement.node {
            Statement::Compound(items) => {
                self.block(items);
                self.end_block(statement.span);
            }
            _ => self.part(|walker| walker.undirected(statement)),
        }
    }

    fn opaque_for_each(&mut self, span: Offsets) {
        self.opaque(span, "a statement that every thread of a team executes");
    }

    /// A declaration in a team's block.
    pub(crate) fn declaration_by_each(&mut self, item: &'s Node<BlockItem>) {
        let start = self.source.base.range(item.span).start;
        self.wait_before(start);
        let BlockItem::Declaration(declaration) = &item.node else {
            return;
        };
        match self.touches_arrays(item.span) {
            true => self.opaque_for_each(item.span),
            false if self.gives_names(&declaration.node) => self.declaration(&declaration.node),
            false => self.part(|walker| walker.declaration(&declaration.node)),
        }
    }

    /// The `}` of a team's block: there may be a barrier before it.
    pub(crate) fn end_block(&mut self, span: Offsets) {
        let end = self.source.base.range(span).end;
        self.wait_before(end.saturating_sub(1));
    }

    pub(crate) fn wait_before(&mut self, at: usize) {
        if let Some(team) = &mut self.here.team
            && self.source.facts.threads.waits_before(at)
        {
            team.wait();
        }
    }

    /// A loop whose iterations threads or lanes share.
    fn shared_loop(&mut self, statement: &'s Node<Statement>, construct: &'s Construct) {
        let directive = construct.directive.as_ref();
        let depth = directive.and_then(|d| depth(self.source.unit, d));
        let (Some((depth, by_macro)), Statement::For(node)) = (depth, &statement.node) else {
            return self.opaque_below(statement.span, construct);
        };
        self.eval.params.wanted.extend(by_macro.map(str::to_string));
        let (first, outer) = (self.found.statements.len(), self.here.time.len());
        self.found.copies.insert(construct.id, outer + 2 * depth);
        self.for_loop(&node.node, statement.span);
        let start = self.source.base.range(statement.span).start;
        let depth = self.iterators_of(start, depth);
        self.found.copies.insert(construct.id, outer + 2 * depth);
        for k in 0..depth {
            self.mark_parallel(first, outer + 1 + 2 * k);
        }
    }

    /// A block whose sections threads share.
    fn sections(&mut self, statement: &'s Node<Statement>, construct: &'s Construct) {
        let Statement::Compound(items) = &statement.node else {
            return self.opaque_below(statement.span, construct);
        };
        let (first, coordinate) = (self.found.statements.len(), self.here.time.len() + 1);
        self.found.copies.insert(construct.id, coordinate + 1);
        self.here.time.push(Expr::constant(self.here.position));
        let position = std::mem::replace(&mut self.here.position, 0);
        self.here.time.push(Expr::constant(0));
        let threads = &self.source.facts.threads;
        for (index, item) in items.iter().enumerate() {
            let start = self.source.base.range(item.span).start;
            let mut here = threads.at(start).iter();
            if index > 0 && here.any(|c| c.kind() == Some(Kind::Section)) {
                self.here.time.truncate(coordinate);
                self.here.time.push(Expr::constant(index as i64));
                self.here.position = 0;
                self.eval.forget(&construct.range);
            }
            self.item(item);
        }
        self.here.time.truncate(coordinate - 1);
        self.here.position = position + 1;
        self.mark_parallel(first, coordinate);
    }

    /// Reads a construct. The values of integer objects do not follow from the text inside it if
    /// threads share them, and after it if each thread had its own.
    fn within(&mut self, construct: &Construct, inside: impl FnOnce(&mut Self)) {
        self.forget_named(construct);
        let outer = self.eval.state.unfollowed.clone();
        self.enter_construct(construct);
        inside(self);
        self.eval.state.unfollowed = outer;
        self.forget_named(construct);
    }

    /// Enters the constructs around a region.
    pub(crate) fn enter_region(&mut self) {
        let threads = &self.source.facts.threads;
        let region = self.source.region.clone();
        for construct in threads.enclosing(&region) {
            self.enter_construct(construct);
        }
        self.here.team = threads.is_by_each(&region).then(Team::new);
    }

    /// Sets the objects that are not followed inside a construct.
    fn enter_construct(&mut self, construct: &Construct) {
        let own = self.own_objects(construct);
        let common = self.common_objects(construct);
        self.eval.state.unfollowed.extend(common);
        self.eval.state.unfollowed.retain(|id| !own.contains(id));
        let computed = construct.named().filter(|(role, _)| role.is_computed());
        self.eval
            .state
            .unfollowed
            .extend(computed.map(|(_, id)| id));
    }

    fn forget_named(&mut self, construct: &Construct) {
        self.eval.forget(&construct.range);
        let own = construct.named().filter(|(role, _)| role.is_own());
        let changed = own.filter(|(role, _)| *role != Role::FirstPrivate);
        let gone: Snapshot = changed.map(|(_, id)| (id, None)).collect();
        self.eval.restore(gone);
    }

    /// The objects that a construct writes and that all its threads have in common.
    fn common_objects(&self, construct: &Construct) -> BTreeSet<VarId> {
        let symbols = self.source.symbols;
        let shares = construct
            .kind()
            .is_some_and(|k| k.makes_team() || k == Kind::Simd);
        let written = self.eval.written_in(&construct.range);
        let is_common = |id: &VarId| self.source.facts.threads.is_common(symbols, *id, construct);
        written
            .into_iter()
            .filter(|id| shares && is_common(id))
            .collect()
    }

    /// The objects of which each thread has its own in a construct: those that clauses name, and
    /// the counters of its loops.
    fn own_objects(&self, construct: &Construct) -> BTreeSet<VarId> {
        let symbols = self.source.symbols;
        let named = construct.named().filter(|(role, _)| role.is_own());
        let named = named.map(|(_, id)| id);
        let count = construct
            .directive
            .as_ref()
            .and_then(|d| depth(self.source.unit, d));
        let shares_loop = matches!(
            construct.kind(),
            Some(Kind::ParallelLoop | Kind::Loop | Kind::Simd)
        );
        let count = count.filter(|_| shares_loop).map_or(0, |(count, _)| count);
        let inside = symbols.loops.iter();
        let inside = inside.filter(|l| construct.range.contains(&l.start));
        let loops: Vec<&Range<usize>> = inside.take(count).collect();
        let counters = symbols.counters.iter().filter(|(_, l)| loops.contains(&l));
        named.chain(counters.map(|(id, _)| *id)).collect()
    }
}
