//! `if (test) { ..; continue; } rest` in the body of a loop as `if (test) { .. } else { rest }`.

use crate::{Statement, StatementKind};
use source::Span;

/// A body of a loop with as few `continue`s as the form of its branches allows.
pub(super) fn without_continues(mut body: Vec<Statement>) -> Vec<Statement> {
    leave_out_last(&mut body);
    let Some(at) = body.iter().position(|s| continues(s) != [false, false]) else {
        if let Some(last) = body.last_mut() {
            in_branches(last);
        }
        return body;
    };
    let rest = body.split_off(at + 1);
    if let Some(test) = body.last_mut() {
        add_rest(test, rest);
        in_branches(test);
    }
    body
}

/// Lets the branches of the last statement of a body have no `continue`.
fn in_branches(last: &mut Statement) {
    match &mut last.kind {
        StatementKind::If { then, other, .. } => {
            for branch in [then, other] {
                *branch = without_continues(std::mem::take(branch));
            }
        }
        StatementKind::Block(inner) => *inner = without_continues(std::mem::take(inner)),
        _ => {}
    }
}

/// What follows a test is executed in the branch of it that does not continue the loop.
fn add_rest(test: &mut Statement, rest: Vec<Statement>) {
    let [then_continues, _] = continues(test);
    let StatementKind::If { then, other, .. } = &mut test.kind else {
        return;
    };
    // The text of a statement is that between its ends.
    if let Some(last) = rest.last() {
        test.at = Span::new(
            test.at.start.min(last.at.start),
            test.at.end.max(last.at.end),
        );
    }
    match then_continues {
        true => other.extend(rest),
        false => then.extend(rest),
    }
}

/// Whether the branches of a test end with `continue`.
fn continues(statement: &Statement) -> [bool; 2] {
    match &statement.kind {
        StatementKind::If { then, other, .. } => [then, other].map(|branch| ends(branch)),
        _ => [false; 2],
    }
}

fn ends(body: &[Statement]) -> bool {
    match body.last().map(|last| &last.kind) {
        Some(StatementKind::Continue) => true,
        Some(StatementKind::Block(inner)) => ends(inner),
        _ => false,
    }
}

/// Leaves out a `continue` at the end.
fn leave_out_last(body: &mut Vec<Statement>) {
    match body.last_mut().map(|last| &mut last.kind) {
        Some(StatementKind::Continue) => {
            body.pop();
        }
        Some(StatementKind::Block(inner)) => leave_out_last(inner),
        _ => {}
    }
}
