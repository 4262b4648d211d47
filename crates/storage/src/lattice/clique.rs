//! Elements that all conflict with each other: as many cells are needed in any mapping.

use super::Differences;

/// A set with more vectors is not tried in every direction.
const MANY: usize = 20_000;
/// Comparisons in one direction; what was found until then is a bound as well.
const MOST_COMPARISONS: usize = 50_000_000;
/// Places of the box around all vectors; in a larger one there is only the bound 1.
const MOST_PLACES: i64 = 1 << 26;

/// The size of a set of elements that pairwise conflict, found greedily from several corners: a lower bound of
/// every admissible determinant.
pub(super) fn lower_bound(differences: &Differences) -> i64 {
    let Some(grid) = Grid::new(differences) else {
        return 1;
    };
    let mut both: Vec<Vec<i64>> = differences.iter().collect();
    both.extend(differences.iter().map(|v| v.iter().map(|x| -x).collect()));
    let dims = differences.dims();
    let corners = if both.len() > MANY {
        1
    } else {
        1_u32 << dims.min(4)
    };
    let of = |corner: u32| {
        let turned = |v: &Vec<i64>| -> Vec<i64> {
            let signs = (0..dims).map(|k| if corner >> k & 1 == 1 { -1 } else { 1 });
            v.iter().zip(signs).map(|(x, sign)| x * sign).collect()
        };
        let mut order: Vec<(i64, Vec<i64>, &Vec<i64>)> = both
            .iter()
            .map(|v| {
                let turned = turned(v);
                (turned.iter().filter(|x| **x < 0).count() as i64, turned, v)
            })
            .collect();
        order.sort_unstable();
        greedy(&grid, order.iter().map(|(_, _, v)| v.as_slice()))
    };
    (0..corners).map(of).max().unwrap_or(1)
}

/// Takes each vector that conflicts with all those taken before, 0 among them.
fn greedy<'v>(grid: &Grid, vectors: impl Iterator<Item = &'v [i64]>) -> i64 {
    let mut taken: Vec<&[i64]> = Vec::new();
    let mut comparisons = 0;
    for vector in vectors {
        comparisons += taken.len();
        if comparisons > MOST_COMPARISONS {
            break;
        }
        if taken.iter().all(|other| grid.differ(vector, other)) {
            taken.push(vector);
        }
    }
    1 + taken.len() as i64
}

/// Which vectors are differences, by their place in the box around all.
struct Grid {
    reach: Vec<i64>,
    inside: Vec<bool>,
}

impl Grid {
    fn new(differences: &Differences) -> Option<Self> {
        let reach: Vec<i64> = (0..differences.dims())
            .map(|k| differences.reach(k))
            .collect();
        let places = |size: i64, r: &i64| size.checked_mul(r.checked_mul(2)? + 1);
        let size = reach.iter().try_fold(1, places)?;
        if size > MOST_PLACES {
            return None;
        }
        let mut grid = Grid {
            reach,
            inside: vec![false; usize::try_from(size).unwrap_or(0)],
        };
        for vector in differences.iter() {
            let negative: Vec<i64> = vector.iter().map(|x| -x).collect();
            for v in [vector, negative] {
                if let Some(place) = grid.place(v.iter().copied()) {
                    grid.inside[place] = true;
                }
            }
        }
        Some(grid)
    }

    fn place(&self, vector: impl Iterator<Item = i64>) -> Option<usize> {
        let mut place = 0;
        for (x, reach) in vector.zip(&self.reach) {
            if x.abs() > *reach {
                return None;
            }
            place = place * (2 * reach + 1) + x + reach;
        }
        usize::try_from(place).ok()
    }

    fn differ(&self, x: &[i64], y: &[i64]) -> bool {
        let place = self.place(x.iter().zip(y).map(|(x, y)| x - y));
        place.is_some_and(|place| self.inside[place])
    }
}
