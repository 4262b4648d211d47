//! Walks `switch` statements whose groups are side by side in one block.

use crate::values::formula::Formula;
use crate::walk::branches::doubt::Doubt;
use crate::walk::walker::Walker;
use c::syntax::exits::{always_leaves, item_leaves, leaves};
use lang_c::ast::{BlockItem, Expression, Label, Statement, SwitchStatement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use poly::Expr;

/// The labels of a statement.
struct Head<'s> {
    labels: Vec<&'s Label>,
    statement: &'s Node<Statement>,
}

/// The conditions under which a label is chosen, and is not chosen.
struct Case {
    chosen: Formula,
    passed: Formula,
}

impl<'s> Walker<'s> {
    /// `switch (e) { case 1: ...; break; default: ... }`
    pub(crate) fn switch(&mut self, node: &'s SwitchStatement, span: Offsets) {
        let Statement::Compound(items) = &node.statement.node else {
            return self.opaque(span, "a `switch` without a block");
        };
        let seen: usize = items.iter().filter_map(head).map(|h| h.labels.len()).sum();
        if seen != labels_in(&node.statement) {
            return self.opaque(span, "a `switch` with labels inside of its statements");
        }
        let guards = self.guards_of_groups(node, items);
        self.expression(&node.expression, node.expression.span);
        self.here.switches += 1;
        self.groups(items, guards, self.source.base.range(span));
        self.here.switches -= 1;
    }

    /// The conditions under which each group is executed, if they are known.
    fn guards_of_groups(
        &mut self,
        node: &'s SwitchStatement,
        items: &'s [Node<BlockItem>],
    ) -> Option<Vec<Formula>> {
        if falls_through(items) || leaves(&node.statement).jumps {
            return None;
        }
        self.eval.begin(&node.expression);
        let value = self.eval.value(&node.expression)?;
        let value = self.eval.exactly(value)?;
        let groups = items.iter().filter_map(head);
        let groups = groups.map(|head| {
            let cases = head.labels.iter().filter(|l| !is_default(l));
            let cases = cases.map(|label| self.case(label, &value));
            Some((
                head.labels.iter().any(is_default),
                cases.collect::<Option<Vec<Case>>>()?,
            ))
        });
        let groups = groups.collect::<Option<Vec<(bool, Vec<Case>)>>>()?;
        let guard = |(index, (is_default, cases)): (usize, &(bool, Vec<Case>))| {
            let others = groups.iter().enumerate().filter(|(k, _)| *k != index);
            let passed = others
                .flat_map(|(_, (_, cases))| cases)
                .map(|c| c.passed.clone());
            match is_default {
                true => Formula::All(passed.collect()),
                false => Formula::Any(cases.iter().map(|c| c.chosen.clone()).collect()),
            }
        };
        Some(groups.iter().enumerate().map(guard).collect())
    }

    fn case(&mut self, label: &Label, value: &Expr) -> Option<Case> {
        match label {
            Label::Case(expression) => {
                let distance = value.clone() - self.constant_case(expression)?;
                Some(Case {
                    chosen: Formula::Zero(distance.clone()),
                    passed: Formula::NotZero(distance),
                })
            }
            Label::CaseRange(range) => {
                let low = self.constant_case(&range.node.low)?;
                let high = self.constant_case(&range.node.high)?;
                Some(Case {
                    chosen: Formula::at_most(&low, value).and(Formula::at_most(value, &high)),
                    passed: Formula::less(value, &low).or(Formula::less(&high, value)),
                })
            }
            Label::Default | Label::Identifier(_) => None,
        }
    }

    fn constant_case(&mut self, expression: &Node<Expression>) -> Option<Expr> {
        let value = self.eval.value(expression)?;
        self.eval.exactly(value)
    }

    /// The groups in order. Without guards, each of their statements may be executed.
    fn groups(
        &mut self,
        items: &'s [Node<BlockItem>],
        guards: Option<Vec<Formula>>,
        range: std::ops::Range<usize>,
    ) {
        let scope = self.scope();
        let before = self.eval.snapshot(&self.eval.written_in(&range));
        let is_known = guards.is_some();
        let mut guards = guards.into_iter().flatten();
        let mut heads = items.iter().filter_map(head);
        let is_complete = heads.any(|head| head.labels.iter().any(is_default));
        let is_one = !is_known && is_complete && !falls_through(items);
        let mut branches = Vec::new();
        // Nothing is executed before the first label.
        self.here.doubt = Doubt::Skip;
        for item in items {
            let head = head(item);
            if head.is_some() {
                if let Some(branch) = branches.last() {
                    self.leave_branch(*branch);
                }
                self.leave(scope);
                self.eval.state.guards.extend(guards.next());
                self.here.doubt = scope.doubt.or(!is_known && !is_one);
                if is_one {
                    self.enter_branch();
                    branches.push(self.here.doubt);
                }
                match is_known {
                    true => self.eval.restore(before.clone()),
                    false => self.eval.forget(&range),
                }
            }
            match head {
                Some(head) => self.statement(head.statement),
                None => self.item(item),
            }
            let left = item_leaves(item);
            self.here.doubt = self.here.doubt.or(left.breaks || left.continues);
        }
        if let Some(branch) = branches.last() {
            self.leave_branch(*branch);
        }
        self.leave(scope);
        self.unite(&branches);
        self.eval.forget(&range);
    }
}

fn is_default(label: &&Label) -> bool {
    matches!(label, Label::Default)
}

/// The labels of a group's first statement.
fn head(item: &Node<BlockItem>) -> Option<Head<'_>> {
    let BlockItem::Statement(statement) = &item.node else {
        return None;
    };
    let mut statement = statement;
    let mut labels = Vec::new();
    while let Statement::Labeled(node) = &statement.node
        && !matches!(node.node.label.node, Label::Identifier(_))
    {
        labels.push(&node.node.label.node);
        statement = &node.node.statement;
    }
    (!labels.is_empty()).then_some(Head { labels, statement })
}

/// Whether a group ends without a jump.
fn falls_through(items: &[Node<BlockItem>]) -> bool {
    let ends = |item: &Node<BlockItem>| match (head(item), &item.node) {
        (Some(head), _) => always_leaves(&head.statement.node),
        (None, BlockItem::Statement(statement)) => always_leaves(&statement.node),
        _ => false,
    };
    let mut pairs = items.windows(2);
    pairs.any(|pair| head(&pair[1]).is_some() && !ends(&pair[0]))
}

/// The number of `case` and `default` labels of a `switch` with this body.
fn labels_in(body: &Node<Statement>) -> usize {
    struct Counter(usize);
    impl<'a> Visit<'a> for Counter {
        fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
            match statement {
                Statement::Switch(_) => return,
                Statement::Labeled(node)
                    if !matches!(node.node.label.node, Label::Identifier(_)) =>
                {
                    self.0 += 1;
                }
                _ => {}
            }
            visit::visit_statement(self, statement, span);
        }
    }
    let mut counter = Counter(0);
    counter.visit_statement(&body.node, &body.span);
    counter.0
}
