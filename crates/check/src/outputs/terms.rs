//! The terms of one system as nodes that can be named, each with the space of its instances.

use poly::{Context, Map, Set};
use scop::{AccessId, AccessKind, ArrayId, Computation, Guard, StmtId, System};

/// Index of a term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct TermId(pub(crate) u32);

/// Index of a read event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct EventId(pub(crate) u32);

/// A value as a function of the instances of its statement, or of one per element read there.
pub(crate) enum Term<'s> {
    /// What a read event finds. The next term is its [`Term::Start`].
    Read(EventId),
    /// What a read event finds if nothing was written before.
    Start(EventId),
    /// The values of a read of several elements, as a function of the element.
    Family {
        /// The read of one of them.
        read: TermId,
        /// `{ X[i, x] -> S[i] }`
        instances: Map,
        /// `{ X[i, x] -> [x] }`
        elements: Map,
    },
    /// `{ S[i] -> [value] }`
    Integer(&'s Map),
    /// An operator.
    Apply {
        operator: &'s str,
        operands: Vec<TermId>,
    },
    /// A choice by the instance.
    Choose {
        when: &'s Set,
        then: TermId,
        other: TermId,
    },
}

impl Term<'_> {
    /// Whether it is the value of an object that has none yet.
    pub(crate) fn is_indeterminate(&self) -> bool {
        matches!(self, Term::Apply { operator, .. } if *operator == "indeterminate")
    }
}

/// A read of one element per instance, or the caller's look at an output in the end.
pub(crate) struct Event {
    pub(crate) access: Option<AccessId>,
    pub(crate) array: ArrayId,
    /// It reads one element of several, which are used as a whole.
    pub(crate) is_part: bool,
    /// `{ X -> A[x] }`
    pub(crate) elements: Map,
    /// `{ X -> [t] }`; `None` in the end.
    pub(crate) time: Option<Map>,
}

/// All terms of a system.
pub(crate) struct Terms<'s> {
    pub(crate) system: &'s System,
    list: Vec<Term<'s>>,
    homes: Vec<Option<StmtId>>,
    pub(crate) events: Vec<Event>,
    /// What each statement stores.
    roots: Vec<TermId>,
    /// The conditions on data of statements, and whether they hold.
    guards: Vec<Option<(TermId, bool)>>,
    /// The instances of each statement, for the parameter values of the context.
    pub(crate) domains: Vec<Set>,
}

impl<'s> Terms<'s> {
    pub(crate) fn new(system: &'s System, context: &Set) -> poly::Result<Self> {
        let mut terms = Terms {
            system,
            list: Vec::new(),
            homes: Vec::new(),
            events: Vec::new(),
            roots: Vec::new(),
            guards: Vec::new(),
            domains: Vec::new(),
        };
        for (statement, computation) in system.scop.statements.iter().zip(&system.computations) {
            let domain = statement.domain.intersect_params(context)?;
            terms.domains.push(domain);
            let root = terms.add(statement.id, computation)?;
            terms.roots.push(root);
            let guard = system
                .guards
                .get(statement.id.0 as usize)
                .copied()
                .flatten();
            let guard = guard.map(|guard| terms.guarded(statement.id, guard));
            terms.guards.push(guard.transpose()?);
        }
        Ok(terms)
    }

    pub(crate) fn ctx(&self) -> &Context {
        &self.system.scop.ctx
    }

    pub(crate) fn term(&self, id: TermId) -> &Term<'s> {
        &self.list[id.0 as usize]
    }

    pub(crate) fn event(&self, id: EventId) -> &Event {
        &self.events[id.0 as usize]
    }

    /// The statement that computes a term; `None` for an output.
    pub(crate) fn home(&self, id: TermId) -> Option<StmtId> {
        self.homes[id.0 as usize]
    }

    /// The terms of a statement, in an order that its computation determines.
    pub(crate) fn of(&self, id: StmtId) -> impl Iterator<Item = TermId> {
        let homes = self.homes.iter().enumerate();
        let own = homes.filter(move |(_, home)| **home == Some(id));
        own.map(|(at, _)| TermId(at as u32))
    }

    /// What a statement stores.
    pub(crate) fn root(&self, id: StmtId) -> TermId {
        self.roots[id.0 as usize]
    }

    /// The condition on data under which a statement is executed, and whether it holds there.
    pub(crate) fn guard(&self, id: StmtId) -> Option<(TermId, bool)> {
        self.guards[id.0 as usize]
    }

    /// The initial content behind a read.
    pub(crate) fn start_of(read: TermId) -> TermId {
        TermId(read.0 + 1)
    }

    /// The read event of a term.
    pub(crate) fn event_of(&self, id: TermId) -> Option<&Event> {
        match self.term(id) {
            Term::Read(event) | Term::Start(event) => Some(self.event(*event)),
            _ => None,
        }
    }

    /// `{ X : .. }`: the instances of a term.
    pub(crate) fn instances(&self, id: TermId) -> poly::Result<Set> {
        match (self.event_of(id), self.home(id)) {
            (Some(event), _) => event.elements.domain(),
            (None, Some(home)) => Ok(self.domains[home.0 as usize].clone()),
            (None, None) => Set::no_values(self.ctx()),
        }
    }

    /// `{ X -> A[x] }`: the element that a term's statement stores, or that a read finds.
    pub(crate) fn stored(&self, id: TermId) -> poly::Result<Option<Map>> {
        if let Some(event) = self.event_of(id) {
            return Ok(Some(event.elements.clone()));
        }
        let Some(home) = self.home(id) else {
            return Ok(None);
        };
        let mut accesses = self.system.scop.accesses.iter();
        let write = accesses.find(|a| a.statement == home && a.kind == AccessKind::Write);
        let domain = &self.domains[home.0 as usize];
        write
            .map(|w| w.relation.intersect_domain(domain))
            .transpose()
    }

    /// The last value of an array's elements: `{ A[x] : .. }`.
    pub(crate) fn look(&mut self, array: ArrayId, elements: &Set) -> poly::Result<TermId> {
        let event = Event {
            access: None,
            array,
            is_part: false,
            elements: elements.identity()?,
            time: None,
        };
        Ok(self.read(None, event))
    }

    fn add(&mut self, home: StmtId, computation: &'s Computation) -> poly::Result<TermId> {
        let term = match computation {
            Computation::Read(access) => {
                let event = self.single(*access)?;
                return Ok(self.read(Some(home), event));
            }
            Computation::ReadAll(access) => self.family(home, *access)?,
            Computation::Integer(value) => Term::Integer(value),
            Computation::Apply { operator, operands } => Term::Apply {
                operator,
                operands: operands
                    .iter()
                    .map(|operand| self.add(home, operand))
                    .collect::<poly::Result<_>>()?,
            },
            Computation::Choose { when, then, other } => Term::Choose {
                when,
                then: self.add(home, then)?,
                other: self.add(home, other)?,
            },
        };
        Ok(self.push(Some(home), term))
    }

    fn push(&mut self, home: Option<StmtId>, term: Term<'s>) -> TermId {
        let id = TermId(self.list.len() as u32);
        self.list.push(term);
        self.homes.push(home);
        id
    }

    fn read(&mut self, home: Option<StmtId>, event: Event) -> TermId {
        let id = EventId(self.events.len() as u32);
        self.events.push(event);
        let read = self.push(home, Term::Read(id));
        self.push(home, Term::Start(id));
        read
    }

    /// A read of the condition of a statement.
    fn guarded(&mut self, home: StmtId, guard: Guard) -> poly::Result<(TermId, bool)> {
        let scop = &self.system.scop;
        let domain = self.domains[home.0 as usize].clone();
        let name = &scop.array(guard.array).name;
        let scalar = Set::all(&scop.ctx, 0)?.named(name)?;
        let time = scop.statement(home).schedule.intersect_domain(&domain)?;
        let event = Event {
            access: None,
            array: guard.array,
            is_part: false,
            elements: Map::product(&domain, &scalar)?,
            time: Some(time),
        };
        Ok((self.read(Some(home), event), !guard.is_negated))
    }

    fn single(&self, id: AccessId) -> poly::Result<Event> {
        let access = self.system.scop.access(id);
        let domain = &self.domains[access.statement.0 as usize];
        let statement = self.system.scop.statement(access.statement);
        Ok(Event {
            access: Some(id),
            array: access.array,
            is_part: false,
            elements: access.relation.intersect_domain(domain)?,
            time: Some(statement.schedule.intersect_domain(domain)?),
        })
    }

    /// One event per element that an instance reads.
    fn family(&mut self, home: StmtId, id: AccessId) -> poly::Result<Term<'s>> {
        let all = self.single(id)?;
        let name = format!("a{}", id.0);
        let flat = |map: Map| map.flatten_domain()?.with_domain_name(&name);
        let instances = flat(all.elements.domain_map()?)?;
        let elements = flat(all.elements.range_map()?)?;
        let time = match &all.time {
            Some(time) => Some(instances.apply_range(time)?),
            None => None,
        };
        let event = Event {
            elements: elements.clone(),
            is_part: true,
            time,
            ..all
        };
        Ok(Term::Family {
            read: self.read(Some(home), event),
            instances,
            elements: elements.without_range_name()?,
        })
    }
}
