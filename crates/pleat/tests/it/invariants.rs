//! The invariants of ARCHITECTURE.md that a machine can check.

mod rooms;

use crate::common::root;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The maximal width of a comment, in columns.
const COMMENT_WIDTH: usize = 100;

fn manifest(name: &str) -> String {
    fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).unwrap()
}

/// Dependencies of a crate, without those of its tests.
fn dependencies(name: &str) -> Vec<String> {
    dependencies_in("dependencies", name)
}

fn dependencies_in(section: &str, name: &str) -> Vec<String> {
    let text = manifest(name);
    let section = text.split(&format!("\n[{section}]")).nth(1);
    let section = section.unwrap_or_default();
    let section = section.split("\n[").next().unwrap();
    let names = section
        .lines()
        .filter_map(|l| l.split(['.', ' ', '=']).next());
    names
        .filter(|n| !n.is_empty())
        .map(str::to_string)
        .collect()
}

fn crates() -> Vec<String> {
    let entries = fs::read_dir(root().join("crates")).unwrap();
    entries
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_path_buf()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    files
}

fn only(library: &str, allowed: &[&str]) {
    for name in crates() {
        let uses = dependencies(&name).iter().any(|d| d == library);
        assert!(
            !uses || allowed.contains(&name.as_str()),
            "{name} uses {library}"
        );
    }
}

#[test]
fn libraries_stay_in_their_crate() {
    only("isl-rs", &["poly"]);
    only("coin_cbc", &["poly"]);
    only("lang-c", &["c", "front", "fuse", "program", "tidy", "tile"]);
    only("codespan-reporting", &["source"]);
}

#[test]
fn scop_depends_on_poly_alone() {
    assert_eq!(dependencies("scop"), ["integer", "poly"]);
    assert!(dependencies("integer").is_empty());
}

#[test]
fn c_knows_no_sets() {
    for other in ["poly", "scop", "front"] {
        assert!(!dependencies("c").contains(&other.to_string()));
    }
}

#[test]
fn printers_know_no_programs() {
    assert_eq!(dependencies("print"), ["integer", "poly", "source"]);
}

#[test]
fn storage_and_lifetime_know_no_c() {
    for name in ["storage", "lifetime"] {
        for c in ["source", "front", "emit", "lang-c"] {
            assert!(
                !dependencies(name).contains(&c.to_string()),
                "{name} uses {c}"
            );
        }
    }
}

#[test]
fn check_is_independent_of_the_folding_crates() {
    assert_eq!(dependencies("check"), ["poly", "scop", "thiserror"]);
}

#[test]
fn execution_knows_no_sets_and_equations_know_no_trees() {
    for (name, others) in [
        ("program", &["poly", "scop", "front"][..]),
        ("interpret", &["poly", "scop", "front", "lang-c"]),
        ("affine", &["front", "lang-c", "check"]),
    ] {
        let known = dependencies(name);
        for other in others {
            assert!(!known.contains(&other.to_string()), "{name} uses {other}");
        }
    }
}

#[test]
fn no_crate_depends_on_the_laboratory() {
    for name in crates().iter().filter(|name| *name != "lab") {
        for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let uses = dependencies_in(section, name);
            assert!(!uses.contains(&"lab".to_string()), "{name}: {section}");
        }
        for path in rust_files(&root().join("crates").join(name)) {
            let text = fs::read_to_string(&path).unwrap();
            let names = names_laboratory(&text);
            assert!(!names, "{}", path.display());
        }
    }
}

fn names_laboratory(text: &str) -> bool {
    let paths = text.match_indices(concat!("lab", "::")).map(|(at, _)| at);
    { paths }.any(|at| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
}

#[test]
fn rooms_form_no_circle() {
    for name in crates() {
        let source = root().join("crates").join(&name).join("src");
        let programs = fs::read_dir(source.join("bin")).into_iter().flatten();
        let programs = programs.map(|entry| entry.unwrap().path());
        for folder in programs.chain([source]).filter(|path| path.is_dir()) {
            let rooms = rooms::circles(&folder);
            assert!(rooms.is_empty(), "{}: {rooms:?}", folder.display());
        }
    }
}

/// Programs, and crates with `test = false`, are not built for unit tests: one would never run.
#[test]
fn unit_tests_are_built() {
    for name in crates() {
        let is_built = !manifest(&name).contains("[lib]\ntest = false\n");
        let source = root().join("crates").join(&name).join("src");
        for path in rust_files(&source) {
            let is_program = path.ends_with("src/main.rs") || path.starts_with(source.join("bin"));
            let text = fs::read_to_string(&path).unwrap();
            let mut tests = ["#[test]", "#[rstest]", "proptest!"].into_iter();
            let has_tests = tests.any(|test| text.contains(test));
            let runs = is_built && !is_program;
            assert!(runs || !has_tests, "{}", path.display());
        }
    }
}

#[test]
fn comments_are_narrow() {
    for path in rust_files(&root().join("crates")) {
        let text = fs::read_to_string(&path).unwrap();
        let mut comments = text.lines().filter(|l| l.trim_start().starts_with("//"));
        let wide = comments.find(|l| l.chars().count() > COMMENT_WIDTH);
        assert!(wide.is_none(), "{}: {wide:?}", path.display());
    }
}

#[test]
fn unsafe_code_is_in_one_file() {
    let word = ["un", "safe "].concat();
    for path in rust_files(&root().join("crates")) {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.lines().filter(|l| !l.trim_start().starts_with("//"));
        let found = code.clone().any(|l| l.contains(&word));
        assert!(
            !found || path.ends_with("poly/src/raw.rs"),
            "{}",
            path.display()
        );
    }
}

#[test]
fn every_file_opens_with_its_purpose() {
    for path in rust_files(&root().join("crates")) {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("//!"), "{}", path.display());
    }
}

/// What should be done in one place is not done in more places than now. A change that needs fewer
/// lowers the numbers here.
#[test]
fn ways_become_fewer() {
    let most = [
        ("rooms on the longest chain", 8),
        ("calls that ask for proofs", 5),
        ("calls that make a system", 3),
        ("constants of operations", 3),
        ("headers of loops in texts", 0),
        ("indentations and line ends", 27),
        ("calls that split text", 42),
        ("sets from texts", 2),
    ];
    let script = Command::new(root().join("scripts/house"))
        .arg("--sources")
        .output();
    let printed = String::from_utf8(script.unwrap().stdout).unwrap();
    for (what, most) in most {
        let row = printed.lines().find(|line| line.starts_with(what));
        let found = row.and_then(|row| row.split_whitespace().last());
        let found: usize = found.unwrap_or_else(|| panic!("{what}")).parse().unwrap();
        assert!(found <= most, "{what}: {found} places, {most} before");
        assert_eq!(found, most, "{what}: lower the number in this test");
    }
}
