//! Reads one region: from its text to a scop with candidates, and the arrays that stay.

use crate::region::coverage::Coverage;
use crate::region::delinearise::delinearise;
use crate::region::kept::kept;
use crate::region::options::Options;
use crate::region::places::Region;
use crate::region::texts::RegionText;
use crate::values::evaluator::Evaluator;
use crate::values::formula::Formula;
use crate::values::original::Original;
use crate::values::params::FlatLoops;
use crate::values::shapes::{Dim, Shape, own_arrays, refusal_of_declaration};
use crate::values::source::Source;
use crate::walk::declarations::has_constants;
use crate::walk::walker::Walker;
use crate::walk::{copies, opaque};
use c::facts::FileFacts;
use c::facts::configuration;
use c::facts::configuration::Subject;
use c::facts::function::FunctionFacts;
use c::facts::heap::Form;
use c::facts::mentions::BINDING;
use c::facts::pragmas::own::is_own;
use c::facts::refusal::{KeptArray, Refusal};
use c::names::file::{File, Function};
use c::names::symbols::{Origin, Symbols, VarId, Variable};
use c::names::types::{Storage, Type};
use c::syntax::initializers::is_zero;
use c::syntax::openmp;
use c::syntax::openmp::{is_openmp, names_objects};
use poly::{Context, Expr};
use source::{Pragma, Span, Unit};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

mod assumptions;
mod conclude;
mod deferred;
mod exits;

/// The isl operations that one region may take, beside those for each use of an array.
const BUDGET: u64 = 4_000_000;
/// Further isl operations for each use of an array, so that long regions get as many per use as
/// short ones.
const BUDGET_PER_USE: u64 = 4_000;
/// The maximal number of readings of a region, each with more macros taken at their value.
const MOST_READINGS: usize = 20;

/// A region, its function and its file.
pub(crate) struct Extractor<'s> {
    /// The preprocessed file.
    pub unit: &'s Unit,
    /// The names of the file.
    pub file: &'s File<'s>,
    /// The facts about the file.
    pub file_facts: &'s FileFacts<'s>,
    /// The function.
    pub function: &'s Function<'s>,
    /// The text of the region.
    pub text: &'s RegionText<'s>,
    /// The number of regions of the function that were read before.
    pub ordinal: usize,
    /// What to extract.
    pub options: &'s Options,
    /// The function's body in the user's file.
    body: Option<Span>,
    /// The names of the counters of all loops of the function.
    counters: BTreeSet<String>,
}

/// The shapes of the arrays that are still candidates.
type Shapes = HashMap<VarId, Shape>;

/// The result of reading a region.
#[derive(Debug, Default)]
pub(crate) struct Outcome<'s> {
    /// The region, if it has candidates.
    pub region: Option<Region>,
    /// The arrays that stay.
    pub kept: Vec<KeptArray>,
    /// What the analysis looked at, if it started.
    pub coverage: Option<Coverage>,
    /// Checks that contradict what is known before.
    pub contradictions: Vec<Span>,
    /// Regions inside this one, for arrays that are used nowhere else.
    pub inner: Vec<RegionText<'s>>,
}

/// Reads one region. Arrays whose first use is outside of it are ignored.
pub(crate) fn region<'s>(extractor: &Extractor<'s>) -> Outcome<'s> {
    let mut outcome = Outcome::default();
    let symbols = &extractor.function.symbols;
    let mut running = Vec::new();
    for (id, variable) in own_arrays(symbols, extractor.function_facts()) {
        if !extractor
            .text
            .looks_at(id, extractor.function_facts().uses(id))
        {
            continue;
        }
        match extractor.refused_at_once(variable) {
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
    /// A text of a region, and the number of regions of its function that were read before.
    pub(crate) fn new(
        unit: &'s Unit,
        (file, file_facts): (&'s File<'s>, &'s FileFacts<'s>),
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
            file_facts,
            function,
            text,
            ordinal,
            options,
            body: unit.nearest_span(body),
            counters: counters.into_iter().map(name).collect(),
        }
    }

    pub(super) fn symbols(&self) -> &'s Symbols<'s> {
        &self.function.symbols
    }

    fn function_facts(&self) -> &'s FunctionFacts<'s> {
        &self.file_facts.functions[self.text.function]
    }

    fn body(&self) -> Range<usize> {
        self.function
            .base
            .range(self.function.definition.statement.span)
    }

    /// An array of the function with the reason why it stays.
    pub(crate) fn kept(
        &self,
        variable: &Variable<'_>,
        reason: Refusal,
        at: Option<usize>,
    ) -> KeptArray {
        let function = (self.function, self.function_facts());
        kept(self.unit, function, variable, reason, at)
    }

    /// The reasons that need no analysis of the region.
    fn refused_at_once(&self, variable: &Variable<'_>) -> Option<(Refusal, Option<usize>)> {
        if let Some(refusal) = refusal_of_declaration(self.function_facts(), variable) {
            return Some((refusal, None));
        }
        let is_global = matches!(variable.origin, Origin::Global(_));
        let lasts = variable.storage == Storage::Static || is_global;
        if lasts && self.file.attributes.has(&variable.name, "thread_local") {
            return Some((Refusal::StorageClass("_Thread_local"), None));
        }
        if !self.is_initialiser_followed(variable) {
            return Some((Refusal::InitialiserNotZero, None));
        }
        if self.unit.includes_itself() {
            return Some((Refusal::IncludesItself, None));
        }
        if let Some((what, at)) = self.symbols().jumps.first() {
            return Some((Refusal::Setjmp(what.clone()), Some(*at)));
        }
        if variable.storage == Storage::Static
            && let Some(attribute) = self.binding_attribute(variable)
        {
            return Some((Refusal::StorageClass(attribute), None));
        }
        if lasts {
            let own = &self.function.name;
            let mut calls = self.symbols().calls.iter();
            if let Some(call) = calls.find(|c| self.file_facts.calls.may_enter(c, own)) {
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
        copies::objection(self.function_facts(), variable, &self.text.range)
    }

    /// An attribute that makes a static array reachable from elsewhere.
    fn binding_attribute(&self, variable: &Variable<'_>) -> Option<&'static str> {
        let own = |attribute: &&str| self.file.attributes.has(&variable.name, attribute);
        BINDING.into_iter().find(own)
    }

    /// Whether the walk follows the array's initialiser. Zeros are a write; other constants are
    /// values from before the region, so the region must not store them again.
    fn is_initialiser_followed(&self, variable: &Variable<'_>) -> bool {
        let is_array = matches!(self.function_facts().type_of(variable.id), Type::Array(_))
            && self.function_facts().heap(variable.id).is_none();
        let Some(initializer) = variable.initializer.filter(|_| is_array) else {
            return true;
        };
        let at = variable.at.start;
        let is_again = |l: &Range<usize>| l.contains(&at) && self.text.range.contains(&l.start);
        let once = !self.symbols().loops.iter().any(is_again);
        is_zero(&initializer.node) || (has_constants(self.function_facts(), variable) && once)
    }

    fn subject<'a>(&'a self, name: &'a str) -> Option<Subject<'a>> {
        let name = object_of(name);
        Some(Subject {
            unit: self.unit,
            name,
            function: self.body?,
            body: self.body(),
        })
    }

    /// A pragma that names an array and is not read as a construct: one of the function, or one at
    /// file scope such as `threadprivate`, `declare target` and `declare simd`.
    fn pragma_naming(&self, name: &str) -> Option<String> {
        let body = self.body();
        let is_elsewhere = |at: usize| self.file.functions.iter().any(|f| f.range().contains(&at));
        let is_meant = |p: &&Pragma| match p.at as usize {
            at if body.contains(&at) => !is_own(&p.text) && !names_objects(&p.text),
            at if openmp::is_of_function(&p.text) => self.unit.declarations.iter().any(|d| {
                let at_start = d.at.start as usize == at;
                at_start && (d.at.end as usize) >= body.end
            }),
            at => is_openmp(&p.text) && !is_elsewhere(at),
        };
        let inside = self.unit.pragmas.iter().filter(is_meant);
        let mut texts = inside.map(|p| &p.text);
        texts.find(|text| source::has_name(text, name)).cloned()
    }

    /// Reads the region, repeatedly with more macros at their value while that makes more of it
    /// affine.
    fn analyse(&self, running: Vec<VarId>, outcome: &mut Outcome<'s>) {
        let ctx = Context::new();
        let variables = running.iter().map(|id| self.symbols().variable(*id));
        let uses: usize = variables
            .map(|v| self.function_facts().uses(v.id).len())
            .sum();
        ctx.start_budget(BUDGET + BUDGET_PER_USE * uses as u64);
        let own = self.original().into_iter().flat_map(|o| &o.fixed_macros);
        let all = self.options.fixed_macros.iter().chain(own);
        let mut fixed: BTreeSet<String> = all.cloned().collect();
        let possible = Rc::default();
        let mut flat = self.original().map(|o| o.flat.clone()).unwrap_or_default();
        for _ in 0..MOST_READINGS {
            let source = self.source(&ctx, &possible);
            let (walker, shapes) = self.read(&running, source, (&fixed, &flat));
            let wanted = &walker.eval.params.wanted_flat;
            if wanted.keys().any(|end| !flat.contains_key(end)) {
                flat.extend(wanted.clone());
                continue;
            }
            // A folded text takes the macros at their value that the original takes.
            let is_folded = self.original().is_some();
            if is_folded || walker.eval.params.wanted.is_subset(&fixed) {
                self.conclude(walker, shapes, running, outcome);
                break;
            }
            fixed.extend(walker.eval.params.wanted.iter().cloned());
        }
        ctx.start_budget(0);
    }

    fn read(
        &self,
        running: &[VarId],
        source: Source<'s>,
        (fixed, flat): (&BTreeSet<String>, &FlatLoops),
    ) -> (Walker<'s>, Shapes) {
        let original = self.original();
        let mut eval = Evaluator::new(source, fixed);
        eval.know_checked(self.text.items);
        eval.know_asserted(&self.function.definition.statement.node);
        let mut shapes = Shapes::new();
        for id in running {
            let shape = self.shape(&mut eval, self.symbols().variable(*id));
            shapes.insert(*id, shape);
        }
        let given = original.iter().flat_map(|o| &o.known).cloned();
        eval.params.flat = flat.clone();
        eval.params.given = given.map(Formula::NonNegative).collect();
        let mut walker = Walker::new(eval);
        walker.found.sizes = declared_sizes(&shapes);
        walker.here.branches.only = original.map(|o| o.united.clone());
        walker.region(self.text.items);
        delinearise(&mut walker, running, &mut shapes);
        walker.unite_all();
        for (id, shape) in &mut shapes {
            opaque::leave_out(&mut walker, *id, shape, self.is_followed_anyway(*id));
        }
        (walker, shapes)
    }

    fn source(&self, ctx: &Context, possible: &Rc<RefCell<HashMap<String, bool>>>) -> Source<'s> {
        let names = |function| configuration::conditional_names(self.unit, function);
        Source {
            unit: self.unit,
            file: self.file,
            file_facts: self.file_facts,
            symbols: self.symbols(),
            facts: self.function_facts(),
            base: self.function.base,
            region: self.text.range.clone(),
            arrays_from: self.arrays_from(),
            ctx: ctx.clone(),
            possible: Rc::clone(possible),
            conditional_names: self.body.map(names).unwrap_or_default(),
            original: self.original(),
            may_assume: self.options.assume_macros,
            only_accesses: self.options.only_accesses,
            place: OnceCell::new(),
        }
    }

    /// The first declaration, allocation or use of an array of the function.
    pub(super) fn arrays_from(&self) -> usize {
        let facts = self.function_facts();
        let start = |(id, variable): (VarId, &Variable<'_>)| {
            let is_local = variable.origin == Origin::Local;
            let declared = is_local.then_some(variable.at.start);
            let allocated = facts.heap(id).map(|heap| heap.allocation.at.start);
            let uses = facts.uses(id).iter().copied();
            allocated.or(declared).into_iter().chain(uses).min()
        };
        let all = own_arrays(self.symbols(), facts).filter_map(start);
        all.min().unwrap_or(usize::MAX)
    }

    /// The shape of an array. The sizes in a type that is certainly declared are positive from
    /// then on.
    fn shape(&self, eval: &mut Evaluator<'s>, variable: &Variable<'s>) -> Shape {
        let mut shape = eval.shape(variable);
        let is_optional = eval.is_optional(variable.at.clone());
        let is_declared = !is_optional && self.is_certain(variable);
        let heap = self.function_facts().heap(variable.id);
        if heap.is_none() {
            let is_constant = |dim: &Dim| dim.is_open || eval.has_constant_size(dim);
            shape.is_certain = is_declared || shape.dims.iter().all(is_constant);
        }
        let in_type = match heap.map(|heap| heap.form) {
            _ if shape.is_certain => shape.dims.as_slice(),
            Some(Form::Rows) if is_declared => shape.dims.get(1..).unwrap_or_default(),
            Some(Form::Object) if is_declared => shape.dims.as_slice(),
            _ => &[],
        };
        let bounding = |d: &&Dim| !d.is_open || eval.has_constant_size(d);
        let extents = in_type
            .iter()
            .filter(bounding)
            .filter_map(|d| d.extent.as_ref());
        let positive = extents.map(|e| Formula::NonNegative(e.clone() - Expr::constant(1)));
        let positive: Vec<Formula> = positive.filter(|f| !is_constant(f)).collect();
        for formula in positive {
            if !eval.params.known.contains(&formula) {
                eval.params.known.push(formula);
            }
        }
        shape
    }

    /// Whether the object is an array of the original, perhaps with fewer dimensions now.
    fn is_followed_anyway(&self, id: VarId) -> bool {
        self.original()
            .is_some_and(|o| o.array(self.symbols(), id).is_some())
    }

    /// The region of the original, if this is a folded text.
    fn original(&self) -> Option<&'s Original> {
        let mut all = self.options.originals.iter();
        all.find(|o| o.function == self.function.name && o.ordinal == self.ordinal)
    }
}

/// The sizes of all arrays whose sizes are all known.
fn declared_sizes(shapes: &Shapes) -> HashMap<VarId, Vec<Expr>> {
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

/// The object of a member that is an object of its own.
fn object_of(name: &str) -> &str {
    name.split_once('.').map_or(name, |(object, _)| object)
}

fn is_constant(formula: &Formula) -> bool {
    matches!(formula, Formula::NonNegative(e) if e.as_constant().is_some())
}
