//! Constructs that lang-c does not know, replaced by others of the same length that mean the same to
//! the analysis.

use source::{Declaration, Token, Unit};

/// Attributes that change types or add uses of what they are attached to.
const MEANINGFUL: [&str; 5] = [
    "cleanup",
    "mode",
    "scalar_storage_order",
    "vector_size",
    "ext_vector_type",
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
    pub fn new(unit: &'u Unit, declaration: &Declaration) -> Self {
        let range = declaration.at.start as usize..declaration.at.end as usize;
        let tokens = &unit.tokens[unit.tokens_in(range.clone())];
        let text = unit
            .text
            .get(range.clone())
            .unwrap_or("")
            .as_bytes()
            .to_vec();
        Cleaner {
            unit,
            tokens,
            start: range.start,
            text,
        }
    }

    fn spelling(&self, index: usize) -> &'u str {
        self.tokens
            .get(index)
            .map_or("", |token| self.unit.token_text(token))
    }

    /// The attribute that changes the meaning of a declaration, if there is one.
    pub fn meaningful_attribute(&self) -> Option<&'u str> {
        let starts = (0..self.tokens.len()).filter(|k| is_attribute(self.spelling(*k)));
        starts.into_iter().find_map(|start| {
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
            "__thread" | "__extension__" | "constexpr" => self.blank(index, index),
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
            ":" if next == "}" => {
                self.put_behind(index, b";");
                index + 1
            }
            _ => index + 1,
        }
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
