//! Declarations of a random kernel, and assertions and questions about its arrays.

use super::{Printer, expressions};
use crate::random::features::gnu::NUMBERS;
use crate::random::manner::{Base, Form, Hook, Sizes, Way};
use crate::random::tree::{Affine, Home};
use std::fmt::Write;

/// The number of executions of a kernel that own a part of each static array.
pub(in crate::random) const LANES: usize = 4;

/// Questions about an array `%` of the type `unsigned #` with elements `@`: empty if the answer is
/// yes.
const QUESTIONS: [&str; 8] = [
    "!__builtin_types_compatible_p(__typeof__(%), unsigned#)",
    "_Generic(&%, unsigned (*)#: 0, default: 1)",
    "__builtin_has_attribute(@, aligned)",
    "sizeof(__typeof__(%)) != sizeof(unsigned#)",
    "__builtin_object_size(%, 0) < sizeof(unsigned#)",
    "__alignof__(%) > 64",
    "!__builtin_types_compatible_p(__typeof__(@), unsigned)",
    "sizeof % / sizeof @ * sizeof(unsigned) != sizeof(unsigned#)",
];

impl Printer<'_> {
    /// Everything before the function.
    pub(super) fn before(&mut self) {
        let name = &self.kernel.name;
        if let Some(chosen) = self.kernel.manner.constants {
            let value = |c: usize| {
                let form = NUMBERS[(chosen as usize + c * 5) % NUMBERS.len()];
                format!("{name}_{c} = {}", form.replace('%', &c.to_string()))
            };
            let values: Vec<String> = (1..=expressions::NAMED).map(value).collect();
            put!(self.text, "enum {{ {} }};\n", values.join(", "));
        }
        if let Some(counter) = self.kernel.manner.counter.filter(|c| c.base == Base::Macro) {
            put!(self.text, "#define {name}_B {}\n", counter.kind.base);
        }
        for k in self.arrays_at(&[Home::File]) {
            let shape = self.shape(k, 0);
            put!(self.text, "static unsigned {}{shape};\n", self.array(k));
        }
        let replaced = match self.kernel.manner.hook {
            Some(Hook::Weak) => Some(("__attribute__((weak))", "")),
            // Compilers remove calls of functions that do nothing.
            Some(Hook::Inline) => Some(("inline", "volatile ")),
            _ => None,
        };
        if let Some((word, own)) = replaced {
            put!(
                self.text,
                "{word} void {name}_hook({own}int x)\n{{\n    (void)x;\n}}\n\n"
            );
        }
        self.define_bound();
    }

    /// The object that bounds loops, and the functions that set it.
    fn define_bound(&mut self) {
        let Some(bound) = &self.kernel.manner.bound else {
            return;
        };
        let (name, object) = (&self.kernel.name, self.bound());
        let linkage = match bound.way {
            Way::Pointer | Way::Function => "static ",
            Way::Directly | Way::OtherFile => "",
        };
        // Without this, only the function below determines the initial value of the object.
        let first = match self.kernel.sizes {
            Sizes::Macros => format!(" = {}", self.affine(&bound.start)),
            Sizes::Variables | Sizes::Passed => String::new(),
        };
        put!(self.text, "{linkage}int {object}{first};\n");
        match bound.way {
            Way::Pointer => {
                put!(self.text, "static int *{name}_p = &{object};\n");
            }
            Way::Function => {
                put!(
                    self.text,
                    "static void {name}_set(int to)\n{{\n    {object} = to;\n}}\n"
                );
            }
            Way::OtherFile => {
                put!(self.text, "void {name}_set(int to);\n");
            }
            Way::Directly => {}
        }
        let (parameters, start) = (self.size_parameters(), self.affine(&bound.start));
        let uses = match self.kernel.sizes {
            Sizes::Macros => "",
            Sizes::Variables | Sizes::Passed => "    (void)n;\n    (void)m;\n",
        };
        put!(
            self.text,
            "void {name}_begin({parameters})\n{{\n{uses}    {object} = {start};\n}}\n\n"
        );
    }

    /// The object that bounds loops.
    pub(super) fn bound(&self) -> String {
        format!("{}_g", self.kernel.name)
    }

    /// `k7_g = 3;`, in one of several ways.
    pub(super) fn bound_set_to(&self, to: &str) -> String {
        let name = &self.kernel.name;
        match self.kernel.manner.bound.as_ref().map(|b| b.way) {
            Some(Way::Pointer) => format!("*{name}_p = {to};"),
            Some(Way::Function | Way::OtherFile) => format!("{name}_set({to});"),
            Some(Way::Directly) | None => format!("{} = {to};", self.bound()),
        }
    }

    /// The call in the middle of a kernel.
    pub(super) fn hook(&self) -> String {
        match self.kernel.manner.hook {
            Some(Hook::Weak | Hook::Inline) => format!("{}_hook(1);", self.kernel.name),
            Some(Hook::Call(text)) => text.to_string(),
            None if self.kernel.manner.lanes.is_some() => ";".to_string(),
            None => "nap();".to_string(),
        }
    }

    /// The dimensions from a given one on: `[n][m + 1]`.
    pub(super) fn shape(&self, k: usize, from: usize) -> String {
        let extents = &self.kernel.arrays[k].extents[from..];
        let lanes = self.lanes(k).filter(|_| from == 0);
        let spelled = match self.sizes {
            Sizes::Passed => Printer::new(self.kernel, Sizes::Macros),
            other => Printer::new(self.kernel, other),
        };
        let plain = |extents: &[Affine]| -> String {
            let sizes = extents.iter().map(|e| format!("[{}]", spelled.affine(e)));
            sizes.collect()
        };
        match lanes {
            None => plain(extents),
            Some(Form::Leading) => format!("[{LANES}]{}", plain(extents)),
            Some(Form::Offset) => {
                let first = self.affine(&extents[0]);
                format!("[{LANES} * ({first})]{}", plain(&extents[1..]))
            }
        }
    }

    /// How an array separates lanes, if it has any.
    pub(super) fn lanes(&self, k: usize) -> Option<Form> {
        let is_shared = matches!(self.kernel.arrays[k].home, Home::Static | Home::File);
        let lanes = self.kernel.manner.lanes.filter(|_| is_shared);
        lanes.map(|lanes| lanes.form)
    }

    pub(super) fn declarations(&mut self) {
        if self.kernel.outer_iterators {
            self.line(&format!("{} i, j, k, l;", self.iterator_type()));
        }
        let qualifier = match self.kernel.manner.volatile_scalars {
            true => "volatile ",
            false => "",
        };
        for k in 0..self.kernel.scalars {
            self.line(&format!("{qualifier}unsigned s{k} = {}u;", 3 * k + 1));
        }
        for k in self.arrays_at(&[Home::Local, Home::Static]) {
            self.declare(k);
        }
        self.allocations();
        if self.kernel.manner.assertions {
            self.line("s1 = s1 ?: 1u;");
        }
    }

    fn allocations(&mut self) {
        for k in self.arrays_at(&[Home::Flat]) {
            let size = self.product(k);
            let name = self.array(k);
            self.line(&format!(
                "unsigned *{name} = malloc(sizeof(unsigned){size});"
            ));
        }
        for k in self.arrays_at(&[Home::Product]) {
            let (name, size) = (self.array(k), self.product(k));
            self.line(&format!("unsigned *{name} = malloc(4{size});"));
        }
        for k in self.arrays_at(&[Home::Rows]) {
            let (name, shape) = (self.array(k), self.shape(k, 1));
            let rows = self.factor(&self.kernel.arrays[k].extents[0]);
            self.line(&format!(
                "unsigned (*{name}){shape} = malloc({rows} * sizeof *{name});"
            ));
        }
    }

    /// ` * (n) * (m)`
    fn product(&self, k: usize) -> String {
        let factors = self.kernel.arrays[k].extents.iter();
        { factors }
            .map(|e| format!(" * {}", self.factor(e)))
            .collect()
    }

    fn factor(&self, extent: &Affine) -> String {
        let text = self.affine(extent);
        match self.kernel.manner.has_casts {
            true => self.wide(&text),
            false => format!("({text})"),
        }
    }

    pub(super) fn declare(&mut self, k: usize) {
        let storage = match self.kernel.arrays[k].home {
            Home::Static => "static ",
            _ => "",
        };
        let (name, shape) = (self.array(k), self.shape(k, 0));
        self.line(&format!("{storage}unsigned {name}{shape};"));
        if self.kernel.sizes == Sizes::Macros {
            self.say_and_ask(k, &name, &shape);
        }
    }

    /// Assertions and questions about an array of constant size.
    fn say_and_ask(&mut self, k: usize, name: &str, shape: &str) {
        if self.kernel.manner.assertions {
            self.line(&format!(
                "_Static_assert(sizeof {name} == sizeof(unsigned{shape}), \"{name}\");"
            ));
        }
        if let Some(chosen) = self.kernel.manner.questions.filter(|_| self.threads == 0) {
            let question = QUESTIONS[(chosen as usize + k) % QUESTIONS.len()];
            let zeros = "[0]".repeat(shape.matches('[').count());
            let question = question.replace('%', name).replace('#', shape);
            let question = question.replace('@', &format!("{name}{zeros}"));
            self.line(&format!("out[0] += {question};"));
        }
    }
}
