//! Stages as one loop, and folded: the results compile without warnings and print what the original
//! prints, at sizes shorter than the shifts too. Near misses come back as they are.

use crate::common::{
    self, assert_same_at_sizes, folder_flags, on_big_stack, root, run, run_at_sizes, source,
};
use crate::snapshot;
use crate::warnings::moves_add_none;
use pleat::{Apart, Cause, Depth, Folded, FuseOptions, Fused, NoOverlap, Options};
use report::Remark;
use rstest::rstest;
use similar::TextDiff;
use source::{SourceFile, render};
use std::path::{Path, PathBuf};
use storage::Objective;

/// Warnings are errors.
const STRICT: [&str; 3] = ["-Wall", "-Wextra", "-Werror"];

fn fuse(path: &Path, depth: Depth) -> Fused {
    let file = source(path);
    let flags = folder_flags(&file);
    let options = FuseOptions {
        depth,
        ..FuseOptions::default()
    };
    on_big_stack(|| pleat::fuse(file, &flags, &options).unwrap())
}

fn fold_fused(path: &Path, depth: Depth) -> Folded {
    fold_file(source(path), depth)
}

fn fold_file(file: SourceFile, depth: Depth) -> Folded {
    let objective = match depth {
        Depth::Full => Objective::Size,
        _ => Objective::default(),
    };
    let options = Options {
        fuse: Some(depth),
        objective,
        ..Options::default()
    };
    let flags = folder_flags(&file);
    on_big_stack(|| pleat::fold(file, &flags, &options).unwrap())
}

#[rstest]
fn same_output(
    #[files("../../corpus/stages/*.c")]
    #[files("../../corpus/pipelines/*_stages.c")]
    path: PathBuf,
) {
    let folded = check(&path, Depth::Auto, "stages");
    assert_nothing_left(folded);
}

/// What is fused and folded has nothing left to fuse and fold; where joined loops were not proved
/// against the whole program, a second time finds them.
fn assert_nothing_left(once: Folded) {
    let fold_again = |text: &SourceFile| {
        let again = fold_file(text.clone(), Depth::Auto);
        SourceFile::new(text.path.clone(), again.bytes)
    };
    let text = SourceFile::new(once.file.path, once.bytes);
    let again = fold_again(&text);
    if again.text() != text.text() {
        assert_eq!(fold_again(&again).text(), again.text());
    }
}

/// Inner loops too, with the fewest cells: rows in which only some nests run, vectors, and planes.
#[rstest]
fn full_depth(
    #[values(
        "song_example1",
        "song_example2",
        "song_livermore18",
        "fir_chain",
        "half_rate_peaks",
        "two_consumers"
    )]
    name: &str,
) {
    let path = PathBuf::from(format!("../../corpus/stages/{name}.c"));
    check(&path, Depth::Full, "stages/full");
}

/// Compares texts with the snapshot in a folder, and what they print with what the original prints.
fn check(path: &Path, depth: Depth, snapshots: &str) -> Folded {
    let (fused, folded) = (fuse(path, depth), fold_fused(path, depth));
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    assert_printed(path, &fused, &folded, snapshots);
    let original = &fused.file.bytes;
    let mut changed = vec![&fused.bytes, &folded.bytes];
    changed.dedup();
    changed.retain(|text| *text != original);
    if changed.is_empty() {
        return folded;
    }
    let expected = run(original, "gcc", &["-O0"]).unwrap();
    assert!(expected.len() > 2, "the program prints its results");
    let assert_same = |text: &[u8], compiler, threads| {
        let flags = [&["-O2", threads], &STRICT[..]].concat();
        assert_eq!(run(text, compiler, &flags).unwrap(), expected, "{compiler}");
    };
    for text in &changed {
        assert_same(text, "gcc", "-fopenmp");
    }
    let last = changed[changed.len() - 1];
    assert_same(last, "clang", "-Wno-unknown-pragmas");
    assert_same_at_sizes(original, last);
    moves_add_none(path, [folded.bytes.as_slice()]);
    folded
}

/// Fused loops of serial stages as strips that threads share.
#[rstest]
fn in_strips(
    #[values(
        "blur_borders",
        "blur_static",
        "canny_calls",
        "descending_relax",
        "harris_static",
        "heat_frames",
        "late_buffers",
        "recursive_rows",
        "strips_ends",
        "two_consumers",
        "under_flag"
    )]
    name: &str,
) {
    let path = root().join(format!("corpus/stages/{name}.c"));
    let options = Options {
        fuse: Some(Depth::Auto),
        strips: true,
        ..Options::default()
    };
    let folded = common::fold_by(&path, &[], &options);
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    let original = source(&path);
    let text = String::from_utf8_lossy(&folded.bytes).into_owned();
    let is_serial = name == "recursive_rows";
    assert_eq!(text.contains("#pragma omp parallel for"), !is_serial);
    let remarks = remarks(&original, &folded.remarks);
    let changes = changes(&original, &folded.bytes);
    snapshot::settings("stages/strips").bind(|| {
        insta::assert_snapshot!(name, format!("{remarks}----\n{changes}"));
    });
    let flags = [&["-O2", "-fopenmp"], &STRICT[..]].concat();
    let expected = run(&original.bytes, "gcc", &["-O0"]).unwrap();
    assert_eq!(run(&folded.bytes, "gcc", &flags).unwrap(), expected);
    moves_add_none(&path, [folded.bytes.as_slice()]);
    let mut elsewhere = run_at_sizes(&original.bytes, &["-O0"]).unwrap();
    elsewhere.retain(|_, output| output.is_ok());
    for (size, output) in run_at_sizes(&folded.bytes, &["-O1", "-fopenmp"]).unwrap() {
        if let Some(expected) = elsewhere.get(&size) {
            assert_eq!(output, *expected, "size {size}");
        }
    }
}

/// Stages that cannot become one loop.
#[rstest]
fn near_misses(#[files("../../corpus/stages/near_misses/*.c")] path: PathBuf) {
    let depth = Depth::Auto;
    let (fused, folded) = (fuse(&path, depth), fold_fused(&path, depth));
    assert_printed(&path, &fused, &folded, "stages");
    assert!(fused.bytes == fused.file.bytes, "the loops stay");
    assert!(folded.bytes == fused.file.bytes, "the arrays stay");
    assert!(fused.unproved.is_empty(), "no plan for them");
}

/// Stages whose calls pass the same memory twice: the reason names the call.
#[rstest]
fn same_memory(#[files("../../corpus/stages/same_memory/*.c")] path: PathBuf) {
    let depth = Depth::Auto;
    let (fused, folded) = (fuse(&path, depth), fold_fused(&path, depth));
    assert_printed(&path, &fused, &folded, "stages");
    assert!(fused.bytes == fused.file.bytes, "the loops stay");
    let mut unproved = fused.unproved.iter();
    assert!(unproved.all(|(f, _)| f == "main"), "no plan for them");
    let names_call = |apart: &Apart| match &apart.cause {
        Cause::SameMemory(sentence, _) => sentence.starts_with("in the call `"),
        _ => false,
    };
    let of = |name: &str| {
        let mut own = fused.apart.iter().filter(|a| a.function == name);
        own.any(names_call)
    };
    let text = String::from_utf8_lossy(&fused.file.bytes).into_owned();
    let stages = text.matches("\nstatic void ").count();
    let kept = fused.apart.iter().map(|a| a.function.as_str());
    let kept: Vec<&str> = kept.filter(|name| *name != "main").collect();
    assert!(kept.iter().all(|name| of(name)), "{:?}", fused.apart);
    assert!(kept.len() + 2 >= stages, "{kept:?}");
}

const BLUR: &str = "void blur(int n, const float *in, float *out)
{
    float t[n];
    for (int i = 0; i < n; i++)
        t[i] = in[i] + 1;
    for (int i = 1; i < n; i++)
        out[i] = t[i - 1] + t[i];
}
";

/// What is assumed of pointers is printed once for each function, refused, or promised.
#[test]
fn assumptions_on_pointers() {
    let fold = |apart| {
        let file = SourceFile::new("blur.c", BLUR.as_bytes().to_vec());
        let mut options = Options {
            fuse: Some(Depth::Full),
            ..Options::default()
        };
        options.assume.apart = apart;
        on_big_stack(|| pleat::fold(file, &Default::default(), &options).unwrap())
    };
    let lines = |folded: &Folded| -> Vec<String> {
        let lines = folded.remarks.iter().filter_map(|r| r.line.clone());
        lines.filter(|line| line.starts_with("assumes")).collect()
    };
    let sentence = "assumes that `in` and `out` of `blur` do not overlap";
    let assumed = fold(NoOverlap::Assumed);
    assert!(assumed.bytes != BLUR.as_bytes());
    assert_eq!(lines(&assumed), [sentence]);
    let refused = fold(NoOverlap::Refused);
    assert!(refused.bytes == BLUR.as_bytes());
    assert_eq!(lines(&refused), [""; 0]);
    let promised = fold(NoOverlap::Promised);
    assert!(promised.bytes == assumed.bytes);
    assert_eq!(lines(&promised), [""; 0]);
}

/// Compares the remarks and changes of both commands with the snapshot.
fn assert_printed(path: &Path, fused: &Fused, folded: &Folded, snapshots: &str) {
    let file = &fused.file;
    let text = [
        remarks(file, &fused.remarks()),
        changes(file, &fused.bytes),
        remarks(file, &folded.remarks),
        changes(file, &folded.bytes),
    ];
    snapshot::settings(snapshots)
        .bind(|| insta::assert_snapshot!(snapshot::stem(path), text.join("----\n")));
}

/// Remarks on loops and folds. Arrays that are no temporaries, such as those of `main`, are left
/// out.
fn remarks(file: &SourceFile, remarks: &[Remark]) -> String {
    let texts = remarks.iter().map(|r| render(file, r, false));
    let kinds = [
        "note: ",
        "note[folded]",
        "note[no-smaller-mapping]",
        "warning",
    ];
    texts
        .filter(|text| kinds.iter().any(|kind| text.starts_with(kind)))
        .collect()
}

/// The changes of a file as a unified diff.
fn changes(file: &SourceFile, new: &[u8]) -> String {
    let new = String::from_utf8_lossy(new);
    let diff = TextDiff::from_lines(file.text(), new.as_ref());
    diff.unified_diff().context_radius(2).to_string()
}
