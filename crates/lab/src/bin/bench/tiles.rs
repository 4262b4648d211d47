//! `bench tiles`: loops as people write them, folded, in tiles, and folded in tiles; with one
//! thread and with several.
//!
//! The versions run in turn; the shortest run counts, in real time.

use crate::fuse::shortest;
use crate::program::{Compiler, Setting, failed, file_of, read};
use crate::threads::in_turn;
use clap::Parser;
use pleat::map::aligned;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What to measure.
#[derive(Debug, Parser)]
#[command(name = "bench tiles")]
pub(crate) struct Wanted {
    /// Only kernels whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// Runs of each version.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Threads of the last version.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(2..))]
    threads: u32,
    /// Sizes of tiles for all kernels, in place of their own.
    #[arg(long)]
    sizes: Option<String>,
}

/// A kernel: its file, its sizes above the last-level cache, and the sizes of its tiles.
struct Kernel {
    file: &'static str,
    macros: &'static [&'static str],
    sizes: &'static str,
}

const KERNELS: [Kernel; 7] = [
    Kernel {
        file: "tile/heat_line",
        macros: &["N=8000000", "T=50"],
        sizes: "64,8192",
    },
    Kernel {
        file: "tile/heat_plane",
        macros: &["N=4000", "T=50"],
        sizes: "16,32",
    },
    Kernel {
        file: "tile/heat_volume",
        macros: &["N=300", "T=20"],
        sizes: "8,16,16",
    },
    Kernel {
        file: "tile/relax_plane",
        macros: &["N=4000", "T=20"],
        sizes: "8,32",
    },
    Kernel {
        file: "tile/waves",
        macros: &["N=3000", "M=3000", "T=30"],
        sizes: "16,32",
    },
    Kernel {
        file: "tile/alignment",
        macros: &["N=20000", "M=20000"],
        sizes: "512,2048",
    },
    Kernel {
        file: "tile/heat_history",
        macros: &["N=1000000", "T=100"],
        sizes: "32,4096",
    },
];

const FLAGS: [&str; 2] = ["-march=native", "-fopenmp"];

const HEAD: [&str; 10] = [
    "kernel",
    "cc",
    "plain ms",
    "folded",
    "tiled",
    "tiled, folded",
    "waves, 1 thread",
    "waves, all",
    "gain",
    "with threads",
];
/// Numeric columns.
const NUMBERS: std::ops::Range<usize> = 2..10;

/// Measures and prints the table.
pub(crate) fn print(pleat: &Path, words: &[&str]) -> Result<(), String> {
    let wanted = Wanted::parse_from(std::iter::once(&"bench tiles").chain(words));
    let mut cells = vec![HEAD.map(str::to_string).to_vec()];
    for kernel in KERNELS.iter().filter(|k| k.file.contains(&wanted.only)) {
        cells.extend(rows(pleat, &wanted, kernel)?);
    }
    print!("{}", aligned(&cells, NUMBERS));
    Ok(())
}

/// The rows of a kernel, one for each compiler.
fn rows(pleat: &Path, wanted: &Wanted, kernel: &Kernel) -> Result<Vec<Vec<String>>, String> {
    let file = file_of(kernel.file);
    let sizes = wanted.sizes.as_deref().unwrap_or(kernel.sizes);
    let setting = Setting {
        pleat,
        objective: None,
        fuse: false,
        strips: false,
        macros: kernel.macros.to_vec(),
        variables: Vec::new(),
        flags: &FLAGS,
    };
    let pleat = |args: &[&str]| text(pleat, args, &file, kernel.macros);
    let texts = [
        read(&file)?,
        pleat(&["fold"])?,
        pleat(&["tile", "--sizes", sizes])?,
        pleat(&["fold", "--tile", sizes])?,
        pleat(&["tile", "--threads", "--sizes", sizes])?,
    ];
    let work = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut found = Vec::new();
    for compiler in Compiler::ALL {
        let mut programs: Vec<PathBuf> = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            let program = work.path().join(format!("version{number}"));
            if setting.build(text, compiler, &program).is_ok() {
                programs.push(program);
            }
        }
        let [plain, folded, tiled, both, waves] = programs.as_slice() else {
            continue;
        };
        let versions = [
            (plain, 1),
            (folded, 1),
            (tiled, 1),
            (both, 1),
            (waves, 1),
            (waves, wanted.threads),
        ];
        let runs = in_turn(&versions, wanted.runs)?;
        let ms: Vec<f64> = runs.iter().map(|runs| shortest(runs)).collect();
        let mut cells = vec![kernel.file.to_string(), compiler.name().to_string()];
        cells.extend(ms.iter().map(|ms| format!("{ms:.1}")));
        cells.push(format!("{:.2}x", ms[0] / ms[2].min(ms[3])));
        cells.push(format!("{:.2}x", ms[0] / ms[5]));
        found.push(cells);
    }
    Ok(found)
}

/// The output of a command of Pleat for a file.
fn text(pleat: &Path, args: &[&str], file: &Path, macros: &[&str]) -> Result<String, String> {
    let mut command = Command::new(pleat);
    command.args(args).arg("-q").arg(file).arg("--");
    command.args(macros.iter().map(|m| format!("-D{m}")));
    let done = command.output().map_err(|e| failed(pleat, e))?;
    match done.status.success() {
        true => Ok(String::from_utf8_lossy(&done.stdout).into_owned()),
        false => Err(failed(file, String::from_utf8_lossy(&done.stderr))),
    }
}
