//! What a statement or declaration does to variables as a whole, and whether it may stand elsewhere
//! in its block.

use c::names::file::Function;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::Type;
use c::syntax::exits::{always_leaves, item_leaves, leaves};
use lang_c::ast::{BlockItem, Expression, ForInitializer, IfStatement, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use std::collections::BTreeSet;
use std::ops::Range;

/// The variables of a statement.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    /// Those that it names.
    mentions: BTreeSet<VarId>,
    /// Those that it declares, sets or frees.
    writes: BTreeSet<VarId>,
    /// Arrays and pointers that are no parameters.
    arrays: BTreeSet<VarId>,
    /// Whether it may access more than variables: elements, members, what a function accesses.
    pub(super) touches_memory: bool,
}

impl Effects {
    pub(super) fn of(function: &Function<'_>, item: &Node<BlockItem>) -> Self {
        let range = function.base.range(item.span);
        match &item.node {
            BlockItem::Statement(statement) => match &statement.node {
                // Control does not come back from the body.
                Statement::If(found) if is_test_of_values(function, &found.node) => Effects {
                    mentions: mentioned(function, &function.base.range(found.node.condition.span)),
                    ..Effects::default()
                },
                _ => Effects::inside(function, &range, &statement.node, item.span),
            },
            _ => Effects {
                mentions: mentioned(function, &range),
                writes: written(function, &range),
                ..Effects::default()
            },
        }
    }

    /// The arrays that both name, and that are no parameters.
    pub(super) fn shared_arrays(&self, other: &Effects) -> BTreeSet<VarId> {
        &self.arrays & &other.arrays
    }

    fn inside(
        function: &Function<'_>,
        range: &Range<usize>,
        statement: &Statement,
        span: Offsets,
    ) -> Self {
        let mut effects = Effects {
            mentions: mentioned(function, range),
            writes: written(function, range),
            arrays: BTreeSet::new(),
            touches_memory: Follows::any_in(statement, span),
        };
        let variable = |id: &VarId| function.symbols.variable(*id);
        let is_array = |id: &&VarId| {
            let ty = &variable(id).declared_type;
            variable(id).origin != Origin::Parameter
                && matches!(ty, Type::Array(_) | Type::Pointer(_))
        };
        effects.arrays = effects.mentions.iter().filter(is_array).copied().collect();
        if frees(statement) {
            effects.writes.extend(effects.mentions.iter().copied());
        }
        let mut counters = Counters::default();
        counters.visit_statement(statement, &span);
        let is_counter = |id: &VarId| counters.0.contains(&function.symbols.variable(*id).name);
        effects.mentions.retain(|id| !is_counter(id));
        effects.writes.retain(|id| !is_counter(id));
        effects
    }

    /// Whether one sets what the other names.
    pub(super) fn meet(&self, other: &Effects) -> bool {
        let all = |e: &Effects| &e.mentions | &e.writes;
        !self.writes.is_disjoint(&all(other)) || !other.writes.is_disjoint(&all(self))
    }
}

/// The variables that are named or declared in a range of the unit's text.
fn mentioned(function: &Function<'_>, range: &Range<usize>) -> BTreeSet<VarId> {
    let is_here = |v: &&Variable<'_>| {
        range.contains(&v.at.start) || v.mentions.iter().any(|at| range.contains(at))
    };
    let variables = function.symbols.variables.iter();
    variables.filter(is_here).map(|v| v.id).collect()
}

/// The variables that are declared or set in a range of the unit's text.
fn written(function: &Function<'_>, range: &Range<usize>) -> BTreeSet<VarId> {
    let is_here = |v: &&Variable<'_>| range.contains(&v.at.start) || is_set(v, range);
    let variables = function.symbols.variables.iter();
    variables.filter(is_here).map(|v| v.id).collect()
}

/// Whether a range of the unit's text sets a variable, or takes its address.
pub(super) fn is_set(variable: &Variable<'_>, range: &Range<usize>) -> bool {
    let mut sets = variable.writes.iter().chain(&variable.addresses);
    sets.any(|at| range.contains(at))
}

/// Whether an item is a loop, or a test around one.
pub(super) fn is_loop(item: &Node<BlockItem>) -> bool {
    let BlockItem::Statement(statement) = &item.node else {
        return false;
    };
    let mut statement = statement;
    while let Statement::If(test) = &statement.node {
        statement = &test.node.then_statement;
    }
    let is_loop = |s: &Statement| {
        matches!(
            s,
            Statement::For(_) | Statement::While(_) | Statement::DoWhile(_)
        )
    };
    match &statement.node {
        Statement::Compound(items) => items
            .iter()
            .any(|i| matches!(&i.node, BlockItem::Statement(s) if is_loop(&s.node))),
        other => is_loop(other),
    }
}

/// Whether an item does not jump, or only leaves where an allocation failed or a size is unfit.
pub(super) fn may_move(function: &Function<'_>, item: &Node<BlockItem>) -> bool {
    match &item.node {
        BlockItem::Declaration(_) => true,
        BlockItem::StaticAssert(_) => false,
        BlockItem::Statement(statement) => match &statement.node {
            Statement::If(found) if is_test_of_values(function, &found.node) => true,
            _ => !item_leaves(item).any() && !Ends::any(statement),
        },
    }
}

/// The statement under a test of allocations or sizes.
pub(super) fn exit(function: &Function<'_>, item: &Node<BlockItem>) -> Option<Offsets> {
    match &item.node {
        BlockItem::Statement(statement) => match &statement.node {
            Statement::If(found) if is_test_of_values(function, &found.node) => {
                Some(found.node.then_statement.span)
            }
            _ => None,
        },
        _ => None,
    }
}

/// `free(p);`
pub(super) fn is_free(item: &Node<BlockItem>) -> bool {
    matches!(&item.node, BlockItem::Statement(statement) if frees(&statement.node))
}

/// `if (!p) return;`, `if (r < 1) return;`
pub(crate) fn is_test_of_values(function: &Function<'_>, test: &IfStatement) -> bool {
    let condition = function.base.range(test.condition.span);
    let named = mentioned(function, &condition);
    let variable = |id: &VarId| function.symbols.variable(*id);
    let left = leaves(&test.then_statement);
    // A loop in which they stand goes on, or is followed by code that sees the difference.
    let stays_in_function = left.breaks || left.continues;
    test.else_statement.is_none()
        && !stays_in_function
        && leaves_or_exits(&test.then_statement.node)
        && !named.is_empty()
        && named
            .iter()
            .all(|id| !matches!(variable(id).declared_type, Type::Array(_) | Type::Record(_)))
        && written(function, &condition).is_empty()
        && !follows(&test.condition)
}

fn leaves_or_exits(statement: &Statement) -> bool {
    let last = match statement {
        Statement::Compound(items) => match items.last().map(|item| &item.node) {
            Some(BlockItem::Statement(last)) => &last.node,
            _ => return false,
        },
        other => other,
    };
    always_leaves(last) || calls(last, &["exit", "abort", "_Exit"])
}

fn frees(statement: &Statement) -> bool {
    calls(statement, &["free"])
}

/// Whether a statement is a call of one of these functions.
fn calls(statement: &Statement, names: &[&str]) -> bool {
    let Statement::Expression(Some(expression)) = statement else {
        return false;
    };
    match &expression.node {
        Expression::Call(call) => match &call.node.callee.node {
            Expression::Identifier(name) => names.contains(&name.node.name.as_str()),
            _ => false,
        },
        _ => false,
    }
}

/// `return`, labels, assembler.
struct Ends(bool);

impl Ends {
    fn any(statement: &Node<Statement>) -> bool {
        let mut ends = Ends(false);
        ends.visit_statement(&statement.node, &statement.span);
        ends.0
    }
}

impl<'a> Visit<'a> for Ends {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        self.0 |= match statement {
            Statement::Return(_) | Statement::Asm(_) => true,
            Statement::Labeled(found) => {
                matches!(found.node.label.node, lang_c::ast::Label::Identifier(_))
            }
            _ => false,
        };
        visit::visit_statement(self, statement, span);
    }
}

/// Whether an expression has subscripts, members or calls: the value of more than variables.
pub(crate) fn follows(expression: &Node<Expression>) -> bool {
    let mut follows = Follows(false);
    follows.visit_expression(&expression.node, &expression.span);
    follows.0
}

/// Subscripts, members, calls: the value of more than a variable.
struct Follows(bool);

impl Follows {
    fn any_in(statement: &Statement, span: Offsets) -> bool {
        let mut follows = Follows(false);
        follows.visit_statement(statement, &span);
        follows.0
    }
}

impl<'a> Visit<'a> for Follows {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        self.0 |= match expression {
            Expression::Call(_) | Expression::Member(_) => true,
            Expression::UnaryOperator(unary) => {
                unary.node.operator.node == lang_c::ast::UnaryOperator::Indirection
            }
            Expression::BinaryOperator(binary) => {
                binary.node.operator.node == lang_c::ast::BinaryOperator::Index
            }
            _ => false,
        };
        visit::visit_expression(self, expression, span);
    }
}

/// The names that `for` loops set first.
#[derive(Default)]
struct Counters(BTreeSet<String>);

impl<'a> Visit<'a> for Counters {
    fn visit_for_initializer(&mut self, initializer: &'a ForInitializer, span: &'a Offsets) {
        if let ForInitializer::Expression(expression) = initializer
            && let Some((left, _)) =
                c::syntax::expressions::sides(expression, &lang_c::ast::BinaryOperator::Assign)
            && let Expression::Identifier(name) = &left.node
        {
            self.0.insert(name.node.name.clone());
        }
        visit::visit_for_initializer(self, initializer, span);
    }
}
