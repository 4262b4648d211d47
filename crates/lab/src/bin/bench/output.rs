//! The length of what `pleat fold` prints, with `-v` and by default, for files of several folders.

use pleat::map::aligned;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folders of a mixed trial, if none are given.
const FOLDERS: [&str; 4] = [
    "corpus/idioms",
    "corpus/pipelines",
    "corpus/polybench",
    "corpus/stages",
];

/// The files of a trial: about as many of each folder, taken evenly.
const MOST_FILES: usize = 75;

const HEAD: [&str; 8] = [
    "folder",
    "files",
    "folds",
    "near misses",
    "notes -v",
    "lines -v",
    "notes",
    "lines",
];

#[derive(Deserialize)]
struct Report {
    arrays: Vec<Array>,
}

#[derive(Deserialize)]
struct Array {
    attention: String,
}

/// The numbers of a folder, in the order of the table.
type Numbers = [usize; 7];

/// Prints a table of the folders, and the sums.
pub(crate) fn print(pleat: &Path, folders: &[&str]) -> Result<(), String> {
    let folders = match folders.is_empty() {
        true => &FOLDERS[..],
        false => folders,
    };
    let work = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut rows = vec![HEAD.map(str::to_string).to_vec()];
    let mut sums: Numbers = [0; 7];
    for (k, folder) in folders.iter().enumerate() {
        let share = |k: usize| k * MOST_FILES / folders.len();
        let mut numbers: Numbers = [0; 7];
        for file in trial(folder, share(k + 1) - share(k))? {
            let report = work.path().join("report.json");
            let measured = measure(pleat, &file, &report)?;
            { numbers.iter_mut().zip(measured) }.for_each(|(sum, number)| *sum += number);
        }
        { sums.iter_mut().zip(numbers) }.for_each(|(sum, number)| *sum += number);
        rows.push(row(folder, &numbers));
    }
    rows.push(row("all", &sums));
    print!("{}", aligned(&rows, 1..HEAD.len()));
    Ok(())
}

fn row(folder: &str, numbers: &Numbers) -> Vec<String> {
    let numbers = numbers.iter().map(usize::to_string);
    std::iter::once(folder.to_string()).chain(numbers).collect()
}

/// Every so many files of a folder and its folders.
fn trial(folder: &str, most: usize) -> Result<Vec<PathBuf>, String> {
    let mut all = Vec::new();
    add_files(Path::new(folder), &mut all).map_err(|error| format!("{folder}: {error}"))?;
    let number = all.len().min(most);
    let taken = (0..number).map(|k| all[k * all.len() / number].clone());
    Ok(taken.collect())
}

fn add_files(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let entries = std::fs::read_dir(folder)?.map(|entry| entry.map(|e| e.path()));
    let mut entries: Vec<PathBuf> = entries.collect::<Result<_, _>>()?;
    entries.sort();
    for path in entries {
        match path.is_dir() {
            true => add_files(&path, files)?,
            false if path.extension().is_some_and(|e| e == "c") => files.push(path),
            false => {}
        }
    }
    Ok(())
}

fn measure(pleat: &Path, file: &Path, report: &Path) -> Result<Numbers, String> {
    let verbose = said(pleat, file, &["-v"])?;
    let usual = said(pleat, file, &["--report", &report.display().to_string()])?;
    let failed = |why: String| format!("{}: {why}", file.display());
    let text = std::fs::read_to_string(report).map_err(|error| failed(error.to_string()))?;
    let report: Report = serde_json::from_str(&text).map_err(|error| failed(error.to_string()))?;
    let deserve = |attention: &str| {
        let arrays = report.arrays.iter();
        arrays.filter(|array| array.attention == attention).count()
    };
    let notes = |text: &str| text.lines().filter(|line| line.starts_with("note")).count();
    Ok([
        1,
        deserve("folded"),
        deserve("near-miss"),
        notes(&verbose),
        verbose.lines().count(),
        notes(&usual),
        usual.lines().count(),
    ])
}

/// What a fold prints on standard error.
fn said(pleat: &Path, file: &Path, flags: &[&str]) -> Result<String, String> {
    let mut command = Command::new(pleat);
    command.args(["fold", "-o", "/dev/null"]).args(flags);
    let output = command.arg(file).output();
    let output = output.map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(String::from_utf8_lossy(&output.stderr).into_owned())
}
