//! The text of a declaration while constructs are replaced. Replacements have the same length, so
//! all tokens keep their places.

use crate::syntax::parser::aliases::Aliases;
use crate::syntax::parser::parts::parts;
use crate::syntax::parser::recover;
use crate::syntax::parser::stand_ins::FIRST_OPERAND;
use crate::syntax::tokens::Tokens;
use source::{Declaration, Unit};
use std::collections::BTreeSet;

/// Attributes that change types or add uses of the objects they are attached to.
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

/// A name in a construct that the parser does not see. The use of its object is not known.
#[derive(Clone, Debug)]
pub(crate) struct Hidden {
    /// The name as the user spells it.
    pub name: String,
    /// Its offset in the unit's text.
    pub at: usize,
    /// The construct.
    pub construct: &'static str,
}

/// The text of a declaration, with replacements.
pub(crate) struct Cleaner<'u> {
    pub(super) tokens: Tokens<'u>,
    start: usize,
    text: Vec<u8>,
    /// Names in blanked text.
    pub(super) hidden: Vec<Hidden>,
    /// The construct that is being replaced.
    pub(super) construct: &'static str,
    /// The constructs that were replaced.
    pub(super) replaced: BTreeSet<&'static str>,
}

impl<'u> Cleaner<'u> {
    /// A cleaner for one declaration.
    pub(crate) fn new(unit: &'u Unit, declaration: &Declaration, aliases: &Aliases) -> Self {
        let range = declaration.at.start as usize..declaration.at.end as usize;
        let text = unit
            .text
            .get(range.clone())
            .unwrap_or("")
            .as_bytes()
            .to_vec();
        let mut cleaner = Cleaner {
            tokens: Tokens::of(unit, range.clone()),
            start: range.start,
            text,
            hidden: Vec::new(),
            construct: "",
            replaced: BTreeSet::new(),
        };
        cleaner.rename(aliases);
        if declaration.in_main_file && declaration.is_function {
            cleaner.join_parts(aliases);
        }
        cleaner
    }

    /// Replaces names and brackets by spellings that the parser knows.
    fn rename(&mut self, aliases: &Aliases) {
        for index in 0..self.tokens.count() {
            match self.tokens.word(index) {
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

    /// Replaces members of local structures by single names.
    fn join_parts(&mut self, aliases: &Aliases) {
        for part in parts(self.tokens) {
            if let Some(alias) = aliases.member(part.object, part.member) {
                self.put(part.index, alias.as_bytes());
            }
        }
    }

    /// The text so far, as a string.
    pub(crate) fn plain(&self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }

    /// The attribute that changes the meaning of a declaration, if there is one.
    pub(crate) fn meaningful_attribute(&self) -> Option<&'u str> {
        let opens = |k: &usize| self.tokens.word(*k) == "[" && self.tokens.word(k + 1) == "[";
        let starts = |k: &usize| is_attribute(self.tokens.word(*k)) || opens(k);
        (0..self.tokens.count()).filter(starts).find_map(|start| {
            let inside = start + 1..self.tokens.closing(start + 1);
            inside
                .map(|k| self.tokens.word(k).trim_matches('_'))
                .find(|word| MEANINGFUL.contains(word))
        })
    }

    /// Replaces a token by a shorter text.
    pub(super) fn replace(&mut self, index: usize, bytes: &[u8]) -> usize {
        self.blank(index, index);
        self.put(index, bytes);
        index + 1
    }

    /// The next token of this spelling, or the last one.
    pub(super) fn next(&self, from: usize, wanted: &str) -> usize {
        let last = self.tokens.count().saturating_sub(1);
        (from..last)
            .find(|k| self.tokens.word(*k) == wanted)
            .unwrap_or(last)
    }

    /// Blanks tokens whose names may be those of objects.
    pub(super) fn hide(&mut self, first: usize, last: usize) -> usize {
        let last = last.min(self.tokens.count().saturating_sub(1));
        for index in first..=last {
            if self.is_tag_or_member(index) {
                continue;
            }
            let names = recover::names(self.tokens, index);
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

    /// Whether a name is one of a tag or a member.
    fn is_tag_or_member(&self, index: usize) -> bool {
        let before = self.tokens.before(index);
        matches!(before, "struct" | "union" | "enum" | "." | "->")
    }

    /// Blanks tokens that name no object.
    pub(super) fn blank(&mut self, first: usize, last: usize) -> usize {
        let from = self.tokens.start(first) - self.start;
        let to = self
            .tokens
            .all
            .get(last)
            .map_or(self.text.len(), |t| t.at.end as usize - self.start);
        if let Some(bytes) = self.text.get_mut(from..to) {
            bytes.fill(b' ');
        }
        last + 1
    }

    /// Puts bytes at a token's place.
    pub(super) fn put(&mut self, index: usize, bytes: &[u8]) {
        let from = self.tokens.start(index) - self.start;
        if let Some(place) = self.text.get_mut(from..from + bytes.len()) {
            place.copy_from_slice(bytes);
        }
    }

    /// Puts bytes after a token. At least one blank follows each token.
    pub(super) fn put_after(&mut self, index: usize, bytes: &[u8]) {
        let from = self.tokens.end(index) - self.start;
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

/// Whether a word opens an attribute list in parentheses.
pub(super) fn is_attribute(word: &str) -> bool {
    matches!(word, "__attribute__" | "__attribute" | "__declspec")
}
