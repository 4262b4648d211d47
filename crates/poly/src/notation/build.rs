//! From constraints to isl objects.

use super::read::{Piece, Reading, Tuple};
use crate::rows::matrix;
use crate::{Context, PolyError, Result};
use isl_rs::{BasicMap, BasicSet, DimType, Mat, Space};

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
    let one = |piece: &Piece| {
        let (equal, nonnegative) = matrices(ctx, reading, piece)?;
        let piece = BasicSet::from_constraint_matrices(
            space.copy()?,
            equal,
            nonnegative,
            DimType::Cst,
            DimType::Param,
            DimType::Set,
            DimType::Div,
        )?;
        Ok(isl_rs::Set::from_basic_set(piece)?)
    };
    match united(reading, one, |all, piece| Ok(all.union(piece)?))? {
        Some(all) => Ok(all),
        None => Ok(isl_rs::Set::empty(space)?),
    }
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
    let one = |piece: &Piece| {
        let (equal, nonnegative) = matrices(ctx, reading, piece)?;
        let piece = BasicMap::from_constraint_matrices(
            space.copy()?,
            equal,
            nonnegative,
            DimType::Cst,
            DimType::Param,
            DimType::In,
            DimType::Out,
            DimType::Div,
        )?;
        Ok(isl_rs::Map::from_basic_map(piece)?)
    };
    match united(reading, one, |all, piece| Ok(all.union(piece)?))? {
        Some(all) => Ok(all),
        None => Ok(isl_rs::Map::empty(space)?),
    }
}

/// The union of all pieces; `None` of none.
fn united<T>(
    reading: &Reading,
    one: impl Fn(&Piece) -> Result<T>,
    union: impl Fn(T, T) -> Result<T>,
) -> Result<Option<T>> {
    let mut pieces = reading.pieces.iter().map(one);
    let Some(first) = pieces.next() else {
        return Ok(None);
    };
    pieces
        .try_fold(first?, |all, piece| union(all, piece?))
        .map(Some)
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

/// Equalities and inequalities, one row each; the constant is the first column.
fn matrices(ctx: &Context, reading: &Reading, piece: &Piece) -> Result<(Mat, Mat)> {
    let dims = |tuple: &Option<Tuple>| tuple.as_ref().map_or(0, |t| t.coordinates.len());
    let columns =
        1 + reading.params.len() + dims(&reading.input) + dims(&reading.output) + reading.exist;
    Ok((
        matrix(ctx, &piece.equal, columns)?,
        matrix(ctx, &piece.nonnegative, columns)?,
    ))
}
