//! What is known at the place that is being read: loops and conditions around it, parameters seen so
//! far, and which values are settled there.

use crate::affine::Crossing;
use crate::configuration;
use crate::draft::DraftReference;
use crate::file::File;
use crate::formula::Formula;
use crate::held::Held;
use crate::inline::Frame;
use crate::members::Member;
use crate::names;
use crate::parse::Base;
use crate::strips::Cursor;
use crate::symbols::{Origin, Symbols, VarId, contains};
use crate::types::{Integer, Storage, Type};
use lang_c::ast::Expression;
use lang_c::span::Node;
use poly::{Context, Expr, Set};
use scop::{Param, ParamKind};
use source::{Span, Unit};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

/// The value that is assumed typical for a variable of unknown value.
const TYPICAL: i64 = 1000;

/// A loop around the place.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Its iterator, if that is an object.
    pub var: Option<VarId>,
    /// The iterator's name in sets.
    pub name: String,
    /// What is added to the iterator.
    pub step: i64,
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
}

/// What a parameter stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ParamKey {
    /// A macro kept by name.
    Macro(String),
    /// An object that does not change.
    Variable(VarId),
    /// A member that does not change.
    Member(Member),
    /// How often the loop at an offset is executed.
    Trips(usize),
}

/// A parameter of the region.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// What it stands for.
    pub key: ParamKey,
    /// How it appears in the scop.
    pub param: Param,
    /// Its type has no negative values.
    pub unsigned: bool,
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
    /// Parameters of a function of the file whose body is being followed: see [`crate::inline`].
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
    /// What integer objects hold here: see [`crate::held`].
    pub held: BTreeMap<VarId, Held>,
    /// Where subscripts are in the strips of loops.
    pub cursors: BTreeMap<VarId, Cursor>,
    /// By what subscripts are multiplied, by offset: see [`crate::units`].
    pub units: BTreeMap<usize, Expr>,
    /// The region in the user's file.
    place: OnceCell<Option<Span>>,
    bodies: HashMap<String, MacroBody>,
    settled: HashMap<(VarId, bool), Option<usize>>,
}

/// An expression in C spellings, if all of it can be spelled.
pub(crate) fn spelled(spelling: &impl Fn(&str) -> Option<String>, expr: &Expr) -> Option<Expr> {
    let mut visible = true;
    expr.each_var(&mut |name| visible &= spelling(name).is_some());
    visible.then(|| expr.substitute(&|name: &str| spelling(name).map(|s| Expr::var(&s))))
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
            place: OnceCell::new(),
            bodies: HashMap::new(),
            settled: HashMap::new(),
        }
    }

    /// `[N, M] -> `.
    pub fn params_text(&self) -> String {
        let names: Vec<&str> = self.params.iter().map(|p| p.param.name.as_str()).collect();
        format!("[{}] -> ", names.join(", "))
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
        let seen = |name: &str| self.params.iter().any(|p| p.param.name == name);
        let applies = move |formula: &&Formula| match formula {
            Formula::NonNegative(expr) => {
                let mut all = true;
                expr.each_var(&mut |name| all &= seen(name));
                all
            }
            _ => false,
        };
        self.known.iter().chain(self.given.iter().filter(applies))
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

    /// The parameter for a macro, as an expression.
    pub fn macro_param(&mut self, name: &str, value: i64) -> Expr {
        self.param(
            ParamKey::Macro(name.to_string()),
            name,
            ParamKind::Macro,
            value,
            false,
        )
    }

    /// The parameter for an unchanging variable, as an expression.
    pub fn variable_param(&mut self, var: VarId, ty: Integer) -> Expr {
        let spelling = self.symbols.variable(var).name.clone();
        let is_new = !self.is_param(var);
        let is_narrow = ty.bits < 32 && (ty.bits, ty.signed) != (8, true);
        let expr = self.param(
            ParamKey::Variable(var),
            &spelling,
            ParamKind::Variable,
            TYPICAL.min(ty.bounds().map_or(TYPICAL, |(_, most)| most)),
            !ty.signed,
        );
        if let Some((least, most)) = ty.bounds().filter(|_| is_new && is_narrow) {
            let (least, most) = (Expr::constant(least), Expr::constant(most));
            let known = [
                Formula::at_most(&least, &expr),
                Formula::at_most(&expr, &most),
            ];
            self.known.extend(known);
        }
        expr
    }

    /// The parameter for an unchanging member, as an expression.
    pub fn member_param(&mut self, member: Member, ty: Integer) -> Expr {
        let object = &self.symbols.variable(member.var).name;
        let operator = if member.indirect { "->" } else { "." };
        let spelling = format!("{object}{operator}{}", member.name);
        let key = ParamKey::Member(member);
        self.param(key, &spelling, ParamKind::Variable, TYPICAL, !ty.signed)
    }

    /// The number of iterations of the loop at an offset, known only when it ends.
    pub fn trips_param(&mut self, at: usize) -> Expr {
        let key = ParamKey::Trips(at);
        let trips = self.param(key, "trips", ParamKind::Variable, TYPICAL, true);
        let line = self.unit.nearest_span(at..at + 1);
        let line = line.map(|span| self.unit.file.line_col(span.start).line);
        if let (Some(line), Some(last)) = (line, self.params.last_mut()) {
            last.param.spelling = format!("the number of iterations of the loop in line {line}");
        }
        trips
    }

    /// The macro behind a parameter.
    pub fn macro_named(&self, name: &str) -> Option<String> {
        let param = self.params.iter().find(|p| p.param.name == name);
        match param.map(|p| &p.key) {
            Some(ParamKey::Macro(spelling)) => Some(spelling.clone()),
            _ => None,
        }
    }

    /// Whether the object is a parameter already.
    pub fn is_param(&self, var: VarId) -> bool {
        let key = ParamKey::Variable(var);
        self.params.iter().any(|p| p.key == key)
    }

    fn param(
        &mut self,
        key: ParamKey,
        spelling: &str,
        kind: ParamKind,
        sample: i64,
        unsigned: bool,
    ) -> Expr {
        if let Some(known) = self.params.iter().find(|p| p.key == key) {
            return Expr::var(&known.param.name);
        }
        let taken = |n: &str| {
            self.iterator_names.contains(n) || self.params.iter().any(|p| p.param.name == n)
        };
        let name = names::choose(spelling, taken);
        let expr = Expr::var(&name);
        if unsigned {
            self.known.push(Formula::NonNegative(expr.clone()));
        }
        let param = Param {
            name,
            spelling: spelling.to_string(),
            kind,
            sample,
        };
        self.params.push(Parameter {
            key,
            param,
            unsigned,
        });
        expr
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

    /// Asks for the macros of `expr` to be taken at their value, if it consists of nothing else.
    pub fn ask_to_fix(&mut self, expr: &Expr) -> bool {
        if !self.may_fix {
            return false;
        }
        let mut found = Vec::new();
        let mut only_macros = true;
        expr.each_var(&mut |name| match self
            .params
            .iter()
            .find(|p| p.param.name == name)
            .map(|p| &p.key)
        {
            Some(ParamKey::Macro(spelling)) => found.push(spelling.clone()),
            _ => only_macros = false,
        });
        if only_macros {
            self.wanted.extend(found);
        }
        only_macros
    }

    /// Assumes that an expression of macros is not negative, if it is not with their present values.
    pub fn assume_nonnegative(&mut self, expr: &Expr) -> bool {
        let may = self.may_assume_nonnegative(expr);
        if may {
            self.assumed.push(expr.clone());
            self.known.push(Formula::NonNegative(expr.clone()));
        }
        may
    }

    /// Whether [`Scene::assume_nonnegative`] would.
    pub fn may_assume_nonnegative(&self, expr: &Expr) -> bool {
        let value = |name: &str| {
            let param = self.params.iter().find(|p| p.param.name == name);
            param
                .filter(|p| p.param.kind == ParamKind::Macro)
                .map(|p| p.param.sample)
        };
        self.may_assume && expr.eval(&value).is_some_and(|v| v >= 0)
    }

    /// The typical value of a parameter.
    pub fn sample(&self, name: &str) -> Option<i64> {
        let param = self.params.iter().find(|p| p.param.name == name);
        param.map(|p| p.param.sample)
    }

    /// The assumed expressions in C spellings.
    pub fn assumptions(&self) -> Vec<Expr> {
        let spelling = |name: &str| {
            let param = self.params.iter().find(|p| p.param.name == name);
            param.map(|p| Expr::var(&p.param.spelling))
        };
        self.assumed
            .iter()
            .map(|e| e.substitute(&spelling))
            .collect()
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
            expression: crate::parse::expression(&text.join(" ")).map(Rc::new),
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

    /// Whether the object keeps one value from the mention at `at` to the end of the region.
    pub fn is_settled(&mut self, var: VarId, at: usize) -> bool {
        let in_region = self.region.contains(&at);
        let from = match self.settled.get(&(var, in_region)) {
            Some(known) => *known,
            None => {
                let found = self.settles_at(var, in_region);
                self.settled.insert((var, in_region), found);
                found
            }
        };
        from.is_some_and(|from| from <= at)
    }

    /// The offset from which on the object does not change. Seen from inside the region, what happens
    /// outside does not count.
    fn settles_at(&self, var: VarId, in_region: bool) -> Option<usize> {
        let variable = self.symbols.variable(var);
        let within = if in_region {
            self.region.clone()
        } else {
            0..usize::MAX
        };
        if variable.address_taken || variable.qualifiers.volatile || variable.qualifiers.atomic {
            return None;
        }
        let outlives =
            matches!(variable.origin, Origin::Global(_)) || variable.storage == Storage::Extern;
        if outlives && !variable.qualifiers.constant && !self.is_global_settled(var, &within) {
            return None;
        }
        let is_static = variable.storage == Storage::Static;
        if is_static && variable.origin == Origin::Local && !self.calls_are_harmless(&within) {
            return None;
        }
        let declared = matches!(variable.origin, Origin::Local).then_some(variable.at.start);
        let changes = variable
            .writes
            .iter()
            .copied()
            .chain(declared)
            .filter(|at| within.contains(at));
        // A later change never settles earlier.
        let last = changes.max();
        Some(last.map_or(0, |at| {
            let after_team = self.symbols.threads.after_team(at, &within);
            let after_loops = self.symbols.after_loops(at, &within);
            after_loops.max(after_team.unwrap_or(0))
        }))
    }

    fn is_global_settled(&self, var: VarId, within: &Range<usize>) -> bool {
        let variable = self.symbols.variable(var);
        let Origin::Global(global) = variable.origin else {
            return false;
        };
        let global = &self.file.globals[global];
        let private = global.storage == Storage::Static && !global.address_taken;
        let aliases = |ty: &Type| !matches!(ty, Type::Floating(_) | Type::Pointer(_));
        self.calls_are_harmless(within)
            && (private
                || !self
                    .symbols
                    .stores
                    .iter()
                    .any(|s| within.contains(&s.at) && aliases(&s.ty)))
    }

    /// Whether all calls are of functions known to touch nothing of this file.
    pub fn calls_are_harmless(&self, within: &Range<usize>) -> bool {
        let mut calls = self.symbols.calls.iter().filter(|c| within.contains(&c.at));
        calls.all(|c| self.file.calls.is_harmless(c.name.as_deref()))
    }

    /// Whether the object counts a loop of the region.
    pub fn counts_a_loop(&self, var: VarId) -> bool {
        let counters = self.symbols.counters.iter();
        counters
            .filter(|(v, _)| *v == var)
            .any(|(_, l)| contains(&self.region, l))
    }

    /// How C spells a parameter or iterator, if the spelling means it at `at`.
    pub fn spelling(&self, name: &str, at: usize) -> Option<String> {
        let (var, since) = match self
            .params
            .iter()
            .find(|p| p.param.name == name)
            .map(|p| &p.key)
        {
            Some(ParamKey::Macro(spelling)) => return Some(spelling.clone()),
            Some(ParamKey::Variable(var)) => (*var, self.symbols.variable(*var).at.start),
            Some(ParamKey::Member(member)) => return self.member_spelling(member, at),
            Some(ParamKey::Trips(_)) => return None,
            None => {
                let around = self.loops.iter().find(|l| l.name == name)?;
                (around.var?, around.range.start)
            }
        };
        let spelling = &self.symbols.variable(var).name;
        let is_visible = self.symbols.visible(spelling, at) == Some(var);
        let is_hidden = self.symbols.threads.is_hidden(var, since, at);
        (is_visible && !is_hidden).then(|| spelling.clone())
    }

    /// How C spells parameters and iterators at a reference that was read before.
    pub fn spellings(&self, reference: &DraftReference) -> impl Fn(&str) -> Option<String> {
        move |name| {
            let mut iterators = reference.iterators.iter();
            match iterators.find(|(iterator, _)| iterator == name) {
                Some((_, spelling)) => Some(spelling.clone()),
                None => self.spelling(name, reference.operand.start),
            }
        }
    }

    fn is_hidden(&self, var: VarId, at: usize) -> bool {
        let declared = self.symbols.variable(var).at.start;
        self.symbols.threads.is_hidden(var, declared, at)
    }

    /// Whether a parameter can be written at `at` and has its value there.
    pub fn is_usable(&mut self, param: &Parameter, at: usize) -> bool {
        match &param.key {
            ParamKey::Trips(_) => false,
            ParamKey::Member(member) => {
                let visible = self.member_spelling(member, at).is_some();
                visible && !self.is_hidden(member.var, at) && self.is_settled(member.var, at)
            }
            ParamKey::Variable(var) => {
                self.symbols.visible(&param.param.spelling, at) == Some(*var)
                    && !self.is_hidden(*var, at)
                    && self.is_settled(*var, at)
            }
            ParamKey::Macro(name) => {
                let definition = self.unit.macros.get(name).and_then(|m| m.definition);
                let place = self.unit.nearest_span(at..at + 1);
                match (definition, place) {
                    (Some(definition), Some(place)) => definition.end <= place.start,
                    _ => true,
                }
            }
        }
    }
}
