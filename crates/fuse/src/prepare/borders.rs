//! Loops over the columns of single rows, or over the rows of single planes, as rows of a loop over
//! all of them; assignments to single elements, as elements of a loop over all elements or rows:
//!
//! ```c
//! for (int x = 0; x < w; x++) {          for (int y = 0; y < h; y++)
//!     t[0][x] = 0;                           if (y == 0)
//!     t[h - 1][x] = 0;                           for (int x = 0; x < w; x++)
//! }                                                  t[0][x] = 0;
//!                                        for (int y = 0; y < h; y++)
//!                                            if (y == h - 1)
//!                                                ...
//! ```

use super::content;
use crate::bound::{difference, moved, value};
use crate::nests::NestText;
use c::names::file::Function;
use c::names::symbols::VarId;
use c::names::types::Type;
use c::syntax::expressions::{Chain, is_assignment};
use lang_c::ast::{BlockItem, Expression, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use poly::Expr;
use print::{Sheet, c_text};
use source::{Edit, Edits, Span, Unit};

/// Rows further from the first or last row are no border.
const BORDER: i64 = 4;

/// The edits that write a loop over columns as loops over rows, of the kind of its neighbours.
pub(super) fn as_rows(
    unit: &Unit,
    function: &Function<'_>,
    statement: &Node<Statement>,
    own: &NestText,
    nests: &[Option<NestText>],
) -> Option<Edits> {
    let Statement::For(loop_) = &statement.node else {
        return None;
    };
    let stores = Stores::of(&loop_.node.statement)?;
    let is_over_rows = |n: &&NestText| n.span != own.span && n.has_loops(unit);
    let others = nests.iter().flatten().filter(is_over_rows);
    others.into_iter().find_map(|rows| {
        let writer = Writer {
            unit,
            function,
            span: own.span,
            columns: Some(own),
            rows,
            nests,
        };
        writer.edits(&stores)
    })
}

/// The edits that write an assignment to an element as a loop of the kind of its neighbours:
/// `t[0] = s[0];` before a loop that sets `t[i]` for the others, `t[0][0] = 0;` before one that
/// sets the rows.
pub(super) fn as_element(
    unit: &Unit,
    function: &Function<'_>,
    statement: &Node<Statement>,
    nests: &[Option<NestText>],
) -> Option<Edits> {
    let target = target(statement)?;
    (!is_pointer(function, target)).then_some(())?;
    let span = unit.span_of(function.base.range(statement.span)).ok()?;
    let array = function.object(&Chain::of(target).root.node)?;
    let mut sets = Sets {
        function,
        array,
        found: Vec::new(),
    };
    let body = &function.definition.statement;
    sets.visit_statement(&body.node, &body.span);
    let spans = |offsets: &[usize]| -> Vec<Span> {
        let all = offsets.iter();
        all.filter_map(|at| unit.nearest_span(*at..*at + 1))
            .collect()
    };
    let named = spans(&function.symbols.variable(array).mentions);
    let set = spans(&sets.found);
    let has = |nest: &NestText, all: &[Span]| all.iter().any(|place| nest.span.contains(*place));
    let mut others: Vec<&NestText> = nests.iter().flatten().collect();
    // The element is more likely one of the rows of its own array, which another loop sets.
    others.sort_by_key(|nest| match (has(nest, &set), has(nest, &named)) {
        (true, _) if nest.has_loops(unit) => 0,
        (true, _) => 1,
        (_, true) => 2,
        _ => 3,
    });
    others.into_iter().find_map(|rows| {
        let writer = Writer {
            unit,
            function,
            span,
            columns: None,
            rows,
            nests,
        };
        let all = vec![statement];
        let has_more = false;
        writer.edits(&Stores { all, has_more })
    })
}

/// Where an element, or the start of a row, is in an array.
pub(super) enum Place<'e> {
    /// At the start of the array.
    Start,
    /// So many elements behind it.
    Flat(&'e Node<Expression>),
    /// In a row.
    Row(&'e Node<Expression>),
}

/// The row that some places in arrays are in, and a range of rows that contains it and those of a
/// loop.
pub(super) fn row_among(
    (unit, function, span): (&Unit, &Function<'_>, Span),
    (rows, nests): (&NestText, &[Option<NestText>]),
    places: &[(&str, Place<'_>)],
) -> Option<(Expr, Expr, Expr)> {
    let writer = Writer {
        unit,
        function,
        span,
        columns: None,
        rows,
        nests,
    };
    let found: Option<Vec<Expr>> = places.iter().map(|place| writer.row_at(place)).collect();
    let found = found?;
    let row = found.first()?;
    let (first, end) = writer.range(&found)?;
    let is_one = found.iter().all(|other| other == row);
    is_one.then(|| (row.clone(), first, end))
}

/// The array of an element, and where it is in it.
pub(super) fn place(element: &Node<Expression>) -> Option<(&str, Place<'_>)> {
    let chain = Chain::of(element);
    let place = match chain.steps.as_slice() {
        [] => return None,
        [flat] => Place::Flat(flat),
        [row, ..] => Place::Row(row),
    };
    Some((chain.name()?, place))
}

/// Whether an element is a pointer to a row: it is set where rows are made.
fn is_pointer(function: &Function<'_>, element: &Node<Expression>) -> bool {
    let chain = Chain::of(element);
    let root = function.base.range(chain.root.span).start;
    let variable = function.symbols.variable_at(root);
    let mut ty = variable.map(|id| &function.symbols.variable(id).declared_type);
    for _ in chain.steps {
        ty = ty.and_then(Type::target);
    }
    matches!(ty, Some(Type::Pointer(_)))
}

/// The assignments to elements in a body, or in the only loop in it.
#[derive(Default)]
struct Stores<'e> {
    all: Vec<&'e Node<Statement>>,
    /// The body contains something else: they stay together.
    has_more: bool,
}

impl<'e> Stores<'e> {
    fn of(body: &'e Node<Statement>) -> Option<Self> {
        if let Some(Statement::For(inner)) = content(body).map(|only| &only.node) {
            return Stores::of(&inner.node.statement);
        }
        let mut stores = Stores::default();
        stores.add(body)?;
        (!stores.all.is_empty()).then_some(stores)
    }

    fn add(&mut self, statement: &'e Node<Statement>) -> Option<()> {
        match &statement.node {
            Statement::Compound(items) => items.iter().try_for_each(|item| match &item.node {
                BlockItem::Statement(inner) => self.add(inner),
                BlockItem::Declaration(_) => {
                    self.has_more = true;
                    Some(())
                }
                BlockItem::StaticAssert(_) => None,
            }),
            Statement::If(test) => {
                self.has_more = true;
                self.add(&test.node.then_statement)?;
                let other = test.node.else_statement.as_ref();
                other.map_or(Some(()), |other| self.add(other))
            }
            _ => match Chain::of(target(statement)?).steps.as_slice() {
                [] => {
                    self.has_more = true;
                    Some(())
                }
                _ => {
                    self.all.push(statement);
                    Some(())
                }
            },
        }
    }
}

/// The left side of an assignment.
fn target(statement: &Node<Statement>) -> Option<&Node<Expression>> {
    let Statement::Expression(Some(expression)) = &statement.node else {
        return None;
    };
    match &expression.node {
        Expression::BinaryOperator(b) if is_assignment(&b.node.operator.node) => Some(&b.node.lhs),
        _ => None,
    }
}

struct Writer<'w> {
    unit: &'w Unit,
    function: &'w Function<'w>,
    /// The statement.
    span: Span,
    /// The loop over columns; `None` for an assignment.
    columns: Option<&'w NestText>,
    /// A loop over rows.
    rows: &'w NestText,
    /// The loops beside it.
    nests: &'w [Option<NestText>],
}

impl Writer<'_> {
    fn edits(&self, stores: &Stores<'_>) -> Option<Edits> {
        let rows: Option<Vec<Expr>> = { stores.all.iter() }
            .map(|s| self.row(target(s)?))
            .collect();
        let rows = rows?;
        let mut pieces: Vec<(Expr, Vec<&Node<Statement>>)> = Vec::new();
        for (row, store) in rows.iter().zip(&stores.all) {
            match pieces.last_mut() {
                Some((last, stores)) if last == row => stores.push(store),
                _ => pieces.push((row.clone(), vec![store])),
            }
        }
        // Assignments in a loop of the loop over columns stay together.
        let stays_together =
            stores.has_more || self.columns.is_some_and(|c| c.has_loops(self.unit));
        (pieces.len() == 1 || !stays_together).then_some(())?;
        let (first, end) = self.range(&rows)?;
        let sheet = Sheet::at(&self.unit.file, self.span);
        let texts = pieces.iter().map(|(row, stores)| {
            let whole = pieces.len() == 1;
            let stores = if whole { None } else { Some(stores.as_slice()) };
            self.piece((row, &first, &end), stores, &sheet)
        });
        let texts: Option<Vec<String>> = texts.collect();
        let mut edits = Edits::default();
        let text = texts?.join(&sheet.line());
        let span = self.span;
        edits.insert(Edit { span, text }).ok()?;
        Some(edits)
    }

    /// A row as a loop; with all statements, or some of them.
    fn piece(
        &self,
        (row, first, end): (&Expr, &Expr, &Expr),
        stores: Option<&[&Node<Statement>]>,
        sheet: &Sheet,
    ) -> Option<String> {
        let inside = sheet.deeper();
        let deeper = inside.deeper();
        let columns = match stores {
            None => deeper.copied(&self.unit.file, self.span),
            Some(stores) => {
                let header = Span::new(self.span.start, self.columns?.body.start);
                let header = self.unit.file.slice(header).trim_end().to_string();
                let texts: Option<Vec<String>> = stores.iter().map(|s| self.store(s)).collect();
                let texts = texts?;
                match texts.as_slice() {
                    [only] => deeper.under(header, only),
                    _ => deeper.block(header, &texts.join(&deeper.deeper().line())),
                }
            }
        };
        let header = self.rows.header(c_text(first)).below(c_text(end));
        let test = format!("if ({} == {})", self.rows.counter, c_text(row));
        Some(sheet.under(header, &inside.under(test, &columns)))
    }

    fn store(&self, statement: &Node<Statement>) -> Option<String> {
        let range = self.function.base.range(statement.span);
        let span = self.unit.span_of(range).ok()?;
        Some(self.unit.file.slice(span).into_owned())
    }

    /// The row of an element.
    fn row(&self, element: &Node<Expression>) -> Option<Expr> {
        self.row_at(&place(element)?)
    }

    /// The row that a place in an array is in.
    fn row_at(&self, (array, place): &(&str, Place<'_>)) -> Option<Expr> {
        let row = match place {
            Place::Start => self.flat_row(array, &Expr::constant(0))?,
            Place::Flat(flat) => self.flat_row(array, &value(flat)?)?,
            Place::Row(row) => value(row).filter(|_| !self.is_over_vector())?,
        };
        let column = self.columns.map(|columns| columns.counter.as_str());
        let is_row = !column.is_some_and(|c| row.mentions(c)) && !row.mentions(&self.rows.counter);
        (is_row && self.is_border(&row)).then_some(row)
    }

    fn is_border(&self, row: &Expr) -> bool {
        let near = |bound: &Expr| difference(row, bound).is_some_and(|d| d.abs() <= BORDER);
        near(&self.rows.first) || near(&self.rows.end)
    }

    /// The row of an element of a flat array: that by which its place differs from the column.
    fn flat_row(&self, array: &str, place: &Expr) -> Option<Expr> {
        let width = self.width(array)?;
        let is_vector = width.as_constant() == Some(1);
        // A vector has no rows.
        if is_vector || self.is_over_vector() {
            return (is_vector && self.is_over_vector()).then(|| place.clone());
        }
        let is_in_row = |row: &Expr| {
            let start = row.checked_mul(&width);
            let column = start.and_then(|start| place.checked_sub(&start));
            column.is_some_and(|column| self.is_column(&column, &width))
        };
        let candidates = [&self.rows.first, &self.rows.end].into_iter();
        let mut candidates =
            candidates.flat_map(|bound| (-BORDER..=BORDER).map(move |by| moved(bound, by)));
        candidates.find(is_in_row)
    }

    /// Whether the neighbour is a loop over the elements of a vector.
    fn is_over_vector(&self) -> bool {
        self.columns.is_none() && !self.rows.has_loops(self.unit)
    }

    /// Whether a place in a row is that of the loop over columns, or near an end of the row.
    fn is_column(&self, column: &Expr, width: &Expr) -> bool {
        if let Some(columns) = self.columns {
            return *column == Expr::var(&columns.counter) && self.may_end(columns, width);
        }
        let from_start = column.as_constant();
        let from_end = difference(column, width);
        let is_inside = from_start.is_none_or(|d| d >= 0) && from_end.is_none_or(|d| d < 0);
        let is_near = |d: Option<i64>| d.is_some_and(|d| d.abs() <= BORDER);
        is_inside && (is_near(from_start) || is_near(from_end))
    }

    /// Whether a loop over columns may end with a row. Variables may have the same value.
    fn may_end(&self, columns: &NestText, width: &Expr) -> bool {
        let mut has_variables = false;
        for end in [&columns.end, width] {
            end.each_var(&mut |name| has_variables |= !self.unit.macros.contains_key(name));
        }
        let more = difference(&columns.end, width);
        more.map_or(has_variables, |more| more <= 0)
    }

    /// The length of the rows of a flat array: the factor of the counter in subscripts.
    fn width(&self, array: &str) -> Option<Expr> {
        let mut widths = Widths {
            array,
            counter: &self.rows.counter,
            found: None,
        };
        let body = &self.function.definition.statement;
        widths.visit_statement(&body.node, &body.span);
        widths.found
    }

    /// A range of rows that contains these and those of the loop over rows.
    fn range(&self, rows: &[Expr]) -> Option<(Expr, Expr)> {
        let (mut first, mut end) = (self.rows.first.clone(), self.rows.end.clone());
        for row in rows {
            if difference(row, &first).is_some_and(|d| d < 0) {
                first = row.clone();
            }
            if difference(row, &end).is_some_and(|d| d >= 0) {
                end = moved(row, 1);
            }
        }
        // As many rows behind the last one as before the first one: the first row is among them,
        // however few there are. Another loop over just these rows says that all of them exist.
        let missing = difference(&self.rows.first, &first)?;
        let is_whole = |nest: &NestText| (&nest.first, &nest.end) == (&first, &end);
        if difference(&end, &self.rows.end)? < missing && !self.nests.iter().flatten().any(is_whole)
        {
            end = moved(&self.rows.end, missing);
        }
        Some((first, end))
    }
}

/// The places of an array where elements of it are assigned.
struct Sets<'f> {
    function: &'f Function<'f>,
    array: VarId,
    /// The offsets of its name.
    found: Vec<usize>,
}

impl<'a> Visit<'a> for Sets<'_> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        if let Expression::BinaryOperator(b) = expression
            && is_assignment(&b.node.operator.node)
        {
            let root = Chain::of(&b.node.lhs).root;
            let is_own = self.function.object(&root.node) == Some(self.array);
            let at = self.function.base.range(root.span).start;
            self.found.extend(is_own.then_some(at));
        }
        visit::visit_expression(self, expression, span);
    }
}

/// The factor of a counter in the subscripts of a flat array.
struct Widths<'w> {
    array: &'w str,
    counter: &'w str,
    found: Option<Expr>,
}

impl<'a> Visit<'a> for Widths<'_> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        let whole = Node::new(expression.clone(), *span);
        let chain = Chain::of(&whole);
        if let [place] = chain.steps.as_slice()
            && let Expression::Identifier(name) = &chain.root.node
            && name.node.name == self.array
            && let Some(place) = value(place)
            && place.mentions(self.counter)
        {
            let next = place.substitute(&|name| {
                (name == self.counter).then(|| moved(&Expr::var(self.counter), 1))
            });
            let width = next.checked_sub(&place);
            self.found = self.found.take().or(width);
        }
        visit::visit_expression(self, expression, span);
    }
}
