//! Subscripts with parametric coefficients: `(((long long)N * t + i) * N + j) % ((long long)N * N +
//! N + 1)`. They are sums of products, none of which is negative, in a type that holds them.
//!
//! Assumes: the signs of coefficients are those at the samples. The proof of the text fails where
//! they are not.

use crate::context::Context;
use crate::error::EmitError;
use crate::subscript::careful::suffix;
use crate::subscript::types::c_type;
use front::Reference;
use poly::{Atom, Expr};
use print::{CText, Tightness, joined};
use scop::IntType;
use storage::{Digit, Row};

/// A sum of products of sizes and indices, modulo a size.
#[derive(Clone)]
pub(crate) struct Address {
    /// The index that each dimension contributes; `None` if it contributes none.
    indices: Vec<Option<Index>>,
    /// The same sum as digits, lowest first.
    digits: Vec<Digit>,
    modulus: Expr,
}

/// An index that is never negative, and its coefficient.
#[derive(Clone)]
struct Index {
    factor: Expr,
    /// The last subscript, if the index counts back from it.
    last: Option<Expr>,
}

impl Address {
    /// The address that a row is; `None` if it has constant coefficients, which are cheaper.
    pub(crate) fn new(context: &Context, row: &Row) -> Option<Self> {
        if row.is_numeric() {
            return None;
        }
        let signed = [1, -1].map(|sign| {
            let coefficients = row.coefficients().into_iter();
            let all: Vec<Expr> = coefficients.map(|c| c * sign).collect();
            all
        });
        let negative = |all: &Vec<Expr>| all.iter().filter(|c| is_negative(context, c)).count();
        let coefficients = signed.into_iter().min_by_key(negative)?;
        let own = coefficients.into_iter().zip(context.fold.extents);
        let indices: Vec<Option<Index>> = own
            .map(|(c, extent)| index(context, c, extent, &row.modulus))
            .collect();
        let factors = indices.iter();
        let factors: Vec<Expr> = factors
            .map(|i| i.as_ref().map_or_else(Expr::default, |i| i.factor.clone()))
            .collect();
        let positional = Row::of_coefficients(&factors, row.modulus.clone());
        let is_sum = |row: &Row| {
            let higher = row.higher.iter().flat_map(|digit| &digit.form);
            row.form.iter().chain(higher).all(|c| *c >= 0)
        };
        let digits = positional.filter(is_sum).map(|row| {
            let lowest = Digit {
                base: Expr::constant(1),
                form: row.form,
            };
            [vec![lowest], row.higher].concat()
        });
        Some(Address {
            indices,
            digits: digits.unwrap_or_default(),
            modulus: row.modulus.clone(),
        })
    }

    /// The subscript of a reference.
    ///
    /// # Errors
    /// An index or a size cannot be written in C.
    pub(crate) fn text(
        &self,
        context: &Context,
        reference: &Reference,
    ) -> Result<String, EmitError> {
        let operand = |dim: usize, index: &Index| operand(context, reference, dim, index);
        self.remainder(context, &reference.unusable_params, &operand)
    }

    /// Dividend and divisor of the subscript of a reference, if its indices are known.
    pub(crate) fn remainder_of(
        &self,
        context: &Context,
        reference: &Reference,
    ) -> Option<(Expr, Expr)> {
        let mut sum = Expr::default();
        for (dim, index) in self.indices.iter().enumerate() {
            let Some(Index { factor, last }) = index else {
                continue;
            };
            let own = context.subscript(reference, dim).ok()?.clone();
            let own = last.iter().fold(own, |own, last| last.clone() - own);
            sum = sum.checked_add(&factor.checked_mul(&own)?)?;
        }
        Some((sum, self.modulus.clone()))
    }

    /// The subscript of an element whose indices have names.
    ///
    /// # Errors
    /// A size cannot be written in C.
    pub(crate) fn text_of(&self, context: &Context, names: &[&str]) -> Result<String, EmitError> {
        let unusable = &context.fold.candidate.unusable_params;
        let operand = |dim: usize, index: &Index| {
            let name = Expr::var(names[dim]);
            let own = match &index.last {
                Some(last) => last.clone() - name,
                None => name,
            };
            context.print(&own, unusable).map(Some)
        };
        self.remainder(context, unusable, &operand)
    }

    fn remainder(
        &self,
        context: &Context,
        unusable: &[String],
        operand: &Operand<'_>,
    ) -> Result<String, EmitError> {
        let dividend = match self.digits.is_empty() {
            true => self.sum(context, unusable, operand)?,
            false => self.nested(context, unusable, operand)?,
        };
        if dividend.is_empty() {
            return Ok("0".to_string());
        }
        let modulus = size(context, &self.modulus, unusable)?;
        let dividend = CText::of_user(dividend.clone(), source::is_operand(&dividend));
        Ok(format!(
            "{} % {}",
            dividend.at_least(Tightness::Primary),
            modulus.at_least(Tightness::Primary)
        ))
    }

    /// `2LL * B * i + (2LL * B - 2) * j`
    fn sum(
        &self,
        context: &Context,
        unusable: &[String],
        operand: &Operand<'_>,
    ) -> Result<String, EmitError> {
        let mut sum = String::new();
        for (dim, index) in self.indices.iter().enumerate() {
            let own = match index {
                Some(index) => operand(dim, index)?,
                None => None,
            };
            let (Some(index), Some(own)) = (index, own) else {
                continue;
            };
            let term = match index.factor.as_constant() {
                Some(1) => own.text,
                _ => {
                    let factor = size(context, &index.factor, unusable)?;
                    let factor = factor.at_least(Tightness::Product);
                    format!("{factor} * {}", own.at_least(Tightness::Primary))
                }
            };
            sum = added(sum, term);
        }
        Ok(sum)
    }

    /// `((long long)N * t + i) * N + j`
    fn nested(
        &self,
        context: &Context,
        unusable: &[String],
        operand: &Operand<'_>,
    ) -> Result<String, EmitError> {
        let mut above = String::new();
        let mut base = None;
        for digit in self.digits.iter().rev() {
            let mut sum = match &base {
                Some(base) if !above.is_empty() => multiplied(context, above, base, unusable)?,
                _ => above,
            };
            for (dim, c) in digit.form.iter().enumerate().filter(|(_, c)| **c != 0) {
                let own = match &self.indices[dim] {
                    Some(index) => operand(dim, index)?,
                    None => None,
                };
                let Some(own) = own else { continue };
                let term = match c {
                    1 => own.text,
                    c => {
                        let suffix = suffix(context.signed_wide_type()?);
                        format!("{c}{suffix} * {}", own.at_least(Tightness::Primary))
                    }
                };
                sum = added(sum, term);
            }
            above = sum;
            base = Some(digit.base.clone());
        }
        Ok(above)
    }
}

/// The text of the index that a dimension contributes; `None` if it is 0.
type Operand<'a> = dyn Fn(usize, &Index) -> Result<Option<CText>, EmitError> + 'a;

/// A sum and one more term.
fn added(sum: String, term: String) -> String {
    match sum.is_empty() {
        true => term,
        false => joined(&sum, &term),
    }
}

/// `(long long)N * t`, `((long long)N * t + i) * M`: the innermost product makes all others wide.
fn multiplied(
    context: &Context,
    above: String,
    base: &Expr,
    unusable: &[String],
) -> Result<String, EmitError> {
    let wide = context.signed_wide_type()?;
    let is_wide = above.contains(&format!("({wide})")) || above.contains(suffix(wide));
    let is_operand = source::is_operand(&above);
    let above = CText::of_user(above, is_operand).at_least(Tightness::Primary);
    Ok(match base.terms().count() {
        1 if is_wide => {
            let base = context.print(base, unusable)?;
            format!("{above} * {}", base.at_least(Tightness::Primary))
        }
        _ => {
            let base = size(context, base, unusable)?;
            format!("{} * {above}", base.at_least(Tightness::Product))
        }
    })
}

/// Whether a coefficient is negative at the samples.
fn is_negative(context: &Context, coefficient: &Expr) -> bool {
    let scop = context.fold.scop();
    { coefficient.eval(&|name| scop.sample(name)) }.is_some_and(|value| value < 0)
}

/// The index for a coefficient: a negative one is raised by the modulus, or the index counts back.
fn index(context: &Context, c: Expr, extent: &Expr, modulus: &Expr) -> Option<Index> {
    if c == Expr::default() {
        return None;
    }
    if !is_negative(context, &c) {
        return Some(Index {
            factor: c,
            last: None,
        });
    }
    let parts = |e: &Expr| e.terms().count() + usize::from(e.constant_part() != 0);
    let (raised, back) = (c.clone() + modulus.clone(), -c);
    Some(match parts(&raised) <= parts(&back) {
        true => Index {
            factor: raised,
            last: None,
        },
        false => Index {
            factor: back,
            last: Some(extent.clone() - Expr::constant(1)),
        },
    })
}

/// An index at a reference; `None` if it is 0.
fn operand(
    context: &Context,
    reference: &Reference,
    dim: usize,
    index: &Index,
) -> Result<Option<CText>, EmitError> {
    let users = context.users_text(reference, dim);
    let own = context.subscript(reference, dim).cloned();
    let (value, text) = match (&index.last, own, users) {
        (Some(last), own, _) => {
            let value = last.clone() - own?;
            let text = context.print(&value, &reference.unusable_params)?;
            (Some(value), text)
        }
        (None, own, Some(text)) => (own.ok(), text),
        (None, own, None) => {
            let own = own?;
            let text = context.print(&own, &reference.unusable_params)?;
            (Some(own), text)
        }
    };
    if value.as_ref().and_then(Expr::as_constant) == Some(0) {
        return Ok(None);
    }
    let ty = value.and_then(|value| c_type(context, reference, &[&value]));
    let is_signed = ty.is_some_and(|ty| ty.signed || ty.bits < IntType::INT.bits);
    if is_signed {
        return Ok(Some(text));
    }
    let wide = context.signed_wide_type()?;
    let text = format!("({wide}){}", text.at_least(Tightness::Primary));
    Ok(Some(CText::of_user(text, false)))
}

/// A polynomial of sizes in a wide type: `(long long)N * N + N + 1`, `2LL * B - 2`.
///
/// # Errors
/// A name cannot be used here, or there is no wide type.
pub(crate) fn size(
    context: &Context,
    size: &Expr,
    unusable: &[String],
) -> Result<CText, EmitError> {
    let wide = context.signed_wide_type()?;
    let mut terms: Vec<(&Atom, i64)> = size.terms().collect();
    let degree = |atom: &Atom| match atom {
        Atom::Product(factors) => factors.len(),
        _ => 1,
    };
    terms.sort_by_key(|(atom, c)| (*c < 0, std::cmp::Reverse(degree(atom))));
    let mut text = String::new();
    for (k, (atom, c)) in terms.iter().enumerate() {
        let factors = match atom {
            Atom::Product(factors) => factors.as_slice(),
            single => std::slice::from_ref(*single),
        };
        let names = factors.iter().map(|factor| {
            let text = context.print(&Expr::atom(factor.clone()), unusable)?;
            Ok(text.at_least(Tightness::Primary))
        });
        let names = names
            .collect::<Result<Vec<String>, EmitError>>()?
            .join(" * ");
        let product = match (c.unsigned_abs(), factors.len()) {
            (1, 1) if k > 0 => names,
            (1, _) => format!("({wide}){names}"),
            (n, _) => format!("{n}{} * {names}", suffix(wide)),
        };
        text += match (k, *c < 0) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        text += &product;
    }
    let constant = size.constant_part();
    match (terms.is_empty(), constant) {
        (true, _) => text = constant.to_string(),
        (false, 0) => {}
        (false, c) if c < 0 => text += &format!(" - {}", c.unsigned_abs()),
        (false, c) => text += &format!(" + {c}"),
    }
    let parts = terms.len() + usize::from(constant != 0);
    Ok(CText {
        tightness: match parts {
            0 | 1 if terms.is_empty() => Tightness::Primary,
            0 | 1 => Tightness::Product,
            _ => Tightness::Sum,
        },
        text,
    })
}
