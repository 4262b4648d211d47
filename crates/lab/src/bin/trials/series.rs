//! A series of random programs, tried in groups on all cores. What all trials are asked for is here
//! too. Knows no program.

use crate::engine::Engine;
use crate::judge::Pleat;
use crate::results::Results;
use crate::workers::on_all_cores;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// How trials run and where their results are kept.
#[derive(Debug, clap::Args)]
pub(crate) struct Setting {
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
    /// The folder of results, instead of one in `target/trials`.
    #[arg(long)]
    results: Option<PathBuf>,
}

/// Which random programs.
#[derive(Debug, clap::Args)]
pub(crate) struct Series {
    /// The number of programs.
    #[arg(long, default_value_t = 1000)]
    count: u64,
    /// The first program.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    setting: Setting,
}

/// What some trials give: their records, and what kept others from running.
pub(crate) struct Tried<R> {
    pub records: Vec<R>,
    pub troubles: Vec<String>,
}

/// Where results are kept by default.
const FOLDER: &str = "target/trials";

/// The trials of a group by its number; findings are kept in a folder.
type Trials<'t, R> = dyn Fn(usize, &Path) -> Result<Vec<R>, String> + Sync + 't;

impl Setting {
    /// The program that is tried.
    pub(crate) fn pleat(&self) -> Result<Pleat, String> {
        Pleat::new(self.pleat.as_deref(), self.engine)
    }

    /// Does the trials of groups that have no results yet: the name of a group, then its trials.
    pub(crate) fn run<R: Serialize + DeserializeOwned>(
        &self,
        folder: &str,
        groups: &[String],
        trials: &Trials<'_, R>,
    ) -> Result<Tried<R>, String> {
        let place = || Path::new(FOLDER).join(folder);
        let results = Results::new(self.results.clone().unwrap_or_else(place), self.fresh)?;
        let work = |k: usize| {
            results.of(&groups[k], || trials(k, &results.findings()))?;
            eprintln!("{}", groups[k]);
            Ok(())
        };
        let troubles = on_all_cores(groups.len(), self.jobs, &work);
        Ok(Tried {
            records: results.records()?,
            troubles,
        })
    }
}

impl Series {
    /// The program that is tried.
    pub(crate) fn pleat(&self) -> Result<Pleat, String> {
        self.setting.pleat()
    }

    /// Tries all programs, so many per file of results.
    pub(crate) fn run<R: Serialize + DeserializeOwned>(
        &self,
        folder: &str,
        group: u64,
        trial: &(dyn Fn(u64, &Path) -> Result<R, String> + Sync),
    ) -> Result<Tried<R>, String> {
        let end = self.seed + self.count;
        let starts: Vec<u64> = (self.seed..end).step_by(group as usize).collect();
        let last = |first: u64| (first + group).min(end);
        let names: Vec<String> = { starts.iter() }
            .map(|first| format!("{first:08}-{:08}", last(*first)))
            .collect();
        self.setting.run(folder, &names, &|k, findings| {
            let seeds = starts[k]..last(starts[k]);
            seeds.map(|seed| trial(seed, findings)).collect()
        })
    }
}

impl<R> Tried<R> {
    /// Prints what could not be tried. Returns whether that is nothing.
    pub(crate) fn is_complete(&self) -> bool {
        for trouble in &self.troubles {
            println!("TROUBLE {trouble}");
        }
        self.troubles.is_empty()
    }
}
