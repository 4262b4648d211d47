//! Calls that copy or clear a single row, as a row of a loop over all of them:
//!
//! ```c
//! memcpy(t + (h - 1) * w, s, w * sizeof *t);   for (int y = 0; y < h; y++)
//!                                                  if (y == h - 1)
//!                                                      for (int x = 0; x < w; x++)
//!                                                          t[(h - 1) * w + x] = s[x];
//! ```

use super::borders::{Place, row_among};
use super::flat::{Nests, Size, loops};
use crate::bound::{elements, value};
use crate::memory::{copied, zeroed};
use crate::nests::{Headers, NestText};
use c::syntax::expressions::{Chain, without_casts};
use lang_c::ast::{BinaryOperator, Expression, Statement, UnaryOperator};
use lang_c::span::Node;
use poly::Expr;
use print::{Header, Sheet, c_text};
use source::{Edit, Edits};

/// The edits that write a call that copies or clears a row as rows of a loop beside it.
pub(super) fn as_row(
    headers: &Headers<'_>,
    statement: &Node<Statement>,
    beside: Nests<'_>,
) -> Option<Edits> {
    let (to, from, bytes) = call(&statement.node)?;
    let base = headers.function().base;
    let span = headers.unit().span_of(base.range(statement.span)).ok()?;
    let to = Start::of(to)?;
    let from = from.map(Start::of);
    let writer = Writer {
        headers,
        sheet: Sheet::at(&headers.unit().file, span),
        width: width(headers, &to, bytes)?,
    };
    let mut nests = beside.0.iter().zip(beside.1);
    let text = nests.find_map(|(own, nest)| {
        let both = loops(headers, own, nest.clone()?, 2)?;
        let [rows, columns] = both.as_slice() else {
            return None;
        };
        let among = (headers.unit(), headers.function(), span);
        let place = to.place()?;
        let row = row_among(among, (rows, beside.1), &[(to.array, place)])?;
        let value = match &from {
            Some(from) => writer.element(from.as_ref()?, columns)?,
            None => "0".to_string(),
        };
        let set = format!("{} = {value};", writer.element(&to, columns)?);
        Some(writer.text((rows, columns), row, &set))
    });
    let mut edits = Edits::default();
    edits.insert(Edit { span, text: text? }).ok()?;
    Some(edits)
}

/// The memory that a call sets, what it copies there, and the number of bytes.
type Filled<'e> = (
    &'e Node<Expression>,
    Option<&'e Node<Expression>>,
    &'e Node<Expression>,
);

/// The memory that a call sets, and reads if it copies it, and the number of its bytes.
fn call(statement: &Statement) -> Option<Filled<'_>> {
    if let Some([to, from, bytes]) = copied(statement) {
        return Some((to, Some(from), bytes));
    }
    let Statement::Expression(Some(expression)) = statement else {
        return None;
    };
    let Expression::Call(call) = without_casts(&expression.node) else {
        return None;
    };
    let (to, bytes) = zeroed(&call.node)?;
    Some((to, None, bytes))
}

/// The number of elements in a row.
fn width(headers: &Headers<'_>, to: &Start<'_>, bytes: &Node<Expression>) -> Option<Expr> {
    let found = elements(bytes)?;
    let is_row = found.as_constant() == Some(1);
    match is_row {
        false => Some(found),
        true => {
            let symbols = &headers.function().symbols;
            let object = headers.function().object(&to.root.node)?;
            Size::declared(symbols.variable(object))?.extents.pop()
        }
    }
}

/// The first element of a row.
struct Start<'e> {
    array: &'e str,
    root: &'e Node<Expression>,
    /// The subscripts before the last one.
    rows: Vec<&'e Node<Expression>>,
    /// What is added to the place in the row.
    more: Option<&'e Node<Expression>>,
}

impl<'e> Start<'e> {
    /// `t[y]`, `t + y * w`, `&t[y * w]`, `&t[y][0]`, `t`
    fn of(pointer: &'e Node<Expression>) -> Option<Self> {
        match &pointer.node {
            Expression::Cast(cast) => Start::of(&cast.node.expression),
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Plus => {
                let start = Start::at(&b.node.lhs)?;
                Some(Start {
                    more: Some(&b.node.rhs),
                    ..start
                })
            }
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => {
                let mut start = Start::at(&u.node.operand)?;
                start.more = Some(start.rows.pop()?);
                Some(start)
            }
            _ => Start::at(pointer),
        }
    }

    fn at(expression: &'e Node<Expression>) -> Option<Self> {
        let chain = Chain::of(expression);
        Some(Start {
            array: chain.name()?,
            root: chain.root,
            rows: chain.steps,
            more: None,
        })
    }

    /// Where it is, by its subscripts.
    fn place(&self) -> Option<Place<'e>> {
        match (self.rows.as_slice(), self.more) {
            ([], Some(place)) => Some(Place::Flat(place)),
            ([], None) => Some(Place::Start),
            ([row], _) => Some(Place::Row(row)),
            _ => None,
        }
    }
}

struct Writer<'w> {
    headers: &'w Headers<'w>,
    sheet: Sheet,
    width: Expr,
}

impl Writer<'_> {
    fn slice(&self, of: &Node<Expression>) -> Option<String> {
        let range = self.headers.function().base.range(of.span);
        let span = self.headers.unit().span_of(range).ok()?;
        Some(self.headers.unit().file.slice(span).into_owned())
    }

    /// The element of a row in a column.
    fn element(&self, of: &Start<'_>, columns: &NestText) -> Option<String> {
        let mut text = of.array.to_string();
        for row in &of.rows {
            text.push_str(&format!("[{}]", self.slice(row)?));
        }
        let place = match of.more {
            Some(more) if value(more)?.as_constant() != Some(0) => {
                format!("{} + {}", self.slice(more)?, columns.counter)
            }
            _ => columns.counter.clone(),
        };
        Some(format!("{text}[{place}]"))
    }

    fn text(
        &self,
        (rows, columns): (&NestText, &NestText),
        (row, first, end): (Expr, Expr, Expr),
        set: &str,
    ) -> String {
        let inside = self.sheet.deeper();
        let deeper = inside.deeper();
        let all = Header::new(columns.declared.as_deref(), &columns.counter, 0)
            .below(c_text(&self.width));
        let test = format!("if ({} == {})", rows.counter, c_text(&row));
        let header = rows.header(c_text(&first)).below(c_text(&end));
        self.sheet
            .under(header, &inside.under(test, &deeper.under(all, set)))
    }
}
