//! Most functions of the corpus have a system, and every system equals itself.
#![allow(clippy::unwrap_used)]

mod common;

use poly::Context;
use source::{Flags, SourceFile};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn files(folder: &str) -> Vec<PathBuf> {
    let mut folders = vec![
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../corpus")
            .join(folder),
    ];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
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

/// The reasons of functions without a system, and the numbers of functions with one and of all.
fn reasons(folder: &str) -> (BTreeMap<String, Vec<String>>, usize, usize) {
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut known, mut all) = (0, 0);
    for path in files(folder) {
        let file = SourceFile::read(path.to_str().unwrap()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let flags = Flags {
            folder: path.parent().map(Path::to_path_buf),
            ..Flags::default()
        };
        let Some(program) = common::try_lowered(file, &flags) else {
            continue;
        };
        for function in program.functions.iter().filter(|f| f.name != "main") {
            let ctx = Context::new();
            ctx.start_budget(100_000_000);
            let start = std::time::Instant::now();
            all += 1;
            match affine::system(&program, &function.name, &common::exact(), &ctx) {
                Ok(_) => known += 1,
                Err(unknown) => {
                    let line = text[..unknown.at.start as usize].matches('\n').count() + 1;
                    let name = path.file_name().unwrap().to_string_lossy();
                    let place = format!("{name}:{line} {}", function.name);
                    reasons.entry(unknown.reason).or_default().push(place);
                }
            }
            if start.elapsed().as_millis() > 2000 {
                println!(
                    "{} {}: {:?}",
                    path.display(),
                    function.name,
                    start.elapsed()
                );
            }
        }
    }
    (reasons, known, all)
}

#[test]
fn most_functions_have_a_system() {
    let (known, all) = common::deep(|| {
        let folder = std::env::var("AFFINE_CORPUS").unwrap_or_default();
        let (reasons, known, all) = reasons(&folder);
        let mut reasons: Vec<_> = reasons.into_iter().collect();
        reasons.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
        for (reason, places) in &reasons {
            println!(
                "{} {reason}: {:?}",
                places.len(),
                &places[..places.len().min(8)]
            );
        }
        println!("{known} of {all} functions have a system");
        (known, all)
    });
    assert!(known * 2 > all, "{known} of {all}");
}
