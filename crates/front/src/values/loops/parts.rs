//! The parts of a loop of any kind, by its syntax alone.
//!
//! Assumes: `for (;;) { if (c) break; ... }` ends where `c` holds, before the rest of its body.

use crate::forms::strips::StripLoop;
use c::syntax::constant;
use c::syntax::exits::{Leaves, item_leaves, leaves};
use c::syntax::expressions::listed;
use lang_c::ast::{
    BlockItem, DoWhileStatement, Expression, ForStatement, Statement, WhileStatement,
};
use lang_c::span::Node;
use std::ops::Range;

/// A loop of any kind, taken apart. Its start has been read.
pub struct Parts<'e> {
    /// The condition of another iteration.
    pub condition: Option<&'e Node<Expression>>,
    /// The expressions at the end of each iteration.
    pub steps: Vec<&'e Node<Expression>>,
    /// The body. It contains the steps if `steps_inside`.
    pub body: &'e Node<Statement>,
    /// The steps are the last statement of the body.
    pub steps_inside: bool,
    /// The whole loop.
    pub range: Range<usize>,
    /// The condition is not tested before the first iteration.
    pub tests_last: bool,
    /// The condition is that of a `break` at the start of the body: it must not hold.
    pub breaks_first: bool,
    /// Terms of the condition that are not understood may end the loop before its bound does. Those
    /// from this place on may read arrays.
    pub ends_by_data: Option<usize>,
    /// The statements before each strip of the body, and the expression with which the condition
    /// compares the counter.
    pub strips: Option<StripLoop<'e>>,
}

impl<'e> Parts<'e> {
    /// `for (start; condition; steps) body`
    pub fn of_for(node: &'e ForStatement, range: Range<usize>) -> Self {
        Parts {
            condition: node.condition.as_deref(),
            steps: node.step.as_deref().map(listed).unwrap_or_default(),
            body: &node.statement,
            steps_inside: false,
            range,
            tests_last: false,
            breaks_first: false,
            ends_by_data: None,
            strips: None,
        }
    }

    /// `while (condition) { body; steps; }`
    pub fn of_while(node: &'e WhileStatement, range: Range<usize>) -> Self {
        Parts {
            condition: Some(&node.expression),
            ..Parts::of_body(&node.statement, range)
        }
    }

    /// `do { body; steps; } while (condition)`
    pub fn of_do(node: &'e DoWhileStatement, range: Range<usize>) -> Self {
        Parts {
            condition: Some(&node.expression),
            tests_last: true,
            ..Parts::of_body(&node.statement, range)
        }
    }

    /// A loop whose steps are the last statement of its body. A `continue` would skip them.
    fn of_body(body: &'e Node<Statement>, range: Range<usize>) -> Self {
        let last = match &body.node {
            Statement::Compound(items) => match items.last().map(|item| &item.node) {
                Some(BlockItem::Statement(last)) => Some(&last.node),
                _ => None,
            },
            only => Some(only),
        };
        let steps = match last {
            Some(Statement::Expression(Some(e))) if !leaves(body).continues => listed(e),
            _ => Vec::new(),
        };
        Parts {
            condition: None,
            steps,
            body,
            steps_inside: true,
            range,
            tests_last: false,
            breaks_first: false,
            ends_by_data: None,
            strips: None,
        }
    }

    /// `for (;;) { if (condition) break; ... }`, which ends at the `break`.
    pub fn breaking_first(&self) -> Option<Self> {
        let is_true = |e: &Node<Expression>| {
            constant::evaluate(&e.node, &mut |_| None).is_some_and(|value| value != 0)
        };
        let Statement::Compound(items) = &self.body.node else {
            return None;
        };
        let Some(BlockItem::Statement(first)) = items.first().map(|item| &item.node) else {
            return None;
        };
        let Statement::If(test) = &first.node else {
            return None;
        };
        let breaks = |statement: &Statement| match statement {
            Statement::Break => true,
            Statement::Compound(items) => matches!(
                items.as_slice(),
                [Node { node: BlockItem::Statement(only), .. }] if matches!(only.node, Statement::Break)
            ),
            _ => false,
        };
        let is_plain = test.node.else_statement.is_none() && breaks(&test.node.then_statement.node);
        if !is_plain || self.strips.is_some() || !self.condition.is_none_or(is_true) {
            return None;
        }
        let last = Parts::of_body(self.body, self.range.clone());
        let (steps, steps_inside) = match self.steps.is_empty() {
            true => (last.steps, true),
            false => (self.steps.clone(), self.steps_inside),
        };
        Some(Parts {
            condition: Some(&test.node.condition),
            steps,
            steps_inside,
            breaks_first: true,
            ..last
        })
    }

    /// The same loop, which may end before its bound: see [`Parts::ends_by_data`].
    pub fn ending_by_data(&self, from: usize) -> Option<Self> {
        let is_fit = !self.tests_last && !self.breaks_first && self.strips.is_none();
        is_fit.then(|| Parts {
            condition: self.condition,
            steps: self.steps.clone(),
            body: self.body,
            range: self.range.clone(),
            ends_by_data: Some(from),
            strips: None,
            ..*self
        })
    }

    /// The ways in which control leaves the body, beside the bound.
    pub fn leaves(&self) -> Leaves {
        let mut left = self.leaves_body();
        left.breaks |= self.ends_by_data.is_some();
        left
    }

    fn leaves_body(&self) -> Leaves {
        match &self.body.node {
            Statement::Compound(items) if self.breaks_first => {
                let left = items.iter().skip(1).map(item_leaves);
                left.fold(Leaves::default(), Leaves::or)
            }
            _ => leaves(self.body),
        }
    }
}
