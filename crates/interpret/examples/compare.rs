//! Compares the functions of two C files, and their main programs: `compare before.c after.c
//! [flags]`. A file is compared with itself if there is only one. `--free` varies all macros.

use c::syntax::Syntax;
use c::{Contents, facts::Wanted};
use interpret::{Limits, Outcome, Version};
use program::Program;
use source::{Flags, SourceFile, preprocess};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

struct Text {
    file: SourceFile,
    program: Program,
}

fn read(path: &str, args: &[String]) -> Result<Text, String> {
    let file = SourceFile::read(path).map_err(|e| e.to_string())?;
    let flags = Flags {
        args: args.to_vec(),
        folder: Path::new(path).parent().map(Path::to_path_buf),
        ..Flags::default()
    };
    let unit = preprocess(file.clone(), &flags).map_err(|e| e.to_string())?;
    let syntax = Syntax::of(&unit);
    let wanted = Wanted {
        scalars: &BTreeSet::new(),
        removals: false,
    };
    let contents = Contents::of(&unit, &syntax, wanted, &mut Vec::new());
    let program = program::lower(&contents);
    Ok(Text { file, program })
}

fn show(name: &str, outcome: &Outcome, before: &Text, after: &Text, start: Instant) {
    let time = start.elapsed().as_secs_f64();
    match outcome {
        Outcome::Differ(witness) => println!("{time:6.2} {name}: DIFFER {witness}"),
        Outcome::Same { settings } => println!("{time:6.2} {name}: same at {settings}"),
        Outcome::Inconclusive { reason, at } => {
            let line = at.map(|(side, at)| {
                let file = match side {
                    interpret::Side::Before => &before.file,
                    interpret::Side::After => &after.file,
                };
                file.line_col(at.start).line
            });
            println!("{time:6.2} {name}: unknown, line {line:?}: {reason}");
        }
    }
}

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (free, args): (Vec<String>, _) = args.into_iter().partition(|arg| arg == "--free");
    let (flags, files): (Vec<String>, Vec<String>) =
        args.into_iter().partition(|arg| arg.starts_with('-'));
    let before = read(files.first().ok_or("which file?")?, &flags)?;
    let after = read(files.get(1).unwrap_or(&files[0]), &flags)?;
    let versions = [&before, &after].map(|text| Version {
        program: &text.program,
        text: &text.file,
    });
    let macros = before.program.macros.iter().map(|m| m.name.clone());
    let limits = Limits {
        free_macros: macros.filter(|_| !free.is_empty()).collect(),
        ..Limits::default()
    };
    for function in &before.program.functions {
        let start = Instant::now();
        let outcome = match function.name.as_str() {
            "main" => interpret::compare_main(versions[0], versions[1], &limits),
            name => interpret::compare(versions[0], versions[1], name, &limits),
        };
        show(&function.name, &outcome, &before, &after, start);
    }
    Ok(())
}
