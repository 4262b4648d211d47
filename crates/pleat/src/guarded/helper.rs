//! What tests need beside them: names that are free, and a function that compares memory.

use crate::text::Version;
use print::{Names, unused};
use source::Unit;

/// A type as wide as pointers, by the name that a header gives it before a place in the file, or by
/// its own: no header need be included, which could declare what the file declares otherwise.
pub(super) fn type_name(unit: &Unit, at: u32, name: &'static str) -> &'static str {
    let is_before = |t: &&source::Token| t.spelled().is_none_or(|span| span.end <= at);
    let mut tokens = unit.tokens.iter().take_while(is_before);
    let is_of_header = |t: &source::Token| t.spelled().is_none() && unit.token_text(t) == name;
    match tokens.any(is_of_header) {
        true => name,
        false => "unsigned long",
    }
}

/// A name that starts like `name` and that none of the texts has.
pub(super) fn free_name(texts: [&Version; 2], name: &str) -> String {
    Names::of_units(texts.map(Version::unit)).free(name)
}

/// A name for a parameter that hides nothing at file scope.
fn free_parameter(texts: [&Version; 2], name: &str) -> String {
    unused(name, |name| {
        texts.iter().any(|text| {
            let (unit, file) = (text.unit(), &text.program().contents().file);
            file.globals.iter().any(|global| global.name == name)
                || file.functions.iter().any(|function| function.name == name)
                || unit.macro_texts.iter().any(|text| text.name == name)
                || unit.macros.contains_key(name)
        })
    })
}

/// The function that compares memory.
pub(super) struct Helper {
    /// Its name.
    pub(super) name: String,
    /// Its definition.
    pub(super) text: String,
}

impl Helper {
    /// The function for a place in the first text, with names that the texts do not have.
    pub(super) fn new(texts: [&Version; 2], at: u32, newline: &str) -> Self {
        let free = |name| free_parameter(texts, name);
        let name = free_name(texts, "apart");
        let [a, m, b, n, p, q] = ["a", "m", "b", "n", "p", "q"].map(free);
        let [size, number] =
            ["size_t", "uintptr_t"].map(|name| type_name(texts[0].unit(), at, name));
        let lines = [
            format!("/* Whether the {m} bytes at {a} and the {n} bytes at {b} do not overlap. */"),
            format!("static int {name}(const void *{a}, {size} {m}, const void *{b}, {size} {n})"),
            "{".to_string(),
            format!("    const {number} {p} = ({number}){a}, {q} = ({number}){b};"),
            format!("    return {p} < {q} ? {q} - {p} >= {m} : {p} - {q} >= {n};"),
            "}".to_string(),
        ];
        Helper {
            name,
            text: lines.join(newline),
        }
    }
}
