//! Every pair of OpenMP constructs, directly below each other and nested in blocks: the fold prints
//! the same as the original, with several threads on two levels. Pairs that a compiler rejects are
//! left out.

use crate::common::{fold_with, run_with};
use report::Status;
use rstest::rstest;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The code that a construct expects below it.
#[derive(Clone, Copy, PartialEq)]
enum Below {
    Statement,
    Loop,
    Sections,
}

/// A construct, and the constructs around it that are needed for several threads to execute it.
struct Construct {
    text: &'static str,
    below: Below,
    around: &'static [&'static str],
}

const fn construct(text: &'static str, below: Below, around: &'static [&'static str]) -> Construct {
    Construct {
        text,
        below,
        around,
    }
}

const TEAM: &[&str] = &["parallel"];
const TASKS: &[&str] = &["parallel", "single"];

const CONSTRUCTS: [Construct; 27] = [
    construct("parallel", Below::Statement, &[]),
    construct("parallel for", Below::Loop, &[]),
    construct("parallel for ordered", Below::Loop, &[]),
    construct("parallel sections", Below::Sections, &[]),
    construct("parallel master", Below::Statement, &[]),
    construct("parallel loop", Below::Loop, &[]),
    construct("parallel master taskloop", Below::Loop, &[]),
    construct("for", Below::Loop, TEAM),
    construct("for simd", Below::Loop, TEAM),
    construct("for nowait schedule(static, 3)", Below::Loop, TEAM),
    construct("loop", Below::Loop, TEAM),
    construct("sections", Below::Sections, TEAM),
    construct("single", Below::Statement, TEAM),
    construct("master", Below::Statement, TEAM),
    construct("masked", Below::Statement, TEAM),
    construct("masked taskloop", Below::Loop, TEAM),
    construct("simd", Below::Loop, TASKS),
    construct("critical", Below::Statement, TASKS),
    construct("task", Below::Statement, TASKS),
    construct("taskgroup", Below::Statement, TASKS),
    construct("taskloop", Below::Loop, TASKS),
    construct("taskloop simd grainsize(2)", Below::Loop, TASKS),
    construct("target", Below::Statement, &[]),
    construct("target teams distribute parallel for", Below::Loop, &[]),
    construct("teams distribute parallel for", Below::Loop, &[]),
    construct("ordered", Below::Statement, TASKS),
    construct("scope", Below::Statement, TASKS),
];

/// The construct that each thread of a team executes once.
const EACH: &str = "parallel";

/// Constructs that a team executes together, or one thread at a time.
fn is_dealt(text: &str) -> bool {
    let first = text.split([' ', '(']).next().unwrap();
    matches!(
        first,
        "for" | "loop" | "sections" | "single" | "master" | "masked" | "critical"
    )
}

/// Whether OpenMP allows a construct below another one, and its library executes it. Only pairs
/// that compilers accept without an error need a rule.
fn is_allowed(outer: &Construct, inner: &Construct) -> bool {
    let is_on_device = inner.text.starts_with("target") || inner.text.starts_with("teams");
    let is_of_one = outer.text.contains("master") || outer.text.contains("masked");
    match outer.text.contains("simd") {
        true => matches!(inner.text, "simd" | "loop"),
        false if is_of_one && inner.text == "loop" => false,
        false => !is_on_device || outer.text == "target",
    }
}

/// Where the temporary array is declared.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Home {
    Function,
    Outer,
    Inner,
}

/// One function of a program.
struct Pair<'c> {
    outer: &'c Construct,
    inner: &'c Construct,
    /// Whether statements are in blocks. Otherwise the constructs are directly below each other.
    in_blocks: bool,
    home: Home,
}

impl Pair<'_> {
    /// The outermost home in which no two threads use the same elements of the array.
    fn least_home(&self) -> Home {
        match (self.outer.text, self.inner.text) {
            (_, EACH) => Home::Inner,
            (EACH, inner) if !is_dealt(inner) => Home::Outer,
            _ => Home::Function,
        }
    }

    /// Whether elements of the result are set by several threads, which agree on the value.
    fn is_repeated(&self) -> bool {
        self.least_home() != Home::Function
    }

    /// The loop variable of the outer construct, if it applies to a loop.
    fn row(&self) -> &'static str {
        match self.outer.below {
            Below::Loop => "x",
            _ => "0",
        }
    }

    fn element(&self) -> String {
        match self.home {
            Home::Function if self.outer.below == Below::Loop => "t[x][y]".to_string(),
            _ => "t[y]".to_string(),
        }
    }

    fn declaration(&self) -> &'static str {
        match self.home {
            Home::Function if self.outer.below == Below::Loop => "double t[M][N];\n",
            _ => "double t[N];\n",
        }
    }

    /// The declaration in the blocks at one place.
    fn own(&self, home: Home) -> &'static str {
        match self.in_blocks && self.home == home {
            true => self.declaration(),
            false => "",
        }
    }

    /// The pragma of one of the constructs.
    fn pragma(&self, home: Home, construct: &Construct) -> String {
        let is_private = !self.in_blocks && self.home == home;
        let clause = if is_private { " private(t)" } else { "" };
        format!("#pragma omp {}{clause}\n", construct.text)
    }

    /// The statements for one element.
    fn item(&self) -> String {
        let (t, row) = (self.element(), self.row());
        let atomic = match self.is_repeated() {
            true => "#pragma omp atomic write\n",
            false => "",
        };
        format!(
            "{{\n{}{t} = in[y] + {row};\nnap();\nfor (int k = 0; k < 5; k++) {t} = 0.5 * {t} + in[(y + k) % N];\n{atomic}out[{row} * N + y] = {t};\n}}\n",
            self.own_in_loop()
        )
    }

    fn own_in_loop(&self) -> &'static str {
        match self.inner.below {
            Below::Loop => self.own(Home::Inner),
            _ => "",
        }
    }

    fn items(&self, from: &str, to: &str) -> String {
        format!("for (int y = {from}; y < {to}; y++) {}", self.item())
    }

    /// A statement, in a block if `in_blocks`.
    fn block(&self, home: Home, statement: &str) -> String {
        match self.in_blocks {
            true => format!("{{\n{}{statement}}}\n", self.own(home)),
            false => statement.to_string(),
        }
    }

    /// A construct around parts of the elements.
    fn parts(&self, home: Home, below: Below, part: &dyn Fn(&str, &str) -> String) -> String {
        let whole = |from: &str, to: &str| self.block(home, &part(from, to));
        match below {
            Below::Sections => format!(
                "{{\n{}#pragma omp section\n{}}}\n",
                whole("0", "N / 2"),
                whole("N / 2", "N")
            ),
            Below::Loop if home == Home::Outer => {
                format!("for (int x = 0; x < M; x++)\n{}", whole("0", "N"))
            }
            _ => whole("0", "N"),
        }
    }

    /// The inner construct around the elements of a range.
    fn inside(&self, from: &str, to: &str) -> String {
        let text = match self.inner.below {
            Below::Loop => self.items(from, to),
            Below::Statement => self.block(Home::Inner, &self.items(from, to)),
            Below::Sections => {
                let half = format!("({from} + {to}) / 2");
                let whole = |from: &str, to: &str| self.block(Home::Inner, &self.items(from, to));
                format!(
                    "{{\n{}#pragma omp section\n{}}}\n",
                    whole(from, &half),
                    whole(&half, to)
                )
            }
        };
        format!("{}{text}", self.pragma(Home::Inner, self.inner))
    }

    fn function(&self, number: usize) -> String {
        let around: String = self
            .outer
            .around
            .iter()
            .map(|text| format!("#pragma omp {text}\n"))
            .collect();
        let parts = self.parts(Home::Outer, self.outer.below, &|from, to| {
            self.inside(from, to)
        });
        let at_top = match self.in_blocks && self.home != Home::Function {
            true => "",
            false => self.declaration(),
        };
        let pragma = self.pragma(Home::Outer, self.outer);
        format!("static void pair{number}(void)\n{{\n{at_top}{around}{pragma}{parts}}}\n")
    }
}

/// All pairs with one outer construct.
fn pairs(outer: &Construct) -> Vec<Pair<'_>> {
    let mut pairs = Vec::new();
    for inner in CONSTRUCTS.iter().filter(|inner| is_allowed(outer, inner)) {
        for in_blocks in [false, true] {
            for home in [Home::Function, Home::Outer, Home::Inner] {
                let pair = Pair {
                    outer,
                    inner,
                    in_blocks,
                    home,
                };
                let least = pair.least_home();
                if home >= least && (home != Home::Inner || least == Home::Inner) {
                    pairs.push(pair);
                }
            }
        }
    }
    pairs
}

/// Declarations for all functions of a program. While a thread naps, other threads continue.
const START: &str = "#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>
#define N 16
#define M 4
static double in[N], out[M * N];
static void nap(void) { usleep(60); }
";

/// Executes a function and prints a sum of the elements that it sets.
const SHOW: &str = "static void show(int k, void (*pair)(void))
{
    for (int i = 0; i < M * N; i++) out[i] = 0;
    pair();
    double s = 0;
    for (int i = 0; i < M * N; i++) s += out[i] * (i % 7 + 1);
    printf(\"%d %.9g\\n\", k, s);
}
";

/// A program of all these functions.
fn program(functions: &[&String]) -> String {
    let mut text = START.to_string();
    functions
        .iter()
        .for_each(|function| text.push_str(function));
    text.push_str(SHOW);
    text.push_str("int main(void)\n{\nfor (int i = 0; i < N; i++) in[i] = i * i % 17;\n");
    for function in functions {
        let name = function.split(['(', ' ']).nth(2).unwrap();
        let number = name.strip_prefix("pair").unwrap();
        text.push_str(&format!("show({number}, {name});\n"));
    }
    text + "return 0;\n}\n"
}

/// The lines in which a compiler finds errors.
fn error_lines(text: &str, folder: &Path) -> BTreeSet<usize> {
    let path = folder.join("rejected.c");
    std::fs::write(&path, text).unwrap();
    let output = Command::new("gcc")
        .args(["-fopenmp", "-w", "-fmax-errors=0", "-c", "-o", "/dev/null"])
        .arg(&path)
        .output()
        .unwrap();
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    let place = |line: &str| {
        line.split_once(": error:")
            .map(|(place, _)| place.to_string())
    };
    let number = |place: String| place.split(':').nth(1).and_then(|n| n.parse().ok());
    let lines: BTreeSet<usize> = messages
        .lines()
        .filter_map(place)
        .filter_map(number)
        .collect();
    assert_eq!(output.status.success(), lines.is_empty(), "{messages}");
    lines
}

/// The functions that the compiler accepts.
fn accepted(functions: &[String], folder: &Path) -> Vec<String> {
    let mut left: Vec<&String> = functions.iter().collect();
    loop {
        let text = program(&left);
        let lines = error_lines(&text, folder);
        if lines.is_empty() {
            return left.into_iter().cloned().collect();
        }
        let mut from = 1 + START.lines().count();
        left.retain(|function| {
            let range = from..from + function.lines().count();
            from = range.end;
            lines.range(range).next().is_none()
        });
    }
}

/// The output of a program with four threads on two levels.
fn printed(text: &[u8]) -> String {
    let variables = [
        ("OMP_NUM_THREADS", "4"),
        ("OMP_MAX_ACTIVE_LEVELS", "2"),
        ("OMP_WAIT_POLICY", "passive"),
        ("OMP_DYNAMIC", "false"),
    ];
    run_with(text, "gcc", &["-O1", "-fopenmp"], &variables).unwrap()
}

/// The outer construct, the least number of functions that compilers accept, and the least number
/// of folded arrays.
#[rstest]
#[case::parallel(0, 57, 13)]
#[case::parallel_for(1, 48, 3)]
#[case::parallel_for_ordered(2, 52, 3)]
#[case::parallel_sections(3, 48, 2)]
#[case::parallel_master(4, 55, 0)]
#[case::parallel_loop(5, 30, 0)]
#[case::parallel_master_taskloop(6, 45, 0)]
#[case::for_(7, 48, 3)]
#[case::for_simd(8, 7, 0)]
#[case::for_nowait(9, 48, 3)]
#[case::loop_(10, 30, 0)]
#[case::sections(11, 48, 2)]
#[case::single(12, 48, 3)]
#[case::master(13, 42, 9)]
#[case::masked(14, 42, 9)]
#[case::masked_taskloop(15, 45, 0)]
#[case::simd(16, 7, 0)]
#[case::critical(17, 34, 0)]
#[case::task(18, 48, 0)]
#[case::taskgroup(19, 36, 0)]
#[case::taskloop(20, 48, 0)]
#[case::taskloop_simd(21, 7, 0)]
#[case::target(22, 91, 0)]
#[case::target_teams(23, 48, 0)]
#[case::teams(24, 48, 0)]
fn prints_the_same(#[case] outer: usize, #[case] least: usize, #[case] least_folded: usize) {
    let pairs = pairs(&CONSTRUCTS[outer]);
    let functions = pairs.iter().enumerate();
    let functions: Vec<String> = functions.map(|(k, pair)| pair.function(k)).collect();
    let work = tempfile::tempdir().unwrap();
    let functions = accepted(&functions, work.path());
    assert!(functions.len() >= least, "{}", functions.len());
    let text = program(&functions.iter().collect::<Vec<_>>());
    let path = work.path().join("pairs.c");
    std::fs::write(&path, &text).unwrap();
    let folded = fold_with(&path, &["-fopenmp"]);
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    let arrays = folded.report.arrays.iter();
    let count = arrays.filter(|a| a.status == Status::Folded).count();
    assert!(count >= least_folded, "{count}");
    assert_eq!(printed(&folded.bytes), printed(text.as_bytes()));
}
