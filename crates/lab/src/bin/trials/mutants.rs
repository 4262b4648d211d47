//! `trials mutants`: all files, on all cores. Results are kept by file, so that an interrupted run
//! continues.

use crate::corpus::files;
use crate::engine::Engine;
use crate::group::{Choice, trials};
use crate::judge::Pleat;
use crate::results::Results;
use crate::table;
use crate::workers::on_all_cores;
use lab::mutate::Kind;
use std::num::NonZero;
use std::path::PathBuf;

/// Which mutants, and where results are kept.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Chooses the mutants.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Try one in this many.
    #[arg(long, default_value_t = 1)]
    every: u64,
    /// The most mutants of one kind in one text.
    #[arg(long, default_value_t = 1)]
    most: usize,
    /// Only these kinds, separated by commas.
    #[arg(long, value_delimiter = ',', value_parser = kind_named)]
    kinds: Vec<Kind>,
    /// Only files whose name contains this.
    #[arg(long)]
    only: Option<String>,
    /// Only the experiment; no verdicts.
    #[arg(long)]
    experiment_only: bool,
    /// Discard the results of earlier runs.
    #[arg(long)]
    fresh: bool,
    /// Threads; one per core by default.
    #[arg(long)]
    jobs: Option<NonZero<usize>>,
    /// The program that is tried; by default the one beside this program.
    #[arg(long)]
    pleat: Option<PathBuf>,
    /// Try one method alone.
    #[arg(long, value_enum)]
    engine: Option<Engine>,
    /// The folder of results.
    #[arg(long, default_value = "target/trials")]
    results: PathBuf,
}

fn kind_named(name: &str) -> Result<Kind, String> {
    let names = || Kind::ALL.map(Kind::name).join(", ");
    Kind::named(name).ok_or_else(|| format!("kinds are {}", names()))
}

/// Tries all mutants and prints the table. Returns whether no verdict is wrong.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let pleat = Pleat::new(arguments.pleat.as_deref(), arguments.engine)?;
    let files = files(arguments.only.as_deref())?;
    let folder = arguments.results.join(format!("seed-{}", arguments.seed));
    let results = Results::new(folder, arguments.fresh)?;
    let choice = Choice {
        seed: arguments.seed,
        every: arguments.every.max(1),
        most: arguments.most,
        kinds: arguments.kinds.clone(),
        experiment_only: arguments.experiment_only,
    };
    let work = |k: usize| {
        let file = &files[k];
        let make = || trials(file, &pleat, &choice, &results.findings());
        results.of(&file.name, make)?;
        eprintln!("{}", file.name);
        Ok(())
    };
    let troubles = on_all_cores(files.len(), arguments.jobs, &work);
    let records = results.records()?;
    let is_good = table::print(&records);
    for trouble in &troubles {
        println!("TROUBLE {trouble}");
    }
    Ok(is_good && troubles.is_empty())
}
