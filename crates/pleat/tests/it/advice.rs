//! Advice is true: whoever follows it gets the fold. The advice on each array of the corpus is read
//! as a user reads it, the file or the flags are changed, and the array has to fold.

use crate::common::{fold_by, folder_flags, on_big_stack, source};
use pleat::{Depth, Folded, Options};
use report::{ArrayEntry, Owner, Status};
use rstest::rstest;
use source::SourceFile;
use std::path::{Path, PathBuf};
use storage::Objective;

/// A file and flags after advice was followed.
struct Followed {
    text: String,
    options: Options,
    one_configuration: bool,
}

/// The text between the first two backquotes.
fn quoted(text: &str) -> &str {
    text.split('`').nth(1).unwrap_or_default()
}

/// Follows a piece of advice; `None` if this is not a piece of advice that a user could follow.
fn follow(advice: &str, array: &ArrayEntry, text: &str) -> Option<Followed> {
    let changed = |text: String| Followed {
        text,
        options: Options::default(),
        one_configuration: false,
    };
    let with = |options: Options| Followed {
        text: text.to_string(),
        options,
        one_configuration: false,
    };
    let line = array.line? - 1;
    let rest = advice.strip_prefix("it folds ")?;
    if let Some(what) = rest.strip_prefix("without ") {
        return Some(changed(match what {
            "the `#pragma scop` lines" => without_lines(text, &["#pragma scop", "#pragma endscop"]),
            _ => on_line(text, line, |l| l.replace(quoted(what), "")),
        }));
    }
    let what = quoted(rest.strip_prefix("with ")?);
    let words: Vec<&str> = what.split(' ').collect();
    match (what, words.as_slice()) {
        ("--one-configuration", _) => Some(Followed {
            one_configuration: true,
            ..with(Options::default())
        }),
        ("--fuse", _) => Some(with(Options {
            fuse: Some(Depth::Auto),
            ..Options::default()
        })),
        ("--objective size", _) => Some(with(Options {
            objective: Objective::Size,
            ..Options::default()
        })),
        ("--assume single-thread", _) => {
            let mut options = Options::default();
            options.assume.single_thread = true;
            Some(with(options))
        }
        (_, ["--max-stack", bytes]) => Some(with(Options {
            max_stack: Some(bytes.parse().ok()?),
            ..Options::default()
        })),
        (pragma, ["#pragma", ..]) => Some(changed(match array.function.as_str() {
            "" => on_line(text, line, |l| format!("{pragma}\n{l}")),
            function => in_function(text, function, pragma)?,
        })),
        _ => None,
    }
}

fn on_line(text: &str, at: usize, change: impl Fn(&str) -> String) -> String {
    let lines = text.lines().enumerate();
    let lines = lines.map(|(k, line)| match k == at {
        true => change(line),
        false => line.to_string(),
    });
    lines.map(|line| line + "\n").collect()
}

fn without_lines(text: &str, starts: &[&str]) -> String {
    let lines = text.lines();
    let kept = lines.filter(|line| !starts.iter().any(|s| line.trim_start().starts_with(s)));
    kept.map(|line| format!("{line}\n")).collect()
}

/// A pragma at the start of the body of a function.
fn in_function(text: &str, function: &str, pragma: &str) -> Option<String> {
    let mut calls = text.match_indices(function).map(|(at, _)| at);
    let body = calls.find_map(|at| {
        let rest = text[at + function.len()..].trim_start();
        let start = text.len() - rest.len();
        let stop = start + rest.find(['{', ';'])?;
        let is_definition = rest.starts_with('(') && text[stop..].starts_with('{');
        is_definition.then_some(stop + 1)
    })?;
    Some(format!("{}\n{pragma}\n{}", &text[..body], &text[body..]))
}

fn fold_text(path: &Path, followed: Followed) -> Folded {
    let file = source(path);
    let mut flags = folder_flags(&file);
    flags.one_configuration = followed.one_configuration;
    let changed = SourceFile::new(file.path, followed.text.into_bytes());
    on_big_stack(|| pleat::fold(changed, &flags, &followed.options).unwrap())
}

/// The entry of an array after advice was followed. An array at file scope may belong to its only
/// user then.
fn found_again<'a>(array: &ArrayEntry, after: &'a Folded) -> Option<&'a ArrayEntry> {
    let is_same_place = |a: &ArrayEntry| array.function.is_empty() || a.function == array.function;
    let mut all = after.report.arrays.iter();
    all.find(|a| a.name == array.name && is_same_place(a))
}

fn assert_folds(array: &ArrayEntry, after: &Folded, advice: &str) {
    let found = found_again(array, after).expect(advice);
    let Status::Kept = found.status else { return };
    panic!("{}: {advice}: {}", array.name, found.detail);
}

/// Asserts that `--drop-unused` frees the array of the caller of a folded one.
fn assert_frees(array: &ArrayEntry, path: &Path, text: &str) {
    let followed = Followed {
        text: text.to_string(),
        options: Options {
            drop_unused: true,
            ..Options::default()
        },
        one_configuration: false,
    };
    let after = fold_text(path, followed);
    let found = found_again(array, &after).expect("--drop-unused");
    assert_eq!(
        (array.owner, found.owner),
        (Owner::Caller, Owner::DroppedCaller)
    );
    assert_eq!(found.bytes_after, array.advised_bytes, "{}", array.name);
}

/// Words of advice that is not tried.
const UNTRIED: [&str; 20] = [
    "; allocate ",
    "; assign ",
    "; change ",
    "; declare ",
    "; drop ",
    "; fold ",
    "; give ",
    "; keep ",
    "; make ",
    "; name ",
    "; pass ",
    "; put ",
    "; remove ",
    "; rename ",
    "; set ",
    "; skew ",
    "; spell ",
    "; use ",
    "; write ",
    " states that ",
];

/// Arrays between loops that a plan joins, of which the proof is not found.
const UNPROVED: [(&str, &str); 6] = [
    ("first", "b"),
    ("main", "g.cells"),
    ("main", "img.data"),
    ("main", "in.px"),
    ("main", "out.px"),
    ("main", "out"),
];

#[rstest]
fn is_true(
    #[files("../../corpus/refused/*.c")]
    #[files("../../corpus/idioms/*.c")]
    #[files("../../corpus/papers/*.c")]
    #[files("../../corpus/tiled/*.c")]
    path: PathBuf,
) {
    let options = Options {
        hints: true,
        ..Options::default()
    };
    let before = fold_by(&path, &[], &options);
    let text = String::from_utf8_lossy(&before.file.bytes).into_owned();
    for array in &before.report.arrays {
        let untried = UNTRIED.iter().find(|words| array.detail.contains(**words));
        assert!(untried.is_none(), "{}: {}", array.name, array.detail);
        let name = (array.function.as_str(), array.name.as_str());
        if array.detail.contains("; `--fuse` keeps ") && !UNPROVED.contains(&name) {
            let followed = Followed {
                text: text.clone(),
                options: Options {
                    fuse: Some(Depth::Auto),
                    ..Options::default()
                },
                one_configuration: false,
            };
            assert_folds(array, &fold_text(&path, followed), "--fuse");
        }
        for advice in &array.advice {
            if advice.starts_with("`--drop-unused` ") {
                assert_frees(array, &path, &text);
                continue;
            }
            assert_eq!(array.status, Status::Kept, "{}", array.name);
            let followed = follow(advice, array, &text).expect(advice);
            let after = fold_text(&path, followed);
            assert_folds(array, &after, advice);
        }
    }
}
