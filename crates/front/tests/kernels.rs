//! Whole kernels: domains, times, accesses, places.

mod common;

use common::*;
use front::Basis;
use scop::AccessKind::{Read, Write};
use scop::Certainty::{May, Must};
use scop::ParamKind;

const DURBIN: &str = "
#define N 12
void kernel(const double r[N], double out[N])
{
    int i, k;
    double y[N][N];   /* folded */
#pragma scop
    y[0][0] = r[0];
    for (k = 1; k <= N - 1; k++) {
        for (i = 0; i <= k - 1; i++)
            y[i][k] = y[i][k - 1] + y[k - i - 1][k - 1];
        y[k][k] = r[k];
    }
    for (i = 0; i <= N - 1; i++)
        out[i] = y[i][N - 1];
#pragma endscop
}
";

#[test]
fn durbin() {
    let found = found(DURBIN);
    let region = found.region();
    assert_eq!(region.function, "kernel");
    let param = &region.scop.params[0];
    assert_eq!(
        (param.name.as_str(), param.kind, param.sample),
        ("N", ParamKind::Macro, 12)
    );
    check_context(region, "[N] -> { : N >= 1 }");
    check_domain(region, 1, "[N] -> { S1[k,i] : 1 <= k < N and 0 <= i < k }");
    check_domain(region, 3, "[N] -> { S3[i] : 0 <= i < N }");
    check_schedule(region, 1, "[N] -> { S1[k,i] -> [1,k,0,i,0] }");
    check_schedule(region, 2, "[N] -> { S2[k] -> [1,k,1,0,0] }");
    check_access(
        region,
        1,
        Write,
        Must,
        "[N] -> { S1[k,i] -> y[i,k] : 1 <= k < N and 0 <= i < k }",
    );
    check_access(
        region,
        3,
        Read,
        Must,
        "[N] -> { S3[i] -> y[i,N-1] : 0 <= i < N }",
    );
    let reads = accesses(region, 1, Read);
    assert_eq!(reads.len(), 2);
    assert!(region.scop.statements.iter().all(|s| s.reads_first));
}

#[test]
fn places_stand_in_the_file() {
    let found = found(DURBIN);
    let candidate = &found.region().candidates[0];
    let file = &found.unit.file;
    assert_eq!(file.slice(candidate.name_span), "y");
    assert_eq!(file.slice(candidate.dims[1].brackets), "[N]");
    assert_eq!(file.slice(candidate.dims[1].size), "N");
    assert_eq!(
        (candidate.element_bytes, candidate.may_be_vla),
        (Some(8), true)
    );
    let texts: Vec<_> = candidate
        .references
        .iter()
        .map(|r| file.slice(r.whole).into_owned())
        .collect();
    let expected = [
        "y[0][0]",
        "y[i][k]",
        "y[i][k - 1]",
        "y[k - i - 1][k - 1]",
        "y[k][k]",
        "y[i][N - 1]",
    ];
    assert_eq!(texts, expected);
    let last = &candidate.references[5];
    assert_eq!(file.slice(last.subscripts[1].brackets), "[N - 1]");
    assert_eq!(file.slice(last.subscripts[1].expr_span), "N - 1");
    assert_eq!(
        last.subscripts[1]
            .expr
            .as_ref()
            .map(|e| e.to_string())
            .as_deref(),
        Some("N - 1")
    );
    assert_eq!(
        file.bytes[found.region().body_start.start as usize - 1],
        b'{'
    );
}

#[test]
fn triangles_strides_and_negative_steps() {
    let found = found(
        "void kernel(int n, double *out)
{
    double a[n][n];
    for (int i = 0; i < n; i += 2)
        for (int j = n - 1; j >= i; j--)
            a[i][j] = i + j;
    for (int i = n - 1; 0 <= i; i -= 3)
        for (int j = i; j != n; ++j)
            out[i] += a[i][j];
}
",
    );
    let region = found.region();
    check_context(region, "[n] -> { : n >= 1 }");
    check_domain(
        region,
        0,
        "[n] -> { S0[i,j] : 0 <= i < n and i mod 2 = 0 and i <= j < n }",
    );
    check_schedule(region, 0, "[n] -> { S0[i,j] -> [0,i,0,-j,0] }");
    check_domain(
        region,
        1,
        "[n] -> { S1[i,j] : 0 <= i < n and (n - 1 - i) mod 3 = 0 and i <= j < n }",
    );
    check_schedule(region, 1, "[n] -> { S1[i,j] -> [1,-i,0,j,0] }");
    let param = &region.scop.params[0];
    assert_eq!(param.kind, ParamKind::Variable);
}

#[test]
fn affine_conditions_restrict_and_data_makes_may() {
    let found = found(
        "void kernel(int n, const double *in, double *out)
{
    double a[n];
    for (int i = 0; i < n; i++) {
        if (i > 2 && i != 5 || !(i > 0))
            a[i] = 1;
        else
            a[i] = 2;
        if (in[i] > 0.5 && i > 1)
            a[i] = 3;
        out[i] = i > 0 ? a[i - 1] : 0;
    }
}
",
    );
    let region = found.region();
    check_domain(
        region,
        0,
        "[n] -> { S0[i] : 0 <= i < n and (i > 2 and i != 5 or i <= 0) }",
    );
    check_domain(
        region,
        1,
        "[n] -> { S1[i] : i < n and (1 <= i <= 2 or i = 5) }",
    );
    check_access(
        region,
        3,
        Write,
        May,
        "[n] -> { S3[i] -> a[i] : 2 <= i < n }",
    );
    check_access(
        region,
        4,
        Read,
        Must,
        "[n] -> { S4[i] -> a[i - 1] : 1 <= i < n }",
    );
    check_schedule(region, 4, "[n] -> { S4[i] -> [0,i,4] }");
}

#[test]
fn breaks_make_the_loop_may() {
    let found = found(
        "void kernel(int n, const double *in, double *out)
{
    double a[n];
    for (int i = 0; i < n; i++) {
        a[i] = in[i];
        if (in[i] > 1) break;
        out[i] = a[i];
    }
}
",
    );
    check_access(
        found.region(),
        0,
        Write,
        May,
        "[n] -> { S0[i] -> a[i] : 0 <= i < n }",
    );
}

#[test]
fn minimum_division_and_remainder() {
    let found = found(
        "void kernel(int n, int m, double *out)
{
    double a[n];
    for (int i = 0; i < (n < m ? n : m); i++)
        a[i / 2] = a[i % 3] + a[i & 1] + a[(i + 4) >> 1];
}
",
    );
    let region = found.region();
    check_domain(region, 0, "[n,m] -> { S0[i] : 0 <= i < n and i < m }");
    let write = "[n,m] -> { S0[i] -> a[floor(i/2)] : 0 <= i < n and i < m }";
    check_access(region, 0, Write, Must, write);
    assert_eq!(accesses(region, 0, Read).len(), 3);
}

#[test]
fn truncating_division_is_modelled() {
    let found = found(
        "void kernel(double *out)
{
    double a[11];
    for (int i = -10; i <= 10; i++)
        a[i / 2 + 5] = i;
}
",
    );
    let relation = "{ S0[i] -> a[x] : 0 <= i <= 10 and x = floor(i/2) + 5;
                      S0[i] -> a[x] : -10 <= i < 0 and x = 5 - floor((-i)/2) }";
    check_access(found.region(), 0, Write, Must, relation);
}

#[test]
fn unsigned_loops_need_proofs() {
    let text = |declaration: &str, header: &str| {
        format!(
            "#include <stddef.h>\nvoid kernel(size_t n, double *out)\n{{\n    {declaration}\n    for ({header})\n        a[i] = out[i];\n}}\n"
        )
    };
    let nested = |declaration: &str, header: &str| {
        text(
            declaration,
            &format!("int q = 0; q < 1; q++) for ({header}"),
        )
    };
    let check = |declaration: &str, header: &str, domain: &str| {
        let found = found(&text(declaration, header));
        check_domain(found.region(), 0, domain);
    };
    let all = "[n] -> { S0[i] : 0 <= i < n }";
    check("double a[n];", "size_t i = 0; i < n; i++", all);
    check("double a[n];", "size_t i = 0; i <= n - 1; i++", all);
    check(
        "double a[n + 1];",
        "size_t i = n; i > 0; i--",
        "[n] -> { S0[i] : 1 <= i <= n }",
    );
    check(
        "double a[n + 1];",
        "size_t i = n; i >= 1; --i",
        "[n] -> { S0[i] : 1 <= i <= n }",
    );
    check("double a[n];", "int i = 0; i < n; i++", all);
    // If the bound wrapped around, the loop would not end.
    let inner = "[n] -> { S0[i] : 0 <= i < n - 1 }";
    check("double a[n];", "size_t i = 0; i < n - 1; i++", inner);
    let refused = |declaration: &str, header: &str| {
        let found = found(&nested(declaration, header));
        assert_eq!(found.reason("a"), "used-in-unanalysed-code", "{header}");
    };
    // A bound that is not understood may end the loop before the other one does.
    let bounded = found(&nested(
        "double a[100];",
        "size_t i = 0; i < n - 1 && i < 100; i++",
    ));
    let writes = bounded.region().scop.accesses.iter();
    assert!(writes.clone().any(|access| access.kind == Write));
    assert!({ writes }.all(|access| access.certainty == May));
    refused("double a[n];", "size_t i = n - 1; i >= 0; i--");
    refused("double a[n + 1];", "size_t i = n; i > 0; i -= 2");
    refused("double a[n];", "int i = -1; i < n; i++");
}

#[test]
fn a_parametric_modulus_is_read_back() {
    let found = found(
        "void kernel(int n, const double *in, double *out)
{
    double a[n + 1];
    for (int i = 0; i < 4 * n; i++) {
        a[(i + 2) % (n + 1)] = in[i];
        out[i] = a[(i + 2) % (n + 1)];
    }
}
",
    );
    let region = found.region();
    check_access(
        region,
        0,
        Write,
        May,
        "[n] -> { S0[i] -> a[x] : 0 <= i < 4n and 0 <= x <= n }",
    );
    let subscript = &region.scop.accesses[0].subscripts[0];
    let scop::Subscript::Modulo { dividend, modulus } = subscript else {
        panic!("{subscript:?}");
    };
    assert_eq!(
        (dividend.to_string(), modulus.to_string()),
        ("i + 2".to_string(), "n + 1".to_string())
    );
}

#[test]
fn bodies_of_loops_that_are_not_followed_are_regions() {
    let found = found(
        "double step(const double *, double *);
void kernel(int n, double *u)
{
    double error = 1, b[n];
    int count = 0;
    while (error > 0.001) {
        double a[n];
        if (count > n) break;
        for (int i = 0; i < n; i++) a[i] = u[i];
        for (int i = 0; i < n; i++) b[i] = a[n - 1 - i];
        for (int i = 0; i < n; i++) u[i] = b[i] + count;
        count++;
        error = u[0];
    }
}
",
    );
    let region = found.region();
    let names: Vec<_> = region
        .scop
        .arrays
        .iter()
        .map(|a| (a.name.as_str(), a.carried))
        .collect();
    assert_eq!(names, [("b", true), ("a", false)]);
    assert_eq!(region.scop.params.len(), 1);
    check_access(
        region,
        1,
        Write,
        Must,
        "[n] -> { S1[i] -> a[i] : 0 <= i < n }",
    );
    check_context(region, "[n] -> { : n >= 1 }");
}

#[test]
fn functions_of_the_file_are_read() {
    let found = found(
        "int count;
static double plain(double x) { return 0.5 * x; }
static double counting(double x) { count++; return plain(x); }
void kernel(double *out, double (*sqrt)(double))
{
    static double a[9], b[9];
    for (int i = 0; i < count; i++) { a[i] = plain(i); out[i] = a[i]; }
}
void other(double *out)
{
    static double c[9];
    for (int i = 0; i < 9; i++) { c[i] = counting(i); out[i] = c[i]; }
}
void pointed(double *out, double (*sqrt)(double))
{
    static double d[9];
    for (int i = 0; i < 9; i++) { d[i] = sqrt(i); out[i] = d[i]; }
}
void recursive(double *out)
{
    static double e[9];
    for (int i = 0; i < 9; i++) { e[i] = i; out[i] = e[i]; }
    if (out[0] < 0) recursive(out + 1);
}
",
    );
    let functions: Vec<_> = found
        .extraction
        .regions
        .iter()
        .map(|r| r.function.as_str())
        .collect();
    assert_eq!(functions, ["kernel", "other"]);
    check_domain(
        &found.extraction.regions[0],
        0,
        "[count] -> { S0[i] : 0 <= i < count }",
    );
    assert_eq!(
        (found.reason("d"), found.reason("e")),
        ("reentrant".into(), "reentrant".into())
    );
}

/// Without a proof, such a bound is followed under an assumption.
#[test]
fn bounds_of_32_bits() {
    let found = found(
        "void kernel(unsigned n, double *out)
{
    double a[n];
    for (unsigned i = 0; i < n - 2; i++) {
        a[i] = out[i];
        out[i] = a[i] + 1;
    }
}
",
    );
    check_domain(found.region(), 0, "[n] -> { S0[i] : 0 <= i < n - 2 }");
    let assumptions = &found.region().candidates[0].assumptions;
    let bounds = assumptions.iter().filter(|a| a.basis == Basis::Bound);
    let conditions: Vec<&str> = bounds.map(|a| a.condition.as_str()).collect();
    assert_eq!(conditions, ["n >= 2"]);
}

/// A loop that something else ends may go on after its bound has wrapped around.
#[test]
fn bounds_of_loops_with_other_exits() {
    for leave in ["break", "return", "goto end", "quit()"] {
        let text = format!(
            "#include <stddef.h>
void quit(void);
void kernel(size_t n, double *out)
{{
    double a[n + 1];
    for (int q = 0; q < 1; q++)
        for (size_t i = 0; i < n - 1; i++) {{
            if (out[i] > 9)
                {leave};
            a[0] = out[i];
            out[i] = a[0] + 1;
        }}
end:
    return;
}}
"
        );
        let found = found(&text);
        let statements = &found.region().scop.statements;
        let followed = statements.iter().filter(|s| s.domain.dims().unwrap() > 0);
        assert_eq!(followed.count(), 0, "{leave}");
    }
}
