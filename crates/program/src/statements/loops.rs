//! Loops. A condition with effects is computed before the loop and again after each step.

use super::continues::without_continues;
use crate::lowerer::Lowerer;
use crate::lowerer::values::Typed;
use crate::{Loop, Statement as Lowered, StatementKind};
use lang_c::ast::{
    DoWhileStatement, Expression, ForInitializer, ForStatement, Statement, WhileStatement,
};
use lang_c::span::Node;
use source::Span;

/// Effects of a condition with more statements are not written twice.
const MOST_COPIED: usize = 8;

/// A condition and its effects.
type Condition = (Option<Typed>, Vec<Lowered>);

impl Lowerer<'_> {
    pub(super) fn loop_statement(&mut self, s: &Statement, pragmas: Vec<String>, at: Span) {
        match s {
            Statement::While(node) => self.while_loop(&node.node, pragmas, at),
            Statement::DoWhile(node) => self.do_loop(&node.node, pragmas, at),
            Statement::For(node) => self.for_loop(&node.node, pragmas, at),
            _ => {}
        }
    }

    fn while_loop(&mut self, node: &WhileStatement, pragmas: Vec<String>, at: Span) {
        let condition = self.loop_condition(Some(&node.expression));
        let body = self.breakable(|s| s.body(&node.statement));
        self.emit_loop(condition, body, Vec::new(), pragmas, at);
    }

    fn for_loop(&mut self, node: &ForStatement, pragmas: Vec<String>, at: Span) {
        match &node.initializer.node {
            ForInitializer::Declaration(declaration) => {
                let block = self.scoped(|s| {
                    s.local(&declaration.node);
                    s.rest_of_for(node, pragmas, at);
                });
                self.emit(StatementKind::Block(block), at);
            }
            ForInitializer::Expression(e) => {
                self.effect(e);
                self.rest_of_for(node, pragmas, at);
            }
            ForInitializer::Empty | ForInitializer::StaticAssert(_) => {
                self.rest_of_for(node, pragmas, at);
            }
        }
    }

    fn rest_of_for(&mut self, node: &ForStatement, pragmas: Vec<String>, at: Span) {
        let condition = self.loop_condition(node.condition.as_deref());
        let body = self.breakable(|s| s.body(&node.statement));
        let ((), step) = self.apart(|s| {
            if let Some(e) = &node.step {
                s.effect(e);
            }
        });
        self.emit_loop(condition, body, step, pragmas, at);
    }

    fn loop_condition(&mut self, e: Option<&Node<Expression>>) -> Condition {
        let Some(e) = e else {
            return (None, Vec::new());
        };
        let (value, effects) = self.apart(|s| s.value(e).tested());
        let is_true = matches!(value.value.kind, crate::ValueKind::Integer(n) if n != 0);
        match is_true && effects.is_empty() {
            true => (None, effects),
            false => (Some(value), effects),
        }
    }

    fn emit_loop(
        &mut self,
        (condition, effects): Condition,
        body: Vec<Lowered>,
        mut step: Vec<Lowered>,
        pragmas: Vec<String>,
        at: Span,
    ) {
        if let Some(what) = condition.as_ref().and_then(Typed::unsupported) {
            return self.emit_unsupported(what, at);
        }
        let mut kept = Loop {
            condition: condition.map(|c| c.value),
            body_first: false,
            body: without_continues(body),
            step: Vec::new(),
            pragmas,
        };
        if effects.len() <= MOST_COPIED && effects.iter().all(is_simple) {
            step.extend(effects.iter().cloned());
            self.out.extend(effects);
        } else {
            leave_inside(&mut kept, effects, at);
        }
        kept.step = step;
        let lost = self.privatise(&mut kept, at);
        self.emit(StatementKind::Loop(kept), at);
        for id in lost {
            self.emit(StatementKind::Declare(id), at);
        }
        self.leave_again(at);
    }

    fn do_loop(&mut self, node: &DoWhileStatement, pragmas: Vec<String>, at: Span) {
        let body = self.breakable(|s| s.body(&node.statement));
        let (value, step) = self.apart(|s| s.value(&node.expression).tested());
        if let Some(what) = value.unsupported() {
            return self.emit_unsupported(what, at);
        }
        let runs_once = value.is_zero() && step.is_empty();
        if runs_once && !body.iter().any(may_leave) {
            return self.emit(StatementKind::Block(body), at);
        }
        let is_literal = matches!(value.value.kind, crate::ValueKind::Integer(v) if v != 0);
        let kept = Loop {
            condition: Some(value.value).filter(|_| !is_literal),
            body_first: true,
            body,
            step,
            pragmas,
        };
        self.emit(StatementKind::Loop(kept), at);
        self.leave_again(at);
    }
}

/// Computes the condition in the body, which then leaves the loop.
fn leave_inside(kept: &mut Loop, effects: Vec<Lowered>, at: Span) {
    let mut body = effects;
    if let Some(condition) = kept.condition.take() {
        let leave = Lowered {
            kind: StatementKind::Break,
            at,
        };
        body.push(Lowered {
            kind: StatementKind::If {
                condition,
                then: Vec::new(),
                other: vec![leave],
            },
            at,
        });
    }
    body.append(&mut kept.body);
    kept.body = body;
}

/// Whether a statement may be written twice.
fn is_simple(statement: &Lowered) -> bool {
    match &statement.kind {
        StatementKind::Assign { .. } | StatementKind::Call { .. } => true,
        StatementKind::If { then, other, .. } => {
            then.len() + other.len() <= MOST_COPIED && then.iter().chain(other).all(is_simple)
        }
        _ => false,
    }
}

/// Whether a statement may leave or continue the loop around it.
fn may_leave(statement: &Lowered) -> bool {
    match &statement.kind {
        StatementKind::Break | StatementKind::Continue => true,
        StatementKind::If { then, other, .. } => then.iter().chain(other).any(may_leave),
        StatementKind::Block(body) | StatementKind::Pragma { body, .. } => {
            body.iter().any(may_leave)
        }
        StatementKind::Switch { arms, .. } => arms.iter().any(|arm| arm.body.iter().any(may_leave)),
        _ => false,
    }
}
