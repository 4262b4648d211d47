//! `trials surroundings`: random stages in programs as people write them, with unrelated code,
//! exits, structures, and functions of a second file that Pleat does not see. The table counts by
//! kind.

use crate::examine::Case;
use crate::kinds;
use crate::program::Build;
use crate::series::Series;
use lab::rng::Rng;
use lab::stages::{SURROUNDINGS, surrounded};

/// Which programs.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    series: Series,
    /// Keep differences as they are, without smaller texts.
    #[arg(long)]
    whole: bool,
    /// Print this program and its second file instead.
    #[arg(long)]
    print: Option<u64>,
}

/// Programs per file of results.
const GROUP: u64 = 20;
/// What is tried.
const COMMANDS: &[&str] = &[
    "fold --fuse",
    "fold --fuse",
    "fold --fuse",
    "fold --fuse",
    "fold --min-saving=0 --fuse",
    "fold --min-saving=0 --fuse",
    "fold",
];

/// What is tried where another file breaks what is else assumed of pointers.
const CAREFUL: &str = "fold --fuse --no-assumptions";

/// Tries all programs and prints the table. Returns whether no outcome is a fault.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    if let Some(seed) = arguments.print {
        let made = case(seed);
        println!(
            "// {}: {}\n{}",
            made.kinds.join(", "),
            made.command,
            made.text
        );
        println!("// ---- beside.c\n{}", made.beside.unwrap_or_default());
        return Ok(true);
    }
    let pleat = arguments.series.pleat()?;
    let tried = arguments
        .series
        .run("surroundings", GROUP, &|seed, findings| {
            case(seed).tried(&pleat, !arguments.whole, findings)
        })?;
    kinds::print(&tried.records, "surroundings", SURROUNDINGS);
    Ok(tried.is_complete() && kinds::are_good(&tried.records))
}

/// A program and what is tried with it.
fn case(seed: u64) -> Case {
    let made = surrounded(seed);
    let mut random = Rng::new(seed ^ 0x3c02);
    let checked = match random.one_in(3) {
        true => Build::Sanitized,
        false => Build::Plain,
    };
    let builds = match random.one_in(4) {
        true => vec![checked, Build::Optimised],
        false => vec![checked],
    };
    let command = match made.kinds.contains(&"opaque caller") {
        true => CAREFUL,
        false => random.pick::<&str>(COMMANDS),
    };
    Case {
        seed,
        kinds: made.kinds.iter().map(|kind| kind.to_string()).collect(),
        text: made.text,
        beside: Some(made.beside),
        flags: made.flags.iter().map(|flag| flag.to_string()).collect(),
        command,
        limit: 30.0,
        builds,
    }
}
