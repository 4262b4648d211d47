//! All folds of the corpus, for each objective: they save enough, take no fewer cells than are live
//! at a time, print what the original prints, and `pleat verify` proves them without a hint from
//! the folder. Compilers have no new warnings, and versions of C that accept the original accept
//! them. What Pleat prints for the default objective is that of the snapshots. Each file is folded
//! once for each objective, and each distinct text is looked at once.

use crate::common::{fold_by, folder_flags, source};
use crate::verify_folds::verified;
use crate::warnings::{adds_none, keeps_versions};
use crate::{differential, drop_unused, live, snapshots};
use pleat::{Folded, LeastSaving, Options};
use report::{ArrayEntry, Owner, Status};
use rstest::rstest;
use source::{Flags, SourceFile};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use storage::Objective;

/// The folds of a file, each proved by the folder.
pub(crate) struct Folds {
    pub(crate) original: SourceFile,
    flags: Flags,
    /// The text of the default objective.
    pub(crate) balanced: Vec<u8>,
    /// The distinct texts of all objectives, without the original.
    pub(crate) texts: BTreeSet<Vec<u8>>,
}

impl Folds {
    /// Folds a file for each objective. Asserts that `size` never takes more cells than `balanced`,
    /// and no fewer than are live.
    fn new(path: &Path) -> Folds {
        let all = Objective::ALL.map(|objective| fold_for(path, objective));
        let [size, balanced, _] = &all;
        snapshots::assert_printed(balanced, path, snapshots::folder(path));
        live::no_fold_is_below(&size.report.arrays);
        for (size, balanced) in size.report.arrays.iter().zip(&balanced.report.arrays) {
            assert_eq!(size.name, balanced.name);
            let cells = |array: &ArrayEntry| array.elements_after.unwrap_or(0);
            let text = format!("{}: {} {}", size.name, size.detail, balanced.detail);
            assert!(cells(size) <= cells(balanced), "{text}");
        }
        let original = source(path);
        let balanced = balanced.bytes.clone();
        let mut texts: BTreeSet<Vec<u8>> = all.into_iter().map(|folded| folded.bytes).collect();
        texts.remove(&original.bytes);
        Folds {
            flags: folder_flags(&original),
            original,
            balanced,
            texts,
        }
    }

    /// Asserts that `pleat verify` proves all texts.
    fn are_proved(&self) {
        for text in &self.texts {
            let after = SourceFile::new(self.original.path.clone(), text.clone());
            let found = verified(self.original.clone(), after, &self.flags);
            for function in found.functions {
                let (name, verdict) = (function.name, function.verdict);
                assert!(verdict.is_proved(), "{name}: {verdict:?}");
            }
        }
    }

    /// Asserts that compilers accept all texts as they accept the original.
    fn are_accepted(&self, path: &Path) {
        // gcc assumes that the loops that set a table are never executed.
        if self.texts.is_empty() || path.to_string_lossy().ends_with("tables.c") {
            return;
        }
        adds_none(path, &self.texts);
        keeps_versions(path, &self.texts);
    }
}

/// A fold for an objective, with the live bound of that with the fewest cells.
fn fold_for(path: &Path, objective: Objective) -> Folded {
    let options = Options {
        objective,
        live_bounds: objective == Objective::Size,
        ..Options::default()
    };
    let folded = fold_by(path, &[], &options);
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    for array in &folded.report.arrays {
        saves_enough(array, &format!("{}: {}", objective.name(), array.name));
    }
    folded
}

/// Asserts that an array that is folded gets fewer cells, by at least the least saving.
fn saves_enough(array: &ArrayEntry, what: &str) {
    let (Some(before), Some(after)) = (array.elements_before, array.elements_after) else {
        return;
    };
    if array.status == Status::Kept {
        assert_eq!(before, after, "{what}");
        return;
    }
    assert!(after < before, "{what}: {before} -> {after}");
    let least = LeastSaving::default();
    let bytes = array.bytes_before.zip(array.bytes_after);
    let is_replaced = array.owner != Owner::Caller;
    if let Some((before, after)) = bytes.filter(|_| after > 1 && is_replaced) {
        let saved = before - after;
        assert!(saved >= least.bytes as i64, "{what}: {before} -> {after}");
        let part = saved as f64 * 100.0 / before as f64;
        assert!(part >= least.percent, "{what}: {before} -> {after}");
    }
}

/// Programs of the literature and of single idioms, also without the parameters that folds leave
/// unused.
#[rstest]
fn of_programs(
    #[files("../../corpus/papers/*.c")]
    #[files("../../corpus/idioms/*.c")]
    path: PathBuf,
) {
    let folds = Folds::new(&path);
    let printed = differential::printed(&folds.original.bytes);
    differential::same_output(&folds, &printed);
    drop_unused::same_output(&path, &folds, &printed);
    folds.are_proved();
    folds.are_accepted(&path);
}

/// Larger programs: images and tiles, at their own sizes and at others.
#[rstest]
fn of_pipelines(
    #[files("../../corpus/pipelines/*.c")]
    #[files("../../corpus/tiled/*.c")]
    path: PathBuf,
) {
    let folds = Folds::new(&path);
    differential::same_output_of_pipelines(&folds);
    folds.are_proved();
    folds.are_accepted(&path);
}
