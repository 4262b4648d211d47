//! The smallest published mappings, in C: their sizes, and the same output as the original at three
//! sizes under sanitizers. `docs/results.md` has the same table.

use crate::common::{fold_by, run};
use pleat::Options;
use report::Status;
use rstest::rstest;
use std::path::PathBuf;
use storage::Objective;

const FLAGS: [&str; 4] = [
    "-O1",
    "-w",
    "-ffp-contract=off",
    "-fsanitize=address,undefined",
];

/// Folds a file for the fewest cells, preprocessed at the first size, and compares the programs at
/// all sizes.
fn check(file: &str, arrays: &[(&str, &str)], sizes: [&'static str; 3]) {
    let path = PathBuf::from(format!("../../corpus/{file}.c"));
    let options = Options {
        objective: Objective::Size,
        ..Options::default()
    };
    let flags_of = |size: &'static str| -> Vec<&str> { size.split(' ').collect() };
    let folded = fold_by(&path, &flags_of(sizes[0]), &options);
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    for (name, size) in arrays {
        let mut entries = folded.report.arrays.iter().filter(|a| a.name == *name);
        let entry = entries.find(|a| a.status == Status::Folded).unwrap();
        assert_eq!(entry.size_after.as_deref(), Some(*size), "{file}: {name}");
        assert!(entry.proved, "{file}: {name}");
    }
    let original = std::fs::read(&path).unwrap();
    for size in sizes {
        let flags = [&FLAGS[..], &flags_of(size)].concat();
        let expected = run(&original, "gcc", &flags).unwrap();
        assert_eq!(
            run(&folded.bytes, "gcc", &flags).unwrap(),
            expected,
            "{file} {size:?}"
        );
    }
}

#[rstest]
#[case("papers/lbm_d2q9", &[("f", "M*N + M + 1")],
    ["-DN=9 -DM=8", "-DN=4 -DM=7 -DT=4", "-DN=20 -DM=31 -DT=11"])]
#[case("tiled/lbm_d3q27", &[("f", "N*N*N + N*N + N + 1")],
    ["-DN=5", "-DN=4 -DT=3", "-DN=9 -DT=6"])]
#[case("papers/reverse_l_two", &[("A", "4*N - 4")], ["-DN=9", "-DN=5", "-DN=31"])]
#[case("papers/reverse_l_two", &[("A", "2*(2*N - 2)")], ["-DN=8", "-DN=4", "-DN=30"])]
#[case("tiled/diamond_buffer", &[("A", "4*B - 4")], ["-DB=5", "-DB=4", "-DB=16"])]
#[case("tiled/hexagonal_buffer", &[("A", "6*B - 6")], ["-DB=5", "-DB=4", "-DB=16"])]
#[case("tiled/heat_buffer", &[("A", "5*B*B + 4 - 8*B")], ["-DB=5", "-DB=7", "-DB=15"])]
#[case("papers/durbin", &[("y", "2*N - 3")], ["-DN=12", "-DN=4", "-DN=50"])]
#[case("papers/gauss", &[("g_tmp", "(N - 2)*M")],
    ["-DN=11", "-DN=4 -DM=5", "-DN=30 -DM=41"])]
#[case("idioms/dynprog_rounds", &[("c", "(L - 1)*(L - 2)")], ["-DL=10", "-DL=4", "-DL=25"])]
#[case("idioms/adi_local", &[("v", "N*(N - 2)")], ["-DN=10", "-DN=4", "-DN=25"])]
fn fewest_cells(
    #[case] file: &str,
    #[case] arrays: &[(&str, &str)],
    #[case] sizes: [&'static str; 3],
) {
    check(file, arrays, sizes);
}
