//! The names that a block of the caller has room for.

use super::super::names::BodyNames;
use super::super::same::Value;
use super::super::sites::Block;
use super::super::stage::Stage;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::{Storage, Type};
use print::numbered;
use source::{Span, TokenKind};
use std::collections::BTreeSet;
use std::ops::Range;

/// A name that inlining gave to an object of the block.
pub(super) struct Given {
    pub(super) name: String,
    /// Its declaration under the name that the stage wants, if others may use the object.
    pub(super) declaration: Option<String>,
}

/// The names of a block.
pub(super) struct Scope<'f, 'p> {
    contents: &'f Contents<'p>,
    caller: &'f Function<'p>,
    /// From the first item to the last, in the unit's text.
    range: Range<usize>,
    /// Names that must keep their meaning.
    reserved: BTreeSet<String>,
    /// All names in the stages' bodies.
    words: BTreeSet<String>,
    pub(super) given: Vec<Given>,
    /// The values of objects that inlining gave to the block.
    pub(super) values: Vec<Value>,
    /// The caller's objects whose addresses calls were passed that are replaced.
    pub(super) addressed: BTreeSet<VarId>,
}

impl<'f, 'p> Scope<'f, 'p> {
    /// The names of a block.
    pub(super) fn of(
        contents: &'f Contents<'p>,
        caller: &'f Function<'p>,
        block: &Block<'_, '_>,
    ) -> Self {
        let unit = contents.unit;
        let mut reserved = reserved(contents, caller);
        let mut words = BTreeSet::new();
        for site in &block.sites {
            let names = BodyNames::of(unit, site.stage, &[]);
            reserved.extend(names.foreign);
            words.extend(names.words);
        }
        let place = |item: Option<&lang_c::span::Node<lang_c::ast::BlockItem>>| {
            item.map_or(0..0, |item| caller.base.range(item.span))
        };
        let (first, last) = (place(block.items.first()), place(block.items.last()));
        let range = match (block.items, block.sites.as_slice()) {
            ([], [only]) => only.range.clone(),
            _ => first.start..last.end,
        };
        Scope {
            contents,
            caller,
            range,
            reserved,
            words,
            given: Vec::new(),
            values: Vec::new(),
            addressed: BTreeSet::new(),
        }
    }

    /// Whether a new object of the block may have the name.
    pub(super) fn is_free(&self, name: &str) -> bool {
        let hides = |v: &Variable<'_>| {
            let is_own = !matches!(v.origin, Origin::Global(_));
            let overlaps = v.scope.start < self.range.end && self.range.start < v.scope.end;
            // A declaration in an inner block hides the new object there.
            let is_inner = v.at.start >= self.range.start && v.scope.end <= self.range.end;
            is_own && v.name == name && overlaps && !is_inner
        };
        !self.reserved.contains(name)
            && !self.given.iter().any(|given| given.name == name)
            && !self.caller.symbols.variables.iter().any(hides)
    }

    /// A free name that starts with this one.
    pub(super) fn fresh(&self, name: &str) -> Option<String> {
        let mut all = numbered(name).take(1000);
        all.find(|name| self.is_free(name) && !self.words.contains(name))
    }

    /// Gives a name to an object; others may use it if the declaration is given.
    pub(super) fn give(&mut self, name: &str, declaration: Option<String>) {
        self.given.push(Given {
            name: name.to_string(),
            declaration,
        });
    }

    /// The object that inlining declared in this way, under the name that the stage wants.
    pub(super) fn found(&self, declaration: &str) -> Option<String> {
        let same = |given: &&Given| given.declaration.as_deref() == Some(declaration);
        self.given.iter().find(same).map(|given| given.name.clone())
    }

    /// Whether the caller has an object of that name and type whose value nobody needs at a place:
    /// it only counts in loops that set it first.
    pub(super) fn lends(&self, name: &str, ty: &Type, at: usize) -> bool {
        let symbols = &self.caller.symbols;
        let Some(id) = symbols.visible(name, at) else {
            return false;
        };
        let variable = symbols.variable(id);
        let counts: Vec<&Range<usize>> = { symbols.counters.iter() }
            .filter(|(counter, _)| *counter == id)
            .map(|(_, range)| range)
            .collect();
        let is_counted = |at: &usize| counts.iter().any(|range| range.contains(at));
        variable.origin == Origin::Local
            && variable.storage == Storage::Automatic
            && variable.declared_type == *ty
            && variable.initializer.is_none()
            && variable.qualifiers == c::names::types::Qualifiers::default()
            && !variable.address_taken
            && variable.mentions.iter().all(is_counted)
            && !is_counted(&at)
            && !self.has_threads()
    }

    /// Whether the caller has OpenMP constructs: objects may be private or shared there.
    fn has_threads(&self) -> bool {
        let range = self.caller.range();
        let mut pragmas = self.contents.unit.pragmas.iter();
        pragmas.any(|p| p.text.starts_with("omp") && range.contains(&(p.at as usize)))
    }

    /// Whether the names that a stage's body uses mean the same at a place of the caller.
    pub(super) fn means_the_same(
        &self,
        stage: &Stage<'_, '_>,
        at: usize,
        foreign: &BTreeSet<String>,
    ) -> bool {
        let symbols = &self.caller.symbols;
        let is_hidden = |name: &String| {
            let id = symbols.visible(name, at);
            id.is_some_and(|id| !matches!(symbols.variable(id).origin, Origin::Global(_)))
        };
        !foreign.iter().any(is_hidden)
            && !self.is_redefined(stage, foreign)
            && self.is_declared(stage, foreign)
    }

    /// Whether a directive between the stage and the caller defines a macro that the body names.
    fn is_redefined(&self, stage: &Stage<'_, '_>, foreign: &BTreeSet<String>) -> bool {
        let unit = self.contents.unit;
        let Some(own) = unit.nearest_span(self.caller.range()) else {
            return true;
        };
        let between = own.to(stage.inner);
        let defines = |line: &&Span| {
            let words = unit.words(**line);
            let word = |k: usize| words.get(k).map(|w| w.text.as_str());
            let is_definition = matches!(word(1), Some("define" | "undef"));
            let name = word(2).map(str::to_string);
            is_definition && name.is_some_and(|name| foreign.contains(&name))
        };
        let mut inner = unit.directives.iter().filter(|l| between.contains(**l));
        inner.any(|line| defines(&line))
    }

    /// Whether what a stage behind the caller names is declared before the caller.
    fn is_declared(&self, stage: &Stage<'_, '_>, foreign: &BTreeSet<String>) -> bool {
        let start = self.caller.range().start;
        if stage.range.start < start {
            return true;
        }
        let unit = self.contents.unit;
        let before = &unit.tokens[unit.tokens_in(0..start)];
        let names = before.iter().filter(|t| t.kind == TokenKind::Identifier);
        let known: BTreeSet<&str> = names.map(|t| unit.token_text(t)).collect();
        let is_macro = |name: &str| unit.macro_texts.iter().any(|m| m.name == name && m.is_seen);
        let mut foreign = foreign.iter().map(String::as_str);
        foreign.all(|name| is_keyword(name) || known.contains(name) || is_macro(name))
    }
}

/// Words that no declaration gives a meaning.
fn is_keyword(name: &str) -> bool {
    const KEYWORDS: [&str; 28] = [
        "_Bool", "auto", "break", "char", "const", "continue", "do", "double", "else", "enum",
        "float", "for", "if", "inline", "int", "long", "register", "restrict", "return", "short",
        "signed", "sizeof", "static", "struct", "unsigned", "void", "volatile", "while",
    ];
    KEYWORDS.contains(&name)
}

/// Names of the file, and names in the caller that are not its objects.
fn reserved(contents: &Contents<'_>, caller: &Function<'_>) -> BTreeSet<String> {
    let unit = contents.unit;
    let mut all = BTreeSet::new();
    all.extend(
        contents
            .file
            .globals
            .iter()
            .filter(|g| g.in_main_file)
            .map(|g| g.name.clone()),
    );
    all.extend(contents.file.functions.iter().map(|f| f.name.clone()));
    all.extend(unit.macro_texts.iter().map(|m| m.name.clone()));
    all.extend(unit.macros.keys().cloned());
    let own: BTreeSet<&str> = { caller.symbols.variables.iter() }
        .filter(|v| !matches!(v.origin, Origin::Global(_)))
        .map(|v| v.name.as_str())
        .collect();
    let span = unit.nearest_span(caller.range());
    let words = span.map(|span| unit.words(span)).unwrap_or_default();
    let names = words
        .into_iter()
        .filter(|w| w.kind == TokenKind::Identifier);
    all.extend(
        names
            .map(|w| w.text)
            .filter(|name| !own.contains(name.as_str())),
    );
    all
}
