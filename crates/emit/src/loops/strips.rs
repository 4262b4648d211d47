//! Which innermost loops are split into strips, each of which ends where a subscript would reach
//! its modulus: `t[(d + x) % b]` becomes `t[at + x]`, with `at = (d + x) % b - x` before a strip.
//!
//! Assumes: names of remainders have the type in which C computes them, or are not given. Where
//! sums may not fit in an `int`, strips use a wide type.

use crate::context::Context;
use crate::error::EmitError;
use crate::loops::body_of;
use crate::loops::names::Names;
use crate::subscript;
use crate::subscript::address;
use crate::subscript::careful;
use crate::subscript::enclosing::innermost;
use crate::subscript::index::Index;
use crate::subscript::plain::remainder_text;
use crate::subscript::row::RowPlan;
use front::forms::additions::{Added, Addition};
use front::forms::named::INT;
use front::forms::ring_unit::RingPosition;
use front::forms::strips::{StripRow, Strips};
use front::{LoopPlace, Reference, StripPlace};
use poly::Expr;
use source::Span;
use std::collections::BTreeMap;

/// Strips of fewer iterations cost more than a modulo.
const SHORTEST: i64 = 64;

/// Loops with more subscripts keep their modulos: each is two more lines.
const MOST_ROWS: usize = 12;

/// The subscripts of one fold that have names before strips.
#[derive(Default)]
pub(crate) struct StripNames {
    /// By the opening of the loop's body and the remainder.
    rows: BTreeMap<(Span, String), StripName>,
}

/// A name before a strip.
struct StripName {
    place: LoopPlace,
    row: StripRow,
    /// The loop over strips, with this row.
    strips: Strips,
}

/// The parts of a strip, as text.
struct Parts<'a> {
    /// The type of the name and of the end.
    ty: &'a str,
    /// The end of the last strip.
    bound: &'a str,
    /// The first subscript that is out of range.
    first_out: &'a str,
    /// The remainder.
    remainder: &'a str,
}

/// A subscript that is to have a name.
struct Wanted<'r> {
    reference: &'r Reference,
    place: &'r LoopPlace,
    at: &'r StripPlace,
    dividend: Expr,
    modulus: Expr,
    /// The distance by which each iteration moves it.
    step: i64,
    /// The same in the order of a unit.
    ring: Option<RingPosition>,
    /// Its text, if dividend and modulus are sums of products.
    address: Option<String>,
}

impl StripNames {
    /// Finds the subscripts that need a modulo in their innermost loop, and names them.
    ///
    /// # Errors
    /// A subscript cannot be written in C.
    pub(crate) fn new(
        context: &Context,
        rows: &[RowPlan],
        names: &mut Names<'_>,
    ) -> Result<Self, EmitError> {
        let mut found: Vec<Wanted<'_>> = Vec::new();
        let references = context.fold.candidate.references.iter();
        for reference in references.filter(|r| may_split(context, r)) {
            for row in rows.iter().filter(|row| row.wraps) {
                let index = subscript::index(context, row, reference)?;
                let wanted = wanted(reference, &index);
                let is_new = |w: &Wanted<'_>| found.iter().all(|known| known.key() != w.key());
                found.extend(wanted.filter(is_new));
            }
        }
        let mut strips = StripNames::default();
        for wanted in &found {
            let same_loop = |w: &&Wanted<'_>| w.place.opening == wanted.place.opening;
            if found.iter().filter(same_loop).count() > MOST_ROWS {
                continue;
            }
            let named = match (&wanted.address, context.fold.is_careful()) {
                (Some(remainder), _) => wanted.named_address(context, names, remainder),
                (None, true) => wanted.named_wide(context, names),
                (None, false) => wanted.named(context, names),
            };
            if let Some(row) = named {
                strips.rows.insert(wanted.key(), row);
            }
        }
        Ok(strips)
    }

    /// `at + x`, if the subscript has a name before its strip.
    pub(crate) fn text(&self, reference: &Reference, index: &Index) -> Option<String> {
        let wanted = wanted(reference, index)?;
        let StripRow { name, ty, .. } = &self.rows.get(&wanted.key())?.row;
        Some(format!("{name} + {}", wanted.moved(ty)))
    }

    /// Whether each subscript that needs a modulo has a name before a strip.
    ///
    /// # Errors
    /// A subscript cannot be written in C.
    pub(crate) fn hold_all(&self, context: &Context, rows: &[RowPlan]) -> Result<bool, EmitError> {
        for reference in &context.fold.candidate.references {
            for row in rows.iter().filter(|row| row.wraps) {
                let index = subscript::index(context, row, reference)?;
                if index.modulo.is_some() && self.text(reference, &index).is_none() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether no loop is split.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The loops over strips, one for each name.
    pub(crate) fn all(&self) -> impl Iterator<Item = Addition> {
        self.rows.values().map(|name| Addition {
            body: body_of(&name.place),
            added: Added::Strips(name.strips.clone()),
        })
    }
}

/// Whether the innermost loop around a reference may be split.
fn may_split(context: &Context, reference: &Reference) -> bool {
    let last = innermost(reference);
    let statement = context.fold.scop().statement(reference.statement);
    context.fold.may_name
        && reference.block.is_none()
        && statement.parallel.is_empty()
        && last.is_some_and(|place| place.strips.is_some())
        && !(context.may_be_shared)(reference.whole)
}

/// A subscript that grows with the innermost loop.
fn wanted<'r>(reference: &'r Reference, index: &Index) -> Option<Wanted<'r>> {
    let place = innermost(reference)?;
    let (dividend, modulus) = index.modulo.as_ref().or(index.address.as_ref())?.clone();
    let moved = dividend.coefficient(&place.iterator);
    let rest = dividend.clone() - Expr::var(&place.iterator) * moved;
    let step = match index.ring {
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
        ring: index.ring.clone(),
        address: index.address.is_some().then(|| index.text.clone()),
    })
}

impl Wanted<'_> {
    fn key(&self) -> (Span, String) {
        (self.place.opening, self.remainder())
    }

    /// Dividend and divisor, as a key.
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

    /// With a name, if everything can be written before a strip.
    fn named(&self, context: &Context, names: &mut Names<'_>) -> Option<StripName> {
        let unusable = &self.place.unusable_params;
        let parts = (self.ring.as_ref(), &self.dividend, &self.modulus);
        let remainder = remainder_text(context, parts, unusable).ok()?;
        let first_out = context.print(&self.first_out(), unusable).ok()?.text;
        let bound = context.text(self.at.bound);
        if [&remainder, &bound].iter().any(|text| text.contains('\n')) {
            return None;
        }
        let remainder = match self.ring {
            Some(_) => format!("(int)({remainder})"),
            None => remainder,
        };
        let parts = Parts {
            ty: INT,
            bound: &bound,
            first_out: &first_out,
            remainder: &remainder,
        };
        self.strip(context, names, &parts)
    }

    /// The same in a type that holds all sums.
    fn named_wide(&self, context: &Context, names: &mut Names<'_>) -> Option<StripName> {
        let first_out = careful::wide_sum(context, self.reference, &self.first_out())?;
        // Before a strip the user's own subscript may be too large.
        let parts = (self.ring.as_ref(), &self.dividend, &self.modulus);
        let remainder = careful::wide_remainder(context, self.reference, parts)?;
        self.in_wide_type(context, names, (&first_out, &remainder))
    }

    /// The same for a sum of products.
    fn named_address(
        &self,
        context: &Context,
        names: &mut Names<'_>,
        remainder: &str,
    ) -> Option<StripName> {
        let unusable = &self.place.unusable_params;
        let first_out = address::size(context, &self.first_out(), unusable)
            .ok()?
            .text;
        self.in_wide_type(context, names, (&first_out, remainder))
    }

    fn in_wide_type(
        &self,
        context: &Context,
        names: &mut Names<'_>,
        (first_out, remainder): (&str, &str),
    ) -> Option<StripName> {
        let sizes = [&self.modulus, &self.dividend];
        let unusable = |name: &String| sizes.iter().any(|size| size.mentions(name));
        let bound = context.text(self.at.bound);
        let is_broken = [remainder, &bound].iter().any(|text| text.contains('\n'));
        let is_unusable = self.place.unusable_params.iter().any(unusable);
        if is_unusable || is_broken || !self.is_known(context, remainder) {
            return None;
        }
        let parts = Parts {
            ty: context.signed_wide_type().ok()?,
            bound: &bound,
            first_out,
            remainder,
        };
        self.strip(context, names, &parts)
    }

    /// Whether the text mentions only counters and sizes, which mean the same before a strip.
    fn is_known(&self, context: &Context, text: &str) -> bool {
        let is_counter = |word: &str| {
            let mut loops = self.reference.loops.iter().flatten();
            loops.any(|place| place.iterator == word)
        };
        let params = &context.fold.region.scop.params;
        let is_size = |word: &str| params.iter().any(|param| param.spelling == word);
        source::names(text).all(|w| w == "long" || is_counter(w) || is_size(w))
    }

    /// The first subscript that is out of range at the end of a strip.
    fn first_out(&self) -> Expr {
        let more = match self.at.inclusive {
            true => -1,
            false => self.step - 1,
        };
        self.modulus.clone() + Expr::constant(more)
    }

    /// The name and the loop over strips.
    fn strip(
        &self,
        context: &Context,
        names: &mut Names<'_>,
        parts: &Parts<'_>,
    ) -> Option<StripName> {
        let Parts {
            ty,
            bound,
            first_out,
            remainder,
        } = parts;
        let name = names.before_strips(context, self.place, "at", &self.remainder())?;
        let end = match self.at.inclusive {
            true => "last",
            false => "end",
        };
        let end = names.before_strips(context, self.place, end, "")?;
        let row = StripRow {
            ty: ty.to_string(),
            value: format!("{remainder} - {}", self.moved(ty)),
            limit: match self.step {
                1 => format!("{first_out} - {name}"),
                n => format!("({first_out} - {name}) / {n}"),
            },
            name,
        };
        Some(StripName {
            place: self.place.clone(),
            row: row.clone(),
            strips: Strips {
                iterator: self.place.iterator.clone(),
                step: self.at.step,
                inclusive: self.at.inclusive,
                end,
                bound: bound.to_string(),
                rows: vec![row],
            },
        })
    }
}
