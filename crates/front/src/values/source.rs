//! The text that a region is read from. It stays the same while the region is read.

use crate::values::original::Original;
use c::facts::FileFacts;
use c::facts::function::FunctionFacts;
use c::names::file::File;
use c::names::symbols::Symbols;
use c::syntax::base::Base;
use poly::Context;
use source::{Span, Unit};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

/// The text around a region, its names, and the facts that are known before the region is read.
pub struct Source<'s> {
    /// The preprocessed file.
    pub unit: &'s Unit,
    /// File-scope declarations.
    pub file: &'s File<'s>,
    /// The facts about the file.
    pub file_facts: &'s FileFacts<'s>,
    /// The function's names.
    pub symbols: &'s Symbols<'s>,
    /// The facts about the function.
    pub facts: &'s FunctionFacts<'s>,
    /// The start of the offsets of the function's syntax tree.
    pub base: Base,
    /// The region in the unit's text.
    pub region: Range<usize>,
    /// The first declaration, allocation or use of an array of the function.
    pub arrays_from: usize,
    /// The owner of all sets.
    pub ctx: Context,
    /// Whether conditions that were asked for can hold, by their texts.
    pub possible: Rc<RefCell<HashMap<String, bool>>>,
    /// The names in the function's lines that depend on the configuration.
    pub conditional_names: BTreeSet<String>,
    /// The region of the original, if a folded text is read.
    pub original: Option<&'s Original>,
    /// Whether expressions of macros may be assumed not negative.
    pub may_assume: bool,
    /// See [`crate::Options::only_accesses`].
    pub only_accesses: bool,
    /// The region in the user's file.
    pub place: OnceCell<Option<Span>>,
}
