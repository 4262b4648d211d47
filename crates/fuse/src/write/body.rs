//! The bodies of nests as parts of another loop: without their braces, with another counter.

use super::Row;
use crate::nests::NestText;
use print::{Sheet, indented, renamed, statement_ends};
use source::{SourceFile, Span, TokenKind, Unit, layout};
use std::collections::BTreeSet;

/// The body of a nest.
pub(super) struct Body {
    /// The text, without the braces around it.
    text: String,
    /// The indentation of its lines after the first.
    indent: String,
    /// Whether it had braces.
    pub(super) is_block: bool,
    /// The names that it declares and that end with it.
    pub(super) declared: Vec<String>,
    words: BTreeSet<String>,
}

impl Body {
    /// The body of a nest whose counter has this name in the fused loop.
    pub(super) fn read(unit: &Unit, nest: &NestText, row: &Row, step: &str) -> Option<Self> {
        let file = &unit.file;
        let text = file.slice(nest.body);
        let text = match row.is_hidden {
            true => text.into_owned(),
            false => renamed(&text, &nest.counter, &row.name),
        };
        let own = layout::indent_of(file, nest.body);
        let outer = Sheet::at(file, nest.span).with_step(step);
        let (text, is_block) = match text.strip_prefix('{') {
            Some(inside) => (inside.strip_suffix('}')?.trim().to_string(), true),
            None => (text, false),
        };
        let sheet = match is_block || own == outer.indent {
            true => outer.deeper(),
            false => outer.indented_as(&own),
        };
        let text = sheet.apart(&text);
        let (_, comment) = header(file, nest);
        let declared = match is_block {
            true => declared_names(&text, false),
            false => Vec::new(),
        };
        Some(Body {
            words: source::names(&text).map(str::to_string).collect(),
            text: match comment.is_empty() {
                true => text,
                false => format!("{comment}{}{text}", sheet.line()),
            },
            indent: sheet.indent,
            is_block,
            declared,
        })
    }

    /// The text at another indentation.
    pub(super) fn at(&self, indent: &str) -> String {
        indented(&self.text, &self.indent, indent)
    }

    /// Whether a name is in the text.
    pub(super) fn mentions(&self, name: &str) -> bool {
        self.words.contains(name)
    }

    /// Whether the text is one statement that may stand alone under an `if`: it contains no `else`
    /// and no second statement.
    pub(super) fn is_plain_statement(&self) -> bool {
        let is_one = || statement_ends(&self.text).len() == 1 && !self.text.starts_with(['/', '#']);
        !self.mentions("else") && (!self.is_block || is_one())
    }
}

/// The text of a nest before its body, and the comments at its end.
pub(super) fn header(file: &SourceFile, nest: &NestText) -> (String, String) {
    let mut text = before_body(file, nest);
    let last = source::words(&text).pop();
    let comments = text.split_off(last.map_or(0, |word| word.span.end as usize));
    (text, comments.trim().to_string())
}

pub(super) fn before_body(file: &SourceFile, nest: &NestText) -> String {
    let span = Span::new(nest.span.start, nest.body.start);
    file.slice(span).into_owned()
}

/// The names that the declarations directly in a block declare, or at any depth. A product of two
/// names as a statement counts as a declaration.
pub(super) fn declared_names(text: &str, at_any_depth: bool) -> Vec<String> {
    let words = source::words(text);
    let is_name = |k: usize| {
        let word = words.get(k);
        word.is_some_and(|w| w.kind == TokenKind::Identifier)
    };
    let is_keyword = |k: usize| {
        let text = words[k].text.as_str();
        matches!(
            text,
            "else" | "return" | "goto" | "do" | "case" | "if" | "for" | "while"
        )
    };
    let text = |k: usize| words.get(k).map_or("", |w| w.text.as_str());
    let (mut names, mut depth) = (Vec::new(), 0i32);
    let (mut starts, mut declares, mut in_value) = (true, false, false);
    for k in 0..words.len() {
        let is_outside = at_any_depth || depth == 0;
        if starts && is_outside {
            let is_pair = is_name(k) && (is_name(k + 1) || text(k + 1) == "*");
            declares = is_pair && !is_keyword(k);
            in_value = false;
        }
        let ends_name = matches!(text(k + 1), "=" | ";" | "," | "[" | ")");
        if declares && !in_value && (at_any_depth || depth <= 1) && is_name(k) && ends_name {
            names.push(text(k).to_string());
        }
        match text(k) {
            "=" if is_outside => in_value = true,
            "," if is_outside => in_value = false,
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        let opens = k > 0 && text(k) == "(" && text(k - 1) == "for";
        starts = matches!(text(k), ";" | "}" | "{") && is_outside || at_any_depth && opens;
    }
    names
}
