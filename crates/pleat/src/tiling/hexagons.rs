//! Hexagonal tiles of several time steps, where the user asks for them.

use super::TiledNest;
use super::buffers;
use super::plans::Planner;
use crate::options::TileShape;
use poly::Expr;
use schedule::{NoHexagons, TileRequest, TileUnit};
use source::Edits;
use tile::{Nest, Shape, Sharing};

/// A nest in hexagonal tiles, or why it has none, as a sentence; `None` if it should have none.
pub(super) fn tiles(
    planner: &Planner<'_>,
    nest: &Nest,
    units: &[TileUnit],
    sizes: &[Option<Expr>],
) -> Result<(Edits, TiledNest), Option<String>> {
    let options = planner.options;
    if options.shape == TileShape::Parallelogram {
        return Err(None);
    }
    let fail = |reason: &str| Some(reason.to_string());
    let mut sizes = sizes.to_vec();
    if options.shape == TileShape::Diamond {
        // Its second size follows from the first one.
        sizes.resize(sizes.len().max(2), None);
        sizes[1] = Some(Expr::constant(0));
    }
    let number = |at: usize| sizes.get(at)?.as_ref()?.as_constant();
    let (Some(height), Some(width)) = (number(0), number(1)) else {
        return Err(fail("the sizes of the outer two loops are no numbers"));
    };
    let request = TileRequest {
        outer: nest.outer.len(),
        dims: sizes.len(),
        may_skew: true,
        is_near: true,
    };
    let found = schedule::hexagons(&planner.usual.system, units, &request);
    let found = found.map_err(|_| fail("its dependences are too many"))?;
    let found = found.ok_or_else(|| fail("a counter starts at no sum of sizes"))?;
    let found = found.map_err(|why| match why {
        NoHexagons::NoSteps => fail("the outer loop is not one over steps"),
        NoHexagons::Ordered => fail("iterations of a step depend on each other"),
        NoHexagons::Far => fail("a value moves too far in one step"),
        NoHexagons::Upright => None,
    })?;
    let least = found.slope * height;
    let half = match options.shape {
        TileShape::Diamond => least,
        _ => least.max((width + 1) / 2),
    };
    sizes[1] = Some(Expr::constant(2 * half));
    let sharing = match options.is_threaded {
        true => Sharing::Dimension(1),
        false => Sharing::None,
    };
    let written = |arrays: &[tile::BufferedArray]| -> Result<(Edits, TiledNest), String> {
        let shape = Shape::Hexagons(&found, arrays);
        let written = planner.written(nest, units, (&sizes, sharing), shape);
        written.map_err(|stays| stays.reason)
    };
    let mut no_buffers = None;
    let mut done = None;
    if options.has_buffers {
        let shape = Shape::Hexagons(&found, &[]);
        let arrays = buffers::buffers(planner, nest, units, (&sizes, sharing), shape);
        match arrays.and_then(|arrays| written(&arrays)) {
            Ok(tiles) => done = Some(tiles),
            Err(why) => no_buffers = Some(why),
        }
    }
    let (edits, tiled) = match done {
        Some(tiles) => tiles,
        None => written(&[])?,
    };
    let full = units.iter().position(|unit| unit.is_full).unwrap_or(0);
    let mut forms = found.bands.forms[full].clone();
    let place = &found.units[full].place;
    forms[1] = place.clone() - Expr::constant(place.constant_part());
    let divided = forms.into_iter().zip(&sizes);
    let forms = divided.filter(|(_, size)| size.is_some());
    Ok((
        edits,
        TiledNest {
            shape: options.shape,
            forms: forms.map(|(form, _)| form).collect(),
            no_buffers,
            ..tiled
        },
    ))
}
