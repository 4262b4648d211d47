//! The storage of every array of the corpus before and after folding, and the lower bound for any
//! mapping.
//!
//! One line per analysed array and lifetime, at the sample parameters; one line per lifetime for
//! all arrays. Arrays that are not folded show the reason.

use pleat::map::aligned;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders of the corpus whose arrays are listed.
const FOLDERS: [&str; 5] = ["papers", "idioms", "polybench", "pipelines", "tiled"];
const LIFETIMES: [&str; 2] = ["value", "element"];

const HEAD: [&str; 9] = [
    "file",
    "function",
    "array",
    "lifetime",
    "before",
    "after",
    "alive",
    "ratio",
    "alive, or why it stays",
];
/// Numeric columns.
const NUMBERS: std::ops::Range<usize> = 4..8;

#[derive(Deserialize)]
struct Report {
    arrays: Vec<Array>,
}

/// One array of the report.
#[derive(Deserialize)]
struct Array {
    name: String,
    function: String,
    status: String,
    reason: Option<String>,
    lifetime: Option<String>,
    elements_before: Option<i64>,
    elements_after: Option<i64>,
    live_bound: Option<i64>,
    live_bound_form: Option<String>,
    ratio: Option<f64>,
}

impl Array {
    fn is_folded(&self) -> bool {
        self.status == "folded"
    }
}

/// Prints the table.
pub(crate) fn print(pleat: &Path) -> Result<(), String> {
    let work = tempfile::tempdir().map_err(|error| error.to_string())?;
    let report = work.path().join("report.json");
    let mut arrays: Vec<(String, Array)> = Vec::new();
    for file in corpus() {
        for lifetime in LIFETIMES {
            let found = arrays_of(pleat, &file, lifetime, &report)?;
            let name = short_name(&file);
            arrays.extend(found.into_iter().map(|array| (name.clone(), array)));
        }
    }
    if arrays.is_empty() {
        return Err("no arrays; run it from the project's folder".to_string());
    }
    let rows = arrays.iter().map(|(file, array)| row(file, array));
    let head = HEAD.map(str::to_string).to_vec();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    print!("{}", aligned(&rows, NUMBERS));
    for lifetime in LIFETIMES {
        let of_lifetime = arrays.iter().map(|(_, array)| array);
        let of_lifetime = of_lifetime.filter(|a| a.lifetime.as_deref() == Some(lifetime));
        print_total(lifetime, &of_lifetime.collect::<Vec<_>>());
    }
    Ok(())
}

fn corpus() -> Vec<PathBuf> {
    let listed = |folder: &&str| std::fs::read_dir(Path::new("corpus").join(folder)).ok();
    let entries = FOLDERS.iter().filter_map(listed).flatten();
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}

/// `papers/durbin`
fn short_name(file: &Path) -> String {
    let name = file.strip_prefix("corpus").unwrap_or(file);
    name.with_extension("").display().to_string()
}

/// The arrays that were analysed.
fn arrays_of(
    pleat: &Path,
    file: &Path,
    lifetime: &str,
    report: &Path,
) -> Result<Vec<Array>, String> {
    let failed = |why: String| format!("{}: {why}", file.display());
    let mut command = Command::new(pleat);
    command.args([
        "fold",
        "-o",
        "/dev/null",
        "--lifetime",
        lifetime,
        "--report",
    ]);
    let output = command.arg(report).arg(file).output();
    let output = output.map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let text = std::fs::read_to_string(report).map_err(|error| failed(error.to_string()))?;
    let report: Report = serde_json::from_str(&text).map_err(|error| failed(error.to_string()))?;
    let analysed = report.arrays.into_iter().filter(|a| a.lifetime.is_some());
    Ok(analysed.collect())
}

fn row(file: &str, array: &Array) -> Vec<String> {
    let number = |n: Option<i64>| n.map_or("?".to_string(), |n| n.to_string());
    let alive = array.live_bound.map_or(String::new(), |n| n.to_string());
    let form = array.live_bound_form.as_deref().unwrap_or_default();
    let why = array.reason.as_deref().unwrap_or_default();
    let last = match (form.is_empty(), why.is_empty()) {
        (false, false) => format!("{form}; {why}"),
        _ => format!("{form}{why}"),
    };
    vec![
        file.to_string(),
        array.function.clone(),
        array.name.clone(),
        array.lifetime.clone().unwrap_or_default(),
        number(array.elements_before),
        number(array.elements_after),
        alive,
        array.ratio.map_or(String::new(), |r| format!("{r:.2}")),
        last,
    ]
}

/// `value: 80 of 120 arrays folded, 1.34 times the live bound (geometric mean of 110)`
fn print_total(lifetime: &str, arrays: &[&Array]) {
    let folded = arrays.iter().filter(|a| a.is_folded()).count();
    let ratios: Vec<f64> = arrays.iter().filter_map(|a| a.ratio).collect();
    let logs: f64 = ratios.iter().map(|r| r.ln()).sum();
    println!(
        "{lifetime}: {folded} of {} arrays folded; storage {:.2} times the live bound (geometric mean of {})",
        arrays.len(),
        (logs / ratios.len().max(1) as f64).exp(),
        ratios.len()
    );
}
