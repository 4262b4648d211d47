//! What a code block of each language has to fulfil.

use super::folder::Folder;
use crate::markdown::Block;
use std::path::Path;
use std::process::{Command, Stdio};

/// Checks a block. Returns the text that a console block should have.
pub(crate) fn check(folder: &Folder, page: &Path, block: &Block) -> Option<String> {
    let place = format!("{}:{}", page.display(), block.line);
    match (block.language.as_str(), &block.words[..]) {
        ("console", []) => return Some(transcript(folder, block)),
        ("sh", []) => shell(folder, &place, &block.text),
        ("c" | "diff", [program, ..]) if program == "pleat" => excerpt(folder, &place, block),
        ("c", [] | [_]) => compiles(folder, &place, &block.text),
        ("json", _) => {
            let read = serde_json::from_str::<serde_json::Value>(&block.text);
            assert!(read.is_ok(), "{place}: {read:?}");
        }
        ("make" | "makefile", _) => {
            let mut make = Command::new("make");
            make.args(["-n", "-f", "-"]).current_dir(folder.path());
            let read = piped(&mut make, &block.text);
            let is_read = read.is_empty() || read.contains("No targets");
            assert!(is_read, "{place}: {read}");
        }
        ("cmake", _) => {
            let project = format!("cmake_minimum_required(VERSION 3.13)\n{}", block.text);
            folder.write("block.cmake", &project);
            let said = folder.run("cmake -P block.cmake", true);
            assert!(!said.contains("Parse error"), "{place}: {said}");
        }
        ("toml", [name]) => {
            let said = folder.run(&format!("pleat config --config {name}"), true);
            assert!(!said.contains("pleat: "), "{place}: {said}");
        }
        ("lua", _) => {
            folder.write("block.lua", &block.text);
            let said = folder.run("nvim --clean --headless -S block.lua +qall", true);
            assert!(said.is_empty(), "{place}: {said}");
        }
        ("isl", [_]) => {}
        ("text", [_]) => {}
        (language, words) => panic!("{place}: no test for a block `{language}` {words:?}"),
    }
    None
}

/// The block with the outputs of its commands as they are; lines that `...` leaves out stay out.
fn transcript(folder: &Folder, block: &Block) -> String {
    let mut text = String::new();
    for (command, expected) in commands(&block.text) {
        let actual = folder.run(&command, true);
        let shown = match matches(&expected, &actual.lines().collect::<Vec<_>>()) {
            true => expected.iter().map(|line| format!("{line}\n")).collect(),
            false => actual,
        };
        text += &format!("$ {command}\n{shown}");
    }
    text
}

/// Commands of a transcript with the lines after each.
fn commands(text: &str) -> Vec<(String, Vec<&str>)> {
    let mut all: Vec<(String, Vec<&str>)> = Vec::new();
    let mut continues = false;
    for line in text.lines() {
        if continues {
            let (command, _) = all.last_mut().unwrap();
            *command += &format!("\n{line}");
            continues = line.ends_with('\\');
        } else if let Some(command) = line.strip_prefix("$ ") {
            all.push((command.to_string(), Vec::new()));
            continues = line.ends_with('\\');
        } else {
            all.last_mut()
                .expect("a block begins with `$ `")
                .1
                .push(line);
        }
    }
    all
}

/// Whether lines are the expected ones, in which `...` stands for any lines, and at the end of a
/// line for the rest of it.
fn matches(expected: &[&str], actual: &[&str]) -> bool {
    let Some((first, rest)) = expected.split_first() else {
        return actual.is_empty();
    };
    if *first == "..." {
        return (0..=actual.len()).any(|skipped| matches(rest, &actual[skipped..]));
    }
    let is_first = |line: &str| match first.strip_suffix(" ...") {
        Some(start) => line.starts_with(start),
        None => line == *first,
    };
    actual.first().is_some_and(|line| is_first(line)) && matches(rest, &actual[1..])
}

/// The lines of the block occur in the output of the command after its language, which may indent
/// them.
fn excerpt(folder: &Folder, place: &str, block: &Block) {
    let output = folder.run(&block.words.join(" "), false);
    let trimmed = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|line| line.trim().to_string());
        lines.filter(|line| !line.is_empty()).collect()
    };
    let expected = ["...".to_string()].into_iter().chain(trimmed(&block.text));
    let expected: Vec<String> = expected.chain(["...".to_string()]).collect();
    let (expected, actual) = (&expected, trimmed(&output));
    let borrowed = |lines: &[String]| {
        lines
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join("\n")
    };
    let found = matches(
        &expected.iter().map(String::as_str).collect::<Vec<_>>(),
        &actual.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    assert!(
        found,
        "{place}: not in the output:\n{}\n---\n{}",
        borrowed(expected),
        output
    );
}

/// Commands without their output. Programs that build or install are not executed here.
fn shell(folder: &Folder, place: &str, text: &str) {
    let joined = text.replace("\\\n", " ");
    for line in joined
        .lines()
        .map(|line| line.split(" #").next().unwrap().trim())
    {
        let mut words = line.split_whitespace().filter(|word| !word.contains('='));
        match words.next() {
            None | Some("#") => {}
            Some("apt-get" | "cargo" | "dpkg" | "sudo" | "git" | "cd") => {}
            Some(script) if script.starts_with("scripts/") => {
                assert!(
                    crate::common::root().join(script).exists(),
                    "{place}: {script}"
                );
            }
            Some(_) => {
                let said = folder.run(line, true);
                let wrong = ["error:", "cannot ", "command not found", "pleat: no "];
                let failed = wrong.iter().any(|words| said.contains(words));
                assert!(!failed, "{place}: {line}: {said}");
            }
        }
    }
}

fn compiles(folder: &Folder, place: &str, text: &str) {
    let mut cc = Command::new("cc");
    cc.args(["-fsyntax-only", "-w", "-fopenmp", "-x", "c", "-"]);
    cc.current_dir(folder.path());
    let said = piped(&mut cc, text);
    assert!(said.is_empty(), "{place}: {said}");
}

/// What a program prints on standard error, with a text on standard input.
fn piped(command: &mut Command, text: &str) -> String {
    use std::io::Write;
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    String::from_utf8_lossy(&child.wait_with_output().unwrap().stderr).into_owned()
}
