//! Programs whose stages are functions: the inlined text, that it compiles without warnings, and
//! that it computes the same.

use c::Contents;
use c::facts::Wanted;
use c::syntax::Syntax;
use rstest::rstest;
use source::{Edits, Flags, SourceFile};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

#[rstest]
#[case("blur", "pipeline")]
#[case("edges_c89", "pipeline")]
#[case("size_t_macros", "unsharp")]
#[case("local_frames", "advect")]
#[case("clamped", "smooth")]
#[case("pyramid", "pyramid")]
#[case("nested", "energy")]
#[case("clashes", "convert")]
#[case("vla", "detect")]
#[case("planes", "motion")]
#[case("below", "run")]
#[case("pinned", "kernel")]
#[case("threads", "stencil")]
#[case("records", "mirror")]
#[case("old", "relax")]
fn stages(#[case] name: &str, #[case] function: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/inline/{name}.c"));
    let inlined = inlined(&path, function).expect("stages are inlined");
    let expected = output(&path);
    let new = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.inlined.c"));
    std::fs::write(&new, &inlined).expect("a writable folder");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("inline");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, inlined));
    assert_eq!(output(&new), expected);
}

#[test]
fn line_breaks_stay_those_of_the_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inline/pinned.c");
    let text = std::fs::read_to_string(&path).expect("a file");
    let folder = tempfile::tempdir().expect("a folder");
    let other = folder.path().join("pinned.c");
    std::fs::write(&other, text.replace('\n', "\r\n")).expect("a writable folder");
    let plain = inlined(&path, "kernel").expect("stages are inlined");
    let wide = inlined(&other, "kernel").expect("stages are inlined");
    assert_eq!(wide, plain.replace('\n', "\r\n"));
}

#[test]
fn other_calls_stay() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inline/stays.c");
    output(&path);
    for function in ["stay", "alone", "main", "shouts", "missing"] {
        assert_eq!(inlined(&path, function), None, "{function}");
    }
}

/// Old functions without a type return no number either, and no caller uses it.
#[test]
fn a_result_may_be_missing() {
    let inlined_in = |call: &str| {
        let stage = "halve(float *t, int n) { int i; for (i = 0; i < n; i++) t[i] /= 2; }";
        let set = "float t[9]; for (int i = 0; i < 9; i++) t[i] = i;";
        let text = format!("{stage}\nfloat f(void) {{ {set} {call} return t[1]; }}\n");
        let file = SourceFile::new("k.c", text);
        with_contents(&file, &Flags::default(), |contents| {
            let stages = fuse::Stages::of(contents);
            !fuse::stages_inlined(contents, &stages, "f")
                .calls
                .is_empty()
        })
    };
    assert!(inlined_in("halve(t, 9);"));
    assert!(!inlined_in("int r; r = halve(t, 9); t[1] = r;"));
    assert!(!inlined_in("int r = halve(t, 9); t[1] = r;"));
    assert!(!inlined_in("if (halve(t, 9)) return 0;"));
}

/// The file with its stages inlined; `None` if there are none.
fn inlined(path: &Path, function: &str) -> Option<String> {
    let args = match path.ends_with("old.c") {
        true => vec!["-std=c90".to_string()],
        false => Vec::new(),
    };
    let flags = Flags {
        args,
        ..Flags::default()
    };
    let mut file = SourceFile::read(path).expect("a file");
    let mut stages = BTreeSet::new();
    loop {
        let found = with_contents(&file, &flags, |contents| {
            fuse::stages_inlined(contents, &fuse::Stages::of(contents), function)
        });
        if found.calls.is_empty() {
            break;
        }
        stages.extend(found.calls.into_iter().map(|call| call.function));
        file = edited(&file, &found.edits);
    }
    let removed = with_contents(&file, &flags, |contents| fuse::removable(contents, &stages));
    (!stages.is_empty()).then(|| edited(&file, &removed).text().to_string())
}

fn with_contents<T>(file: &SourceFile, flags: &Flags, work: impl FnOnce(&Contents<'_>) -> T) -> T {
    let unit = source::preprocess(file.clone(), flags).expect("C");
    let syntax = Syntax::of(&unit);
    let wanted = Wanted {
        scalars: &BTreeSet::new(),
        removals: false,
    };
    work(&Contents::of(&unit, &syntax, wanted, &mut Vec::new()))
}

fn edited(file: &SourceFile, edits: &Edits) -> SourceFile {
    SourceFile::new(file.path.clone(), edits.apply(&file.bytes))
}

/// What a program prints. It must compile without warnings.
fn output(path: &Path) -> String {
    let version = match path
        .file_name()
        .is_some_and(|n| n.to_string_lossy().starts_with("old"))
    {
        true => ["-std=c90", "-pedantic"],
        false => ["-std=gnu99", "-fopenmp"],
    };
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("program");
    let compiled = Command::new("gcc")
        .args(version)
        .args(["-O1", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"])
        .args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"])
        .arg(path)
        .args(["-lm", "-o"])
        .arg(&program)
        .output()
        .expect("a compiler");
    let messages = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{messages}");
    let run = Command::new(&program).output().expect("a program");
    let messages = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{messages}");
    String::from_utf8_lossy(&run.stdout).into_owned()
}
