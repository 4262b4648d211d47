//! Constructs of C and the domains, times and elements that they mean.
#![allow(clippy::unwrap_used)]

mod common;

use affine::Naming;
use common::{exact, program_of, system_of};
use poly::{Context, Map, Set};
use scop::{AccessKind, System};

/// A function, and what its statements are.
struct Case<'c> {
    text: &'c str,
    domains: &'c [&'c str],
    accesses: &'c [&'c str],
}

fn check(name: &str, case: &Case<'_>) {
    let ctx = Context::new();
    let whole = system_of(&ctx, case.text).unwrap_or_else(|e| panic!("{name}: {e}"));
    let system = &whole.system;
    let domains: Vec<&Set> = system.scop.statements.iter().map(|s| &s.domain).collect();
    assert_eq!(domains.len(), case.domains.len(), "{name}: {domains:?}");
    for (found, expected) in domains.iter().zip(case.domains) {
        let expected = Set::parse(&ctx, expected).unwrap();
        let expected = expected.intersect_params(&system.scop.context).unwrap();
        assert!(found.is_equal(&expected).unwrap(), "{name}: {found}");
    }
    for expected in case.accesses {
        let (kind, text) = expected.split_once(' ').unwrap();
        let kind = match kind {
            "reads" => AccessKind::Read,
            _ => AccessKind::Write,
        };
        let relation = Map::parse(&ctx, text).unwrap();
        assert!(
            has(system, kind, &relation),
            "{name}: no {expected} in {:?}",
            system.scop.accesses
        );
    }
}

/// Whether an access has a relation, among the instances and for the parameters that there are.
fn has(system: &System, kind: AccessKind, relation: &Map) -> bool {
    system.scop.accesses.iter().any(|access| {
        let domain = &system.scop.statement(access.statement).domain;
        let names = (access.relation.names().unwrap(), relation.names().unwrap());
        let here = relation.intersect_domain(domain);
        names.0 == names.1
            && access.kind == kind
            && here.is_ok_and(|here| access.relation.is_equal(&here).unwrap())
    })
}

#[test]
fn counters() {
    check(
        "a counter",
        &Case {
            text: "void f(int n, float *a) { for (int i = 2; i < n; i += 3) a[i] = a[i - 1]; }",
            domains: &["[n] -> { S0[k] : k >= 0 and 3k + 2 < n }"],
            accesses: &[
                "reads { S0[k] -> a[3k + 1] }",
                "writes { S0[k] -> a[3k + 2] }",
            ],
        },
    );
    check(
        "downward, unequal",
        &Case {
            text: "void f(int n, float *a) { for (int i = n; i != 0; --i) a[i] = 1; }",
            domains: &["[n] -> { S0[k] : 0 <= k < n }"],
            accesses: &["writes [n] -> { S0[k] -> a[n - k] }"],
        },
    );
    check(
        "an unsigned counter that is tested before it is decremented",
        &Case {
            text: "void f(unsigned n, float *a) { while (n-- > 0) a[n] = 1; }",
            domains: &["[n] -> { S0[k] : 0 <= k < n }"],
            accesses: &["writes [n] -> { S0[k] -> a[n - 1 - k] }"],
        },
    );
    check(
        "an unsigned counter that wraps at its end",
        &Case {
            text: "void f(unsigned n, float *a) { for (unsigned i = n - 1; i < n; i--) a[i] = 1; }",
            domains: &["[n] -> { S0[k] : 0 <= k < n }"],
            accesses: &["writes [n] -> { S0[k] -> a[n - 1 - k] }"],
        },
    );
}

#[test]
fn ends_of_loops() {
    check(
        "left in the middle",
        &Case {
            text: "void f(int n, float *a) { int i = 0; for (;;) { a[i] = 1; if (i >= n) break; a[i] = 2; i++; } }",
            domains: &[
                "[n] -> { S0[k] : 0 <= k and (k <= n or k = 0) }",
                "[n] -> { S1[k] : 0 <= k < n }",
            ],
            accesses: &["writes { S0[k] -> a[k] }"],
        },
    );
    check(
        "tested at the end",
        &Case {
            text: "void f(int n, float *a) { int i = 0; do a[i] = 1; while (++i < n); }",
            domains: &["[n] -> { S0[k] : 0 <= k and (k < n or k = 0) }"],
            accesses: &["writes { S0[k] -> a[k] }"],
        },
    );
    check(
        "the end is a minimum",
        &Case {
            text: "void f(int n, float *a) { for (int t = 0; t < n; t += 4)
                 for (int i = t; i < (t + 4 < n ? t + 4 : n); i++) a[i] = 1; }",
            domains: &["[n] -> { S0[t, k] : 0 <= t and 0 <= k <= 3 and 4t + k < n }"],
            accesses: &["writes { S0[t, k] -> a[4t + k] }"],
        },
    );
    check(
        "the value after the loop",
        &Case {
            text: "void f(int n, float *a) { int i; for (i = 0; i < n; i++) a[i] = 1; a[i] = 2; }",
            domains: &["[n] -> { S0[k] : 0 <= k < n }", "{ S1[] }"],
            accesses: &["writes [n] -> { S1[] -> a[e] : e = n and n >= 0 or e = 0 and n < 0 }"],
        },
    );
    check(
        "continue and return",
        &Case {
            text: "void f(int n, float *a) { if (n < 3) return; for (int i = 0; i < n; i++) {
                 if (i % 2) continue; a[i] = 1; } }",
            domains: &["[n] -> { S0[k] : n >= 3 and 0 <= k < n and k mod 2 = 0 }"],
            accesses: &[],
        },
    );
}

#[test]
fn rings() {
    let ring = "writes { S0[k] -> a[e] : 0 <= e <= 2 and (k - e) mod 3 = 0 }";
    let texts = [
        "void f(int n, float *a) { int r = 0; for (int i = 0; i < n; i++) { a[r] = 1; if (++r == 3) r = 0; } }",
        "void f(int n, float *a) { int r = 0; for (int i = 0; i < n; i++) { a[r] = 1; r = (r + 1) % 3; } }",
        "void f(int n, float *a) { int r = 0; for (int i = 0; i < n; i++) { a[r] = 1; r = r + 1 < 3 ? r + 1 : 0; } }",
        "void f(int n, float *a) { unsigned r = 0; for (int i = 0; i < n; i++) { a[r] = 1; r = r == 2 ? 0 : r + 1; } }",
        "void f(int n, float *a) { int p = 0, q = 1, r = 2; for (int i = 0; i < n; i++) { a[p] = 1;
           int t = p; p = q; q = r; r = t; } }",
    ];
    for text in texts {
        check(
            text,
            &Case {
                text,
                domains: &["[n] -> { S0[k] : 0 <= k < n }"],
                accesses: &[ring],
            },
        );
    }
    check("downward, from a parameter", &Case {
        text: "void f(int n, int s, float *a) { int r = s & 3; for (int i = 0; i < n; i++) { a[r] = 1;
                 if (--r < 0) r = 3; } }",
        domains: &["[n] -> { S0[k] : 0 <= k < n }"],
        accesses: &["writes [s] -> { S0[k] -> a[e] : 0 <= e <= 3 and (s - k - e) mod 4 = 0 }"],
    });
    check(
        "a toggle",
        &Case {
            text: "void f(int n, float *a) { int c = 0; for (int i = 0; i < n; i++) { a[c] = 1; c ^= 1; } }",
            domains: &["[n] -> { S0[k] : 0 <= k < n }"],
            accesses: &["writes { S0[k] -> a[e] : 0 <= e <= 1 and (k - e) mod 2 = 0 }"],
        },
    );
    check(
        "a counter that stops",
        &Case {
            text: "void f(int n, float *a) { int c = 0; for (int i = 0; i < n; i++) { a[c] = 1; if (c < 2) c++; } }",
            domains: &["[n] -> { S0[k] : 0 <= k < n }"],
            accesses: &["writes { S0[k] -> a[e] : e = k and k <= 2 or e = 2 and k > 2 }"],
        },
    );
    check(
        "the value before",
        &Case {
            text: "void f(int n, float *a) { int p = 7; for (int i = 0; i < n; i++) { a[p] = 1; p = 2 * i; } }",
            domains: &["[n] -> { S0[k] : 0 <= k < n }"],
            accesses: &["writes { S0[k] -> a[e] : k = 0 and e = 7 or k > 0 and e = 2k - 2 }"],
        },
    );
}

#[test]
fn pointers() {
    check(
        "a pointer that moves",
        &Case {
            text: "void f(int n, const float *s, float *d) { for (int i = 0; i < n; i++) *d++ = *s++; }",
            domains: &["[n] -> { S0[k] : 0 <= k < n }"],
            accesses: &["reads { S0[k] -> s[k] }", "writes { S0[k] -> d[k] }"],
        },
    );
    check("rows that take turns", &Case {
        text: "void f(int n, int w, float *o) { float t[3][w]; float *p = t[0], *q = t[1], *r = t[2];
                 for (int i = 0; i < n; i++) { for (int x = 0; x < w; x++) q[x] = i;
                   float *s = p; p = q; q = r; r = s; } }",
        domains: &["[n, w] -> { S0[k, x] : 0 <= k < n and 0 <= x < w }"],
        accesses: &["writes { S0[k, x] -> t[e, x] : 0 <= e <= 2 and (k + 1 - e) mod 3 = 0 }"],
    });
    check(
        "one of two arrays",
        &Case {
            text: "void f(int n, float *a, float *b) { for (int i = 0; i < n; i++) { float *p = i % 2 ? a : b; p[i] = 1; } }",
            domains: &[
                "[n] -> { S0[k] : 0 <= k < n and k mod 2 = 1 }",
                "[n] -> { S1[k] : 0 <= k < n and k mod 2 = 0 }",
            ],
            accesses: &["writes { S0[k] -> a[k] }", "writes { S1[k] -> b[k] }"],
        },
    );
    check("flat rows", &Case {
        text: "#include <stdlib.h>
               void f(int h, int w, const float *in) { float *t = malloc(sizeof(float) * h * w); if (!t) return;
                 for (int y = 1; y < h; y++) for (int x = 0; x < w; x++) t[y * w + x] = in[(y - 1) * w + x];
                 free(t); }",
        domains: &["[h, w] -> { S0[y, x] : 0 <= y < h - 1 and 0 <= x < w }"],
        accesses: &["reads { S0[y, x] -> in[y, x] }", "writes { S0[y, x] -> t[y + 1, x] }"],
    });
    check(
        "a pointer to a flat row, over its end",
        &Case {
            text:
                "void f(int h, int w, float *a) { float *p = a; for (int y = 0; y < h; y++, p += w)
                 for (int x = 0; x < w; x++) p[x] = a[(y + 1) * w + x - 1]; }",
            domains: &["[h, w] -> { S0[y, x] : 0 <= y < h and 0 <= x < w }"],
            accesses: &[
                "writes { S0[y, x] -> a[y, x] }",
                "reads [w] -> { S0[y, x] -> a[q, r] : x > 0 and q = y + 1 and r = x - 1 or x = 0 and q = y and r = w - 1 }",
            ],
        },
    );
}

#[test]
fn calls_and_memory() {
    check("functions are entered", &Case {
        text: "static int clamp(int v, int m) { if (v < 0) return 0; return v > m ? m : v; }
               static void row(float *d, const float *s, int w) { for (int x = 0; x < w; x++) d[x] = s[clamp(x - 1, w - 1)]; }
               void f(int h, int w, float a[h][w], float b[h][w]) { for (int y = 0; y < h; y++) row(a[y], b[y], w); }",
        domains: &["[h, w] -> { S0[y, x] : 0 <= y < h and 0 <= x < w }"],
        accesses: &["reads { S0[y, x] -> b[y, e] : e = x - 1 and x > 0 or e = 0 and x = 0 }"],
    });
    check("memory functions", &Case {
        text: "#include <string.h>
               void f(int n, float a[3][n]) { memset(a[2], 0, n * sizeof(float)); memmove(a[0], a[1], 2 * sizeof a[0]); }",
        domains: &[
            "[n] -> { S0[x] : 0 <= x < n }",
            "[n] -> { S1[y, x] : 0 <= y <= 1 and 0 <= x < n }",
            "[n] -> { S2[y, x] : 0 <= y <= 1 and 0 <= x < n }",
        ],
        accesses: &["writes { S0[x] -> a[2, x] }", "reads { S1[y, x] -> a[y + 1, x] }", "writes { S2[y, x] -> a[y, x] }"],
    });
}

#[test]
fn conditions_on_data_guard_stores() {
    let ctx = Context::new();
    let text = "void f(int n, const float *a, float *b) { for (int i = 0; i < n; i++) if (a[i] > 0) b[i] = a[i]; }";
    let system = system_of(&ctx, text).unwrap().system;
    let texts: Vec<String> = system
        .computations
        .iter()
        .map(|c| format!("{c:?}"))
        .collect();
    assert_eq!(texts.len(), 2);
    assert!(texts[0].contains("< float"), "{texts:?}");
    assert!(texts[1].contains("choose float"), "{texts:?}");
    let conditional = system.conditional.iter().filter(|c| **c).count();
    assert_eq!(conditional, 3, "the new value, the old value, the store");
}

#[test]
fn complex_operators_tell_real_operands() {
    let operators = |value: &str| {
        let ctx = Context::new();
        let text = format!(
            "void f(double _Complex *a, double *r, float _Complex *w) {{ a[0] = {value}; }}"
        );
        let system = system_of(&ctx, &text).unwrap().system;
        format!("{:?}", system.computations)
    };
    for (value, operator) in [
        ("a[1] * a[2]", "\"* complex double\""),
        ("a[1] * r[0]", "\"* complex double with real\""),
        ("r[0] * a[1]", "\"* complex double with real\""),
        ("a[1] - r[0]", "\"- complex double and real\""),
        ("r[0] - a[1]", "\"- complex double with real\""),
        ("r[0] / a[1]", "\"/ complex double\""),
        ("w[0] * w[1]", "\"* complex float\""),
        ("w[0]", "\"complex double of complex float\""),
        ("r[0]", "\"complex double\""),
        ("w[0] == 0", "\"== complex float\""),
        ("__imag__ w[0]", "\"cimagf\""),
    ] {
        let found = operators(value);
        assert!(found.contains(operator), "{value}: {found}");
    }
}

#[test]
fn stores_that_may_change_a_size() {
    let system = |before: &str, store: &str| {
        let text = format!(
            "void size(int *w); int *where(void);\n\
             void f(float *t, int *a) {{ int w; size(&w); {before} \
             for (int x = 0; x < w; x++) {{ t[x] = 0; {store} }} }}"
        );
        let ctx = Context::new();
        system_of(&ctx, &text).map_or_else(|e| vec![e.reason], |whole| whole.values)
    };
    for (before, store) in [("", ""), ("", "a[x] = 3;"), ("int *p = a;", "p[x] = 3;")] {
        assert_eq!(system(before, store), ["w"], "{before} {store}");
    }
    for (before, store) in [
        ("int *p = &w;", "*p = 3;"),
        ("int *p = a; int **q = &p; *q = &w;", "*p = 3;"),
        ("int *p = a;", "p = &w; *p = 3;"),
        ("int *p = where();", "*p = 3;"),
        ("long p = (long)&w;", "*(int *)p = 3;"),
        ("long p = (long)where();", "*(int *)p = 3;"),
        ("", "size(&w);"),
    ] {
        assert_ne!(system(before, store), ["w"], "{before} {store}");
    }
}

#[test]
fn reasons() {
    let check = |text: &str, reason: &str| {
        let ctx = Context::new();
        let found = system_of(&ctx, text).map(|_| ()).unwrap_err();
        assert_eq!(found.reason, reason, "{text}");
    };
    check(
        "void f(int n, const int *e, float *a) { \
         for (int k = 0; k < n; k++) for (int i = 0; i < e[k]; i++) a[i] = 1; }",
        "a loop whose end depends on data",
    );
    for text in [
        "void f(int n, volatile int *p, int *a) { for (int i = 0; i < n; i++) a[i] = *p; }",
        "void f(int n, volatile int *p, int *a) { for (int i = 0; i < n; i++) *p = a[i]; }",
        "void f(int n, volatile int *p, int *a) { for (int i = 0; i < *p; i++) a[i] = 1; }",
        "int f(int n) { int x = n; volatile int *p = &x; return *p; }",
        "struct s { volatile int m; }; int f(struct s *p) { return p->m; }",
    ] {
        check(text, "a `volatile` access through a pointer or to a member");
    }
    check(
        "void f(int n, float *a) { for (int k = 0; k < n; k++) \
         for (int i = 0; ; i++) { if (a[i] < 0) break; a[i] = 1; } }",
        "a jump that depends on data",
    );
    check(
        "void f(int n, float **r) { for (int i = 0; i < n; i++) { r[i][0] = 1; r[i] = 0; } }",
        "a pointer whose target is not known",
    );
    check(
        "#include <stdlib.h>\nvoid f(float *o) { float *p = malloc(4); p[0] = 1; free(p); o[0] = p[0]; }",
        "memory that may have been freed",
    );
    check(
        "void f(int n, float *a) { int w[3] = {0, 1, 2}; for (int i = 0; i < n; i++) a[w[i]] = 1; }",
        "a subscript that may leave a small array",
    );
    check(
        "void f(int n, float *a) { unsigned i = 5; while (i != 3) { a[i] = 1; i += 4; } }",
        "a loop that may not end",
    );
}

/// A function with one loop under a directive.
fn shared(directive: &str, body: &str) -> String {
    format!(
        "#include <stdlib.h>\n\
         int f(int n, float a[n][9], float b[n][9], float *s) {{\n\
         int j, k = 0; float t[9];\n\
         #pragma omp {directive}\n\
         for (int i = 0; i < n - 1; i++) {body}\n\
         *s = t[0]; return k; }}"
    )
}

#[test]
fn loops_that_threads_share() {
    for (directive, body) in [
        ("parallel for", "a[i][0] = b[i + 1][0];"),
        ("parallel for schedule(static)", "a[i][0] += a[i][1];"),
        (
            "parallel for private(j)",
            "for (j = 0; j < 9; j++) a[i][j] = 1;",
        ),
        (
            "parallel for",
            "{ float u[9]; u[i % 9] = 1; a[i][0] = u[i % 9]; }",
        ),
        (
            "parallel for",
            "{ float *u = malloc(4); u[0] = 1; a[i][0] = u[0]; free(u); }",
        ),
        (
            "parallel for reduction(|: k)",
            "{ float *u = malloc(4); if (!u) { k = 1; continue; } u[0] = 1; a[i][0] = u[0]; free(u); }",
        ),
    ] {
        let ctx = Context::new();
        let found = system_of(&ctx, &shared(directive, body));
        assert!(found.is_ok(), "{directive} {body}: {found:?}");
    }
}

#[test]
fn loops_whose_threads_meet() {
    for (directive, body, reason) in [
        (
            "parallel for",
            "a[i + 1][0] = a[i][0];",
            "threads that share an element of `a`",
        ),
        (
            "parallel for",
            "a[0][0] = 1;",
            "threads that share an element of `a`",
        ),
        (
            "parallel for",
            "{ t[0] = b[i][0]; a[i][0] = t[0]; }",
            "threads that share an element of `t`",
        ),
        (
            "parallel for",
            "for (j = 0; j < 9; j++) a[i][j] = 1;",
            "`j`, which threads share and change",
        ),
        (
            "parallel for",
            "k = 1;",
            "`k`, which threads share and change",
        ),
        (
            "parallel for reduction(+: k)",
            "k += 1;",
            "`k`, which threads share and change",
        ),
        (
            "parallel for reduction(|: k)",
            "{ a[i][0] = k; k = 0; }",
            "`k`, which threads share and change",
        ),
        ("parallel for private(k)", "{ a[i][k] = 1; k = i; }", ""),
        ("parallel for collapse(1) ordered(1)", "a[i][0] = 1;", ""),
        ("parallel for firstprivate(j)", "a[i][0] = 1;", "threads"),
        ("for", "a[i][0] = 1;", "threads"),
        ("parallel", "a[i][0] = 1;", "threads"),
        ("task", "a[i][0] = 1;", "threads"),
    ] {
        let ctx = Context::new();
        let found = system_of(&ctx, &shared(directive, body)).map(|_| ());
        match found {
            Err(found) => assert_eq!(found.reason, reason, "{directive} {body}"),
            Ok(()) => assert!(reason.is_empty(), "{directive} {body}"),
        }
    }
}

#[test]
fn times_are_in_the_order_of_the_text() {
    let ctx = Context::new();
    let text = "void f(int n, float *a) { a[0] = 0; for (int i = 0; i < n; i++) { a[1] = 1;
                  for (int j = 0; j < i; j++) a[2] = 2; a[3] = 3; } a[4] = 4; }";
    let system = system_of(&ctx, text).unwrap().system;
    let expected = [
        "{ S0[] -> [0, 0, 0, 0, 0] }",
        "{ S1[i] -> [1, i, 0, 0, 0] }",
        "{ S2[i, j] -> [1, i, 1, j, 0] }",
        "{ S3[i] -> [1, i, 2, 0, 0] }",
        "{ S4[] -> [2, 0, 0, 0, 0] }",
    ];
    for (statement, expected) in system.scop.statements.iter().zip(expected) {
        let expected = Map::parse(&ctx, expected).unwrap();
        let expected = expected.intersect_domain(&statement.domain).unwrap();
        assert!(
            statement.schedule.is_equal(&expected).unwrap(),
            "{}",
            statement.schedule
        );
    }
}

#[test]
fn a_failure_is_found_once() {
    let program = program_of(
        "void f(int n, float *a) { for (int k = 0; k < n; k++) \
         for (int i = 0; ; i++) { if (a[i] < 0) break; a[i] = 1; } }",
    );
    let naming = exact();
    let system = |naming: &Naming, operations| {
        let ctx = Context::new();
        ctx.start_budget(operations);
        affine::system(&program, "f", naming, &ctx)
    };
    // What a budget forbids is sought again.
    let limited = system(&naming, 1).unwrap_err();
    let failure = system(&naming, 0).unwrap_err();
    assert_ne!(limited.reason, failure.reason);
    assert_eq!(system(&naming, 1).unwrap_err().reason, failure.reason);
    // Other statements may be understood in another way.
    let opaque = Naming {
        is_exact: false,
        ..naming
    };
    let (first, again) = (system(&opaque, 0).unwrap(), system(&opaque, 0).unwrap());
    assert!(!first.opaque.is_empty());
    assert_eq!(format!("{:?}", first.system), format!("{:?}", again.system));
}
