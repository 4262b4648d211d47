//! Subscripts, moduli and masks.

use super::sizes::is_size;
use super::tokens::Tokens;
use super::{Found, Kind, Scene};
use std::ops::Range;

/// The changes in a function.
pub(super) fn find(scene: &Scene<'_>, found: &mut Found<'_>) {
    let tokens = scene.tokens;
    for at in scene.function.body.clone() {
        if !tokens.in_directive(at) {
            wraps(tokens, at, found);
        }
        if !is_subscript(scene, at) {
            continue;
        }
        let Some(close) = tokens.partner(at) else {
            continue;
        };
        let is_folded = array(tokens, at).is_some_and(|name| scene.folded.contains(&name));
        let kind = match is_folded {
            true => Kind::Offset,
            false => Kind::OtherSubscript,
        };
        offsets(tokens, at + 1..close, kind, found);
        coefficients(tokens, at + 1..close, found);
    }
}

/// The changes in the bodies of function-like macros.
pub(super) fn in_macros(tokens: &Tokens<'_>, found: &mut Found<'_>) {
    for directive in tokens.directives() {
        let Some(body) = macro_body(tokens, directive) else {
            continue;
        };
        for at in body.clone() {
            wraps(tokens, at, found);
            let close = tokens.partner(at).filter(|_| tokens.is(at, "["));
            if let Some(close) = close {
                offsets(tokens, at + 1..close, Kind::OtherSubscript, found);
                coefficients(tokens, at + 1..close, found);
            }
        }
    }
}

/// The body in `#define NAME(...) body`.
fn macro_body(tokens: &Tokens<'_>, directive: Range<usize>) -> Option<Range<usize>> {
    let (define, name, open) = (
        directive.start + 1,
        directive.start + 2,
        directive.start + 3,
    );
    let is_adjacent =
        open < directive.end && tokens.words[name].span.end == tokens.words[open].span.start;
    if !tokens.is(define, "define") || !tokens.is(open, "(") || !is_adjacent {
        return None;
    }
    Some(tokens.partner(open)? + 1..directive.end)
}

/// Whether a token opens a subscript of an access.
pub(super) fn is_subscript(scene: &Scene<'_>, at: usize) -> bool {
    let tokens = scene.tokens;
    let follows = at > 0 && (tokens.is_name(at - 1) || matches!(tokens.word(at - 1), ")" | "]"));
    tokens.is(at, "[") && follows && !tokens.in_directive(at) && !is_size(scene, at)
}

/// The name of the array whose subscript opens at a token.
fn array(tokens: &Tokens<'_>, mut at: usize) -> Option<String> {
    loop {
        at = at.checked_sub(1)?;
        match tokens.word(at) {
            "]" => at = tokens.partner(at)?,
            // `(*a)[i]`
            ")" => continue,
            _ if tokens.is_name(at) => return Some(tokens.word(at).to_string()),
            _ => return None,
        }
    }
}

/// A subscript one more or less, and numbers in it.
fn offsets(tokens: &Tokens<'_>, inner: Range<usize>, kind: Kind, found: &mut Found<'_>) {
    if inner.is_empty() {
        return;
    }
    let (first, last) = (inner.start, inner.end - 1);
    let old = tokens.piece(first, last);
    let old = match inner.len() {
        1 => old.to_string(),
        _ => format!("({old})"),
    };
    for sign in ["+", "-"] {
        found.replace(kind, first, last, &format!("{old} {sign} 1"));
    }
    for at in inner {
        let number = tokens
            .integer(at)
            .filter(|_| matches!(tokens.before(at), "+" | "-"));
        if let Some(number) = number.filter(|_| !matches!(tokens.word(at + 1), "*" | "%" | "/")) {
            for changed in [number + 1, number - 1] {
                found.replace(kind, at, at, &changed.to_string());
            }
        }
    }
}

/// Operands of `*` in a subscript.
fn coefficients(tokens: &Tokens<'_>, inner: Range<usize>, found: &mut Found<'_>) {
    for at in inner.clone() {
        let is_factor = (at > inner.start && tokens.is(at - 1, "*")) || tokens.is(at + 1, "*");
        if !is_factor {
            continue;
        }
        if let Some(number) = tokens.integer(at) {
            for changed in [number + 1, number - 1] {
                found.replace(Kind::Coefficient, at, at, &changed.to_string());
            }
        } else if tokens.is_name(at) && !matches!(tokens.word(at + 1), "[" | "(") {
            let name = tokens.word(at);
            found.replace(Kind::Coefficient, at, at, &format!("({name} + 1)"));
        }
    }
}

/// A modulus or mask at an operator.
fn wraps(tokens: &Tokens<'_>, at: usize, found: &mut Found<'_>) {
    match tokens.word(at) {
        "%" => modulus(tokens, at, found),
        "&" => mask(tokens, at, found),
        _ => {}
    }
}

fn modulus(tokens: &Tokens<'_>, at: usize, found: &mut Found<'_>) {
    let Some(end) = tokens.operand_end(at + 1) else {
        return;
    };
    found.replace(Kind::Wrap, at, end, "");
    match tokens.integer(at + 1) {
        Some(number) if number > 1 => {
            found.replace(Kind::Modulus, at, end, &format!("% {}", number - 1));
        }
        Some(_) => {}
        None => {
            let old = tokens.piece(at + 1, end);
            found.replace(Kind::Modulus, at, end, &format!("% ({old} - 1)"));
        }
    }
}

fn mask(tokens: &Tokens<'_>, at: usize, found: &mut Found<'_>) {
    let is_binary = at > 0
        && (matches!(tokens.word(at - 1), ")" | "]")
            || tokens.is_name(at - 1)
            || tokens.is_number(at - 1));
    let Some(end) = tokens.operand_end(at + 1).filter(|_| is_binary) else {
        return;
    };
    match tokens.integer(at + 1) {
        Some(mask) if mask > 0 && mask & (mask + 1) == 0 => {
            found.replace(Kind::Modulus, at, end, &format!("& {}", mask >> 1));
            found.replace(Kind::Wrap, at, end, "");
        }
        Some(_) => {}
        None => found.replace(Kind::Wrap, at, end, ""),
    }
}
