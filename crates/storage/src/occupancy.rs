//! Occupancy vectors of uniform dependences: the distance at which one instance may overwrite the
//! value of another, in every execution of a kind (Strout, Carter, Ferrante, Simon 1998; Yuki,
//! Rajopadhye: Memory allocations for tiled uniform dependence programs, section 4).
//!
//! A dependence is the vector from the instance that stores a value to one that reads it. The
//! instance at `z + v` may overwrite the value of `z` if it equals each `z + u` or is executed
//! after it; reads are before writes.

use crate::numbers::manhattan;
use crate::problem::coordinates;
use poly::{Context, Expr, Ilp, Linear, Result, Set};

/// The executions in which storage must be valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Executions {
    /// Loops from the outside inwards, in bands with these numbers of dimensions: each band may be
    /// tiled, by any sizes. A band of one dimension is a sequential loop.
    Bands(Vec<usize>),
    /// All executions that keep the dependences.
    Any,
}

impl Executions {
    /// The loops as written.
    pub fn sequential(dims: usize) -> Self {
        Executions::Bands(vec![1; dims])
    }

    /// One band of all loops.
    pub fn tilable(dims: usize) -> Self {
        Executions::Bands(vec![dims])
    }
}

/// Largest number of times that a dependence is followed.
const MOST_TIMES: i64 = 1 << 12;

/// A shortest occupancy vector by the Manhattan norm; `None` if there are no dependences, or if
/// these executions do not keep one of them.
///
/// For bands it has a closed form, the element-wise maximum of the vectors within a band (theorem 1
/// and corollaries 1 and 2; shorter than stated there if an outer band already orders all uses).
/// For any execution an integer program finds it.
pub fn shortest(vectors: &[Vec<i64>], executions: &Executions) -> Option<Vec<i64>> {
    let dims = vectors.first()?.len();
    let is_kept = |v: &Vec<i64>| v.len() == dims && v.iter().any(|x| *x != 0);
    if !vectors.iter().all(is_kept) {
        return None;
    }
    match executions {
        Executions::Bands(bands) => {
            let covers = bands.iter().sum::<usize>() == dims && !bands.contains(&0);
            let kept = covers && vectors.iter().all(|v| is_after(v, bands));
            let uses = vectors.iter().map(Vec::as_slice).collect();
            kept.then(|| shortest_in_bands(uses, bands, dims))
        }
        Executions::Any => universal(vectors),
    }
}

/// Whether an instance at this distance is not executed before, in any tiling of the bands.
fn is_after(distance: &[i64], bands: &[usize]) -> bool {
    let mut rest = distance;
    for width in bands {
        let (part, inner) = rest.split_at(*width);
        if part.iter().any(|x| *x != 0) {
            return part.iter().all(|x| *x >= 0);
        }
        rest = inner;
    }
    true
}

/// The shortest vector that is not before any use; `uses` have `dims` entries, those of the bands.
fn shortest_in_bands(uses: Vec<&[i64]>, bands: &[usize], dims: usize) -> Vec<i64> {
    let Some((width, inner)) = bands.split_first() else {
        return Vec::new();
    };
    let most = |at: usize| uses.iter().map(|u| u[at]).max().unwrap_or(0).max(0);
    let mut vector: Vec<i64> = (0..*width).map(most).collect();
    let level = uses.iter().filter(|u| u[..*width] == vector[..]);
    let level: Vec<&[i64]> = level.map(|u| &u[*width..]).collect();
    if !level.is_empty() {
        let within = shortest_in_bands(level, inner, dims - width);
        if manhattan(&within) <= 1 {
            vector.extend(within);
        } else {
            vector[0] += 1;
        }
    }
    vector.resize(dims, 0);
    vector
}

/// The dependences that are not sums of others (lemma 1).
pub fn relevant(vectors: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let mut kept = vectors.to_vec();
    kept.sort();
    kept.dedup();
    let all = kept.clone();
    kept.retain(|v| {
        let rest =
            |longer: &Vec<i64>| -> Vec<i64> { longer.iter().zip(v).map(|(a, b)| a - b).collect() };
        !all.iter()
            .any(|longer| longer != v && is_composed(&rest(longer), &all))
    });
    kept
}

/// Whether the vector is a sum of one or more dependences.
fn is_composed(vector: &[i64], dependences: &[Vec<i64>]) -> bool {
    let mut ilp = Ilp::new();
    let target: Vec<Linear> = vector.iter().map(|x| Linear::constant(*x)).collect();
    let times = follow(&mut ilp, &target, dependences);
    ilp.at_least_zero(times.iter().map(|t| (*t, 1)).collect(), -1);
    ilp.minimise(Vec::new());
    ilp.solve().is_some()
}

/// Demands that a vector is a sum of dependences; returns the variables that count each of them.
fn follow(ilp: &mut Ilp, vector: &[Linear], dependences: &[Vec<i64>]) -> Vec<usize> {
    let times: Vec<usize> = dependences
        .iter()
        .map(|_| ilp.variable(0, MOST_TIMES))
        .collect();
    for (at, entry) in vector.iter().enumerate() {
        let sum = times.iter().zip(dependences).map(|(t, d)| (*t, d[at]));
        let sum = Linear::of(sum.filter(|(_, c)| *c != 0).collect());
        let rest = entry.clone().plus(&sum, -1);
        ilp.equal_zero(rest.terms, rest.constant);
    }
    times
}

/// The shortest vector from which dependences lead back to each use; `None` if dependences form a
/// cycle. The sum of all relevant dependences is such a vector, which bounds the search.
fn universal(vectors: &[Vec<i64>]) -> Option<Vec<i64>> {
    let zero = vec![0_i64; vectors.first()?.len()];
    if is_composed(&zero, vectors) {
        return None;
    }
    let relevant = relevant(vectors);
    let sum = relevant.iter().fold(zero, |sum, v| {
        sum.iter()
            .zip(v)
            .map(|(a, b)| a.saturating_add(*b))
            .collect()
    });
    let most = manhattan(&sum);
    let mut ilp = Ilp::new();
    let entries: Vec<usize> = sum.iter().map(|_| ilp.variable(-most, most)).collect();
    let vector: Vec<Linear> = entries.iter().map(|e| Linear::variable(*e)).collect();
    for used in &relevant {
        let beyond = vector.iter().zip(used);
        let beyond: Vec<Linear> = beyond
            .map(|(entry, u)| entry.clone().plus(&Linear::constant(*u), -1))
            .collect();
        follow(&mut ilp, &beyond, vectors);
    }
    let size = ilp.absolute_values(&vector, most);
    ilp.minimise(size.iter().map(|s| (*s, 1)).collect());
    let found = ilp.solve();
    let found = found.map(|solution| entries.iter().map(|e| solution[*e]).collect());
    Some(found.unwrap_or(sum))
}

/// The differences of elements that some execution keeps alive at once, where instance `z` stores
/// element `z` of an array with these extents: `{ d : neither z + d nor z - d may overwrite z }`.
///
/// For any execution these may be too many to describe: then only the multiples of a shortest
/// occupancy vector are taken to be free.
///
/// # Errors
///
/// If there are too many vectors for the budget.
pub fn conflicts(
    ctx: &Context,
    params: &[String],
    extents: &[Expr],
    vectors: &[Vec<i64>],
    executions: &Executions,
) -> Result<Set> {
    let space = Space {
        ctx,
        params: params.join(", "),
        dims: extents.len(),
    };
    let inside = extents.iter().enumerate();
    let inside = inside.map(|(d, e)| format!("d{d}' < {e} and d{d}' > -({e})"));
    let all = space.points(&inside.collect::<Vec<_>>().join(" and "))?;
    let zero: Vec<String> = (0..space.dims).map(|d| format!("d{d}' = 0")).collect();
    let zero = space.points(&zero.join(" and "))?;
    let without = |free: Set| {
        let rest = all.subtract(&free.union(&zero)?)?;
        rest.subtract(&free.neg()?)?.coalesce()
    };
    match executions {
        Executions::Bands(bands) => {
            without(space.satisfying_all(vectors, |u| not_before_in_bands(u, bands))?)
        }
        Executions::Any => {
            let exact = || {
                without(space.satisfying_all(&relevant(vectors), |u| is_sum_condition(u, vectors))?)
            };
            match ctx.attempt(MOST_OPERATIONS, exact)? {
                Some(set) => Ok(set),
                None => without(space.multiples(shortest(vectors, executions).as_deref())?),
            }
        }
    }
}

/// Operations for an exact description.
const MOST_OPERATIONS: u64 = 500_000;

/// The space of the differences.
struct Space<'a> {
    ctx: &'a Context,
    params: String,
    dims: usize,
}

impl Space<'_> {
    /// `[params] -> { [d0', ...] : condition }`
    fn points(&self, condition: &str) -> Result<Set> {
        let d = coordinates(self.dims);
        let text = format!("[{}] -> {{ [{d}] : {condition} }}", self.params);
        Set::parse(self.ctx, &text)
    }

    /// The points for which the condition of each vector holds.
    fn satisfying_all(
        &self,
        vectors: &[Vec<i64>],
        condition: impl Fn(&[i64]) -> String,
    ) -> Result<Set> {
        let mut all = self.points("0 <= 0")?;
        for vector in vectors {
            all = all.intersect(&self.points(&condition(vector))?)?;
        }
        all.coalesce()
    }

    /// `{ k * vector : k >= 1 }`
    fn multiples(&self, vector: Option<&[i64]>) -> Result<Set> {
        let entries = vector.unwrap_or_default().iter().enumerate();
        let entries = entries.map(|(d, x)| format!(" and d{d}' = {x}*k'"));
        match vector {
            Some(_) => self.points(&format!(
                "exists k' : k' >= 1{}",
                entries.collect::<String>()
            )),
            None => self.points("0 > 0"),
        }
    }
}

/// `d - use` is not before, in any tiling of the bands.
fn not_before_in_bands(used: &[i64], bands: &[usize]) -> String {
    let mut equal = String::new();
    let mut cases = Vec::new();
    let mut first = 0;
    for width in bands {
        let band = first..first + width;
        let part = band.clone().map(|d| format!("d{d}' >= {}", used[d]));
        let sum: String = band.clone().map(|d| format!("+ d{d}'")).collect();
        let least: i64 = used[band.clone()].iter().sum();
        let part = part.collect::<Vec<_>>().join(" and ");
        cases.push(format!("({equal}{part} and 0 {sum} > {least})"));
        equal.extend(band.map(|d| format!("d{d}' = {} and ", used[d])));
        first += width;
    }
    cases.push(format!("({equal}0 <= 0)"));
    cases.join(" or ")
}

/// `d - use` is a sum of dependences.
fn is_sum_condition(used: &[i64], dependences: &[Vec<i64>]) -> String {
    let times: Vec<String> = (0..dependences.len()).map(|k| format!("k{k}'")).collect();
    let conditions = used.iter().enumerate().map(|(d, u)| {
        let terms = times.iter().zip(dependences);
        let terms: String = terms.map(|(k, v)| format!(" + {}*{k}", v[d])).collect();
        format!("d{d}' = {u}{terms}")
    });
    let positive = times.iter().map(|k| format!("{k} >= 0"));
    let all: Vec<String> = conditions.chain(positive).collect();
    format!("exists {} : {}", times.join(", "), all.join(" and "))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(relevant(&paper()).len(), 4);
    }

    #[test]
    fn composed_dependences_do_not_matter() {
        assert_eq!(relevant(&[vec![1, 0], vec![2, 0]]), [[2, 0]]);
        let star = vec![vec![1, 1], vec![1, -1], vec![1, 0]];
        assert_eq!(relevant(&star).len(), 3);
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

    #[test]
    fn sequential_and_mixed() {
        let check = |vectors: &[&[i64]], bands: &[usize], expected: Option<&[i64]>| {
            let vectors: Vec<Vec<i64>> = vectors.iter().map(|v| v.to_vec()).collect();
            let found = shortest(&vectors, &Executions::Bands(bands.to_vec()));
            assert_eq!(found.as_deref(), expected, "{vectors:?} {bands:?}");
        };
        check(&[&[1, 0], &[0, 5]], &[1, 1], Some(&[1, 0]));
        check(&[&[1, 1], &[1, -1], &[1, 0]], &[1, 1], Some(&[1, 1]));
        check(&[&[1, 2], &[1, -1]], &[1, 1], Some(&[2, 0]));
        check(&[&[1, -3]], &[1, 1], Some(&[1, 0]));
        check(&[&[0, 0, 1], &[0, 2, 0]], &[1, 2], Some(&[1, 0, 0]));
        check(&[&[1, 0, -1], &[1, 0, 1]], &[1, 2], Some(&[1, 0, 1]));
        check(&[&[0, -1]], &[2], None);
        check(&[&[0, 0]], &[2], None);
        check(&[&[1, 0]], &[1], None);
        check(&[], &[1], None);
    }

    /// In closed form as short as any.
    #[test]
    fn bands_by_enumeration() {
        let mut state = 12_345_u64;
        let mut below = |end: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            ((state >> 33) % end) as i64
        };
        let all = by_length(3, 5);
        for case in 0..60 {
            let bands: Vec<usize> =
                [vec![3], vec![1, 2], vec![2, 1], vec![1, 1, 1]][case % 4].clone();
            let mut vectors: Vec<Vec<i64>> = (0..1 + below(4))
                .map(|_| (0..3).map(|_| below(5) - 2).collect())
                .collect();
            vectors.retain(|v| is_after(v, &bands) && v.iter().any(|x| *x != 0));
            let Some(found) = shortest(&vectors, &Executions::Bands(bands.clone())) else {
                assert!(vectors.is_empty());
                continue;
            };
            let valid = |v: &Vec<i64>| vectors.iter().all(|u| is_after(&minus(v, u), &bands));
            assert!(valid(&found), "{vectors:?} {bands:?} {found:?}");
            let least = all.iter().find(|v| valid(v)).unwrap();
            assert_eq!(
                manhattan(&found),
                manhattan(least),
                "{vectors:?} {bands:?} {found:?}"
            );
        }
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
                    Executions::Bands(bands) => is_after(&minus(d, u), bands),
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
    }
}
