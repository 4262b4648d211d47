//! Aliases for names that the parser does not read, those with `$` or letters beyond ASCII. An
//! alias has the same length as the name, and nothing else in the unit has it.
//!
//! Aliases appear in syntax trees only, never in the output.

use source::{TokenKind, Unit};
use std::collections::{BTreeMap, BTreeSet};

/// Substitutes for a byte that the parser does not read.
const LETTERS: &[u8; 37] = b"0123456789_abcdefghijklmnopqrstuvwxyz";

/// The user's names and their aliases.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    of_name: BTreeMap<String, String>,
    to_name: BTreeMap<String, String>,
}

impl Aliases {
    /// Aliases for all names of a unit that need one.
    pub fn of(unit: &Unit) -> Self {
        let mut aliases = Aliases::default();
        if unit
            .text
            .bytes()
            .all(|byte| byte.is_ascii() && byte != b'$')
        {
            return aliases;
        }
        let words = unit
            .tokens
            .iter()
            .filter(|t| t.kind == TokenKind::Identifier);
        let words: BTreeSet<&str> = words.map(|t| unit.token_text(t)).collect();
        for name in words.iter().filter(|name| !name.bytes().all(is_plain)) {
            let is_free =
                |alias: &str| !words.contains(alias) && !aliases.to_name.contains_key(alias);
            if let Some(alias) = spellings(name).find(|alias| is_free(alias)) {
                aliases.to_name.insert(alias.clone(), name.to_string());
                aliases.of_name.insert(name.to_string(), alias);
            }
        }
        aliases
    }

    /// The alias that the parser is given for a name.
    pub fn alias(&self, name: &str) -> Option<&str> {
        self.of_name.get(name).map(String::as_str)
    }

    /// The user's spelling of a name that the parser was given.
    pub fn name<'a>(&'a self, parsed: &'a str) -> &'a str {
        self.to_name.get(parsed).map_or(parsed, String::as_str)
    }
}

/// Spellings of the same length with letters of ASCII only. The first byte may start a name.
fn spellings(name: &str) -> impl Iterator<Item = String> {
    let places = name.bytes().filter(|byte| !is_plain(*byte)).count() as u32;
    let most = LETTERS.len().saturating_pow(places.min(3));
    (0..most).map(|mut number| {
        let mut letter = |byte: u8| match is_plain(byte) {
            true => char::from(byte),
            false => {
                let digit = number % LETTERS.len();
                number /= LETTERS.len();
                char::from(LETTERS[digit])
            }
        };
        let alias: String = name.bytes().map(&mut letter).collect();
        match alias.starts_with(|c: char| c.is_ascii_digit()) {
            true => format!("_{}", &alias[1..]),
            false => alias,
        }
    })
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
