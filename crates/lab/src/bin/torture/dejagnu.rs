//! The directives in the comments of gcc's tests.

use std::path::{Path, PathBuf};

/// How a test is compiled and run.
pub(crate) struct Test {
    /// The flags for every target.
    pub flags: Vec<String>,
    /// Whether it is executed; the behaviour of other tests is undefined or pointless.
    pub runs: bool,
    /// Additional files of the program.
    pub sources: Vec<PathBuf>,
    /// Environment variables and their values.
    pub environment: Vec<(String, String)>,
}

impl Test {
    /// Reads the directives of a file.
    pub(crate) fn of(file: &Path, text: &str) -> Self {
        let is_in = |name: &str| file.iter().any(|part| part == name);
        let is_library = is_in("libgomp");
        let is_openmp = is_library || is_in("gomp");
        let mut flags = flags(text);
        if is_openmp && !flags.iter().any(|f| f.starts_with("-fopenmp")) {
            flags.push("-fopenmp".to_string());
        }
        let is_dialect = file
            .file_name()
            .is_some_and(|n| is_dialect(&n.to_string_lossy()));
        let runs = match arguments(text, "dg-do").first().map(String::as_str) {
            Some("run") => true,
            Some(_) if is_openmp || is_dialect => false,
            None if is_openmp => is_library,
            _ => !is_in("compile"),
        };
        let beside = |name: String| file.with_file_name(name);
        let sources = arguments(text, "dg-additional-sources").into_iter();
        Test {
            flags,
            runs,
            sources: sources.map(beside).collect(),
            environment: environment(text),
        }
    }
}

/// Whether a file is a test of an edition of the language.
fn is_dialect(name: &str) -> bool {
    name.starts_with("c90-") || name.starts_with("c99-")
}

/// The arguments of each directive with a name: `{ dg-do run { target x } }`.
fn arguments(text: &str, directive: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| {
        let (_, rest) = line.split_once(&format!("{directive} "))?;
        let rest = rest.split(['{', '}']).next()?;
        Some(rest.split([' ', '"']).filter(|w| !w.is_empty()))
    });
    lines.flatten().map(str::to_string).collect()
}

fn environment(text: &str) -> Vec<(String, String)> {
    let words = arguments(text, "dg-set-target-env-var");
    let pairs = words.chunks_exact(2);
    pairs.map(|p| (p[0].clone(), p[1].clone())).collect()
}

/// The flags that a test requests for every target.
fn flags(text: &str) -> Vec<String> {
    let mut flags = Vec::new();
    for line in text.lines() {
        let Some((_, rest)) = line.split_once("-options \"") else {
            continue;
        };
        if let Some((options, rest)) = rest.split_once('"')
            && (!rest.contains("target") || rest.contains("target c "))
        {
            flags.extend(options.split_whitespace().map(String::from));
        }
    }
    flags.retain(|flag| !flag.starts_with("-fdump") && !flag.starts_with("-march"));
    flags
}
