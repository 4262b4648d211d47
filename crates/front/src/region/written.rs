//! The parts of a region's text that a fold may change, as ranges of the unit's text: the uses and
//! the declarations of its candidates, and the loop shapes that were read as others.

use crate::region::places::Region;
use crate::walk::draft::{Block, DraftReference, DraftStore, DraftStrip, DraftSubscript, Pointed};
use crate::walk::walker::Walker;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::Storage;
use lang_c::ast::{DerivedDeclarator, PointerQualifier, TypeQualifier};
use scop::Subscript;
use source::Token;
use std::collections::BTreeSet;
use std::ops::Range;

/// The parts of a region's text that a fold may change.
#[derive(Debug, Default)]
pub struct Written {
    /// By candidate.
    pub(crate) arrays: Vec<WrittenArray>,
    /// Loops in strips that were read as one loop.
    pub(crate) strips: Vec<DraftStrip>,
    /// Values that are stored at the end of an iteration.
    pub(crate) stores: Vec<DraftStore>,
    /// Constants that only name numbers.
    pub(crate) names: BTreeSet<VarId>,
}

/// The parts of the text that belong to one array.
#[derive(Debug)]
pub(crate) struct WrittenArray {
    /// The array.
    pub(crate) var: VarId,
    /// Its uses.
    pub(crate) references: Vec<WrittenReference>,
    /// Numbers of bytes: of its allocation, and of calls that write all of it.
    pub(crate) sizes: Vec<Range<usize>>,
    /// Types of casts in its allocation.
    pub(crate) casts: Vec<Range<usize>>,
    /// Statements that only set it up, test it or free it.
    pub(crate) setups: Vec<Range<usize>>,
    /// Statements that move its elements along with a loop.
    pub(crate) shifts: Vec<Range<usize>>,
    /// `restrict` in pointers to its rows.
    pub(crate) restricts: Vec<Range<usize>>,
    /// Its storage.
    pub(crate) stored: Stored,
}

/// The storage of an array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The type of one element, as far as it is known.
    pub element: String,
    /// The words of its type, without pointers and sizes.
    pub spelled: Vec<String>,
    /// It is automatic and declared in the function.
    pub is_automatic: bool,
    /// It is a parameter.
    pub is_parameter: bool,
    /// It is allocated.
    pub is_allocated: bool,
    /// It is allocated, and nothing but its accesses and the statements that set it up, test it or
    /// free it needs the pointer.
    pub is_removable: bool,
    /// A loop of the region makes it anew in each iteration.
    pub is_made_again: bool,
}

impl Region {
    /// The storage of a candidate, by its position.
    pub fn stored(&self, candidate: usize) -> Option<&Stored> {
        let array = self.written.arrays.get(candidate)?;
        Some(&array.stored)
    }

    /// Whether the text has shapes that are not compared as they are written.
    pub fn has_shapes(&self) -> bool {
        let Written { strips, names, .. } = &self.written;
        !strips.is_empty() || !names.is_empty()
    }
}

/// One use of an array.
#[derive(Debug)]
pub(crate) struct WrittenReference {
    /// The name, with the parentheses in `(*a)[i]`; for a pointer to a row, its whole initialiser.
    pub(crate) name: Range<usize>,
    /// From `[` to `]`, for each subscript, and whether its value is followed.
    pub(crate) subscripts: Vec<(Range<usize>, bool)>,
    /// `sizeof` asks for its size.
    pub(crate) is_asked: bool,
    /// It is the initialiser of a pointer to a row.
    pub(crate) is_row: bool,
}

/// The parts for these candidates.
pub(crate) fn of(walker: &Walker<'_>, candidates: &[VarId]) -> Written {
    let arrays = candidates.iter().map(|id| of_array(walker, *id));
    Written {
        arrays: arrays.collect(),
        strips: walker.found.strips.clone(),
        stores: walker.found.stores.clone(),
        names: walker.found.named.clone(),
    }
}

fn of_array(walker: &Walker<'_>, id: VarId) -> WrittenArray {
    let own = walker.found.references.iter().filter(|r| r.array == id);
    let written = own.filter(|r| !matches!(r.pointed, Some(Pointed::Through(_))));
    let heap = walker.source.facts.heap(id);
    let cleared = walker.found.cleared.iter().filter(|c| c.array == id);
    let base = walker.source.base;
    let allocated = heap.iter().flat_map(|h| &h.allocation.size);
    let casts = heap.iter().flat_map(|h| &h.allocation.casts);
    let parts = heap.iter().flat_map(|h| &h.parts);
    let moved = walker.found.moved.iter().filter(|(array, _)| *array == id);
    WrittenArray {
        var: id,
        references: written.map(|r| reference(walker, r)).collect(),
        sizes: cleared
            .map(|c| c.argument.clone())
            .chain(allocated.map(|e| base.range(e.span)))
            .collect(),
        casts: casts.map(|cast| base.range(cast.span)).collect(),
        setups: parts.map(|part| part.at.clone()).collect(),
        shifts: moved.map(|(_, range)| range.clone()).collect(),
        restricts: restricts(walker, id),
        stored: stored(walker, id),
    }
}

fn stored(walker: &Walker<'_>, id: VarId) -> Stored {
    let variable = walker.source.symbols.variable(id);
    let heap = walker.source.facts.heap(id);
    let ty = match heap {
        Some(_) => variable.declared_type.target(),
        None => Some(walker.source.facts.type_of(id)),
    };
    let made = heap.map_or(variable.at.start, |heap| heap.allocation.at.start);
    let region = &walker.source.region;
    let mut loops = walker.source.symbols.loops.iter();
    Stored {
        element: format!("{:?}", ty.map(|ty| ty.rank().1)),
        spelled: spelled(walker, variable),
        is_automatic: variable.origin == Origin::Local && variable.storage == Storage::Automatic,
        is_parameter: variable.origin == Origin::Parameter,
        is_allocated: heap.is_some(),
        is_removable: heap.is_some_and(|heap| heap.removable),
        is_made_again: loops.any(|l| l.contains(&made) && region.contains(&l.start)),
    }
}

/// The words before the declarator of an object that make its type.
fn spelled(walker: &Walker<'_>, variable: &Variable<'_>) -> Vec<String> {
    let unit = walker.source.unit;
    let Some(declarator) = variable.declarator else {
        return Vec::new();
    };
    let first = variable.declaration.and_then(|d| d.declarators.first());
    let at = first.map_or(declarator.span, |first| first.span);
    let end = unit.tokens_in(variable.base.range(at)).start;
    let is_start =
        |token: &Token| matches!(unit.token_text(token), ";" | "{" | "}" | "(" | ")" | ",");
    let start = match variable.declaration.and_then(|d| d.specifiers.first()) {
        Some(first) => unit.tokens_in(variable.base.range(first.span)).start,
        None => { unit.tokens[..end].iter().rposition(is_start) }.map_or(0, |at| at + 1),
    };
    let words = unit.tokens[start.min(end)..end]
        .iter()
        .map(|token| unit.token_text(token));
    let is_type = |word: &&str| {
        !matches!(
            *word,
            "static" | "register" | "auto" | "extern" | "const" | "restrict"
        )
    };
    words.filter(is_type).map(str::to_string).collect()
}

fn reference(walker: &Walker<'_>, draft: &DraftReference) -> WrittenReference {
    if let Some(Pointed::Sets { whole, .. }) = &draft.pointed {
        return WrittenReference {
            name: whole.clone(),
            subscripts: Vec::new(),
            is_asked: false,
            is_row: true,
        };
    }
    let is_object = walker
        .source
        .facts
        .heap(draft.array)
        .is_some_and(|heap| heap.form == c::facts::heap::Form::Object);
    let is_followed = |s: &DraftSubscript| {
        (s.is_split || s.meaning != Subscript::Any) && !s.is_opaque && !s.steps
    };
    let subscripts = draft.subscripts.iter();
    let subscripts = subscripts.map(|s| (s.brackets.clone(), is_followed(s)));
    WrittenReference {
        name: match is_object {
            true => draft.operand.clone(),
            false => draft.name.clone(),
        },
        subscripts: subscripts.collect(),
        is_asked: matches!(
            draft.block,
            Some(Block::Whole { asked: true } | Block::Last { asked: true, .. })
        ),
        is_row: matches!(draft.block, Some(Block::Rows { .. })),
    }
}

fn restricts(walker: &Walker<'_>, array: VarId) -> Vec<Range<usize>> {
    let variables = walker.source.symbols.variables.iter();
    let own = variables.filter(|v| walker.source.facts.row_of(v.id) == Some(array));
    let mut found = Vec::new();
    for variable in own {
        let derived = variable.declarator.iter().flat_map(|d| &d.node.derived);
        for derived in derived {
            let DerivedDeclarator::Pointer(qualifiers) = &derived.node else {
                continue;
            };
            let is_restrict = |q: &PointerQualifier| matches!(q, PointerQualifier::TypeQualifier(q) if q.node == TypeQualifier::Restrict);
            let own = qualifiers.iter().filter(|q| is_restrict(&q.node));
            found.extend(own.map(|q| variable.base.range(q.span)));
        }
    }
    found
}
