//! Hexagonal tiles of several time steps, where the user asks for them.

use super::TiledNest;
use super::plans::Planner;
use super::written::Tiling;
use crate::options::TileShape;
use poly::Expr;
use schedule::{Hexagons, NoHexagons, TileRequest, TileUnit};
use source::Edits;
use tile::{Nest, Shape};

/// The forms of hexagonal tiles of some loops of a nest.
pub(super) fn forms(
    planner: &Planner<'_>,
    nest: &Nest,
    units: &[TileUnit],
    dims: usize,
) -> poly::Result<Option<Result<Hexagons, NoHexagons>>> {
    let request = TileRequest {
        outer: nest.outer.len(),
        dims,
        may_skew: true,
        is_near: true,
    };
    schedule::hexagons(&planner.usual.system, units, &request)
}

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
    let found = forms(planner, nest, units, sizes.len());
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
    let written = planner.with_buffers(&Tiling {
        nest,
        units,
        sizes: &sizes,
        sharing: planner.shared(1),
        shape: Shape::Hexagons(&found, &[]),
    });
    let (edits, tiled) = written.map_err(|stays| stays.reason)?;
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
            ..tiled
        },
    ))
}
