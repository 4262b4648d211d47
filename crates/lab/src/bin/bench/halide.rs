//! `bench halide`: blur, unsharp mask and Harris corners as stages, after `pleat fold --fuse`, by
//! hand, and in Halide with the best of several schedules.
//!
//! Halide comes from pip into `target/halide`; without pip or a network nothing is measured.

use crate::fuse::{in_turn, shortest};
use crate::program::{Compiler, Setting, by_hand, file_of, read};
use clap::Parser;
use pleat::map::aligned;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What to measure.
#[derive(Debug, Parser)]
#[command(name = "bench halide")]
pub(crate) struct Wanted {
    /// Rows and columns of images.
    #[arg(long, default_value_t = 4096)]
    size: u32,
    /// Runs of each version and schedule.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// A Python that has halide and numpy, instead of installing them.
    #[arg(long)]
    python: Option<PathBuf>,
}

/// The pipelines in Halide: prints the best schedule of each.
const SCHEDULES: &str = include_str!("schedules.py");

const PACKAGES: [&str; 2] = ["halide", "numpy"];
const PIPELINES: [&str; 3] = ["blur", "unsharp", "harris"];
/// Halide too uses all instructions, and reorders floating-point operations.
const FLAGS: [&str; 3] = ["-march=native", "-ffast-math", "-ffp-contract=fast"];

const HEAD: [&str; 8] = [
    "pipeline",
    "cc",
    "staged ms",
    "fused ms",
    "by hand ms",
    "speed",
    "Halide ms",
    "over Halide",
];
/// Numeric columns.
const NUMBERS: std::ops::Range<usize> = 2..8;

/// The best schedule of a pipeline.
struct Best {
    pipeline: String,
    threads: u32,
    ms: f64,
    schedule: String,
}

/// Measures and prints the table.
pub(crate) fn print(pleat: &Path, words: &[&str]) -> Result<(), String> {
    let wanted = Wanted::parse_from(std::iter::once(&"bench halide").chain(words));
    let python = match wanted.python.clone().map_or_else(installed, Ok) {
        Ok(python) => python,
        Err(why) => {
            println!("nothing is measured: Halide cannot be installed: {why}");
            return Ok(());
        }
    };
    let best = best_schedules(&python, &wanted)?;
    let mut cells = vec![HEAD.map(str::to_string).to_vec()];
    for pipeline in PIPELINES {
        let serial = best
            .iter()
            .find(|b| (b.pipeline.as_str(), b.threads) == (pipeline, 1));
        let serial = serial.ok_or(format!("no schedule of {pipeline}"))?;
        cells.extend(rows(pleat, &wanted, pipeline, serial.ms)?);
    }
    print!("{}", aligned(&cells, NUMBERS));
    for Best {
        pipeline,
        threads,
        ms,
        schedule,
    } in best
    {
        println!("Halide, {pipeline}, threads: {threads}: {ms:.2} ms with {schedule}");
    }
    Ok(())
}

/// The rows of a pipeline, for each compiler.
fn rows(
    pleat: &Path,
    wanted: &Wanted,
    pipeline: &str,
    halide: f64,
) -> Result<Vec<Vec<String>>, String> {
    let file = file_of(&format!("pipelines/{pipeline}_stages"));
    let sizes = [format!("H={}", wanted.size), format!("W={}", wanted.size)];
    let macros = sizes.iter().map(String::as_str);
    let setting = Setting {
        pleat,
        objective: None,
        fuse: true,
        strips: false,
        macros: macros.chain(["REPEAT=4"]).collect(),
        variables: vec![("h", "H"), ("w", "W")],
        flags: &FLAGS,
    };
    let work = tempfile::tempdir().map_err(|e| e.to_string())?;
    let hand = by_hand(&file).ok_or(format!("{pipeline}: nothing by hand"))?;
    let texts = [
        read(&file)?,
        setting.fold(&file, work.path())?.0,
        read(&hand)?,
    ];
    let row = |compiler: Compiler| {
        let runs = in_turn(&setting, &texts, compiler, wanted.runs, work.path())?;
        let ms: Vec<f64> = runs.iter().map(|runs| shortest(runs)).collect();
        let (staged, fused) = (ms[0], ms[1]);
        let mut cells = vec![pipeline.to_string(), compiler.name().to_string()];
        cells.extend(ms.iter().map(|ms| format!("{ms:.2}")));
        cells.push(format!("{:.2}x", staged / fused));
        cells.push(format!("{halide:.2}"));
        cells.push(format!("{:.2}x", fused / halide));
        Ok(cells)
    };
    Compiler::ALL.into_iter().map(row).collect()
}

/// A Python with Halide, which is installed if it is not there yet.
fn installed() -> Result<PathBuf, String> {
    let place = Path::new("target/halide");
    let python = place.join("bin/python");
    let has_packages = |python: &Path| {
        let all = PACKAGES.join(", ");
        run(Command::new(python).args(["-c", &format!("import {all}")])).is_ok()
    };
    if !has_packages(&python) {
        run(Command::new("python3").args(["-m", "venv"]).arg(place))?;
        let pip = ["-m", "pip", "install", "--quiet", "--retries", "1"];
        run(Command::new(&python).args(pip).args(PACKAGES))?;
    }
    Ok(python)
}

fn best_schedules(python: &Path, wanted: &Wanted) -> Result<Vec<Best>, String> {
    let numbers = [wanted.size, wanted.runs].map(|n| n.to_string());
    let output = run(Command::new(python).args(["-c", SCHEDULES]).args(numbers))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let read = |line: &str| {
        let mut words = line.splitn(4, ' ');
        Some(Best {
            pipeline: words.next()?.to_string(),
            threads: words.next()?.parse().ok()?,
            ms: words.next()?.parse().ok()?,
            schedule: words.next()?.to_string(),
        })
    };
    let lines = text.lines();
    lines
        .map(|l| read(l).ok_or(format!("`{l}` is no result")))
        .collect()
}

fn run(command: &mut Command) -> Result<Output, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|e| format!("{program}: {e}"))?;
    match output.status.success() {
        true => Ok(output),
        false => Err(format!(
            "{program}: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        )),
    }
}
