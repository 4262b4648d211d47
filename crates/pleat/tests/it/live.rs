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

fn no_fold_is_below(path: &Path, lifetimes: &[Mode]) {
    for lifetime in lifetimes {
        let options = Options {
            live_bounds: true,
            lifetime: *lifetime,
            ..Options::default()
        };
        for entry in entries(path, &options) {
            let (Some(bound), Some(after)) = (entry.live_bound, entry.elements_after) else {
                continue;
            };
            assert!(
                bound > 0 && bound <= after,
                "{}: {bound} > {after}",
                entry.name
            );
            assert_eq!(entry.ratio, Some(after as f64 / bound as f64));
            if entry.status == Status::Kept {
                let reason = entry.reason.as_deref();
                assert!(
                    matches!(reason, Some("no-smaller-mapping" | "not-faster")),
                    "{}: {reason:?}",
                    entry.name
                );
            }
        }
    }
}

#[rstest]
fn of_the_literature(#[files("../../corpus/papers/*.c")] path: PathBuf) {
    no_fold_is_below(&path, &[Mode::Value, Mode::Element]);
}

#[rstest]
fn of_the_corpus(
    #[files("../../corpus/idioms/*.c")]
    #[files("../../corpus/polybench/*.c")]
    path: PathBuf,
) {
    no_fold_is_below(&path, &[Mode::Value]);
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
