//! Names of remainders: `const int cur = t % 2;`.

use crate::context::Context;
use crate::loops::wanted::{Wanted, type_of, word_for};
use crate::subscript::enclosing::loop_of;
use crate::subscript::index::Index;
use front::forms::named::OfOther;
use front::{LoopPlace, Reference};
use poly::{Atom, Expr};
use print::Tightness;

/// `k % 3`
pub(crate) fn wanted<'r>(
    context: &Context,
    reference: &'r Reference,
    index: &Index,
) -> Option<Wanted<'r>> {
    let (dividend, modulus) = index.modulo.as_ref().filter(|_| index.ring.is_none())?;
    // Declared, the remainder of a choice would be a value of the program.
    if dividend.any_atom(|atom| matches!(atom, Atom::Max(_) | Atom::Min(_))) {
        return None;
    }
    let fits = match modulus.as_constant() {
        Some(modulus) => i32::try_from(modulus).is_ok(),
        None => context.fold.may_name,
    };
    let (depth, place) = loop_of(reference, dividend).filter(|_| fits)?;
    // Not the user's text at one of its places: other places may spell it differently.
    let printed = |e: &Expr| {
        let text = context.print(e, &place.unusable_params).ok()?;
        Some(text.at_least(Tightness::Primary))
    };
    let divided = |shown: &Expr| Some(format!("{} % {}", printed(shown)?, printed(modulus)?));
    let shift = from_zero(dividend, modulus, place);
    let counter = Expr::var(&place.iterator);
    let shown = shift.map(|shift| counter.clone() + Expr::constant(shift));
    let shift = shift.filter(|shift| *shift > 0);
    Some(Wanted {
        ty: type_of(context, reference, &[dividend, modulus])?,
        word: word_for(dividend, &place.iterator),
        step: dividend.constant_part(),
        place,
        value: divided(shown.as_ref().unwrap_or(dividend))?,
        of_other: shift.zip(divided(&counter)).zip(printed(modulus)).map(
            |((shift, other), modulus)| OfOther {
                other,
                shift,
                modulus,
            },
        ),
        moves: None,
        uses: usize::from(depth + 1 < reference.loops.len()),
        by_parameter: modulus.as_constant().is_none(),
    })
}

/// The 2 of `t + 2` for `t - 1` under the modulus 3, in a loop that starts with `t = 0`: the
/// remainder is never negative, even where nothing uses it. All remainders of a loop by one modulus
/// look alike.
fn from_zero(dividend: &Expr, modulus: &Expr, place: &LoopPlace) -> Option<i64> {
    let step = dividend.clone() - Expr::var(&place.iterator);
    let (step, least, modulus) = (step.as_constant()?, place.least?, modulus.as_constant()?);
    (step < 0 && least < modulus - 1).then(|| step.rem_euclid(modulus))
}
