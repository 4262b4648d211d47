//! Loops over all elements of flat arrays, or all but the first, as loops over rows and columns:
//! with `k < h*w` and rows of `w` elements, iteration `k = w*q + r` becomes `[q, r]` with
//! `0 <= q < h`, `0 <= r < w`.
//!
//! Only loops over arrays that are accessed by rows and columns elsewhere are split: others stay
//! one-dimensional.
//!
//! Assumes: the parameters in the product are not negative. Two negative ones would have a positive
//! product, but no rows.

use super::Arrays;
use super::digits::{Flat, strides_of_all};
use super::statement::{DraftStatement, Element, Spelling, Term, Time};
use crate::values::{Number, Products};
use crate::{Naming, Stride};
use poly::{Context, Map, PwAff, Result, Set, Space, names};

/// At most so many loops are split.
const MOST_SPLIT: usize = 100;

/// Splits the loops over all elements of arrays with rows; the products up to which they run.
pub(super) fn split(
    ctx: &Context,
    statements: &mut Vec<DraftStatement>,
    arrays: &Arrays,
    naming: &Naming,
    products: &mut Products,
) -> Result<Vec<Vec<String>>> {
    let mut assumed = Vec::new();
    if products.0.is_empty() {
        return Ok(assumed);
    }
    for _ in 0..MOST_SPLIT {
        let strides = strides_of_all(statements, arrays, naming)?;
        if strides.is_empty() {
            break;
        }
        let mut found = None;
        for flat in flat_loops(statements, products)? {
            let digits = flat.strides(statements, &strides)?;
            if digits.is_empty() {
                continue;
            }
            if let Some(split) = flat.split(ctx, statements, &digits, products)? {
                assumed.push(flat.extent.names);
                found = Some(split);
                break;
            }
        }
        match found {
            Some(split) => *statements = split,
            None => break,
        }
    }
    Ok(assumed)
}

/// A loop from 0, or 1, to below a product of parameters.
struct FlatLoop {
    /// The element of its first iteration.
    first: i64,
    /// The times of its statements up to its iterator.
    prefix: Vec<Time>,
    /// The number of its iterator.
    at: usize,
    /// The number of its iterations.
    extent: Stride,
}

/// The loops of all statements that have such bounds, outer ones first.
fn flat_loops(statements: &[DraftStatement], products: &Products) -> Result<Vec<FlatLoop>> {
    let mut found: Vec<FlatLoop> = Vec::new();
    for statement in statements {
        for (position, time) in statement.times.iter().enumerate() {
            let Time::Iterator(at) = *time else { continue };
            let prefix = &statement.times[..=position];
            if found.iter().any(|f| f.prefix == prefix) {
                continue;
            }
            if let Some((extent, first)) = extent(&statement.domain, at, products)? {
                found.push(FlatLoop {
                    first,
                    prefix: prefix.to_vec(),
                    at,
                    extent,
                });
            }
        }
    }
    Ok(found)
}

/// The product up to which an iterator runs, and the element of its first iteration.
fn extent(domain: &Set, at: usize, products: &Products) -> Result<Option<(Stride, i64)>> {
    let used = domain.used_params()?;
    let mut names = used.iter().filter(|name| products.0.contains_key(*name));
    let Some(name) = names.next() else {
        return Ok(None);
    };
    // What another function may do to a whole array has no bounds.
    if !domain.is_bounded()? {
        return Ok(None);
    }
    let Some(last) = domain.dim_max(at)?.as_expr()? else {
        return Ok(None);
    };
    let factor = last.coefficient(name);
    let rest = last.clone() - poly::Expr::var(name) * factor;
    let first = match rest.as_constant() {
        Some(-1) => 0,
        Some(-2) => 1,
        _ => return Ok(None),
    };
    let extent = Stride {
        factor,
        names: products.0[name].clone(),
    };
    Ok((factor > 0).then_some((extent, first)))
}

impl FlatLoop {
    fn contains(&self, statement: &DraftStatement) -> bool {
        statement.times.starts_with(&self.prefix)
    }

    /// The strides of an array that is accessed by the iterator, in units of the iterator, the
    /// largest first; none if no such array has rows.
    fn strides(&self, statements: &[DraftStatement], all: &[Flat]) -> Result<Vec<Stride>> {
        let own = statements.iter().filter(|s| self.contains(s));
        for access in own.flat_map(|s| &s.accesses) {
            let Element::At(indices) = &access.element else {
                continue;
            };
            for flat in all.iter().filter(|f| f.array == access.array) {
                let Some(index) = indices.get(flat.dim) else {
                    continue;
                };
                let step = index.coefficient(self.at)?;
                let unit = Stride {
                    factor: step,
                    names: Vec::new(),
                };
                let strides = flat.strides.iter().map(|s| s.over(&unit));
                let Some(strides) = strides.collect::<Option<Vec<Stride>>>() else {
                    continue;
                };
                if !strides.is_empty() && self.extents(&strides).is_some() {
                    return Ok(strides);
                }
            }
        }
        Ok(Vec::new())
    }

    /// The numbers of rows, and of elements in them, for some strides.
    fn extents(&self, strides: &[Stride]) -> Option<Vec<Stride>> {
        let mut whole = &self.extent;
        let mut found = Vec::new();
        for stride in strides {
            let rows = whole.over(stride)?;
            (!rows.names.is_empty() || rows.factor > 1).then_some(())?;
            found.push(rows);
            whole = stride;
        }
        found.push(whole.clone());
        Some(found)
    }

    /// All statements, those in the loop with an iterator per digit; `None` if one of them is no
    /// function of the digits.
    fn split(
        &self,
        ctx: &Context,
        statements: &[DraftStatement],
        strides: &[Stride],
        products: &mut Products,
    ) -> Result<Option<Vec<DraftStatement>>> {
        let Some(extents) = self.extents(strides) else {
            return Ok(None);
        };
        let mut all = Vec::new();
        for statement in statements {
            if !self.contains(statement) {
                all.push(statement.clone());
                continue;
            }
            let elements = self.by_elements(ctx, statement)?;
            let statement = &elements;
            let dims = statement.domain.dims()?;
            let Some(whole) = self.extent.number(ctx)?.affine(products)? else {
                return Ok(None);
            };
            let iterator = (self.at, dims, &whole);
            let mut splitter = Splitter::new(ctx, &statement.domain, iterator, strides)?;
            if !splitter.is_box(&whole, self.first)? {
                return Ok(None);
            }
            splitter.starts_at_one = self.first == 1;
            match splitter.statement(statement, &extents, products)? {
                Some(split) => all.push(split),
                None => return Ok(None),
            }
        }
        Ok(Some(all))
    }

    /// A statement with the numbers of elements as the values of the iterator.
    fn by_elements(&self, ctx: &Context, statement: &DraftStatement) -> Result<DraftStatement> {
        let mut moved = statement.clone();
        if self.first == 0 {
            return Ok(moved);
        }
        let dims = statement.domain.dims()?;
        let elements = names("x", dims);
        let mut iterations = elements.clone();
        iterations[self.at] = format!("{} - {}", elements[self.at], self.first);
        let map = Space::plain(ctx).images(&elements, &iterations)?;
        let back = map.reverse()?;
        let moved_set = |set: &Set| {
            let set = set.lifted(dims.saturating_sub(set.dims()?))?;
            set.apply(&back)
        };
        moved.domain = moved_set(&statement.domain)?;
        for access in &mut moved.accesses {
            access.within = access.within.as_ref().map(moved_set).transpose()?;
            if let Element::At(indices) = &mut access.element {
                for index in indices {
                    *index = index.lifted_to(dims)?.pullback(&map)?;
                }
            }
        }
        moved.term = moved_term(&statement.term, &map, &moved_set)?;
        Ok(moved)
    }
}

/// A term at other iterations.
fn moved_term(term: &Term, map: &Map, set: &dyn Fn(&Set) -> Result<Set>) -> Result<Term> {
    let inner = |term: &Term| moved_term(term, map, set);
    Ok(match term {
        Term::Read(_) | Term::ReadAll(_) => term.clone(),
        Term::Integer { value, spelling } => {
            let more = map.dims()?.0.saturating_sub(value.dims()?);
            let spelling = match spelling.as_deref() {
                Some(Spelling::Operator(term)) => Some(Box::new(Spelling::Operator(inner(term)?))),
                _ => spelling.clone(),
            };
            Term::Integer {
                value: value.lifted(more)?.pullback(map)?,
                spelling,
            }
        }
        Term::Apply { operator, operands } => {
            let operands = operands.iter().map(inner).collect::<Result<_>>()?;
            Term::apply(operator.clone(), operands)
        }
        Term::Choose { when, then, other } => Term::Choose {
            when: set(when)?,
            then: Box::new(inner(then)?),
            other: Box::new(inner(other)?),
        },
    })
}

/// Replaces one iterator of a statement by digits.
struct Splitter<'s> {
    ctx: &'s Context,
    domain: &'s Set,
    at: usize,
    dims: usize,
    strides: &'s [Stride],
    /// `{ [x] -> [y] }`, where `y` is `x` with 0 for the iterator.
    at_zero: Map,
    /// From the new iterators to the old ones, with 0 for the one that is replaced.
    to_old: Map,
    /// From the old iterators to those without the one that is replaced.
    without: Map,
    /// From the new iterators to those.
    new_without: Map,
    /// The first element is left out.
    starts_at_one: bool,
    /// The loop has iterations. This follows from the bounds of the digits.
    has_elements: Set,
}

impl<'s> Splitter<'s> {
    fn new(
        ctx: &'s Context,
        domain: &'s Set,
        (at, dims, extent): (usize, usize, &PwAff),
        strides: &'s [Stride],
    ) -> Result<Self> {
        let old = names("x", dims);
        let mut zero = old.clone();
        zero[at] = "0".to_string();
        let mut rest = old.clone();
        rest.remove(at);
        let mut new = old.clone();
        new.splice(at..=at, names("d", strides.len() + 1));
        let space = Space::plain(ctx);
        Ok(Splitter {
            ctx,
            domain,
            at,
            dims,
            strides,
            starts_at_one: false,
            at_zero: space.images(&old, &zero)?,
            to_old: space.images(&new, &zero)?,
            without: space.images(&old, &rest)?,
            new_without: space.images(&new, &rest)?,
            has_elements: PwAff::number(ctx, 0, 0)?
                .lt_set(extent)?
                .lifted(dims + strides.len())?,
        })
    }

    /// Whether the iterator takes all values from `first` to below the extent, whatever the others
    /// are.
    fn is_box(&self, extent: &PwAff, first: i64) -> Result<bool> {
        let first = PwAff::number(self.ctx, self.dims, first)?;
        let iterator = PwAff::coordinate(self.ctx, self.dims, self.at)?;
        let all = self.domain.apply(&self.without)?;
        let all = all.apply(&self.without.reverse()?)?;
        let inside = all
            .intersect(&first.le_set(&iterator)?)?
            .intersect(&iterator.lt_set(&extent.lifted(self.dims)?)?)?;
        self.domain.is_equal(&inside)
    }

    fn statement(
        &self,
        old: &DraftStatement,
        extents: &[Stride],
        products: &mut Products,
    ) -> Result<Option<DraftStatement>> {
        let mut new = old.clone();
        for access in &mut new.accesses {
            if let Some(within) = &mut access.within {
                match self.set(within)? {
                    Some(set) => *within = set,
                    None => return Ok(None),
                }
            }
            if let Element::At(indices) = &mut access.element {
                for index in indices {
                    match self.number(index)? {
                        Some(number) => *index = number,
                        None => return Ok(None),
                    }
                }
            }
        }
        let Some(term) = self.term(&old.term)? else {
            return Ok(None);
        };
        new.term = term;
        let Some(domain) = self.domain(extents, products)? else {
            return Ok(None);
        };
        new.domain = domain;
        new.times = self.times(&old.times);
        Ok(Some(new))
    }

    fn domain(&self, extents: &[Stride], products: &mut Products) -> Result<Option<Set>> {
        let dims = self.dims + self.strides.len();
        let mut domain = self.moved(self.domain)?;
        let mut later = Set::all(self.ctx, dims)?.complement()?;
        for (digit, extent) in extents.iter().enumerate() {
            let extent = extent.number(self.ctx)?.lifted_to(dims)?;
            let Some(extent) = extent.affine(products)? else {
                return Ok(None);
            };
            let iterator = PwAff::coordinate(self.ctx, dims, self.at + digit)?;
            domain = domain
                .intersect(&iterator.nonneg_set()?)?
                .intersect(&iterator.lt_set(&extent)?)?;
            later = later.union(&PwAff::number(self.ctx, dims, 1)?.le_set(&iterator)?)?;
        }
        if self.starts_at_one {
            domain = domain.intersect(&later)?;
        }
        Ok(Some(domain.coalesce()?))
    }

    /// The points with any digits.
    fn moved(&self, set: &Set) -> Result<Set> {
        let all = set.apply(&self.without)?;
        let all = all.apply(&self.new_without.reverse()?)?;
        all.gist(&self.has_elements)
    }

    /// A set as one of the new iterators, if it does not depend on the one that is replaced.
    fn set(&self, set: &Set) -> Result<Option<Set>> {
        let set = set.lifted(self.dims.saturating_sub(set.dims()?))?;
        let here = set.intersect(self.domain)?;
        let all = here.apply(&self.without)?;
        let all = all.apply(&self.without.reverse()?)?;
        match all.intersect(self.domain)?.is_equal(&here)? {
            true => Ok(Some(self.moved(&here)?)),
            false => Ok(None),
        }
    }

    /// A number as one of the new iterators, if it is a multiple of the one that is replaced and
    /// something that does not depend on it.
    fn number(&self, number: &Number) -> Result<Option<Number>> {
        let number = number.lifted_to(self.dims)?;
        let number = number.simplified(self.domain)?;
        let step = number.coefficient(self.at)?;
        let iterator = Number::total(PwAff::coordinate(self.ctx, self.dims, self.at)?);
        let rest = number.sub(&iterator.scale(step)?)?;
        if !rest.equals(&rest.pullback(&self.at_zero)?, self.domain)? {
            return Ok(None);
        }
        let dims = self.dims + self.strides.len();
        let mut sum = rest.pullback(&self.to_old)?;
        let one = Stride {
            factor: 1,
            names: Vec::new(),
        };
        let units = self.strides.iter().chain([&one]);
        for (digit, unit) in units.enumerate() {
            let digit = PwAff::coordinate(self.ctx, dims, self.at + digit)?;
            let unit = unit.number(self.ctx)?.scale(step)?;
            match Number::total(digit).mul(&unit)? {
                Some(product) => sum = sum.add(&product)?,
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }

    fn term(&self, term: &Term) -> Result<Option<Term>> {
        Ok(match term {
            Term::Read(_) | Term::ReadAll(_) => Some(term.clone()),
            Term::Integer { value, spelling } => {
                let number = || self.number(&Number::total(value.clone()));
                match (self.integer(value)?, spelling.as_deref()) {
                    (Some(value), _) => Some(Term::integer(value)),
                    (None, Some(Spelling::Sum(ty))) => number()?.map(|n| Term::sum(ty, &n)),
                    (None, Some(Spelling::Operator(term))) => self.term(term)?,
                    (None, None) => number()?.map(|n| Term::apply("sum", Term::products(&n))),
                }
            }
            Term::Apply { operator, operands } => {
                let mut all = Vec::new();
                for operand in operands {
                    match self.term(operand)? {
                        Some(operand) => all.push(operand),
                        None => return Ok(None),
                    }
                }
                Some(Term::apply(operator.clone(), all))
            }
            Term::Choose { when, then, other } => {
                match (self.set(when)?, self.term(then)?, self.term(other)?) {
                    (Some(when), Some(then), Some(other)) => Some(Term::Choose {
                        when,
                        then: Box::new(then),
                        other: Box::new(other),
                    }),
                    _ => None,
                }
            }
        })
    }

    /// An integer that does not depend on the iterator.
    fn integer(&self, value: &PwAff) -> Result<Option<PwAff>> {
        let value = value.lifted(self.dims.saturating_sub(value.dims()?))?;
        let value = value.gist(self.domain)?;
        let fixed = value.pullback(&self.at_zero)?;
        match self.domain.is_subset(&value.eq_set(&fixed)?)? {
            true => Ok(Some(value.pullback(&self.to_old)?)),
            false => Ok(None),
        }
    }

    fn times(&self, times: &[Time]) -> Vec<Time> {
        let more = self.strides.len();
        let mut all = Vec::new();
        for time in times {
            match *time {
                Time::Iterator(at) if at == self.at => {
                    all.extend((at..=at + more).map(Time::Iterator));
                }
                Time::Iterator(at) if at > self.at => all.push(Time::Iterator(at + more)),
                other => all.push(other),
            }
        }
        all
    }
}
