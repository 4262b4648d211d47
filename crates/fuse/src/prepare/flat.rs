//! Loops over all elements of flat arrays, as rows and columns:
//!
//! ```c
//! for (int i = 0; i < w * h; i++)        for (int y = 0; y < h; y++)
//!     t[i] = 2 * s[i];                       for (int x = 0; x < w; x++)
//!                                                t[y * w + x] = 2 * s[y * w + x];
//! ```
//!
//! The length of a row is the factor that other subscripts multiply a counter by. Arrays of planes
//! have the extents of a nest of three loops beside the flat one.

use crate::bound::{difference, elements, moved, value};
use crate::nests::{Headers, NestText};
use c::names::file::Function;
use c::names::symbols::{Origin, Variable};
use c::names::types::Type;
use c::syntax::declarators::sizes;
use lang_c::ast::{BinaryOperator, BlockItem, Expression, Initializer, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use poly::{Atom, Expr};
use print::{Header, Sheet, c_text, numbered, rewritten};
use source::{Edit, Edits, TokenKind};
use std::collections::BTreeMap;

/// Names that stand for products are followed so many times.
const DEEPEST: usize = 4;

/// The edits that write a loop over all elements as one over rows and columns, beside these
/// statements.
pub(super) fn as_rows(
    headers: &Headers<'_>,
    statement: &Node<Statement>,
    own: &NestText,
    beside: Nests<'_>,
) -> Option<Edits> {
    let Statement::For(_) = &statement.node else {
        return None;
    };
    (own.first.as_constant() == Some(0)).then_some(())?;
    let size = Size::of(headers, &own.end, beside)?;
    let writer = Writer {
        headers,
        own,
        size: &size,
    };
    let body = headers.unit().file.slice(own.body);
    let words = source::words(&body);
    // A place is written for its own counter, which may have the name of one of the others.
    let is_taken = |name: &str| name != own.counter && words.iter().any(|w| w.text == name);
    let all = counters(headers, &size, beside);
    let taken = |own: &Vec<Counter>| own.iter().filter(|c| is_taken(&c.name)).count();
    let counters = all.into_iter().min_by_key(taken)?;
    let counters: Option<Vec<Counter>> = { counters.into_iter() }
        .map(|c| c.renamed(&is_taken))
        .collect();
    let counters = counters?;
    let mut edits = Edits::default();
    let text = writer.text(&counters)?;
    let span = own.span;
    edits.insert(Edit { span, text }).ok()?;
    Some(edits)
}

/// The extents of a number of elements, the outermost first: rows and columns, or planes before
/// them.
pub(super) struct Size {
    pub(super) extents: Vec<Expr>,
}

/// The statements of a block, with those that are nests.
pub(super) type Nests<'n> = (&'n [&'n Node<Statement>], &'n [Option<NestText>]);

impl Size {
    /// The extents in the declaration of an array.
    pub(super) fn declared(array: &Variable<'_>) -> Option<Self> {
        let (rank, _) = array.declared_type.rank();
        let extents = sizes(&array.declarator?.node);
        let extents: Option<Vec<Expr>> = extents.map(|(_, size)| elements(size?)).collect();
        let extents = extents.filter(|extents| rank > 0 && extents.len() == rank)?;
        Some(Size { extents })
    }

    /// The number of elements.
    pub(super) fn product(&self) -> Option<Expr> {
        let mut extents = self.extents.iter();
        extents.try_fold(Expr::constant(1), |all, extent| all.checked_mul(extent))
    }

    /// Loops over all elements that do what `set` says of the subscripts of one, with the counters
    /// of nests beside them. An array that is not flat has a subscript for each loop.
    pub(super) fn loops(
        &self,
        headers: &Headers<'_>,
        (sheet, beside): (&Sheet, Nests<'_>),
        is_flat: bool,
        set: impl Fn(&str) -> String,
    ) -> Option<String> {
        let all = counters(headers, self, beside).into_iter().next()?;
        let names: Vec<&str> = all.iter().map(|counter| counter.name.as_str()).collect();
        let place = match is_flat {
            true => self.place(&all),
            false => names.join("]["),
        };
        let (text, inner) = self.headers(&all, sheet);
        Some(inner.under(text, &set(&format!("[{place}]"))))
    }

    /// The extents of a flat array with so many elements, if other subscripts or nests tell them.
    pub(super) fn of(headers: &Headers<'_>, elements: &Expr, beside: Nests<'_>) -> Option<Self> {
        let function = headers.function();
        let elements = followed(function, elements)?;
        let plane = || {
            let [a, b] = factors(&elements)?;
            let width = width(function, &[a.name.clone(), b.name.clone()])?;
            let (width, height) = if b.name == width { (b, a) } else { (a, b) };
            Some(Size {
                extents: vec![height.value(), width.value()],
            })
        };
        plane().or_else(|| {
            let mut nests = beside.0.iter().zip(beside.1);
            nests.find_map(|(statement, nest)| {
                let loops = loops(headers, statement, nest.as_ref()?.clone(), 3)?;
                Size::by_loops(headers, &elements, &loops)
            })
        })
    }

    /// The extents of a flat array with so many elements: a line, if nothing tells others.
    pub(super) fn of_flat(headers: &Headers<'_>, elements: Expr, beside: Nests<'_>) -> Self {
        Size::of(headers, &elements, beside).unwrap_or_else(|| Size {
            extents: vec![elements],
        })
    }

    /// The factors of a product, in the order of loops that run to them.
    fn by_loops(headers: &Headers<'_>, elements: &Expr, loops: &[NestText]) -> Option<Self> {
        let mut terms = elements.terms();
        let (Some((Atom::Product(names), number)), None) = (terms.next(), terms.next()) else {
            return None;
        };
        (elements.constant_part() == 0).then_some(())?;
        let mut left: Vec<Expr> = names.iter().cloned().map(Expr::atom).collect();
        left.extend((number != 1).then(|| Expr::constant(number)));
        let mut extents = Vec::new();
        for own in loops {
            let at = left.iter().position(|f| runs_to(headers, own, f))?;
            extents.push(left.remove(at));
        }
        left.is_empty().then_some(Size { extents })
    }

    /// The place of an element: `y * w + x`, or `(z * h + y) * w + x`.
    pub(super) fn place(&self, counters: &[Counter]) -> String {
        let mut place = String::new();
        for (counter, extent) in counters.iter().zip(&self.extents) {
            if place.is_empty() {
                place.clone_from(&counter.name);
                continue;
            }
            let is_sum = |text: &str| text.contains(' ');
            let grouped = |text: String| {
                if is_sum(&text) {
                    format!("({text})")
                } else {
                    text
                }
            };
            let (rows, width) = (grouped(place), grouped(c_text(extent)));
            place = format!("{rows} * {width} + {}", counter.name);
        }
        place
    }

    /// The headers of the loops, a line each, and the sheet of the last one.
    pub(super) fn headers(&self, counters: &[Counter], sheet: &Sheet) -> (String, Sheet) {
        let (mut text, mut inner) = (String::new(), sheet.clone());
        for (counter, extent) in counters.iter().zip(&self.extents) {
            if !text.is_empty() {
                text = inner.under(text, "");
                inner = inner.deeper();
            }
            text.push_str(&counter.header(extent).to_string());
        }
        (text, inner)
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
    let is_square = a == b;
    let factor = |name: &str, other: &str| Factor {
        name: name.to_string(),
        more: end.coefficient(other) / if is_square { 2 } else { 1 },
    };
    let found = [factor(a, b), factor(b, a)];
    let product = found[0].value().checked_mul(&found[1].value())?;
    (product == *end).then_some(found)
}

/// The factor that other names are multiplied by in subscripts and places, if they differ.
fn width(function: &Function<'_>, factors: &[String; 2]) -> Option<String> {
    if factors[0] == factors[1] {
        return Some(factors[0].clone());
    }
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
    /// The same under a free name; `None` if the loop does not declare it.
    fn renamed(self, is_taken: &dyn Fn(&str) -> bool) -> Option<Self> {
        let name = match (is_taken(&self.name), &self.declared) {
            (false, _) => self.name,
            (true, Some(_)) => numbered(&self.name).find(|name| !is_taken(name))?,
            (true, None) => return None,
        };
        Some(Counter { name, ..self })
    }

    /// `for (int y = 0; y < h; y++)`
    pub(super) fn header(&self, end: &Expr) -> Header<'_> {
        Header::new(self.declared.as_deref(), &self.name, 0).below(c_text(end))
    }
}

/// The counters of nests over these extents among some statements.
pub(super) fn counters(
    headers: &Headers<'_>,
    size: &Size,
    (statements, nests): Nests<'_>,
) -> Vec<Vec<Counter>> {
    let pairs = statements.iter().zip(nests);
    let all = pairs.filter_map(|(statement, nest)| {
        let loops = loops(
            headers,
            statement,
            nest.as_ref()?.clone(),
            size.extents.len(),
        )?;
        let mut both = loops.iter().zip(&size.extents);
        both.all(|(own, extent)| runs_to(headers, own, extent))
            .then_some(loops)
    });
    let counter = |nest: NestText| Counter {
        name: nest.counter,
        declared: nest.declared,
    };
    all.map(|nests| nests.into_iter().map(counter).collect())
        .collect()
}

/// So many loops, each the first one in the body of the one before.
pub(super) fn loops(
    headers: &Headers<'_>,
    statement: &Node<Statement>,
    nest: NestText,
    count: usize,
) -> Option<Vec<NestText>> {
    let mut found = vec![nest];
    let mut body = statement;
    while found.len() < count {
        let (statement, nest) = inner(headers, body)?;
        found.push(nest);
        body = statement;
    }
    Some(found)
}

/// The first loop in the body of another.
fn inner<'s>(
    headers: &Headers<'_>,
    statement: &'s Node<Statement>,
) -> Option<(&'s Node<Statement>, NestText)> {
    let Statement::For(outer) = &statement.node else {
        return None;
    };
    let body = &*outer.node.statement;
    let nest = |statement: &'s Node<Statement>| Some((statement, headers.nest(statement)?));
    match &body.node {
        Statement::Compound(items) => items.iter().find_map(|item| match &item.node {
            BlockItem::Statement(statement) => nest(statement),
            _ => None,
        }),
        _ => nest(body),
    }
}

struct Writer<'w> {
    headers: &'w Headers<'w>,
    own: &'w NestText,
    size: &'w Size,
}

impl Writer<'_> {
    fn text(&self, counters: &[Counter]) -> Option<String> {
        let rows = counters.first()?;
        let file = &self.headers.unit().file;
        let sheet = Sheet::at(file, self.own.span);
        let place = self.size.place(counters);
        let is_wider = self.own.ty.bits > integer::IntType::INT.bits;
        let place = match is_wider && rows.declared != self.own.declared {
            true => format!("({}){place}", self.own.declared.as_ref()?),
            false => place,
        };
        let (headers, inner) = self.size.headers(counters, &sheet);
        let body = placed(&file.slice(self.own.body), &self.own.counter, &place)?;
        Some(match body.starts_with('{') {
            true => format!("{headers} {}", inner.moved(&body, &sheet.indent)),
            false => {
                let body = inner.deeper().moved(&body, &sheet.deeper().indent);
                inner.under(headers, &body)
            }
        })
    }
}

/// Whether a nest counts over all rows, but for some at its ends.
fn runs_to(headers: &Headers<'_>, nest: &NestText, end: &Expr) -> bool {
    let apart = |of: &Expr, end: &Expr| match end.as_constant() {
        Some(_) => difference(of, end) == Some(0),
        None => difference(of, end).is_some(),
    };
    let values = || apart(&nest.rows.end, &headers.with_values(end));
    nest.first.as_constant().is_some() && (apart(&nest.end, end) || values())
}

/// A piece of C in which a place stands for a counter: alone in brackets, or in parentheses.
fn placed(text: &str, counter: &str, place: &str) -> Option<String> {
    let mut is_set = false;
    let text = rewritten(text, |words, at| {
        let word = &words[at];
        if word.kind != TokenKind::Identifier || word.text != counter {
            return None;
        }
        let before = at.checked_sub(1).map(|k| words[k].text.as_str());
        let after = words.get(at + 1).map(|w| w.text.as_str());
        let own = piece(place, before, after);
        is_set |= own.is_none();
        own
    });
    (!is_set).then_some(text)
}

/// A place between two words: alone in brackets, or in parentheses. A step or an assignment of the
/// counter has none.
pub(super) fn piece(place: &str, before: Option<&str>, after: Option<&str>) -> Option<String> {
    let is_set = matches!(after, Some("=" | "++" | "--" | "+=" | "-="))
        || matches!(before, Some("++" | "--" | "." | "->" | "&"));
    (!is_set).then(|| match (before, after) {
        (Some("["), Some("]" | "+" | "-")) => place.to_string(),
        _ => format!("({place})"),
    })
}
