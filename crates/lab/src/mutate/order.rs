//! Statements in another order, statements that are missing, values that are handed on.

use super::statements::{Shape, Statement};
use super::tokens::Tokens;
use super::{Found, Kind, Scene};

/// The changes in a function.
pub(super) fn find(scene: &Scene<'_>, found: &mut Found<'_>) {
    let tokens = scene.tokens;
    for list in scene.lists {
        for pair in list.windows(2) {
            swap(tokens, &pair[0], &pair[1], found);
            rotation(tokens, &pair[0], &pair[1], found);
        }
        for statement in list {
            dropped(tokens, statement, found);
        }
    }
    turns(scene, found);
}

/// Whether a statement may stand anywhere in its list.
fn is_movable(statement: &Statement) -> bool {
    matches!(
        statement.shape,
        Shape::Expression | Shape::For(..) | Shape::If(..)
    )
}

fn swap(tokens: &Tokens<'_>, a: &Statement, b: &Statement, found: &mut Found<'_>) {
    let is_adjacent = a.last + 1 == b.first;
    if !is_adjacent || !is_movable(a) || !is_movable(b) {
        return;
    }
    let (first, second) = (tokens.piece(a.first, a.last), tokens.piece(b.first, b.last));
    let (first, second) = (first.to_string(), second.to_string());
    found.replace_all(
        Kind::Swap,
        &[(a.first, a.last, second), (b.first, b.last, first)],
    );
}

fn dropped(tokens: &Tokens<'_>, statement: &Statement, found: &mut Found<'_>) {
    if !is_movable(statement) {
        return;
    }
    let kind = match hands_on(tokens, statement) {
        true => Kind::Window,
        false => Kind::Drop,
    };
    found.replace(kind, statement.first, statement.last, ";");
}

/// Whether a statement moves values within a window: `t[2] = t[1];`, `r0 = r1;`, `memmove(...)`.
fn hands_on(tokens: &Tokens<'_>, statement: &Statement) -> bool {
    if statement.shape != Shape::Expression {
        return false;
    }
    if matches!(tokens.word(statement.first), "memmove" | "memcpy") {
        return true;
    }
    copy(tokens, statement).is_some_and(|(to, from)| {
        let stem = |at: usize| {
            tokens
                .word(at)
                .trim_end_matches(|c: char| c.is_ascii_digit() || c == '_')
        };
        stem(to) == stem(from) || is_plain(tokens, statement)
    })
}

/// The names in `a[..] = b[..];`.
fn copy(tokens: &Tokens<'_>, statement: &Statement) -> Option<(usize, usize)> {
    let to = statement.first;
    let equals = place_end(tokens, to)? + 1;
    let from = equals + 1;
    let is_copy = tokens.is(equals, "=") && place_end(tokens, from)? + 1 == statement.last;
    is_copy.then_some((to, from))
}

/// Whether a copy is `a = b;`.
fn is_plain(tokens: &Tokens<'_>, statement: &Statement) -> bool {
    let is_short = statement.last == statement.first + 3;
    is_short && copy(tokens, statement).is_some()
}

/// The last token of a name with subscripts.
fn place_end(tokens: &Tokens<'_>, at: usize) -> Option<usize> {
    if !tokens.is_name(at) || tokens.is(at + 1, "(") {
        return None;
    }
    tokens.operand_end(at)
}

/// `a = b; b = c;` becomes `a = c; b = b;`: handed on in another direction.
fn rotation(tokens: &Tokens<'_>, a: &Statement, b: &Statement, found: &mut Found<'_>) {
    if a.shape != Shape::Expression || b.shape != Shape::Expression {
        return;
    }
    if !is_plain(tokens, a) || !is_plain(tokens, b) {
        return;
    }
    let (one, other) = (a.first + 2, b.first + 2);
    let (first, second) = (tokens.word(one).to_string(), tokens.word(other).to_string());
    found.replace_all(Kind::Rotation, &[(one, one, second), (other, other, first)]);
}

/// The number in `(cur + 2) % 3`; a toggle that is missing.
fn turns(scene: &Scene<'_>, found: &mut Found<'_>) {
    let tokens = scene.tokens;
    for at in scene.function.body.clone() {
        let is_turn = at > 0
            && matches!(tokens.word(at - 1), "+" | "-")
            && tokens.is(at + 1, ")")
            && tokens.is(at + 2, "%");
        if let Some(number) = tokens.integer(at).filter(|_| is_turn) {
            for changed in [number + 1, number - 1] {
                found.replace(Kind::Rotation, at, at, &changed.to_string());
            }
        }
        // `cur ^= 1`, `cur = 1 - cur`, `cur = !cur`
        let toggles = tokens.is(at + 1, "^=")
            || (tokens.is(at + 1, "=") && tokens.is(at + 2, "1") && tokens.is(at + 3, "-"))
            || (tokens.is(at + 1, "=") && tokens.is(at + 2, "!"));
        if tokens.is_name(at) && toggles {
            let statement = scene.statements().find(|s| s.first == at);
            if let Some(statement) = statement {
                found.replace(Kind::Rotation, statement.first, statement.last, ";");
            }
        }
    }
}
