//! What the functions of two files find outside of them: declarations at file scope, and macros.
//! Knows tokens alone.

use source::{Declaration, IntegerMacro, Unit};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Names that may mean something else in the other file.
#[derive(Debug, Default)]
pub(super) struct Outside<'u> {
    differing: BTreeSet<&'u str>,
}

/// A declaration with the names that it declares.
struct Declared<'u> {
    words: Vec<&'u str>,
    names: Vec<&'u str>,
}

impl<'u> Outside<'u> {
    /// Compares two files.
    pub(super) fn compare(before: &'u Unit, after: &'u Unit) -> Self {
        let (old, new) = (declared(before), declared(after));
        let mut outside = Outside::default();
        let (one, other) = (counted(&old), counted(&new));
        let differs = |d: &&Declared<'u>| one.get(&d.words) != other.get(&d.words);
        for declaration in old.iter().chain(&new).filter(differs) {
            outside.differing.extend(declaration.names.iter().copied());
        }
        for (name, value) in &before.macros {
            let same = |m: &IntegerMacro| m.value == value.value && m.body == value.body;
            if after.macros.get(name).is_some_and(|other| !same(other)) {
                outside.differing.insert(name);
            }
        }
        outside.spread(&old, &new);
        outside
    }

    /// Adds what is declared by means of these names.
    fn spread(&mut self, old: &[Declared<'u>], new: &[Declared<'u>]) {
        let mut count = 0;
        while self.differing.len() > count {
            count = self.differing.len();
            for declaration in old.iter().chain(new) {
                let mut words = declaration.words.iter();
                if words.any(|word| self.differing.contains(word)) {
                    self.differing.extend(declaration.names.iter().copied());
                }
            }
        }
    }

    /// The first name among these that may mean something else.
    pub(super) fn differing<'w>(
        &self,
        mut words: impl Iterator<Item = &'w str>,
    ) -> Option<&'w str> {
        words.find(|word| self.differing.contains(word))
    }
}

/// How often each declaration occurs.
fn counted<'d, 'u>(all: &'d [Declared<'u>]) -> BTreeMap<&'d Vec<&'u str>, usize> {
    let mut counts = BTreeMap::new();
    for declaration in all {
        *counts.entry(&declaration.words).or_default() += 1;
    }
    counts
}

/// The declarations outside of the main file's functions, without assertions.
fn declared(unit: &Unit) -> Vec<Declared<'_>> {
    let is_outside = |d: &&Declaration| !(d.is_function && d.in_main_file);
    let all = unit.declarations.iter().filter(is_outside);
    let declared = all.map(|declaration| {
        let range = declaration.at.start as usize..declaration.at.end as usize;
        let words: Vec<&str> = words(unit, range).collect();
        let names = match declaration.has_typedef {
            true => words.iter().copied().filter(|word| is_name(word)).collect(),
            false => declared_names(&words),
        };
        Declared { words, names }
    });
    let is_assertion =
        |d: &Declared<'_>| matches!(d.words.first(), Some(&("_Static_assert" | "static_assert")));
    declared.filter(|d| !is_assertion(d)).collect()
}

/// The names that a declaration of objects or of a function declares, and perhaps others.
fn declared_names<'u>(words: &[&'u str]) -> Vec<&'u str> {
    let mut names = Vec::new();
    let mut inside: usize = 0;
    let mut is_value = false;
    for (k, word) in words.iter().enumerate() {
        let next = words.get(k + 1).copied().unwrap_or(";");
        match *word {
            "[" | "{" => inside += 1,
            "]" | "}" => inside = inside.saturating_sub(1),
            "=" if inside == 0 => is_value = true,
            "," if inside == 0 => is_value = false,
            _ => {}
        }
        let ends = matches!(next, "[" | "=" | "," | ";" | "(" | ")");
        if inside == 0 && !is_value && ends && is_name(word) {
            names.push(*word);
            if next == "(" && names.len() == 1 && !words.contains(&"=") {
                break;
            }
        }
    }
    names
}

fn is_name(word: &str) -> bool {
    let starts = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    starts && !is_keyword(word)
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "auto"
            | "break"
            | "case"
            | "char"
            | "const"
            | "continue"
            | "default"
            | "do"
            | "double"
            | "else"
            | "enum"
            | "extern"
            | "float"
            | "for"
            | "goto"
            | "if"
            | "inline"
            | "int"
            | "long"
            | "register"
            | "restrict"
            | "return"
            | "short"
            | "signed"
            | "sizeof"
            | "static"
            | "struct"
            | "switch"
            | "typedef"
            | "union"
            | "unsigned"
            | "void"
            | "volatile"
            | "while"
            | "_Bool"
            | "_Complex"
            | "__attribute__"
            | "__restrict"
            | "__inline"
            | "__extension__"
            | "_Static_assert"
            | "_Alignas"
            | "_Atomic"
            | "_Thread_local"
            | "_Noreturn"
    )
}

/// The tokens of a range.
pub(super) fn words(unit: &Unit, range: Range<usize>) -> impl Iterator<Item = &str> {
    let tokens = unit.tokens[unit.tokens_in(range)].iter();
    tokens.map(|token| unit.token_text(token))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_declarations() {
        let check = |text: &str, expected: &[&str]| {
            let words: Vec<&str> = text.split(' ').collect();
            assert_eq!(declared_names(&words), expected, "{text}");
        };
        check("static double t [ N ] , u = f ( x ) ;", &["t", "u"]);
        check(
            "extern int printf ( const char * format , ... ) ;",
            &["printf"],
        );
        check("double ( * rows ) [ M ] = 0 ;", &["rows"]);
        check("int a [ ] = { b , c } ;", &["a"]);
    }
}
