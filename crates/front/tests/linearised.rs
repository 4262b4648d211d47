//! Delinearised subscripts: relations, shapes, assumptions, and subscripts that remain linear.

mod common;

use common::*;
use front::{Axis, Options, Region};
use scop::AccessKind::{Read, Write};
use scop::Certainty::Must;

/// The shape of `t` in the scop, and the names of the macros that are taken at their values.
fn check_shape(region: &Region, shape: &[&str], fixed: &[&str]) {
    let found: Vec<String> = region.scop.arrays[0]
        .shape
        .iter()
        .map(|e| e.as_ref().map_or("?".to_string(), |e| e.to_string()))
        .collect();
    assert_eq!(found, shape);
    let names: Vec<&str> = region
        .fixed_macros
        .iter()
        .map(|m| m.name.as_str())
        .collect();
    assert_eq!(names, fixed);
}

/// Checks that the first access of statement `S<at>` touches the digits of `element(instance)` for
/// these strides, once for each of `count` instances, at these values of the parameters.
fn check_elements(
    region: &Region,
    at: usize,
    values: &[(&str, i64)],
    (strides, count): (&[i64], usize),
    element: impl Fn(&[i64]) -> i64,
) {
    let scop = &region.scop;
    let access = scop
        .accesses
        .iter()
        .find(|a| a.statement.0 as usize == at)
        .expect("the statement has an access");
    assert_eq!(access.certainty, Must);
    let pairs = access.relation.wrap().expect("isl");
    let pairs = pairs.fix_params(values.iter().copied()).expect("isl");
    let points = pairs.points(10_000).expect("isl").expect("few points");
    assert_eq!(points.len(), count);
    for point in points {
        let (instance, place) = point.split_at(point.len() - strides.len() - 1);
        let mut found = place[0];
        for (digit, stride) in place[1..].iter().zip(strides) {
            assert!((0..*stride).contains(digit), "{point:?}");
            found = found * stride + digit;
        }
        assert_eq!(found, element(instance), "{point:?}");
    }
}

/// Extraction of a function over `int n`, `int m`, `int k` and macros `N` (7), `M` (5).
fn kernel(body: &str) -> Found {
    let text =
        format!("#define N 7\n#define M 5\nvoid kernel(int n, int m, int k)\n{{\n{body}\n}}\n");
    found(&text)
}

#[test]
fn rows_of_macros() {
    let found = kernel(
        "double t[N*M];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            t[i*M + j] = 1;",
    );
    let region = found.region();
    check_shape(region, &["N", "M"], &[]);
    check_access(
        region,
        0,
        Write,
        Must,
        "[N, M] -> { S0[i,j] -> t[i,j] : 0 <= i < N and 0 <= j < M }",
    );
    let candidate = &region.candidates[0];
    assert_eq!(candidate.axes, [Axis::Digit(0, 0), Axis::Digit(0, 1)]);
    assert_eq!(candidate.declared[0].to_string(), "M*N");
    let split = candidate.references[0].subscripts[0].split.as_ref();
    let texts = split.map(|parts| {
        parts
            .iter()
            .flatten()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    });
    assert_eq!(texts, Some(vec!["i".to_string(), "j".to_string()]));
    assert!(region.assumptions.is_empty());
}

#[test]
fn rows_of_variables() {
    let found = kernel(
        "double t[n*m];
    for (int i = 0; i < n; i++) {
        t[i*m] = 1;
        for (int j = 1; j < m; j++)
            t[i*m + j] = t[i*m + j - 1];
        k += t[(i + 1)*m - 1];
    }
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < m; j++)
            k += t[(i + 1)*m + j] + t[m*n - 1 - (i*m + j)];",
    );
    let region = found.region();
    check_shape(region, &["n", "m"], &[]);
    check_access(
        region,
        0,
        Write,
        Must,
        "[n, m] -> { S0[i] -> t[i,0] : 0 <= i < n and m >= 1 }",
    );
    let rows = "0 <= i < n and 1 <= j < m";
    check_access(
        region,
        1,
        Write,
        Must,
        &format!("[n, m] -> {{ S1[i,j] -> t[i,j] : {rows} }}"),
    );
    check_access(
        region,
        1,
        Read,
        Must,
        &format!("[n, m] -> {{ S1[i,j] -> t[i,j-1] : {rows} }}"),
    );
    check_access(
        region,
        2,
        Read,
        Must,
        "[n, m] -> { S2[i] -> t[i,m-1] : 0 <= i < n and m >= 1 }",
    );
    let reads = accesses(region, 3, Read);
    let texts = ["t[i + 1, j]", "t[n - 1 - i, m - 1 - j]"];
    for (read, text) in reads.iter().zip(texts) {
        let expected = format!("[n, m] -> {{ S3[i,j] -> {text} : 0 <= i < n - 1 and 0 <= j < m }}");
        let expected = poly::Map::parse(&region.scop.ctx, &expected).expect("valid isl text");
        assert!(read.relation.is_equal(&expected).expect("isl"), "{text}");
    }
}

#[test]
fn columns_beyond_the_row() {
    let found = kernel(
        "double t[n*m + 1];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            t[i*m + j + 1] = 1;
    for (int i = 2; i < n; i++)
        for (int j = -m; j < m; j++)
            k += t[i*m + j];",
    );
    let region = found.region();
    check_shape(region, &["n + 1", "m"], &[]);
    check_access(
        region,
        0,
        Write,
        Must,
        "[n, m] -> { S0[i,j] -> t[i,j+1] : 0 <= i < n and 0 <= j < m - 1;
                     S0[i,j] -> t[i+1,0] : 0 <= i < n and j = m - 1 and m >= 1 }",
    );
    let split = &region.candidates[0].references[0].subscripts[0].split;
    assert_eq!(*split, None);
    for (n, m) in [(3, 4), (2, 1), (4, 2), (5, 3)] {
        let values = [("n", n), ("m", m)];
        let counts = [n * m, (n - 2) * 2 * m].map(|c| usize::try_from(c).expect("positive"));
        for (at, shift) in [(0, 1), (1, 0)] {
            check_elements(region, at, &values, (&[m], counts[at]), |x| {
                x[0] * m + x[1] + shift
            });
        }
    }
}

const MOTION: &str = "
#define M 9
#define N 11
#define m 2
#define n 3
void kernel(void)
{
    int i, j, k, l;
    int Delta[M + 1][N + 1][(2*m + 1)*(2*n + 1) + 1];
    for (i = m; i <= M; i++)
        for (j = n; j <= N; j++) {
            for (k = i - m; k <= i + m; k++)
                for (l = j - n; l <= j + n; l++)
                    Delta[i][j][(2*n+1)*k-(2*n+1)*i+l-j+(2*m*n+m+n+1)] = 1;
            Delta[i][j][0] = Delta[i][j][(2*m+1)*(2*n+1)];
        }
}
";

#[test]
fn one_dimension_of_several() {
    let options = Options {
        assume_macros: true,
        ..Options::default()
    };
    let found = found_with(MOTION, &options);
    let region = found.region();
    check_shape(region, &["M + 1", "N + 1", "2*m + 2", "2*n + 1"], &[]);
    let assumed: Vec<String> = region.assumptions.iter().map(|e| e.to_string()).collect();
    assert_eq!(assumed, ["n"]);
    let candidate = &region.candidates[0];
    let axes = [
        Axis::Whole(0),
        Axis::Whole(1),
        Axis::Digit(2, 0),
        Axis::Digit(2, 1),
    ];
    assert_eq!(candidate.axes, axes);
    let values = [("M", 4), ("N", 5), ("m", 1), ("n", 2)];
    let sizes = |name: &str| values.iter().find(|(v, _)| *v == name).map(|(_, v)| *v);
    let declared = candidate.declared.iter().map(|p| p.eval(&sizes));
    assert_eq!(declared.collect::<Option<Vec<_>>>(), Some(vec![5, 6, 16]));
    check_elements(region, 0, &values, (&[5], 4 * 4 * 3 * 5), |x| {
        let [i, j, k, l] = [x[0], x[1], x[2], x[3]];
        5 * k - 5 * i + l - j + 8
    });
    check_access(
        region,
        1,
        Read,
        Must,
        "[M, N, m, n] -> { S1[i,j] -> Delta[i,j,2m+1,0] : m <= i <= M and n <= j <= N }",
    );
}

#[test]
fn without_assumptions_macros_are_fixed() {
    let found = found(MOTION);
    let names = found.region().fixed_macros.iter().map(|m| m.name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["n"]);
}

#[test]
fn sizes_behind_names() {
    let found = kernel(
        "#define SIZE (N*M)
    const int width = m + 1;
    double t[SIZE], u[n*width];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            t[i*M + j] = 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= m; j++)
            u[width*i + j] = 1;",
    );
    let region = found.region();
    check_shape(region, &["N", "M"], &[]);
    let shape = region.scop.arrays[1].shape.iter().flatten();
    let shape: Vec<String> = shape.map(ToString::to_string).collect();
    assert_eq!(shape, ["n", "m + 1"]);
}

/// Each subscript, for `i < n`, `j < m`, `l < k`, is plane `i`, row `j`, column `l`.
#[test]
fn planes_of_variables() {
    for (size, subscript) in [
        ("n*m*k", "(i*m + j)*k + l"),
        ("k*n*m", "i*m*k + j*k + l"),
        ("(n + 1)*m*k", "l + k*(j + m*i)"),
        ("n*plane", "i*plane + j*k + l"),
        ("n*plane", "at(i, j, l, m, k)"),
        ("(n + 2)*(m + 2)*(k + 2)", "(i*(m + 2) + j)*(k + 2) + l"),
    ] {
        let body = format!(
            "const int plane = m*k;
    double t[{size}];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int l = 0; l < k; l++)
                t[{subscript}] = 1;"
        );
        let text = format!(
            "static int at(int i, int j, int l, int m, int k) {{ return (i*m + j)*k + l; }}
             void kernel(int n, int m, int k) {{ {body} }}"
        );
        let found = found(&text);
        let expected =
            "[n, m, k] -> { S0[i,j,l] -> t[i,j,l] : 0 <= i < n and 0 <= j < m and 0 <= l < k }";
        check_access(found.region(), 0, Write, Must, expected);
        let axes = [Axis::Digit(0, 0), Axis::Digit(0, 1), Axis::Digit(0, 2)];
        assert_eq!(found.region().candidates[0].axes, axes, "{subscript}");
    }
}

#[test]
fn edges_of_planes() {
    let found = kernel(
        "double t[n*m*k];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            t[(i*m + j)*k] = 1;
            t[(i*m + j + 1)*k - 1] = 1;
        }
    for (int i = 0; i < n; i++)
        for (int l = 0; l < k; l++)
            t[(i + 1)*m*k - 1 - l] = 1;",
    );
    let region = found.region();
    check_shape(region, &["n", "m", "k"], &[]);
    let rows = "0 <= i < n and 0 <= j < m and k >= 1";
    for (at, column) in [(0, "0"), (1, "k - 1")] {
        let expected = format!("[n, m, k] -> {{ S{at}[i,j] -> t[i,j,{column}] : {rows} }}");
        check_access(region, at, Write, Must, &expected);
    }
    check_access(
        region,
        2,
        Write,
        Must,
        "[n, m, k] -> { S2[i,l] -> t[i,m-1,k-1-l] : 0 <= i < n and 0 <= l < k and m >= 1 }",
    );
}

#[test]
fn carries_through_several_digits() {
    let found = kernel(
        "double t[n*m*k + 1];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int l = 0; l < k; l++)
                t[(i*m + j)*k + l + 1] = 1;
    for (int i = 1; i < n; i++)
        for (int j = -1; j < m - 1; j++)
            for (int l = 0; l < k; l++)
                t[(i*m + j)*k + l] = 1;",
    );
    let region = found.region();
    check_shape(region, &["n + 1", "m", "k"], &[]);
    for (n, m, k) in [(2, 3, 4), (3, 1, 2), (2, 2, 1), (3, 2, 3)] {
        let values = [("n", n), ("m", m), ("k", k)];
        for (at, count, shift) in [(0, n * m * k, 1), (1, (n - 1) * m * k, 0)] {
            let count = usize::try_from(count).expect("positive");
            check_elements(region, at, &values, (&[m, k], count), |x| {
                (x[0] * m + x[1]) * k + x[2] + shift
            });
        }
    }
}

#[test]
fn four_dimensions() {
    let found = found(
        "void kernel(int b, int c, int h, int w)
{
    float t[b*c*h*w];
    for (int n = 0; n < b; n++)
        for (int i = 0; i < c; i++)
            for (int y = 1; y < h - 1; y++)
                for (int x = 1; x < w - 1; x++)
                    t[((n*c + i)*h + y)*w + x - 1] = 1;
}",
    );
    check_access(
        found.region(),
        0,
        Write,
        Must,
        "[b, c, h, w] -> { S0[n,i,y,x] -> t[n,i,y,x-1] :
            0 <= n < b and 0 <= i < c and 1 <= y < h - 1 and 1 <= x < w - 1 }",
    );
}

/// The name of a product is one stride if it bounds a loop.
#[test]
fn planes_with_a_name() {
    let found = kernel(
        "const int plane = n*m;
    double t[k*plane];
    for (int i = 0; i < k; i++)
        for (int j = 0; j < plane; j++)
            t[i*plane + j] = 1;",
    );
    check_shape(found.region(), &["k", "plane"], &[]);
}

/// Checks the reason why `t` stays.
fn check_stays(body: &str, reason: &str) {
    assert_eq!(kernel(body).reason("t"), reason, "{body}");
}

#[test]
fn what_is_not_taken_apart() {
    let stays = |size: &str, j: &str, subscript: &str, reason: &str| {
        check_stays(
            &format!(
                "double t[{size}];
    for (int i = 0; i < n; i++)
        for (int j = {j}; j++)
            t[{subscript}] = 1;"
            ),
            reason,
        );
    };
    let candidate = "`t` is a candidate";
    stays("n*m", "0; j < m", "i*m + j", candidate);
    // Delinearised, but the last or the first rows exceed the array.
    let beyond = "leaves-dimension";
    stays("n*m", "0; j < 3*m", "i*m + j", beyond);
    stays("n*m", "-2*m; j < m", "i*m + j", beyond);
    let not_affine = "subscript-not-affine";
    stays("n*m", "0; j < 3*m + 1", "i*m + j", not_affine);
    stays("n*m", "-2*m - 1; j < m", "i*m + j", not_affine);
    // If `k` is a column.
    stays("n*m", "0; j < m", "i*m + k", "missing-fact");
    stays("n*m", "0; j < m", "i*j", not_affine);
    stays("n*m", "0; j < m", "i*m + i*k + j", not_affine);
    stays("n*m + k", "0; j < m", "i*m + j", not_affine);
    // With m < 0 the rows would be in descending order.
    stays("n*m + 1", "0; j < k", "i*m", "missing-fact");
    stays("n*n", "0; j < n", "j", "unknown-shape");
}

#[test]
fn volumes_that_are_not_taken_apart() {
    let stays = |size: &str, j: &str, l: &str, subscript: &str, reason: &str| {
        check_stays(
            &format!(
                "double t[{size}];
    for (int i = 0; i < n; i++)
        for (int j = {j}; j++)
            for (int l = {l}; l++)
                t[{subscript}] = 1;"
            ),
            reason,
        );
    };
    let (rows, columns) = ("0; j < m", "0; l < k");
    let candidate = "`t` is a candidate";
    let not_affine = "subscript-not-affine";
    stays("n*m*k", rows, columns, "(i*m + j)*k + l", candidate);
    let beyond = "leaves-dimension";
    stays("n*m*k", "0; j < 2*m", columns, "(i*m + j)*k + l", beyond);
    stays("n*m*k", rows, "-k; l < k", "(i*m + j)*k + l", beyond);
    stays(
        "n*m*k",
        "0; j < 3*m + 1",
        columns,
        "(i*m + j)*k + l",
        not_affine,
    );
    stays(
        "n*m*k",
        rows,
        "0; l < 3*k + 1",
        "(i*m + j)*k + l",
        not_affine,
    );
    stays("n*m*k", rows, columns, "(i*m + j)*k + l + n", not_affine);
    // If `m` is `k`.
    stays("n*m*k", rows, columns, "(i*k + j)*m + l", "missing-fact");
    stays("n*m*k", rows, columns, "(i*j + m)*k + l", not_affine);
    stays("n*m*k", rows, columns, "(i*m + j)*k*l", not_affine);
    stays("n*m*k + n", rows, columns, "(i*m + j)*k + l", not_affine);
}
