//! Arrays that stay: the reason and the place of each.

mod common;

use common::*;

/// One array `t` in a function with parameters `n`, `in`, `out`.
fn check(body: &str, code: &str, place: &str) {
    let text = format!(
        "#include <setjmp.h>\n#include <string.h>\ntypedef double row[8];\nvoid use(double *);\ndouble next(void);\nextern jmp_buf env;\nvoid kernel(int n, const double *in, double *out)\n{{\n{body}\n}}\n"
    );
    let found = found(&text);
    assert_eq!(found.reason("t"), code, "{body}");
    if !place.is_empty() {
        assert_eq!(found.place("t"), place);
    }
}

#[test]
fn escapes() {
    let code = "address-escapes";
    check("double t[9];\nuse(t);", code, "use(t);");
    check("double t[9];\nt[0] = 1;\nuse(&t[3]);", code, "use(&t[3]);");
    check("double t[9][3];\nuse(t[1]);", code, "use(t[1]);");
    check("double t[9];\nout[0] = *t;", code, "out[0] = *t;");
    check(
        "double t[9];\nout[0] = *(t + 2);",
        code,
        "out[0] = *(t + 2);",
    );
    check(
        "double t[9];\nout[0] = sizeof t;",
        code,
        "out[0] = sizeof t;",
    );
    check(
        "double t[9];\nout[0] = sizeof(t) / sizeof(t[0]);",
        code,
        "out[0] = sizeof(t) / sizeof(t[0]);",
    );
    check("double t[9];\ndouble *p;\np = t;", code, "p = t;");
    check("double t[9];\nout[0] = 3[t];", code, "out[0] = 3[t];");
    check(
        "double t[9];\nmemset(t, 0, sizeof t + 8);",
        code,
        "memset(t, 0, sizeof t + 8);",
    );
    check(
        "double t[9];\nmemset(t + 1, 0, 8);",
        code,
        "memset(t + 1, 0, 8);",
    );
    check(
        "double t[9][2];\nmemset(t[1], 0, 2 * sizeof t[1]);",
        code,
        "memset(t[1], 0, 2 * sizeof t[1]);",
    );
    check(
        "double t[9][2];\nmemset(t[0], 0, n * sizeof(double));",
        code,
        "memset(t[0], 0, n * sizeof(double));",
    );
    check(
        "double t[9];\nmemcpy(t, out, n * sizeof(double));",
        code,
        "memcpy(t, out, n * sizeof(double));",
    );
    check(
        "float t[9];\nmemcpy(t, out, sizeof(double) * 9);",
        code,
        "memcpy(t, out, sizeof(double) * 9);",
    );
    check(
        "double t[9][2];\ndouble (*p)[2] = &t[1];",
        code,
        "double (*p)[2] = &t[1];",
    );
}

#[test]
fn declarations() {
    check("volatile double t[9];\nt[0] = 1;", "volatile", "");
    check("_Atomic double t[9];\nt[0] = 1;", "atomic", "");
    check("register double t[9];\nt[0] = 1;", "storage-class", "");
    check("extern double t[9];\nt[0] = 1;", "storage-class", "");
    check("row t;\nt[0] = 1;", "typedef-shape", "");
    check("row t[3];\nt[0][0] = 1;", "typedef-shape", "");
    check("double (t[9])[9];\nt[0][0] = 1;", "parenthesised", "");
    check("double t[] = {0, 0};\nt[0] = 1;", "unknown-shape", "");
    check(
        "double t[3] = {0, in[1]};\nt[0] = 1;",
        "initialiser-not-zero",
        "",
    );
    check(
        "for (int i = 0; i < n; i++) {\ndouble t[3] = {0, 1};\nt[0] = 1;\n}",
        "initialiser-not-zero",
        "",
    );
    check("double t[n ^ 3];\nt[0] = 1;", "unknown-shape", "");
    check("double t[9];", "unused", "");
    check("double *t = out;\nt[0] = 1;", "pointer-not-allocated", "");
    check("static double t[9];\nt[0] = next();", "reentrant", "");
    check(
        "for (int i = 1; i < n; i++) {\ndouble t[i];\nt[0] = 1; }",
        "unknown-shape",
        "",
    );
    check(
        "double t[9] __attribute__((aligned(64)));\nt[0] = 1;",
        "`t` is a candidate",
        "",
    );
}

/// Like [`check`], with a later use, so that the body of a loop is not a region of its own.
fn check_in_region(body: &str, code: &str, place: &str) {
    check(&format!("{body}\nout[0] = t[0];"), code, place);
}

#[test]
fn loops_that_are_not_followed() {
    let (check, code) = (check_in_region, "used-in-unanalysed-code");
    for uncounted in [
        "while (n < next()) t[0] = 1;",
        "do t[0] = 1; while (next() > 1);",
        "for (double x = 0; x < 3; x++) t[0] = 1;",
        "for (int i = 0; i < in[0]; i++) t[0] = 1;",
        "for (int i = 0; i < n; i++) { t[0] = 1; i++; }",
        "for (int i = 0; i < n; i++) { t[0] = 1; n--; }",
        "for (int i = 0; i < n; ) { t[0] = 1; }",
        "for (;;) { t[0] = 1; }",
        "for (int i = 0; i != n; i += 2) { t[0] = 1; }",
        "for (int i = 0; i < n; i--) { t[0] = 1; }",
        "for (unsigned char i = 0; i < 256; i++) { t[0] = 1; }",
        "for (signed char i = 9; i >= -128; i--) { t[0] = 1; }",
        "for (unsigned i = 9; i >= 0; i--) { t[0] = 1; }",
        "for (short i = 0; i < n; i++) { t[0] = 1; }",
        "for (_Bool i = 0; i < 2; i++) { t[0] = 1; }",
        "for (__int128 i = 0; i < 2; i++) { t[0] = 1; }",
        "for (size_t i = 9; i-- >= 0; ) { t[0] = 1; }",
    ] {
        let nested = format!("double t[9];\nfor (int q = 0; q < 3; q++) {{ {uncounted} }}");
        check(&nested, code, "");
        let alone = format!("double t[9];\n{uncounted}");
        check(&alone, "`t` is a candidate", "");
    }
    check(
        "double t[9];\nint i = 0;\nwhile (i < n)\nt[i++] = 1;",
        "subscript-steps",
        "t[i++] = 1;",
    );
}

#[test]
fn code_that_is_not_followed() {
    let (check, code) = (check_in_region, "used-in-unanalysed-code");
    check(
        "double t[9];\nswitch (n) { for (;;) { case 1: t[0] = 1; } }",
        code,
        "",
    );
    check(
        "double t[9];\nt[0] = ({ t[1]; });",
        "`t` is a candidate",
        "",
    );
    check(
        "double t[9];\nt[0] = ({ if (n) t[2] = 1; t[1]; });",
        code,
        "",
    );
    check("double t[9];\n__asm__(\"\" : \"+m\"(t[0]));", code, "");
    check("double t[9];\ntypeof(t[0]) x;\nt[0] = 1;", code, "");
    check(
        "double t[9];\n#pragma omp target\nfor (int i = 0; i < 9; i++) t[i] = 1;",
        code,
        "",
    );
    check(
        "double t[9];\nt[0] = 1;\nagain: if (t[0] < in[0]) goto again;",
        code,
        "",
    );
    check(
        "double t[9];\nif (n > 3) goto inside;\nfor (int i = 0; i < n; i++) { inside: t[i] = 1; }",
        code,
        "",
    );
    check(
        "double t[9];\nt[0] = 1; if (in[0] > 3) goto out; t[0] = 2; out: ;",
        "`t` is a candidate",
        "",
    );
    check(
        "double t[9];\nt[0] = 1;\nif (setjmp(env)) out[0] = t[0];",
        "setjmp",
        "",
    );
    check(
        "double t[9];\n#pragma omp target map(t)\n{ t[0] = 1; }",
        "named-in-pragma",
        "",
    );
}

#[test]
fn a_loop_that_is_not_followed_is_named() {
    let text = "void f(double *in) {\ndouble t[9]; int i = 0;\nwhile (in[i] > 0) { t[i] = 1; i *= 2; } }\n";
    assert_eq!(found(text).reason("t"), "used-in-unanalysed-code");
}

#[test]
fn subscripts() {
    let code = "subscript-not-affine";
    check(
        "double t[9];\nt[(int)in[0]] = 1;",
        code,
        "t[(int)in[0]] = 1;",
    );
    check(
        "double t[9];\nint k = next();\nk++;\nfor (int i = 0; i < 3; i++) { t[k] = 1; k++; }",
        code,
        "",
    );
    check(
        "double t[9];\nint i;\nfor (i = 0; i < 3; i++) if (in[i] > 0) break;\nt[i] = 1;",
        code,
        "t[i] = 1;",
    );
    check("double t[9];\nt[n * n] = 1;", code, "");
    check(
        "double t[9];\nint i = 3;\nuse((double *)&i);\nt[i] = 1;\nuse((double *)&i);\nt[i] = 2;",
        "may-change",
        "",
    );
    check(
        "double t[9];\nint i = 3;\nt[i] = 1;\nif (n > 3) { use((double *)&i); out[0] = t[i]; return; }\nt[i] = 2;",
        "may-change",
        "",
    );
    check(
        "double t[9];\nint i = 3;\nuse((double *)&i);\nt[i] = 1;",
        "`t` is a candidate",
        "",
    );
    check("double t[9];\n{ volatile int v = 1;\nt[v] = 1; }", code, "");
    check(
        "double t[9];\nfor (int i = 0; i < 3; i++) { int k = i;\n{ int i = 7;\nt[k] = i; } }",
        "hidden-name",
        "t[k] = i; } }",
    );
}

#[test]
fn macros_and_directives() {
    let check = |text: &str, code: &str| assert_eq!(found(text).reason("t"), code, "{text}");
    check(
        "#define T t\nvoid f(void)\n{ double t[9]; T[0] = 1; }\n",
        "in-macro",
    );
    check(
        "#define FIRST [0]\nvoid f(void)\n{ double t[9]; t FIRST = 1; }\n",
        "in-macro",
    );
    check(
        "#define AT(i) t[i]\nvoid f(void)\n{ double t[9]; AT(0) = 1; }\n",
        "in-macro",
    );
    check(
        "#define DECLARE double t[9]\nvoid f(void)\n{ DECLARE; t[0] = 1; }\n",
        "in-macro",
    );
    check(
        "#define I 2\n#define J(x) (x)\nvoid f(void)\n{ double t[9]; t[J(I) + 1] = 1; }\n",
        "`t` is a candidate",
    );
    check(
        "void f(void)\n{ double t[9]; t[\n#if 1\n0\n#endif\n] = 1; }\n",
        "across-directive",
    );
    check(
        "void f(void)\n{ double t[9]; t[0] = 1;\n#if WIDE\nt[1] = 2;\n#endif\n }\n",
        "in-skipped-lines",
    );
    check("double t[9];\nvoid f(void)\n{ t[0] = 1; }\n", "file-scope");
    check(
        "void f(double t[9])\n{ t[0] = 1; t[1] = t[0]; }\n",
        "function-parameter",
    );
    check(
        "void f(double *t)\n{ t[0] = 1; t[1] = t[0]; }\n",
        "function-parameter",
    );
}

#[test]
fn lines_of_other_configurations() {
    let check = |before: &str, group: &str, code: &str| {
        let text = format!(
            "{before}\nvoid f(int n, double *o)\n{{ double t[n]; int i;\n\
             for (i = 0; i < n; i++) {{\nt[i] = i;\n{group}\no[i] = t[i];\n}} }}\n"
        );
        assert_eq!(found(&text).reason("t"), code, "{text}");
    };
    let (folds, depends) = ("`t` is a candidate", "depends-on-configuration");
    let group = |lines: &str| format!("#ifdef X\n{lines}\n#endif");
    check("", &group("puts(\"x\"); o[0] = i + n;"), folds);
    check("", &group("if (n > i) { puts(\"x\"); }"), folds);
    check("", "#ifdef X\no[0] = 1;\n#else\no[0] = 2;\n#endif", folds);
    check("", &group("t[0] = 1;"), "in-skipped-lines");
    check("", "#ifndef X\nt[0] = 1;\n#endif", depends);
    check("", "#if 1\nt[i] = 1;\n#endif", folds);
    for lines in [
        "i++;",
        "n = 3;",
        "int n = 3;",
        "if (i)",
        "break;",
        "f(&i);",
        "}",
        "#pragma omp x",
        "else;",
    ] {
        check("", &group(lines), depends);
    }
    check("#define T t[0]", &group("T = 1;"), "in-skipped-lines");
    check(
        "#define U t[0]\n#define T U",
        &group("T = 1;"),
        "in-skipped-lines",
    );
    check("#define NEXT i++", &group("NEXT;"), depends);
    check("#define LEAVE break", &group("LEAVE;"), depends);
    check("#define LOG(x) puts(x)", &group("LOG(\"x\");"), folds);
    let two = |a: &str, b: &str| format!("#ifdef X\n#define M {a}\n#else\n#define M {b}\n#endif");
    check(&two("i++;", ""), "M", "other-macro");
    check(&two("t[0] = 1;", ""), "M", "in-skipped-lines");
    check(&two("float", "double"), "M x = 1; o[i] = x;", folds);
}

#[test]
fn deep_nests_of_loops() {
    let nest = |depth: usize| {
        let heads = (0..depth).map(|k| format!("for (int i{k} = 0; i{k} < n; i{k}++) "));
        let heads: String = heads.collect();
        found(&format!(
            "void f(int n)\n{{ double t[9]; {heads} t[0] = n; }}\n"
        ))
        .reason("t")
    };
    assert_eq!(nest(10), "`t` is a candidate");
    assert_eq!(nest(200), "used-in-unanalysed-code");
}

#[test]
fn regions() {
    let check = |text: &str, code: &str| assert_eq!(found(text).reason("t"), code, "{text}");
    let inside = "void f(double *out)\n{ double t[9];\n#pragma scop\nt[0] = 1;\n#pragma endscop\n";
    check(&format!("{inside}}}\n"), "`t` is a candidate");
    check(
        &format!("{inside}out[0] = t[0]; }}\n"),
        "used-outside-region",
    );
    check(
        &format!("{inside}}}\nvoid g(void) {{ double u[3]; u[0] = 1; }}\n"),
        "`t` is a candidate",
    );
    check(
        &format!("void g(void) {{ double t[3]; t[0] = 1; }}\n{}", inside),
        "not-in-region",
    );
}

#[test]
fn notes() {
    let note = |text: &str| {
        let notes = found(text).extraction.notes;
        notes
            .first()
            .map(|n| (n.severity, n.message.clone()))
            .unwrap_or((source::Severity::Help, String::new()))
    };
    let is_error = |text: &str, words: &str| {
        let (severity, message) = note(text);
        assert!(
            severity == source::Severity::Error && message.contains(words),
            "{message}"
        );
    };
    is_error(
        "void f(void) {\n#pragma scop\n}\n",
        "without `#pragma endscop`",
    );
    is_error(
        "void f(void) {\n#pragma endscop\n}\n",
        "without `#pragma scop`",
    );
    is_error(
        "void f(int n) {\n#pragma scop\nif (n) {\n n++;\n#pragma endscop\n}}\n",
        "whole statements",
    );
    assert!(note("enum e : char { A };\n").1.contains("not analysed"));
    assert!(
        note("void f(void) { double t[9]; int g(void) { return t[0]; } }\n")
            .1
            .contains("`int g(void) { return t[0]; }` is not analysed")
    );
    assert!(
        note("void f(void) { int x __attribute__((cleanup(g))); }\n")
            .1
            .contains("not analysed")
    );
}

#[test]
fn the_words_of_the_command_line_are_no_array_of_the_user() {
    let found = found("int main(int argc, char **argv) { return argc > 1 && argv[1][0] == 'x'; }");
    assert_eq!(found.reason("argv"), "`argv` is a candidate");
    assert!(found.extraction.regions.is_empty());
}
