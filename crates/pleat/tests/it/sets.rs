//! The conflict sets of corpus/sets: they equal those of the loops that they describe, and each
//! strategy finds the published sizes; every mapping is checked difference by difference at small
//! parameters.

use crate::common::root;
use pleat::map::{self, Input, Outcome, check_at};
use poly::Expr;
use rstest::rstest;
use std::collections::BTreeSet;
use std::ops::Range;
use storage::lattice::{Differences, smallest};
use storage::{Aim, Found, Mapping, Objective, Row, Strategy, Verdict, certify, choose};

/// The file; sizes are compared at this value of every parameter.
fn load(name: &str, value: i64) -> Input {
    let path = root().join("corpus/sets").join(name).with_extension("isl");
    let text = std::fs::read_to_string(path).unwrap();
    let params = map::read(&text, &[]).unwrap().problem.params;
    let samples: Vec<(String, i64)> = params.into_iter().map(|p| (p.name, value)).collect();
    map::read(&text, &samples).unwrap()
}

fn names() -> Vec<String> {
    let files = std::fs::read_dir(root().join("corpus/sets")).unwrap();
    let paths = files.map(|f| f.unwrap().path());
    let mut names: Vec<String> = paths
        .map(|p| p.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Checks that the mapping for all values and the cases separate every difference at small values
/// of all parameters.
fn check_small(input: &Input, found: &Found) {
    for value in 6..8 {
        for mapping in [&found.mapping, found.at(&|_| Some(value))] {
            let checked = check_at(&input.problem, mapping, &all(input, value)).unwrap();
            assert!(checked.not_separated.is_empty(), "{mapping} at {value}");
        }
    }
}

/// Gives all parameters one value.
fn all(input: &Input, value: i64) -> Vec<(String, i64)> {
    let params = input.problem.params.iter();
    params.map(|p| (p.name.clone(), value)).collect()
}

#[rstest]
#[case("produce_consume", Strategy::Hyperplane, |n| 2 * n - 1)]
#[case("blur_interleaved", Strategy::SuccessiveModulo, |n| 3 * n)]
#[case("blur_interleaved", Strategy::LinearWindow, |n| 2 * n + 1)]
#[case("blur_interleaved", Strategy::Hyperplane, |n| 2 * n + 1)]
#[case("blur_interleaved", Strategy::Combined, |n| 2 * n + 1)]
#[case("blur_tiled", Strategy::SuccessiveModulo, |b| b * b)]
#[case("blur_tiled", Strategy::Hyperplane, |b| 3 * b - 2)]
#[case("blur_tiled", Strategy::Combined, |b| 3 * b - 2)]
#[case("harris_tile", Strategy::Hyperplane, |b| 3 * b - 2)]
#[case("harris_tile", Strategy::Combined, |b| 3 * b - 2)]
#[case("unsharp_tile", Strategy::Hyperplane, |b| 5 * b - 4)]
#[case("lbm_d2q9", Strategy::SuccessiveModulo, |n| 2 * n * n)]
#[case("lbm_d2q9", Strategy::Hyperplane, |n| (n + 2) * n)]
#[case("lbm_d2q9", Strategy::Combined, |n| (n + 1) * (n + 1))]
#[case("lbm_d2q9_fixed", Strategy::SuccessiveModulo, |_| 2 * 16 * 16)]
#[case("lbm_d2q9_fixed", Strategy::LinearWindow, |_| 16 * 16 + 16 + 1)]
#[case("lbm_d2q9_fixed", Strategy::Reuse, |_| 16 * 16 + 16 + 1)]
#[case("lbm_d3q19", Strategy::Hyperplane, |n| (n + 2) * n * n)]
#[case("lbm_d3q19", Strategy::Combined, |n| n * (n + 1) * (n + 1))]
#[case("lbm_d3q27", Strategy::Hyperplane, |n| (n + 2) * n * n)]
#[case("lbm_d3q27", Strategy::Combined, |n| (n + 1) * (n + 1) * (n + 1))]
#[case("diamond_tile", Strategy::Hyperplane, |b| 6 * b - 5)]
#[case("diamond_tile", Strategy::Combined, |b| (2 * b - 1) * 2)]
#[case("parallelogram_tile", Strategy::Hyperplane, |b| 3 * b - 2)]
#[case("hexagonal_tile", Strategy::Hyperplane, |b| 9 * b - 8)]
#[case("reverse_l", Strategy::Combined, |n| (2 * n - 1) * 2)]
#[case("reverse_l", Strategy::Reuse, |n| (2 * n - 1) * 2)]
#[case("heat_2d_tile", Strategy::Combined, |b| (2 * b - 1) * (3 * b - 2))]
#[case("jacobi_1d", Strategy::LinearWindow, |n| n + 2)]
#[case("jacobi_1d", Strategy::Hyperplane, |n| n + 2)]
#[case("durbin_y", Strategy::Width, |n| 2 * n)]
#[case("durbin_y", Strategy::LinearWindow, |n| 2 * n - 1)]
#[case("gauss_g_tmp", Strategy::Exhaustive, |_| 2400)]
#[case("reg_detect_mean", Strategy::Exhaustive, |_| 27)]
#[case("reg_detect_diff", Strategy::Exhaustive, |_| 1728)]
#[case("dynprog_c", Strategy::Exhaustive, |_| 56)]
#[case("durbin_y_hull", Strategy::Exhaustive, |_| 197)]
#[case("produce_consume", Strategy::Generalise, |n| 2 * n - 1)]
#[case("blur_interleaved", Strategy::Generalise, |n| 2 * n + 1)]
#[case("blur_tiled", Strategy::Generalise, |b| 3 * b - 2)]
#[case("harris_tile", Strategy::Generalise, |b| 3 * b - 2)]
#[case("unsharp_tile", Strategy::Generalise, |b| 5 * b - 4)]
#[case("parallelogram_tile", Strategy::Generalise, |b| 3 * b - 2)]
#[case("diamond_tile", Strategy::Generalise, |b| 4 * b - 4)]
#[case("hexagonal_tile", Strategy::Generalise, |b| 6 * b - 6)]
#[case("jacobi_1d", Strategy::Generalise, |n| n + 2)]
#[case("durbin_y", Strategy::Generalise, |n| 2 * n - 3)]
#[case("lbm_d3q19", Strategy::Generalise, |n| n * n * n + n * n + n)]
#[case("lbm_d3q27", Strategy::Generalise, |n| n * n * n + n * n + n + 1)]
#[case("reverse_l", Strategy::Generalise, |n| 4 * n - 4)]
#[case("triangle", Strategy::Generalise, |n| (3 * n * n + 3) / 4)]
#[case("heat_2d_tile", Strategy::Generalise, |b| 5 * b * b - 8 * b + 4)]
#[case("lbm_d2q9", Strategy::Generalise, |n| n * n + n + 1)]
#[case("durbin_y", Strategy::Minima, |n| 2 * n)]
#[case("durbin_y", Strategy::Gauge, |n| 2 * n)]
#[case("triangle", Strategy::Minima, |n| n * n)]
#[case("triangle", Strategy::Gauge, |n| n * n)]
#[case("lbm_d2q9", Strategy::Minima, |n| 2 * n * n)]
#[case("blur_tiled", Strategy::Occupancy, |b| 3 * b - 2)]
#[case("uniform_tilable", Strategy::Occupancy, |n| 2 * (2 * n - 1))]
#[case("uniform_any", Strategy::Occupancy, |n| 4 * (2 * n - 1))]
fn published_sizes(
    #[case] name: &str,
    #[case] strategy: Strategy,
    #[case] expected: fn(i64) -> i64,
) {
    for value in [40, 100, 41] {
        let input = load(name, value);
        let Outcome::Found(found) = map::run(&input.problem, strategy).outcome else {
            panic!("{name}: {} finds nothing", strategy.name());
        };
        assert_eq!(found.size, expected(value), "{name}: {}", found.mapping);
        check_small(&input, &found);
    }
}

/// Even and odd sizes have mappings of their own, each with the least number of cells of any
/// modular mapping, and without a modulus that could be lower.
#[rstest]
#[case("reverse_l", 5..12)]
#[case("triangle", 4..12)]
#[case("heat_2d_tile", 4..8)]
fn cases_take_as_few_cells_as_any_lattice(#[case] name: &str, #[case] values: Range<i64>) {
    let input = load(name, 100);
    let problem = &input.problem;
    let Outcome::Found(found) = map::run(problem, Strategy::Generalise).outcome else {
        panic!("{name}: nothing");
    };
    assert_eq!(found.cases.len(), 2, "{}", found.mapping);
    let mut spared = vec![0; 2];
    for value in values {
        let there = problem
            .half
            .fix_params([(problem.params[0].name.as_str(), value)]);
        let differences = there.unwrap().points(100_000).unwrap().unwrap();
        let differences = Differences::new(problem.dims(), differences);
        let least = smallest(&differences, i64::MAX - 1, 4, 40_000_000);
        let cells = least[0].determinant();
        let mapping = found.at(&|_| Some(value));
        let point = all(&input, value);
        let checked = check_at(problem, mapping, &point).unwrap();
        assert_eq!((checked.not_separated.len(), checked.cells), (0, cells));
        for row in 0..mapping.rows.len() {
            let mut less = mapping.clone();
            less.rows[row].modulus = less.rows[row].modulus.clone() - Expr::constant(1);
            let checked = check_at(problem, &less, &point).unwrap();
            assert!(!checked.not_separated.is_empty(), "{less} at {value}");
        }
        let case = found.cases.iter().position(|c| c.class.contains(value));
        spared[case.unwrap()] += 1;
    }
    assert!(spared.iter().all(|count| *count > 1), "{spared:?}");
}

/// The mappings of folds are valid for all sizes.
#[test]
fn folds_have_no_cases() {
    let problem = load("reverse_l", 100).problem;
    let chosen = choose(&problem, &Strategy::ALL, &Aim::of(Objective::Size)).unwrap();
    let choice = &chosen.choices[0];
    assert_eq!(choice.size, 4 * 100 - 2);
    assert!(choice.mapping.rows.iter().all(Row::is_numeric));
}

/// If the context determines the parity, no cases remain.
#[rstest]
#[case("N mod 2 = 0", 40)]
#[case("N mod 2 = 1", 41)]
fn reverse_l_takes_two_cells_less_if_the_parity_is_known(#[case] parity: &str, #[case] n: i64) {
    let path = root().join("corpus/sets/reverse_l.isl");
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.replace("context: N >= 5", &format!("context: N >= 5 and {parity}"));
    let input = map::read(&text, &[("N".to_string(), n)]).unwrap();
    let Outcome::Found(found) = map::run(&input.problem, Strategy::Generalise).outcome else {
        panic!("{parity}: nothing");
    };
    assert_eq!(found.size, 4 * n - 4, "{}", found.mapping);
    assert_eq!(
        certify(&input.problem, &found.mapping).unwrap(),
        Verdict::Proved
    );
    for small in [n - 34, n - 32] {
        let checked =
            check_at(&input.problem, &found.mapping, &[("N".to_string(), small)]).unwrap();
        assert!(
            checked.not_separated.is_empty(),
            "{} at {small}",
            found.mapping
        );
    }
}

#[test]
fn every_mapping_of_every_strategy_separates_all_differences() {
    for name in names() {
        let input = load(&name, 50);
        let runs = Strategy::ALL.map(|strategy| map::run(&input.problem, strategy));
        let modulo = match &runs[0].outcome {
            Outcome::Found(found) => found.size,
            other => panic!("{name}: {other:?}"),
        };
        for run in &runs {
            match &run.outcome {
                Outcome::Found(found) => check_small(&input, found),
                Outcome::Nothing => {}
                Outcome::Failed(error) => panic!("{name}: {}: {error}", run.strategy.name()),
            }
        }
        let best = map::best_of(&input.problem, &runs).unwrap();
        assert!(best.size <= modulo, "{name}: {}", best.mapping);
    }
}

/// Pseudo-random numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
        ((self.0 >> 33) % end) as i64
    }

    /// A bounded convex set of differences of two or three dimensions.
    fn piece(&mut self, dims: usize) -> String {
        let names = &["a", "b", "c"][..dims];
        let mut conditions = Vec::new();
        for name in names {
            let ends = ["-2", "-1", "0", "1", "2", "N - 1", "N - 3"];
            let high = ends[self.below(7) as usize];
            let low = ends[self.below(7) as usize];
            conditions.push(format!("-({low}) <= {name} <= {high}"));
        }
        if self.below(2) == 1 {
            let terms = names.iter().map(|n| format!("{}*{n}", self.below(5) - 2));
            let sum: Vec<String> = terms.collect();
            let most = ["0", "1", "N", "N - 2"][self.below(4) as usize];
            conditions.push(format!("{} <= {most}", sum.join(" + ")));
        }
        format!(
            "[N] -> {{ [{}] : {} }}\n",
            names.join(", "),
            conditions.join(" and ")
        )
    }
}

#[test]
fn random_differences_are_separated() {
    let mut numbers = Numbers(20);
    for case in 0..14 {
        let dims = 2 + case % 2;
        let pieces: String = (0..1 + case % 3).map(|_| numbers.piece(dims)).collect();
        let text = format!("context: N >= 6\n{pieces}");
        let input = map::read(&text, &[]).unwrap();
        let runs = Strategy::ALL.map(|strategy| map::run(&input.problem, strategy));
        for run in &runs {
            if let Outcome::Found(found) = &run.outcome {
                check_small(&input, found);
            }
        }
        let found = |at: usize| matches!(runs[at].outcome, Outcome::Found(_));
        assert!(
            found(0),
            "successive modulo always finds a mapping:\n{text}"
        );
    }
}

/// Darte, Isoard, Yuki, Table 1, give `(k - t, i - t, j - t) mod (N, N + 1, N + 1)` for D3Q27. The
/// last element of a row is read once more near the end of the next row. By then the first element
/// of that row has been written, N - 1 columns before; both have the same cell.
#[test]
fn the_published_d3q27_mapping_is_too_small() {
    let input = load("lbm_d3q27", 6);
    let n = Expr::var("N");
    let more = n.clone() + Expr::constant(1);
    let row = |form: [i64; 4], modulus: &Expr| Row::new(form.to_vec(), modulus.clone());
    let mapping = Mapping {
        rows: vec![
            row([-1, 0, 0, 1], &n),
            row([-1, 1, 0, 0], &more),
            row([-1, 0, 1, 0], &more),
        ],
        dims: 4,
    };
    assert_eq!(certify(&input.problem, &mapping).unwrap(), Verdict::Refuted);
    let point = [("T".to_string(), 6), ("N".to_string(), 6)];
    let checked = check_at(&input.problem, &mapping, &point).unwrap();
    assert!(checked.not_separated.contains(&vec![1, 1, 1, -5]));
}

/// Instances in execution order, and the distances to their readers.
struct Loops {
    instances: Vec<Vec<i64>>,
    readers: Vec<Vec<i64>>,
    /// A reader outside the instances reads after all of them.
    read_outside: bool,
}

impl Loops {
    /// Differences of elements that are alive at once; one of each difference and its negative.
    fn differences(&self) -> BTreeSet<Vec<i64>> {
        let last: Vec<usize> = (0..self.instances.len()).map(|at| self.last(at)).collect();
        let mut found = BTreeSet::new();
        for (at, x) in self.instances.iter().enumerate() {
            for y in &self.instances[at + 1..last[at].max(at + 1)] {
                found.insert(x.iter().zip(y).map(|(a, b)| b - a).collect());
            }
        }
        found
    }

    /// The last instance that reads the value of instance `at`. An instance reads before it writes.
    fn last(&self, at: usize) -> usize {
        let of_reader = |distance: &Vec<i64>| {
            let place = self.instances[at].iter().zip(distance);
            let place: Vec<i64> = place.map(|(x, d)| x + d).collect();
            match self.instances.binary_search(&place) {
                Ok(found) => found,
                Err(_) if self.read_outside => self.instances.len(),
                Err(_) => at,
            }
        };
        self.readers.iter().map(of_reader).max().unwrap_or(at)
    }
}

/// All points of a box, in lexicographic order.
fn points(extents: &[std::ops::Range<i64>]) -> Vec<Vec<i64>> {
    let Some((first, rest)) = extents.split_first() else {
        return vec![Vec::new()];
    };
    let tails = points(rest);
    first
        .clone()
        .flat_map(|x| tails.iter().map(move |t| [vec![x], t.clone()].concat()))
        .collect()
}

/// `{ (1, d) : d in a box of radius 1 }` with at most `most` components of d that are not 0.
fn neighbours(dims: usize, most: usize) -> Vec<Vec<i64>> {
    let all = points(&vec![-1..2; dims]);
    let near = all
        .into_iter()
        .filter(|d| d.iter().filter(|x| **x != 0).count() <= most);
    near.map(|d| [vec![1], d].concat()).collect()
}

#[rstest]
#[case("jacobi_1d", &[4, 7], (0..5).map(|d| vec![1, d - 2]).collect(), false)]
#[case("lbm_d2q9", &[4, 5, 5], neighbours(2, 2), false)]
#[case("lbm_d3q19", &[3, 4, 4, 4], neighbours(3, 2), false)]
#[case("lbm_d3q27", &[3, 4, 4, 4], neighbours(3, 3), false)]
#[case("parallelogram_tile", &[5, 5], vec![vec![1, 0], vec![1, 1], vec![1, 2]], true)]
#[case("heat_2d_tile", &[5, 5, 5], neighbours(2, 1).iter().map(|d| vec![1, d[1] + 1, d[2] + 1]).collect(), true)]
#[case("diamond_tile", &[9, 9], neighbours(1, 1), true)]
#[case("hexagonal_tile", &[9, 13], neighbours(1, 1), true)]
fn sets_are_those_of_the_loops(
    #[case] name: &str,
    #[case] extents: &[i64],
    #[case] readers: Vec<Vec<i64>>,
    #[case] read_outside: bool,
) {
    let ranges: Vec<_> = extents.iter().map(|e| 0..*e).collect();
    let mut instances = points(&ranges);
    let last = extents[0] + extents[1] - 2;
    match name {
        "diamond_tile" | "hexagonal_tile" => instances.retain(|p| {
            let edge = extents[0] / 2;
            let (sum, difference) = (p[0] + p[1], p[1] - p[0]);
            (edge..=last - edge).contains(&sum) && (-edge..=last - 3 * edge).contains(&difference)
        }),
        _ => {}
    }
    let loops = Loops {
        instances,
        readers,
        read_outside,
    };
    let traced: BTreeSet<Vec<i64>> = loops.differences().into_iter().map(positive).collect();
    let tile = (extents[0] + 1) / 2;
    let values = match name {
        "diamond_tile" | "hexagonal_tile" => vec![("B", tile)],
        "parallelogram_tile" | "heat_2d_tile" => vec![("B", extents[0])],
        _ => vec![("T", extents[0]), ("N", extents[1])],
    };
    let half = load(name, 50).problem.half;
    let half = half.fix_params(values).unwrap();
    let stated = half.points(100_000).unwrap().unwrap();
    let stated: BTreeSet<Vec<i64>> = stated.into_iter().map(positive).collect();
    assert_eq!(stated, traced);
}

/// The vector or its negative, whichever is lexicographically positive.
fn positive(v: Vec<i64>) -> Vec<i64> {
    match v.iter().find(|c| **c != 0) {
        Some(c) if *c < 0 => v.iter().map(|c| -c).collect(),
        _ => v,
    }
}
