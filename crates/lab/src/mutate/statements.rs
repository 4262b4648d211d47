//! The statements of a function as ranges of tokens, list by list. Knows C's statements by their
//! keywords; preprocessor lines between them belong to none.

use super::tokens::Tokens;
use std::ops::Range;

/// Nested statements beyond this depth are not taken apart.
const DEEPEST: usize = 100;

/// A statement.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) first: usize,
    /// Its last token, `;` or `}`.
    pub(super) last: usize,
    pub(super) shape: Shape,
}

/// The shapes of statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// An expression with `;`.
    Expression,
    Declaration,
    /// `return`, `break`, `continue`, `goto`.
    Jump,
    /// `for` with the parentheses of its header.
    For(usize, usize),
    /// `if` with the parentheses of its condition.
    If(usize, usize),
    /// Loops of other kinds, `switch`, blocks, assertions.
    Other,
}

/// The statements of a block with their substatements: one list per block, and one list for each
/// single statement below a loop or branch.
pub(super) fn statements(tokens: &Tokens<'_>, body: Range<usize>) -> Vec<Vec<Statement>> {
    let mut parser = Parser {
        tokens,
        lists: Vec::new(),
    };
    parser.block(body.start, body.end - 1, 0);
    parser.lists
}

struct Parser<'a> {
    tokens: &'a Tokens<'a>,
    lists: Vec<Vec<Statement>>,
}

impl Parser<'_> {
    /// The statements between two braces.
    fn block(&mut self, open: usize, close: usize, depth: usize) {
        let mut list = Vec::new();
        let mut at = open + 1;
        while at < close {
            if self.tokens.in_directive(at) {
                at += 1;
                continue;
            }
            let Some(statement) = self.statement(at, depth) else {
                break;
            };
            at = statement.last + 1;
            list.push(statement);
        }
        self.lists.push(list);
    }

    /// The statement that starts at a token.
    fn statement(&mut self, first: usize, depth: usize) -> Option<Statement> {
        if depth > DEEPEST {
            return None;
        }
        let tokens = self.tokens;
        let (shape, last) = match tokens.word(first) {
            "{" => {
                let close = tokens.partner(first)?;
                self.block(first, close, depth + 1);
                (Shape::Other, close)
            }
            "for" => {
                let close = tokens.partner(first + 1)?;
                let last = self.below(close + 1, depth)?;
                (Shape::For(first + 1, close), last)
            }
            "while" | "switch" => {
                let close = tokens.partner(first + 1)?;
                (Shape::Other, self.below(close + 1, depth)?)
            }
            "if" => {
                let close = tokens.partner(first + 1)?;
                let mut last = self.below(close + 1, depth)?;
                if tokens.is(last + 1, "else") {
                    last = self.below(last + 2, depth)?;
                }
                (Shape::If(first + 1, close), last)
            }
            "do" => {
                let last = self.below(first + 1, depth)?;
                (Shape::Other, self.semicolon(last + 1)?)
            }
            "case" | "default" => (Shape::Other, self.colon(first)?),
            "return" | "break" | "continue" | "goto" => (Shape::Jump, self.semicolon(first)?),
            _ if tokens.is(first + 1, ":") && tokens.is_name(first) => (Shape::Other, first + 1),
            _ => (self.plain(first), self.semicolon(first)?),
        };
        Some(Statement { first, last, shape })
    }

    /// The last token of a substatement, which is a list of its own.
    fn below(&mut self, mut first: usize, depth: usize) -> Option<usize> {
        while self.tokens.in_directive(first) {
            first += 1;
        }
        let statement = self.statement(first, depth + 1)?;
        let last = statement.last;
        if !self.tokens.is(first, "{") {
            self.lists.push(vec![statement]);
        }
        Some(last)
    }

    fn semicolon(&self, first: usize) -> Option<usize> {
        self.ends(first, ";")
    }

    fn colon(&self, first: usize) -> Option<usize> {
        self.ends(first, ":")
    }

    /// The next separator outside of brackets.
    fn ends(&self, first: usize, separator: &str) -> Option<usize> {
        let mut at = first;
        while at < self.tokens.words.len() {
            match self.tokens.word(at) {
                "(" | "[" | "{" => at = self.tokens.partner(at)? + 1,
                ")" | "]" | "}" => return None,
                word if word == separator => return Some(at),
                _ => at += 1,
            }
        }
        None
    }

    /// A declaration or an expression.
    fn plain(&self, first: usize) -> Shape {
        let tokens = self.tokens;
        let word = tokens.word(first);
        if matches!(word, "_Static_assert" | "_Pragma" | "asm" | "__asm__" | ";") {
            return Shape::Other;
        }
        let is_typed = TYPES.contains(&word);
        let is_named = tokens.is_name(first) && tokens.is_name(first + 1);
        let is_pointer = tokens.is_name(first)
            && tokens.is(first + 1, "*")
            && tokens.is_name(first + 2)
            && matches!(tokens.word(first + 3), "=" | ";" | ",");
        match is_typed || is_named || is_pointer {
            true => Shape::Declaration,
            false => Shape::Expression,
        }
    }
}

/// Words with which declarations start.
const TYPES: [&str; 20] = [
    "auto", "char", "const", "double", "enum", "extern", "float", "int", "long", "register",
    "restrict", "short", "signed", "static", "struct", "typedef", "union", "unsigned", "void",
    "volatile",
];
