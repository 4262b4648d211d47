//! Stages as functions.

use super::super::image::{Image, Storage};
use super::super::style::Counters;
use super::{FAIL, Writer, indented};
use std::collections::BTreeSet;

/// Counters that a function may have to declare.
const COUNTERS: [&str; 4] = ["y", "x", "i", "k"];

impl Writer {
    /// Makes a function of loops. Returns its call.
    pub(crate) fn stage(&mut self, text: &str) -> String {
        self.names += 1;
        let name = format!("stage{}", self.names);
        self.function(&name, text, "")
    }

    /// Makes a function of two stages with an image between them that it has itself. Returns its
    /// call.
    pub(crate) fn two_stages(&mut self, between: &Image, first: &str, second: &str) -> String {
        self.know(between);
        let calls = [first, second].map(|text| self.stage(text));
        self.images.pop();
        let declaration = self.declaration(between);
        let free = match declaration.contains("alloc(") {
            true => format!("free({});\n", between.name),
            false => String::new(),
        };
        self.names += 1;
        let name = format!("filter{}", self.names);
        let text = format!("{}{free}", calls.concat());
        self.function(&name, &text, &format!("{declaration}\n\n"))
    }

    /// Writes a function. Returns its call.
    fn function(&mut self, name: &str, text: &str, before: &str) -> String {
        let words: BTreeSet<&str> = source::names(text).chain(source::names(before)).collect();
        let images: Vec<Image> = { self.images.iter() }
            .filter(|i| words.contains(i.name.as_str()))
            .filter(|i| i.parameter("").is_some())
            .cloned()
            .collect();
        let parameter = |image: &Image| {
            let element = self.style.element.name();
            let is_only_read = image.name == "in";
            let text = image.parameter(element).unwrap_or_default();
            if is_only_read {
                format!("const {text}")
            } else {
                text
            }
        };
        let mut parameters: Vec<String> = images.iter().map(parameter).collect();
        let mut names: Vec<String> = images.iter().map(|i| i.name.clone()).collect();
        if words.contains("c") {
            parameters.insert(0, "struct context *c".to_string());
            names.insert(0, "c".to_string());
        }
        let joined = parameters.join(", ");
        let is_used =
            |size: &&str| words.contains(size) || source::names(&joined).any(|n| n == *size);
        let sizes: Vec<&str> = ["h", "w"].into_iter().filter(is_used).collect();
        let size = self.style.size();
        let declared = sizes.iter().map(|name| format!("{size} {name}"));
        let has_rows = images
            .iter()
            .any(|i| matches!(i.storage, Storage::Local | Storage::Heap) && !i.is_line);
        let sizes_of = || sizes.iter().map(|s| s.to_string());
        let (parameters, arguments): (Vec<String>, Vec<String>) = match has_rows {
            true => (
                declared.chain(parameters.iter().cloned()).collect(),
                sizes_of().chain(names).collect(),
            ),
            false => (
                parameters.iter().cloned().chain(declared).collect(),
                names.into_iter().chain(sizes_of()).collect(),
            ),
        };
        let counters = self.counters(text);
        let (ty, end, fail) = match self.style.codes {
            true => ("int", "    return 0;\n", "return -1;"),
            false => ("void", "", "exit(3);"),
        };
        self.functions += &format!(
            "static {ty} {name}({})\n{{\n{}{counters}{}{end}}}\n\n",
            match parameters.is_empty() {
                true => "void".to_string(),
                false => parameters.join(", "),
            },
            indented(before),
            indented(text).replace(FAIL, fail)
        );
        let arguments = arguments.join(", ");
        match self.style.codes {
            true => format!("if ({name}({arguments}) != 0)\n    {FAIL}\n"),
            false => format!("{name}({arguments});\n"),
        }
    }

    /// The declaration of the counters that a text uses.
    pub(crate) fn counters(&self, text: &str) -> String {
        if self.style.counters != Counters::Before {
            return String::new();
        }
        let is_used = |name: &&str| text.contains(&format!("for ({name} = "));
        let used: Vec<&str> = COUNTERS.into_iter().filter(is_used).collect();
        match used.is_empty() {
            true => String::new(),
            false => format!("    int {};\n\n", used.join(", ")),
        }
    }

    /// A function of two values.
    pub(crate) fn mixing(&mut self) -> &'static str {
        if !self.has_mix {
            self.has_mix = true;
            let element = self.style.element.name();
            self.functions += &format!(
                "static {element} mix({element} a, {element} b)\n{{\n    return 2 * a + b;\n}}\n\n"
            );
        }
        "mix"
    }

    /// A function over a row.
    pub(crate) fn over_rows(&mut self) -> &'static str {
        if !self.has_row {
            self.has_row = true;
            let (element, size) = (self.style.element.name(), self.style.size());
            let (counter, ty) = match self.style.counters {
                Counters::Before => ("    int x;\n\n", ""),
                Counters::Inside => ("", "int "),
                Counters::Unsigned => ("", "size_t "),
            };
            self.functions += &format!(
                "static void scale(const {element} *from, {element} *to, {size} count)\n{{\n\
                 {counter}    for ({ty}x = 0; x < count; x++)\n        to[x] = 3 * from[x];\n}}\n\n"
            );
        }
        "scale"
    }
}
