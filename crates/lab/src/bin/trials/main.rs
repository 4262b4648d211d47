//! Trials of `pleat verify`: texts that are wrong by a small change, and random programs, each with
//! its truth by experiment.
//!
//! * `mutants`: small changes of every file of the corpus, of its folds and of its fused loops;
//! * `table`: the table of an earlier run of `mutants`;
//! * `random`: random kernels with folds and moved loops, right and wrong;
//! * `pairs`: changes of heads, of conditions and of what is defined, with drivers that show them;
//! * `stages`: random programs of stages, fused and folded;
//! * `tricks`: small programs with what people write around loops, by trick;
//! * `surroundings`: stages in whole programs, with what people write around and between them;
//! * `sweeps`: random programs of loops over steps, in tiles;
//! * `occupancy`: occupancy vectors of random dependences, beside a search by the definition;
//! * `tiles`: folds for tilable loops, executed in tiles.

mod corpus;
mod engine;
mod examine;
mod experiment;
mod group;
mod judge;
mod kinds;
mod memory;
mod mutants;
mod occupancy;
mod pairs;
mod program;
mod random;
mod record;
mod reduce;
mod results;
mod series;
mod stages;
mod surroundings;
mod sweeps;
mod table;
mod tally;
mod tiles;
mod tricks;
mod workers;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Trials of `pleat verify`.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Small changes of the files of the corpus, their folds, fused loops and tiles; prints the
    /// kill table.
    Mutants(mutants::Arguments),
    /// Random kernels with folds, changed folds and moved loops.
    Random(series::Series),
    /// Pairs that differ in a head, in a condition, or in what is defined.
    Pairs(pairs::Arguments),
    /// Random programs of stages, fused and folded.
    Stages(stages::Arguments),
    /// Stages in whole programs, with unrelated code and calls of unknown functions.
    Surroundings(surroundings::Arguments),
    /// Small programs that move, tile or share, each with one or two tricks.
    Tricks(tricks::Arguments),
    /// Random programs of loops over steps and points, in tiles.
    Sweeps(sweeps::Arguments),
    /// Occupancy vectors of random dependences, beside a search by the definition.
    Occupancy(occupancy::Arguments),
    /// The folds of the corpus for tilable loops, executed in tiles.
    Tiles(tiles::Arguments),
    /// One method of `pleat verify` alone.
    Engine(engine::Arguments),
    /// Prints the kill table of an earlier run of `mutants`.
    Table(table::Arguments),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Mutants(arguments) => mutants::run(&arguments),
        Command::Random(arguments) => random::run(&arguments),
        Command::Pairs(arguments) => pairs::run(&arguments),
        Command::Stages(arguments) => stages::run(&arguments),
        Command::Surroundings(arguments) => surroundings::run(&arguments),
        Command::Tricks(arguments) => tricks::run(&arguments),
        Command::Sweeps(arguments) => sweeps::run(&arguments),
        Command::Occupancy(arguments) => Ok(occupancy::run(&arguments)),
        Command::Tiles(arguments) => tiles::run(&arguments),
        Command::Engine(arguments) => return status(engine::run(&arguments)),
        Command::Table(arguments) => table::run(&arguments),
    };
    status(done.map(|is_good| match is_good {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }))
}

fn status(done: Result<ExitCode, String>) -> ExitCode {
    done.unwrap_or_else(|message| {
        eprintln!("trials: {message}");
        ExitCode::from(3)
    })
}
