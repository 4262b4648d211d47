//! `pleat verify`: reads two files, prints a verdict for each function.

use crate::cli::arguments::args::VerifyArgs;
use crate::cli::arguments::fold_options::FoldOptions;
use crate::cli::arguments::values::assumptions;
use crate::cli::compiler::rejected;
use crate::cli::files::input;
use crate::cli::files::stack;
use crate::cli::screen::exit;
use crate::cli::screen::output;
use crate::cli::screen::terminal;
use pleat::Assumptions;
use pleat::verify::run::{Experiment, Outcome, experiments};
use pleat::verify::{
    Context, FunctionVerdict, Place, Side, Verdict, Verification, VerifyOptions, Witness, verify,
};
use report::{
    ContextEntry, ExperimentEntry, FunctionEntry, PlaceEntry, VERSION, Verdicts, WitnessEntry,
};
use source::{Diagnostic, Label, Severity, SourceFile, Span};
use std::path::Path;

/// Judges two versions of a file. Returns the exit status.
pub(crate) fn run(args: &VerifyArgs) -> Result<u8, String> {
    let (before, after) = read(&args.before, &args.after)?;
    let settings = args.config.read_for(&before.path)?.settings()?;
    let options = args.options(&settings.fold_options);
    let flags = settings.flags(&args.flags, args.cc.as_ref());
    for file in [&before, &after] {
        if let Err(failure) = stack::large(|| rejected::check(file, &flags))? {
            return Ok(failure.print());
        }
    }
    let judged = stack::large(|| verify(before, after, &flags, &options))?;
    let mut found = judged.map_err(|error| error.to_string())?;
    if let Some(name) = missing(&found, args) {
        return Err(format!("{}: no function `{name}`", args.before.display()));
    }
    let experiments = match args.run {
        true => stack::large(|| experiments(&mut found, &flags, &args.function))?,
        false => Vec::new(),
    };
    match args.json {
        true => output::stdout(json(&found, &experiments)?.as_bytes())?,
        false => print(&found, &experiments, args)?,
    }
    Ok(status(&found))
}

/// Reads both files; one of them may be standard input, whose headers are found beside the other.
fn read(before: &Path, after: &Path) -> Result<(SourceFile, SourceFile), String> {
    match (input::is_stdin(before), input::is_stdin(after)) {
        (true, true) => Err("only one of the files can be standard input".to_string()),
        (true, false) => Ok((input::stdin_as(after)?, input::read(after)?)),
        (false, true) => Ok((input::read(before)?, input::stdin_as(before)?)),
        (false, false) => Ok((input::read(before)?, input::read(after)?)),
    }
}

/// A function that the command line names and neither file has.
fn missing<'a>(found: &Verification, args: &'a VerifyArgs) -> Option<&'a String> {
    let has = |name: &&String| found.functions.iter().any(|f| f.name == **name);
    args.function.iter().find(|name| !has(name))
}

fn status(found: &Verification) -> u8 {
    match (found.is_refuted(), found.is_proved()) {
        (true, _) => exit::CHANGES,
        (false, true) => exit::DONE,
        (false, false) => exit::USAGE,
    }
}

/// Prints a line for each function and a summary; on standard error the places.
fn print(
    found: &Verification,
    experiments: &[Experiment],
    args: &VerifyArgs,
) -> Result<(), String> {
    let mut text = String::new();
    for function in &found.functions {
        if matches!(function.verdict, Verdict::Unchanged) && !args.verbose {
            continue;
        }
        text.push_str(&format!(
            "{}: {}\n",
            function.name,
            sentence(&function.verdict)
        ));
        show_places(found, function);
    }
    for experiment in experiments {
        // A verdict may rest on it.
        let line = experiment.to_string();
        if !text.contains(&line) {
            text.push_str(&format!("{}: executed: {line}\n", experiment.subject));
        }
    }
    text.push_str(&summary(found));
    output::stdout(text.as_bytes())
}

/// The verdict in one line.
fn sentence(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Unchanged => "proved (unchanged)".to_string(),
        Verdict::Proved(context) => match holds_for(context) {
            text if text.is_empty() => "proved".to_string(),
            text => format!("proved ({text})"),
        },
        Verdict::Refuted(witness) => format!("refuted: {}", witness.message),
        Verdict::Unknown(reason) => format!("unknown: {}", reason.message),
    }
}

/// `for all n >= 3, if allocations succeed`
fn holds_for(context: &Context) -> String {
    let conditions = match context.conditions.is_empty() {
        true => None,
        false => Some(format!("for all {}", context.conditions.join(", "))),
    };
    let assumed = match context.assumptions.is_empty() {
        true => None,
        false => Some(format!("if {}", context.assumptions.join(" and "))),
    };
    let parts: Vec<String> = conditions.into_iter().chain(assumed).collect();
    parts.join(", ")
}

fn places(verdict: &Verdict) -> &[Place] {
    match verdict {
        Verdict::Unknown(reason) => &reason.places,
        Verdict::Refuted(witness) => &witness.places,
        Verdict::Unchanged | Verdict::Proved(_) => &[],
    }
}

fn file(found: &Verification, side: Side) -> &SourceFile {
    match side {
        Side::Before => &found.before,
        Side::After => &found.after,
    }
}

/// Shows the places of a verdict on standard error, file by file.
fn show_places(found: &Verification, function: &FunctionVerdict) {
    for side in [Side::Before, Side::After] {
        let here = places(&function.verdict).iter().filter(|p| p.side == side);
        let labels = here.map(|place| Label {
            span: place.span,
            message: place.label.clone(),
            primary: true,
        });
        let labels: Vec<Label> = labels.collect();
        if labels.is_empty() {
            continue;
        }
        let message = format!("{}: {}", function.name, sentence(&function.verdict));
        let mut diagnostic = Diagnostic::new(Severity::Note, message);
        diagnostic.labels = labels;
        if let Verdict::Unknown(reason) = &function.verdict {
            diagnostic.notes.clone_from(&reason.notes);
        }
        eprint!("{}", terminal::render(file(found, side), &diagnostic));
    }
}

/// `pleat: 3 functions: 2 proved, 1 unknown`
fn summary(found: &Verification) -> String {
    let count = |name: &str| {
        let own = found.functions.iter().filter(|f| f.verdict.name() == name);
        match own.count() {
            0 => None,
            n => Some(format!("{n} {name}")),
        }
    };
    let counts: Vec<String> = ["proved", "refuted", "unknown"]
        .into_iter()
        .filter_map(count)
        .collect();
    let all = match found.functions.len() {
        1 => "1 function".to_string(),
        n => format!("{n} functions"),
    };
    match counts.is_empty() {
        true => format!("pleat: {all}\n"),
        false => format!("pleat: {all}: {}\n", counts.join(", ")),
    }
}

fn json(found: &Verification, experiments: &[Experiment]) -> Result<String, String> {
    let report = Verdicts {
        version: VERSION,
        functions: found.functions.iter().map(|f| entry(found, f)).collect(),
        experiments: experiments.iter().map(experiment_entry).collect(),
    };
    let mut json = serde_json::to_string_pretty(&report)
        .map_err(|e| format!("cannot write the report: {e}"))?;
    json.push('\n');
    Ok(json)
}

fn experiment_entry(experiment: &Experiment) -> ExperimentEntry {
    let (result, executions) = match &experiment.outcome {
        Outcome::Same { settings, .. } => ("same", settings.len()),
        Outcome::Differ(_) => ("different", 0),
        Outcome::Impossible(_) => ("impossible", 0),
    };
    ExperimentEntry {
        function: experiment.subject.clone(),
        result: result.to_string(),
        executions,
        message: experiment.to_string(),
    }
}

fn entry(found: &Verification, function: &FunctionVerdict) -> FunctionEntry {
    let place = |side: Side, span: Span, label: &str| PlaceEntry {
        file: file(found, side).path.display().to_string(),
        line: file(found, side).line_col(span.start).line as usize,
        label: label.to_string(),
    };
    let all = places(&function.verdict).iter();
    FunctionEntry {
        name: function.name.clone(),
        verdict: function.verdict.name().to_string(),
        reason: match &function.verdict {
            Verdict::Unknown(reason) => Some(reason.message.clone()),
            Verdict::Refuted(witness) => Some(witness.message.clone()),
            Verdict::Unchanged | Verdict::Proved(_) => None,
        },
        witness: match &function.verdict {
            Verdict::Refuted(witness) => Some(witness_entry(witness)),
            _ => None,
        },
        context: match &function.verdict {
            Verdict::Proved(context) => ContextEntry {
                conditions: context.conditions.clone(),
                assumptions: context.assumptions.clone(),
            },
            _ => ContextEntry::default(),
        },
        before: function.before.map(|span| place(Side::Before, span, "")),
        after: function.after.map(|span| place(Side::After, span, "")),
        places: all.map(|p| place(p.side, p.span, &p.label)).collect(),
    }
}

fn witness_entry(witness: &Witness) -> WitnessEntry {
    WitnessEntry {
        text: witness.message.clone(),
        params: witness.params.clone(),
    }
}

impl VerifyArgs {
    fn options(&self, file: &FoldOptions) -> VerifyOptions {
        let assumed = assumptions(&self.assume, &file.assume).into_iter();
        let mut assumed: Assumptions = assumed.collect();
        assumed.refuse(self.no_assumptions || file.no_assumptions);
        VerifyOptions {
            functions: self.function.clone(),
            arrays: self.array.clone(),
            order: self.order.or(file.order),
            assume: assumed,
            ..VerifyOptions::default()
        }
    }
}
