//! Programs with tricks, and pairs with drivers: they compile, are defined, and print the same in
//! each run.
#![allow(clippy::unwrap_used)]

use lab::pairs::{KINDS, pair};
use lab::tricks::{TRICKS, program};
use std::path::Path;
use std::process::Command;

/// Programs of each trick, and pairs of each kind.
const SEEDS: u64 = 2;

/// What texts print together, compiled with detectors.
fn output(texts: &[&str], flags: &[String], work: &Path) -> String {
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
    assert!(errors.is_empty(), "{}\n{errors}", texts[0]);
    String::from_utf8_lossy(&run.stdout).into_owned()
}

#[test]
fn programs_of_each_trick_are_defined() {
    let work = tempfile::tempdir().unwrap();
    for trick in TRICKS {
        for seed in 0..SEEDS {
            let made = program(seed, &[trick]);
            assert_eq!(made.tricks, [trick.name]);
            assert_eq!(made.text, program(seed, &[trick]).text);
            assert!(!output(&[&made.text], &made.flags, work.path()).is_empty());
        }
    }
}

#[test]
fn first_programs_of_pairs_are_defined() {
    let work = tempfile::tempdir().unwrap();
    for kind in KINDS {
        for seed in 0..SEEDS {
            let made = pair(seed, &[kind]);
            assert_ne!(made.before, made.after, "{}", kind.name);
            let printed = output(&[&made.before, &made.driver], &made.flags, work.path());
            assert!(!printed.is_empty(), "{}", made.driver);
        }
    }
}

#[test]
fn each_kind_of_pair_has_both_truths() {
    for kind in KINDS {
        for is_same in [false, true] {
            let mut pairs = (0..60).map(|seed| pair(seed, &[kind]));
            assert!(pairs.any(|pair| pair.is_same == is_same), "{}", kind.name);
        }
    }
}
