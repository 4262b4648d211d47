//! The processor time of `pleat verify` beside that of `pleat fold`, for every file of the corpus
//! and every objective, and the verdict.
//!
//! One line per fold, then the geometric mean of the ratios and the ten largest.

use crate::run::{seconds, timed};
use pleat::map::aligned;
use std::path::{Path, PathBuf};

/// Folders of the corpus whose files are folded.
const FOLDERS: [&str; 6] = [
    "papers",
    "polybench",
    "pipelines",
    "tiled",
    "idioms",
    "refused",
];
const OBJECTIVES: [&str; 3] = ["size", "balanced", "speed"];
const HEAD: [&str; 6] = [
    "file",
    "objective",
    "fold s",
    "verify s",
    "ratio",
    "verdict",
];
/// Numeric columns.
const NUMBERS: std::ops::Range<usize> = 2..5;
/// Ratios listed at the end.
const WORST: usize = 10;

/// The measurement of one fold.
struct Line {
    file: String,
    objective: &'static str,
    fold: f64,
    verify: f64,
    verdict: &'static str,
}

impl Line {
    fn ratio(&self) -> f64 {
        self.verify / self.fold
    }

    fn cells(&self) -> Vec<String> {
        vec![
            self.file.clone(),
            self.objective.to_string(),
            format!("{:.3}", self.fold),
            format!("{:.3}", self.verify),
            format!("{:.2}", self.ratio()),
            self.verdict.to_string(),
        ]
    }
}

/// Prints the table; `wanted` selects files by a part of their names.
pub(crate) fn print(pleat: &Path, wanted: Option<&str>) -> Result<(), String> {
    let work = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut lines = Vec::new();
    for file in corpus(wanted)? {
        for objective in OBJECTIVES {
            lines.extend(measured(pleat, &file, objective, work.path())?);
        }
    }
    if lines.is_empty() {
        return Err("no folds; run it from the project's folder".to_string());
    }
    let head = HEAD.map(str::to_string).to_vec();
    let table = |lines: &[Line]| {
        let rows = lines.iter().map(Line::cells);
        let rows: Vec<Vec<String>> = std::iter::once(head.clone()).chain(rows).collect();
        aligned(&rows, NUMBERS)
    };
    print!("{}", table(&lines));
    print_total(&lines);
    lines.sort_by(|a, b| b.ratio().total_cmp(&a.ratio()));
    lines.truncate(WORST);
    print!("\n{}", table(&lines));
    Ok(())
}

fn print_total(lines: &[Line]) {
    let count = |verdict: &str| lines.iter().filter(|l| l.verdict == verdict).count();
    let logs: f64 = lines.iter().map(|l| l.ratio().ln()).sum();
    let sum = |of: &dyn Fn(&Line) -> f64| lines.iter().map(of).sum::<f64>();
    println!(
        "\n{} folds: {} proved, {} refuted, {} unknown",
        lines.len(),
        count("proved"),
        count("refuted"),
        count("unknown")
    );
    println!(
        "verify takes {:.2} times the time of the fold (geometric mean); {:.1} s and {:.1} s in all",
        (logs / lines.len() as f64).exp(),
        sum(&|l| l.verify),
        sum(&|l| l.fold)
    );
}

/// The files whose name contains a text.
fn corpus(wanted: Option<&str>) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        let place = Path::new("corpus").join(folder);
        let entries = std::fs::read_dir(&place)
            .map_err(|e| format!("{}: {e}; run it from the project's folder", place.display()))?;
        files.extend(entries.flatten().map(|e| e.path()));
    }
    files.retain(|path| path.extension().is_some_and(|e| e == "c"));
    files.retain(|path| wanted.is_none_or(|w| path.to_string_lossy().contains(w)));
    files.sort();
    Ok(files)
}

/// Folds a file and verifies the result; nothing if it is unchanged.
fn measured(
    pleat: &Path,
    file: &Path,
    objective: &'static str,
    work: &Path,
) -> Result<Option<Line>, String> {
    let folded = work.join("folded.c");
    let mut fold = timed(pleat);
    fold.args(["fold", "--objective", objective, "-o"])
        .arg(&folded)
        .arg(file);
    let (output, fold) = seconds(&mut fold)?;
    let texts = (std::fs::read(file), std::fs::read(&folded));
    let is_changed = matches!(&texts, (Ok(before), Ok(after)) if before != after);
    if !output.status.success() || !is_changed {
        return Ok(None);
    }
    let parent = file.parent().unwrap_or(Path::new("."));
    let mut verify = timed(pleat);
    verify.arg("verify").arg(file).arg(&folded);
    verify.arg("--").arg(format!("-I{}", parent.display()));
    let (output, verify) = seconds(&mut verify)?;
    Ok(Some(Line {
        file: name(file),
        objective,
        fold,
        verify,
        verdict: match output.status.code() {
            Some(0) => "proved",
            Some(1) => "refuted",
            Some(2) => "unknown",
            _ => "failed",
        },
    }))
}

/// `papers/durbin`
fn name(file: &Path) -> String {
    let name = file.strip_prefix("corpus").unwrap_or(file);
    name.with_extension("").display().to_string()
}
