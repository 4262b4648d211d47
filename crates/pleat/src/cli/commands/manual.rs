//! What shells and `man` know about the command line: completions and manual pages.

use crate::cli::arguments::args::{Cli, CompletionsArgs, ManArgs};
use crate::cli::screen::exit;
use crate::cli::screen::output;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::path::Path;

/// Prints the completions of a shell. Returns the exit status.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<u8, String> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "pleat", &mut script);
    output::stdout(&script)?;
    Ok(exit::DONE)
}

/// Prints a manual page, or writes all of them. Returns the exit status.
pub(crate) fn man(args: &ManArgs) -> Result<u8, String> {
    let mut cli = Cli::command();
    cli.build();
    match (&args.output, &args.command) {
        (Some(folder), _) => write_pages(cli, folder)?,
        (None, None) => output::stdout(&page(cli)?)?,
        (None, Some(name)) => {
            let command = cli.find_subcommand(name).cloned();
            let unknown = || format!("man: there is no command `{name}`; see pleat --help");
            output::stdout(&page(command.ok_or_else(unknown)?)?)?;
        }
    }
    Ok(exit::DONE)
}

fn write_pages(cli: Command, folder: &Path) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("cannot write to {}: {e}", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(cli, folder).map_err(failed)
}

fn page(command: Command) -> Result<Vec<u8>, String> {
    let mut page = Vec::new();
    let rendered = Man::new(command).render(&mut page);
    rendered.map_err(|e| format!("cannot write the manual page: {e}"))?;
    Ok(page)
}
