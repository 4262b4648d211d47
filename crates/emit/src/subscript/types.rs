//! The types in which C computes expressions of counters and sizes.

use crate::context::Context;
use front::Reference;
use poly::Expr;
use scop::{IntType, Param, ParamKind};

/// The type in which C adds up the parts of expressions at a reference; `None` if a part is
/// unknown.
pub(crate) fn c_type(context: &Context, reference: &Reference, exprs: &[&Expr]) -> Option<IntType> {
    let mut ty = Some(IntType::INT);
    for expr in exprs {
        expr.each_var(&mut |name| {
            let own = type_of(context, reference, name);
            ty = ty.zip(own).map(|(ty, own)| ty.common(own));
        });
        let numbers = expr.terms().map(|(_, c)| c).chain([expr.constant_part()]);
        for number in numbers {
            let is_int = i32::try_from(number.unsigned_abs()).is_ok();
            ty = ty.map(|ty| if is_int { ty } else { ty.common(IntType::LONG) });
        }
    }
    ty
}

/// The names whose types decide whether signs are mixed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signed {
    /// Counters and parameters by their names in the scop. Macros count as well.
    InScop,
    /// Those of which compilers warn: counters and parameters as the user spells them. A constant
    /// takes the sign of its neighbour, unless it has none itself.
    ForCompilers,
}

/// Whether sums together have operands with sign and without, after promotion.
pub(crate) fn mix_signs<'e>(
    context: &Context,
    reference: &Reference,
    sums: impl IntoIterator<Item = &'e Expr>,
    which: Signed,
) -> bool {
    let (mut signed, mut unsigned) = (false, false);
    for sum in sums {
        sum.each_var(&mut |name| {
            let ty = match which {
                Signed::InScop => type_of(context, reference, name),
                Signed::ForCompilers => type_for_compilers(context, reference, name),
            };
            if let Some(ty) = ty {
                signed |= ty.promoted().signed;
                unsigned |= !ty.promoted().signed;
            }
        });
    }
    signed && unsigned
}

/// Whether compilers may see an operand with sign in a sum.
pub(crate) fn may_have_sign(context: &Context, reference: &Reference, sum: &Expr) -> bool {
    let mut found = false;
    sum.each_var(&mut |name| {
        let is_macro = |p: &Param| p.name == name && p.kind == ParamKind::Macro;
        let ty = type_for_compilers(context, reference, name);
        let is_constant = context.fold.scop().params.iter().any(is_macro);
        found |= !is_constant && ty.is_none_or(|ty| ty.promoted().signed);
    });
    found
}

/// The type of a counter around a reference, or of a parameter.
fn type_of(context: &Context, reference: &Reference, name: &str) -> Option<IntType> {
    counter(reference, name).or_else(|| type_of_param(context, name))
}

/// The same by the user's spelling, without constants that have a sign.
fn type_for_compilers(context: &Context, reference: &Reference, name: &str) -> Option<IntType> {
    if let Some(ty) = counter(reference, name) {
        return Some(ty);
    }
    let is_it = |p: &&Param| p.name == name || p.spelling == name;
    let param = context.fold.scop().params.iter().find(is_it)?;
    let ty = type_of_param(context, &param.name);
    ty.filter(|ty| param.kind == ParamKind::Variable || !ty.signed)
}

/// The type of a counter around a reference.
fn counter(reference: &Reference, name: &str) -> Option<IntType> {
    let mut loops = reference.loops.iter().flatten();
    Some(loops.rfind(|l| l.iterator == name)?.counter)
}

/// The type of a parameter, by its name in the scop.
pub(crate) fn type_of_param(context: &Context, name: &str) -> Option<IntType> {
    let scop = context.fold.scop();
    let param = scop.params.iter().position(|p| p.name == name)?;
    *scop.arithmetic.params.get(param)?
}

/// Whether C computes with a variable as with an `int` or an `unsigned`, or may.
pub(crate) fn is_narrow_variable(context: &Context, name: &str) -> bool {
    let ty = type_of_param(context, name);
    let is_narrow = ty.is_none_or(|ty| ty.bits <= IntType::INT.bits);
    is_narrow && context.variables().any(|variable| variable == name)
}

/// Whether C computes an expression of parameters as an `int`, or may.
pub(crate) fn may_be_int(context: &Context, expr: &Expr) -> bool {
    let mut all = true;
    expr.each_var(&mut |name| {
        let ty = type_of_param(context, name);
        all &= ty.is_none_or(|ty| ty.promoted() == IntType::INT);
    });
    all
}

/// Whether the product of sizes is known to fit in an `int`; a single size fits.
pub(crate) fn product_fits_int(sizes: &[&Expr]) -> bool {
    let mut known = sizes.iter().map(|size| size.as_constant());
    let count = known.try_fold(1, |count: i64, size| count.checked_mul(size?));
    sizes.len() < 2 || count.is_some_and(|count| i32::try_from(count).is_ok())
}
