//! Random kernels as C.

use super::pointers::{Pointer, Row, rows_of_assignment, rows_of_loop};
use super::tree::{
    Access, Affine, Block, Condition, Home, Index, Loop, Relation, SIZES, Spelling, Statement,
    Target, Value,
};
use super::{INPUTS, Kernel, OUTPUTS, SIZES_RUN, Sizes};
use std::fmt::Write;

const ITERATORS: [&str; SIZES] = ["i", "j", "k", "l"];

/// Appends to a text; that cannot fail.
macro_rules! put {
    ($text:expr, $($arg:tt)*) => {
        let _ = write!($text, $($arg)*);
    };
}

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

    /// `(i) * (m) + j`
    fn flat(&self, subscripts: impl Iterator<Item = String>, extents: &[Affine]) -> String {
        let mut flat = String::new();
        for (s, extent) in subscripts.zip(extents) {
            flat = match flat.is_empty() {
                true => s,
                false => format!("({flat}) * ({}) + {s}", self.affine(extent)),
            };
        }
        flat
    }

    /// `p3[j]`, if a pointer to the row is in scope.
    fn through_pointer(&self, access: &Access) -> Option<String> {
        let row = Row::of(access)?;
        let pointer = self.pointers.iter().rev().find(|p| p.row == row)?;
        let last = self.index(access.subscripts.last()?);
        Some(match pointer.column {
            0 => format!("{}[{last}]", pointer.name),
            column => format!("{}[{last} - {column}]", pointer.name),
        })
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

    fn target(&self, target: &Target) -> String {
        match target {
            Target::Array(access) => self.access(access),
            Target::Output(at) => format!("out[{}]", self.index(at)),
            Target::Scalar(k) => format!("s{k}"),
        }
    }

    fn access(&self, access: &Access) -> String {
        if let Some(text) = self.through_pointer(access) {
            return text;
        }
        let name = self.array(access.array);
        let array = &self.kernel.arrays[access.array];
        let subscripts = access.subscripts.iter().map(|s| self.index(s));
        if array.home != Home::Flat {
            let subscripts: String = subscripts.map(|s| format!("[{s}]")).collect();
            return name + &subscripts;
        }
        format!("{name}[{}]", self.flat(subscripts, &array.extents))
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Number(n) => format!("{n}u"),
            Value::Read(access) => self.access(access),
            Value::Input(at) => format!("in[{}]", self.index(at)),
            Value::Integer(at) => format!("(unsigned)({})", self.index(at)),
            Value::Scalar(k) => format!("s{k}"),
            Value::Binary(op, a, b) => {
                format!("({} {} {})", self.value(a), op.text(), self.value(b))
            }
            Value::Select(c, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                format!("({} ? {a} : {b})", self.condition(c))
            }
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Compare(a, relation, b) => {
                format!("{} {} {}", self.index(a), relation.text(), self.index(b))
            }
            Condition::And(a, b) => format!("({}) && ({})", self.condition(a), self.condition(b)),
            Condition::Or(a, b) => format!("({}) || ({})", self.condition(a), self.condition(b)),
            Condition::Not(a) => format!("!({})", self.condition(a)),
            Condition::Bit(value, bit) => format!("({} & {bit}u) != 0", self.value(value)),
        }
    }

    fn index(&self, index: &Index) -> String {
        let choice = |a: &Affine, relation: Relation, b: &Affine| {
            let (a, b) = (self.affine(a), self.affine(b));
            format!("({a} {} {b} ? {a} : {b})", relation.text())
        };
        match index {
            Index::Affine(a) => self.affine(a),
            Index::Modulo(a, b) => format!("({}) % ({})", self.affine(a), self.affine(b)),
            Index::Quotient(a, k) => format!("({}) / {k}", self.affine(a)),
            Index::Least(a, b) => choice(a, Relation::Less, b),
            Index::Greatest(a, b) => choice(a, Relation::Greater, b),
        }
    }

    /// Positive terms first: `i - j + 1`.
    fn affine(&self, affine: &Affine) -> String {
        let mut terms: Vec<(i64, Option<&str>)> = (0..)
            .zip(affine.terms)
            .filter(|(_, c)| *c != 0)
            .map(|(slot, c)| (c, Some(self.variable(slot))))
            .collect();
        terms.sort_by_key(|(c, _)| *c < 0);
        if affine.constant != 0 || terms.is_empty() {
            terms.push((affine.constant, None));
        }
        let mut text = String::new();
        for (k, (c, name)) in terms.iter().enumerate() {
            let sign = match (k, *c < 0) {
                (0, true) => "-",
                (0, false) => "",
                (_, true) => " - ",
                (_, false) => " + ",
            };
            let size = c.abs();
            match name {
                Some(name) if size == 1 => {
                    put!(text, "{sign}{name}");
                }
                Some(name) => {
                    put!(text, "{sign}{size} * {name}");
                }
                None => {
                    put!(text, "{sign}{size}");
                }
            }
        }
        text
    }

    fn variable(&self, slot: usize) -> &'static str {
        match (slot.checked_sub(SIZES), self.kernel.sizes) {
            (None, _) => ITERATORS[slot],
            (Some(size), Sizes::Macros) => ["N", "M"][size],
            (Some(size), Sizes::Variables) => ["n", "m"][size],
        }
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

/// A file of kernels. With `main` it prints one line per kernel: its name and a hash of all that it
/// computes at the given sizes (kernels whose sizes are macros: at `macros` only).
pub(super) fn file(kernels: &[&Kernel], macros: [i64; 2], main: bool) -> String {
    let mut text = String::new();
    for (name, value) in ["N", "M"].into_iter().zip(macros) {
        put!(text, "#ifndef {name}\n#define {name} {value}\n#endif\n");
    }
    text.push_str(
        "void *malloc(unsigned long);\nvoid free(void *);\nint printf(const char *, ...);\n",
    );
    for kernel in kernels {
        put!(text, "\n{}", self::kernel(kernel));
    }
    if main {
        main_function(&mut text, kernels);
    }
    text
}

fn main_function(text: &mut String, kernels: &[&Kernel]) {
    put!(
        text,
        "\nstatic unsigned in[{INPUTS}], out[{OUTPUTS}];\n\
         \n\
         static void fill(void)\n\
         {{\n\
         \x20   for (int x = 0; x < {INPUTS}; x++)\n\
         \x20       in[x] = (x + 1) * 2654435761u ^ x >> 3;\n\
         \x20   for (int x = 0; x < {OUTPUTS}; x++)\n\
         \x20       out[x] = 0;\n\
         }}\n\
         \n\
         static unsigned mixed(unsigned hash)\n\
         {{\n\
         \x20   for (int x = 0; x < {OUTPUTS}; x++)\n\
         \x20       hash = (hash ^ out[x]) * 16777619u;\n\
         \x20   return hash;\n\
         }}\n\
         \n\
         int main(void)\n\
         {{\n\
         \x20   static const int sizes[][2] = {{{}, {{0, 0}}}};\n\
         \x20   unsigned hash;\n\
         \n",
        SIZES_RUN.map(|[n, m]| format!("{{{n}, {m}}}")).join(", ")
    );
    for kernel in kernels {
        let name = &kernel.name;
        let (head, arguments) = match kernel.sizes {
            Sizes::Macros => ("", ""),
            Sizes::Variables => (
                "for (const int *size = sizes[0]; *size > 0; size += 2) ",
                ", size[0], size[1]",
            ),
        };
        put!(
            text,
            "    hash = 0;\n\
             \x20   {head}{{\n\
             \x20       fill();\n\
             \x20       hash = mixed(hash + {name}(in, out{arguments}));\n\
             \x20   }}\n\
             \x20   printf(\"{name} %08x\\n\", hash);\n"
        );
    }
    text.push_str("    return 0;\n}\n");
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
