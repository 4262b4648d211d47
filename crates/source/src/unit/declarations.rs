//! Splits a unit's text into external declarations without parsing it: by brackets, `;`, function
//! bodies and old-style parameter declarations.

use crate::tokens::lexer::TokenKind;
use crate::unit::token::Token;
use std::ops::Range;

/// An external declaration or function definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// Its range of the unit's text.
    pub at: Range<u32>,
    /// Whether it starts in the main file.
    pub in_main_file: bool,
    /// Whether it has a `typedef` or defines a struct, union or enum: later declarations may need
    /// it to be parsed.
    pub has_typedef: bool,
    /// Whether it has a function body.
    pub is_function: bool,
    /// The depth to which brackets nest in it.
    pub depth: u32,
}

/// Splits the tokens of `text`.
pub(crate) fn split(text: &str, tokens: &[Token]) -> Vec<Declaration> {
    let mut splitter = Splitter {
        text,
        tokens,
        done: Vec::new(),
        current: OpenDeclaration::default(),
    };
    for index in 0..tokens.len() {
        splitter.token(index);
    }
    splitter.give_up_old_style();
    splitter.end_declaration(tokens.len());
    splitter.done
}

/// A declaration whose end is not yet found.
#[derive(Default)]
struct OpenDeclaration {
    /// Its first token.
    start: usize,
    /// Open brackets.
    brackets: Vec<u8>,
    depth: u32,
    has_typedef: bool,
    is_function: bool,
    has_initialiser: bool,
    tag: Tag,
    /// The tokens of the last parentheses at depth 0, if they are the last token's.
    names: Option<Range<usize>>,
    old_style: Option<OldStyle>,
}

/// Whether a `{` opens the body of a struct, union or enum.
#[derive(Clone, Copy, PartialEq, Default)]
enum Tag {
    #[default]
    No,
    /// After the keyword.
    Keyword,
    /// After the keyword and the tag.
    Named,
    /// After an attribute's name: its arguments follow.
    Attribute(bool),
    /// After the `:` of an enum: its type follows.
    Underlying,
}

/// Old-style parameter declarations, unless a later token shows that they are something else.
struct OldStyle {
    /// The parameters' names, as tokens.
    names: Range<usize>,
    /// The `;` found so far.
    ends: Vec<usize>,
    /// Whether a parameter was named since the last `;`.
    named: bool,
}

struct Splitter<'a> {
    text: &'a str,
    tokens: &'a [Token],
    done: Vec<Declaration>,
    current: OpenDeclaration,
}

impl<'a> Splitter<'a> {
    fn text(&self, index: usize) -> &'a str {
        let at = &self.tokens[index].at;
        &self.text[at.start as usize..at.end as usize]
    }

    fn token(&mut self, index: usize) {
        match bracket(self.text(index)) {
            Some(Bracket::Open(kind)) => self.open(index, kind),
            Some(Bracket::Close(kind)) => self.close(index, kind),
            None if self.current.brackets.is_empty() => self.outer(index),
            None => {}
        }
    }

    fn open(&mut self, index: usize, kind: u8) {
        if self.current.brackets.is_empty() {
            self.open_outer(index, kind);
        }
        self.current.brackets.push(kind);
        self.current.depth = self.current.depth.max(self.current.brackets.len() as u32);
    }

    fn open_outer(&mut self, index: usize, kind: u8) {
        let tag = self.current.tag;
        self.current.names = None;
        if kind == b'(' {
            self.current.names = Some(index + 1..index + 1);
        } else if kind == b'{' && tag != Tag::No {
            self.current.has_typedef = true;
        } else if kind == b'{' && !self.current.has_initialiser {
            self.current.is_function = true;
        }
        self.current.tag = match tag {
            Tag::Attribute(named) if kind == b'(' => after_attribute(named),
            Tag::Keyword | Tag::Named if kind == b'[' => tag,
            _ => Tag::No,
        };
    }

    /// Closes the innermost bracket of that kind; `}` also closes brackets that are still open
    /// inside of it.
    fn close(&mut self, index: usize, kind: u8) {
        let matching = match kind {
            b'{' => self.current.brackets.iter().rposition(|&open| open == kind),
            _ => self
                .current
                .brackets
                .len()
                .checked_sub(1)
                .filter(|&top| self.current.brackets[top] == kind),
        };
        match matching {
            Some(at) => self.current.brackets.truncate(at),
            None if kind == b'{' => return self.end_declaration(index + 1),
            None => return,
        }
        if self.current.brackets.is_empty() {
            self.current.names = self
                .current
                .names
                .take()
                .filter(|_| kind == b'(')
                .map(|names| names.start..index);
            if kind == b'{' && self.current.is_function {
                self.end_declaration(index + 1);
            }
        }
    }

    /// Reads a token outside of all brackets.
    fn outer(&mut self, index: usize) {
        let text = self.text(index);
        match text {
            ";" => return self.semicolon(index),
            "=" => self.current.has_initialiser = true,
            "typedef" => self.current.has_typedef = true,
            _ => {}
        }
        if self.tokens[index].kind == TokenKind::Identifier {
            self.find_old_style(index);
            let names = self.current.old_style.as_ref().map(|old| old.names.clone());
            let named = names.is_some_and(|mut names| names.any(|i| self.text(i) == text));
            if let Some(old) = &mut self.current.old_style {
                old.named |= named;
            }
        }
        self.current.tag = next_tag(self.current.tag, text, self.tokens[index].kind);
        self.current.names = None;
    }

    /// Recognises `f(a, b) int a; ...`: a list of names and a declaration after it.
    fn find_old_style(&mut self, index: usize) {
        let Some(names) = self
            .current
            .names
            .take()
            .filter(|_| !self.current.has_initialiser)
        else {
            return;
        };
        let function = names
            .start
            .checked_sub(2)
            .filter(|&f| f >= self.current.start);
        let is_name = |index: usize| {
            self.tokens[index].kind == TokenKind::Identifier && !takes_brackets(self.text(index))
        };
        let starts = function.is_some_and(|f| is_name(f) || self.text(f) == ")");
        let list = !names.is_empty()
            && names
                .clone()
                .all(|i| (i - names.start) % 2 == 1 && self.text(i) == "," || is_name(i));
        if starts && list && is_name(index) && self.current.old_style.is_none() {
            self.current.old_style = Some(OldStyle {
                names,
                ends: Vec::new(),
                named: false,
            });
        }
    }

    fn semicolon(&mut self, index: usize) {
        let Some(old) = &mut self.current.old_style else {
            return self.end_declaration(index + 1);
        };
        old.ends.push(index);
        if std::mem::take(&mut old.named) {
            self.current.tag = Tag::No;
            return;
        }
        self.give_up_old_style();
    }

    /// Ends a declaration at every `;` that was taken for one of old-style parameters.
    fn give_up_old_style(&mut self) {
        for end in self
            .current
            .old_style
            .take()
            .into_iter()
            .flat_map(|old| old.ends)
        {
            self.end_declaration(end + 1);
        }
    }

    /// Ends the declaration before the token `end`; a single `;` is not a declaration.
    fn end_declaration(&mut self, end: usize) {
        let ended = std::mem::take(&mut self.current);
        self.current.start = end;
        let tokens = &self.tokens[ended.start.min(end)..end];
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
            return;
        };
        if tokens.len() == 1 && self.text(ended.start) == ";" {
            return;
        }
        self.done.push(Declaration {
            at: first.at.start..last.at.end,
            in_main_file: first.line > 0,
            has_typedef: ended.has_typedef,
            is_function: ended.is_function,
            depth: ended.depth,
        });
    }
}

enum Bracket {
    Open(u8),
    Close(u8),
}

/// The bracket that a token is, by the byte that opens it.
fn bracket(text: &str) -> Option<Bracket> {
    match text {
        "(" => Some(Bracket::Open(b'(')),
        "[" | "<:" => Some(Bracket::Open(b'[')),
        "{" | "<%" => Some(Bracket::Open(b'{')),
        ")" => Some(Bracket::Close(b'(')),
        "]" | ":>" => Some(Bracket::Close(b'[')),
        "}" | "%>" => Some(Bracket::Close(b'{')),
        _ => None,
    }
}

fn next_tag(tag: Tag, text: &str, kind: TokenKind) -> Tag {
    match (tag, text) {
        (_, "struct" | "union" | "enum") => Tag::Keyword,
        (Tag::No, _) => Tag::No,
        (Tag::Keyword | Tag::Named, _) if takes_brackets(text) => Tag::Attribute(tag == Tag::Named),
        (Tag::Keyword | Tag::Named, ":") => Tag::Underlying,
        (Tag::Keyword, _) if kind == TokenKind::Identifier => Tag::Named,
        (Tag::Underlying, _) if kind == TokenKind::Identifier => Tag::Underlying,
        _ => Tag::No,
    }
}

fn after_attribute(named: bool) -> Tag {
    if named { Tag::Named } else { Tag::Keyword }
}

/// Whether a word takes arguments in parentheses without being a function.
fn takes_brackets(word: &str) -> bool {
    matches!(
        word,
        "__attribute__"
            | "__attribute"
            | "__declspec"
            | "_Alignas"
            | "alignas"
            | "__asm__"
            | "__asm"
            | "asm"
            | "typeof"
            | "__typeof__"
            | "__typeof"
            | "typeof_unqual"
            | "_Atomic"
            | "_BitInt"
            | "__extension__"
            | "_Static_assert"
            | "static_assert"
    )
}
