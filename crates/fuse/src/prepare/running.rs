//! Objects that count all iterations of a nest, and pointers that pass over the elements of an
//! array in it, as sums of the counters of its loops:
//!
//! ```c
//! k = 0;                                  for (y = 0; y < h; y++)
//! for (y = 0; y < h; y++)                     for (x = 0; x < w; x++)
//!     for (x = 0; x < w; x++)                     t[y * w + x] = 2 * s[y * w + x];
//!     {
//!         t[k] = 2 * s[k];
//!         k++;
//!     }
//! ```
//!
//! Loops that change a common object could not follow each other in one loop.

use crate::bound::bound;
use crate::nests::{Headers, start};
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin, Variable};
use c::names::types::{Storage, Type};
use c::syntax::declarators::declared_name;
use c::syntax::exits::leaves;
use c::syntax::expressions::{sides, step_of};
use integer::IntType;
use lang_c::ast::{
    BinaryOperator, BlockItem, Declaration, Expression, Initializer, Statement, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use poly::{Atom, Expr};
use print::{c_text, with_line};
use source::{Edit, Edits, Span, Unit};

/// The edits that write such objects of one function so, where nothing else reads them.
pub fn running_as_sums(contents: &Contents<'_>, function: &str) -> Edits {
    let mut edits = Edits::default();
    let Some(index) = contents.file.definition(function) else {
        return edits;
    };
    let function = &contents.file.functions[index];
    for (_, variable) in function.symbols.objects() {
        let Some(running) = Running::of(contents.unit, function, variable) else {
            continue;
        };
        let mut finder = Finder {
            running,
            found: Vec::new(),
        };
        let body = &function.definition.statement;
        finder.visit_statement(&body.node, &body.span);
        let _ = edits.insert_all(finder.found);
    }
    edits
}

/// An object that may count.
struct Running<'r, 'p> {
    unit: &'r Unit,
    function: &'r Function<'p>,
    headers: Headers<'r>,
    variable: &'r Variable<'p>,
    /// Its type; `None` for a pointer.
    ty: Option<IntType>,
}

/// The value of an object: a sum, or the element of an array with this subscript.
#[derive(Clone)]
struct Place {
    array: Option<String>,
    sum: Expr,
}

/// A piece of text that reads an object: its value, or the element so far from it.
struct Read {
    at: Offsets,
    /// Where the object is named.
    name: usize,
    ahead: Expr,
}

/// A loop around the place at which an object is stepped.
struct Level {
    counter: String,
    ty: IntType,
    /// The number of its iterations before the present one, and of all.
    passed: Expr,
    trips: Expr,
}

/// A step of an object.
struct Step {
    at: Offsets,
    by: Expr,
    /// Its value is that after the step.
    is_first: bool,
}

impl<'r, 'p> Running<'r, 'p> {
    fn of(unit: &'r Unit, function: &'r Function<'p>, variable: &'r Variable<'p>) -> Option<Self> {
        let is_own = variable.origin == Origin::Local
            && variable.storage == Storage::Automatic
            && !variable.address_taken
            && !variable.qualifiers.volatile
            && !variable.qualifiers.atomic;
        let ty = match &variable.declared_type {
            Type::Integer(ty) => Some(*ty),
            Type::Pointer(to) if matches!(**to, Type::Integer(_) | Type::Floating(_)) => None,
            _ => return None,
        };
        is_own.then(|| Running {
            unit,
            function,
            headers: Headers::new(unit, function),
            variable,
            ty,
        })
    }

    fn span(&self, at: Offsets) -> Option<Span> {
        self.unit.span_of(self.function.base.range(at)).ok()
    }

    fn mentions(&self, at: Offsets) -> usize {
        let range = self.function.base.range(at);
        let mentions = self.variable.mentions.iter();
        mentions.filter(|mention| range.contains(mention)).count()
    }

    fn is_self(&self, expression: &Node<Expression>) -> bool {
        self.is_name(&expression.node, expression.span)
    }

    fn is_name(&self, expression: &Expression, at: Offsets) -> bool {
        matches!(expression, Expression::Identifier(_)) && self.mentions(at) == 1
    }

    /// The edits in a block, if it holds all mentions of the object, and sets the object before
    /// each nest that counts with it.
    fn in_block(&self, items: &[Node<BlockItem>]) -> Option<Vec<Edit>> {
        let mentions: usize = items.iter().map(|item| self.mentions(item.span)).sum();
        (mentions > 0 && mentions == self.variable.mentions.len()).then_some(())?;
        let (mut value, mut edits, mut nests) = (None, Vec::new(), 0);
        for item in items {
            match &item.node {
                BlockItem::Declaration(own) if self.mentions(item.span) == 0 => {
                    value = self.initial(&own.node).or(value);
                }
                _ if self.mentions(item.span) == 0 => {}
                BlockItem::Statement(statement) => match self.assigned(statement) {
                    Some(assigned) => {
                        value = Some(self.place(assigned)?);
                        edits.push(Edit {
                            span: with_line(&self.unit.file, self.span(statement.span)?),
                            text: String::new(),
                        });
                    }
                    None if self.is_set_by_header(statement) => value = None,
                    None => {
                        let (own, next) = self.nest(statement, &value?)?;
                        edits.extend(own);
                        value = Some(next);
                        nests += 1;
                    }
                },
                _ => return None,
            }
        }
        (nests > 0).then_some(edits)
    }

    /// The value that a declaration gives the object.
    fn initial(&self, declaration: &Declaration) -> Option<Place> {
        let mut own = declaration.declarators.iter();
        let own = own.find(|d| {
            let name = declared_name(&d.node.declarator);
            let at = name.map(|name| self.function.base.range(name.span));
            at.as_ref() == Some(&self.variable.at)
        })?;
        match &own.node.initializer.as_ref()?.node {
            Initializer::Expression(value) => self.place(value),
            Initializer::List(_) => None,
        }
    }

    /// The value that an expression gives the object: `t`, `t + n`, `&t[n]` for a pointer.
    fn place(&self, value: &Node<Expression>) -> Option<Place> {
        if self.ty.is_some() {
            let sum = bound(value)?;
            return Some(Place { array: None, sum });
        }
        let (array, sum) = match &value.node {
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => {
                let (array, at) = sides(&u.node.operand, &BinaryOperator::Index)?;
                (array, bound(at)?)
            }
            _ => match sides(value, &BinaryOperator::Plus) {
                Some((array, ahead)) => (array, bound(ahead)?),
                None => (value, Expr::constant(0)),
            },
        };
        let Expression::Identifier(name) = &array.node else {
            return None;
        };
        let symbols = &self.function.symbols;
        let at = self.function.base.range(name.span).start;
        let array = symbols.variable(symbols.variable_at(at)?);
        let is_same = array.declared_type.target() == self.variable.declared_type.target();
        is_same.then(|| Place {
            array: Some(array.name.clone()),
            sum,
        })
    }

    /// The value in `k = value;`.
    fn assigned<'s>(&self, statement: &'s Node<Statement>) -> Option<&'s Node<Expression>> {
        let Statement::Expression(Some(expression)) = &statement.node else {
            return None;
        };
        let (left, value) = sides(expression, &BinaryOperator::Assign)?;
        (self.is_self(left) && self.mentions(value.span) == 0).then_some(value)
    }

    /// Whether a loop sets the object before it reads it.
    fn is_set_by_header(&self, statement: &Node<Statement>) -> bool {
        let Statement::For(loop_) = &statement.node else {
            return false;
        };
        let start = start(&loop_.node.initializer.node);
        start.is_some_and(|start| {
            start.object(self.function) == Some(self.variable.id)
                && self.mentions(start.value.span) == 0
        })
    }

    /// The edits in a nest that starts at a value of the object, and the value after it.
    fn nest(&self, statement: &Node<Statement>, value: &Place) -> Option<(Vec<Edit>, Place)> {
        let (mut levels, mut at) = (Vec::<Level>::new(), statement);
        loop {
            let Statement::For(loop_) = &at.node else {
                return None;
            };
            let (nest, body) = (self.headers.nest(at)?, &loop_.node.statement);
            let left = leaves(body);
            let is_plain = nest.rows.step == 1 && !left.breaks && !left.continues && !left.jumps;
            let is_apart = self.mentions(at.span) == self.mentions(body.span);
            let trips = nest.end.checked_sub(&nest.first)?;
            // The iterations of triangles are no product.
            let is_box = levels.iter().all(|outer| !trips.mentions(&outer.counter));
            (is_plain && is_apart && is_box).then_some(())?;
            levels.push(Level {
                passed: Expr::var(&nest.counter).checked_sub(&nest.first)?,
                trips,
                counter: nest.counter,
                ty: nest.ty,
            });
            if let Some(step) = self.step_in(body) {
                return self.replaced(body, &step, (value, &levels));
            }
            at = self.only(body)?;
        }
    }

    /// The statements of a body.
    fn statements(body: &Node<Statement>) -> Vec<&Node<Statement>> {
        let Statement::Compound(items) = &body.node else {
            return vec![body];
        };
        let statements = items.iter().filter_map(|item| match &item.node {
            BlockItem::Statement(statement) => Some(statement),
            _ => None,
        });
        statements.collect()
    }

    /// The only statement of a body that mentions the object.
    fn only<'s>(&self, body: &'s Node<Statement>) -> Option<&'s Node<Statement>> {
        let mut all = Self::statements(body).into_iter();
        all.find(|s| self.mentions(s.span) == self.mentions(body.span))
    }

    /// The step of the object that each execution of a body makes, if nothing else changes it.
    fn step_in(&self, body: &Node<Statement>) -> Option<Step> {
        let range = self.function.base.range(body.span);
        let mut writes = self.variable.writes.iter().filter(|at| range.contains(at));
        let (Some(_), None) = (writes.next(), writes.next()) else {
            return None;
        };
        let mut finder = Steps {
            running: self,
            found: None,
        };
        for statement in Self::statements(body) {
            if let Statement::Expression(Some(expression)) = &statement.node {
                finder.visit_expression(&expression.node, &expression.span);
            }
        }
        finder.found
    }

    /// `k++`, `++k`, `k += 2` or `k = k + 2`.
    fn step(&self, expression: &Expression, at: Offsets) -> Option<Step> {
        let (by, is_first) = match expression {
            Expression::UnaryOperator(u) if self.is_self(&u.node.operand) => {
                let operator = &u.node.operator.node;
                let by = Expr::constant(step_of(operator).filter(|by| *by > 0)?);
                (by, *operator == UnaryOperator::PreIncrement)
            }
            Expression::BinaryOperator(b)
                if b.node.operator.node == BinaryOperator::AssignPlus
                    && self.is_self(&b.node.lhs) =>
            {
                (bound(&b.node.rhs)?, true)
            }
            Expression::BinaryOperator(b)
                if b.node.operator.node == BinaryOperator::Assign && self.is_self(&b.node.lhs) =>
            {
                let before = Expr::var(&self.variable.name);
                let by = bound(&b.node.rhs)?.checked_sub(&before)?;
                (!by.mentions(&self.variable.name)).then_some(())?;
                (by, true)
            }
            _ => return None,
        };
        Some(Step { at, by, is_first })
    }

    /// The edits that replace the mentions in a body, and the value after its loops.
    fn replaced(
        &self,
        body: &Node<Statement>,
        step: &Step,
        (value, levels): (&Place, &[Level]),
    ) -> Option<(Vec<Edit>, Place)> {
        let (mut passed, mut trips) = (Expr::constant(0), Expr::constant(1));
        for level in levels {
            passed = passed.checked_mul(&level.trips)?;
            passed = passed.checked_add(&level.passed)?;
            trips = trips.checked_mul(&level.trips)?;
        }
        let plus = |count: &Expr| value.sum.checked_add(&count.checked_mul(&step.by)?);
        let now = plus(&passed)?;
        let behind = now.checked_add(&step.by)?;
        let own = self.function.base.range(step.at);
        let mut edits = Vec::new();
        if let Some(statement) = self.as_statement(body, step.at) {
            edits.push(Edit {
                span: with_line(&self.unit.file, self.span(statement)?),
                text: String::new(),
            });
        }
        let is_removed = |name: &usize| !edits.is_empty() && own.contains(name);
        let mut reads = self.reads(body, step);
        reads.retain(|read| !is_removed(&read.name));
        let range = self.function.base.range(body.span);
        let mentions = self.variable.mentions.iter();
        let mentions = mentions.filter(|at| range.contains(at) && !is_removed(at));
        (mentions.count() == reads.len()).then_some(())?;
        for read in reads {
            let is_before = match own.contains(&read.name) {
                true => !step.is_first,
                false => read.name < own.start,
            };
            let sum = if is_before { &now } else { &behind };
            let sum = self.text(&sum.checked_add(&read.ahead)?, levels)?;
            let span = self.span(read.at)?;
            edits.push(match &value.array {
                Some(array) => Edit {
                    span,
                    text: format!("{array}[{sum}]"),
                },
                None => self.placed(span, &sum),
            });
        }
        let sum = plus(&trips)?;
        let array = value.array.clone();
        Some((edits, Place { array, sum }))
    }

    /// Where a body reads the object or elements that it leads to.
    fn reads(&self, body: &Node<Statement>, step: &Step) -> Vec<Read> {
        let mut finder = Reads {
            running: self,
            step,
            found: Vec::new(),
        };
        finder.visit_statement(&body.node, &body.span);
        finder.found
    }

    /// Where the object is named in an expression that is its name, or a step of it.
    fn named(&self, expression: &Expression, at: Offsets, step: &Step) -> Option<usize> {
        (at == step.at || self.is_name(expression, at)).then_some(())?;
        let range = self.function.base.range(at);
        let mut mentions = self.variable.mentions.iter();
        mentions.find(|mention| range.contains(mention)).copied()
    }

    /// The statement of a body that is only this expression.
    fn as_statement(&self, body: &Node<Statement>, step: Offsets) -> Option<Offsets> {
        let mut all = Self::statements(body).into_iter();
        let own = all.find(|s| match &s.node {
            Statement::Expression(Some(expression)) => expression.span == step,
            _ => false,
        });
        own.filter(|own| own.span != body.span).map(|own| own.span)
    }

    /// A value where a text stands.
    fn placed(&self, span: Span, value: &str) -> Edit {
        let bytes = &self.unit.file.bytes;
        let at = |place: u32| bytes.get(place as usize).copied();
        let is_alone =
            span.start.checked_sub(1).and_then(at) == Some(b'[') && at(span.end) == Some(b']');
        let text = match is_alone {
            true => value.to_string(),
            false => format!("({value})"),
        };
        Edit { span, text }
    }

    /// A value of the object as a sum of counters, computed in a type that holds what the object
    /// holds; pointers lead far.
    fn text(&self, value: &Expr, levels: &[Level]) -> Option<String> {
        let holds = |ty: IntType| match self.ty {
            Some(own) => ty.bits > own.bits || ty.bits == own.bits && ty.signed <= own.signed,
            None => ty.bits >= 64,
        };
        let narrow = levels.iter().filter(|level| !holds(level.ty));
        let narrow = narrow.map(|l| l.counter.as_str());
        let narrow: Vec<&str> = narrow.filter(|name| !is_added(value, name)).collect();
        if narrow.is_empty() || is_near_counter(value) {
            return Some(c_text(value));
        }
        let name = match self.ty {
            Some(_) => self.headers.type_in(self.variable.declaration?)?,
            None => "long".to_string(),
        };
        let wide = |counter: &str| {
            let is_wide = narrow.contains(&counter);
            is_wide.then(|| Expr::var(&format!("({name})${counter}")))
        };
        Some(c_text(&value.substitute(&wide)).replace('$', ""))
    }
}

/// Whether a value is a counter behind products, which are computed first.
fn is_added(value: &Expr, counter: &str) -> bool {
    let rest = value.checked_sub(&Expr::var(counter));
    value.degree() > 1 && rest.is_some_and(|rest| !rest.mentions(counter))
}

/// Whether a value is a counter, or one next to it, which the type of the counter holds, too.
fn is_near_counter(value: &Expr) -> bool {
    let mut terms = value.terms();
    let is_one = matches!(
        (terms.next(), terms.next()),
        (Some((Atom::Var(_), 1)), None)
    );
    is_one && value.constant_part().abs() <= 1
}

/// The blocks of a function in which an object counts.
struct Finder<'r, 'p> {
    running: Running<'r, 'p>,
    found: Vec<Edit>,
}

impl<'a> Visit<'a> for Finder<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if let Statement::Compound(items) = statement
            && let Some(edits) = self.running.in_block(items)
        {
            self.found = edits;
            return;
        }
        visit::visit_statement(self, statement, span);
    }
}

/// The step of an object that an expression certainly makes.
struct Steps<'f, 'r, 'p> {
    running: &'f Running<'r, 'p>,
    found: Option<Step>,
}

impl<'a> Visit<'a> for Steps<'_, '_, '_> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        let is_choice = match expression {
            Expression::Conditional(_) => true,
            Expression::BinaryOperator(b) => matches!(
                b.node.operator.node,
                BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr
            ),
            _ => false,
        };
        match self.running.step(expression, *span) {
            _ if is_choice => {}
            Some(step) => self.found = Some(step),
            None => visit::visit_expression(self, expression, span),
        }
    }
}

/// The pieces of text that read an object.
struct Reads<'f, 'r, 'p> {
    running: &'f Running<'r, 'p>,
    step: &'f Step,
    found: Vec<Read>,
}

impl Reads<'_, '_, '_> {
    /// An integer object, or the element that a pointer leads to.
    fn read(&self, expression: &Expression, at: Offsets) -> Option<Read> {
        let (object, ahead) = match expression {
            _ if self.running.ty.is_some() => {
                let name = self.running.named(expression, at, self.step)?;
                let ahead = Expr::constant(0);
                return Some(Read { at, name, ahead });
            }
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                (&u.node.operand, Expr::constant(0))
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                (&b.node.lhs, bound(&b.node.rhs)?)
            }
            _ => return None,
        };
        let name = self.running.named(&object.node, object.span, self.step)?;
        Some(Read { at, name, ahead })
    }
}

impl<'a> Visit<'a> for Reads<'_, '_, '_> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        match self.read(expression, *span) {
            Some(read) => self.found.push(read),
            None => visit::visit_expression(self, expression, span),
        }
    }
}
