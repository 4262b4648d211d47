//! `bench fewest`: the smallest published mappings in C: cells of the array as written, under
//! `balanced` and under `size`, beside the published number, and the time of a call of each
//! version.
//!
//! The versions run in turn on one core; medians count. `ratio`: `size` over `balanced`.

use crate::passes::median;
use crate::program::{Compiler, Setting, file_of, finish, read, start};
use pleat::map::aligned;
use std::path::Path;

/// An array with a published size.
struct Kernel {
    file: &'static str,
    array: &'static str,
    /// `NAME=VALUE` of its macros.
    macros: &'static str,
    published: &'static str,
}

const fn kernel(
    file: &'static str,
    array: &'static str,
    macros: &'static str,
    published: &'static str,
) -> Kernel {
    Kernel {
        file,
        array,
        macros,
        published,
    }
}

/// The table of `docs/results.md`. Two rows of many save too little for a fold.
const KERNELS: [Kernel; 12] = [
    kernel(
        "papers/lbm_d2q9",
        "f",
        "N=300 M=300 T=20 REPEAT=5",
        "N^2 + 2N",
    ),
    kernel("tiled/lbm_d3q27", "f", "N=50 T=6 REPEAT=5", "(N + 2)N^2"),
    kernel("papers/reverse_l_two", "A", "N=501 REPEAT=50", "4N - 2"),
    kernel("papers/reverse_l_two", "A", "N=500 REPEAT=50", "4N - 2"),
    kernel("tiled/diamond_buffer", "A", "B=500 REPEAT=20", "6B - 5"),
    kernel("tiled/hexagonal_buffer", "A", "B=300 REPEAT=20", ""),
    kernel(
        "tiled/heat_buffer",
        "A",
        "B=101 REPEAT=20",
        "(3B - 2)(2B - 1)",
    ),
    kernel(
        "tiled/heat_buffer",
        "A",
        "B=100 REPEAT=20",
        "(3B - 2)(2B - 1)",
    ),
    kernel("papers/durbin", "y", "N=1000 REPEAT=20", "2N - 3, by hand"),
    kernel("papers/gauss", "g_tmp", "N=30 M=40 REPEAT=2000", "N(N - 2)"),
    kernel("idioms/dynprog_rounds", "c", "L=30 REPEAT=500", ""),
    kernel("idioms/adi_local", "v", "N=30 T=10 REPEAT=200", ""),
];

const OBJECTIVES: [&str; 2] = ["balanced", "size"];

const HEAD: [&str; 12] = [
    "file",
    "array",
    "macros",
    "cc",
    "cells",
    "balanced",
    "size",
    "published",
    "ms",
    "balanced",
    "size",
    "ratio",
];

/// Prints the table, with medians of so many runs.
pub(crate) fn print(pleat: &Path, runs: u32) -> Result<(), String> {
    let mut rows = vec![HEAD.map(str::to_string).to_vec()];
    for kernel in &KERNELS {
        rows.extend(measure(pleat, kernel, runs)?);
    }
    print!("{}", aligned(&rows, 4..HEAD.len()));
    Ok(())
}

/// The text of a version, and the cells of the array.
type Version = (String, i64);

fn measure(pleat: &Path, kernel: &Kernel, runs: u32) -> Result<Vec<Vec<String>>, String> {
    let work = tempfile::tempdir().map_err(|error| error.to_string())?;
    let setting = |objective| Setting {
        pleat,
        objective,
        fuse: false,
        strips: false,
        macros: kernel.macros.split_whitespace().collect(),
        variables: Vec::new(),
        flags: &[],
    };
    let file = file_of(kernel.file);
    let (mut versions, mut before): (Vec<Version>, i64) = (Vec::new(), 0);
    for objective in OBJECTIVES {
        let (text, arrays) = setting(Some(objective)).fold(&file, work.path())?;
        let array = arrays.iter().find(|a| a.name == kernel.array);
        let [all, after] = array.map_or([0, 0], |a| a.cells);
        before = all;
        versions.push((text, after));
    }
    versions.insert(0, (read(&file)?, before));
    let plain = setting(None);
    let row = |compiler: Compiler| -> Result<Vec<String>, String> {
        let times = times(&plain, &versions, (compiler, runs), work.path())?;
        let published = kernel.published;
        let place = [kernel.file, kernel.array, kernel.macros, compiler.name()];
        let cells: Vec<String> = versions.iter().map(|v| v.1.to_string()).collect();
        let milliseconds = times.iter().map(|t| format!("{:.3}", t * 1e3));
        let ratio = format!("{:.2}x", times[2] / times[1]);
        let row = place.into_iter().map(str::to_string).chain(cells);
        let row = row.chain([published.to_string()]).chain(milliseconds);
        Ok(row.chain([ratio]).collect())
    };
    Compiler::ALL.into_iter().map(row).collect()
}

/// The median seconds of a call of each version, which must print the same.
fn times(
    setting: &Setting,
    versions: &[Version],
    (compiler, runs): (Compiler, u32),
    work: &Path,
) -> Result<Vec<f64>, String> {
    let mut built = Vec::new();
    for (number, (text, _)) in versions.iter().enumerate() {
        let program = work.join(format!("version{number}"));
        setting.build(text, compiler, &program)?;
        built.push((program, Vec::new()));
    }
    let mut line = None;
    for turn in 0..=runs {
        for (program, seconds) in &mut built {
            let child = start(program, Some(0), None).map_err(|e| e.to_string())?;
            let run = finish(child).ok_or("a version failed")?;
            if *line.get_or_insert_with(|| run.line.clone()) != run.line {
                return Err("a version prints something else".to_string());
            }
            if turn > 0 {
                seconds.push(run.further);
            }
        }
    }
    Ok(built.into_iter().map(|(_, s)| median(s)).collect())
}
