//! `trials mutants`: all files, on all cores. Results are kept by file, so that an interrupted run
//! continues.

use crate::corpus::{CorpusFile, files};
use crate::group::{Choice, trials};
use crate::judge::Pleat;
use crate::record::Record;
use crate::table;
use lab::mutate::Kind;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

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
    let pleat = Pleat::new(arguments.pleat.as_deref())?;
    let files = files(arguments.only.as_deref())?;
    let results = Results::new(arguments)?;
    let choice = Choice {
        seed: arguments.seed,
        every: arguments.every.max(1),
        most: arguments.most,
        kinds: arguments.kinds.clone(),
        experiment_only: arguments.experiment_only,
    };
    let next = AtomicUsize::new(0);
    let troubles = Mutex::new(Vec::new());
    let work = || {
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let done = results.of(file, || trials(file, &pleat, &choice, &results.findings()));
            match (done, troubles.lock()) {
                (Err(trouble), Ok(mut troubles)) => troubles.push(trouble),
                _ => eprintln!("{}", file.name),
            }
        }
    };
    let cores = || thread::available_parallelism().ok();
    let jobs = arguments.jobs.or_else(cores).map_or(1, NonZero::get);
    thread::scope(|scope| (0..jobs).for_each(|_| drop(scope.spawn(work))));
    let records = table::read(&results.0)?;
    let is_good = table::print(&records);
    let troubles = troubles.into_inner().unwrap_or_default();
    for trouble in &troubles {
        println!("TROUBLE {trouble}");
    }
    Ok(is_good && troubles.is_empty())
}

/// The folder of results: one file of records per corpus file.
struct Results(PathBuf);

impl Results {
    fn new(arguments: &Arguments) -> Result<Self, String> {
        let folder = arguments.results.join(format!("seed-{}", arguments.seed));
        if arguments.fresh && folder.exists() {
            std::fs::remove_dir_all(&folder).map_err(|e| failed(&folder, e))?;
        }
        let results = Results(folder);
        let findings = results.findings();
        std::fs::create_dir_all(&findings).map_err(|e| failed(&findings, e))?;
        Ok(results)
    }

    /// Where texts are kept that somebody must look at.
    fn findings(&self) -> PathBuf {
        self.0.join("findings")
    }

    /// Makes and keeps the records of a file, unless they exist.
    fn of(
        &self,
        file: &CorpusFile,
        make: impl FnOnce() -> Result<Vec<Record>, String>,
    ) -> Result<(), String> {
        let name = file.name.replace('/', "-");
        let path = self.0.join(format!("{name}.jsonl"));
        if path.exists() {
            return Ok(());
        }
        let lines: Vec<String> = make()?
            .iter()
            .filter_map(|record| serde_json::to_string(record).ok())
            .collect();
        let part = path.with_extension("part");
        let text = lines.iter().map(|l| format!("{l}\n")).collect::<String>();
        std::fs::write(&part, text).map_err(|e| failed(&part, e))?;
        std::fs::rename(&part, &path).map_err(|e| failed(&path, e))
    }
}

fn failed(path: &Path, error: std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
