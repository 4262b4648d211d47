//! Systems that are written alike: every statement has the same instances, times, elements and
//! terms in both. Then all their values are equal, and nothing else needs a proof.

use poly::Result;
use scop::{AccessId, Computation, System};

/// Whether two systems are the same, statement by statement.
pub(super) fn are_identical(before: &System, after: &System) -> Result<bool> {
    let (a, b) = (&before.scop, &after.scop);
    let names = |system: &System| -> Vec<String> {
        let arrays = system.scop.arrays.iter();
        arrays.map(|array| array.name.clone()).collect()
    };
    let is_alike = names(before) == names(after)
        && before.interface == after.interface
        && before.conditional == after.conditional
        && before.element_bytes == after.element_bytes
        && a.statements.len() == b.statements.len()
        && a.accesses.len() == b.accesses.len();
    Ok(is_alike
        && have_same_statements(before, after)?
        && have_same_accesses(before, after)?
        && have_same_terms(before, after)?)
}

fn have_same_statements(before: &System, after: &System) -> Result<bool> {
    let pairs = before.scop.statements.iter().zip(&after.scop.statements);
    for (a, b) in pairs {
        let is_same = a.name == b.name
            && a.domain.is_equal(&b.domain)?
            && a.schedule.is_equal(&b.schedule)?;
        if !is_same {
            return Ok(false);
        }
    }
    Ok(true)
}

fn have_same_accesses(before: &System, after: &System) -> Result<bool> {
    let pairs = before.scop.accesses.iter().zip(&after.scop.accesses);
    for (a, b) in pairs {
        let is_same = (a.statement, a.array, a.kind) == (b.statement, b.array, b.kind)
            && a.relation.is_equal(&b.relation)?;
        if !is_same {
            return Ok(false);
        }
    }
    Ok(true)
}

fn have_same_terms(before: &System, after: &System) -> Result<bool> {
    for (a, b) in before.computations.iter().zip(&after.computations) {
        if !are_same(a, b)? {
            return Ok(false);
        }
    }
    Ok(before.computations.len() == after.computations.len())
}

fn are_same(a: &Computation, b: &Computation) -> Result<bool> {
    let is_read = |a: &AccessId, b: &AccessId| Ok(a == b);
    match (a, b) {
        (Computation::Read(a), Computation::Read(b)) => is_read(a, b),
        (Computation::ReadAll(a), Computation::ReadAll(b)) => is_read(a, b),
        (Computation::Integer(a), Computation::Integer(b)) => a.is_equal(b),
        (
            Computation::Apply { operator, operands },
            Computation::Apply {
                operator: other,
                operands: others,
            },
        ) => {
            let mut are_all = operator == other && operands.len() == others.len();
            for (a, b) in operands.iter().zip(others) {
                are_all = are_all && are_same(a, b)?;
            }
            Ok(are_all)
        }
        (
            Computation::Choose { when, then, other },
            Computation::Choose {
                when: when_too,
                then: then_too,
                other: other_too,
            },
        ) => Ok(when.is_equal(when_too)?
            && are_same(then, then_too)?
            && are_same(other, other_too)?),
        _ => Ok(false),
    }
}
