//! An experiment beside the proof: both versions are compiled with sanitizers, executed at several
//! sizes, and their outputs are compared. Knows nothing of verdicts.
//!
//! A program with a `main` is executed as it is; its sizes are macros that `-D` may set. Any other
//! function is called by a generated driver (`driver`) with arrays of pseudo-random contents.
//! Executions of the first version that a sanitizer reports, or that depend on values that nothing
//! has written, are no evidence and skipped.

mod bench;
mod compare;
mod driver;
mod judged;
mod outcome;
mod process;
mod randomness;
mod sanitizer;
mod settings;
mod subject;
mod trial;

pub use judged::experiments;
pub use outcome::{Difference, DifferenceKind, Experiment, Outcome};

use bench::{Bench, Failure};
use settings::{MacroSetting, macro_settings};
use source::{Flags, SourceFile};
use subject::Subject;
use trial::{Trial, Trials};

/// Executes both versions of a function, or of the whole program if `function` is `None`, at
/// several sizes.
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
pub fn experiment(
    before: &SourceFile,
    after: &SourceFile,
    flags: &Flags,
    function: Option<&str>,
) -> Experiment {
    let outcome = run(before, after, flags, function);
    Experiment {
        subject: function.unwrap_or("main").to_string(),
        outcome: outcome.unwrap_or_else(Outcome::Impossible),
    }
}

/// An error is the reason why nothing can be executed.
fn run(
    before: &SourceFile,
    after: &SourceFile,
    flags: &Flags,
    function: Option<&str>,
) -> Result<Outcome, String> {
    let subject = Subject::of(before, after, flags, function)?;
    let bench = Bench::new(before, after, flags, &subject)?;
    let mut trials = Trials::default();
    for setting in macro_settings(before, flags, &subject) {
        let pair = match bench.compile(&setting) {
            Ok(pair) => pair,
            Err(Failure::NoCompiler(reason)) => return Err(reason),
            Err(Failure::Skip(reason)) => {
                trials.skip(&setting.to_string(), reason);
                continue;
            }
        };
        for arguments in subject.settings(&setting) {
            let title = title(&setting, &arguments.shown);
            match pair.try_at(&arguments) {
                Trial::Same => trials.same(title),
                Trial::Skip(reason) => trials.skip(&title, reason),
                Trial::Differ(kind) => {
                    let difference = Difference { at: title, kind };
                    return Ok(Outcome::Differ(difference));
                }
            }
        }
    }
    trials.conclude()
}

/// The values of macros and parameters: "H = 3, w = 4".
fn title(setting: &MacroSetting, arguments: &str) -> String {
    let macros = setting.to_string();
    let parts = [macros.as_str(), arguments].into_iter();
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    match parts.is_empty() {
        true => "the sizes of the text".to_string(),
        false => parts.join(", "),
    }
}
