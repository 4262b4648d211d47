//! Heads of random kernels as C, and the functions of the same file that call them.

use super::Printer;
use super::declarations::LANES;
use crate::random::kernel::Kernel;
use crate::random::manner::{Base, Caller, Sizes};
use crate::random::tree::Home;
use std::fmt::Write;

impl Printer<'_> {
    /// `unsigned k7(const unsigned *in, unsigned *out)`
    pub(super) fn head(&self) -> String {
        let kernel = self.kernel;
        let passed = self.arrays_at(&[Home::Passed]);
        let is_static = !passed.is_empty() || kernel.is_static && kernel.manner.lanes.is_none();
        let linkage = if is_static { "static " } else { "" };
        let own = if passed.is_empty() { "" } else { "_body" };
        let mut parameters = parameters(kernel);
        for k in passed {
            put!(
                parameters,
                ", unsigned {}{}",
                self.array(k),
                self.shape(k, 0)
            );
        }
        format!("{linkage}unsigned {}{own}({parameters})", kernel.name)
    }

    /// The sizes as parameters of a function.
    pub(super) fn size_parameters(&self) -> &'static str {
        match self.kernel.sizes {
            Sizes::Macros => "void",
            Sizes::Variables | Sizes::Passed => "int n, int m",
        }
    }

    /// The parameter that holds the first value of iterators.
    pub(super) fn base_parameter(&self) -> Option<String> {
        let counter = self.kernel.manner.counter;
        let named = counter.filter(|c| c.base == Base::Parameter);
        named.map(|_| "b".to_string())
    }

    /// The functions of the same file that call the kernel.
    pub(super) fn after(&mut self) {
        if !self.arrays_at(&[Home::Passed]).is_empty() {
            self.pass_arrays();
        }
        let name = &self.kernel.name;
        match self.kernel.manner.caller() {
            Some(Caller::Threads) => {
                put!(self.text, "{}", threads(self.kernel));
            }
            Some(_) => {
                put!(
                    self.text,
                    "unsigned {name}_all(const unsigned *in, unsigned *out);\n"
                );
            }
            None => {}
        }
    }

    /// The function that passes arrays to the kernel.
    fn pass_arrays(&mut self) {
        let kernel = self.kernel;
        put!(
            self.text,
            "\nstatic unsigned {}({})\n{{\n",
            kernel.name,
            parameters(kernel)
        );
        let mut arguments = names(kernel);
        for k in self.arrays_at(&[Home::Passed]) {
            let (name, shape) = (self.array(k), self.shape(k, 0));
            self.line(&format!("unsigned {name}{shape};"));
            arguments.push(name);
        }
        self.line(&format!(
            "return {}_body({});",
            kernel.name,
            arguments.join(", ")
        ));
        self.text.push_str("}\n");
    }
}

/// The parameters of a kernel.
fn parameters(kernel: &Kernel) -> String {
    let mut text = "const unsigned *in, unsigned *out".to_string();
    if kernel.sizes != Sizes::Macros {
        text.push_str(", int n, int m");
    }
    if kernel.manner.lanes.is_some() {
        text.push_str(", int lane");
    }
    if let Some(counter) = kernel.manner.counter.filter(|c| c.base == Base::Parameter) {
        put!(text, ", {} b", counter.kind.name);
    }
    text
}

/// The names of the parameters.
fn names(kernel: &Kernel) -> Vec<String> {
    let parameters = parameters(kernel);
    let name = |p: &str| {
        let word = p.rsplit(' ').next().unwrap_or(p);
        word.trim_start_matches('*').to_string()
    };
    parameters.split(", ").map(name).collect()
}

/// The prototype of a kernel with lanes, for another file.
pub(super) fn prototype(kernel: &Kernel) -> String {
    format!("unsigned {}({});\n", kernel.name, parameters(kernel))
}

/// The arguments of a call, with replacements for some parameters.
pub(super) fn arguments(kernel: &Kernel, replaced: &[(&str, &str)]) -> String {
    let base = kernel.manner.counter.map_or("", |c| c.kind.base);
    let known = |name: String| {
        let other = replaced.iter().find(|(from, _)| *from == name);
        match other {
            Some((_, to)) => to.to_string(),
            None if name == "b" => base.to_string(),
            None => name,
        }
    };
    let names = names(kernel).into_iter().map(known);
    names.collect::<Vec<_>>().join(", ")
}

/// One execution of a lane, with the description `l`.
pub(super) fn lane_call(kernel: &Kernel, lane: &str) -> String {
    let (out, number) = (format!("{lane}.out"), format!("{lane}.number"));
    let arguments = arguments(
        kernel,
        &[
            ("in", &format!("{lane}.in")),
            ("out", &out),
            ("lane", &number),
        ],
    );
    format!("{lane}.result = {}({arguments});", kernel.name)
}

/// Threads that execute all lanes at the same time.
pub(super) fn threads(kernel: &Kernel) -> String {
    let name = &kernel.name;
    let call = lane_call(kernel, "(*l)");
    format!(
        "\nstatic void *{name}_go(void *p)\n\
         {{\n\
         \x20   struct lane *l = p;\n\
         \x20   {call}\n\
         \x20   return 0;\n\
         }}\n\
         \n\
         unsigned {name}_all(const unsigned *in, unsigned *out)\n\
         {{\n\
         \x20   static struct lane lanes[{LANES}];\n\
         \x20   pthread_t threads[{LANES}];\n\
         \x20   prepare(lanes, {LANES}, in);\n\
         \x20   for (int x = 0; x < {LANES}; x++)\n\
         \x20       pthread_create(&threads[x], 0, {name}_go, &lanes[x]);\n\
         \x20   for (int x = 0; x < {LANES}; x++)\n\
         \x20       pthread_join(threads[x], 0);\n\
         \x20   return agreed(lanes, {LANES}, out);\n\
         }}\n"
    )
}
