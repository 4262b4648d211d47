//! Members of local structures as objects of their own.
//!
//! A structure that a function only uses member by member is as good as one object for each member.
//! The parser is given one name for `tmp.px`, as long as these tokens: `tmp___px`.

use crate::syntax::tokens::Tokens;
use source::TokenKind;
use std::collections::{BTreeMap, BTreeSet};

/// Words that begin statements and no declarations of structures.
const KEYWORDS: [&str; 16] = [
    "return", "goto", "else", "typedef", "sizeof", "int", "unsigned", "signed", "char", "short",
    "long", "float", "double", "void", "case", "do",
];

/// A member of a local structure in a function's tokens.
pub(crate) struct PartName<'u> {
    /// The index of the object's name.
    pub index: usize,
    /// The object.
    pub object: &'u str,
    /// The member.
    pub member: &'u str,
}

impl PartName<'_> {
    /// The name that the parser is given.
    pub(crate) fn alias(&self) -> String {
        format!("{}___{}", self.object, self.member)
    }
}

/// The members of local structures of a function, where all uses are members.
pub(crate) fn parts<'u>(tokens: Tokens<'u>) -> Vec<PartName<'u>> {
    let has_members = (0..tokens.count()).any(|k| tokens.word(k) == ".");
    if !has_members {
        return Vec::new();
    }
    let mut objects = declared(tokens);
    let mut found: BTreeMap<&str, Vec<PartName<'u>>> = BTreeMap::new();
    for index in 0..tokens.count() {
        let object = tokens.word(index);
        let Some(declared) = objects.get(object).copied() else {
            continue;
        };
        if index == declared || matches!(tokens.before(index), "." | "->") {
            continue;
        }
        match part(tokens, index).filter(|_| index > declared) {
            Some(part) => found.entry(object).or_default().push(part),
            None => drop(objects.remove(object)),
        }
    }
    found.retain(|object, parts| {
        objects.contains_key(object) && are_scalars(tokens, parts) && !in_pragma(tokens, object)
    });
    found.into_values().flatten().collect()
}

/// Objects of statements `T a, b;` and `struct t a;`, each with the index of its name.
fn declared<'u>(tokens: Tokens<'u>) -> BTreeMap<&'u str, usize> {
    let mut found = BTreeMap::new();
    let mut twice = BTreeSet::new();
    let is_name =
        |k: usize| tokens.is(TokenKind::Identifier, k) && !KEYWORDS.contains(&tokens.word(k));
    for start in (1..tokens.count()).filter(|k| matches!(tokens.before(*k), ";" | "{" | "}")) {
        let named = start + usize::from(tokens.word(start) == "struct");
        let mut names = Vec::new();
        let mut next = named + 1;
        while is_name(named) && is_name(next) && matches!(tokens.word(next + 1), "," | ";") {
            names.push(next);
            if tokens.word(next + 1) == ";" {
                for index in names.drain(..) {
                    if found.insert(tokens.word(index), index).is_some() {
                        twice.insert(tokens.word(index));
                    }
                }
            }
            next += 2;
        }
    }
    found.retain(|name, _| !twice.contains(name));
    found
}

/// `object.member`, if neither a member of it follows nor another blank than one is between.
fn part<'u>(tokens: Tokens<'u>, index: usize) -> Option<PartName<'u>> {
    let follows = |k: usize| tokens.start(k) == tokens.end(k - 1) + 1;
    let is_part = tokens.word(index + 1) == "."
        && tokens.is(TokenKind::Identifier, index + 2)
        && !matches!(tokens.word(index + 3), "." | "(")
        && follows(index + 1)
        && follows(index + 2);
    is_part.then(|| PartName {
        index,
        object: tokens.word(index),
        member: tokens.word(index + 2),
    })
}

/// Whether no member of an object is an array: one with subscripts is assigned, too.
fn are_scalars(tokens: Tokens<'_>, parts: &[PartName<'_>]) -> bool {
    let followed = |word: &'static str| {
        let those = parts.iter();
        let those = those.filter(move |p| tokens.word(p.index + 3) == word);
        those.map(|p| p.member).collect::<BTreeSet<&str>>()
    };
    followed("[").is_subset(&followed("="))
}

fn in_pragma(tokens: Tokens<'_>, object: &str) -> bool {
    let (Some(first), Some(last)) = (tokens.all.first(), tokens.all.last()) else {
        return false;
    };
    let range = first.at.start..last.at.end;
    let mut pragmas = tokens.unit.pragmas.iter();
    pragmas.any(|p| range.contains(&p.at) && source::has_name(&p.text, object))
}
