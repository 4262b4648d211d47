//! The dimensions of tiles, and the instances of units in each.

use super::{Names, Shape};
use crate::bounds::{Cut, Dimension, TileLoop};
use crate::nest::{Nest, UnitText};
use poly::Expr;
use schedule::Halo;

/// The dimensions that have tiles.
pub(super) fn dimensions(
    nest: &Nest,
    shape: Shape<'_>,
    sizes: &[Option<Expr>],
    names: &mut Names,
) -> Vec<Dimension> {
    let count = match shape {
        Shape::Bands(bands) => bands.is_parallel.len(),
        Shape::Overlapped(..) => sizes.len(),
    };
    let loops = nest.longest().iter().zip(sizes).enumerate().take(count);
    let mut found: Vec<Dimension> = Vec::new();
    for (at, (counted, size)) in loops {
        let Some(size) = size else {
            continue;
        };
        let cuts = match shape {
            Shape::Bands(bands) => { bands.forms.iter() }
                .map(|own| Some(Cut::exact(own[at].clone())))
                .collect(),
            Shape::Overlapped(overlap, _) => overlapped(nest, &overlap.halos, at, found.len()),
        };
        found.push(Dimension {
            size: size.clone(),
            counter: names.of_tiles(&counted.counter),
            type_name: counted.type_name.clone(),
            cuts,
        });
    }
    found
}

/// What a tile has of each unit in a divided loop.
fn overlapped(
    nest: &Nest,
    halos: &[Vec<Option<Halo>>],
    at: usize,
    divided: usize,
) -> Vec<Option<Cut>> {
    let cut = |(unit, halos): (&UnitText, &Vec<Option<Halo>>)| {
        let (counted, halo) = (unit.loops.get(at)?, halos[divided]?);
        let counter = Expr::var(&counted.counter);
        Some(Cut {
            least: counter.clone() + Expr::constant(halo.before),
            most: counter - Expr::constant(halo.after),
        })
    };
    nest.units.iter().zip(halos).map(cut).collect()
}

/// Puts units that are not in a divided loop, and write what others see, into the first tile alone.
/// Whether there are some.
pub(super) fn put_in_first_tile(
    own: &mut Dimension,
    is_seen: &[bool],
    found: &TileLoop,
) -> Result<bool, &'static str> {
    let mut is_changed = false;
    for (cut, _) in
        { own.cuts.iter_mut().zip(is_seen) }.filter(|(cut, seen)| cut.is_none() && **seen)
    {
        let [first] = found.first.as_slice() else {
            return Err("a statement beside the loops has no tile");
        };
        *cut = Some(Cut::exact(first.clone()));
        is_changed = true;
    }
    Ok(is_changed)
}
