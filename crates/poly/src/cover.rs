//! Few and simple loops over the points of a set, which may visit some other points, too, and a
//! point more than once.

use crate::{Expr, Halfspace, Result, Scan, Set, Test};

/// A part of the loops.
struct Part {
    /// Where it is visited: all of these hold. They have parameters alone.
    tests: Vec<Row>,
    points: Vec<Row>,
}

/// A constraint, by names.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    /// `sum >= 0`, or `= 0`.
    sum: Expr,
    equality: bool,
    /// Whether it has coordinates of points.
    has_coordinates: bool,
}

impl Row {
    fn text(&self) -> String {
        match self.equality {
            true => format!("{} = 0", self.sum),
            false => format!("{} >= 0", self.sum),
        }
    }

    /// `b <= a` for `a - b >= 0`.
    fn test(&self) -> Test {
        let (mut more, mut less) = (Expr::constant(0), Expr::constant(0));
        for (atom, factor) in self.sum.terms() {
            match factor > 0 {
                true => more = more + Expr::atom(atom.clone()) * factor,
                false => less = less + Expr::atom(atom.clone()) * -factor,
            }
        }
        let more = more + Expr::constant(self.sum.constant_part());
        match self.equality {
            true => Test::Equal(less, more),
            false => Test::AtMost(less, more),
        }
    }
}

impl Set {
    /// Loops that visit all points of this set, and perhaps others of `allowed`, if the parameters
    /// satisfy `context`; `None` if a number that may be negative would be divided.
    ///
    /// # Errors
    ///
    /// If isl fails, or the operation budget is used up.
    pub fn scan_within(&self, allowed: &Set, context: &Set) -> Result<Option<Scan>> {
        let (exact, allowed) = (self.reset_tuple_id()?, allowed.reset_tuple_id()?);
        let known = |set: &Set| set.intersect_params(context);
        let search = Search {
            exact: known(&exact)?,
            allowed: known(&allowed)?,
            context,
            params: params(&[&exact, &allowed, context])?,
            dims: exact.dims()?,
        };
        match search.parts()? {
            Some(parts) => search.scan(&parts),
            None => self.scan(context),
        }
    }
}

/// The parameters of some sets.
fn params(sets: &[&Set]) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for set in sets {
        for name in set.param_names()? {
            if !all.contains(&name) {
                all.push(name);
            }
        }
    }
    Ok(all)
}

/// The name of a coordinate in constraints.
fn coordinate(dim: usize) -> String {
    format!("c{dim}''")
}

struct Search<'s> {
    exact: Set,
    allowed: Set,
    context: &'s Set,
    params: Vec<String>,
    dims: usize,
}

impl Search<'_> {
    /// The constraints of a convex set; `None` if it has integer divisions.
    fn rows(&self, piece: &Set) -> Result<Option<Vec<Row>>> {
        let piece = piece.remove_redundancies()?;
        if piece.to_string().contains("exists") {
            return Ok(None);
        }
        let Ok(all) = piece.halfspaces() else {
            return Ok(None);
        };
        let names = piece.param_names()?;
        let row = |half: Halfspace| {
            let coordinates = (0..self.dims).map(coordinate);
            let columns = names.iter().cloned().chain(coordinates);
            let terms = columns.zip(&half.row).filter(|(_, factor)| **factor != 0);
            let zero = Expr::constant(half.constant);
            Row {
                sum: terms.fold(zero, |sum, (name, factor)| sum + Expr::var(&name) * *factor),
                equality: half.equality,
                has_coordinates: half.row[names.len()..].iter().any(|factor| *factor != 0),
            }
        };
        Ok(Some(all.into_iter().map(row).collect()))
    }

    /// The points at which some constraints hold.
    fn set(&self, rows: &[Row]) -> Result<Set> {
        let rows = rows.iter().map(Row::text);
        let all: Vec<String> = rows.chain(["0 = 0".to_string()]).collect();
        let names: Vec<String> = (0..self.dims).map(coordinate).collect();
        let text = format!(
            "[{}] -> {{ [{}] : {} }}",
            self.params.join(", "),
            names.join(", "),
            all.join(" and ")
        );
        Set::parse(self.context.context(), &text)?.intersect_params(self.context)
    }

    /// Convex parts that cover the set, each with few constraints; `None` with integer divisions.
    fn parts(&self) -> Result<Option<Vec<Part>>> {
        let Some(hull) = self.rows(&self.allowed.simple_hull()?)? else {
            return Ok(None);
        };
        let mut pieces = Vec::new();
        for piece in self.exact.coalesce()?.pieces()? {
            let Some(rows) = self.rows(&piece)? else {
                return Ok(None);
            };
            pieces.push(rows);
        }
        // Parts with more freedom cover others.
        pieces.sort_by_key(|rows| rows.iter().filter(|row| row.equality).count());
        let mut parts: Vec<Part> = Vec::new();
        let mut covered = self.exact.subtract(&self.exact)?;
        for rows in pieces {
            if self.set(&rows)?.is_subset(&covered)? {
                continue;
            }
            let rows = self.simplified(rows, &hull)?;
            let own = self.set(&rows)?;
            let mut kept = Vec::new();
            for part in parts {
                let all: Vec<Row> = part.tests.iter().chain(&part.points).cloned().collect();
                if !self.set(&all)?.is_subset(&own)? {
                    kept.push(part);
                }
            }
            parts = kept;
            covered = covered.union(&own)?;
            let (points, tests) = rows.into_iter().partition(|row| row.has_coordinates);
            parts.push(Part { tests, points });
        }
        Ok(Some(parts))
    }

    /// Fewer constraints of a part of the set, which may become larger by points of the set, and by
    /// a few allowed ones.
    fn simplified(&self, own: Vec<Row>, hull: &[Row]) -> Result<Vec<Row>> {
        let mut rows = own;
        let own = rows.len();
        rows.extend(hull.iter().filter(|row| row.has_coordinates).cloned());
        let mut left = own;
        // Bounds of coordinates first: of the part itself, then of all allowed points.
        for (has_coordinates, is_own) in [(true, true), (false, true), (true, false)] {
            let mut at = 0;
            while at < if is_own { left } else { rows.len() } {
                if rows[at].has_coordinates != has_coordinates || !self.is_dropped(&rows, at)? {
                    at += 1;
                } else {
                    rows.remove(at);
                    left = left.saturating_sub(1);
                }
            }
        }
        for at in 0..rows.len() {
            let mut equal = rows.clone();
            equal[at].equality = true;
            if !rows[at].has_coordinates && self.set(&rows)?.is_subset(&self.set(&equal)?)? {
                rows = equal;
            }
        }
        Ok(rows)
    }

    fn is_dropped(&self, rows: &[Row], at: usize) -> Result<bool> {
        let mut rest = rows.to_vec();
        let row = rest.remove(at);
        let more = self.set(&rest)?.subtract(&self.set(rows)?)?;
        let more = more.subtract(&self.exact)?;
        if !more.is_subset(&self.allowed)? {
            return Ok(false);
        }
        if !row.has_coordinates && !row.equality {
            return Ok(true);
        }
        let equalities = |rows: &[Row]| rows.iter().filter(|row| row.equality).count();
        self.is_thin(&more, equalities(rows))
    }

    /// Whether all parts of a set have more than some number of equalities.
    fn is_thin(&self, set: &Set, count: usize) -> Result<bool> {
        for piece in set.coalesce()?.pieces()? {
            let Some(rows) = self.rows(&piece.detect_equalities()?)? else {
                return Ok(false);
            };
            if rows.iter().filter(|row| row.equality).count() <= count {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The loops over some parts: one loop for parts with the same points, and tests around it.
    fn scan(&self, parts: &[Part]) -> Result<Option<Scan>> {
        let mut groups: Vec<(Set, Vec<&Part>)> = Vec::new();
        for part in parts {
            let points = self.set(&part.points)?;
            let mut known = None;
            for (at, (other, _)) in groups.iter().enumerate() {
                if other.is_equal(&points)? {
                    known = Some(at);
                }
            }
            match known {
                Some(at) => groups[at].1.push(part),
                None => groups.push((points, vec![part])),
            }
        }
        let is_free = |parts: &Vec<&Part>| parts.iter().any(|part| part.tests.is_empty());
        groups.sort_by_key(|(_, parts)| is_free(parts));
        let mut all = Vec::new();
        for (points, parts) in &groups {
            let tests = parts.iter().map(|part| {
                Test::all(part.tests.iter().map(Row::test).collect())
            });
            let Some(loops) = points.scan(&self.visited(parts)?)? else {
                return Ok(None);
            };
            all.push(match is_free(parts) {
                true => (None, points, loops),
                false => (Some(Test::any(tests.collect())), points, loops),
            });
        }
        if let [(Some(test), larger, first), (None, smaller, second)] = all.as_slice()
            && smaller.is_subset(larger)?
        {
            let (first, second) = (Box::new(first.clone()), Box::new(second.clone()));
            return Ok(Some(Scan::Test(test.clone(), first, Some(second))));
        }
        let one = |(test, _, loops): (Option<Test>, &Set, Scan)| match test {
            Some(test) => Scan::Test(test, Box::new(loops), None),
            None => loops,
        };
        let mut all: Vec<Scan> = all.into_iter().map(one).collect();
        Ok(Some(match all.len() {
            1 => all.remove(0),
            _ => Scan::Block(all),
        }))
    }

    /// The parameters for which some parts are visited.
    fn visited(&self, parts: &[&Part]) -> Result<Set> {
        let mut all: Option<Set> = None;
        for part in parts {
            // Equal names in subscripts would not be the user's.
            let tests: Vec<Row> =
                part.tests.iter().filter(|row| !row.equality).cloned().collect();
            let own = self.set(&tests)?.params()?;
            all = Some(match all {
                Some(all) => all.union(&own)?,
                None => own,
            });
        }
        all.map_or_else(|| Ok(self.context.clone()), Ok)
    }
}
