//! The conflicts of an array whose elements are stored by the instances of one statement, with
//! uniform dependences.

use super::executions::{Band, Executions};
use super::shortest;
use super::subsumption::relevant;
use poly::{Context, Expr, Result, Set, Space, all, any, names};

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
    let space = Differences {
        space: Space::new(ctx, params),
        coordinates: names("d", extents.len()),
    };
    let inside = extents.iter().enumerate();
    let inside = inside.map(|(d, e)| format!("d{d}' < {e} and d{d}' > -({e})"));
    let whole = space.points(&all(inside))?;
    let zero = Set::origin(ctx, extents.len())?;
    let without = |free: Set| {
        let rest = whole.subtract(&free.union(&zero)?)?;
        rest.subtract(&free.neg()?)?.coalesce()
    };
    match executions {
        Executions::Bands(bands) => {
            without(space.satisfying_all(vectors, |u| not_before_in_bands(u, bands))?)
        }
        Executions::Any => {
            let relevant = relevant(vectors, executions);
            let exact =
                || without(space.satisfying_all(&relevant, |u| is_sum_condition(u, vectors))?);
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
struct Differences {
    space: Space,
    coordinates: Vec<String>,
}

impl Differences {
    /// `[params] -> { [d0', ...] : condition }`
    fn points(&self, condition: &str) -> Result<Set> {
        self.space.points(&self.coordinates, condition)
    }

    /// The points for which the condition of each vector holds.
    fn satisfying_all(
        &self,
        vectors: &[Vec<i64>],
        condition: impl Fn(&[i64]) -> String,
    ) -> Result<Set> {
        let mut all = self.points("true")?;
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
            None => self.points("false"),
        }
    }
}

/// `d - use` is not before, in any tiling of the bands.
fn not_before_in_bands(used: &[i64], bands: &[Band]) -> String {
    let mut equal = String::new();
    let mut cases = Vec::new();
    let mut used = used;
    let mut first = 0;
    for band in bands {
        let (part, inner) = used.split_at(band.width());
        used = inner;
        if *band == Band::Position {
            match part[0].signum() {
                0 => continue,
                -1 => cases.push(format!("{equal}true")),
                _ => {}
            }
            return any(cases);
        }
        let entries = || part.iter().enumerate().map(|(k, u)| (first + k, u));
        let ahead: String = entries()
            .map(|(d, u)| format!("d{d}' >= {u} and "))
            .collect();
        let sum: String = entries().map(|(d, _)| format!("+ d{d}'")).collect();
        let least: i64 = part.iter().sum();
        cases.push(format!("{equal}{ahead}0 {sum} > {least}"));
        equal.extend(entries().map(|(d, u)| format!("d{d}' = {u} and ")));
        first += part.len();
    }
    cases.push(format!("{equal}true"));
    any(cases)
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
