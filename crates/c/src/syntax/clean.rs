//! Constructs that lang-c does not know, replaced by others of the same length that mean the same to
//! the analysis.

use crate::syntax::aliases::Aliases;
use crate::syntax::recover;
use source::{Declaration, Token, Unit};
use std::collections::BTreeSet;

mod rules;

/// Attributes that change types or add uses of what they are attached to.
const MEANINGFUL: [&str; 9] = [
    "alias",
    "cleanup",
    "ifunc",
    "may_alias",
    "mode",
    "scalar_storage_order",
    "vector_size",
    "ext_vector_type",
    "weakref",
];

/// What the parser is given for the second operand that `a ?: b` does not have. The user's own `.0`
/// is spelled `0.` for it.
pub const FIRST_OPERAND: &str = ".0";

/// A name in a construct that the parser does not see. What happens to its object is not known.
#[derive(Clone, Debug)]
pub struct Hidden {
    /// The name as the user spells it.
    pub name: String,
    /// Its offset in the unit's text.
    pub at: usize,
    /// The construct.
    pub construct: &'static str,
}

/// A text for the parser.
pub struct Cleaned {
    /// The text, as long as the original.
    pub text: String,
    /// The names that it lacks, in order.
    pub hidden: Vec<Hidden>,
    /// The constructs that were replaced.
    pub replaced: BTreeSet<&'static str>,
}

/// The constructs that are replaced for the parser, in the order in which they are looked for.
pub fn constructs() -> impl Iterator<Item = &'static str> {
    rules::RULES.iter().map(|rule| rule.construct)
}

/// The text of a declaration, with replacements; all tokens keep their places.
pub struct Cleaner<'u> {
    unit: &'u Unit,
    tokens: &'u [Token],
    start: usize,
    text: Vec<u8>,
    /// Names in what was blanked.
    hidden: Vec<Hidden>,
    /// The construct at hand.
    construct: &'static str,
    replaced: BTreeSet<&'static str>,
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
            hidden: Vec::new(),
            construct: "",
            replaced: BTreeSet::new(),
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
                // The parser's `.0` is the value of a condition: see `rules`.
                FIRST_OPERAND => self.put(index, b"0."),
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
    pub fn cleaned(mut self) -> Cleaned {
        let mut index = 0;
        while index < self.tokens.len() {
            index = self.clean_at(index);
        }
        Cleaned {
            text: String::from_utf8_lossy(&self.text).into_owned(),
            hidden: self.hidden,
            replaced: self.replaced,
        }
    }

    /// Replaces what starts at a token; the index of the token to go on with.
    fn clean_at(&mut self, index: usize) -> usize {
        match rules::RULES.iter().find(|rule| (rule.starts)(self, index)) {
            Some(rule) => {
                self.construct = rule.construct;
                self.replaced.insert(rule.construct);
                (rule.replace)(self, index)
            }
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

    /// Blanks tokens whose names may be those of objects.
    fn hide(&mut self, first: usize, last: usize) -> usize {
        let last = last.min(self.tokens.len().saturating_sub(1));
        for index in first..=last {
            if self.is_tag_or_member(index) {
                continue;
            }
            let names = recover::names(self.unit, &self.tokens[index]);
            let construct = self.construct;
            self.hidden
                .extend(names.into_iter().map(|(name, at)| Hidden {
                    name,
                    at,
                    construct,
                }));
        }
        self.blank(first, last)
    }

    /// Whether a name is one of another kind than those of objects.
    fn is_tag_or_member(&self, index: usize) -> bool {
        let before = index.checked_sub(1).map_or("", |k| self.spelling(k));
        matches!(before, "struct" | "union" | "enum" | "." | "->")
    }

    /// Blanks tokens that name no object.
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
