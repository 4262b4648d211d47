//! Lines that go on under a word of a line above stay under it where edits move that word; comments behind lines stay
//! in their column.

use crate::edits::{Edit, Edits};
use crate::file::SourceFile;
use crate::layout::{Layout, LineKind};
use crate::lexer::{Lexed, TokenKind};
use crate::span::Span;
use crate::symbols::Symbols;

/// The edits, and blanks more or fewer in front of the lines of statements that stand under a word which they move,
/// and of comments that are set off from the lines they end.
pub fn aligned(file: &SourceFile, edits: Edits) -> Edits {
    if edits.is_empty() {
        return edits;
    }
    let mut symbols = Symbols::default();
    let layout = Layout::new(file.text(), &mut symbols);
    let mut page = Page {
        file,
        symbols: &symbols,
        edits: &edits,
        statement: Statement::default(),
        brackets: Vec::new(),
        shifts: Vec::new(),
        shifted: (0, 0),
    };
    for (line, kind) in layout.kinds.iter().enumerate() {
        match kind {
            LineKind::Text => page.read(layout.tokens(line)),
            _ => page.statement = Statement::default(),
        }
    }
    let mut all: Vec<Edit> = page.shifts;
    all.extend(edits.iter().cloned());
    all.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut both = Edits::default();
    match all.into_iter().try_for_each(|edit| both.insert(edit)) {
        Ok(()) => both,
        Err(_) => edits,
    }
}

/// The statement that a token stands in.
#[derive(Default)]
struct Statement {
    words: Vec<Word>,
    /// It starts with `case` or `default`.
    is_case: bool,
    /// How many tokens it has.
    len: usize,
}

/// A token that others may stand under.
struct Word {
    /// The start of its line.
    line: u32,
    column: Column,
    /// The bracket that it stands in, by its offset.
    inside: Option<u32>,
    /// How far edits move it.
    moved: i64,
    /// Nothing but blanks is in front of it.
    is_first: bool,
}

/// Tabs that start a line, and the characters behind them.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Column {
    tabs: usize,
    characters: usize,
}

struct Bracket {
    at: u32,
    is_round: bool,
    /// `if (`
    is_header: bool,
}

struct Page<'a> {
    file: &'a SourceFile,
    symbols: &'a Symbols,
    edits: &'a Edits,
    statement: Statement,
    brackets: Vec<Bracket>,
    /// Blanks more or fewer.
    shifts: Vec<Edit>,
    /// The start of the line that was last moved, and how far.
    shifted: (u32, i64),
}

impl Page<'_> {
    /// Takes the tokens of a line, or of several that a comment joins.
    fn read(&mut self, tokens: &[Lexed]) {
        for (at, token) in tokens.iter().enumerate() {
            let next = tokens.get(at + 1);
            let ends_line = next.is_none_or(|next| next.line > token.line);
            self.step(token, ends_line);
            if ends_line {
                self.keep_comment(token.span.end);
            }
        }
    }

    /// Takes the next token. Nothing stands under an operator that ends its line.
    fn step(&mut self, token: &Lexed, ends_line: bool) {
        let text = self.symbols.text(token.symbol);
        let is_closing = matches!(text, ")" | "]" | "}");
        let closed = match is_closing {
            true => self.brackets.pop(),
            false => None,
        };
        if let Some(word) = self.word(token) {
            let is_upper = !(ends_line && token.kind == TokenKind::Punctuator);
            self.statement.words.extend(is_upper.then_some(word));
        }
        let statement = &mut self.statement;
        statement.is_case |= statement.len == 0 && matches!(text, "case" | "default");
        statement.len += 1;
        let is_round = self.brackets.last().is_some_and(|b| b.is_round);
        let ends = match text {
            ";" => !is_round,
            "{" | "}" | "else" | "do" => true,
            ":" => statement.is_case || statement.len == 2,
            ")" => closed.is_some_and(|bracket| bracket.is_header),
            _ => false,
        };
        if matches!(text, "(" | "[" | "{") {
            let is_header = statement.len == 2 && text == "(" && self.follows_keyword(token);
            self.brackets.push(Bracket {
                at: token.span.start,
                is_round: text == "(",
                is_header,
            });
        }
        if ends {
            self.statement = Statement::default();
        }
    }

    /// Whether the word in front of a bracket is `if`, `for`, `while` or `switch`.
    fn follows_keyword(&self, bracket: &Lexed) -> bool {
        let before = self.file.text()[..bracket.span.start as usize].trim_end();
        let keywords = ["if", "for", "while", "switch"];
        keywords.iter().any(|word| before.ends_with(word))
    }

    /// A token with its place; one that goes on under another is moved along with it.
    fn word(&mut self, token: &Lexed) -> Option<Word> {
        let line = self.file.line_index(token.span.start);
        let line = self.file.line_starts()[line];
        let before = &self.file.text()[line as usize..token.span.start as usize];
        let characters = before.trim_start_matches('\t');
        let column = Column {
            tabs: before.len() - characters.len(),
            characters: characters.chars().count(),
        };
        let mut word = Word {
            line,
            column,
            inside: self.brackets.last().map(|b| b.at),
            moved: self.moved(line, token.span)?,
            is_first: before.trim_start().is_empty(),
        };
        if characters.contains('\t') {
            return None;
        }
        if word.is_first && self.statement.len > 0 {
            let by = self
                .upper(&word)
                .map_or(0, |upper| upper.moved - word.moved);
            let shift = self.shift(token.span.start, characters.len(), by);
            word.moved += shift;
            self.shifted = (line, shift);
        }
        Some(word)
    }

    /// Makes up in front of a comment for what edits change on its line, if some blanks set it off.
    fn keep_comment(&mut self, end: u32) {
        let rest = &self.file.text()[end as usize..];
        let rest = rest.split('\n').next().unwrap_or_default();
        let comment = rest.trim_start_matches(' ');
        let blanks = rest.len() - comment.len();
        let is_comment = comment.starts_with("//") || comment.starts_with("/*");
        if blanks < 2 || !is_comment {
            return;
        }
        let line = self.file.line_starts()[self.file.line_index(end)];
        let at = end + blanks as u32;
        if let Some(moved) = self.moved(line, Span::at(at)) {
            self.shift(at, blanks, (-moved).max(1 - blanks as i64));
        }
    }

    /// The word of the statement's lines above that another one stands under: one that itself starts a line, if there
    /// is such a one.
    fn upper(&self, word: &Word) -> Option<&Word> {
        let above = self.statement.words.iter().rev();
        let mut above = above.filter(|upper| {
            upper.column == word.column && upper.inside == word.inside && upper.line < word.line
        });
        let starts = above.clone().find(|upper| upper.is_first);
        starts.or_else(|| above.next())
    }

    /// How far edits of its line move what starts at a place; `None` if it is gone, or its line is broken there.
    fn moved(&self, line: u32, token: Span) -> Option<i64> {
        let here = self.edits.since(line);
        let here = here.take_while(|e| e.span.start <= token.start);
        let mut moved = match self.shifted {
            (at, shift) if at == line => shift,
            _ => 0,
        };
        for edit in here {
            let Span { start, end } = edit.span;
            if end <= token.start && start >= line && !edit.text.contains('\n') {
                moved += edit.text.chars().count() as i64;
                moved -= self.file.slice(edit.span).chars().count() as i64;
            } else if end > line && (start != token.start || end == start) {
                return None;
            }
        }
        Some(moved)
    }

    /// Makes the blanks in front of a word more or fewer, if there are so many, and says by how much.
    fn shift(&mut self, at: u32, blanks: usize, by: i64) -> i64 {
        let edit = match by {
            0 => return 0,
            1.. => Edit {
                span: Span::at(at - u32::from(blanks > 0)),
                text: " ".repeat(by as usize),
            },
            _ if by.unsigned_abs() as usize > blanks => return 0,
            _ => Edit {
                span: Span::new(at - by.unsigned_abs() as u32, at),
                text: String::new(),
            },
        };
        self.shifts.push(edit);
        by
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text with all `[a|b]` replaced: `a` by `b`.
    fn edited(text: &str) -> String {
        let mut plain = String::new();
        let mut edits = Vec::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('<') {
            let (old, behind) = behind.split_once('|').expect("an edit");
            let (new, behind) = behind.split_once('>').expect("an edit");
            plain.push_str(before);
            let start = plain.len() as u32;
            plain.push_str(old);
            edits.push(Edit {
                span: Span::new(start, plain.len() as u32),
                text: new.to_string(),
            });
            rest = behind;
        }
        plain.push_str(rest);
        let mut all = Edits::default();
        for edit in edits {
            all.insert(edit).expect("disjoint");
        }
        let file = SourceFile::new("a.c", plain);
        let bytes = aligned(&file, all).apply(&file.bytes);
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn lines_stay_under_words() {
        let cases = [
            (
                "a<[i]|> = b\n     + c\n     + d;\n",
                "a = b\n  + c\n  + d;\n",
            ),
            (
                "a<[i]|[i % 2]> = (b\n        + c);\n",
                "a[i % 2] = (b\n            + c);\n",
            ),
            ("f(a<[i]|>, b,\n  c);\n", "f(a, b,\n  c);\n"),
            (
                "x = f(a<[i]|>, g(b,\n              c),\n      d);\n",
                "x = f(a, g(b,\n           c),\n      d);\n",
            ),
            ("\ta<[i]|> = b\n\t     + c;\n", "\ta = b\n\t  + c;\n"),
            ("a<[i]|> = b ? c\n     : d;\n", "a = b ? c\n  : d;\n"),
            ("a<[i]|>;  // c\n", "a;     // c\n"),
            ("a<[i]|[i % 2]>;  /* c */\n", "a[i % 2]; /* c */\n"),
            (
                "a<[i]|> = b  // c\n     + d;      // e\n",
                "a = b     // c\n  + d;         // e\n",
            ),
        ];
        for (before, after) in cases {
            assert_eq!(edited(before), after);
        }
    }

    #[test]
    fn other_lines_stay_where_they_are() {
        let cases = [
            // Indented, not aligned.
            "a<[i]|> =\n     b;\n",
            "a<[i]|> = b\n   + c;\n",
            // Another statement.
            "if (a<[i]|> > 0)\n         b = c;\n",
            "a<[i]|>;\n   b;\n",
            "case 1: a<[i]|> = 0;\n            b;\n",
            // Behind one blank, behind a tab.
            "a<[i]|>; // c\n",
            "a<[i]|>;\t// c\n",
            // Tabs, whose width nobody knows.
            "a<[i]|> =\tb\n        + c;\n",
            "\ta<[i]|> = b\n        + c;\n",
            // Inside of another bracket.
            "a<[i]|> = b(c\n   + d,\n     e);\n",
        ];
        for text in cases {
            let plain = text.replace("<[i]|>", "");
            assert_eq!(edited(text), plain, "{text}");
        }
    }
}
