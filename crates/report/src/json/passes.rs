//! The entries of passes beside the fold: parts of arrays, fused loops, common storage, tiles.

use serde::Serialize;
use std::collections::BTreeMap;

/// Arrays of which parts became arrays of their own, because these live longer than the rest.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Splitting {
    /// The arrays, in the order of their functions.
    pub arrays: Vec<SplitEntry>,
    /// Arrays that stay whole although they would be smaller.
    pub not_split: Vec<UnsplitEntry>,
}

/// An array with parts that are arrays of their own.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SplitEntry {
    /// The function.
    pub function: String,
    /// Path of the file.
    pub file: String,
    /// The array.
    pub array: String,
    /// Its parts.
    pub parts: Vec<PartEntry>,
    /// Elements after a fold of the whole array, at `params`.
    pub elements_before: i64,
    /// Elements after a fold of the array and its parts, at `params`.
    pub elements_after: i64,
    /// The bytes of the parts in the fold; `null` if they are not known.
    pub bytes_added: Option<i64>,
    /// Typical values of the parameters.
    pub params: BTreeMap<String, i64>,
    /// The assumptions of the proof, one sentence each.
    pub assumes: Vec<String>,
}

impl SplitEntry {
    /// ``has parts that live longer than the rest: `u_first` for u[0][..], 192 elements instead of
    /// 2624 at N = 64``
    pub fn words(&self) -> String {
        let parts = self.parts.iter();
        let parts = parts.map(|part| format!("`{}` for {}", part.name, part.elements(&self.array)));
        let parts: Vec<String> = parts.collect();
        format!(
            "has parts that live longer than the rest: {}, {}",
            parts.join(", "),
            self.sizes()
        )
    }

    /// `2 elements instead of 13 at N = 12`
    pub fn sizes(&self) -> String {
        let params = self.params.iter().map(|(p, v)| format!("{p} = {v}"));
        let params: Vec<String> = params.collect();
        let at = match params.is_empty() {
            true => String::new(),
            false => format!(" at {}", params.join(", ")),
        };
        let (after, before) = (self.elements_after, self.elements_before);
        format!("{after} elements instead of {before}{at}")
    }
}

impl PartEntry {
    /// The elements of the array: `u[0][..]`.
    pub fn elements(&self, array: &str) -> String {
        let before = "[..]".repeat(self.dimension);
        let after = "[..]".repeat(self.dimensions.saturating_sub(self.dimension + 1));
        format!("{array}{before}[{}]{after}", self.subscript)
    }
}

/// The elements of an array with one value of a subscript, as an array of their own.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PartEntry {
    /// The name of the new array.
    pub name: String,
    /// The dimension of the subscript, from 0.
    pub dimension: usize,
    /// The dimensions of the array.
    pub dimensions: usize,
    /// Its value, in the parameters.
    pub subscript: String,
    /// Whether the array keeps the elements too, and the new one has copies for late reads.
    pub copied: bool,
}

/// An array that stays whole, although it would be smaller with parts of their own.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct UnsplitEntry {
    /// The function.
    pub function: String,
    /// Path of the file.
    pub file: String,
    /// The array.
    pub array: String,
    /// Why, in one sentence.
    pub reason: String,
}

/// Arrays in common storage.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Sharing {
    /// The storages that several arrays have in common, in the order of their functions.
    pub storages: Vec<StorageEntry>,
    /// Functions whose arrays keep their own.
    pub not_shared: Vec<NotSharedEntry>,
}

/// A storage that several arrays have in common.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    /// Whether one of `params` is a guess for the value of a variable; not in the file.
    #[serde(skip)]
    pub is_guess: bool,
    /// The assumptions of the proof, one sentence each.
    pub assumes: Vec<String>,
}

/// A function whose arrays keep storage of their own, although there are several.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Fusion {
    /// The fused loops, in the order of their functions.
    pub loops: Vec<LoopEntry>,
    /// Loops that follow each other and stay apart.
    pub not_fused: Vec<NotFusedEntry>,
}

/// A fused loop.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    /// The rows of arrays that an iteration of each writes, for figures; empty if iterations are no
    /// rows.
    #[serde(skip)]
    pub steps: Vec<i64>,
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StripsEntry {
    /// The rows of a strip.
    pub rows: i64,
    /// The rows before them that each strip computes, too.
    pub again: i64,
}

/// An array between the loops that are fused.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

/// Loops in tiles.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Tiling {
    /// The loops in tiles, in the order of the file.
    pub loops: Vec<TilesEntry>,
    /// The loops that stay as they are.
    pub not_tiled: Vec<NotTiledEntry>,
}

/// A loop nest in tiles.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TilesEntry {
    /// The function.
    pub function: String,
    /// Path of the file.
    pub file: String,
    /// The counters of the loops over tiles, outermost first.
    pub counters: Vec<String>,
    /// The position of an iteration in each dimension, in the counters of the loops: `i + 2*t`.
    pub positions: Vec<String>,
    /// How many iterations beside it a tile computes again, at most.
    pub again: i64,
    /// The assumptions of the proof, one sentence each.
    pub assumes: Vec<String>,
}

/// A loop nest without tiles.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NotTiledEntry {
    /// The function.
    pub function: String,
    /// Path of the file.
    pub file: String,
    /// Why, in one sentence.
    pub reason: String,
}
