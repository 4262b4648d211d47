//! Subscripts that cannot overflow for any values of counters and sizes: the user's own subscripts,
//! which lie in the array, are the operands, and their sum is computed in a type that holds it.
//! Used where the plain text could not be proved.

use crate::context::Context;
use crate::error::EmitError;
use crate::subscript::index::{Index, value};
use crate::subscript::modulo::needs_modulo;
use crate::subscript::row::RowPlan;
use crate::subscript::types::c_type;
use front::Reference;
use front::forms::ring_unit::RingSubscript;
use front::forms::ring_unit::{RingPosition, RingUnit};
use poly::{Atom, Expr};
use print::{CText, Tightness};
use scop::{IntType, MACRO_RANGE, ParamKind};
use source::{Piece, Span};

/// `(y - base) % 3`, `(2LL * (y - base) + (x - base)) % (2LL * N - 1)`, `0`.
///
/// # Errors
/// The subscript cannot be written in C.
pub(crate) fn index(
    context: &Context,
    row: &RowPlan,
    reference: &Reference,
) -> Result<Index, EmitError> {
    let value = value(context, row, reference).ok();
    if let Some(index) = Index::of_number(value.as_ref(), row) {
        return Ok(index);
    }
    let ring = row.ring_position(context, reference)?;
    let text = match &row.unit {
        Some(unit) => ring_text(context, (row, unit), reference)?,
        None => {
            let operand = operand(context, row, reference).ok_or(EmitError::Subscript)?;
            if !needs_modulo(context, row, reference, value.as_ref())? {
                return Ok(Index::plain(operand.text));
            }
            let modulus = modulus(context, row, reference)?;
            format!(
                "{} % {}",
                operand.at_least(Tightness::Primary),
                modulus.at_least(Tightness::Primary)
            )
        }
    };
    Ok(Index {
        modulo: value.map(|value| (value, row.divisor.clone())),
        ring,
        ..Index::plain(text)
    })
}

/// The dividend, or the whole subscript where there is no modulo.
fn operand(context: &Context, row: &RowPlan, reference: &Reference) -> Option<CText> {
    let Some(dim) = row.same_axis() else {
        let pieces = pieces(context, row, reference)?;
        return Some(CText::of_user(printed(context, reference, pieces), false));
    };
    context.users_text(reference, dim).or_else(|| {
        let own = context.subscript(reference, dim).ok()?;
        context.print(own, &reference.unusable_params).ok()
    })
}

/// The text of pieces at one reference.
fn printed(context: &Context, reference: &Reference, pieces: Vec<Piece>) -> String {
    let dims = 0..context.fold.candidate.axes.len();
    let written: Vec<(Span, bool)> = dims.filter_map(|d| context.written(reference, d)).collect();
    let is_operand = |span: Span| { written.iter() }.any(|(s, is_one)| *s == span && *is_one);
    let text = |piece: Piece| match piece {
        Piece::Text(text) => text,
        Piece::Operand(span) if !is_operand(span) => format!("({})", context.text(span)),
        Piece::Copy(span) | Piece::Operand(span) => context.text(span),
    };
    pieces.into_iter().map(text).collect()
}

/// The form plus offset, with the old subscripts as they are written.
pub(crate) fn pieces(
    context: &Context,
    row: &RowPlan,
    reference: &Reference,
) -> Option<Vec<Piece>> {
    let form = row.row.form.iter().copied().enumerate();
    let terms = terms(context, reference, form, &row.offset)?;
    let is_wide = !fits_int(context, row, &terms);
    Some(joined(&terms, width(context, is_wide)?))
}

/// Old subscripts, each with its factor, and an offset; terms that are added come before those that
/// are subtracted.
fn terms(
    context: &Context,
    reference: &Reference,
    form: impl Iterator<Item = (usize, i64)>,
    offset: &Expr,
) -> Option<Vec<Term>> {
    let mut terms = Vec::new();
    let mut offset = offset.clone();
    for (dim, c) in form.filter(|(_, c)| *c != 0) {
        if let Some(rest) = without(context, (reference, dim, c), &offset) {
            offset = rest;
            continue;
        }
        terms.push(Term::of_subscript(context, reference, dim, c)?);
    }
    for (atom, c) in offset.terms() {
        terms.push(Term::of_size(context, reference, atom, c)?);
    }
    if offset.constant_part() != 0 || terms.is_empty() {
        terms.push(Term::of_number(offset.constant_part()));
    }
    terms.sort_by_key(|term| term.factor < 0);
    Some(terms)
}

/// The offset plus a subscript that is 0 or that cancels one of its terms: `m` in `n + m - m`.
fn without(
    context: &Context,
    (reference, dim, factor): (&Reference, usize, i64),
    offset: &Expr,
) -> Option<Expr> {
    let own = context.subscript(reference, dim).ok()?.clone() * factor;
    let rest = offset.clone() + own.clone();
    let cancels = own.terms().count() == 1
        && own.constant_part() == 0
        && rest.terms().count() < offset.terms().count();
    (own == Expr::default() || cancels).then_some(rest)
}

/// A sum of sizes in a wide type.
pub(crate) fn wide_sum(context: &Context, reference: &Reference, sum: &Expr) -> Option<String> {
    let terms = terms(context, reference, std::iter::empty(), sum)?;
    let width = width(context, !is_small(largest(context, sum)))?;
    Some(printed(context, reference, joined(&terms, width)))
}

/// `((long long)w * (row) + column) % b`, in the order of a unit.
fn ring_text(
    context: &Context,
    (row, unit): (&RowPlan, &RingUnit),
    reference: &Reference,
) -> Result<String, EmitError> {
    let (by, factor, column) =
        ring_parts(context, (row, unit), reference).ok_or(EmitError::Subscript)?;
    let subscript = RingSubscript {
        by,
        row: format!("({factor})"),
        column: format!(" + {column}"),
        modulus: modulus(context, row, reference)?.at_least(Tightness::Primary),
    };
    Ok(subscript.text())
}

/// The unit in a wide type, the row and the column.
fn ring_parts(
    context: &Context,
    (row, unit): (&RowPlan, &RingUnit),
    reference: &Reference,
) -> Option<(String, String, String)> {
    let form = || row.row.form.iter().copied().enumerate();
    let [raised_row, raised_column] = &unit.raised;
    let rows = form().filter(|(_, c)| unit.columns(*c).is_none());
    let columns = form().filter_map(|(dim, c)| Some((dim, unit.columns(c)?)));
    let row = terms(context, reference, rows, raised_row)?;
    let column = terms(context, reference, columns, raised_column)?;
    let by = terms(context, reference, std::iter::empty(), &unit.by)?;
    let wide = context.signed_wide_type().ok()?;
    let text = |terms: &[Term]| printed(context, reference, joined(terms, Some(wide)));
    let by = match by.as_slice() {
        [Term { factor: 1, .. }] => format!("({wide}){}", text(&by)),
        _ => format!("({})", text(&by)),
    };
    Some((by, text(&row), text(&column)))
}

/// The remainder of a dividend in a wide type, for a place where the user's subscript may be too
/// large: `((long long)x + 2) % (2LL * w + 1)`.
pub(crate) fn wide_remainder(
    context: &Context,
    reference: &Reference,
    (position, dividend, modulus): (Option<&RingPosition>, &Expr, &Expr),
) -> Option<String> {
    let cast = context.signed_wide_type().ok()?;
    let wide = |sum: &Expr| wide_sum(context, reference, sum);
    let primary = |text: String| match source::is_operand(&text) {
        true => text,
        false => format!("({text})"),
    };
    let Some(RingPosition { by, row, column }) = position else {
        return Some(format!(
            "({}) % {}",
            wide(dividend)?,
            primary(wide(modulus)?)
        ));
    };
    let by = wide(by)?;
    let subscript = RingSubscript {
        by: match source::is_operand(&by) {
            true => format!("({cast}){by}"),
            false => format!("({by})"),
        },
        row: format!("({})", wide(row)?),
        column: print::joined("", &wide(column)?),
        modulus: primary(wide(modulus)?),
    };
    Some(subscript.text())
}

/// One term of a sum.
struct Term {
    factor: i64,
    /// The operand that is multiplied; `None` if the term is a number.
    operand: Option<Piece>,
    /// Its type, if known.
    ty: Option<IntType>,
}

impl Term {
    fn of_subscript(
        context: &Context,
        reference: &Reference,
        dim: usize,
        factor: i64,
    ) -> Option<Self> {
        let expr = context.subscript(reference, dim).ok();
        let operand = match context.written(reference, dim) {
            Some((span, _)) => Piece::Operand(span),
            None => {
                let text = context.print(expr?, &reference.unusable_params).ok()?;
                Piece::Text(text.at_least(Tightness::Primary))
            }
        };
        Some(Term {
            factor,
            operand: Some(operand),
            ty: expr.and_then(|expr| c_type(context, reference, &[expr])),
        })
    }

    fn of_size(context: &Context, reference: &Reference, atom: &Atom, factor: i64) -> Option<Self> {
        let size = Expr::atom(atom.clone());
        let text = context.print(&size, &reference.unusable_params).ok()?;
        Some(Term {
            factor,
            operand: Some(Piece::Text(text.at_least(Tightness::Primary))),
            ty: c_type(context, reference, &[&size]),
        })
    }

    fn of_number(factor: i64) -> Self {
        Term {
            factor,
            operand: None,
            ty: Some(IntType::INT),
        }
    }

    /// `2LL * (y - b)`, `(long long)n`; the first term makes the whole sum wide.
    fn pieces(&self, width: Width, is_first: bool) -> Vec<Piece> {
        let n = self.factor.unsigned_abs();
        let suffix = width.map_or("", suffix);
        // An unsigned wide operand is cast too: compilers warn of mixed signs.
        let is_long = self.ty.is_none_or(|ty| ty.bits > 32 && !ty.signed);
        let wide = width.filter(|_| is_long || is_first && n == 1);
        let cast = wide.map_or_else(String::new, |wide| format!("({wide})"));
        match (&self.operand, n) {
            (None, n) => vec![Piece::Text(n.to_string())],
            (Some(Piece::Operand(span)), 1) if is_first && cast.is_empty() => {
                vec![Piece::Copy(*span)]
            }
            (Some(operand), 1) => vec![Piece::Text(cast), operand.clone()],
            (Some(operand), n) => vec![
                Piece::Text(format!("{n}{suffix} * {cast}")),
                operand.clone(),
            ],
        }
    }
}

/// The wide type in which a sum is computed; `None` for the type of its operands.
type Width = Option<&'static str>;

/// The type for a sum; `None` if it has to be wide and this version of C has no wide type.
fn width(context: &Context, is_wide: bool) -> Option<Width> {
    match is_wide {
        true => Some(Some(context.signed_wide_type().ok()?)),
        false => Some(None),
    }
}

/// The suffix that gives a number a wide type.
pub(crate) fn suffix(wide: &str) -> &'static str {
    match wide {
        "long" => "L",
        _ => "LL",
    }
}

/// The sum of all terms.
fn joined(terms: &[Term], width: Width) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let is_sum = terms.len() > 1 || terms.iter().any(|term| term.factor.unsigned_abs() > 1);
    for (k, term) in terms.iter().enumerate() {
        let sign = match (k, term.factor < 0) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        pieces.push(Piece::Text(sign.to_string()));
        let width = width.filter(|_| is_sum);
        pieces.extend(term.pieces(width, k == 0 && term.factor > 0));
    }
    pieces
}

/// Whether all sums are known to fit in an `int`, by the extents of the array.
fn fits_int(context: &Context, row: &RowPlan, terms: &[Term]) -> bool {
    let form = row.row.form.iter().zip(context.fold.extents);
    let mut used = form.filter(|(c, _)| **c != 0);
    let offset = largest(context, &row.offset);
    let sum = used.try_fold(offset, |sum, (c, extent)| {
        let extent = largest(context, extent)?;
        Some(Some(sum? + i128::from(*c).abs() * extent))
    });
    let is_int = |term: &Term| term.ty == Some(IntType::INT);
    is_small(sum.flatten()) && terms.iter().all(is_int)
}

fn is_small(sum: Option<i128>) -> bool {
    sum.is_some_and(|sum| sum <= IntType::INT.range().1)
}

/// The largest magnitude that a sum of numbers and macros may have.
fn largest(context: &Context, sum: &Expr) -> Option<i128> {
    let params = &context.fold.region.scop.params;
    let mut total = i128::from(sum.constant_part()).abs();
    for (atom, c) in sum.terms() {
        let Atom::Var(name) = atom else {
            return None;
        };
        let mut macros = params.iter().filter(|p| p.kind == ParamKind::Macro);
        let found = macros.find(|p| p.name == *name)?;
        let most = found.sample.abs().max(MACRO_RANGE);
        total += i128::from(c).abs() * i128::from(most);
    }
    Some(total)
}

/// The modulus: `3`, `n`, `2LL * n - 1`.
fn modulus(context: &Context, row: &RowPlan, reference: &Reference) -> Result<CText, EmitError> {
    let divisor = &row.divisor;
    let is_plain = divisor.terms().all(|(_, c)| c == 1) && divisor.constant_part() == 0;
    let is_single = divisor.terms().count() < 2;
    if is_small(largest(context, divisor)) || is_single && is_plain {
        return context.print(divisor, &reference.unusable_params);
    }
    let text = wide_sum(context, reference, divisor).ok_or(EmitError::NotInC)?;
    Ok(CText::of_user(text, false))
}
