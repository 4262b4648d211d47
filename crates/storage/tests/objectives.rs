//! The mappings that each objective accepts and refuses.
#![allow(clippy::unwrap_used)]

use poly::{Context, Expr, Set};
use std::cell::Cell;
use storage::{Aim, Attempt, Chosen, Floor, Objective, ParamSample, Problem, Strategy, choose};

/// An array in the parameter `N >= 4`, at N = 100.
fn problem(extents: &[Expr], innermost: &[bool], differences: &str) -> Problem {
    let ctx = Context::new();
    let read = |body: &str| Set::parse(&ctx, &format!("[N] -> {{ {body} }}")).unwrap();
    let names: Vec<String> = (0..extents.len()).map(|d| format!("x{d}")).collect();
    let inside = names.iter().zip(extents);
    let inside: Vec<String> = inside.map(|(x, e)| format!("0 <= {x} < {e}")).collect();
    Problem {
        half: read(differences),
        touched: read(&format!(
            "[{}] : {}",
            names.join(", "),
            inside.join(" and ")
        )),
        extents: extents.to_vec(),
        innermost: innermost.to_vec(),
        context: read(": N >= 4"),
        params: vec![ParamSample {
            name: "N".to_string(),
            value: 100,
        }],
        ctx,
    }
}

fn n() -> Expr {
    Expr::var("N")
}

fn chosen(problem: &Problem, objective: Objective) -> Chosen {
    choose(problem, &Strategy::ALL, &Aim::of(objective)).unwrap()
}

/// Checks the mapping that is chosen, or the refused one after `not`, or `none`.
fn check(problem: &Problem, objective: Objective, expected: &str) {
    let chosen = chosen(problem, objective);
    let text = match (chosen.choices.first(), &chosen.refused) {
        (Some(choice), None) => choice.mapping.to_string(),
        (None, Some(mapping)) => format!("not {mapping}"),
        (None, None) => "none".to_string(),
        (Some(_), Some(_)) => "both".to_string(),
    };
    assert_eq!(text, expected, "{}", objective.name());
}

/// `t[i]` is read for the last time two iterations later.
fn window(innermost: bool) -> Problem {
    problem(&[n()], &[innermost], "[d] : 1 <= d <= 2")
}

#[test]
fn a_window_in_an_innermost_loop() {
    let window = window(true);
    check(&window, Objective::Size, "(i0) mod (3)");
    check(&window, Objective::Balanced, "(i0) mod (3)");
    check(&window, Objective::Speed, "not (i0) mod (3)");
}

#[test]
fn a_window_in_an_outer_loop_is_raised_to_a_mask() {
    let window = window(false);
    check(&window, Objective::Size, "(i0) mod (3)");
    check(&window, Objective::Balanced, "(i0) mod (3)");
    check(&window, Objective::Speed, "(i0) mod (4)");
}

#[test]
fn a_raised_modulus_is_proved() {
    // A window of three has small differences, and 4.
    let gaps = problem(&[n()], &[false], "[d] : 1 <= d <= 2 or d = 4");
    check(&gaps, Objective::Balanced, "(i0) mod (5)");
    check(&gaps, Objective::Speed, "(i0) mod (8)");
    let chosen = chosen(&gaps, Objective::Size).choices.remove(0);
    assert_eq!(chosen.size, 3, "{}", chosen.mapping);
}

#[test]
fn half_of_an_array_is_worth_no_modulo_in_an_innermost_loop() {
    let delay = |innermost| problem(&[n() * 2], &[innermost], "[d] : 1 <= d < N");
    check(&delay(true), Objective::Size, "(i0) mod (N)");
    check(&delay(true), Objective::Balanced, "not (i0) mod (N)");
    check(&delay(true), Objective::Speed, "not (i0) mod (N)");
    for objective in Objective::ALL {
        check(&delay(false), objective, "(i0) mod (N)");
    }
}

#[test]
fn fewer_cells_or_cheaper_rows() {
    let blur = problem(
        &[n(), n()],
        &[false, true],
        "[y, x] : 0 <= y <= 1 and 0 < x < N or 1 <= y <= 2 and -N < x <= 0",
    );
    check(&blur, Objective::Size, "(2*i1 - i0) mod (2*N + 1)");
    check(&blur, Objective::Balanced, "(i0, i1) mod (3, N)");
    check(&blur, Objective::Speed, "(i0, i1) mod (4, N)");
    let choices = chosen(&blur, Objective::Size).choices;
    let balanced = choices.iter().map(|c| c.mapping.to_string());
    assert!(balanced.into_iter().any(|m| m == "(i0, i1) mod (3, N)"));
    assert!(choices.is_sorted_by_key(|choice| choice.size));
}

/// A grid of N by N for each of `count` steps; a step reads the neighbourhood of each cell in the
/// previous step.
fn steps(count: i64) -> Problem {
    problem(
        &[Expr::constant(count), n(), n()],
        &[false, false, true],
        "[0, i, j] : 0 < i < N and -N < j < N or i = 0 and 0 < j < N;
         [1, i, j] : -N < i < 1 and -N < j < N or i = 1 and -N < j < 1",
    )
}

#[test]
fn few_steps_get_no_second_grid() {
    // Two grids have 20,000 cells, ten sheared steps 11,800. To save a ninth, a mapping has at most
    // 17,777.
    let sheared = |count: i64| format!("(i1 - 2*i0, i2) mod (N + {}, N)", 2 * count - 2);
    check(&steps(10), Objective::Balanced, &sheared(10));
    check(&steps(10), Objective::Speed, &sheared(10));
    check(&steps(39), Objective::Balanced, &sheared(39));
    check(
        &steps(40),
        Objective::Balanced,
        "(i0, i1, i2) mod (2, N, N)",
    );
    let choices = chosen(&steps(10), Objective::Balanced).choices;
    let plainer = choices[1].mapping.to_string();
    assert_eq!(plainer, "(i0, i1, i2) mod (2, N, N)");
}

#[test]
fn a_few_cells_for_steps_of_one() {
    // Three rows of which the first two and the last two cells are not used.
    let rows = problem(
        &[n(), n()],
        &[false, true],
        "[y, x] : 0 <= y <= 2 and 0 < x < N - 4 or 1 <= y <= 3 and -(N - 4) < x <= 0",
    );
    check(&rows, Objective::Size, "(3*i1 - i0) mod (3*N - 11)");
    // One more than a multiple of the steps, before folding.
    let blur = problem(
        &[n(), n()],
        &[false, true],
        "[y, x] : 0 <= y <= 1 and 0 < x < N or 1 <= y <= 2 and -N < x <= 0",
    );
    check(&blur, Objective::Size, "(2*i1 - i0) mod (2*N + 1)");
}

#[test]
fn elements_alive_at_once_stay() {
    let all = problem(&[n()], &[true], "[d] : 0 < d < N");
    for objective in Objective::ALL {
        check(&all, objective, "none");
    }
}

/// A lower bound that counts its queries.
struct Counted {
    cells: i64,
    asked: Cell<usize>,
}

impl Floor for Counted {
    fn cells(&self) -> Option<i64> {
        self.asked.set(self.asked.get() + 1);
        Some(self.cells)
    }

    fn degree(&self) -> Option<usize> {
        None
    }
}

#[test]
fn the_search_ends_at_the_floor() {
    let window = window(true);
    for (cells, ends) in [(3, true), (2, false)] {
        let floor = Counted {
            cells,
            asked: Cell::new(0),
        };
        let aim = Aim {
            floor: &floor,
            ..Aim::of(Objective::Size)
        };
        let tried = choose(&window, &Strategy::ALL, &aim).unwrap().tried;
        assert_eq!(tried.len(), Strategy::ALL.len());
        let asked = tried
            .iter()
            .filter(|t| !matches!(t.attempt, Attempt::NotAsked));
        assert_eq!(asked.count() == 1, ends);
        assert!(floor.asked.get() > 0);
    }
}

#[test]
fn a_small_budget_keeps_the_first_mapping() {
    let window = window(true);
    let aim = Aim {
        operations: 1,
        ..Aim::of(Objective::Size)
    };
    let chosen = choose(&window, &Strategy::ALL, &aim).unwrap();
    assert_eq!(chosen.choices[0].size, 3);
}
