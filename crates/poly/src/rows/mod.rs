//! Relations as rows of numbers: joined, and tested for simple properties, without isl.
//!
//! Assumes: joining rows before isl sees them is cheaper than isl's own operations; each step
//! counts against the budget as isl's do. Properties that rows show (`plain`) are not asked of isl.

mod join;
mod plain;
mod system;

pub use join::{Join, Sign, Term};

use crate::constraints::{Constraints, Row, constraints, map_of, matrix, rows_of};
use crate::{Context, Map, PolyError, Result, Set, raw};
use isl_rs::{BasicMap, BasicSet, DimType, Mat};
use system::{System, scaled};

/// A relation as rows, to be joined with others. Columns: parameters, left side, right side,
/// existentially quantified variables.
#[derive(Clone, Debug)]
pub struct Rows {
    pub(crate) params: usize,
    /// Coordinates of the left side.
    pub inputs: usize,
    /// Coordinates of the right side.
    pub outputs: usize,
    pub(crate) pieces: Vec<RowsPiece>,
}

/// A convex piece: all its rows hold.
#[derive(Clone, Debug)]
pub(crate) struct RowsPiece {
    /// Each is 0.
    pub(crate) equal: Vec<Row>,
    /// Each is not negative.
    pub(crate) nonnegative: Vec<Row>,
    /// Number of existentially quantified columns.
    pub(crate) exist: usize,
}

impl Rows {
    /// The rows of a relation, with the parameters of a context.
    pub fn of(map: &Map, context: &Set) -> Result<Self> {
        let model = context.raw.get_space()?;
        let aligned = map.take().align_params(model.copy()?)?;
        if !aligned.get_space()?.has_equal_params(&model)? {
            let message = "a relation with other parameters than its context";
            return Err(PolyError::Failed(message.to_string()));
        }
        let pieces = Map::own(aligned, map.context()).basic_pieces()?;
        let pieces = pieces.iter().map(RowsPiece::of).collect::<Result<_>>()?;
        let params = usize::try_from(model.dim(DimType::Param)?)?;
        let (inputs, outputs) = map.dims()?;
        Ok(Rows {
            params,
            inputs,
            outputs,
            pieces,
        })
    }

    /// Per coordinate of the right side, its value as an affine expression if the rows show that it
    /// is the same one in all pieces: the constant, then the coefficients of parameters and left
    /// side.
    pub fn shown_outputs(&self) -> Result<Vec<Option<Vec<i64>>>> {
        let systems = self.pieces.iter().map(RowsPiece::equalities);
        let systems = systems.collect::<Result<Vec<_>>>()?;
        (0..self.outputs)
            .map(|at| self.shown(at, &systems))
            .collect()
    }

    /// The value of an output that one piece shows, if the equalities of all pieces imply it.
    fn shown(&self, at: usize, systems: &[System]) -> Result<Option<Row>> {
        let first = 1 + self.params + self.inputs;
        for piece in &self.pieces {
            let Some(value) = value(&piece.equal, first, first + at) else {
                continue;
            };
            let row = is_output(value.clone(), first + at);
            let mut implied = systems.iter().map(|s| s.implies_zero(&row));
            if implied.try_fold(true, |all, one| Ok::<_, PolyError>(all && one?))? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// The relation at points that are in its domain, if the rows show it to be one affine function
    /// there: that function, without conditions on the left side. Joins of it have fewer pieces.
    pub fn as_function(&self) -> Result<Option<Rows>> {
        let first = 1 + self.params + self.inputs;
        let values = self.shown_outputs()?.into_iter().enumerate();
        let equal = values.map(|(at, value)| Some(is_output(value?, first + at)));
        let piece = |equal| RowsPiece {
            equal,
            nonnegative: Vec::new(),
            exist: 0,
        };
        let equal: Option<Vec<Row>> = equal.collect();
        Ok(equal.map(|equal| Rows {
            pieces: vec![piece(equal)],
            ..*self
        }))
    }
}

/// `value - output = 0`
fn is_output(mut value: Row, column: usize) -> Row {
    value.resize(column + 1, 0);
    value[column] = -1;
    value
}

impl RowsPiece {
    fn of(piece: &BasicMap) -> Result<Self> {
        let rows = |matrix: &Mat| rows_of(matrix)?.ok_or(PolyError::Overflow);
        let exist = usize::try_from(piece.dim(DimType::Div)?)?;
        let [equal, nonnegative] = constraints(piece)?;
        let mut nonnegative = rows(&nonnegative)?;
        if exist > 0 {
            // isl need not list the definitions of divisions among the constraints.
            let failed = || PolyError::Failed("isl_basic_map_from_local_space".to_string());
            let divisions = raw::divisions(piece.get_local_space()?).ok_or_else(failed)?;
            let [_, known] = constraints(&divisions)?;
            nonnegative.extend(rows(&known)?);
        }
        Ok(RowsPiece {
            equal: rows(&equal)?,
            nonnegative,
            exist,
        })
    }

    /// Its equalities.
    fn equalities(&self) -> Result<System> {
        let mut system = System::default();
        for row in &self.equal {
            system.add_equal(row, &|_| false)?;
        }
        Ok(system)
    }
}

fn is_about(row: &Row, columns: std::ops::Range<usize>) -> bool {
    row[columns].iter().any(|c| *c != 0)
}

/// The inequalities of a context with one piece; `None` for any other context.
fn conditions(context: &Set) -> Result<Option<Vec<Row>>> {
    if context.piece_count()? != 1 {
        return Ok(None);
    }
    let piece: BasicSet = context.raw.get_basic_set_list()?.get_basic_set(0)?;
    if piece.dim(DimType::Div)? > 0 {
        return Ok(None);
    }
    rows_of(&piece.inequalities_matrix(DimType::Cst, DimType::Param, DimType::Set, DimType::Div)?)
}

/// Whether a condition on parameters follows from one of the others alone.
fn follows(row: &[i64], known: &[Row]) -> bool {
    known.iter().any(|k| k[1..] == row[1..] && k[0] <= row[0])
}

impl Map {
    /// The relation without conditions on parameters that one of `context` implies. If others
    /// remain, it is simplified as by [`Map::gist_params`], which costs much more.
    pub fn without_known(&self, context: &Set) -> Result<Map> {
        match self.only_unknown(context)? {
            Some(map) => Ok(map),
            None => self.gist_params(context),
        }
    }

    fn only_unknown(&self, context: &Set) -> Result<Option<Map>> {
        let params = self.raw.dim(DimType::Param)?;
        let comparable = self
            .raw
            .get_space()?
            .has_equal_params(&context.raw.get_space()?)?;
        let (true, Some(known)) = (comparable, conditions(context)?) else {
            return Ok(None);
        };
        let mut pieces = Vec::new();
        for piece in self.basic_pieces()? {
            match without(self.context(), &piece, params as usize, &known)? {
                Some(piece) => pieces.push(Ok(piece)),
                None => return Ok(None),
            }
        }
        let map = map_of(self.raw.get_space()?, pieces)?;
        Ok(Some(Map::own(map, self.context())))
    }

    fn basic_pieces(&self) -> Result<Vec<BasicMap>> {
        let list = self.raw.get_basic_map_list()?;
        let pieces = (0..list.n_basic_map()?).map(|k| Ok(list.get_basic_map(k)?));
        pieces.collect()
    }
}

/// The value of a column in terms of those before `first`.
fn value(equal: &[Row], first: usize, column: usize) -> Option<Row> {
    let row = equal.iter().find(|row| {
        matches!(row[column], 1 | -1)
            && !is_about(row, first..column)
            && !is_about(row, column + 1..row.len())
    })?;
    let sign = if row[column] > 0 { -1 } else { 1 };
    scaled(&row[..first].to_vec(), sign).ok()
}

/// The constraints of a piece without known conditions on parameters; `None` if other such
/// conditions remain, or if it has divisions.
fn without(
    ctx: &Context,
    piece: &BasicMap,
    params: usize,
    known: &[Row],
) -> Result<Option<Constraints>> {
    if piece.dim(DimType::Div)? > 0 {
        return Ok(None);
    }
    let [equal, nonnegative] = constraints(piece)?;
    let columns = usize::try_from(equal.cols()?)?;
    let (Some(equalities), Some(mut rows)) = (rows_of(&equal)?, rows_of(&nonnegative)?) else {
        return Ok(None);
    };
    let is_open = |row: &Row| !is_about(row, params + 1..columns);
    rows.retain(|row| !(is_open(row) && follows(&row[..=params], known)));
    if equalities.iter().any(is_open) || rows.iter().any(is_open) {
        return Ok(None);
    }
    Ok(Some([equal, matrix(ctx, &rows, columns)?]))
}

#[cfg(test)]
mod tests {
    use super::Rows;
    use crate::{Context, Map, PolyError, Set};

    fn check_unknown(map: &str, context: &str, is_quick: bool) {
        let ctx = Context::new();
        let map = Map::parse(&ctx, map).unwrap();
        let context = Set::parse(&ctx, context).unwrap();
        let quick = map.only_unknown(&context).unwrap();
        assert_eq!(quick.is_some(), is_quick, "{map}");
        let less = map.without_known(&context).unwrap();
        assert!(less.is_equal(&map.gist_params(&context).unwrap()).unwrap());
        let inside = |m: &Map| m.intersect_params(&context).unwrap();
        assert!(inside(&less).is_equal(&inside(&map)).unwrap());
    }

    #[test]
    fn conditions_of_the_context_go() {
        let context = "[N, M] -> { : N > 0 and M > 2 }";
        let check = |map, is_quick| check_unknown(map, context, is_quick);
        check(
            "[N, M] -> { S[i] -> A[i + N] : N > 0 and M > 1 and 0 <= i < M }",
            true,
        );
        check("[N, M] -> { S[i] -> A[0] : 0 <= i < M }", true);
        check(
            "[N, M] -> { S[i] -> A[i] : M > 0 and i > N or M > 0 and i < 0 }",
            true,
        );
        check("[N, M] -> { S[i] -> A[i] : M > 3 and i > N }", false);
        check("[N, M] -> { S[i] -> A[i] : N + M > 3 and i > N }", false);
        check("[N, M] -> { S[i] -> A[i] : N = 7 }", false);
        check("[N, M] -> { S[i] -> A[i] : N > 0 and i % 2 = 0 }", false);
        check_unknown(
            "[M, N] -> { S[i] -> A[i] : N > 0 and M > 2 and i > M }",
            context,
            false,
        );
    }

    #[test]
    fn values_of_outputs_are_shown() {
        let check = |text: &str, expected: &[Option<&[i64]>]| {
            let ctx = Context::new();
            let map = Map::parse(&ctx, text).unwrap();
            let shown = Rows::of(&map, &map.params().unwrap()).unwrap();
            let shown = shown.shown_outputs().unwrap();
            let shown: Vec<Option<&[i64]>> = shown.iter().map(Option::as_deref).collect();
            assert_eq!(shown, expected, "{text}");
        };
        check(
            "[N] -> { S[i] -> [i + N, 5, a, 2*i] : 0 <= a < i }",
            &[Some(&[0, 1, 1]), Some(&[5, 0, 0]), None, Some(&[0, 0, 2])],
        );
        check(
            "{ S[i] -> [i - 1, 0] : i > 5; S[i] -> [i - 1, 1] : i < 0 }",
            &[Some(&[-1, 1]), None],
        );
        check(
            "{ S[i, j] -> [i, j] : i = 0; S[i, j] -> [i, j] : j = 0 < i }",
            &[Some(&[0, 1, 0]), Some(&[0, 0, 1])],
        );
        check("{ S[i] -> [a] : 2*a = i }", &[None]);
        check("{ S[i] -> [a, a + 1] : 0 <= a < i }", &[None, None]);
    }

    /// Reading numbers from isl takes operations, too.
    #[test]
    fn used_up_budgets_are_named() {
        let ctx = Context::new();
        let map = Map::parse(
            &ctx,
            "[N] -> { S[i, j] -> A[i + j, N - i] : 0 <= i, j < N }",
        )
        .unwrap();
        let context = Set::parse(&ctx, "[N] -> { : N > 0 }").unwrap();
        let read = |operations| {
            ctx.start_budget(operations);
            let rows = Rows::of(&map, &context);
            ctx.start_budget(0);
            rows.map(|rows| rows.pieces.len())
        };
        assert_eq!(read(1), Err(PolyError::Budget));
        let mut budgets = (1..100_000).skip_while(|budget| match read(*budget) {
            Ok(pieces) => pieces != 1,
            Err(error) => {
                assert_eq!(error, PolyError::Budget, "{budget} operations");
                true
            }
        });
        assert!(budgets.next().is_some());
    }
}
