//! Twins: invocations written out, and edits carried back into bodies, arguments or invocations.

use crate::checks::{compilers, unit_of};
use source::{Depth, Edit, Edits, Flags, Piece, Site, SourceFile, Span, Twin, write_out};
use std::collections::BTreeSet;

/// The twin in which the invocations that name `t` are written out.
fn written_out(text: &str, cc: &str) -> Option<Twin> {
    let unit = unit_of(SourceFile::new("main.c", text), cc, &[]);
    let flags = Flags {
        cc: cc.into(),
        ..Flags::default()
    };
    write_out(&unit, &BTreeSet::from(["t".to_string()]), &flags)
}

fn check_written_out(text: &str, expected: Option<&str>) {
    for cc in compilers() {
        let twin = written_out(text, cc);
        let found = twin.as_ref().map(|u| u.unit.file.text());
        assert_eq!(found, expected, "{text}");
    }
}

/// Replaces every `old` of the twin, which includes its brackets, by `new`. An access of `t` may be
/// edited as a whole, with its subscript as an operand of `% 2`.
fn check_edits(text: &str, old: &str, new: &str, expected: Result<&str, ()>) {
    for cc in compilers() {
        let twin = written_out(text, cc).expect("something is written out");
        let file = &twin.unit.file;
        let mut edits = Edits::default();
        let mut sites = Vec::new();
        for (at, _) in file.text().match_indices(old) {
            let frame = Span::new(at as u32, (at + old.len()) as u32);
            let edit = Edit {
                span: frame,
                text: new.to_string(),
            };
            edits.insert(edit.clone()).expect("disjoint");
            let inner = Span::new(frame.start + 1, frame.end - 1);
            let text = |text: &str| Piece::Text(text.to_string());
            sites.push(Site {
                frame,
                edit: Some(edit),
                uniform: vec![vec![text("["), Piece::Operand(inner), text(" % 2]")]],
                part: None,
            });
        }
        let carried = twin.carry_back(&edits, &sites, Depth::Shared);
        let result = carried.map(|r| r.users.apply(&twin.original.file.bytes));
        let result = result.map(|bytes| String::from_utf8(bytes).expect("text"));
        assert_eq!(result.as_deref().map_err(|_| ()), expected, "{text}");
    }
}

#[test]
fn invocations_that_name_an_array_are_written_out() {
    check_written_out(
        "#define T(i) t[(i)]\nint t[9], a = -T(1)\n  + 2;\n",
        Some("#define T(i) t[(i)]\nint t[9], a = -t[(1)]\n  + 2;\n"),
    );
    check_written_out(
        "#define MINUS(x) -x\nint t[9], a = -MINUS(t[1]);\n",
        Some("#define MINUS(x) -x\nint t[9], a = - -t[1];\n"),
    );
    check_written_out(
        "#define MAX(a, b) ((a) > (b) ? (a) : (b))\nint t[9], a = MAX(t[1],\n 2) + MAX(3, 4);\n",
        Some(
            "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n\
             int t[9], a = ((t[1]) > (2) ? (t[1]) : (2))\n + MAX(3, 4);\n",
        ),
    );
    check_written_out("#define T(i) t[(i)]\nint a = 2;\n", None);
    check_written_out(
        "#define T(i) t[i]\nint t[9], a = T(1);\n#if X\nint b = T(2);\n#endif\n",
        None,
    );
    check_written_out(
        "#ifdef OTHER\n#define ID(x) -x\n#else\n#define ID(x) x\n#endif\nint t[9], a = ID(t[1]);\n",
        None,
    );
    check_written_out(
        "#define P(x) _Pragma(\"once_more\") x\nint t[9];\nint a = 1 + P(t[1]);\n",
        None,
    );
}

#[test]
fn edits_go_into_arguments() {
    check_edits(
        "#define SQ(x) ((x) * (x))\nint t[9], i, a = SQ(t[i]) + SQ(i);\n",
        "[i]",
        "[i % 2]",
        Ok("#define SQ(x) ((x) * (x))\nint t[9], i, a = SQ(t[i % 2]) + SQ(i);\n"),
    );
}

#[test]
fn edits_go_into_bodies_where_all_uses_agree() {
    check_edits(
        "#define T(i) t[i]\nint t[9], k, a = T(k) + T(k);\n",
        "[k]",
        "[k % 2]",
        Ok("#define T(i) t[(i) % 2]\nint t[9], k, a = T(k) + T(k);\n"),
    );
    check_edits(
        "#define T t[k]\nint t[9], k, a = T - T;\n",
        "[k]",
        "[k % 2]",
        Ok("#define T t[k % 2]\nint t[9], k, a = T - T;\n"),
    );
    check_edits(
        "#define LONG(i) t \\\n  [ \\\n    i ] + 1\nint t[9], k, a = LONG(k);\n",
        "[ k ]",
        "[k % 2]",
        Ok("#define LONG(i) t \\\n  [(i) % 2] + 1\nint t[9], k, a = LONG(k);\n"),
    );
}

#[test]
fn other_uses_keep_their_body() {
    check_edits(
        "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define T(i) t[i]\n\
         int t[9], k, m, a = MAX(T(k), 1) + T(m);\n",
        "[k]",
        "[k % 2]",
        Ok(
            "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define T(i) t[i]\n\
            int t[9], k, m, a = MAX(t[k % 2], 1) + T(m);\n",
        ),
    );
    check_edits(
        "#define HALF 0.5\n#define STEP(i) t[i] = HALF; \\\n    t[0] = i\n#define ID(x) x\n\
         void f(int *t, int k, int m)\n{\n    STEP(k);\n    ID(STEP(m));\n}\n",
        "[k]",
        "[k % 2]",
        Ok(
            "#define HALF 0.5\n#define STEP(i) t[i] = HALF; \\\n    t[0] = i\n#define ID(x) x\n\
            void f(int *t, int k, int m)\n{\n    t[k % 2] = HALF;\n    t[0] = k;\n    ID(STEP(m));\n}\n",
        ),
    );
}

#[test]
fn strings_made_of_arguments_stay() {
    check_edits(
        "#define SHOW(x) show(#x, x)\nvoid show(const char *, int);\n\
         void f(int *t, int k)\n{\n    SHOW(t[k]);\n}\n",
        "[k])",
        "[k % 2])",
        Ok(
            "#define SHOW(x) show(#x, x)\nvoid show(const char *, int);\n\
            void f(int *t, int k)\n{\n    show(\"t[k]\", t[k % 2]);\n}\n",
        ),
    );
    check_edits(
        "#define SHOW(x) show(#x, x)\nvoid show(const char *, int);\n\
         void f(int *t, int k)\n{\n    SHOW(t[k] /* why */);\n}\n",
        "[k])",
        "[k % 2])",
        Err(()),
    );
}

#[test]
fn names_in_dropped_arguments_are_skipped() {
    for cc in compilers() {
        let text = "#define NOTHING(x)\n#define OUTER(y) NOTHING(u[y]) y\nint t[9], u[9], v[9];\n\
                    void f(int i)\n{\n    NOTHING(t[i]);\n    v[i] = OUTER(i);\n}\n";
        let unit = unit_of(SourceFile::new("main.c", text), cc, &[]);
        let is_skipped = |name: &str| unit.skipped.contains_key(name);
        assert!(is_skipped("t") && is_skipped("u"));
        assert!(!is_skipped("v") && !is_skipped("f") && !is_skipped("NOTHING"));
    }
}

#[test]
fn integers_that_are_no_operand_are_noted() {
    for cc in compilers() {
        let text = "#define N 5\n#ifndef M\n#define M 2 + 1\n#endif\n#ifndef K\n#define K N + M\n\
                    #endif\n#define OWN 1 + 1\nint a = M * 2, b = K, c = OWN;\n";
        let unit = unit_of(SourceFile::new("main.c", text), cc, &[]);
        let taken: Vec<(&str, &str)> = unit
            .uses
            .taken
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        assert_eq!(taken, [("K", "(N + 2 + 1)"), ("M", "3")]);
        let of = |text: &str| {
            let token = unit.tokens.iter().find(|t| unit.token_text(t) == text);
            let objects = unit.uses.objects_from(token.and_then(|t| t.object));
            objects.map(|(_, o)| o.name.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(of("2"), ["M"]);
        assert_eq!(of("N"), ["K"]);
        assert!(of("a").is_empty());
    }
}
