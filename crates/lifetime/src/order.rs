//! The orders under which lifetimes are compared (design: "happens before").

use poly::{Context, Map, Result};
use std::collections::HashMap;

/// Whether equal times count as ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tie {
    /// `a` happens before `b`.
    Before,
    /// `a` happens before `b`, or both at the same time.
    NotAfter,
}

/// Times as images of a relation `{ v[..] -> [t] }`, with the coordinates that are numbers: the
/// positions of statements in their blocks decide most comparisons at once.
pub(crate) struct Times {
    pub(crate) map: Map,
    fixed: Vec<Option<i64>>,
}

impl Times {
    pub(crate) fn new(map: Map, dims: usize) -> Result<Self> {
        let range = map.range()?;
        let fixed = (0..dims)
            .map(|d| range.fixed_value(d))
            .collect::<Result<_>>()?;
        Ok(Times { map, fixed })
    }
}

/// Compares times under one order; equal comparisons are read from text once.
pub(crate) struct Comparer {
    ctx: Context,
    known: HashMap<String, Map>,
}

impl Comparer {
    pub(crate) fn new(ctx: &Context) -> Self {
        Comparer {
            ctx: ctx.clone(),
            known: HashMap::new(),
        }
    }

    /// `{ v[..] -> w[..] : time of v before time of w }`; `None` if there is no such pair.
    pub(crate) fn ordered(&mut self, v: &Times, w: &Times, tie: Tie) -> Result<Option<Map>> {
        let cases = cases(&v.fixed, &w.fixed, tie);
        if cases.is_empty() {
            return Ok(None);
        }
        let dims = v.fixed.len();
        let text = format!(
            "{{ [{}] -> [{}] : {} }}",
            names('a', dims),
            names('b', dims),
            cases.join(" or ")
        );
        let before = match self.known.get(&text) {
            Some(map) => map.clone(),
            None => {
                let map = Map::parse(&self.ctx, &text)?;
                self.known.insert(text, map.clone());
                map
            }
        };
        let pairs = v.map.apply_range(&before)?.apply_range(&w.map.reverse()?)?;
        Ok(Some(pairs))
    }
}

/// The cases of a lexicographic comparison of `a` and `b` that the fixed coordinates leave.
fn cases(a: &[Option<i64>], b: &[Option<i64>], tie: Tie) -> Vec<String> {
    let mut cases = Vec::new();
    let mut equal: Vec<String> = Vec::new();
    let case = |equal: &[String], last: String| {
        let all: Vec<String> = equal.iter().cloned().chain([last]).collect();
        format!("({})", all.join(" and "))
    };
    for (d, fixed) in a.iter().zip(b).enumerate() {
        match fixed {
            (Some(x), Some(y)) if x == y => {}
            (Some(x), Some(y)) => {
                if x < y {
                    cases.push(case(&equal, "0 = 0".to_string()));
                }
                return cases;
            }
            _ => {
                cases.push(case(&equal, format!("a{d} < b{d}")));
                equal.push(format!("a{d} = b{d}"));
            }
        }
    }
    if tie == Tie::NotAfter {
        cases.push(case(&equal, "0 = 0".to_string()));
    }
    cases
}

fn names(letter: char, dims: usize) -> String {
    let names: Vec<String> = (0..dims).map(|d| format!("{letter}{d}")).collect();
    names.join(", ")
}

/// `{ [a] -> [b] : a lexicographically before b, or equal }` on vectors of one length.
pub(crate) fn not_after(ctx: &Context, dims: usize) -> Result<Map> {
    let (a, b) = (names('a', dims), names('b', dims));
    Map::parse(ctx, &format!("{{ [{a}] -> [{b}] : {a} <<= {b} }}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_coordinates_decide() {
        let check = |a: &[Option<i64>], b: &[Option<i64>], tie, expected: &[&str]| {
            assert_eq!(cases(a, b, tie), expected);
        };
        let (x, y) = (Some(0), Some(1));
        check(&[x], &[y], Tie::Before, &["(0 = 0)"]);
        check(&[y], &[x], Tie::NotAfter, &[]);
        check(&[x], &[x], Tie::Before, &[]);
        check(&[x], &[x], Tie::NotAfter, &["(0 = 0)"]);
        let (a, b) = ([x, None, x], [x, None, y]);
        check(&a, &b, Tie::Before, &["(a1 < b1)", "(a1 = b1 and 0 = 0)"]);
        check(&b, &a, Tie::Before, &["(a1 < b1)"]);
    }
}
