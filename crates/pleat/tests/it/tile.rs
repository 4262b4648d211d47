//! Loop nests in tiles: the results compile without warnings and print what the original prints,
//! for small and large tiles, with threads, and for sizes that are macros. Near misses come back as
//! they are, with the reason.

use crate::common::{self, Program, SANITIZED, folder_flags, on_big_stack, root, run, source};
use crate::snapshot;
use crate::warnings::moves_add_none;
use pleat::{TileOptions, TileOverlap, TileShape, Tiled};
use rstest::rstest;
use similar::TextDiff;
use source::{Flags, render};
use std::path::{Path, PathBuf};
use std::process::Command;
use storage::Objective;

/// Warnings are errors.
const STRICT: [&str; 4] = ["-Wall", "-Wextra", "-Werror", "-ffp-contract=off"];

/// Sizes of tiles: one, primes, powers of two, larger than all loops.
const SIZES: [[u32; 3]; 15] = [
    [1, 1, 1],
    [1, 2, 3],
    [2, 1, 1],
    [1, 1, 64],
    [64, 1, 1],
    [2, 2, 2],
    [3, 3, 3],
    [3, 5, 1],
    [5, 7, 11],
    [7, 2, 13],
    [8, 4, 2],
    [16, 16, 16],
    [17, 64, 3],
    [64, 64, 64],
    [100, 100, 100],
];

fn options(name: &str, sizes: [&str; 3]) -> TileOptions {
    // The rows of these stages are one loop already.
    let sizes = match name {
        "rolling_rows" => ["0", sizes[1], sizes[2]],
        _ => sizes,
    };
    TileOptions {
        sizes: sizes.iter().map(|size| size.parse().unwrap()).collect(),
        may_skew: true,
        ..TileOptions::default()
    }
}

fn tile(path: &Path, args: &[&str], options: &TileOptions) -> Tiled {
    let file = source(path);
    let mut flags: Flags = folder_flags(&file);
    flags.args.extend(args.iter().map(|arg| arg.to_string()));
    on_big_stack(|| pleat::tile(file, &flags, options).unwrap())
}

/// Compares remarks and changes with the snapshot, and the warnings with those of the original.
fn assert_printed(name: &str, tiled: &Tiled, snapshots: &str) {
    moves_add_none(&root().join(&tiled.file.path), [tiled.bytes.as_slice()]);
    let remarks = tiled.remarks();
    let remarks = remarks
        .iter()
        .filter(|r| r.attention != report::Attention::Other);
    let remarks: String = remarks.map(|r| render(&tiled.file, r, false)).collect();
    let new = String::from_utf8_lossy(&tiled.bytes);
    let diff = TextDiff::from_lines(tiled.file.text(), new.as_ref());
    let diff = diff.unified_diff().context_radius(2).to_string();
    snapshot::settings(snapshots)
        .bind(|| insta::assert_snapshot!(name, format!("{remarks}----\n{diff}")));
}

/// Sanitizers and optimisation by turns, for the sizes of a program.
fn by_turns(at: usize) -> &'static [&'static str] {
    match at % 2 {
        0 => &SANITIZED,
        _ => &["-O2"],
    }
}

/// Compares what a text in tiles prints with what the original prints, for some sizes, with three
/// threads.
fn assert_same_output(new: &Tiled, sizes: &[&str], openmp: &str) {
    for (at, size) in sizes.iter().enumerate() {
        let expected = run(&new.file.bytes, "gcc", &["-O0", "-ffp-contract=off", size]);
        let flags = [&[openmp, size], &STRICT[..], by_turns(at)].concat();
        let threads = [("OMP_NUM_THREADS", "3")];
        let printed = common::run_with(&new.bytes, "gcc", &flags, &threads);
        assert_eq!(printed, expected, "{size}");
    }
}

#[rstest]
fn same_output(#[files("../../corpus/tile/*.c")] path: PathBuf) {
    let name = snapshot::stem(&path);
    let tiled = tile(&path, &[], &options(&name, ["4", "6", "8"]));
    assert_printed(&name, &tiled, "tile");
    assert!(!tiled.nests.is_empty());
    let original = &tiled.file.bytes;
    let settings: [(&str, &[&str]); 3] =
        [("gcc", &["-O3"]), ("clang", &["-O2"]), ("gcc", &SANITIZED)];
    // Of arrays without inner elements, gcc 12 warns of accesses that the bounds exclude.
    let quiet = ["-Wno-array-bounds", "-Wno-stringop-overflow"];
    for (at, size) in ["-UN", "-DN=1", "-DN=2", "-DN=5", "-DN=30"]
        .iter()
        .enumerate()
    {
        let expected = run(original, "gcc", &["-O0", "-ffp-contract=off", size]);
        let settings = match at {
            0 => &settings[..],
            _ => &settings[at % 3..][..1],
        };
        for (compiler, flags) in settings {
            let quiet: &[&str] = match (*compiler, *size) {
                ("gcc", "-DN=1" | "-DN=2") => &quiet,
                _ => &[],
            };
            let flags = [*flags, &[*size], &STRICT[..], quiet].concat();
            let printed = run(&tiled.bytes, compiler, &flags);
            assert_eq!(printed, expected, "{compiler} {flags:?}");
        }
    }
}

/// Stages as one loop, in columns that overlap, without and with threads.
#[rstest]
fn columns(#[files("../../corpus/tile/columns/*.c")] path: PathBuf) {
    let name = snapshot::stem(&path);
    let fold = |size: &str, is_threaded: bool| {
        let columns = TileOptions {
            sizes: vec!["0".parse().unwrap(), size.parse().unwrap()],
            overlap: TileOverlap::Auto,
            is_threaded,
            ..TileOptions::default()
        };
        let options = pleat::Options {
            fuse: Some(pleat::Depth::Auto),
            tile: Some(columns),
            ..pleat::Options::default()
        };
        let file = source(&path);
        let flags = folder_flags(&file);
        on_big_stack(|| pleat::fold(file, &flags, &options).unwrap())
    };
    let original = std::fs::read(&path).unwrap();
    let expected = run(&original, "gcc", &["-O1", "-ffp-contract=off"]).unwrap();
    for (size, level) in [("1", "-O0"), ("2", "-O2"), ("7", "-O3"), ("64", "-O1")] {
        for is_threaded in [false, true] {
            let folded = fold(size, is_threaded);
            let tiling = folded.report.tiling.as_ref().unwrap();
            assert!(!tiling.loops.is_empty(), "{:?}", tiling.not_tiled);
            if size == "7" {
                moves_add_none(&path, [folded.bytes.as_slice()]);
                let folder = if is_threaded { "threads" } else { "columns" };
                let new = String::from_utf8_lossy(&folded.bytes);
                let diff = TextDiff::from_lines(folded.file.text(), new.as_ref());
                let diff = diff.unified_diff().context_radius(2).to_string();
                snapshot::settings(&format!("tile/{folder}"))
                    .bind(|| insta::assert_snapshot!(name.as_str(), diff));
            }
            let openmp = if is_threaded {
                "-fopenmp"
            } else {
                "-Wno-unknown-pragmas"
            };
            let flags = [&[level, openmp, "-fsanitize=undefined"], &STRICT[..]].concat();
            let threads = [("OMP_NUM_THREADS", "3")];
            let printed = common::run_with(&folded.bytes, "gcc", &flags, &threads);
            assert_eq!(printed.unwrap(), expected, "{size} {is_threaded}");
        }
    }
}

/// Overlapped tiles of several steps, without and with threads.
#[rstest]
fn steps(#[files("../../corpus/tile/steps/*.c")] path: PathBuf) {
    let name = snapshot::stem(&path);
    let tiled = |sizes, is_threaded| {
        let options = TileOptions {
            overlap: TileOverlap::Steps,
            is_threaded,
            ..options(&name, sizes)
        };
        let tiled = tile(&path, &[], &options);
        assert!(tiled.nests.iter().any(|nest| nest.has_copies));
        tiled
    };
    let first = tiled(["3", "5", "6"], false);
    assert_printed(&name, &first, "tile/steps");
    let all = ["-UN", "-DN=1", "-DN=2", "-DN=3", "-DN=5", "-DN=30"];
    assert_same_output(&first, &all, "-Wno-unknown-pragmas");
    let shared = tiled(["4", "7", "100"], true);
    assert_printed(&name, &shared, "tile/steps/threads");
    assert_same_output(&shared, &["-UN", "-DN=4", "-DN=17"], "-fopenmp");
    assert_same_output(&tiled(["1", "2", "1"], true), &["-UN"], "-fopenmp");
}

/// Tiles with buffers, which a fold makes smaller.
#[rstest]
fn buffers(#[files("../../corpus/tile/buffers/*.c")] path: PathBuf) {
    let name = snapshot::stem(&path);
    let tiled = |sizes| {
        let options = TileOptions {
            has_buffers: true,
            ..options(&name, sizes)
        };
        let tiled = tile(&path, &[], &options);
        assert!(tiled.nests.iter().any(|nest| nest.has_transfers));
        tiled
    };
    let same = |new: &[u8], old: &[u8], sizes: &[&str]| {
        for (at, size) in sizes.iter().enumerate() {
            let expected = run(old, "gcc", &["-O0", "-ffp-contract=off", size]);
            // gcc does not see that tests exclude elements beyond two.
            let warnings = match *size {
                "-DN=2" => &["-w", "-ffp-contract=off"][..],
                _ => &STRICT[..],
            };
            let flags = [&[*size], warnings, by_turns(at)].concat();
            assert_eq!(run(new, "gcc", &flags), expected, "{size}");
        }
    };
    // A proof for large tiles of a plane takes long.
    let first = match name.as_str() {
        "relax_buffers" => tiled(["8", "16", "16"]),
        _ => tiled(["16", "16", "16"]),
    };
    assert_printed(&name, &first, "tile/buffers");
    let original = &first.file.bytes;
    same(
        &first.bytes,
        original,
        &["-UN", "-DN=2", "-DN=3", "-DN=5", "-DN=30"],
    );
    let small = tiled(["4", "6", "5"]);
    same(&small.bytes, original, &["-UN", "-DN=4", "-DN=7"]);
    let file = source::SourceFile::new(path.clone(), first.bytes.clone());
    let flags = folder_flags(&file);
    let folded = on_big_stack(|| pleat::fold(file, &flags, &pleat::Options::default()).unwrap());
    let declared = String::from_utf8_lossy(&folded.bytes).into_owned();
    let declared = declared.lines().filter(|line| {
        let line = line.trim_start();
        let types = ["double ", "int "];
        types.iter().any(|ty| line.starts_with(ty)) && line.ends_with("];")
    });
    let declared: Vec<&str> = declared.collect();
    snapshot::settings("tile/buffers/folded")
        .bind(|| insta::assert_snapshot!(name.as_str(), declared.join("\n")));
    same(&folded.bytes, original, &["-UN"]);
}

/// Tiles in rows that do not wait for each other: hexagons and diamonds, without and with threads,
/// and with buffers where there are some.
#[rstest]
fn hexagons(#[files("../../corpus/tile/hexagons/*.c")] path: PathBuf) {
    let name = snapshot::stem(&path);
    let tiled = |sizes, shape, is_threaded, has_buffers| {
        let options = TileOptions {
            shape,
            is_threaded,
            has_buffers,
            ..options(&name, sizes)
        };
        let tiled = tile(&path, &[], &options);
        assert!(tiled.nests.iter().any(|nest| nest.shape == shape));
        tiled
    };
    let same = |new: &Tiled, sizes: &[&str]| assert_same_output(new, sizes, "-fopenmp");
    let (hexagon, diamond) = (TileShape::Hexagon, TileShape::Diamond);
    let first = tiled(["4", "20", "6"], hexagon, false, false);
    assert_printed(&name, &first, "tile/hexagons");
    same(
        &first,
        &["-UN", "-DN=3", "-DN=4", "-DN=17", "-DT=1", "-DT=4"],
    );
    same(
        &tiled(["1", "2", "1"], hexagon, true, false),
        &["-UN", "-DT=2"],
    );
    same(
        &tiled(["5", "1", "3"], diamond, true, false),
        &["-UN", "-DN=11"],
    );
    let buffered = tiled(["4", "1", "8"], diamond, false, true);
    assert_printed(&name, &buffered, "tile/hexagons/buffers");
    same(&buffered, &["-UN", "-DN=17", "-DT=5"]);
}

/// Parallelograms where hexagons were asked for, and why.
#[rstest]
fn no_hexagons(#[files("../../corpus/tile/hexagons/near_misses/*.c")] path: PathBuf) {
    let options = TileOptions {
        shape: TileShape::Hexagon,
        ..options("", ["4", "20", "6"])
    };
    let tiled = tile(&path, &[], &options);
    assert_printed(&snapshot::stem(&path), &tiled, "tile/hexagons/near_misses");
    assert!(tiled.bytes != tiled.file.bytes, "the loops are tiled");
}

/// Folds of hexagons and diamonds with buffers, from plain loops: one row that is as wide as the
/// tile and the elements beside it, or two.
#[rstest]
#[case(TileShape::Diamond, ["8", "0"], Objective::Balanced, "[2][18]")]
#[case(TileShape::Diamond, ["5", "0"], Objective::Size, "[12]")]
#[case(TileShape::Hexagon, ["8", "32"], Objective::Balanced, "[2][26]")]
#[case(TileShape::Hexagon, ["16", "64"], Objective::Size, "[50]")]
fn folded_buffers(
    #[case] shape: TileShape,
    #[case] sizes: [&'static str; 2],
    #[case] objective: Objective,
    #[case] cells: &str,
) {
    let path = root().join("corpus/tile/hexagons/fixed_ends.c");
    let options = TileOptions {
        shape,
        has_buffers: true,
        ..options("", [sizes[0], sizes[1], "0"])
    };
    let tiled = tile(&path, &[], &options);
    let expected = run(&tiled.file.bytes, "gcc", &["-O1", "-ffp-contract=off"]);
    let file = source::SourceFile::new(path, tiled.bytes);
    let flags = folder_flags(&file);
    let options = pleat::Options {
        objective,
        ..pleat::Options::default()
    };
    let folded = on_big_stack(|| pleat::fold(file, &flags, &options).unwrap());
    let text = String::from_utf8_lossy(&folded.bytes);
    assert!(text.contains(&format!("double u_tile{cells};")), "{text}");
    assert_eq!(run(&folded.bytes, "gcc", &STRICT), expected);
}

#[rstest]
fn threads(#[files("../../corpus/tile/*.c")] path: PathBuf) {
    let name = snapshot::stem(&path);
    let options = TileOptions {
        is_threaded: true,
        ..options(&name, ["4", "6", "8"])
    };
    let tiled = tile(&path, &[], &options);
    assert_printed(&name, &tiled, "tile/threads");
    let expected = run(&tiled.file.bytes, "gcc", &["-O1", "-ffp-contract=off"]).unwrap();
    for level in ["-O0", "-O2"] {
        let flags = [&[level, "-fopenmp"], &STRICT[..]].concat();
        let program = Program::new(&tiled.bytes, "gcc", &flags).unwrap();
        for _ in 0..3 {
            let found = program.run(&[("OMP_NUM_THREADS", "4")]);
            assert_eq!(found.unwrap(), expected);
        }
    }
}

/// One text, whose sizes are macros, for all sizes. Where pointers are exchanged, they are
/// asserted.
#[rstest]
fn every_size(
    #[files("../../corpus/tile/*.c")]
    #[exclude("swapped")]
    path: PathBuf,
) {
    let name = snapshot::stem(&path);
    let names = ["TILE_A", "TILE_B", "TILE_C"];
    let define = |values: [u32; 3]| {
        let pairs = names.iter().zip(values);
        pairs
            .map(|(name, value)| format!("-D{name}={value}"))
            .collect::<Vec<_>>()
    };
    let first = define([4, 6, 8]);
    let args: Vec<&str> = first.iter().map(String::as_str).collect();
    let tiled = tile(&path, &args, &options(&name, names));
    assert!(!tiled.nests.is_empty(), "{:?}", tiled.untiled);
    let expected = run(&tiled.file.bytes, "gcc", &["-O0"]).unwrap();
    for sizes in SIZES {
        let defined = define(sizes);
        let flags: Vec<&str> = defined.iter().map(String::as_str).chain(["-O0"]).collect();
        assert_eq!(
            run(&tiled.bytes, "gcc", &flags).unwrap(),
            expected,
            "{sizes:?}"
        );
    }
}

#[rstest]
fn near_misses(#[files("../../corpus/tile/near_misses/*.c")] path: PathBuf) {
    let tiled = tile(&path, &[], &options("", ["4", "6", "8"]));
    assert_printed(&snapshot::stem(&path), &tiled, "tile/near_misses");
    assert!(tiled.bytes == tiled.file.bytes, "the loops stay");
}

/// A call that passes one array twice is the reason for all shapes, with threads and without.
#[rstest]
fn one_array_twice(
    #[values(TileShape::Parallelogram, TileShape::Hexagon, TileShape::Diamond)] shape: TileShape,
    #[values(false, true)] is_threaded: bool,
    #[values(TileOverlap::Auto, TileOverlap::Steps)] overlap: TileOverlap,
) {
    let path = root().join("corpus/tile/near_misses/one_rod.c");
    let options = TileOptions {
        shape,
        is_threaded,
        overlap,
        ..options("", ["2", "4", "0"])
    };
    let tiled = tile(&path, &[], &options);
    assert!(tiled.bytes == tiled.file.bytes, "the loops stay");
    let why = &tiled.untiled[0].reason;
    assert!(why.starts_with("in the call `"), "{why}");
}

/// Runs `pleat tile` in the folder of the workspace; its status and what it prints.
fn pleat(args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pleat"));
    let output = command
        .current_dir(root())
        .arg("tile")
        .args(args)
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let status = output.status.code().unwrap();
    (status, text(&output.stdout), text(&output.stderr))
}

#[test]
fn command_line() {
    let file = "corpus/tile/products.c";
    let (status, text, _) = pleat(&[file, "--sizes", "8,8", "--function", "flat"]);
    assert_eq!(status, 0);
    assert_eq!(text.matches("ii += 8").count(), 1, "{text}");
    let (status, diff, remarks) = pleat(&[file, "--sizes", "8,8", "--diff"]);
    assert_eq!(status, 1);
    assert!(diff.starts_with("--- a/corpus/tile/products.c"), "{diff}");
    assert!(remarks.contains("products.c:23: the loops at line 23 run in tiles of i, j"));
    let (status, diff, _) = pleat(&[file, "--sizes", "8,8", "--diff", "-q", "--function", "main"]);
    assert_eq!((status, diff.as_str()), (0, ""));
    let (_, text, _) = pleat(&[file, "--sizes", "8,8", "--threads"]);
    assert!(text.contains("#pragma omp parallel for"), "{text}");
}

#[test]
fn sizes_that_divide_nothing() {
    let file = "corpus/tile/heat_line.c";
    let (status, text, remarks) = pleat(&[file, "--sizes", "0,0"]);
    let original = std::fs::read_to_string(root().join(file)).unwrap();
    assert_eq!((status, text), (0, original));
    assert!(
        remarks.contains("not tiled: the sizes divide none of them"),
        "{remarks}"
    );
}

#[test]
fn without_skew() {
    let file = "corpus/tile/heat_line.c";
    let (status, text, remarks) = pleat(&[file, "--sizes", "4,8", "--skew", "none"]);
    let original = std::fs::read_to_string(root().join(file)).unwrap();
    assert_eq!(status, 0);
    assert_eq!(text, original);
    assert!(
        remarks.contains("no tiles keep the order of lines"),
        "{remarks}"
    );
}

#[test]
fn wrong_sizes() {
    let file = "corpus/tile/products.c";
    let check = |sizes: &str, expected: &str| {
        let (status, text, message) = pleat(&[file, "--sizes", sizes]);
        assert_eq!((status, text.as_str()), (2, ""));
        assert!(message.contains(expected), "{message}");
    };
    check("8,-1", "a size is a number from 0 to 1048576");
    check(
        "8,x+1",
        "a size is a number, a macro, a variable, bytes such as `256K`, or `auto`",
    );
    check(
        "ROWS,8",
        "--sizes ROWS: the file has neither a macro nor a variable of this name",
    );
}

/// Under `--keep-lines` statements stay on their lines.
#[test]
fn kept_lines() {
    let path = root().join("corpus/tile/heat_line.c");
    let options = pleat::Options {
        tile: Some(options("heat_line", ["4", "6", "8"])),
        keep_lines: true,
        ..pleat::Options::default()
    };
    let folded = common::fold_by(&path, &[], &options);
    let (old, new) = (folded.file.text(), String::from_utf8_lossy(&folded.bytes));
    assert!(new.contains("ii += 6"), "{new}");
    assert_eq!(old.lines().count(), new.lines().count());
    for (old, new) in old.lines().zip(new.lines()) {
        if let Some(statement) = old.trim().strip_prefix("b[i] = ") {
            assert!(new.contains(statement), "{new}");
        }
    }
}

/// Loops and tests before a line number that is data do not move that line.
#[test]
fn line_numbers_that_are_data() {
    let text = "\
void sor(int steps, int n, double *u, int rows, int columns)
{
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            u[i] = 0.3 * u[i - 1] + 0.4 * u[i] + 0.3 * u[i + 1];
}
int line(void) { return __LINE__; }
";
    let file = source::SourceFile::new("sor.c", text.as_bytes().to_vec());
    let options = options("", ["rows", "columns", "1"]);
    let tiled = on_big_stack(|| pleat::tile(file, &Flags::default(), &options).unwrap());
    let new = String::from_utf8_lossy(&tiled.bytes).into_owned();
    assert!(new.contains("tt += rows"), "{new}");
    let place = |text: &str| text.lines().position(|l| l.contains("__LINE__"));
    assert_eq!(place(&new), place(text), "{new}");
}

/// Folds that `--tile` makes are valid for tiles.
#[test]
fn folded_and_tiled() {
    let path = root().join("corpus/tile/heat_history.c");
    let options = pleat::Options {
        tile: Some(options("heat_history", ["4", "6", "8"])),
        ..pleat::Options::default()
    };
    let folded = common::fold_by(&path, &[], &options);
    let new = String::from_utf8_lossy(&folded.bytes).into_owned();
    snapshot::settings("tile/folded").bind(|| insta::assert_snapshot!("heat_history", new));
    let expected = run(&folded.file.bytes, "gcc", &SANITIZED).unwrap();
    assert_eq!(run(&folded.bytes, "gcc", &SANITIZED).unwrap(), expected);
}
