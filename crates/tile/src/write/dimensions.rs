//! The dimensions of tiles, and the instances of units in each.

use super::Shape;
use crate::bounds::{Cut, Dimension, TileLoop};
use crate::nest::{Nest, UnitText};
use poly::Expr;
use print::Names;
use schedule::{Halo, HexagonUnit, Hexagons, Steps};

/// The dimensions that have tiles.
pub(super) fn dimensions(
    nest: &Nest,
    shape: Shape<'_>,
    sizes: &[Option<Expr>],
    names: &mut Names,
) -> Vec<Dimension> {
    let count = match shape {
        Shape::Bands(bands, _) => bands.is_parallel.len(),
        Shape::Hexagons(hexagons, _) | Shape::Trapezoids(hexagons, _) => {
            hexagons.bands.is_parallel.len()
        }
        Shape::Overlapped(..) | Shape::Steps(..) => sizes.len(),
    };
    let loops = nest.longest().iter().zip(sizes).enumerate().take(count);
    let mut found: Vec<Dimension> = Vec::new();
    for (at, (counted, size)) in loops {
        let Some(size) = size else {
            continue;
        };
        let cuts = match shape {
            Shape::Bands(bands, _) => { bands.forms.iter() }
                .map(|own| Some(Cut::exact(own[at].clone())))
                .collect(),
            Shape::Hexagons(hexagons, _) | Shape::Trapezoids(hexagons, _) => places(hexagons, at),
            Shape::Overlapped(overlap, _) => overlapped(nest, &overlap.halos, at, found.len()),
            Shape::Steps(steps, _) => in_range(nest, steps, at, found.len()),
        };
        found.push(Dimension {
            size: size.clone(),
            level: at,
            counter: tile_counter(&counted.counter, names),
            type_name: counted.type_name.clone(),
            cuts,
        });
    }
    found
}

/// `tt` for `t`, `row_tile` for `row`.
fn tile_counter(counter: &str, names: &mut Names) -> String {
    match counter.len() {
        1 => names.give(&counter.repeat(2)),
        _ => names.give(&format!("{counter}_tile")),
    }
}

/// Where the units are in a dimension, before they are arranged in rows.
fn places(hexagons: &Hexagons, at: usize) -> Vec<Option<Cut>> {
    let units = hexagons.units.iter().zip(&hexagons.bands.forms);
    let place = |(own, forms): (&HexagonUnit, &Vec<Expr>)| match at {
        1 => Some(Cut::exact(own.place.clone())),
        _ => Some(Cut::exact(forms[at].clone())),
    };
    units.map(place).collect()
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

/// The iterations of each unit that write the elements of a tile of several steps.
fn in_range(nest: &Nest, steps: &Steps, at: usize, divided: usize) -> Vec<Option<Cut>> {
    let cut = |(unit, positions): (&UnitText, &Option<Vec<i64>>)| {
        let counter = Expr::var(&unit.loops.get(at)?.counter);
        let Some(level) = divided.checked_sub(1) else {
            return Some(Cut::exact(counter));
        };
        let position = Expr::constant(*positions.as_ref()?.get(level)?);
        Some(Cut::exact(counter + position))
    };
    nest.units.iter().zip(&steps.positions).map(cut).collect()
}

/// Lets the tiles of several steps have the halos of their steps.
pub(super) fn shrink(nest: &Nest, steps: &Steps, dimensions: &mut [Dimension]) {
    let Some((time, divided)) = dimensions.split_first_mut() else {
        return;
    };
    let last = Expr::var(&time.counter) + time.size.clone() - Expr::constant(1);
    let levels = divided.iter_mut().zip(&steps.slopes).enumerate();
    for (at, (own, slope)) in levels {
        let cut = |(unit, halos): (&UnitText, &Vec<Halo>)| {
            let left = last.clone() - Expr::var(&unit.loops.first()?.counter);
            let counter = Expr::var(&unit.loops.get(own.level)?.counter);
            let halo = |slope: i64, last: i64| left.clone() * slope + Expr::constant(last);
            Some(Cut {
                least: counter.clone() + halo(slope.before, halos[at].before),
                most: counter - halo(slope.after, halos[at].after),
            })
        };
        own.cuts = nest.units.iter().zip(&steps.halos).map(cut).collect();
    }
}

/// Lets the tiles of a dimension have the instances of steps before that those in its range need.
pub(super) fn overhang(
    nest: &Nest,
    hexagons: &Hexagons,
    (steps, own): (&Dimension, &mut Dimension),
) {
    let Some(counted) = nest.longest().first().filter(|_| own.level == 1) else {
        return;
    };
    let last = Expr::var(&steps.counter) + steps.size.clone() - Expr::constant(1);
    let left = (last - Expr::var(&counted.counter)) * hexagons.slope;
    let latest = hexagons.latest();
    for (cut, unit) in own.cuts.iter_mut().zip(&hexagons.units) {
        let more = left.clone() + Expr::constant(latest - unit.late);
        *cut = Some(Cut {
            least: unit.place.clone() + more,
            most: unit.place.clone() - left.clone(),
        });
    }
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
