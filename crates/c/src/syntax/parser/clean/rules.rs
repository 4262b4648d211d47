//! The replaced constructs, one rule each: where the construct starts, and its replacement.
//!
//! Assumes: text that a rule blanks has no effect on the analysis. Names in it remain as uses that
//! are not understood, so their arrays stay. `pleat/tests/constructs.rs` has a program per rule.
//!
//! `a ?: b` is read as `a ? .0 : b`, where `.0` is the first operand.

use super::cleaner::{Cleaner, is_attribute};
use crate::syntax::attributes::is_assembler;
use crate::syntax::parser::stand_ins::{DEDUCED, FIRST_OPERAND};
use source::TokenKind;

/// The replacement of one construct.
pub(super) struct Rule {
    /// Its name for the user.
    pub(super) construct: &'static str,
    /// Whether the construct starts at a token.
    pub(super) starts: fn(&Cleaner<'_>, usize) -> bool,
    /// Replaces it. Returns the index of the next token to read.
    pub(super) replace: fn(&mut Cleaner<'_>, usize) -> usize,
}

/// All rules. The first that matches is applied.
pub(super) const RULES: [Rule; 21] = [
    Rule {
        construct: "__attribute__",
        starts: |c, k| is_attribute(c.tokens.word(k)) && c.tokens.word(k + 1) == "(",
        replace: |c, k| c.attributes(k, k + 1),
    },
    Rule {
        construct: "[[attribute]]",
        starts: |c, k| c.tokens.word(k) == "[" && c.tokens.word(k + 1) == "[",
        replace: |c, k| c.attributes(k, k),
    },
    // The parser reads assertions with a message.
    Rule {
        construct: "_Static_assert",
        starts: |c, k| match c.tokens.word(k) {
            "static_assert" => true,
            "_Static_assert" => !c.has_message(k),
            _ => false,
        },
        replace: |c, k| c.assertion(k),
    },
    Rule {
        construct: "alignas",
        starts: |c, k| c.tokens.word(k) == "alignas" && c.tokens.word(k + 1) == "(",
        replace: |c, k| c.hide(k, c.tokens.closing(k + 1)),
    },
    Rule {
        construct: "asm",
        starts: |c, k| k == 0 && is_assembler(c.tokens.word(k)),
        replace: |c, k| c.hide(k, c.tokens.count() - 1),
    },
    // `Attributes` records it.
    Rule {
        construct: "thread_local",
        starts: |c, k| matches!(c.tokens.word(k), "__thread" | "thread_local"),
        replace: |c, k| c.blank(k, k),
    },
    Rule {
        construct: "__extension__",
        starts: |c, k| c.tokens.word(k) == "__extension__" && c.tokens.word(k + 1) != "(",
        replace: |c, k| c.blank(k, k),
    },
    Rule {
        construct: "constexpr",
        starts: |c, k| c.tokens.word(k) == "constexpr",
        replace: |c, k| c.replace(k, b"const"),
    },
    Rule {
        construct: "typeof_unqual",
        starts: |c, k| matches!(c.tokens.word(k), "typeof_unqual" | "__typeof_unqual__"),
        replace: |c, k| c.replace(k, b"typeof"),
    },
    Rule {
        construct: "auto",
        starts: |c, k| c.tokens.word(k) == "auto" && c.deduces_type(k),
        replace: |c, k| c.replace(k, DEDUCED.as_bytes()),
    },
    Rule {
        construct: "alignof",
        starts: |c, k| c.tokens.word(k) == "alignof" && c.tokens.word(k + 1) == "(",
        replace: |c, k| {
            c.put(k, b"_Alignof");
            k + 1
        },
    },
    // Labels have a name space of their own.
    Rule {
        construct: "__label__",
        starts: |c, k| c.tokens.word(k) == "__label__",
        replace: |c, k| c.blank(k, c.next(k, ";")),
    },
    Rule {
        construct: "unsigned _BitInt",
        starts: |c, k| is_sign(c.tokens.word(k)) && is_wide(c.tokens.word(k + 1)),
        replace: |c, k| c.blank(k, k),
    },
    // Values of these types are not followed.
    Rule {
        construct: "_BitInt",
        starts: |c, k| is_wide(c.tokens.word(k)),
        replace: |c, k| c.wide(k),
    },
    Rule {
        construct: "__builtin_types_compatible_p",
        starts: |c, k| c.tokens.word(k) == "__builtin_types_compatible_p",
        replace: |c, k| c.without_arguments(k),
    },
    Rule {
        construct: "__builtin_has_attribute",
        starts: |c, k| c.tokens.word(k) == "__builtin_has_attribute",
        replace: |c, k| c.without_arguments(k),
    },
    // A blank follows both tokens.
    Rule {
        construct: "?:",
        starts: |c, k| c.tokens.word(k) == "?" && c.tokens.word(k + 1) == ":",
        replace: |c, k| {
            c.put(k, format!("?{FIRST_OPERAND}:").as_bytes());
            k + 2
        },
    },
    // A part of a complex number is treated as its address.
    Rule {
        construct: "__real__",
        starts: |c, k| is_part(c.tokens.word(k)),
        replace: |c, k| c.replace(k, b"&"),
    },
    // A label before a declaration or before the end of its block.
    Rule {
        construct: "label:",
        starts: |c, k| c.tokens.word(k) == ":" && (c.tokens.word(k + 1) == "}" || c.ends_label(k)),
        replace: |c, k| {
            c.put_after(k, b";");
            k + 1
        },
    },
    Rule {
        construct: "1'000",
        starts: |c, k| c.tokens.is(TokenKind::Number, k) && number(c.tokens.word(k)).is_some(),
        replace: |c, k| c.respell(k, number),
    },
    Rule {
        construct: "u8'c'",
        starts: |c, k| c.tokens.is(TokenKind::Character, k) && c.tokens.word(k).starts_with("u8"),
        replace: |c, k| c.respell(k, |text| Some(text.strip_prefix("u8")?.to_string())),
    },
];

impl Cleaner<'_> {
    /// Replaces an attribute list whose brackets start at `open`. Its arguments name objects; the
    /// attributes themselves do not.
    fn attributes(&mut self, first: usize, open: usize) -> usize {
        let last = self.tokens.closing(open);
        // OpenMP directives are among the unit's pragmas.
        if (open..last).any(|k| {
            self.tokens.word(k).trim_matches('_') == "omp" && self.tokens.word(k + 1) == "::"
        }) {
            return self.blank(first, last);
        }
        let outer = if self.tokens.word(first) == "__declspec" {
            1
        } else {
            2
        };
        let mut depth = 0_usize;
        for index in open..last {
            match self.tokens.word(index) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ if depth > outer => drop(self.hide(index, index)),
                _ => {}
            }
        }
        self.blank(first, last)
    }

    /// Replaces an assertion and its `;`.
    fn assertion(&mut self, index: usize) -> usize {
        let last = self.tokens.closing(index + 1);
        let end = last + usize::from(self.tokens.word(last + 1) == ";");
        self.hide(index, end)
    }

    /// Whether an assertion ends in a message.
    fn has_message(&self, index: usize) -> bool {
        let last = self.tokens.closing(index + 1);
        let message = (index..last)
            .rev()
            .find(|k| !self.tokens.is(TokenKind::String, *k));
        message.is_some_and(|k| k + 1 < last && self.tokens.word(k) == ",")
    }

    /// `auto x = ...`
    fn deduces_type(&self, index: usize) -> bool {
        self.tokens.is(TokenKind::Identifier, index + 1) && self.tokens.word(index + 2) == "="
    }

    /// Replaces a type that combines with `unsigned`. The sign is removed too, since its range is
    /// not followed.
    fn wide(&mut self, index: usize) -> usize {
        let mut end = index;
        if self.tokens.word(index + 1) == "(" {
            end = self.tokens.closing(index + 1);
            self.hide(index + 1, end);
        }
        while is_sign(self.tokens.word(end + 1)) {
            end += 1;
            self.blank(end, end);
        }
        end + 1
    }

    /// Replaces the arguments of a function of the compiler, which are types.
    fn without_arguments(&mut self, index: usize) -> usize {
        let end = self.tokens.closing(index + 1);
        if index + 2 < end {
            self.hide(index + 2, end - 1);
        }
        end.max(index + 1)
    }

    /// Whether this is the `:` of `name:` where a statement starts.
    fn ends_label(&self, index: usize) -> bool {
        let before = |back: usize| index.checked_sub(back).map_or("", |k| self.tokens.word(k));
        let name = index.checked_sub(1);
        // `unsigned : 3;` has no name.
        name.is_some_and(|k| self.tokens.is(TokenKind::Identifier, k))
            && !matches!(before(1), "int" | "signed" | "unsigned")
            && matches!(before(2), ";" | "{" | "}")
    }

    /// Replaces a literal by another spelling.
    fn respell(&mut self, index: usize, plain: fn(&str) -> Option<String>) -> usize {
        match plain(self.tokens.word(index)) {
            Some(plain) => self.replace(index, plain.as_bytes()),
            None => index + 1,
        }
    }
}

fn is_sign(word: &str) -> bool {
    matches!(word, "unsigned" | "signed")
}

/// Whether a word is a type that is a number of its own and combines with `unsigned`.
fn is_wide(word: &str) -> bool {
    matches!(word, "__int128" | "_BitInt")
}

/// Whether a word selects a part of a complex number.
fn is_part(word: &str) -> bool {
    matches!(word, "__real__" | "__imag__" | "__real" | "__imag")
}

/// A number in the spelling of C11, if it has another one. An unsigned `_BitInt` wraps at its own
/// width, so it becomes a number whose value is not followed.
fn number(text: &str) -> Option<String> {
    let joined = text.replace('\'', "");
    let lower = joined.to_ascii_lowercase();
    if lower.ends_with("uwb") || lower.ends_with("wbu") {
        return Some("0.".to_string());
    }
    let mut suffixes = ["wb", "q", "w"].into_iter();
    let length = suffixes.find(|s| lower.ends_with(s)).map_or(0, str::len);
    let plain = match &joined[..joined.len() - length] {
        FIRST_OPERAND => "0.",
        plain => plain,
    };
    (plain != text).then(|| plain.to_string())
}
