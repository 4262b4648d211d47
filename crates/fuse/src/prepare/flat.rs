//! Loops over all elements of flat arrays, as rows and columns:
//!
//! ```c
//! for (int i = 0; i < w * h; i++)        for (int y = 0; y < h; y++)
//!     t[i] = 2 * s[i];                       for (int x = 0; x < w; x++)
//!                                                t[y * w + x] = 2 * s[y * w + x];
//! ```
//!
//! The length of a row is the factor that other subscripts multiply a counter by.

use crate::bound::{difference, elements, moved, text, value};
use crate::nests::{Headers, NestText};
use crate::text::{indented, step};
use c::names::file::Function;
use c::names::symbols::{Origin, Variable};
use c::names::types::Type;
use lang_c::ast::{BinaryOperator, BlockItem, Expression, Initializer, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use poly::{Atom, Expr};
use source::{Edit, Edits, TokenKind, layout};
use std::collections::BTreeMap;

/// Names that stand for products are followed so many times.
const DEEPEST: usize = 4;

/// The edits that write a loop over all elements as one over rows and columns, beside these
/// statements.
pub(super) fn as_rows(
    headers: &Headers<'_>,
    statement: &Node<Statement>,
    own: &NestText,
    (statements, nests): (&[&Node<Statement>], &[Option<NestText>]),
) -> Option<Edits> {
    let Statement::For(_) = &statement.node else {
        return None;
    };
    (own.first.as_constant() == Some(0)).then_some(())?;
    let function = headers.function();
    let size = Size::of(function, &own.end)?;
    let writer = Writer {
        headers,
        own,
        size: &size,
    };
    let body = headers.unit().file.slice(own.body);
    let words = source::words(&body);
    // A place is written for its own counter, which may have the name of one of the others.
    let is_free = |counters: &[Counter; 2]| {
        let is_taken = |name: &str| name != own.counter && counters.iter().any(|c| c.name == name);
        !words.iter().any(|w| is_taken(&w.text))
    };
    let mut all = counters(headers, &size, statements, nests).into_iter();
    let counters = all.find(is_free)?;
    let mut edits = Edits::default();
    let text = writer.text(&counters)?;
    let span = own.span;
    edits.insert(Edit { span, text }).ok()?;
    Some(edits)
}

/// The rows and columns of a number of elements.
pub(super) struct Size {
    pub(super) height: Expr,
    pub(super) width: Expr,
}

impl Size {
    /// The rows and columns of a flat array with so many elements, if other subscripts tell them.
    pub(super) fn of(function: &Function<'_>, elements: &Expr) -> Option<Self> {
        let [a, b] = factors(&followed(function, elements)?)?;
        let width = width(function, &[a.name.clone(), b.name.clone()])?;
        let (width, height) = if b.name == width { (b, a) } else { (a, b) };
        Some(Size {
            height: height.value(),
            width: width.value(),
        })
    }

    /// The place of an element in a row, `y * w + x`.
    pub(super) fn place(&self, [rows, columns]: &[Counter; 2]) -> String {
        let width = text(&self.width);
        let width = match width.contains(' ') {
            true => format!("({width})"),
            false => width,
        };
        format!("{} * {width} + {}", rows.name, columns.name)
    }
}

/// A factor of a size: `w + 2`.
struct Factor {
    name: String,
    more: i64,
}

impl Factor {
    fn value(&self) -> Expr {
        moved(&Expr::var(&self.name), self.more)
    }
}

/// A bound in which names of products are replaced by these.
fn followed(function: &Function<'_>, end: &Expr) -> Option<Expr> {
    let mut end = end.clone();
    for _ in 0..DEEPEST {
        if end.degree() > 1 {
            return Some(end);
        }
        let meaning = |name: &str| {
            let named = function.symbols.variables.iter().filter(|v| v.name == name);
            // Objects of inner blocks may have the same name.
            let outer = named.min_by_key(|v| v.scope.start)?;
            initial(outer)
        };
        end = end.substitute(&meaning);
    }
    None
}

/// The value of an object that only its initialiser sets.
fn initial(variable: &Variable<'_>) -> Option<Expr> {
    let is_set_once = variable.origin == Origin::Local
        && variable.writes.len() == 1
        && !variable.address_taken
        && matches!(variable.declared_type, Type::Integer(_));
    match &variable.initializer.filter(|_| is_set_once)?.node {
        Initializer::Expression(expression) => elements(expression),
        Initializer::List(_) => None,
    }
}

/// The factors of `w * h`, and of `(w + 2) * (h + 2)`, which is a sum.
fn factors(end: &Expr) -> Option<[Factor; 2]> {
    let mut products = end.terms().filter_map(|(atom, factor)| match atom {
        Atom::Product(factors) => Some((factors.as_slice(), factor)),
        _ => None,
    });
    let (Some(([Atom::Var(a), Atom::Var(b)], 1)), None) = (products.next(), products.next()) else {
        return None;
    };
    let factor = |name: &str, other: &str| Factor {
        name: name.to_string(),
        more: end.coefficient(other),
    };
    let found = [factor(a, b), factor(b, a)];
    let product = found[0].value().checked_mul(&found[1].value())?;
    (a != b && product == *end).then_some(found)
}

/// The factor that other names are multiplied by in subscripts and places.
fn width(function: &Function<'_>, factors: &[String; 2]) -> Option<String> {
    let mut votes = Votes {
        factors,
        counts: BTreeMap::new(),
    };
    let body = &function.definition.statement;
    votes.visit_statement(&body.node, &body.span);
    let most = votes.counts.into_iter().max_by_key(|(_, count)| *count);
    most.map(|(name, _)| name)
}

/// Counts how often one of two factors is multiplied by something else in a sum.
struct Votes<'f> {
    factors: &'f [String; 2],
    counts: BTreeMap<String, usize>,
}

impl Votes<'_> {
    fn count(&mut self, product: &Node<Expression>) {
        let Some(product) = value(product) else {
            return;
        };
        for (atom, _) in product.terms() {
            let Atom::Product(parts) = atom else { continue };
            let is_named = |name: &String| parts.contains(&Atom::Var(name.clone()));
            let named: Vec<&String> = self.factors.iter().filter(|n| is_named(n)).collect();
            if let [only] = named.as_slice() {
                *self.counts.entry((*only).clone()).or_default() += 1;
            }
        }
    }
}

impl<'a> Visit<'a> for Votes<'_> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        if let Expression::BinaryOperator(b) = expression
            && matches!(
                b.node.operator.node,
                BinaryOperator::Plus | BinaryOperator::Minus
            )
        {
            self.count(&b.node.lhs);
            self.count(&b.node.rhs);
        }
        visit::visit_expression(self, expression, span);
    }
}

/// The counter of a new loop, with its type if the loop declares it.
pub(super) struct Counter {
    pub(super) name: String,
    declared: Option<String>,
}

impl Counter {
    /// `for (int y = 0; y < h; y++)`
    pub(super) fn header(&self, end: &Expr) -> String {
        let (name, end) = (&self.name, text(end));
        let ty = self.declared.as_ref().map(|ty| format!("{ty} "));
        let ty = ty.unwrap_or_default();
        format!("for ({ty}{name} = 0; {name} < {end}; {name}++)")
    }
}

/// The counters of nests over these rows and columns among some statements.
pub(super) fn counters(
    headers: &Headers<'_>,
    size: &Size,
    statements: &[&Node<Statement>],
    nests: &[Option<NestText>],
) -> Vec<[Counter; 2]> {
    let pairs = statements.iter().zip(nests);
    let all = pairs.filter_map(|(statement, nest)| {
        let rows = nest.as_ref().filter(|n| runs_to(n, &size.height))?;
        let columns = inner(headers, statement)?;
        runs_to(&columns, &size.width).then(|| [rows.clone(), columns])
    });
    let counter = |nest: NestText| Counter {
        name: nest.counter,
        declared: nest.declared,
    };
    all.map(|nests| nests.map(counter)).collect()
}

/// The first loop in the body of another.
fn inner(headers: &Headers<'_>, statement: &Node<Statement>) -> Option<NestText> {
    let Statement::For(outer) = &statement.node else {
        return None;
    };
    let body = &outer.node.statement;
    match &body.node {
        Statement::Compound(items) => items.iter().find_map(|item| match &item.node {
            BlockItem::Statement(statement) => headers.nest(statement),
            _ => None,
        }),
        _ => headers.nest(body),
    }
}

struct Writer<'w> {
    headers: &'w Headers<'w>,
    own: &'w NestText,
    size: &'w Size,
}

impl Writer<'_> {
    fn text(&self, counters: &[Counter; 2]) -> Option<String> {
        let [rows, columns] = counters;
        let file = &self.headers.unit().file;
        let indent = layout::indent_of(file, self.own.span);
        let newline = layout::newline(file);
        let more = step(&indent);
        let inner = format!("{indent}{more}");
        let deeper = format!("{inner}{more}");
        let place = self.size.place(counters);
        let is_wider = self.own.ty.bits > integer::IntType::INT.bits;
        let place = match is_wider && rows.declared != self.own.declared {
            true => format!("({}){place}", self.own.declared.as_ref()?),
            false => place,
        };
        let body = placed(&file.slice(self.own.body), &self.own.counter, &place)?;
        let (space, body) = match body.starts_with('{') {
            true => (" ".to_string(), indented(&body, &indent, &inner)),
            false => {
                let moved = indented(&body, &format!("{indent}{more}"), &deeper);
                (format!("{newline}{deeper}"), moved)
            }
        };
        let (rows, columns) = (
            rows.header(&self.size.height),
            columns.header(&self.size.width),
        );
        Some(format!("{rows}{newline}{inner}{columns}{space}{body}"))
    }
}

/// Whether a nest counts over all rows, but for some at its ends.
fn runs_to(nest: &NestText, end: &Expr) -> bool {
    nest.first.as_constant().is_some() && difference(&nest.end, end).is_some()
}

/// A piece of C in which a place stands for a counter: alone in brackets, or in parentheses.
fn placed(text: &str, counter: &str, place: &str) -> Option<String> {
    let words = source::words(text);
    let mut all = String::new();
    let mut copied = 0;
    for (k, word) in words.iter().enumerate() {
        if word.kind != TokenKind::Identifier || word.text != counter {
            continue;
        }
        let before = k.checked_sub(1).map(|k| words[k].text.as_str());
        let after = words.get(k + 1).map(|w| w.text.as_str());
        // A step or an assignment of the counter has no place.
        let is_set = matches!(after, Some("=" | "++" | "--" | "+=" | "-="))
            || matches!(before, Some("++" | "--" | "." | "->" | "&"));
        (!is_set).then_some(())?;
        all.push_str(&text[copied..word.span.start as usize]);
        match (before, after) {
            (Some("["), Some("]")) => all.push_str(place),
            (Some("["), Some("+" | "-")) => all.push_str(place),
            _ => all.push_str(&format!("({place})")),
        }
        copied = word.span.end as usize;
    }
    all.push_str(&text[copied..]);
    Some(all)
}
