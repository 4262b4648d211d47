//! `goto`: the code that it may skip, and the code that it enters or repeats. Knows places only.
//!
//! Assumes: `break`, `continue` and a forward `goto` may skip the code up to their target, which
//! then has may-accesses. Code that `goto` enters or repeats is not analysed.

use lang_c::ast::Statement;
use std::cmp::Reverse;
use std::ops::Range;

/// The kind of a statement around a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A block.
    Block,
    /// A statement with a label.
    Label,
    /// A loop.
    Loop,
    /// Anything else.
    Other,
}

impl Kind {
    /// The kind of a statement.
    pub(crate) fn of(statement: &Statement) -> Self {
        match statement {
            Statement::Compound(_) => Kind::Block,
            Statement::Labeled(_) => Kind::Label,
            Statement::For(_) | Statement::While(_) | Statement::DoWhile(_) => Kind::Loop,
            _ => Kind::Other,
        }
    }
}

/// The statements around a place, outermost first.
pub(crate) type Path = Vec<(Range<usize>, Kind)>;

/// A `goto` or a label.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    /// The name of the label.
    pub label: String,
    /// The statements around it, itself included.
    pub path: Path,
}

impl Mark {
    fn at(&self) -> usize {
        self.path.last().map_or(0, |(range, _)| range.start)
    }
}

/// The effects of the jumps of a function.
#[derive(Debug, Default)]
pub(crate) struct Jumps {
    /// Code that may be skipped: from the first place, including loops around it, to the label.
    pub skips: Vec<Range<usize>>,
    /// Whole statements of one block that a jump enters or repeats.
    pub tangles: Vec<Range<usize>>,
}

impl Jumps {
    /// The effects of these jumps.
    pub(crate) fn of(gotos: &[Mark], labels: &[Mark]) -> Self {
        let mut jumps = Jumps::default();
        for goto in gotos {
            if let Some(label) = labels.iter().find(|l| l.label == goto.label) {
                jumps.add(goto, label);
            }
        }
        jumps.tangles.sort_by_key(|r| (r.start, Reverse(r.end)));
        jumps.tangles.dedup();
        jumps
    }

    fn add(&mut self, goto: &Mark, label: &Mark) {
        let shared = goto.path.iter().zip(&label.path);
        let shared = shared.take_while(|(a, b)| a == b).count();
        let (from, to) = (&goto.path[shared..], &label.path[shared..]);
        let is_block = match shared.checked_sub(1).map(|k| goto.path[k].1) {
            Some(kind) => matches!(kind, Kind::Block | Kind::Label),
            None => false,
        };
        let outwards = to.iter().all(|(_, kind)| *kind == Kind::Label) && !to.is_empty();
        if outwards && is_block && goto.at() < label.at() {
            let around = from.iter().find(|(_, kind)| *kind == Kind::Loop);
            let start = around.map_or(goto.at(), |(range, _)| range.start);
            return self.skips.push(start..label.at());
        }
        let ends = |path: &[(Range<usize>, Kind)]| path.first().map(|(range, _)| range.clone());
        let whole = shared.checked_sub(1).map(|k| goto.path[k].0.clone());
        let tangle = match (ends(from), ends(to)) {
            (Some(a), Some(b)) if is_block => Some(a.start.min(b.start)..a.end.max(b.end)),
            _ => whole,
        };
        self.tangles.extend(tangle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: (Range<usize>, Kind) = (0..100, Kind::Block);

    fn mark(rest: &[(Range<usize>, Kind)]) -> Mark {
        let path = std::iter::once(BODY).chain(rest.iter().cloned());
        Mark {
            label: "out".to_string(),
            path: path.collect(),
        }
    }

    #[test]
    fn forward_jumps_pass_over_code() {
        let goto = mark(&[
            (10..40, Kind::Loop),
            (20..30, Kind::Block),
            (25..28, Kind::Other),
        ]);
        let label = mark(&[(60..70, Kind::Label)]);
        let jumps = Jumps::of(&[goto], &[label]);
        assert_eq!(jumps.skips, vec![10..60]);
        assert!(jumps.tangles.is_empty());
    }

    #[test]
    fn other_jumps_tangle_statements() {
        let label = mark(&[(10..15, Kind::Label)]);
        let back = mark(&[(30..40, Kind::Other)]);
        let into = mark(&[(50..90, Kind::Loop), (60..70, Kind::Label)]);
        let jumps = Jumps::of(std::slice::from_ref(&back), &[label]);
        assert_eq!(jumps.tangles, vec![10..40]);
        let jumps = Jumps::of(&[back], &[into]);
        assert_eq!(jumps.tangles, vec![30..90]);
        assert!(jumps.skips.is_empty());
    }

    #[test]
    fn a_jump_from_one_branch_into_the_other_tangles_both() {
        let goto = mark(&[(10..50, Kind::Other), (15..20, Kind::Other)]);
        let label = mark(&[(10..50, Kind::Other), (30..40, Kind::Label)]);
        let jumps = Jumps::of(&[goto], &[label]);
        assert_eq!(jumps.tangles, vec![10..50]);
    }
}
