//! Random kernels as C.

use super::pointers::{Pointer, rows_of_assignment, rows_of_loop};
use super::tree::{Block, Exit, Home, Operator, SIZES, Statement, Target, Value};
use crate::random::kernel::Kernel;
use crate::random::manner::Sizes;
use std::fmt::Write;

const ITERATORS: [&str; SIZES] = ["i", "j", "k", "l"];

/// Appends to a text, which cannot fail.
macro_rules! put {
    ($text:expr, $($arg:tt)*) => {
        let _ = write!($text, $($arg)*);
    };
}

mod callers;
mod declarations;
mod directives;
mod expressions;
mod loops;
mod other;
mod program;
mod rows;

pub(super) use other::other_file;
pub(super) use program::file;

/// The function, with its declarations at file scope.
pub(super) fn kernel(kernel: &Kernel) -> String {
    let mut p = Printer::new(kernel, kernel.sizes);
    p.before();
    let head = p.head();
    put!(p.text, "{head}\n{{\n");
    p.declarations();
    p.block(&kernel.body);
    if contains_goto(&kernel.body) {
        p.text.push_str("end:;\n");
    }
    for k in p.heap() {
        p.line(&format!("free({});", p.array(k)));
    }
    p.line("return s0;");
    p.text.push_str("}\n");
    p.after();
    p.text
}

fn contains_goto(block: &Block) -> bool {
    block.iter().any(|s| {
        let own = matches!(s, Statement::Exit(Exit::Goto));
        own || s.blocks().into_iter().any(contains_goto)
    })
}

struct Printer<'k> {
    kernel: &'k Kernel,
    sizes: Sizes,
    text: String,
    depth: usize,
    /// The pointers that are in scope.
    pointers: Vec<Pointer>,
    /// The number of pointers declared so far.
    named: usize,
    /// The iterators of the surrounding loops.
    open: Vec<usize>,
    /// The arrays of inner blocks that are in scope.
    declared: Vec<usize>,
    /// The number of surrounding parallel loops.
    threads: usize,
}

impl<'k> Printer<'k> {
    fn new(kernel: &'k Kernel, sizes: Sizes) -> Self {
        Printer {
            kernel,
            sizes,
            text: String::new(),
            depth: 1,
            pointers: Vec::new(),
            named: 0,
            open: Vec::new(),
            declared: Vec::new(),
            threads: 0,
        }
    }
}

impl Printer<'_> {
    fn line(&mut self, line: &str) {
        put!(self.text, "{:1$}{line}\n", "", 4 * self.depth);
    }

    /// The allocated arrays.
    fn heap(&self) -> Vec<usize> {
        self.arrays_at(&[Home::Flat, Home::Rows, Home::Product])
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

    fn block(&mut self, block: &Block) {
        let outer = self.declared.len();
        for statement in block {
            self.statement(statement);
        }
        self.declared.truncate(outer);
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
                let (from, to) = (self.started(&l.from), self.started(&l.to));
                let head = format!("if ({from} {} {to}) {{", l.relation.text());
                self.with_pointers(&head, rows_of_loop(l), statement);
            }
            Statement::Assign(target, op, value) => {
                let line = self.assignment(target, *op, value);
                self.line(&line);
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
            Statement::Declare(k) => {
                self.declare(*k);
                self.declared.push(*k);
            }
            Statement::Bound(to) => {
                let to = self.signed(to);
                self.line(&self.bound_set_to(&to));
            }
            Statement::Exit(exit) => self.exit(*exit),
            Statement::Hook => self.line(&self.hook()),
        }
    }

    fn assignment(&self, target: &Target, op: Option<Operator>, value: &Value) -> String {
        let op = op.map_or("", |op| op.text());
        let (target, value) = (self.target(target), self.value(value));
        format!("{target} {op}= {};", stripped(&value))
    }

    /// A block of one statement, written on the line of its loop in kernels with such lines.
    fn short(&self, block: &Block) -> Option<String> {
        let [statement] = block.as_slice() else {
            return None;
        };
        let has_pointers = || self.points_to_new(&rows_of_assignment(statement));
        match statement {
            _ if !self.kernel.manner.is_compact => None,
            Statement::Assign(target, op, value) if !has_pointers() => {
                Some(self.assignment(target, *op, value))
            }
            Statement::If(condition, yes, no) if no.is_empty() => {
                let yes = self.short(yes)?;
                Some(format!("if ({}) {yes}", self.condition(condition)))
            }
            _ => None,
        }
    }

    fn exit(&mut self, exit: Exit) {
        let text = match exit {
            Exit::Continue => "continue;",
            Exit::Break => "break;",
            Exit::Goto => "goto end;",
            Exit::Return => {
                for k in self.heap() {
                    self.line(&format!("free({});", self.array(k)));
                }
                "return s0;"
            }
        };
        self.line(text);
    }
}

/// Removes parentheses around the whole text.
fn stripped(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) else {
        return text;
    };
    if inner.starts_with('{') {
        return text;
    }
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
