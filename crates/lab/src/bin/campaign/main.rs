//! `scripts/fuzz`: random C programs through all of Pleat. Folded texts must be proved, sets must
//! agree with executions, mappings must separate conflicting elements, and folded programs must
//! print the same as the originals.

mod examine;
mod execute;
mod finding;
mod problem;
mod sets;
mod setting;
mod stack;
mod storage;
mod table;
mod tally;
mod warnings;

use clap::Parser;
use lab::random::{Feature, Features};
use setting::{BATCH, Setting};
use stack::on_large_stack;
use std::num::NonZero;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tally::Tally;

/// Random programs through Pleat.
#[derive(Debug, Parser)]
struct Arguments {
    /// Stop after this many hours.
    #[arg(long)]
    hours: Option<f64>,
    /// Stop after this many programs.
    #[arg(long)]
    programs: Option<u64>,
    /// Compile and run this many of them; one in ten by default.
    #[arg(long)]
    run: Option<u64>,
    /// The first program.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// This program alone, compiled and run too.
    #[arg(long, conflicts_with_all = ["hours", "programs", "run", "seed"])]
    only: Option<u64>,
    /// Threads; one per core by default.
    #[arg(long)]
    jobs: Option<NonZero<usize>>,
    /// Programs with parallel loops too.
    #[arg(long)]
    parallel: bool,
    /// Programs with these constructs too: names of features, `openmp`, `statics`, `gnu` or `all`.
    #[arg(long, value_delimiter = ',', value_parser = features_named)]
    features: Vec<Features>,
    /// Print how soon each feature shows a difference in programs that have only this feature.
    #[arg(long)]
    table: bool,
}

fn features_named(name: &str) -> Result<Features, String> {
    let names = || Feature::ALL.map(Feature::name).join(", ");
    Features::named(name)
        .ok_or_else(|| format!("features are {}, openmp, statics, gnu, all", names()))
}

/// The number of programs by default.
const PROGRAMS: u64 = 1000;

impl Arguments {
    /// The constructs that programs may contain.
    fn features(&self) -> Features {
        let parallel = self.parallel.then(|| Features::from(Feature::Parallel));
        let all = self.features.iter().copied().chain(parallel);
        all.fold(Features::default(), Features::union)
    }

    /// The number of batches.
    fn batches(&self) -> u64 {
        match (self.programs, self.hours) {
            (Some(programs), _) => programs.div_ceil(BATCH),
            (None, Some(_)) => u64::MAX,
            (None, None) => PROGRAMS / BATCH,
        }
    }

    /// Whether the programs of a batch are compiled and run.
    fn runs(&self, batch: u64) -> bool {
        match self.run {
            None => batch.is_multiple_of(10),
            Some(run) => {
                let (run, all) = (run.div_ceil(BATCH), self.batches());
                // Spread over all batches.
                let before = |batch: u64| (batch as u128 * run as u128).div_ceil(all as u128);
                before(batch + 1) > before(batch)
            }
        }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let start = Instant::now();
    if arguments.table {
        let programs = arguments.programs.unwrap_or(PROGRAMS);
        table::print(arguments.features(), arguments.seed, programs);
        return ExitCode::SUCCESS;
    }
    let tally = match arguments.only {
        Some(seed) => on_large_stack(&|| {
            let setting = Setting::of(seed, arguments.features());
            finding::batch(&[seed], &setting, true)
        }),
        None => campaign(&arguments, start),
    };
    tally.print(start.elapsed());
    match tally.is_good() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Executes all batches, on all cores.
fn campaign(arguments: &Arguments, start: Instant) -> Tally {
    let limit = arguments.hours.map(|h| Duration::from_secs_f64(h * 3600.0));
    let next = AtomicU64::new(0);
    let total = Mutex::new(Tally::default());
    let work = || {
        loop {
            let batch = next.fetch_add(1, Ordering::Relaxed);
            let is_late = limit.is_some_and(|limit| start.elapsed() >= limit);
            if is_late || batch >= arguments.batches() {
                return Tally::default();
            }
            let first = arguments.seed + batch * BATCH;
            let seeds: Vec<u64> = (first..first + BATCH).collect();
            let setting = Setting::of(first, arguments.features());
            let found = finding::batch(&seeds, &setting, arguments.runs(batch));
            if let Ok(mut total) = total.lock() {
                total.add(found);
            }
        }
    };
    let cores = || thread::available_parallelism().ok();
    let jobs = arguments.jobs.or_else(cores).map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| on_large_stack(&work));
        }
    });
    total.into_inner().unwrap_or_default()
}
