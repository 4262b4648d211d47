//! `bench run`: the original and the folded version of each kernel, compared with a version by hand
//! where there is one, and with the folded version at compile-time sizes where sizes are variables.
//!
//! The versions run in turn on one core; a run measures the processor time of the first call of the
//! kernel and of further calls, and the medians count. Below the cache size memory is warm; above
//! it the first call also pays for the pages that it touches.

use crate::program::{Array, Compiler, Run, Setting, by_hand, file_of, finish, read, start};
use crate::sizes::{POINTS, Point};
use clap::Parser;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// What to measure.
#[derive(Debug, Parser)]
#[command(name = "bench run")]
pub(crate) struct Wanted {
    /// What Pleat folds for [default: what it does by itself]. May be repeated.
    #[arg(long)]
    objective: Vec<String>,
    /// Only kernels whose folder and name contain this.
    #[arg(long, default_value = "")]
    only: String,
    /// Only sizes `below` or `above` the caches.
    #[arg(long, value_parser = PLACES)]
    at: Option<String>,
    /// Runs of each version.
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Also write all of it here.
    #[arg(long)]
    json: Option<PathBuf>,
}

/// The kinds of [`Point`].
const PLACES: [&str; 2] = ["below", "above"];

/// One kernel at one size under one compiler.
#[derive(Debug, Serialize)]
struct Row {
    kernel: &'static str,
    objective: Option<String>,
    at: &'static str,
    macros: &'static str,
    compiler: &'static str,
    /// Milliseconds of a call.
    before: f64,
    after: f64,
    by_hand: Option<f64>,
    /// The version of `after` whose sizes the compiler knows.
    constant: Option<f64>,
    /// `before` over `after`.
    speedup: f64,
    /// The same ratio for the first call.
    first_speedup: f64,
    /// `after` over `by_hand`.
    over_hand: Option<f64>,
    /// `after` over `constant`.
    over_constant: Option<f64>,
    /// Peak KiB of the process.
    peak_before: f64,
    peak_after: f64,
    /// Bytes of all temporary arrays.
    bytes_before: i64,
    bytes_after: i64,
    bytes_by_hand: Option<i64>,
    vectorised_before: usize,
    vectorised_after: usize,
    /// Whether all versions print the same.
    same: bool,
}

/// Measures, prints a table and a summary.
pub(crate) fn print(pleat: &Path, words: &[&str]) -> Result<(), String> {
    let wanted = Wanted::parse_from(std::iter::once(&"bench run").chain(words));
    let objectives: Vec<Option<&str>> = match wanted.objective.is_empty() {
        true => vec![None],
        false => wanted.objective.iter().map(|o| Some(o.as_str())).collect(),
    };
    print_head();
    let mut rows = Vec::new();
    for objective in objectives {
        let of_objective = measure_all(pleat, &wanted, objective)?;
        print_summary(objective, &of_objective);
        rows.extend(of_objective);
    }
    if let Some(path) = &wanted.json {
        let text = serde_json::to_string_pretty(&rows).map_err(|e| e.to_string())?;
        std::fs::write(path, text).map_err(|e| crate::program::failed(path, e))?;
    }
    Ok(())
}

fn measure_all(pleat: &Path, wanted: &Wanted, objective: Option<&str>) -> Result<Vec<Row>, String> {
    let points = POINTS.iter().filter(|p| p.kernel.contains(&wanted.only));
    let mut rows = Vec::new();
    for point in points {
        for at in PLACES {
            if wanted.at.as_deref().is_none_or(|a| a == at) {
                match measure(pleat, wanted.runs, objective, point, at) {
                    Ok(measured) => rows.extend(measured),
                    Err(why) => println!("{:<30} {at}: {why}", point.kernel),
                }
            }
        }
    }
    Ok(rows)
}

/// The versions of one kernel.
struct Versions {
    before: String,
    after: String,
    constant: Option<String>,
    by_hand: Option<String>,
    arrays: Vec<Array>,
    arrays_by_hand: Vec<Array>,
}

impl Versions {
    fn new(setting: &Setting, kernel: &str, work: &Path) -> Result<Versions, String> {
        let file = file_of(kernel);
        let (after, arrays) = setting.fold(&file, work)?;
        let (by_hand, arrays_by_hand) = match by_hand(&file) {
            Some(hand) => (Some(read(&hand)?), setting.fold(&hand, work)?.1),
            None => (None, Vec::new()),
        };
        Ok(Versions {
            before: read(&file)?,
            constant: setting.with_constant_sizes(&after),
            after,
            by_hand,
            arrays,
            arrays_by_hand,
        })
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        let always = [self.before.as_str(), self.after.as_str()];
        let sometimes = [self.by_hand.as_deref(), self.constant.as_deref()];
        always.into_iter().chain(sometimes.into_iter().flatten())
    }
}

/// The rows of one kernel at one size; empty if nothing was folded.
fn measure(
    pleat: &Path,
    runs: u32,
    objective: Option<&str>,
    point: &'static Point,
    at: &'static str,
) -> Result<Vec<Row>, String> {
    let macros = match at {
        "below" => point.below,
        _ => point.above,
    };
    let setting = Setting {
        pleat,
        objective,
        fuse: false,
        strips: false,
        macros: macros.split_whitespace().collect(),
        variables: pairs(point.variables),
        flags: &[],
    };
    let work = tempfile::tempdir().map_err(|error| error.to_string())?;
    let versions = Versions::new(&setting, point.kernel, work.path())?;
    if versions.before == versions.after {
        return Err("nothing is folded".to_string());
    }
    let mut rows = Vec::new();
    for compiler in Compiler::ALL {
        let measured = in_turn(&setting, &versions, compiler, runs, work.path())?;
        let row = row(point.kernel, &versions, &measured);
        let row = Row {
            objective: objective.map(str::to_string),
            at,
            macros,
            compiler: compiler.name(),
            ..row
        };
        print_row(&row);
        rows.push(row);
    }
    Ok(rows)
}

/// `n=N m=M`
fn pairs(variables: &'static str) -> Vec<(&'static str, &'static str)> {
    let words = variables.split_whitespace();
    words.filter_map(|w| w.split_once('=')).collect()
}

/// The measurements of one version.
struct Measured {
    runs: Vec<Run>,
    vectorised: usize,
}

impl Measured {
    fn median(&self, of: impl Fn(&Run) -> f64) -> f64 {
        crate::passes::median(self.runs.iter().map(of).collect())
    }
}

/// Builds all versions and runs them in turn, after one warm-up.
fn in_turn(
    setting: &Setting,
    versions: &Versions,
    compiler: Compiler,
    runs: u32,
    work: &Path,
) -> Result<Vec<Measured>, String> {
    let mut built = Vec::new();
    for (number, text) in versions.texts().enumerate() {
        let program = work.join(format!("version{number}"));
        let vectorised = setting.build(text, compiler, &program)?;
        let runs = Vec::new();
        built.push((program, Measured { runs, vectorised }));
    }
    for turn in 0..=runs {
        for (program, measured) in &mut built {
            let child = start(program, Some(0), None).map_err(|e| e.to_string())?;
            let run = finish(child).ok_or(format!("{} version failed", compiler.name()))?;
            if turn > 0 {
                measured.runs.push(run);
            }
        }
    }
    Ok(built.into_iter().map(|(_, measured)| measured).collect())
}

/// Summarises the runs of all versions; the caller fills in where they were made.
fn row(kernel: &'static str, versions: &Versions, measured: &[Measured]) -> Row {
    let (before, after) = (&measured[0], &measured[1]);
    let further = |m: &Measured| m.median(|r| r.further) * 1e3;
    let first = |m: &Measured| m.median(|r| r.first);
    let peak = |m: &Measured| m.median(|r| r.peak);
    let mut others = measured[2..].iter().map(further);
    let by_hand = versions.by_hand.as_ref().and_then(|_| others.next());
    let constant = others.next();
    let bytes = |f: fn(&Array) -> i64, all: &[Array]| all.iter().map(f).sum::<i64>();
    let lines = |m: &Measured| m.runs.first().map(|r| r.line.clone());
    Row {
        kernel,
        objective: None,
        at: "",
        macros: "",
        compiler: "",
        before: further(before),
        after: further(after),
        by_hand,
        constant,
        speedup: further(before) / further(after),
        first_speedup: first(before) / first(after),
        over_hand: by_hand.map(|hand| further(after) / hand),
        over_constant: constant.map(|constant| further(after) / constant),
        peak_before: peak(before),
        peak_after: peak(after),
        bytes_before: bytes(|a| a.before, &versions.arrays),
        bytes_after: bytes(|a| a.after, &versions.arrays),
        bytes_by_hand: (versions.by_hand.is_some())
            .then(|| bytes(|a| a.before, &versions.arrays_by_hand)),
        vectorised_before: before.vectorised,
        vectorised_after: after.vectorised,
        same: measured.iter().all(|m| lines(m) == lines(before)),
    }
}

fn print_head() {
    println!(
        "{:<28} {:<6} {:<6} {:>10} {:>10} {:>7} {:>7} {:>9} {:>6} {:>12} {:>11} {:>8} {:>7} {:>8}",
        "kernel",
        "at",
        "cc",
        "before ms",
        "after ms",
        "speed",
        "first",
        "RSS MiB",
        "ratio",
        "bytes before",
        "bytes after",
        "vector",
        "by hand",
        "constant"
    );
}

fn print_row(row: &Row) {
    let over = |ratio: Option<f64>| ratio.map_or(String::new(), |r| format!("{r:.2}x"));
    let (over_hand, over_constant) = (over(row.over_hand), over(row.over_constant));
    let differs = if row.same { "" } else { "  PRINTS ELSE" };
    println!(
        "{:<28} {:<6} {:<6} {:>10.3} {:>10.3} {:>6.2}x {:>6.2}x {:>9.1} {:>5.2}x {:>12} {:>11} {:>3} ->{:>3} {over_hand:>7} {over_constant:>8}{differs}",
        row.kernel,
        row.at,
        row.compiler,
        row.before,
        row.after,
        row.speedup,
        row.first_speedup,
        row.peak_after / 1024.0,
        row.peak_before / row.peak_after,
        row.bytes_before,
        row.bytes_after,
        row.vectorised_before,
        row.vectorised_after,
    );
}

/// Bytes of the last-level cache, if known.
fn last_level_cache() -> Option<i64> {
    let levels = (2..=4).rev();
    let path = |level: u32| format!("/sys/devices/system/cpu/cpu0/cache/index{level}/size");
    let text = levels
        .into_iter()
        .find_map(|level| std::fs::read_to_string(path(level)).ok())?;
    let kib: i64 = text.trim().strip_suffix('K')?.parse().ok()?;
    Some(kib * 1024)
}

fn print_summary(objective: Option<&str>, rows: &[Row]) {
    let name = objective.unwrap_or("default");
    let Some(least) = rows.iter().min_by(|a, b| a.speedup.total_cmp(&b.speedup)) else {
        return println!("{name}: nothing was measured");
    };
    println!(
        "{name}: least speed {:.2}x ({} {} {})",
        least.speedup, least.kernel, least.at, least.compiler
    );
    let cache = last_level_cache().unwrap_or(0);
    let large = rows
        .iter()
        .filter(|r| r.at == "above" && r.bytes_before > cache);
    let large: Vec<&Row> = large.collect();
    print_mean(name, "each call", cache, large.iter().map(|r| r.speedup));
    print_mean(
        name,
        "first call",
        cache,
        large.iter().map(|r| r.first_speedup),
    );
    print_windows(name, rows);
}

/// The geometric mean over kernels whose original temporaries exceed the cache.
fn print_mean(name: &str, what: &str, cache: i64, speedups: impl Iterator<Item = f64>) {
    let logs: Vec<f64> = speedups.map(f64::ln).collect();
    if !logs.is_empty() {
        println!(
            "{name}: {what}: geometric mean {:.2}x of {} with more than {} MiB of temporaries",
            (logs.iter().sum::<f64>() / logs.len() as f64).exp(),
            logs.len(),
            cache >> 20
        );
    }
}

/// Compares the storage with that of a sliding window written by hand.
fn print_windows(name: &str, rows: &[Row]) {
    let first = Compiler::ALL[0].name();
    for row in rows.iter().filter(|r| r.compiler == first) {
        if let Some(by_hand) = row.bytes_by_hand {
            println!(
                "{name}: {} {}: {} bytes after folding, {by_hand} by hand",
                row.kernel, row.at, row.bytes_after
            );
        }
    }
}
