//! lang-c syntax trees to regions and scops; every array that stays gets a named reason and a place.
//!
//! ```text
//! Unit --parse--> pieces --file, symbols--> functions with resolved names
//!      --temporaries--> arrays of callers and of the file that one function uses
//!      --region--> statements of a region --statements, accesses, loops, affine--> draft
//!      --delinearise--> one subscript as row and column
//!      --candidates--> arrays that may be folded --build--> Scop and places
//! ```
//!
//! Rules of the analysis:
//! * An object is a *parameter* if it keeps one value from its use to the end of the region.
//! * What is not understood becomes *may* (conditions, loops with `break`) or rules out the arrays in
//!   it (code). The body of a loop that is not followed is a region of its own for arrays that are
//!   used nowhere else.
//! * Integer values are taken to stay below half of the range of their type.
//!
//! Recursion follows the nesting of the user's code: call [`extract`] on a thread with a large stack
//! (256 MiB serve any nesting that is not skipped). The scops belong to the calling thread.

mod accesses;
mod affine;
mod algebra;
mod build;
mod calls;
mod candidates;
mod clean;
mod constant;
mod delinearise;
mod draft;
mod extract;
mod file;
mod formula;
mod loops;
mod mentions;
mod names;
mod parameter;
mod parse;
mod places;
mod polynomial;
mod promises;
mod refusal;
mod region;
mod removal;
mod scene;
mod scopes;
mod shapes;
mod statements;
mod symbols;
mod temporaries;
mod types;
mod uses;

pub use places::{
    Axis, Candidate, Cut, DimPlace, FixedMacro, Home, ParameterHome, Reference, Region,
    SubscriptPlace,
};
pub use polynomial::Polynomial;
pub use refusal::{Escape, KeptArray, Needed, Note, Refusal};
pub use removal::Hindrance;

use extract::{Extractor, kept};
use file::File;
use poly::Expr;
use region::RegionText;
use source::Unit;
use symbols::{Origin, VarId, Variable};
use types::Type;

/// What to extract.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Only regions between `#pragma scop` and `#pragma endscop`, also in a file without any.
    pub only_pragmas: bool,
    /// Scalars that are followed as if they were arrays without dimensions: function and name. For
    /// reading back what became of arrays.
    pub scalars: Vec<(String, String)>,
    /// Macros that are taken at their value from the start.
    pub fixed_macros: Vec<String>,
    /// Assume of expressions of macros that they are not negative, as they are with the present
    /// values, where that makes something affine simpler. Whoever asks for it asserts
    /// [`Region::assumptions`].
    pub assume_macros: bool,
    /// Find out what else could go with each parameter that is a temporary.
    pub drop_unused: bool,
    /// What is known of the parameters of a region before it is read: function, [`Region::ordinal`],
    /// and expressions that are not negative. For reading back a region whose arrays, now smaller,
    /// no longer say so.
    pub known: Vec<(String, usize, Vec<Expr>)>,
}

/// What a file holds.
#[derive(Debug, Default)]
pub struct Extraction {
    /// Regions with at least one candidate, in textual order.
    pub regions: Vec<Region>,
    /// Arrays that are not candidates, in order of declaration.
    pub kept: Vec<KeptArray>,
    /// What else there is to say.
    pub notes: Vec<Note>,
    /// Functions of the file that a call passes another number of arguments than they have.
    pub misfits: Vec<String>,
    /// The functions of the regions that were read, candidates or not.
    read: Vec<usize>,
}

/// Finds the regions of a file and their candidates.
pub fn extract(unit: &Unit, options: &Options) -> Extraction {
    let mut notes = Vec::new();
    let pieces = parse::parse(unit, &mut notes);
    let mut file = file::read(&pieces, &unit.macros);
    let temporaries = temporaries::find(unit, &file, options.drop_unused, &mut notes);
    let misfits = temporaries.misfits.clone();
    file.adopt(temporaries);
    file.track(&options.scalars);
    let texts = region::find(unit, &file, options.only_pragmas, &mut notes);
    let mut extraction = Extraction {
        notes,
        misfits,
        ..Extraction::default()
    };
    for text in &texts {
        extract_region(unit, &file, text, options, &mut extraction);
    }
    for index in 0..file.functions.len() {
        let ranges = texts
            .iter()
            .filter(|t| t.function == index)
            .map(|t| t.range.clone());
        extraction
            .kept
            .extend(others(unit, &file, index, &ranges.collect::<Vec<_>>()));
    }
    extraction.kept.extend(globals(unit, &file));
    let order = |k: &KeptArray| (k.declared, k.at, k.name.clone());
    extraction.kept.sort_by_key(order);
    if extraction.regions.is_empty() && extraction.kept.is_empty() {
        extraction
            .notes
            .push(Note::new(None, "no function of the file declares an array"));
    }
    extraction
}

/// A region, and those inside of it.
fn extract_region(
    unit: &Unit,
    file: &File<'_>,
    text: &RegionText<'_>,
    options: &Options,
    all: &mut Extraction,
) {
    let function = &file.functions[text.function];
    let ordinal = all.read.iter().filter(|f| **f == text.function).count();
    all.read.push(text.function);
    let outcome = extract::region(&Extractor {
        unit,
        file,
        function,
        text,
        ordinal,
        options,
    });
    all.regions.extend(outcome.region);
    all.kept.extend(outcome.kept);
    for inner in &outcome.inner {
        extract_region(unit, file, inner, options, all);
    }
}

/// Arrays of a function that no region looks at.
fn others(
    unit: &Unit,
    file: &File<'_>,
    index: usize,
    regions: &[std::ops::Range<usize>],
) -> Vec<KeptArray> {
    let function = &file.functions[index];
    let in_region = |v: &Variable<'_>| {
        v.uses
            .iter()
            .min()
            .is_some_and(|first| regions.iter().any(|r| r.contains(first)))
    };
    let reason = |id: VarId, v: &Variable<'_>| match (v.origin, &v.ty) {
        (Origin::Parameter, _) if !v.tracked => {
            file.temporaries.parameters.get(&(index, id)).cloned()
        }
        (_, Type::Array(_)) if v.tracked && v.uses.is_empty() => Some((Refusal::Unused, None)),
        (_, Type::Array(_)) if v.tracked && !in_region(v) => {
            Some((Refusal::NotInRegion, v.uses.first().copied()))
        }
        (Origin::Local, Type::Pointer(_)) if v.subscripted => {
            Some((Refusal::HeapOrPointer, v.uses.first().copied()))
        }
        _ => None,
    };
    let variables = function.symbols.variables.iter().enumerate();
    let found = variables.filter_map(|(k, v)| Some((v, reason(VarId(k), v)?)));
    found
        .map(|(v, (reason, at))| kept(unit, function, v, reason, at))
        .collect()
}

/// Arrays at file scope of the main file that no function may fold.
fn globals<'u>(unit: &'u Unit, file: &'u File<'_>) -> impl Iterator<Item = KeptArray> + 'u {
    let kept = file.temporaries.globals.iter();
    let kept = kept.map(|(index, blame)| (&file.globals[*index], blame));
    kept.filter(|(global, _)| global.in_main_file)
        .map(|(global, (reason, at))| KeptArray {
            name: global.name.clone(),
            function: None,
            declared: unit.nearest_span(global.at.clone()),
            shape: shapes::texts(unit, global.base, &global.declarator.node),
            reason: reason.clone(),
            at: at.and_then(|at| unit.nearest_span(at..at + 1)),
        })
}
