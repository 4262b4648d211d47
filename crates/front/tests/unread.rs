//! Constructs that lang-c does not know: they are replaced, or kept as statements that may do
//! anything with the objects that they name.

mod common;

use common::found;

const FOLDS: &str = "`t` is a candidate";

/// A kernel with the array `t`, and pieces of text before and inside it.
fn kernel(beside: &str, before: &str, inside: &str) -> String {
    format!(
        "{beside}\nvoid kernel(int n, double *o)\n{{\ndouble t[n];\n{before}\n\
         for (int i = 0; i < n; i++) {{ t[i] = i; {inside} o[i] = t[i]; }}\n}}\n"
    )
}

fn reason(text: &str) -> String {
    found(text).reason("t")
}

#[test]
fn constructs_beside_a_kernel() {
    for beside in [
        "bool b = true; int *p = nullptr;",
        "constexpr int five = 5; [[nodiscard]] int f(int x [[maybe_unused]]) { return x; }",
        "int f(void) { auto x = 3.5; return x; }",
        "static_assert(sizeof(int) == 4); alignas(16) thread_local int x;",
        "int m = 1'000'000; char c = u8'a'; int b = 0b1010'1010;",
        "unsigned _BitInt(12) f(_BitInt(12) a) { return a * 2wb; }",
        "typeof_unqual(const int) x; int y = alignof(double);",
        "enum e : unsigned char { A, B };",
        "int f(int a) { l: int q = 3; if (a) goto m; return q; m: }",
        "f(a) { return a; }",
        "__asm__(\"nop\");",
        "int f(int a) { int g(int b) { return a + b; } return g(2); }",
        "int f(int a) { __label__ out; if (a) goto out; a = 3; out: return a; }",
        "int f(int a) { asm goto (\"\" : : : : l); return a; l: return a + 1; }",
        "int f(int a) { static void *to[] = { &&x, &&y }; goto *to[a]; x: return 1; y: return 2; }",
        "int f(int *a) { return __builtin_types_compatible_p(int, long) ? a[0] : 1; }",
        "int f(int a) { return ) ( ; }",
        "int f(int a) { <% %> return a<:0:>; }",
    ] {
        assert_eq!(reason(&kernel(beside, "", "")), FOLDS, "{beside}");
    }
}

#[test]
fn constructs_inside_of_a_kernel() {
    for inside in [
        "register q = 3; (void) q;",
        "__auto_type q = 3; (void) q;",
        "auto q = 3; (void) q;",
        "int g(int b) { return b; } g(i);",
        "static_assert(1); [[maybe_unused]] int z = 1'0;",
        "o[i] = n ?: 3;",
        "if (n) { register q = 3; } else { register q = 4; }",
        "do { register q = 3; } while (0);",
        "register q = ({ register r = 4; r; });",
    ] {
        assert_eq!(reason(&kernel("", "", inside)), FOLDS, "{inside}");
    }
}

#[test]
fn what_a_statement_names_is_left_alone() {
    let check = |before: &str, inside: &str, code: &str| {
        assert_eq!(
            reason(&kernel("", before, inside)),
            code,
            "{before} {inside}"
        );
    };
    let unanalysed = "used-in-unanalysed-code";
    check("", "register q = t[i];", unanalysed);
    check(
        "double g(int k) { return t[k]; }",
        "o[i] += g(0);",
        unanalysed,
    );
    check("register q = sizeof \"t\";", "", unanalysed);
    // The counter and the size may change.
    check("", "int g(void) { return i++; } g();", unanalysed);
    check("void g(void) { n--; }", "g();", "unknown-shape");
    // Jumps out of the statement and into it.
    check("", "asm goto (\"\" : : : : out); out:;", "setjmp");
    check("static void *to[] = { &&out }; out:;", "", "setjmp");
    check(
        "",
        "if (({ register q = 1; q; })) { register q = 2; break; }",
        FOLDS,
    );
    check("", "if (register) break;", "setjmp");
}

#[test]
fn names_that_a_statement_declares() {
    // The inner `n` is not the parameter, and the inner `five` not the constant.
    let shadowed = "void f(int n, double *o)\n{ double t[n + 1]; { register n = 3; o[0] = n;\n\
                    for (int i = 0; i < n; i++) { t[i] = i; o[i] = t[n - 1 - i]; } } }\n";
    assert_ne!(reason(shadowed), FOLDS);
    let constant = "enum { five = 5 };\nvoid f(double *o)\n{ double t[9]; register five = 3;\n\
                    for (int i = 0; i < 3; i++) { t[five + i] = i; o[i] = t[5 + i]; } }\n";
    assert_eq!(reason(constant), "subscript-not-affine");
    let array = "void f(double *o)\n{ double t[9]; for (int i = 0; i < 9; i++) { t[i] = i; o[i] = t[i]; }\n\
                 { register t = 3; o[0] = t; } }\n";
    assert_eq!(reason(array), "used-in-unanalysed-code");
}

#[test]
fn names_of_functions_that_are_not_read() {
    // A `sqrt` that the file defines may enter the function again.
    let text = "enum e : char { A };\nvoid f(double *o);\n\
                double sqrt(double x) { __attribute__((cleanup(g))) int y; f(&x); return x; }\n\
                void f(double *o)\n{ static double t[9];\n\
                for (int i = 0; i < 9; i++) { t[i] = i; o[i] = sqrt(t[i]); } }\n";
    assert_eq!(reason(text), "reentrant");
}

#[test]
fn letters_beyond_ascii() {
    let text = "#define GR\u{d6}SSE 9\nvoid f(double *o)\n{ double t\u{e9}[GR\u{d6}SSE], t00[9], $t[9];\n\
                for (int \u{fc} = 0; \u{fc} < GR\u{d6}SSE; \u{fc}++) { t\u{e9}[\u{fc}] = \u{fc}; $t[\u{fc}] = 1; \
                t00[\u{fc}] = t\u{e9}[\u{fc}]; o[\u{fc}] = t00[\u{fc}] + $t[\u{fc}]; } }\n";
    let found = found(text);
    let names: Vec<&str> = found
        .region()
        .candidates
        .iter()
        .map(|c| c.spelling.as_str())
        .collect();
    assert_eq!(names, ["t\u{e9}", "t00", "$t"]);
}

#[test]
fn a_declaration_that_cannot_be_parsed_costs_itself_only() {
    let text = "typedef _BitInt(5) wide;\nint f(wide x) { __label__ y; return (int)x; }\nvoid g(wide w)\n{ double t[9]; t[0] = (double)(wide)w; }\n";
    assert_eq!(found(text).reason("t"), "`t` is a candidate");
}

#[test]
fn constructs_that_the_parser_does_not_know() {
    let check = |body: &str, code: &str| {
        let text = format!(
            "typedef float v4 __attribute__((vector_size(16)));\nvoid f(int n, _Complex double c)\n{{\n{body}\n}}\n"
        );
        assert_eq!(found(&text).reason("t"), code, "{body}");
    };
    let fine = "`t` is a candidate";
    check("__auto_type x = n; double t[9]; t[0] = x;", fine);
    check("double t[9] __attribute__((unused)); t[0] = n ?: 3;", fine);
    check(
        "double t[9]; t[0] = n; if (n) goto end; end: }\nvoid g(void) {",
        fine,
    );
    check("double t[9]; t[0] = n; switch (n) { default: }", fine);
    check("_Static_assert(1); double t[9]; t[0] = n;", fine);
    check("_Complex double t[9]; t[0] = __real__ c;", fine);
    check(
        "_Complex double t[9]; __real__ t[0] = 1;",
        "address-escapes",
    );
    check("v4 t[9]; t[0][1] = 1;", "unknown-element");
    check(
        "switch (n) { case 1: __attribute__((fallthrough)); case 2: ; } double t[9]; t[0] = n;",
        fine,
    );
}

#[test]
fn deep_nesting_is_skipped() {
    let deep = format!(
        "int f(void) {{ return {}1{}; }}\n",
        "(".repeat(3000),
        ")".repeat(3000)
    );
    let text = format!("{deep}void g(void)\n{{ double t[9]; t[0] = 1; }}\n");
    let found = found(&text);
    assert!(
        found
            .extraction
            .notes
            .iter()
            .any(|n| n.message.contains("too deeply"))
    );
    assert_eq!(found.reason("t"), "`t` is a candidate");
}
