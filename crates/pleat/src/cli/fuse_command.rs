//! `pleat fuse`: writes a file with fused loops, before any fold.

use super::args::FuseArgs;
use super::{exit, output, stack};
use pleat::{Fused, FusedLoop, fuse};
use source::{Diagnostic, Label, Severity, render};
use std::io::IsTerminal;

/// Fuses the loops of a file. Returns the exit status.
pub(crate) fn run(args: &FuseArgs) -> Result<u8, String> {
    let file = output::read(&args.file)?;
    let fused = stack::large(|| fuse(file, &args.flags()))?;
    let fused = fused.map_err(|e| format!("{}: {e}", args.file.display()))?;
    remarks(&fused);
    let is_changed = fused.bytes != fused.file.bytes;
    match args.diff {
        true => output::diff(&fused.file, &fused.bytes),
        false => output::stdout(&fused.bytes)?,
    }
    Ok(match args.diff && is_changed {
        true => exit::CHANGES,
        false => exit::DONE,
    })
}

/// Prints what was fused, and what was not, on standard error.
fn remarks(fused: &Fused) {
    let color = std::io::stderr().is_terminal();
    for found in &fused.loops {
        eprint!("{}", render(&fused.file, &remark(fused, found), color));
    }
    for (function, reason) in &fused.unproved {
        eprintln!("pleat: the loops of `{function}` are not fused: {reason}");
    }
    if fused.loops.is_empty() && fused.unproved.is_empty() {
        eprintln!("pleat: {}: no loops to fuse", fused.file.path.display());
    }
}

fn remark(fused: &Fused, found: &FusedLoop) -> Diagnostic {
    let lines = found.nests.iter().map(|span| {
        let place = fused.file.line_col(span.start);
        place.line.to_string()
    });
    let lines: Vec<String> = lines.collect();
    let (last, others) = lines.split_last().map_or(("", &[][..]), |(l, o)| (l.as_str(), o));
    let message = format!("fused the loops at lines {} and {last}", others.join(", "));
    let mut remark = Diagnostic::new(Severity::Note, message);
    for (nest, ahead) in found.nests.iter().zip(&found.ahead) {
        let label = match ahead {
            0 => String::new(),
            1 => "runs 1 row ahead".to_string(),
            rows => format!("runs {rows} rows ahead"),
        };
        let line = fused.file.line_col(nest.start).line;
        let header = fused.file.line_span(line).unwrap_or(*nest);
        remark.labels.push(Label {
            span: header,
            message: label,
            primary: *ahead == 0,
        });
    }
    for (array, rows) in &found.arrays {
        remark.notes.push(format!("`{array}` is needed for {rows} rows at a time"));
    }
    for assumption in &found.assumptions {
        remark.notes.push(format!("assumes: {assumption}"));
    }
    remark
}
