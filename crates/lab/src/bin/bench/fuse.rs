//! `bench fuse`: stages as people write them, and what `pleat fold --fuse` makes of them, beside
//! rolling rows by hand where there are some.
//!
//! The versions run in turn on one core; the shortest of further calls counts. The images exceed
//! the caches.

use crate::program::{Array, Compiler, Run, Setting, by_hand, finish, read, start};
use clap::Parser;
use pleat::map::aligned;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What to measure.
#[derive(Debug, Parser)]
#[command(name = "bench fuse")]
pub(crate) struct Wanted {
    /// Only files whose folder and name contain this.
    #[arg(long, default_value = "")]
    only: String,
    /// Rows and columns of images.
    #[arg(long, default_value_t = 2048)]
    size: u32,
    /// Runs of each version.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Only this compiler.
    #[arg(long, value_parser = Compiler::ALL.map(Compiler::name))]
    compiler: Option<String>,
}

/// Rows and columns of the factors of matrix products.
const MATRIX: &str = "512";
/// Rows and columns of grids of physics.
const GRID: &str = "1024";
/// Elements of signals.
const SIGNAL: &str = "4194304";
/// Calls of the kernel in one run.
const CALLS: &str = "REPEAT=3";

/// Variables that hold a macro's value.
const VARIABLES: [(&str, &str); 5] = [("h", "H"), ("w", "W"), ("n", "N"), ("m", "M"), ("d", "D")];

const HEAD: [&str; 10] = [
    "file",
    "cc",
    "bytes before",
    "bytes after",
    "staged ms",
    "fused ms",
    "by hand ms",
    "speed",
    "over hand",
    "tool ms",
];
/// Numeric columns.
const NUMBERS: std::ops::Range<usize> = 2..10;

/// One program under one compiler.
struct Row {
    file: String,
    compiler: &'static str,
    arrays: Vec<Array>,
    /// Milliseconds of a call.
    staged: f64,
    fused: f64,
    by_hand: Option<f64>,
    /// Milliseconds of the tool.
    tool: f64,
}

/// Measures and prints the table.
pub(crate) fn print(pleat: &Path, words: &[&str]) -> Result<(), String> {
    let wanted = Wanted::parse_from(std::iter::once(&"bench fuse").chain(words));
    let (mut rows, mut others) = (Vec::new(), Vec::new());
    for file in corpus(&wanted.only)? {
        match measured(pleat, &wanted, &file) {
            Ok(found) => rows.extend(found),
            Err(why) => others.push(format!("{}: {why}", name(&file))),
        }
    }
    let head = HEAD.map(str::to_string).to_vec();
    let cells: Vec<Vec<String>> = std::iter::once(head)
        .chain(rows.iter().map(Row::cells))
        .collect();
    print!("{}", aligned(&cells, NUMBERS));
    print_means(&rows);
    for other in others {
        println!("{other}");
    }
    Ok(())
}

/// The stages of the corpus.
fn corpus(wanted: &str) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for (folder, end) in [("pipelines", "_stages.c"), ("stages", ".c")] {
        let place = Path::new("corpus").join(folder);
        let entries = std::fs::read_dir(&place)
            .map_err(|e| format!("{}: {e}; run it from the project's folder", place.display()))?;
        let mut found: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
        found.retain(|path| path.to_string_lossy().ends_with(end));
        found.sort();
        files.extend(found);
    }
    files.retain(|path| name(path).contains(wanted));
    Ok(files)
}

/// `stages/harris_flat`
fn name(file: &Path) -> String {
    let name = file.strip_prefix("corpus").unwrap_or(file);
    name.with_extension("").display().to_string()
}

/// `NAME=VALUE` of the sizes that a program has.
fn sizes(text: &str, image: u32) -> Vec<String> {
    let has = |name: &str| text.contains(&format!("#ifndef {name}\n"));
    let value = |name: &str| match name {
        "D" => "64".to_string(),
        "N" if has("D") => image.to_string(),
        "N" if text.contains("[N][N]") => MATRIX.to_string(),
        "N" if text.lines().any(|l| l.contains("[N") && l.contains("][")) => GRID.to_string(),
        "N" => SIGNAL.to_string(),
        _ => image.to_string(),
    };
    let names = ["H", "W", "N", "D"].into_iter().filter(|n| has(n));
    names.map(|n| format!("{n}={}", value(n))).collect()
}

/// The rows of one program, for each compiler; an error if nothing is fused.
fn measured(pleat: &Path, wanted: &Wanted, file: &Path) -> Result<Vec<Row>, String> {
    let staged = read(file)?;
    let sizes = sizes(&staged, wanted.size);
    let macros = sizes.iter().map(String::as_str);
    let setting = Setting {
        pleat,
        objective: None,
        fuse: true,
        strips: false,
        macros: macros.chain([CALLS]).collect(),
        variables: VARIABLES.to_vec(),
        flags: &[],
    };
    let work = tempfile::tempdir().map_err(|e| e.to_string())?;
    let begin = Instant::now();
    let (fused, arrays) = setting.fold(file, work.path())?;
    let tool = begin.elapsed().as_secs_f64() * 1e3;
    if fused == staged {
        return Err("nothing is fused and folded".to_string());
    }
    let mut texts = vec![staged, fused];
    texts.extend(by_hand(file).map(|path| read(&path)).transpose()?);
    let compilers = Compiler::ALL.into_iter();
    let compilers = compilers.filter(|c| wanted.compiler.as_ref().is_none_or(|w| w == c.name()));
    let row = |compiler: Compiler| {
        let versions = in_turn(&setting, &texts, compiler, wanted.runs, work.path())?;
        let line = |version: usize| versions[version].first().map(|r| &r.line);
        if line(0) != line(1) {
            return Err(format!("{}: PRINTS ELSE", compiler.name()));
        }
        let times: Vec<f64> = versions.iter().map(|runs| shortest(runs)).collect();
        Ok(Row {
            file: name(file),
            compiler: compiler.name(),
            arrays: arrays.clone(),
            staged: times[0],
            fused: times[1],
            by_hand: times.get(2).copied(),
            tool,
        })
    };
    compilers.map(row).collect()
}

/// Runs of each version, which run in turn, after one warm-up.
pub(crate) fn in_turn(
    setting: &Setting,
    texts: &[String],
    compiler: Compiler,
    runs: u32,
    work: &Path,
) -> Result<Vec<Vec<Run>>, String> {
    let mut versions: Vec<(PathBuf, Vec<Run>)> = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        let program = work.join(format!("version{number}"));
        setting.build(text, compiler, &program)?;
        versions.push((program, Vec::new()));
    }
    for turn in 0..=runs {
        for (program, measured) in &mut versions {
            let child = start(program, Some(0), None).map_err(|e| e.to_string())?;
            let run = finish(child).ok_or(format!("{}: a version failed", compiler.name()))?;
            if turn > 0 {
                measured.push(run);
            }
        }
    }
    Ok(versions.into_iter().map(|(_, runs)| runs).collect())
}

/// Milliseconds of a call.
pub(crate) fn shortest(runs: &[Run]) -> f64 {
    let further = runs.iter().map(|r| r.further * 1e3);
    further.min_by(f64::total_cmp).unwrap_or(f64::NAN)
}

impl Row {
    fn speed(&self) -> f64 {
        self.staged / self.fused
    }

    fn cells(&self) -> Vec<String> {
        let bytes = |of: fn(&Array) -> i64| self.arrays.iter().map(of).sum::<i64>().to_string();
        let optional = |value: Option<String>| value.unwrap_or_default();
        vec![
            self.file.clone(),
            self.compiler.to_string(),
            bytes(|a| a.before),
            bytes(|a| a.after),
            format!("{:.2}", self.staged),
            format!("{:.2}", self.fused),
            optional(self.by_hand.map(|ms| format!("{ms:.2}"))),
            format!("{:.2}x", self.speed()),
            optional(self.by_hand.map(|ms| format!("{:.2}x", self.fused / ms))),
            format!("{:.0}", self.tool),
        ]
    }
}

/// The geometric mean and the least of the speeds, for each compiler.
fn print_means(rows: &[Row]) {
    for compiler in Compiler::ALL.map(Compiler::name) {
        let speeds: Vec<f64> = rows
            .iter()
            .filter(|r| r.compiler == compiler)
            .map(Row::speed)
            .collect();
        let Some(least) = speeds.iter().copied().min_by(f64::total_cmp) else {
            continue;
        };
        let logs: f64 = speeds.iter().map(|s| s.ln()).sum();
        println!(
            "{compiler}: geometric mean {:.2}x of {} programs, least {least:.2}x",
            (logs / speeds.len() as f64).exp(),
            speeds.len()
        );
    }
}
