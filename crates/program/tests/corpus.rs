//! Every file of the corpus has a form, but for a few constructs.
#![allow(clippy::unwrap_used)]

mod common;

use common::files::{corpus, flags};
use common::{lowered, unsupported};
use source::SourceFile;
use std::collections::BTreeMap;

#[test]
fn the_corpus_has_a_form() {
    let run = || {
        let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let (mut functions, mut whole) = (0, 0);
        for path in corpus() {
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
            println!(
                "{} {what}: {:?}",
                places.len(),
                &places[..places.len().min(4)]
            );
        }
        println!("{whole} of {functions} functions are whole");
        (whole, functions)
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    let (whole, functions) = thread.spawn(run).unwrap().join().unwrap();
    assert!(
        functions > 300 && whole * 100 >= functions * 90,
        "{whole} of {functions}"
    );
}
