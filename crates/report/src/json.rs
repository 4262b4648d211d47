//! The report file, version 1: one JSON object. Affine text uses `+ - *`, integers, parameter
//! names, `max(a, b)`, `min(a, b)`, `floord(a, b)`.

mod owner;
mod passes;

pub use owner::Owner;
pub use passes::{
    Fusion, LoopEntry, NotFusedEntry, NotSharedEntry, NotTiledEntry, PartEntry, RowsEntry, Sharing,
    SplitEntry, Splitting, StorageEntry, StripsEntry, TilesEntry, Tiling, UnsplitEntry,
};

use crate::Evidence;
use serde::Serialize;
use source::{Label, SourceFile, Span};
use std::collections::BTreeMap;

/// The version of the format.
pub const VERSION: u32 = 1;

/// The whole report of one file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Report {
    /// Always [`VERSION`].
    pub version: u32,
    /// One entry per array, in the order of their declarations.
    pub arrays: Vec<ArrayEntry>,
    /// The loops that were fused first, and those that were not; omitted without `--fuse`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fusion: Option<Fusion>,
    /// The arrays with parts of their own, and those that stay whole; omitted without `--split`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub splitting: Option<Splitting>,
    /// The arrays in common storage, and those that keep theirs; omitted without `--share`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sharing: Option<Sharing>,
    /// The loops in tiles, and those that stay; omitted without `--tile`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiling: Option<Tiling>,
    /// The evidence for the arrays that have some, if it was requested; not in the file.
    #[serde(skip)]
    pub evidence: Vec<Evidence>,
    /// Other remarks, one line each.
    pub notes: Vec<String>,
    /// The files without a result. Omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<FailureEntry>,
}

/// A file without a result, for example because it cannot be preprocessed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FailureEntry {
    /// Path of the file.
    pub file: String,
    /// The line of the cause, from 1, if it is in the file.
    pub line: Option<usize>,
    /// The cause; may have several lines.
    pub message: String,
}

impl Default for Report {
    fn default() -> Self {
        Report {
            version: VERSION,
            arrays: Vec::new(),
            fusion: None,
            splitting: None,
            sharing: None,
            tiling: None,
            evidence: Vec::new(),
            notes: Vec::new(),
            failures: Vec::new(),
        }
    }
}

/// Whether an array was folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Its storage shrank.
    Folded,
    /// It is unchanged.
    Kept,
}

/// How much attention an array deserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Attention {
    /// Its storage shrank.
    Folded,
    /// A temporary that one named thing keeps from being folded. Either a fold with a change was
    /// made, proof included, and [`ArrayEntry::advice`] or the detail names the change; or a plan
    /// fuses the loops around it; or all of these hold:
    ///
    /// * the storage belongs to the function, and code of the function writes elements and reads
    ///   elements;
    /// * the reason names one construct, fact, flag or limit of the analysis;
    /// * it is not the reason that the values or the storage are needed: by a caller, by another
    ///   call or function, or because a smaller mapping does not exist or saves too little.
    ///
    /// Without a trial it is not known whether the array folds once that thing has changed.
    NearMiss,
    /// All others: inputs, outputs, tables of constants, arrays with nothing to gain.
    Other,
}

/// An entry of the matrix of a mapping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Coefficient {
    /// A number.
    Number(i64),
    /// Affine text in the parameters.
    Text(String),
}

/// What became of one array.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ArrayEntry {
    /// As the user spells it.
    pub name: String,
    /// The function it is declared in; empty at file scope.
    pub function: String,
    /// Path of the file.
    pub file: String,
    /// Line of its declaration, from 1.
    pub line: Option<usize>,
    /// Column of its name there, from 1, in characters.
    pub column: Option<usize>,
    /// Column after its name.
    pub end_column: Option<usize>,
    /// The places that decide, in the order of the remark. Omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<SpanEntry>,
    /// The bytes of its name at the declaration; not in the file.
    #[serde(skip)]
    pub declared: Option<Span>,
    /// The bytes of the places that decide; not in the file.
    #[serde(skip)]
    pub causes: Vec<Label>,
    /// Folded or kept.
    pub status: Status,
    /// Whether a user should look at it.
    pub attention: Attention,
    /// Why it is kept, in kebab-case; `null` if it was folded.
    pub reason: Option<String>,
    /// One sentence for people.
    pub detail: String,
    /// Changes of the file or the flags with which it folds, or frees more if it is folded, one
    /// sentence each; each was tried. Omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<String>,
    /// The fewest bytes that it has with one of these changes, or in fused loops that were planned.
    /// Omitted if they are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advised_bytes: Option<i64>,
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
    /// The storage after, in words: `3 rows of W`, `one variable`; `null` if it was not folded.
    pub size_words: Option<String>,
    /// The parameter values for the numbers below.
    pub params: BTreeMap<String, i64>,
    /// Those of `params` whose values are samples: variables. The others are macros at their
    /// values.
    pub sampled: Vec<String>,
    /// Elements before, at `params`.
    pub elements_before: Option<i64>,
    /// Elements after, at `params`.
    pub elements_after: Option<i64>,
    /// Bytes that the program allocates for it before, at `params`.
    pub bytes_before: Option<i64>,
    /// The same after. If `owner` is `caller`, those of the caller's array, which stays, and of the
    /// new one.
    pub bytes_after: Option<i64>,
    /// The owner of its storage before the fold; `function` if it stays.
    pub owner: Owner,
    /// Whether one of `params` is a guess for the value of a variable.
    pub params_guessed: bool,
    /// Whether the bytes before depend on a guess, and those of the new array; not in the file.
    #[serde(skip)]
    pub guessed: [bool; 2],
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

/// A span of the user's file. Lines and columns are counted from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SpanEntry {
    /// Its first line.
    pub line: usize,
    /// The column of its first character.
    pub column: usize,
    /// Its last line.
    pub end_line: usize,
    /// The column after its last character.
    pub end_column: usize,
    /// What is there; may be empty.
    pub label: String,
}

/// A mapping for the parameter values that meet a condition.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

impl ArrayEntry {
    /// Replaces the texts that have names of the program in them.
    pub fn map_texts(&mut self, map: &dyn Fn(&str) -> String) {
        let optional = [
            &mut self.size_before,
            &mut self.size_after,
            &mut self.size_words,
            &mut self.live_bound_form,
        ];
        let lists = [
            &mut self.advice,
            &mut self.shape,
            &mut self.moduli,
            &mut self.sampled,
            &mut self.assumes,
        ];
        let matrix = self.matrix.iter_mut().flatten();
        let matrix = matrix.filter_map(|coefficient| match coefficient {
            Coefficient::Number(_) => None,
            Coefficient::Text(text) => Some(text),
        });
        let strategies = self.strategies.iter_mut();
        let strategies = strategies.flat_map(|s| [&mut s.mapping, &mut s.size, &mut s.reason]);
        let texts = optional.into_iter().chain(strategies).flatten();
        let texts = texts.chain(lists.into_iter().flatten()).chain(matrix);
        for text in texts.chain([&mut self.name, &mut self.detail]) {
            *text = map(text);
        }
        let params = std::mem::take(&mut self.params).into_iter();
        self.params = params.map(|(name, value)| (map(&name), value)).collect();
    }
}

impl SpanEntry {
    /// A span of a file, with a label.
    pub fn new(file: &SourceFile, span: Span, label: &str) -> Self {
        let (start, end) = (file.line_col(span.start), file.line_col(span.end));
        SpanEntry {
            line: start.line as usize,
            column: start.column as usize,
            end_line: end.line as usize,
            end_column: end.column as usize,
            label: label.to_string(),
        }
    }
}

impl ArrayEntry {
    /// The stable name of what became of it: `folded`, or the reason.
    pub fn code(&self) -> &str {
        match self.status {
            Status::Folded => "folded",
            Status::Kept => self.reason.as_deref().unwrap_or("kept"),
        }
    }

    /// Notes the sizes with a change that folds the array.
    pub fn advised(&mut self, folded: &ArrayEntry) {
        if self.bytes_before.is_none() {
            (self.bytes_before, self.guessed[0]) = (folded.bytes_before, folded.guessed[0]);
            self.params.clone_from(&folded.params);
            self.sampled.clone_from(&folded.sampled);
        }
        self.guessed[1] |= folded.guessed[1];
        let both = [self.advised_bytes, folded.bytes_after].into_iter();
        self.advised_bytes = both.flatten().min();
    }

    /// Replaces each span, when the entry is about another text.
    pub fn map_spans(&mut self, map: impl Fn(Span) -> Span) {
        self.declared = self.declared.map(&map);
        for cause in &mut self.causes {
            cause.span = map(cause.span);
        }
    }

    /// Sets lines and columns to those of the spans in the user's file.
    pub fn locate(&mut self, file: &SourceFile) {
        let places = self.causes.iter();
        self.places = places
            .map(|cause| SpanEntry::new(file, cause.span, &cause.message))
            .collect();
        let Some(declared) = self.declared else {
            return;
        };
        let name = SpanEntry::new(file, declared, "");
        self.line = Some(name.line);
        self.column = Some(name.column);
        self.end_column = (name.end_line == name.line).then_some(name.end_column);
    }
}

impl Report {
    /// Adds the report of another file.
    pub fn extend(&mut self, other: Report) {
        self.arrays.extend(other.arrays);
        if let Some(fusion) = other.fusion {
            let all = self.fusion.get_or_insert_default();
            all.loops.extend(fusion.loops);
            all.not_fused.extend(fusion.not_fused);
        }
        if let Some(splitting) = other.splitting {
            let all = self.splitting.get_or_insert_default();
            all.arrays.extend(splitting.arrays);
            all.not_split.extend(splitting.not_split);
        }
        if let Some(sharing) = other.sharing {
            let all = self.sharing.get_or_insert_default();
            all.storages.extend(sharing.storages);
            all.not_shared.extend(sharing.not_shared);
        }
        if let Some(tiling) = other.tiling {
            let all = self.tiling.get_or_insert_default();
            all.loops.extend(tiling.loops);
            all.not_tiled.extend(tiling.not_tiled);
        }
        self.evidence.extend(other.evidence);
        self.notes.extend(other.notes);
        self.failures.extend(other.failures);
    }

    /// The JSON text, with a line end.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}
