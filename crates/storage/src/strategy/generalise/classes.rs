//! Classes of parameter values with one residue each: the forms that the least lattices of a class
//! share.

use super::bases;
use super::lattices::{fitting, least_lattices};
use super::samples::{Sample, samples};
use crate::classes::Class;
use crate::lattice::Lattice;
use crate::strategy::proposals::Split;
use crate::{Mapping, Problem, Row};
use poly::{PolyError, Result};

/// Largest divisor of the parameter.
const LARGEST_MODULUS: i64 = 3;
/// Degree of the polynomials that are sought for each class; one more point is examined to confirm
/// them.
const DEGREE: usize = 2;
/// With more differences at the first point there would be too many at the last.
const MOST_DIFFERENCES: usize = 100;
/// Fewer samples confirm nothing: affine functions fit them all.
const LEAST_SAMPLES: usize = 3;

/// The rows of bases that the known least lattices share; if these have none for all parameter
/// values, rows for each class. The problem has only parameters that the differences depend on.
pub(super) fn propose(
    problem: &Problem,
    samples: &[Sample],
    least: &[Vec<Lattice>],
) -> Result<(Vec<Vec<Row>>, Vec<Split>)> {
    if problem.params.len() != 1 {
        return Ok(Default::default());
    }
    let all = samples.iter().zip(least);
    let known = all.filter(|(_, lattices)| !lattices.is_empty());
    let (samples, least): (Vec<Sample>, Vec<Vec<Lattice>>) =
        known.map(|(s, l)| (s.clone(), l.clone())).unzip();
    if samples.len() < LEAST_SAMPLES {
        return Ok(Default::default());
    }
    let bases = bases::shared(&samples, &least);
    let rows = |class: Option<&Class>, samples: &[Sample]| -> Vec<Vec<Row>> {
        let rows = bases.iter().map(|basis| bases::rows(basis, class, samples));
        rows.flatten().collect()
    };
    let whole = rows(None, &samples);
    if !whole.is_empty() {
        return Ok((whole, Vec::new()));
    }
    for modulus in 2..=LARGEST_MODULUS {
        let split = of_classes(problem, modulus, &samples, &least, |class, own, _| {
            rows(Some(class), own)
        });
        if let Some(split) = split {
            return Ok((Vec::new(), vec![split]));
        }
    }
    Ok((Vec::new(), of_more_samples(problem, &samples)?))
}

/// The first split in which each class has its own forms, with as many samples as that needs.
fn of_more_samples(problem: &Problem, first: &[Sample]) -> Result<Vec<Split>> {
    let is_small = |s: &Sample| s.differences.count() <= MOST_DIFFERENCES;
    if !first.first().is_some_and(is_small) {
        return Ok(Vec::new());
    }
    for modulus in 2..=LARGEST_MODULUS {
        let count = (DEGREE + 2) * modulus as usize;
        let samples = match samples(problem, count) {
            Err(PolyError::Budget) => return Ok(Vec::new()),
            samples => samples?,
        };
        let least = least_lattices(problem, &samples);
        let split = of_classes(problem, modulus, &samples, &least, |class, own, least| {
            fitting(&[class.quotient()], own, least)
        });
        if let Some(split) = split {
            return Ok(vec![split]);
        }
    }
    Ok(Vec::new())
}

/// The rows for each class of a modulus, if every class with samples has rows.
fn of_classes(
    problem: &Problem,
    modulus: i64,
    samples: &[Sample],
    least: &[Vec<Lattice>],
    rows: impl Fn(&Class, &[Sample], &[Vec<Lattice>]) -> Vec<Vec<Row>>,
) -> Option<Split> {
    let dims = problem.dims();
    let mapping = |rows: Vec<Row>| Mapping { rows, dims };
    let classes = { problem.params.iter() }.flat_map(|param| Class::all(&param.name, modulus));
    let proposals = classes.map(|class| {
        let (own, least) = of_class(&class, samples, least);
        let rows = rows(&class, &own, &least);
        let proposals: Vec<Mapping> = rows.into_iter().map(mapping).collect();
        (own.is_empty() || !proposals.is_empty()).then_some((class, proposals))
    });
    proposals.collect()
}

/// The samples of a class in terms of the quotient, with their lattices.
fn of_class(
    class: &Class,
    samples: &[Sample],
    lattices: &[Vec<Lattice>],
) -> (Vec<Sample>, Vec<Vec<Lattice>>) {
    let own = samples.iter().zip(lattices).filter_map(|(sample, own)| {
        let [(_, value)] = sample.point.as_slice() else {
            return None;
        };
        let sample = || Sample {
            point: vec![(class.quotient(), value.div_euclid(class.modulus))],
            differences: sample.differences.clone(),
        };
        { class.contains(*value) }.then(|| (sample(), own.clone()))
    });
    own.unzip()
}
