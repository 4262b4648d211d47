//! Bounds of sums of products of sizes, as in the subscripts of flat arrays. Sets cannot express
//! products; the sums are divided by sizes instead.

use crate::site::{Site, is_plain};
use poly::{Atom, Expr, Set};
use scop::{Array, IntType};
use std::cell::RefCell;
use std::collections::HashMap;

/// The prefix of the names of quotients; no name in C contains it.
const ATOM: &str = "'";

/// The maximal depth of divisions.
const DEEPEST: u32 = 5;

/// Conditions that were tested on one set of iterations, and whether they are impossible there.
pub(crate) type Answers = RefCell<HashMap<String, bool>>;

/// A sum of products at one access, with what is known there.
pub(crate) struct Products<'p> {
    site: &'p Site<'p>,
    place: &'p Set,
    /// Quotients and extrema of sizes, which are variables here.
    atoms: Vec<Atom>,
    /// The factors to divide by: extents, and single parameters.
    sizes: Vec<Expr>,
    /// The strides of rows and planes.
    strides: Vec<Expr>,
    /// Lower bounds that were tested, and whether they hold.
    shown: RefCell<HashMap<(i128, Expr), bool>>,
    /// Conditions that were tested before.
    answers: &'p Answers,
    /// The value to bound.
    value: Expr,
    /// The values that the original computes.
    known: Vec<Expr>,
}

impl<'p> Products<'p> {
    pub(crate) fn new(
        (place, site): (&'p Set, &'p Site<'p>),
        answers: &'p Answers,
        (value, known): (&Expr, &[&Expr]),
    ) -> Self {
        let mut products = Products {
            site,
            place,
            atoms: Vec::new(),
            sizes: Vec::new(),
            strides: Vec::new(),
            shown: RefCell::default(),
            answers,
            value: Expr::default(),
            known: Vec::new(),
        };
        products.value = products.with_names(value);
        products.known = known
            .iter()
            .map(|known| products.with_names(known))
            .collect();
        for array in &site.original.arrays {
            if site.array.is_none_or(|own| array.id == own) {
                products.add_strides(array);
            }
        }
        let mut params = Vec::new();
        for sum in products.known.iter().chain([&products.value]) {
            sum.each_var(&mut |name| {
                if !params.iter().any(|p| p == name) && products.is_size(&Expr::var(name)) {
                    params.push(name.to_string());
                }
            });
        }
        let both = |name: &String| [Expr::var(name), -Expr::var(name)];
        products.sizes.extend(params.iter().flat_map(both));
        products.sizes.retain(Expr::is_affine);
        products
    }

    fn is_size(&self, expr: &Expr) -> bool {
        let mut all = true;
        expr.each_var(&mut |name| {
            let params = &self.site.original.params;
            all &= name.starts_with(ATOM) || params.iter().any(|p| p.name == name);
        });
        all
    }

    /// Replaces each quotient and each extremum of sizes by a variable, since only affine
    /// expressions can be divisors.
    fn with_names(&mut self, expr: &Expr) -> Expr {
        let terms = expr.terms();
        terms.fold(Expr::constant(expr.constant_part()), |sum, (atom, c)| {
            let product = match atom {
                Atom::Product(factors) => factors
                    .iter()
                    .fold(Expr::constant(1), |product, f| product * &self.name_of(f)),
                single => self.name_of(single),
            };
            sum + product * c
        })
    }

    fn name_of(&mut self, atom: &Atom) -> Expr {
        let expr = Expr::atom(atom.clone());
        if matches!(atom, Atom::Var(_)) || !self.is_size(&expr) {
            return expr;
        }
        let known = self.atoms.iter().position(|a| a == atom);
        let index = known.unwrap_or(self.atoms.len());
        if known.is_none() {
            self.atoms.push(atom.clone());
        }
        Expr::var(&format!("{ATOM}{index}"))
    }

    /// Replaces these variables by their quotients again.
    fn without_names(&self, expr: &Expr) -> Expr {
        expr.substitute(&|name| {
            let index = name.strip_prefix(ATOM)?.parse::<usize>().ok()?;
            Some(Expr::atom(self.atoms.get(index)?.clone()))
        })
    }

    /// Whether the value is between the type's minimum and a value that the original computes.
    pub(crate) fn stays_in(&self, ty: IntType) -> poly::Result<bool> {
        let (least, most) = ty.range();
        for (sign, least) in [(1, least), (-1, -most)] {
            let value = self.value.clone() * sign;
            if !self.is_at_least(least, &value, DEEPEST)? {
                continue;
            }
            // The last values are sums of the others.
            for known in self.known.iter().rev() {
                if self.is_no_more(&value, &(known.clone() * sign))? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
    /// Adds the extents of an array and the strides of its rows and planes.
    fn add_strides(&mut self, array: &Array) {
        let mut stride = Expr::constant(1);
        for extent in array.shape.iter().skip(1).rev().flatten() {
            let extent = self.with_names(extent);
            stride = stride * &extent;
            if extent.as_constant().is_none() && !self.sizes.contains(&extent) {
                self.sizes.push(extent);
            }
            if stride.as_constant().is_none() && !self.strides.contains(&stride) {
                self.strides.push(stride.clone());
            }
        }
    }

    /// Whether a nonnegative sum is at most `most`, as it is or times a stride.
    fn is_no_more(&self, sum: &Expr, most: &Expr) -> poly::Result<bool> {
        if self.is_at_least(0, &(most.clone() - sum.clone()), DEEPEST)? {
            return Ok(true);
        }
        if !self.is_at_least(0, sum, DEEPEST)? {
            return Ok(false);
        }
        for stride in &self.strides {
            let more = sum.clone() * stride;
            let above_zero = stride.clone() - Expr::constant(1);
            if more.degree() <= most.degree()
                && self.is_at_least(0, &(most.clone() - more), DEEPEST)?
                && self.is_at_least(0, &above_zero, DEEPEST)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a sum of products is at least `least`, which is at most 0: the factor of some size
    /// is nonnegative, and the rest is at least `least`.
    fn is_at_least(&self, least: i128, sum: &Expr, depth: u32) -> poly::Result<bool> {
        if is_plain(sum) {
            return self.holds_everywhere(sum, least);
        }
        let key = (least, sum.clone());
        if let Some(known) = self.shown.borrow().get(&key) {
            return Ok(*known);
        }
        let mut found = false;
        for size in self.sizes.iter().filter(|_| depth > 0) {
            found = found || self.is_at_least_by(size, (least, sum), depth)?;
        }
        self.shown.borrow_mut().insert(key, found);
        Ok(found)
    }

    fn is_at_least_by(
        &self,
        size: &Expr,
        (least, sum): (i128, &Expr),
        depth: u32,
    ) -> poly::Result<bool> {
        let mut is_part = true;
        size.each_var(&mut |name| is_part &= sum.mentions(name));
        let Some((multiple, rest)) = is_part.then(|| sum.divide(size)).flatten() else {
            return Ok(false);
        };
        let is_smaller = multiple != Expr::default() && multiple.degree() < sum.degree();
        Ok(is_smaller
            && self.holds_everywhere(size, 0)?
            && self.is_at_least(0, &multiple, depth - 1)?
            && self.is_at_least(least, &rest, depth - 1)?)
    }

    fn holds_everywhere(&self, value: &Expr, least: i128) -> poly::Result<bool> {
        let below = format!("{} < {least}", self.without_names(value));
        if let Some(known) = self.answers.borrow().get(&below) {
            return Ok(*known);
        }
        let outside = self.site.where_true(&below)?;
        let holds = self.place.intersect(&outside)?.is_empty()?;
        self.answers.borrow_mut().insert(below, holds);
        Ok(holds)
    }
}

/// The largest magnitude of a sum for the largest magnitudes of its variables; `None` if one of
/// these is unknown.
pub(crate) fn largest(sum: &Expr, held: &dyn Fn(&str) -> Option<i128>) -> Option<i128> {
    let mut total = i128::from(sum.constant_part()).abs();
    for (atom, c) in sum.terms() {
        let factors = match atom {
            Atom::Product(factors) => factors.as_slice(),
            single => std::slice::from_ref(single),
        };
        let product = factors
            .iter()
            .try_fold(i128::from(c).abs(), |product, factor| {
                let factor = match factor {
                    Atom::Var(name) => held(name)?,
                    Atom::Floor(inner, _) => largest(inner, held)?,
                    Atom::Max(_) | Atom::Min(_) | Atom::Product(_) => return None,
                };
                product.checked_mul(factor)
            })?;
        total = total.checked_add(product)?;
    }
    Some(total)
}
