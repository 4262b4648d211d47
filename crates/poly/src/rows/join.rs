//! Joins of relations by the rows of their pieces: `{ v -> x }`, `{ w -> y }` and conditions on any
//! of their coordinates become one set or relation at the end. isl is asked only then.

use super::Rows;
use super::system::System;
use crate::constraints::{Constraints, Row, map_of, matrix, set_of};
use crate::{Map, PolyError, Result, Set};
use isl_rs::{DimType, Space};

/// The cost of adding a row to a conjunction, in operations of isl.
const OPERATIONS_PER_ROW: usize = 4;

/// How many other pieces each piece is compared with.
const MOST_COMPARED: usize = 50;

/// A coordinate in a join, or a number in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// The coordinate in this column.
    Column(usize),
    /// A number.
    Number(i64),
}

/// How two terms compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The first is less.
    Less,
    /// They are equal.
    Equal,
}

/// A union of conjunctions over some coordinates that are kept, and others that are existentially
/// quantified.
#[derive(Clone, Debug)]
pub struct Join {
    context: Set,
    params: usize,
    kept: usize,
    width: usize,
    pieces: Vec<System>,
}

impl Join {
    /// All points of this many kept coordinates, with the parameters of a context.
    pub fn new(context: &Set, kept: usize) -> Result<Self> {
        let params = usize::try_from(context.raw.dim(DimType::Param)?)?;
        Ok(Join {
            context: context.clone(),
            params,
            kept,
            width: 1 + params + kept,
            pieces: vec![System::default()],
        })
    }

    /// The coordinates that are kept.
    pub fn kept(&self) -> Vec<Term> {
        let first = 1 + self.params;
        (first..first + self.kept).map(Term::Column).collect()
    }

    /// Adds coordinates that are existentially quantified.
    pub fn more(&mut self, count: usize) -> Vec<Term> {
        let first = self.width;
        self.width += count;
        (first..self.width).map(Term::Column).collect()
    }

    /// Whether the rows show that there is no point.
    pub fn is_plainly_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Removes the pieces whose rows show that all kept coordinates are 0.
    pub fn without_zero(mut self) -> Self {
        let kept = 1 + self.params..1 + self.params + self.kept;
        let is_zero = |piece: &System| kept.clone().all(|column| piece.is_zero(column));
        self.pieces.retain(|piece| !is_zero(piece));
        self
    }

    pub(crate) fn pieces(&self) -> &[System] {
        &self.pieces
    }

    /// The pieces, without those whose rows show that another contains them.
    fn largest(&self) -> Result<Vec<&System>> {
        let goes = |column| self.goes(column);
        let mut largest: Vec<&System> = Vec::new();
        for piece in &self.pieces {
            let mut is_inside = false;
            for other in largest.iter().take(MOST_COMPARED) {
                is_inside |= piece.is_inside(other, &goes)?;
            }
            if is_inside {
                continue;
            }
            let mut kept = Vec::with_capacity(largest.len() + 1);
            for (at, other) in largest.into_iter().enumerate() {
                if at >= MOST_COMPARED || !other.is_inside(piece, &goes)? {
                    kept.push(other);
                }
            }
            kept.push(piece);
            largest = kept;
        }
        Ok(largest)
    }

    /// Keeps the points for which `a` and `b` are not equal.
    pub(crate) fn and_differ(&mut self, a: &[Term], b: &[Term]) -> Result<()> {
        let sides = a.iter().zip(b);
        let cases = sides.flat_map(|(a, b)| {
            let less = |a: &Term, b: &Term| vec![(*a, Sign::Less, *b)];
            [less(a, b), less(b, a)]
        });
        self.and_any(&cases.collect::<Vec<_>>())
    }

    /// Keeps the points for which `from -> to` is in a relation.
    pub fn and(&mut self, relation: &Rows, from: &[Term], to: &[Term]) -> Result<()> {
        let exist = relation.pieces.iter().map(|p| p.exist).max().unwrap_or(0);
        let exist = self.more(exist);
        let params = (1..=self.params).map(Term::Column);
        let columns = params.chain(from.iter().chain(to).chain(&exist).copied());
        let columns: Vec<Term> = std::iter::once(Term::Number(1)).chain(columns).collect();
        let placed = |row: &Row| self.placed(row, &columns);
        let place = |rows: &[Row]| rows.iter().map(placed).collect::<Result<Vec<_>>>();
        let mut cases = Vec::new();
        for piece in &relation.pieces {
            cases.push((place(&piece.equal)?, place(&piece.nonnegative)?));
        }
        self.and_rows(&cases)
    }

    /// Keeps the points for which one of the cases holds: all its comparisons.
    pub fn and_any(&mut self, cases: &[Vec<(Term, Sign, Term)>]) -> Result<()> {
        let mut rows = Vec::new();
        for case in cases {
            let (mut equal, mut nonnegative) = (Vec::new(), Vec::new());
            for (a, sign, b) in case {
                match sign {
                    Sign::Equal => equal.push(self.sum(0, &[(1, *b), (-1, *a)])?),
                    Sign::Less => nonnegative.push(self.sum(-1, &[(1, *b), (-1, *a)])?),
                }
            }
            rows.push((equal, nonnegative));
        }
        self.and_rows(&rows)
    }

    /// Adds the points of another join that keeps as many coordinates.
    pub fn or(&mut self, other: Join) {
        self.width = self.width.max(other.width);
        self.pieces.extend(other.pieces);
    }

    /// Keeps the points for which one of the cases holds: its equalities and inequalities.
    fn and_rows(&mut self, cases: &[(Vec<Row>, Vec<Row>)]) -> Result<()> {
        let first = 1 + self.params + self.kept;
        let goes = move |column: usize| column >= first;
        let ctx = self.context.context();
        let mut pieces = Vec::new();
        for piece in &self.pieces {
            for (equal, nonnegative) in cases {
                ctx.spend((1 + equal.len() + nonnegative.len()) * OPERATIONS_PER_ROW)?;
                let mut piece = piece.clone();
                for row in equal {
                    piece.add_equal(row, &goes)?;
                }
                for row in nonnegative {
                    piece.add_nonnegative(row, &goes)?;
                }
                if !piece.is_empty() {
                    pieces.push(piece);
                }
            }
        }
        self.pieces = pieces;
        Ok(())
    }

    /// A row of a relation with other columns.
    fn placed(&self, row: &Row, columns: &[Term]) -> Result<Row> {
        let terms = row.iter().copied().zip(columns.iter().copied());
        let terms: Vec<(i64, Term)> = terms.filter(|(c, _)| *c != 0).collect();
        self.sum(0, &terms)
    }

    fn sum(&self, constant: i64, terms: &[(i64, Term)]) -> Result<Row> {
        let mut row = vec![0; self.width];
        row[0] = constant;
        for (factor, term) in terms {
            let (column, value) = match term {
                Term::Column(column) => (*column, Some(*factor)),
                Term::Number(number) => (0, factor.checked_mul(*number)),
            };
            let sum = value.and_then(|value| row[column].checked_add(value));
            row[column] = sum.ok_or(PolyError::Overflow)?;
        }
        Ok(row)
    }

    /// `{ [x - y] }`, where the first half of the kept coordinates is `x`, the other `y`.
    pub fn differences(&self) -> Result<Join> {
        let dims = self.kept / 2;
        let mut all = Join::new(&self.context, dims)?;
        let difference = all.kept();
        let columns = all.more(self.kept);
        let (x, y) = columns.split_at(dims);
        for ((d, x), y) in difference.iter().zip(x).zip(y) {
            let row = all.sum(0, &[(1, *d), (-1, *x), (1, *y)])?;
            all.and_rows(&[(vec![row], Vec::new())])?;
        }
        let exist = all.more(self.width - 1 - self.params - self.kept);
        let params = (1..=self.params).map(Term::Column);
        let columns = params.chain(columns).chain(exist);
        let columns: Vec<Term> = std::iter::once(Term::Number(1)).chain(columns).collect();
        let mut cases = Vec::new();
        for piece in &self.pieces {
            let (equal, nonnegative) = piece.rows(&|column| self.goes(column));
            let place = |rows: &[Row]| rows.iter().map(|row| all.placed(row, &columns)).collect();
            let (equal, nonnegative): (Result<Vec<_>>, Result<Vec<_>>) =
                (place(&equal), place(&nonnegative));
            cases.push((equal?, nonnegative?));
        }
        all.and_rows(&cases)?;
        let first = 1 + all.params + all.kept;
        for piece in &mut all.pieces {
            piece.eliminate(&|column| column >= first)?;
        }
        all.pieces.retain(|piece| !piece.is_empty());
        Ok(all)
    }

    /// Whether a condition remains on a quantified coordinate: some integers may be missing between
    /// the points.
    pub fn may_have_gaps(&self) -> bool {
        let goes = |column| self.goes(column);
        self.pieces.iter().any(|piece| {
            let (equal, nonnegative) = piece.rows(&goes);
            let mut rows = equal.iter().chain(&nonnegative);
            rows.any(|row| (0..row.len()).any(|c| row[c] != 0 && goes(c)))
        })
    }

    /// Whether a column is existentially quantified.
    pub(crate) fn goes(&self, column: usize) -> bool {
        column > self.params + self.kept
    }

    /// The points as a set without a name.
    pub fn set(&self) -> Result<Set> {
        let space = self.context.raw.get_space()?.set_from_params()?;
        let space = space.add_dims(DimType::Set, u32::try_from(self.kept)?)?;
        let all = set_of(space, self.constraints()?)?;
        Ok(Set::own(all, self.context.context()))
    }

    /// The points as pairs, from the left sides of one relation to those of another.
    pub fn map(&self, from: &Map, to: &Map) -> Result<Map> {
        let space = |of: &Map| -> Result<Space> {
            let space = of.raw.get_space()?.domain()?;
            Ok(space.align_params(self.context.raw.get_space()?)?)
        };
        let space = space(from)?.map_from_domain_and_range(space(to)?)?;
        let all = map_of(space, self.constraints()?)?;
        Ok(Map::own(all, self.context.context()))
    }

    fn constraints(&self) -> Result<impl Iterator<Item = Result<Constraints>>> {
        let pieces = self.largest()?.into_iter();
        Ok(pieces.map(|piece| self.constraints_of(piece)))
    }

    /// The constraints of a piece, with only those quantified columns that it uses.
    fn constraints_of(&self, piece: &System) -> Result<Constraints> {
        let (equal, nonnegative) = piece.rows(&|column| self.goes(column));
        let first = 1 + self.params + self.kept;
        let is_used = |column: &usize| {
            let mut rows = equal.iter().chain(&nonnegative);
            rows.any(|row| row.get(*column).is_some_and(|c| *c != 0))
        };
        let columns: Vec<usize> = (0..first)
            .chain((first..self.width).filter(is_used))
            .collect();
        let narrow = |rows: &[Row]| -> Vec<Row> {
            let at = |row: &Row, c: usize| row.get(c).copied().unwrap_or(0);
            rows.iter()
                .map(|row| columns.iter().map(|c| at(row, *c)).collect())
                .collect()
        };
        let of = |rows: &[Row]| matrix(self.context.context(), &narrow(rows), columns.len());
        Ok([of(&equal)?, of(&nonnegative)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Context;

    fn context(ctx: &Context) -> Set {
        Set::parse(ctx, "[N] -> { : N > 0 }").unwrap()
    }

    fn rows(ctx: &Context, text: &str) -> (Map, Rows) {
        let map = Map::parse(ctx, text).unwrap();
        let rows = Rows::of(&map, &context(ctx)).unwrap();
        (map, rows)
    }

    /// The pairs of a relation.
    fn pairs(ctx: &Context, text: &str) -> (Map, Join) {
        let (map, rows) = rows(ctx, text);
        let mut join = Join::new(&context(ctx), rows.inputs + rows.outputs).unwrap();
        let kept = join.kept();
        let (from, to) = kept.split_at(rows.inputs);
        join.and(&rows, from, to).unwrap();
        (map, join)
    }

    /// Pairs `{ v -> w }` that meet in `x`, by rows and by isl.
    fn check_meeting(v: &str, w: &str) {
        let ctx = Context::new();
        let ((v, from), (w, to)) = (rows(&ctx, v), rows(&ctx, w));
        let mut join = Join::new(&context(&ctx), from.inputs + to.inputs).unwrap();
        let kept = join.kept();
        let x = join.more(from.outputs);
        join.and(&from, &kept[..from.inputs], &x).unwrap();
        join.and(&to, &kept[from.inputs..], &x).unwrap();
        let found = join.map(&v, &w).unwrap();
        let expected = v.apply_range(&w.reverse().unwrap()).unwrap();
        assert!(found.is_equal(&expected).unwrap(), "{found} and {expected}");
        let apart = from.is_plainly_apart(&to, &context(&ctx)).unwrap();
        assert!(!apart || expected.is_empty().unwrap());
    }

    #[test]
    fn joins_are_compositions() {
        let check = check_meeting;
        check(
            "[N] -> { V[i, j] -> A[i - j] : 0 <= i < N }",
            "{ W[k] -> A[2*k] : k > 0 }",
        );
        check(
            "{ V[i] -> A[i, 3] }",
            "[N] -> { W[k, l] -> A[k + l, l] : 0 <= k < N }",
        );
        check(
            "{ V[i] -> A[a] : a % 3 = 0 and 0 <= a - i < 2 }",
            "{ W[k] -> A[k] : k % 2 = 1 }",
        );
        check(
            "[N] -> { V[i] -> A[i] : i < 0 or i > N }",
            "{ W[k] -> A[k] : 0 < k < 9 or k = 10 }",
        );
        check(
            "{ V[i] -> A[floor(i/4), i % 4] }",
            "{ W[k] -> A[k, 1] : k % 5 = 2 }",
        );
        check("{ V[] -> A[0] }", "{ W[] -> A[1] }");
        check("{ V[i] -> A[i] : i > 3000000000 }", "{ W[k] -> A[k] }");
    }

    /// The rows of a relation after isl's computations describe the same relation.
    #[test]
    fn divisions_are_read() {
        let ctx = Context::new();
        let check = |map: Map| {
            let rows = Rows::of(&map, &context(&ctx)).unwrap();
            let mut join = Join::new(&context(&ctx), rows.inputs + rows.outputs).unwrap();
            let kept = join.kept();
            let (from, to) = kept.split_at(rows.inputs);
            join.and(&rows, from, to).unwrap();
            let to = map.reverse().unwrap();
            let found = join.map(&map, &to).unwrap();
            assert!(found.is_equal(&map).unwrap(), "{found} and {map}");
        };
        let parse = |text: &str| Map::parse(&ctx, text).unwrap();
        let steps = parse("[N] -> { V[i] -> A[a] : 4*a <= i < 4*a + 3 and 0 <= i < N }");
        let thirds = parse("{ V[i] -> A[floor((i + 1)/3)] : (i + floor(i/2)) % 5 < 3 }");
        for map in [&steps, &thirds] {
            check(map.clone());
            check(map.lexmax().unwrap());
            check(map.reverse().unwrap().lexmin().unwrap());
            check(map.apply_range(&map.reverse().unwrap()).unwrap());
            check(
                map.subtract(&thirds.lexmin().unwrap())
                    .unwrap()
                    .coalesce()
                    .unwrap(),
            );
            check(map.gist_params(&context(&ctx)).unwrap());
            let domain = map.domain().unwrap();
            check(domain.lex_lt(&domain).unwrap().coalesce().unwrap());
        }
        check(thirds.subtract(&steps).unwrap());
    }

    #[test]
    fn differences_are_those_of_isl() {
        let ctx = Context::new();
        let text = "[N] -> { A[i, j] -> A[k, j - k] : 0 <= i < k < N and 0 <= j <= 2*i or i = k and j = 5 }";
        let (map, join) = pairs(&ctx, text);
        let found = join.differences().unwrap().set().unwrap();
        let expected = map
            .deltas()
            .unwrap()
            .neg()
            .unwrap()
            .reset_tuple_id()
            .unwrap();
        assert!(found.is_equal(&expected).unwrap(), "{found} and {expected}");
    }

    #[test]
    fn gaps_are_filled() {
        let ctx = Context::new();
        let text = "[N] -> { A[i] -> A[k] : (i - k) % 4 = 0 and 0 <= i < k < N }";
        let (_, join) = pairs(&ctx, text);
        let differences = join.differences().unwrap();
        assert!(differences.may_have_gaps());
        let expected = Set::parse(&ctx, "[N] -> { [a] : -N < a <= -4 }").unwrap();
        let exact = differences.set().unwrap();
        let found = exact.remove_divs().unwrap();
        assert!(!exact.is_equal(&expected).unwrap() && found.is_equal(&expected).unwrap());
    }

    #[test]
    fn differences_without_zero() {
        let ctx = Context::new();
        let text = "{ A[i, j] -> A[k, l] : i < k and l = 3 or i = k and j = l }";
        let (_, join) = pairs(&ctx, text);
        let found = join.differences().unwrap().without_zero();
        let expected = Set::parse(&ctx, "[N] -> { [a, b] : a < 0 }").unwrap();
        assert!(found.set().unwrap().is_equal(&expected).unwrap());
    }

    #[test]
    fn the_budget_counts() {
        let ctx = Context::new();
        let (_, some) = rows(&ctx, "{ V[i] -> A[a] : a < i or a > i }");
        let mut join = Join::new(&context(&ctx), 2).unwrap();
        let kept = join.kept();
        ctx.start_budget(1000);
        let found = (0..40).try_for_each(|_| {
            let x = join.more(1);
            join.and(&some, &kept[..1], &x)
        });
        assert!(matches!(found, Err(PolyError::Budget)));
    }
}
