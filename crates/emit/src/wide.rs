//! Products that the user computes in a wide type, and that would be computed as `int`s without a cast.

use crate::Care;
use crate::plan::{Context, Plan};
use front::Reference;
use poly::Expr;

/// What stands in front of a row that is multiplied by a stride, where their product might not fit in an `int`: the
/// subscript was computed in a wider type, and the stride is not.
pub(crate) fn cast(
    context: &Context,
    plan: &Plan,
    reference: &Reference,
    stride: &Expr,
) -> Option<&'static str> {
    let was_wide = reference.subscripts.iter().any(|s| s.is_wide);
    let sizes: Vec<&Expr> = plan.rows.iter().map(|row| &row.row.modulus).collect();
    let is_asked = context.fold.care == Care::Wide;
    let is_narrow = (was_wide || is_asked) && !fits_int(&sizes) && is_int(context, stride);
    is_narrow.then(|| match is_asked {
        true => "(long)",
        false => context.wide_type(),
    })
}

/// What stands in front of a product of sizes that was computed in a wider type than `int`.
pub(crate) fn cast_of_product(context: &Context, sizes: &[&Expr]) -> Option<&'static str> {
    let is_narrow = sizes.iter().all(|size| is_int(context, size));
    (is_narrow && !fits_int(sizes)).then(|| context.wide_type())
}

/// Whether the product of sizes is known to fit in an `int`; that of a single one does.
fn fits_int(sizes: &[&Expr]) -> bool {
    let mut known = sizes.iter().map(|size| size.as_constant());
    let count = known.try_fold(1, |count: i64, size| count.checked_mul(size?));
    sizes.len() < 2 || count.is_some_and(|count| i32::try_from(count).is_ok())
}

/// Whether C computes an expression of parameters as an `int`, or may.
fn is_int(context: &Context, expr: &Expr) -> bool {
    let references = context.fold.candidate.references.iter();
    let around = references.flat_map(|r| &r.loops).flatten().next();
    let may_be = |name: &str| around.is_none_or(|place| place.int_params.iter().any(|p| p == name));
    let mut all = true;
    expr.each_var(&mut |name| all &= may_be(name));
    all
}
