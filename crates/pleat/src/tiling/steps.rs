//! Overlapped tiles of several time steps, which work on copies of arrays: where the user asks for
//! them, or where threads would find few tiles of a wavefront at a time.

use super::plans::Planner;
use super::written::Tiling;
use super::{TiledNest, hexagons};
use crate::budget::HALOS;
use crate::options::TileOverlap;
use poly::Expr;
use schedule::{NoSteps, StepCopy, Steps, TileUnit};
use scop::{ArrayId, Scop};
use source::Edits;
use tile::{CopiedArray, Nest, Shape};

/// Wavefronts of fewer tiles are left to overlapped tiles.
const FEW_TILES: i64 = 4;

/// A nest in overlapped tiles of several steps, or why it has none, as a sentence; `None` if it
/// should have none.
pub(super) fn tiles(
    planner: &Planner<'_>,
    nest: &Nest,
    units: &[TileUnit],
    sizes: &[Option<Expr>],
) -> Result<(Edits, TiledNest), Option<String>> {
    let options = planner.options;
    let is_wanted = match options.overlap {
        TileOverlap::None | TileOverlap::Iterations => false,
        TileOverlap::Auto => options.is_threaded && has_few_steps(nest, sizes),
        TileOverlap::Steps => true,
    };
    let sizes = sizes.get(..nest.depth()).unwrap_or(sizes);
    let levels = sizes.iter().enumerate().skip(1);
    let levels: Vec<usize> = levels
        .filter_map(|(at, size)| size.as_ref().map(|_| at))
        .collect();
    if !is_wanted || levels.is_empty() {
        return Err(None);
    }
    let first = sizes.first().and_then(Option::as_ref);
    let Some(count) = first.and_then(Expr::as_constant) else {
        return Err(Some("the number of steps is no number".to_string()));
    };
    let scop = &planner.usual.system.scop;
    let found = scop.ctx.attempt(HALOS, || {
        schedule::steps(&planner.usual.system, units, nest.outer.len(), &levels)
    });
    let found = found.ok().flatten();
    let found = found.ok_or_else(|| "its dependences are too many".to_string())?;
    let found = match found {
        Ok(found) => found,
        Err(why @ (NoSteps::Beside(_) | NoSteps::Undivided(_))) => {
            let rows = trapezoids(planner, nest, units, sizes);
            return rows.ok_or_else(|| Some(planner.no_steps(why)));
        }
        Err(why) => return Err(Some(planner.no_steps(why))),
    };
    let arrays: Vec<CopiedArray> = { found.copies.iter() }
        .map(|copy| copied(scop, copy))
        .collect();
    let written = planner.written(&Tiling {
        nest,
        units,
        sizes,
        sharing: planner.shared(1),
        shape: Shape::Steps(&found, &arrays),
    });
    let (edits, tiled) = written.map_err(|stays| stays.reason)?;
    let counters = nest.longest_counters();
    let forms = sizes
        .iter()
        .zip(&counters)
        .filter(|(size, _)| size.is_some());
    let forms = forms.map(|(_, counter)| Expr::var(counter)).collect();
    let again = again(&found, count);
    Ok((
        edits,
        TiledNest {
            forms,
            again,
            ..tiled
        },
    ))
}

/// The same for arrays that have a row for each step: a tile loads rows from before its steps, and
/// stores the elements in its range.
fn trapezoids(
    planner: &Planner<'_>,
    nest: &Nest,
    units: &[TileUnit],
    sizes: &[Option<Expr>],
) -> Option<(Edits, TiledNest)> {
    let [Some(steps), Some(_)] = sizes else {
        return None;
    };
    let found = hexagons::forms(planner, nest, units, 2).ok()??.ok()?;
    let tiles = planner.buffered(&Tiling {
        nest,
        units,
        sizes,
        sharing: planner.shared(1),
        shape: Shape::Trapezoids(&found, &[]),
    });
    let (edits, tiled) = tiles.ok()?;
    let counters = nest.longest_counters().into_iter().take(2);
    Some((
        edits,
        TiledNest {
            forms: counters.map(Expr::var).collect(),
            again: found.slope * (steps.as_constant()? - 1) + found.latest(),
            ..tiled
        },
    ))
}

/// A parameter in the spelling of the text.
pub(super) fn spelling(scop: &Scop, name: &str) -> Option<Expr> {
    let mut params = scop.params.iter();
    let found = params.find(|p| p.name == name);
    found.map(|p| Expr::var(&p.spelling))
}

/// The extents of an array in the spelling of parameters.
pub(super) fn spelled_extents(scop: &Scop, array: ArrayId) -> Vec<Option<Expr>> {
    let extents = scop.array(array).shape.iter();
    let spelled = |extent: &Expr| extent.substitute(&|name| spelling(scop, name));
    extents.map(|e| e.as_ref().map(spelled)).collect()
}

/// A copied array, with extents in the spelling of parameters.
fn copied(scop: &Scop, copy: &StepCopy) -> CopiedArray {
    CopiedArray {
        name: scop.array(copy.array).name.clone(),
        extents: spelled_extents(scop, copy.array),
        copy: copy.clone(),
    }
}

/// Whether the loop over steps has few tiles, as far as that is known.
fn has_few_steps(nest: &Nest, sizes: &[Option<Expr>]) -> bool {
    let count = nest.longest_counts().into_iter().next().flatten();
    let size = sizes.first().and_then(|size| size.as_ref()?.as_constant());
    let few = count.and_then(|count| Some(count.as_constant()? < FEW_TILES * size?));
    few.unwrap_or(false)
}

/// The iterations that the first step of a tile computes beside it, on either side.
fn again(steps: &Steps, count: i64) -> i64 {
    let levels = steps.slopes.iter().enumerate();
    let widest = levels.map(|(divided, slope)| {
        let last = steps.halos.iter().map(|own| own[divided]);
        let last = last
            .map(|halo| halo.before.max(halo.after))
            .max()
            .unwrap_or(0);
        last + (count - 1) * slope.before.max(slope.after)
    });
    widest.max().unwrap_or(0)
}
