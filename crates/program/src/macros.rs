//! Other values of macros, and which macros depend on which. Knows the form alone.

use crate::types::arithmetic::constant;
use crate::visit::nested;
use crate::{Macro, MacroId, Value, ValueKind};
use std::collections::BTreeSet;

/// The value of an integer constant expression.
pub fn constant_value(value: &Value, macros: &[Macro]) -> Option<i128> {
    constant(value, macros)
}

/// Computes the values of macros that are defined by others anew. Returns whether all of them have
/// values.
pub fn recompute(macros: &mut [Macro]) -> bool {
    (0..macros.len()).all(|index| {
        let Some(body) = macros[index].body.take() else {
            return true;
        };
        let value = constant(&body, macros).and_then(|value| i64::try_from(value).ok());
        macros[index].body = Some(body);
        macros[index].value = value.unwrap_or(0);
        value.is_some()
    })
}

/// The macros by which some macros are defined, and these themselves.
pub fn with_causes(ids: impl IntoIterator<Item = MacroId>, macros: &[Macro]) -> BTreeSet<MacroId> {
    let mut found = BTreeSet::new();
    let mut open: Vec<MacroId> = ids.into_iter().collect();
    while let Some(id) = open.pop() {
        if found.insert(id)
            && let Some(body) = macros.get(id.0 as usize).and_then(|m| m.body.as_ref())
        {
            open.extend(named(body));
        }
    }
    found
}

/// The macros that a value names.
pub(crate) fn named(value: &Value) -> BTreeSet<MacroId> {
    let mut found = BTreeSet::new();
    nested(value, &mut |value| {
        if let ValueKind::Macro(id) = &value.kind {
            found.insert(*id);
        }
    });
    found
}
