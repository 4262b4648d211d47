//! Finds the leftovers of a fold in the folded text. Writes nothing.

use crate::blocks;
use crate::reads::reads;
use crate::unset::ObjectEvents;
use c::Contents;
use c::facts::function::FunctionFacts;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::{Storage, Type};
use c::syntax::declarators::sizes;
use lang_c::ast::{
    BinaryOperator, BlockItem, Constant, Declarator, Expression, IntegerBase, IntegerSize,
    Statement,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::{Span, Unit, has_name};
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::ops::Range;

/// The leftovers of a fold, by place in the main file.
#[derive(Debug, Default)]
pub(crate) struct Leftovers {
    /// Statements `x = x;`, and declarations of objects that nothing names.
    pub(crate) idle: Vec<Idle>,
    /// Objects that need an initial value.
    pub(crate) unset: Vec<Unset>,
    /// Objects that nothing reads.
    pub(crate) unread: Vec<Unread>,
}

impl Leftovers {
    /// Adds those of another function.
    pub(crate) fn extend(&mut self, other: Leftovers) {
        self.idle.extend(other.idle);
        self.unset.extend(other.unset);
        self.unread.extend(other.unread);
    }
}

/// Text without an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Idle {
    /// All of it.
    pub(crate) span: Span,
    /// Whether a statement must remain: it is the whole body of a loop or a condition.
    pub(crate) is_body: bool,
}

/// A declarator without an initialiser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unset {
    /// The end of the declarator.
    pub(crate) at: u32,
    /// Whether its value is a list.
    pub(crate) is_list: bool,
}

/// An object that nothing reads, although the original read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unread {
    /// Its name.
    pub(crate) name: String,
    /// The text that a mention can be put before or after.
    pub(crate) beside: Span,
    /// Whether the mention must be put after the text.
    pub(crate) is_behind: bool,
}

/// The arrays of one function that a fold changed.
#[derive(Clone, Debug, Default)]
pub struct Changed {
    /// Arrays that are now scalars, by name.
    pub scalars: BTreeSet<String>,
    /// Arrays that are now windows which move along with a loop.
    pub windows: BTreeSet<String>,
}

/// The leftovers of the fold of `before` in a function of `after`.
pub(crate) fn leftovers(
    before: &Contents<'_>,
    after: &Contents<'_>,
    name: &str,
    changed: &Changed,
) -> Leftovers {
    let of = |contents: &Contents<'_>| contents.file.functions.iter().position(|f| f.name == name);
    let (Some(old), Some(new)) = (of(before), of(after)) else {
        return Leftovers::default();
    };
    let mut finder = LeftoverFinder {
        unit: after.unit,
        function: &after.file.functions[new],
        facts: &after.facts.functions[new],
        changed,
        copies: Vec::new(),
        gone: Vec::new(),
        found: Leftovers::default(),
    };
    finder.copies();
    finder.unset();
    finder.unread(&before.file.functions[old]);
    finder.found
}

struct LeftoverFinder<'f, 'p> {
    unit: &'f Unit,
    function: &'f Function<'p>,
    facts: &'f FunctionFacts<'p>,
    changed: &'f Changed,
    /// Statements `x = x;`, and whether each is the whole body of something.
    copies: Vec<(Range<usize>, bool)>,
    /// Text that is removed.
    gone: Vec<Range<usize>>,
    found: Leftovers,
}

impl<'p> LeftoverFinder<'_, 'p> {
    fn variable(&self, id: VarId) -> &Variable<'p> {
        self.function.symbols.variable(id)
    }

    fn locals(&self) -> impl Iterator<Item = (VarId, &Variable<'p>)> {
        let all = self.function.symbols.variables.iter().enumerate();
        all.map(|(index, variable)| (VarId(index), variable))
            .filter(|(_, v)| v.origin == Origin::Local && v.storage == Storage::Automatic)
    }

    /// The place of text that may be edited.
    fn span(&self, range: Range<usize>) -> Option<Span> {
        let span = self.unit.span_of(range.clone()).ok()?;
        let first = self.unit.tokens_in(range).start;
        let first = self.unit.tokens.get(first)?.at.start;
        let mut pragmas = self.unit.pragmas.iter();
        let follows = pragmas.any(|pragma| pragma.at == first);
        (!follows && !self.unit.holds_directive(span)).then_some(span)
    }

    fn copies(&mut self) {
        let body = &self.function.definition.statement;
        self.visit_statement(&body.node, &body.span);
        for (range, is_body) in std::mem::take(&mut self.copies) {
            if let Some(span) = self.span(range.clone()) {
                self.gone.push(range);
                self.found.idle.push(Idle { span, is_body });
            }
        }
    }

    /// Whether a statement sets a scalar to its own value.
    fn is_copy(&self, statement: &Statement) -> bool {
        let Statement::Expression(Some(expression)) = statement else {
            return false;
        };
        let Expression::BinaryOperator(binary) = &expression.node else {
            return false;
        };
        let object = |e: &Expression| match e {
            Expression::Identifier(name) => {
                let at = self.function.base.range(name.span).start;
                self.function.symbols.variable_at(at)
            }
            _ => None,
        };
        let own = object(&binary.node.lhs.node);
        let is_plain = |id: VarId| {
            let qualifiers = &self.variable(id).qualifiers;
            self.changed.scalars.contains(&self.variable(id).name)
                && !qualifiers.volatile
                && !qualifiers.atomic
        };
        binary.node.operator.node == BinaryOperator::Assign
            && own.is_some_and(is_plain)
            && own == object(&binary.node.rhs.node)
    }

    fn unset(&mut self) {
        let places = ObjectEvents::new(self.function);
        let is_unset = |(id, v): &(VarId, &Variable<'_>)| {
            let is_scalar = self.changed.scalars.contains(&v.name);
            let is_window = self.changed.windows.contains(&v.name);
            v.initializer.is_none() && (is_window || is_scalar && places.may_be_unset(*id))
        };
        let unset = self.locals().filter(is_unset).filter_map(|(_, variable)| {
            let is_list = match self.facts.type_of(variable.id) {
                Type::Record(record) if !record.is_fixed => return None,
                Type::Array(_) | Type::Record(_) => true,
                ty => ty.is_scalar().then_some(false)?,
            };
            let declarator = variable.declarator?;
            let is_array = matches!(self.facts.type_of(variable.id), Type::Array(_));
            // An array whose size is not a number has no initial value. It is no window: another
            // array has its name.
            if is_array && !has_plain_size(&declarator.node) {
                return None;
            }
            let at = self.span(variable.base.range(declarator.span))?.end;
            Some(Unset { at, is_list })
        });
        let unset: Vec<Unset> = unset.collect();
        self.found.unset = unset;
    }

    /// Finds objects that the original read and the fold does not. Objects that only served others
    /// that are removed are removed with them.
    fn unread(&mut self, original: &Function<'_>) {
        let symbols = &self.function.symbols;
        if !symbols.unread.is_empty() {
            return;
        }
        let mut open = self.read_before(original);
        loop {
            let read = reads(self.function, &self.gone);
            let (still_read, unread): (Vec<VarId>, Vec<VarId>) =
                open.into_iter().partition(|id| read.contains(id));
            if unread.is_empty() {
                return;
            }
            for id in unread {
                self.mention(symbols.variable(id));
            }
            open = still_read;
        }
    }

    /// The objects of which compilers did not warn in the original, because it read them or they
    /// were static. Objects of the same name are matched in order.
    fn read_before(&self, original: &Function<'_>) -> Vec<VarId> {
        let read = reads(original, &[]);
        let mut were_global: HashSet<&str> = HashSet::new();
        let mut were_read: HashMap<(&str, Origin), VecDeque<bool>> = HashMap::new();
        for (index, variable) in original.symbols.variables.iter().enumerate() {
            let key = (variable.name.as_str(), variable.origin);
            let of_name = were_read.entry(key).or_default();
            let is_static = variable.storage == Storage::Static;
            of_name.push_back(is_static || read.contains(&VarId(index)));
            if matches!(variable.origin, Origin::Global(_)) {
                were_global.insert(&variable.name);
            }
        }
        let own = self.function.symbols.variables.iter().enumerate();
        let mut found = Vec::new();
        for (index, variable) in own {
            let of_name = were_read.get_mut(&(variable.name.as_str(), variable.origin));
            let was_read = match of_name.and_then(VecDeque::pop_front) {
                Some(was_read) => was_read,
                None => were_global.contains(variable.name.as_str()),
            };
            let is_automatic = variable.storage != Storage::Static;
            if was_read && is_automatic && !matches!(variable.origin, Origin::Global(_)) {
                found.push(VarId(index));
            }
        }
        found
    }

    /// Removes the declaration of an object that nothing names, or finds a place for a mention.
    fn mention(&mut self, variable: &Variable<'p>) {
        let home = blocks::home(self.function, variable, self.facts.type_of(variable.id));
        let is_alone = home.declaration.is_some() && self.is_named_once(variable);
        if let Some(range) = home.declaration.filter(|_| is_alone)
            && let Some(span) = self.span(range.clone())
        {
            self.gone.push(range);
            let idle = Idle {
                span,
                is_body: false,
            };
            self.found.idle.push(idle);
            return;
        }
        if self.is_discarded(variable) {
            return;
        }
        let statement = home.statement.filter(|range| {
            let body = self.function.definition.statement.span;
            let start = self.function.base.range(body).start + 1;
            let from = home.before.as_ref().map_or(start, |before| before.end);
            !self.is_headed(from, range.start)
        });
        let (range, is_behind) = match (statement, home.before) {
            (Some(range), _) => (range, false),
            (None, Some(range)) => (range, true),
            (None, None) => return,
        };
        if let Some(beside) = self.span(range) {
            self.found.unread.push(Unread {
                name: variable.name.clone(),
                beside,
                is_behind,
            });
        }
    }

    /// Whether words or directives are between two places: with another definition a macro may
    /// begin the statement after it.
    fn is_headed(&self, from: usize, to: usize) -> bool {
        let place = |range| self.unit.nearest_span(range);
        let Some((before, after)) = place(from - 1..from).zip(place(to..to + 1)) else {
            return true;
        };
        let gap = Span::new(before.end, after.start.max(before.end));
        self.unit.holds_directive(gap) || !self.unit.words(gap).is_empty()
    }

    /// Whether the name of an object occurs only once in the function's text, whatever the
    /// preprocessor makes of it.
    fn is_named_once(&self, variable: &Variable<'_>) -> bool {
        let range = self.function.range();
        let tokens = &self.unit.tokens[self.unit.tokens_in(range.clone())];
        let is_name = |t: &&source::Token| self.unit.token_text(t) == variable.name;
        let in_pragma = |p: &source::Pragma| {
            range.contains(&(p.at as usize)) && has_name(&p.text, &variable.name)
        };
        let is_in_pragma = self.unit.pragmas.iter().any(in_pragma);
        let Some(place) = self.unit.nearest_span(range).filter(|_| !is_in_pragma) else {
            return false;
        };
        let words = self.unit.words(place);
        let is_word = |w: &&source::Word| self.unit.file.slice(w.span) == variable.name;
        tokens.iter().filter(is_name).count() == 1 && words.iter().filter(is_word).count() == 1
    }

    /// Whether the function contains `(void)name`.
    fn is_discarded(&self, variable: &Variable<'_>) -> bool {
        let tokens = &self.unit.tokens[self.unit.tokens_in(self.function.range())];
        let texts: Vec<&str> = tokens.iter().map(|t| self.unit.token_text(t)).collect();
        let wanted = ["(", "void", ")", variable.name.as_str()];
        texts.windows(4).any(|found| found == wanted)
    }
}

/// Whether a declarator declares an array of a single dimension whose size is a number: `t[3]`.
fn has_plain_size(declarator: &Declarator) -> bool {
    let sizes: Vec<Option<&Node<Expression>>> = sizes(declarator).map(|(_, size)| size).collect();
    let [Some(size)] = sizes[..] else {
        return false;
    };
    let Expression::Constant(constant) = &size.node else {
        return false;
    };
    let Constant::Integer(number) = &constant.node else {
        return false;
    };
    let suffix = &number.suffix;
    matches!(number.base, IntegerBase::Decimal | IntegerBase::Octal)
        && suffix.size == IntegerSize::Int
        && !(suffix.unsigned || suffix.imaginary)
}

impl<'a> Visit<'a> for LeftoverFinder<'_, '_> {
    fn visit_block_item(&mut self, item: &'a BlockItem, span: &'a Offsets) {
        match item {
            BlockItem::Statement(statement) if self.is_copy(&statement.node) => {
                let range = self.function.base.range(statement.span);
                self.copies.push((range, false));
            }
            _ => visit::visit_block_item(self, item, span),
        }
    }

    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        // The last statement of a statement expression is its value.
        if !matches!(expression, Expression::Statement(_)) {
            visit::visit_expression(self, expression, span);
        }
    }

    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if self.is_copy(statement) {
            let range = self.function.base.range(*span);
            return self.copies.push((range, true));
        }
        visit::visit_statement(self, statement, span);
    }
}
