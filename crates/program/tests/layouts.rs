//! Sizes and offsets are those that the compiler has.
#![allow(clippy::unwrap_used)]

mod common;

use common::program_of;
use program::{StatementKind, Value, ValueKind};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::process::Command;

const RECORDS: &str = r#"
    #include <stddef.h>
    #include <stdint.h>
    #define N 5
    struct a { char c; double d; short s; };
    struct b { char c[3]; struct a in; long double l; _Bool t; };
    union u { char c[9]; int i; struct a a; };
    struct bits { int x : 3; unsigned y : 29; int z : 2; char tail; };
    struct crossing { char c; int w : 30; int v : 5; short s : 9; long l : 40; };
    struct zero { int a : 4; int : 0; int b : 4; char c; int : 0; };
    struct flexible { int n; char data[]; };
    struct nested { struct { int p, q; }; union { float f; char g; }; enum { K = 1ul << 40 } e; };
    struct waves { char c; _Complex float f; _Complex double d; long double _Complex l[2]; };
    struct matrix { float m[N][N + 1]; uint8_t t[N]; struct nested *p; void (*call)(int); };
"#;

const QUESTIONS: [&str; 27] = [
    "offsetof(struct waves, f)",
    "offsetof(struct waves, l[1])",
    "sizeof(struct waves) + _Alignof(double _Complex)",
    "sizeof(struct a)",
    "offsetof(struct a, d)",
    "offsetof(struct a, s)",
    "sizeof(struct b)",
    "offsetof(struct b, in)",
    "offsetof(struct b, l)",
    "offsetof(struct b, t)",
    "sizeof(union u)",
    "_Alignof(union u)",
    "sizeof(struct bits)",
    "offsetof(struct bits, tail)",
    "sizeof(struct crossing)",
    "sizeof(struct zero)",
    "offsetof(struct zero, c)",
    "sizeof(struct flexible)",
    "offsetof(struct flexible, data)",
    "sizeof(struct nested)",
    "offsetof(struct nested, q)",
    "offsetof(struct nested, e)",
    "sizeof(struct matrix)",
    "offsetof(struct matrix, m[2][3])",
    "offsetof(struct matrix, call)",
    "_Alignof(long double)",
    "sizeof \"text\" + sizeof(int[3][4]) + sizeof 'c' + sizeof(1.0f + 1)",
];

#[test]
fn layouts_are_those_of_the_compiler() {
    let mut printing = format!("#include <stdio.h>\n{RECORDS}\nint main(void) {{\n");
    for question in QUESTIONS {
        let _ = writeln!(printing, "printf(\"%zu\\n\", (size_t)({question}));");
    }
    printing.push_str("}\n");
    let folder = std::env::temp_dir().join(format!("layouts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("a.c"), printing).unwrap();
    let build = Command::new("cc")
        .args(["-w", "-o", "a", "a.c"])
        .current_dir(&folder)
        .status();
    assert!(build.unwrap().success());
    let output = Command::new(folder.join("a")).output().unwrap();
    let _ = std::fs::remove_dir_all(&folder);
    let wanted = String::from_utf8(output.stdout).unwrap();
    for (question, wanted) in QUESTIONS.iter().zip(wanted.lines()) {
        let text = format!("{RECORDS}\nsize_t f(void) {{ return {question}; }}");
        let program = program_of(&text);
        let StatementKind::Return(Some(value)) = &program.functions[0].body[0].kind else {
            panic!("{question}: {program}");
        };
        assert_eq!(sum(value).to_string(), wanted, "{question}");
    }
}

/// The value of a sum of constants.
fn sum(value: &Value) -> i128 {
    match &value.kind {
        ValueKind::Integer(value) => *value,
        ValueKind::Binary(program::BinaryOp::Add, a, b) => sum(a) + sum(b),
        other => panic!("{other:?}"),
    }
}

#[test]
fn layouts_that_are_not_followed_have_no_form() {
    for record in [
        "struct __attribute__((packed)) s { char c; int n; };",
        "struct s { char c; int n; } __attribute__((aligned(64)));",
        "struct s { char c; int n __attribute__((aligned(16))); };",
        "#pragma pack(push, 1)\nstruct s { char c; int n; };\n#pragma pack(pop)",
        "struct s { char c; _Complex int n; };",
        "struct s;",
    ] {
        let program = program_of(&format!(
            "{record}\nint f(struct s *p) {{ return p[1].n; }}"
        ));
        let mut found = Vec::new();
        common::unsupported(&program.functions[0].body, &mut found);
        assert!(!found.is_empty(), "{record}\n{program}");
    }
}

#[test]
fn macros_know_what_depends_on_them() {
    let text = "#define A 2\n#define B 3\n#define C (A + 1)\n#define D (2 * C)\n#define E 5\n\
                #define F 4\n#define G 6\n\
                enum { SIX = D }; struct row { int v[E]; };\n\
                int f(int n, struct row *r) { int t[B]; switch (n) { case G: n++; } t[0] = r->v[0];\
                for (int i = 0; i < F; i++) n += SIX; return t[0] + n * A; }";
    let mut macros = program_of(text).macros;
    let of = |found: fn(&program::Macro) -> bool| -> BTreeSet<String> {
        let found = macros.iter().filter(|m| found(m));
        found.map(|m| m.name.clone()).collect()
    };
    let names = |names: &str| {
        names
            .split(' ')
            .map(str::to_string)
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(of(|m| m.is_fixed), names("A C D E G"));
    assert_eq!(of(|m| m.body.is_some()), names("C D"));
    let value = |macros: &[program::Macro], name: &str| {
        let found = macros.iter().find(|m| m.name == name);
        found.map(|m| m.value)
    };
    assert_eq!(value(&macros, "D"), Some(6));
    for m in macros.iter_mut().filter(|m| m.name == "A") {
        m.value = 10;
    }
    assert!(program::recompute(&mut macros));
    assert_eq!(value(&macros, "D"), Some(22));
}
