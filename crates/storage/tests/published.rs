//! Conflict sets of the literature: sizes found, certificates, and every mapping checked by
//! enumerating the differences at small parameter values.
#![allow(clippy::unwrap_used)]

use poly::{Context, Expr, Set};
use storage::{Aim, Mapping, Objective, ParamSample, Problem, Strategy, Verdict, certify, choose};

struct Case {
    params: &'static [&'static str],
    differences: &'static str,
    touched: &'static str,
    extents: &'static [&'static str],
}

fn problem(case: &Case) -> Problem {
    let ctx = Context::new();
    let head = format!("[{}] -> ", case.params.join(","));
    let positive: Vec<String> = case.params.iter().map(|p| format!("{p} >= 3")).collect();
    let read = |body: &str| Set::parse(&ctx, &format!("{head}{{ {body} }}")).unwrap();
    Problem {
        half: read(case.differences),
        touched: read(case.touched),
        extents: case.extents.iter().map(|e| Expr::var(e)).collect(),
        innermost: Vec::new(),
        context: read(&format!(": {}", positive.join(" and "))),
        params: case
            .params
            .iter()
            .map(|p| ParamSample {
                name: (*p).to_string(),
                value: 100,
            })
            .collect(),
        ctx,
    }
}

/// Whether the mapping separates every difference at the given value of all parameters.
fn separates(problem: &Problem, mapping: &Mapping, value: i64) -> bool {
    let values: Vec<(&str, i64)> = problem
        .params
        .iter()
        .map(|p| (p.name.as_str(), value))
        .collect();
    let fixed = problem.half.fix_params(values).unwrap();
    let points = fixed.points(100_000).unwrap().unwrap();
    points.iter().all(|d| {
        mapping.rows.iter().any(|row| {
            let b = row.modulus.eval(&|_| Some(value)).unwrap();
            let sum: i64 = row.form.iter().zip(d).map(|(c, x)| c * x).sum();
            sum.rem_euclid(b) != 0
        })
    })
}

/// Checks that the mapping is chosen, proved, and separates all differences.
fn chosen(case: &Case, strategy: Strategy, expected: &str) -> (Problem, Option<Mapping>) {
    let problem = problem(case);
    let start = std::time::Instant::now();
    let chosen = choose(&problem, &[strategy], &Aim::of(Objective::Balanced)).unwrap();
    let choice = chosen.choices.first();
    let found = choice.map_or("kept".to_string(), |c| c.mapping.to_string());
    println!("{:?} {strategy:?} {found}", start.elapsed());
    assert_eq!(found, expected);
    let mapping = choice.map(|c| c.mapping.clone());
    if let Some(mapping) = &mapping {
        assert_eq!(certify(&problem, mapping).unwrap(), Verdict::Proved);
        for value in 3..8 {
            assert!(separates(&problem, mapping, value), "at {value}");
        }
    }
    (problem, mapping)
}

/// As [`chosen`]; also checks that no modulus can be lowered.
fn check(case: &Case, strategy: Strategy, expected: &str) {
    let (problem, Some(mapping)) = chosen(case, strategy, expected) else {
        return;
    };
    for row in 0..mapping.rows.len() {
        let mut less = mapping.clone();
        less.rows[row].modulus = less.rows[row].modulus.clone() - Expr::constant(1);
        assert_ne!(
            certify(&problem, &less).unwrap(),
            Verdict::Proved,
            "near miss"
        );
    }
}

const DURBIN_Y: Case = Case {
    params: &["N"],
    differences: "[a, b] : -(N-1) <= a + 2b <= N-1 and -(N-1) <= a - b <= N-1 and -1 <= b <= 1 \
                  and not (a = 0 and b = 0)",
    touched: "[a, b] : 0 <= a <= b < N",
    extents: &["N", "N"],
};

const BLUR_INTERLEAVED: Case = Case {
    params: &["N"],
    differences: "[y, x] : (0 <= y <= 1 and -N < x < N or y = 2 and -N < x <= 0 or \
                  -1 <= y <= 0 and -N < x < N or y = -2 and 0 <= x < N) and not (x = 0 and y = 0)",
    touched: "[y, x] : 0 <= y, x < N",
    extents: &["N", "N"],
};

/// Everything after the wavefront column and row is alive: `A[t,N]` and `A[N,i]` at the end.
const PRODUCE_CONSUME: Case = Case {
    params: &["N"],
    differences: "[t, i] : (1 - N < t < N and 1 - N < i < N and (t <= 0 and i >= 0 or t >= 0 and i <= 0)) \
                  and not (t = 0 and i = 0)",
    touched: "[t, i] : 0 <= t, i < N",
    extents: &["N", "N"],
};

const TRIANGLE: Case = Case {
    params: &["N"],
    differences: "[a, b] : -N < a < N and -N < b < N and -N < a - b < N and not (a = 0 and b = 0)",
    touched: "[a, b] : 0 <= a <= b < N",
    extents: &["N", "N"],
};

const NOTHING: Case = Case {
    params: &["N"],
    differences: "[a, b] : false",
    touched: "[a, b] : 0 <= a, b < N",
    extents: &["N", "N"],
};

/// The rows of a sweep. All elements but the last two are alive at once, or only the first half.
const SWEEP: Case = Case {
    params: &["N"],
    differences: "[i, j] : i = 0 and -N + 2 < j < N - 2 and j != 0",
    touched: "[i, j] : 0 <= i, j < N",
    extents: &["N", "N"],
};

const HALF_SWEEP: Case = Case {
    params: &["N"],
    differences: "[i, j] : i = 0 and -N <= 2j <= N and j != 0",
    touched: "[i, j] : 0 <= i, j < N",
    extents: &["N", "N"],
};

#[test]
fn small_gains_in_a_dimension_are_declined() {
    chosen(&SWEEP, Strategy::SuccessiveModulo, "(i1) mod (N)");
    chosen(&HALF_SWEEP, Strategy::SuccessiveModulo, "(i1) mod (N)");
}

#[test]
fn durbin_y_needs_two_columns() {
    check(&DURBIN_Y, Strategy::SuccessiveModulo, "(i1, i0) mod (2, N)");
    check(&DURBIN_Y, Strategy::Width, "(i1, i0) mod (2, N)");
}

#[test]
fn interleaved_blur_needs_three_rows() {
    check(
        &BLUR_INTERLEAVED,
        Strategy::SuccessiveModulo,
        "(i0, i1) mod (3, N)",
    );
    check(&BLUR_INTERLEAVED, Strategy::Width, "(i0, i1) mod (3, N)");
}

#[test]
fn produce_consume_stays_under_canonical_and_greedy_rows() {
    check(&PRODUCE_CONSUME, Strategy::SuccessiveModulo, "kept");
    check(&PRODUCE_CONSUME, Strategy::Width, "kept");
}

/// Saving a dimension has the same weight if the sizes are numbers.
#[test]
fn fixed_sizes_are_folded_like_parameters() {
    let mut problem = problem(&Case {
        params: &[],
        differences: "[t, i] : -40 < t < 40 and -40 < i < 40 and (t <= 0 and i >= 0 or t >= 0 and i <= 0) \
                      and not (t = 0 and i = 0)",
        touched: "[t, i] : 0 <= t, i < 40",
        extents: &["", ""],
    });
    problem.extents = vec![Expr::constant(40); 2];
    let choice = choose(&problem, &Strategy::CHEAP, &Aim::of(Objective::Balanced))
        .unwrap()
        .choices
        .remove(0);
    assert_eq!(choice.size, 79, "{}", choice.mapping);
}

/// A window of five rows: 5B - 4 cells are fewer than B * B only if B is at least 5.
#[test]
fn nothing_larger_than_successive_modulo_is_taken() {
    let mut problem = problem(&Case {
        params: &["B"],
        differences: "[x, y] : x = 0 and 0 < y < B or 0 < x < B and -B < y < B and y <= 3",
        touched: "[x, y] : 0 <= x, y < B",
        extents: &["B", "B"],
    });
    for (value, cells) in [(100, Some(496)), (5, Some(21)), (3, None)] {
        problem.params[0].value = value;
        let choice = choose(&problem, &Strategy::CHEAP, &Aim::of(Objective::Balanced))
            .unwrap()
            .choices;
        assert_eq!(choice.first().map(|c| c.size), cells, "at {value}");
    }
}

#[test]
fn a_live_triangle_stays() {
    check(&TRIANGLE, Strategy::SuccessiveModulo, "kept");
    check(&TRIANGLE, Strategy::Width, "kept");
}

#[test]
fn no_conflict_is_one_cell() {
    check(&NOTHING, Strategy::SuccessiveModulo, "one cell");
    check(&NOTHING, Strategy::Width, "one cell");
}
