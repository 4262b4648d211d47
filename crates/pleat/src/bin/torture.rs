//! `scripts/torture`: folds every C file of the folders named on the command line. None may crash or
//! hang; what changes must compile like the original, and programs must do the same as before.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Processor seconds that folding a file may take.
const LIMIT: u32 = 10;

/// What is counted in one folder.
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

/// Every C file of a folder, over all cores.
fn torture(pleat: &Path, folder: &Path) -> Counts {
    let mut files = Vec::new();
    collect(folder, &mut files);
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

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        match path.is_dir() {
            true => collect(&path, files),
            false if name.ends_with(".c") && !name.starts_with(OURS) => files.push(path),
            false => {}
        }
    }
}

/// Files that this program writes start with this.
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
    let flags = flags(&String::from_utf8_lossy(&original));
    let object = work.path().join("out.o");
    let compiles = |source: &Path, flags: &[String]| {
        let mut command = limited(Path::new("gcc"), LIMIT);
        command.args(["-w", "-c"]).args(flags).arg(source);
        silent(command.arg("-o").arg(&object))
    };
    let options = [
        flags.clone(),
        with(&flags, "-std=gnu89"),
        vec!["-std=gnu89".into()],
    ];
    let usable = options.into_iter().find(|flags| compiles(file, flags));
    let flags = usable.clone().unwrap_or(flags);
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
    if usable.is_some() && !compiles(&beside, &flags) {
        return Err("the folded text does not compile".to_string());
    }
    let program = |source: &Path| build_and_run(source, &flags, work.path());
    // What stands there is undefined when it runs.
    let is_only_compiled = file.iter().any(|part| part == "compile");
    if let Some(want) = (!is_only_compiled).then(|| program(file)).flatten() {
        counts.ran += 1;
        if program(&beside).as_ref() != Some(&want) {
            return Err("the folded program does something else".to_string());
        }
    }
    // What led to a finding stays there to be looked at.
    fs::remove_file(&beside).map_err(trouble)
}

/// A folder for what is made of a file.
fn scratch(file: &Path) -> std::io::Result<tempfile::TempDir> {
    let folder = file.parent().unwrap_or(Path::new("."));
    tempfile::Builder::new().prefix(OURS).tempdir_in(folder)
}

/// The flags that a test of gcc asks for on every target.
fn flags(text: &str) -> Vec<String> {
    let mut flags = Vec::new();
    for line in text.lines() {
        let Some((_, rest)) = line.split_once("-options \"") else {
            continue;
        };
        if let Some((options, rest)) = rest.split_once('"')
            && !rest.contains("target")
        {
            flags.extend(options.split_whitespace().map(String::from));
        }
    }
    flags.retain(|flag| !flag.starts_with("-fdump") && !flag.starts_with("-march"));
    flags
}

fn with(flags: &[String], flag: &str) -> Vec<String> {
    [flags, &[flag.to_string()]].concat()
}

fn silent(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The command with a limit of processor time: some tests make gcc itself run for ever.
fn limited(program: &Path, seconds: u32) -> Command {
    let mut command = Command::new("timeout");
    let script = format!("ulimit -t {seconds}; exec \"$0\" \"$@\"");
    command
        .args(["-s", "KILL", "300", "bash", "-c", &script])
        .arg(program);
    command
}

/// The folded text; none if the compiler rejects the file.
fn fold(
    pleat: &Path,
    file: &Path,
    report: &Path,
    flags: &[String],
    counts: &mut Counts,
) -> Result<Option<Vec<u8>>, String> {
    let mut command = limited(pleat, LIMIT);
    command
        .args(["fold", "-v", "--cc", "gcc", "--report"])
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

/// How a program ends and what it prints; none if it cannot be linked or does not end.
fn build_and_run(source: &Path, flags: &[String], work: &Path) -> Option<(ExitStatus, Vec<u8>)> {
    let program = work.join("program");
    let mut gcc = limited(Path::new("gcc"), LIMIT);
    gcc.args(["-w", "-O2", "-ffp-contract=off"])
        .args(flags)
        .arg(source);
    if !silent(gcc.arg("-o").arg(&program).arg("-lm")) {
        return None;
    }
    let mut run = limited(&program, LIMIT);
    let output = run.stdin(Stdio::null()).current_dir(work).output().ok()?;
    Some((output.status, output.stdout))
}
