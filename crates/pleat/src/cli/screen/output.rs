//! Reads and writes files, standard output, and messages on standard error.

use crate::cli::screen::terminal;
use crate::cli::screen::verbosity::Level;
use pleat::Folded;
use report::{Outline, Remark};
use similar::TextDiff;
use source::{Severity, SourceFile};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a file atomically: a reader sees the old bytes or the new ones.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("cannot write {}: {e}", path.display());
    let is_special = fs::metadata(path).is_ok_and(|m| !m.is_file());
    if is_special {
        return fs::write(path, bytes).map_err(failed);
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    };
    if !folder.is_dir() {
        return Err(format!(
            "cannot write {}: there is no folder {}",
            path.display(),
            folder.display()
        ));
    }
    let mut temporary = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    temporary.write_all(bytes).map_err(failed)?;
    let permissions = match fs::metadata(&target) {
        Ok(metadata) => metadata.permissions(),
        Err(_) => new_file_permissions(),
    };
    fs::set_permissions(temporary.path(), permissions).map_err(failed)?;
    temporary.persist(&target).map_err(|e| failed(e.error))?;
    Ok(())
}

/// Read and write for the owner, read for all others.
fn new_file_permissions() -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    fs::Permissions::from_mode(0o644)
}

/// Writes the result to standard output; a closed pipe is not an error.
pub(crate) fn stdout(bytes: &[u8]) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write to standard output: {e}"))
        }
        _ => Ok(()),
    }
}

/// Prints the remarks on standard error.
pub(crate) fn remarks(folded: &Folded, level: Level) {
    said(&folded.file, &folded.remarks, level);
    if level == Level::Verbose {
        for detail in &folded.details {
            eprint!("{}", terminal::render(&folded.file, detail));
        }
        let name = folded.file.path.display();
        eprintln!("pleat: {name}: {} regions", folded.regions);
    }
}

/// Prints those remarks on a file that a level shows, on standard error.
pub(crate) fn said(file: &SourceFile, remarks: &[Remark], level: Level) {
    let outline = match level {
        Level::Quiet => Outline {
            lines: Vec::new(),
            notes: {
                let errors = remarks.iter().filter(|r| r.severity == Severity::Error);
                errors.map(|remark| remark.full.clone()).collect()
            },
        },
        Level::Usual => Outline::of(file, remarks),
        Level::Verbose => Outline {
            lines: Vec::new(),
            notes: remarks.iter().map(Remark::verbose).collect(),
        },
    };
    for line in &outline.lines {
        eprintln!("{}", terminal::with_bold_place(line));
    }
    for note in &outline.notes {
        eprint!("{}", terminal::render(file, note));
    }
}

/// Prints why `pleat cc` compiles the original, on standard error.
pub(crate) fn complain(reason: &str) {
    eprintln!("pleat: {reason}; compiled as it is");
}

/// Prints a unified diff from a file to its new text.
pub(crate) fn diff(file: &SourceFile, new: &[u8]) {
    let old = String::from_utf8_lossy(&file.bytes);
    let new = String::from_utf8_lossy(new);
    let path = file.path.display().to_string();
    let path = path.trim_start_matches('/');
    let diff = TextDiff::from_lines(old.as_ref(), new.as_ref());
    let text = diff
        .unified_diff()
        .header(&format!("a/{path}"), &format!("b/{path}"))
        .to_string();
    // Printing is not essential.
    let _ = stdout(terminal::diff(text).as_bytes());
}

/// Prints milliseconds per pass and peak memory in KiB on one line, and those of fusion on another.
pub(crate) fn timings(folded: &Folded) {
    let t = &folded.timings;
    let ms = |d: std::time::Duration| d.as_secs_f64() * 1e3;
    eprintln!(
        "timings: preprocess {:.1} parse {:.1} analysis {:.1} mapping {:.1} emission {:.1} \
         check {:.1} peak {}",
        ms(t.preprocess),
        ms(t.parse),
        ms(t.analysis),
        ms(t.mapping),
        ms(t.emission),
        ms(t.check),
        peak_kib()
    );
    if !t.fusion.is_empty() {
        let passes = t.fusion.passes();
        let passes = passes.map(|(name, time)| format!("{name} {:.1}", ms(time)));
        eprintln!("fusion: {}", passes.join(" "));
    }
}

/// The largest resident set of this process, by the kernel's count; 0 if it is not known.
fn peak_kib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let number = line.and_then(|l| l.split_whitespace().next());
    number.and_then(|n| n.parse().ok()).unwrap_or(0)
}
