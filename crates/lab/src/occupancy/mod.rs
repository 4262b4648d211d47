//! Occupancy vectors by their definition, for random uniform dependences: a trial of the closed
//! form, of the subsumption of dependences, and of the lattices beside the projection along a
//! shortest vector.

mod reach;

use crate::rng::Rng;
use reach::{Dimensions, Known, Reach};
use storage::lattice::{Differences, smallest};
use storage::occupancy::{self, Band, Executions};

/// Entries of a dependence are no larger.
const LARGEST: i64 = 2;
/// Vectors are searched among those with entries up to this one.
const SEARCHED: i64 = 4;
/// For any execution, vectors and paths are longer.
const SEARCHED_ANY: i64 = 8;
/// Steps to find a lattice.
const PATIENCE: u64 = 50_000_000;

/// A set of dependences, the executions, and a box of elements.
#[derive(Clone, Debug)]
pub struct Case {
    /// The bands of time, from the outside inwards; `None` for any execution.
    bands: Option<Vec<Dimensions>>,
    /// The dependences, in time.
    pub vectors: Vec<Vec<i64>>,
    /// The extents of the array.
    pub extents: Vec<i64>,
}

/// What is known of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The shortest occupancy vector.
    pub shortest: Vec<i64>,
    /// Dependences that need not be considered.
    pub subsumed: usize,
    /// The cells of the projection along the vector.
    pub projected: i64,
    /// The cells of the best lattice.
    pub least: i64,
}

/// `sequential(1)`, `tilable(2)`, `position`, ... by widths; 0 is the position of a statement.
const ORDERS: [&[usize]; 12] = [
    &[2],
    &[3],
    &[1, 1],
    &[1, 1, 1],
    &[1, 2],
    &[2, 1],
    &[1, 0],
    &[2, 0],
    &[1, 1, 0],
    &[1, 0, 1],
    &[1, 2, 0],
    &[3, 0],
];

impl Case {
    /// The case of a seed; every eighth is about any execution of two loops.
    pub fn random(seed: u64) -> Self {
        let mut random = Rng::new(seed);
        let widths: &[usize] = ORDERS[(seed % ORDERS.len() as u64) as usize];
        let bands: Vec<Dimensions> = widths.iter().map(|w| dimensions(*w)).collect();
        let bands = (seed % 8 != 7).then_some(bands);
        let dims = match &bands {
            Some(bands) => bands.iter().map(|b| b.count).sum(),
            None => 2,
        };
        let mut case = Case {
            bands,
            vectors: Vec::new(),
            extents: Vec::new(),
        };
        let count = 1 + random.below(5) as usize;
        while case.vectors.len() < count {
            let vector: Vec<i64> = (0..dims)
                .map(|at| match case.is_position(at) {
                    true => random.between(-1, 1),
                    false => random.between(-LARGEST, LARGEST),
                })
                .collect();
            if case.is_later(&vector) {
                case.vectors.push(vector);
            }
        }
        let array = (0..dims).filter(|at| !case.is_position(*at)).count();
        let most = if array > 2 { 4 } else { 5 };
        case.extents = (0..array).map(|_| random.between(2, most)).collect();
        case
    }

    /// Whether a dependence is kept: it is not 0, and its first band that is not 0 has no negative
    /// entry. For any execution, its first entry decides.
    fn is_later(&self, vector: &[i64]) -> bool {
        let Some(bands) = &self.bands else {
            return vector > [0; 2].as_slice();
        };
        let mut rest = vector;
        for band in bands {
            let (part, inner) = rest.split_at(band.count);
            if part != vec![0; band.count] {
                return !part.iter().any(|x| *x < 0);
            }
            rest = inner;
        }
        false
    }

    fn is_position(&self, at: usize) -> bool {
        let bands = self.bands.iter().flatten();
        let mut kinds = bands.flat_map(|b| vec![b.is_position; b.count]);
        kinds.nth(at).unwrap_or(false)
    }

    /// The executions, as the engine reads them.
    pub fn executions(&self) -> Executions {
        let band = |b: &Dimensions| match b.is_position {
            true => Band::Position,
            false => Band::Loops(b.count),
        };
        match &self.bands {
            Some(bands) => Executions::Bands(bands.iter().map(band).collect()),
            None => Executions::Any,
        }
    }

    /// A vector of the array in time: 0 at positions.
    fn in_time(&self, vector: &[i64]) -> Vec<i64> {
        let mut entries = vector.iter();
        let dims = self.vectors[0].len();
        let entry = |at| match self.is_position(at) {
            true => 0,
            false => entries.next().copied().unwrap_or(0),
        };
        (0..dims).map(entry).collect()
    }
}

fn dimensions(width: usize) -> Dimensions {
    Dimensions {
        count: width.max(1),
        is_position: width == 0,
    }
}

/// The trials, with the searches that several of them use.
#[derive(Default)]
pub struct Trials(Known);

impl Trials {
    /// Compares the engine with the definition.
    ///
    /// # Errors
    /// The first difference between them.
    pub fn check(&mut self, case: &Case) -> Result<Found, String> {
        let radius = SEARCHED + LARGEST;
        let reach = match &case.bands {
            Some(bands) => self.0.of_bands(bands, radius).with(&case.vectors),
            None => Reach::origin(2, 2 * SEARCHED_ANY).with(&case.vectors),
        };
        let executions = case.executions();
        let shortest = checked_shortest(case, &executions, &reach)?;
        let relevant = occupancy::relevant(&case.vectors, &executions);
        same_without_subsumed(case, &relevant, &shortest, &reach)?;
        let projected = projected_cells(&shortest, &case.extents);
        let least = least_cells(case, &reach)?;
        if least > projected {
            return Err(format!("{least} cells, {projected} along {shortest:?}"));
        }
        let mut distinct = case.vectors.clone();
        distinct.sort();
        distinct.dedup();
        Ok(Found {
            shortest,
            subsumed: distinct.len() - relevant.len(),
            projected,
            least,
        })
    }
}

/// Whether the instance at this distance may overwrite the value.
fn is_valid(vector: &[i64], case: &Case, uses: &[Vec<i64>], reach: &Reach) -> Option<bool> {
    let vector = case.in_time(vector);
    let mut all = true;
    for used in uses {
        let rest: Vec<i64> = vector.iter().zip(used).map(|(v, u)| v - u).collect();
        all &= reach.contains(&rest)?;
    }
    Some(all)
}

/// The engine's vector, if it is valid and no valid one is shorter.
fn checked_shortest(
    case: &Case,
    executions: &Executions,
    reach: &Reach,
) -> Result<Vec<i64>, String> {
    let stated = occupancy::shortest(&case.vectors, executions).ok_or("no vector is stated")?;
    let valid = |v: &[i64]| is_valid(v, case, &case.vectors, reach);
    if valid(&stated) != Some(true) {
        return Err(format!("{stated:?} is not valid"));
    }
    match searched(case).into_iter().find(|v| valid(v) == Some(true)) {
        Some(found) if length(&found) == length(&stated) => Ok(stated),
        Some(found) => Err(format!("{stated:?} is stated, {found:?} is the shortest")),
        None => Err(format!("{stated:?} is stated, none was found")),
    }
}

/// All vectors of a box, the shortest first.
fn searched(case: &Case) -> Vec<Vec<i64>> {
    let most = if case.bands.is_some() {
        SEARCHED
    } else {
        SEARCHED_ANY
    };
    let mut all = vec![Vec::new()];
    for _ in &case.extents {
        let longer = |v: &Vec<i64>| {
            let v = v.clone();
            (-most..=most).map(move |x| [v.as_slice(), &[x]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.sort_by_key(|v| length(v));
    all
}

fn length(vector: &[i64]) -> i64 {
    vector.iter().map(|x| x.abs()).sum()
}

/// Checks that the same vectors are valid without the subsumed dependences.
fn same_without_subsumed(
    case: &Case,
    relevant: &[Vec<i64>],
    shortest: &[i64],
    reach: &Reach,
) -> Result<(), String> {
    let same = |v: &Vec<i64>| {
        is_valid(v, case, relevant, reach) == is_valid(v, case, &case.vectors, reach)
    };
    if let Some(vector) = searched(case).into_iter().find(|v| !same(v)) {
        return Err(format!("{vector:?} is valid for {relevant:?} alone"));
    }
    if case.bands.is_none() {
        // Fewer dependences allow more executions.
        return Ok(());
    }
    match occupancy::shortest(relevant, &case.executions()) {
        Some(again) if again == shortest => Ok(()),
        again => Err(format!(
            "{again:?} for {relevant:?} alone, not {shortest:?}"
        )),
    }
}

/// The cells of a modular mapping that projects a box along a vector: the range of the forms that
/// are 0 on it, and a modulo by the greatest common divisor of its entries.
fn projected_cells(vector: &[i64], extents: &[i64]) -> i64 {
    let all: i64 = extents.iter().product();
    let divisor = vector.iter().fold(0, |a, b| gcd(a, b.abs())).max(1);
    let direction: Vec<i64> = vector.iter().map(|x| x / divisor).collect();
    let along = |axis: usize| -> i64 {
        let ranges = (0..extents.len()).filter(|d| *d != axis);
        ranges
            .map(|d| (extents[d] - 1) + direction[d].abs() * (extents[axis] - 1) + 1)
            .product()
    };
    let axes = (0..extents.len()).filter(|axis| direction[*axis].abs() == 1);
    let mut sizes: Vec<i64> = axes.map(|axis| divisor * along(axis)).collect();
    if let ([a, b], [n, m]) = (direction.as_slice(), extents) {
        sizes.push(divisor * (b.abs() * (n - 1) + a.abs() * (m - 1) + 1));
    }
    sizes.into_iter().fold(all, i64::min)
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The cells of the best lattice for the conflicts in the box.
fn least_cells(case: &Case, reach: &Reach) -> Result<i64, String> {
    let valid = |v: &[i64]| is_valid(v, case, &case.vectors, reach);
    let mut differences = vec![Vec::new()];
    for extent in &case.extents {
        let longer = |v: &Vec<i64>| {
            let v = v.clone();
            (1 - extent..*extent).map(move |x| [v.as_slice(), &[x]].concat())
        };
        differences = differences.iter().flat_map(longer).collect();
    }
    let back = |d: &[i64]| -> Vec<i64> { d.iter().map(|x| -x).collect() };
    let conflict = |d: &Vec<i64>| valid(d) == Some(false) && valid(&back(d)) == Some(false);
    differences.retain(|d| d.iter().any(|x| *x != 0) && conflict(d));
    let all = case.extents.iter().product();
    let set = Differences::new(case.extents.len(), differences);
    let found = smallest(&set, all, 1, PATIENCE);
    let first = found.first().ok_or("no lattice was found")?;
    Ok(first.determinant())
}
