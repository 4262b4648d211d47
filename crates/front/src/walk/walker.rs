//! Walks the statements of a region in order: domains, times, and code that is not followed.

use crate::forms::window::Shifts;
use crate::values::evaluator::Evaluator;
use crate::values::formula::{Condition, Formula};
use crate::values::mode::Mode;
use crate::values::source::Source;
use crate::values::state::Mark;
use crate::values::value::Unsteady;
use crate::walk::accesses::row::RowPointer;
use crate::walk::branches::doubt::{Branches, Doubt};
use crate::walk::draft::{
    DeferredStore, DraftAccess, DraftClear, DraftName, DraftReference, DraftStatement, DraftStore,
    DraftStrip, MissingFacts,
};
use crate::walk::openmp_walk::team::Team;
use c::facts::pragmas::own::is_own;
use c::facts::pragmas::threads::ConstructId;
use c::facts::refusal::Refusal;
use c::names::symbols::VarId;
use c::syntax::expressions::{is_assignment, is_discarded, is_step};
use c::syntax::openmp::{is_ivdep, is_openmp};
use lang_c::ast::{BlockItem, Expression, IfStatement, Statement};
use lang_c::span::{Node, Span as Offsets};
use poly::Expr;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

/// Reads a region statement by statement.
pub struct Walker<'s> {
    /// The text that is read.
    pub source: Rc<Source<'s>>,
    /// Reads expressions at the place.
    pub eval: Evaluator<'s>,
    /// The findings so far.
    pub found: Found<'s>,
    /// The place.
    pub here: Here<'s>,
    /// Offsets of all uses of the function's own arrays, sorted.
    array_uses: Vec<usize>,
}

/// The findings in a region so far.
#[derive(Default)]
pub struct Found<'s> {
    /// Statements in textual order.
    pub statements: Vec<DraftStatement>,
    /// References to arrays.
    pub references: Vec<DraftReference>,
    /// Declarations that only name numbers.
    pub names: Vec<DraftName>,
    /// Uses of arrays that rule them out, by offset.
    pub refused: BTreeMap<usize, Refusal>,
    /// Code that is not followed, and its kind.
    pub unanalysed: Vec<(Range<usize>, String)>,
    /// Loops that are not followed because their bounds may change.
    pub unsteady: Vec<(Range<usize>, Unsteady)>,
    /// Loops whose number of iterations is known only when they end.
    pub open_loops: Vec<Range<usize>>,
    /// Bodies of loops without a counter, which are regions of their own.
    pub inner: Vec<InnerBody<'s>>,
    /// Branches that leave the region. Their negated condition is a guard of the code after them.
    pub guarded_exits: Vec<Range<usize>>,
    /// Checks that contradict what is known before.
    pub contradictions: Vec<Range<usize>>,
    /// The conditions of assertions that are guards of the code after them.
    pub asserted: Vec<Range<usize>>,
    /// The facts that the subscripts of an array lack.
    pub missing: HashMap<VarId, MissingFacts>,
    /// The loops that are read by digits, by their offsets, with the numbers of digits.
    pub flat_loops: HashMap<usize, usize>,
    /// Declared sizes of the arrays that are followed.
    pub sizes: HashMap<VarId, Vec<Expr>>,
    /// Calls that write whole arrays.
    pub cleared: Vec<DraftClear>,
    /// Arrays whose initialisation was seen.
    pub zeroed: BTreeSet<VarId>,
    /// Arrays of pointers that are set to allocations of their own: `t[i] = malloc(...)`.
    pub allocated_by_row: BTreeSet<VarId>,
    /// Uses that need no place: `sizeof *a` of a pointer.
    pub understood: BTreeSet<usize>,
    /// The number of coordinates of time up to those that OpenMP constructs share, included.
    pub copies: BTreeMap<ConstructId, usize>,
    /// The number of coordinates of time of each loop that was read and those around it, by the
    /// place of the loop.
    pub loops: Vec<(Range<usize>, usize)>,
    /// The shifts with which bodies of loops end, by the start of the body.
    pub shifts: BTreeMap<usize, Shifts>,
    /// The pointers to rows whose declarations were read.
    pub row_pointers: HashMap<VarId, RowPointer>,
    /// Loops in strips that were read as one loop.
    pub strips: Vec<DraftStrip>,
    /// Deferred stores that were read as if they came first.
    pub stores: Vec<DraftStore>,
    /// Constants that only name numbers.
    pub named: BTreeSet<VarId>,
    /// Shifts of arrays that were read as values of iterations.
    pub moved: Vec<(VarId, Range<usize>)>,
}

/// The place in the region that is being read, and the statement at hand.
#[derive(Default)]
pub struct Here<'s> {
    /// The team each of whose threads executes the place.
    pub team: Option<Team>,
    /// The deferred stores of the strip at hand.
    pub deferred: Vec<DeferredStore<'s>>,
    /// Accesses of the statement at hand.
    pub accesses: Vec<DraftAccess>,
    /// Assignments in the statement at hand.
    pub assignments: usize,
    /// The accesses at hand may not happen although their guards hold.
    pub uncertain: bool,
    /// Whether the statement at hand may not be executed although its domain says so.
    pub doubt: Doubt,
    /// Writes in branches whose conditions are not known.
    pub branches: Branches,
    /// The loops and guards around the statement at hand.
    pub around: Mark,
    /// The facts of references in it that were added to these guards.
    pub recalled: Vec<Formula>,
    /// Number of `switch` statements around the statement at hand.
    pub switches: u32,
    /// The time of the block at hand: iterators and positions, outermost first.
    pub time: Vec<Expr>,
    /// The position of the next statement in its block.
    pub position: i64,
}

/// The conditions around a place and the doubt there. They are restored at the end of a block.
#[derive(Clone, Copy)]
pub(crate) struct Scope {
    mark: Mark,
    pub doubt: Doubt,
    uncertain: bool,
}

/// The body of a loop that is not followed.
pub struct InnerBody<'s> {
    /// Its statements.
    pub items: &'s [Node<BlockItem>],
    /// Its place.
    pub range: Range<usize>,
    /// The kind of the loop.
    pub what: String,
    /// The reason why its bounds are not followed, if they may change.
    pub unsteady: Option<Refusal>,
    /// The name of its iterator in sets, if the loop is followed from outside too.
    pub iterator: Option<String>,
}

impl<'s> Walker<'s> {
    /// A walker at the start of a region.
    pub fn new(eval: Evaluator<'s>) -> Self {
        let tracked = eval
            .symbols
            .variables
            .iter()
            .filter(|v| eval.facts.is_tracked(v.id));
        let mut array_uses: Vec<usize> = tracked
            .flat_map(|v| eval.facts.uses(v.id).iter().copied())
            .collect();
        array_uses.sort_unstable();
        Walker {
            source: Rc::clone(&eval.source),
            eval,
            found: Found::default(),
            here: Here::default(),
            array_uses,
        }
    }

    /// Walks the statements of the region.
    pub fn region(&mut self, items: &'s [Node<BlockItem>]) {
        self.enter_region();
        self.items(items);
    }

    /// Walks the statements of the region's or a loop's own block.
    pub(crate) fn items(&mut self, items: &'s [Node<BlockItem>]) {
        for item in items {
            self.item(item);
            self.guard_rest(item);
        }
    }

    pub(crate) fn item(&mut self, item: &'s Node<BlockItem>) {
        match &item.node {
            BlockItem::Declaration(declaration)
                if self
                    .source
                    .symbols
                    .is_tangled(&self.source.base.range(item.span)) =>
            {
                self.opaque(declaration.span, "code that `goto` enters or repeats");
            }
            BlockItem::Declaration(_) if self.here.team.is_some() => self.declaration_by_each(item),
            BlockItem::Declaration(declaration) => self.declaration(&declaration.node),
            BlockItem::Statement(_) if self.is_deferred_store(item) => {}
            BlockItem::Statement(statement) => self.statement(statement),
            BlockItem::StaticAssert(assertion) => {
                self.opaque(assertion.span, "`_Static_assert`");
            }
        }
    }

    pub(crate) fn statement(&mut self, statement: &'s Node<Statement>) {
        if self
            .source
            .symbols
            .is_tangled(&self.source.base.range(statement.span))
        {
            return self.opaque(statement.span, "code that `goto` enters or repeats");
        }
        if let Some(pragma) = self.restrictive_pragma(statement.span) {
            return self.opaque(
                statement.span,
                &format!("a statement under `#pragma {pragma}`"),
            );
        }
        let start = self.source.base.range(statement.span).start;
        self.wait_before(start);
        self.directed(statement, self.source.facts.threads.at(start));
    }

    /// A statement without its constructs, executed by one thread.
    pub(crate) fn undirected(&mut self, statement: &'s Node<Statement>) {
        if self.sets_up(statement.span) {
            return;
        }
        match &statement.node {
            Statement::Labeled(node) => {
                self.at_label(self.source.base.range(statement.span).start);
                self.statement(&node.node.statement);
            }
            other if self.is_check(other, statement.span) => {}
            Statement::Compound(items) => self.block(items),
            Statement::Expression(Some(e)) if is_discarded(&e.node) => {}
            Statement::Expression(Some(e)) if self.memory_call(e, statement.span) => {}
            Statement::Expression(Some(e)) | Statement::Return(Some(e)) => {
                self.expression(e, statement.span)
            }
            Statement::If(node) => self.conditional(&node.node, statement.span),
            Statement::For(node) => self.for_loop(&node.node, statement.span),
            Statement::DoWhile(node) => self.do_while(&node.node, statement.span),
            Statement::While(node) => self.while_loop(&node.node, statement.span),
            Statement::Switch(node) => self.switch(&node.node, statement.span),
            Statement::Asm(_) => self.opaque(statement.span, "inline assembly"),
            Statement::Expression(None) => {
                let start = self.source.base.range(statement.span).start;
                let mut unread = self.source.symbols.unread.iter();
                if let Some(range) = unread.find(|range| range.start == start) {
                    let what = "a statement whose syntax is not understood";
                    self.found
                        .unanalysed
                        .push((range.clone(), what.to_string()));
                }
            }
            // The code after a jump may be skipped.
            Statement::Return(None)
            | Statement::Goto(_)
            | Statement::Continue
            | Statement::Break => {}
        }
    }

    /// Whether a `goto` may skip the place and reach other accesses. One that follows a failed
    /// allocation leaves the region, if only `free` follows its label.
    fn may_be_skipped(&self, at: usize) -> bool {
        let allocating = self.source.facts.allocating();
        let fails = |from: usize| allocating.iter().any(|range| range.contains(&from));
        let is_used_from = |at: usize| self.array_uses.last().is_some_and(|last| *last >= at);
        let mut skips = self.source.symbols.skips.iter();
        skips.any(|skip| skip.contains(&at) && (is_used_from(skip.end) || !fails(skip.start)))
    }

    /// Forgets the objects that code before a label writes, which a jump may skip.
    fn at_label(&mut self, at: usize) {
        let symbols = self.source.symbols;
        let here = symbols.skips.iter().filter(|skip| skip.end == at);
        here.for_each(|skip| self.eval.forget(skip));
    }

    /// Reads a statement that only sets up, tests or frees heap arrays, and writes those that it
    /// fills with zeros. Returns whether nothing is left to read.
    fn sets_up(&mut self, span: Offsets) -> bool {
        let start = self.source.base.range(span).start;
        let Some(zeroed) = self.source.facts.setups().get(&start) else {
            return false;
        };
        for id in zeroed {
            self.initialised(*id, None, span);
        }
        !self.touches_arrays(span)
    }

    /// The present scope.
    pub(crate) fn scope(&self) -> Scope {
        Scope {
            mark: self.eval.state.mark(),
            doubt: self.here.doubt,
            uncertain: self.here.uncertain,
        }
    }

    /// Restores a scope at the end of a block.
    pub(crate) fn leave(&mut self, scope: Scope) {
        self.eval.state.rewind(scope.mark);
        self.here.doubt = scope.doubt;
        self.here.uncertain = scope.uncertain;
    }

    /// The conditions within the statement at hand, beside those around it.
    pub(crate) fn inner_guards(&self) -> Vec<Formula> {
        self.eval.state.guards_since(self.here.around).to_vec()
    }

    /// Whether `break` and `continue` here leave the region, if anything.
    pub(crate) fn at_region(&self) -> bool {
        self.eval.state.loops.is_empty() && self.here.switches == 0
    }

    pub(crate) fn block(&mut self, items: &'s [Node<BlockItem>]) {
        let scope = self.scope();
        match self.at_region() {
            true => items.iter().for_each(|item| self.item(item)),
            false => self.items(items),
        }
        self.leave(scope);
    }

    /// Notes code that is not followed.
    pub(crate) fn opaque(&mut self, span: Offsets, what: &str) {
        let range = self.source.base.range(span);
        self.eval.forget(&range);
        self.found.unanalysed.push((range, what.to_string()));
    }

    /// The value that may change, if the text mentions one.
    pub(crate) fn unsteady_in(&self, text: &Range<usize>) -> Option<Unsteady> {
        let mut all = self.eval.unsteady.iter();
        all.find(|value| text.contains(&value.at)).cloned()
    }

    /// The reason to keep an array because of a value that may change.
    pub(crate) fn blame_change(&self, value: &Unsteady) -> Refusal {
        let unit = self.source.unit;
        // A store is noted at its end.
        let place = unit.nearest_span(value.changed_at.saturating_sub(1)..value.changed_at + 1);
        let all = self.eval.unsteady.iter().map(|v| v.spelling.clone());
        let all: BTreeSet<String> = all.collect();
        Refusal::MayChange {
            values: all.into_iter().collect(),
            line: place.map_or(0, |place| unit.file.line_col(place.start).line),
        }
    }

    /// Notes a use that rules an array out.
    pub(crate) fn refuse_use(&mut self, at: usize, refusal: Refusal) {
        self.found.refused.entry(at).or_insert(refusal);
    }

    /// Offsets of uses of the function's own arrays in a range.
    pub(crate) fn array_uses_in(&self, range: &Range<usize>) -> Vec<usize> {
        let from = self.array_uses.partition_point(|at| *at < range.start);
        self.array_uses[from..]
            .iter()
            .copied()
            .take_while(|at| *at < range.end)
            .collect()
    }

    pub(crate) fn touches_arrays(&self, span: Offsets) -> bool {
        let range = self.source.base.range(span);
        let from = self.array_uses.partition_point(|at| *at < range.start);
        self.array_uses.get(from).is_some_and(|at| *at < range.end)
    }

    /// Whether a pragma before a statement says how it is executed.
    pub(crate) fn is_directed(&self, span: Offsets) -> bool {
        let start = self.source.base.range(span).start;
        let constructs = self.source.facts.threads.at(start);
        !constructs.is_empty() || self.restrictive_pragma(span).is_some()
    }

    /// A pragma before a statement with a promise or an order that a fold would break.
    fn restrictive_pragma(&self, span: Offsets) -> Option<String> {
        let start = self.source.base.range(span).start;
        let pragmas = &self.source.unit.pragmas;
        let from = pragmas.partition_point(|p| (p.at as usize) < start);
        let mut here = pragmas[from..]
            .iter()
            .take_while(|p| p.at as usize == start);
        let binding = |text: &str| {
            let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            words.any(|w| {
                matches!(
                    w,
                    "acc" | "ivdep" | "simd" | "assume_safety" | "parallel" | "concurrent"
                )
            })
        };
        let is_followed = |text: &str| is_own(text) || is_openmp(text) || is_ivdep(text);
        here.find(|p| !is_followed(&p.text) && binding(&p.text))
            .map(|p| p.text.clone())
    }

    pub(crate) fn expression(&mut self, expression: &'s Node<Expression>, span: Offsets) {
        if let Expression::Comma(list) = &expression.node {
            return list.iter().for_each(|e| self.expression(e, e.span));
        }
        self.eval.begin(expression);
        self.evaluate(span, is_one_assignment(&expression.node), |walker| {
            walker.read(expression)
        });
        self.eval.end(expression);
    }

    /// Adds a statement with the accesses that `inside` finds.
    pub(crate) fn evaluate(
        &mut self,
        span: Offsets,
        root_assigns: bool,
        inside: impl FnOnce(&mut Self),
    ) {
        self.here.accesses.clear();
        self.eval.recorder.take();
        self.here.assignments = 0;
        self.here.uncertain = false;
        self.here.around = self.eval.state.mark();
        self.here.recalled.clear();
        let at = self.source.base.range(span);
        let scope = self.scope();
        self.here.doubt = scope.doubt.or(self.may_be_skipped(at.start));
        inside(self);
        self.leave(scope);
        let mut accesses = std::mem::take(&mut self.here.accesses);
        if self.source.only_accesses && accesses.is_empty() {
            return;
        }
        accesses.sort_by_key(|a| a.kind);
        let mut time = self.here.time.clone();
        time.push(Expr::constant(self.here.position));
        self.here.position += 1;
        self.found.statements.push(DraftStatement {
            at,
            iterators: self.eval.iterators(),
            counters: self.eval.counter_types(),
            domain: self.eval.state.guards.clone(),
            time,
            parallel: Vec::new(),
            tilable: Vec::new(),
            reads_first: self.here.assignments == 0 || (self.here.assignments == 1 && root_assigns),
            accesses,
        });
    }

    fn conditional(&mut self, node: &'s IfStatement, span: Offsets) {
        self.eval.begin(&node.condition);
        let read = |eval: &mut Evaluator<'_>, mode: Mode<'_>| eval.condition(&node.condition, mode);
        let condition = self.eval.asking(self.touches_arrays(span), read);
        match condition.exact {
            true => self.eval.end(&node.condition),
            false => self.expression(&node.condition, node.condition.span),
        }
        let written = self.eval.written_in(&self.source.base.range(span));
        let before = self.eval.snapshot(&written);
        let first = self.under(&condition, true, &node.then_statement);
        let then = self.eval.snapshot(&written);
        self.eval.restore(before);
        if let Some(other) = &node.else_statement {
            let second = self.under(&condition, false, other);
            if !condition.exact {
                self.unite(&[first, second]);
            }
        }
        self.eval.join(then, &condition);
    }

    /// One branch of an `if`.
    fn under(&mut self, condition: &Condition, way: bool, statement: &'s Node<Statement>) -> Doubt {
        let scope = self.scope();
        self.eval.state.guards.push(match way {
            true => condition.when_true.clone(),
            false => condition.when_false.clone(),
        });
        if !condition.exact {
            self.enter_branch();
        }
        let branch = self.here.doubt;
        self.statement(statement);
        if !condition.exact {
            self.leave_branch(branch);
        }
        self.leave(scope);
        branch
    }
}

/// `lhs op= rhs`, `x++`.
fn is_one_assignment(expression: &Expression) -> bool {
    match expression {
        Expression::BinaryOperator(binary) => is_assignment(&binary.node.operator.node),
        Expression::UnaryOperator(unary) => is_step(&unary.node.operator.node),
        _ => false,
    }
}
