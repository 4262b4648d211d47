//! What was fused and what was not, for reports.

use super::{Apart, Fused, FusedLoop};
use report::{Fusion, LoopEntry, NotFusedEntry, RowsEntry, StripsEntry};
use source::Span;

impl Fused {
    /// The part of the report on fused loops.
    pub fn report(&self) -> Fusion {
        let unproved = self.unproved.iter();
        let unproved = unproved.map(|(function, reason)| NotFusedEntry {
            function: function.clone(),
            file: self.path(),
            lines: Vec::new(),
            array: None,
            reason: reason.clone(),
        });
        Fusion {
            loops: self.loops.iter().map(|found| self.fused(found)).collect(),
            not_fused: self
                .apart
                .iter()
                .filter_map(|a| self.apart(a))
                .chain(unproved)
                .collect(),
        }
    }

    fn fused(&self, found: &FusedLoop) -> LoopEntry {
        let rows = found.arrays.iter().map(|between| RowsEntry {
            name: self.names.in_text(&between.name),
            rows: between.rows,
            lines: between.ends.map(|end| self.line(found.nests[end])),
        });
        LoopEntry {
            function: found.function.clone(),
            file: self.path(),
            lines: found.nests.iter().map(|nest| self.line(*nest)).collect(),
            ahead: found.ahead.clone(),
            rates: found.rates.clone(),
            steps: match found.is_in_blocks || found.is_interchanged {
                true => Vec::new(),
                false => found.steps.clone(),
            },
            arrays: rows.collect(),
            assumes: found.assumed.all.clone(),
            strips: found.strips.as_ref().map(|s| StripsEntry {
                rows: s.height,
                again: s.again,
            }),
        }
    }

    fn apart(&self, apart: &Apart) -> Option<NotFusedEntry> {
        Some(NotFusedEntry {
            function: apart.function.clone(),
            file: self.path(),
            lines: vec![self.line(apart.first), self.line(apart.second)],
            array: apart.array.as_ref().map(|name| self.names.in_text(name)),
            reason: apart.reason(&self.file)?,
        })
    }

    fn line(&self, nest: Span) -> usize {
        self.file.line_col(nest.start).line as usize
    }

    fn path(&self) -> String {
        self.file.path.display().to_string()
    }
}
