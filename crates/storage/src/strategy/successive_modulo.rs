//! Successive modulo on the canonical axes (Lefebvre, Feautrier: Automatic storage management for
//! parallel programs, 1998), for every order of the axes.

use super::orders::every_order;
use crate::numbers::unit;
use crate::{Mapping, Problem};
use poly::Result;

/// One mapping per order of the axes; its rows are in the order of the axes, not of the search.
pub(crate) fn propose(problem: &Problem) -> Result<Vec<Mapping>> {
    let dims = problem.dims();
    let axes: Vec<Vec<i64>> = (0..dims).map(|axis| unit(axis, dims)).collect();
    every_order(problem, &axes)
}
