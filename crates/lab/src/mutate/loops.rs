//! Bounds, starts and steps of loops; conditions of branches.

use super::statements::Shape;
use super::tokens::Tokens;
use super::{Found, Kind, Scene};
use std::ops::Range;

/// The changes in a function.
pub(super) fn find(scene: &Scene<'_>, found: &mut Found<'_>) {
    let tokens = scene.tokens;
    for statement in scene.statements() {
        match statement.shape {
            Shape::For(open, close) => header(tokens, open, close, found),
            Shape::If(open, close) => {
                comparisons(tokens, open + 1..close, Kind::Guard, found);
                limits(tokens, open + 1..close, found);
            }
            Shape::Expression | Shape::Declaration | Shape::Jump => {
                comparisons(tokens, statement.first..statement.last, Kind::Guard, found);
            }
            Shape::Other => {}
        }
    }
}

/// The three parts of the header of a `for`.
fn header(tokens: &Tokens<'_>, open: usize, close: usize, found: &mut Found<'_>) {
    let semicolons: Vec<usize> = (open..close).filter(|at| tokens.is(*at, ";")).collect();
    let [first, second] = semicolons[..] else {
        return;
    };
    start(tokens, open + 1..first, found);
    comparisons(tokens, first + 1..second, Kind::Bound, found);
    end(tokens, first + 1..second, found);
    step(tokens, second + 1..close, found);
}

/// `i = 1` becomes `i = 1 + 1`.
fn start(tokens: &Tokens<'_>, part: Range<usize>, found: &mut Found<'_>) {
    let Some(equals) = part.clone().find(|at| tokens.is(*at, "=")) else {
        return;
    };
    let is_end = |at: &usize| tokens.is(*at, ",") || *at == part.end;
    let Some(end) = (equals + 1..=part.end)
        .find(is_end)
        .filter(|e| *e > equals + 1)
    else {
        return;
    };
    let old = tokens.piece(equals + 1, end - 1);
    for sign in ["+", "-"] {
        let new = match tokens.integer(equals + 1).filter(|_| end == equals + 2) {
            Some(number) if sign == "+" => (number + 1).to_string(),
            Some(number) => (number - 1).to_string(),
            None => format!("({old}) {sign} 1"),
        };
        found.replace(Kind::Bound, equals + 1, end - 1, &new);
    }
}

/// `i < n` becomes `i < n - 1`.
fn end(tokens: &Tokens<'_>, part: Range<usize>, found: &mut Found<'_>) {
    let is_simple = |at: usize| !matches!(tokens.word(at), "&&" | "||" | "?" | "!=" | "=");
    let has_bound = part.clone().any(|at| is_comparison(tokens.word(at)));
    if has_bound && part.clone().all(is_simple) {
        found.insert_after(Kind::Bound, part.end - 1, " - 1");
        found.insert_after(Kind::Bound, part.end - 1, " + 1");
    }
}

fn step(tokens: &Tokens<'_>, part: Range<usize>, found: &mut Found<'_>) {
    for at in part.clone() {
        let name = match tokens.word(at) {
            "++" | "--" if tokens.is_name(at + 1) && at + 1 < part.end => at + 1,
            "++" | "--" if at > part.start && tokens.is_name(at - 1) => at - 1,
            "+=" | "-=" => {
                if let Some(number) = tokens.integer(at + 1) {
                    let new = (number + 1).to_string();
                    found.replace(Kind::Step, at + 1, at + 1, &new);
                }
                continue;
            }
            _ => continue,
        };
        let sign = &tokens.word(at)[..1];
        let new = format!("{} {sign}= 2", tokens.word(name));
        found.replace(Kind::Step, name.min(at), name.max(at), &new);
    }
}

fn is_comparison(word: &str) -> bool {
    other_comparison(word).is_some()
}

/// The comparison that differs for equal operands.
fn other_comparison(word: &str) -> Option<&'static str> {
    Some(match word {
        "<" => "<=",
        "<=" => "<",
        ">" => ">=",
        ">=" => ">",
        "==" => "!=",
        "!=" => "==",
        _ => return None,
    })
}

fn comparisons(tokens: &Tokens<'_>, part: Range<usize>, kind: Kind, found: &mut Found<'_>) {
    for at in part.filter(|at| !tokens.in_directive(*at)) {
        if let Some(other) = other_comparison(tokens.word(at)) {
            found.replace(kind, at, at, other);
        }
    }
}

/// Numbers in a condition.
fn limits(tokens: &Tokens<'_>, part: Range<usize>, found: &mut Found<'_>) {
    for at in part {
        let follows = at > 0 && is_comparison(tokens.word(at - 1));
        if let Some(number) = tokens.integer(at).filter(|_| follows) {
            for changed in [number + 1, number - 1] {
                found.replace(Kind::Guard, at, at, &changed.to_string());
            }
        }
    }
}
