//! Which dimensions of an array are indexed by innermost loops: what a subscript costs there, it costs often.

use front::Candidate;
use scop::{Order, Scop, Subscript};

/// Per dimension of the candidate in the scop, whether the counter of an innermost loop is in a subscript;
/// none of a window that is handed on from one iteration to the next: its new subscripts are numbers.
pub(crate) fn dimensions(scop: &Scop, candidate: &Candidate, order: Order) -> Vec<bool> {
    let mut inner = vec![false; scop.array(candidate.array).shape.len()];
    if order == Order::Sequential && emit::may_be_window(scop, candidate) {
        return inner;
    }
    for access in candidate.arrays().flat_map(|array| scop.accesses_to(array)) {
        let statement = scop.statement(access.statement);
        let counter = statement.iterators.last().filter(|_| statement.innermost);
        for (inner, subscript) in inner.iter_mut().zip(&access.subscripts) {
            *inner |= counter.is_some_and(|counter| changes(subscript, counter));
        }
    }
    inner
}

/// Whether a subscript depends on a counter.
fn changes(subscript: &Subscript, counter: &str) -> bool {
    match subscript {
        Subscript::Affine(expr) => expr.mentions(counter),
        Subscript::Modulo { dividend, .. } => dividend.mentions(counter),
        Subscript::Any => true,
    }
}
