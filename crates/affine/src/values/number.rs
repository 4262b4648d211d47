//! Integers as sums of products of parameters, each with a piecewise quasi-affine factor in the
//! iterators: `y*w + x`. Most have one term, without a product.

use super::names::product_name;
use poly::{Context, Expr, PwAff, PwAffPiece, Result, Set, Space, names};
use std::collections::BTreeMap;

/// The factors of a term that are parameters, in order.
type Monomial = Vec<String>;

/// `sum of factor * product of parameters`, a function of vectors of iterators.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    /// By product. Always has the empty product. Factors of others contain no parameter where that
    /// can be avoided.
    terms: BTreeMap<Monomial, PwAff>,
    /// Defined everywhere.
    is_total: bool,
}

impl Number {
    /// A function that is defined everywhere.
    pub(crate) fn total(value: PwAff) -> Self {
        Number {
            terms: BTreeMap::from([(Vec::new(), value)]),
            is_total: true,
        }
    }

    pub(crate) fn constant(ctx: &Context, dims: usize, value: i64) -> Result<Self> {
        Ok(Number::total(PwAff::number(ctx, dims, value)?))
    }

    /// A product of parameters, 1 without any.
    pub(crate) fn product(ctx: &Context, factors: &[String]) -> Result<Self> {
        let mut number = Number::constant(ctx, 0, 1)?;
        for name in factors {
            let param = Number::total(PwAff::param(ctx, 0, name)?);
            if let Some(product) = number.mul(&param)? {
                number = product;
            }
        }
        Ok(number)
    }

    /// The term without a product.
    fn plain(&self) -> &PwAff {
        &self.terms[&Vec::new()]
    }

    pub(crate) fn context(&self) -> &Context {
        self.plain().context()
    }

    /// Number of iterators.
    pub(crate) fn dims(&self) -> Result<usize> {
        self.plain().dims()
    }

    /// The same function of longer vectors.
    pub(crate) fn lifted_to(&self, dims: usize) -> Result<Self> {
        let more = dims.saturating_sub(self.dims()?);
        match more {
            0 => Ok(self.clone()),
            _ => self.each(|factor| factor.lifted(more)),
        }
    }

    fn each(&self, f: impl Fn(&PwAff) -> Result<PwAff>) -> Result<Self> {
        let terms = self.terms.iter();
        Ok(Number {
            terms: terms
                .map(|(m, factor)| Ok((m.clone(), f(factor)?)))
                .collect::<Result<_>>()?,
            is_total: self.is_total,
        })
    }

    /// Both with the same number of iterators.
    fn aligned(&self, other: &Number) -> Result<(Number, Number)> {
        let dims = self.dims()?.max(other.dims()?);
        Ok((self.lifted_to(dims)?, other.lifted_to(dims)?))
    }

    pub(crate) fn add(&self, other: &Number) -> Result<Self> {
        let (mut sum, other) = self.aligned(other)?;
        sum.is_total &= other.is_total;
        for (monomial, factor) in other.terms {
            sum.include(monomial, factor)?;
        }
        Ok(sum)
    }

    pub(crate) fn sub(&self, other: &Number) -> Result<Self> {
        self.add(&other.neg()?)
    }

    pub(crate) fn neg(&self) -> Result<Self> {
        self.each(PwAff::neg)
    }

    pub(crate) fn scale(&self, by: i64) -> Result<Self> {
        self.each(|factor| factor.scale(by))
    }

    pub(crate) fn plus(&self, constant: i64) -> Result<Self> {
        self.add(&Number::constant(self.context(), self.dims()?, constant)?)
    }

    fn include(&mut self, monomial: Monomial, factor: PwAff) -> Result<()> {
        let sum = match self.terms.get(&monomial) {
            Some(old) => old.add(&factor)?.coalesce()?,
            None => factor,
        };
        if !monomial.is_empty() && is_zero(&sum)? {
            self.terms.remove(&monomial);
        } else {
            self.terms.insert(monomial, sum);
        }
        Ok(())
    }

    /// The product, if one of both is affine in the parameters and independent of iterators.
    pub(crate) fn mul(&self, other: &Number) -> Result<Option<Self>> {
        let (a, b) = self.aligned(other)?;
        if let Some(c) = b.as_constant()? {
            return Ok(Some(a.scale(c)?));
        }
        if let Some(c) = a.as_constant()? {
            return Ok(Some(b.scale(c)?));
        }
        // A product with a minimum keeps the other factor as a parameter: rows of `w` elements.
        let (a, b) = match a.is_in_one_piece()? && !b.is_in_one_piece()? {
            true => (b, a),
            false => (a, b),
        };
        match a.times_params(&b)? {
            Some(product) => Ok(Some(product)),
            None => b.times_params(&a),
        }
    }

    /// Whether its factors are the same expressions everywhere.
    fn is_in_one_piece(&self) -> Result<bool> {
        for factor in self.terms.values() {
            if factor.as_expr()?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// `self * other`, where every term of `other` is a sum of parameters.
    fn times_params(&self, other: &Number) -> Result<Option<Self>> {
        let zero = PwAff::number(self.context(), self.dims()?, 0)?;
        let mut product = Number {
            terms: BTreeMap::from([(Vec::new(), zero)]),
            is_total: self.is_total && other.is_total,
        };
        for (monomial, factor) in &other.terms {
            for piece in factor.pieces()? {
                let Some(sum) = in_params(&piece.value) else {
                    return Ok(None);
                };
                let whole = factor.as_expr()?.is_some();
                let here = match whole {
                    true => self.clone(),
                    false => self.restricted_to_zero(&piece.domain)?,
                };
                for (name, coefficient) in sum {
                    let mut by = monomial.clone();
                    by.extend(name);
                    product.include_products(&here, &by, coefficient)?;
                }
            }
        }
        Ok(Some(product))
    }

    /// The number on a set, 0 elsewhere.
    fn restricted_to_zero(&self, set: &Set) -> Result<Self> {
        let zero = PwAff::number(self.context(), self.dims()?, 0)?;
        let outside = zero.intersect_domain(&set.complement()?)?;
        self.each(|factor| factor.intersect_domain(set)?.union_add(&outside))
    }

    /// `self += coefficient * other * product of by`
    fn include_products(&mut self, other: &Number, by: &[String], coefficient: i64) -> Result<()> {
        for (monomial, factor) in &other.terms {
            let mut all = monomial.clone();
            all.extend(by.iter().cloned());
            self.include_canonical(all, factor.scale(coefficient)?)?;
        }
        Ok(())
    }

    /// Moves parameters from the factor to the product.
    fn include_canonical(&mut self, mut monomial: Monomial, factor: PwAff) -> Result<()> {
        monomial.sort();
        if monomial.is_empty() {
            return self.include(monomial, factor);
        }
        let (ctx, dims) = (factor.context().clone(), factor.dims()?);
        let mut rest = factor.clone();
        if let Some(expr) = factor.as_expr()? {
            for name in factor.used_params()? {
                let coefficient = linear_coefficient(&expr, &name);
                if coefficient != 0 {
                    let param = PwAff::param(&ctx, dims, &name)?.scale(coefficient)?;
                    rest = rest.sub(&param)?;
                    let mut longer = monomial.clone();
                    longer.push(name);
                    longer.sort();
                    self.include(longer, PwAff::number(&ctx, dims, coefficient)?)?;
                }
            }
        }
        match (monomial.as_slice(), constant(&rest)?) {
            ([name], Some(c)) => {
                let param = PwAff::param(&ctx, dims, name)?.scale(c)?;
                self.include(Vec::new(), param)
            }
            _ => self.include(monomial, rest),
        }
    }

    /// The value, if it is one number.
    pub(crate) fn as_constant(&self) -> Result<Option<i64>> {
        match self.terms.len() {
            1 => constant(self.plain()),
            _ => Ok(None),
        }
    }

    /// The function, if it is quasi-affine. Products of parameters with constant factors become
    /// parameters of their own, which `products` learns.
    pub(crate) fn affine(&self, products: &mut Products) -> Result<Option<PwAff>> {
        let mut sum = self.plain().clone();
        for (monomial, factor) in &self.terms {
            if monomial.is_empty() {
                continue;
            }
            match constant(factor)? {
                Some(c) if monomial.len() > 1 => {
                    let name = products.name(monomial);
                    let param = PwAff::param(sum.context(), sum.dims()?, &name)?;
                    sum = sum.add(&param.scale(c)?)?;
                }
                _ => return Ok(None),
            }
        }
        Ok(Some(sum))
    }

    /// The function, if it is quasi-affine without products of parameters.
    pub(crate) fn as_affine(&self) -> Option<&PwAff> {
        (self.terms.len() == 1).then(|| self.plain())
    }

    /// The products of parameters in it.
    pub(crate) fn products(&self) -> impl Iterator<Item = &[String]> {
        let all = self.terms.keys().map(Vec::as_slice);
        all.filter(|monomial| !monomial.is_empty())
    }

    /// The products of parameters in it, the empty one among them, with their factors.
    pub(crate) fn factors(&self) -> impl Iterator<Item = (&[String], &PwAff)> {
        self.terms
            .iter()
            .map(|(product, factor)| (product.as_slice(), factor))
    }

    /// Whether the factor of a product is the same number everywhere; so is that of one that does
    /// not occur.
    pub(crate) fn is_fixed(&self, product: &[String]) -> Result<bool> {
        let factor = self.terms.get(product);
        factor.map_or(Ok(true), |factor| Ok(constant(factor)?.is_some()))
    }

    /// The coefficient of an iterator in the term without a product; 0 if it is no linear term.
    pub(crate) fn coefficient(&self, iterator: usize) -> Result<i64> {
        let expr = self.plain().as_expr()?;
        let name = format!("i{iterator}");
        Ok(expr.map_or(0, |expr| linear_coefficient(&expr, &name)))
    }

    /// The largest number that divides it everywhere, as far as its terms show; 0 for 0.
    pub(crate) fn content(&self) -> Result<i64> {
        let mut content = 0;
        for factor in self.terms.values() {
            for piece in factor.pieces()? {
                let (mut a, mut b) = (content, piece.value.content());
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                content = a;
            }
        }
        Ok(content)
    }

    /// Where it is defined; `None` if everywhere.
    pub(crate) fn domain(&self) -> Result<Option<Set>> {
        if self.is_total {
            return Ok(None);
        }
        let mut domains = self.terms.values().map(PwAff::domain);
        let first = domains.next().unwrap_or_else(|| self.plain().domain())?;
        Ok(Some(
            domains.try_fold(first, |all, one| all.intersect(&one?))?,
        ))
    }

    pub(crate) fn restricted(&self, set: &Set) -> Result<Self> {
        let mut number = self.each(|factor| factor.intersect_domain(set))?;
        number.is_total = false;
        Ok(number)
    }

    /// The one that is defined.
    pub(crate) fn either(&self, other: &Number) -> Result<Self> {
        let (mut one, mut two) = self.aligned(other)?;
        let zero = PwAff::number(one.context(), one.dims()?, 0)?;
        let (left, right) = (one.clone(), two.clone());
        for (from, to) in [(&left, &mut two), (&right, &mut one)] {
            let Some(domain) = to.domain()? else { continue };
            let none = zero.intersect_domain(&domain)?;
            for monomial in from.terms.keys() {
                to.terms.entry(monomial.clone()).or_insert(none.clone());
            }
        }
        let mut terms = BTreeMap::new();
        for (monomial, factor) in one.terms {
            let all = match two.terms.get(&monomial) {
                Some(other) => factor.union_add(other)?.coalesce()?,
                None => factor,
            };
            terms.insert(monomial, all);
        }
        Ok(Number {
            terms,
            is_total: false,
        })
    }

    /// `x -> self(map(x))` for a single-valued relation.
    pub(crate) fn pullback(&self, map: &poly::Map) -> Result<Self> {
        let mut number = self.each(|factor| factor.pullback(map))?;
        number.is_total = false;
        Ok(number)
    }

    /// Whether both are equal on a set on which both are defined.
    pub(crate) fn equals(&self, other: &Number, on: &Set) -> Result<bool> {
        self.sub(other)?.is_zero_on(on)
    }

    /// Whether quotient and rest by a parameter in a product are both 0, or the number is: on each
    /// set on which a factor is one expression.
    fn is_zero_on(&self, on: &Set) -> Result<bool> {
        let Some(name) = self.terms.keys().find_map(|monomial| monomial.first()) else {
            let zero = PwAff::number(self.context(), self.dims()?, 0)?;
            return on.is_subset(&self.plain().eq_set(&zero)?);
        };
        for factor in self.terms.values() {
            if factor.as_expr()?.is_none() {
                return self.is_zero_on_each(&factor.pieces()?, on);
            }
        }
        let (quotient, rest) = self.divided(std::slice::from_ref(name))?;
        Ok(quotient.is_zero_on(on)? && rest.is_zero_on(on)?)
    }

    /// Whether the number is 0 on a set that these pieces of a factor are to cover.
    fn is_zero_on_each(&self, pieces: &[PwAffPiece], on: &Set) -> Result<bool> {
        let mut left = on.clone();
        for piece in pieces {
            left = left.subtract(&piece.domain)?;
            let here = on.intersect(&piece.domain)?;
            if here.is_empty()? {
                continue;
            }
            let number = self.simplified(&here)?;
            let is_simpler = number.parts()? < self.parts()?;
            if !is_simpler || !number.is_zero_on(&here)? {
                return Ok(false);
            }
        }
        left.is_empty()
    }

    /// The number of expressions that its factors are in their pieces.
    fn parts(&self) -> Result<usize> {
        let factors = self.terms.values();
        let counts = factors.map(|factor| Ok(factor.pieces()?.len()));
        counts.sum()
    }

    /// The number with factors that are one expression on a set, if it has products.
    pub(crate) fn settled(self, on: &Set) -> Result<Self> {
        match self.products().next().is_none() || self.is_in_one_piece()? {
            true => Ok(self),
            false => self.simplified(on),
        }
    }

    /// Names of the parameters in it.
    pub(crate) fn used_params(&self) -> Result<Vec<String>> {
        let mut names = Vec::new();
        for (monomial, factor) in &self.terms {
            names.extend(monomial.iter().cloned());
            names.extend(factor.used_params()?);
        }
        Ok(names)
    }

    /// Whether it depends on iterators from `first` on.
    pub(crate) fn involves_from(&self, first: usize) -> Result<bool> {
        for factor in self.terms.values() {
            if factor.involves_from(first)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Simplified where only the points of a set matter.
    pub(crate) fn simplified(&self, on: &Set) -> Result<Self> {
        if self.as_constant()?.is_some() {
            return Ok(self.clone());
        }
        let mut number = self.each(|factor| match factor.as_expr()? {
            Some(_) if self.is_total => Ok(factor.clone()),
            _ => factor.intersect_domain(on)?.gist(on)?.coalesce(),
        })?;
        number.is_total = false;
        Ok(number)
    }

    /// `self / divisor` for a positive divisor, if there is never a rest.
    pub(crate) fn divided_exactly(&self, divisor: i64) -> Result<Option<Self>> {
        if divisor <= 0 {
            return Ok(None);
        }
        let mut terms = BTreeMap::new();
        for (monomial, factor) in &self.terms {
            let quotient = factor.floor_div(divisor)?;
            if !factor
                .domain()?
                .is_subset(&quotient.scale(divisor)?.eq_set(factor)?)?
            {
                return Ok(None);
            }
            terms.insert(monomial.clone(), quotient);
        }
        Ok(Some(Number {
            terms,
            is_total: self.is_total,
        }))
    }

    /// The function without the iterators from `dims` on, on which it does not depend.
    pub(crate) fn without_last(&self, dims: usize) -> Result<Option<Self>> {
        if self.involves_from(dims)? {
            return Ok(None);
        }
        let x = names("x", dims);
        let mut padded = x.clone();
        padded.resize(self.dims()?, "0".to_string());
        let map = Space::plain(self.context()).images(&x, &padded)?;
        Ok(Some(self.pullback(&map)?))
    }

    /// Splits off a product of parameters: `self = quotient * stride + rest`.
    pub(crate) fn divided(&self, stride: &[String]) -> Result<(Number, Number)> {
        let zero = Number::constant(self.context(), self.dims()?, 0)?;
        let (mut quotient, mut rest) = (zero.clone(), zero);
        for (monomial, factor) in &self.terms {
            match without(monomial, stride) {
                Some(left) => quotient.include_canonical(left, factor.clone())?,
                None => {
                    let kept = match (monomial.is_empty(), stride) {
                        (true, [name]) => quotient.take_param(name, factor)?,
                        _ => factor.clone(),
                    };
                    rest.include(monomial.clone(), kept)?;
                }
            }
        }
        quotient.is_total = self.is_total;
        rest.is_total = self.is_total;
        Ok((quotient, rest))
    }

    /// Adds the coefficient of a parameter in `factor`; what is left of the factor.
    fn take_param(&mut self, name: &str, factor: &PwAff) -> Result<PwAff> {
        let Some(expr) = factor.as_expr()? else {
            return Ok(factor.clone());
        };
        let (ctx, dims) = (factor.context(), factor.dims()?);
        let coefficient = linear_coefficient(&expr, name);
        let param = PwAff::param(ctx, dims, name)?.scale(coefficient)?;
        self.include(Vec::new(), PwAff::number(ctx, dims, coefficient)?)?;
        factor.sub(&param)
    }
}

/// Products of parameters that are parameters of their own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Products(pub(crate) BTreeMap<String, Vec<String>>);

impl Products {
    fn name(&mut self, factors: &[String]) -> String {
        let name = product_name(factors);
        self.0.insert(name.clone(), factors.to_vec());
        name
    }
}

/// The factors of `all` without those of `some`.
fn without(all: &[String], some: &[String]) -> Option<Monomial> {
    let mut left = all.to_vec();
    for name in some {
        left.remove(left.iter().position(|n| n == name)?);
    }
    Some(left)
}

fn constant(factor: &PwAff) -> Result<Option<i64>> {
    Ok(factor.as_expr()?.and_then(|e| e.as_constant()))
}

/// Whether it is 0 in all its pieces.
fn is_zero(factor: &PwAff) -> Result<bool> {
    let pieces = factor.pieces()?;
    let mut values = pieces.iter().map(|piece| piece.value.as_constant());
    Ok(values.all(|value| value == Some(0)))
}

/// The coefficient of a parameter; 0 if it also occurs inside a quotient.
fn linear_coefficient(expr: &Expr, name: &str) -> i64 {
    let coefficient = expr.coefficient(name);
    let rest = expr.clone() - Expr::var(name) * coefficient;
    match rest.mentions(name) {
        true => 0,
        false => coefficient,
    }
}

/// An affine expression as parameters with coefficients, if it has no iterator.
fn in_params(expr: &Expr) -> Option<Vec<(Option<String>, i64)>> {
    let mut sum = vec![(None, expr.constant_part())];
    for (atom, coefficient) in expr.terms() {
        match atom {
            poly::Atom::Var(name) if !is_iterator(name) => {
                sum.push((Some(name.clone()), coefficient));
            }
            _ => return None,
        }
    }
    Some(sum)
}

/// Coordinates are printed as `i0`, `i1`, ...; parameters are never called that.
fn is_iterator(name: &str) -> bool {
    let digits = name.strip_prefix('i');
    digits.is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()))
}
