//! Effects of other configurations on a function: lines that `#if` includes or leaves out.
//!
//! Code between an array's first and last use may depend on the configuration only if it cannot
//! matter to the array: whole statements that neither name it, nor jump, nor change a counter or
//! size. Groups that numbers and kept macros alone decide are taken as they are; their values are
//! asserted.
//!
//! Assumes: nothing about other configurations. Code that `#if` leaves out, or that another
//! configuration inserts between the uses of an array, must not matter to the array. The exception
//! is a condition that kept macros alone decide: the output asserts their values.

use crate::facts::refusal::Refusal;
use source::{Conditional, MacroText, Span, Token, TokenKind, Unit, Word};
use std::collections::BTreeSet;
use std::ops::Range;

mod above;

pub use above::heads;

/// Names in lines of a part of the file that another configuration may leave out or insert.
pub fn conditional_names(unit: &Unit, part: Span) -> BTreeSet<String> {
    let all = &unit.conditionals;
    let first = all.partition_point(|group| group.span.end <= part.start);
    let inside = all[first..].iter().filter(|g| g.span.start < part.end);
    let open = inside.filter(|group| !group.is_decided && !group.span.contains(part));
    let words = open.flat_map(|group| without_openmp(unit, &unit.words(group.span)));
    let names = words.filter(|word| word.kind == TokenKind::Identifier);
    names.map(|word| word.text).collect()
}

/// An array and the function around it.
pub struct Subject<'a> {
    /// The file.
    pub unit: &'a Unit,
    /// The array.
    pub name: &'a str,
    /// The function's body in the main file.
    pub function: Span,
    /// The function's body in the unit's text.
    pub body: Range<usize>,
}

/// The part of a region that the array's fold depends on.
pub struct Extent {
    /// Its statements from the first use to the last, in the main file.
    pub span: Span,
    /// Their starts in the unit's text, and the starts of the statements around them.
    pub heads: Vec<usize>,
    /// Counters and sizes.
    pub names: BTreeSet<String>,
}

/// A mention of a name in a function's text that is not among its tokens, because a macro or an
/// `#if` drops it. `is_alone` if it is all of a macro's argument: `FREE(a)`.
struct Dropped {
    span: Span,
    is_alone: bool,
}

fn dropped(
    unit: &Unit,
    name: &str,
    function: Span,
    body: Range<usize>,
) -> impl Iterator<Item = Dropped> {
    let words = match unit.dropped.contains_key(name) {
        true => unit.words(function),
        false => Vec::new(),
    };
    let tokens = unit.tokens[unit.tokens_in(body)].iter();
    let seen: BTreeSet<u32> = match words.is_empty() {
        true => BTreeSet::new(),
        false => tokens.filter_map(|t| Some(t.spelled()?.start)).collect(),
    };
    let is_lost = |k: &usize| words[*k].text == name && !seen.contains(&words[*k].span.start);
    let lost: Vec<usize> = (0..words.len()).filter(is_lost).collect();
    let text = |k: Option<usize>| k.and_then(|k| words.get(k)).map(|w| w.text.as_str());
    let found = lost.into_iter().map(|k| Dropped {
        span: words[k].span,
        is_alone: text(k.checked_sub(1)) == Some("(") && text(Some(k + 1)) == Some(")"),
    });
    found.collect::<Vec<_>>().into_iter()
}

/// A line of a function in which another configuration may read an array: a line that names it,
/// unless the name is all of an argument that a macro drops.
pub fn may_be_read(unit: &Unit, name: &str, function: Span, body: Range<usize>) -> Option<u32> {
    let mut lost = dropped(unit, name, function, body);
    let found = lost.find(|word| !word.is_alone)?;
    Some(unit.file.line_col(found.span.start).line)
}

impl Subject<'_> {
    /// A line that is left out and names the array.
    pub fn skipped_use(&self) -> Option<Refusal> {
        for group in self.groups().filter(|group| !group.is_seen) {
            let words = self.unit.words(group.span);
            if let Some(word) = words.iter().find(|word| self.names_it(word)) {
                let line = self.unit.file.line_col(word.span.start).line;
                return Some(Refusal::InSkippedLines(line));
            }
        }
        if let Some(word) = dropped(self.unit, self.name, self.function, self.body.clone()).next() {
            let line = self.unit.file.line_col(word.span.start).line;
            return Some(Refusal::InDroppedArgument(line));
        }
        let is_body = |m: &&MacroText| m.body.iter().any(|word| word == self.name);
        let mut skipped = self.unit.macro_texts.iter().filter(|m| !m.is_seen);
        let found = skipped.find(is_body)?;
        Some(Refusal::InSkippedMacro(found.name.clone()))
    }

    /// Whether a word is the array's name, or a macro that leads to it.
    fn names_it(&self, word: &Word) -> bool {
        let is_it = |text: &String| *text == self.name;
        let mut bodies = self.bodies(std::slice::from_ref(word)).into_iter();
        word.kind == TokenKind::Identifier
            && (is_it(&word.text) || bodies.any(|body| body.iter().any(is_it)))
    }

    /// The bodies of all of the user's macros that some words lead to.
    fn bodies(&self, words: &[Word]) -> Vec<&[String]> {
        let macros = self.definitions(words).into_iter();
        macros.map(|m| m.body.as_slice()).collect()
    }

    /// All of the user's macros that some words lead to.
    fn definitions(&self, words: &[Word]) -> Vec<&MacroText> {
        let macros = &self.unit.macro_texts;
        let mut used = vec![false; macros.len()];
        let mut open: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        let mut definitions = Vec::new();
        while let Some(name) = open.pop() {
            let named = macros.iter().enumerate().filter(|(_, m)| m.name == name);
            for (index, found) in named {
                if !std::mem::replace(&mut used[index], true) {
                    definitions.push(found);
                    open.extend(found.body.iter().map(String::as_str));
                }
            }
        }
        definitions
    }

    /// The groups that begin or end in the function.
    fn groups(&self) -> impl Iterator<Item = &Conditional> {
        let all = &self.unit.conditionals;
        let first = all.partition_point(|group| group.span.end <= self.function.start);
        let inside = |group: &&Conditional| {
            group.span.start < self.function.end && !group.span.contains(self.function)
        };
        all[first..].iter().filter(inside)
    }

    /// A line under `#if`, or a macro with another body, that may matter to the array.
    pub fn conditional_code(&self, extent: &Extent) -> Option<Refusal> {
        let overlaps = |group: &&Conditional| {
            group.span.start < extent.span.end && extent.span.start < group.span.end
        };
        let partly = |group: &&Conditional| !group.span.contains(extent.span);
        let open = self.groups().filter(|group| !group.is_decided);
        let relevant = open.filter(partly).filter_map(|group| {
            let words = self.unit.words(group.span);
            let what = match overlaps(&group) {
                true => self.objection(group, &words, &extent.names),
                false if self.is_above(group, extent) => self.binds(group, &words),
                false => None,
            };
            Some((group, what?))
        });
        let found = relevant.into_iter().next().map(|(group, what)| {
            let line = self.unit.file.line_col(group.span.start).line;
            Refusal::DependsOnConfiguration(line, what)
        });
        found
            .or_else(|| self.opened_before(extent))
            .or_else(|| self.other_macro(extent))
            .or_else(|| self.macro_above(extent))
            .or_else(|| self.macro_opened_before(extent))
    }

    /// A pragma or an unfinished statement in a group before other lines.
    fn binds(&self, group: &Conditional, words: &[Word]) -> Option<String> {
        let others = match group.is_seen {
            true => without_openmp(self.unit, words),
            false => words.to_vec(),
        };
        if let Some(pragma) = others.iter().find(|w| is_binding(&w.text)) {
            return Some(format!("has `{}`", pragma.text));
        }
        let code = without_directives(&self.unit.file, words);
        let unfinished = || "is not made of whole statements".to_string();
        (!self.is_whole(group, &code)).then(unfinished)
    }

    /// The effect of a group of lines that may matter.
    fn objection(
        &self,
        group: &Conditional,
        words: &[Word],
        names: &BTreeSet<String>,
    ) -> Option<String> {
        let code = without_directives(&self.unit.file, words);
        if code.iter().any(|word| self.names_it(word)) {
            return Some("uses it".to_string());
        }
        if let Some(word) = self.macro_word(&code, names) {
            return Some(format!("uses a macro with `{word}`"));
        }
        if let Some(what) = self.binds(group, words) {
            return Some(what);
        }
        if let Some(jump) = code.iter().find(|w| is_jump(&w.text)) {
            return Some(format!("has `{}`", jump.text));
        }
        let changed =
            (0..code.len()).find(|k| names.contains(&code[*k].text) && !is_read(&code, *k));
        changed.map(|k| format!("may change or declare `{}`", code[k].text))
    }

    /// A word in the macros of a group that may matter to any array.
    fn macro_word(&self, code: &[Word], names: &BTreeSet<String>) -> Option<&str> {
        let matters = |w: &&String| is_binding(w) || is_jump(w) || names.contains(w.as_str());
        let mut bodies = self.bodies(code).into_iter();
        bodies.find_map(|body| {
            let unbalanced = || body.iter().find(|_| !is_balanced(body.iter()));
            let found = body.iter().find(matters).or_else(unbalanced);
            found.map(String::as_str)
        })
    }

    /// Whether the lines contain whole statements, and are between whole statements.
    fn is_whole(&self, group: &Conditional, code: &[Word]) -> bool {
        let (Some(first), Some(last)) = (code.first(), code.last()) else {
            return true;
        };
        let is_end = |text: &str| matches!(text, ";" | "{" | "}");
        let (before, after) = self.around(group.span);
        let text = |token: Option<&Token>| token.map_or("", |t| self.unit.token_text(t));
        let next = text(after);
        is_end(text(before))
            && matches!(last.text.as_str(), ";" | "}")
            && !matches!(next, "else" | "while")
            && !matches!(first.text.as_str(), "else" | "{" | "}")
            && is_balanced(code.iter().map(|word| &word.text))
    }

    /// The tokens that the compiler saw before and after a group.
    fn around(&self, span: Span) -> (Option<&Token>, Option<&Token>) {
        let unit = self.unit;
        let first = unit.file.line_col(span.start).line;
        let last = unit.file.line_col(span.end).line;
        let tokens = &unit.tokens[unit.tokens_in(self.body.clone())];
        let seen = || tokens.iter().filter(|token| token.line > 0);
        let before = seen().take_while(|token| token.line < first).last();
        (before, seen().find(|token| token.line > last))
    }

    /// A macro with another definition, in skipped lines, that may matter.
    fn other_macro(&self, extent: &Extent) -> Option<Refusal> {
        let mut open = self.open_macros().peekable();
        open.peek()?;
        let words = self.unit.words(extent.span);
        let used = |m: &&MacroText| words.iter().any(|word| word.text == m.name);
        let found = open.find(used)?;
        Some(Refusal::OtherMacro(found.name.clone()))
    }

    /// Definitions that another configuration may use and that may matter.
    fn open_macros(&self) -> impl Iterator<Item = &MacroText> {
        let macros = self.unit.macro_texts.iter();
        macros.filter(|m| self.is_open(m))
    }

    fn is_open(&self, definition: &MacroText) -> bool {
        let is_kept = || self.unit.macros.contains_key(&definition.name);
        let is_data = is_plain(&definition.body) || is_floating(&definition.body);
        !definition.is_seen && !definition.is_decided && !is_kept() && !is_data
    }
}

/// The words outside of `#pragma omp` lines. Such a pragma is read with the code below it, and
/// folds are correct without it too.
fn without_openmp(unit: &Unit, words: &[Word]) -> Vec<Word> {
    let line = |k: usize| unit.file.line_col(words[k].span.start).line;
    let is = |k: usize, text: &str| words.get(k).is_some_and(|w| w.text == text);
    let starts = |k: &usize| is(*k, "#") && is(*k + 1, "pragma") && is(*k + 2, "omp");
    let lines: BTreeSet<u32> = (0..words.len()).filter(starts).map(line).collect();
    let others = (0..words.len()).filter(|k| !lines.contains(&line(*k)));
    others.map(|k| words[k].clone()).collect()
}

/// The words outside of directive lines.
fn without_directives(file: &source::SourceFile, words: &[Word]) -> Vec<Word> {
    let mut code: Vec<Word> = Vec::new();
    let mut directive_line = 0;
    let mut last_line = 0;
    for word in words {
        let line = file.line_col(word.span.start).line;
        if line != last_line && word.text == "#" {
            directive_line = line;
        }
        last_line = line;
        if line != directive_line {
            code.push(word.clone());
        }
    }
    code
}

/// Whether a word of a pragma orders or promises something.
fn is_binding(word: &str) -> bool {
    matches!(
        word,
        "pragma" | "_Pragma" | "asm" | "__asm__" | "__asm" | "include"
    )
}

fn is_jump(word: &str) -> bool {
    matches!(
        word,
        "goto" | "break" | "continue" | "return" | "case" | "default" | "setjmp" | "longjmp"
    )
}

fn is_balanced<'w>(code: impl Iterator<Item = &'w String>) -> bool {
    let mut depth = 0i64;
    for word in code {
        depth += step(word);
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// The number of brackets that are left open.
fn net_depth<'w>(code: impl Iterator<Item = &'w String>) -> i64 {
    code.map(|word| step(word)).sum()
}

fn step(word: &str) -> i64 {
    match word {
        "(" | "[" | "{" => 1,
        ")" | "]" | "}" => -1,
        _ => 0,
    }
}

/// Whether a name is certainly read only: an operand between operators of expressions.
fn is_read(code: &[Word], index: usize) -> bool {
    let text = |k: Option<usize>| k.and_then(|k| code.get(k)).map_or(";", |w| w.text.as_str());
    let before = text(index.checked_sub(1));
    let after = text(Some(index + 1));
    let is_operator = matches!(
        before,
        "(" | "["
            | "+"
            | "-"
            | "/"
            | "%"
            | "<"
            | ">"
            | "<="
            | ">="
            | "=="
            | "!="
            | "="
            | "+="
            | "-="
            | "&&"
            | "||"
            | "!"
            | "?"
    ) || (before == "," && depth_at(code, index) > 0);
    let is_written = matches!(
        after,
        "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" | "++" | "--"
    );
    is_operator && !is_written
}

fn depth_at(code: &[Word], index: usize) -> usize {
    let mut depth = 0usize;
    for word in &code[..index] {
        match word.text.as_str() {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth
}

/// Whether a macro's body consists of types of values, qualifiers and attributes.
fn is_plain(body: &[String]) -> bool {
    body.iter().all(|word| {
        matches!(
            word.as_str(),
            "float"
                | "double"
                | "long"
                | "_Complex"
                | "complex"
                | "const"
                | "restrict"
                | "inline"
                | "static"
                | "__restrict"
                | "__restrict__"
                | "__inline"
                | "__inline__"
        )
    })
}

/// Whether a macro's body is a floating number, or computed from some: `(180.0 / 3.14159)`. It is
/// no size and no subscript.
fn is_floating(body: &[String]) -> bool {
    let is_number = |word: &&String| word.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let is_operator = |word: &String| matches!(word.as_str(), "(" | ")" | "+" | "-" | "*" | "/");
    let mut numbers = body.iter().filter(is_number);
    let is_hexadecimal = |word: &String| word.starts_with("0x") || word.starts_with("0X");
    let is_float = |word: &String| word.contains('.') && !is_hexadecimal(word);
    numbers.any(is_float)
        && body
            .iter()
            .all(|word| is_number(&word) || is_operator(word))
}

/// Whether another configuration may leave out the code at `place`, and keep a part of `around`.
pub fn is_optional(unit: &Unit, place: Span, around: Span) -> bool {
    let first = unit
        .conditionals
        .partition_point(|group| group.span.end < place.end);
    let holds = |group: &Conditional| {
        !group.is_decided && group.span.contains(place) && !group.span.contains(around)
    };
    unit.conditionals[first..].iter().any(holds)
}
