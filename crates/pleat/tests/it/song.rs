//! The programs of the paper of Song, Wang and Li as stages: the memory that they need before and
//! after their loops are fused and their arrays folded. `docs/results.md` prints the same table.

use crate::common::fold_by;
use pleat::{Depth, Options};
use report::{ArrayEntry, Status};
use rstest::rstest;
use std::path::{Path, PathBuf};
use storage::Objective;

/// Bytes of a program at a size.
struct Row {
    program: &'static str,
    flags: &'static [&'static str],
    /// Arrays that the stages read or that live behind them.
    others: i64,
    /// Arrays between stages: as they are, folded, and folded to the fewest cells after inner
    /// loops are fused too.
    between: (i64, i64, i64),
}

const fn row(
    program: &'static str,
    flags: &'static [&'static str],
    others: i64,
    between: (i64, i64, i64),
) -> Row {
    Row {
        program,
        flags,
        others,
        between,
    }
}

const TABLE: [Row; 19] = [
    row("example1", &["-DN=1000"], 8_008, (8_008, 8_008, 16)),
    row(
        "example2",
        &["-DN=400", "-DKN=400"],
        5_164_888,
        (2_579_232, 9_624, 3_216),
    ),
    row("livermore14", &["-DN=1001"], 25_576, (40_040, 40, 40)),
    row(
        "livermore18",
        &["-DN=400"],
        9_049_824,
        (2_585_664, 12_864, 3_216),
    ),
    row(
        "jacobi",
        &["-DN=1100"],
        9_680_000,
        (9_680_000, 17_600, 17_568),
    ),
    row(
        "tomcatv",
        &["-DN=513"],
        4_210_704,
        (10_526_760, 28_728, 28_616),
    ),
    row(
        "swim",
        &["-DN=512"],
        12_632_112,
        (14_737_464, 41_064, 16_456),
    ),
    row(
        "hydro2d",
        &["-DN=400"],
        2_560_000,
        (12_800_000, 60_800, 47_728),
    ),
    row("lucas", &["-DN=65536"], 1_048_576, (1_048_576, 16, 16)),
    row("mg", &["-DN=64"], 4_194_304, (1_024, 1_024, 40)),
    row("combustion", &["-DN=100"], 240_000, (400_000, 40, 40)),
    row("purdue02", &["-DN=512"], 0, (2_097_152, 4_096, 8)),
    row(
        "purdue03",
        &["-DN=512", "-DM=1024"],
        0,
        (4_198_400, 8_200, 16),
    ),
    row("purdue04", &["-DN=512"], 0, (4_194_304, 4_104, 16)),
    row("purdue12", &["-DN=360"], 1_036_800, (3_110_400, 2_896, 24)),
    row("purdue13", &["-DN=65536"], 0, (524_288, 8, 8)),
    row("climate", &["-DN=48"], 110_592, (55_296, 2_304, 2_208)),
    row(
        "laplace_jb",
        &["-DN=440"],
        1_548_800,
        (4_646_400, 10_568, 7_024),
    ),
    row(
        "laplace_gs",
        &["-DN=280"],
        1_254_400,
        (1_254_400, 4_480, 16),
    ),
];

impl Row {
    /// The value of a size such as `2*(N + 1)`; the parameter of a function has the value of `N`.
    fn value(&self, size: &str) -> i64 {
        let ctx = poly::Context::new();
        let names = ["N", "M", "KN", "n"];
        let set = |name: &str| {
            let name = if name == "n" { "N" } else { name };
            let flag = format!("-D{name}=");
            let mut flags = self.flags.iter();
            let given = flags.find_map(|f| f.strip_prefix(flag.as_str()));
            given.map_or(0, |value| value.parse().unwrap())
        };
        let replaced = source_words(size, &|word| {
            names.contains(&word).then(|| set(word).to_string())
        });
        let text = format!("{{ [x] : x = {replaced} }}");
        let set = poly::Set::parse(&ctx, &text).unwrap();
        set.max_of(&[1]).unwrap().unwrap()
    }

    fn bytes(&self, array: &ArrayEntry, size: &Option<String>) -> i64 {
        let element = match array.name.as_str() {
            "ix" | "ir" => 4,
            _ => 8,
        };
        element * self.value(size.as_ref().unwrap())
    }

    /// The bytes of the arrays between stages before and after a fold.
    fn memory(&self, path: &Path, options: &Options) -> (i64, i64) {
        let folded = fold_by(path, self.flags, options);
        assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
        let (mut before, mut after) = (0, 0);
        for array in &folded.report.arrays {
            if array.function.is_empty() || array.function == "main" {
                continue;
            }
            let all = self.bytes(array, &array.size_before);
            before += all;
            after += match array.status {
                Status::Folded => self.bytes(array, &array.size_after),
                _ => all,
            };
        }
        (before, after)
    }
}

/// A text in which some words are replaced.
fn source_words(text: &str, new: &dyn Fn(&str) -> Option<String>) -> String {
    let words = source::words(text);
    let words = words
        .iter()
        .map(|word| new(&word.text).unwrap_or_else(|| word.text.clone()));
    words.collect::<Vec<_>>().join(" ")
}

#[rstest]
fn memory(#[files("../../corpus/stages/song_*.c")] path: PathBuf) {
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    let name = name.strip_prefix("song_").unwrap();
    let row = TABLE.iter().find(|row| row.program == name).unwrap();
    let auto = Options {
        fuse: Some(Depth::Auto),
        ..Options::default()
    };
    let full = Options {
        fuse: Some(Depth::Full),
        objective: Objective::Size,
        ..Options::default()
    };
    let (before, after) = row.memory(&path, &auto);
    let (_, least) = row.memory(&path, &full);
    assert_eq!((before, after, least), row.between);
}

/// The paper reports 49 % on average.
#[test]
fn reduction() {
    let rows = TABLE.iter().filter(|r| !r.program.starts_with("example"));
    let shares: Vec<f64> = rows
        .map(|row| {
            let (before, after, _) = row.between;
            (before - after) as f64 / (before + row.others) as f64
        })
        .collect();
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    assert!(mean > 0.49, "{mean}");
}
