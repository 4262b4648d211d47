//! Constructs that the parser does not know. Each has a program in which it matters: its value
//! decides on a fold, or it names an array that must stay. The programs print the same before and
//! after. Every rule of the cleaner has a program.

mod rows;

use crate::common::{on_big_stack, run};
use pleat::{Folded, Options};
use report::{ArrayEntry, Status};
use rows::Outcome::{Cells, Stays};
use rows::{ROWS, Row};
use source::{Flags, SourceFile};
use std::collections::BTreeSet;

/// Spellings of C23 for compilers that do not know them.
const LATER: [&str; 7] = [
    "-Dauto=__auto_type",
    "-Dconstexpr=const",
    "-D__typeof_unqual__=__typeof__",
    "-Dalignas=_Alignas",
    "-Dalignof=_Alignof",
    "-Dstatic_assert=_Static_assert",
    "-Dthread_local=_Thread_local",
];

/// Constructs that no installed compiler accepts in any spelling.
const TOO_NEW: [&str; 1] = ["uwb"];

impl Row {
    fn text(&self) -> String {
        let Row { beside, body, .. } = self;
        format!(
            "int printf(const char *, ...);\n{beside}\nint main(void)\n{{\n    double s = 0;\n    {body}\n    \
             printf(\"%.17g\\n\", s);\n    return 0;\n}}\n"
        )
    }
}

/// The constructs that are replaced, and the fold.
fn fold(text: &str) -> (BTreeSet<&'static str>, Folded) {
    let file = SourceFile::new("row.c", text);
    let mut flags = Flags::default();
    flags.args.push("-std=gnu2x".to_string());
    let unit = source::preprocess(file.clone(), &flags).unwrap();
    let folded = on_big_stack(|| pleat::fold(file, &flags, &Options::default()).unwrap());
    (front::replaced(&unit), folded)
}

/// The entry of `t`.
fn entry(folded: &Folded) -> &ArrayEntry {
    let mut arrays = folded.report.arrays.iter();
    arrays.find(|a| a.name == "t").unwrap()
}

/// The output of a program under a compiler that accepts it, in either spelling of new constructs.
fn output(text: &[u8], compiler: &str, level: &str) -> Option<String> {
    let threads = if compiler == "gcc" {
        "-fopenmp"
    } else {
        "-fno-openmp"
    };
    let plain = ["-std=gnu2x", "-w", threads, level];
    let later = [&plain[..], &LATER].concat();
    run(text, compiler, &plain)
        .or_else(|_| run(text, compiler, &later))
        .ok()
}

/// The fault of the fold of a program, if it has one.
fn problem(row: &Row, text: &str) -> Option<String> {
    let (replaced, folded) = fold(text);
    if !row.construct.is_empty() && !replaced.contains(row.construct) {
        return Some(format!("it replaces {replaced:?}"));
    }
    let found = entry(&folded);
    let is_expected = match row.outcome {
        Stays(reason) => found.reason.as_deref() == Some(reason) && found.status == Status::Kept,
        Cells(cells) => found.elements_after == Some(cells),
    };
    if !is_expected || folded.unsound.is_some() {
        let (reason, cells) = (&found.reason, found.elements_after);
        return Some(format!(
            "{reason:?}, {cells:?} cells, not {:?}",
            row.outcome
        ));
    }
    if folded.bytes == text.as_bytes() {
        let is_taken = ["gcc", "clang"]
            .iter()
            .any(|c| output(text.as_bytes(), c, "-O0").is_some());
        let is_known = !TOO_NEW.iter().any(|word| text.contains(word));
        return (is_known && !is_taken).then(|| "no compiler takes it".to_string());
    }
    let ways = [
        ("gcc", "-O0"),
        ("gcc", "-O2"),
        ("clang", "-O0"),
        ("clang", "-O2"),
    ];
    let outputs =
        ways.map(|(c, level)| [text.as_bytes(), &folded.bytes].map(|t| output(t, c, level)));
    let differs = outputs.iter().any(|[before, after]| before != after);
    let is_taken = outputs.iter().any(|[before, _]| before.is_some());
    (differs || !is_taken).then(|| format!("before and after it prints {outputs:?}"))
}

#[test]
fn every_program_prints_the_same() {
    let problems = ROWS.iter().filter_map(|row| {
        let text = row.text();
        problem(row, &text).map(|problem| format!("{problem}:\n{text}"))
    });
    let problems: Vec<String> = problems.collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_construct_has_a_program() {
    let listed: BTreeSet<&str> = ROWS.iter().map(|row| row.construct).collect();
    let missing: Vec<&str> = front::replaceable()
        .filter(|c| !listed.contains(c))
        .collect();
    assert!(missing.is_empty(), "no program for {missing:?}");
}
