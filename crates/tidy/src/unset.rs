//! Whether every path to a read of an object visibly sets it first, to a compiler that knows
//! neither conditions nor the number of iterations of loops.

use c::names::file::Function;
use c::names::symbols::{Symbol, VarId};
use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, Declaration, DoWhileStatement, Expression,
    ForStatement, IfStatement, Label, LabeledStatement, MemberOperator, Statement, SwitchStatement,
    WhileStatement,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// The places of a function that concern objects, or the path.
pub(crate) struct ObjectEvents<'f, 'p> {
    function: &'f Function<'p>,
    /// Where each object is named, sorted.
    mentions: HashMap<VarId, Vec<usize>>,
    /// Labels, and statements that end a path, sorted.
    ways: Vec<usize>,
}

impl<'f, 'p> ObjectEvents<'f, 'p> {
    /// All events of a function.
    pub(crate) fn new(function: &'f Function<'p>) -> Self {
        let mut places = ObjectEvents {
            function,
            mentions: HashMap::new(),
            ways: Vec::new(),
        };
        let variables = function.symbols.variables.iter().enumerate();
        for (index, variable) in variables {
            let declared = places.mentions.entry(VarId(index)).or_default();
            declared.push(variable.at.start);
        }
        for (at, symbol) in &function.symbols.mentions {
            if let Symbol::Variable(id) = symbol {
                places.mentions.entry(*id).or_default().push(*at);
            }
        }
        places.mentions.values_mut().for_each(|all| all.sort());
        let body = &function.definition.statement;
        places.visit_statement(&body.node, &body.span);
        places
    }

    /// Whether the object may be read before it is set.
    pub(crate) fn may_be_unset(&self, object: VarId) -> bool {
        let mut paths = Paths {
            places: self,
            function: self.function,
            object,
            set: Some(BTreeSet::new()),
            at_switch: None,
            found: false,
        };
        paths.statement(&self.function.definition.statement);
        paths.found
    }

    /// Whether a range contains an event of an object or of the path.
    fn concern(&self, object: VarId, range: &Range<usize>) -> bool {
        let has = |all: &[usize]| {
            let first = all.partition_point(|at| *at < range.start);
            all.get(first).is_some_and(|at| *at < range.end)
        };
        has(&self.ways) || self.mentions.get(&object).is_some_and(|all| has(all))
    }
}

impl<'a> Visit<'a> for ObjectEvents<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if ends(statement) || matches!(statement, Statement::Labeled(_)) {
            self.ways.push(self.function.base.range(*span).start);
        }
        visit::visit_statement(self, statement, span);
    }
}

/// Whether a path ends with a statement.
fn ends(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::Return(_) | Statement::Goto(_) | Statement::Break | Statement::Continue
    )
}

/// The parts that are set on all paths to a place: the names of members, or "" for the whole
/// object; `None` if there is no path.
type Set = Option<BTreeSet<String>>;

struct Paths<'f, 'p> {
    places: &'f ObjectEvents<'f, 'p>,
    function: &'f Function<'p>,
    object: VarId,
    set: Set,
    /// The parts that are set where the `switch` around begins.
    at_switch: Set,
    found: bool,
}

impl Paths<'_, '_> {
    /// The member of the object that an expression names, or "" for all of it.
    fn part<'e>(&self, expression: &'e Expression) -> Option<&'e str> {
        match expression {
            Expression::Identifier(name) => {
                let at = self.function.base.range(name.span).start;
                let named = self.function.symbols.variable_at(at);
                (named == Some(self.object)).then_some("")
            }
            Expression::Member(member) if member.node.operator.node == MemberOperator::Direct => {
                let whole = self.part(&member.node.expression.node)?;
                whole
                    .is_empty()
                    .then_some(member.node.identifier.node.name.as_str())
            }
            _ => None,
        }
    }

    fn read(&mut self, part: &str) {
        let is_set = |set: &BTreeSet<String>| set.contains("") || set.contains(part);
        self.found |= self.set.as_ref().is_some_and(|set| !is_set(set));
    }

    /// Visits a path that may be skipped.
    fn aside(&mut self, way: impl FnOnce(&mut Self)) {
        let before = self.set.clone();
        way(self);
        self.set = before;
    }

    /// Visits two paths of which one is executed.
    fn fork(&mut self, one: impl FnOnce(&mut Self), other: impl FnOnce(&mut Self)) {
        let before = self.set.clone();
        one(self);
        let first = std::mem::replace(&mut self.set, before);
        other(self);
        self.set = match (first, self.set.take()) {
            (Some(a), Some(b)) => Some(a.intersection(&b).cloned().collect()),
            (a, b) => a.or(b),
        };
    }

    fn expression(&mut self, expression: &Node<Expression>) {
        self.visit_expression(&expression.node, &expression.span);
    }

    fn statement(&mut self, statement: &Node<Statement>) {
        self.visit_statement(&statement.node, &statement.span);
    }

    fn binary(&mut self, binary: &BinaryOperatorExpression) {
        match (&binary.operator.node, self.part(&binary.lhs.node)) {
            (BinaryOperator::Assign, Some(part)) => {
                self.expression(&binary.rhs);
                self.set.iter_mut().for_each(|set| {
                    set.insert(part.to_string());
                });
            }
            (BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr, _) => {
                self.expression(&binary.lhs);
                self.aside(|paths| paths.expression(&binary.rhs));
            }
            _ => {
                self.expression(&binary.lhs);
                self.expression(&binary.rhs);
            }
        }
    }
}

impl<'a> Visit<'a> for Paths<'_, '_> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        if let Some(part) = self.part(expression) {
            return self.read(part);
        }
        match expression {
            Expression::BinaryOperator(binary) => self.binary(&binary.node),
            Expression::Conditional(conditional) => {
                let conditional = &conditional.node;
                self.expression(&conditional.condition);
                self.fork(
                    |paths| paths.expression(&conditional.then_expression),
                    |paths| paths.expression(&conditional.else_expression),
                );
            }
            Expression::SizeOfVal(_) | Expression::SizeOfTy(_) => {}
            _ => visit::visit_expression(self, expression, span),
        }
    }

    fn visit_declaration(&mut self, declaration: &'a Declaration, span: &'a Offsets) {
        let range = self.function.base.range(*span);
        if !self.places.concern(self.object, &range) {
            return;
        }
        visit::visit_declaration(self, declaration, span);
        let own = self.function.symbols.variable(self.object);
        if !range.contains(&own.at.start) {
            return;
        }
        if let Some(set) = &mut self.set {
            set.clear();
        }
    }

    fn visit_if_statement(&mut self, node: &'a IfStatement, _: &'a Offsets) {
        self.expression(&node.condition);
        self.fork(
            |paths| paths.statement(&node.then_statement),
            |paths| {
                if let Some(other) = &node.else_statement {
                    paths.statement(other);
                }
            },
        );
    }

    fn visit_while_statement(&mut self, node: &'a WhileStatement, _: &'a Offsets) {
        self.expression(&node.expression);
        self.aside(|paths| paths.statement(&node.statement));
    }

    fn visit_do_while_statement(&mut self, node: &'a DoWhileStatement, _: &'a Offsets) {
        let before = self.set.clone();
        self.statement(&node.statement);
        if self.set.is_none() || leaves(&node.statement) {
            self.set = before;
        }
        self.expression(&node.expression);
    }

    fn visit_for_statement(&mut self, node: &'a ForStatement, _: &'a Offsets) {
        self.visit_for_initializer(&node.initializer.node, &node.initializer.span);
        node.condition.iter().for_each(|e| self.expression(e));
        self.aside(|paths| {
            paths.statement(&node.statement);
            node.step.iter().for_each(|e| paths.expression(e));
        });
    }

    fn visit_switch_statement(&mut self, node: &'a SwitchStatement, _: &'a Offsets) {
        self.expression(&node.expression);
        let outer = std::mem::replace(&mut self.at_switch, self.set.clone());
        self.aside(|paths| paths.statement(&node.statement));
        self.at_switch = outer;
    }

    fn visit_labeled_statement(&mut self, node: &'a LabeledStatement, span: &'a Offsets) {
        self.set = match node.label.node {
            Label::Identifier(_) => Some(BTreeSet::new()),
            _ => self.at_switch.clone(),
        };
        visit::visit_labeled_statement(self, node, span);
    }

    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        let range = self.function.base.range(*span);
        if !self.places.concern(self.object, &range) {
            return;
        }
        visit::visit_statement(self, statement, span);
        if ends(statement) {
            self.set = None;
        }
    }
}

/// Whether the body of a loop contains a `break` or `continue`, of its own or of an inner loop.
fn leaves(body: &Node<Statement>) -> bool {
    struct Exits(bool);
    impl<'a> Visit<'a> for Exits {
        fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
            self.0 |= matches!(statement, Statement::Break | Statement::Continue);
            visit::visit_statement(self, statement, span);
        }
    }
    let mut exits = Exits(false);
    exits.visit_statement(&body.node, &body.span);
    exits.0
}
