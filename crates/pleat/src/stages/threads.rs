//! Loops that threads share beside loops that they do not: which of them may become one loop.

use super::groups::{alike, planned};
use affine::Whole;
use fuse::Sequence;
use schedule::{Group, Nest};
use source::Unit;
use std::collections::BTreeSet;

/// The loops that those are fused with that threads share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Threads {
    /// All.
    #[default]
    Together,
    /// Those whose rows do not need each other: threads could share them, too.
    WithAble,
    /// Only each other.
    Apart,
}

impl Threads {
    /// The next one, with fewer loops.
    pub(super) fn fewer(self) -> Option<Self> {
        match self {
            Threads::Together => Some(Threads::WithAble),
            Threads::WithAble => Some(Threads::Apart),
            Threads::Apart => None,
        }
    }

    /// The groups that nests of a group form instead, each with the nests: some are `shared` by
    /// threads, and one that has to be serial would make their loop serial.
    pub(super) fn parts(
        self,
        whole: &Whole,
        sequence: &Sequence,
        (nests, group): (&[Nest], &Group),
        shared: &BTreeSet<usize>,
    ) -> Vec<(Vec<Nest>, Group)> {
        let all: BTreeSet<usize> = group.nests.iter().copied().collect();
        let is_able = |at: &usize| is_able(whole, sequence, &nests[*at]);
        let able: BTreeSet<usize> = all.iter().copied().filter(is_able).collect();
        let in_strips = |sets: Vec<BTreeSet<usize>>| -> Vec<(Vec<Nest>, Group)> {
            let in_strips = |own| in_strips(whole, sequence, nests, (own, shared, &able));
            sets.iter().flat_map(in_strips).collect()
        };
        let apart = in_strips(match shared.len() < all.len() {
            true => runs(&all, &all, shared),
            // Shifted loops have rows that other threads need.
            false => alike(group),
        });
        if self == Threads::Apart {
            return apart;
        }
        let mut joined = in_strips(vec![&able | shared]);
        let in_joined = joined.iter().flat_map(|(_, group)| &group.nests).copied();
        joined.extend(in_strips(runs(
            &(&all - &in_joined.collect()),
            &all,
            shared,
        )));
        let kept = |groups: &[(Vec<Nest>, Group)]| -> usize {
            groups.iter().map(|(_, group)| group.kept.len()).sum()
        };
        match kept(&joined) > kept(&apart) {
            true => joined,
            false => apart,
        }
    }
}

/// The nests of a group that threads share.
pub(super) fn shared_nests(unit: &Unit, sequence: &Sequence, group: &Group) -> BTreeSet<usize> {
    let is_shared = |at: &usize| fuse::is_marked(&unit.file, sequence.items[*at].nest_span());
    group.nests.iter().copied().filter(is_shared).collect()
}

/// The runs of some nests of `all` that threads share, or that they do not.
fn runs(
    some: &BTreeSet<usize>,
    all: &BTreeSet<usize>,
    shared: &BTreeSet<usize>,
) -> Vec<BTreeSet<usize>> {
    let kind = |at: &usize| some.contains(at).then(|| shared.contains(at));
    let all: Vec<usize> = all.iter().copied().collect();
    let runs = all.chunk_by(|a, b| kind(a) == kind(b));
    let runs = runs.filter(|run| run.len() > 1 && run.len() < all.len() && some.contains(&run[0]));
    runs.map(|run| run.iter().copied().collect()).collect()
}

/// The groups of some nests. Those with nests that threads share are cut so that strips of rows
/// need nothing of each other.
fn in_strips(
    whole: &Whole,
    sequence: &Sequence,
    nests: &[Nest],
    (own, shared, able): (&BTreeSet<usize>, &BTreeSet<usize>, &BTreeSet<usize>),
) -> Vec<(Vec<Nest>, Group)> {
    let mut found = Vec::new();
    for (known, group) in planned(whole, sequence, nests, own) {
        let is_shared = group.nests.iter().any(|at| shared.contains(at));
        let seen = schedule::seen(&whole.system, nests, &group, &(shared - able));
        match seen.filter(|_| is_shared) {
            None => found.push((known, group)),
            Some(at) => {
                let (first, second) = group.nests.split_at(at + 1);
                for part in [first, second] {
                    let own = part.iter().copied().collect();
                    found.extend(in_strips(whole, sequence, nests, (&own, shared, able)));
                }
            }
        }
    }
    found
}

/// Whether threads could share the rows of a nest.
fn is_able(whole: &Whole, sequence: &Sequence, nest: &Nest) -> bool {
    let parts = [nest.statements.clone()];
    matches!(
        schedule::strips(&whole.system, &parts, sequence.depth),
        Ok(Ok(_))
    )
}
