//! Properties of relations that their rows show, like isl's `plain_` functions: a false answer
//! means that isl has to be asked.

use super::Rows;
use super::join::Join;
use super::system::{System, scaled};
use crate::constraints::Row;
use crate::{Result, Set};

impl Rows {
    /// Whether the rows show that no two left sides have a right side in common.
    pub fn is_plainly_injective(&self, context: &Set) -> Result<bool> {
        let mut join = Join::new(context, 0)?;
        let both = [join.more(self.inputs), join.more(self.inputs)];
        let common = join.more(self.outputs);
        join.and(self, &both[0], &common)?;
        join.and(self, &both[1], &common)?;
        join.and_differ(&both[0], &both[1])?;
        Ok(join.is_plainly_empty())
    }

    /// Whether the rows show that no left side has two right sides.
    pub fn is_plainly_single_valued(&self, context: &Set) -> Result<bool> {
        let mut join = Join::new(context, 0)?;
        let both = [join.more(self.outputs), join.more(self.outputs)];
        let common = join.more(self.inputs);
        join.and(self, &common, &both[0])?;
        join.and(self, &common, &both[1])?;
        join.and_differ(&both[0], &both[1])?;
        Ok(join.is_plainly_empty())
    }

    /// Whether the rows show that this relation and another have no right side in common.
    pub fn is_plainly_apart(&self, other: &Rows, context: &Set) -> Result<bool> {
        let mut join = Join::new(context, 0)?;
        let common = join.more(self.outputs);
        for rows in [self, other] {
            let left = join.more(rows.inputs);
            join.and(rows, &left, &common)?;
        }
        Ok(join.is_plainly_empty())
    }

    /// Whether the rows show that all right sides are right sides of another relation too.
    pub fn is_plainly_covered(&self, by: &Rows, context: &Set) -> Result<bool> {
        let right_sides = |rows: &Rows| -> Result<Join> {
            let mut join = Join::new(context, rows.outputs)?;
            let left = join.more(rows.inputs);
            let right = join.kept();
            join.and(rows, &left, &right)?;
            Ok(join)
        };
        let (own, all) = (right_sides(self)?, right_sides(by)?);
        for piece in own.pieces() {
            let mut is_covered = false;
            for other in all.pieces() {
                is_covered |= is_among(piece, other, &all)?;
            }
            if !is_covered {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Whether the rows show that every point of a piece has a right side of another one.
fn is_among(piece: &System, other: &System, all: &Join) -> Result<bool> {
    let (equal, nonnegative) = other.rows(&|column| all.goes(column));
    let is_open = |row: &Row| (0..row.len()).any(|c| row[c] != 0 && all.goes(c));
    if equal.iter().chain(&nonnegative).any(is_open) {
        return Ok(false);
    }
    for row in &equal {
        if !piece.implies(row)? || !piece.implies(&scaled(row, -1)?)? {
            return Ok(false);
        }
    }
    for row in &nonnegative {
        if !piece.implies(row)? {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, Map};

    fn context(ctx: &Context) -> Set {
        Set::parse(ctx, "[N] -> { : N > 0 }").unwrap()
    }

    fn rows(ctx: &Context, text: &str) -> (Map, Rows) {
        let map = Map::parse(ctx, text).unwrap();
        let rows = Rows::of(&map, &context(ctx)).unwrap();
        (map, rows)
    }

    #[test]
    fn what_is_plain() {
        let ctx = Context::new();
        let check = |text: &str, injective: bool, single: bool| {
            let (map, rows) = rows(&ctx, text);
            let found = [
                rows.is_plainly_injective(&context(&ctx)).unwrap(),
                rows.is_plainly_single_valued(&context(&ctx)).unwrap(),
            ];
            assert_eq!(found, [injective, single], "{text}");
            assert!(!injective || map.is_injective().unwrap());
            assert!(!single || map.is_single_valued().unwrap());
        };
        check("[N] -> { S[i, j] -> A[i, i - j] : 0 <= i < N }", true, true);
        check("[N] -> { S[i, j] -> A[i] : 0 <= j < N }", false, true);
        check("[N] -> { S[i] -> A[i, j] : 0 <= j < N }", true, false);
        check(
            "{ S[i, j] -> A[j] : i = 1 and j < 3; S[i, j] -> A[j] : i = 2 and j > 3 }",
            true,
            true,
        );
        check(
            "{ S[i] -> A[i + 1] : i < 3; S[i] -> A[i - 3] : i > 3 }",
            false,
            true,
        );
    }

    #[test]
    fn what_is_plainly_covered() {
        let ctx = Context::new();
        let check = |own: &str, by: &str, expected: bool| {
            let ((own_map, own), (by_map, by)) = (rows(&ctx, own), rows(&ctx, by));
            let found = own.is_plainly_covered(&by, &context(&ctx)).unwrap();
            assert_eq!(found, expected, "{own_map} and {by_map}");
            let (own, by) = (own_map.range().unwrap(), by_map.range().unwrap());
            assert!(!found || own.is_subset(&by).unwrap());
        };
        let write = "[N] -> { W[i, j] -> A[i, j] : 0 <= i <= j < N }";
        check(
            "[N] -> { R[i, k] -> A[i, i] : 0 <= i < N and k > i }",
            write,
            true,
        );
        check(
            "[N] -> { R[i, k] -> A[i, k - 1] : 0 <= i < k < N }",
            write,
            true,
        );
        check(
            "[N] -> { R[i, k] -> A[i, k] : 0 <= i < k <= N }",
            write,
            false,
        );
        check("{ R[i] -> A[0] }", "{ W[i] -> A[i] : i = 0 }", true);
        check("{ R[i] -> A[1] }", "{ W[i] -> A[i] : i = 0 }", false);
        check("{ R[i] -> A[4] }", "{ W[i] -> A[2*i] }", false);
        check(
            "[N] -> { R[i] -> A[i] : 0 <= i < N }",
            "{ W[i] -> A[i] : i < 5 or i > 2 }",
            false,
        );
    }
}
