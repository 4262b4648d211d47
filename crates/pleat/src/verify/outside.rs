//! What the functions of two files find outside of them: declarations at file scope, and macros.
//! Knows tokens alone.

use c::facts::pragmas::concern::{Concern, in_force};
use source::{Declaration, IntegerMacro, Unit};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Names that may mean something else in the other file.
#[derive(Debug, Default)]
pub(super) struct Outside {
    differing: BTreeSet<String>,
}

/// A declaration with the names that it declares.
struct Declared<'u> {
    words: Vec<&'u str>,
    names: Vec<&'u str>,
}

impl Outside {
    /// Compares two files.
    pub(super) fn compare(before: &Unit, after: &Unit) -> Self {
        let (old, new) = (declared(before), declared(after));
        let mut outside = Outside::default();
        let (one, other) = (counted(&old), counted(&new));
        let differs = |d: &&Declared<'_>| one.get(&d.words) != other.get(&d.words);
        let names = |all: &[Declared<'_>]| -> BTreeSet<String> {
            let differing = all.iter().filter(differs);
            differing
                .flat_map(|d| d.names.iter().map(|n| n.to_string()))
                .collect()
        };
        // A name that only one file declares means nothing in the other.
        outside.differing = &names(&old) & &names(&new);
        for (name, value) in &before.macros {
            let same = |m: &IntegerMacro| m.value == value.value && m.body == value.body;
            if after.macros.get(name).is_some_and(|other| !same(other)) {
                outside.differing.insert(name.clone());
            }
        }
        outside.spread(&old, &new);
        outside
    }

    /// Adds what is declared by means of these names.
    fn spread(&mut self, old: &[Declared<'_>], new: &[Declared<'_>]) {
        let mut count = 0;
        while self.differing.len() > count {
            count = self.differing.len();
            for declaration in old.iter().chain(new) {
                let mut words = declaration.words.iter();
                if words.any(|word| self.differing.contains(*word)) {
                    let names = declaration.names.iter().map(|name| name.to_string());
                    self.differing.extend(names);
                }
            }
        }
    }

    /// The first name among these that may mean something else.
    pub(super) fn differing<'w>(
        &self,
        mut words: impl Iterator<Item = &'w str>,
    ) -> Option<&'w str> {
        words.find(|word| self.differing.contains(*word))
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

/// The declarations outside of the main file's functions, without assertions. Before those of types
/// there are the pragmas about their layout.
fn declared(unit: &Unit) -> Vec<Declared<'_>> {
    let is_outside = |d: &&Declaration| !(d.is_function && d.in_main_file);
    let all = unit.declarations.iter().filter(is_outside);
    let declared = all.flat_map(|declaration| {
        let range = declaration.at.start as usize..declaration.at.end as usize;
        let layout = in_force(unit, range.clone(), &[Concern::Layout]);
        let layout = layout.into_iter().filter(|_| declaration.has_typedef);
        pieces(
            layout.chain(words(unit, range)).collect(),
            declaration.has_typedef,
        )
    });
    let is_assertion =
        |d: &Declared<'_>| matches!(d.words.first(), Some(&("_Static_assert" | "static_assert")));
    declared.filter(|d| !is_assertion(d)).collect()
}

/// A declaration, or its parts: what it declares beside objects, and each object alone.
fn pieces<'u>(words: Vec<&'u str>, has_types: bool) -> Vec<Declared<'u>> {
    let all = || words.iter().copied().filter(|word| is_name(word)).collect();
    let first = declarators_start(&words);
    let Some(first) = first.filter(|_| !words.contains(&"typedef")) else {
        let names = match has_types {
            true => all(),
            false => declared_names(&words),
        };
        return vec![Declared { words, names }];
    };
    let (specifiers, rest) = words.split_at(first);
    let mut pieces = Vec::new();
    if has_types {
        let names = specifiers.iter().copied().filter(|word| is_name(word));
        pieces.push(Declared {
            words: specifiers.to_vec(),
            names: names.collect(),
        });
    }
    for declarator in separated(rest) {
        let words = [specifiers, declarator].concat();
        let names = declared_names(declarator);
        pieces.push(Declared { words, names });
    }
    pieces
}

/// Where the declarators of objects start; `None` for functions and types.
fn declarators_start(words: &[&str]) -> Option<usize> {
    let mut inside: usize = 0;
    let mut is_list = false;
    for (k, word) in words.iter().enumerate() {
        let next = words.get(k + 1).copied().unwrap_or(";");
        match *word {
            "__attribute__" | "__attribute" | "__declspec" | "_Alignas" | "alignas"
                if inside == 0 =>
            {
                is_list = true;
            }
            "(" if is_list => inside += 1,
            ")" if is_list => {
                inside = inside.saturating_sub(1);
                is_list = inside > 0;
            }
            "{" => inside += 1,
            "}" => inside = inside.saturating_sub(1),
            "*" | "(" if inside == 0 => return Some(k),
            _ if inside > 0 || !is_name(word) => {}
            _ => match next {
                "[" | "=" | "," | ";" => return Some(k),
                "(" => return None,
                _ => {}
            },
        }
    }
    None
}

/// The declarators of a list.
fn separated<'d, 'u>(words: &'d [&'u str]) -> Vec<&'d [&'u str]> {
    let mut depth: usize = 0;
    let is_end = move |word: &&str| {
        match *word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(*word, "," | ";")
    };
    words
        .split(is_end)
        .filter(|part| !part.is_empty())
        .collect()
}

/// The names that a declaration of objects or of a function declares, and perhaps others.
pub(super) fn declared_names<'u>(words: &[&'u str]) -> Vec<&'u str> {
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

    #[test]
    fn objects_of_a_list_are_declared_alone() {
        let words = |text: &'static str| text.split(' ').collect::<Vec<_>>();
        let all = pieces(words("static double t [ N ] , * u = f ( x , y ) ;"), false);
        let texts: Vec<String> = all.iter().map(|d| d.words.join(" ")).collect();
        assert_eq!(
            texts,
            ["static double t [ N ]", "static double * u = f ( x , y )"]
        );
        let all = pieces(words("static struct s { int m ; } a , b ;"), true);
        let names: Vec<Vec<&str>> = all.into_iter().map(|d| d.names).collect();
        assert_eq!(names, [vec!["s", "m"], vec!["a"], vec!["b"]]);
        let all = pieces(words("int f ( int n , double t [ n ] ) ;"), false);
        assert_eq!(all[0].names, ["f"]);
    }
}
