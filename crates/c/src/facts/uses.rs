//! Uses of whole arrays and pointers in the functions of a file: the calls that they are passed to,
//! and whether other code reads their elements or keeps their address.

use crate::facts::calls::Calls;
use crate::names::file::Function;
use crate::names::library;
use crate::names::symbols::{Origin, Symbols, VarId, Variable};
use crate::names::types::{Storage, Type};
use crate::syntax::base::Base;
use crate::syntax::expressions::{is_assignment, is_step, without_casts};
use crate::syntax::parser::aliases::Aliases;
use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, CallExpression, Expression, Initializer,
    MemberOperator, Statement, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// Library functions that write the target of their first argument without reading it.
const FILLERS: [&str; 3] = ["memcpy", "memmove", "memset"];

/// Others that are known.
const LIBRARY: [&str; 2] = ["free", "posix_memalign"];

/// The effect of a mention of an array or pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// It is an argument as a whole: index of the call in [`Uses::calls`], and position.
    Passed(usize, usize),
    /// Elements are stored to; none is read.
    Written,
    /// An element is read.
    Read,
    /// Its elements do not matter: `free(p)`, `sizeof a`, `p == NULL`, `p = malloc(...)`.
    Harmless,
}

/// A call of a function by name.
#[derive(Debug)]
pub(crate) struct Site {
    /// The function that contains the call.
    pub caller: usize,
    /// The function that is called.
    pub callee: String,
    /// The offset of the callee's name.
    pub at: usize,
    /// For each argument the array or pointer that it consists of.
    pub arguments: Vec<Option<VarId>>,
    /// The places of the arguments.
    pub spans: Vec<Range<usize>>,
}

/// The uses of the arrays and pointers of a file.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    /// All calls by name.
    pub calls: Vec<Site>,
    /// By offset of the name. A mention that is missing here may do anything.
    places: HashMap<usize, Use>,
    /// Returned values: the function, and the value if it may be new storage.
    returned: Vec<(usize, Option<Returned>)>,
    /// Functions that return new storage.
    allocators: BTreeSet<String>,
    /// Whether `free` and its relatives are those of the library.
    knows_library: bool,
}

/// A value that may be new storage.
#[derive(Clone, Copy, Debug)]
enum Returned {
    /// `return malloc(...);`
    New,
    /// `return p;`
    Pointer(VarId, usize),
}

impl Uses {
    /// The uses in these functions.
    pub(crate) fn of(functions: &[Function<'_>], aliases: &Aliases, calls: &Calls) -> Self {
        let library = library::ALLOCATORS
            .into_iter()
            .filter(|name| calls.is_library(name));
        let declared = calls.fresh().filter(|name| !calls.is_replaceable(name));
        let known = library.chain(declared).map(str::to_string).collect();
        let uses = Uses::find(functions, aliases, known);
        let own: Vec<&Function<'_>> = functions
            .iter()
            .enumerate()
            .filter(|(index, f)| {
                !calls.is_replaceable(&f.name) && uses.returns_new_storage(*index, f)
            })
            .map(|(_, f)| f)
            .collect();
        if own.is_empty() {
            return uses;
        }
        let mut allocators = uses.allocators;
        allocators.extend(own.iter().map(|f| f.name.clone()));
        Uses::find(functions, aliases, allocators)
    }

    fn find(functions: &[Function<'_>], aliases: &Aliases, allocators: BTreeSet<String>) -> Self {
        let is_own = |name: &str| functions.iter().any(|f| f.name == name);
        let mut uses = Uses {
            allocators,
            knows_library: !LIBRARY.iter().chain(&FILLERS).any(|name| is_own(name)),
            ..Uses::default()
        };
        for (index, function) in functions.iter().enumerate() {
            let statement = &function.definition.statement;
            let mut finder = UseFinder {
                function: index,
                base: function.base,
                symbols: &function.symbols,
                uses: &mut uses,
                aliases,
            };
            finder.visit_statement(&statement.node, &statement.span);
        }
        uses
    }

    /// Whether `free` and its relatives are those of the library.
    pub(crate) fn knows_library(&self) -> bool {
        self.knows_library
    }

    /// The effect of the mention at an offset; `None` if it may do anything.
    pub(crate) fn at(&self, at: usize) -> Option<Use> {
        self.places.get(&at).copied()
    }

    /// Whether a pointer is initialised to storage of its own, to `NULL`, or not at all.
    pub(crate) fn starts_fresh(&self, variable: &Variable<'_>) -> bool {
        variable.initializer.is_none_or(|i| match &i.node {
            Initializer::Expression(e) => self.is_new_storage(&e.node),
            Initializer::List(_) => false,
        })
    }

    /// Whether a function returns only storage that nothing else points to.
    fn returns_new_storage(&self, index: usize, function: &Function<'_>) -> bool {
        let mut any = false;
        let own = self.returned.iter().filter(|(f, _)| *f == index);
        own.inspect(|_| any = true).all(|(_, what)| match what {
            Some(Returned::New) => true,
            Some(Returned::Pointer(id, at)) => {
                let variable = function.symbols.variable(*id);
                let harmless = |u: &usize| u == at || self.at(*u) == Some(Use::Harmless);
                variable.origin == Origin::Local
                    && variable.storage == Storage::Automatic
                    && self.starts_fresh(variable)
                    && variable.mentions.iter().all(harmless)
            }
            None => false,
        }) && any
    }

    /// `malloc(...)`, `NULL`, with casts.
    pub(crate) fn is_new_storage(&self, expression: &Expression) -> bool {
        match without_casts(expression) {
            Expression::Call(call) => {
                callee(&call.node).is_some_and(|n| self.allocators.contains(n))
            }
            other => is_null(other),
        }
    }
}

fn is_null(expression: &Expression) -> bool {
    crate::syntax::constant::evaluate(without_casts(expression), &mut |_| None) == Some(0)
}

fn callee(call: &CallExpression) -> Option<&str> {
    match &call.callee.node {
        Expression::Identifier(name) => Some(&name.node.name),
        _ => None,
    }
}

/// The number of subscripts that lead to an element. A pointer counts as the outermost dimension.
pub(crate) fn rank(ty: &Type) -> usize {
    match ty {
        Type::Pointer(to) => 1 + to.rank().0,
        other => other.rank().0,
    }
}

struct UseFinder<'s, 'a> {
    function: usize,
    base: Base,
    symbols: &'s Symbols<'a>,
    uses: &'s mut Uses,
    aliases: &'s Aliases,
}

impl UseFinder<'_, '_> {
    /// The object that an expression names, with the offset of the name.
    fn named(&self, expression: &Expression) -> Option<(VarId, usize)> {
        let Expression::Identifier(name) = expression else {
            return None;
        };
        let at = self.base.range(name.span).start;
        self.symbols.variable_at(at).map(|id| (id, at))
    }

    /// An array or pointer as a whole: `a`, or `*p` where `p` points to an array.
    fn whole(&self, expression: &Expression) -> Option<(VarId, usize)> {
        if let Expression::UnaryOperator(u) = expression
            && u.node.operator.node == UnaryOperator::Indirection
        {
            let (id, at) = self.named(&u.node.operand.node)?;
            let target = self.symbols.variable(id).declared_type.target()?;
            return matches!(target, Type::Array(_)).then_some((id, at));
        }
        let (id, at) = self.named(expression)?;
        matches!(
            self.symbols.variable(id).declared_type,
            Type::Array(_) | Type::Pointer(_)
        )
        .then_some((id, at))
    }

    /// The offset of the array of which an expression is an element or a member of an element.
    fn element_of(&self, mut expression: &Expression) -> Option<usize> {
        while let Expression::Member(member) = expression
            && member.node.operator.node == MemberOperator::Direct
        {
            expression = &member.node.expression.node;
        }
        let mut steps = 0;
        loop {
            expression = match expression {
                Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                    &b.node.lhs.node
                }
                Expression::UnaryOperator(u)
                    if u.node.operator.node == UnaryOperator::Indirection =>
                {
                    &u.node.operand.node
                }
                _ => break,
            };
            steps += 1;
        }
        let (id, at) = self.named(expression)?;
        (steps > 0 && steps == rank(&self.symbols.variable(id).declared_type)).then_some(at)
    }

    fn note(&mut self, at: usize, what: Use) {
        self.uses.places.entry(at).or_insert(what);
    }

    fn harmless(&mut self, expression: &Expression) {
        if let Some((_, at)) = self.whole(without_casts(expression)) {
            self.note(at, Use::Harmless);
        }
    }

    fn call(&mut self, call: &CallExpression) {
        let Some(name) = callee(call).map(|name| self.aliases.name(name)) else {
            return;
        };
        let at = self.base.range(call.callee.span).start;
        if self.symbols.variable_at(at).is_some() {
            return;
        }
        if name == "free" && self.uses.knows_library {
            call.arguments.iter().for_each(|a| self.harmless(&a.node));
        }
        if name == "posix_memalign" && self.uses.knows_library {
            self.allocated(call);
        }
        let number = self.uses.calls.len();
        let mut arguments = Vec::new();
        for (position, argument) in call.arguments.iter().enumerate() {
            let whole = self.whole(&argument.node);
            if let Some((_, at)) = whole {
                self.note(at, Use::Passed(number, position));
            }
            arguments.push(whole.map(|(id, _)| id));
        }
        self.uses.calls.push(Site {
            caller: self.function,
            callee: name.to_string(),
            at,
            arguments,
            spans: call
                .arguments
                .iter()
                .map(|a| self.base.range(a.span))
                .collect(),
        });
    }

    /// `sizeof a`, `sizeof *a`
    fn measured(&mut self, expression: &Expression) {
        self.harmless(expression);
        if let Some(at) = self.element_of(expression) {
            self.note(at, Use::Harmless);
        }
    }

    /// `posix_memalign(&p, ...)`
    fn allocated(&mut self, call: &CallExpression) {
        let first = call.arguments.first().map(|a| without_casts(&a.node));
        if let Some(Expression::UnaryOperator(u)) = first
            && u.node.operator.node == UnaryOperator::Address
        {
            self.harmless(&u.node.operand.node);
        }
    }

    fn binary(&mut self, binary: &BinaryOperatorExpression) {
        let operator = &binary.operator.node;
        match operator {
            BinaryOperator::Assign => {
                if let Some(at) = self.element_of(&binary.lhs.node) {
                    self.note(at, Use::Written);
                }
            }
            BinaryOperator::Equals | BinaryOperator::NotEquals => {
                let (left, right) = (&binary.lhs.node, &binary.rhs.node);
                if is_null(left) || is_null(right) {
                    self.tested(left);
                    self.tested(right);
                }
            }
            operator if is_assignment(operator) => self.element(&binary.lhs.node),
            _ => {}
        }
    }

    /// Handles an expression that is only compared with `NULL`.
    fn tested(&mut self, expression: &Expression) {
        self.harmless(expression);
        self.set(expression);
    }

    /// Handles `p = malloc(...)`, if the value of the assignment is unused.
    fn set(&mut self, expression: &Expression) {
        if let Expression::BinaryOperator(b) = expression
            && b.node.operator.node == BinaryOperator::Assign
            && self.uses.is_new_storage(&b.node.rhs.node)
        {
            self.harmless(&b.node.lhs.node);
        }
    }

    fn returned(&mut self, expression: &Expression) {
        let what = match self.whole(without_casts(expression)) {
            Some((id, at)) => Some(Returned::Pointer(id, at)),
            None => self
                .uses
                .is_new_storage(expression)
                .then_some(Returned::New),
        };
        self.uses.returned.push((self.function, what));
    }

    /// Records a read, if the expression is an element.
    fn element(&mut self, expression: &Expression) {
        if let Some(at) = self.element_of(expression) {
            self.note(at, Use::Read);
        }
    }

    /// Handles `memset(a, 0, n);`, where the returned pointer is unused.
    fn discarded(&mut self, expression: &Expression) {
        self.set(expression);
        let Expression::Call(call) = expression else {
            return;
        };
        let is_filler = callee(&call.node).is_some_and(|name| FILLERS.contains(&name));
        if !(is_filler && self.uses.knows_library) {
            return;
        }
        let first = call.node.arguments.first().map(|a| without_casts(&a.node));
        if let Some((_, at)) = first.and_then(|a| self.whole(a)) {
            self.note(at, Use::Written);
        }
    }
}

impl<'a> Visit<'a> for UseFinder<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        match statement {
            Statement::Expression(Some(e)) => self.discarded(&e.node),
            Statement::Return(Some(e)) => self.returned(&e.node),
            _ => {}
        }
        visit::visit_statement(self, statement, span);
    }

    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        match expression {
            Expression::Call(call) => self.call(&call.node),
            Expression::SizeOfVal(of) => self.measured(&of.node.0.node),
            Expression::BinaryOperator(binary) => match binary.node.operator.node {
                BinaryOperator::Index => self.element(expression),
                _ => self.binary(&binary.node),
            },
            Expression::UnaryOperator(unary) => match &unary.node.operator.node {
                UnaryOperator::Negate => self.tested(&unary.node.operand.node),
                UnaryOperator::Indirection => self.element(expression),
                UnaryOperator::Address => return self.address(&unary.node.operand),
                operator if is_step(operator) => self.element(&unary.node.operand.node),
                _ => {}
            },
            _ => {}
        }
        visit::visit_expression(self, expression, span);
    }
}

impl UseFinder<'_, '_> {
    /// Handles `&operand`: the use of the address is unknown, but its subscripts are followed.
    fn address(&mut self, operand: &Node<Expression>) {
        match &operand.node {
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                self.address(&b.node.lhs);
                self.visit_expression(&b.node.rhs.node, &b.node.rhs.span);
            }
            Expression::Member(member) => self.address(&member.node.expression),
            Expression::Identifier(_) => {}
            other => self.visit_expression(other, &operand.span),
        }
    }
}
