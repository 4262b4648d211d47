//! The whole program: its kernel, and a `main` that runs it at several sizes.

use super::super::LARGEST;
use super::super::image::Storage;
use super::super::style::Tests;
use super::Writer;

impl Writer {
    /// The text.
    pub(crate) fn program(&self) -> String {
        format!(
            "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n{}\n{}{}\n{}",
            self.statics,
            self.functions,
            self.kernel(),
            self.main()
        )
    }

    fn kernel(&self) -> String {
        let (element, size) = (self.style.element.name(), self.style.size());
        let restrict = if self.style.restrict { "restrict " } else { "" };
        let parameters = match self.style.parameters {
            Storage::Flat => {
                format!("const {element} *{restrict}in, {element} *{restrict}out")
            }
            _ => {
                let restrict = restrict.trim();
                let rows = if restrict.is_empty() {
                    "h"
                } else {
                    "restrict h"
                };
                format!("const {element} in[{rows}][w], {element} out[{rows}][w]")
            }
        };
        let linkage = if self.style.public { "" } else { "static " };
        let frees: Vec<String> = { self.allocated.iter() }
            .map(|name| format!("    free({name});\n"))
            .collect();
        let tests = match self.style.tests {
            Tests::Together if !self.style.late && !frees.is_empty() => {
                let failed: Vec<String> = self.allocated.iter().map(|a| format!("!{a}")).collect();
                let frees = super::indented(&frees.concat());
                format!(
                    "    if ({}) {{\n{frees}        return;\n    }}\n",
                    failed.join(" || ")
                )
            }
            _ => String::new(),
        };
        let counters = self.counters(&self.body);
        let frees = match frees.is_empty() {
            true => String::new(),
            false => format!("\n{}", frees.concat()),
        };
        format!(
            "{linkage}void kernel({size} h, {size} w, {parameters})\n{{\n{}{}{tests}{}{frees}}}\n",
            counters.trim_end_matches('\n').to_string()
                + if counters.is_empty() { "" } else { "\n" },
            self.declarations,
            self.body,
        )
    }

    fn main(&self) -> String {
        let element = self.style.element.name();
        let cast = match self.style.parameters {
            Storage::Flat => ("in", "out"),
            _ => ("(const void *)in", "(void *)out"),
        };
        let (hash, bits) = (self.hashed("out[i]"), self.bits());
        format!(
            "{bits}static {element} in[{LARGEST} * {LARGEST}], out[{LARGEST} * {LARGEST}];\n\n\
             static void run(int h, int w)\n{{\n    unsigned hash = 1;\n\n    \
             memset(out, 0, sizeof out);\n    kernel(h, w, {}, {});\n    \
             for (int i = 0; i < {LARGEST} * {LARGEST}; i++)\n        \
             hash = hash * 16777619u ^ {hash};\n    \
             printf(\"%d %d %u\\n\", h, w, hash);\n}}\n\n\
             int main(void)\n{{\n    for (int i = 0; i < {LARGEST} * {LARGEST}; i++)\n        \
             in[i] = (i + 1) * 2654435761u >> 20;\n    for (int h = 1; h <= 9; h++)\n        \
             for (int w = 1; w <= 7; w++)\n            run(h, w);\n    run(19, 13);\n    run(3, 17);\n    \
             return 0;\n}}\n",
            cast.0, cast.1
        )
    }

    /// An integer of an element.
    pub(crate) fn hashed(&self, element: &str) -> String {
        match self.style.element.is_integer() {
            true => element.to_string(),
            false => format!("bits({element})"),
        }
    }

    /// The function that makes integers of elements, where they are none.
    pub(crate) fn bits(&self) -> String {
        if self.style.element.is_integer() {
            return String::new();
        }
        let element = self.style.element.name();
        format!(
            "static unsigned bits({element} value)\n{{\n    unsigned word[2] = {{0, 0}};\n\n    \
             memcpy(word, &value, sizeof value);\n    return word[0] ^ word[1];\n}}\n\n"
        )
    }
}
