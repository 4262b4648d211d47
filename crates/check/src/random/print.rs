//! Random kernels as C.

use super::pointers::{Pointer, Row, rows_of_assignment, rows_of_loop};
use super::tree::{Block, Home, Loop, SIZES, Spelling, Statement};
use super::{Kernel, Sizes};
use std::fmt::Write;

const ITERATORS: [&str; SIZES] = ["i", "j", "k", "l"];

/// Appends to a text; that cannot fail.
macro_rules! put {
    ($text:expr, $($arg:tt)*) => {
        let _ = write!($text, $($arg)*);
    };
}

mod expressions;
mod program;

pub(super) use program::file;

/// The function, with the arrays at file scope that belong to it.
pub(super) fn kernel(kernel: &Kernel) -> String {
    let mut p = Printer {
        kernel,
        text: String::new(),
        depth: 1,
        pointers: Vec::new(),
        named: 0,
    };
    for k in p.arrays_at(&[Home::File]) {
        let shape = p.shape(k, 0);
        put!(p.text, "static unsigned {}{shape};\n", p.array(k));
    }
    let linkage = if kernel.is_static { "static " } else { "" };
    let sizes = match kernel.sizes {
        Sizes::Macros => "",
        Sizes::Variables => ", int n, int m",
    };
    put!(
        p.text,
        "{linkage}unsigned {}(const unsigned *in, unsigned *out{sizes})\n{{\n",
        kernel.name
    );
    p.declarations();
    p.block(&kernel.body);
    for k in p.arrays_at(&[Home::Flat, Home::Rows]) {
        p.line(&format!("free({});", p.array(k)));
    }
    p.line("return s0;");
    p.text.push_str("}\n");
    p.text
}

struct Printer<'k> {
    kernel: &'k Kernel,
    text: String,
    depth: usize,
    /// The pointers that are in scope.
    pointers: Vec<Pointer>,
    /// How many pointers there were.
    named: usize,
}

impl Printer<'_> {
    fn line(&mut self, line: &str) {
        put!(self.text, "{:1$}{line}\n", "", 4 * self.depth);
    }

    fn arrays_at(&self, homes: &[Home]) -> Vec<usize> {
        let arrays = self.kernel.arrays.iter().enumerate();
        let here = arrays.filter(|(_, a)| homes.contains(&a.home));
        here.map(|(k, _)| k).collect()
    }

    fn array(&self, k: usize) -> String {
        match self.kernel.arrays[k].home {
            Home::File => format!("{}_t{k}", self.kernel.name),
            _ => format!("t{k}"),
        }
    }

    /// The dimensions from one on: `[n][m + 1]`.
    fn shape(&self, k: usize, from: usize) -> String {
        let extents = self.kernel.arrays[k].extents[from..].iter();
        extents.map(|e| format!("[{}]", self.affine(e))).collect()
    }

    fn declarations(&mut self) {
        if self.kernel.outer_iterators {
            self.line("int i, j, k, l;");
        }
        for k in 0..self.kernel.scalars {
            self.line(&format!("unsigned s{k} = {}u;", 3 * k + 1));
        }
        for k in self.arrays_at(&[Home::Local, Home::Static]) {
            self.declare(k);
        }
        for k in self.arrays_at(&[Home::Flat]) {
            let factors = self.kernel.arrays[k].extents.iter();
            let size: String = factors
                .map(|e| format!(" * ({})", self.affine(e)))
                .collect();
            let name = self.array(k);
            self.line(&format!(
                "unsigned *{name} = malloc(sizeof(unsigned){size});"
            ));
        }
        for k in self.arrays_at(&[Home::Rows]) {
            let (name, shape) = (self.array(k), self.shape(k, 1));
            let rows = self.affine(&self.kernel.arrays[k].extents[0]);
            self.line(&format!(
                "unsigned (*{name}){shape} = malloc(({rows}) * sizeof *{name});"
            ));
        }
    }

    fn declare(&mut self, k: usize) {
        let storage = match self.kernel.arrays[k].home {
            Home::Static => "static ",
            _ => "",
        };
        let (name, shape) = (self.array(k), self.shape(k, 0));
        self.line(&format!("{storage}unsigned {name}{shape};"));
    }

    fn block(&mut self, block: &Block) {
        for statement in block {
            self.statement(statement);
        }
    }

    /// `head { block`, without the closing brace.
    fn nested(&mut self, head: &str, block: &Block) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        self.block(block);
        self.depth -= 1;
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Assign(..) if self.points_to_new(&rows_of_assignment(statement)) => {
                self.with_pointers("{", rows_of_assignment(statement), statement);
            }
            Statement::Loop(l) if self.points_to_new(&rows_of_loop(l)) => {
                let (from, to) = (self.index(&l.from), self.index(&l.to));
                let head = format!("if ({from} {} {to}) {{", l.relation.text());
                self.with_pointers(&head, rows_of_loop(l), statement);
            }
            Statement::Assign(target, op, value) => {
                let op = op.map_or("", |op| op.text());
                let (target, value) = (self.target(target), self.value(value));
                self.line(&format!("{target} {op}= {};", stripped(&value)));
            }
            Statement::Loop(l) => self.counting_loop(l),
            Statement::If(condition, yes, no) => {
                self.nested(&format!("if ({})", self.condition(condition)), yes);
                if !no.is_empty() {
                    self.nested("} else", no);
                }
                self.line("}");
            }
            Statement::Block(inner) => {
                self.line("{");
                self.depth += 1;
                self.block(inner);
                self.depth -= 1;
                self.line("}");
            }
            Statement::Declare(k) => self.declare(*k),
        }
    }

    /// Whether pointers to some of these rows are to be declared.
    fn points_to_new(&self, rows: &[(Row, usize)]) -> bool {
        let is_new = |(row, _): &(Row, usize)| self.pointers.iter().all(|p| p.row != *row);
        self.kernel.row_pointers && rows.iter().any(is_new)
    }

    /// A statement in a block of its own, behind pointers to rows.
    fn with_pointers(&mut self, head: &str, rows: Vec<(Row, usize)>, statement: &Statement) {
        let outer = self.pointers.len();
        self.line(head);
        self.depth += 1;
        for (row, id) in rows {
            if self.pointers.iter().all(|p| p.row != row) {
                self.pointer(row, id);
            }
        }
        self.statement(statement);
        self.depth -= 1;
        self.line("}");
        self.pointers.truncate(outer);
    }

    /// `unsigned *p3 = t0[i];`, in one of several ways.
    fn pointer(&mut self, row: Row, way: usize) {
        let name = format!("p{}", self.named);
        self.named += 1;
        let array = self.array(row.array);
        let declared = &self.kernel.arrays[row.array];
        let leading = self.leading(&row);
        let same = self
            .pointers
            .iter()
            .rev()
            .find(|p| p.row.array == row.array);
        let (value, column) = match (declared.home, way % 4, same) {
            (Home::Flat, 1, Some(other)) => {
                let before = self.leading(&other.row);
                let width = declared
                    .extents
                    .last()
                    .map_or(String::new(), |e| self.affine(e));
                let value = format!("{} + (({leading}) - ({before})) * ({width})", other.name);
                (value, other.column)
            }
            (Home::Flat, way, _) => {
                let width = declared
                    .extents
                    .last()
                    .map_or(String::new(), |e| self.affine(e));
                match way {
                    2 => (format!("&{array}[({leading}) * ({width})]"), 0),
                    3 => (format!("{array} + ({leading}) * ({width}) + 1"), 1),
                    _ => (format!("{array} + ({leading}) * ({width})"), 0),
                }
            }
            (_, 2, _) => (format!("&{array}{leading}[0]"), 0),
            (_, 3, _) => (format!("&{array}{leading}[1]"), 1),
            _ => (format!("{array}{leading}"), 0),
        };
        self.line(&format!("unsigned *{name} = {value};"));
        self.pointers.push(Pointer { name, row, column });
    }

    /// The subscripts that lead to a row: in brackets, or as one number in a flat array.
    fn leading(&self, row: &Row) -> String {
        let array = &self.kernel.arrays[row.array];
        let subscripts = row.leading.iter().map(|s| self.index(s));
        match array.home {
            Home::Flat => self.flat(subscripts, &array.extents),
            _ => subscripts.map(|s| format!("[{s}]")).collect(),
        }
    }

    fn counting_loop(&mut self, l: &Loop) {
        let declared = if self.kernel.outer_iterators {
            ""
        } else {
            "int "
        };
        let name = ITERATORS[l.slot];
        let (from, to) = (self.index(&l.from), self.index(&l.to));
        let relation = l.relation.text();
        let start = format!("{declared}{name} = {from}");
        let step = step(name, l.step);
        let condition = format!("{name} {relation} {to}");
        if l.parallel || l.spelling == Spelling::For {
            if l.parallel {
                put!(self.text, "#pragma omp parallel for\n");
            }
            self.nested(&format!("for ({start}; {condition}; {step})"), &l.body);
            return self.line("}");
        }
        self.line("{");
        self.depth += 1;
        match l.spelling {
            Spelling::For | Spelling::While => {
                self.line(&format!("{start};"));
                self.nested(&format!("while ({condition})"), &l.body);
                self.line(&format!("    {step};"));
                self.line("}");
            }
            Spelling::StepFirst => {
                self.line(&format!("{start} - {};", parenthesised(l.step)));
                let stepped = stepped(name, l.step);
                self.nested(&format!("while ({stepped} {relation} {to})"), &l.body);
                self.line("}");
            }
            Spelling::Do => {
                self.line(&format!("{start};"));
                self.line(&format!("if ({condition})"));
                self.nested("do", &l.body);
                let stepped = stepped(name, l.step);
                self.line(&format!("}} while ({stepped} {relation} {to});"));
            }
            Spelling::Break => {
                self.line(&format!("for ({start};; {step}) {{"));
                self.line(&format!("    if (!({condition}))"));
                self.line("        break;");
                self.depth += 1;
                self.block(&l.body);
                self.depth -= 1;
                self.line("}");
            }
        }
        self.depth -= 1;
        self.line("}");
    }
}

/// Without parentheses around all of it.
fn stripped(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) else {
        return text;
    };
    let mut depth = 0;
    let closes_early = inner.chars().any(|c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth < 0
    });
    if closes_early { text } else { inner }
}

/// `i += 2`
fn step(name: &str, by: i64) -> String {
    match by {
        1 => format!("{name}++"),
        -1 => format!("{name}--"),
        by if by > 0 => format!("{name} += {by}"),
        by => format!("{name} -= {}", -by),
    }
}

/// `(i += 2)`, a value.
fn stepped(name: &str, by: i64) -> String {
    match by {
        1 => format!("++{name}"),
        -1 => format!("--{name}"),
        _ => format!("({})", step(name, by)),
    }
}

fn parenthesised(number: i64) -> String {
    match number < 0 {
        true => format!("({number})"),
        false => number.to_string(),
    }
}
