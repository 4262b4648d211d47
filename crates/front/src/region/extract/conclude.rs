//! From a walked region to a scop with candidates and their places.

use super::{Extractor, Outcome, Shapes, assumptions};
use crate::region::build::leaving::Stray;
use crate::region::build::plan::{ArrayPart, BuildArray, Plan};
use crate::region::build::{Built, build};
use crate::region::coverage::Coverage;
use crate::region::judge::judge;
use crate::region::original;
use crate::region::places::placer::Placer;
use crate::region::places::{Candidate, FixedMacro, Region, TakenMacro};
use crate::region::{windows, written as texts_written};
use crate::values::evaluator::written;
use crate::values::expressions::recorder::most_elements;
use crate::values::formula::Formula;
use crate::values::shapes::Shape;
use crate::walk::computed::name_products;
use crate::walk::copies;
use crate::walk::declarations::has_constants;
use crate::walk::draft::{DraftReference, Part};
use crate::walk::walker::Walker;
use c::facts::configuration;
use c::facts::configuration::Extent;
use c::facts::pragmas::threads::macro_value;
use c::facts::refusal::Refusal;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::Storage;
use lang_c::ast::BlockItem;
use lang_c::span::Node;
use poly::Expr;
use scop::ArrayId;
use source::{IntegerMacro, Span};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

impl<'s> Extractor<'s> {
    /// Completes the reading of a region: its coverage, its candidates, and the reasons of the
    /// other arrays.
    pub(super) fn conclude(
        &self,
        mut walker: Walker<'s>,
        shapes: Shapes,
        running: Vec<VarId>,
        outcome: &mut Outcome<'s>,
    ) {
        outcome.coverage = Coverage::of(&walker, (self.function, self.text), &running);
        let contradictions = walker.found.contradictions.iter().cloned();
        let contradictions = contradictions.filter_map(|at| self.unit.nearest_span(at));
        outcome.contradictions = contradictions.collect();
        let here = self.defer(&mut walker, running, outcome);
        let windows = windows::unroll(&mut walker);
        let by_name = walker.found.references.iter().enumerate();
        let by_name: HashMap<usize, usize> = by_name.map(|(k, r)| (r.name.start, k)).collect();
        let mut arrays = Vec::new();
        for id in here {
            match self.judged(&mut walker, id, &shapes[&id], &by_name) {
                Ok(array) if windows.contains_key(&id) => arrays.extend(parted(
                    &walker,
                    BuildArray {
                        extents: windows[&id].clone(),
                        products: vec![None; windows[&id].len()],
                        last_rows: Vec::new(),
                        ..array
                    },
                )),
                Ok(array) => arrays.extend(parted(&walker, array)),
                Err((refusal, at)) => {
                    let variable = self.symbols().variable(id);
                    outcome.kept.push(self.kept(variable, refusal, at));
                }
            }
        }
        if !arrays.is_empty() {
            self.build(&mut walker, &shapes, &arrays, outcome);
        }
    }

    /// The array, if it may be folded. An array without places must not be in the scop.
    fn judged(
        &self,
        walker: &mut Walker<'s>,
        id: VarId,
        shape: &Shape,
        by_name: &HashMap<usize, usize>,
    ) -> Result<BuildArray, (Refusal, Option<usize>)> {
        judge(walker, id, by_name).map_err(|(refusal, at)| (self.blame_loop(refusal), at))?;
        let variable = self.symbols().variable(id);
        if !walker.agree_on_units(id) {
            let text = "one of several orders of its cells".to_string();
            let is_data = false;
            return Err((Refusal::SubscriptNotAffine { text, is_data }, None));
        }
        if let Some(heap) = self
            .function_facts()
            .heap(variable.id)
            .filter(|_| shape.dims.is_empty())
        {
            let at = heap.allocation.at.clone();
            let value = walker.unsteady_in(&at);
            let refusal = value.map_or(Refusal::HeapSize, |value| walker.blame_change(&value));
            return Err((refusal, Some(at.start)));
        }
        if let Some(heap) = self.function_facts().heap(variable.id)
            && heap.allocation.zeroed
            && walker.source.region.contains(&heap.allocation.at.start)
            && !walker.found.zeroed.contains(&id)
        {
            let what = "an allocation that is no statement of its own".to_string();
            let at = Some(heap.allocation.at.start);
            return Err((Refusal::UsedInUnanalysedCode(what), at));
        }
        let copies = copies::copies(walker, id)?;
        let extents = shape.extents().ok_or((Refusal::UnknownShape, None))?;
        let of_reference = &HashMap::new();
        let mut placer = Placer {
            walker,
            of_reference,
            file: self.file,
            function: self.text.function,
        };
        placer.candidate(ArrayId(0), id, shape)?;
        let extent = self.extent(walker, variable);
        if let (Some(extent), Some(subject)) = (extent, self.subject(&variable.name))
            && let Some(refusal) = subject.conditional_code(&extent)
        {
            return Err((refusal, None));
        }
        Ok(BuildArray {
            var: id,
            part: ArrayPart::All,
            spelling: variable.name.clone(),
            products: shape.products(),
            extents,
            last_rows: shape.last_rows(),
            most_elements: {
                let most = most_elements(self.function_facts(), variable);
                shape.most_elements.map_or(most, |own| own.min(most))
            },
            carried: copies.is_kept || self.is_carried(variable),
            private: copies.private,
        })
    }

    /// The region's statements from the first to the last use of an array, with the objects that
    /// are read as counters and sizes.
    fn extent(&self, walker: &Walker<'_>, variable: &Variable<'_>) -> Option<Extent> {
        let place = |item: &Node<BlockItem>| self.function.base.range(item.span);
        let items = self.text.items;
        let item_of = |at: &usize| {
            let index = items.partition_point(|item| place(item).end <= *at);
            items.get(index).map(place)
        };
        let uses = self.function_facts().uses(variable.id);
        let first = uses.iter().min().and_then(item_of)?;
        let last = uses.iter().max().and_then(item_of)?;
        let range = first.start..last.end;
        let params = walker.eval.params.all.iter();
        let variables = params.filter(|p| p.param.kind == scop::ParamKind::Variable);
        let params = variables.map(|p| p.param.spelling.clone());
        let counters = walker.eval.params.iterator_names.iter().cloned();
        let own = self.counters.iter().cloned();
        Some(Extent {
            heads: configuration::heads(self.function, &range),
            span: self.unit.nearest_span(range)?,
            names: params.chain(counters).chain(own).collect(),
        })
    }

    /// Whether the array holds values before the region: it is initialised before, or its lifetime
    /// includes several executions of the region.
    fn is_carried(&self, variable: &Variable<'_>) -> bool {
        let region = &self.text.range;
        let heap = self.function_facts().heap(variable.id);
        let made = heap.map_or(variable.at.start, |h| h.allocation.at.start);
        let outside = !region.contains(&made);
        let repeats =
            |l: &Range<usize>| l.start < region.start && region.end <= l.end && !l.contains(&made);
        let is_set = heap.map_or(variable.initializer.is_some(), |h| h.allocation.zeroed);
        variable.origin != Origin::Local
            || variable.storage == Storage::Static
            || has_constants(self.function_facts(), variable)
            || (outside && (is_set || self.symbols().loops.iter().any(repeats)))
    }

    /// Builds the scop, without the arrays whose accesses leave their box.
    fn build(
        &self,
        walker: &mut Walker<'s>,
        shapes: &Shapes,
        arrays: &[BuildArray],
        outcome: &mut Outcome<'s>,
    ) {
        name_products(walker);
        let ctx = walker.source.ctx.clone();
        let known: Vec<Formula> = walker.eval.known().cloned().collect();
        let all = arrays.iter().map(|a| a.var);
        let recalled: Vec<VarId> = all.filter(|id| walker.recalled(*id).is_some()).collect();
        let plan = Plan {
            ctx: &ctx,
            params: &walker.eval.params.all,
            known: &known,
            arrays,
            statements: &walker.found.statements,
            references: &walker.found.references,
            names: &walker.found.names,
            certain_until: self.certain_until(walker),
            recalled: &recalled,
        };
        let built = match build(&plan) {
            Ok(built) => built,
            Err(error) => {
                let reason = refusal_of(error);
                let stay = arrays
                    .iter()
                    .map(|a| self.kept(self.symbols().variable(a.var), reason.clone(), None));
                return outcome.kept.extend(stay);
            }
        };
        if !built.leaving.refused.is_empty() {
            let stay = self.leave_their_box(walker, arrays, &built.leaving.refused, outcome);
            if !stay.is_empty() {
                self.build(walker, shapes, &stay, outcome);
            }
            return;
        }
        outcome.region = self.region(walker, (shapes, arrays), built, &known);
    }

    /// The region with its places in the user's file.
    fn region(
        &self,
        walker: &mut Walker<'s>,
        (shapes, arrays): (&Shapes, &[BuildArray]),
        built: Built,
        known: &[Formula],
    ) -> Option<Region> {
        let mut placer = Placer {
            walker,
            of_reference: &built.of_reference,
            file: self.file,
            function: self.text.function,
        };
        let mut candidates = placed(&mut placer, shapes, arrays);
        let general = assumptions::of_region(self, walker, shapes);
        for candidate in &mut candidates {
            let var = arrays[candidate.array.0 as usize].var;
            candidate.original = original::of_array(walker, var, &built);
            candidate.narrowed = built.own[candidate.array.0 as usize];
            let assumed = built.leaving.assumed.iter().filter(|s| s.array == var);
            let assumed =
                assumed.filter_map(|stray| assumptions::of_stray(self.unit, walker, stray));
            candidate.assumptions = assumed.chain(general.iter().cloned()).collect();
        }
        let of_candidate = |c: &Candidate| arrays[c.array.0 as usize].var;
        let written = texts_written::of(
            walker,
            &candidates.iter().map(of_candidate).collect::<Vec<_>>(),
        );
        let span = self.unit.nearest_span(self.text.range.clone())?;
        let body_start = self.body_start().unwrap_or(Span::at(span.start));
        Some(Region {
            function: self.function.name.clone(),
            span,
            scop: built.scop,
            narrowed: built.narrowed,
            candidates,
            assumptions: walker.eval.assumptions(),
            fixed_macros: self.fixed_macros(&walker.eval.params.fixed),
            flat: walker.eval.params.flat.clone(),
            taken_macros: self.taken_macros(&walker.eval.params.taken),
            ordinal: self.ordinal,
            known: known.iter().flat_map(nonnegative).collect(),
            united: std::mem::take(&mut walker.here.branches.united),
            body_start,
            late_macros: self.late_macros(body_start),
            written,
            unsteady: self
                .text
                .unsteady
                .clone()
                .map(|around| self.with_inner(walker, around)),
        })
    }

    /// The reason why the loop around the region is not followed, with the values that may change
    /// inside.
    fn with_inner(&self, walker: &Walker<'_>, around: Refusal) -> Refusal {
        let inside = walker.eval.unsteady.first();
        let inside = inside.map(|value| walker.blame_change(value));
        Refusal::changes(Some(around.clone()), inside).unwrap_or(around)
    }

    /// Reports that the arrays of these references stay. Returns the other arrays.
    fn leave_their_box(
        &self,
        walker: &Walker<'_>,
        arrays: &[BuildArray],
        leaving: &[Stray],
        outcome: &mut Outcome<'s>,
    ) -> Vec<BuildArray> {
        let mut gone = BTreeSet::new();
        for stray in leaving {
            if gone.insert(stray.array) {
                let variable = self.symbols().variable(stray.array);
                let place = stray.reference.map(|k| whole(&walker.found.references[k]));
                let text = place.clone().map(|place| written(self.unit, place));
                let reason = Refusal::LeavesDimension {
                    access: text.unwrap_or_else(|| variable.name.clone()),
                    unless: stray.unless.clone(),
                };
                let kept = self.kept(variable, reason, place.map(|place| place.start));
                outcome.kept.push(kept);
            }
        }
        let others = arrays.iter().filter(|a| !gone.contains(&a.var));
        others.cloned().collect()
    }

    /// Macros that are defined after a place.
    fn late_macros(&self, place: Span) -> Vec<String> {
        let is_late = |m: &&IntegerMacro| m.definition.is_some_and(|d| d.end > place.start);
        let late = self.unit.macros.values().filter(is_late);
        late.map(|m| m.name.clone()).collect()
    }

    fn fixed_macros(&self, fixed: &BTreeSet<String>) -> Vec<FixedMacro> {
        let value = |name: &String| macro_value(self.unit, name);
        let known = fixed.iter().filter_map(|name| Some((name, value(name)?)));
        known
            .map(|(name, value)| FixedMacro {
                name: name.clone(),
                value,
            })
            .collect()
    }

    /// The macros that were expanded while reading the region or code at file scope.
    fn taken_macros(&self, read: &BTreeSet<String>) -> Vec<TakenMacro> {
        let uses = &self.unit.uses;
        let mut names = read.clone();
        let outside = self.unit.declarations.iter();
        for declaration in outside.filter(|d| !uses.taken.is_empty() && !d.is_function) {
            let range = declaration.at.start as usize..declaration.at.end as usize;
            let tokens = &self.unit.tokens[self.unit.tokens_in(range)];
            let objects = tokens.iter().flat_map(|t| uses.objects_from(t.object));
            names.extend(objects.map(|(_, object)| object.name.to_string()));
        }
        let taken = uses.taken.iter().filter(|(name, _)| names.contains(*name));
        taken
            .map(|(name, value)| TakenMacro {
                name: name.clone(),
                value: value.clone(),
            })
            .collect()
    }

    /// The place after the `{` of the function's body.
    fn body_start(&self) -> Option<Span> {
        let start = self.body().start;
        let brace = self.unit.span_of(start..start + 1).ok()?;
        Some(Span::at(brace.end))
    }
}

/// A reference with its subscripts, in the unit's text.
pub(super) fn whole(reference: &DraftReference) -> Range<usize> {
    let end = reference.subscripts.last().map(|s| s.brackets.end);
    reference.name.start..end.unwrap_or(reference.name.end)
}

/// One array for each named member of the elements, and one for the other members if elements are
/// used as a whole; the array itself if members overlap.
fn parted(walker: &Walker<'_>, array: BuildArray) -> Vec<BuildArray> {
    let accesses = walker.found.statements.iter().flat_map(|s| &s.accesses);
    let own = accesses.filter(|a| a.array == array.var);
    let parts: BTreeSet<&Part> = own.map(|a| &a.part).collect();
    let member = |part: &&Part| match part {
        Part::Member(name) => Some(ArrayPart::Member(name.clone())),
        _ => None,
    };
    let mut all: Vec<ArrayPart> = parts.iter().filter_map(member).collect();
    if all.is_empty() || parts.contains(&Part::Overlapping) {
        return vec![array];
    }
    all.extend(parts.contains(&Part::Whole).then_some(ArrayPart::Rest));
    let part = |part| BuildArray {
        part,
        ..array.clone()
    };
    all.into_iter().map(part).collect()
}

/// The candidates. Arrays for members of the same elements are one candidate.
fn placed(placer: &mut Placer<'_, '_>, shapes: &Shapes, arrays: &[BuildArray]) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut own = None;
    for (k, array) in arrays.iter().enumerate() {
        let id = ArrayId(k as u32);
        if own == Some(array.var) {
            candidates
                .last_mut()
                .into_iter()
                .for_each(|c| c.others.push(id));
        } else if let Ok(candidate) = placer.candidate(id, array.var, &shapes[&array.var]) {
            candidates.push(candidate);
            own = Some(array.var);
        }
    }
    candidates
}

/// The expressions that a condition requires to be not negative, if they are all that it requires.
fn nonnegative(formula: &Formula) -> Vec<Expr> {
    match formula {
        Formula::NonNegative(expr) => vec![expr.clone()],
        Formula::Zero(expr) => vec![expr.clone(), Expr::constant(0) - expr.clone()],
        Formula::All(all) => all.iter().flat_map(nonnegative).collect(),
        _ => Vec::new(),
    }
}

/// The refusal for an error in computing sets.
fn refusal_of(error: poly::PolyError) -> Refusal {
    match error {
        poly::PolyError::Budget => Refusal::AnalysisBudget,
        other => Refusal::AnalysisFailed(other.to_string()),
    }
}
