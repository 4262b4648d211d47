//! A mapping at small sizes: numbers instead of expressions.

use super::sizes::Shown;
use report::MappingEvidence;
use std::collections::BTreeSet;
use storage::{Mapping, Row};

/// The mapping at the sizes that are shown. In a window, a row that never wraps there has the
/// extent of the window as its modulus.
pub(super) fn at(mapping: &Mapping, shown: &Shown) -> Option<MappingEvidence> {
    let row = |row: &Row| {
        let (form, modulus) = row.at(&|name| shown.value(name))?;
        let modulus = match row.axis() {
            Some(axis) if shown.window.is_some() => modulus.min(shown.extents[axis]),
            _ => modulus,
        };
        (modulus >= 1).then_some((form, modulus))
    };
    let rows: Option<Vec<_>> = mapping.rows.iter().map(row).collect();
    let (matrix, moduli) = rows?.into_iter().unzip();
    Some(MappingEvidence { matrix, moduli })
}

/// The cells after a fold; in a window those of its elements.
pub(super) fn cells(mapping: Option<&MappingEvidence>, shown: &Shown) -> i64 {
    match mapping {
        None => shown.extents.iter().product(),
        Some(mapping) if shown.window.is_none() => mapping.moduli.iter().product(),
        Some(mapping) => {
            let all = shown.elements();
            let cells: BTreeSet<Vec<i64>> = all.iter().map(|x| mapping.cell(x)).collect();
            cells.len() as i64
        }
    }
}
