//! All tokens that spell a name, and whether the functions that were read account for them. The
//! effect of headers, initialisers and unreadable code on a name stays unknown.

use crate::names::file::{File, Function};
use crate::syntax::attributes::is_assembler;
use crate::syntax::tokens::identifiers;
use source::{Token, TokenKind, Unit};
use std::collections::{HashMap, HashSet};

/// Attributes that let others find an object by its name or place.
pub const BINDING: [&str; 8] = [
    "alias",
    "asm",
    "externally_visible",
    "retain",
    "section",
    "used",
    "visibility",
    "weak",
];

/// The places of names in the whole unit.
pub(crate) struct Mentions<'u> {
    unit: &'u Unit,
    /// By name: indices of tokens.
    places: HashMap<&'u str, Vec<usize>>,
    /// Offsets that the functions account for beside the names that they resolve: callees and
    /// declarators.
    known: HashSet<usize>,
}

impl<'u> Mentions<'u> {
    /// The places of names, for the functions of `file`.
    pub(crate) fn of(unit: &'u Unit, file: &File<'_>, names: &HashSet<&str>) -> Self {
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, token) in unit.tokens.iter().enumerate() {
            let text = unit.token_text(token);
            let found = match token.kind {
                TokenKind::Identifier => vec![text],
                TokenKind::String if is_assembly(unit, token) => identifiers(text).collect(),
                TokenKind::String => vec![text.trim_matches('"')],
                _ => continue,
            };
            for name in found.into_iter().filter(|name| names.contains(name)) {
                places.entry(name).or_default().push(index);
            }
        }
        let mut known = HashSet::new();
        for function in &file.functions {
            known.extend(function.symbols.calls.iter().map(|c| c.at));
            known.extend(function.symbols.variables.iter().map(|v| v.at.start));
        }
        Mentions {
            unit,
            places,
            known,
        }
    }

    /// The first place where something unknown may happen to a function: neither its declaration,
    /// nor a call, nor another object of its name.
    pub(crate) fn of_function(&self, file: &File<'_>, name: &str) -> Option<usize> {
        self.places(name).find_map(|(index, token)| {
            let known = match self.function_at(file, token) {
                Some(function) => self.is_resolved(function, index, token),
                None => token.kind == TokenKind::Identifier && self.declares_function(index),
            };
            (!known).then_some(token.at.start as usize)
        })
    }

    /// The declarations of a function, without its definition.
    pub(crate) fn declarations_of(&self, file: &File<'_>, name: &str) -> Vec<usize> {
        let outside = self
            .places(name)
            .filter(|(_, token)| self.function_at(file, token).is_none());
        outside.map(|(_, t)| t.at.start as usize).collect()
    }

    /// The first place, except its declaration at `declared`, where something unknown may happen to
    /// an object at file scope.
    pub(crate) fn of_object(&self, file: &File<'_>, name: &str, declared: usize) -> Option<usize> {
        self.places(name).find_map(|(index, token)| {
            let at = token.at.start as usize;
            let known = match self.function_at(file, token) {
                Some(function) => self.is_resolved(function, index, token),
                None => {
                    let is_inside = || at < declared && self.depth(index) > 0;
                    token.kind == TokenKind::Identifier && (at == declared || is_inside())
                }
            };
            (!known).then_some(at)
        })
    }

    /// The attribute of a declaration at file scope that lets others find what it declares.
    pub(crate) fn binding_attribute(&self, at: usize) -> Option<&'static str> {
        let declarations = &self.unit.declarations;
        let after = declarations.partition_point(|d| d.at.end as usize <= at);
        let declaration = declarations.get(after)?;
        let range = declaration.at.start as usize..declaration.at.end as usize;
        let mut words = self.unit.tokens[self.unit.tokens_in(range)]
            .iter()
            .map(|t| self.unit.token_text(t));
        words.find(|w| matches!(w.trim_matches('_'), "attribute"))?;
        words.find_map(|w| BINDING.into_iter().find(|a| *a == w.trim_matches('_')))
    }

    fn places(&self, name: &str) -> impl Iterator<Item = (usize, &'u Token)> {
        let places = self.places.get(name).into_iter().flatten();
        places.map(|index| (*index, &self.unit.tokens[*index]))
    }

    /// The function that was read and contains a token, its own name included.
    fn function_at<'f, 'p>(&self, file: &'f File<'p>, token: &Token) -> Option<&'f Function<'p>> {
        let at = token.at.start as usize;
        let after = file.functions.partition_point(|f| f.range().start <= at);
        let function = &file.functions[after.checked_sub(1)?];
        function.range().contains(&at).then_some(function)
    }

    fn is_resolved(&self, function: &Function<'_>, index: usize, token: &Token) -> bool {
        let at = token.at.start as usize;
        let before = index.checked_sub(1).map(|k| &self.unit.tokens[k]);
        let is_member = || before.is_some_and(|t| matches!(self.unit.token_text(t), "." | "->"));
        let is_text = token.kind == TokenKind::String && !self.is_label(index);
        is_text
            || at == function.name_at
            || self.known.contains(&at)
            || function.symbols.mentions.contains_key(&at)
            || is_member()
    }

    /// Whether a string is the name of a declaration for the assembler.
    fn is_label(&self, index: usize) -> bool {
        let opener = index.checked_sub(2).map(|k| &self.unit.tokens[k]);
        opener.is_some_and(|token| is_assembler(self.unit.token_text(token)))
    }

    /// Whether an identifier outside of functions is the name of a function that is declared there.
    fn declares_function(&self, index: usize) -> bool {
        let text = |k: usize| self.unit.tokens.get(k).map(|t| self.unit.token_text(t));
        let before = self.declaration_before(index);
        text(index + 1) == Some("(")
            && self.depth(index) == 0
            && !before.iter().any(|t| self.unit.token_text(t) == "=")
    }

    /// The number of brackets of its declaration that are open before a token.
    fn depth(&self, index: usize) -> usize {
        let before = self.declaration_before(index).iter();
        before.fold(0_usize, |depth, t| match self.unit.token_text(t) {
            "(" | "[" | "{" => depth + 1,
            ")" | "]" | "}" => depth.saturating_sub(1),
            _ => depth,
        })
    }

    /// The tokens of a token's declaration that come before it.
    fn declaration_before(&self, index: usize) -> &'u [Token] {
        let at = self.unit.tokens[index].at.start;
        let declarations = &self.unit.declarations;
        let after = declarations.partition_point(|d| d.at.start <= at);
        let Some(declaration) = after.checked_sub(1).map(|k| &declarations[k]) else {
            return &[];
        };
        let before = declaration.at.start as usize..at as usize;
        &self.unit.tokens[self.unit.tokens_in(before)]
    }
}

/// Whether a string is in assembly at file scope.
fn is_assembly(unit: &Unit, token: &Token) -> bool {
    let declaration = unit.declaration_at(token.at.start as usize);
    declaration.is_some_and(|declaration| {
        let range = declaration.at.start as usize..declaration.at.end as usize;
        let first = unit.tokens.get(unit.tokens_in(range).start);
        first.is_some_and(|token| is_assembler(unit.token_text(token)))
    })
}

/// Names in lines that `#if` leaves out, each with its first line.
pub(crate) fn left_out(unit: &Unit) -> HashMap<String, u32> {
    let mut names = HashMap::new();
    for group in unit.conditionals.iter().filter(|group| !group.is_seen) {
        for word in unit.words(group.span) {
            let line = unit.file.line_col(word.span.start).line;
            names.entry(word.text).or_insert(line);
        }
    }
    names
}
