//! The table of Alias, Baray, Darte: Bee+Cl@k (2007), Figure 3, for its heuristics: sizes, with
//! every difference checked.
#![allow(clippy::unwrap_used)]

use poly::{Context, Expr, Set};
use storage::{Mapping, ParamSample, Problem, Strategy, best};

/// A problem without parameters, or with `N` within `context`.
fn problem(differences: &str, extents: &[Expr], context: Option<(&str, i64)>) -> Problem {
    let ctx = Context::new();
    let head = context.map_or("", |_| "[N] -> ");
    let read = |body: &str| Set::parse(&ctx, &format!("{head}{{ {body} }}")).unwrap();
    let dims: Vec<String> = (0..extents.len()).map(|d| format!("i{d}")).collect();
    let inside = dims
        .iter()
        .zip(extents)
        .map(|(d, e)| format!("0 <= {d} < {e}"));
    let inside: Vec<String> = inside.collect();
    let whole = format!("[{}] : {}", dims.join(", "), inside.join(" and "));
    Problem {
        innermost: Vec::new(),
        half: read(differences),
        touched: read(&whole),
        extents: extents.to_vec(),
        context: read(&format!(": {}", context.map_or("0 <= 0", |(text, _)| text))),
        params: context
            .map(|(_, value)| ParamSample {
                name: "N".to_string(),
                value,
            })
            .into_iter()
            .collect(),
        ctx,
    }
}

fn separates(problem: &Problem, mapping: &Mapping, n: i64) -> bool {
    let fixed = problem.half.fix_params([("N", n)]).unwrap();
    let points = fixed.points(200_000).unwrap().unwrap();
    points.iter().all(|d| {
        mapping.rows.iter().any(|row| {
            let b = row.modulus.eval(&|_| Some(n)).unwrap();
            let sum: i64 = row.form.iter().zip(d).map(|(c, x)| c * x).sum();
            sum.rem_euclid(b) != 0
        })
    })
}

fn check(differences: &str, extents: &[i64], cells: i64) {
    let extents: Vec<Expr> = extents.iter().map(|e| Expr::constant(*e)).collect();
    let problem = problem(differences, &extents, None);
    for strategy in [Strategy::Minima, Strategy::Gauge] {
        let found = best(&problem, &[strategy]).unwrap().unwrap();
        assert_eq!(found.size, cells, "{strategy:?}: {}", found.mapping);
        assert!(separates(&problem, &found.mapping, 0), "{}", found.mapping);
    }
}

/// The convex hull that the paper uses.
const DURBIN_Y: &str = "[a, b] : 1 - N <= a + 2b <= N - 1 and 1 - N <= a - b <= N - 1 and -1 <= b <= 1 \
                        and not (a = 0 and b = 0)";

#[test]
fn durbin() {
    check(&DURBIN_Y.replace('N', "100"), &[100, 100], 200);
    check("[a] : false", &[100], 1);
}

#[test]
fn durbin_for_every_size() {
    let extents = [Expr::var("N"), Expr::var("N")];
    let problem = problem(DURBIN_Y, &extents, Some(("N >= 3", 100)));
    for strategy in [Strategy::Minima, Strategy::Gauge] {
        let found = best(&problem, &[strategy]).unwrap().unwrap();
        assert_eq!(found.size, 200, "{strategy:?}: {}", found.mapping);
        for n in 3..9 {
            assert!(separates(&problem, &found.mapping, n), "{}", found.mapping);
        }
    }
}

/// The differences of a triangle of elements that are all alive.
fn triangle(n: i64) -> String {
    format!(
        "[i, j] : -{n} < i < {n} and -{n} < j < {n} and -{n} < i - j < {n} and not (i = 0 and j = 0)"
    )
}

#[test]
fn regularity_detection() {
    check(&triangle(6), &[6, 6], 36);
    let deep = "[i, j, k] : -6 < i < 6 and -6 < j < 6 and -6 < i - j < 6 and -64 < k < 64 \
                and not (i = 0 and j = 0 and k = 0)";
    check(deep, &[6, 6, 64], 2304);
    check("[i, j, k] : false", &[6, 6, 64], 1);
}

#[test]
fn dynamic_programming() {
    check(&triangle(9), &[10, 10], 81);
}

#[test]
fn gauss() {
    let rows = "[x, y] : -48 < x < 48 and -50 < y < 50 and not (x = 0 and y = 0)";
    check(rows, &[50, 50], 2400);
}

/// The differences that the paper uses, a superset of the actual ones.
#[test]
fn motion_detection() {
    check(
        "[i, j, k] : i = 0 and j = 0 and -10 < k < 10 and k != 0",
        &[29, 29, 81],
        10,
    );
}

/// A flat, skewed body: a single direction remains.
#[test]
fn a_plane_of_differences() {
    check("[i, j] : i = 3*j and -7 <= j <= 7 and j != 0", &[22, 22], 8);
    check(
        "[i, j, k] : i = j and k = 2*j and -4 <= j <= 4 and j != 0",
        &[9, 9, 9],
        5,
    );
}
