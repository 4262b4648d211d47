//! The facts about a function, beside its names: side tables by object or by place. They do not
//! change once they are built.

use crate::facts::arrays::Arrays;
use crate::facts::elements::Elements;
use crate::facts::heap::Heap;
use crate::facts::pragmas::bands::Band;
use crate::facts::pragmas::threads::Threads;
use crate::facts::refusal::PointerProblem;
use crate::facts::rows::{RowPlace, Rows};
use crate::names::file::Function;
use crate::names::symbols::{Origin, Symbols, VarId, Variable};
use crate::names::types::{Storage, Type};
use crate::syntax::base::Base;
use lang_c::ast::Expression;
use lang_c::span::Node;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The facts about a function.
#[derive(Debug)]
pub struct FunctionFacts<'a> {
    /// OpenMP constructs.
    pub threads: Threads,
    /// Nests that may be tiled.
    pub bands: Vec<Band>,
    arrays: Arrays<'a>,
    rows: Rows,
    /// Scalars that are analysed as arrays without dimensions.
    scalars: BTreeSet<VarId>,
    /// For each object the offsets of its uses.
    uses: Vec<Vec<usize>>,
    elements: Elements,
}

impl<'a> FunctionFacts<'a> {
    /// Combines the tables of a function.
    pub(super) fn new(
        function: &Function<'a>,
        (threads, bands): (Threads, Vec<Band>),
        (arrays, rows): (Arrays<'a>, Rows),
        scalars: &BTreeSet<(&str, usize)>,
    ) -> Self {
        let symbols = &function.symbols;
        let is_scalar = |id: &VarId| {
            let is_value = !matches!(
                arrays.type_of(*id),
                Type::Array(_) | Type::Function | Type::Void
            );
            is_value && symbols.variable(*id).origin != Origin::Parameter
        };
        let objects = { scalars.iter() }.filter_map(|(name, rank)| symbols.ranked(name, *rank));
        let scalars = objects.filter(is_scalar);
        FunctionFacts {
            scalars: scalars.collect(),
            uses: uses(symbols, &arrays, &rows),
            elements: Elements::of(function),
            threads,
            bands,
            arrays,
            rows,
        }
    }

    /// The type of an object. An object that counts as an array has the array's type.
    pub fn type_of(&self, id: VarId) -> &Type {
        self.arrays.type_of(id)
    }

    /// Whether the accesses of an object are followed: those of an array, or of a scalar in
    /// [`super::Wanted::scalars`].
    pub fn is_tracked(&self, id: VarId) -> bool {
        self.arrays.contains(id) || self.scalars.contains(&id)
    }

    /// The offsets at which an object is used. Uses of a pointer to a row are uses of its array
    /// too. Mentions that only set up, test or free a heap array are no uses of it.
    pub fn uses(&self, id: VarId) -> &[usize] {
        &self.uses[id.0]
    }

    /// Whether the storage of an array is the function's own and is not returned, and code of the
    /// function writes elements and reads elements. Code that gets the address may do more.
    pub fn is_temporary(&self, variable: &Variable<'_>) -> bool {
        let id = variable.id;
        let is_own = match variable.origin {
            Origin::Parameter | Origin::Global(_) => self.is_tracked(id),
            Origin::Local => match variable.declared_type {
                Type::Array(_) => variable.storage != Storage::Extern,
                _ => self.heap(id).is_some() || self.pointer_problem(id).is_some(),
            },
        };
        let is_kept = is_own && !self.elements.is_returned(id);
        is_kept && self.elements.are_written_and_read(id, self)
    }

    /// The heap array of a pointer.
    pub fn heap(&self, id: VarId) -> Option<&Heap<'a>> {
        self.arrays.heap(id)
    }

    /// Why a pointer has no heap array.
    pub fn pointer_problem(&self, id: VarId) -> Option<PointerProblem> {
        self.arrays.heaps().problem(id)
    }

    /// The array that a pointer points to a row of.
    pub fn row_of(&self, id: VarId) -> Option<VarId> {
        self.rows.array(id)
    }

    /// The place in an array that an expression computes the address of.
    pub fn row_place<'e>(
        &self,
        symbols: &Symbols<'_>,
        base: Base,
        expression: &'e Node<Expression>,
    ) -> Option<RowPlace<'e>> {
        RowPlace::of((symbols, &self.arrays, &self.rows), base, expression)
    }

    /// Starts of statements that only set up, test or free heap arrays, each with the arrays that
    /// are all zero from there on.
    pub fn setups(&self) -> &BTreeMap<usize, Vec<VarId>> {
        &self.arrays.heaps().setups
    }

    /// Statements and calls that set up or test heap arrays. Exits in them do not count.
    pub fn allocating(&self) -> &[Range<usize>] {
        &self.arrays.heaps().allocating
    }
}

/// For each object the offsets of its uses.
fn uses(symbols: &Symbols<'_>, arrays: &Arrays<'_>, rows: &Rows) -> Vec<Vec<usize>> {
    let own = |(id, variable): (VarId, &Variable<'_>)| match arrays.heap(id) {
        Some(heap) => heap.uses_in(&variable.mentions),
        None => variable.mentions.clone(),
    };
    let mut uses: Vec<Vec<usize>> = symbols.objects().map(own).collect();
    for (pointer, array) in rows.iter() {
        let through = &symbols.variable(pointer).mentions;
        uses[array.0].extend(through);
        uses[array.0].sort_unstable();
    }
    uses
}
