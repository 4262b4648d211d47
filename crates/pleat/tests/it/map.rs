//! `pleat map` as a program: its output, and its messages about wrong input.

use rstest::rstest;
use std::path::Path;
use std::process::{Command, Output};

fn pleat(text: &str, more: &[&str]) -> Output {
    let work = tempfile::tempdir().unwrap();
    std::fs::write(work.path().join("x.isl"), text).unwrap();
    run(work.path(), &[&["map", "x.isl"], more].concat())
}

fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pleat"))
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

const BLUR: &str = "context: N >= 4\narray: b[N, N]\n\
    [N] -> { b[y, x] -> b[v, u] : 0 <= y, v, x, u < N and 0 <= v - y <= 1 and x < u }\n\
    [N] -> { b[y, x] -> b[v, u] : 0 <= y, v, x, u < N and 1 <= v - y <= 2 and x >= u }\n";

#[test]
fn the_best_mapping_in_words() {
    let (out, err) = texts(&pleat(BLUR, &["--param", "N=100", "--at", "N=8"]));
    assert_eq!(
        out,
        "b: (2*i1 - i0) mod (2*N + 1), by linear-window\n\
         N*N -> 2*N + 1 elements (10000 -> 201 at N = 100)\n"
    );
    assert!(err.contains("all separated by 17 cells"), "{err}");
}

#[test]
fn one_entry_of_the_report() {
    let output = pleat(BLUR, &["--json", "--strategy", "successive-modulo"]);
    let entry: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(entry["name"], "b");
    assert_eq!(entry["status"], "folded");
    assert_eq!(entry["shape"], serde_json::json!(["N", "N"]));
    assert_eq!(entry["matrix"], serde_json::json!([[1, 0], [0, 1]]));
    assert_eq!(entry["moduli"], serde_json::json!(["3", "N"]));
    assert_eq!(entry.get("cases"), None);
    assert_eq!(entry["elements_after"], 3000);
    assert_eq!(entry["proved"], true);
}

/// The two ends of a square: even and odd sizes have mappings of their own.
const ENDS: &str = "context: N >= 5\narray: A[N, N]\n\
    [N] -> { [x, y] : -1 <= -x < N and -1 <= y < N and not (x = 0 and y = 0) }\n";

#[test]
fn a_mapping_with_cases() {
    for n in ["N=8", "N=9"] {
        let (out, err) = texts(&pleat(ENDS, &["--at", n, "--param", n]));
        let mut lines = out.lines();
        assert_eq!(lines.next(), Some("A, by generalise:"), "{out}");
        for residue in 0..2 {
            let line = lines.next().unwrap_or_default();
            let condition = format!(" where N mod 2 = {residue}");
            assert!(
                line.contains(" mod (") && line.ends_with(&condition),
                "{out}"
            );
        }
        assert!(out.contains("N*N -> 4*N - 4 elements"), "{out}");
        let cells = if n == "N=8" { 28 } else { 32 };
        assert!(
            err.contains(&format!("all separated by {cells} cells")),
            "{err}"
        );
        assert!(
            out.contains(&format!("-> {cells} at {}", n.replace('=', " = "))),
            "{out}"
        );
    }
}

#[test]
fn cases_in_the_report() {
    let output = pleat(ENDS, &["--json", "--param", "N=9"]);
    let entry: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(entry["size_after"], "4*N - 4");
    assert_eq!(entry["elements_after"], 32);
    assert_eq!(entry["proved"], true);
    let cases = entry["cases"].as_array().unwrap();
    for (residue, case) in cases.iter().enumerate() {
        assert_eq!(case["condition"], format!("N mod 2 = {residue}"));
        assert_eq!(case["size_after"], "4*N - 4");
        assert_eq!(
            case["matrix"].as_array().map(Vec::len),
            case["moduli"].as_array().map(Vec::len)
        );
    }
    assert_eq!(cases.len(), 2);
}

#[test]
fn a_table_of_all_strategies() {
    let (out, _) = texts(&pleat(BLUR, &["--strategy", "all"]));
    for strategy in storage::Strategy::ALL {
        let line = out.lines().find(|l| l.starts_with(strategy.name()));
        // Exhaustive search needs fixed sizes.
        let finds = strategy != storage::Strategy::Exhaustive;
        assert!(line.is_some_and(|l| l.contains(" mod (") == finds), "{out}");
    }
}

#[test]
fn exhaustive_search_at_fixed_sizes() {
    let text = BLUR.replace("context: N >= 4", "context: N = 9");
    let (out, _) = texts(&pleat(
        &text,
        &["--strategy", "exhaustive", "--param", "N=9"],
    ));
    assert!(out.contains("mod (19)"), "{out}");
}

#[test]
fn changes_are_reported() {
    let check = |text: &str, note: &str| {
        let output = pleat(text, &[]);
        let (_, err) = texts(&output);
        assert_eq!(output.status.code(), Some(0), "{err}");
        assert!(err.contains(note), "{text}: {err}");
    };
    check("{ [i] : 0 < i < 5 }", "made symmetric");
    check("{ [i] : -5 < i < 5 }", "0 is left out");
    check("{ A[i] -> A[i] : 0 < i < 5 }", "0 is left out");
    check("{ [i] : -5 < i < 5 }", "taken to be [5]");
    check("array: A[4]\n{ [i] : -5 < i < 5 }", "outside of the array");
}

#[test]
fn no_conflict_is_one_cell() {
    let (out, _) = texts(&pleat("array: A[N]\n[N] -> { [i] : false }", &[]));
    assert!(out.starts_with("A: one cell"), "{out}");
}

/// Rows of a sweep that may be tiled: the value is read in the next row, by either neighbour.
#[test]
fn dependences_in_several_orders() {
    let check = |order: &str, vector: &str, mapping: &str| {
        let text =
            format!("array: A[N, N]\ncontext: N >= 4\nvectors: (1, 0) (1, 2)\norder: {order}\n");
        let (out, err) = texts(&pleat(&text, &["--strategy", "occupancy", "--at", "N=7"]));
        assert!(err.contains(vector), "{order}: {err}");
        assert!(err.contains("all separated"), "{order}: {err}");
        assert!(out.contains(mapping), "{order}: {out}");
    };
    check("sequential", "vector is (2, 0)", "mod (2, N)");
    check("tilable", "vector is (1, 2)", "mod (3*N - 2)");
    check("sequential(1) tilable(1)", "vector is (2, 0)", "mod (2, N)");
    check("any", "vector is (2, 2)", "mod (2, 2*N - 1)");
    check("tilable", "(1, 0) need not be considered beside (1, 2)", "");
}

/// Two loops after each other, two statements in one loop, a use two iterations later by a later
/// statement (Yuki, Rajopadhye, figure 3 and section 5.2).
#[test]
fn dependences_between_statements() {
    let check = |vectors: &str, order: &str, vector: &str, mapping: &str| {
        let extents = if order.starts_with("position") {
            "1, N + 1"
        } else {
            "N"
        };
        let text =
            format!("array: A[{extents}]\ncontext: N >= 4\nvectors: {vectors}\norder: {order}\n");
        let (out, err) = texts(&pleat(&text, &["--at", "N=7"]));
        assert!(err.contains(vector), "{vectors}: {err}");
        assert!(err.contains("all separated"), "{vectors}: {err}");
        assert!(out.contains(mapping), "{vectors}: {out}");
    };
    let time = "position sequential(1) position";
    check("(1, 0, 0)", time, "vector is (1, 0)", "mod (N + 1)");
    check("(0, 0, 1)", time, "vector is (0, 1)", "one cell");
    check(
        "(2, 1)",
        "sequential(1) position",
        "vector is (3)",
        "(i0) mod (3)",
    );
    check(
        "(2, -1)",
        "sequential(1) position",
        "vector is (2)",
        "(i0) mod (2)",
    );
}

/// The closed form has no largest length.
#[test]
fn long_dependences() {
    let text = "array: A[N, N]\ncontext: N >= 60\nvectors: (20, 3) (1, 17)\norder: tilable\n";
    let (out, err) = texts(&pleat(text, &["--strategy", "occupancy"]));
    assert!(err.contains("vector is (20, 17)"), "{err}");
    assert!(out.contains("(20*i1 - 17*i0) mod (37*N - 36)"), "{out}");
}

#[rstest]
#[case("", &[], "no set of conflicts")]
#[case("# nothing\n\nhello", &[], "x.isl:3: expected")]
#[case("{ [i] : i > 0 }", &[], "x.isl:1: the differences of the conflicts have no bound")]
#[case("[N] -> { [i] : 0 < i < N }\n\n[N] -> { [i, j] : 0 < i, j < N }", &[], "x.isl:3: this has 2 dimensions, but line 1 has 1")]
#[case("[N] -> { [i] : 0 < i < M }", &[], "x.isl:1: this is not a set")]
#[case("{ [i] :\n 0 < i < 4", &[], "x.isl:1: this set has no closing brace")]
#[case("{ A[i] -> B[i + 1] : 0 < i < 5 }", &[], "x.isl:1: a conflict is between elements of one array")]
#[case("{ A[i] -> A[i, 0] : 0 < i < 5 }", &[], "x.isl:1: a conflict is between elements of one array")]
#[case("{ [A[i] -> A[j]] : 0 < i, j < 5 }", &[], "x.isl:1: this is not a set")]
#[case("{ [i] : 0 < i < 5 }\n{ A[i] -> A[i + 1] : 0 < i < 5 }", &[], "x.isl:2: this and line 1 must both be")]
#[case("{ B[i] -> B[i + 2] : 0 < i < 5 }\n{ A[i] -> A[i + 1] : 0 < i < 5 }", &[], "x.isl:2: this is about another array")]
#[case("{ [] }", &[], "x.isl:1: an array has 1 to 12 dimensions, not 0")]
#[case("context: M > 3\n[N] -> { [i] : 0 < i < N }", &[], "x.isl:1: `M` is not a parameter: the sets have N")]
#[case("context: N >\n[N] -> { [i] : 0 < i < N }", &[], "x.isl:1: a context is a condition")]
#[case("context: N > 3 and N < 2\n[N] -> { [i] : 0 < i < N }", &[], "x.isl:1: no parameter values")]
#[case("context: N > 3\ncontext: N > 4\n[N] -> { [i] : 0 < i < N }", &[], "x.isl:2: this was said before")]
#[case("\narray: A[M]\n[N] -> { [i] : 0 < i < N }", &[], "x.isl:2: `M` is not a parameter")]
#[case("array: A[N, N]\n[N] -> { [i] : 0 < i < N }", &[], "x.isl:1: the array has 2 dimensions, its conflicts 1")]
#[case("array: N\n[N] -> { [i] : 0 < i < N }", &[], "x.isl:1: an array is written")]
#[case("[N] -> { [i] : 0 < i < N }", &["--param", "M=3"], "no parameter of this name")]
#[case("[N] -> { [i] : 0 < i < N }", &["--param", "N"], "must be NAME=VALUE")]
#[case("context: N > 3\n[N] -> { [i] : 0 < i < N }", &["--param", "N=2"], "the context has no such point")]
#[case("context: N > 3\n[N] -> { [i] : 0 < i < N }", &["--at", "N=2"], "the context does not hold there")]
#[case("[N, M] -> { [i] : 0 < i < N + M }", &["--at", "N=2"], "a value for `M` is missing")]
#[case("[N] -> { [i] : 0 < i < N }", &["--at", "M=2", "--at", "N=2"], "no parameter `M`")]
#[case("[N] -> { [i] : 0 < i < N }", &["--at", "N=9999999"], "more than 2000000 differences")]
#[case("{ [i] : 0 < i < 99999999999999999999999999 }", &[], "pleat: ")]
#[case("{ [i] : 0 < i < 5 }", &["--strategy", "magic"], "invalid value 'magic'")]
#[case("array: A[N]\nvectors: (1, x)", &[], "x.isl:2: vectors are written as")]
#[case("array: A[N]\nvectors:", &[], "x.isl:2: vectors are written as")]
#[case("array: A[N]\nvectors: (1) 2", &[], "x.isl:2: vectors are written as")]
#[case("array: A[N]\nvectors: (1) (1, 2)", &[], "x.isl:2: there are at most 32 vectors, of equally many entries")]
#[case("array: A[N]\nvectors: (9999999999)", &[], "x.isl:2: there are at most")]
#[case("array: A[N]\nvectors: (0)", &[], "x.isl:2: a vector is 0")]
#[case("array: A[N, N]\nvectors: (1, -1)\norder: tilable", &[], "x.isl:2: a vector is 0, or leads backwards")]
#[case("array: A[N]\nvectors: (1) (-2)\norder: any", &[], "x.isl:2: a vector is 0, or leads backwards")]
#[case("vectors: (1)", &[], "x.isl:1: vectors need to know the array")]
#[case("array: A[N, N]\nvectors: (1)", &[], "x.isl:1: the array has 2 dimensions")]
#[case("array: A[N]\nvectors: (1)\norder: magic", &[], "x.isl:3: an order is `sequential`")]
#[case("array: A[N]\nvectors: (1)\norder: tilable(2)", &[], "x.isl:3: an order is")]
#[case("array: A[N]\nvectors: (1)\norder: any\norder: any", &[], "x.isl:4: this was said before")]
#[case("order: any\n{ [i] : 0 < i < 5 }", &[], "x.isl:1: an order goes with a line `vectors:`")]
#[case("array: A[N]\nvectors: (1)\n{ [i] : 0 < i < 5 }", &[], "x.isl:3: vectors say what conflicts")]
fn faults(#[case] text: &str, #[case] more: &[&str], #[case] message: &str) {
    let output = pleat(text, more);
    let (_, err) = texts(&output);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains(message), "{err}");
    assert!(!err.contains("panicked"), "{err}");
}

#[test]
fn unreadable_files() {
    let work = tempfile::tempdir().unwrap();
    std::fs::write(work.path().join("bytes.isl"), [0xff, 0xfe, 0]).unwrap();
    for file in ["nowhere.isl", "bytes.isl", "."] {
        let output = run(work.path(), &["map", file]);
        assert_eq!(output.status.code(), Some(2));
        assert!(texts(&output).1.contains("cannot read"));
    }
}

/// A triangle of instances; each is read last by the next row.
const TILE: &str = "array: y[N, N]\n\
    [N] -> { y[i, k] -> y[j, k] : 0 <= i < j <= k < N }\n\
    [N] -> { y[i, k] -> y[j, k + 1] : 0 <= i, j <= k < N - 1 and (j < i or j < k - i) }\n";

#[test]
fn small_sizes_have_a_mapping_of_their_own() {
    let (out, err) = texts(&pleat(TILE, &["--at", "N=2"]));
    assert!(out.starts_with("y for N >= 3: "), "{out}");
    assert!(out.contains("N*N -> 2*N - 3 elements"), "{out}");
    assert!(out.contains("\ny for smaller sizes: "), "{out}");
    assert!(err.contains("all separated by 3 cells"), "{err}");
    let (out, err) = texts(&pleat(TILE, &["--at", "N=9"]));
    assert!(out.contains("y for N >= 3: "), "{out}");
    assert!(err.contains("all separated by 15 cells"), "{err}");
    let stated = format!("context: N >= 3\n{TILE}");
    let (out, _) = texts(&pleat(&stated, &[]));
    assert!(out.starts_with("y: "), "{out}");
}

#[test]
fn the_array_is_the_box_of_the_elements() {
    let text = "{ A[i] -> A[j] : 0 <= i < 10 and j = i + 1 and j < 10 }\n";
    let (out, err) = texts(&pleat(text, &[]));
    assert_eq!(
        out,
        "A: (i0) mod (2), by successive-modulo\n10 -> 2 elements\n"
    );
    assert!(err.contains("it is taken to be [10]"), "{err}");
}
