//! One allocation that is cut into columns as one allocation for each:
//!
//! ```c
//! double *mem = malloc(3 * n * sizeof *mem);      double *a = malloc(n * sizeof *a);
//!                                                 double *b = malloc((size_t)n * 2 * sizeof *b);
//! if (!mem)                                       if (!a || !b)
//!     exit(1);                                        exit(1);
//! double *a = mem, *b = mem + n;
//! free(mem);                                      free(a);
//!                                                 free(b);
//! ```

use super::allocation::{Allocation, Factors};
use super::declarators::without_declarators;
use super::definition::word;
use crate::inline::Inlined;
use crate::memory::{disjuncts, freed, null_test};
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::{Storage, Type};
use c::syntax::expressions::{sides, without_casts};
use lang_c::ast::{
    BinaryOperator, BlockItem, Declaration, Expression, Initializer, Statement, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use print::{Sheet, with_lines};
use source::layout::after_comment;
use source::{Edit, Span, Unit};
use std::ops::Range;

/// The edits that make columns of an allocation arrays of their own in one function.
pub fn columns_as_arrays(contents: &Contents<'_>, function: &str) -> Inlined {
    let mut finder = Finder {
        contents,
        function: match contents.file.definition(function) {
            Some(index) => &contents.file.functions[index],
            None => return Inlined::default(),
        },
        inlined: Inlined::default(),
    };
    let is_library = |name: &str| contents.facts.calls.is_library(name);
    let body = &finder.function.definition.statement;
    let may_declare = contents.unit.dialect.is_c99() && !finder.function.symbols.has_gotos();
    if may_declare
        && super::has_loop(body)
        && ["malloc", "calloc", "free"].into_iter().all(is_library)
    {
        finder.visit_statement(&body.node, &body.span);
    }
    finder.inlined
}

/// Finds the blocks in which an allocation is cut.
struct Finder<'f, 'p> {
    contents: &'f Contents<'p>,
    function: &'f Function<'p>,
    inlined: Inlined,
}

impl<'a> Visit<'a> for Finder<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if let Statement::Compound(items) = statement {
            let reader = Reader {
                contents: self.contents,
                unit: self.contents.unit,
                function: self.function,
            };
            let sets = reader.sets(items);
            for index in 0..sets.len() {
                let own = Cut::of(reader, &sets, index).and_then(|cut| cut.edits());
                let own = own.into_iter().flatten();
                let _ = self.inlined.edits.insert_all(own);
            }
        }
        visit::visit_statement(self, statement, span);
    }
}

/// A pointer that gets its only value in an item of a block.
#[derive(Clone, Copy)]
struct Set<'p> {
    id: VarId,
    value: &'p Expression,
    /// The item.
    at: Offsets,
    /// The declaration, if it is one, and the declarator with the name.
    declared: Option<(&'p Declaration, Offsets)>,
}

/// Reads expressions of a function.
#[derive(Clone, Copy)]
struct Reader<'f, 'p> {
    contents: &'f Contents<'p>,
    unit: &'f Unit,
    function: &'f Function<'p>,
}

impl<'f, 'p> Reader<'f, 'p> {
    fn variable(self, id: VarId) -> &'f Variable<'p> {
        self.function.symbols.variable(id)
    }

    fn range(self, at: Offsets) -> Range<usize> {
        self.function.base.range(at)
    }

    fn span(self, at: Offsets) -> Option<Span> {
        self.span_of(&self.range(at))
    }

    fn span_of(self, at: &Range<usize>) -> Option<Span> {
        self.unit.span_of(at.clone()).ok()
    }

    fn text(self, at: Offsets) -> Option<String> {
        let text = self.unit.file.slice(self.span(at)?);
        Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Whether an object is a pointer to numbers that is set once.
    fn is_plain(self, id: VarId) -> bool {
        let variable = self.variable(id);
        let element = variable.declared_type.target();
        matches!(variable.declared_type, Type::Pointer(_))
            && matches!(element, Some(Type::Integer(_) | Type::Floating(_)))
            && variable.origin == Origin::Local
            && variable.storage == Storage::Automatic
            && variable.writes.len() == 1
            && !variable.address_taken
    }

    /// The pointers that items of a block set.
    fn sets<'i>(self, items: &'i [Node<BlockItem>]) -> Vec<Set<'i>> {
        let mut found = Vec::new();
        for item in items {
            match &item.node {
                BlockItem::Declaration(declaration) => {
                    found.extend(self.declared(&declaration.node, item.span));
                }
                BlockItem::Statement(statement) => {
                    found.extend(self.assigned(&statement.node, item.span));
                }
                BlockItem::StaticAssert(_) => {}
            }
        }
        found.retain(|set| self.is_plain(set.id));
        found
    }

    fn declared<'i>(self, declaration: &'i Declaration, at: Offsets) -> Vec<Set<'i>> {
        let set = |item: &'i Node<lang_c::ast::InitDeclarator>| {
            let Initializer::Expression(value) = &item.node.initializer.as_ref()?.node else {
                return None;
            };
            Some(Set {
                id: self.function.declared(&item.node.declarator)?,
                value: &value.node,
                at,
                declared: Some((declaration, item.node.declarator.span)),
            })
        };
        declaration.declarators.iter().filter_map(set).collect()
    }

    fn assigned<'i>(self, statement: &'i Statement, at: Offsets) -> Option<Set<'i>> {
        let Statement::Expression(Some(expression)) = statement else {
            return None;
        };
        let (target, value) = sides(expression, &BinaryOperator::Assign)?;
        let Expression::Identifier(_) = &target.node else {
            return None;
        };
        Some(Set {
            id: self.function.object(&target.node)?,
            value: &value.node,
            at,
            declared: None,
        })
    }

    /// The allocation in a value, and the number of its elements.
    fn allocation(self, value: &Expression) -> Option<(Allocation, Product)> {
        let allocation = Allocation::of(self.contents, self.function, value)?;
        let is_plain = matches!(allocation.allocator.as_str(), "malloc" | "calloc");
        let product = Product::of(&allocation.count)?;
        (is_plain && allocation.sizes == 1).then_some((allocation, product))
    }

    /// A pointer and the number of elements behind it, in lengths of a column.
    fn offset(self, value: &Expression, length: &[String]) -> Option<(VarId, i64)> {
        let value = without_casts(value);
        if let Some(id) = self.function.object(value) {
            return Some((id, 0));
        }
        let (sum, operator) = match value {
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => {
                (without_casts(&u.node.operand.node), BinaryOperator::Index)
            }
            sum => (sum, BinaryOperator::Plus),
        };
        let Expression::BinaryOperator(b) = sum else {
            return None;
        };
        (b.node.operator.node == operator).then_some(())?;
        let (id, before) = self.offset(&b.node.lhs.node, length)?;
        let by = Factors::of(self.contents, self.function, &b.node.rhs)?;
        let product = Product::of(&by.count)?;
        let is_fit = by.sizes == 0 && (product.names == length || product.times == 0);
        is_fit.then_some((id, before.checked_add(product.times)?))
    }
}

/// `9 * n`
struct Product {
    times: i64,
    /// The other factors, as they are written, sorted.
    names: Vec<String>,
}

impl Product {
    fn of(factors: &[String]) -> Option<Self> {
        let (mut times, mut names) = (1i64, Vec::new());
        for factor in factors {
            let is_decimal = *factor == "0" || !factor.starts_with('0');
            match factor.parse::<i64>().ok().filter(|_| is_decimal) {
                Some(number) => times = times.checked_mul(number)?,
                None => names.push(factor.clone()),
            }
        }
        names.sort();
        Some(Product { times, names })
    }
}

/// An allocation and its columns.
struct Cut<'s, 'f, 'p> {
    reader: Reader<'f, 'p>,
    block: &'s Set<'s>,
    allocation: Allocation,
    /// The length of a column.
    length: Vec<String>,
    /// The number of lengths.
    count: i64,
    /// Each with the number of lengths before it, sorted.
    columns: Vec<(i64, &'s Set<'s>)>,
    /// Tests of the pointer to the block for null, and the pointer in them.
    tests: Vec<(Offsets, Offsets)>,
    /// Statements that free the block, and whether they are items of a block.
    frees: Vec<(Offsets, bool)>,
    /// Places of its name that are accounted for.
    known: Vec<usize>,
}

impl<'s, 'f, 'p> Cut<'s, 'f, 'p> {
    fn of(reader: Reader<'f, 'p>, sets: &'s [Set<'s>], index: usize) -> Option<Self> {
        let block = &sets[index];
        let (allocation, product) = reader.allocation(block.value)?;
        let mut columns: Vec<(i64, &Set<'_>)> = Vec::new();
        for set in &sets[index + 1..] {
            let Some((base, behind)) = reader.offset(set.value, &product.names) else {
                continue;
            };
            let mut known = columns.iter();
            let before = match known.find(|(_, known)| known.id == base) {
                Some((before, _)) => *before,
                None if base == block.id => 0,
                None => continue,
            };
            let ty = |id| &reader.variable(id).declared_type;
            (ty(set.id) == ty(block.id)).then_some(())?;
            columns.push((before.checked_add(behind)?, set));
        }
        let mut cut = Cut {
            reader,
            block,
            allocation,
            length: product.names,
            count: product.times,
            columns,
            tests: Vec::new(),
            frees: Vec::new(),
            known: Vec::new(),
        };
        cut.find_uses()?;
        cut.is_fit().then_some(cut)
    }

    /// Finds the uses of the block. If it names elements itself, it is the first column.
    fn find_uses(&mut self) -> Option<()> {
        let body = &self.reader.function.definition.statement;
        self.visit_statement(&body.node, &body.span);
        let sets = self.columns.iter().map(|(_, set)| set.at);
        let sets: Vec<_> = sets.chain([self.block.at]).collect();
        let reader = self.reader;
        let is_known = |at: &usize| {
            let mut sets = sets.iter();
            self.known.contains(at) || sets.any(|set| reader.range(*set).contains(at))
        };
        let mentions = reader.variable(self.block.id).mentions.iter();
        let others: Vec<&usize> = mentions.filter(|at| !is_known(at)).collect();
        // Who gets the pointer may free the whole.
        let is_element = |at: &&usize| {
            let name = reader.unit.tokens_in(**at..**at + 1).start;
            word(reader.unit, name + 1) == "["
        };
        others.iter().all(is_element).then_some(())?;
        if !others.is_empty() {
            self.columns.push((0, self.block));
        }
        self.columns.sort_by_key(|(before, _)| *before);
        Some(())
    }

    fn is_fit(&self) -> bool {
        let reader = self.reader;
        let place = reader.range(self.block.at).start;
        let follow = self.columns.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let ends = self.columns.first().is_some_and(|(first, _)| *first == 0)
            && self
                .columns
                .last()
                .is_some_and(|(last, _)| *last < self.count);
        // All are set where the block was allocated.
        let is_declared =
            |set: &Set<'_>| set.declared.is_some() || reader.variable(set.id).at.start < place;
        let is_part = |declaration: &Declaration| {
            declaration.declarators.iter().all(|item| {
                let id = reader.function.declared(&item.node.declarator);
                id.is_some_and(|id| self.sets().any(|set| set.id == id))
            })
        };
        let mut directives = reader.unit.directives.iter();
        let is_named = |line: &Span| source::has_name(&reader.unit.file.slice(*line), self.name());
        self.columns.len() > 1
            && follow
            && ends
            && self.columns.iter().all(|(_, set)| is_declared(set))
            && self
                .sets()
                .filter_map(|set| set.declared)
                .all(|(d, _)| is_part(d))
            && !directives.any(is_named)
    }

    /// The block and its columns.
    fn sets(&self) -> impl Iterator<Item = &Set<'s>> {
        let columns = self.columns.iter().map(|(_, set)| *set);
        columns.chain([self.block])
    }

    fn edits(&self) -> Option<Vec<Edit>> {
        let reader = self.reader;
        let file = &reader.unit.file;
        let place = reader.span(self.block.at)?;
        let line = Sheet::beside(file, place).line();
        let ends = self.columns.iter().skip(1).map(|(before, _)| *before);
        let ends = ends.chain([self.count]);
        let lines = self.columns.iter().zip(ends);
        let lines = lines.map(|((before, set), end)| self.allocated(set, end - before));
        let mut edits = vec![Edit {
            span: place,
            text: lines.collect::<Option<Vec<_>>>()?.join(&line),
        }];
        for (test, name) in &self.tests {
            let (span, name) = (reader.span(*test)?, reader.span(*name)?);
            span.contains(name).then_some(())?;
            let before = file.slice(Span::new(span.start, name.start));
            let after = file.slice(Span::new(name.end, span.end));
            let names = self.names();
            let tests = names.map(|name| format!("{before}{name}{after}"));
            edits.push(Edit {
                span,
                text: tests.collect::<Vec<_>>().join(" || "),
            });
        }
        for (free, is_item) in &self.frees {
            let span = reader.span(*free)?;
            let frees: Vec<String> = self.names().map(|name| format!("free({name});")).collect();
            let before = file.bytes[..span.start as usize]
                .rsplit(|b| *b == b'\n')
                .next();
            let starts_line = before.is_none_or(|before| before.trim_ascii().is_empty());
            let text = match (is_item, starts_line) {
                (true, true) => frees.join(&Sheet::beside(file, span).line()),
                (true, false) => frees.join(" "),
                (false, _) => format!("{{ {} }}", frees.join(" ")),
            };
            edits.push(Edit { span, text });
        }
        if self.block.declared.is_none() && !self.names().any(|name| name == self.name()) {
            let bare = [self.block.id];
            edits.extend(without_declarators(reader.unit, reader.function, &bare)?);
        }
        let mut gone: Vec<Span> = Vec::new();
        for set in self.sets() {
            let span = reader.span(set.at)?;
            let span = Span::new(span.start, after_comment(file, span).end);
            if set.at != self.block.at && !gone.contains(&span) {
                gone.push(span);
            }
        }
        edits.extend(with_lines(file, gone).into_iter().map(|span| Edit {
            span,
            text: String::new(),
        }));
        Some(edits)
    }

    /// The name of the pointer to the block.
    fn name(&self) -> &str {
        &self.reader.variable(self.block.id).name
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        let columns = self.columns.iter();
        columns.map(|(_, set)| self.reader.variable(set.id).name.as_str())
    }

    /// `double *a = malloc(n * sizeof *a);`
    fn allocated(&self, set: &Set<'_>, count: i64) -> Option<String> {
        let name = &self.reader.variable(set.id).name;
        let declared = match set.declared {
            Some((declaration, declarator)) => {
                let first = declaration.specifiers.first()?.span;
                let last = declaration.specifiers.last()?.span;
                let specifiers = self.reader.text(Offsets::span(first.start, last.end))?;
                format!("{specifiers} {}", self.reader.text(declarator)?)
            }
            None => name.clone(),
        };
        let mut factors = self.length.clone();
        if count > 1 || factors.is_empty() {
            factors.push(count.to_string());
        }
        // The product may have more elements than an `int`.
        let cast = if factors.len() > 1 { "(size_t)" } else { "" };
        let count = format!("{cast}{}", factors.join(" * "));
        let comment = self.comment(set).unwrap_or_default();
        let call = self.allocation.call(&count, name);
        Some(format!("{declared} = {call};{comment}"))
    }

    /// The comment behind an item that goes; it follows the last of its columns.
    fn comment(&self, set: &Set<'_>) -> Option<String> {
        let file = &self.reader.unit.file;
        let mut columns = self.columns.iter().rev();
        let last = columns.find(|(_, other)| other.at == set.at);
        let is_last = last.is_some_and(|(_, last)| last.id == set.id);
        let span = self.reader.span(set.at)?;
        let comment = Span::new(span.end, after_comment(file, span).end);
        (is_last && set.at != self.block.at).then(|| file.slice(comment).trim_end().to_string())
    }

    /// Whether an expression is the pointer to the block.
    fn is_block(&self, expression: &Expression) -> bool {
        self.reader.function.object(expression) == Some(self.block.id)
    }

    /// Notes a condition that tests the pointer to the block: `!mem`, `mem == NULL || ..`.
    fn condition(&mut self, condition: &Node<Expression>) {
        for test in disjuncts(condition) {
            if let Some(name) = null_test(test)
                && matches!(name.node, Expression::Identifier(_))
                && self.is_block(&name.node)
            {
                self.known.push(self.reader.range(name.span).start);
                self.tests.push((test.span, name.span));
            }
        }
    }

    /// Notes a statement that frees the block.
    fn freed(&mut self, statement: &Statement, at: Offsets, is_item: bool) {
        if let Some(freed) = freed(statement).filter(|freed| self.is_block(&freed.node)) {
            self.known.push(self.reader.range(freed.span).start);
            self.frees.push((at, is_item));
        }
    }
}

impl<'a> Visit<'a> for Cut<'_, '_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if let Statement::If(test) = statement {
            self.condition(&test.node.condition);
        }
        let is_item = |item: &&'a Node<BlockItem>| {
            matches!(&item.node,
            BlockItem::Statement(inner) if matches!(inner.node, Statement::Expression(_)))
        };
        if let Statement::Compound(items) = statement {
            for item in items.iter().filter(is_item) {
                if let BlockItem::Statement(inner) = &item.node {
                    self.freed(&inner.node, inner.span, true);
                }
            }
        }
        if !self.frees.iter().any(|(free, _)| free == span) {
            self.freed(statement, *span, false);
        }
        visit::visit_statement(self, statement, span);
    }
}
