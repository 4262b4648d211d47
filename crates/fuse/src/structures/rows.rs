//! Tables of pointers to the rows of an array as one array:
//!
//! ```c
//! float **t = malloc(h * sizeof *t);      float (*t)[w] = malloc(h * sizeof *t);
//! for (int y = 0; y < h; y++)
//!     t[y] = malloc(w * sizeof **t);
//! t[y][x] = 1;                            t[y][x] = 1;
//! for (int y = 0; y < h; y++)
//!     free(t[y]);
//! free(t);                                free(t);
//! ```
//!
//! Where a row may have no elements, which the type of an array of rows does not allow, the
//! elements of all rows follow each other: `t[(size_t)y * w + x]`.

mod block;
mod declared;
mod frees;

use super::allocation::{Allocation, Factors};
use super::declarators::without_declarators;
use crate::inline::{Inlined, InlinedCall, unlabelled};
use crate::memory::{freed, is_null, null_test, null_tests, tested};
use crate::nests::start;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::{Storage, Type};
use c::syntax::expressions::{sides, without_casts};
use declared::Declared;
use frees::{frees_table, steps};
use lang_c::ast::{
    BinaryOperator, BlockItem, CallExpression, Expression, ForStatement, Initializer, Statement,
    UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use print::with_lines;
use source::{Edit, Span};
use std::collections::BTreeSet;
use std::ops::Range;

/// The edits that make tables of rows arrays in one function, `is_flat`: of elements.
pub fn tables_as_arrays(contents: &Contents<'_>, function: &str, is_flat: bool) -> Inlined {
    let mut inlined = Inlined::default();
    let Some(index) = contents.file.definition(function) else {
        return inlined;
    };
    let function = &contents.file.functions[index];
    let is_library = |name: &str| contents.facts.calls.is_library(name);
    if !contents.unit.dialect.is_c99() || !["malloc", "calloc", "free"].into_iter().all(is_library)
    {
        return inlined;
    }
    let (mut bare, mut gone) = (Vec::new(), Vec::new());
    for (id, variable) in function.symbols.objects() {
        if !is_table(variable) {
            continue;
        }
        let mut table = Table::new(contents, function, (id, is_flat));
        let body = &function.definition.statement;
        table.visit_statement(&body.node, &body.span);
        let Some(own) = table.edits() else { continue };
        if inlined.edits.insert_all(own).is_ok() {
            bare.extend(table.bare);
            gone.extend(table.gone.iter().map(|at| function.base.range(*at)));
            inlined.calls.extend(table.calls);
        }
    }
    // Counters that nothing else needs.
    let objects = function.symbols.objects();
    bare.extend(
        objects
            .filter(|(_, v)| is_left(function, v, &gone))
            .map(|(id, _)| id),
    );
    let removed = without_declarators(contents.unit, function, &bare);
    let fits = removed.is_some_and(|edits| inlined.edits.insert_all(edits).is_ok());
    if fits { inlined } else { Inlined::default() }
}

/// Whether an object is left of which all uses are gone.
fn is_left(function: &Function<'_>, variable: &Variable<'_>, gone: &[Range<usize>]) -> bool {
    let is_gone = |at: &usize| gone.iter().any(|range| range.contains(at));
    let initial = variable.initializer.map(|i| function.base.range(i.span));
    let mut calls = function.symbols.calls.iter();
    let computes = initial.is_some_and(|range| calls.any(|call| range.contains(&call.at)));
    variable.origin == Origin::Local
        && matches!(variable.declared_type, Type::Integer(_))
        && !variable.mentions.is_empty()
        && variable.mentions.iter().all(is_gone)
        && !is_gone(&variable.at.start)
        && !computes
}

/// Whether an object is a pointer to pointers to numbers that is set once.
pub(super) fn is_table(variable: &Variable<'_>) -> bool {
    let rows = match &variable.declared_type {
        Type::Pointer(rows) => &**rows,
        _ => return false,
    };
    let is_rows = matches!(rows, Type::Pointer(element)
        if matches!(**element, Type::Integer(_) | Type::Floating(_) | Type::Record(_)));
    is_rows
        && variable.origin == Origin::Local
        && variable.storage == Storage::Automatic
        && variable.writes.len() == 1 + usize::from(starts_null(variable))
        && !variable.address_taken
}

/// Whether an object is null at first.
fn starts_null(variable: &Variable<'_>) -> bool {
    let initial = variable.initializer.map(|i| &i.node);
    matches!(initial, Some(Initializer::Expression(value)) if is_null(value))
}

/// A table, and what the function does with it.
struct Table<'f, 'p> {
    contents: &'f Contents<'p>,
    function: &'f Function<'p>,
    id: VarId,
    /// Whether it becomes an array of elements instead of rows.
    is_flat: bool,
    /// The subscripts in `t[y][x]`, if it does.
    elements: Vec<[Offsets; 2]>,
    declared: Option<Declared>,
    /// What allocates the pointers.
    pointers: Option<Allocation>,
    /// What allocates a row, or all of them.
    memory: Option<Allocation>,
    /// The length of a row.
    length: Option<String>,
    /// The pointer to the memory of all rows, if it has a name.
    block: Option<VarId>,
    /// Objects whose declarators go: they have no initial values.
    bare: Vec<VarId>,
    /// The counters of the loops around the present place.
    counters: Vec<VarId>,
    /// Statements that go.
    gone: Vec<Offsets>,
    /// Conditions and statements, and their new texts.
    replaced: Vec<(Offsets, String)>,
    /// Calls of functions that only allocate rows, or only free the table.
    calls: Vec<InlinedCall>,
    /// Mentions in them, and those as `t[y][x]`.
    known: BTreeSet<usize>,
}

impl<'f, 'p> Table<'f, 'p> {
    fn new(
        contents: &'f Contents<'p>,
        function: &'f Function<'p>,
        (id, is_flat): (VarId, bool),
    ) -> Self {
        Table {
            contents,
            function,
            id,
            is_flat,
            elements: Vec::new(),
            declared: None,
            pointers: None,
            memory: None,
            length: None,
            block: None,
            bare: Vec::new(),
            counters: Vec::new(),
            gone: Vec::new(),
            replaced: Vec::new(),
            calls: Vec::new(),
            known: BTreeSet::new(),
        }
    }

    /// The object that an expression names.
    fn object(&self, expression: &Expression) -> Option<VarId> {
        self.function.object(expression)
    }

    fn is_own(&self, expression: &Expression) -> bool {
        self.object(expression) == Some(self.id)
    }

    /// The subscript of `t[y]`.
    fn row<'e>(&self, expression: &'e Expression) -> Option<&'e Node<Expression>> {
        match without_casts(expression) {
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                self.is_own(&b.node.lhs.node).then_some(&*b.node.rhs)
            }
            _ => None,
        }
    }

    fn allocation(&self, value: &Expression) -> Option<Allocation> {
        Allocation::of(self.contents, self.function, value)
    }

    /// Whether an expression is a row, or the pointer to all of them.
    fn is_memory(&self, expression: &Expression) -> bool {
        self.row(expression).is_some()
            || (self.block.is_some() && self.object(expression) == self.block)
    }

    /// Whether a statement only tests memory for null: there is enough of it.
    fn is_row_test(&self, statement: &Statement) -> bool {
        let Statement::If(test) = statement else {
            return false;
        };
        let nulls = null_tests(&test.node.condition);
        let is_memory = |e: &&Expression| self.is_memory(e);
        test.node.else_statement.is_none() && !nulls.is_empty() && nulls.iter().all(is_memory)
    }

    /// What is set in `t[y] = e;`, or in `if (!(t[y] = e)) exit(1);`
    fn row_set<'e>(
        &self,
        statement: &'e Statement,
    ) -> Option<(&'e Node<Expression>, &'e Node<Expression>)> {
        let expression = match statement {
            Statement::Expression(Some(expression)) => expression,
            Statement::If(test) if test.node.else_statement.is_none() => {
                null_test(&test.node.condition)?
            }
            _ => return None,
        };
        let (row, value) = sides(expression, &BinaryOperator::Assign)?;
        Some((self.row(&row.node)?, value))
    }

    /// Takes a statement out.
    fn remove(&mut self, at: Offsets) {
        self.knows(at);
        self.gone.push(at);
    }

    /// All mentions in a statement are known.
    fn knows(&mut self, at: Offsets) {
        let range = self.function.base.range(at);
        let objects = [Some(self.id), self.block];
        for id in objects.into_iter().flatten() {
            let mentions = &self.function.symbols.variable(id).mentions;
            let inside = mentions.iter().filter(|at| range.contains(at));
            self.known.extend(inside.copied());
        }
    }

    /// Notes what a row gets: memory of its own, or a part of that of all rows.
    fn sets(&mut self, counter: Option<VarId>, value: &Node<Expression>) -> Option<()> {
        if let Some(own) = self.allocation(&value.node) {
            if counter.is_some() {
                self.has_length(own.product())?;
            }
            self.gets(own);
            return Some(());
        }
        let Some(counter) = counter else {
            // `t[0] = block;`
            return self.is_block(&value.node);
        };
        let inner = match without_casts(&value.node) {
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => {
                without_casts(&u.node.operand.node)
            }
            other => other,
        };
        let Expression::BinaryOperator(b) = inner else {
            return None;
        };
        let is_sum = matches!(
            b.node.operator.node,
            BinaryOperator::Plus | BinaryOperator::Index
        );
        is_sum.then_some(())?;
        let (base, by) = match self.is_base(&b.node.lhs.node) {
            true => (&b.node.lhs, &b.node.rhs),
            false => (&b.node.rhs, &b.node.lhs),
        };
        if self.row(&base.node).is_none() {
            self.is_block(&base.node)?;
        }
        let product = match without_casts(&by.node) {
            Expression::BinaryOperator(p) if p.node.operator.node == BinaryOperator::Multiply => {
                [Some(&p.node.lhs), Some(&p.node.rhs)]
            }
            // `t[y] = t[y - 1] + w;`
            _ => [None, Some(by)],
        };
        let is_counter = |e: &Option<&Box<Node<Expression>>>| {
            e.is_some_and(|e| self.object(&e.node) == Some(counter))
        };
        let length = match (is_counter(&product[0]), is_counter(&product[1])) {
            (true, false) => product[1]?,
            (false, true) => product[0]?,
            (false, false) if product[0].is_none() => product[1]?,
            _ => return None,
        };
        let length = Factors::of(self.contents, self.function, length)?;
        self.has_length(length.product())
    }

    /// Notes what allocates rows. If some of it is zero, all of it may be.
    fn gets(&mut self, own: Allocation) {
        if own.is_zero || self.memory.is_none() {
            self.memory = Some(own);
        }
    }

    fn has_length(&mut self, length: String) -> Option<()> {
        let known = self.length.get_or_insert_with(|| length.clone());
        (*known == length && !length.is_empty()).then_some(())
    }

    fn is_base(&self, expression: &Expression) -> bool {
        self.row(expression).is_some()
            || self.object(expression).is_some_and(|id| {
                let ty = &self.function.symbols.variable(id).declared_type;
                matches!(ty, Type::Pointer(_))
            })
    }

    /// Whether an expression is the pointer to all rows, which only the table uses.
    fn is_block(&mut self, expression: &Expression) -> Option<()> {
        let id = self.object(expression)?;
        let variable = self.function.symbols.variable(id);
        let is_own = variable.origin == Origin::Local
            && variable.writes.len() == 1
            && !variable.address_taken
            && self.block.is_none_or(|block| block == id);
        self.block = Some(id).filter(|_| is_own);
        self.block.map(drop)
    }

    /// The counter of a loop.
    fn counter(&self, node: &ForStatement) -> Option<VarId> {
        start(&node.initializer.node)?.object(self.function)
    }

    /// Whether a statement is a loop that only sets rows, or frees them.
    fn is_row_loop(&mut self, statement: &Statement) -> bool {
        let (counter, body) = match statement {
            Statement::For(node) => (self.counter(&node.node), &node.node.statement),
            Statement::While(node) => (None, &node.node.statement),
            _ => return false,
        };
        let mut statements = Vec::new();
        if listed(body, &mut statements).is_none() {
            return false;
        }
        statements.retain(|inner| !self.is_row_test(inner) && !steps(inner));
        let is_freed =
            |inner: &&Statement| freed(inner).is_some_and(|e| self.row(&e.node).is_some());
        let (frees, others): (Vec<_>, Vec<_>) = statements.into_iter().partition(is_freed);
        match (others.as_slice(), counter) {
            ([], _) => !frees.is_empty(),
            ([set], Some(counter)) if frees.is_empty() => self.sets_row(set, counter),
            _ => false,
        }
    }

    /// Whether a statement sets the row of a counter.
    fn sets_row(&mut self, statement: &Statement, counter: VarId) -> bool {
        let set = self.row_set(statement);
        let set = set.filter(|(row, _)| self.object(&row.node) == Some(counter));
        set.is_some_and(|(_, value)| self.sets(Some(counter), value).is_some())
    }

    /// Whether a statement only makes, tests or frees rows.
    fn goes(&mut self, statement: &Statement) -> bool {
        if self.is_row_test(statement) || self.is_row_loop(statement) {
            return true;
        }
        if let Some((row, value)) = self.row_set(statement) {
            let counter = self.object(&row.node);
            let counter = counter.filter(|id| self.counters.contains(id));
            return self.sets(counter, value).is_some();
        }
        match statement {
            Statement::If(test) if test.node.else_statement.is_none() => {
                let is_own = |e: &&Expression| self.is_own(e) || self.is_memory(e);
                let mut inner = Vec::new();
                tested(&test.node.condition).iter().all(is_own)
                    && listed(&test.node.then_statement, &mut inner).is_some()
                    && inner.into_iter().all(|inner| self.goes(inner))
            }
            _ => freed(statement).is_some_and(|freed| self.row(&freed.node).is_some()),
        }
    }

    /// Whether a statement only frees the table if it is there, with its rows:
    /// `if (t) { ..; free(t); }`
    fn frees_all(&mut self, statement: &Statement) -> bool {
        let Statement::If(test) = statement else {
            return false;
        };
        let own = |e: &Expression| self.object(e) == Some(self.id);
        let is_there =
            test.node.else_statement.is_none() && tested(&test.node.condition).into_iter().all(own);
        let mut inner = Vec::new();
        if !is_there || listed(&test.node.then_statement, &mut inner).is_none() {
            return false;
        }
        let frees = |s: &&Statement| freed(s).is_some_and(|e| own(without_casts(&e.node)));
        let (whole, others): (Vec<_>, Vec<_>) = inner.into_iter().partition(frees);
        whole.len() == 1 && others.into_iter().all(|inner| self.goes(inner))
    }

    /// Notes the assignment that allocates the table, in the block that declares it.
    fn is_set(&mut self, statement: &Node<Statement>, block: &Offsets) -> Option<()> {
        let Statement::Expression(Some(expression)) = &statement.node else {
            return None;
        };
        let (table, value) = sides(expression, &BinaryOperator::Assign)?;
        let is_own = self.is_own(&table.node);
        let own = self.allocation(&value.node).filter(|_| is_own)?;
        let declared = self.declared.as_mut();
        let declared = declared.filter(|d| d.block == *block && d.set.is_none())?;
        declared.set = Some(statement.span);
        self.bare.push(self.id);
        self.pointers = Some(own);
        self.knows(statement.span);
        Some(())
    }

    /// Notes a call that only frees the table.
    fn is_freed_by(&mut self, call: &CallExpression, at: &Offsets) -> Option<()> {
        let Expression::Identifier(name) = &call.callee.node else {
            return None;
        };
        let name = &name.node.name;
        let mut arguments = call.arguments.iter();
        let table = arguments.position(|a| self.is_own(without_casts(&a.node)))?;
        let (symbols, range) = (&self.function.symbols, self.function.base.range(*at));
        let inner = symbols.calls.iter().filter(|c| range.contains(&c.at));
        let is_fit = inner.count() == 1 && symbols.writes_in(&range).is_empty();
        (is_fit && frees_table(self.contents, name, table)).then_some(())?;
        let call = InlinedCall {
            function: name.clone(),
            at: self.contents.unit.span_of(range).ok()?,
        };
        self.knows(*at);
        self.calls.push(call);
        Some(())
    }

    fn edits(&mut self) -> Option<Vec<Edit>> {
        let declared = self.declared.take()?;
        let (pointers, length) = (self.pointers.take()?, self.length.take()?);
        let symbols = &self.function.symbols;
        let set = self.function.base.range(declared.set?);
        // No jump may lead into the scope of an array whose size is no constant.
        (!symbols.is_jumped(&set)).then_some(())?;
        let own = symbols.variable(self.id);
        let is_known = |at: &usize| self.known.contains(at) && *at >= set.start;
        own.mentions.iter().all(is_known).then_some(())?;
        if let Some(block) = self.block {
            self.block_goes(block)?;
        }
        let unit = self.contents.unit;
        let span = |at: &Offsets| unit.span_of(self.function.base.range(*at)).ok();
        let memory = self.memory.as_ref();
        let memory = memory.filter(|by| !by.is_counted || by.is_zero || pointers.is_counted);
        let by = memory.unwrap_or(&pointers);
        let rows = pointers.count.join(" * ");
        let text = match self.is_flat {
            false => {
                let call = by.call(&rows, &own.name);
                format!("{} (*{})[{length}] = {call};", declared.element, own.name)
            }
            true => {
                let length = in_parentheses(&length);
                let call = by.call(&format!("(size_t){rows} * {length}"), &own.name);
                format!("{} *{} = {call};", declared.element, own.name)
            }
        };
        let mut edits = vec![Edit {
            span: unit.span_of(set).ok()?,
            text,
        }];
        for subscripts in &self.elements {
            edits.extend(self.as_one(subscripts, &length)?);
        }
        for (at, text) in std::mem::take(&mut self.replaced) {
            let span = span(&at)?;
            edits.push(Edit { span, text });
        }
        let gone: Vec<Span> = self.gone.iter().map(span).collect::<Option<_>>()?;
        // A label that nothing leads to is worth a warning.
        let jumps = |at: &Span| source::has_name(&unit.file.slice(*at), "goto");
        (!gone.iter().any(jumps)).then_some(())?;
        let gone = with_lines(&unit.file, gone);
        edits.extend(gone.into_iter().map(|span| Edit {
            span,
            text: String::new(),
        }));
        edits.extend(self.calls.iter().map(|call| Edit {
            span: call.at,
            text: format!("free({})", own.name),
        }));
        // Another allocator takes the place of that of the rows.
        let others = self.memory.iter().filter(|memory| memory.is_counted);
        self.calls.extend(others.map(|memory| InlinedCall {
            function: memory.allocator.clone(),
            at: edits[0].span,
        }));
        Some(edits)
    }

    /// The edits that make the subscripts of row and column one.
    fn as_one(&self, subscripts: &[Offsets; 2], length: &str) -> Option<Vec<Edit>> {
        let unit = self.contents.unit;
        let span = |at: Offsets| unit.span_of(self.function.base.range(at)).ok();
        let [row, column] = [span(subscripts[0])?, span(subscripts[1])?];
        let parentheses = |at: Span| match source::is_operand(&unit.file.slice(at)) {
            true => ("", ""),
            false => ("(", ")"),
        };
        let (opens, closes) = parentheses(row);
        let (opens_column, closes_column) = parentheses(column);
        let length = in_parentheses(length);
        let edit = |span, text| Edit { span, text };
        let is_first = |at: Span| unit.file.slice(at).trim() == "0";
        if is_first(row) {
            let between = Span::new(row.start, column.start);
            return Some(vec![edit(between, String::new())]);
        }
        if is_first(column) {
            return Some(vec![
                edit(Span::at(row.start), format!("(size_t){opens}")),
                edit(
                    Span::new(row.end, column.end),
                    format!("{closes} * {length}"),
                ),
            ]);
        }
        Some(vec![
            edit(Span::at(row.start), format!("(size_t){opens}")),
            edit(
                Span::new(row.end, column.start),
                format!("{closes} * {length} + {opens_column}"),
            ),
            edit(Span::at(column.end), closes_column.to_string()),
        ])
    }
}

/// A factor of a product.
fn in_parentheses(factor: &str) -> String {
    match source::is_operand(factor) {
        true => factor.to_string(),
        false => format!("({factor})"),
    }
}

/// The statements of a body that is a list of them.
fn listed<'a>(body: &'a Node<Statement>, found: &mut Vec<&'a Statement>) -> Option<()> {
    match &body.node {
        Statement::Compound(items) => {
            for item in items {
                match &item.node {
                    BlockItem::Statement(inner) => listed(inner, found)?,
                    _ => return None,
                }
            }
        }
        Statement::Expression(None) => {}
        other => found.push(other),
    }
    Some(())
}

impl<'a> Visit<'a> for Table<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        match statement {
            // Only what stands in a block may be taken out of it.
            Statement::Compound(items) => {
                for item in items {
                    match &item.node {
                        BlockItem::Declaration(declaration) => {
                            self.declaration(declaration, span);
                            self.visit_block_item(&item.node, &item.span);
                        }
                        BlockItem::Statement(inner) if self.is_set(inner, span).is_some() => {}
                        BlockItem::Statement(inner) if self.goes(&unlabelled(inner).node) => {
                            self.remove(unlabelled(inner).span);
                        }
                        BlockItem::Statement(inner) if self.frees_all(&unlabelled(inner).node) => {
                            let name = &self.function.symbols.variable(self.id).name;
                            let (at, text) = (unlabelled(inner).span, format!("free({name});"));
                            self.replaced.push((at, text));
                            self.knows(at);
                        }
                        other => self.visit_block_item(other, &item.span),
                    }
                }
                return;
            }
            Statement::For(node) => {
                let counter = self.counter(&node.node);
                self.counters.extend(counter);
                visit::visit_statement(self, statement, span);
                self.counters
                    .truncate(self.counters.len() - usize::from(counter.is_some()));
                return;
            }
            Statement::Expression(Some(expression)) => {
                if let Expression::Call(call) = &expression.node
                    && self.is_freed_by(&call.node, &expression.span).is_some()
                {
                    return;
                }
            }
            _ => {}
        }
        let tested = match statement {
            Statement::If(test) => tested(&test.node.condition),
            other => freed(other).map(|freed| &freed.node).into_iter().collect(),
        };
        for pointer in tested {
            if let Expression::Identifier(name) = without_casts(pointer) {
                self.known.insert(self.function.base.range(name.span).start);
            }
        }
        visit::visit_statement(self, statement, span);
    }

    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        if let Expression::BinaryOperator(b) = expression
            && b.node.operator.node == BinaryOperator::Index
            && let Expression::BinaryOperator(row) = &b.node.lhs.node
            && row.node.operator.node == BinaryOperator::Index
            && let Expression::Identifier(name) = &row.node.lhs.node
        {
            if self.is_flat && self.is_own(&row.node.lhs.node) {
                self.elements.push([row.node.rhs.span, b.node.rhs.span]);
            }
            self.known.insert(self.function.base.range(name.span).start);
        }
        visit::visit_expression(self, expression, span);
    }
}
