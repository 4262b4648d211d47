//! The text of a function without the parts that a fold may change. Two texts whose rests are equal
//! differ only in where elements of the changed arrays are.
//!
//! Each use of a changed array becomes a mark; the loop shapes of [`crate::forms`] are written as
//! the loops that they stand for, as the walk has read them. All other tokens remain, so that any
//! other difference shows. Layout, comments, optional braces, and the order of storage and name in
//! lists of declarators do not count.
//!
//! Assumes: the integer expressions that marks hide are those that the walk has followed: the proof
//! about the accesses covers their values.

mod bodies;
mod canvas;
mod declarations;
mod plain;
mod shapes;

use crate::region::places::Region;
use crate::region::written::{WrittenArray, WrittenReference};
use bodies::Bodies;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId};
use canvas::Canvas;
use source::Unit;
use std::borrow::Cow;
use std::ops::Range;

/// A token, a pragma or a mark.
#[derive(Debug, Clone)]
pub struct Piece<'u> {
    /// Its spelling; that of a mark begins with `@`.
    pub text: Cow<'u, str>,
    /// Its place in the unit's text.
    pub at: usize,
}

/// What is left of a function.
#[derive(Debug, Default)]
pub struct Rest<'u> {
    /// Its text.
    pub pieces: Vec<Piece<'u>>,
    /// The declarators of objects that nothing but hidden text needs, beside those that only name
    /// numbers, and the members that hidden sizes name.
    pub idle: Vec<String>,
}

/// Where the storage of a changed array comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Housing {
    /// Its declaration stays where it is.
    Same,
    /// No read finds a value from before the region, so its declaration may be anywhere around.
    Anywhere,
    /// It is allocated in only one of the two texts.
    Allocated,
}

/// An array that differs between two texts.
#[derive(Debug, Clone, Copy)]
pub struct Changed<'r> {
    /// The region of its uses.
    pub region: &'r Region,
    /// Its position among the region's candidates.
    pub candidate: usize,
    /// A number that it has in both texts.
    pub label: usize,
    /// Where its storage comes from.
    pub housing: Housing,
}

impl<'r> Changed<'r> {
    fn written(&self) -> Option<&'r WrittenArray> {
        self.region.written.arrays.get(self.candidate)
    }

    fn is(&self, id: VarId) -> bool {
        self.written().is_some_and(|written| written.var == id)
    }

    fn mark(&self) -> String {
        format!("@{}", self.label)
    }
}

/// A function in the making of its rest.
pub(crate) struct Maker<'m, 'u, 'p> {
    pub(crate) function: &'m Function<'p>,
    pub(crate) canvas: Canvas<'u>,
    /// The members that hidden sizes name.
    members: Vec<String>,
}

/// The rest of a function whose text is at `range`, without the changed arrays of its regions.
pub(crate) fn rest<'u>(
    unit: &'u Unit,
    function: &Function<'_>,
    range: Range<usize>,
    (regions, changed): (&[Region], &[Changed<'_>]),
) -> Rest<'u> {
    let mut maker = Maker {
        function,
        canvas: Canvas::new(unit, range),
        members: Vec::new(),
    };
    let bodies = Bodies::of(function);
    maker.uses(changed);
    maker.stores(regions, changed);
    maker.storage(changed);
    maker.strips(regions);
    maker.parameters(&bodies, changed);
    maker.idle(&bodies);
    maker.names(regions);
    let mut idle = maker.idle_objects();
    maker.declarations(&bodies);
    maker.braces(&bodies);
    maker.lost_names(changed);
    idle.append(&mut maker.members);
    Rest {
        pieces: maker.canvas.pieces(),
        idle,
    }
}

impl Maker<'_, '_, '_> {
    /// Marks the uses of the changed arrays.
    fn uses(&mut self, changed: &[Changed<'_>]) {
        let mut inner: Vec<usize> = Vec::new();
        let all = || changed.iter().filter_map(|c| Some((c, c.written()?)));
        for (_, written) in all() {
            inner.extend(written.references.iter().map(|r| r.name.start));
        }
        for (changed, written) in all() {
            for reference in &written.references {
                self.reference(changed, reference, &inner);
            }
        }
    }

    fn reference(&mut self, changed: &Changed<'_>, reference: &WrittenReference, inner: &[usize]) {
        let name = self.canvas.tokens(reference.name.clone());
        let Some(first) = (!name.is_empty()).then_some(name.start) else {
            return;
        };
        let holds_none = |range: &Range<usize>| {
            !inner
                .iter()
                .any(|at| range.contains(at) && *at != range.start)
        };
        if reference.is_row {
            let is_plain = plain::is_place(self.canvas.words(name.clone()));
            if is_plain && holds_none(&reference.name) {
                self.canvas.hide(name);
                self.canvas.put_before(first, changed.mark());
            }
            return;
        }
        for (subscript, is_followed) in &reference.subscripts {
            let tokens = self.canvas.tokens(subscript.clone());
            let inside = tokens.start + 1..tokens.end.saturating_sub(1).max(tokens.start + 1);
            let is_plain = *is_followed || plain::is_arithmetic(self.canvas.words(inside));
            if is_plain && holds_none(subscript) {
                self.canvas.hide(tokens);
            }
        }
        self.canvas.hide(name);
        self.canvas.put_before(first, changed.mark());
        self.without_address(first);
        if reference.is_asked {
            self.without_question(changed, first, reference);
        }
    }

    /// Hides the `&` of an argument `&t`: an array has the address of its first element.
    fn without_address(&mut self, name: usize) {
        let before = |n: usize| name.checked_sub(n).map_or("", |at| self.canvas.word(at));
        if before(1) == "&" && matches!(before(2), "(" | ",") {
            self.canvas.hide(name - 1..name);
        }
    }

    /// Writes `sizeof t[i]` as a size of the array.
    fn without_question(
        &mut self,
        changed: &Changed<'_>,
        first: usize,
        reference: &WrittenReference,
    ) {
        let last = reference
            .subscripts
            .last()
            .map_or(&reference.name, |s| &s.0);
        let end = self.canvas.tokens(last.clone()).end;
        let words = |k: usize| first.checked_sub(k).map_or("", |at| self.canvas.word(at));
        let (start, end) = match (words(1), words(2), self.canvas.word(end)) {
            ("sizeof", ..) => (first - 1, end),
            ("*", "sizeof", _) => (first - 2, end),
            ("(", "sizeof", ")") => (first - 2, end + 1),
            _ => return,
        };
        if self.canvas.hides(first + 1..end) || end == first + 1 || words(1) == "(" {
            self.canvas.hide(start..end);
            self.canvas
                .put_before(start, format!("{} size", changed.mark()));
        }
    }

    /// Hides the names of parameters that nothing but changed arrays and `(void)n;` use.
    fn parameters(&mut self, bodies: &Bodies<'_>, changed: &[Changed<'_>]) {
        let base = self.function.base;
        let idle: Vec<Range<usize>> = bodies.idle.iter().map(|at| base.range(*at)).collect();
        let is_idle = |at: &usize| idle.iter().any(|range| range.contains(at));
        let variables = self.function.symbols.variables.iter();
        for variable in variables.filter(|v| v.origin == Origin::Parameter) {
            let is_changed = changed.iter().any(|c| c.is(variable.id));
            if is_changed || variable.mentions.iter().all(is_idle) {
                let name = self.canvas.tokens(variable.at.clone());
                if !name.is_empty() {
                    self.canvas.hide(name.clone());
                    self.canvas.put_before(name.start, "unused");
                }
            }
        }
    }

    /// Hides what no execution notices: `(void)n;` and static assertions.
    fn idle(&mut self, bodies: &Bodies<'_>) {
        for range in &bodies.idle {
            let tokens = self.canvas.tokens(self.function.base.range(*range));
            self.canvas.hide(tokens);
        }
    }

    /// Puts braces around the bodies of statements that have none.
    fn braces(&mut self, bodies: &Bodies<'_>) {
        for range in &bodies.unbraced {
            let tokens = self.canvas.tokens(self.function.base.range(*range));
            if !tokens.is_empty() && !self.canvas.hides(tokens.clone()) {
                self.canvas.put_first(tokens.start, "{");
                self.canvas.put_after(tokens.end - 1, "}");
            }
        }
    }

    /// Shows names that are used although their declaration is hidden.
    fn lost_names(&mut self, changed: &[Changed<'_>]) {
        let function = self.function;
        for variable in &function.symbols.variables {
            let is_here = |at: usize| {
                let tokens = self.canvas.tokens(at..at + 1);
                (!tokens.is_empty()).then_some(tokens)
            };
            let is_hidden = is_here(variable.at.start).is_some_and(|t| self.canvas.hides(t));
            if !is_hidden || changed.iter().any(|c| c.is(variable.id)) {
                continue;
            }
            let mentions = variable.mentions.iter().filter_map(|at| is_here(*at));
            let shown: Vec<usize> = mentions
                .filter(|t| !self.canvas.hides(t.clone()))
                .map(|t| t.start)
                .collect();
            let declared = self.canvas.tokens(variable.at.clone()).start;
            for at in shown {
                self.canvas
                    .put_before(at, format!("declared by the token {declared}:"));
            }
        }
    }
}

/// The tokens that concern an array alone: its declaration, its uses, and the code that sets it up.
/// Texts with the same tokens have the same array.
pub(crate) fn words_of<'u>(
    unit: &'u Unit,
    function: &Function<'_>,
    region: &Region,
    candidate: usize,
) -> Vec<&'u str> {
    let Some(written) = region.written.arrays.get(candidate) else {
        return Vec::new();
    };
    let variable = function.symbols.variable(written.var);
    let declared = variable.declarator.map(|d| variable.base.range(d.span));
    let references = written.references.iter();
    let references =
        references.flat_map(|r| std::iter::once(&r.name).chain(r.subscripts.iter().map(|s| &s.0)));
    let parts = [
        &written.sizes,
        &written.casts,
        &written.setups,
        &written.shifts,
    ];
    let ranges = declared
        .iter()
        .chain(references)
        .chain(parts.into_iter().flatten());
    let tokens = ranges.flat_map(|range| &unit.tokens[unit.tokens_in(range.clone())]);
    tokens.map(|token| unit.token_text(token)).collect()
}
