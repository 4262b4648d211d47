//! What each strip has by itself: declarations, allocations, tests of these and `free` move into
//! the loop over strips.

use crate::inner::inner;
use crate::memory::{disjuncts, freed_by};
use crate::nests::is_test_of_values;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::{Storage, Type};
use c::syntax::expressions::{sides, without_casts};
use lang_c::ast::{
    BinaryOperator, BlockItem, Declaration, Expression, ForInitializer, IfStatement, Statement,
};
use lang_c::span::{Node, Span as Offsets};
use print::{renamed, with_line};
use source::{Edit, Edits, Span, Unit, layout};
use std::collections::BTreeSet;
use std::ops::Range;

/// What moves into a loop over strips.
#[derive(Debug, Default)]
pub struct Own {
    /// Removes it from its old places.
    pub edits: Edits,
    /// Declarations and allocations, in order.
    pub declared: Vec<String>,
    /// The conditions under which an allocation failed.
    pub failures: Vec<String>,
    /// The pointers to allocated memory.
    pub allocated: Vec<String>,
    /// The statements after a failed allocation.
    pub exit: Vec<String>,
}

impl Own {
    /// What an iteration does if one of its allocations fails.
    pub fn tests(&self, failed: &str, step: &str) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.failures.is_empty() {
            lines.push(format!("if ({}) {{", self.failures.join(" || ")));
            if self.allocated.len() > 1 {
                let freed = self.allocated.iter();
                lines.extend(freed.map(|name| format!("{step}free({name});")));
            }
            lines.push(format!("{step}{failed} = 1;"));
            lines.push(format!("{step}continue;"));
            lines.push("}".to_string());
        }
        lines
    }

    /// What the function does then.
    pub fn exits(&self, failed: &str, step: &str) -> Vec<String> {
        match self.exit.as_slice() {
            [only] if !only.contains('\n') => {
                vec![format!("if ({failed})"), format!("{step}{only}")]
            }
            all => {
                let all = all.iter().map(|line| format!("{step}{line}"));
                let first = std::iter::once(format!("if ({failed}) {{"));
                first.chain(all).chain(["}".to_string()]).collect()
            }
        }
    }
}

/// Moves these variables of a function into a loop, and sizes that only their allocations need.
///
/// # Errors
///
/// If the text does not allow it: the reason, as a sentence.
pub fn moved(
    unit: &Unit,
    function: &Function<'_>,
    (loop_, range): (Span, &Range<usize>),
    variables: &[VarId],
) -> Result<Own, String> {
    let mut ids: BTreeSet<VarId> = variables.iter().copied().collect();
    let mut sizes: Vec<VarId> = Vec::new();
    loop {
        let mut mover = Mover {
            unit,
            function,
            loop_,
            range,
            ids: &ids,
            sizes: &sizes,
            own: Own::default(),
            gone: Vec::new(),
            seen: Vec::new(),
        };
        mover.all()?;
        let found = mover.more_sizes();
        if found.is_empty() {
            mover.write_sizes()?;
            mover.delete()?;
            return Ok(mover.own);
        }
        ids.extend(&found);
        sizes.extend(found);
    }
}

struct Mover<'m> {
    unit: &'m Unit,
    function: &'m Function<'m>,
    loop_: Span,
    /// The loop in the unit's text.
    range: &'m Range<usize>,
    ids: &'m BTreeSet<VarId>,
    /// Those that are sizes of allocations: their values are written there.
    sizes: &'m [VarId],
    own: Own,
    /// What is deleted.
    gone: Vec<Span>,
    /// The parts of the unit's text that are moved.
    seen: Vec<Range<usize>>,
}

impl Mover<'_> {
    fn all(&mut self) -> Result<(), String> {
        let mut declarations = BTreeSet::new();
        for id in self.ids {
            let variable = self.function.symbols.variable(*id);
            if matches!(variable.declared_type, Type::Pointer(_)) {
                self.own.allocated.push(variable.name.clone());
            }
            if let Origin::Global(_) = variable.origin
                && declarations.insert(declared_at(variable))
            {
                self.global(variable)?;
            }
        }
        self.statement(&self.function.definition.statement)?;
        for id in self.ids {
            self.check_mentions(self.function.symbols.variable(*id))?;
        }
        Ok(())
    }

    /// Integers that are declared with their only value, and that nothing but moved text mentions.
    fn more_sizes(&self) -> Vec<VarId> {
        let is_seen = |at: &usize| self.seen.iter().any(|range| range.contains(at));
        let variables = self.function.symbols.variables.iter().filter(|v| {
            v.origin == Origin::Local
                && matches!(v.declared_type, Type::Integer(_))
                && v.initializer.is_some()
                && v.writes.len() == 1
                && !v.mentions.is_empty()
                && v.mentions.iter().all(is_seen)
                && !self.ids.contains(&v.id)
        });
        variables.map(|v| v.id).collect()
    }

    /// Writes sizes where they are used.
    fn write_sizes(&mut self) -> Result<(), String> {
        let symbols = &self.function.symbols;
        for id in self.sizes {
            let variable = symbols.variable(*id);
            let value = variable.initializer.ok_or_else(unreadable)?;
            let value = self.text(variable.base.range(value.span))?;
            let value = value.trim_start_matches('=').trim();
            for text in &mut self.own.declared {
                *text = text.replace(&format!("({})", variable.name), &format!("({value})"));
                *text = renamed(text, &variable.name, &format!("({value})"));
            }
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Node<Statement>) -> Result<(), String> {
        match &statement.node {
            Statement::Compound(items) => self.block(items),
            Statement::For(found) => {
                if let ForInitializer::Declaration(_) = found.node.initializer.node
                    && self.span(statement.span).is_some_and(|s| s == self.loop_)
                {
                    return Ok(());
                }
                self.statement(&found.node.statement)
            }
            _ => inner(statement)
                .into_iter()
                .try_for_each(|s| self.statement(s)),
        }
    }

    fn block(&mut self, items: &[Node<BlockItem>]) -> Result<(), String> {
        for item in items {
            match &item.node {
                BlockItem::Declaration(declaration) => {
                    self.declaration(declaration, item.span)?;
                }
                BlockItem::StaticAssert(_) => {}
                BlockItem::Statement(statement) => self.in_block(statement)?,
            }
        }
        Ok(())
    }

    /// A statement of a block, which may be removed from it.
    fn in_block(&mut self, statement: &Node<Statement>) -> Result<(), String> {
        if self.span(statement.span) == Some(self.loop_) {
            return Ok(());
        }
        match &statement.node {
            Statement::Expression(Some(expression)) => match self.freed(expression) {
                true => self.remove(statement.span),
                false => self.assigned(statement, expression),
            },
            Statement::If(found) if is_test_of_values(self.function, &found.node) => {
                self.test(statement, &found.node)
            }
            _ => self.statement(statement),
        }
    }

    /// `float t[H][W], *u = malloc(n);`
    fn declaration(&mut self, found: &Node<Declaration>, at: Offsets) -> Result<(), String> {
        let declarators = &found.node.declarators;
        let base = self.function.base;
        let id = |d: &lang_c::ast::InitDeclarator| self.function.declared(&d.declarator);
        let is_moved =
            |d: &lang_c::ast::InitDeclarator| id(d).is_some_and(|i| self.ids.contains(&i));
        if !declarators.iter().any(|d| is_moved(&d.node)) {
            return Ok(());
        }
        let is_size =
            |d: &lang_c::ast::InitDeclarator| id(d).is_some_and(|i| self.sizes.contains(&i));
        let is_whole = declarators
            .iter()
            .all(|d| is_moved(&d.node) && !is_size(&d.node));
        let is_plain = |text: &String| !source::names(text).any(is_storage);
        if let Some(text) = self
            .text(base.range(at))
            .ok()
            .filter(|t| is_whole && is_plain(t))
        {
            let span = self.span(at).ok_or_else(unreadable)?;
            let end = layout::after_comment(&self.unit.file, Span::at(span.end)).end;
            let comment = self.unit.file.slice(Span::new(span.end, end)).into_owned();
            self.own.declared.push(format!("{text}{comment}"));
            self.seen.push(base.range(at));
            return self.rewrite(span, "", &[]);
        }
        let (Some(first), Some(last)) =
            (found.node.specifiers.first(), found.node.specifiers.last())
        else {
            return Ok(());
        };
        let specifiers = base.range(first.span).start..base.range(last.span).end;
        let specifiers = self.text(specifiers)?;
        let (mut here, mut there) = (Vec::new(), Vec::new());
        for declarator in declarators {
            let text = self.text(base.range(declarator.span))?;
            match is_moved(&declarator.node) {
                true if id(&declarator.node).is_some_and(|i| self.sizes.contains(&i)) => {}
                true => there.push(text),
                false => here.push(text),
            }
        }
        let is_kept = !there.is_empty();
        let there = format!("{} {};", without_storage(&specifiers), there.join(", "));
        let span = self.span(at).ok_or_else(unreadable)?;
        let end = layout::after_comment(&self.unit.file, Span::at(span.end)).end;
        let comment = match here.is_empty() {
            true => self.unit.file.slice(Span::new(span.end, end)).into_owned(),
            false => String::new(),
        };
        if is_kept {
            self.own.declared.push(format!("{there}{comment}"));
        }
        self.seen.push(base.range(at));
        self.rewrite(span, &specifiers, &here)
    }

    /// `static float t[H][W], u[H][W];` at file scope.
    fn global(&mut self, variable: &Variable<'_>) -> Result<(), String> {
        let Some(declaration) = variable.declaration else {
            return Err(unreadable());
        };
        let (Some(first), Some(last), Some(end)) = (
            declaration.specifiers.first(),
            declaration.specifiers.last(),
            declaration.declarators.last(),
        ) else {
            return Err(unreadable());
        };
        let base = variable.base;
        let specifiers = self.text(base.range(first.span).start..base.range(last.span).end)?;
        let (mut here, mut there) = (Vec::new(), Vec::new());
        for declarator in &declaration.declarators {
            let text = self.text(base.range(declarator.span))?;
            let name = c::syntax::declarators::declared_name(&declarator.node.declarator);
            let at = name.map(|name| base.range(name.span).start);
            let mut moved = self
                .ids
                .iter()
                .map(|id| self.function.symbols.variable(*id));
            match moved.find(|v| Some(v.at.start) == at) {
                Some(moved) => {
                    self.check_global(moved)?;
                    there.push(text);
                }
                None => here.push(text),
            }
        }
        let there = there.join(", ");
        let declared = format!("{} {there};", without_storage(&specifiers));
        self.own.declared.push(declared);
        let range = base.range(first.span).start..base.range(end.span).end;
        let span = self.unit.span_of(range).map_err(|_| unreadable())?;
        let rest = self.unit.file.text().get(span.end as usize..).unwrap_or("");
        let Some(end) = rest.find(';').filter(|at| rest[..*at].trim().is_empty()) else {
            return Err(unreadable());
        };
        let span = Span::new(span.start, span.end + end as u32 + 1);
        self.rewrite(span, &specifiers, &here)
    }

    fn check_global(&self, variable: &Variable<'_>) -> Result<(), String> {
        let is_alone = variable.storage == Storage::Static && variable.initializer.is_none();
        match is_alone && !self.is_used_elsewhere(variable) {
            true => Ok(()),
            false => {
                let name = &variable.name;
                Err(format!("`{name}` is not an array of this function alone"))
            }
        }
    }

    /// Leaves some declarators of a declaration.
    fn rewrite(&mut self, span: Span, specifiers: &str, here: &[String]) -> Result<(), String> {
        if here.is_empty() {
            self.gone.push(span);
            return Ok(());
        }
        let text = format!("{specifiers} {};", here.join(", "));
        let edit = Edit { span, text };
        self.own.edits.insert(edit).map_err(|_| unreadable())
    }

    /// Whether a token outside of the function has the name of a global.
    fn is_used_elsewhere(&self, variable: &Variable<'_>) -> bool {
        let own = self.function.range();
        let declared = variable.at.start;
        let named = self.unit.tokens.iter().filter(|t| {
            let at = t.at.start as usize;
            at != declared && !own.contains(&at)
        });
        let mut named = named.filter(|t| self.unit.token_text(t) == variable.name);
        named.next().is_some()
            || self.unit.skipped.contains_key(&variable.name)
            || self.unit.dropped.contains_key(&variable.name)
    }

    /// `t = malloc(n);`
    fn assigned(
        &mut self,
        statement: &Node<Statement>,
        expression: &Node<Expression>,
    ) -> Result<(), String> {
        let Some((left, right)) = sides(expression, &BinaryOperator::Assign) else {
            return Ok(());
        };
        if !self.names_moved(left) || !matches!(without_casts(&right.node), Expression::Call(_)) {
            return Ok(());
        }
        let text = self.text(self.function.base.range(statement.span))?;
        self.own.declared.push(text);
        self.remove(statement.span)
    }

    /// Whether an expression is `free(t)`.
    fn freed(&self, expression: &Node<Expression>) -> bool {
        freed_by(expression).is_some_and(|freed| self.names_moved(freed))
    }

    /// `if (!t || !u) { free(t); return; }`
    fn test(&mut self, statement: &Node<Statement>, test: &IfStatement) -> Result<(), String> {
        let base = self.function.base;
        let (mut here, mut there) = (Vec::new(), Vec::new());
        for part in disjuncts(&test.condition) {
            let range = base.range(part.span);
            let text = self.text(range.clone())?;
            match self.mentions(&range) {
                true => there.push(text),
                false => here.push(text),
            }
        }
        if there.is_empty() {
            return self.statement(&test.then_statement);
        }
        self.own.failures.append(&mut there);
        self.own.exit = self.exit(&test.then_statement)?;
        if here.is_empty() {
            return self.remove(statement.span);
        }
        self.statement(&test.then_statement)?;
        let range = base.range(test.condition.span);
        self.seen.push(range.clone());
        let span = self.unit.span_of(range).map_err(|_| unreadable())?;
        let text = here.join(" || ");
        self.own
            .edits
            .insert(Edit { span, text })
            .map_err(|_| unreadable())
    }

    /// The statements that leave after a failed allocation, without `free` of what is moved.
    fn exit(&self, then: &Node<Statement>) -> Result<Vec<String>, String> {
        let base = self.function.base;
        let Statement::Compound(items) = &then.node else {
            return Ok(vec![self.text(base.range(then.span))?]);
        };
        let mut lines = Vec::new();
        for item in items {
            let is_freed = match &item.node {
                BlockItem::Statement(statement) => match &statement.node {
                    Statement::Expression(Some(expression)) => self.freed(expression),
                    _ => false,
                },
                _ => false,
            };
            if !is_freed {
                lines.push(self.text(base.range(item.span))?);
            }
        }
        Ok(lines)
    }

    fn names_moved(&self, expression: &Node<Expression>) -> bool {
        matches!(&expression.node, Expression::Identifier(_))
            && self.mentions(&self.function.base.range(expression.span))
    }

    /// Whether a range of the unit's text mentions something that is moved.
    fn mentions(&self, range: &Range<usize>) -> bool {
        let variables = self
            .ids
            .iter()
            .map(|id| self.function.symbols.variable(*id));
        let mut mentions = variables.flat_map(|v| v.mentions.iter());
        mentions.any(|at| range.contains(at))
    }

    /// Everything that mentions a variable is in the loop, or moved with it.
    fn check_mentions(&self, variable: &Variable<'_>) -> Result<(), String> {
        let is_known = |at: &usize| {
            let inside = self.range.contains(at);
            inside || self.seen.iter().any(|range| range.contains(at))
        };
        match variable.mentions.iter().all(is_known) {
            true => Ok(()),
            false => Err(format!(
                "`{}` is also used outside of the loop",
                variable.name
            )),
        }
    }

    fn remove(&mut self, at: Offsets) -> Result<(), String> {
        self.seen.push(self.function.base.range(at));
        self.gone.push(self.span(at).ok_or_else(unreadable)?);
        Ok(())
    }

    /// Deletes what is gone, with its lines if nothing else is on them, and a blank line if two
    /// would follow each other.
    fn delete(&mut self) -> Result<(), String> {
        let file = &self.unit.file;
        let text = file.text();
        let mut joined: Vec<Span> = Vec::new();
        self.gone.sort_unstable();
        for span in &self.gone {
            match joined.last_mut() {
                Some(last) if is_blank(&text[last.end as usize..span.start as usize]) => {
                    last.end = span.end;
                }
                _ => joined.push(*span),
            }
        }
        for span in joined {
            let mut span = with_line(file, span);
            let (before, after) = (&text[..span.start as usize], &text[span.end as usize..]);
            let opens = before.ends_with("\n\n") || before.trim_end().ends_with('{');
            let closes = after.trim_start_matches([' ', '\t']).starts_with('}');
            if closes && before.ends_with("\n\n") {
                span.start -= 1;
            } else if opens && before.ends_with('\n') && after.starts_with('\n') {
                span.end += 1;
            }
            let edit = Edit {
                span,
                text: String::new(),
            };
            self.own.edits.insert(edit).map_err(|_| unreadable())?;
        }
        Ok(())
    }

    fn text(&self, range: Range<usize>) -> Result<String, String> {
        let span = self.unit.span_of(range).map_err(|_| unreadable())?;
        Ok(self.unit.file.slice(span).trim_end().to_string())
    }

    fn span(&self, at: Offsets) -> Option<Span> {
        self.unit.span_of(self.function.base.range(at)).ok()
    }
}

fn unreadable() -> String {
    "the declarations of arrays between its stages cannot be moved".to_string()
}

/// The start of the declaration of a variable.
fn declared_at(variable: &Variable<'_>) -> Option<usize> {
    let first = variable.declaration?.specifiers.first()?;
    Some(variable.base.range(first.span).start)
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// Whether a word is a storage class that arrays of a strip cannot have.
fn is_storage(word: &str) -> bool {
    matches!(word, "static" | "register" | "auto")
}

/// Specifiers without a storage class.
fn without_storage(specifiers: &str) -> String {
    let words = specifiers.split_whitespace();
    let words = words.filter(|w| !is_storage(w));
    words.collect::<Vec<_>>().join(" ")
}
