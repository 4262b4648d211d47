//! `trials tricks`: small programs with tricks. What each command makes of them does the same in
//! several builds, is as defined, and has no new warnings. The table counts by trick.

use crate::examine::Case;
use crate::kinds;
use crate::program::Build;
use crate::series::Series;
use lab::rng::Rng;
use lab::tricks::{Plot, TRICKS, Trick, named, program};

/// Which programs.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    series: Series,
    /// Only these tricks, separated by commas.
    #[arg(long, value_delimiter = ',', value_parser = name)]
    only: Vec<String>,
    /// Keep differences as they are, without smaller texts.
    #[arg(long)]
    whole: bool,
    /// Print this program instead.
    #[arg(long)]
    print: Option<u64>,
}

fn name(text: &str) -> Result<String, String> {
    let names = || TRICKS.iter().map(|trick| trick.name).collect::<Vec<_>>();
    match named(text) {
        Some(_) => Ok(text.to_string()),
        None => Err(format!("tricks are {}", names().join(", "))),
    }
}

/// Programs per file of results.
const GROUP: u64 = 20;
/// What is tried with stages.
const STAGED: &[&str] = &[
    "fold --min-saving=0 --fuse",
    "fold --min-saving=0 --fuse",
    "fold --min-saving=0 --fuse=full",
    "fold --min-saving=0 --fuse --threads=strips",
    "fold --min-saving=0 --fuse --threads=strips",
    "fold --min-saving=0 --fuse --share",
    "fold --min-saving=0 --fuse --objective=size",
    "fold --min-saving=0 --fuse --tile=0,2",
    "fuse",
    "fuse --depth=full",
];
/// What is tried with loops over steps.
const TILED: &[&str] = &[
    "tile --sizes=2,4",
    "tile --sizes=3,3",
    "tile --threads --sizes=2,4",
    "tile --overlap=steps --sizes=3,4",
    "tile --threads --overlap=steps --sizes=3,4",
    "tile --shape=hexagon --sizes=2,6",
    "tile --threads --shape=hexagon --sizes=2,4",
    "fold --min-saving=0 --tile=2,3",
];
/// What is tried with arrays that follow each other.
const SHARED: &[&str] = &[
    "fold --min-saving=0 --share",
    "fold --min-saving=0 --share",
    "fold --min-saving=0 --fuse --share",
];

/// Tries all programs and prints the table. Returns whether no outcome is a fault.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let mut tricks: Vec<&'static Trick> = TRICKS.iter().collect();
    if !arguments.only.is_empty() {
        tricks.retain(|trick| arguments.only.iter().any(|name| name == trick.name));
    }
    if let Some(seed) = arguments.print {
        let Case {
            kinds,
            command,
            text,
            ..
        } = case(seed, &tricks);
        println!("// {}: {command}\n{text}", kinds.join(", "));
        return Ok(true);
    }
    let pleat = arguments.series.pleat()?;
    let folder = [&["tricks".to_string()], arguments.only.as_slice()]
        .concat()
        .join("-");
    let tried = arguments.series.run(&folder, GROUP, &|seed, findings| {
        case(seed, &tricks).tried(&pleat, !arguments.whole, findings)
    })?;
    let names: Vec<&str> = TRICKS.iter().map(|trick| trick.name).collect();
    kinds::print(&tried.records, "trick", &names);
    Ok(tried.is_complete() && kinds::are_good(&tried.records))
}

/// A program and what is tried with it.
fn case(seed: u64, tricks: &[&'static Trick]) -> Case {
    let made = program(seed, tricks);
    let commands = match made.plot {
        Plot::Stages => STAGED,
        Plot::Steps | Plot::Exchange => TILED,
        Plot::Chain => SHARED,
    };
    let command = Rng::new(seed ^ 0x3c01).pick::<&str>(commands);
    let of_gcc = |flag: &String| flag == "-ffast-math" || flag == "-fopenmp";
    let is_for_gcc = command.contains("--threads") || made.flags.iter().any(of_gcc);
    let optimised = match seed.is_multiple_of(2) || is_for_gcc {
        true => Build::Optimised,
        false => Build::Clang,
    };
    Case {
        seed,
        kinds: made.tricks.iter().map(|name| name.to_string()).collect(),
        text: made.text,
        beside: None,
        flags: made.flags,
        command,
        limit: 10.0,
        builds: vec![Build::Sanitized, optimised],
    }
}
