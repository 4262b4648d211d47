//! Functions with a statement that lang-c cannot read. The statement is blanked to a lone `;`, and
//! its names are kept beside the syntax tree. The rest of the function is read as usual.
//!
//! Assumes: an unreadable statement may change everything that it names, at any time. Arrays among
//! these names stay.

use crate::syntax::tokens::{Tokens, identifiers};
use lang_c::ast::{ExternalDeclaration, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::TokenKind;
use std::collections::BTreeSet;
use std::ops::Range;

/// Code that was not read. It may do anything with the objects that it names.
#[derive(Debug, Clone)]
pub struct Unread {
    /// Its place in the unit's text. In the syntax tree an empty statement starts there, unless a
    /// whole external declaration was not read.
    pub range: Range<usize>,
    /// Identifiers and keywords, also those in strings, with their offsets.
    pub names: Vec<(String, usize)>,
    /// Names that it calls, with their offsets.
    pub calls: Vec<(String, usize)>,
    /// A jump or a label, with its offset.
    pub jump: Option<(String, usize)>,
    /// Offsets of its `return` statements.
    pub exits: Vec<usize>,
}

/// The tokens of one external declaration.
#[derive(Clone, Copy)]
pub(crate) struct Text<'u>(pub Tokens<'u>);

impl Text<'_> {
    fn word(&self, index: usize) -> &str {
        self.0.word(index)
    }

    fn place(&self, tokens: &Range<usize>) -> Range<usize> {
        self.0.start(tokens.start)..self.0.end(tokens.end - 1)
    }

    /// The statements around an offset of the unit's text that can be replaced, the innermost
    /// first.
    pub(crate) fn statements_around(&self, offset: usize, types: &BTreeSet<String>) -> Vec<Unread> {
        let at = self.0.all.partition_point(|t| t.at.end as usize <= offset);
        let mut around: Vec<Range<usize>> = Vec::new();
        for item in items(self.0) {
            if item.contains(&at) || (item.end == at && self.word(at) == "}") {
                around.push(item);
            }
        }
        around.sort_by_key(Range::len);
        let whole = around.into_iter().filter(|item| self.is_whole(item, types));
        whole.map(|item| self.unread(item)).collect()
    }

    /// Whether a statement can be replaced without a part of what is around it, and declares no
    /// type.
    fn is_whole(&self, item: &Range<usize>, types: &BTreeSet<String>) -> bool {
        let words = || item.clone().map(|k| self.word(k));
        let selects = words().any(|w| w == "switch");
        let is_case = |w: &str| matches!(w, "case" | "default");
        let hides_type = item.clone().any(|k| {
            types.contains(self.word(k)) && matches!(self.word(k + 1), "=" | "," | ";" | "[")
        });
        (selects || !words().any(is_case)) && !words().any(|w| w == "typedef") && !hides_type
    }

    /// All tokens as code that was not read. Its `calls` are names that it may declare as
    /// functions.
    pub(crate) fn all(&self) -> Option<Unread> {
        let count = self.0.count();
        let body = (0..count).find(|k| self.word(*k) == "{").unwrap_or(count);
        let head = (body > 0).then(|| self.unread(0..body))?;
        let calls = head.calls;
        Some(Unread {
            calls,
            ..self.unread(0..count)
        })
    }

    fn unread(&self, item: Range<usize>) -> Unread {
        let at = |k: usize| self.0.start(k);
        let own = || item.clone();
        let is_name = |k: &usize| self.0.is(TokenKind::Identifier, *k);
        let called = |k: &usize| is_name(k) && self.word(k + 1) == "(";
        let spelled = |k: usize| (self.word(k).to_string(), at(k));
        Unread {
            range: self.place(&item),
            names: own().flat_map(|k| names(self.0, k)).collect(),
            calls: own().filter(called).map(spelled).collect(),
            jump: own().find(|k| self.is_jump(*k)).map(spelled),
            exits: own()
                .filter(|k| self.word(*k) == "return")
                .map(at)
                .collect(),
        }
    }

    /// `goto`, `break`, `continue`, `name:`, `&&name`.
    fn is_jump(&self, index: usize) -> bool {
        let is_name = self.0.is(TokenKind::Identifier, index);
        let before = self.0.before(index);
        match self.word(index) {
            "goto" | "break" | "continue" | "__label__" => true,
            "&&" => matches!(
                before,
                "{" | "," | "(" | "=" | "[" | "return" | "?" | ":" | ""
            ),
            _ => is_name && self.word(index + 1) == ":" && matches!(before, ";" | "{" | "}" | ":"),
        }
    }
}

/// The names in a token, or in a string, with their offsets.
pub(crate) fn names(tokens: Tokens<'_>, index: usize) -> Vec<(String, usize)> {
    let (at, text) = (tokens.start(index), tokens.word(index));
    if tokens.is(TokenKind::Identifier, index) {
        return vec![(text.to_string(), at)];
    }
    let is_string = tokens.is(TokenKind::String, index);
    let names = identifiers(text).filter(|_| is_string);
    names.map(|name| (name.to_string(), at)).collect()
}

/// A bracket that is open while the tokens are read.
struct Frame {
    /// Whether it contains statements.
    is_block: bool,
    /// The first token of the statement being read.
    item: usize,
    /// The number of `?` without their `:`.
    choices: usize,
    /// The number of `do` without their `while`.
    loops: usize,
}

/// The statements among the tokens, by brackets and `;`, at every depth. This is a guess that the
/// parser checks.
fn items(text: Tokens<'_>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut frames: Vec<Frame> = Vec::new();
    for index in 0..text.count() {
        match text.word(index) {
            "{" | "(" | "[" => frames.push(Frame {
                is_block: text.word(index) == "{" && opens_block(text.before(index)),
                item: index + 1,
                choices: 0,
                loops: 0,
            }),
            "}" | ")" | "]" => {
                let closed = frames.pop();
                if let (Some(closed), Some(outer)) = (closed, frames.last_mut())
                    && closed.is_block
                    && outer.is_block
                    && !goes_on(text.word(index + 1), outer)
                {
                    found.push(outer.item..index + 1);
                    start(outer, index + 1);
                }
            }
            word => {
                let ends = word == ";" && text.word(index + 1) != "else";
                if let Some(frame) = frames.last_mut().filter(|frame| frame.is_block) {
                    found.extend(step(frame, word, index, ends));
                }
            }
        }
    }
    found
}

/// Reads a word of a block that is no bracket. Returns the statement that it ends.
fn step(frame: &mut Frame, word: &str, index: usize, ends: bool) -> Option<Range<usize>> {
    let item = frame.item..index + 1;
    match word {
        "?" => frame.choices += 1,
        ":" if frame.choices > 0 => frame.choices -= 1,
        ":" => start(frame, index + 1),
        "do" => frame.loops += 1,
        "while" => frame.loops = frame.loops.saturating_sub(1),
        _ if ends => start(frame, index + 1),
        _ => {}
    }
    ends.then_some(item)
}

fn start(frame: &mut Frame, item: usize) {
    *frame = Frame {
        is_block: true,
        item,
        choices: 0,
        loops: 0,
    };
}

/// Whether a `{` after this word opens a block.
fn opens_block(before: &str) -> bool {
    matches!(
        before,
        ")" | "{" | "}" | ";" | "else" | "do" | ":" | "(" | ""
    )
}

/// Whether a statement continues after a block in it.
fn goes_on(next: &str, outer: &Frame) -> bool {
    next == "else" || (next == "while" && outer.loops > 0)
}

/// Whether all replaced statements became empty statements of the syntax tree.
pub(crate) fn are_statements(items: &[Node<ExternalDeclaration>], starts: &[usize]) -> bool {
    let mut finder = EmptyStatements(BTreeSet::new());
    for item in items {
        finder.visit_external_declaration(&item.node, &item.span);
    }
    starts.iter().all(|start| finder.0.contains(start))
}

struct EmptyStatements(BTreeSet<usize>);

impl<'a> Visit<'a> for EmptyStatements {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if matches!(statement, Statement::Expression(None)) {
            self.0.insert(span.start);
        }
        visit::visit_statement(self, statement, span);
    }
}
