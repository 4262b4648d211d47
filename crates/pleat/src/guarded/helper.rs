//! What tests need beside them: names that are free, a function that compares memory, and the
//! headers that declare its types.

use crate::text::Emitted;
use source::{Edit, Span, Unit, layout};

/// The types of the function that compares memory, with the headers that declare them.
const TYPES: [(&str, &str); 2] = [("size_t", "stddef.h"), ("uintptr_t", "stdint.h")];

/// A name that starts like `name` and that none of the texts has.
pub(super) fn free_name(texts: [&Emitted; 2], name: &str) -> String {
    free(name, |name| {
        texts.iter().any(|text| {
            let unit = text.unit();
            let texts = [unit.file.text(), &unit.text];
            let used = |text: &&str| source::names(text).any(|used| used == name);
            texts.iter().any(used) || unit.macros.contains_key(name)
        })
    })
}

/// A name for a parameter that hides nothing at file scope.
fn free_parameter(texts: [&Emitted; 2], name: &str) -> String {
    free(name, |name| {
        texts.iter().any(|text| {
            let (unit, file) = (text.unit(), &text.program().contents().file);
            file.globals.iter().any(|global| global.name == name)
                || file.functions.iter().any(|function| function.name == name)
                || unit.macro_texts.iter().any(|text| text.name == name)
                || unit.macros.contains_key(name)
        })
    })
}

fn free(name: &str, is_used: impl Fn(&str) -> bool) -> String {
    let mut name = name.to_string();
    while is_used(&name) {
        name.push('_');
    }
    name
}

/// The function that compares memory.
pub(super) struct Helper {
    /// Its name.
    pub(super) name: String,
    /// Its definition.
    pub(super) text: String,
}

impl Helper {
    /// The function, with names that the texts do not have.
    pub(super) fn new(texts: [&Emitted; 2], newline: &str) -> Self {
        let free = |name| free_parameter(texts, name);
        let name = free_name(texts, "apart");
        let [a, m, b, n, p, q] = ["a", "m", "b", "n", "p", "q"].map(free);
        let lines = [
            format!("/* Whether the {m} bytes at {a} and the {n} bytes at {b} do not overlap. */"),
            format!("static int {name}(const void *{a}, size_t {m}, const void *{b}, size_t {n})"),
            "{".to_string(),
            format!("    const uintptr_t {p} = (uintptr_t){a}, {q} = (uintptr_t){b};"),
            format!("    return {p} < {q} ? {q} - {p} >= {m} : {p} - {q} >= {n};"),
            "}".to_string(),
        ];
        Helper {
            name,
            text: lines.join(newline),
        }
    }
}

/// The `#include` lines that a place in a file lacks.
pub(super) fn includes(unit: &Unit, at: u32) -> Vec<String> {
    let is_before = |t: &&source::Token| t.spelled().is_none_or(|span| span.end <= at);
    let is_declared = |name: &str| {
        let mut tokens = unit.tokens.iter().take_while(is_before);
        tokens.any(|t| unit.token_text(t) == name)
    };
    let lacking = TYPES.iter().filter(|(name, _)| !is_declared(name));
    lacking
        .map(|(_, header)| format!("#include <{header}>"))
        .collect()
}

/// Whether a place is outside of all braces.
fn is_outside(unit: &Unit, at: u32) -> bool {
    let is_before = |t: &&source::Token| t.spelled().is_some_and(|span| span.end <= at);
    let before = unit.tokens.iter().filter(is_before);
    let depth = before.fold(0, |depth, token| match unit.token_text(token) {
        "{" => depth + 1,
        "}" => depth - 1,
        _ => depth,
    });
    depth == 0
}

/// The edit that adds `#include` lines after those that precede a place, outside of conditionals;
/// none if there are none.
pub(super) fn included(unit: &Unit, lines: &[String], at: u32) -> Option<Edit> {
    let file = &unit.file;
    let is_include = |line: &&Span| {
        let text = file.slice(**line);
        let word = text.trim_start_matches(['#', ' ', '\t']);
        word.starts_with("include") && line.end <= at
    };
    let is_plain = |line: &&Span| {
        let is_conditional = unit.conditionals.iter().any(|c| c.span.contains(**line));
        !is_conditional && is_outside(unit, line.start)
    };
    let mut all = unit.directives.iter().filter(is_include);
    let last = all.rfind(is_plain)?;
    let rest = &file.bytes[last.range().start..];
    let end = last.start + rest.iter().position(|byte| *byte == b'\n')? as u32 + 1;
    let newline = layout::newline(file);
    Some(Edit {
        span: Span::at(end),
        text: lines
            .iter()
            .map(|line| format!("{line}{newline}"))
            .collect(),
    })
}
