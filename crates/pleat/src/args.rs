//! The command line.

use clap::{Args, Parser, Subcommand};
use lifetime::Mode;
use pleat::Options;
use source::Flags;
use std::ffi::OsString;
use std::path::PathBuf;
use storage::Strategy;

/// Folds the temporary arrays of C programs into the smallest storage that keeps every live value.
///
/// Exit status: 0 done, also when nothing could be folded; 1 --check or --diff found changes;
/// 2 bad usage or unreadable input; 3 an internal check failed (the output is then the input).
#[derive(Debug, Parser)]
#[command(name = "pleat", version)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Rewrite a C file: the result on standard output, remarks on standard error.
    Fold(FoldArgs),
}

/// Arguments of `pleat fold`.
#[derive(Debug, Args)]
pub struct FoldArgs {
    /// The C file.
    pub file: PathBuf,
    /// Write the result here instead of standard output.
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["in_place", "diff", "check"])]
    pub output: Option<PathBuf>,
    /// Write the result over the input.
    #[arg(long, conflicts_with_all = ["diff", "check"])]
    pub in_place: bool,
    /// Print what would change as a unified diff; write nothing.
    #[arg(long)]
    pub diff: bool,
    /// Only tell by the exit status whether something would change; write nothing.
    #[arg(long)]
    pub check: bool,
    /// Write a report; the format is that of the ending: .json.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Fold this array and no other; an error if it cannot be folded. May be repeated.
    #[arg(long, value_name = "NAME")]
    pub array: Vec<String>,
    /// Leave this array as it is. May be repeated.
    #[arg(long, value_name = "NAME")]
    pub keep: Vec<String>,
    /// Use only this strategy: successive-modulo, width.
    #[arg(long, value_name = "NAME")]
    pub strategy: Option<String>,
    /// What one lifetime is: value (one write to its last read) or element (first write to last read).
    #[arg(long, value_name = "MODE", default_value = "value")]
    pub lifetime: String,
    /// A typical value of a parameter, to compare sizes: N=1000. May be repeated.
    #[arg(long, value_name = "NAME=VALUE")]
    pub param: Vec<String>,
    /// Also show what was found and what was passed over.
    #[arg(short, long)]
    pub verbose: bool,
    /// Print the time of each pass and the peak memory.
    #[arg(long)]
    pub timings: bool,
    /// The compiler that preprocesses [default: $CC or cc].
    #[arg(long, value_name = "COMPILER")]
    pub cc: Option<OsString>,
    /// Flags for the preprocessor, after `--`: -I, -D, -std, ...
    #[arg(last = true)]
    pub flags: Vec<String>,
}

impl FoldArgs {
    /// The driver's options.
    pub fn options(&self) -> Result<Options, String> {
        let strategy = match &self.strategy {
            None => None,
            Some(name) => Some(Strategy::from_name(name).ok_or_else(|| {
                let names: Vec<&str> = Strategy::ALL.iter().map(|s| s.name()).collect();
                format!(
                    "--strategy {name}: no such strategy (there are {})",
                    names.join(", ")
                )
            })?),
        };
        Ok(Options {
            only: self.array.clone(),
            keep: self.keep.clone(),
            strategy,
            lifetime: mode(&self.lifetime)?,
            params: self
                .param
                .iter()
                .map(|p| param(p))
                .collect::<Result<_, _>>()?,
            threads: None,
        })
    }

    /// The compiler and its flags.
    pub fn flags(&self) -> Flags {
        let mut flags = Flags {
            args: self.flags.clone(),
            ..Flags::default()
        };
        if let Some(cc) = &self.cc {
            flags.cc = cc.clone();
        }
        flags
    }

    /// Whether the report's format is known.
    pub fn check_report(&self) -> Result<(), String> {
        match &self.report {
            Some(path) if path.extension().is_none_or(|e| e != "json") => Err(format!(
                "--report {}: the ending must be .json",
                path.display()
            )),
            _ => Ok(()),
        }
    }
}

fn mode(name: &str) -> Result<Mode, String> {
    match name {
        "value" => Ok(Mode::Value),
        "element" => Ok(Mode::Element),
        _ => Err(format!("--lifetime {name}: must be value or element")),
    }
}

fn param(text: &str) -> Result<(String, i64), String> {
    let parsed = text.split_once('=').and_then(|(name, value)| {
        let value = value.trim().parse().ok()?;
        Some((name.trim().to_string(), value))
    });
    parsed.ok_or_else(|| format!("--param {text}: must be NAME=VALUE with an integer value"))
}
