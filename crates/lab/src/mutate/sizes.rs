//! Declared and allocated sizes.

use super::statements::{Shape, Statement};
use super::tokens::Tokens;
use super::{Found, Kind, Scene};
use std::ops::Range;

const ALLOCATORS: [&str; 4] = ["malloc", "calloc", "xmalloc", "alloca"];

/// The changes in a function.
pub(super) fn find(scene: &Scene<'_>, found: &mut Found<'_>) {
    let tokens = scene.tokens;
    for statement in declarations(scene) {
        for open in size_brackets(tokens, statement.first..statement.last) {
            less_one(tokens, open, found);
        }
    }
    for at in scene.function.body.clone() {
        let is_call = ALLOCATORS.contains(&tokens.word(at)) && tokens.is(at + 1, "(");
        if let Some(close) = tokens
            .partner(at + 1)
            .filter(|close| is_call && *close > at + 2)
        {
            let old = tokens.piece(at + 2, close - 1);
            let new = match tokens.word(at) {
                "calloc" => format!("{old} - 1"),
                _ => format!("({old}) - 1"),
            };
            found.replace(Kind::Size, at + 2, close - 1, &new);
        }
    }
}

/// The changes in declarations outside of functions.
pub(super) fn at_file_scope(tokens: &Tokens<'_>, found: &mut Found<'_>) {
    let mut first = 0;
    let mut at = 0;
    while at < tokens.words.len() {
        match tokens.word(at) {
            _ if tokens.in_directive(at) => {
                at += 1;
                first = at;
            }
            "{" => {
                let Some(close) = tokens.partner(at) else {
                    return;
                };
                at = close + 1;
            }
            ";" => {
                for open in size_brackets(tokens, first..at) {
                    less_one(tokens, open, found);
                }
                at += 1;
                first = at;
            }
            _ => at += 1,
        }
    }
}

fn declarations<'a>(scene: &'a Scene<'_>) -> impl Iterator<Item = &'a Statement> {
    scene.statements().filter(|s| s.shape == Shape::Declaration)
}

/// Whether a bracket encloses the size of a declared array.
pub(super) fn is_size(scene: &Scene<'_>, at: usize) -> bool {
    let declared = declarations(scene).find(|s| (s.first..s.last).contains(&at));
    declared.is_some_and(|s| size_brackets(scene.tokens, s.first..s.last).contains(&at))
}

/// The opening brackets of sizes in a declaration.
fn size_brackets(tokens: &Tokens<'_>, declaration: Range<usize>) -> Vec<usize> {
    let mut opens = Vec::new();
    let mut initialises = false;
    let mut at = declaration.start;
    while at < declaration.end {
        match tokens.word(at) {
            "=" => initialises = true,
            "," => initialises = false,
            "[" if !initialises => opens.push(at),
            _ => {}
        }
        let opens_nested = matches!(tokens.word(at), "(" | "[" | "{");
        at = match tokens.partner(at).filter(|_| opens_nested) {
            Some(close) => close + 1,
            None => at + 1,
        };
    }
    opens
}

/// `[n]` becomes `[n - 1]`.
fn less_one(tokens: &Tokens<'_>, open: usize, found: &mut Found<'_>) {
    let Some(close) = tokens.partner(open).filter(|close| *close > open + 1) else {
        return;
    };
    let new = match tokens.integer(open + 1).filter(|_| close == open + 2) {
        Some(1) => return,
        Some(number) => (number - 1).to_string(),
        None => format!("{} - 1", tokens.piece(open + 1, close - 1)),
    };
    found.replace(Kind::Size, open + 1, close - 1, &new);
}
