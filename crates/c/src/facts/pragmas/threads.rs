//! The OpenMP constructs of functions, the objects that their clauses name, and the functions that
//! several threads may execute at once.
//!
//! Assumes: several threads may execute a function that is called from a construct, or that has
//! constructs without their team. Only its automatic arrays are its own.

use crate::facts::calls::Calls;
use crate::names::file::{File, Function};
use crate::names::symbols::{Symbols, VarId};
use crate::syntax::base::contains;
use crate::syntax::openmp;
use crate::syntax::openmp::{Count, Directive, Kind, MOST_LOOPS, Role};
use lang_c::ast::Statement;
use lang_c::span::Span as Offsets;
use lang_c::visit::{self, Visit};
use source::{Pragma, Unit};
use std::collections::BTreeSet;
use std::ops::Range;

/// Index of a construct in its function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ConstructId(pub usize);

/// A directive and the statement below it.
#[derive(Clone, Debug)]
pub struct Construct {
    /// Its own index.
    pub id: ConstructId,
    /// The directive; `None` if it is not understood.
    pub directive: Option<Directive>,
    /// The text of the pragma.
    pub text: String,
    /// The statement; empty if the directive has none.
    pub range: Range<usize>,
    /// The objects that its clauses name.
    named: Vec<(Role, VarId)>,
}

impl Construct {
    /// Its kind, if it is understood.
    pub fn kind(&self) -> Option<Kind> {
        self.directive.as_ref().map(|d| d.kind)
    }

    /// The roles of an object in its clauses.
    pub fn roles(&self, var: VarId) -> impl Iterator<Item = Role> + '_ {
        let own = self.named.iter().filter(move |(_, id)| *id == var);
        own.map(|(role, _)| *role)
    }

    /// The objects in its clauses, with their roles.
    pub fn named(&self) -> impl Iterator<Item = (Role, VarId)> + '_ {
        self.named.iter().copied()
    }

    fn makes_team(&self) -> bool {
        self.kind().is_none_or(Kind::makes_team)
    }

    /// Whether only objects that its clauses list may be used in it, as far as that is known.
    pub fn is_closed(&self) -> bool {
        self.directive.as_ref().is_none_or(|d| d.closed)
    }

    /// Whether different threads, or lanes, may be in it at the same time.
    pub fn is_concurrent(&self) -> bool {
        let is_shared_out = |kind: Kind| kind.is_shared_out() || kind == Kind::Simd;
        self.makes_team() || self.kind().is_some_and(is_shared_out)
    }
}

/// The constructs of a function.
#[derive(Debug, Default)]
pub struct Threads {
    /// In textual order, outer ones first.
    constructs: Vec<Construct>,
    /// The code after barriers.
    barriers: BTreeSet<usize>,
    /// The function's body, if other functions make the teams around its constructs.
    orphaned: Option<Range<usize>>,
    /// Whether several threads may execute the function at once.
    pub is_shared: bool,
}

/// The constructs of each function of a file, and whether several threads may execute it at once.
pub(crate) fn of_functions(unit: &Unit, file: &File<'_>, calls: &Calls) -> Vec<Threads> {
    let makes_teams = |text: &Range<usize>| {
        let mut inside = unit
            .pragmas
            .iter()
            .filter(|p| text.contains(&(p.at as usize)));
        inside.any(|p| openmp::is_openmp(&p.text))
    };
    let functions = &file.functions;
    let mut all: Vec<Threads> = functions.iter().map(|f| Threads::of(unit, f)).collect();
    for (function, threads) in functions.iter().zip(&mut all) {
        threads.is_shared |= function.symbols.unread.iter().any(makes_teams);
    }
    let skips_teams = file.skipped.iter().any(makes_teams);
    let shared = shared_functions(functions, &all, calls);
    for (function, threads) in functions.iter().zip(&mut all) {
        threads.is_shared |= skips_teams || shared.contains(&function.name);
    }
    all
}

impl Threads {
    /// The constructs of a function.
    fn of(unit: &Unit, function: &Function<'_>) -> Self {
        let body = function.base.range(function.definition.statement.span);
        let from = unit
            .pragmas
            .partition_point(|p| (p.at as usize) < body.start);
        let after = unit.pragmas.partition_point(|p| (p.at as usize) < body.end);
        let pragmas = &unit.pragmas[from..after];
        let mut threads = Threads::default();
        if !pragmas.iter().any(|p| is_directive(&p.text)) {
            return threads;
        }
        let mut finder = ConstructFinder {
            function,
            pragmas,
            found: Vec::new(),
        };
        let statement = &function.definition.statement;
        finder.visit_statement(&statement.node, &statement.span);
        threads.constructs = finder.found;
        threads.distrust_cancelled(pragmas);
        threads.barriers = barriers(pragmas);
        for (index, construct) in threads.constructs.iter_mut().enumerate() {
            construct.id = ConstructId(index);
        }
        if function.name != "main" {
            threads.find_outer_teams(body);
        }
        threads
    }

    /// Marks constructs that threads may leave early: how much of them is executed is not known.
    fn distrust_cancelled(&mut self, pragmas: &[Pragma]) {
        for pragma in pragmas.iter().filter(|p| openmp::may_cancel(&p.text)) {
            let at = pragma.at as usize;
            let around = self.constructs.iter_mut();
            around
                .filter(|c| c.range.contains(&at))
                .for_each(|c| c.directive = None);
        }
    }

    /// Finds constructs that belong to a team of another function: several threads execute this
    /// one.
    fn find_outer_teams(&mut self, body: Range<usize>) {
        let has_none = |at: usize| !self.enclosing(&(at..at)).any(Construct::makes_team);
        let own: Vec<Kind> = self
            .constructs
            .iter()
            .filter(|c| !self.is_in_team(c))
            .filter_map(Construct::kind)
            .collect();
        let shares = own.iter().any(|kind| kind.is_shared_out())
            || self.barriers.iter().any(|at| has_none(*at));
        let excludes = |kind: &Kind| matches!(kind, Kind::Critical | Kind::Atomic);
        let is_orphan = |c: &Construct| {
            c.kind().is_none() && openmp::needs_team(&c.text) && !self.is_in_team(c)
        };
        let has_orphan = self.constructs.iter().any(is_orphan);
        self.is_shared = shares || has_orphan || own.iter().any(excludes);
        self.orphaned = shares.then_some(body);
    }

    /// Whether a construct is inside another one that makes a team, or directly below it.
    fn is_in_team(&self, construct: &Construct) -> bool {
        let around = self.around(construct.range.start);
        let mut outer = around.take_while(|c| c.id < construct.id);
        outer.any(Construct::makes_team)
    }

    /// The constructs directly before the statement that starts here, outermost first.
    pub fn at(&self, start: usize) -> &[Construct] {
        let from = self.constructs.partition_point(|c| c.range.start < start);
        let after = self.constructs.partition_point(|c| c.range.start <= start);
        self.constructs.get(from..after).unwrap_or_default()
    }

    /// The constructs around a place, outermost first.
    pub fn around(&self, at: usize) -> impl DoubleEndedIterator<Item = &Construct> {
        self.constructs
            .iter()
            .filter(move |c| c.range.contains(&at))
    }

    /// All of them, outer ones first.
    pub fn constructs(&self) -> impl Iterator<Item = &Construct> {
        self.constructs.iter()
    }

    /// The function's body, if other functions make the teams around its constructs.
    pub fn orphaned(&self) -> Option<&Range<usize>> {
        self.orphaned.as_ref()
    }

    /// The constructs around a range of the text that begin before it, outermost first.
    pub fn enclosing(&self, text: &Range<usize>) -> impl DoubleEndedIterator<Item = &Construct> {
        let holds = |c: &&Construct| c.range.start < text.start && text.end <= c.range.end;
        self.constructs.iter().filter(holds)
    }

    /// The innermost construct around a place that several threads or lanes may be in at once.
    pub fn concurrent(&self, at: usize) -> Option<&Construct> {
        self.around(at).rfind(|c| c.is_concurrent())
    }

    /// Whether a barrier is directly before the code that starts here.
    pub fn waits_before(&self, at: usize) -> bool {
        self.barriers.contains(&at)
    }

    /// Whether each thread of a team executes a range of the text.
    pub fn is_by_each(&self, text: &Range<usize>) -> bool {
        let mut around = self
            .enclosing(text)
            .filter(|c| c.kind() != Some(Kind::Simd));
        match around.rfind(|c| c.is_concurrent()) {
            Some(construct) => construct.kind() == Some(Kind::Parallel),
            None => self.orphaned.is_some(),
        }
    }

    /// The end of the outermost team inside of `within` around a place. Values that are written
    /// there may differ among its threads.
    pub fn after_team(&self, at: usize, within: &Range<usize>) -> Option<usize> {
        let mut teams = self.around(at).filter(|c| c.makes_team());
        teams
            .find(|c| contains(within, &c.range))
            .map(|c| c.range.end)
    }

    /// Whether a construct that contains `at` and not `from` gives the object's name another value
    /// at `at`.
    pub fn is_hidden(&self, var: VarId, from: usize, at: usize) -> bool {
        let mut between = self.around(at).filter(|c| !c.range.contains(&from));
        between.any(|construct| {
            let is_other = |role: Role| role.is_own() && role != Role::FirstPrivate;
            let mut roles = construct.roles(var);
            let is_listed = roles.next().is_some();
            construct.roles(var).any(is_other) || construct.is_closed() && !is_listed
        })
    }

    /// Whether all threads of the teams around a construct have the same object under a name.
    pub fn is_common(&self, symbols: &Symbols<'_>, var: VarId, construct: &Construct) -> bool {
        let declared = symbols.variable(var).at.start;
        let mut around = self.around(construct.range.start);
        around.all(|c| !c.range.contains(&declared) && !c.roles(var).any(Role::is_own))
    }
}

/// The number of loops that a directive applies to, and the macro that gives it.
pub fn depth<'d>(unit: &Unit, directive: &'d Directive) -> Option<(usize, Option<&'d str>)> {
    match &directive.collapse {
        Count::Number(number) => Some((*number, None)),
        Count::Macro(name) => {
            let depth = usize::try_from(macro_value(unit, name)?).ok()?;
            let fits = (1..=MOST_LOOPS).contains(&depth);
            fits.then_some((depth, Some(name.as_str())))
        }
    }
}

/// The value of a macro that pragmas name, if it is a number.
pub fn macro_value(unit: &Unit, name: &str) -> Option<i64> {
    if let Some(known) = unit.macros.get(name) {
        return Some(known.value);
    }
    let mut texts = unit.macro_texts.iter().filter(|m| m.name == name);
    match (texts.next()?, texts.next()) {
        (only, None) if only.is_seen && only.body.len() == 1 => only.body[0].parse().ok(),
        _ => None,
    }
}

/// Whether a pragma applies to the statement below it, as the constructs of OpenMP do.
fn is_directive(text: &str) -> bool {
    openmp::is_openmp(text) || openmp::is_ivdep(text)
}

fn barriers(pragmas: &[Pragma]) -> BTreeSet<usize> {
    let is_barrier = |p: &&Pragma| {
        openmp::is_openmp(&p.text) && openmp::read(&p.text).is_some_and(|d| d.kind == Kind::Barrier)
    };
    let found = pragmas.iter().filter(is_barrier);
    found.map(|p| p.at as usize).collect()
}

/// Finds the constructs of a function.
struct ConstructFinder<'f, 'p> {
    function: &'f Function<'p>,
    pragmas: &'f [Pragma],
    found: Vec<Construct>,
}

impl ConstructFinder<'_, '_> {
    fn construct(&self, pragma: &Pragma, range: Range<usize>) -> Construct {
        let symbols = &self.function.symbols;
        let directive = openmp::read(&pragma.text);
        let stated = directive.iter().flat_map(|d| &d.named);
        let meant = |(role, name): &(Role, String)| (*role, symbols.visible(name, range.start));
        let stated: Vec<(Role, Option<VarId>)> = stated.map(meant).collect();
        let is_known = |(role, id): &(Role, Option<VarId>)| !role.is_own() || id.is_some();
        let directive = directive.filter(|_| stated.iter().all(is_known));
        let named = stated
            .into_iter()
            .filter_map(|(role, id)| Some((role, id?)));
        Construct {
            id: ConstructId(0),
            named: named.collect(),
            range,
            text: pragma.text.clone(),
            directive,
        }
    }
}

impl ConstructFinder<'_, '_> {
    /// Removes `ivdep` before a loop that a directive shares among threads or lanes.
    fn drop_implied(&mut self, first: usize) {
        let shares =
            |c: &Construct| matches!(c.kind(), Some(Kind::ParallelLoop | Kind::Loop | Kind::Simd));
        let is_plain = |c: &Construct| !openmp::is_ivdep(&c.text);
        if self.found[first..].iter().any(|c| is_plain(c) && shares(c)) {
            let here = self.found.split_off(first);
            self.found.extend(here.into_iter().filter(is_plain));
        }
    }
}

impl<'a> Visit<'a> for ConstructFinder<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        let range = self.function.base.range(*span);
        let from = self
            .pragmas
            .partition_point(|p| (p.at as usize) < range.start);
        let here = self.pragmas[from..].iter();
        let here = here.take_while(|p| p.at as usize == range.start);
        let first = self.found.len();
        for pragma in here.filter(|p| is_directive(&p.text)) {
            let construct = self.construct(pragma, range.clone());
            if !construct.kind().is_some_and(Kind::stands_alone) {
                self.found.push(construct);
            }
        }
        self.drop_implied(first);
        visit::visit_statement(self, statement, span);
    }
}

/// The functions that several threads may execute at once, by name: constructs call them, directly
/// or through others.
fn shared_functions(
    functions: &[Function<'_>],
    threads: &[Threads],
    calls: &Calls,
) -> BTreeSet<String> {
    let made = functions
        .iter()
        .zip(threads)
        .flat_map(|(function, threads)| {
            let is_inside = |at: usize| threads.is_shared || threads.around(at).next().is_some();
            let calls = function.symbols.calls.iter();
            calls.filter(move |call| is_inside(call.at))
        });
    calls.entered_by(made)
}
