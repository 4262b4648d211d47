//! One region from its text to a scop with candidates, and the arrays that stay.

use crate::Options;
use crate::build::{ArrayPart, BuildArray, Plan, build};
use crate::candidates::{Placer, judge, written};
use crate::configuration::{self, Extent, Subject};
use crate::copies;
use crate::delinearise::delinearise;
use crate::draft::Part;
use crate::file::{File, Function};
use crate::formula::Formula;
use crate::opaque;
use crate::openmp::{is_openmp, names_objects};
use crate::places::{Candidate, FixedMacro, Region, TakenMacro};
use crate::polynomial::Polynomial;
use crate::promises::is_own;
use crate::refusal::{KeptArray, Refusal};
use crate::region::RegionText;
use crate::scene::Scene;
use crate::shapes::{Dim, Shape, own_arrays, refusal_of_declaration};
use crate::statements::{InnerBody, Walker, has_constants, is_zero};
use crate::survey::Survey;
use crate::symbols::{Origin, Symbols, VarId, Variable};
use crate::threads::macro_value;
use crate::types::{Storage, Type};
use lang_c::ast::BlockItem;
use lang_c::span::Node;
use poly::{Context, Expr};
use scop::{ArrayId, Subscript};
use source::{IntegerMacro, Pragma, Span, Unit};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

/// Elementary isl operations that one region may take, beside those for each use of an array.
const BUDGET: u64 = 4_000_000;
/// Further operations for each use of an array: a long region is no more complex than a short one.
const BUDGET_PER_USE: u64 = 4_000;
/// The region is read again at most this often, each time with more macros taken at their value.
const MOST_READINGS: usize = 20;

/// The file and the region at hand.
pub struct Extractor<'s> {
    /// The preprocessed file.
    pub unit: &'s Unit,
    /// Its declarations.
    pub file: &'s File<'s>,
    /// The function.
    pub function: &'s Function<'s>,
    /// The region.
    pub text: &'s RegionText<'s>,
    /// How many regions of the function were read before.
    pub ordinal: usize,
    /// What to extract.
    pub options: &'s Options,
    /// The function's body in the user's file.
    body: Option<Span>,
    /// The names of the counters of all its loops.
    counters: BTreeSet<String>,
}

/// Arrays of the region that are still in the running, with their shapes.
type Shapes = HashMap<VarId, Shape>;

/// What came out of a region.
#[derive(Debug, Default)]
pub struct Outcome<'s> {
    /// The region, if it has candidates.
    pub region: Option<Region>,
    /// The arrays that stay.
    pub kept: Vec<KeptArray>,
    /// What was looked at, if anything.
    pub survey: Option<Survey>,
    /// Regions inside, with arrays that are used nowhere else.
    pub inner: Vec<RegionText<'s>>,
}

/// Reads one region. Arrays whose first use lies elsewhere are not its business.
pub fn region<'s>(extractor: &Extractor<'s>) -> Outcome<'s> {
    let mut outcome = Outcome::default();
    let symbols = &extractor.function.symbols;
    let mut running = Vec::new();
    for (id, variable) in own_arrays(&symbols.variables) {
        if !extractor.text.looks_at(id, variable) {
            continue;
        }
        match extractor.refused_at_once(id, variable) {
            Some((refusal, at)) => outcome.kept.push(extractor.kept(variable, refusal, at)),
            None => running.push(id),
        }
    }
    if !running.is_empty() {
        extractor.analyse(running, &mut outcome);
    }
    outcome
}

impl<'s> Extractor<'s> {
    /// What a region is read with: its text and how many regions of its function were read before.
    pub fn new(
        unit: &'s Unit,
        file: &'s File<'s>,
        (text, ordinal): (&'s RegionText<'s>, usize),
        options: &'s Options,
    ) -> Self {
        let function = &file.functions[text.function];
        let symbols = &function.symbols;
        let counters: BTreeSet<VarId> = symbols.counters.iter().map(|(id, _)| *id).collect();
        let name = |id: VarId| symbols.variable(id).name.clone();
        let body = function.base.range(function.definition.statement.span);
        Extractor {
            unit,
            file,
            function,
            text,
            ordinal,
            options,
            body: unit.nearest_span(body),
            counters: counters.into_iter().map(name).collect(),
        }
    }

    fn symbols(&self) -> &'s Symbols<'s> {
        &self.function.symbols
    }

    fn body(&self) -> Range<usize> {
        self.function
            .base
            .range(self.function.definition.statement.span)
    }

    /// The array with its reason.
    pub fn kept(&self, variable: &Variable<'_>, reason: Refusal, at: Option<usize>) -> KeptArray {
        kept(self.unit, self.function, variable, reason, at)
    }

    /// Reasons that need no analysis.
    fn refused_at_once(
        &self,
        id: VarId,
        variable: &Variable<'_>,
    ) -> Option<(Refusal, Option<usize>)> {
        if let Some(refusal) = refusal_of_declaration(variable) {
            return Some((refusal, None));
        }
        let is_global = matches!(variable.origin, Origin::Global(_));
        if !self.is_initialiser_followed(variable) {
            return Some((Refusal::InitialiserNotZero, None));
        }
        if self.unit.includes_itself() {
            return Some((Refusal::IncludesItself, None));
        }
        if let Some((what, at)) = self.symbols().jumps.first() {
            return Some((Refusal::Setjmp(what.clone()), Some(*at)));
        }
        if variable.storage == Storage::Static || is_global {
            let own = &self.function.name;
            let mut calls = self.symbols().calls.iter();
            if let Some(call) = calls.find(|c| self.file.calls.may_enter(c.name.as_deref(), own)) {
                let name = call
                    .name
                    .clone()
                    .unwrap_or_else(|| "a function pointer".to_string());
                return Some((Refusal::Reentrant(name), Some(call.at)));
            }
        }
        if let Some(refusal) = self.subject(&variable.name).and_then(|s| s.skipped_use()) {
            return Some((refusal, None));
        }
        if let Some(pragma) = self.pragma_naming(&variable.name) {
            return Some((Refusal::NamedInPragma(pragma), None));
        }
        let threads = &self.symbols().threads;
        copies::objection(threads, id, variable, &self.text.range)
    }

    /// Zeros are a write; other constants are values from before the region, and so must not be stored
    /// anew inside of it.
    fn is_initialiser_followed(&self, variable: &Variable<'_>) -> bool {
        let is_array = matches!(variable.ty, Type::Array(_)) && variable.heap.is_none();
        let Some(initializer) = variable.initializer.filter(|_| is_array) else {
            return true;
        };
        let at = variable.at.start;
        let is_again = |l: &Range<usize>| l.contains(&at) && self.text.range.contains(&l.start);
        let once = !self.symbols().loops.iter().any(is_again);
        is_zero(&initializer.node) || (has_constants(variable) && once)
    }

    fn subject<'a>(&'a self, name: &'a str) -> Option<Subject<'a>> {
        Some(Subject {
            unit: self.unit,
            name,
            function: self.body?,
            body: self.body(),
        })
    }

    /// The region's statements from the first to the last use of an array, with what is read as
    /// counters and sizes.
    fn extent(&self, walker: &Walker<'_>, variable: &Variable<'_>) -> Option<Extent> {
        let place = |item: &Node<BlockItem>| self.function.base.range(item.span);
        let items = self.text.items;
        let item_of = |at: &usize| {
            let index = items.partition_point(|item| place(item).end <= *at);
            items.get(index).map(place)
        };
        let first = variable.uses.iter().min().and_then(item_of)?;
        let last = variable.uses.iter().max().and_then(item_of)?;
        let range = first.start..last.end;
        let params = walker.scene.params.iter();
        let variables = params.filter(|p| p.param.kind == scop::ParamKind::Variable);
        let params = variables.map(|p| p.param.spelling.clone());
        let counters = walker.scene.iterator_names.iter().cloned();
        let own = self.counters.iter().cloned();
        Some(Extent {
            span: self.unit.nearest_span(range)?,
            names: params.chain(counters).chain(own).collect(),
        })
    }

    fn pragma_naming(&self, name: &str) -> Option<String> {
        let body = self.body();
        let is_meant = |p: &&Pragma| match body.contains(&(p.at as usize)) {
            true => !is_own(&p.text) && !names_objects(&p.text),
            false => is_openmp(&p.text) && p.text.contains("threadprivate"),
        };
        let inside = self.unit.pragmas.iter().filter(is_meant);
        let names = |text: &str| {
            text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .any(|w| w == name)
        };
        inside.map(|p| &p.text).find(|text| names(text)).cloned()
    }

    /// Reads the region, again with macros at their value as long as that makes more of it affine.
    fn analyse(&self, running: Vec<VarId>, outcome: &mut Outcome<'s>) {
        let ctx = Context::new();
        let variables = running.iter().map(|id| self.symbols().variable(*id));
        let uses: usize = variables.map(|v| v.uses.len()).sum();
        ctx.start_budget(BUDGET + BUDGET_PER_USE * uses as u64);
        let own = self.options.fixed_in_region.iter();
        let own = own.filter(|(f, k, _)| *f == self.function.name && *k == self.ordinal);
        let own = own.map(|(_, _, name)| name);
        let all = self.options.fixed_macros.iter().chain(own);
        let mut fixed: BTreeSet<String> = all.cloned().collect();
        for _ in 0..MOST_READINGS {
            let (walker, shapes) = self.read(&running, &ctx, &fixed);
            if walker.scene.wanted.is_subset(&fixed) {
                self.conclude(walker, shapes, running, outcome);
                break;
            }
            fixed.extend(walker.scene.wanted.iter().cloned());
        }
        ctx.start_budget(0);
    }

    fn read(
        &self,
        running: &[VarId],
        ctx: &Context,
        fixed: &BTreeSet<String>,
    ) -> (Walker<'s>, Shapes) {
        let place = (self.symbols(), self.function.base);
        let mut scene = Scene::new(
            self.unit,
            self.file,
            place,
            self.text.range.clone(),
            ctx,
            fixed,
        );
        if let Some(function) = self.body {
            scene.conditional_names = configuration::conditional_names(self.unit, function);
        }
        scene.may_fix = true;
        scene.may_assume = self.options.assume_macros;
        let mut shapes = Shapes::new();
        for id in running {
            let variable = self.symbols().variable(*id);
            let mut shape = scene.shape(variable);
            let is_constant_size = |dim: &Dim| {
                let size = dim.declared();
                dim.is_open || size.is_some_and(|size| !has_variables(&scene, &size))
            };
            let is_optional = scene.is_optional(variable.at.clone());
            if variable.heap.is_none() {
                shape.is_certain = !is_optional && self.is_certain(variable)
                    || shape.dims.iter().all(is_constant_size);
            }
            if shape.is_certain {
                let closed = shape.dims.iter().filter(|d| !d.is_open);
                let extents = closed.filter_map(|d| d.extent.as_ref());
                let positive = extents.map(|e| Formula::NonNegative(e.clone() - Expr::constant(1)));
                for formula in positive.filter(|f| !is_constant(f)) {
                    if !scene.known.contains(&formula) {
                        scene.known.push(formula);
                    }
                }
            }
            shapes.insert(*id, shape);
        }
        scene.may_fix = false;
        scene.given = self.given().into_iter().map(Formula::NonNegative).collect();
        let mut walker = Walker::new(scene);
        walker.sizes = declared_sizes(&shapes);
        let mut told = self.options.united.iter();
        let told = told.find(|(f, k, _)| *f == self.function.name && *k == self.ordinal);
        walker.branches.only = told.map(|(_, _, united)| united.clone());
        walker.region(self.text.items);
        delinearise(&mut walker, running, &mut shapes);
        for (id, shape) in &mut shapes {
            opaque::leave_out(&mut walker, *id, shape, self.is_followed_anyway(*id));
        }
        (walker, shapes)
    }

    /// Whether the options ask to follow the object as one without dimensions.
    fn is_followed_anyway(&self, id: VarId) -> bool {
        let name = &self.symbols().variable(id).name;
        let mut asked = self.options.scalars.iter();
        asked.any(|(function, asked)| *function == self.function.name && asked == name)
    }

    /// What the options say of this region's parameters.
    fn given(&self) -> Vec<Expr> {
        let all = self.options.known.iter();
        let own = all.filter(|(f, k, _)| *f == self.function.name && *k == self.ordinal);
        own.flat_map(|(_, _, known)| known.iter().cloned())
            .collect()
    }

    /// Whether execution reaches the declaration whenever it reaches the region, before anything else.
    fn is_certain(&self, variable: &Variable<'_>) -> bool {
        let at = variable.at.start;
        if at < self.text.range.start {
            return variable.scope.contains(&self.text.range.start);
        }
        let is_code = |item: &&Node<BlockItem>| !matches!(item.node, BlockItem::Declaration(_));
        let first = self.text.items.iter().find(is_code);
        let code = first.map_or(self.text.range.end, |item| {
            self.function.base.range(item.span).start
        });
        at < code.min(self.first_exit(std::iter::empty(), &[]))
    }

    /// Up to where every instance is executed whose domain says so.
    fn certain_until(&self, walker: &Walker<'_>) -> usize {
        let unanalysed = walker.unanalysed.iter().map(|(r, _)| r.start);
        let open = walker.open_loops.iter().map(|r| r.start);
        self.first_exit(unanalysed.chain(open), &walker.guarded_exits)
    }

    /// The first place, loops around it included, from which control may leave what is analysed.
    fn first_exit(&self, more: impl Iterator<Item = usize>, guarded: &[Range<usize>]) -> usize {
        let region = &self.text.range;
        let symbols = self.symbols();
        let calls = symbols
            .calls
            .iter()
            .filter(|c| !self.file.calls.is_harmless(c.name.as_deref()))
            .map(|c| c.at);
        let jumps = symbols.skips.iter().map(|r| r.start);
        let ends = symbols.exits.iter().copied();
        let ends = ends.chain(calls).chain(jumps).chain(more);
        let allowed = || guarded.iter().chain(&symbols.allocating);
        let open = ends.filter(|at| region.contains(at) && !allowed().any(|g| g.contains(at)));
        open.map(|at| symbols.before_loops(at, region))
            .min()
            .unwrap_or(region.end)
    }

    fn conclude(
        &self,
        mut walker: Walker<'s>,
        shapes: Shapes,
        running: Vec<VarId>,
        outcome: &mut Outcome<'s>,
    ) {
        outcome.survey = Survey::of(self, &walker, &running);
        let here = self.defer(&mut walker, running, outcome);
        let windows = self.windows(&mut walker);
        let by_name = walker.references.iter().enumerate();
        let by_name: HashMap<usize, usize> = by_name.map(|(k, r)| (r.name.start, k)).collect();
        let mut arrays = Vec::new();
        for id in here {
            match self.judged(&mut walker, id, &shapes[&id], &by_name) {
                Ok(array) if windows.contains_key(&id) => arrays.extend(parted(
                    &walker,
                    BuildArray {
                        extents: vec![None; windows[&id]],
                        last_rows: Vec::new(),
                        is_window: true,
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

    /// Leaves arrays that are used in one loop only, which does not count, to the loop's body, unless
    /// their subscripts follow its iterations; the others are judged here.
    fn defer(
        &self,
        walker: &mut Walker<'s>,
        running: Vec<VarId>,
        outcome: &mut Outcome<'s>,
    ) -> Vec<VarId> {
        let bodies: Vec<InnerBody<'s>> = walker.inner.drain(..).collect();
        let mut deferred: BTreeMap<usize, Vec<VarId>> = BTreeMap::new();
        let mut here = Vec::new();
        for id in running {
            let uses = &self.symbols().variable(id).uses;
            let holds = |body: &InnerBody<'_>| {
                uses.iter().all(|at| body.range.contains(at)) && self.is_of_one(id, body)
            };
            let body = bodies.iter().position(holds);
            let follows = body.and_then(|k| bodies[k].iterator.as_deref());
            match body {
                Some(body) if !self.stays_here(walker, id, follows) => {
                    deferred.entry(body).or_default().push(id);
                }
                _ => here.push(id),
            }
        }
        for (k, body) in bodies.into_iter().enumerate() {
            if let Some(arrays) = deferred.remove(&k) {
                outcome.inner.push(self.inner(body, arrays));
            }
        }
        here
    }

    /// Whether threads that execute the body of a loop do not share the array.
    fn is_of_one(&self, id: VarId, body: &InnerBody<'_>) -> bool {
        let around = self.symbols().threads.enclosing(&body.range);
        let mut around = around.filter(|c| c.is_concurrent());
        let declared = self.symbols().variable(id).at.start;
        around
            .next_back()
            .is_none_or(|c| c.range.contains(&declared))
    }

    /// Whether an array that the body of a loop could have to itself is better analysed from outside.
    fn stays_here(&self, walker: &Walker<'_>, id: VarId, iterator: Option<&str>) -> bool {
        let name = &self.symbols().variable(id).name;
        let all = self.options.places.iter();
        let mut told = all.filter(|(f, n, _)| *f == self.function.name && n == name);
        match (told.next(), told.next()) {
            (Some((_, _, ordinal)), None) => *ordinal == self.ordinal,
            _ => iterator.is_some_and(|iterator| has_subscript_in(walker, id, iterator)),
        }
    }

    /// The array, if it may be folded: an array without places must not be in the scop.
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
            let what = "one of several orders of its cells".to_string();
            return Err((Refusal::SubscriptNotAffine(what), None));
        }
        if let Some(heap) = variable.heap.as_ref().filter(|_| shape.dims.is_empty()) {
            return Err((Refusal::HeapSize, Some(heap.allocation.at.start)));
        }
        if let Some(heap) = &variable.heap
            && heap.allocation.zeroed
            && walker.scene.region.contains(&heap.allocation.at.start)
            && !walker.zeroed.contains(&id)
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
            extents,
            last_rows: shape.last_rows(),
            carried: copies.is_kept || self.is_carried(variable),
            private: copies.private,
            is_window: false,
        })
    }

    fn inner(&self, body: InnerBody<'s>, arrays: Vec<VarId>) -> RegionText<'s> {
        let InnerBody {
            items, range, what, ..
        } = body;
        RegionText {
            function: self.text.function,
            items,
            range,
            within: Some(what),
            arrays: Some(arrays),
        }
    }

    /// In the body of a loop that is not followed, the loop is behind subscripts that are not affine.
    fn blame_loop(&self, refusal: Refusal) -> Refusal {
        match (&refusal, &self.text.within) {
            (Refusal::SubscriptNotAffine(_), Some(what)) => {
                Refusal::UsedInUnanalysedCode(what.clone())
            }
            _ => refusal,
        }
    }

    /// Whether the array holds values before the region: it is initialised there, or outlives an
    /// execution of the region, which may be executed again.
    fn is_carried(&self, variable: &Variable<'_>) -> bool {
        let region = &self.text.range;
        let heap = variable.heap.as_ref();
        let made = heap.map_or(variable.at.start, |h| h.allocation.at.start);
        let outside = !region.contains(&made);
        let repeats =
            |l: &Range<usize>| l.start < region.start && region.end <= l.end && !l.contains(&made);
        let is_set = heap.map_or(variable.initializer.is_some(), |h| h.allocation.zeroed);
        variable.origin != Origin::Local
            || variable.storage == Storage::Static
            || has_constants(variable)
            || (outside && (is_set || self.symbols().loops.iter().any(repeats)))
    }

    fn build(
        &self,
        walker: &mut Walker<'s>,
        shapes: &Shapes,
        arrays: &[BuildArray],
        outcome: &mut Outcome<'s>,
    ) {
        let ctx = walker.scene.ctx.clone();
        let known: Vec<Formula> = walker.scene.known().cloned().collect();
        let plan = Plan {
            ctx: &ctx,
            params: &walker.scene.params,
            known: &known,
            arrays,
            statements: &walker.statements,
            certain_until: self.certain_until(walker),
        };
        let built = match build(&plan) {
            Ok(built) => built,
            Err(error) => {
                let reason = Refusal::from(error);
                let stay = arrays
                    .iter()
                    .map(|a| self.kept(self.symbols().variable(a.var), reason.clone(), None));
                return outcome.kept.extend(stay);
            }
        };
        if !built.leaving.is_empty() {
            let stay = self.leave_their_box(walker, arrays, &built.leaving, outcome);
            if !stay.is_empty() {
                self.build(walker, shapes, &stay, outcome);
            }
            return;
        }
        let mut placer = Placer {
            walker,
            of_reference: &built.of_reference,
            file: self.file,
            function: self.text.function,
        };
        let candidates = placed(&mut placer, shapes, arrays);
        let Some(span) = self.unit.nearest_span(self.text.range.clone()) else {
            return;
        };
        let body_start = self.body_start().unwrap_or(Span::at(span.start));
        outcome.region = Some(Region {
            function: self.function.name.clone(),
            span,
            scop: built.scop,
            candidates,
            assumptions: walker.scene.assumptions(),
            fixed_macros: self.fixed_macros(&walker.scene.fixed),
            taken_macros: self.taken_macros(&walker.scene.taken),
            ordinal: self.ordinal,
            known: known.iter().filter_map(nonnegative).collect(),
            united: std::mem::take(&mut walker.branches.united),
            body_start,
            late_macros: self.late_macros(body_start),
        });
    }

    /// Keeps the arrays of these references; the others.
    fn leave_their_box(
        &self,
        walker: &Walker<'_>,
        arrays: &[BuildArray],
        leaving: &[usize],
        outcome: &mut Outcome<'s>,
    ) -> Vec<BuildArray> {
        let mut gone = BTreeSet::new();
        for reference in leaving.iter().map(|k| &walker.references[*k]) {
            if gone.insert(reference.array) {
                let end = reference.subscripts.last().map(|s| s.brackets.end);
                let text = reference.name.start..end.unwrap_or(reference.name.end);
                let reason = Refusal::LeavesDimension(written(self.unit, text));
                let variable = self.symbols().variable(reference.array);
                let kept = self.kept(variable, reason, Some(reference.name.start));
                outcome.kept.push(kept);
            }
        }
        let others = arrays.iter().filter(|a| !gone.contains(&a.var));
        others.cloned().collect()
    }

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

    /// What was read of macros that are expanded, in the region or at file scope.
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

    /// Behind the `{` of the function's body.
    fn body_start(&self) -> Option<Span> {
        let start = self.body().start;
        let brace = self.unit.span_of(start..start + 1).ok()?;
        Some(Span::at(brace.end))
    }
}

/// The arrays as they stand in the file, those for members of the same elements as one.
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

/// Whether a subscript of the array mentions an iterator.
fn has_subscript_in(walker: &Walker<'_>, id: VarId, iterator: &str) -> bool {
    let references = walker.references.iter().filter(|r| r.array == id);
    let mut subscripts = references.flat_map(|r| &r.subscripts);
    subscripts.any(|s| matches!(&s.meaning, Subscript::Affine(e) if e.mentions(iterator)))
}

/// One array for each member of its elements that is named, and one for the others if elements are
/// used as a whole; the array itself where members overlap.
fn parted(walker: &Walker<'_>, array: BuildArray) -> Vec<BuildArray> {
    let accesses = walker.statements.iter().flat_map(|s| &s.accesses);
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

/// The sizes of all arrays of which all are known.
fn declared_sizes(shapes: &Shapes) -> HashMap<VarId, Vec<Polynomial>> {
    let sizes = |shape: &Shape| {
        shape
            .dims
            .iter()
            .map(Dim::declared)
            .collect::<Option<Vec<_>>>()
    };
    let all = shapes.iter();
    all.filter_map(|(id, shape)| Some((*id, sizes(shape)?)))
        .collect()
}

fn has_variables(scene: &Scene<'_>, size: &Polynomial) -> bool {
    let is_macro = |name: &str| {
        let param = scene.params.iter().find(|p| p.param.name == name);
        param.is_some_and(|p| p.param.kind == scop::ParamKind::Macro)
    };
    let mut found = false;
    size.each_var(&mut |name| found |= !is_macro(name));
    found
}

/// The expression of a condition that says no more than that it is not negative.
fn nonnegative(formula: &Formula) -> Option<Expr> {
    match formula {
        Formula::NonNegative(expr) => Some(expr.clone()),
        _ => None,
    }
}

fn is_constant(formula: &Formula) -> bool {
    matches!(formula, Formula::NonNegative(e) if e.as_constant().is_some())
}

/// An array of a function with its reason.
pub fn kept(
    unit: &Unit,
    function: &Function<'_>,
    variable: &Variable<'_>,
    reason: Refusal,
    at: Option<usize>,
) -> KeptArray {
    KeptArray {
        name: variable.name.clone(),
        function: Some(function.name.clone()),
        declared: unit.nearest_span(variable.at.clone()),
        shape: variable.declarator.map_or_else(Vec::new, |d| {
            crate::shapes::texts(unit, variable.base, &d.node)
        }),
        reason,
        at: at.and_then(|at| unit.nearest_span(at..at + 1)),
    }
}
