//! Walks the statements of a region in order: domains, times, and which code is not followed.

use crate::constant;
use crate::draft::{DraftAccess, DraftReference, DraftStatement};
use crate::formula::Formula;
use crate::refusal::Refusal;
use crate::scene::Scene;
use crate::symbols::{VarId, is_assignment, is_step};
use crate::types::Storage;
use lang_c::ast::{
    BlockItem, Declaration, DoWhileStatement, Expression, ForStatement, IfStatement,
    InitDeclarator, Initializer, Label, Statement,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use poly::Expr;
use scop::{AccessKind, Certainty, Subscript};
use std::collections::BTreeMap;
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
    /// Bodies of loops that are not followed: regions of their own.
    pub inner: Vec<InnerBody<'s>>,
    /// Branches that leave the region; what follows them has their condition's opposite as a guard.
    pub guarded_exits: Vec<Range<usize>>,
    /// Accesses of the statement at hand.
    pub(crate) accesses: Vec<DraftAccess>,
    /// Assignments in the statement at hand.
    pub(crate) assignments: usize,
    /// The accesses at hand may not happen although their guards hold.
    pub(crate) uncertain: bool,
    /// The statement at hand may not be executed although its domain says so.
    pub(crate) skippable: bool,
    /// Number of guards around the statement at hand.
    pub(crate) outer_guards: usize,
    time: Vec<Expr>,
    position: i64,
    /// Offsets of all uses of the function's own arrays, sorted.
    array_uses: Vec<usize>,
}

/// Deeper nests of loops are not followed: sets grow with every dimension.
const MOST_LOOPS: usize = 16;

/// The body of a loop that is not followed.
pub struct InnerBody<'s> {
    /// Its statements.
    pub items: &'s [Node<BlockItem>],
    /// Its place.
    pub range: Range<usize>,
    /// What kind of loop it is.
    pub what: String,
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
            references: Vec::new(),
            refused: BTreeMap::new(),
            unanalysed: Vec::new(),
            inner: Vec::new(),
            guarded_exits: Vec::new(),
            accesses: Vec::new(),
            assignments: 0,
            uncertain: false,
            skippable: false,
            outer_guards: 0,
            time: Vec::new(),
            position: 0,
            array_uses,
        }
    }

    /// Walks the statements of the region.
    pub fn region(&mut self, items: &'s [Node<BlockItem>]) {
        for item in items {
            self.item(item);
            self.guard_rest(item);
        }
    }

    /// Behind `if (c) return;` or `if (c) continue;` the opposite of `c` holds.
    fn guard_rest(&mut self, item: &'s Node<BlockItem>) {
        let BlockItem::Statement(statement) = &item.node else {
            return;
        };
        let Statement::If(node) = &statement.node else {
            return;
        };
        if node.node.else_statement.is_some() || !always_leaves(&node.node.then_statement.node) {
            return;
        }
        if self
            .scene
            .is_optional(self.scene.base.range(statement.span))
        {
            return;
        }
        let condition = self.scene.condition(&node.node.condition);
        if condition.exact {
            self.scene.guards.push(condition.when_false);
            self.guarded_exits
                .push(self.scene.base.range(statement.span));
        }
    }

    fn item(&mut self, item: &'s Node<BlockItem>) {
        match &item.node {
            BlockItem::Declaration(declaration) => self.declaration(&declaration.node),
            BlockItem::Statement(statement) => self.statement(statement),
            BlockItem::StaticAssert(_) => {}
        }
    }

    fn statement(&mut self, statement: &'s Node<Statement>) {
        if let Some(pragma) = self.restrictive_pragma(statement.span) {
            return self.opaque(
                statement.span,
                &format!("a statement under `#pragma {pragma}`"),
            );
        }
        match &statement.node {
            Statement::Labeled(node) => match node.node.label.node {
                Label::Identifier(_) => self.statement(&node.node.statement),
                _ => self.opaque(statement.span, "a `case`"),
            },
            Statement::Compound(items) => items.iter().for_each(|item| self.item(item)),
            Statement::Expression(Some(e)) | Statement::Return(Some(e)) => {
                self.expression(e, statement.span)
            }
            Statement::If(node) => self.conditional(&node.node, statement.span),
            Statement::For(node) => self.for_loop(&node.node, statement.span),
            Statement::DoWhile(node) => self.do_while(&node.node, statement.span),
            Statement::While(node) => {
                self.unbounded(statement.span, "a `while` loop", &node.node.statement)
            }
            Statement::Switch(_) => self.opaque(statement.span, "a `switch`"),
            Statement::Asm(_) => self.opaque(statement.span, "inline assembly"),
            Statement::Expression(None) => {
                let start = self.scene.base.range(statement.span).start;
                let mut unread = self.scene.symbols.unread.iter();
                if let Some(range) = unread.find(|range| range.start == start) {
                    let what = "a statement whose syntax is not understood";
                    self.unanalysed.push((range.clone(), what.to_string()));
                }
            }
            // `goto` rules out the function; `break` and `continue` make their loop skippable.
            Statement::Return(None)
            | Statement::Goto(_)
            | Statement::Continue
            | Statement::Break => {}
        }
    }

    /// Code that is not followed.
    pub(crate) fn opaque(&mut self, span: Offsets, what: &str) {
        self.unanalysed
            .push((self.scene.base.range(span), what.to_string()));
    }

    /// A loop that is not followed; its body may be, by itself.
    fn unbounded(&mut self, span: Offsets, what: &str, body: &'s Node<Statement>) {
        self.opaque(span, what);
        if let Statement::Compound(items) = &body.node {
            self.inner.push(InnerBody {
                items,
                range: self.scene.base.range(body.span),
                what: what.to_string(),
            });
        }
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

    fn touches_arrays(&self, span: Offsets) -> bool {
        let range = self.scene.base.range(span);
        let from = self.array_uses.partition_point(|at| *at < range.start);
        self.array_uses.get(from).is_some_and(|at| *at < range.end)
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
                    "omp" | "acc" | "ivdep" | "simd" | "assume_safety" | "parallel" | "concurrent"
                )
            })
        };
        here.find(|p| binding(&p.text)).map(|p| p.text.clone())
    }

    fn declaration(&mut self, declaration: &'s Declaration) {
        for item in &declaration.declarators {
            let Some(initializer) = &item.node.initializer else {
                continue;
            };
            let declared = self
                .declared(&item.node)
                .map(|id| (id, self.scene.symbols.variable(id)));
            match declared {
                Some((_, variable)) if variable.storage == Storage::Static => {}
                Some((id, variable)) if variable.tracked => {
                    self.initialised(id, &initializer.node, item.span)
                }
                _ => self.evaluate(item.span, false, |w| w.read_initializer(&initializer.node)),
            }
        }
    }

    fn declared(&self, item: &InitDeclarator) -> Option<VarId> {
        let name = crate::parse::declared_name(&item.declarator)?;
        let at = self.scene.base.range(name.span).start;
        self.scene
            .symbols
            .variables
            .iter()
            .position(|v| v.at.start == at)
            .map(VarId)
    }

    /// `double a[N] = {0};` writes every element.
    fn initialised(&mut self, array: VarId, initializer: &'s Initializer, span: Offsets) {
        let rank = self.scene.symbols.variable(array).ty.rank().0;
        self.evaluate(span, false, |walker| {
            walker.read_initializer(initializer);
            walker.accesses.push(DraftAccess {
                array,
                kind: AccessKind::Write,
                certainty: if walker.skippable {
                    Certainty::May
                } else {
                    Certainty::Must
                },
                happens: !walker.skippable,
                whole: true,
                subscripts: vec![Subscript::Any; rank],
                guards: Vec::new(),
                reference: None,
            });
        });
    }

    fn expression(&mut self, expression: &'s Node<Expression>, span: Offsets) {
        self.evaluate(span, is_one_assignment(&expression.node), |walker| {
            walker.read(expression)
        });
    }

    /// Adds a statement with the accesses that `inside` finds.
    fn evaluate(&mut self, span: Offsets, root_assigns: bool, inside: impl FnOnce(&mut Self)) {
        self.accesses.clear();
        self.assignments = 0;
        self.uncertain = false;
        self.outer_guards = self.scene.guards.len();
        inside(self);
        let mut accesses = std::mem::take(&mut self.accesses);
        accesses.sort_by_key(|a| a.kind);
        let mut time = self.time.clone();
        time.push(Expr::constant(self.position));
        self.position += 1;
        self.statements.push(DraftStatement {
            at: self.scene.base.range(span),
            iterators: self.scene.iterators(),
            domain: self.scene.guards.clone(),
            time,
            reads_first: self.assignments == 0 || (self.assignments == 1 && root_assigns),
            accesses,
        });
    }

    fn conditional(&mut self, node: &'s IfStatement, span: Offsets) {
        self.scene.may_fix = self.touches_arrays(span);
        let condition = self.scene.condition(&node.condition);
        self.scene.may_fix = false;
        if !condition.exact {
            self.expression(&node.condition, node.condition.span);
        }
        let skippable = self.skippable;
        self.skippable |= !condition.exact;
        self.under(condition.when_true, &node.then_statement);
        if let Some(other) = &node.else_statement {
            self.under(condition.when_false, other);
        }
        self.skippable = skippable;
    }

    fn under(&mut self, guard: Formula, statement: &'s Node<Statement>) {
        let depth = self.scene.guards.len();
        self.scene.guards.push(guard);
        self.statement(statement);
        self.scene.guards.truncate(depth);
    }

    fn for_loop(&mut self, node: &'s ForStatement, span: Offsets) {
        if self.scene.loops.len() >= MOST_LOOPS {
            return self.opaque(span, "a loop inside of too many others");
        }
        self.scene.may_fix = self.touches_arrays(span);
        let header = self.scene.header(node, self.scene.base.range(span));
        self.scene.may_fix = false;
        let header = match header {
            Ok(header) => header,
            Err(problem) => return self.unbounded(span, &problem.to_string(), &node.statement),
        };
        let sign = if header.around.ascending { 1 } else { -1 };
        self.time.push(Expr::constant(self.position));
        self.time.push(Expr::var(&header.around.name) * sign);
        let position = std::mem::replace(&mut self.position, 0);
        let skippable = self.skippable;
        self.skippable |= breaks_out(&node.statement);
        self.scene.loops.push(header.around);
        self.under(header.domain, &node.statement);
        self.scene.loops.pop();
        self.skippable = skippable;
        self.position = position + 1;
        self.time.truncate(self.time.len() - 2);
    }

    /// `do { ... } while (0)` is a block.
    fn do_while(&mut self, node: &'s DoWhileStatement, span: Offsets) {
        let never_again = constant::evaluate(&node.expression.node, &mut |_| None) == Some(0);
        if !never_again || breaks_out(&node.statement) {
            return self.unbounded(span, "a `do` loop", &node.statement);
        }
        self.statement(&node.statement);
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

/// Whether an initialiser makes everything zero.
pub fn is_zero(initializer: &Initializer) -> bool {
    match initializer {
        Initializer::Expression(e) => is_zero_literal(&e.node),
        Initializer::List(list) => list.iter().all(|item| is_zero(&item.node.initializer.node)),
    }
}

fn is_zero_literal(expression: &Expression) -> bool {
    match expression {
        Expression::Constant(constant) => match &constant.node {
            lang_c::ast::Constant::Float(float) => {
                let digits = float
                    .number
                    .split(['e', 'E', 'p', 'P'])
                    .next()
                    .unwrap_or("");
                !digits.is_empty() && digits.chars().all(|c| matches!(c, '0' | '.'))
            }
            other => constant::literal(other).is_some_and(|(value, _)| value == 0),
        },
        _ => false,
    }
}

/// Whether a statement of the region's own block certainly leaves the region.
fn always_leaves(statement: &Statement) -> bool {
    match statement {
        Statement::Return(_) | Statement::Break | Statement::Continue => true,
        Statement::Compound(items) => match items.last().map(|item| &item.node) {
            Some(BlockItem::Statement(last)) => always_leaves(&last.node),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a loop body has a `break` or `continue` of its own loop.
fn breaks_out(body: &Node<Statement>) -> bool {
    let mut finder = Breaks {
        depth_of_loops: 0,
        depth_of_switches: 0,
        found: false,
    };
    finder.visit_statement(&body.node, &body.span);
    finder.found
}

struct Breaks {
    depth_of_loops: u32,
    depth_of_switches: u32,
    found: bool,
}

impl<'a> Visit<'a> for Breaks {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        let own_loop = self.depth_of_loops == 0;
        match statement {
            Statement::Break => self.found |= own_loop && self.depth_of_switches == 0,
            Statement::Continue => self.found |= own_loop,
            Statement::For(_) | Statement::While(_) | Statement::DoWhile(_) => {
                self.depth_of_loops += 1;
                visit::visit_statement(self, statement, span);
                self.depth_of_loops -= 1;
            }
            Statement::Switch(_) => {
                self.depth_of_switches += 1;
                visit::visit_statement(self, statement, span);
                self.depth_of_switches -= 1;
            }
            _ => visit::visit_statement(self, statement, span),
        }
    }
}
