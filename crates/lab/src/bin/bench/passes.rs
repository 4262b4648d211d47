//! The time of `pleat fold` for each file of corpus/papers, by pass.
//!
//! Each file is folded 10 times after one warm-up, with the process pinned to one core; the table
//! shows medians in milliseconds for the whole process and for each pass, and the peak memory.

use crate::run::{PASSES, Sample, run};
use std::path::{Path, PathBuf};

const RUNS: usize = 10;

/// Prints the table.
pub(crate) fn print(pleat: &Path) -> Result<(), String> {
    let files = corpus()
        .map_err(|error| format!("corpus/papers: {error}; run it from the project's folder"))?;
    print!("{:<22} {:>7}", "file", "wall");
    PASSES.iter().for_each(|p| print!(" {p:>10}"));
    println!(" {:>9}", "peak MiB");
    for file in files {
        match row(pleat, &file) {
            Some(row) => println!("{row}"),
            None => println!("{:<22} failed", name(&file)),
        }
    }
    Ok(())
}

fn corpus() -> std::io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = std::fs::read_dir("corpus/papers")?
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    Ok(files)
}

fn name(file: &Path) -> String {
    file.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn row(pleat: &Path, file: &Path) -> Option<String> {
    let one = || run(pleat, file, Some(0));
    one()?;
    let samples: Vec<Sample> = (0..RUNS).map(|_| one()).collect::<Option<_>>()?;
    let of = |f: &dyn Fn(&Sample) -> f64| median(samples.iter().map(f).collect());
    let mut row = format!("{:<22} {:>7.1}", name(file), of(&|s| s.wall));
    for pass in 0..PASSES.len() {
        row.push_str(&format!(" {:>10.1}", of(&|s| s.passes[pass])));
    }
    let peak = samples.iter().map(|s| s.peak).fold(0.0, f64::max);
    row.push_str(&format!(" {:>9.1}", peak / 1024.0));
    Some(row)
}

/// The median.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() % 2 {
        0 => (values[middle - 1] + values[middle]) / 2.0,
        _ => values[middle],
    }
}
