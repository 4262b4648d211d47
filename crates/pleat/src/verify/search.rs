//! Searches for sizes at which two versions of a function differ, by executing both. Knows no
//! proofs: without a difference nothing is known.

use super::verdict::{Place, Reason, Side, Witness};
use super::whole::Programs;
use interpret::{Limits, Outcome, Version};
use source::Unit;

/// A difference of the two versions of a function.
///
/// # Errors
/// Why none was found.
pub(super) fn refute(
    programs: Programs<'_>,
    (before, after): (&Unit, &Unit),
    function: &str,
) -> Result<Witness, Reason> {
    let first = Version {
        program: programs.before,
        text: &before.file,
    };
    let second = Version {
        program: programs.after,
        text: &after.file,
    };
    let limits = Limits {
        free_macros: free_macros(before, after),
        ..Limits::default()
    };
    let outcome = match function {
        "main" => interpret::compare_main(first, second, &limits),
        name => interpret::compare(first, second, name, &limits),
    };
    match outcome {
        Outcome::Differ(witness) => Ok(told(&witness)),
        Outcome::Same { .. } => Err(Reason::default()),
        Outcome::Inconclusive { reason, at } => {
            let reason = Reason::new(reason);
            Err(match at {
                Some((side, span)) => reason.at(side_of(side), Some(span), ""),
                None => reason,
            })
        }
    }
}

fn side_of(side: interpret::Side) -> Side {
    match side {
        interpret::Side::Before => Side::Before,
        interpret::Side::After => Side::After,
    }
}

/// Macros whose values somebody else may choose. A macro that others name has only its own value:
/// theirs would have to change with it.
fn free_macros(before: &Unit, after: &Unit) -> Vec<String> {
    let is_named = |unit: &Unit, name: &str| {
        let mut bodies = unit.macros.values().flat_map(|m| &m.body);
        bodies.any(|word| word == name)
    };
    let decides = before.macros_in_conditions();
    let given = before.macros.values().filter(|m| m.is_given);
    let free = given.filter(|m| {
        let other = after.macros.get(&m.name);
        let same = other.is_some_and(|o| o.is_given && o.value == m.value);
        same && m.body.len() == 1
            && !decides.contains(&m.name)
            && !is_named(before, &m.name)
            && !is_named(after, &m.name)
    });
    free.map(|m| m.name.clone()).collect()
}

fn told(witness: &interpret::Witness) -> Witness {
    let place = witness.finding.at().map(|span| Place {
        side: Side::After,
        span,
        label: String::new(),
    });
    Witness {
        message: witness.to_string(),
        params: witness.parameters.iter().cloned().collect(),
        places: place.into_iter().collect(),
    }
}
