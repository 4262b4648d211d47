//! What is known at the place that is being read: loops and conditions around it, parameters seen so
//! far, and which values are settled there.

use crate::forms::strips::Cursor;
use crate::region::facts::ArrayFacts;
use crate::values::affine::Crossing;
use crate::values::formula::Formula;
use crate::values::inline::Frame;
use crate::values::known_values::Held;
use crate::values::names;
use crate::values::recorder::Recorder;
use c::facts::configuration;
use c::names::file::File;
use c::names::symbols::{Symbols, VarId};
use c::syntax::parse::{Base, contains};
use lang_c::ast::Expression;
use lang_c::span::Node;
use poly::{Context, Expr, Set};
use source::{Span, Unit};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

mod params;
mod settled;
mod spelling;

pub use params::{ParamKey, Parameter};
pub(crate) use spelling::spelled;

/// A loop around the place.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Its iterator, if that is an object.
    pub var: Option<VarId>,
    /// The iterator's name in sets.
    pub name: String,
    /// What is added to the iterator.
    pub step: i64,
    /// The smallest value of the iterator, where it grows from a number.
    pub least: Option<i64>,
    /// The loop in the unit's text.
    pub range: Range<usize>,
    /// The body of a `for` loop, which leaves the iterator as it is.
    pub body: Option<Range<usize>>,
    /// Control reaches the end of the body unless it leaves the loop.
    pub is_straight: bool,
    /// How it may be taken apart into strips.
    pub ends: Option<Ends>,
}

/// What says where a loop over all values of an `int` ends, one after the other.
#[derive(Clone, Debug)]
pub struct Ends {
    /// `x++`
    pub step: Range<usize>,
    /// `e` of `x < e` or `x <= e`.
    pub bound: Range<usize>,
    /// It is `x <= e`.
    pub inclusive: bool,
    /// Assignments `t[...] = ...;` among the statements of the body. Nothing behind them leaves an iteration.
    pub stores: Vec<Stored>,
}

/// An assignment to an element in the body of a loop.
#[derive(Clone, Debug)]
pub struct Stored {
    /// What it sets.
    pub element: Range<usize>,
    /// All of the statement.
    pub whole: Range<usize>,
    /// Only declarations come before it.
    pub is_first: bool,
}

/// The body of a macro, read once.
#[derive(Clone, Debug)]
pub struct MacroBody {
    /// Its syntax tree, if it is an expression.
    pub expression: Option<Rc<Node<Expression>>>,
    /// Whether it names other macros.
    pub names_others: bool,
}

/// The place that is being read.
pub struct Scene<'s> {
    /// The preprocessed file.
    pub unit: &'s Unit,
    /// File-scope declarations.
    pub file: &'s File<'s>,
    /// The function's names.
    pub symbols: &'s Symbols<'s>,
    /// Where the function's syntax tree stands.
    pub base: Base,
    /// The region in the unit's text.
    pub region: Range<usize>,
    /// Owner of all sets.
    pub ctx: Context,
    /// Loops around the place, outermost first.
    pub loops: Vec<Loop>,
    /// Conditions that hold at the place.
    pub guards: Vec<Formula>,
    /// Conditions on parameters that always hold.
    pub known: Vec<Formula>,
    /// Expressions of parameters that are known not to be negative, whether seen yet or not.
    pub given: Vec<Formula>,
    /// What is known of references to arrays: see [`crate::region::facts`].
    pub recalled: &'s [ArrayFacts],
    /// Parameters seen so far.
    pub params: Vec<Parameter>,
    /// Names that iterators have had.
    pub iterator_names: BTreeSet<String>,
    /// Macros that are taken at their value.
    pub fixed: BTreeSet<String>,
    /// Macros that would make something affine if they were taken at their value.
    pub wanted: BTreeSet<String>,
    /// Macros that were read as they are expanded now: see [`source::MacroUses::taken`].
    pub taken: BTreeSet<String>,
    /// Whether reading may ask for macros to be taken at their value.
    pub may_fix: bool,
    /// Whether expressions of macros may be assumed not negative.
    pub may_assume: bool,
    /// Expressions of macros that were assumed not negative.
    pub assumed: Vec<Expr>,
    /// How many macro bodies are being followed: names in them are names of macros.
    pub macro_depth: u32,
    /// How many initialisers are being followed.
    pub depth: u32,
    /// Parameters of a function of the file whose body is being followed: see [`crate::values::inline`].
    pub frame: Option<Frame>,
    /// The counter that the condition at hand steps itself, its name and its step.
    pub tested: Option<(VarId, String, i64)>,
    /// Which way conditional expressions go, by offset.
    pub ways: BTreeMap<usize, bool>,
    /// The first conditional expression that could go either way, if asked for.
    pub crossing: Option<Crossing>,
    /// What lines in the function name that depend on the configuration.
    pub conditional_names: BTreeSet<String>,
    /// How many loops are being looked into for what they add to an object.
    pub gain_depth: u32,
    /// Objects that threads share, or that hold more than assignments say: they are not followed.
    pub unfollowed: BTreeSet<VarId>,
    /// What integer objects hold here: see [`crate::values::known_values`].
    pub held: BTreeMap<VarId, Held>,
    /// Where subscripts are in the strips of loops.
    pub cursors: BTreeMap<VarId, Cursor>,
    /// By what subscripts are multiplied, by offset: see [`crate::forms::ring_unit`].
    pub units: BTreeMap<usize, Expr>,
    /// What the expression at hand computes.
    pub recorder: Recorder,
    /// The region in the user's file.
    place: OnceCell<Option<Span>>,
    bodies: HashMap<String, MacroBody>,
    settled: HashMap<(VarId, bool), Option<usize>>,
}

impl<'s> Scene<'s> {
    /// A scene at the start of a region.
    pub fn new(
        unit: &'s Unit,
        file: &'s File<'s>,
        function: (&'s Symbols<'s>, Base),
        region: Range<usize>,
        ctx: &Context,
        fixed: &BTreeSet<String>,
    ) -> Self {
        Scene {
            unit,
            file,
            symbols: function.0,
            base: function.1,
            region,
            ctx: ctx.clone(),
            loops: Vec::new(),
            guards: Vec::new(),
            known: Vec::new(),
            given: Vec::new(),
            recalled: &[],
            params: Vec::new(),
            iterator_names: BTreeSet::new(),
            fixed: fixed.clone(),
            wanted: BTreeSet::new(),
            taken: BTreeSet::new(),
            may_fix: false,
            may_assume: false,
            assumed: Vec::new(),
            macro_depth: 0,
            depth: 0,
            frame: None,
            tested: None,
            ways: BTreeMap::new(),
            crossing: None,
            conditional_names: BTreeSet::new(),
            gain_depth: 0,
            unfollowed: BTreeSet::new(),
            held: BTreeMap::new(),
            cursors: BTreeMap::new(),
            units: BTreeMap::new(),
            recorder: Recorder::default(),
            place: OnceCell::new(),
            bodies: HashMap::new(),
            settled: HashMap::new(),
        }
    }

    /// Notes that what stands at `at` counts, if it comes out of a macro that is expanded.
    pub fn note_taken(&mut self, at: usize) {
        let uses = &self.unit.uses;
        if uses.taken.is_empty() || self.macro_depth > 0 {
            return;
        }
        let token = self.unit.tokens.get(self.unit.tokens_in(at..at + 1).start);
        let objects = uses.objects_from(token.and_then(|t| t.object));
        let taken = objects.filter(|(_, object)| uses.taken.contains_key(&*object.name));
        self.taken
            .extend(taken.map(|(_, object)| object.name.to_string()));
    }

    /// `i, j`.
    pub fn iterators(&self) -> Vec<String> {
        self.loops.iter().map(|l| l.name.clone()).collect()
    }

    /// Whether the expression is provably not negative here.
    pub fn is_nonnegative(&self, expr: &Expr) -> bool {
        if self.is_plainly_nonnegative(expr) {
            return true;
        }
        let counterexample = Formula::NonNegative(Expr::constant(-1) - expr.clone());
        self.is_impossible(counterexample)
    }

    /// Conditions on the parameters seen so far that always hold.
    pub fn known(&self) -> impl Iterator<Item = &Formula> {
        let applies = |formula: &&Formula| match formula {
            Formula::NonNegative(expr) => self.is_parametric(expr),
            _ => false,
        };
        self.known.iter().chain(self.given.iter().filter(applies))
    }

    /// Whether all names in an expression are those of loops around the place, or of parameters seen so far.
    pub fn has_all_names_of(&self, expr: &Expr) -> bool {
        let is_loop = |name: &str| self.loops.iter().any(|l| l.name == name);
        let is_param = |name: &str| self.params.iter().any(|p| p.param.name == name);
        let mut all = true;
        expr.each_var(&mut |name| all &= is_loop(name) || is_param(name));
        all
    }

    /// Whether the condition is provably false here. `false` when the budget is used up.
    pub fn is_impossible(&self, formula: Formula) -> bool {
        self.where_true(formula)
            .and_then(|set| set.is_empty())
            .unwrap_or(false)
    }

    /// Whether the condition is provably false here for some values of the parameters. `false` when the budget is
    /// used up.
    pub fn may_be_impossible(&self, formula: Formula) -> bool {
        let known = Formula::All(self.known().cloned().collect());
        let known = Set::parse(&self.ctx, &format!("{}{{ : {known} }}", self.params_text()));
        let always = |params: Set| known?.is_subset(&params);
        let possible = self.where_true(formula).and_then(|set| set.params());
        possible.and_then(always).is_ok_and(|always| !always)
    }

    /// `{ [i, j] }`: the iterations here for which a condition holds.
    fn where_true(&self, formula: Formula) -> poly::Result<Set> {
        let all = self.known().chain(&self.guards).cloned().chain([formula]);
        let condition = Formula::All(all.collect());
        let text = format!(
            "{}{{ [{}] : {condition} }}",
            self.params_text(),
            self.iterators().join(", ")
        );
        Set::parse(&self.ctx, &text)
    }

    /// Decided without sets: a sum of things that are never negative.
    fn is_plainly_nonnegative(&self, expr: &Expr) -> bool {
        let unsigned = |name: &str| {
            self.params
                .iter()
                .any(|p| p.unsigned && p.param.name == name)
        };
        expr.constant_part() >= 0
            && expr
                .terms()
                .all(|(atom, c)| c > 0 && matches!(atom, poly::Atom::Var(name) if unsigned(name)))
    }

    /// The loop that the object counts at the mention at `at`.
    pub fn loop_of(&self, var: VarId, at: usize) -> Option<&Loop> {
        self.loops
            .iter()
            .rev()
            .find(|l| l.var == Some(var) && l.range.contains(&at))
    }

    /// A name for the iterator of a loop that is about to be entered.
    pub fn iterator_name(&mut self, var: Option<VarId>) -> String {
        let spelling = var.map_or("trip", |var| &self.symbols.variable(var).name);
        let taken = |n: &str| {
            self.params.iter().any(|p| p.param.name == n) || self.loops.iter().any(|l| l.name == n)
        };
        let name = names::choose(spelling, taken);
        self.iterator_names.insert(name.clone());
        name
    }

    /// The body of a kept macro.
    pub fn macro_body(&mut self, name: &str) -> Option<MacroBody> {
        if let Some(body) = self.bodies.get(name) {
            return Some(body.clone());
        }
        let found = self.unit.macros.get(name)?;
        let parsed = |token: &String| self.file.aliases.alias(token).unwrap_or(token).to_string();
        let text: Vec<String> = found.body.iter().map(parsed).collect();
        let body = MacroBody {
            expression: c::syntax::parse::expression(&text.join(" ")).map(Rc::new),
            names_others: found
                .body
                .iter()
                .any(|token| self.unit.macros.contains_key(token)),
        };
        self.bodies.insert(name.to_string(), body.clone());
        Some(body)
    }

    /// Whether another configuration may leave out what stands here, but not the region.
    pub fn is_optional(&self, place: Range<usize>) -> bool {
        if self.unit.conditionals.is_empty() {
            return false;
        }
        let region = || self.unit.nearest_span(self.region.clone());
        match (
            self.unit.nearest_span(place),
            self.place.get_or_init(region),
        ) {
            (Some(place), Some(around)) => configuration::is_optional(self.unit, place, *around),
            _ => false,
        }
    }

    /// Whether the object counts a loop of the region.
    pub fn counts_a_loop(&self, var: VarId) -> bool {
        let counters = self.symbols.counters.iter();
        counters
            .filter(|(v, _)| *v == var)
            .any(|(_, l)| contains(&self.region, l))
    }
}
