//! Fused loops as strips of rows that threads share: where the user's loops are shared among
//! threads, or the user asks for it.

use super::attempt::{Attempt, Without};
use super::threads::Threads;
use super::{FusedLoop, Strips};
use crate::systems::{Sizes, system};
use crate::text::original_span;
use affine::{Fixed, Whole};
use front::Program;
use fuse::Rows;
use poly::Allowance;
use schedule::Obstacle;
use scop::{ArrayId, Scop, StmtId};
use source::{Edits, PreprocessError, Span};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// A loop that got no strips.
pub(super) struct Unshared {
    pub(super) function: String,
    pub(super) reason: String,
    /// Whether threads share the iterations of a loop that became part of it.
    pub(super) is_threaded: bool,
    /// The nests in the user's file that became part of it.
    nests: Vec<Vec<Span>>,
}

impl Attempt<'_> {
    /// Writes directives that share loops among threads as comments.
    pub(super) fn mark(&mut self, without: &Without) -> Result<(), PreprocessError> {
        let edits = self.read(|_, front| {
            let is_wanted = |at: u32| {
                let mut functions = front.contents().file.functions.iter();
                let function = functions.find(|f| f.range().contains(&(at as usize)));
                function.is_some_and(|f| !without.keeps(&f.name))
            };
            fuse::marked(front.unit(), is_wanted)
        })?;
        self.is_marked = self.step(edits);
        Ok(())
    }

    /// Writes fused loops in strips, and the directives of other loops again.
    pub(super) fn share(&mut self, without: &Without) -> Result<(), PreprocessError> {
        if !self.is_marked && !without.request.strips {
            return Ok(());
        }
        let mut only = None;
        loop {
            let (edits, later) =
                self.read(|attempt, front| attempt.strips(front, without, only.as_deref()))?;
            let later: Vec<Span> = later.iter().map(|rows| edits.new_span(*rows)).collect();
            let written = edits.written();
            if self.step(edits) {
                self.places.extend(written);
            }
            if later.is_empty() {
                break;
            }
            only = Some(later);
        }
        if self.is_marked {
            let edits = fuse::restored(&self.file(), &self.places);
            self.step(edits);
        }
        Ok(())
    }

    /// The edits that write fused loops in strips, `only` these loops if some are given, and loops
    /// that have to be written after that: their arrays are declared together with others.
    fn strips(
        &mut self,
        front: &Program<'_>,
        without: &Without,
        only: Option<&[Span]>,
    ) -> (Edits, Vec<Span>) {
        let (mut edits, mut later) = (Edits::default(), Vec::new());
        let (unit, contents) = (front.unit(), front.contents());
        let mut program = None;
        for function in &contents.file.functions {
            let name = &function.name;
            if !self.functions.contains_key(name) {
                continue;
            }
            let places = fuse::rows(unit, function, &self.places);
            if only.is_none() {
                self.unread(front, name, function.range(), &places);
            }
            let is_same = |a: &Span, b: Span| a.contains(b) || b.contains(*a);
            let is_now = |rows: &Rows| {
                only.is_none_or(|only| only.iter().any(|later| is_same(later, rows.span)))
            };
            for rows in places.into_iter().filter(is_now) {
                let is_threaded = fuse::is_marked(&unit.file, rows.span);
                let is_wanted = without.request.strips && !without.serial.contains(name);
                if !is_threaded && !is_wanted {
                    continue;
                }
                let program = program.get_or_insert_with(|| program::lower(contents));
                let allowance = Allowance::new(without.request.operations);
                let found = system(program, name, &Fixed::None, &allowance);
                let found = match &found {
                    Ok(whole) => halo(&rows, whole).and_then(|(leads, private, with_rows)| {
                        let scop = &whole.system.scop;
                        let sizes = Sizes::new(scop, scop.context.clone());
                        let values = |name: &str| sizes.values(name);
                        let own = (&private[..], &values as _);
                        let found = fuse::strips(unit, function, &rows, &leads, own)?;
                        Ok((found, with_rows))
                    }),
                    Err(unknown) => Err(format!("the function contains {}", unknown.reason)),
                };
                match found {
                    Ok((found, _)) if edits.merge(found.edits.clone()).is_err() => {
                        later.push(rows.span);
                    }
                    Ok(found) => self.note(name, &rows, found, is_threaded),
                    Err(reason) => self.unshared.push(Unshared {
                        function: name.clone(),
                        reason,
                        is_threaded,
                        nests: self
                            .loops_at(name, rows.span)
                            .map(|l| l.nests.clone())
                            .collect(),
                    }),
                }
            }
        }
        (edits, later)
    }

    /// Notes fused loops of a function that threads shared, and that are no loops over rows.
    fn unread(
        &mut self,
        front: &Program<'_>,
        function: &str,
        range: std::ops::Range<usize>,
        rows: &[Rows],
    ) {
        let unit = front.unit();
        let whole = unit.span_of(range).ok();
        let is_read = |place: &Span| rows.iter().any(|rows| place.contains(rows.span));
        let places = self
            .places
            .iter()
            .filter(|p| whole.is_none_or(|whole| whole.contains(**p)));
        let unread = places.filter(|p| !is_read(p) && fuse::is_marked(&unit.file, **p));
        let unread: Vec<Span> = unread.copied().collect();
        let all = unread.iter().map(|place| Unshared {
            function: function.to_string(),
            reason: "its counter does not grow by one".to_string(),
            is_threaded: true,
            nests: self
                .loops_at(function, *place)
                .map(|l| l.nests.clone())
                .collect(),
        });
        let all: Vec<Unshared> = all.collect();
        self.unshared.extend(all);
    }

    /// Notes that a loop is written in strips.
    fn note(
        &mut self,
        function: &str,
        rows: &Rows,
        (found, with_rows): (fuse::Strips, Vec<String>),
        is_threaded: bool,
    ) {
        self.shared.insert(function.to_string());
        let strips = Strips {
            height: found.height,
            again: found.again,
            arrays: found.arrays,
            with_rows,
            is_threaded,
        };
        let place = original_span(&self.steps, rows.span);
        let known = self.functions.get_mut(function);
        let loops = known.into_iter().flat_map(|plan| &mut plan.loops);
        loops
            .filter(|fused| fused.is_in(place))
            .for_each(|fused| fused.strips = Some(strips.clone()));
    }

    /// The fused loops of a function at a place of the new text.
    fn loops_at(&self, function: &str, place: Span) -> impl Iterator<Item = &FusedLoop> {
        let place = original_span(&self.steps, place);
        let loops = self
            .functions
            .get(function)
            .into_iter()
            .flat_map(|plan| &plan.loops);
        loops.filter(move |fused| fused.is_in(place))
    }

    /// Fuses the loops that threads share with fewer others in a function, or lets those stay that
    /// became loops that threads cannot share. Returns whether there are any.
    pub(super) fn parts_threads(&self, function: &str, without: &mut Without) -> bool {
        let threads = { without.threads.get(function) }
            .copied()
            .unwrap_or_default();
        if threads != Threads::Together && self.separates(function, without) {
            return true;
        }
        let fewer = threads.fewer();
        let fewer = fewer.map(|fewer| without.threads.insert(function.to_string(), fewer));
        fewer.is_some()
    }

    /// Lets the nests stay that became loops that threads cannot share, if a function has other
    /// fused loops. Returns whether it does.
    fn separates(&self, function: &str, without: &mut Without) -> bool {
        let unshared = self
            .unshared
            .iter()
            .filter(|u| u.is_threaded && u.function == function);
        let nests: BTreeSet<&Vec<Span>> = unshared.flat_map(|u| &u.nests).collect();
        let loops = self
            .functions
            .get(function)
            .into_iter()
            .flat_map(|plan| &plan.loops);
        let has_others = loops.map(|l| &l.nests).any(|own| !nests.contains(own));
        let known = without.request.separate.len();
        if has_others {
            without.request.separate.extend(nests.into_iter().cloned());
        }
        without.request.separate.len() > known
    }

    /// The functions with fused loops that stay serial, and why.
    pub(super) fn serial(&self) -> Vec<(String, String)> {
        let serial = self.unshared.iter().filter(|u| !u.is_threaded);
        let pair = |u: &Unshared| (u.function.clone(), u.reason.clone());
        serial.map(pair).collect()
    }

    /// The functions with fused loops that threads shared, and that have no strips, and why.
    pub(super) fn threaded_without_strips(&self) -> Vec<(String, String)> {
        let threaded = self.unshared.iter().filter(|u| u.is_threaded);
        let mut found: Vec<(String, String)> = threaded
            .map(|u| {
                let reason = format!("threads cannot share the fused loop: {}", u.reason);
                (u.function.clone(), reason)
            })
            .collect();
        found.dedup_by(|a, b| a.0 == b.0);
        found
    }
}

impl FusedLoop {
    /// Whether all of its nests are in a part of the user's file.
    fn is_in(&self, place: Span) -> bool {
        self.nests.iter().all(|nest| place.contains(*nest))
    }
}

/// Rows before a strip by parts, arrays of strips, and those of them with elements for each row.
type Halo = (Vec<Option<i64>>, Vec<String>, Vec<String>);

/// The rows that each part of a loop's body computes before the first one of a strip, and the
/// arrays of which each strip has its own, and those of them that have elements for each row of the
/// loop; or why there are no strips.
fn halo(rows: &Rows, whole: &Whole) -> Result<Halo, String> {
    let scop = &whole.system.scop;
    let unknown = || "it contains statements whose place is not known".to_string();
    let parts = statements(whole, rows).ok_or_else(unknown)?;
    let halo = schedule::strips(&whole.system, &parts, rows.depth);
    let halo = halo.map_err(|_| "it is too large".to_string())?;
    let halo = halo.map_err(|obstacle| reason(whole, obstacle))?;
    match halo.leads.split_first() {
        Some((Some(_), leads)) => {
            let (private, with_rows) = (names(scop, &halo.private), names(scop, &halo.with_rows));
            Ok((leads.to_vec(), private, with_rows))
        }
        _ => Err("a declaration in it has effects".to_string()),
    }
}

fn names(scop: &Scop, arrays: &[ArrayId]) -> Vec<String> {
    let names = arrays.iter().map(|id| scop.array(*id).name.clone());
    names.collect()
}

fn reason(whole: &Whole, obstacle: Obstacle) -> String {
    let name = |id| whole.array_name(id);
    match obstacle {
        Obstacle::Carried(id) => format!("each row of `{}` needs the one before it", name(id)),
        Obstacle::Shared(id) => format!("rows of `{}` are needed by other rows", name(id)),
        Obstacle::Seen(id) => format!(
            "other rows need rows of `{}`, which are computed together with results",
            name(id)
        ),
    }
}

/// The statements of the declarations in a loop's body, then those of its parts; `None` if the
/// part of one is not known.
fn statements(whole: &Whole, rows: &Rows) -> Option<Vec<Vec<StmtId>>> {
    let scop = &whole.system.scop;
    let levels = rows.depth + 1;
    let position = |statement: &scop::Statement| -> Option<Vec<i64>> {
        let fixed = |level: usize| statement.schedule.fixed_output(2 * level).ok().flatten();
        (0..=levels).map(fixed).collect()
    };
    let place = |id: StmtId| whole.places.get(id.0 as usize).copied();
    let inside = scop.statements.iter().find(|s| {
        let place = place(s.id);
        place.is_some_and(|place| rows.span.contains(place)) && position(s).is_some()
    })?;
    let outer = position(inside)?[..levels].to_vec();
    let here = scop.statements.iter().filter_map(|s| {
        let position = position(s)?;
        let (last, before) = position.split_last()?;
        (before == outer).then_some((s.id, *last))
    });
    let here: Vec<(StmtId, i64)> = here.collect();
    let part_of = |id: StmtId| {
        let place = place(id)?;
        rows.parts.iter().position(|part| part.span.contains(place))
    };
    let mut parts: Vec<Vec<StmtId>> = vec![Vec::new(); rows.parts.len() + 1];
    let mut ranges: Vec<Option<RangeInclusive<i64>>> = vec![None; rows.parts.len()];
    for (id, at) in &here {
        if let Some(part) = part_of(*id) {
            let known = ranges[part].take().unwrap_or(*at..=*at);
            ranges[part] = Some(*known.start().min(at)..=*known.end().max(at));
        }
    }
    for (id, at) in here {
        let is_text = place(id).is_some_and(|place| rows.span.contains(place));
        let part = match part_of(id) {
            Some(part) => part + 1,
            None if is_text => 0,
            // A statement of a function that is called.
            None => {
                let is_before = |range: &Option<RangeInclusive<i64>>| {
                    range.as_ref().is_some_and(|range| at <= *range.end())
                };
                ranges.iter().position(is_before)? + 1
            }
        };
        parts[part].push(id);
    }
    Some(parts)
}
