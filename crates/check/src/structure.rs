//! The parts that must be equal in both programs: instances, times, and the list of accesses.

use crate::mismatch::Mismatch;
use poly::{Map, Set};
use scop::{Access, Array, ArrayId, Certainty, Scop, Statement, Subscript};

/// An access of the original with its counterpart in the emitted program.
pub(crate) struct Pair<'a> {
    pub(crate) original: &'a Access,
    pub(crate) emitted: &'a Access,
    /// The iterators of the emitted subscripts.
    pub(crate) iterators: &'a [String],
    /// The position of the access among those to the array, in textual order.
    at: usize,
}

/// Proves that domains, schedules and inner orders are equal for the parameter values of a context.
pub(crate) fn same_statements(
    original: &Scop,
    emitted: &Scop,
    context: &Set,
) -> Result<(), Mismatch> {
    if original.statements.len() != emitted.statements.len() {
        return Err(Mismatch::StatementCount {
            original: original.statements.len(),
            emitted: emitted.statements.len(),
        });
    }
    let mut statements = original.statements.iter().zip(&emitted.statements);
    statements.try_for_each(|(a, b)| same_statement(context, a, b))
}

fn same_statement(context: &Set, a: &Statement, b: &Statement) -> Result<(), Mismatch> {
    let statement = a.name.clone();
    if a.iterators != b.iterators || !same_set(&a.domain, &b.domain, context)? {
        return Err(Mismatch::Domain { statement });
    }
    if !same_schedule(a, &b.schedule, context)? {
        return Err(Mismatch::Schedule { statement });
    }
    if a.reads_first != b.reads_first {
        return Err(Mismatch::InnerOrder { statement });
    }
    if a.parallel != b.parallel {
        return Err(Mismatch::Parallel { statement });
    }
    Ok(())
}

/// Proves that the same iterations have copies.
pub(crate) fn same_copies(a: &Array, b: &Array) -> Result<(), Mismatch> {
    match a.private == b.private {
        true => Ok(()),
        false => Err(Mismatch::Copies {
            array: a.name.clone(),
        }),
    }
}

/// Whether two sets are equal; equal texts, the usual case, save reading one again.
fn same_set(a: &Set, b: &Set, context: &Set) -> poly::Result<bool> {
    if a.to_string() == b.to_string() {
        return Ok(true);
    }
    let b = b.copied_into(a.context())?.intersect_params(context)?;
    a.intersect_params(context)?.is_equal(&b)
}

/// Whether times are equal for all instances of the domain.
fn same_schedule(a: &Statement, b: &Map, context: &Set) -> poly::Result<bool> {
    if a.schedule.to_string() == b.to_string() {
        return Ok(true);
    }
    let domain = a.domain.intersect_params(context)?;
    let b = b.copied_into(domain.context())?;
    let b = b.intersect_domain(&domain)?;
    a.schedule.intersect_domain(&domain)?.is_equal(&b)
}

/// The accesses to one array, in pairs.
pub(crate) fn same_accesses<'a>(
    original_scop: &'a Scop,
    emitted_scop: &'a Scop,
    (before, after): (ArrayId, ArrayId),
) -> Result<Vec<Pair<'a>>, Mismatch> {
    let a: Vec<&Access> = original_scop.accesses_to(before).collect();
    let b: Vec<&Access> = emitted_scop.accesses_to(after).collect();
    let array = &original_scop.array(before).name;
    let (a, b) = (groups(&a), groups(&b));
    let fits = |(a, b): (&&[&Access], &&[&Access])| b.len() == 1 || a.len() == b.len();
    if a.len() != b.len() || !a.iter().zip(&b).all(fits) {
        let count = |groups: &[&[&Access]]| groups.iter().map(|g| g.len()).sum();
        return Err(Mismatch::AccessCount {
            array: array.clone(),
            original: count(&a),
            emitted: count(&b),
        });
    }
    let matched = a.iter().zip(&b).flat_map(|(a, b)| {
        let emitted = b.iter().cycle();
        a.iter().copied().zip(emitted.copied())
    });
    let pair = |(at, (original, emitted)): (usize, (&'a Access, &'a Access))| {
        let pair = Pair {
            original,
            emitted,
            iterators: &emitted_scop.statement(emitted.statement).iterators,
            at,
        };
        let same = original.statement == emitted.statement && original.kind == emitted.kind;
        same.then_some(pair).ok_or_else(|| Mismatch::Access {
            array: array.clone(),
            at,
            statement: original_scop.statement(original.statement).name.clone(),
        })
    };
    matched.enumerate().map(pair).collect()
}

/// Groups each access with its alternatives.
fn groups<'g, 'a>(accesses: &'g [&'a Access]) -> Vec<&'g [&'a Access]> {
    accesses.chunk_by(|_, next| next.alternative).collect()
}

/// Proves that each access happens under the same condition as before.
pub(crate) fn same_conditions(scop: &Scop, pairs: &[Pair], context: &Set) -> Result<(), Mismatch> {
    for pair in pairs {
        let (a, b) = (pair.original, pair.emitted);
        if !same_certainty(a, b) || !same_condition(a, b, context)? {
            return Err(Mismatch::Condition {
                array: scop.array(a.array).name.clone(),
                at: pair.at,
                statement: scop.statement(a.statement).name.clone(),
            });
        }
    }
    Ok(())
}

/// Whether the certainty is equal, or differs only because of a subscript that is not affine.
fn same_certainty(a: &Access, b: &Access) -> bool {
    let affine = |access: &Access| {
        access
            .subscripts
            .iter()
            .all(|s| matches!(s, Subscript::Affine(_)))
    };
    match (a.certainty, b.certainty) {
        (Certainty::Must, Certainty::May) => !affine(b),
        (Certainty::May, Certainty::Must) => !affine(a),
        _ => true,
    }
}

/// Whether every instance that touches an element in the original touches a cell.
///
/// The converse need not hold: outside its box the original is undefined.
fn same_condition(a: &Access, b: &Access, context: &Set) -> poly::Result<bool> {
    let original = a.relation.domain()?;
    let emitted = b.relation.domain()?;
    if original.to_string() == emitted.to_string() {
        return Ok(true);
    }
    let emitted = emitted.copied_into(original.context())?;
    original.intersect_params(context)?.is_subset(&emitted)
}
