//! Reachability in time, by search: which instances are executed after another one in every
//! execution of a kind. Shares nothing with the closed form.

use std::collections::BTreeMap;

/// Neighbouring dimensions of time that may be exchanged: loops of one tilable band, a sequential
/// loop, or the position of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Dimensions {
    /// How many.
    pub(super) count: usize,
    /// Whether this is the position of a statement.
    pub(super) is_position: bool,
}

/// Points around the origin.
#[derive(Clone, Debug)]
struct Grid {
    radii: Vec<i64>,
}

impl Grid {
    fn size(&self) -> usize {
        let sides = self.radii.iter().map(|r| 2 * r + 1);
        sides.product::<i64>() as usize
    }

    fn index(&self, point: &[i64]) -> Option<usize> {
        let mut index = 0;
        for (x, radius) in point.iter().zip(&self.radii) {
            if x.abs() > *radius {
                return None;
            }
            index = index * (2 * radius + 1) + x + radius;
        }
        Some(index as usize)
    }

    fn point(&self, index: usize) -> Vec<i64> {
        let mut left = index as i64;
        let mut point = vec![0; self.radii.len()];
        for (x, radius) in point.iter_mut().zip(&self.radii).rev() {
            *x = left % (2 * radius + 1) - radius;
            left /= 2 * radius + 1;
        }
        point
    }
}

/// The points that paths of dependences lead to.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    grid: Grid,
    reached: Vec<bool>,
    dummies: Vec<Vec<i64>>,
}

/// A position is one of these many before and after.
const POSITIONS: i64 = 2;

impl Reach {
    /// Only the origin: executions that keep nothing but the dependences.
    pub(super) fn origin(dims: usize, radius: i64) -> Self {
        let radii = vec![radius; dims];
        Reach::by(Grid { radii }, Vec::new())
    }

    /// What the dummy dependences of bands reach: one step of a loop, with anything in the bands
    /// inside of it.
    pub(super) fn of_bands(bands: &[Dimensions], radius: i64) -> Self {
        let radius_of = |band: &Dimensions| if band.is_position { POSITIONS } else { radius };
        let radii = bands.iter().flat_map(|b| vec![radius_of(b); b.count]);
        let grid = Grid {
            radii: radii.collect(),
        };
        let mut dummies = Vec::new();
        let mut inside = 0;
        for band in bands {
            let first = inside;
            inside += band.count;
            for at in first..inside {
                let mut step = vec![0; inside];
                step[at] = 1;
                dummies.extend(with_anything(step, &grid.radii[inside..]));
            }
        }
        Reach::by(grid, dummies)
    }

    fn by(grid: Grid, dummies: Vec<Vec<i64>>) -> Self {
        let mut reach = Reach {
            reached: vec![false; grid.size()],
            grid,
            dummies,
        };
        let origin = vec![0; reach.grid.radii.len()];
        let start = reach.grid.index(&origin).into_iter().collect();
        let dummies = reach.dummies.clone();
        reach.follow(start, &dummies);
        reach
    }

    /// What paths that use these dependences too reach.
    pub(super) fn with(&self, dependences: &[Vec<i64>]) -> Self {
        let mut longer = self.clone();
        let known = (0..self.reached.len()).filter(|at| self.reached[*at]);
        let next: Vec<usize> = known
            .flat_map(|at| dependences.iter().map(move |d| (at, d)))
            .filter_map(|(at, d)| self.grid.index(&sum(&self.grid.point(at), d)))
            .collect();
        longer.follow(next, &[self.dummies.as_slice(), dependences].concat());
        longer
    }

    fn follow(&mut self, mut open: Vec<usize>, steps: &[Vec<i64>]) {
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut self.reached[at], true) {
                continue;
            }
            let point = self.grid.point(at);
            let next = steps
                .iter()
                .filter_map(|s| self.grid.index(&sum(&point, s)));
            open.extend(next.filter(|next| !self.reached[*next]));
        }
    }

    /// Whether an instance at this distance is the same or always executed later; `None` outside of
    /// the searched points.
    pub(super) fn contains(&self, distance: &[i64]) -> Option<bool> {
        Some(self.reached[self.grid.index(distance)?])
    }
}

/// The vector continued by every vector with these radii.
fn with_anything(start: Vec<i64>, radii: &[i64]) -> Vec<Vec<i64>> {
    radii.iter().fold(vec![start], |all, radius| {
        let longer = |v: &Vec<i64>| {
            let v = v.clone();
            (-radius..=*radius).map(move |x| [v.as_slice(), &[x]].concat())
        };
        all.iter().flat_map(longer).collect()
    })
}

fn sum(a: &[i64], b: &[i64]) -> Vec<i64> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

/// Searches that are used again.
#[derive(Default)]
pub(super) struct Known(BTreeMap<(Vec<Dimensions>, i64), Reach>);

impl Known {
    /// What the dummy dependences of bands reach.
    pub(super) fn of_bands(&mut self, bands: &[Dimensions], radius: i64) -> &Reach {
        let found = self.0.entry((bands.to_vec(), radius));
        found.or_insert_with(|| Reach::of_bands(bands, radius))
    }
}
