//! Occupancy vectors of uniform dependences: the distance at which one instance may overwrite the
//! value of another, in every execution of a kind (Strout, Carter, Ferrante, Simon 1998; Yuki,
//! Rajopadhye: Memory allocations for tiled uniform dependence programs, section 4).
//!
//! A dependence is the vector from the instance that stores a value to one that reads it. The
//! instance at `z + v` may overwrite the value of `z` if it equals each `z + u` or is executed
//! after it; reads are before writes.

mod closed_form;
mod conflicts;
mod executions;
mod subsumption;
mod universal;

pub use conflicts::conflicts;
pub use executions::{Band, Executions};
pub use subsumption::relevant;

/// A shortest occupancy vector by the Manhattan norm, in the dimensions of the array; `None` if
/// there are no dependences, if these executions do not keep one of them, or if no instance of the
/// statement is executed after all uses.
///
/// For bands it has a closed form, for any execution an integer program finds it.
pub fn shortest(vectors: &[Vec<i64>], executions: &Executions) -> Option<Vec<i64>> {
    let dims = vectors.first()?.len();
    let is_vector = |v: &Vec<i64>| v.len() == dims && v.iter().any(|x| *x != 0);
    if !vectors.iter().all(is_vector) || !executions.keep(vectors) {
        return None;
    }
    match executions {
        Executions::Bands(bands) => {
            let uses: Vec<&[i64]> = vectors.iter().map(Vec::as_slice).collect();
            let vector = closed_form::shortest(&uses, bands)?;
            Some(executions.in_array(&vector))
        }
        Executions::Any => universal::shortest(vectors),
    }
}

#[cfg(test)]
mod tests {
    use super::executions::is_after;
    use super::*;
    use crate::numbers::manhattan;
    use poly::{Context, Expr};

    /// All vectors of a box, the shortest first.
    fn by_length(dims: usize, most: i64) -> Vec<Vec<i64>> {
        let mut all = crate::numbers::vectors_within(&vec![most; dims]);
        all.sort_by_key(|v| manhattan(v));
        all
    }

    fn minus(a: &[i64], b: &[i64]) -> Vec<i64> {
        a.iter().zip(b).map(|(a, b)| a - b).collect()
    }

    /// Sums of dependences by enumeration; all dependences must have a positive sum of entries.
    fn is_sum(vector: &[i64], vectors: &[Vec<i64>]) -> bool {
        if vector.iter().all(|x| *x == 0) {
            return true;
        }
        let left = vector.iter().sum::<i64>() > 0;
        left && vectors.iter().any(|d| is_sum(&minus(vector, d), vectors))
    }

    fn paper() -> Vec<Vec<i64>> {
        vec![vec![2, 0], vec![2, 1], vec![1, 2], vec![0, 2]]
    }

    /// Figures 1 and 2.
    #[test]
    fn the_example_of_the_paper() {
        let star = vec![vec![1, 1], vec![1, -1], vec![1, 0]];
        assert_eq!(
            shortest(&paper(), &Executions::tilable(2)),
            Some(vec![2, 2])
        );
        let universal = shortest(&paper(), &Executions::Any).unwrap();
        let valid = |v: &[i64]| paper().iter().all(|u| is_sum(&minus(v, u), &paper()));
        assert!(valid(&universal));
        let least = by_length(2, 8).into_iter().find(|v| valid(v)).unwrap();
        assert_eq!(manhattan(&universal), manhattan(&least));
        // Twice as long as for tilings; all four matter, and their sum is (5, 5).
        assert_eq!(manhattan(&universal), 8);
        assert_eq!(relevant(&paper(), &Executions::Any).len(), 4);
        assert_eq!(shortest(&star, &Executions::Any), Some(vec![2, 0]));
    }

    #[test]
    fn dependences_in_a_circle() {
        let check = |vectors: &[[i64; 2]], expected: Option<Vec<i64>>| {
            let vectors: Vec<Vec<i64>> = vectors.iter().map(|v| v.to_vec()).collect();
            assert_eq!(
                shortest(&vectors, &Executions::Any),
                expected,
                "{vectors:?}"
            );
        };
        check(&[[1, 0], [-1, 0], [0, 1]], None);
        check(&[[1, 2], [-2, 1], [1, -3]], None);
        check(&[[-1, 0], [0, 1]], Some(vec![-1, 1]));
    }

    /// A difference of elements with 0 for each position of the statement.
    fn in_time(difference: &[i64], bands: &[Band]) -> Vec<i64> {
        let mut rest = difference;
        let mut time = Vec::new();
        for band in bands {
            match band {
                Band::Position => time.push(0),
                Band::Loops(width) => {
                    let (part, inner) = rest.split_at(*width);
                    time.extend(part);
                    rest = inner;
                }
            }
        }
        time
    }

    /// The conflicts are those of the definition, difference by difference.
    #[test]
    fn conflicts_by_enumeration() {
        let check = |vectors: Vec<Vec<i64>>, executions: Executions| {
            let ctx = Context::new();
            let extents = [Expr::constant(6), Expr::constant(6)];
            let set = conflicts(&ctx, &[], &extents, &vectors, &executions).unwrap();
            let stated = set.points(1000).unwrap().unwrap();
            let free = |d: &[i64]| {
                vectors.iter().all(|u| match &executions {
                    Executions::Bands(bands) => is_after(&minus(&in_time(d, bands), u), bands),
                    Executions::Any => is_sum(&minus(d, u), &vectors),
                })
            };
            let back = |d: &[i64]| -> Vec<i64> { d.iter().map(|x| -x).collect() };
            let mut expected = by_length(2, 5);
            expected.retain(|d| *d != [0, 0] && !free(d) && !free(&back(d)));
            expected.sort();
            assert_eq!(stated, expected, "{vectors:?} {executions:?}");
        };
        check(paper(), Executions::tilable(2));
        check(paper(), Executions::sequential(2));
        check(paper(), Executions::Any);
        check(vec![vec![1, -2], vec![0, 1]], Executions::sequential(2));
        check(vec![vec![2, -1], vec![1, 1]], Executions::Any);
        let last = vec![Band::Loops(2), Band::Position];
        let middle = vec![Band::Loops(1), Band::Position, Band::Loops(1)];
        check(
            vec![vec![0, 1, 1], vec![1, 0, 0]],
            Executions::Bands(last.clone()),
        );
        check(vec![vec![2, 1, -1]], Executions::Bands(last));
        check(
            vec![vec![1, 1, 2], vec![1, -1, 3]],
            Executions::Bands(middle.clone()),
        );
        check(
            vec![vec![0, 0, 2], vec![1, -1, 1]],
            Executions::Bands(middle),
        );
    }
}
