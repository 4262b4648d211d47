//! Constructs that lang-c does not know, replaced by others of the same length that mean the same to
//! the analysis.

use crate::aliases::Aliases;
use crate::parse::DEDUCED;
use source::{Declaration, Token, TokenKind, Unit};

/// Attributes that change types or add uses of what they are attached to.
const MEANINGFUL: [&str; 8] = [
    "alias",
    "cleanup",
    "ifunc",
    "mode",
    "scalar_storage_order",
    "vector_size",
    "ext_vector_type",
    "weakref",
];

/// The text of a declaration, with replacements; all tokens keep their places.
pub struct Cleaner<'u> {
    unit: &'u Unit,
    tokens: &'u [Token],
    start: usize,
    text: Vec<u8>,
}

impl<'u> Cleaner<'u> {
    /// A cleaner for one declaration.
    pub fn new(unit: &'u Unit, declaration: &Declaration, aliases: &Aliases) -> Self {
        let range = declaration.at.start as usize..declaration.at.end as usize;
        let tokens = &unit.tokens[unit.tokens_in(range.clone())];
        let text = unit
            .text
            .get(range.clone())
            .unwrap_or("")
            .as_bytes()
            .to_vec();
        let mut cleaner = Cleaner {
            unit,
            tokens,
            start: range.start,
            text,
        };
        cleaner.rename(aliases);
        cleaner
    }

    /// Names and brackets as the parser reads them.
    fn rename(&mut self, aliases: &Aliases) {
        for index in 0..self.tokens.len() {
            match self.spelling(index) {
                "<:" => self.put(index, b"[ "),
                ":>" => self.put(index, b"] "),
                "<%" => self.put(index, b"{ "),
                "%>" => self.put(index, b"} "),
                name => {
                    if let Some(alias) = aliases.alias(name) {
                        self.put(index, alias.as_bytes());
                    }
                }
            }
        }
    }

    /// The text with no replacements but those of names.
    pub fn plain(&self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }

    fn spelling(&self, index: usize) -> &'u str {
        self.tokens
            .get(index)
            .map_or("", |token| self.unit.token_text(token))
    }

    /// The attribute that changes the meaning of a declaration, if there is one.
    pub fn meaningful_attribute(&self) -> Option<&'u str> {
        let opens = |k: &usize| self.spelling(*k) == "[" && self.spelling(k + 1) == "[";
        let starts = |k: &usize| is_attribute(self.spelling(*k)) || opens(k);
        (0..self.tokens.len()).filter(starts).find_map(|start| {
            let inside = start + 1..self.closing(start + 1);
            inside
                .map(|k| self.spelling(k).trim_matches('_'))
                .find(|word| MEANINGFUL.contains(word))
        })
    }

    /// The text with all replacements.
    pub fn cleaned(mut self) -> String {
        let mut index = 0;
        while index < self.tokens.len() {
            index = self.clean_at(index);
        }
        String::from_utf8_lossy(&self.text).into_owned()
    }

    /// Replaces what starts at a token; the index of the token to go on with.
    fn clean_at(&mut self, index: usize) -> usize {
        let next = self.spelling(index + 1);
        match self.spelling(index) {
            word if is_attribute(word) => self.blank(index, self.closing(index + 1)),
            "[" if next == "[" => self.blank(index, self.closing(index)),
            // A missing message; with one, nothing is lost either.
            "_Static_assert" | "static_assert" => self.blank(index, self.closing(index + 1)),
            "alignas" if next == "(" => self.blank(index, self.closing(index + 1)),
            // At file scope.
            word if index == 0 && is_asm(word) => self.blank(index, self.tokens.len() - 1),
            "__thread" | "thread_local" | "__extension__" => self.blank(index, index),
            "constexpr" => self.replace(index, b"const"),
            "typeof_unqual" => self.replace(index, b"typeof"),
            "auto" if self.deduces_type(index) => self.replace(index, DEDUCED.as_bytes()),
            "alignof" if next == "(" => {
                self.put(index, b"_Alignof");
                index + 1
            }
            "__label__" => self.blank(index, self.next(index, ";")),
            "unsigned" | "signed" if is_wide(next) => self.blank(index, index),
            word if is_wide(word) => self.wide(index),
            word if takes_types(word) => {
                let end = self.closing(index + 1);
                if index + 2 < end {
                    self.blank(index + 2, end - 1);
                }
                end.max(index + 1)
            }
            // An operand that is evaluated, then another one if the first is zero.
            "?" if next == ":" => {
                self.blank(index, index + 1);
                self.put(index, b"||");
                index + 2
            }
            // A part of a complex number is followed like its address.
            "__real__" | "__imag__" | "__real" | "__imag" => {
                self.blank(index, index);
                self.put(index, b"&");
                index + 1
            }
            // A label in front of a declaration or of the end of its block.
            ":" if next == "}" || self.ends_label(index) => {
                self.put_behind(index, b";");
                index + 1
            }
            _ => self.literal(index),
        }
    }

    /// `auto x = ...`
    fn deduces_type(&self, index: usize) -> bool {
        let token = self.tokens.get(index + 1);
        token.is_some_and(|t| t.kind == TokenKind::Identifier) && self.spelling(index + 2) == "="
    }

    /// A type that combines with `unsigned`: this goes, for its range is not followed anyway.
    fn wide(&mut self, index: usize) -> usize {
        let mut end = index;
        if self.spelling(index + 1) == "(" {
            end = self.closing(index + 1);
            self.blank(index + 1, end);
        }
        while matches!(self.spelling(end + 1), "unsigned" | "signed") {
            end += 1;
            self.blank(end, end);
        }
        end + 1
    }

    /// The `:` of `name:` where a statement starts.
    fn ends_label(&self, index: usize) -> bool {
        let before = |back: usize| index.checked_sub(back).map_or("", |k| self.spelling(k));
        let name = index.checked_sub(1).and_then(|k| self.tokens.get(k));
        name.is_some_and(|t| t.kind == TokenKind::Identifier)
            && matches!(before(2), ";" | "{" | "}")
    }

    /// Numbers without separators and unusual suffixes, characters without `u8`.
    fn literal(&mut self, index: usize) -> usize {
        let text = self.spelling(index);
        let plain = match self.tokens[index].kind {
            TokenKind::Number => number(text),
            TokenKind::Character => text.strip_prefix("u8").map(str::to_string),
            _ => None,
        };
        match plain {
            Some(plain) => self.replace(index, plain.as_bytes()),
            None => index + 1,
        }
    }

    /// Puts a shorter text in the place of a token.
    fn replace(&mut self, index: usize, bytes: &[u8]) -> usize {
        self.blank(index, index);
        self.put(index, bytes);
        index + 1
    }

    /// The next token of this spelling, or the last one.
    fn next(&self, from: usize, wanted: &str) -> usize {
        let last = self.tokens.len().saturating_sub(1);
        (from..last)
            .find(|k| self.spelling(*k) == wanted)
            .unwrap_or(last)
    }

    /// The token that closes the bracket at `open`.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for index in open..self.tokens.len() {
            match self.spelling(index) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return index;
            }
        }
        self.tokens.len().saturating_sub(1)
    }

    fn blank(&mut self, first: usize, last: usize) -> usize {
        let from = self.tokens[first].at.start as usize - self.start;
        let to = self
            .tokens
            .get(last)
            .map_or(self.text.len(), |t| t.at.end as usize - self.start);
        if let Some(bytes) = self.text.get_mut(from..to) {
            bytes.fill(b' ');
        }
        last + 1
    }

    /// Puts bytes at a token's place.
    fn put(&mut self, index: usize, bytes: &[u8]) {
        let from = self.tokens[index].at.start as usize - self.start;
        if let Some(place) = self.text.get_mut(from..from + bytes.len()) {
            place.copy_from_slice(bytes);
        }
    }

    /// Puts bytes behind a token; at least one blank follows each token.
    fn put_behind(&mut self, index: usize, bytes: &[u8]) {
        let from = self.tokens[index].at.end as usize - self.start;
        let is_blank = self.text.get(from).is_some_and(u8::is_ascii_whitespace);
        if let Some(place) = self
            .text
            .get_mut(from..from + bytes.len())
            .filter(|_| is_blank)
        {
            place.copy_from_slice(bytes);
        }
    }
}

fn is_attribute(word: &str) -> bool {
    matches!(word, "__attribute__" | "__attribute" | "__declspec")
}

fn is_asm(word: &str) -> bool {
    matches!(word, "asm" | "__asm" | "__asm__")
}

/// Types that are numbers of their own and combine with `unsigned`.
fn is_wide(word: &str) -> bool {
    matches!(word, "__int128" | "_BitInt")
}

/// Functions of the compiler whose arguments are types.
fn takes_types(word: &str) -> bool {
    matches!(
        word,
        "__builtin_types_compatible_p" | "__builtin_has_attribute"
    )
}

/// A number as C11 writes it, if it is written otherwise.
fn number(text: &str) -> Option<String> {
    let joined = text.replace('\'', "");
    let lower = joined.to_ascii_lowercase();
    let mut suffixes = ["uwb", "wbu", "wb", "q", "w"].into_iter();
    let length = suffixes.find(|s| lower.ends_with(s)).map_or(0, str::len);
    let plain = joined[..joined.len() - length].to_string();
    (plain != text).then_some(plain)
}
