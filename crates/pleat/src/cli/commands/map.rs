//! `pleat map`: reads the file, runs the strategies, prints their mappings.

use crate::cli::arguments::args::MapArgs;
use crate::cli::arguments::values::Strategies;
use crate::cli::files::input;
use crate::cli::screen::exit;
use crate::cli::screen::output;
use pleat::map::{self, Input, Run};
use std::path::Path;
use storage::{Found, Strategy};

/// Maps the conflicts of a file. Returns the exit status.
pub(crate) fn map(args: &MapArgs) -> Result<u8, String> {
    let file = input::name(&args.file).into_owned();
    let text = read(&args.file)?;
    let input = map::read(&text, &args.param).map_err(|fault| fault.in_file(&file))?;
    for note in &input.notes {
        eprintln!("pleat: {file}: {note}");
    }
    let answer = map::answer(&input, &args.strategies());
    let answer = answer.map_err(|error| format!("{file}: {error}"))?;
    let runs = &answer.runs;
    report_failures(&file, runs);
    if args.json {
        let mut json = serde_json::to_string_pretty(&map::entry(&input, &file, &answer))
            .map_err(|e| format!("cannot write the report: {e}"))?;
        json.push('\n');
        output::stdout(json.as_bytes())?;
    } else if args.compares() {
        output::stdout(map::table(&input, &answer).as_bytes())?;
    } else {
        output::stdout(map::mapping_text(&input, &answer).as_bytes())?;
    }
    let value = |name: &str| args.at.iter().rfind(|(n, _)| n == name).map(|(_, v)| *v);
    match args.at.is_empty() {
        true => Ok(exit::DONE),
        false if args.compares() && answer.holds(&value) => {
            check(&input, found(runs), &args.at, &file)
        }
        false => check(&input, answer.at(&value).into_iter(), &args.at, &file),
    }
}

fn found(runs: &[Run]) -> impl Iterator<Item = &Found> {
    runs.iter().filter_map(|run| match &run.outcome {
        map::Outcome::Found(found) => Some(found),
        _ => None,
    })
}

fn read(path: &Path) -> Result<String, String> {
    let not_text = |_| format!("cannot read {}: it is not UTF-8 text", input::name(path));
    String::from_utf8(input::bytes(path)?).map_err(not_text)
}

fn report_failures(file: &str, runs: &[Run]) {
    for run in runs {
        if let map::Outcome::Failed(error) = &run.outcome {
            eprintln!("pleat: {file}: {}: {error}", run.strategy.name());
        }
    }
}

/// Checks every difference at the point, for each mapping. Returns the exit status.
fn check<'f>(
    input: &Input,
    mappings: impl Iterator<Item = &'f Found>,
    point: &[(String, i64)],
    file: &str,
) -> Result<u8, String> {
    let mut code = exit::DONE;
    for found in mappings {
        code = code.max(check_one(input, found, point, file)?);
    }
    Ok(code)
}

fn check_one(
    input: &Input,
    found: &Found,
    point: &[(String, i64)],
    file: &str,
) -> Result<u8, String> {
    let value = |name: &str| point.iter().rfind(|(n, _)| n == name).map(|(_, v)| *v);
    let checked = map::check_at(&input.problem, found.at(&value), point);
    let checked = checked.map_err(|fault| fault.in_file(file))?;
    let name = found.strategy.name();
    match checked.not_separated.first() {
        None => {
            eprintln!(
                "pleat: {file}: {name}: {} differences looked at, all separated by {} cells",
                checked.differences, checked.cells
            );
            Ok(exit::DONE)
        }
        Some(difference) => {
            eprintln!("pleat: {file}: {name}: internal error: {difference:?} is not separated");
            Ok(exit::INTERNAL)
        }
    }
}

impl MapArgs {
    /// Whether the strategies are to be compared.
    fn compares(&self) -> bool {
        self.strategy == Some(Strategies::All)
    }

    fn strategies(&self) -> Vec<Strategy> {
        match self.strategy {
            None | Some(Strategies::All) => Strategy::ALL.to_vec(),
            Some(Strategies::Only(strategy)) => vec![strategy],
        }
    }
}
