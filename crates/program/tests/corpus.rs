//! Every file of the corpus has a form, but for a few constructs.
#![allow(clippy::unwrap_used)]

mod common;

use common::{lowered, unsupported};
use source::{Flags, SourceFile};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "c") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The flags that a file asks for, and those of its suite.
fn flags(path: &Path) -> Flags {
    let mut args = Vec::new();
    let utilities = path.parent().unwrap().join("utilities");
    if utilities.is_dir() {
        args.push(format!("-I{}", utilities.display()));
    }
    Flags {
        args,
        folder: path.parent().map(Path::to_path_buf),
        ..Flags::default()
    }
}

#[test]
fn the_corpus_has_a_form() {
    let run = || {
        let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let (mut functions, mut whole) = (0, 0);
        for path in files() {
            let file = SourceFile::read(path.to_str().unwrap()).unwrap();
            let program = match lowered(file, &flags(&path)) {
                Ok(program) => program,
                Err(error) => {
                    println!("{}: {error}", path.display());
                    continue;
                }
            };
            for function in &program.functions {
                let mut found = Vec::new();
                unsupported(&function.body, &mut found);
                functions += 1;
                whole += usize::from(found.is_empty());
                for what in found {
                    let name = path.file_name().unwrap().to_string_lossy();
                    let place = format!("{name}:{}", function.name);
                    reasons.entry(what).or_default().push(place);
                }
            }
        }
        for (what, places) in &reasons {
            println!("{} {what}: {:?}", places.len(), &places[..places.len().min(4)]);
        }
        println!("{whole} of {functions} functions are whole");
        (whole, functions)
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    let (whole, functions) = thread.spawn(run).unwrap().join().unwrap();
    assert!(functions > 300 && whole * 100 >= functions * 90, "{whole} of {functions}");
}
