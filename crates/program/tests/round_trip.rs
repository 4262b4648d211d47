//! Programs of the corpus, printed as C over bytes, do what the originals do.
#![allow(clippy::unwrap_used)]

mod common;

use common::files::{corpus, flags};
use common::lowered;
use common::printer::printed;
use source::SourceFile;
use std::path::Path;
use std::process::{Command, Output};

/// The output of a program, or the compiler's message.
fn run(folder: &Path, source: &Path, args: &[String]) -> Result<Output, String> {
    let program = folder.join("program");
    let mut command = Command::new("cc");
    command.args(["-w", "-std=gnu17", "-fno-strict-aliasing", "-o"]);
    command.arg(&program).arg(source).args(args).arg("-lm");
    let compiled = command.output().unwrap();
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).into_owned());
    }
    Command::new("timeout")
        .arg("20")
        .arg(&program)
        .output()
        .map_err(|e| e.to_string())
}

/// Whether the program is compared; `None` if it has no form, or nothing runs it.
fn compare(path: &Path) -> Option<Result<(), String>> {
    let text = std::fs::read_to_string(path).ok()?;
    if !text.contains("main(") && !text.contains("main (") {
        return None;
    }
    let flags = flags(path);
    let program = lowered(SourceFile::read(path.to_str()?).ok()?, &flags).ok()?;
    let printed = std::panic::catch_unwind(|| printed(&program)).ok()?;
    let name = path.file_stem()?.to_str()?;
    let folder = std::env::temp_dir().join(format!("program-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let copy = folder.join("printed.c");
    std::fs::write(&copy, printed).ok()?;
    let original = run(&folder, path, &flags.args).ok()?;
    let own = run(&folder, &copy, &[]);
    let keeps = std::env::var_os("KEEP_PRINTED").is_some();
    if !keeps {
        let _ = std::fs::remove_dir_all(&folder);
    }
    Some(match own {
        Err(message) => Err(format!("{}: {message}", copy.display())),
        Ok(own) if own.stdout == original.stdout && own.status.code() == original.status.code() => {
            Ok(())
        }
        Ok(own) => Err(format!(
            "{}: {:?} {} instead of {:?} {}",
            copy.display(),
            own.status.code(),
            String::from_utf8_lossy(&own.stdout)
                .chars()
                .take(200)
                .collect::<String>(),
            original.status.code(),
            String::from_utf8_lossy(&original.stdout)
                .chars()
                .take(200)
                .collect::<String>(),
        )),
    })
}

fn check(folder: &str, least: usize) {
    let folder = folder.to_string();
    let all = move || {
        let paths = corpus()
            .into_iter()
            .filter(|p| p.to_string_lossy().contains(&folder));
        let mut failures = Vec::new();
        let mut compared = 0;
        for path in paths {
            match compare(&path) {
                None => println!("not compared: {}", path.display()),
                Some(Ok(())) => compared += 1,
                Some(Err(message)) => failures.push(message),
            }
        }
        assert!(failures.is_empty(), "{}", failures.join("\n"));
        println!("{compared} compared");
        assert!(compared >= least, "{compared} compared");
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    thread.spawn(all).unwrap().join().unwrap();
}

/// The programs of this folder are all compared.
#[test]
fn types_do_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    for name in ["complex.c", "volatile.c"] {
        match compare(&folder.join(name)) {
            Some(Ok(())) => {}
            Some(Err(message)) => panic!("{message}"),
            None => panic!("{name} is not compared"),
        }
    }
}

#[test]
fn pipelines_do_the_same() {
    check("corpus/pipelines/", 20);
}

#[test]
fn idioms_do_the_same() {
    check("corpus/idioms/", 70);
}

#[test]
fn papers_do_the_same() {
    check("corpus/papers/", 5);
}

#[test]
fn tiled_programs_do_the_same() {
    check("corpus/tiled/", 3);
}

/// `PROGRAMS=FOLDER`: all programs of a folder, such as gcc's `gcc.c-torture/execute`.
#[test]
#[ignore = "needs a folder of programs"]
fn a_folder_does_the_same() {
    let folder = std::env::var("PROGRAMS").unwrap();
    let skip: Vec<String> = std::env::var("SKIP")
        .unwrap_or_default()
        .split(',')
        .map(str::to_string)
        .collect();
    let all = move || {
        std::panic::set_hook(Box::new(|info| println!("{info}")));
        let entries = std::fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().path());
        let mut paths: Vec<_> = entries
            .filter(|p| p.extension().is_some_and(|e| e == "c"))
            .collect();
        paths.sort();
        let mut counts = [0; 3];
        for path in paths {
            if skip
                .iter()
                .any(|s| path.file_stem().unwrap().to_string_lossy() == *s)
            {
                continue;
            }
            match compare(&path) {
                None => {
                    println!("not compared: {}", path.display());
                    counts[0] += 1;
                }
                Some(Ok(())) => counts[1] += 1,
                Some(Err(message)) => {
                    println!("WRONG {}\n{message}", path.display());
                    counts[2] += 1;
                }
            }
        }
        println!("not compared, same, different: {counts:?}");
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    thread.spawn(all).unwrap().join().unwrap();
}
