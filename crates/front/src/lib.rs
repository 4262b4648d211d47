//! Regions of C functions, and their scops. Every array that stays gets a named reason and a place.
//!
//! ```text
//! c::Contents        names of a file, facts about its functions
//!   --texts-->       regions: statements of a function that are analysed together
//!   --walk-->        drafts of statements and accesses, with the values of expressions
//!   --delinearise--> linearised subscripts as digits: plane, row and column
//!   --judge-->       arrays that may be folded, reasons for the others
//!   --build-->       the scop
//!   --places-->      bytes of the user's file for everything that a fold edits
//! ```
//!
//! Rules of the analysis:
//! * An object is a *parameter* if it keeps one value from its use to the end of the region.
//! * Accesses that may not happen (conditions, code that `break` skips) are may-accesses. Code that
//!   is not understood rules out its arrays. A loop that does not count is executed an unknown
//!   number of times; its body is a region of its own for arrays that are used nowhere else.
//! * Integer values are assumed to be below half of the range of their type.
//!
//! Recursion follows the nesting of the user's code: call [`extract()`] on a thread with a large
//! stack (256 MiB are enough for any nesting that is not skipped). The scops belong to the calling
//! thread.

pub mod forms;
mod region;
mod residue;
mod values;
mod walk;

pub use c::facts::heap::Form;
pub use c::facts::refusal::{Escape, KeptArray, MemberOf, Needed, PointerProblem, Refusal};
pub use c::facts::removal::{Cut, Hindrance};
pub use c::syntax::Syntax;
pub use c::syntax::notes::Note;
pub use c::syntax::parser::clean::constructs as replaceable;
pub use c::syntax::parser::replaced;
pub use region::coverage::Coverage;
pub use region::delinearise::MOST_RADIUS;
pub use region::options::Options;
pub use region::places::{
    Assumption, Automatic, Basis, Candidate, CastPlace, DimPlace, FactorPlace, FixedMacro,
    HeapPlaces, Home, LoopPlace, ParameterHome, Reference, Region, Removal, SizePlaces,
    StaticPlaces, StorePlace, StripPlace, SubscriptPlace, TakenMacro,
};
pub use region::samples::{LOWER_GUESSES, MOST_ELEMENTS, fit as fit_samples};
pub use region::written::{Stored, Written};
pub use residue::{Changed, Housing, Piece, Rest};
pub use values::loops::flat::FlatCounter;
pub use values::original::{Original, OriginalArray};
pub use values::shapes::Axis;
pub use values::shapes::heap_size::FactorKind;
pub use walk::draft::Block;

use c::Contents;
use c::facts::Wanted;
use c::names::symbols::{Origin, Variable};
use c::names::types::Type;
use region::expanded;
use region::extract::{self, Extractor};
use region::kept;
use region::stating;
use region::texts::{self, RegionText};
use scop::IntType;
use source::{Span, Unit};
use std::collections::BTreeSet;

/// The contents of a file, or of a part of it.
#[derive(Debug, Default)]
pub struct Extraction {
    /// Regions with at least one candidate, in textual order.
    pub regions: Vec<Region>,
    /// Arrays that are not candidates, in order of declaration.
    pub kept: Vec<KeptArray>,
    /// All regions, with or without candidates, in the order of reading.
    pub coverage: Vec<Coverage>,
    /// Checks that contradict what is known before them.
    pub contradictions: Vec<Span>,
    /// Further remarks for the user.
    pub notes: Vec<Note>,
}

/// A file with resolved names and the texts of its regions. Threads may share it: each function can
/// be extracted on another thread.
#[derive(Debug)]
pub struct Program<'a> {
    contents: Contents<'a>,
    options: &'a Options,
    /// In textual order, so the regions of one function are consecutive.
    texts: Vec<RegionText<'a>>,
    notes: Vec<Note>,
}

impl<'a> Program<'a> {
    /// Resolves the names of a file and finds its regions.
    pub fn new(unit: &'a Unit, syntax: &'a Syntax, options: &'a Options) -> Self {
        let mut notes = syntax.notes.clone();
        let wanted = Wanted {
            scalars: &options.objects(),
            removals: options.drop_unused,
        };
        let contents = Contents::of(unit, syntax, wanted, &mut notes);
        let texts = texts::find(unit, &contents.file, options.only_pragmas, &mut notes);
        Program {
            contents,
            options,
            texts,
            notes,
        }
    }

    /// The text of the file.
    pub fn unit(&self) -> &Unit {
        self.contents.unit
    }

    /// The names of the file, and the facts about its functions.
    pub fn contents(&self) -> &Contents<'a> {
        &self.contents
    }

    /// The names of its functions, in textual order.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        self.contents.file.functions.iter().map(|f| f.name.as_str())
    }

    /// Whether an array of a function is a temporary of it, as far as its text shows: the storage
    /// is its own, and its code writes and reads elements.
    pub fn is_temporary(&self, function: &str, array: &str) -> bool {
        let found = self.variable(function, array);
        let facts = &self.contents.facts.functions;
        found.is_some_and(|(index, variable)| facts[index].is_temporary(variable))
    }

    /// Whether a function may have a temporary array, as far as its text shows: it declares an
    /// object that is no number, or nothing else needs an array that it uses.
    pub fn may_have_temporaries(&self, function: usize) -> bool {
        let variables = &self.contents.file.functions[function].symbols.variables;
        let is_number =
            |v: &Variable<'_>| matches!(v.declared_type, Type::Integer(_) | Type::Floating(_));
        let mut own = variables.iter().filter(|v| v.origin == Origin::Local);
        let outside = &self.contents.facts.temporaries;
        own.any(|v| !is_number(v)) || !outside.of_function(function).is_empty()
    }

    /// The type of the integer object that a name means in a function.
    pub fn integer_type(&self, function: &str, name: &str) -> Option<IntType> {
        match self.variable(function, name)?.1.declared_type {
            Type::Integer(ty) => Some(ty),
            _ => None,
        }
    }

    /// Whether a function declares an object of this name that is no parameter.
    pub fn declares(&self, function: &str, name: &str) -> bool {
        let found = self.variable(function, name);
        found.is_some_and(|(_, variable)| variable.origin == Origin::Local)
    }

    fn variable(&self, function: &str, name: &str) -> Option<(usize, &Variable<'a>)> {
        let index = self.contents.file.definition(function)?;
        let symbols = &self.contents.file.functions[index].symbols;
        Some((index, symbols.variable(symbols.ranked(name, 0)?)))
    }

    /// Functions of the file that some call passes a different number of arguments than declared.
    pub fn misfits(&self) -> &BTreeSet<String> {
        &self.contents.facts.temporaries.misfits
    }

    /// The names of arrays, and of pointers to their rows, that macros declare or use. The
    /// declaration of a parameter does not count: it is never edited.
    pub fn arrays_in_macros(&self) -> BTreeSet<String> {
        expanded::arrays(&self.contents)
    }

    /// The contents of one function, by its index.
    pub fn extract(&self, function: usize) -> Extraction {
        let mut all = Extraction::default();
        let first = self.texts.partition_point(|t| t.function < function);
        let behind = self.texts.partition_point(|t| t.function <= function);
        let texts = &self.texts[first..behind];
        let mut ordinal = 0;
        for text in texts {
            self.extract_region(text, &mut ordinal, &mut all);
        }
        let ranges: Vec<_> = texts.iter().map(|t| t.range.clone()).collect();
        if function < self.contents.file.functions.len() {
            all.kept.extend(kept::unvisited(
                self.contents.unit,
                (&self.contents.file, &self.contents.facts),
                function,
                &ranges,
            ));
        }
        all
    }

    /// Arrays that belong to no function, and the remarks about the whole file.
    pub fn outside(&self) -> Extraction {
        Extraction {
            regions: Vec::new(),
            kept: kept::globals(
                self.contents.unit,
                (&self.contents.file, &self.contents.facts),
            )
            .collect(),
            coverage: Vec::new(),
            contradictions: Vec::new(),
            notes: self.notes.clone(),
        }
    }

    /// The place in a function from which a statement about the objects with these names holds for
    /// good; `None` if the function does not name all of them.
    ///
    /// # Errors
    /// The reason why there is no such place.
    pub fn holds_from(&self, function: usize, names: &[String]) -> Result<Option<Span>, String> {
        let functions = &self.contents.file.functions;
        let place = |of| stating::place(self.contents.unit, of, names);
        functions.get(function).map_or(Ok(None), place)
    }

    /// The text of a function from its first word to its last, as a range of the unit's text.
    pub fn range(&self, function: usize) -> Option<std::ops::Range<usize>> {
        let named = self.contents.file.functions.get(function)?.name_at;
        let whole = self.contents.unit.declaration_at(named)?;
        Some(whole.at.start as usize..whole.at.end as usize)
    }

    /// The text of a function without what may differ between an array and its fold.
    pub fn rest(&self, function: usize, regions: &[Region], changed: &[Changed<'_>]) -> Rest<'a> {
        let Some(range) = self.range(function) else {
            return Rest::default();
        };
        let of = &self.contents.file.functions[function];
        residue::rest(self.contents.unit, of, range, (regions, changed))
    }

    /// The tokens that concern a candidate alone.
    pub fn words_of(&self, function: usize, region: &Region, candidate: usize) -> Vec<&'a str> {
        let of = &self.contents.file.functions[function];
        residue::words_of(self.contents.unit, of, region, candidate)
    }

    /// Extracts a region, and the regions inside it.
    fn extract_region(&self, text: &RegionText<'_>, ordinal: &mut usize, all: &mut Extraction) {
        let place = (text, *ordinal);
        let outcome = extract::region(&Extractor::new(
            self.contents.unit,
            (&self.contents.file, &self.contents.facts),
            place,
            self.options,
        ));
        *ordinal += 1;
        all.regions.extend(outcome.region);
        all.kept.extend(outcome.kept);
        all.coverage.extend(outcome.coverage);
        all.contradictions.extend(outcome.contradictions);
        for inner in &outcome.inner {
            self.extract_region(inner, ordinal, all);
        }
    }
}

/// Extracts a whole file on one thread.
pub fn extract(unit: &Unit, options: &Options) -> Extraction {
    let syntax = Syntax::of(unit);
    let program = Program::new(unit, &syntax, options);
    let mut all = program.outside();
    for function in 0..program.contents.file.functions.len() {
        let part = program.extract(function);
        all.regions.extend(part.regions);
        all.kept.extend(part.kept);
        all.coverage.extend(part.coverage);
        all.contradictions.extend(part.contradictions);
    }
    all.kept.sort_by_key(|k| (k.declared, k.at));
    all
}
