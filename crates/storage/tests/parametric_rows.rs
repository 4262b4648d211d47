//! Rows with parametric coefficients: enumeration confirms every proof and every refutation.
#![allow(clippy::unwrap_used)]

use poly::{Context, Expr, Set};
use storage::{Aim, Digit, Mapping, Objective, ParamSample, Problem, Row, Strategy, Verdict};
use storage::{best, certify, choose};

fn problem(differences: &str, context: &str, dims: usize) -> Problem {
    let ctx = Context::new();
    let read = |body: &str| Set::parse(&ctx, &format!("[N] -> {{ {body} }}")).unwrap();
    let names = ["a", "b", "c"][..dims].join(", ");
    let box_of: Vec<String> = ["a", "b", "c"][..dims]
        .iter()
        .map(|n| format!("0 <= {n} < N"))
        .collect();
    Problem {
        half: read(&format!("[{names}] : {differences}")),
        touched: read(&format!("[{names}] : {}", box_of.join(" and "))),
        extents: vec![Expr::var("N"); dims],
        innermost: Vec::new(),
        context: read(&format!(": {context}")),
        params: vec![ParamSample {
            name: "N".to_string(),
            value: 8,
        }],
        ctx,
    }
}

fn n(slope: i64, constant: i64) -> Expr {
    Expr::var("N") * slope + Expr::constant(constant)
}

/// `low·d + base (high·d)`
fn address(low: &[i64], base: Expr, high: &[i64], modulus: Expr) -> Mapping {
    let row = Row {
        form: low.to_vec(),
        higher: vec![Digit {
            base,
            form: high.to_vec(),
        }],
        modulus,
    };
    Mapping {
        rows: vec![row],
        dims: low.len(),
    }
}

/// Whether no difference is mapped to 0 for this value of the parameter.
fn separates(problem: &Problem, mapping: &Mapping, value: i64) -> bool {
    let at = problem.half.fix_params([("N", value)]).unwrap();
    let points = at.points(1_000_000).unwrap().unwrap();
    let rows = mapping.rows.iter().map(|r| r.at(&|_| Some(value)).unwrap());
    let rows: Vec<(Vec<i64>, i64)> = rows.collect();
    points.iter().all(|d| {
        rows.iter().any(|(form, b)| {
            let sum: i64 = form.iter().zip(d).map(|(c, x)| c * x).sum();
            sum.rem_euclid(*b) != 0
        })
    })
}

#[test]
fn text() {
    let square = n(1, 1) * &n(1, 0) + Expr::constant(1);
    let row = address(&[-1, 0, 1], n(1, 0), &[-1, 1, 0], square);
    assert_eq!(
        row.to_string(),
        "(N*i1 + i2 - (N + 1)*i0) mod (N*N + N + 1)"
    );
    let row = address(&[0, 1], n(2, -2), &[-1, 0], n(4, -4));
    assert_eq!(row.to_string(), "(i1 - (2*N - 2)*i0) mod (4*N - 4)");
}

/// Checks that the mapping is proved, and that no mapping with one modulus lowered by one is.
fn check(differences: &str, mapping: &Mapping) {
    let problem = problem(differences, "N >= 4", mapping.dims);
    assert_eq!(
        certify(&problem, mapping).unwrap(),
        Verdict::Proved,
        "{mapping}"
    );
    let mut less = mapping.clone();
    less.rows[0].modulus = less.rows[0].modulus.clone() - Expr::constant(1);
    assert_ne!(certify(&problem, &less).unwrap(), Verdict::Proved, "{less}");
}

const LBM: &str = "a = 0 and -N < b < N and -N < c < N and (b > 0 or b = 0 and c > 0) or \
    a = 1 and -N < b <= 0 and -N < c < N or a = 1 and b = 1 and -N < c <= 0";

#[test]
fn an_address_modulo_a_product() {
    let square = n(1, 1) * &n(1, 0) + Expr::constant(1);
    check(
        LBM,
        &address(&[-1, 0, 1], n(1, 0), &[-1, 1, 0], square.clone()),
    );
    // The same lattice with the whole slice as the stride of the outermost index.
    let digit = |form: [i64; 3]| Digit {
        base: n(1, 0),
        form: form.to_vec(),
    };
    let row = Row {
        form: vec![0, 0, 1],
        higher: vec![digit([0, 1, 0]), digit([1, 0, 0])],
        modulus: square,
    };
    check(
        LBM,
        &Mapping {
            rows: vec![row],
            dims: 3,
        },
    );
}

/// Only the fewest cells are worth parametric strides; rows of numbers are the alternatives.
#[test]
fn parametric_rows_are_for_the_fewest_cells() {
    let problem = problem(LBM, "N >= 4", 3);
    let with_axes = [Strategy::SuccessiveModulo, Strategy::Generalise];
    let is_numeric = |mapping: &Mapping| mapping.rows.iter().all(Row::is_numeric);
    let choose = |objective| choose(&problem, &with_axes, &Aim::of(objective)).unwrap();
    let found = best(&problem, &[Strategy::Generalise]).unwrap().unwrap();
    let chosen = choose(Objective::Size).choices;
    let (first, others) = chosen.split_first().unwrap();
    assert_eq!(first.mapping, found.mapping);
    assert!(!is_numeric(&first.mapping), "{}", first.mapping);
    assert!(!others.is_empty());
    let plain = choose(Objective::Balanced).choices;
    for choice in others.iter().chain(&plain) {
        assert!(is_numeric(&choice.mapping), "{}", choice.mapping);
    }
}

/// The two ends of a square, all alive: the corner is a multiple of half the modulus.
#[test]
fn half_of_the_modulus_as_stride() {
    let differences = "-1 <= -a < N and -1 <= b < N and not (a = 0 and b = 0)";
    let mapping = address(&[1, 0], n(2, -3), &[0, 1], n(4, -4));
    let verdict = |context: &str| certify(&problem(differences, context, 2), &mapping).unwrap();
    assert_eq!(verdict("N >= 5 and N mod 2 = 1"), Verdict::Proved);
    assert_eq!(verdict("N >= 5 and N mod 2 = 0"), Verdict::Refuted);
}

#[test]
fn few_rows() {
    check(
        "0 <= a <= 2 and -N < b < N and (a > 0 or b > 0) and (a < 2 or b <= 0)",
        &address(&[0, 1], n(1, 0), &[1, 0], n(2, 1)),
    );
}

/// Pseudo-random numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
        ((self.0 >> 33) % end) as i64
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }

    fn differences(&mut self, dims: usize) -> String {
        let mut pieces = Vec::new();
        for _ in 0..=self.below(2) {
            let names = ["a", "b", "c"][..dims].iter();
            let ranges = names.map(|name| {
                let low = self.pick(&["-N + 1", "0", "-1", "1", "-2", "2 - N"]);
                let high = self.pick(&["N - 1", "1", "2", "N", "N - 3"]);
                format!("{low} <= {name} <= {high}")
            });
            let ranges: Vec<String> = ranges.collect();
            let skew = self.pick(&["true", "a + b <= 1", "a - b >= 0", "2a + b <= N"]);
            pieces.push(format!("{} and {skew}", ranges.join(" and ")));
        }
        let zero: Vec<String> = ["a", "b", "c"][..dims]
            .iter()
            .map(|x| format!("{x} = 0"))
            .collect();
        format!("({}) and not ({})", pieces.join(" or "), zero.join(" and "))
    }

    fn form(&mut self, dims: usize) -> Vec<i64> {
        (0..dims).map(|_| self.below(5) - 2).collect()
    }

    fn affine(&mut self) -> Expr {
        n(1 + self.below(2), self.below(5) - 2)
    }

    fn modulus(&mut self, base: &Expr) -> Expr {
        let rest = Expr::constant(self.below(4) - 1);
        match self.below(3) {
            0 => base.clone() * (1 + self.below(3)) + rest,
            1 => base.clone() * &self.affine() + self.affine(),
            _ => n(1 + self.below(4), 0) + rest,
        }
    }
}

#[test]
fn verdicts_are_those_of_enumeration() {
    let mut numbers = Numbers(7);
    let mut seen = [0; 3];
    for case in 0..160 {
        let dims = 2 + case % 2;
        let base = numbers.affine();
        let modulus = numbers.modulus(&base);
        let (low, high) = (numbers.form(dims), numbers.form(dims));
        let mapping = address(&low, base, &high, modulus);
        let differences = numbers.differences(dims);
        let problem = problem(&differences, "4 <= N <= 7", dims);
        let verdict = certify(&problem, &mapping).unwrap();
        let holds = (4..=7).all(|value| separates(&problem, &mapping, value));
        match verdict {
            Verdict::Proved => assert!(holds, "{mapping} on {differences}"),
            Verdict::Refuted => assert!(!holds, "{mapping} on {differences}"),
            Verdict::Undecided => {}
        }
        seen[verdict as usize] += 1;
    }
    assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
}

/// Every mapping found, for all sizes or for some, separates all differences at these sizes.
#[test]
fn cases_of_random_differences_hold_by_enumeration() {
    let mut numbers = Numbers(11);
    let mut with_cases = 0;
    for _ in 0..60 {
        let differences = numbers.differences(2);
        let problem = problem(&differences, "N >= 4", 2);
        let Some(found) = best(&problem, &[Strategy::Generalise]).unwrap() else {
            continue;
        };
        with_cases += i32::from(!found.cases.is_empty());
        for value in 4..=11 {
            for mapping in [&found.mapping, found.at(&|_| Some(value))] {
                assert!(
                    separates(&problem, mapping, value),
                    "{mapping} on {differences}"
                );
            }
        }
    }
    assert!(with_cases > 3, "{with_cases}");
}
