//! Builds isl objects from constraints.

use super::read::{Reading, Tuple};
use crate::constraints::{Constraints, Row, map_of, matrix, set_of};
use crate::{Context, PolyError, Result};
use isl_rs::{DimType, Space};

pub(super) fn set(ctx: &Context, reading: &Reading) -> Result<isl_rs::Set> {
    let mut space = match &reading.output {
        None => Space::params_alloc(ctx.raw(), count(reading.params.len())?)?,
        Some(tuple) => Space::set_alloc(
            ctx.raw(),
            count(reading.params.len())?,
            count(tuple.coordinates.len())?,
        )?,
    };
    space = with_params(space, reading)?;
    if let Some(tuple) = &reading.output {
        space = with_tuple(space, DimType::Set, tuple)?;
    }
    set_of(space, pieces(ctx, reading))
}

pub(super) fn map(ctx: &Context, reading: &Reading) -> Result<isl_rs::Map> {
    let dims = |tuple: &Option<Tuple>| tuple.as_ref().map_or(0, |t| t.coordinates.len());
    let mut space = Space::alloc(
        ctx.raw(),
        count(reading.params.len())?,
        count(dims(&reading.input))?,
        count(dims(&reading.output))?,
    )?;
    space = with_params(space, reading)?;
    for (side, tuple) in [
        (DimType::In, &reading.input),
        (DimType::Out, &reading.output),
    ] {
        if let Some(tuple) = tuple {
            space = with_tuple(space, side, tuple)?;
        }
    }
    map_of(space, pieces(ctx, reading))
}

fn count(n: usize) -> Result<u32> {
    u32::try_from(n).map_err(|_| PolyError::Overflow)
}

fn with_params(mut space: Space, reading: &Reading) -> Result<Space> {
    for (at, name) in reading.params.iter().enumerate() {
        space = space.set_dim_name(DimType::Param, count(at)?, name)?;
    }
    Ok(space)
}

fn with_tuple(mut space: Space, side: DimType, tuple: &Tuple) -> Result<Space> {
    if let Some(name) = &tuple.name {
        space = space.set_tuple_name(side, name)?;
    }
    for (at, name) in tuple.coordinates.iter().enumerate() {
        if let Some(name) = name {
            space = space.set_dim_name(side, count(at)?, name)?;
        }
    }
    Ok(space)
}

fn pieces(ctx: &Context, reading: &Reading) -> impl Iterator<Item = Result<Constraints>> {
    let dims = |tuple: &Option<Tuple>| tuple.as_ref().map_or(0, |t| t.coordinates.len());
    let columns =
        1 + reading.params.len() + dims(&reading.input) + dims(&reading.output) + reading.exist;
    let rows = move |rows: &[Row]| matrix(ctx, rows, columns);
    let pieces = reading.pieces.iter();
    pieces.map(move |piece| Ok([rows(&piece.equal)?, rows(&piece.nonnegative)?]))
}
