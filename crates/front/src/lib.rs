//! lang-c syntax trees to regions and scops; every array that stays gets a named reason and a place.
//!
//! ```text
//! Unit --parse--> pieces --file, symbols--> functions with resolved names
//!      --temporaries--> arrays of callers and of the file that one function uses
//!      --heap--> pointers that are taken for heap arrays
//!      --region--> statements of a region --statements, accesses, memory, loops, affine--> draft
//!      --delinearise--> one subscript as plane, row and column
//!      --candidates--> arrays that may be folded --build--> Scop and places
//! ```
//!
//! Rules of the analysis:
//! * An object is a *parameter* if it keeps one value from its use to the end of the region.
//! * What is not understood becomes *may* (conditions, what `break` passes over) or rules out the
//!   arrays in it (code). A loop that does not count is executed an unknown number of times; its body
//!   is a region of its own for arrays that are used nowhere else.
//! * Integer values are taken to stay below half of the range of their type.
//!
//! Recursion follows the nesting of the user's code: call [`extract`] on a thread with a large stack
//! (256 MiB serve any nesting that is not skipped). The scops belong to the calling thread.

pub mod forms;
mod region;
mod values;
mod walk;

pub use c::facts::heap::Form;
pub use c::facts::refusal::{Escape, KeptArray, Needed, PointerProblem, Refusal};
pub use c::facts::removal::{Cut, Hindrance};
pub use c::syntax::Syntax;
pub use c::syntax::notes::Note;
pub use c::syntax::parser::clean::constructs as replaceable;
pub use c::syntax::parser::replaced;
pub use region::coverage::Survey;
pub use region::places::{
    Assumption, Automatic, Candidate, CastPlace, DimPlace, FactorPlace, FixedMacro, HeapPlaces,
    Home, LoopPlace, ParameterHome, Reference, Region, Removal, SizePlaces, StaticPlaces,
    StorePlace, StripPlace, SubscriptPlace, TakenMacro,
};
pub use region::samples::fit as fit_samples;
pub use values::original::{Original, OriginalArray};
pub use values::shapes::Axis;
pub use values::shapes::heap_size::FactorKind;
pub use walk::draft::Block;

use c::Contents;
use c::facts::function::FunctionFacts;
use c::facts::{FileFacts, Wanted};
use c::names::file::{File, Function};
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::Type;
use c::syntax::declarators;
use region::extract::{self, Extractor, kept};
use region::texts::{self, RegionText};
use source::Unit;
use std::collections::BTreeSet;

/// What to extract.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Only regions between `#pragma scop` and `#pragma endscop`, also in a file without any.
    pub only_pragmas: bool,
    /// Macros that are taken at their value from the start.
    pub fixed_macros: Vec<String>,
    /// Assume of expressions of macros that they are not negative, as they are with the present
    /// values, where that makes something affine simpler. Whoever asks for it asserts
    /// [`Region::assumptions`].
    pub assume_macros: bool,
    /// Find out what else could go with each parameter that is a temporary.
    pub drop_unused: bool,
    /// The regions of the original, where a folded text is read.
    pub originals: Vec<Original>,
}

/// What a file, or a part of it, holds.
#[derive(Debug, Default)]
pub struct Extraction {
    /// Regions with at least one candidate, in textual order.
    pub regions: Vec<Region>,
    /// Arrays that are not candidates, in order of declaration.
    pub kept: Vec<KeptArray>,
    /// Regions as they were read, candidates or not, in the order of reading.
    pub surveys: Vec<Survey>,
    /// What else there is to say.
    pub notes: Vec<Note>,
}

/// A file with its names resolved and its regions found. It may be shared among threads: each
/// function can be extracted on another one.
#[derive(Debug)]
pub struct Program<'a> {
    contents: Contents<'a>,
    options: &'a Options,
    /// In textual order, so that those of one function stand together.
    texts: Vec<RegionText<'a>>,
    notes: Vec<Note>,
}

impl<'a> Program<'a> {
    /// Resolves the names of a file and finds its regions.
    pub fn new(unit: &'a Unit, syntax: &'a Syntax, options: &'a Options) -> Self {
        let mut notes = syntax.notes.clone();
        let wanted = Wanted {
            scalars: &tracked(options),
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

    /// The text that was read.
    pub fn unit(&self) -> &Unit {
        self.contents.unit
    }

    /// Its names, and the facts about its functions.
    pub fn contents(&self) -> &Contents<'a> {
        &self.contents
    }

    /// The names of its functions, in textual order.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        self.contents.file.functions.iter().map(|f| f.name.as_str())
    }

    /// Functions of the file that a call passes another number of arguments than they have.
    pub fn misfits(&self) -> &BTreeSet<String> {
        &self.contents.facts.temporaries.misfits
    }

    /// The names of arrays that the functions declare, and of pointers to their rows, that come, somewhere, out of a macro. How a
    /// parameter is declared does not count: that is never edited.
    pub fn arrays_in_macros(&self) -> BTreeSet<String> {
        let is_expanded = |at: usize| {
            let token = self.contents.unit.tokens_in(at..at + 1).start;
            let token = self.contents.unit.tokens.get(token);
            token.is_some_and(|token| token.invocation().is_some())
        };
        let in_macro = |(v, facts): &(&Variable<'_>, &FunctionFacts<'_>)| {
            let declared = v.origin != Origin::Parameter && is_expanded(v.at.start);
            declared || facts.uses(v.id).iter().any(|at| is_expanded(*at))
        };
        let functions = self
            .contents
            .file
            .functions
            .iter()
            .zip(&self.contents.facts.functions);
        let variables =
            functions.flat_map(|(f, facts)| f.symbols.variables.iter().map(move |v| (v, facts)));
        let is_array = |(v, facts): &(&Variable<'_>, &FunctionFacts<'_>)| {
            facts.is_tracked(v.id) || facts.row_of(v.id).is_some()
        };
        let arrays = variables.filter(is_array).filter(in_macro);
        arrays.map(|(v, _)| v.name.clone()).collect()
    }

    /// What one function holds, by its place among them.
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
            all.kept.extend(others(
                self.contents.unit,
                (&self.contents.file, &self.contents.facts),
                function,
                &ranges,
            ));
        }
        all
    }

    /// What belongs to no function, and what there is to say about the whole file.
    pub fn outside(&self) -> Extraction {
        Extraction {
            regions: Vec::new(),
            kept: globals(
                self.contents.unit,
                (&self.contents.file, &self.contents.facts),
            )
            .collect(),
            surveys: Vec::new(),
            notes: self.notes.clone(),
        }
    }

    /// A region, and those inside of it.
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
        all.surveys.extend(outcome.survey);
        for inner in &outcome.inner {
            self.extract_region(inner, ordinal, all);
        }
    }
}

/// The objects of the originals that may be scalars now: function, name, rank.
fn tracked(options: &Options) -> BTreeSet<(&str, &str, usize)> {
    let originals = options.originals.iter();
    let arrays = originals.flat_map(|o| o.arrays.iter().map(move |a| (o, a)));
    arrays
        .map(|(o, a)| (o.function.as_str(), a.name.as_str(), a.rank))
        .collect()
}

/// All of a file on one thread.
pub fn extract(unit: &Unit, options: &Options) -> Extraction {
    let syntax = Syntax::of(unit);
    let program = Program::new(unit, &syntax, options);
    let mut all = program.outside();
    for function in 0..program.contents.file.functions.len() {
        let part = program.extract(function);
        all.regions.extend(part.regions);
        all.kept.extend(part.kept);
        all.surveys.extend(part.surveys);
    }
    all.kept.sort_by_key(|k| (k.declared, k.at));
    all
}

/// Arrays of a function that no region looks at.
fn others(
    unit: &Unit,
    (file, file_facts): (&File<'_>, &FileFacts<'_>),
    index: usize,
    regions: &[std::ops::Range<usize>],
) -> Vec<KeptArray> {
    let function = &file.functions[index];
    let facts = &file_facts.functions[index];
    let in_region = |v: &Variable<'_>| {
        facts
            .uses(v.id)
            .iter()
            .min()
            .is_some_and(|first| regions.iter().any(|r| r.contains(first)))
    };
    let reason = |id: VarId, v: &Variable<'_>| match (v.origin, facts.type_of(v.id)) {
        (Origin::Parameter, _) if function.name == "main" => None,
        (Origin::Parameter, _) if !facts.is_tracked(v.id) => {
            file_facts.temporaries.parameters.get(&(index, id)).cloned()
        }
        (_, Type::Array(_)) if facts.is_tracked(v.id) && facts.uses(v.id).is_empty() => {
            Some((Refusal::Unused, None))
        }
        (_, Type::Array(_)) if facts.is_tracked(v.id) && !in_region(v) => {
            Some((Refusal::NotInRegion, facts.uses(v.id).first().copied()))
        }
        (Origin::Local, Type::Pointer(_)) if v.subscripted && facts.row_of(v.id).is_none() => {
            let mut uses = facts.uses(v.id).iter();
            let hidden = uses.find_map(|at| Some((*at, *function.symbols.hidden.get(at)?)));
            if let Some((at, construct)) = hidden {
                return Some((Refusal::unread(construct), Some(at)));
            }
            let problem = facts
                .pointer_problem(v.id)
                .unwrap_or(PointerProblem::NotAllocated);
            Some((Refusal::Pointer(problem), facts.uses(v.id).first().copied()))
        }
        _ => None,
    };
    let variables = function.symbols.variables.iter().enumerate();
    let found = variables.filter_map(|(k, v)| Some((v, reason(VarId(k), v)?)));
    let found = found.map(|(v, (reason, at))| kept(unit, function, v, reason, at));
    let members = function.symbols.variables.iter();
    found
        .chain(members.flat_map(|v| array_members(unit, (function, facts), v)))
        .collect()
}

/// The arrays inside of a structure variable.
fn array_members(
    unit: &Unit,
    (function, facts): (&Function<'_>, &FunctionFacts<'_>),
    variable: &Variable<'_>,
) -> Vec<KeptArray> {
    let Type::Record(record) = facts.type_of(variable.id) else {
        return Vec::new();
    };
    let is_own = variable.origin == Origin::Local && !facts.uses(variable.id).is_empty();
    let arrays = record.members.iter();
    let arrays = arrays.filter(|(_, ty)| is_own && matches!(ty, Type::Array(_)));
    let at = facts.uses(variable.id).first().copied();
    let member = |(name, _): &(String, Type)| KeptArray {
        name: format!("{}.{name}", variable.name),
        ..kept(unit, function, variable, Refusal::StructMember, at)
    };
    arrays.map(member).collect()
}

/// Arrays at file scope of the main file that no function may fold.
fn globals<'u>(
    unit: &'u Unit,
    (file, facts): (&'u File<'_>, &'u FileFacts<'_>),
) -> impl Iterator<Item = KeptArray> + 'u {
    let kept = facts.temporaries.globals.iter();
    let kept = kept.map(|(index, blame)| (&file.globals[*index], blame));
    kept.filter(|(global, _)| global.in_main_file)
        .map(|(global, (reason, at))| KeptArray {
            name: global.name.clone(),
            function: None,
            declared: unit.nearest_span(global.at.clone()),
            shape: declarators::texts(unit, global.base, &global.declarator.node),
            reason: reason.clone(),
            at: at.and_then(|at| unit.nearest_span(at..at + 1)),
        })
}
