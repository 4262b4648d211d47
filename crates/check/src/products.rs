//! Sums of products of sizes, as the subscripts of flat arrays are: what sets cannot say is shown
//! by taking them apart.

use crate::site::{Site, is_plain};
use poly::{Atom, Expr, Set};
use scop::{Array, IntType};
use std::cell::RefCell;
use std::collections::HashMap;

/// What names of quotients start with: no name in C does.
const ATOM: &str = "'";

/// Sums of products are taken apart no deeper than this.
const DEEPEST: u32 = 5;

/// Conditions that were asked for at one place, and whether they are impossible there.
pub(crate) type Answers = RefCell<HashMap<String, bool>>;

/// Sums of products at one access.
pub(crate) struct Products<'p> {
    site: &'p Site<'p>,
    place: &'p Set,
    /// Quotients and choices of sizes, which have names here.
    atoms: Vec<Atom>,
    /// What rows are multiplied by: extents, and single parameters.
    sizes: Vec<Expr>,
    /// How far rows lie apart, and planes.
    strides: Vec<Expr>,
    /// What was shown to be at least a number, or not.
    shown: RefCell<HashMap<(i128, Expr), bool>>,
    /// What was asked before.
    answers: &'p Answers,
    /// What is computed.
    value: Expr,
    /// What the original computes.
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

    /// With a name for each quotient and each choice of sizes: what is divided by them has to be
    /// affine.
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

    /// What sets can read.
    fn without_names(&self, expr: &Expr) -> Expr {
        expr.substitute(&|name| {
            let index = name.strip_prefix(ATOM)?.parse::<usize>().ok()?;
            Some(Expr::atom(self.atoms.get(index)?.clone()))
        })
    }

    /// Whether what is computed lies between 0, or not far from it, and what the original computes.
    pub(crate) fn stays_in(&self, ty: IntType) -> poly::Result<bool> {
        let (least, most) = ty.range();
        for (sign, least) in [(1, least), (-1, -most)] {
            let value = self.value.clone() * sign;
            if !self.is_at_least(least, &value, DEEPEST)? {
                continue;
            }
            // The last ones are sums of the others.
            for known in self.known.iter().rev() {
                if self.is_no_more(&value, &(known.clone() * sign))? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
    /// The extents of an array, and how far its rows and planes lie apart.
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

    /// Whether a sum that is not negative is no more than another one: as it is, or times a stride.
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

    /// Whether a sum of products is plainly no less than a number, 0 or less: what a size is
    /// multiplied by is not negative, and what is added to it no less than that number.
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

/// The largest magnitude of a sum, where each variable has one; `None` if that is not known.
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
