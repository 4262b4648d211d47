//! Pointers to rows, through which random kernels access elements: `unsigned *p3 = t0[i + 1];`.
//! Each is declared only where an element of its row is used.

use super::tree::{Access, Index, Loop, SIZES, Statement, Target, Value};

/// A pointer that is in scope.
#[derive(Clone, Debug)]
pub(super) struct Pointer {
    pub(super) name: String,
    /// The row it points to.
    pub(super) row: Row,
    /// The column it points to.
    pub(super) column: i64,
}

/// A row of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) array: usize,
    /// The subscripts before the last.
    pub(super) leading: Vec<Index>,
}

impl Row {
    /// The row of an element.
    pub(super) fn of(access: &Access) -> Option<Row> {
        let (_, leading) = access.subscripts.split_last()?;
        (!leading.is_empty()).then(|| Row {
            array: access.array,
            leading: leading.to_vec(),
        })
    }

    /// Whether the row differs in each iteration of a loop.
    fn changes_in(&self, slot: usize) -> bool {
        let mut leading = self.leading.clone();
        let mut parts = leading.iter_mut().flat_map(Index::parts);
        parts.any(|part| part.terms[slot] != 0)
    }
}

/// The rows whose elements are used whenever a loop is executed; empty if the loop contains
/// anything but assignments.
pub(super) fn rows_of_loop(l: &Loop) -> Vec<(Row, usize)> {
    let is_assignment = |s: &Statement| matches!(s, Statement::Assign(..));
    if l.slot >= SIZES || !l.body.iter().all(is_assignment) {
        return Vec::new();
    }
    let mut rows: Vec<(Row, usize)> = l.body.iter().flat_map(rows_of_assignment).collect();
    rows.retain(|(row, _)| !row.changes_in(l.slot));
    rows
}

/// The rows whose elements are used by an assignment, each with the number of an access.
pub(super) fn rows_of_assignment(statement: &Statement) -> Vec<(Row, usize)> {
    let Statement::Assign(target, _, value) = statement else {
        return Vec::new();
    };
    let mut accesses = Vec::new();
    if let Target::Array(access) = target {
        accesses.push(access);
    }
    certain(value, &mut accesses);
    let rows = accesses.into_iter();
    rows.filter_map(|access| Some((Row::of(access)?, access.id)))
        .collect()
}

/// The elements that are read whenever a value is.
fn certain<'v>(value: &'v Value, accesses: &mut Vec<&'v Access>) {
    match value {
        Value::Read(access) => accesses.push(access),
        Value::Binary(_, a, b) => {
            certain(a, accesses);
            certain(b, accesses);
        }
        Value::Wrapped(_, inner) => certain(inner, accesses),
        Value::Number(_)
        | Value::Input(_)
        | Value::Integer(_)
        | Value::Scalar(_)
        | Value::Select(..) => {}
    }
}
