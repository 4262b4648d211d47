//! `bench tiles`: loops as people write them, folded, in tiles, and folded in tiles; with one
//! thread and with several. Then few and many time steps: wavefronts of tiles, overlapped tiles of
//! several steps, and hexagons. Then stages of wide images: fused, and in columns.
//!
//! The versions run in turn; the shortest run counts, in real time. clang needs `libomp-dev`; a
//! compiler without OpenMP has no rows.

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

const KERNELS: [Kernel; 8] = [
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
        sizes: "1024,1024",
    },
    Kernel {
        file: "papers/lbm_d2q9",
        macros: &["N=1500", "M=1500", "T=40"],
        sizes: "8,16",
    },
    Kernel {
        file: "tile/heat_history",
        macros: &["N=1000000", "T=100"],
        sizes: "32,4096",
    },
];

/// Time steps, with the sizes of overlapped tiles and of hexagons.
const STEPS: [(Kernel, [&str; 2]); 4] = [
    (
        Kernel {
            file: "tile/steps/line",
            macros: &["N=8000000", "T=16"],
            sizes: "16,8192",
        },
        ["16,2048", "16,8192"],
    ),
    (
        Kernel {
            file: "tile/steps/line",
            macros: &["N=8000000", "T=100"],
            sizes: "16,8192",
        },
        ["16,2048", "16,8192"],
    ),
    (
        Kernel {
            file: "tile/steps/plane",
            macros: &["N=4000", "T=16"],
            sizes: "16,32",
        },
        ["8,64,256", "8,64,256"],
    ),
    (
        Kernel {
            file: "tile/steps/plane",
            macros: &["N=4000", "T=100"],
            sizes: "16,32",
        },
        ["8,64,256", "8,64,256"],
    ),
];

/// Stages whose rows are longer than the second-level cache.
const COLUMNS: [Kernel; 5] = [
    Kernel {
        file: "tile/columns/panorama",
        macros: &["W=400000", "H=200"],
        sizes: "0,auto",
    },
    Kernel {
        file: "tile/columns/scan_lines",
        macros: &["W=200000", "H=200"],
        sizes: "0,auto",
    },
    Kernel {
        file: "tile/columns/terrain",
        macros: &["W=400000", "H=200"],
        sizes: "0,auto",
    },
    Kernel {
        file: "stages/canny_flat",
        macros: &["W=200000", "H=200"],
        sizes: "0,auto",
    },
    Kernel {
        file: "stages/camera_static",
        macros: &["W=400000", "H=200"],
        sizes: "0,auto",
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
const STEPS_HEAD: [&str; 13] = [
    "steps",
    "number",
    "cc",
    "plain ms",
    "waves, 1 thread",
    "waves, all",
    "overlapped, 1 thread",
    "overlapped, all",
    "hexagons, 1 thread",
    "hexagons, all",
    "gain",
    "overlapped over waves",
    "hexagons over waves",
];
const COLUMNS_HEAD: [&str; 9] = [
    "stages",
    "cc",
    "plain ms",
    "fused",
    "columns",
    "shared, 1 thread",
    "shared, all",
    "gain",
    "over fused",
];

/// Measures and prints the tables.
pub(crate) fn print(pleat: &Path, words: &[&str]) -> Result<(), String> {
    let wanted = Wanted::parse_from(std::iter::once(&"bench tiles").chain(words));
    let mut cells = vec![HEAD.map(str::to_string).to_vec()];
    for kernel in wanted.of(&KERNELS) {
        cells.extend(rows(pleat, &wanted, kernel)?);
    }
    print!("{}", aligned(&cells, 2..HEAD.len()));
    let mut cells = vec![STEPS_HEAD.map(str::to_string).to_vec()];
    for (kernel, sizes) in STEPS.iter().filter(|(k, _)| wanted.wants(k)) {
        cells.extend(rows_of_steps(pleat, &wanted, kernel, sizes)?);
    }
    print!("\n{}", aligned(&cells, 3..STEPS_HEAD.len()));
    let mut cells = vec![COLUMNS_HEAD.map(str::to_string).to_vec()];
    for kernel in wanted.of(&COLUMNS) {
        cells.extend(rows_in_columns(pleat, &wanted, kernel)?);
    }
    print!("\n{}", aligned(&cells, 2..COLUMNS_HEAD.len()));
    Ok(())
}

impl Wanted {
    /// The kernels that are wanted.
    fn of<'k>(&self, kernels: &'k [Kernel]) -> impl Iterator<Item = &'k Kernel> {
        kernels.iter().filter(|kernel| self.wants(kernel))
    }

    fn wants(&self, kernel: &Kernel) -> bool {
        kernel.file.contains(&self.only)
    }

    /// The sizes of the tiles of a kernel.
    fn sizes<'w>(&'w self, kernel: &'w Kernel) -> &'w str {
        self.sizes.as_deref().unwrap_or(kernel.sizes)
    }
}

/// The rows of a kernel, one for each compiler.
fn rows(pleat: &Path, wanted: &Wanted, kernel: &Kernel) -> Result<Vec<Vec<String>>, String> {
    let sizes = wanted.sizes(kernel);
    let commands = [
        &["fold"][..],
        &["tile", "--sizes", sizes],
        &["fold", "--tile", sizes],
        &["tile", "--threads", "--sizes", sizes],
    ];
    let all = wanted.threads;
    let versions = [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (4, all)];
    let gains = |ms: &[f64]| vec![ms[0] / ms[2].min(ms[3]), ms[0] / ms[5]];
    measured(pleat, wanted, (kernel, &commands), &versions, &gains)
}

/// The rows of time steps, one for each compiler.
fn rows_of_steps(
    pleat: &Path,
    wanted: &Wanted,
    kernel: &Kernel,
    [overlapped, hexagons]: &[&str; 2],
) -> Result<Vec<Vec<String>>, String> {
    let threads = ["tile", "--threads", "--sizes"];
    let commands = [
        &[&threads[..], &[wanted.sizes(kernel)]].concat()[..],
        &[&threads[..], &[overlapped, "--overlap", "steps"]].concat(),
        &[
            &threads[..],
            &[hexagons, "--overlap", "none", "--shape", "hexagon"],
        ]
        .concat(),
    ];
    let all = wanted.threads;
    let versions = [(0, 1), (1, 1), (1, all), (2, 1), (2, all), (3, 1), (3, all)];
    let gains = |ms: &[f64]| vec![ms[0] / ms[4].min(ms[6]), ms[2] / ms[4], ms[2] / ms[6]];
    let mut rows = measured(pleat, wanted, (kernel, &commands), &versions, &gains)?;
    let number = kernel.macros[1].trim_start_matches("T=");
    for row in &mut rows {
        row.insert(1, number.to_string());
    }
    Ok(rows)
}

/// The rows of stages, one for each compiler.
fn rows_in_columns(
    pleat: &Path,
    wanted: &Wanted,
    kernel: &Kernel,
) -> Result<Vec<Vec<String>>, String> {
    let sizes = wanted.sizes(kernel);
    let commands = [
        &["fold", "--fuse"][..],
        &["fold", "--fuse", "--tile", sizes],
        &["fold", "--fuse", "--tile", sizes, "--threads", "tiles"],
    ];
    let versions = [(0, 1), (1, 1), (2, 1), (3, 1), (3, wanted.threads)];
    let gains = |ms: &[f64]| vec![ms[0] / ms[2], ms[1] / ms[2]];
    measured(pleat, wanted, (kernel, &commands), &versions, &gains)
}

/// The times of the original (0) and of the results of commands (from 1 on), with numbers of
/// threads; and gains that follow from them. A row for each compiler.
fn measured(
    pleat: &Path,
    wanted: &Wanted,
    (kernel, commands): (&Kernel, &[&[&str]]),
    versions: &[(usize, u32)],
    gains: &dyn Fn(&[f64]) -> Vec<f64>,
) -> Result<Vec<Vec<String>>, String> {
    let file = file_of(kernel.file);
    let setting = Setting {
        pleat,
        objective: None,
        fuse: false,
        strips: false,
        macros: kernel.macros.to_vec(),
        variables: Vec::new(),
        flags: &FLAGS,
    };
    let mut texts = vec![read(&file)?];
    for args in commands {
        texts.push(text(pleat, args, &file, kernel.macros)?);
    }
    let work = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut found = Vec::new();
    for compiler in Compiler::ALL {
        let mut programs: Vec<PathBuf> = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            let program = work.path().join(format!("version{number}"));
            if let Err(error) = setting.build(text, compiler, &program) {
                eprintln!("{}: {error}", compiler.name());
                break;
            }
            programs.push(program);
        }
        if programs.len() < texts.len() {
            continue;
        }
        let versions = versions
            .iter()
            .map(|(at, threads)| (&programs[*at], *threads));
        let versions: Vec<(&PathBuf, u32)> = versions.collect();
        let runs = in_turn(&versions, wanted.runs)?;
        let ms: Vec<f64> = runs.iter().map(|runs| shortest(runs)).collect();
        let mut cells = vec![kernel.file.to_string(), compiler.name().to_string()];
        cells.extend(ms.iter().map(|ms| format!("{ms:.1}")));
        cells.extend(gains(&ms).iter().map(|gain| format!("{gain:.2}x")));
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
