//! Numbers that nothing reads any more after loops have changed: counters of loops over all
//! elements, and the numbers of these; pointers to elements. Compilers warn of them.

use crate::inner::inner;
use c::names::file::Function;
use c::names::symbols::{Origin, Variable};
use c::names::types::{Storage, Type};
use c::syntax::declarators::declared_name;
use c::syntax::expressions::{is_assignment, is_step, sides};
use lang_c::ast::{
    BinaryOperator, BlockItem, Declaration, Expression, InitDeclarator, Initializer, Statement,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use print::with_line;
use source::{Edit, Edits, Origin as TokenOrigin, Span, Token, Unit};
use std::collections::{BTreeMap, BTreeSet};

/// The numbers, and pointers to some, that a function declares and names elsewhere too.
pub fn named_numbers(function: &Function<'_>) -> BTreeSet<String> {
    let variables = function.symbols.variables.iter();
    let named = variables.filter(|v| is_number(v) && !v.mentions.is_empty());
    named.map(|v| v.name.clone()).collect()
}

/// The edits that remove the declarations of those of some numbers that nothing names any more, and
/// of all that are at most set, with what sets them, if the user's text does not name them.
pub fn unused_numbers(
    unit: &Unit,
    function: &Function<'_>,
    numbers: &BTreeSet<String>,
    user: &str,
) -> Edits {
    let mut finder = Finder {
        unit,
        function,
        numbers,
        user,
        sets: BTreeMap::new(),
        edits: Edits::default(),
    };
    let body = &function.definition.statement;
    finder.sets = finder.sets_in(body);
    finder.visit_statement(&body.node, &body.span);
    finder.edits
}

fn is_number(variable: &Variable<'_>) -> bool {
    variable.origin == Origin::Local
        && variable.storage == Storage::Automatic
        && !variable.qualifiers.volatile
        && !variable.qualifiers.atomic
        && match &variable.declared_type {
            Type::Integer(_) => true,
            Type::Pointer(to) => matches!(**to, Type::Integer(_) | Type::Floating(_)),
            _ => false,
        }
}

struct Finder<'f> {
    unit: &'f Unit,
    function: &'f Function<'f>,
    numbers: &'f BTreeSet<String>,
    /// The user's text.
    user: &'f str,
    /// The statements of blocks that only set an object, by the place of its name.
    sets: BTreeMap<usize, Offsets>,
    edits: Edits,
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if let Statement::Compound(items) = statement {
            for item in items {
                if let BlockItem::Declaration(declaration) = &item.node {
                    self.declaration(declaration);
                }
            }
        }
        visit::visit_statement(self, statement, span);
    }
}

impl Finder<'_> {
    fn declaration(&mut self, declaration: &Node<Declaration>) {
        let all = &declaration.node.declarators;
        let unread = all.iter().map(|d| (d, self.unread(&d.node)));
        let (gone, kept): (Vec<_>, Vec<_>) = unread.partition(|(_, sets)| sets.is_some());
        let kept: Vec<&Node<InitDeclarator>> = kept.into_iter().map(|(d, _)| d).collect();
        if gone.is_empty() {
            return;
        }
        for set in gone
            .into_iter()
            .flat_map(|(_, sets)| sets.unwrap_or_default())
        {
            let Some(span) = self.span(set) else {
                return;
            };
            let span = with_line(&self.unit.file, span);
            let text = String::new();
            if self.edits.insert(Edit { span, text }).is_err() {
                return;
            }
        }
        let Some(edit) = self.edit(declaration, &kept) else {
            return;
        };
        // Of two in one line, the first takes the blanks between both.
        let span = self.span(declaration.span).unwrap_or(edit.span);
        let behind = self.unit.file.bytes[span.end as usize..].iter();
        let blanks = behind.take_while(|byte| **byte == b' ').count() as u32;
        let alone = Edit {
            span: Span::new(span.start, span.end + blanks),
            ..edit.clone()
        };
        if self.edits.insert(edit).is_err() && kept.is_empty() {
            let _ = self.edits.insert(alone);
        }
    }

    /// The edit that leaves some of the declarators.
    fn edit(
        &self,
        declaration: &Node<Declaration>,
        kept: &[&Node<InitDeclarator>],
    ) -> Option<Edit> {
        let span = self.span(declaration.span)?;
        if self.unit.holds_directive(span) {
            return None;
        }
        if kept.is_empty() {
            return Some(Edit {
                span: with_line(&self.unit.file, span),
                text: String::new(),
            });
        }
        let first = declaration.node.declarators.first()?;
        let start = self.span(first.span)?.start;
        let file = &self.unit.file;
        let texts: Option<Vec<_>> = kept
            .iter()
            .map(|d| Some(file.slice(self.span(d.span)?)))
            .collect();
        Some(Edit {
            span: Span::new(start, span.end),
            text: format!("{};", texts?.join(", ")),
        })
    }

    /// The statements of blocks in a statement that only set an object.
    fn sets_in(&self, statement: &Node<Statement>) -> BTreeMap<usize, Offsets> {
        let mut found = BTreeMap::new();
        if let Statement::Compound(items) = &statement.node {
            for item in items {
                if let BlockItem::Statement(set) = &item.node
                    && let Statement::Expression(Some(expression)) = &set.node
                    && let Some((object, value)) = sides(expression, &BinaryOperator::Assign)
                    && let Expression::Identifier(name) = &object.node
                    && self.is_plain(value)
                {
                    found.insert(self.function.base.range(name.span).start, set.span);
                }
            }
        }
        let inner = inner(statement).into_iter();
        found.extend(inner.flat_map(|inner| self.sets_in(inner)));
        found
    }

    /// The statements that set what a declarator declares, if nothing reads it and its value needs
    /// no execution.
    fn unread(&self, declarator: &InitDeclarator) -> Option<Vec<Offsets>> {
        let name = declared_name(&declarator.declarator)?;
        let at = self.function.base.range(name.span).start;
        let mut variables = self.function.symbols.variables.iter();
        let variable = variables.find(|v| v.at.start == at)?;
        let sets = variable
            .mentions
            .iter()
            .map(|at| self.sets.get(at).copied());
        let sets: Vec<Offsets> = sets.collect::<Option<_>>()?;
        let is_new = || !source::has_name(self.user, &variable.name);
        let is_idle = is_number(variable)
            && (self.numbers.contains(&variable.name) && sets.is_empty() || is_new());
        let initial = declarator.initializer.as_ref().map(|i| &i.node);
        let is_plain = match initial {
            None => true,
            Some(Initializer::Expression(expression)) => self.is_plain(expression),
            Some(Initializer::List(_)) => false,
        };
        let is_seen = self.times_named(&name.node.name) == Some(1 + sets.len());
        (is_idle && is_plain && is_seen).then_some(sets)
    }

    /// How often a name occurs in the text of the function, whatever the preprocessor makes of it.
    fn times_named(&self, name: &str) -> Option<usize> {
        let place = self.unit.nearest_span(self.function.range())?;
        let words = self.unit.words(place);
        let named = words
            .iter()
            .filter(|w| self.unit.file.slice(w.span) == name);
        Some(named.count())
    }

    fn span(&self, span: Offsets) -> Option<Span> {
        self.unit.span_of(self.function.base.range(span)).ok()
    }

    /// Whether an expression only computes.
    fn is_plain(&self, expression: &Node<Expression>) -> bool {
        match &expression.node {
            Expression::Constant(_) | Expression::Identifier(_) => true,
            Expression::Member(member) => {
                !self.has_volatile() && self.is_plain(&member.node.expression)
            }
            Expression::SizeOfTy(of) => of.node.0.node.declarator.is_none(),
            Expression::Cast(cast) => self.is_plain(&cast.node.expression),
            Expression::UnaryOperator(u) => {
                !is_step(&u.node.operator.node) && self.is_plain(&u.node.operand)
            }
            Expression::BinaryOperator(b) => {
                !is_assignment(&b.node.operator.node)
                    && self.is_plain(&b.node.lhs)
                    && self.is_plain(&b.node.rhs)
            }
            _ => false,
        }
    }

    /// Whether a member of a structure of the file may be `volatile`.
    fn has_volatile(&self) -> bool {
        let own = |token: &&Token| !matches!(token.origin, TokenOrigin::Foreign);
        let mut tokens = self.unit.tokens.iter().filter(own);
        tokens.any(|token| self.unit.token_text(token) == "volatile")
    }
}
