//! What the pointers of a file may lead to: an inclusion-based analysis of all its functions
//! (L. O. Andersen, "Program Analysis and Specialization for the C Programming Language", 1994,
//! chapter 4), in which members of structures and chains of calls are kept apart.
//!
//! The analysis ignores the order of statements. Elements of an array are one cell; members are
//! cells of their own, by their offset. What code that is not seen may know is `Memory::Outside`
//! and everything whose address was given away.
//!
//! Assumes: a pointer to an element of an array is not moved to another array, and pointers are
//! copied as pointers or by functions of the library.

mod contexts;
mod layout;
mod solve;
mod targets;
mod values;

pub use contexts::SeenCall;
pub(crate) use layout::has_pointers;
pub use targets::{Meeting, Root, Targets};

use crate::{Object, ObjectId, Program, Statement, Type};
use contexts::{ContextId, Contexts};
use std::collections::{BTreeMap, BTreeSet};

/// A part of memory that is told from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Memory {
    /// Memory of which nothing is known but that it is no object whose address stays here.
    Outside,
    /// The characters of string literals.
    Text,
    /// An object; one that lasts is the same in all contexts.
    Object(ObjectId, ContextId),
    /// What a call allocates: the number of the statement in the function of the context.
    Allocated(usize, ContextId),
    /// What a call allocates that is only made while the lasting pointer that keeps it is null: the
    /// number of the statement, and of the function.
    Kept(usize, usize),
    /// The value that a function returns.
    Result(ContextId),
}

/// A place in memory: a member by its offset in bytes. Elements of an array are one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    memory: Memory,
    offset: u64,
}

type Cells = BTreeSet<Cell>;

/// How memory is used.
#[derive(Clone, Debug, Default)]
struct View {
    /// The type of its elements, if that has pointers: the declared one, or that of the accesses.
    ty: Option<Type>,
    /// Accesses to numbers, by offset.
    numbers: Vec<(u64, Type)>,
    /// Pointers may be anywhere in it, and come from anywhere.
    is_mixed: bool,
}

/// The statements of a function, one after the other.
struct Body<'p> {
    /// Each with whether a loop is around it.
    statements: Vec<(&'p Statement, bool)>,
    /// The numbers of those that are only executed while the lasting pointer that they set is null.
    kept: BTreeSet<usize>,
    /// A part of it has no form, so it may do anything with its objects.
    is_open: bool,
}

/// What the pointers of a file may lead to.
pub struct PointsTo<'p> {
    program: &'p Program,
    bodies: Vec<Body<'p>>,
    contexts: Contexts,
    /// What is stored in each cell that contains a pointer.
    contents: BTreeMap<Cell, Cells>,
    views: BTreeMap<Memory, View>,
    /// Memory whose address code that is not seen may know.
    escaped: BTreeSet<Memory>,
    /// Memory that may contain what comes from code that is not seen.
    open: BTreeSet<Memory>,
    /// Whether the last round found something new.
    is_changed: bool,
}

impl<'p> PointsTo<'p> {
    /// Analyses a file.
    pub fn of(program: &'p Program) -> Self {
        let mut depth = contexts::DEPTH;
        loop {
            if let Some(found) = solve::solved(program, depth) {
                return found;
            }
            depth -= 1;
        }
    }

    fn object(&self, id: ObjectId) -> &'p Object {
        &self.program.objects[id.0 as usize]
    }

    fn lasts(&self, id: ObjectId) -> bool {
        self.object(id).lifetime.lasts()
    }

    /// The memory of an object in a context.
    fn memory_of(&self, id: ObjectId, context: ContextId) -> Memory {
        match self.lasts(id) {
            true => Memory::Object(id, ContextId::ALL),
            false => Memory::Object(id, context),
        }
    }

    /// Whether code that is not seen may know this memory.
    fn is_known_outside(&self, memory: Memory) -> bool {
        memory == Memory::Outside || self.escaped.contains(&memory)
    }

    fn is_mixed(&self, memory: Memory) -> bool {
        self.views.get(&memory).is_some_and(|view| view.is_mixed)
    }

    /// The cell in which the pointer at a place is kept.
    fn key(&self, cell: Cell) -> Cell {
        match self.is_mixed(cell.memory) {
            true => Cell { offset: 0, ..cell },
            false => cell,
        }
    }
}
