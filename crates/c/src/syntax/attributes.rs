//! Attributes of functions and objects by name, in any spelling: `__attribute__`, `[[...]]`,
//! `__declspec`, `_Noreturn`, `_Alignas`, and names for the assembler. Reads tokens alone, those of
//! headers too.

mod effect;

pub use effect::Effect;

use crate::syntax::tokens::{Tokens, depth_after};
use source::{Token, TokenKind, Unit};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The attributes of a unit's names.
///
/// Assumes: scopes do not matter. A name has the attributes of all declarations of that name, so it
/// may have too many attributes here and never too few.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    of_name: BTreeMap<String, BTreeSet<Attribute>>,
    /// A function that returns twice and is named outside of calls.
    saver: Option<String>,
}

/// An attribute.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Attribute {
    /// Its name, without underscores around it and without `gnu::` or `clang::`.
    pub name: String,
    /// The name with its arguments: `optimize("fast-math")`.
    pub text: String,
}

impl Attribute {
    fn plain(name: &str) -> Self {
        Attribute {
            name: name.to_string(),
            text: name.to_string(),
        }
    }
}

impl Attributes {
    /// The attributes in all declarations of a unit.
    pub fn of(unit: &Unit) -> Self {
        let mut attributes = Attributes::default();
        let ends = |token: &Token| matches!(unit.token_text(token), ";" | "{" | "}");
        for tokens in unit.tokens.split(ends) {
            let text = Specifiers(Tokens { unit, all: tokens });
            let lists = text.lists();
            if !lists.is_empty() {
                attributes.add(&text, &lists);
            }
        }
        attributes.saver = attributes.saver_in(unit);
        attributes
    }

    /// A function that returns twice and is named outside of calls: a pointer may point to it.
    fn saver_in(&self, unit: &Unit) -> Option<String> {
        let words = unit.tokens.windows(2);
        let named = words.filter(|pair| {
            pair[0].kind == TokenKind::Identifier && unit.token_text(&pair[1]) != "("
        });
        let mut names = named.map(|pair| unit.token_text(&pair[0]));
        names.find(|name| saves_a_place(name)).map(str::to_string)
    }

    /// Whether a call of this function may return more than once.
    pub fn returns_twice(&self, name: &str) -> bool {
        let mut labels = self.of_name(name).filter_map(|a| a.strip_prefix("asm:"));
        saves_a_place(name) || labels.any(saves_a_place) || self.has(name, "returns_twice")
    }

    /// A function that returns twice and that pointers may point to.
    pub(crate) fn returns_twice_by_pointer(&self) -> Option<&str> {
        self.saver.as_deref()
    }

    /// Whether a declaration of `name` has the attribute, without underscores around it and without
    /// `gnu::` or `clang::`. `asm` is the attribute that names it for the assembler.
    pub fn has(&self, name: &str, attribute: &str) -> bool {
        self.of_name(name).any(|own| own == attribute)
    }

    /// The attributes of a name, sorted. Beside `asm` there is the name in it: `asm:f`.
    pub fn of_name(&self, name: &str) -> impl Iterator<Item = &str> {
        self.written(name).map(|attribute| attribute.name.as_str())
    }

    /// The same with their arguments.
    pub fn written(&self, name: &str) -> impl Iterator<Item = &Attribute> {
        self.of_name.get(name).into_iter().flatten()
    }

    fn add(&mut self, text: &Specifiers<'_>, lists: &[Range<usize>]) {
        let words: BTreeSet<Attribute> = lists.iter().flat_map(|l| text.attributes(l)).collect();
        for name in text.names(lists) {
            let own = self.of_name.entry(name.to_string()).or_default();
            own.extend(words.iter().cloned());
        }
    }
}

/// The attributes in a part of a text, wherever they are.
pub fn attributes_in(unit: &Unit, range: Range<usize>) -> Vec<Attribute> {
    let text = Specifiers(Tokens::of(unit, range));
    let mut found = Vec::new();
    let mut index = 0;
    while index < text.0.count() {
        let end = text.list_end(index);
        if let Some(end) = end {
            found.extend(text.attributes(&(index..end + 1)));
        }
        index = end.unwrap_or(index) + 1;
    }
    found
}

/// Library functions that save a place to which the program may return, without the underscores
/// before the name.
const SAVE_A_PLACE: [&str; 9] = [
    "builtin_setjmp",
    "getcontext",
    "qsetjmp",
    "savectx",
    "setjmp",
    "setjmp_syscall",
    "sigsetjmp",
    "swapcontext",
    "vfork",
];

/// As in compilers, `__x` counts as underscores.
fn saves_a_place(name: &str) -> bool {
    let stem = name.trim_start_matches('_');
    let older = name.strip_prefix("__x");
    SAVE_A_PLACE.contains(&stem) || older.is_some_and(|stem| SAVE_A_PLACE.contains(&stem))
}

/// The tokens between two ends of declarations or blocks.
struct Specifiers<'u>(Tokens<'u>);

impl<'u> Specifiers<'u> {
    fn word(&self, index: usize) -> &'u str {
        self.0.word(index)
    }

    fn is_name(&self, index: usize) -> bool {
        self.0.is(TokenKind::Identifier, index)
    }

    /// The attribute lists of the declared names, without those of parameters: from the first token
    /// of each to its last one.
    fn lists(&self) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut depth = 0_usize;
        let mut index = 0;
        while index < self.0.count() {
            let end = self.list_end(index);
            if end.is_none() {
                depth = self.depth_within(depth, index);
            }
            found.extend(end.filter(|_| depth == 0).map(|end| index..end + 1));
            index = end.unwrap_or(index) + 1;
        }
        found
    }

    /// The last token of the list that starts here, if one starts.
    fn list_end(&self, index: usize) -> Option<usize> {
        let next = self.word(index + 1);
        match self.word(index) {
            "[" if next == "[" => Some(self.0.closing(index)),
            word if (is_list(word) || is_alignment(word)) && next == "(" => {
                Some(self.0.closing(index + 1))
            }
            word if is_thread_local(word) || word == "_Noreturn" => Some(index),
            _ => None,
        }
    }

    /// The attributes in a list.
    fn attributes(&self, list: &Range<usize>) -> Vec<Attribute> {
        let first = self.word(list.start);
        let joined = |range: Range<usize>| range.map(|k| self.word(k)).collect::<String>();
        if is_thread_local(first) {
            return vec![Attribute::plain("thread_local")];
        }
        if first == "_Noreturn" {
            return vec![Attribute::plain("noreturn")];
        }
        if is_alignment(first) {
            return vec![Attribute {
                name: "aligned".to_string(),
                text: format!("aligned{}", joined(list.start + 1..list.end)),
            }];
        }
        if is_assembler(first) {
            let inside = list.start + 2..list.end.saturating_sub(1);
            let label: String = inside.map(|k| self.word(k).trim_matches('"')).collect();
            return ["asm", &format!("asm:{label}")]
                .map(Attribute::plain)
                .into();
        }
        let inside = list.start + 1..list.end;
        // `omp::decl(threadprivate)`
        if inside.clone().any(|k| self.word(k) == "threadprivate") {
            return vec![Attribute::plain("thread_local")];
        }
        let top = inside.scan(0_usize, |depth, k| {
            *depth = depth_after(*depth, self.word(k));
            Some((k, *depth))
        });
        top.filter(|(k, depth)| {
            *depth <= 2 && self.is_name(*k) && self.word(k + 1) != "::" && self.word(k + 1) != ":"
        })
        .map(|(k, _)| {
            let name = self.word(k).trim_matches('_').to_string();
            let arguments = match self.word(k + 1) {
                "(" => joined(k + 1..self.0.closing(k + 1) + 1),
                _ => String::new(),
            };
            let text = format!("{name}{arguments}");
            Attribute { name, text }
        })
        .collect()
    }

    /// The declared names, and others outside of lists and parameters.
    fn names(&self, lists: &[Range<usize>]) -> Vec<&'u str> {
        let mut depth = 0_usize;
        let mut names = Vec::new();
        for index in (0..self.0.count()).filter(|k| !lists.iter().any(|l| l.contains(k))) {
            depth = self.depth_within(depth, index);
            if depth == 0 && self.is_name(index) {
                names.push(self.word(index));
            }
        }
        names
    }

    /// The number of open brackets after a token, without those in a declarator: `(*f)(void)` and
    /// `(f)(void)`.
    fn depth_within(&self, depth: usize, index: usize) -> usize {
        match self.word(index) {
            "(" if self.word(index + 1) == "*" || self.word(index + 2) == ")" => depth,
            word => depth_after(depth, word),
        }
    }
}

fn is_thread_local(word: &str) -> bool {
    matches!(word, "__thread" | "thread_local" | "_Thread_local")
}

/// Whether a word opens the alignment of an object.
fn is_alignment(word: &str) -> bool {
    matches!(word, "_Alignas" | "alignas")
}

/// Whether a word opens an attribute list in parentheses, or a name for the assembler.
fn is_list(word: &str) -> bool {
    matches!(word, "__attribute__" | "__attribute" | "__declspec") || is_assembler(word)
}

/// Whether a word opens assembly.
pub(crate) fn is_assembler(word: &str) -> bool {
    matches!(word, "asm" | "__asm" | "__asm__")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::Attributes;
    use source::{Flags, SourceFile};

    fn check(text: &str, name: &str, wanted: &[&str]) {
        let file = SourceFile::new("a.c", text.as_bytes().to_vec());
        let unit = source::preprocess(file, &Flags::default()).unwrap();
        let attributes = Attributes::of(&unit);
        assert_eq!(
            attributes.of_name(name).collect::<Vec<_>>(),
            wanted,
            "{text}"
        );
    }

    #[test]
    fn arguments_are_kept() {
        let text = "_Noreturn __attribute__((__optimize__(\"O1\", \"no-math\"), cold)) void f(void);\
                    _Alignas(2 * 8) static int t[4];";
        let file = SourceFile::new("a.c", text.as_bytes().to_vec());
        let unit = source::preprocess(file, &Flags::default()).unwrap();
        let attributes = Attributes::of(&unit);
        let texts = |name| {
            attributes
                .written(name)
                .map(|a| a.text.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            texts("f"),
            ["cold", "noreturn", "optimize(\"O1\",\"no-math\")"]
        );
        assert_eq!(texts("t"), ["aligned(2*8)"]);
    }

    #[test]
    fn every_spelling_is_found() {
        check(
            "int f(int weak) __attribute__((__returns_twice__));",
            "f",
            &["returns_twice"],
        );
        check(
            "[[gnu::weak, gnu::cold]] int f(int a);",
            "f",
            &["cold", "weak"],
        );
        check(
            "int (*f(int a))(int) __attribute__((weak));",
            "f",
            &["weak"],
        );
        check(
            "int (f)(int a __attribute__((unused))) __asm__(\"g\");",
            "f",
            &["asm", "asm:g"],
        );
        check(
            "__attribute__((format(printf, 1, 2), hot)) int f(char *s, ...) { return 0; }",
            "f",
            &["format", "hot"],
        );
        check(
            "int g(void) { int f(void) __attribute__((weak)); return f(); }",
            "f",
            &["weak"],
        );
        check(
            "int g(void) { int f(void) __attribute__((weak)); return f(); }",
            "g",
            &[],
        );
        check("static __thread double f[3], g[4];", "g", &["thread_local"]);
        check(
            "__attribute__((alias(\"g\"), visibility(\"hidden\"))) int f(int a), h(void);",
            "h",
            &["alias", "visibility"],
        );
        check(
            "int f = 1, g __attribute__((section(\".x\")));",
            "g",
            &["section"],
        );
    }
}
