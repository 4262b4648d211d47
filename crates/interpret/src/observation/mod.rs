//! What the outside sees of executions: their results, their effects, and the differences of two.

mod outputs;

pub(crate) use outputs::{Difference, Place};

use crate::machine::Machine;
use crate::observation::outputs::Pair;
use crate::undefined::Done;
use crate::word::Word;

/// An execution that has ended, and how.
pub(crate) struct Run<'m, const REC: bool> {
    /// Its state.
    pub(crate) machine: Machine<'m, REC>,
    /// The result of the last call, or why there is none.
    pub(crate) result: Done<Word>,
}

/// All differences of two executions after the same calls.
pub(crate) fn differences<const REC: bool>(
    before: &mut Run<'_, REC>,
    after: &mut Run<'_, REC>,
) -> Done<Vec<Difference>> {
    let word = |result: &Done<Word>| result.as_ref().copied().unwrap_or_default();
    let returned = [word(&before.result), word(&after.result)];
    let mut pair = Pair {
        before: &mut before.machine,
        after: &mut after.machine,
    };
    pair.differences(returned)
}
