//! Sizes in C: sums and products that the user computes in a wide type, or not at all, and that
//! might not fit in an `int`.
//!
//! Assumes: no object has 2^57 bytes, and no `int` that counts elements is within 64 of the largest
//! one.

use crate::context::Context;
use crate::error::EmitError;
use crate::size::bounds::Bounds;
use crate::subscript::address;
use crate::subscript::types::{is_narrow_variable, may_be_int, product_fits_int};
use front::{FactorKind, FactorPlace, Home, SizePlaces};
use poly::{Atom, Expr};
use print::CText;

/// A number whose square is at most this many times the bytes of an object is less than 2^31.
const SQUARE_FACTOR: i64 = 1 << 5;

/// Largest number that may be added to a number of elements.
const MOST_ADDED: i64 = 64;

/// The cast for a product of sizes that was computed in a wider type than `int`, if it needs one.
///
/// # Errors
/// There is no wide type.
pub(crate) fn cast_of_product(
    context: &Context,
    sizes: &[&Expr],
) -> Result<Option<String>, EmitError> {
    let is_narrow = sizes.iter().all(|size| may_be_int(context, size));
    cast_where(is_narrow && !product_fits_int(sizes), context)
}

/// `(size_t)`, if it is needed.
///
/// # Errors
/// There is no wide type.
pub(crate) fn cast_where(needed: bool, context: &Context) -> Result<Option<String>, EmitError> {
    let cast = || Ok(format!("({})", context.wide_type()?));
    needed.then(cast).transpose()
}

/// A size in C. Where its terms may not fit in an `int`, they are computed in a wider type.
///
/// # Errors
/// The size cannot be written in C where some parameters are unusable.
pub(crate) fn size(
    context: &Context,
    size: &Expr,
    unusable: &[String],
) -> Result<CText, EmitError> {
    size_with(context, size, (unusable, &[]))
}

/// The same, with the user's texts for some of the sizes of which it is the least.
///
/// # Errors
/// The size cannot be written in C where some parameters are unusable.
pub(crate) fn size_with(
    context: &Context,
    size: &Expr,
    (unusable, named): (&[String], &[(&Expr, String)]),
) -> Result<CText, EmitError> {
    if size.degree() > 1 {
        return address::size(context, size, unusable);
    }
    let position = |size: &Expr| named.iter().position(|(meaning, _)| *meaning == size);
    let name = |at: usize| format!("n{at}'");
    let by_name = |size: &Expr| match position(size) {
        Some(at) => Expr::var(&name(at)),
        None => size.clone(),
    };
    let sizes = match size.least_of() {
        Some(all) => Expr::min_of(all.iter().map(by_name).collect()).unwrap_or_default(),
        None => by_name(size),
    };
    let spelling = |variable: &str| {
        let mut named = named.iter().enumerate();
        let own = named.find(|(at, _)| name(*at) == variable);
        own.map_or_else(|| context.spelling(variable), |(_, (_, text))| text.clone())
    };
    match fits(context, &sizes)? {
        true => context.print_as(&sizes, unusable, &spelling),
        false => in_wide_type(context, size, unusable),
    }
}

/// A size with each of its variables cast: maxima and quotients in it are computed in the wide
/// type, too.
fn in_wide_type(context: &Context, size: &Expr, unusable: &[String]) -> Result<CText, EmitError> {
    let wide = context.signed_wide_type()?;
    let cast = |name: &str| match is_narrow_variable(context, name) {
        true => format!("({wide}){}", context.spelling(name)),
        false => context.spelling(name),
    };
    context.print_as(size, unusable, &cast)
}

/// Whether no sum or product in a size leaves its type where the old array exists.
fn fits(context: &Context, size: &Expr) -> Result<bool, EmitError> {
    for (atom, _) in size.terms() {
        let parts = match atom {
            Atom::Floor(inner, _) => std::slice::from_ref(&**inner),
            Atom::Max(list) | Atom::Min(list) => list,
            Atom::Var(_) | Atom::Product(_) => &[],
        };
        for part in parts {
            if !fits(context, part)? {
                return Ok(false);
            }
        }
    }
    let largest = largest_part(size);
    let coefficients: i64 = largest.terms().map(|(_, c)| c).sum();
    let is_single = largest.constant_part() <= MOST_ADDED && coefficients <= 1;
    let mut is_narrow = false;
    largest.each_var(&mut |name| is_narrow |= is_narrow_variable(context, name));
    if is_single || !is_narrow {
        return Ok(true);
    }
    let bounds = Bounds::new(context)?;
    for factors in int_products(context) {
        if bounds.never_more(&[&largest], &factors)? {
            return Ok(true);
        }
    }
    let square = largest.clone() * &largest;
    let mut old = context.fold.extents.to_vec();
    old.push(Expr::constant(SQUARE_FACTOR));
    bounds.never_more(&[&square], &old)
}

/// The largest of the intermediate sums that C computes: positive terms come first.
fn largest_part(size: &Expr) -> Expr {
    let positive = size.terms().filter(|(_, c)| *c > 0);
    let constant = Expr::constant(size.constant_part().max(0));
    positive.fold(constant, |sum, (atom, c)| {
        sum + Expr::atom(atom.clone()) * c
    })
}

/// Products that fit in an `int` wherever the old array exists, since its declaration or allocation
/// computes them.
fn int_products(context: &Context) -> Vec<Vec<Expr>> {
    let candidate = context.fold.candidate;
    let extents = || candidate.axes.iter().zip(context.fold.extents);
    let Home::Heap(places) = &candidate.home else {
        let dims = 0..candidate.dims.len();
        let of_dim = |dim: usize| extents().filter(move |(axis, _)| axis.declared() == dim);
        let products = dims.map(|dim| of_dim(dim).map(|(_, e)| e.clone()).collect());
        return products
            .filter(|product: &Vec<Expr>| !product.is_empty())
            .collect();
    };
    let counts = { places.size.factors.iter() }.filter(|f| is_count(f) && !f.is_wide);
    let single = counts
        .clone()
        .filter_map(|f| Some(vec![f.count.without_products()?]));
    let whole = counts
        .map(|f| f.count.without_products())
        .collect::<Option<Vec<Expr>>>();
    let whole = whole.filter(|_| multiplies_ints(&places.size));
    single.chain(whole).collect()
}

fn is_count(factor: &FactorPlace) -> bool {
    matches!(factor.kind, FactorKind::Count | FactorKind::Dimension)
}

/// Whether the counts of a size are multiplied with each other first, as `int`s.
pub(crate) fn multiplies_ints(size: &SizePlaces) -> bool {
    let mut counts = size.factors.iter().filter(|f| f.kind == FactorKind::Count);
    let sized = size.factors.iter().find(|f| f.kind != FactorKind::Count);
    let Some(first) = counts.next() else {
        return true;
    };
    let is_after = |f: &FactorPlace| {
        sized.is_some_and(|s| s.argument == f.argument && s.whole.start < f.whole.start)
    };
    !first.is_wide
        && !is_after(first)
        && counts.all(|f| !f.is_wide && f.argument == first.argument && !is_after(f))
}
