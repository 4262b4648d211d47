//! Loops that pass nothing on through memory: there is no array between them.

use c::Contents;
use c::facts::Wanted;
use c::syntax::Syntax;
use source::{Flags, SourceFile};
use std::collections::BTreeSet;

/// Whether two nests of the first sequence of a body touch memory.
fn touches_memory(body: &str) -> bool {
    let text = format!(
        "struct s {{ int m[9]; }};\nint g(int);\nint f(int n, int r, int *p, struct s *q)\n{{\n    \
         int i, k = 0, t[9];\n{body}\n    return k + t[0];\n}}\n"
    );
    let file = SourceFile::new("memory.c", text.into_bytes());
    let unit = source::preprocess(file, &Flags::default()).expect("C");
    let syntax = Syntax::of(&unit);
    let mut notes = Vec::new();
    let wanted = Wanted {
        scalars: &BTreeSet::new(),
        removals: false,
    };
    let contents = Contents::of(&unit, &syntax, wanted, &mut notes);
    let (sequences, _) = fuse::sequences(&unit, &contents.file.functions[0]);
    sequences.first().expect("two loops").touches_memory
}

#[test]
fn numbers_alone() {
    assert!(!touches_memory(
        "    for (i = 0; i < n; i++) {\n        if (i == r)\n            return k;\n        k++;\n    }
    for (i = 1; i < n; i++)\n        k += i * r;"
    ));
    assert!(!touches_memory(
        "    for (i = 0; i < n; i++)\n        t[0] = i;\n    for (i = 0; i < n; i++)\n        k += i;"
    ));
}

#[test]
fn elements_members_and_calls() {
    for second in ["t[0] += i", "k += *(p + i)", "q->m[i] = 1", "k += g(i)"] {
        assert!(touches_memory(&format!(
            "    for (i = 0; i < n; i++)\n        t[i] = i;\n    for (i = 0; i < n; i++)\n        {second};"
        )));
    }
}
