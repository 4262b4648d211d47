//! The report file, version 1: one JSON object. Affine text uses `+ - *`, integers, parameter
//! names, `max(a, b)`, `min(a, b)`, `floord(a, b)`.

use serde::Serialize;
use std::collections::BTreeMap;

/// The version of the format.
pub const VERSION: u32 = 1;

/// The whole report of one file.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Always [`VERSION`].
    pub version: u32,
    /// One entry per array, in the order of their declarations.
    pub arrays: Vec<ArrayEntry>,
    /// The loops that were fused first, and those that were not; omitted without `--fuse`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fusion: Option<Fusion>,
    /// The arrays in common storage, and those that keep theirs; omitted without `--share`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sharing: Option<Sharing>,
    /// Other remarks, one line each.
    pub notes: Vec<String>,
}

impl Default for Report {
    fn default() -> Self {
        Report {
            version: VERSION,
            arrays: Vec::new(),
            fusion: None,
            sharing: None,
            notes: Vec::new(),
        }
    }
}

/// Arrays in common storage.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Sharing {
    /// The storages that several arrays have in common, in the order of their functions.
    pub storages: Vec<StorageEntry>,
    /// Functions whose arrays keep their own.
    pub not_shared: Vec<NotSharedEntry>,
}

/// A storage that several arrays have in common.
#[derive(Clone, Debug, Serialize)]
pub struct StorageEntry {
    /// The function.
    pub function: String,
    /// Path of the file.
    pub file: String,
    /// Its arrays, in the order of the text: the first one has it, others point to it.
    pub arrays: Vec<String>,
    /// Pairs of them that are alive at once, with different elements in use.
    pub in_place: Vec<[String; 2]>,
    /// Bytes of the arrays and of the storage at `params`.
    pub bytes_before: i64,
    /// The same after.
    pub bytes_after: i64,
    /// Typical values of the parameters.
    pub params: BTreeMap<String, i64>,
    /// The assumptions of the proof, one sentence each.
    pub assumes: Vec<String>,
}

/// A function whose arrays keep storage of their own, although there are several.
#[derive(Clone, Debug, Serialize)]
pub struct NotSharedEntry {
    /// The function.
    pub function: String,
    /// Path of the file.
    pub file: String,
    /// The arrays.
    pub arrays: Vec<String>,
    /// Why, in one sentence.
    pub reason: String,
}

/// Fused loops.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Fusion {
    /// The fused loops, in the order of their functions.
    pub loops: Vec<LoopEntry>,
    /// Loops that follow each other and stay apart.
    pub not_fused: Vec<NotFusedEntry>,
}

/// A fused loop.
#[derive(Clone, Debug, Serialize)]
pub struct LoopEntry {
    /// The function.
    pub function: String,
    /// Path of the file.
    pub file: String,
    /// The lines of the loops that it replaces, from 1.
    pub lines: Vec<usize>,
    /// The iterations that each of them runs ahead of the last one.
    pub ahead: Vec<i64>,
    /// How many iterations of each are in one of the fused loop.
    pub rates: Vec<i64>,
    /// The arrays between them.
    pub arrays: Vec<RowsEntry>,
    /// The assumptions of the proof, one sentence each.
    pub assumes: Vec<String>,
    /// How threads share it, if they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strips: Option<StripsEntry>,
}

/// A loop that threads share in strips of rows.
#[derive(Clone, Debug, Serialize)]
pub struct StripsEntry {
    /// The rows of a strip.
    pub rows: i64,
    /// The rows before them that each strip computes, too.
    pub again: i64,
}

/// An array between the loops that are fused.
#[derive(Clone, Debug, Serialize)]
pub struct RowsEntry {
    /// Its name.
    pub name: String,
    /// The rows that are needed at a time.
    pub rows: i64,
    /// The line of the first loop that writes it, and that of the last one that reads it.
    pub lines: [usize; 2],
}

/// Loops that stay apart.
#[derive(Clone, Debug, Serialize)]
pub struct NotFusedEntry {
    /// The function.
    pub function: String,
    /// Path of the file.
    pub file: String,
    /// The lines of two loops; all loops of the function if empty.
    pub lines: Vec<usize>,
    /// The array that keeps them apart; `null` if the new text is not proved or gains nothing.
    pub array: Option<String>,
    /// Why, in one sentence.
    pub reason: String,
}

/// Whether an array was folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Its storage shrank.
    Folded,
    /// It is unchanged.
    Kept,
}

/// An entry of the matrix of a mapping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Coefficient {
    /// A number.
    Number(i64),
    /// Affine text in the parameters.
    Text(String),
}

/// What became of one array.
#[derive(Clone, Debug, Serialize)]
pub struct ArrayEntry {
    /// As the user spells it.
    pub name: String,
    /// The function it is declared in; empty at file scope.
    pub function: String,
    /// Path of the file.
    pub file: String,
    /// Line of its declaration, from 1.
    pub line: Option<usize>,
    /// Folded or kept.
    pub status: Status,
    /// Why it is kept, in kebab-case; `null` if it was folded.
    pub reason: Option<String>,
    /// One sentence for people.
    pub detail: String,
    /// Changes of the file or the flags with which it folds, one sentence each; each was tried.
    /// Omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<String>,
    /// Declared extents, outermost first.
    pub shape: Vec<String>,
    /// Rows of M, one per dimension of the new array.
    pub matrix: Vec<Vec<Coefficient>>,
    /// The moduli b, one per row.
    pub moduli: Vec<String>,
    /// Smaller mappings for classes of parameter values that together are all of them; omitted if
    /// there are none. `matrix` and `moduli` hold for all values, the sizes after are those of the
    /// cases.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<CaseEntry>,
    /// Elements before, in the parameters.
    pub size_before: Option<String>,
    /// Elements after, in the parameters.
    pub size_after: Option<String>,
    /// The parameter values for the two numbers below.
    pub params: BTreeMap<String, i64>,
    /// Elements before, at `params`.
    pub elements_before: Option<i64>,
    /// Elements after, at `params`.
    pub elements_after: Option<i64>,
    /// Bytes before, at `params`.
    pub bytes_before: Option<i64>,
    /// Bytes after, at `params`.
    pub bytes_after: Option<i64>,
    /// Whether one of `params` is a guess for the value of a variable.
    pub params_guessed: bool,
    /// Largest number of values alive at once, at `params`: a lower bound for every mapping; `null`
    /// if it was not computed. Counted if `params` are small, else the value of `live_bound_form`.
    pub live_bound: Option<i64>,
    /// Whether this number is alive in some execution and never more; if not, there may be
    /// executions with more.
    pub live_bound_exact: Option<bool>,
    /// The live bound in the parameters: `2*N - 3`, `N where N <= M`; `null` if none was found.
    /// Fitted to counts at small sizes and verified at others, not proved.
    pub live_bound_form: Option<String>,
    /// `elements_after` over `live_bound`.
    pub ratio: Option<f64>,
    /// The strategy that found the mapping.
    pub strategy: Option<String>,
    /// The result of every strategy, in the order in which they were asked.
    pub strategies: Vec<StrategyEntry>,
    /// The assumptions of the fold, one text each: ``n <= N: `t[i]` at line 13 leaves its dimension
    /// otherwise``. Omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumes: Vec<String>,
    /// `value` or `element`.
    pub lifetime: Option<String>,
    /// `sequential`, ...
    pub order: Option<String>,
    /// The mapping is proved for every parameter value.
    pub proved: bool,
}

/// A mapping for the parameter values that meet a condition.
#[derive(Clone, Debug, Serialize)]
pub struct CaseEntry {
    /// `N mod 2 = 1`
    pub condition: String,
    /// Rows of M, one per dimension of the new array.
    pub matrix: Vec<Vec<Coefficient>>,
    /// The moduli b, one per row.
    pub moduli: Vec<String>,
    /// Elements after, in the parameters.
    pub size_after: String,
}

/// The result of one strategy.
#[derive(Clone, Debug, Serialize)]
pub struct StrategyEntry {
    /// Its name.
    pub name: String,
    /// Where an element lives by its best mapping: `[(i - j) mod (2*N - 1)]`; `null` if it has
    /// none.
    pub mapping: Option<String>,
    /// Elements, in the parameters.
    pub size: Option<String>,
    /// The mapping is proved for every parameter value.
    pub proved: bool,
    /// Why there is no proved mapping; `null` if there is one.
    pub reason: Option<String>,
    /// How long it took; omitted unless times are requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<f64>,
}

impl Report {
    /// The JSON text, with a line end.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}
