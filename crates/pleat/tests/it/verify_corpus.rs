//! The programs of corpus/verify do what their first lines say: right ones print the same as the
//! program that they come from, wrong ones do not, at one size at least.

use crate::common::{SANITIZED, run_within};
use crate::verify::pairs;
use pairs::{Pair, sizes};
use rstest::rstest;
use std::path::{Path, PathBuf};

/// Processor time of a program: those that do not end are wrong.
const SECONDS: u32 = 2;

/// The sizes of the text, equal ones, different ones.
fn settings(text: &str) -> Vec<Vec<String>> {
    let names = sizes(text);
    let given = |values: [usize; 3]| {
        let pairs = names.iter().zip(values);
        pairs
            .map(|(name, value)| format!("-D{name}={value}"))
            .collect()
    };
    vec![Vec::new(), given([4, 4, 4]), given([9, 7, 5])]
}

fn output(path: &Path, sizes: &[String]) -> Result<String, String> {
    let text = std::fs::read(path).unwrap();
    let sizes: Vec<&str> = sizes.iter().map(String::as_str).collect();
    let flags = [&SANITIZED[..], &sizes].concat();
    run_within(SECONDS, &text, "gcc", &flags)
}

#[rstest]
fn programs_do_what_they_say(#[files("../../corpus/verify/*/before.c")] path: PathBuf) {
    let text = std::fs::read_to_string(&path).unwrap();
    let settings = settings(&text);
    let expected = settings.iter().map(|sizes| output(&path, sizes).unwrap());
    let expected: Vec<String> = expected.collect();
    let pairs = Pair::of(&path);
    assert!(pairs.len() >= 3, "{}", path.display());
    for pair in pairs {
        let mut found = settings.iter().zip(&expected);
        let differs = found.find(|(sizes, expected)| match output(&pair.after, sizes) {
            Ok(output) => output != **expected,
            Err(_) => true,
        });
        let is_wrong = pair.verdict == "refuted";
        assert_eq!(differs.is_some(), is_wrong, "{}: {differs:?}", pair.name());
    }
}
