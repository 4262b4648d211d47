//! The object that each name in a function means, and the places of its mentions and writes.
//! Offsets are those of the unit's text.

use crate::names::constants::Constant;
use crate::names::types::{Qualifiers, Storage, Type};
use crate::syntax::base::{Base, contains};
use crate::syntax::jumps::Jumps;
use lang_c::ast::{Declaration, Declarator, Initializer};
use lang_c::span::Node;
use std::collections::HashMap;
use std::ops::Range;

/// The id of an object of a function. Parameters and the globals that it names are included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarId(pub usize);

/// The kind of declaration of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// In the function's body.
    Local,
    /// In its parameter list.
    Parameter,
    /// At file scope.
    Global(usize),
}

/// An object and its mentions in the function.
#[derive(Debug)]
pub struct Variable<'a> {
    /// Its own id.
    pub id: VarId,
    /// Its name.
    pub name: String,
    /// Place of the name in its declarator.
    pub at: Range<usize>,
    /// Where the name means this object, unless an inner declaration hides it.
    pub scope: Range<usize>,
    /// The type that its declaration gives it.
    pub declared_type: Type,
    /// Its qualifiers.
    pub qualifiers: Qualifiers,
    /// Its storage class.
    pub storage: Storage,
    /// The kind of its declaration.
    pub origin: Origin,
    /// Start of the offsets of its declaration.
    pub base: Base,
    /// Its declarator.
    pub declarator: Option<&'a Node<Declarator>>,
    /// Its declaration; `None` for a parameter of the usual form.
    pub declaration: Option<&'a Declaration>,
    /// Its initialiser.
    pub initializer: Option<&'a Node<Initializer>>,
    /// Every mention except the declaration.
    pub mentions: Vec<usize>,
    /// Assignments, `++` and `--` of the whole object, each at its last byte, and `scanf`; the
    /// initialiser too. Sorted.
    pub writes: Vec<usize>,
    /// Whether `&` is applied to the whole object, except for `scanf`.
    pub address_taken: bool,
    /// The mentions to which `&` is applied.
    pub addresses: Vec<usize>,
    /// Whether `p[i]` or `(*p)[i]` occurs.
    pub subscripted: bool,
    /// Whether it is a parameter that is declared `restrict`.
    pub restricted: bool,
}

/// The meaning of a mention.
#[derive(Clone, Debug)]
pub enum Symbol {
    /// An object.
    Variable(VarId),
    /// An enumeration constant.
    Constant(Constant),
}

/// A call.
#[derive(Debug)]
pub struct Call {
    /// The function, if the call names it.
    pub name: Option<String>,
    /// Place of the call.
    pub at: usize,
    /// The stream that it reads or writes.
    pub stream: Stream,
    /// The function that the library's function is passed and calls, if it calls one.
    pub passed: Option<Passed>,
}

/// A function that is passed to another, which calls it; `None` if it has no name there.
pub type Passed = Option<String>;

/// The stream that a call of a library function reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stream {
    /// No stream, or `stdout` implicitly.
    None,
    /// `stdin`, `stdout` or `stderr`.
    Standard,
    /// A stream of a file that the function opened.
    File,
    /// Any other.
    Unknown,
}

/// An assignment through a pointer or subscript.
#[derive(Debug)]
pub struct Store {
    /// Place of the assignment.
    pub at: usize,
    /// The type of the destination.
    pub ty: Type,
    /// The object that its expression starts with, if the types on the way are known.
    pub from: Option<VarId>,
    /// The number of pointers that lead from there to the destination: 0 for an element or member
    /// of the object itself.
    pub pointers: usize,
}

/// The names of one function.
#[derive(Debug, Default)]
pub struct Symbols<'a> {
    /// Objects in order of declaration or first mention.
    pub variables: Vec<Variable<'a>>,
    /// Objects by name.
    pub(super) by_name: HashMap<String, Vec<VarId>>,
    /// The parameters by position; `None` for those without a name.
    pub parameters: Vec<Option<VarId>>,
    /// Mentions by offset.
    pub mentions: HashMap<usize, Symbol>,
    /// All loops, outermost first.
    pub loops: Vec<Range<usize>>,
    /// The objects that `for` loops start with, and these loops.
    pub counters: Vec<(VarId, Range<usize>)>,
    /// All calls.
    pub calls: Vec<Call>,
    /// Whether the function sets `stdout` or another standard stream.
    pub changes_streams: bool,
    /// Functions that are declared in blocks.
    pub prototypes: Vec<String>,
    /// All assignments through pointers or subscripts.
    pub stores: Vec<Store>,
    /// `return`, `break` and `continue`.
    pub exits: Vec<usize>,
    /// `setjmp` and its relatives.
    pub jumps: Vec<(String, usize)>,
    /// Code that `goto` may skip.
    pub skips: Vec<Range<usize>>,
    /// Whole statements that `goto` enters or repeats.
    pub(super) tangles: Vec<Range<usize>>,
    /// Types named in casts, by offset.
    pub casts: HashMap<usize, Type>,
    /// All writes of objects by place, sorted.
    pub(super) writes: Vec<(usize, VarId)>,
    /// Objects of the function by the offset of the name in their declarator.
    pub(super) declared: HashMap<usize, VarId>,
    /// Statements that could not be read. The syntax tree has empty statements in their place.
    pub unread: Vec<Range<usize>>,
    /// Mentions in constructs that the syntax tree lacks, by offset, each with its construct.
    pub hidden: HashMap<usize, &'static str>,
}

impl<'a> Symbols<'a> {
    /// Whether `goto` enters or repeats statements.
    pub fn has_tangles(&self) -> bool {
        !self.tangles.is_empty()
    }

    /// The object.
    pub fn variable(&self, id: VarId) -> &Variable<'a> {
        &self.variables[id.0]
    }

    /// The number of objects with the name of this one that come before it.
    pub fn rank(&self, id: VarId) -> usize {
        let same_name = self.by_name.get(&self.variable(id).name);
        same_name.map_or(0, |all| all.partition_point(|other| *other < id))
    }

    /// The object with a name and a [rank](Symbols::rank).
    pub fn ranked(&self, name: &str, rank: usize) -> Option<VarId> {
        self.by_name.get(name)?.get(rank).copied()
    }

    /// All objects, each with its id.
    pub fn objects(&self) -> impl Iterator<Item = (VarId, &Variable<'a>)> {
        self.variables
            .iter()
            .map(|variable| (variable.id, variable))
    }

    /// The object that the name at this offset means.
    pub fn variable_at(&self, at: usize) -> Option<VarId> {
        match self.mentions.get(&at) {
            Some(Symbol::Variable(id)) => Some(*id),
            _ => None,
        }
    }

    /// Adds an object.
    pub(super) fn add(&mut self, variable: Variable<'a>) {
        let id = VarId(self.variables.len());
        let same_name = self.by_name.entry(variable.name.clone()).or_default();
        same_name.push(id);
        self.variables.push(variable);
    }

    /// The object that `name` would mean at an offset.
    pub fn visible(&self, name: &str, at: usize) -> Option<VarId> {
        let scope = |id: &VarId| &self.variable(*id).scope;
        let candidates = self.by_name.get(name)?.iter().copied();
        candidates
            .filter(|id| scope(id).contains(&at))
            .max_by_key(|id| scope(id).start)
    }

    /// The object whose declarator has its name at this offset.
    pub fn declared_at(&self, at: usize) -> Option<VarId> {
        self.declared.get(&at).copied()
    }

    pub(super) fn jump(&mut self, jumps: Jumps) {
        self.skips = jumps.skips;
        self.tangles = jumps.tangles;
        if !self.tangles.is_empty() {
            self.loops.extend(self.tangles.iter().cloned());
            self.loops
                .sort_by_key(|l| (l.start, std::cmp::Reverse(l.end)));
        }
    }

    /// Whether `goto` is used.
    pub fn has_gotos(&self) -> bool {
        !self.skips.is_empty() || !self.tangles.is_empty()
    }

    /// Whether `goto` skips, enters or repeats a range of the text.
    pub fn is_jumped(&self, range: &Range<usize>) -> bool {
        self.is_tangled(range) || self.may_be_passed(range.start)
    }

    /// Whether `goto` enters or repeats a range of the text.
    pub fn is_tangled(&self, range: &Range<usize>) -> bool {
        self.tangles.iter().any(|tangle| contains(tangle, range))
    }

    /// Whether `goto` may skip the place.
    pub fn may_be_passed(&self, at: usize) -> bool {
        self.skips.iter().any(|skip| skip.contains(&at))
    }

    pub(super) fn sort_writes(&mut self) {
        for (index, variable) in self.variables.iter_mut().enumerate() {
            variable.writes.sort_unstable();
            let writes = variable.writes.iter().map(|at| (*at, VarId(index)));
            self.writes.extend(writes);
        }
        self.writes.sort_unstable();
    }

    /// The writes of objects in a range of the text, in order.
    pub fn writes_in(&self, range: &Range<usize>) -> &[(usize, VarId)] {
        let from = self.writes.partition_point(|(at, _)| *at < range.start);
        let to = self.writes.partition_point(|(at, _)| *at < range.end);
        self.writes.get(from..to).unwrap_or_default()
    }

    /// The end of the outermost loop inside `within` that contains `at`, or `at` itself.
    pub fn after_loops(&self, at: usize, within: &Range<usize>) -> usize {
        let around = self
            .loops
            .iter()
            .find(|l| contains(within, l) && l.contains(&at));
        around.map_or(at, |l| l.end)
    }

    /// The start of the outermost loop inside `within` that contains `at`, or `at` itself.
    pub fn before_loops(&self, at: usize, within: &Range<usize>) -> usize {
        let around = self
            .loops
            .iter()
            .find(|l| contains(within, l) && l.contains(&at));
        around.map_or(at, |l| l.start)
    }
}

/// An object at file scope.
#[derive(Debug)]
pub struct Global<'a> {
    /// Its name.
    pub name: String,
    /// The name in its declarator.
    pub at: Range<usize>,
    /// Its type.
    pub ty: Type,
    /// Its qualifiers.
    pub qualifiers: Qualifiers,
    /// Its storage class.
    pub storage: Storage,
    /// Start of the offsets of its declarator.
    pub base: Base,
    /// Its declarator.
    pub declarator: &'a Node<Declarator>,
    /// Its declaration.
    pub declaration: &'a Declaration,
    /// Its initialiser.
    pub initializer: Option<&'a Node<Initializer>>,
    /// The value of its initialiser, if that is constant.
    pub value: Option<Constant>,
    /// Whether the main file declares it.
    pub in_main_file: bool,
    /// Whether `&` is applied to it in the main file.
    pub address_taken: bool,
}
