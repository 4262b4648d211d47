//! Functions that nothing uses after their calls are inlined.

use c::Contents;
use c::names::file::Function;
use source::{Edit, Edits, SourceFile, Span, Unit};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The edits that remove those of the named functions that are static and that nothing uses, with
/// their declarations and the comments directly above them.
pub fn removable(contents: &Contents<'_>, functions: &BTreeSet<String>) -> Edits {
    let spans = unused_functions(contents, functions)
        .into_values()
        .flatten();
    edits(&contents.unit.file, spans.collect())
}

/// The same for all functions that something used in an earlier text.
pub fn abandoned(before: &Contents<'_>, after: &Contents<'_>) -> Edits {
    let names = |contents: &Contents<'_>| -> BTreeSet<String> {
        let functions = contents.file.functions.iter();
        functions.map(|f| f.name.clone()).collect()
    };
    let old = unused_functions(before, &names(before));
    let mut functions = names(after);
    functions.retain(|name| !old.contains_key(name));
    removable(after, &functions)
}

/// Those of some functions that are static and that nothing uses, with what they consist of.
fn unused_functions(
    contents: &Contents<'_>,
    functions: &BTreeSet<String>,
) -> BTreeMap<String, Vec<Span>> {
    let unit = contents.unit;
    let mut open: Vec<&Function<'_>> = { contents.file.functions.iter() }
        .filter(|f| f.is_static && functions.contains(&f.name))
        .filter(|f| !contents.facts.calls.is_open(&f.name))
        .collect();
    let mut gone: Vec<Range<usize>> = Vec::new();
    let mut unwanted = BTreeMap::new();
    loop {
        let found = open.iter().enumerate().find_map(|(index, function)| {
            let ranges = unused(unit, function, &gone)?;
            let spans: Option<Vec<Span>> = ranges.iter().map(|r| removed(unit, r)).collect();
            Some((index, ranges, spans?))
        });
        let Some((index, ranges, spans)) = found else {
            return unwanted;
        };
        let function = open.remove(index);
        gone.extend(ranges);
        unwanted.insert(function.name.clone(), spans);
    }
}

/// The edits that remove spans, and blank lines behind them that would follow others.
fn edits(file: &SourceFile, mut spans: Vec<Span>) -> Edits {
    spans.sort_unstable();
    let mut joined: Vec<Span> = Vec::new();
    for span in spans {
        match joined.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => joined.push(span),
        }
    }
    let mut edits = Edits::default();
    for mut span in joined {
        let before = &file.bytes[..span.start as usize];
        let is_parted =
            before.is_empty() || before.ends_with(b"\n\n") || before.ends_with(b"\n\r\n");
        loop {
            let blank = blank_line(&file.bytes[span.end as usize..]);
            if !is_parted || blank == 0 {
                break;
            }
            span.end += blank as u32;
        }
        let text = String::new();
        // Joined spans are disjoint.
        let _ = edits.insert(Edit { span, text });
    }
    edits
}

/// All declarations of a function, its definition included, if nothing else names it.
fn unused(
    unit: &Unit,
    function: &Function<'_>,
    gone: &[Range<usize>],
) -> Option<Vec<Range<usize>>> {
    let name = function.name.as_str();
    let is_open = unit.skipped.contains_key(name)
        || unit.dropped.contains_key(name)
        || unit
            .macro_texts
            .iter()
            .any(|m| m.body.iter().any(|word| word == name));
    let mut declarations: Vec<Range<usize>> = Vec::new();
    for token in unit.tokens.iter().filter(|t| unit.token_text(t) == name) {
        let at = token.at.start as usize;
        if gone.iter().any(|range| range.contains(&at)) {
            continue;
        }
        let declaration = unit.declaration_at(at)?;
        let range = declaration.at.start as usize..declaration.at.end as usize;
        let is_own = range.contains(&function.name_at);
        let is_prototype = !declaration.is_function && is_prototype(unit, &range, name);
        if !declaration.in_main_file || !(is_own || is_prototype) {
            return None;
        }
        if !declarations.contains(&range) {
            declarations.push(range);
        }
    }
    (!is_open).then_some(declarations)
}

/// Whether a declaration declares only this function: `static void f(int n);`
fn is_prototype(unit: &Unit, range: &Range<usize>, name: &str) -> bool {
    let tokens = &unit.tokens[unit.tokens_in(range.clone())];
    let Some(at) = tokens.iter().position(|t| unit.token_text(t) == name) else {
        return false;
    };
    let is_head = |k: usize| {
        unit.word(tokens, k)
            .chars()
            .all(|c| c.is_alphanumeric() || c == '_')
    };
    let close = unit.closing(tokens, at + 1);
    (0..at).all(is_head)
        && unit.word(tokens, at + 1) == "("
        && close
            .is_some_and(|close| unit.word(tokens, close + 1) == ";" && close + 2 == tokens.len())
}

/// The bytes of a declaration with the comment directly above it.
fn removed(unit: &Unit, range: &Range<usize>) -> Option<Span> {
    let file = &unit.file;
    let span = unit.span_of(range.clone()).ok()?;
    let first = unit
        .tokens
        .get(unit.tokens_in(range.clone()).start)?
        .at
        .start;
    let is_plain = !holds_others(unit, span) && !is_under_directive(unit, first);
    let whole = file.whole_lines(span);
    if whole == span {
        return is_plain.then_some(span);
    }
    let start = comment_start(file, whole.start);
    is_plain.then(|| Span::new(start, whole.end))
}

/// Whether a directive applies to the declaration at a place: `#pragma omp declare simd`. Other
/// pragmas apply to all that follows.
fn is_under_directive(unit: &Unit, at: u32) -> bool {
    let mut above = unit.pragmas.iter().filter(|pragma| pragma.at == at);
    above.any(|pragma| matches!(pragma.text.split_whitespace().next(), Some("omp" | "acc")))
}

/// Whether a span holds directives except pragmas.
fn holds_others(unit: &Unit, span: Span) -> bool {
    let mut inner = unit.directives.iter().filter(|line| span.contains(**line));
    inner.any(|line| {
        unit.words(*line)
            .get(1)
            .is_none_or(|word| word.text != "pragma")
    })
}

/// The length of a blank line at the start of a text.
fn blank_line(bytes: &[u8]) -> usize {
    let blanks = bytes
        .iter()
        .take_while(|b| matches!(b, b' ' | b'\t' | b'\r'))
        .count();
    match bytes.get(blanks) {
        Some(b'\n') => blanks + 1,
        _ => 0,
    }
}

/// The start of the comment that ends on the line above a place, or the place.
fn comment_start(file: &SourceFile, at: u32) -> u32 {
    let text = file.text().get(..at as usize).unwrap_or("");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut start = at as usize;
    let mut above = lines.iter().rev().peekable();
    while let Some(line) = above.next_if(|line| line.trim_start().starts_with("//")) {
        start -= line.len();
    }
    if start < at as usize
        || !above
            .peek()
            .is_some_and(|line| line.trim_end().ends_with("*/"))
    {
        return start as u32;
    }
    let inner = text.trim_end().trim_end_matches("*/");
    let Some(open) = inner.rfind("/*") else {
        return at;
    };
    let line = text[..open].rfind('\n').map_or(0, |k| k + 1);
    match text[line..open].trim().is_empty() {
        true => line as u32,
        false => at,
    }
}
