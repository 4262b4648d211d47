//! `bench memory`: how many processes of the original and the folded versions fit into a given
//! amount of memory.
//!
//! Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for Arrays", Table V. Instead
//! of letting the machine swap, each of P processes gets 1/P of the memory as its address space.

use crate::program::{Compiler, Setting, file_of, finish, read, start};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Kernels and their sizes.
const KERNELS: [(&str, &str); 3] = [
    ("papers/lbm_d2q9", "T=60 N=1024 M=1024"),
    ("papers/jacobi_2d", "T=60 N=1024 M=1024"),
    ("pipelines/harris_rows", "H=4096 W=4096"),
];
const PROCESSES: [u64; 6] = [1, 2, 4, 8, 12, 16];
/// The memory of all processes together, in KiB.
const MEMORY: u64 = 4 << 20;

/// Prints a table.
pub(crate) fn print(pleat: &Path) -> Result<(), String> {
    println!(
        "{} MiB for all processes\n{:<24} {:>9} {:>10} {:>12} {:>12}",
        MEMORY >> 10,
        "kernel",
        "processes",
        "MiB each",
        "original s",
        "folded s"
    );
    let work = tempfile::tempdir().map_err(|error| error.to_string())?;
    for (kernel, macros) in KERNELS {
        let [original, folded] = build(pleat, kernel, macros, work.path())?;
        for processes in PROCESSES {
            println!(
                "{kernel:<24} {processes:>9} {:>10} {:>12} {:>12}",
                (MEMORY / processes) >> 10,
                shown(together(&original, processes)),
                shown(together(&folded, processes))
            );
        }
    }
    Ok(())
}

fn shown(seconds: Option<f64>) -> String {
    seconds.map_or("cannot".to_string(), |s| format!("{s:.2}"))
}

fn build(
    pleat: &Path,
    kernel: &str,
    macros: &'static str,
    work: &Path,
) -> Result<[PathBuf; 2], String> {
    let setting = Setting {
        pleat,
        objective: None,
        fuse: false,
        strips: false,
        macros: macros.split_whitespace().collect(),
        variables: Vec::new(),
        flags: &[],
    };
    let file = file_of(kernel);
    let (folded, _) = setting.fold(&file, work)?;
    let programs = [work.join("original"), work.join("folded")];
    for (text, program) in [read(&file)?, folded].iter().zip(&programs) {
        setting.build(text, Compiler::Gcc, program)?;
    }
    Ok(programs)
}

/// Seconds until all processes, started together, are done; `None` if one of them cannot run.
fn together(program: &Path, processes: u64) -> Option<f64> {
    let since = Instant::now();
    let limit = Some(MEMORY / processes);
    let children: Vec<_> = (0..processes)
        .map(|_| start(program, None, limit))
        .collect();
    let runs: Vec<_> = children.into_iter().map(|c| finish(c.ok()?)).collect();
    let done = runs.iter().all(Option::is_some);
    done.then(|| since.elapsed().as_secs_f64())
}
