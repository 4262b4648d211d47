//! Programs whose stages are functions: the inlined text, that it compiles without warnings, and
//! that it computes the same.

use c::Contents;
use c::facts::Wanted;
use c::syntax::Syntax;
use rstest::rstest;
use source::{Flags, SourceFile};
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

/// The file with its stages inlined; `None` if there are none.
fn inlined(path: &Path, function: &str) -> Option<String> {
    let flags = Flags::default();
    let file = SourceFile::read(path).expect("a file");
    let unit = source::preprocess(file, &flags).expect("C");
    let syntax = Syntax::of(&unit);
    let wanted = Wanted {
        scalars: &BTreeSet::new(),
        removals: false,
    };
    let contents = Contents::of(&unit, &syntax, wanted, &mut Vec::new());
    let inlined = fuse::all_stages_inlined(&contents, function, &flags).expect("C again");
    inlined.map(|all| all.file.text().to_string())
}

/// What a program prints. It must compile without warnings.
fn output(path: &Path) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("program");
    let compiled = Command::new("gcc")
        .args(["-std=gnu99", "-O1", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"])
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
