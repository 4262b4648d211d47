//! The wrapper around isl: budgets, errors, pieces, points.
#![allow(clippy::unwrap_used)]

use poly::{Bounder, Context, Expr, Map, PolyError, Set};

#[test]
fn a_budget_ends_a_computation_but_not_the_context() {
    let ctx = Context::new();
    let set = Set::parse(
        &ctx,
        "[n, m] -> { [a, b, c] : exists x, y : a = 3x + 5y and b = 7x - 2y and 0 <= x, y < n and \
         c = x mod 4 and a + b < m }",
    )
    .unwrap();
    ctx.start_budget(50);
    assert_eq!(set.lexmax().unwrap_err(), PolyError::Budget);
    assert_eq!(
        Set::parse(&ctx, "{ [i] : 0 <= i < 9 }").unwrap_err(),
        PolyError::Budget
    );
    ctx.start_budget(0);
    assert!(!set.is_empty().unwrap());
}

#[test]
fn bad_text_is_an_error_not_a_crash() {
    let ctx = Context::new();
    for text in ["{ [i : }", "", "{ [i] -> [j] }", "nonsense"] {
        assert!(Set::parse(&ctx, text).is_err(), "{text}");
    }
    assert!(Set::parse(&ctx, "{ [i] : i = 0 }").is_ok());
}

#[test]
fn objects_outlive_the_handle_of_their_context() {
    let set = {
        let ctx = Context::new();
        Set::parse(&ctx, "{ [i] : 0 <= i < 3 }").unwrap()
    };
    assert_eq!(set.points(10).unwrap().unwrap().len(), 3);
    let fresh = Context::new();
    assert!(Set::parse(&fresh, "{ [i] : i = 0 }").is_ok());
}

#[test]
fn maxima_are_expressions() {
    let ctx = Context::new();
    let check = |text: &str, expected: &str| {
        let set = Set::parse(&ctx, text).unwrap();
        let pieces = set.dim_max(0).unwrap().pieces().unwrap();
        let values: Vec<String> = pieces.iter().map(|p| p.value.to_string()).collect();
        assert_eq!(values.join("; "), expected);
    };
    check("[N] -> { [i] : 0 <= i < N }", "N - 1");
    check("[N] -> { [i] : 0 <= 2i <= N }", "floord(N, 2)");
    check(
        "[N, M] -> { [i] : 0 <= 3i <= 2N + M }",
        "floord(M + 2*N, 3)",
    );
}

#[test]
fn points_are_limited() {
    let ctx = Context::new();
    let set = Set::parse(&ctx, "[N] -> { [i, j] : 0 <= i, j < N }").unwrap();
    let fixed = set.fix_params([("N", 4)]).unwrap();
    assert_eq!(fixed.points(16).unwrap().unwrap().len(), 16);
    assert!(fixed.points(15).unwrap().is_none());
}

#[test]
fn least_bound_of_a_skewed_band() {
    let ctx = Context::new();
    let band = Set::parse(
        &ctx,
        "[N] -> { [t, i] : -1 <= 2t - i <= 1 and -N < t < N and N >= 4 }",
    );
    let bounder = Bounder::new(&band.unwrap()).unwrap();
    let bound = bounder
        .least_upper_bound(&[vec![1, 0], vec![0, 1]], 1, &[1000])
        .unwrap();
    assert_eq!(bound.bound, Expr::constant(1));
    assert_eq!(bound.row, vec![-2, 1]);
}

#[test]
fn relations_compose() {
    let ctx = Context::new();
    let f = Map::parse(&ctx, "{ A[i] -> B[i + 1] }").unwrap();
    let g = Map::parse(&ctx, "{ B[i] -> C[2i] }").unwrap();
    let both = Map::parse(&ctx, "{ A[i] -> C[2i + 2] }").unwrap();
    assert!(f.apply_range(&g).unwrap().is_equal(&both).unwrap());
}
