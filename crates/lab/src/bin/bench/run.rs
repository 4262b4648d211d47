//! One run of `pleat fold`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The passes reported by `--timings`.
pub(crate) const PASSES: [&str; 6] = [
    "preprocess",
    "parse",
    "analysis",
    "mapping",
    "emission",
    "check",
];

/// One run: wall milliseconds, milliseconds per pass, peak KiB, number of folded arrays.
pub(crate) struct Sample {
    pub wall: f64,
    pub passes: Vec<f64>,
    pub peak: f64,
    pub folded: usize,
}

/// Folds a file without output, pinned to a core if given; `None` if it fails.
pub(crate) fn run(pleat: &Path, file: &Path, core: Option<usize>) -> Option<Sample> {
    let mut command = match core {
        Some(core) => {
            let mut command = Command::new("taskset");
            command.args(["-c", &core.to_string()]).arg(pleat);
            command
        }
        None => Command::new(pleat),
    };
    command.args(["fold", "--timings", "-o", "/dev/null"]);
    let start = Instant::now();
    let output = command.arg(file).output().ok()?;
    let wall = start.elapsed().as_secs_f64() * 1e3;
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find_map(|l| l.strip_prefix("timings: "))?;
    let mut words = line.split_whitespace();
    let mut numbers = Vec::new();
    while let (Some(_), Some(number)) = (words.next(), words.next()) {
        numbers.push(number.parse().ok()?);
    }
    let peak = numbers.pop()?;
    (numbers.len() == PASSES.len()).then_some(Sample {
        wall,
        passes: numbers,
        peak,
        folded: text.matches("` folded: ").count(),
    })
}

/// Writes a generated program into the folder of the bench.
pub(crate) fn write(name: &str, text: &str) -> std::io::Result<PathBuf> {
    let folder = Path::new("target/bench");
    std::fs::create_dir_all(folder)?;
    let file = folder.join(name);
    std::fs::write(&file, text)?;
    Ok(file)
}
