//! One file of kernels through all passes.

use super::execute::execute;
use super::problem::{Problem, Wrong};
use super::sets;
use super::setting::Setting;
use super::tally::Tally;
use super::warnings;
use front::{Program, Region};
use lab::random::{Feature, Kernel, file};
use pleat::{fold, front_options};
use source::{Flags, SourceFile, preprocess};

/// Folds and compares the kernels of one file; compiles and executes them on request.
pub(crate) fn examine(kernels: &[&Kernel], setting: &Setting, run: bool) -> (Tally, Vec<Wrong>) {
    let mut tally = Tally::default();
    let is_plain = setting.features.is_plain();
    let run = run || !is_plain;
    let text = file(kernels, setting.macros, run);
    let mut wrong = match is_plain {
        true => compare(kernels, &text, setting, &mut tally),
        false => Vec::new(),
    };
    if setting.whole || run {
        match folded(&text, setting, &mut tally) {
            Ok(bytes) => {
                tally.proved += kernels.len();
                if setting.features.has(Feature::Warnings) {
                    wrong.extend(warnings::compare(kernels, text.as_bytes(), &bytes, setting));
                }
                if run {
                    wrong.extend(execute(
                        kernels,
                        text.as_bytes(),
                        &bytes,
                        setting,
                        &mut tally,
                    ));
                }
            }
            Err(problem) => wrong.push((None, problem)),
        }
    }
    (tally, wrong)
}

fn flags(setting: &Setting) -> Flags {
    Flags {
        cc: "gcc".into(),
        args: setting.fold_flags(),
        ..Flags::default()
    }
}

fn source(text: &str) -> SourceFile {
    SourceFile::new("random.c", text.as_bytes().to_vec())
}

/// Compares the sets of all candidates with executions.
fn compare(kernels: &[&Kernel], text: &str, setting: &Setting, tally: &mut Tally) -> Vec<Wrong> {
    let unit = match preprocess(source(text), &flags(setting)) {
        Ok(unit) => unit,
        Err(error) => return vec![(None, Problem::Unreadable(error.to_string()))],
    };
    let syntax = front::Syntax::of(&unit);
    let options = front_options(&unit);
    let program = Program::new(&unit, &syntax, &options);
    let names: Vec<String> = program.functions().map(str::to_string).collect();
    let mut wrong = Vec::new();
    for (k, kernel) in kernels.iter().enumerate() {
        let Some(function) = names.iter().position(|n| n == kernel.name()) else {
            let what = format!("`{}` is not found", kernel.name());
            wrong.push((Some(k), Problem::Unreadable(what)));
            continue;
        };
        let before = tally.mappings + tally.sequences + tally.compared.values().sum::<usize>();
        let extraction = program.extract(function);
        for region in &extraction.regions {
            wrong.extend(candidates(kernel, region, setting, tally).map(|p| (Some(k), p)));
        }
        let after = tally.mappings + tally.sequences + tally.compared.values().sum::<usize>();
        match after > before {
            true => tally.programs += 1,
            false => tally.idle += 1,
        }
    }
    wrong
}

fn candidates(
    kernel: &Kernel,
    region: &Region,
    setting: &Setting,
    tally: &mut Tally,
) -> Option<Problem> {
    let candidates = region.candidates.iter().filter(|c| c.spelling != "out");
    let mut problems =
        candidates.filter_map(|c| sets::compare(kernel, region, c, setting, tally).err());
    problems.find(|p| !matches!(p, Problem::Budget))
}

/// Folds a text.
fn folded(text: &str, setting: &Setting, tally: &mut Tally) -> Result<Vec<u8>, Problem> {
    let folded = fold(source(text), &flags(setting), &setting.options);
    let folded = folded.map_err(|e| Problem::Unreadable(e.to_string()))?;
    if let Some(unsound) = folded.unsound {
        return Err(Problem::Unsound(unsound.to_string()));
    }
    if !setting.features.is_plain() {
        count(&folded.report, tally);
        return Ok(folded.bytes);
    }
    for entry in &folded.report.arrays {
        let late = ["not-proved", "not-in-c", "in-macro"];
        if let Some(reason) = entry.reason.as_deref().filter(|r| late.contains(r)) {
            *tally.reasons.entry(reason.to_string()).or_default() += 1;
        }
    }
    Ok(folded.bytes)
}

/// Counts arrays that fold, and the reasons of others.
fn count(report: &report::Report, tally: &mut Tally) {
    for entry in &report.arrays {
        tally.arrays += 1;
        match &entry.reason {
            Some(reason) => *tally.reasons.entry(reason.to_string()).or_default() += 1,
            None => tally.folded += 1,
        }
    }
}
