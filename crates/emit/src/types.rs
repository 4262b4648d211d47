//! In which type C computes an expression of counters and sizes.

use crate::plan::Context;
use front::Reference;
use poly::Expr;
use scop::IntType;

/// The type in which C adds up what expressions are made of, at a reference; `None` if an object is
/// not known.
pub(crate) fn c_type(context: &Context, reference: &Reference, exprs: &[&Expr]) -> Option<IntType> {
    let mut ty = Some(IntType::INT);
    for expr in exprs {
        expr.each_var(&mut |name| {
            let own = type_of_name(context, reference, name);
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

/// Whether a sum would mix counters and sizes with and without sign, in types where that changes
/// negative numbers.
pub(crate) fn mixes_signs(context: &Context, reference: &Reference, sum: &Expr) -> bool {
    let (mut signed, mut unsigned) = (false, false);
    sum.each_var(&mut |name| match type_of_name(context, reference, name) {
        Some(ty) if ty.signed || ty.bits < 32 => signed = true,
        Some(_) => unsigned = true,
        None => {}
    });
    signed && unsigned
}

/// The type of a counter around a reference, or of a parameter.
fn type_of_name(context: &Context, reference: &Reference, name: &str) -> Option<IntType> {
    let arithmetic = &context.fold.scop().arithmetic;
    let is_counter = |place: &Option<front::LoopPlace>| {
        place.as_ref().is_some_and(|place| place.iterator == name)
    };
    if let Some(depth) = reference.loops.iter().rposition(is_counter) {
        let counters = arithmetic.counters.get(reference.statement.0 as usize)?;
        return *counters.get(depth)?;
    }
    type_of_param(context, name)
}

/// The type of a parameter, by its name in the scop.
pub(crate) fn type_of_param(context: &Context, name: &str) -> Option<IntType> {
    let scop = context.fold.scop();
    let param = scop.params.iter().position(|p| p.name == name)?;
    *scop.arithmetic.params.get(param)?
}
