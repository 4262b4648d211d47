//! Names of sums along several dimensions: `const int row = N - 2 * t;` for `a[row + i]`.

use crate::context::Context;
use crate::loops::wanted::{Wanted, word_for};
use crate::subscript::enclosing::loop_of;
use crate::subscript::sums::Sum;
use front::forms::named::INT;
use front::{LoopPlace, Reference};
use poly::Expr;

/// `N - 2 * t` of `i + N - 2 * t + 1`, where `i` counts a loop inside of the one over `t`.
pub(crate) fn wanted<'r>(
    context: &Context,
    reference: &'r Reference,
    sum: &Sum,
) -> Option<Wanted<'r>> {
    let (_, inner) = loop_of(reference, &sum.value())?;
    let split = sum.split(reference, inner)?;
    let (_, place) = loop_of(reference, &split.base)?;
    let are_ints = is_int(reference, place, &split.base) && is_int(reference, inner, &split.moves);
    if split.is_plain(&place.iterator) || !are_ints {
        return None;
    }
    let print = |e: &Expr, unusable| context.print(e, unusable).ok().map(|text| text.text);
    let moves = print(&split.moves, &reference.unusable_params)?;
    let (word, step) = match &split.subscript {
        Some(subscript) => (
            word_for(subscript, &place.iterator),
            subscript.constant_part(),
        ),
        None => ("row".to_string(), 0),
    };
    Some(Wanted {
        ty: INT.to_string(),
        word,
        step,
        value: print(&split.base, &place.unusable_params)?,
        of_other: None,
        moves: Some((split.constant, moves)),
        uses: usize::from(place.whole != inner.whole),
        place,
        by_parameter: false,
    })
}

/// Whether C computes an expression as an `int` in the body of a loop around a reference.
fn is_int(reference: &Reference, place: &LoopPlace, expr: &Expr) -> bool {
    let loops = reference.loops.iter().flatten();
    let counters: Vec<&LoopPlace> = loops.filter(|l| l.whole.contains(place.whole)).collect();
    let mut all = true;
    expr.each_var(&mut |name| {
        let counter = counters.iter().rev().find(|l| l.iterator == name);
        all &= match counter {
            Some(counter) => counter.counts_ints(),
            None => place.int_params.iter().any(|param| param == name),
        };
    });
    all
}
