//! `trials mutants`: all files, on all cores. Results are kept by file, so that an interrupted run
//! continues.

use crate::corpus::files;
use crate::group::{Choice, trials};
use crate::series::Setting;
use crate::table;
use lab::mutate::Kind;

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
    #[command(flatten)]
    setting: Setting,
}

fn kind_named(name: &str) -> Result<Kind, String> {
    let names = || Kind::ALL.map(Kind::name).join(", ");
    Kind::named(name).ok_or_else(|| format!("kinds are {}", names()))
}

/// Tries all mutants and prints the table. Returns whether no verdict is wrong.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let pleat = arguments.setting.pleat()?;
    let files = files(arguments.only.as_deref())?;
    let choice = Choice {
        seed: arguments.seed,
        every: arguments.every.max(1),
        most: arguments.most,
        kinds: arguments.kinds.clone(),
        experiment_only: arguments.experiment_only,
    };
    let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
    let folder = format!("seed-{}", arguments.seed);
    let tried = arguments.setting.run(&folder, &names, &|k, findings| {
        trials(&files[k], &pleat, &choice, findings)
    })?;
    let is_good = table::print(&tried.records);
    Ok(tried.is_complete() && is_good)
}
