//! What keeps a function from having a copy. Knows its text alone.

use super::definition::Definition;
use crate::text::Version;
use program::Program;
use source::Unit;

/// Words of a body that mean something else in a copy, or may be there once only.
const ONCE: [&str; 8] = [
    "extern",
    "__func__",
    "__FUNCTION__",
    "__PRETTY_FUNCTION__",
    "__COUNTER__",
    "asm",
    "__asm__",
    "__asm",
];

/// Words before the body that say more than a type.
const MORE: [&str; 7] = [
    "extern",
    "__attribute__",
    "__attribute",
    "__declspec",
    "_Noreturn",
    "__asm__",
    "asm",
];

/// Why a function has no copy, as a sentence about it.
pub(super) fn of(text: &Version, program: &Program, name: &str) -> Option<String> {
    let unit = text.unit();
    let Some(definition) = Definition::of(text, name) else {
        return Some("it is not written in the file as a whole".to_string());
    };
    if name == "main" {
        return Some("it is `main`".to_string());
    }
    let function = program.functions.iter().find(|f| f.name == name)?;
    let object = |id: &program::ObjectId| program.objects.get(id.0 as usize);
    let names = function
        .parameters
        .iter()
        .map(|id| object(id).map_or("", |o| &o.name));
    if function.is_variadic {
        return Some("more arguments may follow".to_string());
    }
    if names.into_iter().any(str::is_empty) {
        return Some("a parameter has no name".to_string());
    }
    if definition.is_old_style {
        return Some("its parameters are declared after their list".to_string());
    }
    if holds_line(unit, &definition) {
        return Some("there is a directive in it".to_string());
    }
    let header = unit.file.slice(definition.header());
    // Macros may hide words.
    let tokens = &unit.tokens[definition.tokens.clone()];
    let words: Vec<&str> = tokens.iter().map(|token| unit.token_text(token)).collect();
    let (before, inside) = words.split_at(definition.open.min(words.len()));
    let written = source::names(&header).find(|word| MORE.contains(word));
    let hidden = before.iter().copied().find(|word| MORE.contains(word));
    if let Some(word) = written.or(hidden) {
        return Some(format!("its declaration has `{word}`"));
    }
    if has_effect(before) {
        return Some("a length in its parameters has an effect".to_string());
    }
    if header.contains("[[") {
        return Some("its declaration has an attribute".to_string());
    }
    let body = unit.file.slice(definition.body);
    let written = source::names(&body).find(|word| ONCE.contains(word));
    let hidden = inside.iter().copied().find(|word| ONCE.contains(word));
    if let Some(word) = written.or(hidden) {
        return Some(format!("there is `{word}` in it"));
    }
    takes_label(unit, &definition).then(|| "it takes the address of a label".to_string())
}

/// Whether a length between brackets calls a function or changes something.
fn has_effect(words: &[&str]) -> bool {
    let mut depth = 0;
    words.windows(2).any(|pair| {
        match pair[0] {
            "[" => depth += 1,
            "]" => depth -= 1,
            _ => {}
        }
        let is_call =
            pair[1] == "(" && pair[0] != "sizeof" && source::names(pair[0]).next().is_some();
        let is_change = pair[1].ends_with('=') && !matches!(pair[1], "==" | "!=" | "<=" | ">=");
        depth > 0 && (is_call || is_change || matches!(pair[1], "++" | "--"))
    })
}

/// Whether a directive is in a function that is no pragma.
fn holds_line(unit: &Unit, definition: &Definition) -> bool {
    let mut lines = unit.directives.iter();
    let is_pragma = |text: &str| {
        text.trim_start_matches(['#', ' ', '\t'])
            .starts_with("pragma")
    };
    lines.any(|line| definition.whole.contains(*line) && !is_pragma(&unit.file.slice(*line)))
}

/// Whether `&&` stands where an operand is expected.
fn takes_label(unit: &Unit, definition: &Definition) -> bool {
    let tokens = &unit.tokens[definition.tokens.clone()];
    let text = |at: usize| unit.word(tokens, at);
    let starts = ["=", "(", ",", "{", "return", "?", ":"];
    (1..tokens.len()).any(|at| text(at) == "&&" && starts.contains(&text(at - 1)))
}
