//! What functions do with their objects: calls, uses, heap arrays, row pointers, threads, `#if`.
//!
//! [`FileFacts::of`] computes all facts, each from the text and from earlier facts.

pub(crate) mod arrays;
pub(crate) mod calls;
pub mod configuration;
pub(crate) mod elements;
pub mod forgotten;
pub mod function;
pub mod heap;
pub(crate) mod linkage;
pub mod members;
pub mod mentions;
pub mod pragmas;
pub mod refusal;
pub mod removal;
pub(crate) mod rows;
pub(crate) mod temporaries;
pub mod translation;
pub(crate) mod uses;

use crate::names::file::{File, Function};
use crate::names::symbols::Origin;
use crate::names::types::Storage;
use crate::syntax::notes::Note;
use arrays::Arrays;
use calls::Calls;
use function::FunctionFacts;
use heap::allocator::Allocators;
use heap::wrappers::allocators;
use members::MemberUses;
use pragmas::{bands, threads};
use rows::Rows;
use source::Unit;
use std::collections::BTreeSet;
use temporaries::Temporaries;

/// The facts about a file.
#[derive(Debug)]
pub struct FileFacts<'a> {
    /// The effects of calls.
    pub calls: Calls,
    /// The functions of the file that allocate.
    pub allocators: Allocators,
    /// Arrays that live outside the function that uses them.
    pub temporaries: Temporaries,
    /// Functions that unseen code may call: several threads may execute them at once.
    pub called_from_outside: BTreeSet<String>,
    /// Objects at file scope that keep their first value, by their index: they are static, and no
    /// function of the file sets one or takes its address.
    pub unchanged: BTreeSet<usize>,
    /// The facts about each function of the file.
    pub functions: Vec<FunctionFacts<'a>>,
    /// For each function the members of structures whose elements it uses.
    pub members: Vec<MemberUses>,
}

/// Options of the facts.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'w> {
    /// Scalars to analyse as arrays without dimensions. Each is given by its function, its name and
    /// the number of objects of that name that the function declares before it.
    pub scalars: &'w BTreeSet<(&'w str, &'w str, usize)>,
    /// Whether to find the code that could be removed with each parameter that is a temporary.
    pub removals: bool,
}

impl<'a> FileFacts<'a> {
    /// Computes the facts in order. Adds remarks to `notes`.
    pub fn of(unit: &Unit, file: &File<'a>, wanted: Wanted<'_>, notes: &mut Vec<Note>) -> Self {
        let calls = Calls::of(unit, file);
        let called_from_outside = calls.called_from_outside();
        let threads = threads::of_functions(unit, file, &calls);
        let bands = bands::of_functions(unit, file, notes);
        let temporaries = temporaries::find(unit, file, &calls, wanted.removals, notes);
        let allocators = allocators(&file.functions, &calls);
        let functions = file
            .functions
            .iter()
            .enumerate()
            .zip(threads.into_iter().zip(bands));
        let functions = functions.map(|((index, function), pragmas)| {
            let heaps = heap::recognise(function, &allocators);
            let arrays = Arrays::of(&function.symbols, &temporaries.of_function(index), heaps);
            let rows = Rows::of(function, &arrays);
            let scalars = wanted.scalars_of(&function.name);
            FunctionFacts::new(function, pragmas, (arrays, rows), &scalars)
        });
        FileFacts {
            functions: functions.collect(),
            calls,
            allocators,
            temporaries,
            called_from_outside,
            unchanged: unchanged(file),
            members: file.functions.iter().map(MemberUses::of).collect(),
        }
    }

    /// The function of the file whose body a call of this name certainly executes.
    pub fn callee<'f>(
        &'f self,
        file: &'f File<'a>,
        name: &str,
    ) -> Option<(&'f Function<'a>, &'f FunctionFacts<'a>)> {
        let defined = file.definition(name)?;
        let callee = (&file.functions[defined], &self.functions[defined]);
        (!self.calls.is_replaceable(name)).then_some(callee)
    }
}

fn unchanged(file: &File<'_>) -> BTreeSet<usize> {
    let variables = { file.functions.iter() }.flat_map(|f| &f.symbols.variables);
    let set = variables.filter_map(|v| match v.origin {
        Origin::Global(global) if !v.writes.is_empty() || v.address_taken => Some(global),
        _ => None,
    });
    let set: BTreeSet<usize> = set.collect();
    let is_private = |index: &usize| {
        let global = &file.globals[*index];
        let is_own = global.storage == Storage::Static && !global.qualifiers.volatile;
        is_own && !global.address_taken && !set.contains(index)
    };
    (0..file.globals.len()).filter(is_private).collect()
}

impl<'w> Wanted<'w> {
    /// The scalars of a function: name, and number of earlier objects of that name.
    fn scalars_of(&self, function: &str) -> BTreeSet<(&'w str, usize)> {
        let own = self.scalars.iter().filter(|(f, ..)| *f == function);
        own.map(|(_, name, rank)| (*name, *rank)).collect()
    }
}
