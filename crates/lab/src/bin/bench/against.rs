//! The time of a fold beside that of another build of Pleat, for every file of corpus/stages: plain
//! and with `--fuse`.
//!
//! Both builds take turns on one core. The table shows the least processor time of each, in
//! milliseconds with that of the compilers they start, and how many times as fast this build is.

use crate::passes::median;
use crate::run::{seconds, timed};
use std::path::{Path, PathBuf};

/// Runs of each build.
const RUNS: usize = 5;

/// The ways to fold a file.
const WAYS: [(&str, &[&str]); 2] = [("plain", &[]), ("--fuse", &["--fuse"])];

/// Prints the table.
pub(crate) fn print(pleat: &Path, other: &Path) -> Result<(), String> {
    let mut ratios = [const { Vec::new() }; WAYS.len()];
    print!("{:<22}", "file");
    WAYS.iter()
        .for_each(|(way, _)| print!(" {way:>8} {:>8} {:>6}", "other", "times"));
    println!();
    for file in files()? {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        print!("{name:<22}");
        for (way, (_, flags)) in WAYS.into_iter().enumerate() {
            let [own, others] = least([pleat, other], &file, flags)?;
            print!(
                " {:>8.0} {:>8.0} {:>6.2}",
                1e3 * own,
                1e3 * others,
                others / own
            );
            ratios[way].push(others / own);
        }
        println!();
    }
    for (what, of) in [("median", median as fn(Vec<f64>) -> f64), ("least", fewest)] {
        print!("{what:<22}");
        ratios
            .iter()
            .for_each(|ratios| print!(" {:>24.2}", of(ratios.clone())));
        println!();
    }
    Ok(())
}

fn fewest(values: Vec<f64>) -> f64 {
    values.into_iter().fold(f64::INFINITY, f64::min)
}

fn files() -> Result<Vec<PathBuf>, String> {
    let folder = std::fs::read_dir("corpus/stages").map_err(|error| error.to_string())?;
    let files = folder.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = files
        .filter(|p| p.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    Ok(files)
}

/// The least seconds of two builds that take turns.
fn least(builds: [&Path; 2], file: &Path, flags: &[&str]) -> Result<[f64; 2], String> {
    let mut least = [f64::INFINITY; 2];
    for _ in 0..RUNS {
        for (build, least) in builds.into_iter().zip(&mut least) {
            let mut command = timed(build);
            command
                .args(["fold", "-o", "/dev/null"])
                .args(flags)
                .arg(file);
            *least = least.min(seconds(&mut command)?.1);
        }
    }
    Ok(least)
}
