//! Functions that are understood only where a size is large enough: the new text tests that before
//! each nest, and executes the user's loops elsewhere.
//!
//! Plans and proofs are those of a text that ends the program elsewhere. The size does not change
//! after that test, so both tests have the same result.

use super::Untiled;
use super::costs::Costs;
use super::plan::{Plan, Plans};
use super::plans;
use crate::engine::facts;
use crate::fact::Fact;
use crate::facts::{Stated, state};
use crate::options::TileOptions;
use crate::text::Version;
use affine::LargerSize;
use source::{Edit, Edits, Flags, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How often a function may need another size, or a larger one.
const MOST_TRIALS: usize = 4;

/// The plans of functions that have some, and the nests that stay.
pub(super) fn plans(
    original: &Version,
    flags: &Flags,
    options: &TileOptions,
    costs: &Costs,
) -> (BTreeMap<String, Plan>, Vec<Untiled>) {
    let Plans {
        mut plans,
        mut untiled,
        lacking,
    } = plans::plans(original.program(), options, &[], costs);
    for (function, size) in lacking {
        if let Some((plan, stay)) = plan(original, flags, (options, costs), (&function, size)) {
            untiled.retain(|nest| nest.function != function);
            untiled.extend(stay);
            plans.extend(plan.map(|plan| (function, plan)));
        }
    }
    (plans, untiled)
}

/// The plan of a function where sizes are larger, and its nests that stay even then.
fn plan(
    original: &Version,
    flags: &Flags,
    (options, costs): (&TileOptions, &Costs),
    (function, size): (&str, LargerSize),
) -> Option<(Option<Plan>, Vec<Untiled>)> {
    let options = options.only(function);
    let mut required = vec![size];
    for _ in 0..MOST_TRIALS {
        let stated = state(
            original,
            flags,
            &facts(&required),
            (Some(&options.functions), false),
        );
        let stated = stated.ok()?;
        let text = Arc::clone(&stated.text);
        let mut found = plans::plans(text.program(), &options, &required, costs);
        if let Some(size) = found.lacking.remove(function) {
            size.add_to(&mut required);
            continue;
        }
        let plan = found.plans.remove(function);
        if plan
            .as_ref()
            .is_some_and(|plan| !is_tested(&text, &stated, (function, plan)))
        {
            return None;
        }
        let plan = plan.map(|plan| in_original(plan, &stated));
        let stay = found.untiled.into_iter().map(|nest| Untiled {
            at: stated.edits.original_span(nest.at),
            order: nest.order.map(|(a, b)| {
                let place = |at| stated.edits.original_span(at);
                (place(a), place(b))
            }),
            ..nest
        });
        return Some((plan, stay.collect()));
    }
    None
}

/// Whether all nests follow the tests, and the names of sizes mean the same in them.
fn is_tested(text: &Version, stated: &Stated, (function, plan): (&str, &Plan)) -> bool {
    let tested = stated.edits.written().iter().map(|at| at.end).max();
    let follow = plan.nests.iter().all(|nest| Some(nest.at.start) >= tested);
    let mut functions = text.program().contents().file.functions.iter();
    let Some(found) = functions.find(|f| f.name == function) else {
        return false;
    };
    let is_named_once = |name: &String| {
        let variables = found.symbols.variables.iter();
        variables.filter(|v| v.name == *name).count() == 1
    };
    let facts = facts(&plan.required);
    follow
        && facts
            .iter()
            .flat_map(Fact::names)
            .all(|name| is_named_once(&name))
}

/// A plan in the places of the text without tests.
fn in_original(plan: Plan, stated: &Stated) -> Plan {
    let place = |at: Span| stated.edits.original_span(at);
    let mut edits = Edits::default();
    for edit in plan.edits.iter() {
        // Edits of different places do not overlap.
        let _ = edits.insert(Edit {
            span: place(edit.span),
            text: edit.text.clone(),
        });
    }
    let mut nests = plan.nests;
    nests.iter_mut().for_each(|nest| nest.at = place(nest.at));
    Plan {
        edits,
        nests,
        ..plan
    }
}
