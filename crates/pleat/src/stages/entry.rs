//! What was fused and what was not, for reports.

use super::hint::name_in_plan as name_of;
use super::{Apart, Cause, Fused, FusedLoop};
use report::{ArrayEntry, Fusion, LoopEntry, NotFusedEntry, RowsEntry, StripsEntry};
use source::Span;

impl Fused {
    /// The part of the report on fused loops.
    pub fn report(&self) -> Fusion {
        let unproved = self.unproved.iter();
        let unproved = unproved.filter(|(function, _)| !self.loopless.contains(function));
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

    /// Whether two loops that were apart are in one.
    pub(super) fn is_joined(&self, apart: &Apart) -> bool {
        let mut loops = self.loops.iter();
        loops.any(|l| l.nests.contains(&apart.first) && l.nests.contains(&apart.second))
    }

    /// Why the loops stay apart that an array is between; `None` if that is not known.
    pub(super) fn why_apart(&self, entry: &ArrayEntry) -> Option<String> {
        let is_own = |apart: &&Apart| {
            let name = apart.array.as_ref().map(|name| self.names.in_text(name));
            let is_named = name.is_some_and(|name| name_of(&name) == name_of(&entry.name));
            is_named && apart.function == entry.function
        };
        let own = self.apart.iter().filter(is_own);
        // What another obstacle entails comes last.
        let is_final = |apart: &&Apart| matches!(apart.cause, Cause::Through(_));
        let Some(apart) = own.min_by_key(is_final) else {
            return self.why_not(&entry.function);
        };
        let [first, second] = [apart.first, apart.second].map(|nest| self.line(nest));
        let lines = format!("the loops at lines {first} and {second}, which share it, stay apart");
        Some(format!("{lines}: {}", self.why(apart)?))
    }

    /// Why no loops of a function are fused, if that has one reason.
    fn why_not(&self, function: &str) -> Option<String> {
        let is_own = |apart: &&Apart| {
            apart.function == function && matches!(apart.cause, Cause::Unknown(_) | Cause::Budget)
        };
        let apart = self.apart.iter().find(is_own);
        let mut unproved = self.unproved.iter();
        let unproved = unproved.find(|(name, _)| name == function && !self.idle.contains(name));
        let why = apart.and_then(|apart| self.why(apart));
        let why = why.or_else(|| Some(self.names.in_text(&unproved?.1)))?;
        Some(format!("the loops of `{function}` are not fused: {why}"))
    }

    /// Why two loops stay apart, with the line of what is not understood.
    fn why(&self, apart: &Apart) -> Option<String> {
        let why = self.names.in_text(&apart.reason(&self.file)?);
        Some(match &apart.cause {
            Cause::Unknown(unknown) | Cause::AnyElement(.., Some(unknown)) => {
                format!("{why} (line {})", self.line(unknown.at))
            }
            _ => why,
        })
    }

    fn line(&self, nest: Span) -> usize {
        self.file.line_col(nest.start).line as usize
    }

    fn path(&self) -> String {
        self.file.path.display().to_string()
    }
}
