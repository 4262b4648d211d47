//! Loop nests that follow each other in a function, read from its syntax tree.

use crate::bound::{bound, difference};
use c::names::file::Function;
use c::names::types::Type;
use c::syntax::base::Base;
use c::syntax::expressions::{relation, step_of};
use integer::IntType;
use lang_c::ast::{
    BinaryOperator, BlockItem, Declaration, DeclarationSpecifier, Expression, ForInitializer,
    ForStatement, Initializer, Statement,
};
use lang_c::span::Node;
use poly::Expr;
use source::{Span, Unit};

/// Nests that follow each other in one block, with nothing but comments between them, whose bounds
/// differ by numbers.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The nests, at least two.
    pub nests: Vec<NestText>,
    /// How many other loops contain them.
    pub depth: usize,
}

/// A loop nest, in bytes of the user's file.
#[derive(Clone, Debug)]
pub struct NestText {
    /// The whole statement.
    pub span: Span,
    /// The body of the outermost loop.
    pub(crate) body: Span,
    /// The counter of the outermost loop.
    pub(crate) counter: String,
    /// The type in its declaration, if the loop declares it.
    pub(crate) declared: Option<String>,
    /// Its type.
    pub(crate) ty: IntType,
    /// The first value of the counter.
    pub(crate) first: Expr,
    /// The value at which the loop ends.
    pub(crate) end: Expr,
}

impl Sequence {
    /// The runs of nests with the same bounds, each of at least two.
    pub fn of_same_bounds(&self) -> Vec<Sequence> {
        let is_same = |a: &Expr, b: &Expr| difference(a, b) == Some(0);
        let nests = self.nests.as_slice();
        let runs = nests.chunk_by(|a, b| is_same(&a.first, &b.first) && is_same(&a.end, &b.end));
        let runs = runs.filter(|run| run.len() > 1);
        let run = |nests: &[NestText]| Sequence {
            nests: nests.to_vec(),
            depth: self.depth,
        };
        runs.map(run).collect()
    }
}

impl NestText {
    /// The first value of the counter, less that of another nest of the sequence.
    pub fn start_from(&self, other: &NestText) -> i64 {
        difference(&self.first, &other.first).unwrap_or(0)
    }
}

/// The sequences of nests in a function.
pub fn sequences(unit: &Unit, function: &Function<'_>) -> Vec<Sequence> {
    let mut reader = Reader {
        unit,
        function,
        found: Vec::new(),
    };
    reader.statement(&function.definition.statement, 0);
    reader.found
}

struct Reader<'r> {
    unit: &'r Unit,
    function: &'r Function<'r>,
    found: Vec<Sequence>,
}

impl Reader<'_> {
    fn base(&self) -> Base {
        self.function.base
    }

    fn statement(&mut self, statement: &Node<Statement>, depth: usize) {
        match &statement.node {
            Statement::Compound(items) => self.block(items, depth),
            Statement::For(found) => self.statement(&found.node.statement, depth + 1),
            Statement::If(found) => {
                self.statement(&found.node.then_statement, depth);
                if let Some(other) = &found.node.else_statement {
                    self.statement(other, depth);
                }
            }
            _ => {}
        }
    }

    fn block(&mut self, items: &[Node<BlockItem>], depth: usize) {
        let mut nests: Vec<NestText> = Vec::new();
        for item in items {
            let nest = match &item.node {
                BlockItem::Statement(statement) => {
                    self.statement(statement, depth);
                    self.nest(statement)
                }
                _ => None,
            };
            let joins = |nest: &NestText| nests.last().is_none_or(|last| self.follows(last, nest));
            match nest {
                Some(nest) if joins(&nest) => nests.push(nest),
                nest => {
                    self.close(std::mem::take(&mut nests), depth);
                    nests.extend(nest);
                }
            }
        }
        self.close(nests, depth);
    }

    fn close(&mut self, nests: Vec<NestText>, depth: usize) {
        if nests.len() > 1 {
            self.found.push(Sequence { nests, depth });
        }
    }

    /// Whether a nest may join a sequence: its bounds differ by numbers, the text between has no
    /// directive.
    fn follows(&self, last: &NestText, nest: &NestText) -> bool {
        let between = Span::new(last.span.end, nest.span.start);
        difference(&last.first, &nest.first).is_some()
            && difference(&last.end, &nest.end).is_some()
            && last.ty == nest.ty
            && between.start <= between.end
            && !self.unit.holds_directive(between)
    }

    fn nest(&self, statement: &Node<Statement>) -> Option<NestText> {
        let Statement::For(found) = &statement.node else {
            return None;
        };
        let loop_ = &found.node;
        let (counter, first, declared) = self.start(&loop_.initializer.node)?;
        let end = end_of(loop_, &counter)?;
        let range = self.base().range(statement.span);
        let is_marked = |at: u32| range.contains(&(at as usize));
        if !counts_up(loop_, &counter) || self.unit.pragmas.iter().any(|p| is_marked(p.at)) {
            return None;
        }
        let span = self.unit.span_of(range).ok()?;
        let body = self.base().range(loop_.statement.span);
        let body = self.unit.span_of(body).ok()?;
        let ty = self.type_of(&counter)?;
        (!self.unit.holds_directive(span)).then_some(NestText {
            span,
            body,
            ty,
            counter,
            declared,
            first,
            end,
        })
    }

    /// The counter, its first value, and its type if it is declared.
    fn start(&self, initializer: &ForInitializer) -> Option<(String, Expr, Option<String>)> {
        match initializer {
            ForInitializer::Expression(expression) => {
                let (name, value) = assigned(expression)?;
                Some((name, bound(value)?, None))
            }
            ForInitializer::Declaration(declaration) => self.declared(&declaration.node),
            _ => None,
        }
    }

    fn declared(&self, declaration: &Declaration) -> Option<(String, Expr, Option<String>)> {
        let [only] = declaration.declarators.as_slice() else {
            return None;
        };
        let Some(Initializer::Expression(value)) = only.node.initializer.as_ref().map(|i| &i.node)
        else {
            return None;
        };
        let name = c::syntax::declarators::declared_name(&only.node.declarator)?;
        let (from, to) = (
            declaration.specifiers.first()?,
            declaration.specifiers.last()?,
        );
        let is_type = |s: &Node<DeclarationSpecifier>| {
            matches!(s.node, DeclarationSpecifier::TypeSpecifier(_))
        };
        if !declaration.specifiers.iter().all(is_type) {
            return None;
        }
        let range = self.base().range(from.span).start..self.base().range(to.span).end;
        let span = self.unit.span_of(range).ok()?;
        let ty = self.unit.file.slice(span).into_owned();
        Some((name.node.name.clone(), bound(value)?, Some(ty)))
    }

    /// The type of all objects of this name.
    fn type_of(&self, counter: &str) -> Option<IntType> {
        let variables = self.function.symbols.variables.iter();
        let named = variables.filter(|v| v.name == *counter);
        let mut types = named.map(|v| match v.declared_type {
            Type::Integer(ty) => Some(ty),
            _ => None,
        });
        let first = types.next()??;
        types.all(|ty| ty == Some(first)).then_some(first)
    }
}

/// `name = value`
fn assigned(expression: &Node<Expression>) -> Option<(String, &Node<Expression>)> {
    let (left, right) = c::syntax::expressions::sides(expression, &BinaryOperator::Assign)?;
    match &left.node {
        Expression::Identifier(name) => Some((name.node.name.clone(), right)),
        _ => None,
    }
}

/// The value of the counter at which the loop ends: `h` for `y < h`.
fn end_of(loop_: &ForStatement, counter: &str) -> Option<Expr> {
    let (operator, left, right) = relation(loop_.condition.as_deref()?)?;
    let end = bound(right)?;
    let is_counter = names(left, counter) && !end.mentions(counter);
    match operator {
        _ if !is_counter => None,
        BinaryOperator::LessOrEqual => end.checked_add(&Expr::constant(1)),
        _ => Some(end),
    }
}

/// Whether the step is `++` or `+= 1`.
fn counts_up(loop_: &ForStatement, counter: &str) -> bool {
    let Some(step) = loop_.step.as_deref() else {
        return false;
    };
    match &step.node {
        Expression::UnaryOperator(unary) => {
            step_of(&unary.node.operator.node) == Some(1) && names(&unary.node.operand, counter)
        }
        Expression::BinaryOperator(binary) => {
            binary.node.operator.node == BinaryOperator::AssignPlus
                && names(&binary.node.lhs, counter)
                && bound(&binary.node.rhs).and_then(|by| by.as_constant()) == Some(1)
        }
        _ => false,
    }
}

fn names(expression: &Node<Expression>, name: &str) -> bool {
    matches!(&expression.node, Expression::Identifier(found) if found.node.name == name)
}
