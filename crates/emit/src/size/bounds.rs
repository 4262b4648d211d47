//! Bounds on the sizes of one array: comparisons with products of its old extents.
//!
//! Assumes: macros have their present values, and old extents are at least 1.

use crate::context::Context;
use crate::error::EmitError;
use crate::size::never_more::{MOST_VALUES, is_never_more};
use front::Home;
use poly::{Atom, Expr, Set};
use scop::{Param, ParamKind};

/// Bounds on the sizes of one array.
pub(crate) struct Bounds<'a> {
    context: &'a Context<'a>,
    /// Parameter values for which the old array exists.
    defined: Set,
}

impl<'a> Bounds<'a> {
    /// Collects the parameter values for which the old array exists.
    ///
    /// # Errors
    /// They cannot be computed.
    pub(crate) fn new(context: &'a Context<'a>) -> Result<Self, EmitError> {
        let scop = context.fold.scop();
        let mut defined = scop.context.clone();
        for extent in context.fold.extents.iter().filter(|e| e.degree() <= 1) {
            defined = defined.intersect(&scop.params_where(&format!("{extent} >= 1"))?)?;
        }
        let macros = scop.params.iter().filter(|p| p.kind == ParamKind::Macro);
        let values: Vec<(&str, i64)> = macros.map(|p| (p.name.as_str(), p.sample)).collect();
        defined = defined.fix_params(values)?;
        Ok(Bounds { context, defined })
    }

    /// An old extent, as a size that C allows wherever the old array exists.
    ///
    /// # Errors
    /// The question whether it is positive exceeds its budget.
    pub(crate) fn declarable(&self, extent: &Expr) -> Result<Expr, EmitError> {
        let scop = self.context.fold.scop();
        let is_heap = matches!(self.context.fold.candidate.home, Home::Heap(_));
        if is_heap || scop.holds(&scop.context, &format!("{extent} >= 1"))? {
            return Ok(extent.clone());
        }
        let positive = Expr::max_of(vec![extent.clone(), Expr::constant(1)]);
        Ok(positive.unwrap_or_default())
    }

    /// Whether a condition holds wherever the old array exists.
    ///
    /// # Errors
    /// The question exceeds its budget.
    pub(crate) fn always(&self, condition: &str) -> Result<bool, EmitError> {
        Ok(self.context.fold.scop().holds(&self.defined, condition)?)
    }

    /// Whether the least of some sizes is proved never to exceed a product.
    ///
    /// # Errors
    /// A question about least values exceeds its budget.
    pub(crate) fn never_more(&self, sizes: &[&Expr], factors: &[Expr]) -> Result<bool, EmitError> {
        let product = { factors.iter() }.fold(Expr::constant(1), |all, one| all * one);
        let product = self.at_macros(&product);
        if product.degree() <= 1 {
            for size in sizes {
                if self.always(&format!("{size} <= {product}"))? {
                    return Ok(true);
                }
            }
        }
        let mut counted = Counted::default();
        let mut product = Expr::constant(1);
        for factor in factors {
            product = product * &counted.extent(self.context, factor);
        }
        let expressed = |size: &&Expr| -> Vec<Expr> {
            let all = alternatives(size).into_iter();
            all.map(|e| counted.expressed(self.context, &e)).collect()
        };
        let sizes: Vec<Vec<Expr>> = sizes.iter().map(expressed).collect();
        let [first, others @ ..] = sizes.as_slice() else {
            return Ok(false);
        };
        // One of several alternatives alone is no bound.
        let others: Vec<Expr> = { others.iter() }
            .filter(|all| all.len() == 1)
            .flat_map(|all| all.iter().cloned())
            .collect();
        let mut least = Vec::new();
        for (name, meaning) in counted.names(sizes.iter().flatten().chain([&product])) {
            match self.least_value(&meaning)? {
                Some(value) => least.push((name, value)),
                None => return Ok(false),
            }
        }
        let mut all = true;
        for size in first {
            let fewer: Vec<&Expr> = [size].into_iter().chain(&others).collect();
            all &= is_never_more(&fewer, &product, &least);
        }
        Ok(all)
    }

    /// An expression at the present values of macros.
    fn at_macros(&self, expr: &Expr) -> Expr {
        let params = &self.context.fold.scop().params;
        expr.substitute(&|name| {
            let mut macros = params.iter().filter(|p| p.kind == ParamKind::Macro);
            let found = macros.find(|p| p.name == name)?;
            Some(Expr::constant(found.sample))
        })
    }

    /// A number, at least 0, that an expression does not fall below.
    fn least_value(&self, expr: &Expr) -> Result<Option<i64>, EmitError> {
        let mut found = None;
        for value in 0..=MOST_VALUES {
            if !self.always(&format!("{expr} >= {value}"))? {
                break;
            }
            found = Some(value);
        }
        Ok(found)
    }
}

/// The expressions of which a size is the largest.
fn alternatives(size: &Expr) -> Vec<Expr> {
    let choice = size.terms().find_map(|(atom, c)| match atom {
        Atom::Max(list) if c > 0 => Some((atom, c, list)),
        _ => None,
    });
    let Some((atom, c, list)) = choice else {
        return vec![size.clone()];
    };
    let rest = size.clone() - Expr::atom(atom.clone()) * c;
    list.iter()
        .map(|one| rest.clone() + one.clone() * c)
        .collect()
}

/// Names for extents, so that `N - M` counts as one number.
#[derive(Default)]
struct Counted {
    /// Names of extents, each with the extent.
    names: Vec<(String, Expr)>,
    /// Parameters, each expressed by these names.
    meanings: Vec<(String, Expr)>,
}

impl Counted {
    /// Gives an extent a name, by which one of its parameters is expressed from then on. Returns
    /// the extent by its name.
    fn extent(&mut self, context: &Context, extent: &Expr) -> Expr {
        let own = self.expressed(context, extent);
        let is_param = |name: &str| !name.ends_with('\'');
        let lead = own.terms().find_map(|(atom, c)| match atom {
            Atom::Var(name) if c.abs() == 1 && is_param(name) => Some((name.clone(), c)),
            _ => None,
        });
        let Some((lead, c)) = lead.filter(|_| own.is_affine()) else {
            return own;
        };
        let name = format!("e{}'", self.names.len());
        let rest = own - Expr::var(&lead) * c;
        let meaning = (Expr::var(&name) - rest) * c;
        for (_, other) in &mut self.meanings {
            *other = other.substitute(&|n| (n == lead).then(|| meaning.clone()));
        }
        self.names.push((name.clone(), extent.clone()));
        self.meanings.push((lead, meaning));
        Expr::var(&name)
    }

    /// An expression by the names, with macros at their values.
    fn expressed(&self, context: &Context, expr: &Expr) -> Expr {
        let params = &context.fold.scop().params;
        let is_macro = |p: &&Param, name: &str| p.name == name && p.kind == ParamKind::Macro;
        expr.substitute(&|name| {
            let own = self.meanings.iter().find(|(param, _)| param == name);
            let value = params.iter().find(|p| is_macro(p, name));
            let value = value.map(|p| Expr::constant(p.sample));
            value.or_else(|| own.map(|(_, meaning)| meaning.clone()))
        })
    }

    /// The variables of some expressions, each with its meaning in the parameters of the scop.
    fn names<'e>(&self, exprs: impl Iterator<Item = &'e Expr>) -> Vec<(String, Expr)> {
        let mut found: Vec<(String, Expr)> = Vec::new();
        for expr in exprs {
            expr.each_var(&mut |name| {
                let meaning = self.names.iter().find(|(n, _)| n == name);
                let meaning = meaning.map_or_else(|| Expr::var(name), |(_, e)| e.clone());
                if !found.iter().any(|(n, _)| n == name) {
                    found.push((name.to_string(), meaning));
                }
            });
        }
        found
    }
}
