//! How an array is used, as a text: its *slice*. Two arrays are used in the same way if their
//! slices are equal.
//!
//! A slice holds the context, the array's shape, and of each access its relation, domain and time,
//! without names of statements and of the array, with times counted from the array's first
//! statement. Where dependences alone are the order, those of other arrays matter too, and the
//! slice is the whole region.

use poly::Result;
use scop::{ArrayId, Order, Scop, Statement, StmtId, Subscript};
use std::fmt::Write;

/// The text of all that the conflicts of an array under an order, and so its mapping, depend on.
pub(crate) fn slice(scop: &Scop, array: ArrayId, order: Order) -> Result<String> {
    let mut text = format!("{}\n", order.name());
    if order == Order::Any {
        let _ = writeln!(text, "{array:?}\n{}", whole(scop)?);
    }
    let declared = scop.array(array);
    let flags = (
        declared.live_in,
        declared.live_out,
        declared.carried,
        declared.private,
    );
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "{} {:?} {:?} {flags:?}",
        scop.context, scop.params, declared.shape
    );
    let statements = statements(scop, array);
    let origin = origin(scop, &statements)?;
    for (at, id) in statements.iter().enumerate() {
        let statement = scop.statement(*id);
        let domain = statement.domain.reset_tuple_id()?;
        let time = time_from(statement, &origin)?;
        let (parallel, tilable) = (&statement.parallel, &statement.tilable);
        let _ = write!(
            text,
            "\n{at} {domain} {time} {} {parallel:?} {tilable:?}",
            statement.reads_first
        );
    }
    for access in scop.accesses_to(array) {
        let at = statements.iter().position(|s| *s == access.statement);
        let relation = access.relation.without_names()?;
        let (kind, certainty) = (access.kind, access.certainty);
        let open = access.subscripts.iter().all(|s| *s == Subscript::Any);
        let _ = write!(text, "\n{at:?} {kind:?} {certainty:?} {open} {relation}");
    }
    Ok(text)
}

/// The text of all that the dependences of a region depend on.
fn whole(scop: &Scop) -> Result<String> {
    let mut text = String::new();
    for statement in &scop.statements {
        let domain = statement.domain.reset_tuple_id()?;
        let time = statement.schedule.without_names()?;
        let _ = writeln!(text, "{domain} {time}");
    }
    for access in &scop.accesses {
        let relation = access.relation.without_names()?;
        let (statement, array) = (access.statement, access.array);
        let (kind, certainty) = (access.kind, access.certainty);
        let private = scop.array(array).private;
        let _ = writeln!(
            text,
            "{statement:?} {array:?} {kind:?} {certainty:?} {private} {relation}"
        );
    }
    Ok(text)
}

/// The statements that touch the array, in textual order.
fn statements(scop: &Scop, array: ArrayId) -> Vec<StmtId> {
    let mut all: Vec<StmtId> = scop.accesses_to(array).map(|a| a.statement).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The least number of each coordinate of time that is a number in all statements.
fn origin(scop: &Scop, statements: &[StmtId]) -> Result<Vec<Option<i64>>> {
    (0..scop.time_dims)
        .map(|d| {
            let mut least = None;
            for id in statements {
                match scop.statement(*id).schedule.fixed_output(d)? {
                    Some(t) => least = Some(least.map_or(t, |l: i64| l.min(t))),
                    None => return Ok(None),
                }
            }
            Ok(least)
        })
        .collect()
}

/// The time of a statement: numbers counted from the origin, then the rest.
fn time_from(statement: &Statement, origin: &[Option<i64>]) -> Result<String> {
    let schedule = &statement.schedule;
    let mut text = String::new();
    let mut numbers = Vec::new();
    for (d, least) in origin.iter().enumerate() {
        if let (Some(least), Some(own)) = (least, schedule.fixed_output(d)?) {
            let _ = write!(text, "{d}: {}, ", own - least);
            numbers.push(d);
        }
    }
    let rest = schedule.without_outputs(&numbers)?.without_names()?;
    let _ = write!(text, "{rest}");
    Ok(text)
}
