//! `scripts/bench`: the costs of Pleat itself, and its gains.
//!
//! * without arguments: every file of corpus/papers, by pass;
//! * `against`: the time of a fold beside that of another build, for every file of corpus/stages;
//! * `chain`: lifetimes of chains of 50, 100 and 200 stencil stages;
//! * `fewest`: cells and time under `--objective size`, beside `balanced` and what was published;
//! * `fuse`: time and memory of stages, fused and folded; `--help` lists its options;
//! * `fuse-time`: the time of `--fuse` and of hints for generated files of stages;
//! * `halide`: time of stages, fused and folded, beside Halide; `--help` lists its options;
//! * `linear`: generated files with increasing numbers of loop nests;
//! * `map`: the result and time of every strategy for every set of corpus/sets;
//! * `output`: the length of what a fold prints, for 75 files of some folders;
//! * `run`: speed and memory of original and folded programs; `--help` lists its options;
//! * `memory`: how many of their processes fit into a given amount of memory;
//! * `orders`: elements after a fold under three orders, without and with `--split`;
//! * `threads`: the time of stages as strips that threads share; `--help` lists its options;
//! * `tiles`: the time of loops in tiles, folded and with threads; `--help` lists its options;
//! * `verify`: the time of `pleat verify` beside that of the fold, for every file of the corpus;
//! * `storage`: the storage of every array of the corpus before and after, and its lower bound.

mod against;
mod chain;
mod fewest;
mod fuse;
mod fuse_time;
mod halide;
mod linear;
mod map;
mod memory;
mod orders;
mod output;
mod passes;
mod program;
mod run;
mod sizes;
mod speed;
mod storage;
mod threads;
mod tiles;
mod verify;

use std::process::ExitCode;

const USAGE: &str = "usage: bench [against PLEAT | chain | fewest [RUNS] | fuse ... | fuse-time [STAGES] | halide ... | linear [NESTS] | map [SET] | memory | orders | output [FOLDER]... | run ... | storage | threads ... | tiles ... | verify [FILE]]";

fn main() -> ExitCode {
    let pleat = match std::env::current_exe() {
        Ok(path) => path.with_file_name("pleat"),
        Err(error) => return failed(&error.to_string()),
    };
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        [] => passes::print(&pleat),
        ["against", other] => against::print(&pleat, std::path::Path::new(other)),
        ["chain"] => chain::print(&pleat),
        ["fewest"] => fewest::print(&pleat, 11),
        ["fewest", runs] => match runs.parse() {
            Ok(runs) if runs > 0 => fewest::print(&pleat, runs),
            _ => Err(format!("`{runs}` is not a number of runs")),
        },
        ["fuse", wanted @ ..] => fuse::print(&pleat, wanted),
        ["fuse-time"] => fuse_time::print(&pleat, usize::MAX),
        ["fuse-time", most] => match most.parse() {
            Ok(most) => fuse_time::print(&pleat, most),
            Err(_) => Err(format!("`{most}` is not a number of stages")),
        },
        ["halide", wanted @ ..] => halide::print(&pleat, wanted),
        ["linear"] => linear::print(&pleat, 10_000),
        ["linear", nests] => match nests.parse() {
            Ok(nests) => linear::print(&pleat, nests),
            Err(_) => Err(format!("`{nests}` is not a number of nests")),
        },
        ["map"] => map::print(None),
        ["map", set] => map::print(Some(set)),
        ["memory"] => memory::print(&pleat),
        ["output", folders @ ..] => output::print(&pleat, folders),
        ["run", wanted @ ..] => speed::print(&pleat, wanted),
        ["orders"] => orders::print(&pleat),
        ["storage"] => storage::print(&pleat),
        ["threads", wanted @ ..] => threads::print(&pleat, wanted),
        ["tiles", wanted @ ..] => tiles::print(&pleat, wanted),
        ["verify"] => verify::print(&pleat, None),
        ["verify", file] => verify::print(&pleat, Some(file)),
        _ => Err(USAGE.to_string()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => failed(&message),
    }
}

fn failed(message: &str) -> ExitCode {
    eprintln!("bench: {message}");
    ExitCode::FAILURE
}
