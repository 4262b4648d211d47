//! Subscripts of innermost loops that wrap, without a modulo in these loops: each loop is taken apart into strips that
//! end where the first of them would reach its modulus. `t[(d + x) % b]` becomes `t[at + x]`, with
//! `at = (d + x) % b - x` at the start of a strip. `front` reads such loops as one.

use crate::bodies::{Added, Addition, Strip};
use crate::careful;
use crate::cexpr::joined;
use crate::naming::{INT, Names};
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
    reference: &'r Reference,
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
            let named = match context.fold.is_careful() {
                true => wanted.named_wide(context, names),
                false => wanted.named(context, names),
            };
            if let Some(row) = named {
                strips.rows.insert(wanted.key(), row);
            }
        }
        Ok(strips)
    }

    /// `at + x`, where the subscript has a name in front of its strip.
    pub(crate) fn text(&self, reference: &Reference, index: &Index) -> Option<String> {
        let wanted = wanted(reference, index)?;
        let Strip { row, ty, .. } = &self.rows.get(&wanted.key())?.strip;
        Some(format!("{row} + {}", wanted.moved(ty)))
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

/// Whether a word is one of a wide type.
fn is_word_of_type(word: &str) -> bool {
    word == "long"
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
        reference,
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
    fn moved(&self, ty: &str) -> String {
        match self.step {
            1 => self.place.iterator.clone(),
            n if ty == INT => format!("{n} * {}", self.place.iterator),
            n => format!("{n}{} * {}", careful::suffix(ty), self.place.iterator),
        }
    }

    /// With a name, if all can be written in front of a strip.
    fn named(&self, context: &Context, names: &mut Names<'_>) -> Option<Row> {
        let print = |e: &Expr| context.print(e, &self.place.unusable_params).ok();
        let parts = (self.walk.as_ref(), &self.dividend, &self.modulus);
        let remainder = remainder_text(context, parts, &self.place.unusable_params).ok()?;
        let sum = print(&(self.modulus.clone() + Expr::constant(self.out())))?.text;
        let bound = context.text(self.at.bound);
        let is_line = |text: &String| !text.contains('\n');
        if ![&remainder, &bound].into_iter().all(is_line) {
            return None;
        }
        let value = match self.walk {
            Some(_) => format!("(int)({remainder})"),
            None => remainder,
        };
        self.row(context, names, [INT, &bound, &sum, &value])
    }

    /// The same in a type that holds all sums.
    fn named_wide(&self, context: &Context, names: &mut Names<'_>) -> Option<Row> {
        let wide = context.signed_wide_type().ok()?;
        let sizes = [&self.modulus, &self.dividend];
        let unusable = |name: &String| sizes.iter().any(|size| size.mentions(name));
        if self.place.unusable_params.iter().any(unusable) {
            return None;
        }
        let sum = self.modulus.clone() + Expr::constant(self.out());
        let sum = careful::wide_sum(context, self.reference, &sum)?;
        let remainder = self.wide_remainder(context)?;
        let bound = context.text(self.at.bound);
        let is_line = |text: &String| !text.contains('\n');
        if ![&remainder, &bound].into_iter().all(is_line) || !self.is_known(context, &remainder) {
            return None;
        }
        self.row(context, names, [wide, &bound, &sum, &remainder])
    }

    /// `((long long)x + 2) % (2LL * w + 1)`: in front of a strip the user's own subscript may be too large.
    fn wide_remainder(&self, context: &Context) -> Option<String> {
        let cast = context.signed_wide_type().ok()?;
        let wide = |sum: &Expr| careful::wide_sum(context, self.reference, sum);
        let primary = |text: String| match source::is_operand(&text) {
            true => text,
            false => format!("({text})"),
        };
        let dividend = match &self.walk {
            None => wide(&self.dividend)?,
            Some(Walk { by, row, column }) => {
                let by = wide(by)?;
                let by = match source::is_operand(&by) {
                    true => format!("({cast}){by}"),
                    false => format!("({by})"),
                };
                joined(&format!("{by} * ({})", wide(row)?), &wide(column)?)
            }
        };
        Some(format!("({dividend}) % {}", primary(wide(&self.modulus)?)))
    }

    /// Whether the text mentions only counters and sizes, which mean the same in front of a strip.
    fn is_known(&self, context: &Context, text: &str) -> bool {
        let is_part = |c: char| c == '_' || c.is_ascii_alphanumeric();
        let mut words = text.split(|c| !is_part(c));
        let is_counter = |word: &str| {
            let mut loops = self.reference.loops.iter().flatten();
            loops.any(|place| place.iterator == word)
        };
        let params = &context.fold.region.scop.params;
        let is_size = |word: &str| params.iter().any(|param| param.spelling == word);
        let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        words.all(|w| {
            w.is_empty() || is_word_of_type(w) || is_number(w) || is_counter(w) || is_size(w)
        })
    }

    /// What the last subscript of a strip is, above the modulus.
    fn out(&self) -> i64 {
        match self.at.inclusive {
            true => -1,
            false => self.step - 1,
        }
    }

    /// With a type, the bound of the loop, the first subscript that is out and the remainder.
    fn row(
        &self,
        context: &Context,
        names: &mut Names<'_>,
        [ty, bound, sum, remainder]: [&str; 4],
    ) -> Option<Row> {
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
        Some(Row {
            place: self.place.clone(),
            strip: Strip {
                at: self.at.clone(),
                ty: ty.to_string(),
                value: format!("{remainder} - {}", self.moved(ty)),
                row,
                end,
                bound: bound.to_string(),
                limit,
            },
        })
    }
}
