//! The arrays of which each thread, or each iteration of a loop, has its own copy.
//!
//! Assumes: an array of each thread (`private`, or declared in a `parallel` block) has one copy per
//! iteration of the single loop that uses it. It folds only if each iteration writes what it reads.

use crate::walk::walker::Walker;
use c::facts::function::FunctionFacts;
use c::facts::pragmas::threads::{Construct, ConstructId};
use c::facts::refusal::Refusal;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::{Storage, Type};
use c::syntax::openmp::{Kind, Role};
use std::collections::BTreeSet;
use std::ops::Range;

/// The copies of an array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Copies {
    /// See [`scop::Array::private`].
    pub private: usize,
    /// A thread keeps its copy from one iteration to the next.
    pub is_kept: bool,
}

/// The reason why an array cannot be followed, and the offset of the cause.
pub(crate) type Objection = (Refusal, Option<usize>);

/// The reason why an array cannot be followed in a region because of threads, whatever its uses
/// there.
pub(crate) fn objection(
    facts: &FunctionFacts<'_>,
    variable: &Variable<'_>,
    region: &Range<usize>,
) -> Option<Objection> {
    let threads = &facts.threads;
    let is_automatic = variable.origin == Origin::Local && variable.storage != Storage::Static;
    if threads.is_shared && !is_automatic {
        return Some((Refusal::SharedByThreads, None));
    }
    let first = facts.uses(variable.id).first().copied();
    if let Some(around) = threads.enclosing(region).rfind(|c| c.is_concurrent())
        && (!is_automatic || !around.range.contains(&variable.at.start))
    {
        return Some((Refusal::SharedByThreads, first));
    }
    threads.constructs().find_map(|construct| {
        let mut roles = construct.roles(variable.id);
        let role = roles.find(|role| !matches!(role, Role::Private | Role::Shared))?;
        let refusal = Refusal::NamedInClause(role.clause(), variable.name.clone());
        Some((refusal, Some(construct.range.start)))
    })
}

/// The copies of an array in the scop of a region that was read.
pub(crate) fn copies(walker: &Walker<'_>, id: VarId) -> Result<Copies, Objection> {
    let variable = walker.source.symbols.variable(id);
    let facts = walker.source.facts;
    let threads = &facts.threads;
    let array = ArrayCopies {
        walker,
        facts,
        variable,
    };
    let by_clause = |at: usize| threads.around(at).rfind(|c| is_private(c, id));
    match facts.uses(id).iter().copied().find_map(by_clause) {
        Some(_) => array.by_clauses(id),
        None => array.by_declaration(),
    }
}

fn is_private(construct: &Construct, id: VarId) -> bool {
    construct.roles(id).any(|role| role == Role::Private)
}

/// Finds the copies of one array.
struct ArrayCopies<'w, 's> {
    walker: &'w Walker<'s>,
    facts: &'w FunctionFacts<'w>,
    variable: &'w Variable<'s>,
}

impl ArrayCopies<'_, '_> {
    fn coordinates(&self, id: ConstructId) -> usize {
        self.walker.found.copies.get(&id).copied().unwrap_or(0)
    }

    /// Copies by `private` clauses. All uses of the array must be in such constructs.
    fn by_clauses(&self, id: VarId) -> Result<Copies, Objection> {
        let is_array = matches!(self.facts.type_of(self.variable.id), Type::Array(_))
            && self.facts.heap(self.variable.id).is_none()
            && self.variable.origin != Origin::Parameter;
        let clause = Role::Private.clause();
        let refused = || Refusal::NamedInClause(clause, self.variable.name.clone());
        let mut counts: BTreeSet<usize> = BTreeSet::new();
        for at in self.facts.uses(self.variable.id) {
            let construct = self.facts.threads.around(*at).rfind(|c| is_private(c, id));
            let construct = construct.filter(|_| is_array);
            let construct = construct.ok_or_else(|| (refused(), Some(*at)))?;
            let coordinates = match construct.kind() {
                Some(Kind::Parallel) => self.of_thread(Some(construct.id))?.private,
                _ => self.coordinates(construct.id),
            };
            counts.insert(coordinates);
        }
        match counts.len() {
            1 => Ok(Copies {
                private: counts.first().copied().unwrap_or(0),
                is_kept: true,
            }),
            _ => Err((
                Refusal::KeptByThreads,
                self.facts.uses(self.variable.id).first().copied(),
            )),
        }
    }

    /// Copies by a declaration that several threads, or several iterations, execute.
    fn by_declaration(&self) -> Result<Copies, Objection> {
        let at = self.variable.at.start;
        if self.variable.origin != Origin::Local || self.variable.storage == Storage::Static {
            return Ok(Copies::default());
        }
        match self.facts.threads.concurrent(at) {
            _ if self.facts.threads.constructs().next().is_none() => Ok(self.by_loop()),
            Some(construct) if construct.kind() == Some(Kind::Parallel) => {
                self.of_thread(Some(construct.id))
            }
            Some(construct) => Ok(Copies {
                private: self.coordinates(construct.id),
                is_kept: false,
            }),
            None if self.facts.threads.orphaned().is_some() => self.of_thread(None),
            None => Ok(Copies::default()),
        }
    }

    /// Copies by a declaration in the body of a loop.
    fn by_loop(&self) -> Copies {
        let variable = self.variable;
        // An array that was folded to one element is no array any more.
        let is_own = !matches!(self.facts.type_of(variable.id), Type::Pointer(_))
            && self.facts.heap(variable.id).is_none();
        let at = variable.at.start;
        let mut around = self.walker.source.symbols.loops.iter();
        let innermost = around.rfind(|l| l.contains(&at)).filter(|_| is_own);
        let mut read = self.walker.found.loops.iter();
        let found = innermost.and_then(|l| read.find(|(own, _)| own == l));
        Copies {
            private: found.map_or(0, |(_, coordinates)| *coordinates),
            is_kept: false,
        }
    }

    /// An array that each thread has in a `parallel` construct, or in the whole function. The order
    /// within one thread is known only inside a single construct, where its copy keeps the values
    /// of earlier iterations.
    fn of_thread(&self, team: Option<ConstructId>) -> Result<Copies, Objection> {
        let is_work = |c: &&Construct| {
            let is_inside = team.is_none_or(|team| team < c.id);
            is_inside && c.kind().is_some_and(Kind::is_shared_out)
        };
        let works = self.facts.uses(self.variable.id).iter();
        let works = works.filter_map(|at| self.facts.threads.around(*at).find(is_work));
        let works: BTreeSet<ConstructId> = works.map(|c| c.id).collect();
        let sets = match self.facts.heap(self.variable.id) {
            Some(heap) => heap.allocation.zeroed,
            None => self.variable.initializer.is_some(),
        };
        match works.first() {
            Some(only) if works.len() == 1 && !sets => Ok(Copies {
                private: self.coordinates(*only),
                is_kept: true,
            }),
            Some(_) => Err((
                Refusal::KeptByThreads,
                self.facts.uses(self.variable.id).first().copied(),
            )),
            None => Ok(Copies::default()),
        }
    }
}
