//! Parameters and the facts about them; objects and macros that are followed to their values.

mod common;

use common::*;
use scop::AccessKind::Write;
use scop::Certainty::Must;

/// `const int r = i % 3;` takes no time and is not a statement; a declaration that calls or reads
/// memory is one.
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
    let region = found.region();
    check_context(region, "[m] -> { : }");
    let candidate = &region.candidates[0];
    check_scop_context(region.scop_of(candidate), "[m] -> { : m <= 100 }");
    let assumed = candidate.assumptions.iter().map(|a| a.condition.as_str());
    assert_eq!(assumed.collect::<Vec<_>>(), ["m <= 100"]);
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
