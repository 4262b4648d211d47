//! Arrays that are declared outside the function that uses them: the candidates, and the reasons
//! why other arrays stay.

mod common;

use common::*;

const KERNEL: &str = "static void kernel(int n, const double a[], double t[], double out[])
{
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
}
";

/// Whether `t` of `kernel`, with `caller` after it, is a candidate; otherwise the reason.
fn judged(caller: &str) -> String {
    let text = format!(
        "#include <stdlib.h>\n#include <string.h>\nvoid use(double *);\ndouble *borrow(void);\n{KERNEL}{caller}"
    );
    judged_text(&text, "kernel", "t")
}

fn judged_text(text: &str, function: &str, array: &str) -> String {
    let found = found(text);
    let regions = found.extraction.regions.iter();
    let mut own = regions.filter(|r| r.function == function);
    if own.any(|r| r.candidates.iter().any(|c| c.spelling == array)) {
        return "candidate".to_string();
    }
    let kept = found.extraction.kept.iter();
    let mut own = kept.filter(|k| k.name == array);
    let of_function = |k: &&front::KeptArray| k.function.as_deref().is_none_or(|f| f == function);
    own.find(of_function)
        .map_or("nothing".to_string(), |k| k.reason.code().to_string())
}

#[test]
fn functions_with_the_attribute_malloc_return_fresh_storage() {
    let caller = run("double *t = get(9); kernel(9, a, t, out);");
    let judged = |declaration: &str| judged(&format!("{declaration}\n{caller}"));
    for declaration in [
        "__attribute__((malloc)) double *get(int n);",
        "double *get(int n) __attribute__((nonnull, __malloc__(free, 1)));",
    ] {
        assert_eq!(judged(declaration), "candidate", "{declaration}");
    }
    for declaration in [
        "double *get(int n);",
        "double *get(int n), *malloc_like(int n) __attribute__((malloc));",
        "double *get(int n) __attribute__((alloc_size(1)));",
    ] {
        assert_ne!(judged(declaration), "candidate", "{declaration}");
    }
}

fn run(body: &str) -> String {
    format!("void run(int c, const double a[9], double out[9])\n{{\n{body}\n}}\n")
}

#[test]
fn arrays_that_nobody_else_reads() {
    for body in [
        "double t[9]; kernel(9, a, t, out);",
        "static double t[9]; kernel(9, a, t, out);",
        "double t[9]; kernel(9, a, t, out); kernel(5, a, t, out);",
        "double *t = malloc(72); kernel(9, a, t, out); free(t);",
        "double *t; t = (double *)calloc(9, 8); if (t == NULL) return; kernel(9, a, t, out);",
        "double *t; if (!(t = malloc(9 * sizeof *t))) return; kernel(9, a, t, out);",
        "double *t = NULL; if (posix_memalign((void **)&t, 64, 72)) return; kernel(9, a, t, out);",
        "double (*t)[9] = malloc(sizeof *t); kernel(9, a, *t, out); free(t);",
        "double t[9]; for (int i = 0; i < 9; i++) t[i] = i; kernel(9, a, t, out);",
        "double t[9]; memset(t, 0, sizeof t); kernel(9, a, t, out);",
        "double t[9]; (void)t; kernel(9, a, t, out);",
    ] {
        assert_eq!(judged(&run(body)), "candidate", "{body}");
    }
}

#[test]
fn arrays_that_somebody_may_read() {
    for body in [
        "double t[9]; kernel(9, a, t, out); out[0] = t[1];",
        "double t[9]; kernel(9, a, t, out); out[0] = *t;",
        "double t[9]; kernel(9, a, t, out); t[0] += 1.0;",
        "double t[9]; kernel(9, a, t, out); use(t);",
        "double t[9]; kernel(9, a, t, out); use(&t[1]);",
        "double t[9], *p = t; kernel(9, a, t, out); out[0] = *p;",
        "double t[9]; struct { double *p; } s = { t }; kernel(9, a, t, out); out[0] = *s.p;",
        "double *t = borrow(); kernel(9, a, t, out);",
        "double *t, *p; p = t = malloc(72); kernel(9, a, t, out); out[0] = p[1];",
        "double *t = malloc(72); kernel(9, a, t, out); use(t = NULL);",
        "double t[9]; double *p = memset(t, 0, sizeof t); kernel(9, a, t, out); out[0] = *p;",
        "double t[9]; kernel(8, a, t + 1, out);",
        "double t[9], s[9]; kernel(9, a, c ? s : t, out);",
        "double t[9]; kernel(9, a, t, t);",
        "double t[9]; kernel(9, t, t, out);",
        "double t[9]; kernel(9, a, t, out); asm volatile(\"\" : : \"r\"(t) : \"memory\");",
        "extern double t[9]; kernel(9, a, t, out);",
    ] {
        assert_eq!(judged(&run(body)), "not-temporary", "{body}");
    }
}

#[test]
fn functions_whose_callers_are_not_known() {
    for caller in [
        "",
        "void (*f)(int, const double *, double *, double *) = kernel;\nvoid run(double *a) { double t[9], o[9]; kernel(9, a, t, o); }",
        "void run(double *a) { double t[9], o[9]; kernel(9, a, t, o); void *f = (void *)&kernel; use(f); }",
        "void run(double *a, double *t) { double o[9]; kernel(9, a, t, o); }",
        "static void mid(double *a, double *t) { double o[9]; kernel(9, a, t, o); }\nvoid run(double *a) { double t[9]; mid(a, t); use(t); }",
        "static double g[9];\nstatic void mid(double *a, double *t) { kernel(9, a, t, g); }\nvoid run(double *a) { mid(a, g); }",
        "double g[9];\nvoid run(double *a) { double o[9]; kernel(9, a, g, o); }",
    ] {
        assert_eq!(judged(caller), "not-temporary", "{caller}");
    }
    let through = "static void mid(double *a, double *t) { double o[9]; kernel(9, a, t, o); }\nvoid run(double *a) { double t[9]; mid(a, t); }";
    assert_eq!(judged(through), "candidate");
    let skipped = "#ifdef DEBUG\nvoid more(double *a) { double t[9]; kernel(9, a, t, a); use(t); }\n#endif\nvoid run(double *a) { double t[9], o[9]; kernel(9, a, t, o); }";
    assert_eq!(judged(skipped), "in-skipped-lines");
}

#[test]
fn storage_that_outlives_the_caller() {
    let text = "void run(int d, double *out);
static void kernel(int d, double t[9], double *out)
{
    for (int i = 0; i < 9; i++) {
        t[i] = i + d;
        if (d > 0)
            run(d - 1, out);
        out[i] += t[i];
    }
}
void run(int d, double *out) { STORAGE double t[9]; kernel(d, t, out); }
";
    let storage = |class: &str| judged_text(&text.replace("STORAGE", class), "kernel", "t");
    assert_eq!(storage(""), "candidate");
    assert_eq!(storage("static"), "reentrant");
}

#[test]
fn objects_at_file_scope() {
    let judged = |declaration: &str, more: &str| {
        let text = format!(
            "#define N 9\nvoid use(const double *);\n{declaration}\nvoid f(const double *a, double *out)\n{{\nfor (int i = 0; i < N; i++) {{ t[i] = a[i]; out[i] = t[i]; }}\n}}\n{more}\n"
        );
        judged_text(&text, "f", "t")
    };
    for declaration in [
        "static double t[N];",
        "static double s, t[N] = {0}, u[3];",
        "enum { SIZE = 9 }; static double t[SIZE];",
        "static double t[N] __attribute__((aligned(64)));",
        "#pragma pleat temporary(t)\ndouble t[N];",
        "struct s { double t; }; void g(double t); static double t[N];",
    ] {
        assert_eq!(judged(declaration, ""), "candidate", "{declaration}");
    }
    for (declaration, more, reason) in [
        ("double t[N];", "", "file-scope"),
        ("extern double t[N];", "", "storage-class"),
        ("static _Thread_local double t[N];", "", "storage-class"),
        (
            "static double t[N] __attribute__((section(\".x\")));",
            "",
            "storage-class",
        ),
        ("static volatile double t[N];", "", "volatile"),
        ("typedef double v[N]; static v t;", "", "typedef-shape"),
        (
            "static double t[N];\nstatic double t[N];",
            "",
            "named-elsewhere",
        ),
        ("static double t[N];", "double *p = t;", "named-elsewhere"),
        (
            "static double t[N];",
            "int size = sizeof t;",
            "named-elsewhere",
        ),
        (
            "static double t[N];",
            "double g(void) { return t[0]; }",
            "shared-by-functions",
        ),
        (
            "static double t[N];",
            "double g(void) { extern double t[]; return t[0]; }",
            "named-elsewhere",
        ),
        (
            "static double t[N];",
            "double g(void) { __auto_type p = t; int h(void) { return 1; } return p[0]; }",
            "shared-by-functions",
        ),
    ] {
        assert_eq!(judged(declaration, more), reason, "{declaration} {more}");
    }
}

#[test]
fn promises() {
    let text = "PRAGMA
void f(int n, const double *a, double *t, double *out)
{
    for (int i = 0; i < n; i++) {
        t[i] = a[i];
        out[i] = t[i];
    }
}
";
    let with = |pragma: &str| text.replace("PRAGMA", pragma);
    assert_eq!(judged_text(&with(""), "f", "t"), "function-parameter");
    let promised = with("#pragma pleat temporary(t)");
    assert_eq!(judged_text(&promised, "f", "t"), "candidate");
    let inside = with("").replace("{\n    for", "{\n#pragma pleat temporary ( t )\n    for");
    assert_eq!(judged_text(&inside, "f", "t"), "candidate");
    for (pragma, message) in [
        ("#pragma pleat temporary(q)", "`q`, which is no array"),
        ("#pragma pleat temporary(n)", "`n`, which is no array"),
        ("#pragma pleat temporary", "is not understood"),
        ("#pragma pleat temporary(t", "is not understood"),
        ("#pragma pleat forever(t)", "is not understood"),
    ] {
        let found = found(&with(pragma));
        let warned = |n: &front::Note| n.message.contains(message) && n.span.is_some();
        assert!(found.extraction.notes.iter().any(warned), "{pragma}");
    }
}
