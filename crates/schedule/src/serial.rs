//! Which nests no compiler vectorises: a row needs what an earlier one computed.

use crate::Nest;
use crate::distances::{Distance, Ratio, Reach, Rows};
use poly::Result;
use scop::{AccessKind, ArrayId, Computation, System};

/// For each nest inside `depth` other loops, whether its rows need each other in their order: it is
/// a recurrence, a sum of floating-point numbers, or has effects. A compiler may sum integers in
/// any order.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn serial(system: &System, nests: &[Nest], depth: usize) -> Result<Vec<bool>> {
    let rows = Rows::new(system, nests, depth);
    let is_serial = |(at, nest): (usize, &Nest)| {
        let own = rows.between(at, at, Ratio::ONE)?;
        let mut carried = own.iter().filter(|d| d.carries());
        Ok(carried.any(|d| !only_sums(system, nest, d.array)))
    };
    nests.iter().enumerate().map(is_serial).collect()
}

/// For each nest inside `depth` other loops, whether it is one row.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn single(system: &System, nests: &[Nest], depth: usize) -> Result<Vec<bool>> {
    let rows = Rows::new(system, nests, depth);
    nests.iter().map(|nest| rows.is_one(nest)).collect()
}

impl Distance {
    /// Whether a nest reads what an earlier row of its own wrote.
    fn carries(&self) -> bool {
        match self.reach {
            Some(Reach::Rows(rows)) => rows > 0,
            Some(Reach::Unbounded) => true,
            None => false,
        }
    }
}

/// Whether a nest does nothing with an array but to add integers to it, or to choose one.
fn only_sums(system: &System, nest: &Nest, array: ArrayId) -> bool {
    let accesses = system.scop.accesses_to(array);
    let mut own = accesses.filter(|a| nest.statements.contains(&a.statement));
    own.all(|access| {
        let of = access.statement;
        let mut writes = system.scop.accesses_to(array);
        writes.any(|a| a.statement == of && a.kind == AccessKind::Write)
            && is_sum(system, &system.computations[of.0 as usize], array)
    })
}

/// Whether a value is that of an array and integers that do not depend on it, in any order.
fn is_sum(system: &System, value: &Computation, array: ArrayId) -> bool {
    let is_own = |value: &Computation| is_sum(system, value, array);
    let is_other = |value: &Computation| !reads(system, value, array);
    match value {
        Computation::Read(access) => system.scop.access(*access).array == array,
        Computation::Choose { then, other, .. } => is_own(then) && is_own(other),
        Computation::Apply { operator, operands } => {
            let Some((sign, of)) = operator.split_once(' ') else {
                return false;
            };
            let is_integer = of.starts_with(['i', 'u']);
            match (sign, operands.as_slice()) {
                ("+" | "&" | "|" | "^", [a, b]) if is_integer => {
                    is_own(a) && is_other(b) || is_other(a) && is_own(b)
                }
                ("-", [a, b]) if is_integer => is_own(a) && is_other(b),
                ("choose", [_, a, b]) if is_integer => {
                    [a, b].into_iter().all(|v| is_own(v) || is_other(v))
                }
                _ => false,
            }
        }
        Computation::ReadAll(_) | Computation::Integer(_) => false,
    }
}

/// Whether a value depends on an array.
fn reads(system: &System, value: &Computation, array: ArrayId) -> bool {
    let reads = |value: &Computation| reads(system, value, array);
    match value {
        Computation::Read(access) | Computation::ReadAll(access) => {
            system.scop.access(*access).array == array
        }
        Computation::Integer(_) => false,
        Computation::Apply { operands, .. } => operands.iter().any(reads),
        Computation::Choose { then, other, .. } => reads(then) || reads(other),
    }
}
