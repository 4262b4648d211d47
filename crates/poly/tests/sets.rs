//! The wrapper around isl: budgets, errors, pieces, points.
#![allow(clippy::unwrap_used)]

use poly::{Allowance, Bounder, Context, Expr, Map, PolyError, Scan, Set, Test, counter_name};

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
fn budgets_share_an_allowance() {
    let allowance = Allowance::new(20_000);
    let work = |ctx: &Context| {
        let text = "[n, m] -> { [a, b] : exists x, y : a = 3x + 5y and b = 7x - 2y and a < m }";
        Set::parse(ctx, text).and_then(|set| set.complement())
    };
    // Attempts start the budget around them anew, and yet there is an end.
    let first = Context::within(&allowance);
    first.start_budget(10_000);
    let mut rounds = 0;
    while first.attempt(5_000, || work(&first)).unwrap().is_some() {
        rounds += 1;
        assert!(rounds < 10_000, "nothing is counted");
    }
    assert!(rounds > 1, "{} are left", allowance.left());
    let second = Context::within(&allowance);
    second.start_budget(10_000);
    for _ in 0..rounds {
        if work(&second).is_err() {
            break;
        }
    }
    assert_eq!(work(&second).unwrap_err(), PolyError::Budget);
    drop((first, second));
    assert_eq!(allowance.left(), 0);
    // Others are not concerned.
    assert!(work(&Context::new()).is_ok());
}

#[test]
fn a_context_goes_on_with_another_allowance() {
    let [first, second] = [50_000, 50_000].map(Allowance::new);
    let ctx = Context::within(&first);
    let text = "[n, m] -> { [a, b] : exists x, y : a = 3x + 5y and b = 7x - 2y and a < m }";
    let set = Set::parse(&ctx, text).unwrap();
    ctx.go_on_within(&second);
    let left = first.left();
    assert!(left < 50_000, "what was done is counted");
    assert_eq!(second.left(), 50_000);
    set.complement().unwrap();
    drop((set, ctx));
    assert_eq!(first.left(), left);
    assert!(second.left() < 50_000);
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

/// The points that loops visit.
fn visited(scan: &Scan, values: &mut Vec<(String, i64)>, points: &mut Vec<Vec<i64>>) {
    let value = |expr: &Expr, values: &[(String, i64)]| {
        let find = |name: &str| Some(values.iter().rfind(|(own, _)| own == name)?.1);
        expr.eval(&find).unwrap()
    };
    match scan {
        Scan::Block(parts) => parts.iter().for_each(|part| visited(part, values, points)),
        Scan::Loop {
            dim,
            first,
            condition,
            step,
            body,
        } => {
            values.push((counter_name(*dim), value(first, values)));
            while holds(condition, &|expr| value(expr, values)) {
                visited(body, values, points);
                values.last_mut().unwrap().1 += step;
            }
            values.pop();
        }
        Scan::Test(test, body, other) => {
            let part = match holds(test, &|expr| value(expr, values)) {
                true => Some(body),
                false => other.as_ref(),
            };
            part.into_iter()
                .for_each(|part| visited(part, values, points));
        }
        Scan::Point(all) => points.push(all.iter().map(|expr| value(expr, values)).collect()),
    }
}

fn holds(test: &Test, value: &dyn Fn(&Expr) -> i64) -> bool {
    match test {
        Test::All(all) => all.iter().all(|test| holds(test, value)),
        Test::Any(all) => all.iter().any(|test| holds(test, value)),
        Test::AtMost(a, b) => value(a) <= value(b),
        Test::Less(a, b) => value(a) < value(b),
        Test::Equal(a, b) => value(a) == value(b),
    }
}

#[test]
fn loops_visit_each_point_once_and_in_order() {
    let ctx = Context::new();
    let all = "[n, t] -> { : n >= 3 and t >= 0 }";
    let sets = [
        "[n, t] -> { u[t, i] : 0 <= i < n and (5 - t <= i <= 6 - t or i = n - 1) }",
        "[n, t] -> { u[r, i] : r = t mod 2 and 0 <= i < n and i mod 3 = 1 }",
        "[n, t] -> { u[i, j] : 0 <= i < n and i <= j <= i + t and i + j <= 9 }",
        "[n, t] -> { u[i, j] : 0 <= i < n and 0 <= j < 3 and (i = j or t >= 3 or i = 2t) }",
    ];
    for text in sets {
        let set = Set::parse(&ctx, text).unwrap();
        let scan = set.scan(&Set::parse(&ctx, all).unwrap()).unwrap().unwrap();
        for (n, t) in [(3, 0), (4, 1), (7, 2), (9, 5), (12, 4)] {
            let mut found = Vec::new();
            let mut values = vec![("n".to_string(), n), ("t".to_string(), t)];
            visited(&scan, &mut values, &mut found);
            let fixed = set.fix_params([("n", n), ("t", t)]).unwrap();
            let mut points = fixed.points(1000).unwrap().unwrap();
            points.sort();
            assert_eq!(found, points, "{text}: n = {n}, t = {t}");
        }
    }
}
