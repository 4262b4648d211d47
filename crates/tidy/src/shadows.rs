//! Objects of blocks that hide an object of the same name: compilers warn of them (`-Wshadow`).

use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin, Variable};
use print::{Names, numbered};
use source::{Edit, Span, Unit};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// An object that hides another one.
#[derive(Clone, Debug)]
pub(crate) struct Hiding {
    /// Its name.
    name: String,
    /// Where the name means it, in the unit's text.
    scope: Range<usize>,
    /// All places of its name; `None` if some of them cannot be changed.
    places: Option<Vec<Span>>,
}

/// The objects that hide others, in the order of the file.
pub(crate) fn hidings(contents: &Contents<'_>) -> Vec<Hiding> {
    let mut found = Vec::new();
    for function in &contents.file.functions {
        let variables = &function.symbols.variables;
        let hides = |v: &&Variable<'_>| {
            let mut others = variables.iter().filter(|other| other.name == v.name);
            v.origin == Origin::Local && others.any(|other| is_around(other, v))
        };
        found.extend(variables.iter().filter(hides).map(|v| Hiding {
            name: v.name.clone(),
            scope: v.scope.clone(),
            places: places(contents.unit, function, v),
        }));
    }
    found
}

/// Whether an object is visible where another one is declared.
fn is_around(outer: &Variable<'_>, inner: &Variable<'_>) -> bool {
    let is_before = outer.at.start < inner.at.start;
    outer.id != inner.id && is_before && outer.scope.contains(&inner.at.start)
}

/// The places of an object's name, if each is a word of the file that no macro and no directive
/// uses.
fn places(unit: &Unit, function: &Function<'_>, variable: &Variable<'_>) -> Option<Vec<Span>> {
    let scope = unit.nearest_span(variable.scope.clone())?;
    let mut lines = unit.directives.iter().filter(|l| scope.contains(**l));
    let mut hidden = function.symbols.hidden.keys();
    if lines.any(|line| may_use(unit, *line, &variable.name))
        || hidden.any(|at| variable.scope.contains(at))
    {
        return None;
    }
    let namesakes = function.symbols.variables.iter();
    let namesakes = namesakes.filter(|other| other.name == variable.name);
    let known: BTreeSet<Span> = namesakes
        .flat_map(offsets)
        .filter_map(|at| place(unit, at))
        .collect();
    let words = unit.words(scope);
    let is_member = |k: usize| k > 0 && matches!(words[k - 1].text.as_str(), "." | "->");
    let is_known = |k: usize| known.contains(&words[k].span) || is_member(k);
    let mut named = (0..words.len()).filter(|k| words[*k].text == variable.name);
    if !named.all(is_known) {
        return None;
    }
    let found: Option<BTreeSet<Span>> = offsets(variable).map(|at| place(unit, at)).collect();
    Some(found?.into_iter().collect())
}

/// Where an object is declared and named, in the unit's text.
fn offsets(variable: &Variable<'_>) -> impl Iterator<Item = usize> {
    { variable.mentions.iter().copied() }.chain([variable.at.start])
}

/// Whether a directive may use a name: it is no pragma, or it has the word.
fn may_use(unit: &Unit, line: Span, name: &str) -> bool {
    let words = unit.words(line);
    let is_pragma = words.get(1).is_some_and(|word| word.text == "pragma");
    !is_pragma || words.iter().any(|word| word.text == name)
}

/// The word of the file that the token at an offset stands for.
fn place(unit: &Unit, at: usize) -> Option<Span> {
    let token = unit.tokens.get(unit.tokens_in(at..at + 1).start)?;
    let span = token.spelled()?;
    let outer = unit.uses.around(span, Span::new(0, span.end));
    (outer.is_empty() && unit.uses.body_around(span).is_none()).then_some(span)
}

/// The edits that give other names to objects that hide others, where the text before has fewer
/// such objects of a name.
pub(crate) fn renames(unit: &Unit, before: &[Hiding], after: &[Hiding]) -> Vec<Edit> {
    let count = |all: &[Hiding], name: &str| all.iter().filter(|h| h.name == name).count();
    let taken = Names::of_units([unit]);
    let mut given: BTreeMap<String, Vec<&Hiding>> = BTreeMap::new();
    let mut edits = Vec::new();
    for hiding in after {
        let Some(places) = &hiding.places else {
            continue;
        };
        if count(after, &hiding.name) <= count(before, &hiding.name) {
            continue;
        }
        let is_apart = |other: &&Hiding| {
            other.scope.end <= hiding.scope.start || hiding.scope.end <= other.scope.start
        };
        let is_free = |name: &String| match given.get(name) {
            Some(others) => others.iter().all(&is_apart),
            None => !taken.contains(name),
        };
        let Some(name) = numbered(&hiding.name).take(1000).find(is_free) else {
            continue;
        };
        given.entry(name.clone()).or_default().push(hiding);
        edits.extend(places.iter().map(|span| Edit {
            span: *span,
            text: name.clone(),
        }));
    }
    edits
}
