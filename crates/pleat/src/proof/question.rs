//! How an array is used before and after a fold, as a text: folds with the same text have the same
//! proof.

use crate::memo::slice;
use poly::Result;
use scop::{ArrayId, Order, Scop, Subscript};
use std::fmt::Write;

/// The text of all that the proof of a fold depends on, once the statements are proved to be the
/// same in both programs; `None` if the accesses differ.
pub(super) fn question(
    original: (&Scop, ArrayId),
    emitted: (&Scop, ArrayId),
    order: Order,
) -> Result<Option<String>> {
    let mut text = slice(original.0, original.1, order)?;
    let array = emitted.0.array(emitted.1);
    let _ = write!(text, "\n{:?} {:?}", array.shape, array.products);
    let mut before = original.0.accesses_to(original.1);
    for after in emitted.0.accesses_to(emitted.1) {
        let same = |b: &scop::Access| b.statement == after.statement && b.kind == after.kind;
        let Some(before) = before.next().filter(|b| same(b)) else {
            return Ok(None);
        };
        let condition = match after.subscripts.contains(&Subscript::Any) {
            true => after.relation.without_names()?.to_string(),
            false => after.relation.domain()?.reset_tuple_id()?.to_string(),
        };
        let iterators = &emitted.0.statement(after.statement).iterators;
        let _ = write!(
            text,
            "\n{:?} {:?} {condition} {iterators:?} {:?} {} {}",
            before.subscripts,
            after.certainty,
            after.subscripts,
            before.alternative,
            after.alternative
        );
    }
    Ok(before.next().is_none().then_some(text))
}
