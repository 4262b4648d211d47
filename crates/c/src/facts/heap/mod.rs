//! Pointers to heap arrays: set once to the result of an allocator, used as arrays, tested for
//! `NULL` and freed. Such a pointer counts as the array that it points to.
//!
//! ```text
//! function --scan--> allocations, tests, frees --recognise--> Heap --size--> Shape --> places
//! ```
//!
//! Assumes:
//! * A heap array is a local pointer that an allocator sets once. All other uses are subscripts,
//!   tests for `NULL`, and `free`.
//! * The allocation succeeds, and its element counts are not negative. Parameter values for which
//!   the program is defined only because the allocation fails are not considered.
//!
//! Statements that only allocate, test or free are not statements of the scop. They may be removed
//! when a single variable replaces the array.

pub mod allocator;
pub(crate) mod scan;
pub(crate) mod wrappers;

use crate::facts::refusal::PointerProblem;
use crate::names::file::Function;
use crate::names::symbols::{Origin, Symbols, VarId, Variable};
use crate::names::types::{Storage, Type};
use crate::syntax::declarators::row_dims;
use allocator::Allocators;
use scan::{Allocation, Found, Part, scan};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The declaration and use of a heap array's pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `T *a`, used as `a[i]`.
    Flat,
    /// `T (*a)[m]`, used as `a[i][j]`.
    Rows,
    /// `T (*a)[n][m]`, used as `(*a)[i][j]`.
    Object,
}

/// A heap array.
#[derive(Clone, Debug)]
pub struct Heap<'a> {
    /// Its declaration and use.
    pub form: Form,
    /// The origin of its storage.
    pub allocation: Allocation<'a>,
    /// Whether the allocation is the initialiser of the declaration.
    pub initialises: bool,
    /// All statements that only set it up, test it or free it.
    pub parts: Vec<Part>,
    /// Whether all other uses are accesses: without the parts the pointer has no purpose.
    pub removable: bool,
    /// Mentions of the pointer that only set up, test or free the storage.
    setup: BTreeSet<usize>,
}

impl Heap<'_> {
    /// Those of the pointer's mentions that use the array.
    pub(crate) fn uses_in(&self, mentions: &[usize]) -> Vec<usize> {
        let accesses = mentions.iter().copied();
        accesses.filter(|at| !self.setup.contains(at)).collect()
    }
}

/// The pointers of a function to heap storage.
#[derive(Debug, Default)]
pub(crate) struct Heaps<'a> {
    /// For each pointer its heap array, or the reason why it has none.
    pointers: BTreeMap<VarId, Result<Heap<'a>, PointerProblem>>,
    /// Starts of statements that only set up, test or free heap arrays, each with the arrays that
    /// are all zero from there on.
    pub setups: BTreeMap<usize, Vec<VarId>>,
    /// Statements and calls that set up or test heap arrays. Exits in them do not count.
    pub allocating: Vec<Range<usize>>,
}

impl<'a> Heaps<'a> {
    /// The heap array of a pointer.
    pub(crate) fn array(&self, id: VarId) -> Option<&Heap<'a>> {
        self.pointers.get(&id)?.as_ref().ok()
    }

    /// Why a pointer has no heap array.
    pub(crate) fn problem(&self, id: VarId) -> Option<PointerProblem> {
        self.pointers.get(&id)?.as_ref().err().copied()
    }

    fn add(&mut self, id: VarId, heap: Heap<'a>) {
        self.allocating.push(heap.allocation.at.clone());
        for part in &heap.parts {
            self.allocating.push(part.at.clone());
            let zeroed = self.setups.entry(part.at.start).or_default();
            let allocates = part.at.contains(&heap.allocation.at.start);
            zeroed.extend((allocates && heap.allocation.zeroed).then_some(id));
        }
        self.pointers.insert(id, Ok(heap));
    }
}

/// Finds the heap arrays of a function's pointers.
pub(crate) fn recognise<'a>(function: &Function<'a>, allocators: &Allocators) -> Heaps<'a> {
    let symbols = &function.symbols;
    let mut heaps = Heaps::default();
    for (id, found) in scan(function, allocators, Origin::Local) {
        if symbols.variable(id).declared_type.target() == Some(&Type::Void) {
            continue;
        }
        match heap_of(symbols, id, found) {
            Ok(heap) => heaps.add(id, heap),
            Err(problem) => drop(heaps.pointers.insert(id, Err(problem))),
        }
    }
    heaps
}

/// The heap array of a pointer.
fn heap_of<'a>(
    symbols: &Symbols<'a>,
    id: VarId,
    found: Found<'a>,
) -> Result<Heap<'a>, PointerProblem> {
    let variable = symbols.variable(id);
    let allocation = only_allocation(variable, &found)?;
    let accessed = variable
        .mentions
        .iter()
        .filter(|at| !found.setup.contains(at));
    let reached = allocation.at.end..allocation.block.end;
    if !accessed.clone().all(|at| reached.contains(at)) {
        return Err(PointerProblem::OtherBlock);
    }
    let form = form_of(
        variable,
        accessed.clone().all(|at| found.through.contains(at)),
    )?;
    let initialises = allocation.at.start == variable.at.start;
    let covered = |at: &usize| {
        let part = found.parts.iter().find(|part| part.at.contains(at));
        part.map_or(initialises && allocation.at.contains(at), |p| p.removable)
    };
    Ok(Heap {
        form,
        initialises,
        removable: found.setup.iter().all(covered),
        parts: found.parts,
        allocation,
        setup: found.setup,
    })
}

fn only_allocation<'a>(
    variable: &Variable<'a>,
    found: &Found<'a>,
) -> Result<Allocation<'a>, PointerProblem> {
    if variable.storage != Storage::Automatic || variable.address_taken {
        return Err(PointerProblem::NotLocal);
    }
    let [allocation] = found.allocations.as_slice() else {
        return Err(match found.allocations.is_empty() {
            true => PointerProblem::NotAllocated,
            false => PointerProblem::Reassigned,
        });
    };
    match variable.writes.len() == 1 + found.nulls {
        true => Ok(allocation.clone()),
        false => Err(PointerProblem::Reassigned),
    }
}

fn form_of(variable: &Variable<'_>, through: bool) -> Result<Form, PointerProblem> {
    let target = variable
        .declared_type
        .target()
        .ok_or(PointerProblem::NotAllocated)?;
    let (rank, _) = target.rank();
    if rank == 0 {
        return Ok(Form::Flat);
    }
    let dims = variable.declarator.and_then(|d| row_dims(&d.node));
    if dims.map(|dims| dims.len()) != Some(rank) {
        return Err(PointerProblem::TypedefRow);
    }
    let is_used = !variable.mentions.is_empty();
    Ok(if through && is_used {
        Form::Object
    } else {
        Form::Rows
    })
}
