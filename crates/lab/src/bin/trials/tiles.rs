//! `trials tiles`: the folds of the corpus for tilable loops, executed in tiles.

use crate::corpus::CorpusFile;
use crate::workers::on_all_cores;
use lab::tiling::{Trial, of_file};
use std::num::NonZero;
use std::sync::Mutex;

/// Which files.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Files whose names contain this text.
    #[arg(long)]
    only: Option<String>,
    /// Threads; one per core by default.
    #[arg(long)]
    jobs: Option<NonZero<usize>>,
}

/// Tries all files and prints a line per array. Returns whether no fold finds a wrong value.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let files = crate::corpus::files(arguments.only.as_deref())?;
    let found = Mutex::new(Vec::new());
    let work = |k: usize| {
        let trials = of_file(&files[k].path)?;
        if let Ok(mut found) = found.lock() {
            found.extend(trials.into_iter().map(|trial| (k, trial)));
        }
        Ok(())
    };
    let troubles = on_all_cores(files.len(), arguments.jobs, &work);
    let mut found = found.into_inner().unwrap_or_default();
    found.sort_by(|(k, x), (l, y)| (k, &x.array).cmp(&(l, &y.array)));
    for (k, trial) in &found {
        print(&files[*k], trial);
    }
    troubles.iter().for_each(|trouble| println!("{trouble}"));
    let count = |test: fn(&Trial) -> bool| found.iter().filter(|(_, t)| test(t)).count();
    let executions: usize = found.iter().map(|(_, t)| t.executions).sum();
    let wrong = count(|t| t.wrong.is_some());
    println!(
        "{} arrays, {executions} executions, {wrong} wrong; \
         {} folds for the order of the program fail",
        found.len(),
        count(|t| t.sequential_wrong.is_some())
    );
    Ok(wrong == 0 && troubles.is_empty())
}

fn print(file: &CorpusFile, trial: &Trial) {
    let sequential = match (trial.sequential_cells, &trial.sequential_wrong) {
        (None, _) => "none".to_string(),
        (Some(cells), None) => format!("{cells}"),
        (Some(cells), Some((tiling, _))) => format!("{cells}, wrong with {:?}", tiling.sizes),
    };
    let Trial { array, cells, .. } = trial;
    println!(
        "{}: {array}: {cells} cells; as written: {sequential}",
        file.name
    );
    if let Some((tiling, clash)) = &trial.wrong {
        println!("WRONG {tiling:?}: {clash}");
    }
}
