//! Sums and products that the user computes in a wide type, or not at all, and that might not fit in an `int`.
//!
//! Assumes: no object has 2^57 bytes, and no `int` that counts elements is within 64 of the largest one.

use crate::Care;
use crate::cexpr::CText;
use crate::growth::Bounds;
use crate::plan::{Context, EmitError, Plan};
use crate::types;
use front::{FactorKind, FactorPlace, Home, Reference, SizePlaces};
use poly::{Atom, Expr};
use scop::IntType;

/// If the square of a number is at most so many times the bytes of an object, the number is less than 2^31.
const SQUARE_FACTOR: i64 = 1 << 5;
/// What may be added to a number of elements.
const MOST_ADDED: i64 = 64;

/// What stands in front of a row that is multiplied by a stride, where their product might not fit in an `int`: the
/// subscript was computed in a wider type, and the stride is not.
pub(crate) fn cast(
    context: &Context,
    plan: &Plan,
    reference: &Reference,
    stride: &Expr,
) -> Result<Option<String>, EmitError> {
    let was_wide = reference.subscripts.iter().any(|s| s.is_wide);
    let sizes: Vec<&Expr> = plan.rows.iter().map(|row| &row.row.modulus).collect();
    let is_asked = context.fold.care == Care::Wide;
    let is_narrow = (was_wide || is_asked) && !fits_int(&sizes) && is_int(context, stride);
    if is_narrow && is_asked {
        return Ok(Some(format!("({})", context.signed_wide_type()?)));
    }
    cast_where(is_narrow, context)
}

/// Types of 64 bits, as people spell them.
const WIDE_TYPES: [&str; 10] = [
    "size_t",
    "ssize_t",
    "ptrdiff_t",
    "int64_t",
    "uint64_t",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "uintptr_t",
];

/// Whether the user's text of a row casts to a wide type, so that its product needs no other cast. The proof
/// reads the result.
pub(crate) fn is_cast(text: &str) -> bool {
    WIDE_TYPES
        .iter()
        .any(|ty| text.contains(&format!("({ty})")))
}

/// What stands in front of a product of sizes that was computed in a wider type than `int`.
pub(crate) fn cast_of_product(
    context: &Context,
    sizes: &[&Expr],
) -> Result<Option<String>, EmitError> {
    let is_narrow = sizes.iter().all(|size| is_int(context, size));
    cast_where(is_narrow && !fits_int(sizes), context)
}

fn cast_where(needed: bool, context: &Context) -> Result<Option<String>, EmitError> {
    let cast = || Ok(format!("({})", context.wide_type()?));
    needed.then(cast).transpose()
}

/// Whether the product of sizes is known to fit in an `int`; that of a single one does.
fn fits_int(sizes: &[&Expr]) -> bool {
    let mut known = sizes.iter().map(|size| size.as_constant());
    let count = known.try_fold(1, |count: i64, size| count.checked_mul(size?));
    sizes.len() < 2 || count.is_some_and(|count| i32::try_from(count).is_ok())
}

/// Whether C computes an expression of parameters as an `int`, or may.
fn is_int(context: &Context, expr: &Expr) -> bool {
    let mut all = true;
    expr.each_var(&mut |name| {
        let ty = types::type_of_param(context, name);
        all &= ty.is_none_or(|ty| ty.promoted() == IntType::INT);
    });
    all
}

/// A size in C. Where its terms may not fit in an `int`, they are computed in a wider type.
pub(crate) fn size(
    context: &Context,
    size: &Expr,
    unusable: &[String],
) -> Result<CText, EmitError> {
    match fits(context, size)? {
        true => context.print(size, unusable),
        false => context.print_wide(size, unusable),
    }
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
    largest.each_var(&mut |name| is_narrow |= context.is_narrow_variable(name));
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

/// The largest of the sums that C computes on the way: positive terms come first.
fn largest_part(size: &Expr) -> Expr {
    let positive = size.terms().filter(|(_, c)| *c > 0);
    let constant = Expr::constant(size.constant_part().max(0));
    positive.fold(constant, |sum, (atom, c)| {
        sum + Expr::atom(atom.clone()) * c
    })
}

/// Products that are at most the value of an `int` wherever the old array exists, as it is set up with them.
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
