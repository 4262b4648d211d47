//! Converts between rows of numbers and isl's sets and relations.

use crate::{Context, PolyError, Result};
use isl_rs::{BasicMap, BasicSet, DimType, LibISLError, Mat, Space};

/// Coefficients of an affine expression: the constant, then one per column; missing columns at the
/// end are 0.
pub(crate) type Row = Vec<i64>;

/// The constraints of a piece, one row each: the equalities, then the inequalities (not negative).
pub(crate) type Constraints = [Mat; 2];

/// The rows as a matrix of isl.
pub(crate) fn matrix(ctx: &Context, rows: &[Row], columns: usize) -> Result<Mat> {
    let count = |n: usize| u32::try_from(n).map_err(|_| PolyError::Overflow);
    let mut matrix = Mat::alloc(ctx.raw(), count(rows.len())?, count(columns)?)?;
    for (r, row) in rows.iter().enumerate() {
        for c in 0..columns {
            let value = row.get(c).copied().unwrap_or(0);
            matrix = match i32::try_from(value) {
                Ok(value) => matrix.set_element_si(r as i32, c as i32, value)?,
                Err(_) => {
                    let value = isl_rs::Val::int_from_si(ctx.raw(), value)?;
                    matrix.set_element_val(r as i32, c as i32, value)?
                }
            };
        }
    }
    Ok(matrix)
}

/// The rows of a matrix; `None` if a number does not fit.
pub(crate) fn rows_of(matrix: &Mat) -> Result<Option<Vec<Row>>> {
    let number = |r, c| Ok(matrix.get_element_val(r, c)?.get_num_si().ok());
    let columns = matrix.cols()?;
    let row = |r| (0..columns).map(|c| number(r, c)).collect();
    (0..matrix.rows()?).map(row).collect()
}

/// The constraints of a piece of a relation. Columns: constant, parameters, left side, right side,
/// divisions.
pub(crate) fn constraints(piece: &BasicMap) -> Result<Constraints> {
    use DimType::{Cst, Div, In, Out, Param};
    Ok([
        piece.equalities_matrix(Cst, Param, In, Out, Div)?,
        piece.inequalities_matrix(Cst, Param, In, Out, Div)?,
    ])
}

/// The piece of a relation with these constraints, with columns as from [`constraints`].
pub(crate) fn basic_map(space: Space, [equal, nonnegative]: Constraints) -> Result<BasicMap> {
    Ok(BasicMap::from_constraint_matrices(
        space,
        equal,
        nonnegative,
        DimType::Cst,
        DimType::Param,
        DimType::In,
        DimType::Out,
        DimType::Div,
    )?)
}

/// The relation with these pieces.
pub(crate) fn map_of(
    space: Space,
    pieces: impl IntoIterator<Item = Result<Constraints>>,
) -> Result<isl_rs::Map> {
    let one = |piece: Result<Constraints>| -> Result<isl_rs::Map> {
        Ok(isl_rs::Map::from_basic_map(basic_map(
            space.copy()?,
            piece?,
        )?)?)
    };
    match union_of(pieces.into_iter().map(one), isl_rs::Map::union)? {
        Some(all) => Ok(all),
        None => Ok(isl_rs::Map::empty(space)?),
    }
}

/// The set with these pieces. Columns: constant, parameters, coordinates, existentially quantified
/// variables.
pub(crate) fn set_of(
    space: Space,
    pieces: impl IntoIterator<Item = Result<Constraints>>,
) -> Result<isl_rs::Set> {
    let one = |piece: Result<Constraints>| -> Result<isl_rs::Set> {
        let [equal, nonnegative] = piece?;
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
    match union_of(pieces.into_iter().map(one), isl_rs::Set::union)? {
        Some(all) => Ok(all),
        None => Ok(isl_rs::Set::empty(space)?),
    }
}

/// The union of some sets; `None` if there are none.
fn union_of<T>(
    mut pieces: impl Iterator<Item = Result<T>>,
    union: impl Fn(T, T) -> std::result::Result<T, LibISLError>,
) -> Result<Option<T>> {
    let Some(first) = pieces.next() else {
        return Ok(None);
    };
    let all: Result<T> = pieces.try_fold(first?, |all, piece| Ok(union(all, piece?)?));
    all.map(Some)
}

/// isl's space of vectors with `dims` coordinates.
pub(crate) fn vectors(ctx: &Context, dims: usize) -> Result<isl_rs::Space> {
    let dims = u32::try_from(dims).map_err(|_| PolyError::Overflow)?;
    Ok(isl_rs::Space::set_alloc(ctx.raw(), 0, dims)?)
}
