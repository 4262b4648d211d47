//! Overlapped tiles of a nest: where the order of dependences allows no others, or where threads
//! could not share others.

use super::TiledNest;
use super::plans::Planner;
use super::written::Tiling;
use crate::options::TileOverlap;
use poly::Expr;
use schedule::{Buffer, BufferPart, Halo, TileUnit};
use scop::{ArrayId, Scop};
use source::Edits;
use tile::{Nest, Private, PrivateArray, Shape, Sharing};

/// A part of a static array becomes automatic up to so many elements.
const SMALL: i64 = 8192;

/// A nest in overlapped tiles, if that is possible.
pub(super) fn tiles(
    planner: &Planner<'_>,
    nest: &Nest,
    units: &[TileUnit],
    sizes: &[Option<Expr>],
) -> Option<(Edits, TiledNest)> {
    if planner.options.overlap == TileOverlap::None {
        return None;
    }
    let levels = sizes.iter().enumerate().take(nest.depth());
    let levels: Vec<usize> = levels
        .filter_map(|(at, size)| size.as_ref().map(|_| at))
        .collect();
    if levels.is_empty() {
        return None;
    }
    let system = &planner.usual.system;
    let overlap = schedule::overlap(system, units, nest.outer.len(), &levels);
    let overlap = overlap.ok()??;
    let again = |halos: &Vec<Option<Halo>>| {
        let halos = halos.iter().flatten();
        halos
            .map(|halo| halo.before.max(0) + halo.after.max(0))
            .max()
    };
    let again = overlap.halos.iter().filter_map(again).max().unwrap_or(0);
    let divided: Vec<&Expr> = sizes.iter().flatten().collect();
    let array = |buffer: &Buffer| PrivateArray {
        name: system.scop.array(buffer.array).name.clone(),
        parts: buffer.parts.clone(),
        is_small: is_small(&system.scop, buffer, &divided),
    };
    let name = |id: &ArrayId| system.scop.array(*id).name.clone();
    let private = Private {
        buffers: overlap.buffers.iter().map(array).collect(),
        names: overlap.own.iter().map(name).collect(),
    };
    let shared = match planner.options.is_threaded {
        true => &[Sharing::Dimension(0), Sharing::None][..],
        false => &[Sharing::None][..],
    };
    let tiling = |sharing: &Sharing| Tiling {
        nest,
        units,
        sizes,
        sharing: *sharing,
        shape: Shape::Overlapped(&overlap, &private),
    };
    let mut written = { shared.iter() }.filter_map(|s| planner.written(&tiling(s)).ok());
    let (edits, tiled) = written.next()?;
    let counters = nest.units.iter().map(|unit| &unit.counters);
    let counters = counters.max_by_key(|counters| counters.len())?;
    let outer = nest.outer.len();
    let forms = levels
        .iter()
        .map(|at| Expr::var(&counters[outer + at].name));
    let forms = forms.collect();
    Some((
        edits,
        TiledNest {
            forms,
            again,
            ..tiled
        },
    ))
}

/// Whether the part of an array that a tile touches has few elements.
fn is_small(scop: &Scop, buffer: &Buffer, sizes: &[&Expr]) -> bool {
    let shape = &scop.array(buffer.array).shape;
    let extent = |(at, extent): (usize, &Option<Expr>)| {
        let is_here = |part: &&BufferPart| part.dimension == at;
        match buffer.parts.iter().find(is_here) {
            Some(part) => Some(sizes.get(part.divided)?.as_constant()? + part.before + part.after),
            None => extent.as_ref()?.as_constant(),
        }
    };
    let mut extents = shape.iter().enumerate().map(extent);
    let all = extents.try_fold(1_i64, |all, extent| all.checked_mul(extent?));
    all.is_some_and(|all| all <= SMALL)
}
