//! The reader of expressions at a place of a region: the loops and conditions around it, the
//! parameters seen so far, and which objects keep their value.

use crate::values::formula::Formula;
use crate::values::mode::{Mode, Wanted};
use crate::values::params::{Member, Params, names};
use crate::values::source::Source;
use crate::values::state::{Loop, State};
use crate::values::value::Unsteady;
use c::facts::configuration;
use c::facts::function::FunctionFacts;
use c::names::symbols::{Symbols, VarId};
use c::syntax::base::{Base, contains};
use lang_c::ast::Expression;
use lang_c::span::Node;
use poly::{Expr, Set};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

mod lengths;
mod parameters;
mod settled;
mod spelling;
mod steps;

use settled::Kept;
pub(crate) use spelling::{spelled, written};
use steps::Recorder;

/// The body of a macro, read once.
#[derive(Clone, Debug)]
pub struct MacroBody {
    /// Its syntax tree, if it is an expression.
    pub expression: Option<Rc<Node<Expression>>>,
    /// Whether it names other macros.
    pub names_others: bool,
}

/// Reads expressions at a place of a region.
pub struct Evaluator<'s> {
    /// The text that is read.
    pub source: Rc<Source<'s>>,
    /// The names of the function that holds the region.
    pub symbols: &'s Symbols<'s>,
    /// The facts about that function.
    pub facts: &'s FunctionFacts<'s>,
    /// The start of the offsets of its syntax tree.
    pub base: Base,
    /// The parameters of the region.
    pub params: Params,
    /// The state at the place.
    pub state: State,
    /// The steps of the expression at hand.
    pub recorder: Recorder,
    /// Values that are read as anything, because something in the region may change them.
    pub unsteady: Vec<Unsteady>,
    bodies: HashMap<String, MacroBody>,
    settled: HashMap<(VarId, bool), Option<usize>>,
    kept: BTreeMap<(Member, bool), Kept>,
}

impl<'s> Evaluator<'s> {
    /// An evaluator at the start of a region, with the macros that are taken at their value.
    pub fn new(source: Source<'s>, fixed: &BTreeSet<String>) -> Self {
        Evaluator {
            symbols: source.symbols,
            facts: source.facts,
            base: source.base,
            source: Rc::new(source),
            params: Params {
                fixed: fixed.clone(),
                ..Params::default()
            },
            state: State::default(),
            recorder: Recorder::default(),
            unsteady: Vec::new(),
            bodies: HashMap::new(),
            settled: HashMap::new(),
            kept: BTreeMap::new(),
        }
    }

    /// How expressions at the place are read: affine values, and nothing is asked for.
    pub(crate) fn here(&self) -> Mode<'s> {
        Mode::plain((self.symbols, self.facts), self.base)
    }

    /// Reads at the place, and asks for macros to be taken at their value if it may.
    pub(crate) fn asking<T>(
        &mut self,
        may_ask: bool,
        read: impl FnOnce(&mut Self, Mode<'_>) -> T,
    ) -> T {
        let wanted = Wanted::default();
        let found = match may_ask {
            true => read(self, self.here().asking(&wanted)),
            false => read(self, self.here()),
        };
        self.params.wanted.extend(wanted.into_inner());
        found
    }

    /// Notes the macros that the token at `at` comes out of, if they are expanded as they are now.
    pub(crate) fn note_taken(&mut self, at: usize, mode: Mode<'_>) {
        let uses = &self.source.unit.uses;
        if uses.taken.is_empty() || mode.is_in_macro() {
            return;
        }
        let token = self
            .source
            .unit
            .tokens
            .get(self.source.unit.tokens_in(at..at + 1).start);
        let objects = uses.objects_from(token.and_then(|t| t.object));
        let taken = objects.filter(|(_, object)| uses.taken.contains_key(&*object.name));
        self.params
            .taken
            .extend(taken.map(|(_, object)| object.name.to_string()));
    }

    /// `i, j`.
    pub fn iterators(&self) -> Vec<String> {
        self.state.loops.iter().map(|l| l.name.clone()).collect()
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
        self.params
            .known
            .iter()
            .chain(self.params.given.iter().filter(applies))
    }

    /// Whether all names in an expression are those of loops around the place, or of parameters
    /// seen so far.
    pub fn has_all_names_of(&self, expr: &Expr) -> bool {
        let is_loop = |name: &str| self.state.loops.iter().any(|l| l.name == name);
        let is_param = |name: &str| self.params.all.iter().any(|p| p.param.name == name);
        let mut all = true;
        expr.each_var(&mut |name| all &= is_loop(name) || is_param(name));
        all
    }

    /// Whether the condition is provably false here; `false` if the budget is used up.
    pub fn is_impossible(&self, formula: Formula) -> bool {
        let condition = self.condition_here(formula);
        let text = condition.to_string();
        if let Some(known) = self.source.possible.borrow().get(&text) {
            return !known;
        }
        let set = self.space().points(&self.iterators(), &text);
        let Ok(is_empty) = set.and_then(|set| set.is_empty()) else {
            return false;
        };
        self.source.possible.borrow_mut().insert(text, !is_empty);
        is_empty
    }

    /// Whether the condition is provably false here for some values of the parameters; `false` if
    /// the budget is used up.
    pub fn may_be_impossible(&self, formula: Formula) -> bool {
        let known = Formula::All(self.known().cloned().collect());
        let known = self.space().values(known);
        let always = |params: Set| known?.is_subset(&params);
        let possible = self.where_true(formula).and_then(|set| set.params());
        possible.and_then(always).is_ok_and(|always| !always)
    }

    /// `{ [i, j] }`: the iterations here for which a condition holds.
    fn where_true(&self, formula: Formula) -> poly::Result<Set> {
        let condition = self.condition_here(formula);
        self.space().points(&self.iterators(), condition)
    }

    /// A condition together with what holds here.
    fn condition_here(&self, formula: Formula) -> Formula {
        let mut all: Vec<Formula> = Vec::new();
        for own in self.known().chain(&self.state.guards).chain([&formula]) {
            if !all.contains(own) {
                all.push(own.clone());
            }
        }
        Formula::All(all)
    }

    /// Whether the expression is a sum of parameters that are never negative. Decided without sets.
    fn is_plainly_nonnegative(&self, expr: &Expr) -> bool {
        let unsigned = |name: &str| {
            self.params
                .all
                .iter()
                .any(|p| p.unsigned && p.param.name == name)
        };
        expr.constant_part() >= 0
            && expr
                .terms()
                .all(|(atom, c)| c > 0 && matches!(atom, poly::Atom::Var(name) if unsigned(name)))
    }

    /// The loop whose counter the object is, at the mention at `at`.
    pub fn loop_of(&self, var: VarId, at: usize) -> Option<&Loop> {
        self.state
            .loops
            .iter()
            .rev()
            .find(|l| l.var == Some(var) && l.range.contains(&at))
    }

    /// A name for the iterator of a loop that is about to be entered.
    pub fn iterator_name(&mut self, var: Option<VarId>) -> String {
        let spelling = var.map_or("trip", |var| &self.symbols.variable(var).name);
        let original = self.source.original.as_ref();
        let taken = |n: &str| {
            self.params.all.iter().any(|p| p.param.name == n)
                || self.state.loops.iter().any(|l| l.name == n)
                || original.is_some_and(|o| o.params.contains(n))
        };
        let name = names::choose(spelling, taken);
        self.params.iterator_names.insert(name.clone());
        name
    }

    /// The body of a kept macro.
    pub fn macro_body(&mut self, name: &str) -> Option<MacroBody> {
        if let Some(body) = self.bodies.get(name) {
            return Some(body.clone());
        }
        let found = self.source.unit.macros.get(name)?;
        let parsed = |token: &String| {
            self.source
                .file
                .aliases
                .alias(token)
                .unwrap_or(token)
                .to_string()
        };
        let text: Vec<String> = found.body.iter().map(parsed).collect();
        let body = MacroBody {
            expression: c::syntax::parser::expression(&text.join(" ")).map(Rc::new),
            names_others: found
                .body
                .iter()
                .any(|token| self.source.unit.macros.contains_key(token)),
        };
        self.bodies.insert(name.to_string(), body.clone());
        Some(body)
    }

    /// Whether another configuration may leave out this text, but not the region.
    pub fn is_optional(&self, place: Range<usize>) -> bool {
        if self.source.unit.conditionals.is_empty() {
            return false;
        }
        let region = || self.source.unit.nearest_span(self.source.region.clone());
        match (
            self.source.unit.nearest_span(place),
            self.source.place.get_or_init(region),
        ) {
            (Some(place), Some(around)) => {
                configuration::is_optional(self.source.unit, place, *around)
            }
            _ => false,
        }
    }

    /// Whether the object counts a loop of the region.
    pub fn counts_a_loop(&self, var: VarId) -> bool {
        let counters = self.symbols.counters.iter();
        counters
            .filter(|(v, _)| *v == var)
            .any(|(_, l)| contains(&self.source.region, l))
    }
}
