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

use crate::inline::Inlined;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::{Storage, Type};
use c::syntax::constant::literal;
use c::syntax::expressions::without_casts;
use lang_c::ast::{
    BinaryOperator, BlockItem, Declaration, Expression, ForInitializer, ForStatement, IfStatement,
    Initializer, Statement, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use print::with_lines;
use source::{Edit, Span, Unit};
use std::collections::BTreeSet;

/// The edits that make tables of rows arrays in one function.
pub fn tables_as_arrays(contents: &Contents<'_>, function: &str) -> Inlined {
    let mut inlined = Inlined::default();
    let Some(index) = contents.file.definition(function) else {
        return inlined;
    };
    let function = &contents.file.functions[index];
    let is_library = |name: &str| contents.facts.calls.is_library(name);
    let may_declare = contents.unit.dialect.is_c99() && !function.symbols.has_gotos();
    if !may_declare || !["malloc", "calloc", "free"].into_iter().all(is_library) {
        return inlined;
    }
    for (id, variable) in function.symbols.objects() {
        if !is_table(variable) {
            continue;
        }
        let mut table = Table::new(contents.unit, function, id);
        let body = &function.definition.statement;
        table.visit_statement(&body.node, &body.span);
        let Some(own) = table.edits() else { continue };
        let mut all = inlined.edits.clone();
        if own.into_iter().all(|edit| all.insert(edit).is_ok()) {
            inlined.edits = all;
        }
    }
    inlined
}

/// Whether an object is a pointer to pointers to numbers that is set once.
fn is_table(variable: &Variable<'_>) -> bool {
    let rows = match &variable.declared_type {
        Type::Pointer(rows) => &**rows,
        _ => return false,
    };
    let is_rows = matches!(rows, Type::Pointer(element)
        if matches!(**element, Type::Integer(_) | Type::Floating(_) | Type::Record(_)));
    is_rows
        && variable.origin == Origin::Local
        && variable.storage == Storage::Automatic
        && variable.writes.len() == 1
        && !variable.address_taken
}

/// A call that allocates.
struct Allocated {
    /// The factors of the number of elements, as they are written.
    count: Vec<String>,
    is_zero: bool,
}

/// A table, and what the function does with it.
struct Table<'f, 'p> {
    unit: &'f Unit,
    function: &'f Function<'p>,
    id: VarId,
    /// The declaration with the allocation as its initial value, and the element type.
    declared: Option<(Offsets, String)>,
    rows: Option<String>,
    /// The length of a row.
    length: Option<String>,
    is_zero: bool,
    /// The pointer to the memory of all rows, if it has a name.
    block: Option<VarId>,
    /// Statements that go.
    gone: Vec<Offsets>,
    /// Mentions in them, and those as `t[y][x]`.
    known: BTreeSet<usize>,
}

impl<'f, 'p> Table<'f, 'p> {
    fn new(unit: &'f Unit, function: &'f Function<'p>, id: VarId) -> Self {
        Table {
            unit,
            function,
            id,
            declared: None,
            rows: None,
            length: None,
            is_zero: false,
            block: None,
            gone: Vec::new(),
            known: BTreeSet::new(),
        }
    }

    /// The object that an expression names.
    fn object(&self, expression: &Expression) -> Option<VarId> {
        let Expression::Identifier(name) = without_casts(expression) else {
            return None;
        };
        let at = self.function.base.range(name.span).start;
        self.function.symbols.variable_at(at)
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

    fn text(&self, expression: &Node<Expression>) -> Option<String> {
        let range = self.function.base.range(expression.span);
        let span = self.unit.span_of(range).ok()?;
        let text = self.unit.file.slice(span);
        Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// The factors of a product, but for sizes of types.
    fn factors(&self, expression: &Node<Expression>, found: &mut Vec<String>) -> Option<()> {
        match &expression.node {
            Expression::Cast(cast) => self.factors(&cast.node.expression, found),
            Expression::SizeOfTy(_) | Expression::SizeOfVal(_) => Some(()),
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Multiply => {
                self.factors(&b.node.lhs, found)?;
                self.factors(&b.node.rhs, found)
            }
            Expression::Constant(number) if literal(&number.node)?.0 == 1 => Some(()),
            Expression::Identifier(_) | Expression::Constant(_) | Expression::Member(_) => {
                found.push(self.text(expression)?);
                Some(())
            }
            _ => {
                found.push(format!(
                    "({})",
                    source::inside_parentheses(&self.text(expression)?)
                ));
                Some(())
            }
        }
    }

    fn allocation(&self, value: &Expression) -> Option<Allocated> {
        let Expression::Call(call) = without_casts(value) else {
            return None;
        };
        let Expression::Identifier(name) = &call.node.callee.node else {
            return None;
        };
        let arguments = call.node.arguments.as_slice();
        let is_zero = match (name.node.name.as_str(), arguments.len()) {
            ("malloc", 1) => false,
            ("calloc", 2) => true,
            _ => return None,
        };
        let mut count = Vec::new();
        for argument in arguments {
            self.factors(argument, &mut count)?;
        }
        (!count.is_empty()).then_some(Allocated { count, is_zero })
    }

    /// Whether a condition tests a row, or the pointer to all of them, for null.
    fn is_null_test(&self, condition: &Expression) -> bool {
        let is_pointer = |e: &Expression| {
            self.row(e).is_some() || (self.block.is_some() && self.object(e) == self.block)
        };
        match condition {
            Expression::UnaryOperator(u) => {
                u.node.operator.node == UnaryOperator::Negate && is_pointer(&u.node.operand.node)
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Equals => {
                let sides = [&b.node.lhs.node, &b.node.rhs.node];
                let is_zero = |e: &Expression| matches!(without_casts(e), Expression::Constant(_));
                sides.iter().any(|e| is_pointer(e)) && sides.iter().any(|e| is_zero(e))
            }
            _ => false,
        }
    }

    fn is_row_test(&self, test: &IfStatement) -> bool {
        test.else_statement.is_none() && self.is_null_test(&test.condition.node)
    }

    /// What is set in `t[y] = e;`
    fn row_set<'e>(
        &self,
        statement: &'e Statement,
    ) -> Option<(&'e Node<Expression>, &'e Node<Expression>)> {
        let Statement::Expression(Some(expression)) = statement else {
            return None;
        };
        let Expression::BinaryOperator(b) = &expression.node else {
            return None;
        };
        let is_set = b.node.operator.node == BinaryOperator::Assign;
        let row = self.row(&b.node.lhs.node).filter(|_| is_set)?;
        Some((row, &b.node.rhs))
    }

    /// The argument of `free(e);`
    fn freed<'e>(&self, statement: &'e Statement) -> Option<&'e Expression> {
        let Statement::Expression(Some(expression)) = statement else {
            return None;
        };
        let Expression::Call(call) = &expression.node else {
            return None;
        };
        let is_free = matches!(&call.node.callee.node, Expression::Identifier(name)
            if name.node.name == "free");
        let [only] = call.node.arguments.as_slice() else {
            return None;
        };
        is_free.then_some(&only.node)
    }

    /// Takes a statement out, with all mentions in it.
    fn goes(&mut self, at: Offsets) {
        let range = self.function.base.range(at);
        let objects = [Some(self.id), self.block];
        for id in objects.into_iter().flatten() {
            let mentions = &self.function.symbols.variable(id).mentions;
            let inside = mentions.iter().filter(|at| range.contains(at));
            self.known.extend(inside.copied());
        }
        self.gone.push(at);
    }

    /// Notes what a row gets: memory of its own, or a part of that of all rows.
    fn sets(&mut self, counter: Option<VarId>, value: &Node<Expression>) -> Option<()> {
        if let Some(own) = self.allocation(&value.node) {
            if counter.is_some() {
                self.has_length(own.count.join(" * "))?;
            }
            self.is_zero |= own.is_zero;
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
        let mut count = Vec::new();
        self.factors(length, &mut count)?;
        self.has_length(count.join(" * "))
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

    /// A loop that only sets rows, or frees them.
    fn row_loop(&mut self, node: &ForStatement, at: &Offsets) -> Option<()> {
        let counter = match &node.initializer.node {
            ForInitializer::Expression(e) => match &e.node {
                Expression::BinaryOperator(b) => self.object(&b.node.lhs.node),
                _ => None,
            },
            ForInitializer::Declaration(declaration) => {
                match declaration.node.declarators.as_slice() {
                    [only] => {
                        let name = c::syntax::declarators::declared_name(&only.node.declarator)?;
                        let at = self.function.base.range(name.span).start;
                        self.function.symbols.declared_at(at)
                    }
                    _ => None,
                }
            }
            _ => None,
        }?;
        let mut statements = Vec::new();
        listed(&node.statement, &mut statements)?;
        let is_row = |index: &Node<Expression>| self.object(&index.node) == Some(counter);
        let mut sets = Vec::new();
        let mut frees = false;
        for statement in &statements {
            match &statement.node {
                Statement::If(test) if self.is_row_test(&test.node) => {}
                other => match (self.row_set(other), self.freed(other)) {
                    (Some((row, value)), _) if is_row(row) => sets.push(value),
                    (_, Some(freed)) if self.row(freed).is_some_and(is_row) => frees = true,
                    _ => return None,
                },
            }
        }
        (sets.len() == usize::from(!frees)).then_some(())?;
        for value in sets {
            self.sets(Some(counter), value)?;
        }
        self.goes(*at);
        Some(())
    }

    fn declaration(&mut self, declaration: &Node<Declaration>) {
        let [only] = declaration.node.declarators.as_slice() else {
            return;
        };
        let (Some(name), Some(Initializer::Expression(value))) = (
            c::syntax::declarators::declared_name(&only.node.declarator),
            only.node.initializer.as_ref().map(|i| &i.node),
        ) else {
            return;
        };
        let at = self.function.base.range(name.span).start;
        if self.function.symbols.declared_at(at) != Some(self.id) {
            return;
        }
        let (Some(own), Some(element)) = (self.allocation(&value.node), self.element(declaration))
        else {
            return;
        };
        self.rows = Some(own.count.join(" * "));
        self.declared = Some((declaration.span, element));
        let range = self.function.base.range(declaration.span);
        let mentions = &self.function.symbols.variable(self.id).mentions;
        let inside = mentions.iter().filter(|at| range.contains(at));
        self.known.extend(inside.copied());
    }

    /// The type of an element, as a declaration spells it.
    fn element(&self, declaration: &Node<Declaration>) -> Option<String> {
        let base = self.function.base;
        let first = declaration.node.declarators.first()?;
        let range = base.range(declaration.span).start..base.range(first.span).start;
        let text = self.unit.file.slice(self.unit.span_of(range).ok()?);
        let pointers = c::syntax::declarators::pointers(&first.node.declarator.node);
        match (
            pointers,
            self.function
                .symbols
                .variable(self.id)
                .declared_type
                .target()?
                .target()?,
        ) {
            (2, _) => Some(text.trim().to_string()),
            (0, Type::Floating(4)) => Some("float".to_string()),
            (0, Type::Floating(8)) => Some("double".to_string()),
            (0, Type::Integer(ty)) if *ty == integer::IntType::INT => Some("int".to_string()),
            _ => None,
        }
    }

    fn edits(&mut self) -> Option<Vec<Edit>> {
        let (declared, element) = self.declared.take()?;
        let (rows, length) = (self.rows.take()?, self.length.take()?);
        let symbols = &self.function.symbols;
        let own = symbols.variable(self.id);
        let is_known = |at: &usize| self.known.contains(at);
        own.mentions.iter().all(is_known).then_some(())?;
        if let Some(block) = self.block {
            self.block_goes(block)?;
        }
        let unit = self.unit;
        let span = |at: &Offsets| unit.span_of(self.function.base.range(*at)).ok();
        let call = match self.is_zero {
            true => format!("calloc({rows}, sizeof *{})", own.name),
            false => format!("malloc({rows} * sizeof *{})", own.name),
        };
        let mut edits = vec![Edit {
            span: span(&declared)?,
            text: format!("{element} (*{})[{length}] = {call};", own.name),
        }];
        let gone: Vec<Span> = self.gone.iter().map(span).collect::<Option<_>>()?;
        let gone = with_lines(&unit.file, gone);
        edits.extend(gone.into_iter().map(|span| Edit {
            span,
            text: String::new(),
        }));
        Some(edits)
    }

    /// Takes out the pointer to the memory of all rows.
    fn block_goes(&mut self, block: VarId) -> Option<()> {
        let mut uses = BlockUses {
            table: self,
            block,
            gone: Vec::new(),
            is_zero: None,
        };
        let body = &uses.table.function.definition.statement;
        uses.visit_statement(&body.node, &body.span);
        let (gone, is_zero) = (uses.gone, uses.is_zero);
        gone.into_iter().for_each(|at| self.goes(at));
        self.is_zero |= is_zero?;
        let mentions = &self.function.symbols.variable(block).mentions;
        let range = |at: &Offsets| self.function.base.range(*at);
        let is_gone = |at: &usize| self.gone.iter().any(|gone| range(gone).contains(at));
        mentions.iter().all(is_gone).then_some(())
    }
}

/// Finds the statements that set, test and free the pointer to all rows.
struct BlockUses<'t, 'f, 'p> {
    table: &'t Table<'f, 'p>,
    block: VarId,
    gone: Vec<Offsets>,
    /// Whether the memory is zero; `None` if it is not allocated.
    is_zero: Option<bool>,
}

impl<'a> Visit<'a> for BlockUses<'_, '_, '_> {
    fn visit_declaration(&mut self, declaration: &'a Declaration, span: &'a Offsets) {
        if let [only] = declaration.declarators.as_slice()
            && let Some(Initializer::Expression(value)) =
                only.node.initializer.as_ref().map(|i| &i.node)
            && let Some(name) = c::syntax::declarators::declared_name(&only.node.declarator)
        {
            let at = self.table.function.base.range(name.span).start;
            let declared = self.table.function.symbols.declared_at(at);
            if let (true, Some(own)) = (
                declared == Some(self.block),
                self.table.allocation(&value.node),
            ) {
                self.is_zero = Some(own.is_zero);
                self.gone.push(*span);
            }
        }
        visit::visit_declaration(self, declaration, span);
    }

    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        let is_test =
            matches!(statement, Statement::If(test) if self.table.is_row_test(&test.node));
        let freed = self
            .table
            .freed(statement)
            .and_then(|e| self.table.object(e));
        if is_test || freed == Some(self.block) {
            self.gone.push(*span);
            return;
        }
        visit::visit_statement(self, statement, span);
    }
}

/// The operands of `!e`, `a == b`.
fn null_tested(condition: &Expression) -> Vec<&Expression> {
    match condition {
        Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Negate => {
            vec![&u.node.operand.node]
        }
        Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Equals => {
            vec![&b.node.lhs.node, &b.node.rhs.node]
        }
        _ => Vec::new(),
    }
}

/// The statements of a body that is a list of them.
fn listed<'a>(body: &'a Node<Statement>, found: &mut Vec<&'a Node<Statement>>) -> Option<()> {
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
        _ => found.push(body),
    }
    Some(())
}

impl<'a> Visit<'a> for Table<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        match statement {
            Statement::Compound(items) => {
                for item in items {
                    if let BlockItem::Declaration(declaration) = &item.node {
                        self.declaration(declaration);
                    }
                }
            }
            Statement::For(node) if self.row_loop(&node.node, span).is_some() => return,
            Statement::If(test) if self.is_row_test(&test.node) => return self.goes(*span),
            _ => {}
        }
        if let Some((_, value)) = self.row_set(statement)
            && self.sets(None, value).is_some()
        {
            return self.goes(*span);
        }
        let freed = self.freed(statement);
        if freed.is_some_and(|freed| self.row(freed).is_some()) {
            return self.goes(*span);
        }
        if let Some(Expression::Identifier(name)) = freed.map(without_casts) {
            let at = self.function.base.range(name.span).start;
            self.known.insert(at);
        }
        if let Statement::If(test) = statement {
            for side in null_tested(&test.node.condition.node) {
                if let Expression::Identifier(name) = side {
                    let at = self.function.base.range(name.span).start;
                    self.known.insert(at);
                }
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
            self.known.insert(self.function.base.range(name.span).start);
        }
        visit::visit_expression(self, expression, span);
    }
}
