//! The new numbers of elements: in total never more than the old array has, whatever values the parameters take.
//!
//! A row along an old dimension gets `min(modulus, extent)` elements where `modulus <= extent` is not known. A row along
//! several of them gets `min(modulus, values of the form)`. Subscripts keep their modulus: none reaches the smaller size.
//!
//! Assumes: macros have their present values, and old extents are at least 1.

use crate::plan::{Context, EmitError, RowPlan};
use front::Home;
use poly::{Atom, Expr, Set};
use scop::{Param, ParamKind};

/// Arrays of constant size that are not larger are not compared with the old ones.
const SMALL_BYTES: u64 = 256;
/// The size of an element where it is not known.
const USUAL_ELEMENT: u64 = 8;
/// Values of a parameter above its least one that are looked at one by one.
const MOST_VALUES: i64 = 40;
/// Parameters of which single values are looked at.
const MOST_FIXED: usize = 2;

/// Sets the declared size of each row. Returns whether the array would still be larger than the old one somewhere.
pub(crate) fn limit(context: &Context, rows: &mut [RowPlan]) -> Result<bool, EmitError> {
    if !is_compared(context, rows) {
        return Ok(false);
    }
    let bounds = Bounds::new(context)?;
    let mut free: Vec<usize> = (0..context.fold.extents.len()).collect();
    let mut skewed = None;
    let is_more = |row: &&mut RowPlan| row.row.modulus != Expr::constant(1);
    for row in rows.iter_mut().filter(is_more) {
        match row.row.axis().filter(|axis| free.contains(axis)) {
            Some(axis) => {
                free.retain(|other| *other != axis);
                if !bounds.limit_axis(row, axis)? {
                    return Ok(true);
                }
            }
            None if skewed.is_none() => skewed = Some(row),
            None => return Ok(true),
        }
    }
    match skewed {
        Some(row) => Ok(!bounds.limit_skewed(row, &free)?),
        None => Ok(false),
    }
}

/// Whether the old or the new size depends on variables, and the new one is not negligible. A local array
/// of constant size in place of a parameter has no old one: the caller's array remains.
fn is_compared(context: &Context, rows: &[RowPlan]) -> bool {
    let varies = |size: &Expr| context.variables().any(|name| size.mentions(name));
    let is_fixed = !rows.iter().any(|row| varies(&row.row.modulus));
    let sizes = rows.iter().map(|row| row.row.modulus.as_constant());
    let mut sizes = sizes.map(|size| u64::try_from(size?).ok());
    let element = context
        .fold
        .candidate
        .element_bytes
        .unwrap_or(USUAL_ELEMENT);
    let bytes = sizes.try_fold(element, |bytes, size| bytes.checked_mul(size?));
    let is_small = bytes.is_some_and(|bytes| bytes <= SMALL_BYTES);
    let is_parameter = matches!(context.fold.candidate.home, Home::Parameter(_));
    let never_varies = is_parameter || !context.fold.extents.iter().any(varies);
    !(is_small || is_fixed && never_varies)
}

/// What is known about the sizes of one array.
pub(crate) struct Bounds<'a> {
    context: &'a Context<'a>,
    /// Parameter values for which the old array exists.
    defined: Set,
}

impl<'a> Bounds<'a> {
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
    fn declarable(&self, extent: &Expr) -> Result<Expr, EmitError> {
        let scop = self.context.fold.scop();
        let is_heap = matches!(self.context.fold.candidate.home, Home::Heap(_));
        if is_heap || scop.holds(&scop.context, &format!("{extent} >= 1"))? {
            return Ok(extent.clone());
        }
        let positive = Expr::max_of(vec![extent.clone(), Expr::constant(1)]);
        Ok(positive.unwrap_or_default())
    }

    fn always(&self, condition: &str) -> Result<bool, EmitError> {
        Ok(self.context.fold.scop().holds(&self.defined, condition)?)
    }

    /// Limits a row along an old dimension to the size of that.
    fn limit_axis(&self, row: &mut RowPlan, axis: usize) -> Result<bool, EmitError> {
        let (modulus, extent) = (&row.row.modulus, &self.context.fold.extents[axis]);
        if modulus == extent || self.always(&format!("{modulus} <= {extent}"))? {
            return Ok(true);
        }
        let stays = self.always(&format!("{} < {extent}", row.highest))?;
        let least = Expr::min_of(vec![modulus.clone(), self.declarable(extent)?]);
        let Some(least) = least.filter(|_| stays && extent.degree() <= 1) else {
            return self.never_more(&[modulus], std::slice::from_ref(extent));
        };
        row.size = least;
        Ok(true)
    }

    /// Limits a row along several old dimensions to the number of values of its form.
    fn limit_skewed(&self, row: &mut RowPlan, axes: &[usize]) -> Result<bool, EmitError> {
        let extents = axes
            .iter()
            .map(|axis| self.context.fold.extents[*axis].clone());
        let extents: Vec<Expr> = extents.collect();
        let modulus = row.row.modulus.clone();
        for extent in &extents {
            if self.always(&format!("{modulus} <= {extent}"))? {
                return Ok(true);
            }
        }
        if self.never_more(&[&modulus], &extents)? {
            return Ok(true);
        }
        let values = row.highest.clone() + Expr::constant(1);
        if !self.always(&format!("{values} >= 1"))?
            || !self.never_more(&[&modulus, &values], &extents)?
        {
            return Ok(false);
        }
        row.size = Expr::min_of(vec![modulus, values]).unwrap_or_default();
        Ok(true)
    }

    /// Whether the least of some sizes is shown not to exceed a product.
    pub(crate) fn never_more(&self, sizes: &[&Expr], factors: &[Expr]) -> Result<bool, EmitError> {
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
        // Of several alternatives one alone says nothing.
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
            all &= is_never_more(&fewer, &product, &least, MOST_FIXED);
        }
        Ok(all)
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

/// Names for extents, so that `N - M` is counted as one number.
#[derive(Default)]
struct Counted {
    /// Names of extents, what they mean, and what a parameter is by them.
    names: Vec<(String, Expr)>,
    meanings: Vec<(String, Expr)>,
}

impl Counted {
    /// An extent as a name of its own, by which one of its parameters is expressed from then on.
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

    /// An expression by the names, macros taken at their values.
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

    /// The variables of some expressions, with what isl can be asked about them.
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

/// Whether the least of some expressions does not exceed another one from the least values of the variables on.
fn is_never_more(fewer: &[&Expr], more: &Expr, least: &[(String, i64)], fixed: usize) -> bool {
    let is_less = |expr: &&&Expr, least: &[(String, i64)]| {
        has_no_negative(&(more.clone() - (**expr).clone()), least)
    };
    if fewer.iter().any(|expr| is_less(&expr, least)) {
        return true;
    }
    // One variable is large, or has one of few values.
    (0..least.len()).filter(|_| fixed > 0).any(|k| {
        let (name, start) = &least[k];
        let from = |value: i64| {
            let mut least = least.to_vec();
            least[k].1 = value;
            least
        };
        let mut ends = *start + 1..=*start + MOST_VALUES;
        let end = ends.find(|end| fewer.iter().any(|expr| is_less(&expr, &from(*end))));
        let rest: Vec<(String, i64)> = least.iter().filter(|(n, _)| n != name).cloned().collect();
        end.is_some_and(|end| {
            (*start..end).all(|value| {
                let at =
                    |expr: &Expr| expr.substitute(&|n| (n == name).then(|| Expr::constant(value)));
                let fewer: Vec<Expr> = fewer.iter().map(|expr| at(expr)).collect();
                let fewer: Vec<&Expr> = fewer.iter().collect();
                is_never_more(&fewer, &at(more), &rest, fixed - 1)
            })
        })
    })
}

/// Whether a polynomial, counted from the least values of its variables, has no negative coefficient.
fn has_no_negative(expr: &Expr, least: &[(String, i64)]) -> bool {
    let counted = expr.substitute(&|name| {
        let (_, value) = least.iter().find(|(n, _)| n == name)?;
        Some(Expr::var(name) + Expr::constant(*value))
    });
    counted.is_polynomial() && counted.constant_part() >= 0 && counted.terms().all(|(_, c)| c >= 0)
}
