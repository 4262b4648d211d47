//! The files of `--report`, each in the format of its ending.

use crate::cli::arguments::args::FoldArgs;
use crate::cli::arguments::values::{ReportFile, ReportFormat};
use crate::cli::screen::output;
use crate::cli::screen::verbosity::Level;
use report::{FileText, Report, SarifRun};

/// Whether a format contains the files before and after.
pub(crate) fn show_texts(files: &[ReportFile]) -> bool {
    let shows = [ReportFormat::Sarif, ReportFormat::Html];
    files.iter().any(|file| shows.contains(&file.format))
}

/// Whether a format contains the evidence for arrays.
pub(crate) fn show_evidence(files: &[ReportFile]) -> bool {
    files.iter().any(|file| file.format == ReportFormat::Html)
}

/// Writes all reports. `code`: the exit status, as far as it is known.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write_all(
    args: &FoldArgs,
    report: &Report,
    texts: &[FileText],
    code: u8,
) -> Result<(), String> {
    for file in &args.report {
        let text = match file.format {
            ReportFormat::Json => report.to_json(),
            ReportFormat::Html => report.to_html(texts),
            ReportFormat::OptYaml => report::opt_yaml(report, is_verbose(args)),
            ReportFormat::Sarif => sarif(args, report, texts, code),
        };
        output::write_file(&file.path, text.as_bytes())?;
    }
    Ok(())
}

fn sarif(args: &FoldArgs, report: &Report, texts: &[FileText], code: u8) -> String {
    let words = std::env::args_os().skip(1);
    let arguments: Vec<String> = words.map(|w| w.to_string_lossy().into_owned()).collect();
    let run = SarifRun {
        version: env!("CARGO_PKG_VERSION"),
        arguments: &arguments,
        exit_code: code,
        all: is_verbose(args),
        fixes: !args.in_place,
    };
    report::sarif(report, texts, &run)
}

fn is_verbose(args: &FoldArgs) -> bool {
    args.verbosity.level() == Level::Verbose
}
