//! Compiles programs with detectors of undefined behaviour, and runs them.

use std::path::Path;
use std::process::Command;

/// What texts print together, compiled with detectors.
pub(crate) fn output(texts: &[&str], flags: &[String], work: &Path) -> String {
    let names = ["one.c", "two.c"].iter().map(|name| work.join(name));
    let files: Vec<_> = names.take(texts.len()).collect();
    for (file, text) in files.iter().zip(texts) {
        std::fs::write(file, text).unwrap();
    }
    let compiled = Command::new("gcc")
        .args(["-std=gnu11", "-w", "-O0", "-ftrivial-auto-var-init=pattern"])
        .args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"])
        .args(flags)
        .arg("-o")
        .arg(work.join("program"))
        .args(&files)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{}\n{errors}", texts[0]);
    let run = Command::new(work.join("program"))
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(
        run.status.code().is_some_and(|code| code <= 3),
        "{}\n{errors}",
        texts[0]
    );
    let is_detected = ["Sanitizer", "runtime error"]
        .iter()
        .any(|sign| errors.contains(sign));
    assert!(!is_detected, "{}\n{errors}", texts[0]);
    String::from_utf8_lossy(&run.stdout).into_owned()
}
