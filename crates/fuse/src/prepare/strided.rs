//! `for (y = 0; y < h; y += 16) ..` beside loops over all rows as
//! `for (y = 0; y < h; y++) if (y % 16 == 0) ..`, and `for (i = 0; i < n && k + i < m; i++) ..`
//! beside loops to `n` as `for (i = 0; i < n; i++) if ((long)k + i < m) ..`.

use super::flat::Nests;
use crate::bound::bound;
use crate::nests::{Headers, NestText};
use crate::types::type_of;
use crate::write::step;
use c::names::types::Type;
use c::syntax::expressions::sides;
use integer::IntType;
use lang_c::ast::{BinaryOperator, Expression, Statement};
use lang_c::span::{Node, Span as Offsets};
use poly::Expr;
use print::{Sheet, c_text};
use source::{Edit, Edits, Span, Unit};

/// Loops of lesser steps keep up with loops over all rows that run as many rows at a time.
const LEAST_STEP: i64 = 5;

/// The edits that let a loop over few rows count all of them and test which ones it needs, beside
/// loops over the rows of arrays.
pub(super) fn as_test(
    headers: &Headers<'_>,
    statement: &Node<Statement>,
    (_, beside): Nests<'_>,
) -> Option<Edits> {
    let unit = headers.unit();
    let own = headers.counted(statement)?;
    let has_rows = beside.iter().flatten().any(|nest| nest.has_loops(unit));
    (has_rows && own.rows.step >= LEAST_STEP).then_some(())?;
    let ahead = c_text(&Expr::var(&own.counter).checked_sub(&own.first)?);
    let ahead = match ahead == own.counter {
        true => ahead,
        false => format!("({ahead})"),
    };
    let test = format!("if ({ahead} % {} == 0)", own.rows.step);
    let [_, condition, _] = own.written_header(unit)?;
    let before = unit.file.slice(Span::new(own.span.start, own.body.start));
    before.trim_end().ends_with(')').then_some(())?;
    let header = own.header(c_text(&own.first)).until(condition);
    tested(unit, &own, &header.to_string(), test)
}

/// The edits that let a loop with two ends run to that of a loop beside it, and test the other.
pub(super) fn to_common_end(
    headers: &Headers<'_>,
    statement: &Node<Statement>,
    (_, beside): Nests<'_>,
) -> Option<Edits> {
    let Statement::For(loop_) = &statement.node else {
        return None;
    };
    let (left, right) = sides(
        loop_.node.condition.as_deref()?,
        &BinaryOperator::LogicalAnd,
    )?;
    let is_beside = |own: &NestText| {
        let mut nests = beside.iter().flatten();
        nests.any(|nest| nest.rows == own.rows)
    };
    let unit = headers.unit();
    let ended = |end, test| {
        let own = headers.counted_while(statement, end)?;
        let test = after_end(headers, test, &own.counter).filter(|_| is_beside(&own))?;
        let end = unit.file.slice(written(headers, end.span)?);
        let [_, _, count] = own.written_header(unit)?;
        let header = own
            .header(c_text(&own.first))
            .until(end.trim_end().to_string());
        let header = header.counted(count).to_string();
        Some((own, header, test))
    };
    let (own, header, test) = ended(left, right).or_else(|| ended(right, left))?;
    tested(unit, &own, &header, format!("if ({test})"))
}

/// A condition that stays false as a counter grows, written so that this holds for all its later
/// values, too: a sum of the counter and something else does not leave its type.
fn after_end(headers: &Headers<'_>, condition: &Node<Expression>, counter: &str) -> Option<String> {
    let less = |operator| sides(condition, &operator);
    let more = |operator| sides(condition, &operator).map(|(a, b)| (b, a));
    let (sum, end) = less(BinaryOperator::Less)
        .or_else(|| less(BinaryOperator::LessOrEqual))
        .or_else(|| more(BinaryOperator::Greater))
        .or_else(|| more(BinaryOperator::GreaterOrEqual))?;
    let (Type::Integer(own), Type::Integer(other)) = (
        type_of(headers.function(), sum),
        type_of(headers.function(), end),
    ) else {
        return None;
    };
    let (value, is_fixed) = (bound(sum)?, !bound(end)?.mentions(counter));
    (is_fixed && own.signed == other.signed).then_some(())?;
    let (whole, at) = (
        written(headers, condition.span)?,
        written(headers, sum.span)?,
    );
    let text = |at: Span| headers.unit().file.slice(at).trim_end().to_string();
    let is_name = |node: &Node<Expression>| {
        matches!(
            node.node,
            Expression::Identifier(_) | Expression::Constant(_)
        )
    };
    if is_name(sum) && value.mentions(counter) {
        return Some(text(whole));
    }
    let (a, b) = sides(sum, &BinaryOperator::Plus)?;
    let is_sum = value.coefficient(counter) == 1 && is_name(a) && is_name(b);
    let may_widen = is_sum && own.signed && own.bits < IntType::LONG.bits;
    let before = headers.unit().file.slice(Span::new(whole.start, at.start));
    may_widen.then(|| format!("{before}(long){}", text(Span::new(at.start, whole.end))))
}

/// Where a piece of a function is written.
fn written(headers: &Headers<'_>, at: Offsets) -> Option<Span> {
    headers
        .unit()
        .span_of(headers.function().base.range(at))
        .ok()
}

/// The edits that write a loop with this header and its body under a test.
fn tested(unit: &Unit, own: &NestText, header: &str, test: String) -> Option<Edits> {
    let sheet =
        Sheet::at(&unit.file, own.span).with_step(&step(&unit.file, std::slice::from_ref(own)));
    let inner = sheet.deeper();
    let body = unit.file.slice(own.body);
    let text = match body.strip_prefix('{') {
        Some(inside) => {
            let inside = inside.strip_suffix('}')?.trim();
            inner.block(test, &inner.deeper().moved(inside, &inner.indent))
        }
        None => inner.under(test, &inner.deeper().copied(&unit.file, own.body)),
    };
    let mut edits = Edits::default();
    let span = Span::new(own.span.start, own.body.end);
    let text = format!("{header}{}", inner.on_line(text));
    edits.insert(Edit { span, text }).ok()?;
    Some(edits)
}
