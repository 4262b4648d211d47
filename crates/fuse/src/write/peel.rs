//! Fused loops without tests: the rows in which only some nests run are loops of their own.
//!
//! ```c
//! for (int i = 0; i < 2 && i < n; i++)
//!     t[i] = ...;
//! for (int i = 2; i < n; i++) {
//!     t[i] = ...;
//!     out[i - 2] = t[i] + t[i - 2];
//! }
//! ```

use super::{Order, Writer};
use crate::bound::{difference, moved};
use crate::nests::NestText;
use poly::Expr;
use print::Sheet;
use source::Unit;

/// More rows, in which not all nests run, stay in the fused loop.
const MOST_ROWS: i64 = 64;

/// Which rows of a fused loop are written; all of them by default.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    /// The loop begins at this counter if that is later.
    pub(super) from: Option<Expr>,
    /// It ends at this counter if that is earlier.
    pub(super) until: Option<Expr>,
    /// Whether the same nests are in another part too.
    pub(super) is_repeated: bool,
    /// Whether the first nest of the text is not the first of an iteration.
    pub(super) is_turned: bool,
    /// Whether the bounds of nests are not those of the user's text.
    cut: Vec<bool>,
    /// The ends of nests that may have no more rows before the part ends.
    ends: Vec<Option<Expr>>,
}

impl Part {
    /// All rows, where the first nest of the text is not the first of an iteration.
    pub(super) fn turned() -> Self {
        Part {
            is_turned: true,
            ..Part::default()
        }
    }

    /// Adds a number to counters.
    pub(super) fn shift(&mut self, by: i64) {
        for bound in self.from.iter_mut().chain(&mut self.until) {
            *bound = moved(bound, by);
        }
    }

    /// The end of a nest, if the part may end later.
    pub(super) fn earlier_end(&self, nest: usize) -> Option<&Expr> {
        self.ends.get(nest)?.as_ref()
    }

    /// Whether the bounds are those that a nest has in the user's text.
    pub(super) fn has_bounds_of(&self, nest: usize) -> bool {
        let is_simple = self.from.is_none() && self.until.is_none();
        is_simple && !self.cut.get(nest).is_some_and(|cut| *cut)
    }
}

/// A bound as a row of a nest that does not run ahead: as it is written, and its value.
#[derive(Clone)]
struct Row {
    text: Expr,
    value: Expr,
}

impl Row {
    fn new((text, value): (&Expr, &Expr), ahead: i64) -> Self {
        Row {
            text: moved(text, -ahead),
            value: moved(value, -ahead),
        }
    }

    /// The rows from another one to this.
    fn after(&self, other: &Row) -> Option<i64> {
        difference(&self.value, &other.value)
    }
}

/// The text of a fused loop with the rows before and after it. `None` if all nests run in each row,
/// or the text does not allow it.
pub(super) fn text(unit: &Unit, nests: &[NestText], order: &Order) -> Option<String> {
    if !order.is_even(nests) {
        return None;
    }
    let all = || nests.iter().zip(order.ahead);
    let firsts = all().map(|(n, ahead)| Row::new((&n.first, &n.rows.first), *ahead));
    let ends = all().map(|(n, ahead)| Row::new((&n.end, &n.rows.end), *ahead));
    let (firsts, ends): (Vec<Row>, Vec<Row>) = (firsts.collect(), ends.collect());
    let begins = best(&firsts, |more| more > 0)?.clone();
    let stops = best(&ends, |less| less < 0)?.clone();
    let before = begins.after(best(&firsts, |less| less < 0)?)?;
    let after = best(&ends, |more| more > 0)?.after(&stops)?;
    let is_signed = nests.iter().all(|n| n.ty.signed);
    let is_none = before == 0 && after == 0;
    if is_none || before.max(after) > MOST_ROWS || (after > 0 && !is_signed) {
        return None;
    }
    let peeler = Peeler {
        unit,
        nests,
        order,
        firsts,
        ends,
        begins,
        stops,
    };
    let mut texts = Vec::new();
    if before > 0 {
        texts.push(peeler.prologue()?);
    }
    texts.push(peeler.steady()?);
    if after > 0 {
        texts.push(peeler.epilogue()?);
    }
    let file = &unit.file;
    Some(texts.join(&Sheet::at(file, nests.first()?.span).line()))
}

struct Peeler<'p> {
    unit: &'p Unit,
    nests: &'p [NestText],
    order: &'p Order<'p>,
    /// By nest.
    firsts: Vec<Row>,
    ends: Vec<Row>,
    /// The first row in which all nests run, and the row at which the first one ends.
    begins: Row,
    stops: Row,
}

impl Peeler<'_> {
    /// The rows before all nests run.
    fn prologue(&self) -> Option<String> {
        let is_early = |nest: &usize| self.begins.after(&self.firsts[*nest]) > Some(0);
        let those: Vec<usize> = (0..self.nests.len()).filter(is_early).collect();
        let ends: Vec<Row> = those.iter().map(|n| self.ends[*n].clone()).collect();
        let last = best(&ends, |more| more > 0)?;
        // Nothing is known of a difference that is no number.
        let is_before = |a: &Row, b: &Row| a.after(b) < Some(0);
        let earlier = |nest: &usize| {
            let end = &self.ends[*nest];
            let is_earlier = is_before(end, last) && is_before(end, &self.begins);
            is_earlier.then(|| self.nests[*nest].end.clone())
        };
        let until = Some(last).filter(|last| is_before(last, &self.begins));
        let part = Part {
            until: until.map(|row| row.text.clone()),
            is_repeated: true,
            ends: those.iter().map(earlier).collect(),
            ..Part::default()
        };
        self.part(&those, (None, Some(&self.begins)), part)
    }

    /// The rows in which all nests run.
    fn steady(&self) -> Option<String> {
        let all: Vec<usize> = (0..self.nests.len()).collect();
        let rows = (Some(&self.begins), Some(&self.stops));
        self.part(&all, rows, Part::default())
    }

    /// The rows after all nests run.
    fn epilogue(&self) -> Option<String> {
        let is_late = |nest: &usize| self.ends[*nest].after(&self.stops) > Some(0);
        let those: Vec<usize> = (0..self.nests.len()).filter(is_late).collect();
        let is_long = self.stops.after(&self.begins) >= Some(0);
        let part = Part {
            from: (!is_long).then(|| self.begins.text.clone()),
            is_repeated: true,
            ..Part::default()
        };
        self.part(&those, (Some(&self.stops), None), part)
    }

    /// Some rows of some nests: from a row on, and before a row.
    fn part(
        &self,
        those: &[usize],
        (from, until): (Option<&Row>, Option<&Row>),
        mut part: Part,
    ) -> Option<String> {
        let ahead: Vec<i64> = those.iter().map(|n| self.order.ahead[*n]).collect();
        let rates = vec![1; those.len()];
        let mut nests: Vec<NestText> = those.iter().map(|n| self.nests[*n].clone()).collect();
        for (nest, ahead) in nests.iter_mut().zip(&ahead) {
            let (first, end) = (nest.first.clone(), nest.end.clone());
            if let Some(row) = from {
                nest.first = moved(&row.text, *ahead);
                nest.rows.first = moved(&row.value, *ahead);
            }
            if let Some(row) = until {
                nest.end = moved(&row.text, *ahead);
                nest.rows.end = moved(&row.value, *ahead);
            }
            part.cut
                .push((first, end) != (nest.first.clone(), nest.end.clone()));
        }
        let order = Order {
            rates: &rates,
            ahead: &ahead,
        };
        Some(Writer::new(self.unit, &nests, &order, part)?.text())
    }
}

/// The first or last of some rows that differ by numbers.
fn best(rows: &[Row], is_better: impl Fn(i64) -> bool) -> Option<&Row> {
    let (mut best, others) = rows.split_first()?;
    for other in others {
        if is_better(other.after(best)?) {
            best = other;
        }
    }
    Some(best)
}
