//! `bench threads`: stages as people write them, fused, and fused in strips of rows that threads
//! share, with one thread and with several.
//!
//! The versions run in turn; the shortest of all further calls counts, in real time.

use crate::fuse::shortest;
use crate::program::{Compiler, Run, Setting, file_of, finish, read, start_threads};
use clap::Parser;
use pleat::map::aligned;
use std::path::{Path, PathBuf};

/// What to measure.
#[derive(Debug, Parser)]
#[command(name = "bench threads")]
pub(crate) struct Wanted {
    /// Rows and columns of images.
    #[arg(long, default_value_t = 4096)]
    size: u32,
    /// Runs of each version.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Threads of the last version.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(2..))]
    threads: u32,
}

const PIPELINES: [&str; 3] = ["blur", "unsharp", "harris"];
const FLAGS: [&str; 3] = ["-march=native", "-ffast-math", "-fopenmp"];

const HEAD: [&str; 7] = [
    "pipeline",
    "cc",
    "staged ms",
    "fused ms",
    "strips, 1 thread",
    "strips, all",
    "over fused",
];
/// Numeric columns.
const NUMBERS: std::ops::Range<usize> = 2..7;

/// Measures and prints the table.
pub(crate) fn print(pleat: &Path, words: &[&str]) -> Result<(), String> {
    let wanted = Wanted::parse_from(std::iter::once(&"bench threads").chain(words));
    let mut cells = vec![HEAD.map(str::to_string).to_vec()];
    for pipeline in PIPELINES {
        cells.extend(rows(pleat, &wanted, pipeline)?);
    }
    print!("{}", aligned(&cells, NUMBERS));
    Ok(())
}

/// The rows of a pipeline; a compiler without OpenMP has none.
fn rows(pleat: &Path, wanted: &Wanted, pipeline: &str) -> Result<Vec<Vec<String>>, String> {
    let file = file_of(&format!("pipelines/{pipeline}_stages"));
    let sizes = [format!("H={}", wanted.size), format!("W={}", wanted.size)];
    let setting = |strips: bool| Setting {
        pleat,
        objective: None,
        fuse: true,
        strips,
        macros: sizes
            .iter()
            .map(String::as_str)
            .chain(["REPEAT=4"])
            .collect(),
        variables: vec![("h", "H"), ("w", "W")],
        flags: &FLAGS,
    };
    let work = tempfile::tempdir().map_err(|e| e.to_string())?;
    let texts = [
        read(&file)?,
        setting(false).fold(&file, work.path())?.0,
        setting(true).fold(&file, work.path())?.0,
    ];
    let mut found = Vec::new();
    for compiler in Compiler::ALL {
        let mut programs: Vec<PathBuf> = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            let program = work.path().join(format!("version{number}"));
            if setting(true).build(text, compiler, &program).is_ok() {
                programs.push(program);
            }
        }
        let [staged, fused, strips] = programs.as_slice() else {
            continue;
        };
        let versions = [
            (staged, 1),
            (fused, 1),
            (strips, 1),
            (strips, wanted.threads),
        ];
        let runs = in_turn(&versions, wanted.runs)?;
        let ms: Vec<f64> = runs.iter().map(|runs| shortest(runs)).collect();
        let mut cells = vec![pipeline.to_string(), compiler.name().to_string()];
        cells.extend(ms.iter().map(|ms| format!("{ms:.2}")));
        cells.push(format!("{:.2}x", ms[1] / ms[3]));
        found.push(cells);
    }
    Ok(found)
}

/// Runs of each version with its number of threads, after one warm-up.
pub(crate) fn in_turn(versions: &[(&PathBuf, u32)], runs: u32) -> Result<Vec<Vec<Run>>, String> {
    let mut measured: Vec<Vec<Run>> = vec![Vec::new(); versions.len()];
    for turn in 0..=runs {
        for ((program, threads), measured) in versions.iter().zip(&mut measured) {
            let child = start_threads(program, *threads).map_err(|e| e.to_string())?;
            let run = finish(child).ok_or("a version failed")?;
            if turn > 0 {
                measured.push(run);
            }
        }
    }
    Ok(measured)
}
