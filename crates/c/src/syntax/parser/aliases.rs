//! Aliases for names that the parser does not read, those with `$` or letters beyond ASCII, and
//! for members of local structures (see [`super::parts`]). An alias has the same length as the
//! name, and nothing else in the unit has it.
//!
//! Aliases appear in syntax trees only, never in the output.

use super::parts::parts;
use crate::syntax::tokens::Tokens;
use source::{TokenKind, Unit};
use std::collections::{BTreeMap, BTreeSet};

/// Substitutes for a byte that the parser does not read.
const LETTERS: &[u8; 37] = b"0123456789_abcdefghijklmnopqrstuvwxyz";

/// The user's names and their aliases.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    of_name: BTreeMap<String, String>,
    to_name: BTreeMap<String, String>,
    /// For each object the aliases of its members.
    members: BTreeMap<String, BTreeMap<String, String>>,
    /// Names with subscripts, here or in another version of the file: arrays, which may be single
    /// structures in this version.
    indexed: BTreeSet<String>,
}

impl Aliases {
    /// Aliases for all names of a unit that need one.
    pub fn of(unit: &Unit) -> Self {
        Aliases::like(unit, &Aliases::default())
    }

    /// The same for another version of a file.
    pub(crate) fn like(unit: &Unit, known: &Aliases) -> Self {
        let mut aliases = Aliases {
            indexed: known.indexed.clone(),
            ..Aliases::default()
        };
        aliases.indexed.extend(indexed(unit).map(str::to_string));
        let is_readable = |byte: u8| byte.is_ascii() && byte != b'$';
        let has_parts = unit.text.contains(" . ");
        if unit.text.bytes().all(is_readable) && !has_parts {
            return aliases;
        }
        let words = unit
            .tokens
            .iter()
            .filter(|t| t.kind == TokenKind::Identifier);
        let words: BTreeSet<&str> = words.map(|t| unit.token_text(t)).collect();
        if has_parts {
            aliases.add_parts(unit, &words);
        }
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

    /// Adds the members of local structures that functions of the main file only use by member.
    fn add_parts(&mut self, unit: &Unit, words: &BTreeSet<&str>) {
        let own = { unit.declarations.iter() }.filter(|d| d.in_main_file && d.is_function);
        for function in own {
            let range = function.at.start as usize..function.at.end as usize;
            let parts = parts(Tokens::of(unit, range));
            for part in parts.iter().filter(|p| !self.indexed.contains(p.object)) {
                let alias = part.alias();
                let is_plain = alias.bytes().all(is_plain);
                if is_plain && !words.contains(alias.as_str()) {
                    let name = format!("{}.{}", part.object, part.member);
                    self.to_name.insert(alias.clone(), name);
                    let members = self.members.entry(part.object.to_string()).or_default();
                    members.insert(part.member.to_string(), alias);
                }
            }
        }
    }

    /// The aliases of the members of an object, by member.
    pub fn members(&self, object: &str) -> impl Iterator<Item = (&str, &str)> {
        let members = self.members.get(object).into_iter().flatten();
        members.map(|(member, alias)| (member.as_str(), alias.as_str()))
    }

    /// The object that an alias is a member of.
    pub fn object<'a>(&'a self, parsed: &'a str) -> Option<&'a str> {
        let (object, member) = self.to_name.get(parsed)?.split_once('.')?;
        self.members
            .get(object)?
            .contains_key(member)
            .then_some(object)
    }

    /// The alias of a member.
    pub(crate) fn member(&self, object: &str, member: &str) -> Option<&str> {
        self.members.get(object)?.get(member).map(String::as_str)
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

/// The names of the main file that a subscript follows.
fn indexed(unit: &Unit) -> impl Iterator<Item = &str> {
    let is_own = |k: &usize| unit.tokens[*k].line > 0;
    let all = (0..unit.tokens.len()).filter(is_own);
    let all = all.filter(|k| unit.tokens[*k].kind == TokenKind::Identifier);
    all.filter(|k| unit.word(&unit.tokens, k + 1) == "[")
        .map(|k| unit.token_text(&unit.tokens[k]))
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
