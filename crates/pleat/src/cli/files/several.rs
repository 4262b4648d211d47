//! The folds of all files of a command. A file that is compiled in several ways has one result,
//! too.

use crate::cli::compiler::rejected::{self, Failure};
use crate::cli::files::input;
use crate::cli::files::jobs::Job;
use crate::cli::files::parallel::{self, Panicked};
use crate::cli::screen::progress::Progress;
use pleat::Folded;
use report::{Attention, Owner, Remark, Status};
use source::{Diagnostic, Flags, Severity};

/// Folds all files in parallel. `take` gets the results in the order of the files.
pub(crate) fn fold_all(
    jobs: &[Job],
    within_cc: bool,
    progress: &Progress,
    take: impl FnMut(&Job, Result<Result<Folded, Failure>, Panicked>),
) -> Result<(), String> {
    let work = |job: &Job| {
        let result = fold_one(job, within_cc);
        progress.advance();
        result
    };
    parallel::in_order(jobs, work, take).map_err(|e| format!("cannot start a thread: {e}"))?;
    progress.finish();
    Ok(())
}

/// Folds a file with the flags of each of its commands. A file that the compiler rejects fails;
/// within `pleat cc` the compiler says so itself.
fn fold_one(job: &Job, within_cc: bool) -> Result<Folded, Failure> {
    if let Some(why) = &job.unread {
        return Err(why.clone().into());
    }
    let file = input::read(&job.file)?;
    let fold = |flags: &Flags| match within_cc {
        false => rejected::fold(&file, flags, &job.options),
        true => {
            let folded = pleat::fold(file.clone(), flags, &job.options);
            folded.map_err(|error| Failure::of(&file, &error))
        }
    };
    fold_for_all(&job.flags, fold)
}

/// Folds with the flags of each command. If the results differ, all arrays are kept.
pub(crate) fn fold_for_all(
    flags: &[Flags],
    fold: impl Fn(&Flags) -> Result<Folded, Failure>,
) -> Result<Folded, Failure> {
    let all: Result<Vec<Folded>, Failure> = flags.iter().map(fold).collect();
    let mut all = all?;
    let disagree = all.windows(2).any(|pair| pair[0].bytes != pair[1].bytes);
    let mut first = all.swap_remove(0);
    if disagree {
        keep_all(&mut first, flags.len());
    }
    Ok(first)
}

/// Replaces the result by the input, because its compile commands lead to different results.
fn keep_all(folded: &mut Folded, commands: usize) {
    let why = format!(
        "its {commands} compile commands lead to different results; fold it with the flags of one"
    );
    folded.bytes.clone_from(&folded.file.bytes);
    folded.report.fusion = None;
    folded.report.splitting = None;
    folded.report.sharing = None;
    folded.report.tiling = None;
    for entry in &mut folded.report.arrays {
        if entry.status == Status::Folded {
            entry.status = Status::Kept;
            entry.attention = Attention::NearMiss;
            entry.reason = Some("commands-differ".to_string());
            entry.detail.clone_from(&why);
            entry.size_after.clone_from(&entry.size_before);
            entry.elements_after = entry.elements_before;
            (entry.bytes_after, entry.owner) = (entry.bytes_before, Owner::Function);
            (entry.matrix, entry.moduli) = (Vec::new(), Vec::new());
        }
    }
    let name = folded.file.path.display();
    let stays = Diagnostic::new(Severity::Warning, format!("{name} stays as it is: {why}"));
    folded.remarks = vec![Remark::new(stays, Attention::NearMiss)];
}
