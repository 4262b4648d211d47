//! Names of siblings, and the first position in a ring.

use super::statements::Shape;
use super::subscripts::is_subscript;
use super::tokens::Tokens;
use super::{Found, Kind, Scene};
use std::collections::BTreeSet;

/// Names that people give to the places of a ring.
const PLACES: [&str; 18] = [
    "cur", "prev", "next", "last", "old", "new", "above", "below", "mid", "top", "bottom", "left",
    "right", "src", "dst", "here", "before", "after",
];

/// The changes in a function.
pub(super) fn find(scene: &Scene<'_>, found: &mut Found<'_>) {
    stale_rows(scene, found);
    for name in ring_positions(scene) {
        starts(scene, &name, found);
    }
    windows(scene, found);
}

/// How a name is used at a token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// The whole of a subscript: `[cur]`.
    Subscript,
    /// An array or row with this number of subscripts.
    Base(usize),
}

fn use_of(scene: &Scene<'_>, at: usize) -> Option<Use> {
    let tokens = scene.tokens;
    if !tokens.is_name(at) || tokens.in_directive(at) {
        return None;
    }
    if at > 0 && is_subscript(scene, at - 1) && tokens.is(at + 1, "]") {
        return Some(Use::Subscript);
    }
    let mut count = 0;
    let mut open = at + 1;
    while is_subscript(scene, open) {
        count += 1;
        open = tokens.partner(open)? + 1;
    }
    (count > 0).then_some(Use::Base(count))
}

/// A sibling in place of a name.
fn stale_rows(scene: &Scene<'_>, found: &mut Found<'_>) {
    let tokens = scene.tokens;
    let body = scene.function.body.clone();
    let uses: Vec<(usize, Use)> = body
        .filter_map(|at| Some((at, use_of(scene, at)?)))
        .collect();
    let names: BTreeSet<(Use, &str)> = uses.iter().map(|(at, u)| (*u, tokens.word(*at))).collect();
    for (at, how) in &uses {
        let name = tokens.word(*at);
        let siblings = names.iter().filter(|(u, n)| u == how && *n != name);
        for (_, other) in siblings.filter(|(_, n)| are_siblings(n, name)) {
            found.replace(Kind::StaleRow, *at, *at, other);
        }
    }
}

/// Whether two names are places of one ring: `r0` and `r1`, `prev` and `prev2`, `cur` and `next`,
/// `a_old` and `a_new`.
fn are_siblings(a: &str, b: &str) -> bool {
    let stem = |name: &str| {
        name.trim_end_matches(|c: char| c.is_ascii_digit())
            .to_string()
    };
    let place = |name: &str| PLACES.iter().any(|p| *p == stem(name));
    let last = |name: &str| {
        name.rsplit_once('_')
            .filter(|(_, end)| place(end))
            .map(|(start, _)| start.to_string())
    };
    (!stem(a).is_empty() && stem(a) == stem(b))
        || (place(a) && place(b))
        || last(a).is_some_and(|start| last(b) == Some(start))
}

/// Names that move around a ring: `r = (r + 1) % 3`, `if (++r == 3) r = 0`, `cur ^= 1`,
/// `cur = 1 - cur`, and pointers that are exchanged.
fn ring_positions(scene: &Scene<'_>) -> BTreeSet<String> {
    let tokens = scene.tokens;
    let mut names = BTreeSet::new();
    for statement in scene.statements() {
        let at = statement.first;
        let is_assignment = statement.shape == Shape::Expression && tokens.is_name(at);
        let has = |text: &str| (at..statement.last).any(|k| tokens.is(k, text));
        let own = (at + 1..statement.last).any(|k| tokens.word(k) == tokens.word(at));
        let turns = tokens.is(at + 1, "^=")
            || tokens.is(at + 1, "%=")
            || (tokens.is(at + 1, "=") && own && (has("%") || has("?") || has("&") || has("-")));
        if is_assignment && turns {
            names.insert(tokens.word(at).to_string());
        }
        if let Shape::If(open, close) = statement.shape
            && let Some(name) = reset(tokens, open, close)
        {
            names.insert(name);
        }
    }
    names
}

/// The name in `if (++r == 3) r = 0;`.
fn reset(tokens: &Tokens<'_>, open: usize, close: usize) -> Option<String> {
    let first = match tokens.word(close + 1) {
        "{" => close + 2,
        _ => close + 1,
    };
    let name = tokens.word(first);
    let tested = (open..close).any(|at| tokens.word(at) == name);
    (tested && tokens.is_name(first) && tokens.is(first + 1, "=")).then(|| name.to_string())
}

/// The first value of a position: `int r = 0`.
fn starts(scene: &Scene<'_>, name: &str, found: &mut Found<'_>) {
    let tokens = scene.tokens;
    for at in scene.function.body.clone() {
        let is_start = tokens.word(at) == name && tokens.is(at + 1, "=");
        let value = tokens.integer(at + 2).filter(|_| is_start);
        if let Some(value) = value.filter(|_| matches!(tokens.word(at + 3), ";" | ",")) {
            found.replace(Kind::RingStart, at + 2, at + 2, &(value + 1).to_string());
        }
    }
}

/// The first contents of a window: `t[3] = {0}`.
fn windows(scene: &Scene<'_>, found: &mut Found<'_>) {
    let tokens = scene.tokens;
    for at in scene.function.body.clone() {
        let is_initialiser =
            tokens.is(at, "=") && tokens.before(at) == "]" && tokens.is(at + 1, "{");
        if is_initialiser && tokens.is(at + 2, "0") && tokens.is(at + 3, "}") {
            found.replace(Kind::RingStart, at + 2, at + 2, "7");
        }
    }
}
