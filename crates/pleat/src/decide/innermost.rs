//! Which dimensions of an array are indexed by innermost loops, where the cost of a subscript
//! counts most.
//!
//! Assumes: a subscript in an innermost loop costs as often as the loop runs, so a modulo there is
//! expensive. `storage` ranks mappings by it.

use front::Candidate;
use scop::{Order, Scop, Subscript};

/// Whether the counter of an innermost loop is in a subscript, per dimension of the candidate in
/// the scop. For an array that may become a window along a loop the answer is always no: its new
/// subscripts are numbers.
pub(super) fn dimensions(scop: &Scop, candidate: &Candidate, order: Order) -> Vec<bool> {
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
        Subscript::Address { products, .. } => {
            let mut factors = products.iter().flatten();
            factors.any(|factor| factor.mentions(counter))
        }
        Subscript::Any => true,
    }
}
