//! Every flag of every command: `flags/rows.txt` has a line for each, with a program on which it
//! changes the output. Without such a line a new flag fails the test.

#[allow(dead_code)]
use crate::lsp::client;
use client::Client;
use rstest::rstest;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

const ROWS: &str = include_str!("flags/rows.txt");

/// Folders with a `pleat.toml`: its text, and the program beside it.
const FOLDERS: [(&str, &str, &str); 3] = [
    ("set", "keep.toml", "rows.c"),
    ("fact", "fact.toml", "sized.c"),
    ("nosuch", "nosuch.toml", "stages.c"),
];

/// A line of the file.
struct Row {
    text: &'static str,
    /// Arguments, each with whether it belongs to the flag.
    arguments: Vec<(String, bool)>,
    shows: &'static str,
}

impl Row {
    /// The lines about a command.
    fn of(command: &str) -> Vec<Row> {
        let lines = ROWS.lines().filter(|line| !line.starts_with('#'));
        let own = lines.filter_map(|line| Some((line, line.strip_prefix(command)?)));
        let own = own.filter_map(|(text, rest)| Some((text, rest.strip_prefix(' ')?)));
        let row = |(text, rest): (&'static str, &'static str)| {
            let (arguments, shows) = rest.split_once(" => ").unwrap();
            Row {
                text,
                arguments: arguments_of(arguments),
                shows,
            }
        };
        own.map(row).collect()
    }

    fn flag(&self) -> &str {
        let mut own = self.arguments.iter().filter(|(_, is_flag)| *is_flag);
        let (flag, _) = own.next().unwrap();
        flag.split('=').next().unwrap()
    }

    fn output(&self, command: &str, with_flag: bool) -> String {
        let arguments = self.arguments.iter();
        let arguments = arguments.filter(|(_, is_flag)| with_flag || !is_flag);
        let arguments: Vec<&str> = arguments.map(|(text, _)| text.as_str()).collect();
        let folder = folder();
        match (command, arguments.split_last()) {
            ("lsp", Some((file, flags))) if file.ends_with(".c") => {
                diagnostics(folder.path(), file, flags)
            }
            _ => run(folder.path(), command, &arguments),
        }
    }

    /// Checks the line. `known` are outputs without flags.
    fn check(&self, command: &str, known: &mut HashMap<Vec<String>, String>) {
        let with = self.output(command, true);
        if self.shows == "=" {
            let is_fine = command == "lsp" || with.contains("status 0\n");
            assert!(is_fine, "{}\n{with}", self.text);
            return;
        }
        let others = self.arguments.iter().filter(|(_, is_flag)| !is_flag);
        let others = others.map(|(text, _)| text.clone()).collect();
        let without = known.entry(others);
        let without = without.or_insert_with(|| self.output(command, false));
        let (text, has, lacks) = match self.shows.strip_prefix("! ") {
            Some(text) => (text, &*without, &with),
            None => (self.shows, &with, &*without),
        };
        assert!(has.contains(text), "{}\nno such text: {has}", self.text);
        assert!(!lacks.contains(text), "{}\nhere too: {lacks}", self.text);
    }
}

/// Words, the part in brackets marked; words in quotes have blanks.
fn arguments_of(text: &str) -> Vec<(String, bool)> {
    let (before, rest) = text.split_once('[').unwrap();
    let (flag, after) = rest.split_once(']').unwrap();
    let parts = [(before, false), (flag, true), (after, false)];
    let words = |(part, is_flag): (&str, bool)| {
        let words = shlex::split(part).unwrap().into_iter();
        words.map(move |word| (word, is_flag)).collect::<Vec<_>>()
    };
    parts.into_iter().flat_map(words).collect()
}

/// A copy of the programs.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/flags");
    for entry in std::fs::read_dir(&programs).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
    }
    for (name, settings, program) in FOLDERS {
        std::fs::create_dir(at(name)).unwrap();
        std::fs::copy(programs.join(settings), at(name).join("pleat.toml")).unwrap();
        std::fs::copy(programs.join(program), at(name).join(program)).unwrap();
    }
    let database = serde_json::json!([{
        "directory": folder.path(),
        "file": "macro.c",
        "arguments": ["cc", "-DGIVEN", "-c", "macro.c"],
    }]);
    std::fs::create_dir(at("base")).unwrap();
    std::fs::write(at("base/compile_commands.json"), database.to_string()).unwrap();
    folder
}

/// What a command prints, its exit status, and what it writes.
fn run(folder: &Path, command: &str, arguments: &[&str]) -> String {
    let before = entries(folder);
    let output = Command::new(env!("CARGO_BIN_EXE_pleat"))
        .arg(command)
        .args(arguments)
        .current_dir(folder)
        .env_remove("CC")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text += &String::from_utf8_lossy(&output.stderr);
    writeln!(text, "status {}", output.status.code().unwrap()).unwrap();
    for (path, content) in entries(folder).difference(&before) {
        let name = path.file_name().unwrap().to_string_lossy();
        match content {
            Some(bytes) => writeln!(text, "{name}: {}", String::from_utf8_lossy(bytes)),
            None => writeln!(text, "{name}/"),
        }
        .unwrap();
    }
    text
}

/// Files with their bytes, and folders.
fn entries(folder: &Path) -> BTreeSet<(PathBuf, Option<Vec<u8>>)> {
    let entries = std::fs::read_dir(folder).unwrap();
    let entry = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.unwrap().path();
        let bytes = path.is_file().then(|| std::fs::read(&path).unwrap());
        (path, bytes)
    };
    entries.map(entry).collect()
}

/// What an editor shows for a file.
fn diagnostics(folder: &Path, file: &str, flags: &[&str]) -> String {
    let absolute = |flag: &&str| match folder.join(flag).exists() {
        true => folder.join(flag).display().to_string(),
        false => flag.to_string(),
    };
    let flags: Vec<String> = flags.iter().map(absolute).collect();
    let mut client = Client::raw(&flags.iter().map(String::as_str).collect::<Vec<_>>());
    let params = serde_json::json!({ "processId": null, "rootUri": null, "capabilities": {} });
    client.request("initialize", params).unwrap();
    client.notify("initialized", serde_json::json!({}));
    let path = folder.join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let found = client.open(&path, 1, &text).to_string();
    client.leave();
    found
}

/// The flags that the help of a command lists, short ones too.
fn listed(command: &str) -> BTreeSet<String> {
    let mut help = Command::new(env!("CARGO_BIN_EXE_pleat"));
    let help = help.args([command, "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let (_, options) = help.split_once("\nOptions:\n").unwrap();
    let lines = options.lines().map(str::trim_start);
    let flags = lines.filter(|line| line.starts_with('-'));
    let names = flags.flat_map(|line| {
        let words = line
            .split([' ', ',', '['])
            .take_while(|word| !word.starts_with('<'));
        words.map(|word| word.trim_end_matches('.'))
    });
    let names = names.filter(|word| word.len() > 1 && word.starts_with('-'));
    let names = names.filter(|word| !matches!(*word, "-h" | "--help"));
    names.map(str::to_string).collect()
}

#[rstest]
fn every_flag_has_an_effect(
    #[values(
        "fold",
        "explain",
        "stats",
        "cc",
        "map",
        "fuse",
        "tile",
        "verify",
        "config",
        "lsp",
        "completions",
        "man"
    )]
    command: &str,
) {
    let rows = Row::of(command);
    let tested: BTreeSet<String> = rows.iter().map(|row| row.flag().to_string()).collect();
    let untested = &listed(command) - &tested;
    assert!(untested.is_empty(), "{command}: no row for {untested:?}");
    let mut known = HashMap::new();
    for row in &rows {
        row.check(command, &mut known);
    }
}
