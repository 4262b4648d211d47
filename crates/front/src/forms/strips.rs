//! Loops in strips, each of which ends where a subscript would reach its modulus:
//!
//! ```c
//! for (x = a; x < e;) {
//!     const int row = (d) % b - c * x;
//!     int end = e;
//!     if (end > b - row)
//!         end = b - row;
//!     for (; x < end; x++)
//!         t[row + c * x] = ...;
//! }
//! ```
//!
//! Such a loop is read as `for (x = a; x < e; x++)`, and `t[row + c*x]` as `t[d % b]`, where `d`
//! grows by `c` with `x`. This is exact: each strip starts below `e` and has an iteration, since
//! `(d) % b < b`, and none of its iterations reaches `e` or a subscript of `b`. With `c > 1` the
//! last one is `(b - 1 - row) / c`.
//!
//! Any text of this shape is read this way, whoever wrote it. Names of remainders have the type in
//! which C computes them, or are not introduced; where sums may not fit in an `int`, strips use a
//! wide type.

use crate::forms::loop_body::{LoopBody, insertion, starts_line};
use crate::forms::named::INT;
use c::syntax::expressions::{relation, sides};
use lang_c::ast::{
    BinaryOperator, BlockItem, Declaration, Expression, ForInitializer, ForStatement, IfStatement,
    InitDeclarator, Initializer, Statement,
};
use lang_c::span::Node;
use print::{Header, Sheet};
use source::layout::{after_comment, indent_of};
use source::{Edit, SourceFile, Span};

/// The strips of one loop `for (x = a; x < e; x++)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strips {
    /// The counter: `x`.
    pub iterator: String,
    /// The place of `x++`.
    pub step: Span,
    /// Whether the condition of the loop is `x <= e`.
    pub inclusive: bool,
    /// The name of the end of a strip: `end`, or `last` if it is inclusive.
    pub end: String,
    /// The end of the last strip: `e`.
    pub bound: String,
    /// The subscripts that wrap.
    pub rows: Vec<StripRow>,
}

/// A subscript that has a name in each strip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StripRow {
    /// The type of the name.
    pub ty: String,
    /// The name: `at`.
    pub name: String,
    /// Its value: `(d + x) % b - x`.
    pub value: String,
    /// The first iteration out of range: `b - at`.
    pub limit: String,
}

impl Strips {
    /// Adds the rows of the same loop that are new.
    pub fn merge(&mut self, other: &Strips) {
        for row in &other.rows {
            if !self.rows.contains(row) {
                self.rows.push(row.clone());
            }
        }
    }

    /// The edits that put a loop over strips around a body, with further lines at the start and the
    /// end of the body. Each strip is a loop that continues where the strip before it ended.
    pub fn edits(
        &self,
        file: &SourceFile,
        body: &LoopBody,
        start: &[String],
        end: &[&str],
    ) -> Vec<Edit> {
        let at = after_comment(file, body.opening);
        let more = body.more_indent(file);
        let outer =
            { Sheet::inside(file, at).with_step(&more) }.indented_as(&indent_of(file, body.whole));
        let is_braced = body.unbraced.is_none();
        let needs_braces = is_braced || !end.is_empty() || !start.is_empty();
        let mut head = self.head(file, &more);
        if needs_braces {
            head.last_mut().into_iter().for_each(|l| l.push_str(" {"));
        }
        let deeper = start.iter().map(|line| format!("{more}{line}"));
        let head = head.into_iter().chain(deeper);
        let head: String = { head.map(|l| outer.deeper().on_line(l)) }.collect();
        let statements = end.iter().map(|s| format!("{more}{more}{s}"));
        let closing = needs_braces.then(|| format!("{more}}}"));
        let tail: Vec<String> = statements.chain(closing).collect();
        let mut edits = vec![self.without_step(file)];
        if !is_braced {
            edits.push(insertion(body.opening.end, " {".to_string()));
        }
        edits.push(insertion(at.end, head));
        let last = tail_edit(file, body, &tail, &outer);
        let inside = Span::new(at.end, last.span.end);
        edits.push(last);
        edits.extend(indented(file, inside, &more));
        edits
    }

    /// The lines before a strip, and its header.
    fn head(&self, file: &SourceFile, more: &str) -> Vec<String> {
        let mut rows: Vec<&StripRow> = self.rows.iter().collect();
        rows.sort_by_key(|row| (row.name.len(), &row.name));
        let end = &self.end;
        let values = { rows.iter() }.map(|r| format!("const {} {} = {};", r.ty, r.name, r.value));
        let mut lines: Vec<String> = values.collect();
        let wide = rows.iter().map(|row| &row.ty).find(|ty| *ty != INT);
        let ty = wide.map_or(INT, String::as_str);
        lines.push(format!("{ty} {end} = {};", self.bound));
        for StripRow { limit, .. } in rows {
            lines.push(format!("if ({end} > {limit})"));
            lines.push(format!("{more}{end} = {limit};"));
        }
        let relation = match self.inclusive {
            true => "<=",
            false => "<",
        };
        let header = Header::resumed(&self.iterator)
            .until(format!("{} {relation} {end}", self.iterator))
            .counted(file.slice(self.step).into_owned());
        lines.push(header.to_string());
        lines
    }

    /// `for (x = 0; x < n;)`
    fn without_step(&self, file: &SourceFile) -> Edit {
        let before = &file.bytes[..self.step.start as usize];
        let blanks = before.len() - before.trim_ascii_end().len();
        Edit {
            span: Span::new(self.step.start - blanks as u32, self.step.end),
            text: String::new(),
        }
    }
}

/// The lines after a strip.
fn tail_edit(file: &SourceFile, body: &LoopBody, tail: &[String], outer: &Sheet) -> Edit {
    if let Some(unbraced) = body.unbraced {
        let end = after_comment(file, unbraced);
        let lines = tail.iter().map(String::as_str).chain(["}"]);
        return insertion(end.end, lines.map(|l| outer.on_line(l)).collect());
    }
    let brace = body.brace();
    let text: String = match starts_line(file, brace) {
        true => { tail.iter() }
            .map(|l| format!("{l}{}", outer.line()))
            .collect(),
        false => format!("{}{}", tail.concat().trim_start(), outer.line()),
    };
    insertion(brace, text)
}

/// Indents further all lines that start in a span.
fn indented(file: &SourceFile, span: Span, more: &str) -> Vec<Edit> {
    let bytes = &file.bytes;
    let starts = (span.start..span.end).filter(|at| bytes[*at as usize] == b'\n');
    let has_text = |start: &u32| {
        let line = bytes[*start as usize..].split(|b| *b == b'\n').next();
        let is_last = starts_line(file, span.end)
            && bytes[*start as usize..span.end as usize]
                .trim_ascii()
                .is_empty();
        line.is_some_and(|l| !l.trim_ascii().is_empty()) && !is_last
    };
    let starts = starts.map(|at| at + 1).filter(has_text);
    let is_continued = |start: &u32| bytes[..*start as usize].ends_with(b"\\\n");
    let starts = starts.filter(|start| !is_continued(start));
    let indent = |start: u32| insertion(start, more.to_string());
    starts.map(indent).collect()
}

/// A loop in strips, as a syntax tree has it.
pub struct StripLoop<'e> {
    /// The condition of the whole loop: `x < e`.
    pub whole: Relation<'e>,
    /// `row` with its value, for each subscript that wraps.
    pub rows: Vec<Declared<'e>>,
    /// `end`, with its largest value.
    pub end: Declared<'e>,
    /// The statements that limit `end`.
    pub limits: Vec<Limit<'e>>,
    /// The condition of a strip: `x < end`.
    pub strip: Relation<'e>,
    /// The loop over a strip.
    pub inner: &'e ForStatement,
}

/// `x < e` or `x <= e`.
pub struct Relation<'e> {
    /// All of it.
    pub condition: &'e Node<Expression>,
    /// `<` or `<=`.
    pub operator: BinaryOperator,
    /// `x`
    pub counter: &'e Node<Expression>,
    /// `e`
    pub bound: &'e Node<Expression>,
}

/// An object that is declared with a value.
pub struct Declared<'e> {
    /// Its declarator.
    pub declarator: &'e InitDeclarator,
    /// Its value.
    pub value: &'e Node<Expression>,
}

/// `if (end > limit) end = limit;`
pub struct Limit<'e> {
    /// `end`, where it is tested and where it is set.
    pub ends: [&'e Node<Expression>; 2],
    /// The limit in both places.
    pub quotients: [Quotient<'e>; 2],
}

/// `(sum - row) / divisor`
pub struct Quotient<'e> {
    /// `sum`
    pub sum: &'e Node<Expression>,
    /// `row`
    pub row: &'e Node<Expression>,
    /// `divisor`, unless that is 1.
    pub divisor: Option<&'e Node<Expression>>,
}

impl<'e> StripLoop<'e> {
    /// Reads a loop by its shape alone.
    pub fn of(node: &'e ForStatement) -> Option<Self> {
        let Statement::Compound(items) = &node.statement.node else {
            return None;
        };
        let (inner, items) = items.split_last()?;
        let BlockItem::Statement(inner) = &inner.node else {
            return None;
        };
        let Statement::For(inner) = &inner.node else {
            return None;
        };
        let inner = &inner.node;
        let has_start = !matches!(inner.initializer.node, ForInitializer::Empty);
        if node.step.is_some() || has_start {
            return None;
        }
        let is_declaration =
            |item: &&Node<BlockItem>| matches!(item.node, BlockItem::Declaration(_));
        let count = items.iter().take_while(is_declaration).count();
        let (declarations, limits) = items.split_at(count);
        let mut rows = Vec::new();
        for item in declarations {
            let BlockItem::Declaration(declaration) = &item.node else {
                return None;
            };
            rows.extend(Declared::all(&declaration.node)?);
        }
        let limits = limits.iter().map(Limit::of);
        let limits = limits.collect::<Option<Vec<_>>>()?;
        let whole = Relation::of(node.condition.as_deref()?)?;
        let strip = Relation::of(inner.condition.as_deref()?)?;
        let end = rows.pop()?;
        (whole.operator == strip.operator).then_some(StripLoop {
            whole,
            rows,
            end,
            limits,
            strip,
            inner,
        })
    }
}

impl<'e> Relation<'e> {
    fn of(condition: &'e Node<Expression>) -> Option<Self> {
        let (operator, counter, bound) = relation(condition)?;
        Some(Relation {
            condition,
            operator,
            counter,
            bound,
        })
    }
}

impl<'e> Declared<'e> {
    /// The objects of a declaration, if all of them have values.
    fn all(declaration: &'e Declaration) -> Option<Vec<Self>> {
        let named = |item: &'e Node<InitDeclarator>| {
            let value = match &item.node.initializer.as_ref()?.node {
                Initializer::Expression(value) => value,
                Initializer::List(_) => return None,
            };
            Some(Declared {
                declarator: &item.node,
                value,
            })
        };
        declaration.declarators.iter().map(named).collect()
    }
}

impl<'e> Limit<'e> {
    fn of(item: &'e Node<BlockItem>) -> Option<Self> {
        let BlockItem::Statement(statement) = &item.node else {
            return None;
        };
        match &statement.node {
            Statement::If(limit) if limit.node.else_statement.is_none() => {
                Limit::of_test(&limit.node)
            }
            _ => None,
        }
    }

    fn of_test(limit: &'e IfStatement) -> Option<Self> {
        let (tested, above) = sides(&limit.condition, &BinaryOperator::Greater)?;
        let Statement::Expression(Some(assignment)) = &limit.then_statement.node else {
            return None;
        };
        let (set, value) = sides(assignment, &BinaryOperator::Assign)?;
        Some(Limit {
            ends: [tested, set],
            quotients: [Quotient::of(above)?, Quotient::of(value)?],
        })
    }
}

impl<'e> Quotient<'e> {
    fn of(expression: &'e Node<Expression>) -> Option<Self> {
        let quotient = sides(expression, &BinaryOperator::Divide);
        let (difference, divisor) = quotient.map_or((expression, None), |(d, by)| (d, Some(by)));
        let (sum, row) = sides(difference, &BinaryOperator::Minus)?;
        Some(Quotient { sum, row, divisor })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Edits;

    fn check(text: &str, unbraced: Option<&str>, expected: &str) {
        let file = SourceFile::new("a.c", text);
        let place = |part: &str| {
            let start = text.find(part).expect("a part of the loop") as u32;
            Span::new(start, start + part.len() as u32)
        };
        let opening = match unbraced {
            Some(_) => ")",
            None => "{",
        };
        let body = LoopBody {
            opening: place(opening),
            whole: place(text.trim()),
            unbraced: unbraced.map(place),
        };
        let strips = Strips {
            iterator: "x".to_string(),
            step: place("x++"),
            inclusive: false,
            end: "end".to_string(),
            bound: "n".to_string(),
            rows: vec![StripRow {
                ty: INT.to_string(),
                name: "at".to_string(),
                value: "(d + x) % b - x".to_string(),
                limit: "b - at".to_string(),
            }],
        };
        let mut edits = Edits::default();
        for edit in strips.edits(&file, &body, &[], &[]) {
            edits.insert(edit).expect("disjoint edits");
        }
        let applied = edits.apply(text.as_bytes());
        assert_eq!(String::from_utf8_lossy(&applied), expected);
    }

    #[test]
    fn a_loop_over_strips_is_put_around_the_body() {
        check(
            "for (x = 0; x < n; x++) {\n    f(x);\n}\n",
            None,
            "for (x = 0; x < n;) {\n    const int at = (d + x) % b - x;\n    int end = n;\n    \
             if (end > b - at)\n        end = b - at;\n    for (; x < end; x++) {\n        f(x);\n    }\n}\n",
        );
        check(
            "for (x = 0; x < n; x++)\n    f(x);\n",
            Some("f(x);"),
            "for (x = 0; x < n;) {\n    const int at = (d + x) % b - x;\n    int end = n;\n    \
             if (end > b - at)\n        end = b - at;\n    for (; x < end; x++)\n        f(x);\n}\n",
        );
    }
}
