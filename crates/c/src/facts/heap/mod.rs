//! Pointers that stand for heap arrays: set once to what an allocator returns, used as arrays, tested
//! for `NULL` and freed. Such a pointer is taken for the array that it points to.
//!
//! ```text
//! function --scan--> allocations, tests, frees --recognise--> Heap --size--> Shape --place--> places
//! ```

mod allocator;
mod scan;

pub use allocator::{Allocators, is_library_allocation};

use crate::facts::refusal::PointerProblem;
use crate::names::file::Function;
use crate::names::symbols::{Origin, Symbols, VarId, Variable};
use crate::names::types::{Storage, Type};
use crate::syntax::declarators::row_dims;
use lang_c::ast::{Expression, TypeName};
use lang_c::span::Node;
use scan::{Found, scan};
use std::ops::Range;
use std::sync::Arc;

/// How a pointer is declared and used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `T *a`, used as `a[i]`.
    Flat,
    /// `T (*a)[m]`, used as `a[i][j]`.
    Rows,
    /// `T (*a)[n][m]`, used as `(*a)[i][j]`.
    Object,
}

/// A call that allocates.
#[derive(Clone, Debug)]
pub struct Allocation<'a> {
    /// From the pointer that is set to the end of the call.
    pub at: Range<usize>,
    /// The types that the result is cast to.
    pub casts: Vec<&'a Node<TypeName>>,
    /// Expressions whose product is the number of bytes.
    pub size: Vec<&'a Node<Expression>>,
    /// The expression of which the number of bytes has to be a multiple.
    pub alignment: Option<&'a Node<Expression>>,
    /// The storage is all zero.
    pub zeroed: bool,
    /// The block that is executed from here on.
    pub block: Range<usize>,
}

/// A statement that sets up, tests or ends the storage, and touches no array.
#[derive(Clone, Debug)]
pub struct Part {
    /// The statement.
    pub at: Range<usize>,
    /// Leaving it out leaves out nothing else: it stands in a block and names no other array.
    pub removable: bool,
}

/// A heap array.
#[derive(Clone, Debug)]
pub struct Heap<'a> {
    /// How it is used.
    pub form: Form,
    /// Where its storage comes from.
    pub allocation: Allocation<'a>,
    /// Whether the allocation is the initialiser of the declaration.
    pub initialises: bool,
    /// All statements that only set it up, test it or end it.
    pub parts: Vec<Part>,
    /// All other uses are accesses: without the parts the pointer has no purpose.
    pub removable: bool,
}

/// Turns the pointers of a function that stand for heap arrays into arrays.
pub fn recognise(function: &mut Function<'_>, allocators: &Allocators) {
    let found = scan(function, allocators);
    let symbols = &mut function.symbols;
    for (id, found) in found {
        if symbols.variable(id).ty.target() == Some(&Type::Void) {
            continue;
        }
        match heap_of(symbols, id, &found) {
            Ok(heap) => adopt(symbols, id, heap, &found),
            Err(problem) => symbols.variables[id.0].problem = Some(problem),
        }
    }
}

fn adopt<'a>(symbols: &mut Symbols<'a>, id: VarId, heap: Heap<'a>, found: &Found<'a>) {
    symbols.allocating.push(heap.allocation.at.clone());
    for part in &heap.parts {
        symbols.allocating.push(part.at.clone());
        let zeroed = symbols.setups.entry(part.at.start).or_default();
        let allocates = part.at.contains(&heap.allocation.at.start);
        zeroed.extend((allocates && heap.allocation.zeroed).then_some(id));
    }
    let variable = &mut symbols.variables[id.0];
    variable.uses.retain(|at| !found.setup.contains(at));
    variable.ty = array_type(&variable.ty, heap.form);
    variable.tracked = true;
    variable.heap = Some(heap);
}

fn array_type(pointer: &Type, form: Form) -> Type {
    let target = pointer.target().cloned().unwrap_or(Type::Unknown);
    match form {
        Form::Object => target,
        Form::Flat | Form::Rows => Type::Array(Arc::new(target)),
    }
}

/// The heap array that a pointer stands for.
fn heap_of<'a>(
    symbols: &Symbols<'a>,
    id: VarId,
    found: &Found<'a>,
) -> Result<Heap<'a>, PointerProblem> {
    let variable = symbols.variable(id);
    let allocation = only_allocation(variable, found)?;
    let accessed = variable.uses.iter().filter(|at| !found.setup.contains(at));
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
        parts: found.parts.clone(),
        removable: found.setup.iter().all(covered),
        allocation,
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
    let target = variable.ty.target().ok_or(PointerProblem::NotAllocated)?;
    let (rank, _) = target.rank();
    if rank == 0 {
        return Ok(Form::Flat);
    }
    let dims = variable.declarator.and_then(|d| row_dims(&d.node));
    if dims.map(|dims| dims.len()) != Some(rank) {
        return Err(PointerProblem::TypedefRow);
    }
    let is_used = !variable.uses.is_empty();
    Ok(if through && is_used {
        Form::Object
    } else {
        Form::Rows
    })
}

/// Whether a variable is a pointer of the function's own.
fn is_pointer(variable: &Variable<'_>) -> bool {
    variable.origin == Origin::Local && matches!(variable.ty, Type::Pointer(_))
}
