//! Walks the statements of a region in order: domains, times, and which code is not followed.

use crate::forms::deferred_store::Late;
use crate::values::affine::Condition;
use crate::values::polynomial::Polynomial;
use crate::values::recorder::DraftName;
use crate::values::state::Scene;
use crate::walk::branches::{Branches, Doubt};
use crate::walk::draft::{DraftAccess, DraftClear, DraftReference, DraftStatement};
use crate::walk::openmp_walk::Team;
use crate::walk::row_pointers::RowPointer;
use c::facts::promises::is_own;
use c::facts::refusal::Refusal;
use c::facts::threads::ConstructId;
use c::names::symbols::VarId;
use c::syntax::exits::{always_leaves, item_leaves};
use c::syntax::expressions::{is_assignment, is_discarded, is_step};
use c::syntax::openmp::is_openmp;
use lang_c::ast::{BlockItem, Expression, IfStatement, Statement};
use lang_c::span::{Node, Span as Offsets};
use poly::Expr;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

/// Reads a region statement by statement.
pub struct Walker<'s> {
    /// The place.
    pub scene: Scene<'s>,
    /// Statements so far.
    pub statements: Vec<DraftStatement>,
    /// References so far.
    pub references: Vec<DraftReference>,
    /// Uses of arrays that rule them out, by offset.
    pub refused: BTreeMap<usize, Refusal>,
    /// Code that is not followed, and what it is.
    pub unanalysed: Vec<(Range<usize>, String)>,
    /// Loops whose number of iterations is known only when they end.
    pub open_loops: Vec<Range<usize>>,
    /// Bodies of loops that do not count: regions of their own.
    pub inner: Vec<InnerBody<'s>>,
    /// Branches that leave the region; what follows them has their condition's opposite as a guard.
    pub guarded_exits: Vec<Range<usize>>,
    /// Declared sizes of the arrays that are followed.
    pub sizes: HashMap<VarId, Vec<Polynomial>>,
    /// Calls that write whole arrays.
    pub cleared: Vec<DraftClear>,
    /// Arrays whose initialisation was seen.
    pub zeroed: BTreeSet<VarId>,
    /// Arrays of pointers that are set to allocations of their own: `t[i] = malloc(...)`.
    pub allocated_by_row: BTreeSet<VarId>,
    /// Uses that need no place: `sizeof *a` of a pointer.
    pub understood: BTreeSet<usize>,
    /// Number of coordinates of time up to and with those that OpenMP constructs share out.
    pub copies: BTreeMap<ConstructId, usize>,
    /// The team each of whose threads executes what is being read.
    pub(crate) team: Option<Team>,
    /// What the strip at hand stores last.
    pub(crate) late: Vec<Late<'s>>,
    /// The pointers to rows whose declarations were read.
    pub(crate) row_pointers: HashMap<VarId, RowPointer>,
    /// Declarations that only name numbers.
    pub(crate) names: Vec<DraftName>,
    /// Accesses of the statement at hand.
    pub(crate) accesses: Vec<DraftAccess>,
    /// Assignments in the statement at hand.
    pub(crate) assignments: usize,
    /// The accesses at hand may not happen although their guards hold.
    pub(crate) uncertain: bool,
    /// Whether the statement at hand may not be executed although its domain says so.
    pub(crate) doubt: Doubt,
    /// Writes in branches whose conditions are not known.
    pub(crate) branches: Branches,
    /// Number of guards around the statement at hand.
    pub(crate) outer_guards: usize,
    /// Number of `switch` statements around the statement at hand.
    pub(crate) switches: u32,
    pub(crate) time: Vec<Expr>,
    pub(crate) position: i64,
    /// Offsets of all uses of the function's own arrays, sorted.
    array_uses: Vec<usize>,
}

/// The body of a loop that is not followed.
pub struct InnerBody<'s> {
    /// Its statements.
    pub items: &'s [Node<BlockItem>],
    /// Its place.
    pub range: Range<usize>,
    /// What kind of loop it is.
    pub what: String,
    /// The name of its iterator in sets, if it is followed from outside too.
    pub iterator: Option<String>,
}

impl<'s> Walker<'s> {
    /// A walker at the start of a region.
    pub fn new(scene: Scene<'s>) -> Self {
        let tracked = scene.symbols.variables.iter().filter(|v| v.tracked);
        let mut array_uses: Vec<usize> = tracked.flat_map(|v| v.uses.iter().copied()).collect();
        array_uses.sort_unstable();
        Walker {
            scene,
            statements: Vec::new(),
            names: Vec::new(),
            references: Vec::new(),
            refused: BTreeMap::new(),
            unanalysed: Vec::new(),
            open_loops: Vec::new(),
            inner: Vec::new(),
            guarded_exits: Vec::new(),
            sizes: HashMap::new(),
            cleared: Vec::new(),
            zeroed: BTreeSet::new(),
            allocated_by_row: BTreeSet::new(),
            understood: BTreeSet::new(),
            copies: BTreeMap::new(),
            team: None,
            late: Vec::new(),
            row_pointers: HashMap::new(),
            accesses: Vec::new(),
            assignments: 0,
            uncertain: false,
            doubt: Doubt::Nothing,
            branches: Branches::default(),
            outer_guards: 0,
            switches: 0,
            time: Vec::new(),
            position: 0,
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

    /// Behind `if (c) return;` or `if (c) continue;` the opposite of `c` holds. Where that is not
    /// known, what follows in the loop may be passed over.
    fn guard_rest(&mut self, item: &'s Node<BlockItem>) {
        let at_region = self.at_region();
        let left = item_leaves(item);
        let passes = !at_region && (left.breaks || left.continues);
        if let Some((condition, span)) = exit_condition(item)
            && (passes || at_region)
            && !self.scene.symbols.has_gotos()
            && !self.scene.is_optional(self.scene.base.range(span))
            && self
                .scene
                .symbols
                .writes_in(&self.scene.base.range(condition.span))
                .is_empty()
        {
            let condition = self.scene.condition(condition);
            if condition.exact {
                self.scene.guards.push(condition.when_false);
                if at_region {
                    self.guarded_exits.push(self.scene.base.range(span));
                }
                return;
            }
        }
        self.doubt = self.doubt.or(passes);
    }

    pub(crate) fn item(&mut self, item: &'s Node<BlockItem>) {
        match &item.node {
            BlockItem::Declaration(declaration)
                if self
                    .scene
                    .symbols
                    .is_tangled(&self.scene.base.range(item.span)) =>
            {
                self.opaque(declaration.span, "code that `goto` enters or repeats");
            }
            BlockItem::Declaration(_) if self.team.is_some() => self.declaration_by_each(item),
            BlockItem::Declaration(declaration) => self.declaration(&declaration.node),
            BlockItem::Statement(_) if self.is_late_store(item) => {}
            BlockItem::Statement(statement) => self.statement(statement),
            BlockItem::StaticAssert(assertion) => {
                self.opaque(assertion.span, "`_Static_assert`");
            }
        }
    }

    pub(crate) fn statement(&mut self, statement: &'s Node<Statement>) {
        if self
            .scene
            .symbols
            .is_tangled(&self.scene.base.range(statement.span))
        {
            return self.opaque(statement.span, "code that `goto` enters or repeats");
        }
        if let Some(pragma) = self.restrictive_pragma(statement.span) {
            return self.opaque(
                statement.span,
                &format!("a statement under `#pragma {pragma}`"),
            );
        }
        let start = self.scene.base.range(statement.span).start;
        self.wait_before(start);
        self.directed(statement, self.scene.symbols.threads.at(start));
    }

    /// A statement without the constructs in front of it, executed by one thread.
    pub(crate) fn undirected(&mut self, statement: &'s Node<Statement>) {
        if self.sets_up(statement.span) {
            return;
        }
        match &statement.node {
            Statement::Labeled(node) => {
                self.at_label(self.scene.base.range(statement.span).start);
                self.statement(&node.node.statement);
            }
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
                let start = self.scene.base.range(statement.span).start;
                let mut unread = self.scene.symbols.unread.iter();
                if let Some(range) = unread.find(|range| range.start == start) {
                    let what = "a statement whose syntax is not understood";
                    self.unanalysed.push((range.clone(), what.to_string()));
                }
            }
            // What they pass over may be skipped.
            Statement::Return(None)
            | Statement::Goto(_)
            | Statement::Continue
            | Statement::Break => {}
        }
    }

    /// What jumps to a label passed over has not been done for certain.
    fn at_label(&mut self, at: usize) {
        let symbols = self.scene.symbols;
        let here = symbols.skips.iter().filter(|skip| skip.end == at);
        here.for_each(|skip| self.scene.forget(skip));
    }

    /// A statement that only sets up, tests or ends heap arrays. What it fills with zeros is written.
    fn sets_up(&mut self, span: Offsets) -> bool {
        let start = self.scene.base.range(span).start;
        let Some(zeroed) = self.scene.symbols.setups.get(&start) else {
            return false;
        };
        for id in zeroed {
            self.initialised(*id, None, span);
        }
        !self.touches_arrays(span)
    }

    /// Whether `break` and `continue` here leave the region, if anything.
    fn at_region(&self) -> bool {
        self.scene.loops.is_empty() && self.switches == 0
    }

    pub(crate) fn block(&mut self, items: &'s [Node<BlockItem>]) {
        let (depth, doubt) = (self.scene.guards.len(), self.doubt);
        match self.at_region() {
            true => items.iter().for_each(|item| self.item(item)),
            false => self.items(items),
        }
        self.scene.guards.truncate(depth);
        self.doubt = doubt;
    }

    /// Code that is not followed.
    pub(crate) fn opaque(&mut self, span: Offsets, what: &str) {
        let range = self.scene.base.range(span);
        self.scene.forget(&range);
        self.unanalysed.push((range, what.to_string()));
    }

    /// A use that rules an array out.
    pub(crate) fn refuse_use(&mut self, at: usize, refusal: Refusal) {
        self.refused.entry(at).or_insert(refusal);
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
        let range = self.scene.base.range(span);
        let from = self.array_uses.partition_point(|at| *at < range.start);
        self.array_uses.get(from).is_some_and(|at| *at < range.end)
    }

    /// Whether a pragma in front says how a statement is executed.
    pub(crate) fn is_directed(&self, span: Offsets) -> bool {
        let start = self.scene.base.range(span).start;
        let constructs = self.scene.symbols.threads.at(start);
        !constructs.is_empty() || self.restrictive_pragma(span).is_some()
    }

    /// A pragma in front that promises or orders something a fold would break.
    fn restrictive_pragma(&self, span: Offsets) -> Option<String> {
        let start = self.scene.base.range(span).start;
        let pragmas = &self.scene.unit.pragmas;
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
        let is_followed = |text: &str| is_own(text) || is_openmp(text);
        here.find(|p| !is_followed(&p.text) && binding(&p.text))
            .map(|p| p.text.clone())
    }

    pub(crate) fn expression(&mut self, expression: &'s Node<Expression>, span: Offsets) {
        if let Expression::Comma(list) = &expression.node {
            return list.iter().for_each(|e| self.expression(e, e.span));
        }
        self.scene.begin(expression);
        self.evaluate(span, is_one_assignment(&expression.node), |walker| {
            walker.read(expression)
        });
        self.scene.end(expression);
    }

    /// Adds a statement with the accesses that `inside` finds.
    pub(crate) fn evaluate(
        &mut self,
        span: Offsets,
        root_assigns: bool,
        inside: impl FnOnce(&mut Self),
    ) {
        self.accesses.clear();
        self.scene.recorder.take();
        self.assignments = 0;
        self.uncertain = false;
        self.outer_guards = self.scene.guards.len();
        let at = self.scene.base.range(span);
        let doubt = self.doubt;
        self.doubt = doubt.or(self.scene.symbols.may_be_passed(at.start));
        inside(self);
        self.doubt = doubt;
        let mut accesses = std::mem::take(&mut self.accesses);
        accesses.sort_by_key(|a| a.kind);
        let mut time = self.time.clone();
        time.push(Expr::constant(self.position));
        self.position += 1;
        self.statements.push(DraftStatement {
            at,
            iterators: self.scene.iterators(),
            counters: self.scene.counter_types(),
            domain: self.scene.guards.clone(),
            time,
            parallel: Vec::new(),
            tilable: Vec::new(),
            reads_first: self.assignments == 0 || (self.assignments == 1 && root_assigns),
            accesses,
        });
    }

    fn conditional(&mut self, node: &'s IfStatement, span: Offsets) {
        self.scene.may_fix = self.touches_arrays(span);
        self.scene.begin(&node.condition);
        let condition = self.scene.condition(&node.condition);
        self.scene.may_fix = false;
        match condition.exact {
            true => self.scene.end(&node.condition),
            false => self.expression(&node.condition, node.condition.span),
        }
        let written = self.scene.written_in(&self.scene.base.range(span));
        let before = self.scene.snapshot(&written);
        let first = self.under(&condition, true, &node.then_statement);
        let then = self.scene.snapshot(&written);
        self.scene.restore(before);
        if let Some(other) = &node.else_statement {
            let second = self.under(&condition, false, other);
            if !condition.exact {
                self.unite(&[first, second]);
            }
        }
        self.scene.join(then, &condition);
    }

    /// One branch of an `if`.
    fn under(&mut self, condition: &Condition, way: bool, statement: &'s Node<Statement>) -> Doubt {
        let (depth, doubt) = (self.scene.guards.len(), self.doubt);
        self.scene.guards.push(match way {
            true => condition.when_true.clone(),
            false => condition.when_false.clone(),
        });
        if !condition.exact {
            self.enter_branch();
        }
        let branch = self.doubt;
        self.statement(statement);
        if !condition.exact {
            self.leave_branch(branch);
        }
        self.scene.guards.truncate(depth);
        self.doubt = doubt;
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

/// `if (condition) return;`, `if (condition) continue;`: the condition.
fn exit_condition(item: &Node<BlockItem>) -> Option<(&Node<Expression>, Offsets)> {
    let BlockItem::Statement(statement) = &item.node else {
        return None;
    };
    let Statement::If(node) = &statement.node else {
        return None;
    };
    let leaves = always_leaves(&node.node.then_statement.node);
    (leaves && node.node.else_statement.is_none()).then_some((&node.node.condition, statement.span))
}
