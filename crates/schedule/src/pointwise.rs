//! Which loops that follow each other may be one loop although none is moved: each iteration needs
//! the others only at the same iteration, so that the joined loop is as parallel as the loops were.

use crate::distances::is_own;
use crate::distances::{Distance, Ratio, Reach, Rows};
use crate::{Group, Kept, Nest};
use poly::Result;
use scop::{ArrayId, StmtId, System};
use std::collections::BTreeSet;
use std::ops::Range;

/// No joined loop touches more arrays: each is a stream with an address of its own, a core follows
/// about so many, and compilers give up the checks that vector code needs for more pointers.
const MOST_ARRAYS: usize = 16;

/// The groups of nests that may be one loop as they stand, because of the arrays between them. The
/// nests follow each other inside `depth` other loops and have the same bounds.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn pointwise(system: &System, nests: &[Nest], depth: usize) -> Result<Vec<Group>> {
    let points = Points::new(system, nests, depth)?;
    let mut groups = Vec::new();
    let mut first = 0;
    while first < nests.len() {
        let mut end = first + 1;
        while end < nests.len() && points.joins(first..end, end) {
            end += 1;
        }
        groups.extend(points.linked(first..end));
        first = end;
    }
    Ok(groups)
}

struct Points<'s> {
    system: &'s System,
    nests: &'s [Nest],
    edges: Vec<Link>,
    /// Whether the iterations of each nest need each other.
    carries: Vec<bool>,
}

/// Accesses of two nests to the same elements.
struct Link {
    from: usize,
    to: usize,
    distance: Distance,
}

impl<'s> Points<'s> {
    fn new(system: &'s System, nests: &'s [Nest], depth: usize) -> Result<Self> {
        let rows = Rows::new(system, nests, depth);
        let mut edges = Vec::new();
        let mut carries = Vec::new();
        for to in 0..nests.len() {
            for from in 0..to {
                let found = rows.between(from, to, Ratio::ONE)?.into_iter();
                edges.extend(found.map(|distance| Link { from, to, distance }));
            }
            let own = rows.between(to, to, Ratio::ONE)?;
            carries.push(own.iter().any(|d| d.least != Some(0)));
        }
        Ok(Points {
            system,
            nests,
            edges,
            carries,
        })
    }

    /// Whether a nest may be in one loop with those before it.
    fn joins(&self, group: Range<usize>, next: usize) -> bool {
        let mut into = { self.edges.iter() }.filter(|e| e.to == next && group.contains(&e.from));
        self.carries[group.start] == self.carries[next]
            && into.all(|e| e.distance.is_pointwise())
            && self.streams(group.start..next + 1) <= MOST_ARRAYS
    }

    /// The number of arrays that a joined loop touches; those that only it touches become
    /// variables.
    fn streams(&self, group: Range<usize>) -> usize {
        let statements = self.nests[group].iter().flat_map(|n| &n.statements);
        let inside: BTreeSet<StmtId> = statements.copied().collect();
        let touched = self.system.scop.arrays.iter().filter(|array| {
            let users = self.system.scop.accesses_to(array.id);
            let users: BTreeSet<StmtId> = users.map(|a| a.statement).collect();
            let is_elsewhere = self.is_shared(array.id) || !users.is_subset(&inside);
            !array.shape.is_empty() && is_elsewhere && !users.is_disjoint(&inside)
        });
        touched.count()
    }

    fn is_shared(&self, array: ArrayId) -> bool {
        !is_own(self.system, array)
    }

    /// The parts of a range in which each nest is between a write and a read of an array that the
    /// caller does not know.
    fn linked(&self, range: Range<usize>) -> Vec<Group> {
        let links = self.edges.iter().filter(|e| {
            let has_shape = || !self.system.scop.array(e.distance.array).shape.is_empty();
            let is_inside = range.contains(&e.from) && range.contains(&e.to);
            is_inside
                && e.distance.reach.is_some()
                && !self.is_shared(e.distance.array)
                && has_shape()
        });
        let mut links: Vec<&Link> = links.collect();
        links.sort_by_key(|e| e.from);
        let mut groups: Vec<Range<usize>> = Vec::new();
        for link in &links {
            match groups.last_mut() {
                Some(last) if link.from < last.end => last.end = last.end.max(link.to + 1),
                _ => groups.push(link.from..link.to + 1),
            }
        }
        let group = |nests: Range<usize>| {
            let inside = links.iter().filter(|e| nests.contains(&e.from));
            let arrays: BTreeSet<ArrayId> = inside.map(|e| e.distance.array).collect();
            Group {
                ahead: vec![0; nests.len()],
                rates: vec![1; nests.len()],
                steps: vec![1; nests.len()],
                nests: nests.collect(),
                before: Vec::new(),
                after: Vec::new(),
                kept: { arrays.into_iter() }
                    .map(|array| Kept { array, rows: 1 })
                    .collect(),
            }
        };
        groups.into_iter().map(group).collect()
    }
}

impl Distance {
    /// Whether the second nest needs of the first only what the same iteration wrote, and
    /// overwrites nothing that the first needs later.
    pub(crate) fn is_pointwise(&self) -> bool {
        let is_same = matches!(self.reach, None | Some(Reach::Rows(0)));
        self.least.is_some_and(|least| least >= 0) && is_same
    }
}
