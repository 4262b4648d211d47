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

use super::Writer;
use super::body::newline;
use crate::bound::{difference, moved};
use crate::nests::NestText;
use poly::Expr;
use source::{Unit, layout};

/// More rows, in which not all nests run, stay in the fused loop.
const MOST_ROWS: i64 = 64;

/// Some rows of a fused loop. Rows are numbered by those of a nest that does not run ahead.
pub(super) struct Part {
    /// The first row.
    pub(super) first: Expr,
    /// The row at which it ends.
    pub(super) end: Expr,
    /// It begins at this row if that is later.
    pub(super) from: Option<Expr>,
    /// It ends at this row if that is earlier.
    pub(super) until: Option<Expr>,
    /// Whether the same nests are in another part too.
    pub(super) is_repeated: bool,
}

/// The rows of nests.
struct Rows {
    firsts: Vec<Expr>,
    ends: Vec<Expr>,
}

impl Rows {
    fn new(nests: &[NestText], ahead: &[i64]) -> Self {
        let rows = |bound: fn(&NestText) -> &Expr| {
            let bounds = nests.iter().zip(ahead);
            bounds.map(|(n, ahead)| moved(bound(n), -ahead)).collect()
        };
        Rows {
            firsts: rows(|n| &n.first),
            ends: rows(|n| &n.end),
        }
    }
}

impl Part {
    /// All rows.
    pub(super) fn whole(nests: &[NestText], ahead: &[i64]) -> Option<Self> {
        let rows = Rows::new(nests, ahead);
        Some(Part {
            first: least(&rows.firsts)?,
            end: greatest(&rows.ends)?,
            from: None,
            until: None,
            is_repeated: false,
        })
    }
}

/// The text of a fused loop with the rows before and after it. `None` if all nests run in each row,
/// or the text does not allow it.
pub(super) fn text(unit: &Unit, nests: &[NestText], ahead: &[i64]) -> Option<String> {
    let rows = Rows::new(nests, ahead);
    let (first, end) = (least(&rows.firsts)?, greatest(&rows.ends)?);
    let (begins, stops) = (greatest(&rows.firsts)?, least(&rows.ends)?);
    let (before, after) = (difference(&begins, &first)?, difference(&end, &stops)?);
    let is_signed = nests.iter().all(|n| n.ty.signed);
    let is_sharp = before > 0 || after > 0;
    if !is_sharp || before.max(after) > MOST_ROWS || (after > 0 && !is_signed) {
        return None;
    }
    let part = |first: &Expr, end: &Expr| Part {
        first: first.clone(),
        end: end.clone(),
        from: None,
        until: None,
        is_repeated: true,
    };
    let ahead_of = |nest: &usize| difference(&begins, &rows.firsts[*nest]) > Some(0);
    let behind = |nest: &usize| difference(&rows.ends[*nest], &stops) > Some(0);
    let writer = Peeler { unit, nests, ahead };
    let mut texts = Vec::new();
    if before > 0 {
        let those: Vec<usize> = (0..nests.len()).filter(ahead_of).collect();
        let last: Vec<Expr> = those.iter().map(|n| rows.ends[*n].clone()).collect();
        let last = greatest(&last)?;
        let is_long = difference(&last, &begins) >= Some(0);
        let mut prologue = part(&first, &begins);
        prologue.until = (!is_long).then_some(last);
        texts.push(writer.part(&those, &prologue)?);
    }
    let mut steady = part(&begins, &stops);
    steady.is_repeated = false;
    texts.push(writer.part(&(0..nests.len()).collect::<Vec<_>>(), &steady)?);
    if after > 0 {
        let those: Vec<usize> = (0..nests.len()).filter(behind).collect();
        let is_long = difference(&stops, &begins) >= Some(0);
        let mut epilogue = part(&stops, &end);
        epilogue.from = (!is_long).then_some(begins.clone());
        texts.push(writer.part(&those, &epilogue)?);
    }
    let file = &unit.file;
    let indent = layout::indent_of(file, nests.first()?.span);
    Some(texts.join(&format!("{}{indent}", newline(file))))
}

struct Peeler<'p> {
    unit: &'p Unit,
    nests: &'p [NestText],
    ahead: &'p [i64],
}

impl Peeler<'_> {
    /// Some rows of some nests.
    fn part(&self, those: &[usize], part: &Part) -> Option<String> {
        let nests: Vec<NestText> = those.iter().map(|n| self.nests[*n].clone()).collect();
        let ahead: Vec<i64> = those.iter().map(|n| self.ahead[*n]).collect();
        Some(Writer::new(self.unit, &nests, &ahead, part)?.text())
    }
}

/// The least of some bounds that differ by numbers.
fn least(bounds: &[Expr]) -> Option<Expr> {
    best(bounds, |less| less < 0)
}

fn greatest(bounds: &[Expr]) -> Option<Expr> {
    best(bounds, |less| less > 0)
}

fn best(bounds: &[Expr], is_better: impl Fn(i64) -> bool) -> Option<Expr> {
    let (first, others) = bounds.split_first()?;
    let mut best = first;
    for other in others {
        if is_better(difference(other, best)?) {
            best = other;
        }
    }
    Some(best.clone())
}
