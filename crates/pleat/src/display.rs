//! Mappings and sizes as text for people, with the user's names of parameters, and their values at
//! the samples. Knows nothing of how a mapping was found.

use crate::options::{Options, Shrunk};
use crate::reason::Reason;
use front::{Candidate, Region};
use poly::{Expr, Set};
use report::{Coefficient, Owner};
use scop::{ParamKind, Scop};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use storage::{Mapping, Row};

/// Large sizes are so many times the usual guesses.
const LARGE: i64 = 1000;

/// The name of an index in remarks.
pub(crate) fn index(dim: usize) -> String {
    let names = ["i", "j", "k", "l"];
    names
        .get(dim)
        .map_or(format!("i{dim}"), |n| (*n).to_string())
}

/// The text of an expression, in parentheses if it is more than a name, a number or a call.
pub(crate) fn as_factor(expr: &Expr, text: String) -> String {
    let mut terms = expr.terms();
    let bare = match (terms.next(), terms.next()) {
        (None, _) => true,
        (Some((_, 1)), None) => expr.constant_part() == 0,
        _ => false,
    };
    match bare {
        true => text,
        false => format!("({text})"),
    }
}

/// The coefficients of a row, numbers as numbers.
pub(crate) fn coefficients(row: &Row) -> Vec<Coefficient> {
    let coefficient = |c: &Expr| match c.as_constant() {
        Some(number) => Coefficient::Number(number),
        None => Coefficient::Text(c.to_string()),
    };
    row.coefficients().iter().map(coefficient).collect()
}

/// Displays the mapping and the sizes of one array, with parameters as the user spells them.
pub(crate) struct ArrayDisplay<'a> {
    scop: &'a Scop,
    candidate: &'a Candidate,
    options: &'a Options,
    /// The parameter values for which an element is touched; the size is irrelevant for all others.
    touched: OnceCell<Option<Set>>,
}

impl<'a> ArrayDisplay<'a> {
    pub(crate) fn new(region: &'a Region, candidate: &'a Candidate, options: &'a Options) -> Self {
        ArrayDisplay {
            scop: region.scop_of(candidate),
            candidate,
            options,
            touched: OnceCell::new(),
        }
    }

    /// Whether an expression is proved to be at least 0 wherever elements are touched.
    fn is_nonnegative(&self, expr: &Expr) -> bool {
        let touched = || self.scop.touched_params(self.candidate.arrays()).ok();
        let touched = self.touched.get_or_init(touched);
        let holds = |touched| self.scop.holds(touched, &format!("{expr} >= 0"));
        touched.as_ref().map(holds) == Some(Ok(true))
    }

    /// Whether two sizes are equal wherever elements are touched.
    pub(crate) fn is_same(&self, one: &Expr, other: &Expr) -> bool {
        one == other || self.renamed(one) == self.renamed(other)
    }

    /// With the user's names, without choices whose outcome is known.
    fn renamed(&self, expr: &Expr) -> Expr {
        let spelling = |name: &str| Some(Expr::var(&self.name(name)));
        expr.decided(&|e| self.is_nonnegative(e))
            .substitute(&spelling)
    }

    /// A parameter as the user spells it.
    pub(crate) fn name(&self, name: &str) -> String {
        let param = self.scop.params.iter().find(|p| p.name == name);
        param.map_or(name, |p| &p.spelling).to_string()
    }

    /// An expression with the user's names.
    pub(crate) fn text(&self, expr: &Expr) -> String {
        self.renamed(expr).to_string()
    }

    /// A product without factors of 1: `N*N`, `2*(N - 1)`, `1`.
    pub(crate) fn product(&self, factors: &[Expr]) -> String {
        let is_one = |p: &&Expr| p.as_constant() == Some(1);
        let shown: Vec<Expr> = factors.iter().filter(|p| !is_one(p)).cloned().collect();
        match shown.is_empty() {
            true => "1".to_string(),
            false => self.product_of_all(&shown),
        }
    }

    /// The text of an expression, in parentheses if it is more than a name, a number or a call.
    pub(crate) fn factor(&self, expr: &Expr) -> String {
        let renamed = self.renamed(expr);
        as_factor(&renamed, renamed.to_string())
    }

    /// Where an element lives, one text per row: `[(i - j) mod (2*N - 1)]`, `[j mod 2]`, `[i]`.
    pub(crate) fn cell(&self, mapping: &Mapping, extents: &[Expr]) -> Vec<String> {
        let text = |row: &Row| {
            let form = row.text(&index);
            match row.axis() {
                Some(axis) if self.is_same(&extents[axis], &row.modulus) => format!("[{form}]"),
                Some(_) => format!("[{form} mod {}]", self.factor(&row.modulus)),
                None => format!("[({form}) mod {}]", self.factor(&row.modulus)),
            }
        };
        mapping.rows.iter().map(text).collect()
    }

    /// The number of cells: `2*N - 1`, `2*N`, `1`.
    pub(crate) fn cells(&self, mapping: &Mapping) -> String {
        let moduli = mapping.rows.iter().map(|r| &r.modulus);
        let shown: Vec<&Expr> = moduli.filter(|m| m.as_constant() != Some(1)).collect();
        match shown.as_slice() {
            [] => "1".to_string(),
            [only] => self.text(only),
            all => {
                let factors: Vec<String> = all.iter().map(|m| self.factor(m)).collect();
                factors.join("*")
            }
        }
    }

    /// A polynomial with the user's names; unchanged if these would take too many terms.
    fn named(&self, polynomial: &Expr) -> Expr {
        let named = polynomial.replace_atoms(|a| Some(self.renamed(&Expr::atom(a.clone()))));
        named.unwrap_or_else(|| polynomial.clone())
    }

    /// Extents, one text each: `2*N - 1`.
    pub(crate) fn extents(&self, extents: &[Expr]) -> Vec<String> {
        let text = |p: &Expr| match p.without_products() {
            Some(expr) => self.text(&expr),
            None => self.named(p).to_string(),
        };
        extents.iter().map(text).collect()
    }

    /// The product of all extents, those of 1 included: `1*N`, `(2*N - 1)*M`.
    pub(crate) fn product_of_all(&self, extents: &[Expr]) -> String {
        if extents.len() == 1 {
            return self.extents(extents).concat();
        }
        let text = |p: &Expr| match p.without_products() {
            Some(expr) => self.factor(&expr),
            None => format!("({})", self.named(p)),
        };
        let factors: Vec<String> = extents.iter().map(text).collect();
        factors.join("*")
    }

    /// The product of the extents at the samples.
    pub(crate) fn count(&self, extents: &[Expr]) -> Option<i64> {
        extents.iter().try_fold(1_i64, |product, p| {
            product.checked_mul(p.eval(&|name| self.value(name))?)
        })
    }

    /// The declared numbers of elements; those of the scop where a declaration does not give all.
    pub(crate) fn declared(&self, extents: &[Expr]) -> Vec<Expr> {
        match self.candidate.declares_all() {
            true => self.candidate.declared.clone(),
            false => extents.to_vec(),
        }
    }

    /// The extents of the dimensions that the scop leaves out.
    pub(crate) fn opaque_extents(&self) -> Vec<Expr> {
        let followed = self.candidate.followed();
        let declared = self.candidate.declared.iter().enumerate();
        let opaque = declared.filter(|(dim, _)| !followed.contains(dim));
        opaque.map(|(_, extent)| extent.clone()).collect()
    }

    /// The number of elements at the samples, if the dimensions that the scop follows have these
    /// sizes.
    pub(crate) fn count_with(&self, sizes: &[Expr]) -> Option<i64> {
        let opaque = self.opaque_extents();
        self.count(&sizes.iter().chain(&opaque).cloned().collect::<Vec<_>>())
    }

    /// The sizes that an array would get by a mapping: one of constant size keeps the dimensions
    /// that would vary.
    pub(crate) fn likely_sizes(&self, mapping: &Mapping, extents: &[Expr]) -> Vec<Expr> {
        let params = self.scop.params.iter();
        let variables: Vec<&str> = { params.filter(|p| p.kind == ParamKind::Variable) }
            .map(|p| p.name.as_str())
            .collect();
        let varies = |size: &Expr| variables.iter().any(|name| size.mentions(name));
        let is_fixed = !self.declared(extents).iter().any(varies);
        let size = |row: &Row| match row.axis().and_then(|axis| extents.get(axis)) {
            Some(extent) if is_fixed && varies(&row.modulus) => extent.clone(),
            _ => row.modulus.clone(),
        };
        mapping.rows.iter().map(size).collect()
    }

    /// The reason to keep an array of this owner that gets these sizes, if it shrinks by too
    /// little: where sizes are guesses, for large ones too.
    pub(crate) fn too_little(
        &self,
        extents: &[Expr],
        sizes: &[Expr],
        owner: Owner,
    ) -> Option<Reason> {
        let declared = self.declared(extents);
        let fold = |before, after| Shrunk {
            before,
            after,
            element: self.candidate.element_bytes,
            owner,
        };
        let at_samples = fold(self.count(&declared)?, self.count_with(sizes)?);
        let is_met_by_large = || {
            let opaque = self.opaque_extents();
            let after = self.count_at(sizes.iter().chain(&opaque), LARGE);
            let counts = self.count_at(declared.iter(), LARGE).zip(after);
            self.may_be_large(&declared)
                && counts
                    .is_some_and(|(before, after)| self.options.is_saving(&fold(before, after)))
        };
        match self.options.is_saving(&at_samples) || is_met_by_large() {
            true => None,
            false => Some(Reason::SavesTooLittle {
                before: at_samples.before,
                after: at_samples.after,
                owner,
            }),
        }
    }

    /// Whether the guesses for the variables in extents may be exceeded so much.
    fn may_be_large(&self, extents: &[Expr]) -> bool {
        let mut names = BTreeSet::new();
        for extent in extents {
            extent.each_var(&mut |name| {
                names.insert(name.to_string());
            });
        }
        names.retain(|name| self.guesses(std::iter::once(&Expr::var(name))));
        let least = |name: &String| Some(format!("{name} >= {}", self.value(name)? * LARGE));
        let large = self
            .scop
            .params_where(&poly::all(names.iter().filter_map(least)));
        let some = large.and_then(|large| large.is_disjoint(&self.scop.context));
        !some.unwrap_or(false)
    }

    /// The product of extents where the guesses for variables are so many times the usual ones.
    fn count_at<'e>(&self, mut extents: impl Iterator<Item = &'e Expr>, times: i64) -> Option<i64> {
        let value = |name: &str| {
            let value = self.value(name)?;
            match self.guesses(std::iter::once(&Expr::var(name))) {
                true => value.checked_mul(times),
                false => Some(value),
            }
        };
        extents.try_fold(1_i64, |product, p| product.checked_mul(p.eval(&value)?))
    }

    fn value(&self, name: &str) -> Option<i64> {
        let param = self.scop.params.iter().find(|p| p.name == name)?;
        Some(self.options.sample(&param.spelling).unwrap_or(param.sample))
    }

    /// The values of these parameters, by the user's names.
    pub(crate) fn values_of(&self, names: &[String]) -> BTreeMap<String, i64> {
        let value = |name: &String| Some((self.name(name), self.value(name)?));
        names.iter().filter_map(value).collect()
    }

    /// Whether a variable occurs whose value the user did not give.
    pub(crate) fn guesses<'e>(&self, exprs: impl Iterator<Item = &'e Expr>) -> bool {
        let mut found = false;
        for expr in exprs {
            expr.each_var(&mut |name| {
                let param = self.scop.params.iter().find(|p| p.name == name);
                found |= param.is_some_and(|p| {
                    p.kind == ParamKind::Variable && self.options.sample(&p.spelling).is_none()
                });
            });
        }
        found
    }

    /// The user's names of the parameters that occur, whose values are samples: variables, and
    /// macros for which the user gave a value.
    pub(crate) fn sampled<'e>(&self, exprs: impl Iterator<Item = &'e Expr>) -> Vec<String> {
        let is_sample = |spelling: &String| {
            let mut params = self.scop.params.iter();
            let param = params.find(|p| p.spelling == *spelling);
            let is_variable = param.is_none_or(|p| p.kind == ParamKind::Variable);
            is_variable || self.options.sample(spelling).is_some()
        };
        self.values_in(exprs)
            .into_keys()
            .filter(is_sample)
            .collect()
    }

    /// The values of the parameters that occur, by the user's names.
    pub(crate) fn values_in<'e>(
        &self,
        exprs: impl Iterator<Item = &'e Expr>,
    ) -> BTreeMap<String, i64> {
        let mut found = BTreeMap::new();
        for expr in exprs {
            expr.each_var(&mut |name| {
                let param = self.scop.params.iter().find(|p| p.name == name);
                if let (Some(param), Some(value)) = (param, self.value(name)) {
                    found.insert(param.spelling.clone(), value);
                }
            });
        }
        found
    }
}
