//! `pleat config`: prints the settings for a C file and their origins.

use crate::cli::arguments::args::ConfigArgs;
use crate::cli::arguments::config::{ConfigFile, Settings, command};
use crate::cli::screen::exit;
use crate::cli::screen::output;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches};

/// Prints the settings in the form of a pleat.toml, each with its origin as a comment.
pub(crate) fn run(args: &ConfigArgs) -> Result<u8, String> {
    let (_, file) = args.settings.settings_for(&args.file)?;
    let words = file.words_with(args.settings.words());
    let matches = command::<Settings>().try_get_matches_from(words);
    let matches = matches.map_err(|e| e.to_string())?;
    let mut text = match file.shown() {
        Some(path) => format!("# {path}\n"),
        None => "# no pleat.toml\n".to_string(),
    };
    for arg in command::<Settings>().get_arguments() {
        if let Some((value, origin)) = in_force(arg, &matches, &file, args) {
            let key = arg.get_long().unwrap_or_default();
            text.push_str(&format!("{key} = {value}  # {origin}\n"));
        }
    }
    output::stdout(text.as_bytes())?;
    Ok(exit::DONE)
}

/// The value of a setting, and its origin; `None` if it has none.
fn in_force(
    arg: &Arg,
    matches: &ArgMatches,
    file: &ConfigFile,
    args: &ConfigArgs,
) -> Option<(String, String)> {
    let key = arg.get_long()?;
    let id = arg.get_id().as_str();
    let values = matches.get_raw(id)?;
    let values: Vec<String> = values.map(|v| quoted(&v.to_string_lossy())).collect();
    let flag = format!("--{key}=");
    let mut given = args.settings.words().iter();
    let is_given = given.any(|word| word.to_string_lossy().starts_with(&flag));
    let is_list = matches!(arg.get_action(), ArgAction::Append);
    let path = file.shown().unwrap_or_default();
    let line = file.line_of(key).map(|line| format!("{path}:{line}"));
    let origin = match (line, is_given) {
        _ if matches.value_source(id) == Some(ValueSource::DefaultValue) => "default".to_string(),
        (Some(line), true) if is_list => format!("{line}, --{key}"),
        (_, true) => format!("--{key}"),
        (line, false) => line?,
    };
    Some(match is_list {
        true => (format!("[{}]", values.join(", ")), origin),
        false => (values.into_iter().next_back()?, origin),
    })
}

/// A value of TOML: a number, a truth value, or a string.
fn quoted(text: &str) -> String {
    let is_number = text.parse::<u64>().is_ok() && !(text.len() > 1 && text.starts_with('0'));
    match is_number || text == "true" || text == "false" {
        true => text.to_string(),
        false => format!("{text:?}"),
    }
}
