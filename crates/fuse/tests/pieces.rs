//! Loops without their first or last iterations, and statements after loops.

use c::Contents;
use c::facts::Wanted;
use c::syntax::Syntax;
use fuse::Loops;
use poly::Expr;
use source::{Edits, Flags, SourceFile, Span};
use std::collections::BTreeSet;

/// What is done at the first `a[i]` or similar in the body, where the subscript is 0.
fn edited(body: &str, subscript: &Expr, value: &Expr, edit: Edit) -> Option<String> {
    let text = format!("void f(int n, int m, double *a, double *b)\n{{\n    int i, t;\n{body}}}\n");
    let file = SourceFile::new("pieces.c", text.into_bytes());
    let unit = source::preprocess(file, &Flags::default()).expect("C");
    let syntax = Syntax::of(&unit);
    let mut notes = Vec::new();
    let wanted = Wanted {
        scalars: &BTreeSet::new(),
        removals: false,
    };
    let contents = Contents::of(&unit, &syntax, wanted, &mut notes);
    let loops = Loops::new(&unit, &contents.file.functions[0]);
    let at = unit.file.text().find("a[").expect("an element") as u32;
    let cut = loops.deciding(Span::new(at, at + 1), subscript, value)?;
    let edits: Edits = match edit {
        Edit::Peel => loops.peeled(&cut, &|_| false)?,
        Edit::Add => loops.after(&cut, &|_| false, &|renamed| renamed("c[t] = a[i];"))?,
    };
    let new = edits.apply(&unit.file.bytes);
    let new = String::from_utf8(new).expect("text");
    let start = new.find("t;\n").expect("declarations") + 3;
    Some(new[start..new.len() - 2].to_string())
}

#[derive(Clone, Copy)]
enum Edit {
    Peel,
    Add,
}

fn i() -> Expr {
    Expr::var("i")
}

fn zero() -> Expr {
    Expr::constant(0)
}

#[track_caller]
fn peels(body: &str, value: &Expr, expected: &str) {
    assert_eq!(
        edited(body, &i(), value, Edit::Peel).as_deref(),
        Some(expected)
    );
}

#[test]
fn a_first_iteration() {
    peels(
        "    for (i = 0; i < 10; i++)\n        a[i] = i == 0 ? b[i] : a[i - 1];\n",
        &zero(),
        "    a[0] = b[0];\n    for (i = 1; i < 10; i++)\n        a[i] = a[i - 1];\n",
    );
}

#[test]
fn a_loop_in_a_loop() {
    peels(
        "    for (t = 0; t <= m; t++)
        for (i = 0; i <= n; i++) {
            a[i] = t == 0 ? b[i] : i == 0 ? a[i] : b[i] + 1;
            if (i >= 1)
                b[i] = (i == 1 ? a[0] : a[i - 1]) * 2; /* later */
        }
",
        &zero(),
        "    for (t = 0; t <= m; t++) {
        if (0 <= n) {
            a[0] = t == 0 ? b[0] : a[0];
        }
        for (i = 1; i <= n; i++) {
            a[i] = t == 0 ? b[i] : b[i] + 1;
            b[i] = (i == 1 ? a[0] : a[i - 1]) * 2; /* later */
        }
    }
",
    );
}

/// Branches that no iteration of a part takes are removed; what the part does not decide stays.
#[test]
fn conditions_that_are_decided() {
    peels(
        "    for (i = 0; i <= 9; i++) {
        if (i == 0) {
            a[i] = b[0];
            b[i + 1] = 0;
        } else if (i == 1 || n > 3) {
            a[i] = b[i];
        } else
            a[i] = !(i > 0) && n ? a[0] : a[i - 1];
        if (n > 2 && i < 1)
            b[i] = 1.5 * i;
    }
",
        &zero(),
        "    a[0] = b[0];
    b[1] = 0;
    if (n > 2)
        b[0] = 1.5 * 0;
    for (i = 1; i <= 9; i++) {
        if (i == 1 || n > 3) {
            a[i] = b[i];
        } else
            a[i] = a[i - 1];
    }
",
    );
}

#[test]
fn a_last_iteration() {
    let last = Expr::var("n") - Expr::constant(1);
    peels(
        "    for (i = 0; i < n; i++) {
        double x = b[i];
        a[i] = i == n - 1 ? x : b[i + 1];
    }
",
        &last,
        "    for (i = 0; i < n - 1; i++) {
        double x = b[i];
        a[i] = b[i + 1];
    }
    if (0 < n) {
        double x = b[n - 1];
        a[n - 1] = x;
    }
",
    );
}

/// The value of a counter that the body changes, or whose type matters, is not written instead.
#[test]
fn loops_that_stay() {
    for body in [
        "    for (i = 0; i < 9; i++) {\n        a[i] = 0;\n        i++;\n    }\n",
        "    for (i = 0; i < 9; i++) {\n        if (b[i] > 0)\n            break;\n        a[i] = 0;\n    }\n",
        "    for (i = t; i < 9; i++)\n        a[i] = b[i];\n",
        "    for (unsigned long i = 0; i < 9; i++)\n        a[i] = 3 * i;\n",
        "    for (i = 0; i < 9; i += 2)\n        a[i] = b[i];\n",
        "    while (i < 9)\n        a[i++] = 0;\n",
    ] {
        assert_eq!(edited(body, &i(), &zero(), Edit::Peel), None, "{body}");
    }
}

#[test]
fn statements_after_a_loop() {
    let added = edited(
        "    for (t = 0; t < 5; t++)
        for (i = 0; i < n; i++)
            if (m > 0)
                a[i] = b[i] + t;
",
        &i(),
        &zero(),
        Edit::Add,
    );
    let expected = "    for (t = 0; t < 5; t++) {
        for (i = 0; i < n; i++)
            if (m > 0)
                a[i] = b[i] + t;
        if (0 < n)
            c[t] = a[0];
    }
";
    assert_eq!(added.as_deref(), Some(expected));
    let added = edited(
        "    for (t = 0; t < 5; t++)\n        for (i = 0; i < n; i++)\n            a[t] = b[i];\n",
        &Expr::var("t"),
        &Expr::constant(4),
        Edit::Add,
    );
    let expected = "    for (t = 0; t < 5; t++)
        for (i = 0; i < n; i++)
            a[t] = b[i];
    for (i = 0; i < n; i++)
        c[4] = a[i];
";
    assert_eq!(added.as_deref(), Some(expected));
}
