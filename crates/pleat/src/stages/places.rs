//! Which statements of a system belong to the items of a block.

use affine::Whole;
use fuse::Sequence;
use scop::StmtId;
use std::ops::RangeInclusive;

/// The positions of a statement in the blocks around it, outermost first.
type Position = Vec<i64>;

/// The positions of the items of a sequence.
pub(super) struct Places {
    statements: Vec<(StmtId, Position)>,
    /// The first and last position of each item that has statements in its own text.
    items: Vec<Option<RangeInclusive<Position>>>,
    /// Whether each item is a loop nest.
    are_nests: Vec<bool>,
}

impl Places {
    pub(super) fn new(whole: &Whole, sequence: &Sequence) -> Self {
        let scop = &whole.system.scop;
        let position = |statement: &scop::Statement| -> Option<Position> {
            let mut levels = 0..=sequence.depth;
            levels.try_fold(Vec::new(), |mut all, level| {
                all.push(statement.schedule.fixed_output(2 * level).ok()??);
                Some(all)
            })
        };
        let statements = scop.statements.iter();
        let statements: Vec<(StmtId, Position)> = statements
            .filter_map(|s| Some((s.id, position(s)?)))
            .collect();
        let items = sequence.items.iter().map(|item| {
            let inside = statements.iter().filter(|(id, _)| {
                let place = whole.places.get(id.0 as usize);
                place.is_some_and(|place| item.span.contains(*place))
            });
            let positions = || inside.clone().map(|(_, position)| position);
            Some(positions().min()?.clone()..=positions().max()?.clone())
        });
        Places {
            items: items.collect(),
            are_nests: sequence.items.iter().map(|i| i.nest.is_some()).collect(),
            statements,
        }
    }

    /// The statements of an item: those at its positions, with those of functions that it calls.
    /// What is between two items may belong to a call in the second one, and to all that have no
    /// statements in their own text.
    pub(super) fn statements(&self, item: usize) -> Vec<StmtId> {
        let is_here = |position: &Position| match &self.items[item] {
            Some(own) if own.contains(position) => true,
            Some(_) => !self.are_nests[item] && self.is_between(item, position),
            None => self.is_between(item, position),
        };
        let here = self.statements.iter().filter(|(_, p)| is_here(p));
        here.map(|(id, _)| *id).collect()
    }

    /// Whether a position is behind the items before one, and before those behind it.
    fn is_between(&self, item: usize, position: &Position) -> bool {
        let before = self.items[..item].iter().rev().flatten().next();
        let behind = self.items[item..].iter().flatten().next();
        let outer = |p: &Position| p[..p.len().saturating_sub(1)].to_vec();
        let is_after =
            before.is_some_and(|b| b.end() < position && outer(b.end()) == outer(position));
        let is_first =
            behind.is_some_and(|b| position < b.start() && outer(b.start()) == outer(position));
        is_after && is_first
    }
}
