//! Pointers to rows of random kernels as C.

use super::Printer;
use crate::random::pointers::{Pointer, Row};
use crate::random::tree::Statement;

impl Printer<'_> {
    /// Whether to declare pointers to some of these rows.
    pub(super) fn points_to_new(&self, rows: &[(Row, usize)]) -> bool {
        let is_new = |(row, _): &(Row, usize)| self.pointers.iter().all(|p| p.row != *row);
        self.kernel.row_pointers && rows.iter().any(is_new)
    }

    /// A statement in a block of its own, after pointers to rows.
    pub(super) fn with_pointers(
        &mut self,
        head: &str,
        rows: Vec<(Row, usize)>,
        statement: &Statement,
    ) {
        let outer = self.pointers.len();
        self.line(head);
        self.depth += 1;
        for (row, id) in rows {
            if self.pointers.iter().all(|p| p.row != row) {
                self.pointer(row, id);
            }
        }
        self.statement(statement);
        self.depth -= 1;
        self.line("}");
        self.pointers.truncate(outer);
    }

    /// `unsigned *p3 = t0[i];`, in one of several forms.
    fn pointer(&mut self, row: Row, way: usize) {
        let name = format!("p{}", self.named);
        self.named += 1;
        let array = self.array(row.array);
        let declared = &self.kernel.arrays[row.array];
        let leading = self.leading(&row);
        let same = self
            .pointers
            .iter()
            .rev()
            .find(|p| p.row.array == row.array);
        let (value, column) = match (declared.home, way % 4, same) {
            (home, 1, Some(other)) if home.is_flat() => {
                let before = self.leading(&other.row);
                let width = declared
                    .extents
                    .last()
                    .map_or(String::new(), |e| self.affine(e));
                let value = format!("{} + (({leading}) - ({before})) * ({width})", other.name);
                (value, other.column)
            }
            (home, way, _) if home.is_flat() => {
                let width = declared
                    .extents
                    .last()
                    .map_or(String::new(), |e| self.affine(e));
                match way {
                    2 => (format!("&{array}[({leading}) * ({width})]"), 0),
                    3 => (format!("{array} + ({leading}) * ({width}) + 1"), 1),
                    _ => (format!("{array} + ({leading}) * ({width})"), 0),
                }
            }
            (_, 2, _) => (format!("&{array}{leading}[0]"), 0),
            (_, 3, _) => (format!("&{array}{leading}[1]"), 1),
            _ => (format!("{array}{leading}"), 0),
        };
        self.line(&format!("unsigned *{name} = {value};"));
        self.pointers.push(Pointer { name, row, column });
    }

    /// The subscripts of a row: in brackets, or as one number in a flat array.
    fn leading(&self, row: &Row) -> String {
        let array = &self.kernel.arrays[row.array];
        let subscripts = row.leading.iter().map(|s| self.index(s));
        match array.home {
            home if home.is_flat() => self.flat(subscripts, &array.extents),
            _ => subscripts.map(|s| format!("[{s}]")).collect(),
        }
    }
}
