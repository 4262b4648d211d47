//! Subscripts of innermost loops that wrap, without a modulo in these loops: each loop is taken apart into strips that
//! end where the first of them would reach its modulus. `t[(d + x) % b]` becomes `t[at + x]`, with
//! `at = (d + x) % b - x` at the start of a strip. `front` reads such loops as one.

use crate::bodies::{Added, Addition, Strip};
use crate::naming::Names;
use crate::plan::{Context, EmitError, RowPlan};
use crate::reference::{Index, index, remainder_text};
use crate::unit::Walk;
use front::{LoopPlace, Reference, StripPlace};
use poly::Expr;
use source::Span;
use std::collections::BTreeMap;

/// Strips of fewer iterations cost more than a modulo.
const SHORTEST: i64 = 64;

/// Loops with more subscripts keep their modulos: each is two more lines.
const MOST_ROWS: usize = 12;

/// The rows of one fold.
#[derive(Default)]
pub(crate) struct Strips {
    /// By the opening of the loop's body and what is divided by what.
    rows: BTreeMap<(Span, String), Row>,
}

/// A name in front of a strip.
struct Row {
    place: LoopPlace,
    strip: Strip,
}

/// A subscript that is to have one.
struct Wanted<'r> {
    place: &'r LoopPlace,
    at: &'r StripPlace,
    dividend: Expr,
    modulus: Expr,
    /// How far each iteration moves it.
    step: i64,
    /// The same in the order that a unit gives.
    walk: Option<Walk>,
}

impl Strips {
    /// Finds the subscripts that need a modulo in their innermost loop, and names where they are.
    pub(crate) fn new(
        context: &Context,
        rows: &[RowPlan],
        names: &mut Names<'_>,
    ) -> Result<Self, EmitError> {
        let mut found: Vec<Wanted<'_>> = Vec::new();
        let references = context.fold.candidate.references.iter();
        for reference in references.filter(|r| may_part(context, r)) {
            for row in rows.iter().filter(|row| row.wraps) {
                let index = index(context, row, reference)?;
                let wanted = wanted(reference, &index);
                let is_new = |w: &Wanted<'_>| found.iter().all(|known| known.key() != w.key());
                found.extend(wanted.filter(is_new));
            }
        }
        let mut strips = Strips::default();
        for wanted in &found {
            let same_loop = |w: &&Wanted<'_>| w.place.opening == wanted.place.opening;
            if found.iter().filter(same_loop).count() > MOST_ROWS {
                continue;
            }
            if let Some(row) = wanted.named(context, names) {
                strips.rows.insert(wanted.key(), row);
            }
        }
        Ok(strips)
    }

    /// `at + x`, where the subscript has a name in front of its strip.
    pub(crate) fn text(&self, reference: &Reference, index: &Index) -> Option<String> {
        let wanted = wanted(reference, index)?;
        let row = &self.rows.get(&wanted.key())?.strip.row;
        Some(format!("{row} + {}", wanted.moved()))
    }

    /// Whether each subscript that needs a modulo has a name in front of a strip.
    pub(crate) fn hold_all(&self, context: &Context, rows: &[RowPlan]) -> Result<bool, EmitError> {
        for reference in &context.fold.candidate.references {
            for row in rows.iter().filter(|row| row.wraps) {
                let index = index(context, row, reference)?;
                if index.modulo.is_some() && self.text(reference, &index).is_none() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// What they add to their loops.
    pub(crate) fn all(&self) -> impl Iterator<Item = Addition> {
        self.rows.values().map(|row| Addition {
            place: row.place.clone(),
            what: Added::Strip(row.strip.clone()),
        })
    }
}

/// Whether the innermost loop around a reference may be taken apart.
fn may_part(context: &Context, reference: &Reference) -> bool {
    let last = reference.loops.last().and_then(Option::as_ref);
    let statement = context.fold.scop().statement(reference.statement);
    context.fold.may_name
        && reference.block.is_none()
        && statement.parallel.is_empty()
        && last.is_some_and(|place| place.strips.is_some())
        && !(context.may_be_shared)(reference.whole)
}

/// A subscript that moves upwards with the innermost loop.
fn wanted<'r>(reference: &'r Reference, index: &Index) -> Option<Wanted<'r>> {
    let place = reference.loops.last()?.as_ref()?;
    let (dividend, modulus) = index.modulo.clone()?;
    let moved = dividend.coefficient(&place.iterator);
    let rest = dividend.clone() - Expr::var(&place.iterator) * moved;
    let step = match index.walk {
        Some(_) => moved.abs().min(1),
        None => moved,
    };
    let is_long = modulus.as_constant().is_none_or(|b| b >= SHORTEST * step);
    let moves = step >= 1 && !rest.mentions(&place.iterator);
    (moves && is_long).then_some(Wanted {
        at: place.strips.as_ref()?,
        place,
        dividend,
        modulus,
        step,
        walk: index.walk.clone(),
    })
}

impl Wanted<'_> {
    fn key(&self) -> (Span, String) {
        (self.place.opening, self.remainder())
    }

    /// What is divided by what.
    fn remainder(&self) -> String {
        format!("{} mod {}", self.dividend, self.modulus)
    }

    /// `x`, `2 * x`
    fn moved(&self) -> String {
        match self.step {
            1 => self.place.iterator.clone(),
            n => format!("{n} * {}", self.place.iterator),
        }
    }

    /// With a name, if all can be written in front of a strip.
    fn named(&self, context: &Context, names: &mut Names<'_>) -> Option<Row> {
        let print = |e: &Expr| context.print(e, &self.place.unusable_params).ok();
        let parts = (self.walk.as_ref(), &self.dividend, &self.modulus);
        let remainder = remainder_text(context, parts, &self.place.unusable_params).ok()?;
        let out = match self.at.inclusive {
            true => -1,
            false => self.step - 1,
        };
        let sum = print(&(self.modulus.clone() + Expr::constant(out)))?.text;
        let bound = context.text(self.at.bound);
        let is_line = |text: &String| !text.contains('\n');
        if ![&remainder, &bound].into_iter().all(is_line) {
            return None;
        }
        let row = names.in_front(context, self.place, "at", &self.remainder())?;
        let end = match self.at.inclusive {
            true => "last",
            false => "end",
        };
        let end = names.in_front(context, self.place, end, "")?;
        let limit = match self.step {
            1 => format!("{sum} - {row}"),
            n => format!("({sum} - {row}) / {n}"),
        };
        let value = match self.walk {
            Some(_) => format!("(int)({remainder}) - {}", self.moved()),
            None => format!("{remainder} - {}", self.moved()),
        };
        Some(Row {
            place: self.place.clone(),
            strip: Strip {
                at: self.at.clone(),
                row,
                value,
                end,
                bound,
                limit,
            },
        })
    }
}
