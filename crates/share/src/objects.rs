//! The arrays of a function that have storage of their own: declared arrays, and pointers to
//! allocated ones.

use crate::calls::is_passed_out;
use crate::problem::Problem;
use crate::size::Size;
use crate::statics::Declaration;
use crate::words::{closing, index_at, offsets, opening, span, statement_start, word};
use crate::{Place, release, words};
use c::Contents;
use c::facts::configuration::{conditional_names, may_be_read};
use c::facts::heap::{Form, Heap};
use c::facts::refusal::PointerProblem;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::{Storage, Type};
use source::Span;
use std::ops::Range;

/// Words of a declaration that say more than a type.
const SPECIAL: [&str; 14] = [
    "const",
    "volatile",
    "register",
    "static",
    "extern",
    "typedef",
    "_Alignas",
    "alignas",
    "__attribute__",
    "_Atomic",
    "_Thread_local",
    "__thread",
    "__declspec",
    "[[",
];

/// An array of a function.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its variable.
    pub id: VarId,
    /// Its name.
    pub name: String,
    /// The place of its name in its declaration.
    pub at: Option<Span>,
    /// Where it gets its storage.
    pub(crate) start: usize,
    /// Where its name is known.
    pub(crate) scope: Range<usize>,
    /// The words of the type of its elements.
    pub(crate) element: Vec<String>,
    pub(crate) size: Size,
    /// Arrays that are known to be no larger, for all sizes.
    pub covers: Vec<VarId>,
    /// The lengths of its dimensions; those of a pointer without the first one.
    pub(crate) dims: Vec<Range<usize>>,
    pub(crate) origin: Source,
    /// The offsets of its uses.
    pub(crate) uses: Vec<usize>,
}

/// The origin of an array's storage.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// A declaration: from the name to the last dimension.
    Declared {
        declarator: Range<usize>,
        /// It has an initialiser, or its size in bytes is asked for.
        is_fixed: bool,
        /// Its whole declaration, if it is in static storage.
        statics: Option<Declaration>,
    },
    /// An allocation.
    Heap(Allocation),
}

/// An allocation of an array.
#[derive(Clone, Debug)]
pub(crate) struct Allocation {
    /// The value that the pointer is set to.
    pub(crate) value: Range<usize>,
    /// The name of the allocating function.
    pub(crate) allocator: String,
    /// The number of bytes, if it is the only argument.
    pub(crate) bytes: Option<Range<usize>>,
    /// Whether its elements are zero at first, or it has an alignment of its own.
    pub(crate) is_special: bool,
    /// The block that is executed from the allocation on.
    pub(crate) block: Range<usize>,
    /// Whether it points to elements: `T *a`.
    pub(crate) is_flat: bool,
    /// The statements that free it.
    pub(crate) frees: Vec<Range<usize>>,
    /// Statements that only test it.
    pub(crate) tests: Vec<Range<usize>>,
    /// `restrict` in its declaration.
    pub(crate) restricts: Vec<Range<usize>>,
}

impl Object {
    /// Where it gets its storage: a number that grows along the text.
    pub fn place(&self) -> usize {
        self.start
    }

    /// Its bytes, with these values of the names in its size.
    pub fn bytes(&self, value: &dyn Fn(&str) -> i64) -> u64 {
        self.size.at(value)
    }

    /// Whether its storage is certainly large enough for another array.
    pub fn covers(&self, other: &Object) -> bool {
        self.size.covers(&other.size) || self.covers.contains(&other.id)
    }

    /// Whether it is in static storage.
    pub fn is_static(&self) -> bool {
        self.statics().is_some()
    }

    pub(crate) fn statics(&self) -> Option<&Declaration> {
        match &self.origin {
            Source::Declared { statics, .. } => statics.as_ref(),
            Source::Heap(_) => None,
        }
    }

    pub(crate) fn heap(&self) -> Option<&Allocation> {
        match &self.origin {
            Source::Heap(allocation) => Some(allocation),
            Source::Declared { .. } => None,
        }
    }
}

/// The arrays of a function, each with the reason if it must have storage of its own.
pub fn objects(contents: &Contents<'_>, function: usize) -> Vec<(String, Result<Object, Problem>)> {
    let place = Place::of(contents, function);
    let all = place.function.symbols.objects();
    let temporary = contents.facts.temporaries.of_function(function);
    let is_table = |v: &Variable<'_>| v.storage == Storage::Static && v.qualifiers.constant;
    let all = all.filter(|(_, v)| !is_table(v));
    let own = all.filter(|(id, v)| match v.origin {
        Origin::Local => matches!(v.storage, Storage::Automatic | Storage::Static),
        Origin::Global(_) => v.storage == Storage::Static && temporary.contains(id),
        Origin::Parameter => false,
    });
    let arrays = own.filter(|(id, v)| {
        matches!(v.declared_type, Type::Array(_))
            || place.facts.heap(*id).is_some()
            || place.facts.pointer_problem(*id) == Some(PointerProblem::Reassigned)
    });
    let object = |(id, variable): (VarId, &Variable<'_>)| {
        let object = object(place, id, variable)?;
        match is_passed_out(contents, place, variable) {
            true => Err(Problem::Unseen),
            false => Ok(object),
        }
    };
    arrays
        .map(|(id, variable)| (variable.name.clone(), object((id, variable))))
        .collect()
}

fn object(place: Place<'_>, id: VarId, variable: &Variable<'_>) -> Result<Object, Problem> {
    let qualifiers = variable.qualifiers;
    if qualifiers.constant || qualifiers.volatile || qualifiers.atomic {
        return Err(Problem::Declaration);
    }
    let is_hidden = |at: &usize| place.function.symbols.hidden.contains_key(at);
    if variable.address_taken || variable.mentions.iter().any(is_hidden) {
        return Err(Problem::Address);
    }
    if place.facts.uses(id).is_empty() {
        return Err(Problem::Unused);
    }
    if may_be_read_elsewhere(place, &variable.name) {
        return Err(Problem::Configuration);
    }
    if is_in_pragma(place, &variable.name) {
        return Err(Problem::Pragma);
    }
    let element = element(place, variable)?;
    match place.facts.heap(id) {
        _ if place.facts.pointer_problem(id).is_some() => Err(Problem::Pointer),
        Some(heap) => allocated(place, (id, variable), element, heap),
        None => declared(place, (id, variable), element),
    }
}

/// Whether a pragma of the function names an object.
fn is_in_pragma(place: Place<'_>, name: &str) -> bool {
    let range = place.function.range();
    let own = place.unit.pragmas.iter();
    let mut own = own.filter(|p| range.contains(&(p.at as usize)));
    own.any(|pragma| source::has_name(&pragma.text, name))
}

/// Whether a line that `#if` or a macro may leave out names an object.
fn may_be_read_elsewhere(place: Place<'_>, name: &str) -> bool {
    let body = place.function.base;
    let body = body.range(place.function.definition.statement.span);
    let Some(span) = place.unit.nearest_span(body.clone()) else {
        return true;
    };
    conditional_names(place.unit, span).contains(name)
        || may_be_read(place.unit, name, span, body).is_some()
}

/// The words of the type of the elements.
fn element(place: Place<'_>, variable: &Variable<'_>) -> Result<Vec<String>, Problem> {
    let inner = match &variable.declared_type {
        Type::Pointer(to) => to.rank().1.clone(),
        other => other.rank().1.clone(),
    };
    if !matches!(inner, Type::Integer(_) | Type::Floating(_)) {
        return Err(Problem::Element);
    }
    let unit = place.unit;
    let first = statement_start(unit, index_at(unit, variable.at.start));
    let is_static = variable.storage == Storage::Static && word(unit, first) == "static";
    let words: Vec<String> = words::element(unit, first + usize::from(is_static))
        .map(|at| word(unit, at).to_string())
        .collect();
    let is_special = |w: &String| SPECIAL.contains(&w.as_str());
    match words.is_empty() || words.iter().any(is_special) {
        true => Err(Problem::Declaration),
        false => Ok(words),
    }
}

/// The dimensions from a token on.
fn dimensions(place: Place<'_>, mut at: usize) -> Option<(Vec<Range<usize>>, usize)> {
    let unit = place.unit;
    let mut dims = Vec::new();
    while word(unit, at) == "[" {
        let close = closing(unit, at)?;
        if close == at + 1 {
            return None;
        }
        dims.push(offsets(unit, at + 1..close));
        at = close + 1;
    }
    Some((dims, at))
}

fn bytes_of(variable: &Variable<'_>) -> u64 {
    let inner = match &variable.declared_type {
        Type::Pointer(to) => to.rank().1,
        other => other.rank().1,
    };
    inner.bytes().unwrap_or(1)
}

fn declared(
    place: Place<'_>,
    (id, variable): (VarId, &Variable<'_>),
    element: Vec<String>,
) -> Result<Object, Problem> {
    let unit = place.unit;
    let name = index_at(unit, variable.at.start);
    let (dims, end) = dimensions(place, name + 1).ok_or(Problem::Declaration)?;
    let is_whole = dims.len() == variable.declared_type.rank().0;
    let is_plain = matches!(word(unit, name.saturating_sub(1)), "," | "*")
        || word(unit, name.saturating_sub(1)) == element.last().map_or("", String::as_str);
    let is_row = word(unit, name.saturating_sub(1)) == "*";
    if !is_whole || !is_plain || is_row || !matches!(word(unit, end), "," | ";" | "=") {
        return Err(Problem::Declaration);
    }
    let declarator = offsets(unit, name..end);
    let at = span(unit, declarator.clone()).ok_or(Problem::Macro)?;
    let is_measured = |at: &usize| {
        let index = index_at(unit, *at);
        let before = |k: usize| index.checked_sub(k).map_or("", |at| word(unit, at));
        before(1) == "sizeof" || (before(1) == "(" && before(2) == "sizeof")
    };
    Ok(Object {
        id,
        name: variable.name.clone(),
        at: Some(at),
        start: variable.at.start,
        scope: variable.scope.clone(),
        element,
        covers: Vec::new(),
        size: Size::of(place, dims.clone(), bytes_of(variable)),
        dims,
        origin: Source::Declared {
            declarator,
            is_fixed: word(unit, end) == "=" || variable.mentions.iter().any(is_measured),
            statics: match variable.storage {
                Storage::Static => Some(Declaration::of(place, variable)?),
                _ => None,
            },
        },
        uses: place.facts.uses(id).to_vec(),
    })
}

fn allocated(
    place: Place<'_>,
    (id, variable): (VarId, &Variable<'_>),
    element: Vec<String>,
    heap: &Heap<'_>,
) -> Result<Object, Problem> {
    let unit = place.unit;
    let tokens = unit.tokens_in(heap.allocation.at.clone());
    let is_set = |at: &usize| word(unit, *at) == "=";
    let sets = tokens.clone().find(is_set).ok_or(Problem::Pointer)?;
    let close = tokens.end - 1;
    let open = opening(unit, close).filter(|_| word(unit, close) == ")");
    let open = open
        .filter(|open| *open > sets + 1)
        .ok_or(Problem::Pointer)?;
    let value = offsets(unit, sets + 1..tokens.end);
    span(unit, value.clone()).ok_or(Problem::Macro)?;
    let allocation = &heap.allocation;
    let is_plain = allocation.alignment.is_none() && allocation.element.is_none();
    let arguments = offsets(unit, open + 1..close);
    let bytes = (is_plain && allocation.size.len() == 1).then(|| arguments.clone());
    let unit_bytes = allocation.element.unwrap_or(1);
    let base = place.function.base;
    let parts: Vec<Range<usize>> = { allocation.size.iter() }
        .map(|size| base.range(size.span))
        .collect();
    let name = index_at(unit, variable.at.start);
    let (is_flat, dims) = match heap.form {
        Form::Flat => (true, Vec::new()),
        Form::Rows if word(unit, name + 1) == ")" => {
            let (dims, _) = dimensions(place, name + 2).ok_or(Problem::Declaration)?;
            (false, dims)
        }
        _ => return Err(Problem::Declaration),
    };
    let released = release::of(place, variable, heap)?;
    Ok(Object {
        id,
        name: variable.name.clone(),
        at: span(unit, variable.at.clone()),
        start: allocation.at.start.max(variable.at.start),
        scope: variable.scope.clone(),
        element,
        covers: Vec::new(),
        size: Size::of(place, parts, unit_bytes),
        dims,
        origin: Source::Heap(Allocation {
            value,
            allocator: word(unit, open - 1).to_string(),
            bytes,
            is_special: allocation.zeroed || allocation.alignment.is_some(),
            block: allocation.block.clone(),
            is_flat,
            frees: released.frees,
            tests: released.tests,
            restricts: restricts(place, name),
        }),
        uses: place.facts.uses(id).to_vec(),
    })
}

/// The words `restrict` before a name.
fn restricts(place: Place<'_>, name: usize) -> Vec<Range<usize>> {
    let unit = place.unit;
    let before = (0..name).rev().map(|at| (at, word(unit, at)));
    let own = before.take_while(|(_, w)| w.contains("restrict") || matches!(*w, "*" | "("));
    let found = own.filter(|(_, w)| w.contains("restrict"));
    found.map(|(at, _)| offsets(unit, at..at + 1)).collect()
}
