//! Functions as systems of recurrence equations, for passes that move loops or arrays, and the
//! values of sizes in them.

mod sizes;

pub(crate) use sizes::Sizes;

use affine::{Fixed, Learnt, Naming, Whole};
use front::MOST_RADIUS;
use poly::{Allowance, Context, all};

/// Sizes from which on borders of images do not meet.
const USUAL: i64 = 4;

/// The ways to a system, the best first: whether factors of products become parameters, and whether
/// no statement is executed by its text alone.
const WAYS: [(bool, bool); 4] = [(false, true), (true, true), (false, false), (true, false)];

/// The system of a function; some macros are taken at their value, and factors of
/// products become parameters if that is necessary. All ways together, and what is asked of the
/// system, take what is allowed.
pub(crate) fn system(
    program: &program::Program,
    function: &str,
    fixed: &Fixed,
    allowance: &Allowance,
) -> Result<Whole, affine::Unknown> {
    let learnt = Learnt::default();
    let by = |(names_factors, is_exact)| {
        let ctx = Context::within(allowance);
        let naming = Naming {
            fixed: fixed.clone(),
            names_factors,
            is_exact,
            learnt: learnt.clone(),
            ..Naming::default()
        };
        affine::system(program, function, &naming, &ctx)
    };
    // What only lacks a larger size is understood with it.
    let may_try = |unknown: &affine::Unknown, way: (bool, bool)| {
        allowance.left() > 0 && (unknown.lacks.is_none() || way.1)
    };
    first_of_ways(by, may_try, |whole| !whole.leaves_rows())
}

/// The result of the first way that has one, else the first reason; goes on to a way only where
/// the reason so far lets it, and behind a result with rows that are not understood.
pub(crate) fn first_of_ways<T, E>(
    by: impl Fn((bool, bool)) -> Result<T, E>,
    may_try: impl Fn(&E, (bool, bool)) -> bool,
    has_rows: impl Fn(&T) -> bool,
) -> Result<T, E> {
    let [first, others @ ..] = WAYS;
    let mut found = by(first);
    for way in others {
        match &found {
            Err(why) if may_try(why, way) => found = by(way).or(found),
            Ok(result) if !has_rows(result) => {
                if let Ok(other) = by(way)
                    && has_rows(&other)
                {
                    found = Ok(other);
                }
            }
            _ => break,
        }
    }
    found
}

/// The same with macros as parameters if possible, else those that look like a radius at their
/// value, else all of them; each way takes so many elementary set operations.
pub(crate) fn most_general(
    program: &program::Program,
    function: &str,
    operations: u64,
) -> Result<Whole, affine::Unknown> {
    let by = |fixed: &Fixed| {
        let allowance = Allowance::new(operations);
        system(program, function, fixed, &allowance)
    };
    let has_macros = |fixed: &Fixed| program.macros.iter().any(|m| fixed.contains(m));
    by(&Fixed::None).or_else(|why| {
        let fixed = [Fixed::UpTo(MOST_RADIUS), Fixed::ALL];
        let fixed = fixed.into_iter().filter(has_macros);
        let mut found = fixed.filter_map(|fixed| by(&fixed).ok());
        found.next().ok_or(why)
    })
}

/// Leaves out parameter values below [`USUAL`], at which borders meet, if there are others.
pub(crate) fn without_tiny_sizes(whole: &mut Whole) {
    let scop = &mut whole.system.scop;
    let bounds = scop.params.iter().map(|p| format!("{} >= {USUAL}", p.name));
    let usual = scop.params_where(&all(bounds));
    let usual = usual.and_then(|set| set.intersect(&scop.context));
    if let Ok(usual) = usual
        && usual.is_empty().is_ok_and(|empty| !empty)
    {
        scop.context = usual;
    }
}
