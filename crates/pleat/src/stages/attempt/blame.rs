//! What the next attempt leaves as it is, because a proof failed or nothing is gained.

use super::{Attempt, Without, idle_stages};
use crate::engine::{Fault, may_assert};
use crate::stages::plans::Plan;
use crate::stages::{Apart, Cause, FusedLoop, Left};
use crate::text::original_span;
use crate::verify::Side;
use c::names::types::Type;
use source::{PreprocessError, Span};
use std::collections::BTreeSet;

/// So many nests stay alone because a loop with them is not proved.
const MOST_ALONE: usize = 4;

impl Attempt<'_> {
    /// Notes statements in another form that are in no fused loop, and functions with inlined
    /// stages or other counters in which nothing is fused. Returns whether there are any.
    pub(in crate::stages) fn leaves_useless(
        &mut self,
        without: &mut Without,
        left: &mut Left,
    ) -> Result<bool, PreprocessError> {
        let (unused, idle) = (self.unused(), self.idle()?);
        let is_fused = |name: &&String| self.functions.contains_key(*name);
        let counted = self.summed.iter().filter(|name| !is_fused(name));
        let counted: BTreeSet<String> = counted.cloned().collect();
        let leaves = !unused.is_empty() || !idle.is_empty() || !counted.is_empty();
        let leaves = self.keeps_alone(without) || leaves;
        without.sums.extend(counted);
        let leaves = self.mirrors(without)? || leaves;
        // What keeps the loops of the stages apart is the reason why their calls stay.
        for function in &idle {
            let apart = self.apart.remove(function).unwrap_or_default();
            left.kept.entry(function.clone()).or_insert(apart);
        }
        let is_unused = |place: Span| unused.iter().any(|span| span.contains(place));
        let all = self.apart.values().flatten();
        let in_vain = all.filter(|apart| is_unused(apart.first) || is_unused(apart.second));
        left.prepared.extend(in_vain.cloned());
        without.prepared.extend(unused);
        without.calls.extend(idle);
        Ok(leaves)
    }

    /// Lets the loops of functions without fused loops count up in the order of those that count
    /// down, or no longer. Returns whether there are any.
    fn mirrors(&mut self, without: &mut Without) -> Result<bool, PreprocessError> {
        let places = |name: &String| {
            let loops = self.functions.get(name).into_iter().flat_map(|f| &f.loops);
            loops.flat_map(|l| &l.nests).copied().collect::<Vec<Span>>()
        };
        let mut in_vain = Vec::new();
        for (name, spans) in &self.mirrored {
            let nests = places(name);
            if !spans.iter().any(|span| nests.contains(span)) {
                in_vain.push(name.clone());
            }
        }
        for name in &in_vain {
            without.mirrored.remove(name);
            without.unmirrored.insert(name.clone());
        }
        let new = self.read(|attempt, front| {
            let functions = front.contents().file.functions.iter();
            let open = functions.filter(|f| !attempt.functions.contains_key(&f.name));
            let open = open.filter(|f| !without.keeps(&f.name));
            let fit = open.filter(|f| !fuse::mirrored(front.unit(), f).is_empty());
            let all = fit.map(|f| f.name.clone());
            all.collect::<Vec<String>>()
        })?;
        let new = new.iter().filter(|name| without.mirrors(name)).count();
        Ok(new + in_vain.len() > 0)
    }

    /// Lets functions assert the macros that their plans take at their values.
    pub(in crate::stages) fn assert_taken(
        &mut self,
        without: &mut Without,
    ) -> Result<(), PreprocessError> {
        self.read(|attempt, front| {
            for (function, macros) in &attempt.taken {
                if may_assert(front, function, macros) {
                    without.asserts(function, macros);
                }
            }
        })
    }

    /// The functions that call others whose proof failed, too: theirs may have failed for that.
    /// None if each of them does.
    pub(in crate::stages) fn callers(
        &mut self,
        faults: &[(String, Fault)],
    ) -> Result<BTreeSet<String>, PreprocessError> {
        let failed: BTreeSet<&String> = faults.iter().map(|(function, _)| function).collect();
        let callers: BTreeSet<String> = self.read(|_, front| {
            let contents = front.contents();
            let functions = contents.file.functions.iter();
            let functions = functions.filter(|f| failed.contains(&f.name));
            let calls_failed = |f: &&c::names::file::Function<'_>| {
                let entered = contents.facts.calls.entered_by(f.symbols.calls.iter());
                entered.iter().any(|e| *e != f.name && failed.contains(e))
            };
            functions
                .filter(calls_failed)
                .map(|f| f.name.clone())
                .collect()
        })?;
        Ok(match callers.len() < failed.len() {
            true => callers,
            false => BTreeSet::new(),
        })
    }

    /// Leaves out the last thing that was done to a function whose proof failed, or asserts what
    /// its proof lacks. If nothing is left to leave out, its loops stay.
    pub(in crate::stages) fn blame(
        &mut self,
        function: String,
        fault: Fault,
        without: &mut Without,
        left: &mut Left,
    ) -> Result<(), PreprocessError> {
        // The new text may not name them any more.
        let may_assert = may_assert(self.original.program(), &function, &fault.macros);
        // What the proof takes beside the macros of distances.
        let takes_more = self.taken.contains_key(&function) && may_assert;
        if takes_more && without.asserts_more(&function, &fault.macros) {
            return Ok(());
        }
        if self.taken.remove(&function).is_some() && without.distances.insert(function.clone()) {
            without.asserted.remove(&function);
            return Ok(());
        }
        let may_be_flat = fault.is_narrower && self.tables.contains(&function);
        if may_be_flat && without.flat.insert(function.clone()) {
            return Ok(());
        }
        if self.shifts_points.remove(&function) && without.points.insert(function.clone()) {
            return Ok(());
        }
        let plan = self.functions.get(&function);
        let is_loopless = plan.is_some_and(|plan| plan.loops.is_empty());
        if is_loopless && self.inlined.contains(&function) {
            let apart = self.apart.remove(&function).unwrap_or_default();
            left.kept.entry(function.clone()).or_insert(apart);
        }
        if fault.is_not_followed && self.keeps_blamed_stages(&function, &fault, without) {
            left.loopless.extend(is_loopless.then(|| function.clone()));
            left.failed.insert(function, fault.reason);
            return Ok(());
        }
        let is_followed = fault.lacks_relation || fault.speaks_of_proof;
        if !is_followed && self.keeps_idle_stages(&function, without) {
            return Ok(());
        }
        // Nests in another form have the same iterations of the loops around them.
        let last = left.reasons.insert(function.clone(), fault.reason.clone());
        let is_in_vain = fault.lacks_relation && last.as_ref() == Some(&fault.reason);
        if is_in_vain {
            left.failed.remove(&function);
            left.stay(without, [(function, fault.reason)]);
            return Ok(());
        }
        let may_be_serial = self.shared.contains(&function) && without.request.strips;
        if may_be_serial && without.serial.insert(function.clone()) {
            left.serial.push((function, fault.reason));
            return Ok(());
        }
        if may_assert && without.asserts(&function, &fault.macros) {
            return Ok(());
        }
        let is_blocked = |plan: &Plan| plan.loops.iter().any(|l| l.is_in_blocks);
        if self.functions.get(&function).is_some_and(is_blocked) {
            without.blocks.insert(function);
            return Ok(());
        }
        if self.joined.contains(&function) {
            without.inner.insert(function);
        } else if without.distributed.remove(&function).is_some() {
            without.undistributed.insert(function);
        } else if self.is_usual(&function, without) {
            without.usual.insert(function);
        } else if self.mirrored.remove(&function).is_some() {
            without.mirrored.remove(&function);
            without.unmirrored.insert(function);
        } else if let Some(spans) = self.prepared.remove(&function) {
            without.prepared.extend(spans);
            without.mirrors(&function);
        } else if self.summed.contains(&function) {
            without.sums.insert(function);
        } else if self.leaves_alone(&function, &fault, without) {
            left.failed.insert(function, fault.reason);
        } else if self.inlined.contains(&function) {
            // Its own loops may be fused without those of the stages.
            without.calls.insert(function.clone());
            left.loopless.extend(is_loopless.then(|| function.clone()));
            left.failed.insert(function, fault.reason);
        } else {
            left.failed.remove(&function);
            left.loopless.extend(is_loopless.then(|| function.clone()));
            left.stay(without, [(function, fault.reason)]);
        }
        Ok(())
    }

    /// Lets the nests stay that the reason speaks of, or the last one, where it may have moved past
    /// an exit: the others may be proved. Returns whether there are any.
    fn leaves_alone(&self, function: &str, fault: &Fault, without: &mut Without) -> bool {
        let places = fault.places.iter().map(|(side, span)| match side {
            Side::Before => *span,
            Side::After => original_span(&self.steps, *span),
        });
        let places: Vec<Span> = places.collect();
        let loops = self.functions.get(function).into_iter();
        let nests = loops.flat_map(|plan| &plan.loops).flat_map(|l| &l.nests);
        let nests: BTreeSet<Span> = nests.copied().collect();
        let known = without.request.alone.len();
        if fault.speaks_of_proof || nests.len() < 3 || known >= MOST_ALONE {
            return false;
        }
        let meant: Vec<Span> = { nests.iter() }
            .filter(|nest| self.is_at(**nest, &places))
            .copied()
            .collect();
        let meant = match meant.len() {
            0 if fault.is_hazard || known == 0 => nests.last().copied().into_iter().collect(),
            _ => meant,
        };
        let all = meant.into_iter().map(|nest| (nest, fault.reason.clone()));
        without.request.alone.extend(all);
        without.request.alone.len() > known
    }

    /// Lets the calls of the stages stay that the reason speaks of, if they share structures with
    /// others, which are better opened together: the proof may be possible without their bodies.
    /// Returns whether there are any.
    fn keeps_blamed_stages(&self, function: &str, fault: &Fault, without: &mut Without) -> bool {
        let is_meant = |stage: &str| {
            let mut places = fault.places.iter();
            self.takes_structures(stage)
                && places.any(|(side, place)| {
                    let is_before = *side == Side::Before;
                    is_before && self.stage(stage).is_some_and(|own| own.contains(*place))
                })
        };
        let own = self.bodies.iter().filter(|(of, ..)| of == function);
        let meant = own.filter(|(_, stage, _)| is_meant(stage));
        let kept = without.request.calls.entry(function.to_string());
        let kept = kept.or_default();
        let count = kept.len();
        kept.extend(meant.map(|(_, stage, _)| stage.clone()));
        kept.len() > count
    }

    /// Whether a stage is passed structures, or pointers to some.
    fn takes_structures(&self, stage: &str) -> bool {
        let file = &self.original.program().contents().file;
        let Some(own) = file.definition(stage).map(|at| &file.functions[at]) else {
            return false;
        };
        let parameters = own.symbols.parameters.iter().flatten();
        let mut types = parameters.map(|id| &own.symbols.variable(*id).declared_type);
        types.any(|ty| matches!(ty.target().unwrap_or(ty), Type::Record(_)))
    }

    /// Where a stage is defined in the user's file.
    fn stage(&self, name: &str) -> Option<Span> {
        let contents = self.original.program().contents();
        let own = &contents.file.functions[contents.file.definition(name)?];
        self.original.unit().span_of(own.range()).ok()
    }

    /// Whether a nest of the user's file, or the stage whose call it is, contains one of these
    /// places.
    fn is_at(&self, nest: Span, places: &[Span]) -> bool {
        let calls = self.bodies.iter().filter(|(.., call)| call.contains(nest));
        let stages = calls.filter_map(|(_, name, _)| self.stage(name));
        let mut all = stages.chain([nest]);
        all.any(|span| places.iter().any(|place| span.contains(*place)))
    }

    /// Lets the calls of stages stay that have no part in the fused loops of a function: its proof
    /// may be possible without their bodies. Returns whether there are any, and others.
    fn keeps_idle_stages(&self, function: &str, without: &mut Without) -> bool {
        let idle = idle_stages(&self.bodies, &self.functions).remove(function);
        let Some(idle) = idle.filter(|_| self.functions.contains_key(function)) else {
            return false;
        };
        let kept = without.request.calls.entry(function.to_string());
        let kept = kept.or_default();
        let count = kept.len();
        kept.extend(idle);
        kept.len() > count
    }

    /// Whether the plan of a function leaves out tiny sizes.
    pub(in crate::stages) fn is_usual(&self, function: &str, without: &Without) -> bool {
        self.prepared.contains_key(function) && !without.usual.contains(function)
    }

    /// The statements in another form that are in no fused loop.
    fn unused(&self) -> Vec<Span> {
        let is_used = |span: &&Span| {
            let loops = self.functions.values().flat_map(|plan| &plan.loops);
            let mut nests = loops.flat_map(|l| &l.nests);
            nests.any(|nest| nest.start < span.end && span.start < nest.end)
        };
        let all = self.prepared.values().flatten();
        all.filter(|span| !is_used(span)).copied().collect()
    }

    /// Loops that stay apart because their rows do not meet.
    pub(in crate::stages) fn far_apart(&self) -> impl Iterator<Item = [Span; 2]> {
        let all = self.apart.values().flatten();
        let is_far = |apart: &&Apart| {
            matches!(
                apart.cause,
                Cause::Unbounded(..) | Cause::AnyElement(..) | Cause::Bounds(_) | Cause::Other
            )
        };
        all.filter(is_far).map(|apart| [apart.first, apart.second])
    }

    /// Whether nests of the user's file are in one fused loop.
    pub(in crate::stages) fn fuses(&self, nests: &[Span]) -> bool {
        let mut loops = self.functions.values().flat_map(|plan| &plan.loops);
        loops.any(|fused| nests.iter().all(|nest| fused.nests.contains(nest)))
    }

    /// Lets the calls of stages stay in `main` that allocate for themselves and whose loops are
    /// only fused with each other: they are better fused by themselves. Returns whether there are
    /// any.
    fn keeps_alone(&self, without: &mut Without) -> bool {
        let contents = self.original.program().contents();
        let allocates = |stage: &str| {
            let own = contents.file.definition(stage);
            own.is_some_and(|own| !contents.facts.functions[own].allocating().is_empty())
        };
        let loops = self.functions.get("main").into_iter();
        let loops: Vec<&FusedLoop> = loops.flat_map(|plan| &plan.loops).collect();
        let (mut alone, mut joined) = (BTreeSet::new(), BTreeSet::new());
        for (_, stage, call) in self.bodies.iter().filter(|(of, ..)| of == "main") {
            for fused in &loops {
                let own = fused.nests.iter().filter(|nest| call.contains(**nest));
                match own.count() {
                    0 => {}
                    all if all == fused.nests.len() => {
                        alone.insert(stage);
                    }
                    _ => {
                        joined.insert(stage);
                    }
                }
            }
        }
        let alone = alone.difference(&joined).filter(|stage| allocates(stage));
        let kept = without.request.calls.entry("main".to_string()).or_default();
        let count = kept.len();
        kept.extend(alone.map(|stage| (*stage).clone()));
        kept.len() > count
    }

    /// Whether nothing is fused in a function with inlined stages.
    pub(in crate::stages) fn has_idle_stages(&mut self) -> Result<bool, PreprocessError> {
        Ok(!self.idle()?.is_empty())
    }

    /// The functions with inlined stages in which nothing is fused. Those that became parts of
    /// others do not count.
    fn idle(&mut self) -> Result<Vec<String>, PreprocessError> {
        self.read(|attempt, front| {
            let is_left = |name: &String| front.functions().any(|own| own == name);
            let is_fused = |name: &String| attempt.functions.contains_key(name);
            let idle = attempt.inlined.iter();
            let idle = idle.filter(|name| !is_fused(name) && is_left(name));
            idle.cloned().collect()
        })
    }
}
