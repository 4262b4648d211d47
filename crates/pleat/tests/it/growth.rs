//! A fold never takes more memory than the original, even for the smallest images.

use crate::common::{fold_by, root, run, source};
use pleat::Options;
use storage::Objective;

/// Prints the bytes of each allocation.
const NOTED: &str = "#include <stdio.h>\n#include <stdlib.h>\n\
    static size_t noted(size_t n) { printf(\"bytes %zu\\n\", n); return n; }\n\
    #define malloc(n) malloc(noted(n))\n#define calloc(n, m) calloc(1, noted((n) * (m)))\n";

/// The bytes of all arrays `t` that a program allocates, in order.
fn bytes(text: &[u8]) -> Vec<u64> {
    let noted = |line: &str| match line.trim_start().starts_with("int t[") {
        true => format!("{line} noted(sizeof t);\n"),
        false => format!("{line}\n"),
    };
    let text = String::from_utf8_lossy(text);
    let program = NOTED.to_string() + &text.lines().map(noted).collect::<String>();
    let printed = run(program.as_bytes(), "gcc", &["-O1"]).unwrap();
    let numbers = printed.lines().filter_map(|l| l.strip_prefix("bytes "));
    numbers.map(|n| n.parse().unwrap()).collect()
}

#[test]
fn no_array_is_larger() {
    let path = root().join("corpus/idioms/few_rows.c");
    let original = bytes(&source(&path).bytes);
    for objective in Objective::ALL {
        let options = Options {
            objective,
            ..Options::default()
        };
        let folded = bytes(&fold_by(&path, &[], &options).bytes);
        assert_eq!(folded.len(), original.len());
        // A row of few bytes may become a constant number of bytes.
        let larger = |(new, old): &(&u64, &u64)| **new > (**old).max(256);
        let found: Vec<_> = folded.iter().zip(&original).filter(larger).collect();
        assert!(found.is_empty(), "{objective:?}: {found:?}");
        assert!(folded.iter().sum::<u64>() < original.iter().sum());
    }
}
