//! Folds of a file under tiling: each array is folded for tilable loops, and its accesses are
//! executed in tiles of many sizes and in many orders of the tiles, on the folded storage. The fold
//! for the order of the program is executed in the same tiles.

use crate::brute::{BruteError, Clash, Tiled, Tiling};
use crate::rng::Rng;
use front::{Candidate, Region};
use pleat::{Options, Outcome};
use scop::{ArrayId, Order, Scop};
use source::{Flags, SourceFile, Unit};
use std::path::Path;
use storage::{Choice, Mapping, Objective};

/// The number of tilings of each array, at least.
pub const TILINGS: usize = 36;
/// Parameter values that are tried, until one allows an execution that is not too long.
const VALUES: [i64; 8] = [9, 7, 6, 11, 5, 4, 13, 3];
/// Operations to find the loops that may be tiled.
const BUDGET: u64 = 3_000_000;
/// With fewer instances tiles say little.
const LEAST_STEPS: usize = 8;

/// One array that is folded for tilable loops.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The name of the array.
    pub array: String,
    /// The cells at the parameter values of the executions.
    pub cells: i64,
    /// The cells of the fold for the order of the program, if there is one.
    pub sequential_cells: Option<i64>,
    /// The number of executions.
    pub executions: usize,
    /// The first wrong value of the fold, with its tiling; must be `None`.
    pub wrong: Option<(Tiling, Clash)>,
    /// The first wrong value of the fold for the order of the program.
    pub sequential_wrong: Option<(Tiling, Clash)>,
}

/// The trials of all arrays of a file, on a thread with the stack that the parser needs.
///
/// # Errors
/// The file cannot be read.
pub fn of_file(path: &Path) -> Result<Vec<Trial>, String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(pleat::STACK_BYTES);
        let worker = thread.spawn_scoped(scope, || of_file_here(path));
        let result = worker.map_err(|e| e.to_string())?.join();
        result.unwrap_or_else(|_| Err(format!("{}: the trial panicked", path.display())))
    })
}

fn of_file_here(path: &Path) -> Result<Vec<Trial>, String> {
    let unit = read(path)?;
    let extraction = front::extract(&unit, &pleat::front_options(&unit));
    let mut trials = Vec::new();
    for mut region in extraction.regions {
        region.scop.ctx.start_budget(BUDGET);
        for scop in std::iter::once(&mut region.scop).chain(&mut region.narrowed) {
            // Beyond the budget, only stated bands are marked.
            let _ = lifetime::mark_bands(scop);
        }
        let candidates = region.candidates.iter();
        trials.extend(candidates.filter_map(|c| of_candidate(&region, c)));
    }
    Ok(trials)
}

/// The file, with macros that access arrays written out.
fn read(path: &Path) -> Result<Unit, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let path = path.canonicalize().map_err(|e| failed(&e))?;
    let bytes = std::fs::read(&path).map_err(|e| failed(&e))?;
    let mut flags = Flags::default();
    if let Some(folder) = path.parent() {
        flags.args.push(format!("-I{}", folder.display()));
    }
    let file = SourceFile::new(path.clone(), bytes);
    let unit = source::preprocess(file, &flags).map_err(|e| failed(&e))?;
    let syntax = front::Syntax::of(&unit);
    let options = pleat::front_options(&unit);
    let program = front::Program::new(&unit, &syntax, &options);
    let written_out = source::write_out(&unit, &program.arrays_in_macros(), &flags);
    Ok(match written_out {
        Some(written_out) => written_out.unit,
        None => unit,
    })
}

/// The trial of one candidate; `None` if its loops are not tilable, if it is not folded, or if no
/// execution is short enough.
fn of_candidate(region: &Region, candidate: &Candidate) -> Option<Trial> {
    let scop = region.scop_of(candidate);
    let array = candidate.array;
    let in_band = |a: &scop::Access| !scop.statement(a.statement).tilable.is_empty();
    scop.accesses_to(array).any(in_band).then_some(())?;
    let tilable = choice(region, candidate, Order::Tilable)?;
    let sequential = choice(region, candidate, Order::Sequential);
    let (tiled, params) = execution(scop, array, &tilable, sequential.as_ref())?;
    let tilings = tilings(array.0.into());
    let first_wrong = |choice: &Choice| {
        let rows = rows(&choice.mapping, &params)?;
        let mut tried = tilings.iter();
        tried.find_map(|tiling| {
            let result = tiled.run(&|x: &[i64]| cell(&rows, x), tiling);
            result.err().map(|clash| (tiling.clone(), clash))
        })
    };
    Some(Trial {
        array: candidate.spelling.clone(),
        cells: cells(&tilable.mapping, &params)?,
        sequential_cells: sequential.as_ref().and_then(|s| cells(&s.mapping, &params)),
        executions: tilings.len(),
        wrong: first_wrong(&tilable),
        sequential_wrong: sequential.as_ref().and_then(first_wrong),
    })
}

/// The smallest fold for an order.
fn choice(region: &Region, candidate: &Candidate, order: Order) -> Option<Choice> {
    let options = Options {
        order: Some(order),
        objective: Objective::Size,
        ..Options::default()
    };
    match pleat::decide(region, candidate, &options).outcome {
        Outcome::Folded(choice) => Some(choice),
        Outcome::Kept(_) => None,
    }
}

type Values = Vec<(String, i64)>;

/// The accesses at parameter values at which both folds are proved, if any are short enough.
fn execution<'s>(
    scop: &'s Scop,
    array: ArrayId,
    tilable: &Choice,
    sequential: Option<&Choice>,
) -> Option<(Tiled<'s>, Values)> {
    let at = |value: i64| -> Values {
        let names = scop.params.iter().enumerate();
        names
            .map(|(k, p)| (p.name.clone(), value + k as i64))
            .collect()
    };
    VALUES.iter().find_map(|value| {
        let params = at(*value);
        let lookup = |name: &str| params.iter().find(|(n, _)| n == name).map(|(_, v)| *v);
        let proved = |choice: &Choice| choice.assumptions.iter().all(|a| a.holds(&lookup));
        if !proved(tilable) || !sequential.is_none_or(proved) {
            return None;
        }
        scop.ctx.start_budget(BUDGET);
        let tiled: Result<Tiled<'_>, BruteError> = Tiled::new(scop, array, &params);
        let tiled = tiled.ok().filter(|tiled| tiled.steps() >= LEAST_STEPS)?;
        Some((tiled, params))
    })
}

/// Sizes of tiles: 1, primes, more than the whole domain, rectangles, and random ones.
fn tilings(seed: u64) -> Vec<Tiling> {
    const LARGE: i64 = 1 << 20;
    let mut sizes: Vec<Vec<i64>> = [1, 2, 3, 5, 7, 11, LARGE].map(|size| vec![size]).to_vec();
    for pair in [
        [1, LARGE],
        [LARGE, 1],
        [1, 2],
        [2, 1],
        [2, 3],
        [3, 2],
        [5, 2],
        [2, 7],
        [4, 4],
    ] {
        sizes.push(pair.to_vec());
    }
    for triple in [[1, 2, 3], [3, 1, 2], [LARGE, 2, 1], [1, 1, LARGE]] {
        sizes.push(triple.to_vec());
    }
    let mut random = Rng::new(seed);
    while sizes.len() < TILINGS {
        sizes.push((0..3).map(|_| random.between(1, 6)).collect());
    }
    let orders = sizes.into_iter().flat_map(|sizes| {
        [0, 1].map(|odd| Tiling {
            sizes: sizes.clone(),
            seed: 2 * random.below(1 << 20) + odd,
        })
    });
    orders.collect()
}

/// Coefficients and modulus of each row.
type Rows = Vec<(Vec<i64>, i64)>;

fn rows(mapping: &Mapping, params: &Values) -> Option<Rows> {
    let value = |name: &str| params.iter().find(|(n, _)| n == name).map(|(_, v)| *v);
    mapping.rows.iter().map(|row| row.at(&value)).collect()
}

fn cells(mapping: &Mapping, params: &Values) -> Option<i64> {
    Some(
        rows(mapping, params)?
            .iter()
            .map(|(_, modulus)| modulus)
            .product(),
    )
}

fn cell(rows: &Rows, element: &[i64]) -> Vec<i64> {
    let index = |(form, modulus): &(Vec<i64>, i64)| {
        let sum: i64 = form.iter().zip(element).map(|(c, x)| c * x).sum();
        sum.rem_euclid(*modulus)
    };
    rows.iter().map(index).collect()
}
