//! `scripts/torture`: folds every C file of the folders named on the command line; a last path
//! component that is no folder is a prefix of file names. Pleat may neither crash nor hang on any
//! file; a changed file must compile like the original, with the same diagnostics, and its program
//! must behave as before.

mod compile;
mod dejagnu;

use compile::{LIMIT, Program, diagnostics, limited};
use dejagnu::Test;
use std::collections::BTreeMap;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The counts of one folder.
#[derive(Default)]
struct Counts {
    files: usize,
    unreadable: usize,
    regions: usize,
    arrays: usize,
    folded: usize,
    changed: usize,
    ran: usize,
    reasons: BTreeMap<String, usize>,
    findings: Vec<String>,
}

fn main() -> ExitCode {
    let folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let pleat = match std::env::current_exe() {
        Ok(path) => path.with_file_name("pleat"),
        Err(error) => {
            eprintln!("torture: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut total = Counts::default();
    print_row(&[
        "folder", "files", "rejected", "regions", "arrays", "folded", "changed", "ran", "findings",
    ]);
    for folder in &folders {
        let counts = torture(&pleat, folder);
        counts.print(&folder.display().to_string());
        total.add(counts);
    }
    total.print("all");
    println!("\nkept arrays by reason");
    for (reason, count) in &total.reasons {
        println!("{reason:<28} {count:>7}");
    }
    for finding in &total.findings {
        println!("FINDING {finding}");
    }
    match total.findings.is_empty() && total.files > 0 {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.files += other.files;
        self.unreadable += other.unreadable;
        self.regions += other.regions;
        self.arrays += other.arrays;
        self.folded += other.folded;
        self.changed += other.changed;
        self.ran += other.ran;
        for (reason, count) in other.reasons {
            *self.reasons.entry(reason).or_default() += count;
        }
        self.findings.extend(other.findings);
    }

    fn print(&self, name: &str) {
        let numbers = [
            self.files,
            self.unreadable,
            self.regions,
            self.arrays,
            self.folded,
            self.changed,
            self.ran,
            self.findings.len(),
        ];
        let mut row = vec![name.to_string()];
        row.extend(numbers.iter().map(usize::to_string));
        print_row(&row.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

fn print_row(cells: &[&str]) {
    let name: String = cells[0].chars().rev().take(28).collect();
    let name: String = name.chars().rev().collect();
    print!("{name:<28}");
    cells[1..].iter().for_each(|cell| print!(" {cell:>9}"));
    println!();
}

/// Folds every C file of a folder, on all cores.
fn torture(pleat: &Path, folder: &Path) -> Counts {
    let mut files = Vec::new();
    match (folder.is_dir(), folder.parent(), folder.file_name()) {
        (false, Some(parent), Some(prefix)) => {
            collect(parent, &prefix.to_string_lossy(), &mut files);
        }
        _ => collect(folder, "", &mut files),
    }
    files.sort();
    let next = AtomicUsize::new(0);
    let total = Mutex::new(Counts::default());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let counts = one(pleat, file);
                    if let Ok(mut total) = total.lock() {
                        total.add(counts);
                    }
                }
            });
        }
    });
    let mut total = total.into_inner().unwrap_or_default();
    total.findings.sort();
    total
}

/// The C files of a folder with a prefix; those of its subfolders too if the prefix is empty.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        match path.is_dir() {
            true if prefix.is_empty() => collect(&path, prefix, files),
            true => {}
            false if name.ends_with(".c") && is_test(&name, prefix) => files.push(path),
            false => {}
        }
    }
}

fn is_test(name: &str, prefix: &str) -> bool {
    name.starts_with(prefix) && !name.starts_with(OURS)
}

/// The prefix of the files that this program writes.
const OURS: &str = "pleat-torture-";

fn one(pleat: &Path, file: &Path) -> Counts {
    let mut counts = Counts {
        files: 1,
        ..Counts::default()
    };
    if let Err(finding) = try_one(pleat, file, &mut counts) {
        counts
            .findings
            .push(format!("{}: {finding}", file.display()));
    }
    counts
}

fn try_one(pleat: &Path, file: &Path, counts: &mut Counts) -> Result<(), String> {
    let trouble = |e: std::io::Error| format!("torture itself failed: {e}");
    let original = fs::read(file).map_err(trouble)?;
    let work = scratch(file).map_err(trouble)?;
    let test = Test::of(file, &String::from_utf8_lossy(&original));
    let usable = usable(file, &test, work.path());
    let flags = usable.clone().unwrap_or(test.flags.clone());
    let report = work.path().join("report.json");
    let folded = fold(pleat, file, &report, &flags, counts)?;
    count(&report, counts);
    let Some(folded) = folded.filter(|bytes| *bytes != original) else {
        return Ok(());
    };
    counts.changed += 1;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let beside = file.with_file_name(format!("{OURS}{name}"));
    fs::write(&beside, folded).map_err(trouble)?;
    let program = Program {
        test: &test,
        flags: &flags,
        work: work.path(),
    };
    same_diagnostics(file, &beside, &program)?;
    same_behaviour(file, &beside, &program, counts)?;
    // The files that led to a finding are kept for inspection.
    fs::remove_file(&beside).map_err(trouble)
}

/// The flags with which the compiler accepts a test: its own, or those for old C.
fn usable(file: &Path, test: &Test, work: &Path) -> Option<Vec<String>> {
    let options = [
        test.flags.clone(),
        with(&test.flags, "-std=gnu89"),
        vec!["-std=gnu89".into()],
    ];
    let accepts = |flags: &Vec<String>| diagnostics(file, &with(flags, "-w"), work).is_accepted;
    options.into_iter().find(accepts)
}

/// Checks that the compiler accepts both texts or rejects both, without new diagnostics.
fn same_diagnostics(file: &Path, beside: &Path, program: &Program) -> Result<(), String> {
    let before = diagnostics(file, program.flags, program.work);
    let after = diagnostics(beside, program.flags, program.work);
    match (before.is_accepted, after.is_accepted) {
        (true, false) => return Err("the folded text does not compile".to_string()),
        (false, true) => return Err("the folded text compiles".to_string()),
        _ => {}
    }
    match after.messages.difference(&before.messages).next() {
        Some(new) => Err(format!("the compiler says something new: {new}")),
        None => Ok(()),
    }
}

/// Checks that both programs end alike, and print the same if the original is deterministic.
fn same_behaviour(
    file: &Path,
    beside: &Path,
    program: &Program,
    counts: &mut Counts,
) -> Result<(), String> {
    let Some(want) = program.test.runs.then(|| program.run(file)).flatten() else {
        return Ok(());
    };
    counts.ran += 1;
    let found = program.run(beside);
    if found.as_ref() == Some(&want) {
        return Ok(());
    }
    let status = |run: &Option<compile::Run>| run.as_ref().map(|run| run.0);
    let again = program.run(file);
    match again.as_ref() != Some(&want) && status(&again) == status(&found) {
        true => Ok(()),
        false => Err("the folded program does something else".to_string()),
    }
}

/// A folder for the files derived from a test.
fn scratch(file: &Path) -> std::io::Result<tempfile::TempDir> {
    let folder = file.parent().unwrap_or(Path::new("."));
    tempfile::Builder::new().prefix(OURS).tempdir_in(folder)
}

fn with(flags: &[String], flag: &str) -> Vec<String> {
    [flags, &[flag.to_string()]].concat()
}

/// The folded text; `None` if the compiler rejects the file.
fn fold(
    pleat: &Path,
    file: &Path,
    report: &Path,
    flags: &[String],
    counts: &mut Counts,
) -> Result<Option<Vec<u8>>, String> {
    let mut command = limited(pleat, LIMIT);
    command
        .args(["fold", "-v", "--min-saving=0", "--cc", "gcc", "--report"])
        .arg(report)
        .arg(file)
        .arg("--");
    let output = command.args(flags).stdin(Stdio::null()).output();
    let output = output.map_err(|e| e.to_string())?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    let regions = stderr.lines().filter_map(regions_of);
    counts.regions += regions.sum::<usize>();
    match output.status.code() {
        _ if stderr.contains("panicked") => Err("panic".to_string()),
        Some(0) => Ok(Some(output.stdout)),
        Some(2) => {
            counts.unreadable += 1;
            Ok(None)
        }
        _ => Err(format!("{}: {}", output.status, last_line(&stderr))),
    }
}

/// `pleat: FILE: 3 regions`
fn regions_of(line: &str) -> Option<usize> {
    let words = line.strip_prefix("pleat: ")?.strip_suffix(" regions")?;
    words.rsplit_once(' ')?.1.parse().ok()
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

fn count(report: &Path, counts: &mut Counts) {
    let text = fs::read(report).unwrap_or_default();
    let report: serde_json::Value = serde_json::from_slice(&text).unwrap_or_default();
    for array in report["arrays"].as_array().into_iter().flatten() {
        counts.arrays += 1;
        match array["reason"].as_str() {
            Some(reason) => *counts.reasons.entry(reason.to_string()).or_default() += 1,
            None => counts.folded += 1,
        }
    }
}
