//! What is set to one element between loops, as a row of a loop over all elements:
//!
//! ```c
//! double best = a[0];                    double best = 0;
//!                                        for (int i = 0; i < n; i++)
//!                                            if (i == 0)
//!                                                best = a[0];
//! ```

use super::borders::{place, row_among};
use crate::nests::NestText;
use c::names::file::Function;
use c::names::symbols::{Origin, Variable};
use c::names::types::{Qualifiers, Storage, Type};
use c::syntax::declarators::{declared_name, is_name};
use c::syntax::expressions::{Chain, sides};
use lang_c::ast::{
    BinaryOperator, BlockItem, Declaration, Expression, InitDeclarator, Initializer, Statement,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use print::{Sheet, c_text};
use source::{Edit, Edits, Span, Unit, has_name};

/// A number that is set to a value of elements.
struct Seed<'s> {
    name: &'s str,
    value: &'s Node<Expression>,
    elements: Vec<Node<Expression>>,
}

/// The edits that write a declaration or an assignment of numbers, behind a nest that uses the same
/// elements, as a row of the loop of a neighbour.
pub(super) fn as_row(
    unit: &Unit,
    function: &Function<'_>,
    item: &Node<BlockItem>,
    nests: &[Option<NestText>],
) -> Option<Edits> {
    let span = unit.span_of(function.base.range(item.span)).ok()?;
    let reader = Reader { unit, function };
    let (declared, seeds) = match &item.node {
        BlockItem::Declaration(declaration) => {
            let seeds = reader.declared(&declaration.node)?;
            (Some(reader.with_zeros(span, &seeds)?), seeds)
        }
        BlockItem::Statement(statement) => (None, vec![reader.assigned(statement)?]),
        _ => return None,
    };
    let elements: Vec<&Node<Expression>> = seeds.iter().flat_map(|s| &s.elements).collect();
    let computes = |nest: &&NestText| {
        let text = unit.file.slice(nest.span);
        let is_named = |e: &&Node<Expression>| {
            let array = Chain::of(e).name();
            array.is_some_and(|array| has_name(&text, array))
        };
        nest.span.end <= span.start && elements.iter().all(is_named)
    };
    let places: Option<Vec<_>> = elements.iter().map(|element| place(element)).collect();
    let places = places?;
    let mut before = nests.iter().flatten().filter(computes);
    let (writer, (row, first, end)) = before.find_map(|nest| {
        let row = row_among((unit, function, span), (nest, nests), &places)?;
        // What the last row decides may as well stay behind the loop.
        row.0.as_constant().is_some().then_some((nest, row))
    })?;
    let sheet = Sheet::at(&unit.file, span);
    let (inside, deepest) = (sheet.deeper(), sheet.deeper().deeper());
    let stores: Option<Vec<String>> = seeds.iter().map(|seed| reader.store(seed)).collect();
    let test = format!("if ({} == {})", writer.counter, c_text(&row));
    let set = match stores?.as_slice() {
        [only] => inside.under(test, only),
        all => inside.block(test, &all.join(&deepest.line())),
    };
    let header = writer.header(c_text(&first)).below(c_text(&end));
    let loop_ = sheet.under(header, &set);
    let text = match declared {
        Some(declared) => format!("{declared}{}{loop_}", sheet.line()),
        None => loop_,
    };
    let mut edits = Edits::default();
    edits.insert(Edit { span, text }).ok()?;
    Some(edits)
}

struct Reader<'r> {
    unit: &'r Unit,
    function: &'r Function<'r>,
}

impl Reader<'_> {
    /// The numbers of a declaration that are set to values of elements, if none is needed before
    /// its end.
    fn declared<'s>(&self, declaration: &'s Declaration) -> Option<Vec<Seed<'s>>> {
        let items = &declaration.declarators;
        let seeds: Vec<Seed<'s>> = items.iter().filter_map(|i| self.seed(&i.node)).collect();
        let values = items.iter().filter_map(|i| value(&i.node));
        let mut values = values.flat_map(names);
        let is_needed = values.any(|name| seeds.iter().any(|s| s.name == name));
        (!seeds.is_empty() && !is_needed).then_some(seeds)
    }

    fn seed<'s>(&self, item: &'s InitDeclarator) -> Option<Seed<'s>> {
        let name = declared_name(&item.declarator)?;
        let symbols = &self.function.symbols;
        let id = symbols.declared_at(self.function.base.range(name.span).start)?;
        let is_fit = is_name(&item.declarator.node) && is_number(symbols.variable(id));
        let value = value(item).filter(|_| is_fit)?;
        of(&name.node.name, value)
    }

    /// `best = a[0];`
    fn assigned<'s>(&self, statement: &'s Node<Statement>) -> Option<Seed<'s>> {
        let Statement::Expression(Some(expression)) = &statement.node else {
            return None;
        };
        let (to, value) = sides(expression, &BinaryOperator::Assign)?;
        let Expression::Identifier(name) = &to.node else {
            return None;
        };
        let id = self.function.object(&to.node)?;
        let name = &name.node.name;
        let is_fit = is_number(self.function.symbols.variable(id));
        let is_free = !names(value).contains(&name.as_str());
        of(name, value).filter(|_| is_fit && is_free)
    }

    /// A declaration in which zeros stand for the values.
    fn with_zeros(&self, declaration: Span, seeds: &[Seed<'_>]) -> Option<String> {
        let file = &self.unit.file;
        let mut text = file.slice(declaration).into_owned();
        for seed in seeds.iter().rev() {
            let span = self.span(seed.value)?;
            let at = |place: u32| usize::try_from(place - declaration.start).ok();
            text.replace_range(at(span.start)?..at(span.end)?, "0");
        }
        Some(text)
    }

    fn store(&self, seed: &Seed<'_>) -> Option<String> {
        let value = self.unit.file.slice(self.span(seed.value)?);
        Some(format!("{} = {value};", seed.name))
    }

    fn span(&self, expression: &Node<Expression>) -> Option<Span> {
        let range = self.function.base.range(expression.span);
        self.unit.span_of(range).ok()
    }
}

/// Whether an object is a number of the function's own that nothing else reaches.
fn is_number(variable: &Variable<'_>) -> bool {
    let ty = &variable.declared_type;
    matches!(ty, Type::Integer(_) | Type::Floating(_))
        && variable.origin == Origin::Local
        && variable.storage == Storage::Automatic
        && variable.qualifiers == Qualifiers::default()
        && !variable.address_taken
}

/// The initial value in a declaration.
fn value(item: &InitDeclarator) -> Option<&Node<Expression>> {
    match &item.initializer.as_ref()?.node {
        Initializer::Expression(value) => Some(value),
        _ => None,
    }
}

fn of<'s>(name: &'s str, value: &'s Node<Expression>) -> Option<Seed<'s>> {
    let mut elements = Elements(Vec::new());
    elements.visit_expression(&value.node, &value.span);
    let elements = elements.0;
    (!elements.is_empty()).then_some(Seed {
        name,
        value,
        elements,
    })
}

/// The elements that an expression reads.
struct Elements(Vec<Node<Expression>>);

impl<'e> Visit<'e> for Elements {
    fn visit_expression(&mut self, expression: &'e Expression, span: &'e Offsets) {
        match expression {
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                self.0.push(Node::new(expression.clone(), *span));
            }
            _ => visit::visit_expression(self, expression, span),
        }
    }
}

/// The names in an expression.
fn names(expression: &Node<Expression>) -> Vec<&str> {
    struct Names<'n>(Vec<&'n str>);
    impl<'n> Visit<'n> for Names<'n> {
        fn visit_expression(&mut self, expression: &'n Expression, span: &'n Offsets) {
            if let Expression::Identifier(name) = expression {
                self.0.push(&name.node.name);
            }
            visit::visit_expression(self, expression, span);
        }
    }
    let mut found = Names(Vec::new());
    found.visit_expression(&expression.node, &expression.span);
    found.0
}
