//! Whole kernels: domains, times, accesses, places.

mod common;

use common::*;
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
fn shadowing_is_resolved() {
    let found = found(
        "void kernel(int n, double *out)
{
    double a[n];
    for (int i = 0; i < n; i++) {
        for (int i = 0; i < 3; i++)
            out[i] = i;
        a[i] = out[0];
        for (int n = 0; n < 2; n++)
            out[n] = a[i];
    }
}
",
    );
    let region = found.region();
    let names = |s: usize| region.scop.statements[s].iterators.clone();
    assert_eq!(names(0), ["i", "i_2"]);
    assert_eq!(names(2), ["i", "n_2"]);
    check_access(
        region,
        1,
        Write,
        Must,
        "[n] -> { S1[i] -> a[i] : 0 <= i < n }",
    );
    let candidate = &region.candidates[0];
    assert!(
        candidate.unusable_params.is_empty() && candidate.references[0].unusable_params.is_empty()
    );
    assert_eq!(candidate.references[1].unusable_params, ["n"]);
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
fn zero_initialisers_write_every_element() {
    let found = found(
        "void kernel(int n, double *out)
{
    for (int t = 0; t < n; t++) {
        double a[4][3] = {{0}};
        a[1][2] += 1;
        out[t] = a[1][2];
    }
}
",
    );
    let region = found.region();
    check_access(
        region,
        0,
        Write,
        Must,
        "[n] -> { S0[t] -> a[x,y] : 0 <= t < n and 0 <= x < 4 and 0 <= y < 3 }",
    );
    let initialiser = region.candidates[0].initialiser.expect("it has one");
    assert_eq!(found.unit.file.slice(initialiser), "= {{0}}");
    assert_eq!(region.candidates[0].references[0].accesses.len(), 2);
}

#[test]
fn static_arrays_are_carried() {
    let found = found(
        "void kernel(const double *in, double *out)
{
    static double a[8];
    for (int i = 0; i < 8; i++) a[i] = in[i];
    for (int i = 0; i < 8; i++) out[i] = a[i];
}
",
    );
    let array = &found.region().scop.arrays[0];
    assert!(array.carried && !array.live_in && !array.live_out);
    assert!(!found.region().candidates[0].may_be_vla);
}

#[test]
fn an_array_outside_a_repeated_region_is_carried() {
    let found = found(
        "void kernel(const double *in, double *out)
{
    double a[8];
    for (int t = 0; t < 3; t++) {
#pragma scop
        for (int i = 0; i < 8; i++) a[i] = in[i + t];
        for (int i = 0; i < 8; i++) out[i] = a[i];
#pragma endscop
    }
}
",
    );
    assert!(found.region().scop.arrays[0].carried);
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
    let refused = |declaration: &str, header: &str| {
        let found = found(&nested(declaration, header));
        assert_eq!(found.reason("a"), "used-in-unanalysed-code", "{header}");
    };
    refused("double a[100];", "size_t i = 0; i < n - 1; i++");
    refused("double a[n];", "size_t i = n - 1; i >= 0; i--");
    refused("double a[n + 1];", "size_t i = n; i > 0; i -= 2");
    refused("double a[n];", "int i = -1; i < n; i++");
}

/// `const int r = i % 3;` takes no time and is no statement; what calls or reads memory is one.
#[test]
fn names_of_numbers_are_no_statements() {
    let count = |declaration: &str| {
        let found = found(&format!(
            "int f(int); void kernel(int n, double *out) {{ double a[3]; \
             for (int i = 0; i < n; i++) {{ {declaration} a[i % 3] = 1; out[i] = a[i % 3]; }} }}"
        ));
        let region = found.region();
        let last = region.scop.statements.len() - 1;
        let times: Vec<String> = region.scop.statements[last..]
            .iter()
            .map(|s| s.schedule.to_string())
            .collect();
        (region.scop.statements.len(), times[0].contains("i, 1"))
    };
    assert_eq!(count(""), (2, true));
    assert_eq!(count("const int r = i % 3, s = -(r + 1);"), (2, true));
    assert_eq!(count("int r = i % 3; r++;"), (4, false));
    assert_eq!(count("const int r = f(i);"), (3, false));
    assert_eq!(count("const double r = i;"), (3, false));
    assert_eq!(count("const volatile int r = i;"), (3, false));
}

#[test]
fn scalars_with_affine_values_are_followed() {
    let found = found(
        "void kernel(int n, double *out)
{
    const int half = n / 2;
    double a[n + 2];
    for (int i = 0; i < half; i++) {
        int next = i + 1;
        a[next] = 1;
        int odd = next * 2;
        odd++;
        out[odd] = a[next - 1];
    }
}
",
    );
    let region = found.region();
    let write = "[n] -> { S1[i] -> a[i + 1] : i >= 0 and 2i + 2 <= n }";
    check_access(region, 1, Write, Must, write);
    let reference = &region.candidates[0].references[0];
    assert_eq!(
        reference.subscripts[0]
            .expr
            .as_ref()
            .map(|e| e.to_string())
            .as_deref(),
        Some("i + 1")
    );
}

#[test]
fn what_is_read_late_is_a_parameter() {
    let found = found(
        "int size(void);
void kernel(double *out)
{
    int n = size();
    int m;
    m = n > 10 ? 3 : size();
    double a[n];
    for (int i = 0; i < m; i++) a[i] = i;
    for (int i = 0; i < m; i++) out[i] = a[i];
}
",
    );
    let region = found.region();
    check_domain(region, 2, "[n,m] -> { S2[i] : 0 <= i < m }");
    assert_eq!(region.scop.params.len(), 2);
}

#[test]
fn accesses_tell_about_parameters() {
    let found = found(
        "void kernel(int m, const double *in, double *out)
{
    double a[100];
    for (int i = 0; i < m; i++) a[i] = in[i];
    for (int i = 0; i < m; i++) out[i] = a[i];
}
",
    );
    check_context(found.region(), "[m] -> { : m <= 100 }");
}

#[test]
fn early_returns_restrict_what_follows() {
    let found = found(
        "void kernel(int m, const double *in, double *out)
{
    double a[100];
    if (m > 50) return;
    for (int i = 0; i < m; i++) a[i] = in[i];
    for (int i = 0; i < m; i++) out[i] = a[i];
}
",
    );
    check_context(found.region(), "[m] -> { : }");
    check_domain(
        found.region(),
        0,
        "[m] -> { S0[i] : 0 <= i < m and m <= 50 }",
    );
}

#[test]
fn other_products_of_macros_fix_them() {
    let found = found(
        "#define W 5
#define H 7
void kernel(double *out)
{
    double a[H * W * 2];
    for (int i = 0; i < H; i++)
        for (int j = 0; j < 2 * H; j++)
            a[i * W + j] = 1;
}
",
    );
    let region = found.region();
    let fixed: Vec<_> = region
        .fixed_macros
        .iter()
        .map(|m| (m.name.as_str(), m.value))
        .collect();
    assert_eq!(fixed, [("W", 5)]);
    check_access(
        region,
        0,
        Write,
        Must,
        "[H] -> { S0[i,j] -> a[5i + j] : 0 <= i < H and 0 <= j < 2H }",
    );
}

#[test]
fn macros_of_macros_are_expressions() {
    let found = found(
        "#define N 10
#define LAST (N - 1)
#define SIZE (N*N)
void kernel(double *out)
{
    double a[N], b[SIZE];
    for (int i = 0; i <= LAST; i++)
        a[i] = b[i] = 1;
}
",
    );
    let region = found.region();
    check_domain(region, 0, "[N] -> { S0[i] : 0 <= i < N }");
    assert!(!region.scop.statements[0].reads_first);
    assert_eq!(
        region.scop.arrays[1].shape[0]
            .as_ref()
            .map(|e| e.to_string())
            .as_deref(),
        Some("SIZE")
    );
    assert!(region.fixed_macros.is_empty());
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
fn members_of_unions_are_partial_writes() {
    let found = found(
        "union word { int whole; float real; };
void kernel(int n, double *out)
{
    union word a[n];
    for (int i = 0; i < n; i++) {
        a[i].whole = 1;
        out[i] = a[i].real;
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
        "[n] -> { S0[i] -> a[i] : 0 <= i < n }",
    );
}

#[test]
fn members_of_structures_are_arrays() {
    let found = found(
        "struct point { double x, y; int *p; double v[2]; };
void kernel(int n, double *out)
{
    struct point a[n], b[n];
    for (int i = 0; i < n; i++) {
        a[i].x = 1;
        out[i] = a[i].x + a[i].p[3];
        b[i].v[0] = 1;
    }
}
",
    );
    let region = found.region();
    check_access(
        region,
        0,
        Write,
        Must,
        "[n] -> { S0[i] -> a_2[i] : 0 <= i < n }",
    );
    assert_eq!(accesses(region, 1, Read).len(), 2);
    assert_eq!(region.candidates[0].arrays().count(), 2);
    assert_eq!(found.reason("b"), "struct-element");
}

#[test]
fn scalars_can_be_followed_like_arrays() {
    let options = front::Options {
        scalars: vec![("kernel".to_string(), "a".to_string())],
        ..front::Options::default()
    };
    let text = "void kernel(int n, const double *in, double *out)
{
    double a = 0;
    for (int i = 0; i < n; i++) {
        a = in[i] + a;
        out[i] = a;
    }
}
";
    let found = found_with(text, &options);
    let region = found.region();
    check_access(region, 0, Write, Must, "[n] -> { S0[] -> a[] }");
    check_access(
        region,
        1,
        Read,
        Must,
        "[n] -> { S1[i] -> a[] : 0 <= i < n }",
    );
    check_access(
        region,
        1,
        Write,
        Must,
        "[n] -> { S1[i] -> a[] : 0 <= i < n }",
    );
    check_access(
        region,
        2,
        Read,
        Must,
        "[n] -> { S2[i] -> a[] : 0 <= i < n }",
    );
}

#[test]
fn assumptions_about_macros_on_demand() {
    let text = "#define N 10
#define ROWS ((N - 1) / 4)
void kernel(double *out)
{
    double a[N];
    for (int i = 0; i < ROWS; i++)
        a[i] = out[i];
    for (int i = -4; i < (N - 3) / 2; i++)
        out[i] = 0;
}
";
    let options = front::Options {
        assume_macros: true,
        ..front::Options::default()
    };
    let found = found_with(text, &options);
    let region = found.region();
    let assumed: Vec<String> = region.assumptions.iter().map(|e| e.to_string()).collect();
    assert_eq!(assumed, ["N - 3"]);
    check_context(region, "[N] -> { : N >= 3 }");
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
