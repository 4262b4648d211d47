//! The loops over parts, and the tests around them.

use super::parts::Part;
use super::rows::{Row, Search};
use super::{Scan, Test};
use crate::{Result, Set};

/// The loops of a part with its test.
fn one((test, _, loops): (Option<Test>, &Set, Scan)) -> Scan {
    match test {
        Some(test) => Scan::Test(test, Box::new(loops), None),
        None => loops,
    }
}

impl Search<'_> {
    /// The loops over some parts. Tests that all of them have are around them.
    pub(super) fn scan(&self, mut parts: Vec<Part>) -> Result<Option<Scan>> {
        let Some(first) = parts.first() else {
            return Ok(Some(Scan::Block(Vec::new())));
        };
        let mut common = Vec::new();
        for row in &first.tests {
            let all = self.set(std::slice::from_ref(row))?;
            let mut is_common = true;
            for part in &parts {
                is_common &= part.tests.contains(row) || self.whole(part)?.is_subset(&all)?;
            }
            if is_common {
                common.push(row.clone());
            }
        }
        for part in &mut parts {
            part.tests.retain(|row| !common.contains(row));
        }
        let inside = self.set(&common)?.params()?;
        let Some(loops) = self.groups(&parts, &inside)? else {
            return Ok(None);
        };
        Ok(Some(match common.is_empty() {
            true => loops,
            false => {
                let tests = Test::all(common.iter().map(Row::test).collect());
                Scan::Test(tests, Box::new(loops), None)
            }
        }))
    }

    /// One loop for parts with the same points, and tests around it, if the parameters are in a
    /// set.
    pub(super) fn groups(&self, parts: &[Part], inside: &Set) -> Result<Option<Scan>> {
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
            let mut tests: Vec<Test> = Vec::new();
            for part in parts {
                let test = Test::all(part.tests.iter().map(Row::test).collect());
                if !tests.contains(&test) {
                    tests.push(test);
                }
            }
            let context = self.visited(parts)?.intersect(inside)?;
            let Some(loops) = points.scan(&context)? else {
                return Ok(None);
            };
            all.push(match is_free(parts) {
                true => (None, points, loops),
                false => (Some(Test::any(tests)), points, loops),
            });
        }
        // A part that has the points of all others wherever it is visited.
        for at in 0..all.len() {
            let (Some(test), larger, first) = &all[at] else {
                continue;
            };
            let visited = self.visited(&groups[at].1)?.intersect(inside)?;
            let mut is_largest = all.len() > 1;
            for (_, smaller, _) in &all {
                is_largest &= smaller.intersect_params(&visited)?.is_subset(larger)?;
            }
            if is_largest {
                let (test, first) = (test.clone(), Box::new(first.clone()));
                all.remove(at);
                let others = Scan::of(all.into_iter().map(one).collect());
                return Ok(Some(Scan::Test(test, first, Some(Box::new(others)))));
            }
        }
        Ok(Some(Scan::of(all.into_iter().map(one).collect())))
    }

    /// All points of a part.
    pub(super) fn whole(&self, part: &Part) -> Result<Set> {
        let all: Vec<Row> = part.tests.iter().chain(&part.points).cloned().collect();
        self.set(&all)
    }

    /// The parameters for which some parts are visited.
    pub(super) fn visited(&self, parts: &[&Part]) -> Result<Set> {
        let mut all: Option<Set> = None;
        for part in parts {
            // Equal names in subscripts would not be the user's.
            let tests: Vec<Row> = part
                .tests
                .iter()
                .filter(|row| !row.equality)
                .cloned()
                .collect();
            let own = self.set(&tests)?.params()?;
            all = Some(match all {
                Some(all) => all.union(&own)?,
                None => own,
            });
        }
        all.map_or_else(|| Ok(self.context.clone()), Ok)
    }
}
