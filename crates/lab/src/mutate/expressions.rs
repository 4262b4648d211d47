//! Operators and constants in values, outside of subscripts and loop headers.

use super::statements::{Shape, Statement};
use super::{Found, Kind, Scene};

/// The changes in a function.
pub(super) fn find(scene: &Scene<'_>, found: &mut Found<'_>) {
    let is_value = |s: &&Statement| {
        matches!(
            s.shape,
            Shape::Expression | Shape::Declaration | Shape::Jump
        )
    };
    for statement in scene.statements().filter(is_value) {
        let mut at = start(scene, statement);
        while at < statement.last {
            if scene.tokens.is(at, "[") && scene.tokens.partner(at).is_some() {
                at = scene.tokens.partner(at).unwrap_or(at);
            } else {
                operator(scene, at, found);
                constant(scene, at, found);
            }
            at += 1;
        }
    }
}

/// Where the values of a statement start: behind the first `=` of a declaration.
fn start(scene: &Scene<'_>, statement: &Statement) -> usize {
    let mut all = statement.first..statement.last;
    match statement.shape {
        Shape::Declaration => all.find(|at| scene.tokens.is(*at, "=")).unwrap_or(all.end),
        _ => statement.first,
    }
}

fn operator(scene: &Scene<'_>, at: usize, found: &mut Found<'_>) {
    let tokens = scene.tokens;
    let follows = at > 0
        && (tokens.is_name(at - 1)
            || tokens.is_number(at - 1)
            || matches!(tokens.word(at - 1), ")" | "]"));
    let other = match tokens.word(at) {
        "+" => "-",
        "-" => "+",
        "*" => "+",
        "/" => "*",
        "^" => "+",
        "+=" => "-=",
        "-=" => "+=",
        "*=" => "+=",
        _ => return,
    };
    if follows {
        found.replace(Kind::Operator, at, at, other);
    }
}

fn constant(scene: &Scene<'_>, at: usize, found: &mut Found<'_>) {
    let tokens = scene.tokens;
    if !tokens.is_number(at) || matches!(tokens.before(at), "%" | "&") {
        return;
    }
    match tokens.integer(at) {
        Some(number) => found.replace(Kind::Constant, at, at, &(number + 1).to_string()),
        None if tokens.word(at).contains('.') => {
            found.replace(Kind::Constant, at, at, &format!("1{}", tokens.word(at)));
        }
        None => {}
    }
}
