//! A set of elements that pairwise conflict: any mapping needs a cell for each.

use super::Differences;

/// Comparisons in all orders together; the largest set found until then is a bound as well.
const MOST_COMPARISONS: u64 = 20_000_000;
/// Largest size of the box around all differences of two vectors; in a larger one the bound is 1.
const MOST_PLACES: i64 = 1 << 26;

/// A lower bound of every admissible determinant: the size of a set of pairwise conflicting
/// elements, found greedily around a centre, then from several corners.
pub(super) fn lower_bound(differences: &Differences) -> i64 {
    let Some(grid) = Grid::new(differences) else {
        return 1;
    };
    let mut both: Vec<Vec<i64>> = differences.iter().collect();
    both.extend(differences.iter().map(|v| v.iter().map(|x| -x).collect()));
    let mut comparisons = MOST_COMPARISONS;
    let mut most = 1;
    for order in 0..=1_u32 << differences.dims().min(4) {
        match order.checked_sub(1) {
            None => both.sort_by_cached_key(|v| (remoteness(differences, v), v.clone())),
            Some(corner) => both.sort_by_cached_key(|v| seen_from(corner, v)),
        }
        let places: Vec<i64> = both.iter().map(|v| grid.place(v)).collect();
        most = most.max(grid.greedy(&places, &mut comparisons));
    }
    most
}

/// The square of the distance from 0, each coordinate in units of its largest value.
fn remoteness(differences: &Differences, vector: &[i64]) -> i128 {
    let reach = |k: usize| i128::from(differences.reach(k).max(1));
    let all: i128 = (0..vector.len()).map(reach).product();
    let part = |(k, x): (usize, &i64)| i128::from(*x) * all / reach(k);
    vector.iter().enumerate().map(part).map(|x| x * x).sum()
}

/// The number of coordinates on the far side of a corner, and the vector in coordinates that grow
/// away from it.
fn seen_from(corner: u32, vector: &[i64]) -> (usize, Vec<i64>) {
    let turn = |(k, x): (usize, &i64)| if corner >> k & 1 == 1 { -x } else { *x };
    let turned: Vec<i64> = vector.iter().enumerate().map(turn).collect();
    (turned.iter().filter(|x| **x < 0).count(), turned)
}

/// The set of differences as a table over the box around all differences of two vectors.
struct Grid {
    /// The distance of neighbours in each coordinate.
    strides: Vec<i64>,
    /// The position of 0.
    centre: i64,
    inside: Vec<bool>,
}

impl Grid {
    fn new(differences: &Differences) -> Option<Self> {
        let mut strides = Vec::new();
        let mut size: i64 = 1;
        for k in 0..differences.dims() {
            strides.push(size);
            size = size.checked_mul(differences.reach(k).checked_mul(4)? + 1)?;
            if size > MOST_PLACES {
                return None;
            }
        }
        let mut grid = Grid {
            strides,
            centre: size / 2,
            inside: vec![false; usize::try_from(size).ok()?],
        };
        for vector in differences.iter() {
            let place = grid.place(&vector);
            for place in [grid.centre + place, grid.centre - place] {
                *grid.inside.get_mut(usize::try_from(place).ok()?)? = true;
            }
        }
        Some(grid)
    }

    /// The position of a vector, relative to that of 0.
    fn place(&self, vector: &[i64]) -> i64 {
        self.strides.iter().zip(vector).map(|(s, x)| s * x).sum()
    }

    /// Counts the vectors taken, 0 included: each that conflicts with all those taken before it.
    fn greedy(&self, places: &[i64], comparisons: &mut u64) -> i64 {
        let mut taken: Vec<i64> = Vec::new();
        for place in places {
            let Some(left) = comparisons.checked_sub(taken.len() as u64) else {
                break;
            };
            *comparisons = left;
            let shifted = self.centre + place;
            if taken
                .iter()
                .all(|other| self.inside[(shifted - other) as usize])
            {
                taken.push(*place);
            }
        }
        1 + taken.len() as i64
    }
}
