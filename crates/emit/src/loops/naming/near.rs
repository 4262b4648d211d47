//! Names of remainders of a counter plus a number, where the sum might overflow.

use crate::context::Context;
use crate::loops::wanted::{Wanted, type_of, word_for};
use crate::subscript::enclosing::loop_of;
use crate::subscript::index::Index;
use front::Reference;
use front::forms::named::OfOther;
use poly::Expr;

/// Largest modulus for which the sum of two remainders fits in an `int`.
const LARGEST_MODULUS: i64 = 1 << 30;

/// `y % 3` and `(y % 3 + 2) % 3` for `(y + 2) % 3`, where the sum of an iterator and a number might
/// overflow.
pub(crate) fn wanted<'r>(
    context: &Context,
    reference: &'r Reference,
    index: &Index,
) -> Option<Wanted<'r>> {
    let (dividend, modulus) = index.modulo.as_ref()?;
    let modulus = modulus.as_constant().filter(|b| *b <= LARGEST_MODULUS)?;
    let (depth, place) = loop_of(reference, dividend)?;
    let counter = Expr::var(&place.iterator);
    let step = (dividend.clone() - counter.clone()).as_constant()?;
    let shift = step.rem_euclid(modulus);
    let is_positive = place.least.is_some_and(|least| least >= 0);
    if step > 0 && step >= modulus && !is_positive {
        return None;
    }
    let other = format!("{} % {modulus}", place.iterator);
    let sum = format!("({other} + {shift}) % {modulus}");
    Some(Wanted {
        ty: type_of(context, reference, &[&counter])?,
        word: word_for(dividend, &place.iterator),
        step,
        place,
        value: if shift == 0 { other.clone() } else { sum },
        of_other: (shift > 0).then(|| OfOther {
            other,
            shift,
            modulus: modulus.to_string(),
        }),
        moves: None,
        uses: usize::from(depth + 1 < reference.loops.len()),
        by_parameter: false,
    })
}
