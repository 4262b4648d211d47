//! What copies need from declarations: the type of elements, and `malloc`.

use c::names::file::Function;
use c::names::symbols::Variable;
use lang_c::ast::DeclarationSpecifier;
use source::{Edit, Span, TokenKind, Unit, layout};

/// The edit that includes `<stdlib.h>`: after the last directive that includes a file before a
/// function, or before the function.
pub(super) fn include(unit: &Unit, function: &Function<'_>) -> Option<Edit> {
    let first = function.definition.specifiers.first()?;
    let start = unit.span_of(function.base.range(first.span)).ok()?.start;
    let (newline, line) = (layout::newline(&unit.file), "#include <stdlib.h>");
    let mut depth = 0;
    let mut last = None;
    for span in unit.directives.iter().filter(|span| span.end <= start) {
        let text = unit.file.slice(*span);
        let word = text.trim_start().trim_start_matches('#').trim_start();
        match word {
            _ if word.starts_with("if") => depth += 1,
            _ if word.starts_with("endif") => depth -= 1,
            _ if word.starts_with("include") && depth == 0 => last = Some(*span),
            _ => {}
        }
    }
    // The same edit of several functions is made once if it replaces something.
    Some(match last {
        Some(span) => Edit {
            span,
            text: format!("{}{newline}{line}", unit.file.slice(span).trim_end()),
        },
        None => Edit {
            span: Span::new(start, start),
            text: format!("{line}{newline}{newline}"),
        },
    })
}

/// Whether the file knows `malloc`.
pub(super) fn knows_malloc(unit: &Unit) -> bool {
    unit.tokens
        .iter()
        .any(|token| unit.token_text(token) == "malloc")
}

/// Whether a text says that what follows is a pointer: `*restrict`.
fn is_pointer(text: &str) -> bool {
    let words = source::words(text);
    let mut words = words.iter().map(|word| word.text.as_str());
    let is_qualifier = |word| matches!(word, "const" | "volatile" | "restrict" | "__restrict");
    words.next() == Some("*") && words.all(is_qualifier)
}

/// The type of an element, as its declaration spells it, without qualifiers.
pub(in crate::write) fn element_type(unit: &Unit, variable: &Variable<'_>) -> Option<String> {
    let text = match variable.declaration {
        Some(declaration) => {
            let types = declaration.specifiers.iter();
            let mut types =
                types.filter(|s| matches!(s.node, DeclarationSpecifier::TypeSpecifier(_)));
            let first = types.next()?;
            let last = types.next_back().unwrap_or(first);
            let range = variable.base.range(first.span).start..variable.base.range(last.span).end;
            unit.text.get(range)?.to_string()
        }
        None => {
            // A parameter: from the comma or parenthesis before it; `double (*restrict a)[n]` has
            // another parenthesis.
            let before = unit.text.get(..variable.at.start)?;
            let own = before.rfind('(').filter(|at| is_pointer(&before[at + 1..]));
            let before = own.map_or(before, |at| &before[..at]);
            let start = before.rfind(['(', ','].as_slice())?;
            before.get(start + 1..)?.to_string()
        }
    };
    let mut names = Vec::new();
    for word in source::words(&text) {
        match (word.kind, word.text.as_str()) {
            (_, "const" | "restrict" | "__restrict" | "__restrict__" | "volatile" | "register") => {
            }
            (_, "static" | "extern") => {}
            (TokenKind::Identifier, name) => names.push(name.to_string()),
            (_, "*") => {}
            _ => return None,
        }
    }
    (!names.is_empty()).then(|| names.join(" "))
}
