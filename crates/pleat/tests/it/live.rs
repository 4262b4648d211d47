//! The live bound in reports: no fold takes fewer cells, and every analysed array has one.

use crate::common::{on_big_stack, root, source};
use lifetime::Mode;
use pleat::Options;
use report::{ArrayEntry, Status};
use rstest::rstest;
use source::Flags;
use std::path::{Path, PathBuf};

fn entries(path: &Path, options: &Options) -> Vec<ArrayEntry> {
    let file = source(path);
    let folder = path.parent().unwrap();
    let mut flags = Flags::default();
    flags.args.push(format!("-I{}", folder.display()));
    let folded = on_big_stack(|| pleat::fold(file, &flags, options).unwrap());
    folded.report.arrays
}

/// Asserts that no array of a report takes fewer cells than are live at a time.
pub(crate) fn no_fold_is_below(entries: &[ArrayEntry]) {
    for entry in entries {
        let (Some(bound), Some(after)) = (entry.live_bound, entry.elements_after) else {
            continue;
        };
        let name = &entry.name;
        assert!(bound > 0 && bound <= after, "{name}: {bound} > {after}");
        assert_eq!(entry.ratio, Some(after as f64 / bound as f64));
        if entry.status == Status::Kept {
            let reason = entry.reason.as_deref();
            assert!(
                matches!(reason, Some("no-smaller-mapping" | "not-faster")),
                "{name}: {reason:?}"
            );
        }
    }
}

/// As the test `folds` asks of values.
#[rstest]
fn of_elements(#[files("../../corpus/papers/*.c")] path: PathBuf) {
    let options = Options {
        live_bounds: true,
        lifetime: Mode::Element,
        ..Options::default()
    };
    no_fold_is_below(&entries(&path, &options));
}

#[rstest]
fn of_kernels(#[files("../../corpus/polybench/*.c")] path: PathBuf) {
    let options = Options {
        live_bounds: true,
        ..Options::default()
    };
    no_fold_is_below(&entries(&path, &options));
}

#[test]
fn computed_for_reports_only() {
    let path = root().join("corpus/papers/durbin.c");
    let plain = entries(&path, &Options::default());
    assert!(
        plain
            .iter()
            .all(|e| e.live_bound.is_none() && e.ratio.is_none())
    );
    let looked = Options {
        live_bounds: true,
        ..Options::default()
    };
    let all = entries(&path, &looked);
    let y = all.iter().find(|e| e.name == "y").unwrap();
    assert_eq!(y.live_bound, Some(16));
    assert_eq!(y.live_bound_form.as_deref(), Some("2*N - floord(N, 2) - 2"));
    assert_eq!(y.ratio, Some(1.5));
}

#[rstest]
#[case("produce_consume", "A", "2*N - 1")]
#[case("blur_interleaved", "blurx", "2*m + 1")]
#[case("jacobi_1d", "A", "n + 2")]
#[case("reg_detect", "diff", "(P*N*N + P*N)/2")]
#[case("dynprog_descending", "sum_c", "1")]
fn known_forms(#[case] file: &str, #[case] array: &str, #[case] form: &str) {
    let path = root().join(format!("corpus/papers/{file}.c"));
    let options = Options {
        live_bounds: true,
        ..Options::default()
    };
    let all = entries(&path, &options);
    let entry = all.iter().find(|e| e.name == array && e.lifetime.is_some());
    assert_eq!(entry.unwrap().live_bound_form.as_deref(), Some(form));
}
