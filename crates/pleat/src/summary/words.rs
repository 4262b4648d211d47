//! The storage of a folded array in words: `3 rows of W`, `2 planes of H x W`, `one variable`.

use crate::display::ArrayDisplay;
use crate::functions::Decided;
use front::Home;
use poly::Expr;
use storage::{Choice, Mapping};

/// A dimension of the array, and how much of it the fold keeps.
struct Dim {
    extent: Expr,
    kept: Kept,
}

enum Kept {
    /// One index at a time.
    One,
    /// A number of indices that is less than all.
    Some(Expr),
    All,
}

/// The storage of a folded array with these sizes: in rows, columns or planes where whole ones are
/// kept, else in elements.
pub(super) fn of_fold(
    decided: &Decided<'_>,
    choice: &Choice,
    display: &ArrayDisplay,
    sizes: &[Expr],
) -> String {
    if choice.mapping.rows.is_empty() && decided.candidate.opaque.is_empty() {
        // A test that names other pointers too keeps the pointer.
        return match &decided.candidate.home {
            Home::Heap(places) if places.removal.is_none() => "1 element".to_string(),
            _ => "one variable".to_string(),
        };
    }
    let dims = dims(decided, &choice.mapping, display);
    let shape = dims.filter(|dims| is_size(dims, display, sizes));
    let words = shape.and_then(|dims| of_dims(&dims, display));
    words.unwrap_or_else(|| match display.product(sizes).as_str() {
        "1" => "1 element".to_string(),
        size => format!("{size} elements"),
    })
}

/// The dimensions of the array, outermost first; `None` if a row of the mapping is no dimension.
fn dims(decided: &Decided<'_>, mapping: &Mapping, display: &ArrayDisplay) -> Option<Vec<Dim>> {
    let extents = &decided.decision.extents;
    let mut kept: Vec<Option<&Expr>> = vec![None; mapping.dims];
    for row in &mapping.rows {
        let modulus = kept.get_mut(row.axis()?)?;
        modulus.is_none().then(|| *modulus = Some(&row.modulus))?;
    }
    let followed = kept.iter().zip(extents).map(|(modulus, extent)| Dim {
        extent: extent.clone(),
        kept: match modulus {
            None => Kept::One,
            Some(modulus) if modulus.as_constant() == Some(1) => Kept::One,
            Some(modulus) if display.is_same(extent, modulus) => Kept::All,
            Some(modulus) => Kept::Some((*modulus).clone()),
        },
    });
    let mut dims: Vec<(usize, Dim)> = { decided.candidate.axes.iter() }
        .map(|axis| axis.declared())
        .zip(followed)
        .collect();
    let followed = decided.candidate.followed();
    for (at, extent) in decided.candidate.declared.iter().enumerate() {
        if !followed.contains(&at) {
            let extent = extent.without_products()?;
            let kept = Kept::All;
            dims.push((at, Dim { extent, kept }));
        }
    }
    dims.sort_by_key(|(at, _)| *at);
    Some(dims.into_iter().map(|(_, dim)| dim).collect())
}

/// Whether the kept parts of the dimensions have this size at the samples.
fn is_size(dims: &[Dim], display: &ArrayDisplay, sizes: &[Expr]) -> bool {
    let parts = dims.iter().filter_map(|dim| match &dim.kept {
        Kept::One => None,
        Kept::Some(modulus) => Some(modulus.clone()),
        Kept::All => Some(dim.extent.clone()),
    });
    let count = display.count(&parts.collect::<Vec<_>>());
    count.is_some() && count == display.count(sizes)
}

fn of_dims(dims: &[Dim], display: &ArrayDisplay) -> Option<String> {
    let rank = dims.len();
    let text = |expr: &Expr| display.text(expr);
    let single = dims
        .iter()
        .take_while(|dim| matches!(dim.kept, Kept::One))
        .count();
    Some(match (&dims[single..], rank) {
        ([], _) => "1 element".to_string(),
        ([row], 2..) if matches!(row.kept, Kept::All) => format!("1 row of {}", text(&row.extent)),
        ([row], _) => match &row.kept {
            Kept::Some(number) => format!("{} elements", text(number)),
            Kept::One | Kept::All => return None,
        },
        ([rows, row], _) => match (&rows.kept, &row.kept) {
            (Kept::Some(number), Kept::All) => {
                format!("{} rows of {}", text(number), text(&row.extent))
            }
            (Kept::All, Kept::All) if rank > 2 => {
                format!("1 plane of {}", product(&[rows, row], display))
            }
            (Kept::All, Kept::One) if rank == 2 => format!("1 column of {}", text(&rows.extent)),
            (Kept::All, Kept::Some(number)) if rank == 2 => {
                format!("{} columns of {}", text(number), text(&rows.extent))
            }
            _ => return None,
        },
        ([planes, rows, row], _) => match (&planes.kept, &rows.kept, &row.kept) {
            (Kept::Some(number), Kept::All, Kept::All) => {
                format!(
                    "{} planes of {}",
                    text(number),
                    product(&[rows, row], display)
                )
            }
            _ => return None,
        },
        _ => return None,
    })
}

/// `H x W`
fn product(dims: &[&Dim], display: &ArrayDisplay) -> String {
    let factors = dims.iter().map(|dim| display.factor(&dim.extent));
    factors.collect::<Vec<_>>().join(" x ")
}
