//! What was found out about one array serves every array that is used in the same way: unrolled and
//! generated code, and code written by habit, repeats itself.
//!
//! Two arrays are used in the same way if the texts of their *slices* are equal: the context, the
//! array's shape, and of each access its relation, domain and time, with names of statements and of
//! the array left out and times counted from the array's first statement. Where dependences alone are the
//! order, those of other arrays matter too, and the slice is the whole region.

use crate::decide::Decision;
use poly::Result;
use scop::{ArrayId, Order, Scop, Statement, StmtId, Subscript};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is known of slices, for all threads.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    decisions: Mutex<HashMap<String, Decision>>,
    proofs: Mutex<HashSet<String>>,
}

impl Memo {
    /// What was decided about an array with this slice.
    pub(crate) fn decision(&self, slice: &str) -> Option<Decision> {
        locked(&self.decisions).get(slice).cloned()
    }

    /// Remembers a decision.
    pub(crate) fn decided(&self, slice: String, decision: &Decision) {
        locked(&self.decisions).insert(slice, decision.clone());
    }

    /// Whether a fold with these slices, before and after, was proved.
    pub(crate) fn is_proved(&self, slices: &str) -> bool {
        locked(&self.proofs).contains(slices)
    }

    /// Remembers a proof.
    pub(crate) fn proved(&self, slices: String) {
        locked(&self.proofs).insert(slices);
    }
}

/// A thread that panicked left whole entries or none.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All that the conflicts of an array under an order, and so its mapping, depend on.
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

/// All that the dependences of a region depend on.
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

/// All that the proof of a fold depends on, once the statements are known to be the same in both
/// programs; `None` if the accesses are not.
pub(crate) fn slices(
    original: (&Scop, ArrayId),
    emitted: (&Scop, ArrayId),
    order: Order,
) -> Result<Option<String>> {
    let mut text = slice(original.0, original.1, order)?;
    let array = emitted.0.array(emitted.1);
    let _ = write!(text, "\n{:?}", array.shape);
    let mut before = original.0.accesses_to(original.1);
    for after in emitted.0.accesses_to(emitted.1) {
        let same = |b: &scop::Access| b.statement == after.statement && b.kind == after.kind;
        let Some(before) = before.next().filter(|b| same(b)) else {
            return Ok(None);
        };
        let condition = match after.subscripts.contains(&Subscript::Any) {
            true => after.relation.without_names()?.to_string(),
            false => after.relation.domain()?.reset_tuple_id()?.to_string(),
        };
        let iterators = &emitted.0.statement(after.statement).iterators;
        let _ = write!(
            text,
            "\n{:?} {:?} {condition} {iterators:?} {:?} {} {}",
            before.subscripts,
            after.certainty,
            after.subscripts,
            before.alternative,
            after.alternative
        );
    }
    Ok(before.next().is_none().then_some(text))
}

/// The statements that touch the array, in textual order.
fn statements(scop: &Scop, array: ArrayId) -> Vec<StmtId> {
    let mut all: Vec<StmtId> = scop.accesses_to(array).map(|a| a.statement).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Per coordinate of time the least number, where all statements have one.
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::decide::{Patience, decide_once};
    use crate::{Options, front_options};
    use front::{Program, Region};
    use source::{Flags, SourceFile};

    const TEXT: &str = "void f(int n, const double a[n], double out[n]) {
        double t[n];
        for (int i = 0; i < n; i++) t[i] = a[i];
        for (int i = 1; i < n; i++) out[i] = t[i] + t[i - 1];
        double u[n];
        for (int i = 0; i < n; i++) { u[i] = a[i]; if (i > 0) out[i] += u[i - 1]; }
    }";

    fn with_region<T>(f: impl FnOnce(&Region) -> T) -> T {
        let file = SourceFile::new("memo.c", TEXT.as_bytes().to_vec());
        let unit = source::preprocess(file, &Flags::default()).unwrap();
        let syntax = front::Syntax::of(&unit);
        let options = front_options(&unit);
        let program = Program::new(&unit, &syntax, &options);
        f(&program.extract(0).regions[0])
    }

    /// What is decided of each candidate, with little patience or much.
    fn answers(region: &Region, memo: &Memo, halvings: usize) -> Vec<String> {
        let patience = Patience::new();
        (0..halvings).for_each(|_| patience.lose());
        let options = Options::default();
        let candidates = region.candidates.iter();
        let decide = |c| decide_once(region, c, &options, memo, &patience);
        let text = |d: crate::Decision| format!("{} {:?}", d.coarse, d.outcome);
        candidates.map(|c| text(decide(c))).collect()
    }

    #[test]
    fn what_others_found_does_not_change_an_answer() {
        with_region(|region| {
            let alone = |halvings| answers(region, &Memo::default(), halvings);
            let (much, little) = (alone(0), alone(17));
            assert_ne!(much, little, "little patience must matter");
            let shared = Memo::default();
            for (halvings, expected) in [(0, &much), (17, &little), (0, &much)] {
                assert_eq!(answers(region, &shared, halvings), *expected);
            }
        });
    }
}
