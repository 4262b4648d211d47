//! The system from the statements that were found.

use super::array::{Arrays, Origin};
use super::digits;
use super::flat_loops;
use super::names::Spaces;
use super::statement::{DraftAccess, DraftStatement, Element, Fill, Term, Time};
use super::zeros;
use crate::stop::{Result, Stop};
use crate::values::{Number, Products};
use crate::{LargerSize, Limits, Naming, Stride, Whole};
use poly::{Context, Map, PwAff, Set, Space, names};
use program::Type;
use scop::{
    Access, AccessId, AccessKind, ArrayId, Certainty, Computation, Param, ParamKind, Scop,
    Statement, StmtId, Subscript, System,
};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What an execution found.
pub(crate) struct Facts<'f> {
    pub(crate) ctx: &'f Context,
    pub(crate) naming: &'f Naming,
    pub(crate) statements: Vec<DraftStatement>,
    pub(crate) arrays: Arrays,
    pub(crate) params: BTreeMap<String, Param>,
    pub(crate) products: Products,
    /// The parameters that are members of structures, by the structure.
    pub(crate) members: BTreeMap<String, Vec<String>>,
    pub(crate) defined: Set,
    pub(crate) limits: Limits,
    /// The term of a floating zero.
    pub(crate) real_zero: fn(&Type) -> Term,
    /// Whether tile loops were left out.
    pub(crate) is_untiled: bool,
    /// Whether the function is executed once: what is zero before the first call is zero.
    pub(crate) is_first_call: bool,
    /// The function.
    pub(crate) at: Span,
}

/// Builds a system.
pub(super) struct Builder<'f> {
    pub(super) facts: Facts<'f>,
    pub(super) spaces: Spaces,
    pub(super) system: System,
    places: Vec<Span>,
    access_places: Vec<Span>,
    any_element: BTreeSet<AccessId>,
    filled: BTreeSet<AccessId>,
}

/// The system; parameters and assumptions are left out.
pub(crate) fn finish(mut facts: Facts<'_>) -> Result<Whole> {
    let assumed = flat_loops::split(
        facts.ctx,
        &mut facts.statements,
        &facts.arrays,
        facts.naming,
        &mut facts.products,
    )?;
    if facts.is_untiled && !assumed.is_empty() {
        return Err(Stop::Left);
    }
    let mut assumptions = not_negative(&facts, assumed)?;
    let mut defined = facts.defined.clone();
    let split = digits::split(
        &mut facts.statements,
        &mut facts.arrays,
        (facts.naming, &facts.params),
        &mut facts.products,
        &mut defined,
    );
    let split = split.map_err(|stop| spelled(stop, &facts.params))?;
    assumptions.extend(not_negative(&facts, split.assumed)?);
    for size in split.least {
        let size = spelled_size(size, &facts.params);
        assumptions.extend(size.map(|s| format!("`{}` is at least {}", s.name, s.least)));
    }
    assumptions.sort();
    assumptions.dedup();
    facts.defined = defined;
    let statements = std::mem::take(&mut facts.statements);
    let lengths = statements.iter().map(|s| time_length(s, &facts.arrays));
    let time_dims = lengths.chain(zeros::time_lengths(&facts.arrays)).max();
    let spaces = Spaces::new(&facts.arrays);
    let system = empty(&facts, time_dims.unwrap_or(1));
    let mut builder = Builder {
        facts,
        spaces,
        system,
        places: Vec::new(),
        access_places: Vec::new(),
        any_element: BTreeSet::new(),
        filled: BTreeSet::new(),
    };
    builder.arrays()?;
    for statement in statements {
        builder.statement(statement)?;
    }
    builder.zeros()?;
    builder.params()?;
    builder.met()?;
    Ok(Whole {
        assumptions,
        ..builder.whole(split.strides)
    })
}

/// A lacking size in the user's spelling; none, if it has no name in the file.
fn spelled(stop: Stop, params: &BTreeMap<String, Param>) -> Stop {
    let Stop::Unknown(mut unknown) = stop else {
        return stop;
    };
    unknown.lacks = unknown.lacks.and_then(|size| spelled_size(size, params));
    Stop::Unknown(unknown)
}

fn spelled_size(size: LargerSize, params: &BTreeMap<String, Param>) -> Option<LargerSize> {
    let name = params.get(&size.name)?.spelling.clone();
    Some(LargerSize { name, ..size })
}

/// That parameters are not negative, as sentences, for products of which two factors may be: with
/// rows of negative length, there are as many elements, but no rows.
fn not_negative(facts: &Facts<'_>, products: Vec<Vec<String>>) -> poly::Result<Vec<String>> {
    let mut sentences = BTreeSet::new();
    for product in products {
        let mut open = Vec::new();
        for name in product {
            let known = PwAff::param(facts.ctx, 0, &name)?.nonneg_set()?.params()?;
            if !facts.defined.is_subset(&known)? {
                let spelling = facts.params.get(&name).map(|p| &p.spelling);
                open.push(format!("`{}`", spelling.unwrap_or(&name)));
            }
        }
        let several = open.len() > 1;
        open.dedup();
        sentences.extend(match open.as_slice() {
            [only] if several => Some(format!("{only} is not negative")),
            [first @ .., last] if several => {
                Some(format!("{} and {last} are not negative", first.join(", ")))
            }
            _ => None,
        });
    }
    Ok(sentences.into_iter().collect())
}

fn empty(facts: &Facts<'_>, time_dims: usize) -> System {
    System {
        scop: Scop {
            ctx: facts.ctx.clone(),
            params: Vec::new(),
            context: facts.defined.clone(),
            statements: Vec::new(),
            arrays: Vec::new(),
            accesses: Vec::new(),
            time_dims,
            arithmetic: scop::Arithmetic::default(),
        },
        computations: Vec::new(),
        interface: Vec::new(),
        guards: Vec::new(),
        may_end: Vec::new(),
        unseen: BTreeSet::new(),
        others: BTreeSet::new(),
        conditional: Vec::new(),
        met: Vec::new(),
        world: None,
        element_bytes: Vec::new(),
    }
}

/// Number of coordinates of time, those of a fill included.
fn time_length(statement: &DraftStatement, arrays: &Arrays) -> usize {
    let filled = match (statement.fill, statement.accesses.last()) {
        (Some(_), Some(write)) => arrays.get(write.array).shape.len(),
        _ => 0,
    };
    statement.times.len() + filled
}

impl Builder<'_> {
    fn whole(self, strides: BTreeMap<String, Vec<Stride>>) -> Whole {
        let names = self.facts.arrays.iter();
        let carried = self.facts.arrays.iter();
        let carried = carried.filter_map(|(at, array)| match &array.origin {
            Origin::Carried { name, .. } => Some((array_id(at), name.clone())),
            _ => None,
        });
        Whole {
            met: BTreeSet::new(),
            values: Vec::new(),
            carried: carried.collect(),
            array_names: names.map(|(_, array)| in_text(&array.name)).collect(),
            allocated: self.facts.defined.clone(),
            system: self.system,
            places: self.places,
            access_places: self.access_places,
            any_element: self.any_element,
            filled: self.filled,
            parameters: Vec::new(),
            strides,
            opaque: BTreeMap::new(),
            may_be_clearer: false,
            assumptions: Vec::new(),
            fixed_macros: BTreeSet::new(),
            tilings: Vec::new(),
            memory: Vec::new(),
            limits: self.facts.limits,
        }
    }

    pub(super) fn stop<T>(&self, reason: &str, at: Span) -> Result<T> {
        Err(Stop::unknown(reason, at))
    }

    pub(super) fn statement(&mut self, mut draft: DraftStatement) -> Result<()> {
        self.fill(&mut draft)?;
        let id = StmtId(u32::try_from(self.system.scop.statements.len()).unwrap_or(u32::MAX));
        let name = format!("S{}", id.0);
        let dims = draft.domain.dims()?;
        let domain = draft.domain.intersect_params(&self.facts.defined)?;
        let domain = domain.coalesce()?.named(&name)?;
        let first = self.system.scop.accesses.len();
        let count = draft.accesses.len();
        for (at, access) in draft.accesses.iter().enumerate() {
            let kind = match at + 1 == count {
                true => AccessKind::Write,
                false => AccessKind::Read,
            };
            self.access(access, (id, &name, &domain), kind)?;
        }
        let last = self.system.scop.accesses.last().map(|access| access.id);
        self.filled.extend(last.filter(|_| draft.fill.is_some()));
        let computation = self.computation(&draft.term, first, (&name, &domain))?;
        let schedule = self.schedule(&name, dims, &draft.times)?;
        self.system.scop.statements.push(Statement {
            id,
            name,
            iterators: (0..dims).map(|d| format!("i{d}")).collect(),
            schedule: schedule.intersect_domain(&domain)?,
            domain,
            reads_first: true,
            parallel: Vec::new(),
            innermost: false,
            tilable: Vec::new(),
        });
        self.system.computations.push(computation);
        self.system.may_end.extend(draft.may_end.then_some(id));
        self.system.unseen.extend(draft.is_unseen.then_some(id));
        self.system
            .guards
            .push(draft.guard.map(|guard| scop::Guard {
                array: array_id(guard.array),
                is_negated: guard.negated,
            }));
        self.places.push(draft.at);
        Ok(())
    }

    /// Adds the iterators of a statement that stores in every element of an array.
    fn fill(&mut self, draft: &mut DraftStatement) -> Result<()> {
        let (Some(fill), Some(write)) = (draft.fill, draft.accesses.last()) else {
            return Ok(());
        };
        let first = draft.domain.dims()?;
        let shape = self.facts.arrays.get(write.array).shape.clone();
        let all = first + shape.len();
        let mut domain = draft.domain.lifted(shape.len())?;
        let mut indices = Vec::new();
        for (at, extent) in (first..).zip(&shape) {
            let iterator = PwAff::coordinate(self.facts.ctx, all, at)?;
            if let Some(extent) = extent {
                let extent = self.extent_function(extent, all, draft.at)?;
                domain = domain
                    .intersect(&iterator.nonneg_set()?)?
                    .intersect(&iterator.lt_set(&extent)?)?;
            }
            draft.times.push(Time::Iterator(at));
            indices.push(Number::total(iterator));
        }
        draft.domain = domain;
        for access in &mut draft.accesses {
            match &mut access.element {
                Element::Filled => access.element = Element::At(indices.clone()),
                Element::At(old) => {
                    for index in old {
                        *index = index.lifted_to(all)?;
                    }
                }
            }
        }
        draft.term = filled(&draft.term, fill, &indices, all)?;
        Ok(())
    }

    fn access(
        &mut self,
        access: &DraftAccess,
        (statement, name, domain): (StmtId, &str, &Set),
        kind: AccessKind,
    ) -> Result<()> {
        let space = self.spaces.array(access.array).to_string();
        let (relation, subscripts) = match &access.element {
            Element::At(indices) => self.elements(indices, (name, domain), &space, access)?,
            Element::Filled => self.elements(&[], (name, domain), &space, access)?,
        };
        let mut relation = relation.intersect_domain(domain)?;
        if let Some(within) = &access.within {
            let more = domain.dims()? - within.dims()?;
            let within = within.lifted(more)?.named(name)?;
            relation = relation.intersect_domain(&within)?;
        }
        let id = AccessId(u32::try_from(self.system.scop.accesses.len()).unwrap_or(u32::MAX));
        let dims = self.facts.arrays.get(access.array).shape.len();
        let is_any = matches!(&access.element, Element::At(indices) if indices.len() < dims);
        self.any_element.extend(is_any.then_some(id));
        self.system.scop.accesses.push(Access {
            id,
            statement,
            array: array_id(access.array),
            kind,
            certainty: Certainty::Must,
            relation,
            subscripts,
            alternative: false,
        });
        self.system.conditional.push(access.conditional);
        self.system.others.extend(access.is_of_others.then_some(id));
        self.access_places.push(access.at);
        Ok(())
    }

    /// The elements with these first subscripts.
    fn elements(
        &mut self,
        indices: &[Number],
        (name, domain): (&str, &Set),
        space: &str,
        access: &DraftAccess,
    ) -> Result<(Map, Vec<Subscript>)> {
        let x = names("x", domain.dims()?);
        let mut relation = Space::plain(self.facts.ctx).images(&x, &x[..0])?;
        let mut subscripts = Vec::new();
        for index in indices {
            let Some(index) = index.affine(&mut self.facts.products)? else {
                return self.stop("a subscript that is not affine", access.at);
            };
            subscripts.push(match index.as_expr()? {
                Some(expr) => Subscript::Affine(expr),
                None => Subscript::Any,
            });
            relation = relation.flat_range_product(&index.to_map()?)?;
        }
        let shape = self.facts.arrays.get(access.array).shape.clone();
        if let Some(inner) = shape.get(indices.len()..).filter(|inner| !inner.is_empty()) {
            let inside = self.inside(inner, access.at)?;
            let domain = relation.domain()?;
            relation = relation.flat_range_product(&Map::product(&domain, &inside)?)?;
            subscripts.resize(shape.len(), Subscript::Any);
        }
        let relation = relation.with_domain_name(name)?.with_range_name(space)?;
        Ok((relation, subscripts))
    }

    /// All subscripts of dimensions.
    pub(super) fn inside(&mut self, shape: &[Option<Number>], at: Span) -> Result<Set> {
        let mut all = Set::all(self.facts.ctx, shape.len())?;
        for (dim, extent) in shape.iter().enumerate() {
            let Some(extent) = extent else { continue };
            let iterator = PwAff::coordinate(self.facts.ctx, shape.len(), dim)?;
            let extent = self.extent_function(extent, shape.len(), at)?;
            all = all
                .intersect(&iterator.nonneg_set()?)?
                .intersect(&iterator.lt_set(&extent)?)?;
        }
        Ok(all)
    }

    /// An extent as a function of subscripts, on which it does not depend.
    fn extent_function(&mut self, extent: &Number, dims: usize, at: Span) -> Result<PwAff> {
        let plain = extent.without_last(0)?;
        let affine = match plain {
            Some(plain) => plain.lifted_to(dims)?.affine(&mut self.facts.products)?,
            None => None,
        };
        match affine {
            Some(affine) => Ok(affine),
            None => self.stop("an array whose size changes", at),
        }
    }

    fn computation(
        &self,
        term: &Term,
        first: usize,
        (name, domain): (&str, &Set),
    ) -> Result<Computation> {
        let id = |k: usize| AccessId(u32::try_from(first + k).unwrap_or(u32::MAX));
        let more = |dims: usize| -> Result<usize> { Ok(domain.dims()? - dims) };
        Ok(match term {
            Term::Read(k) => Computation::Read(id(*k)),
            Term::ReadAll(k) => Computation::ReadAll(id(*k)),
            Term::Integer { value: number, .. } => {
                let number = number.lifted(more(number.dims()?)?)?;
                let map = number.to_map()?.with_domain_name(name)?;
                Computation::Integer(map.intersect_domain(domain)?)
            }
            Term::Apply { operator, operands } => {
                let operands = operands.iter();
                let each = operands.map(|t| self.computation(t, first, (name, domain)));
                Computation::Apply {
                    operator: operator.clone(),
                    operands: each.collect::<Result<_>>()?,
                }
            }
            Term::Choose { when, then, other } => {
                let when = when.lifted(more(when.dims()?)?)?.named(name)?;
                Computation::Choose {
                    when: when.intersect(domain)?.coalesce()?,
                    then: Box::new(self.computation(then, first, (name, domain))?),
                    other: Box::new(self.computation(other, first, (name, domain))?),
                }
            }
        })
    }

    fn schedule(&self, name: &str, dims: usize, times: &[Time]) -> Result<Map> {
        let mut coordinates: Vec<String> = times
            .iter()
            .map(|time| match time {
                Time::At(position) => position.to_string(),
                Time::Iterator(at) => format!("x{at}'"),
                Time::Before => "-1".to_string(),
            })
            .collect();
        coordinates.resize(self.system.scop.time_dims, "0".to_string());
        let times = Space::plain(self.facts.ctx).images(&names("x", dims), &coordinates)?;
        Ok(times.with_domain_name(name)?)
    }

    fn params(&mut self) -> Result<()> {
        let mut params = std::mem::take(&mut self.facts.params);
        for (name, factors) in &self.facts.products.0 {
            let spelling = |factor: &String| match params.get(factor) {
                Some(param) => param.spelling.clone(),
                None => factor.clone(),
            };
            let factors: Vec<String> = factors.iter().map(spelling).collect();
            params.insert(
                name.clone(),
                Param {
                    name: name.clone(),
                    spelling: factors.join(" * "),
                    kind: ParamKind::Variable,
                    sample: 4096,
                },
            );
        }
        let all = Space::new(self.facts.ctx, params.keys()).values("true")?;
        self.system.scop.context = all.intersect(&self.facts.defined)?;
        self.system.scop.params = params.into_values().collect();
        Ok(())
    }
}

/// A name as it is in the text: objects of inner blocks have numbers behind theirs, `t.0`.
fn in_text(name: &str) -> String {
    let (text, number) = name.split_once('.').unwrap_or((name, ""));
    let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    if is_number { text } else { name }.to_string()
}

/// The term of a statement that fills an array.
fn filled(term: &Term, fill: Fill, indices: &[Number], dims: usize) -> Result<Term> {
    let mut term = term.clone();
    if fill == Fill::Indexed {
        let mut numbers = Vec::new();
        for index in indices {
            if let Some(index) = index.lifted_to(dims)?.as_affine() {
                numbers.push(Term::integer(index.clone()));
            }
        }
        append(&mut term, &numbers);
    }
    Ok(term)
}

/// Adds operands to the operator that a fill applies, below the choice of a guard.
fn append(term: &mut Term, numbers: &[Term]) {
    if let Term::Apply { operator, operands } = term {
        match operator.starts_with("choose ") {
            true => operands.iter_mut().for_each(|t| append(t, numbers)),
            false => operands.extend(numbers.iter().cloned()),
        }
    }
}

pub(super) fn array_id(at: usize) -> ArrayId {
    ArrayId(u32::try_from(at).unwrap_or(u32::MAX))
}
