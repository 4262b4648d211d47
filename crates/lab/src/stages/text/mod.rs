//! The text of a program under way.

mod functions;
mod headers;
mod program;

use super::image::{Image, Range, Storage};
use super::style::{Style, Tests};
use crate::rng::Rng;

/// Writes nests one after the other.
pub(crate) struct Writer {
    pub(crate) style: Style,
    random: Rng,
    pub(crate) statics: String,
    pub(crate) functions: String,
    pub(crate) declarations: String,
    pub(crate) body: String,
    /// The loops around what is written next.
    depth: usize,
    names: usize,
    has_mix: bool,
    has_row: bool,
    pub(crate) images: Vec<Image>,
    /// What was allocated so far.
    allocated: Vec<String>,
    /// A statement at the start of each row of the next nest.
    pub(crate) each_row: Option<String>,
    /// Variables of the kernel; what uses them stays there.
    scalars: Vec<String>,
}

/// What stands where an image is allocated that the writer does not allocate.
pub(crate) const NEW: &str = "@new ";
/// What a kernel does where a function failed.
pub(crate) const FAIL: &str = "@fail;";

/// Two loops around a body.
pub(crate) struct Nest<'a> {
    /// Before which row it ends, beside its range.
    pub(crate) end: &'a str,
    pub(crate) rows: Range,
    pub(crate) columns: Range,
    /// Its iterations depend on each other.
    pub(crate) is_ordered: bool,
    pub(crate) body: &'a str,
}

impl Writer {
    pub(crate) fn new(style: Style, random: Rng) -> Self {
        Writer {
            style,
            random,
            statics: String::new(),
            functions: String::new(),
            declarations: String::new(),
            body: String::new(),
            depth: 0,
            names: 0,
            has_mix: false,
            has_row: false,
            images: Vec::new(),
            allocated: Vec::new(),
            each_row: None,
            scalars: Vec::new(),
        }
    }

    /// Makes an image known whose declaration is elsewhere.
    pub(crate) fn know(&mut self, image: &Image) {
        self.images.push(image.clone());
    }

    /// Declares an image.
    pub(crate) fn declare(&mut self, image: &Image) {
        self.know(image);
        let element = self.style.element.name();
        if image.storage == Storage::Static {
            self.statics += &image.at_file_scope(element);
            return;
        }
        if self.style.outside && image.is_allocated() {
            return self.line(&format!("{NEW}{}", image.name));
        }
        let text = self.declaration(image);
        let is_late = self.style.late && text.contains("alloc(");
        let tests = match self.style.tests {
            Tests::Each => self.test(&image.name, &text),
            _ => String::new(),
        };
        match is_late {
            true => self.body += &format!("\n    {text}\n{tests}"),
            false => self.declarations += &format!("    {text}\n{tests}"),
        }
        if text.contains("alloc(") {
            self.allocated.push(image.name.clone());
        }
    }

    /// A local declaration of an image.
    fn declaration(&self, image: &Image) -> String {
        let (element, name, room) = (self.style.element.name(), &image.name, image.room());
        let size = match image.storage {
            Storage::Heap if !image.is_line => format!("{element}[{room}][w]"),
            Storage::Flat => {
                let columns = if image.is_line { "" } else { " * w" };
                let room = if image.is_half { "(h / 2 + 1)" } else { "h" };
                let bytes = match image.is_set {
                    true => format!("calloc({room}{columns}, sizeof({element}))"),
                    false => format!("malloc(sizeof({element}) * {room}{columns})"),
                };
                return format!("{element} *{name} = {bytes};");
            }
            _ if image.is_line => return format!("{element} {name}[{room}];"),
            _ => return format!("{element} {name}[{room}][w];"),
        };
        match image.is_set {
            true => format!("{element} (*{name})[w] = calloc(1, sizeof({size}));"),
            false => format!("{element} (*{name})[w] = malloc(sizeof({size}));"),
        }
    }

    /// The test of one allocation.
    fn test(&self, name: &str, text: &str) -> String {
        if !text.contains("alloc(") {
            return String::new();
        }
        let frees: Vec<String> = { self.allocated.iter() }
            .map(|earlier| format!("        free({earlier});\n"))
            .collect();
        match frees.is_empty() {
            true => format!("    if (!{name})\n        return;\n"),
            false => format!(
                "    if (!{name}) {{\n{}        return;\n    }}\n",
                frees.concat()
            ),
        }
    }

    /// A variable of the kernel.
    pub(crate) fn scalar(&mut self, name: &str, declaration: &str) {
        self.declarations += &format!("    {declaration}\n");
        self.scalars.push(name.to_string());
    }

    /// Writes a nest.
    pub(crate) fn nest(&mut self, nest: &Nest<'_>) {
        let text = self.loops(nest);
        self.put(&text);
    }

    /// Starts a loop around what follows.
    pub(crate) fn open(&mut self, header: &str) {
        self.line("");
        self.line(&format!("{header} {{"));
        self.depth += 1;
    }

    /// Ends the loop.
    pub(crate) fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    /// A line of the kernel.
    pub(crate) fn line(&mut self, text: &str) {
        let indent = match text.is_empty() {
            true => String::new(),
            false => "    ".repeat(self.depth + 1),
        };
        self.body += &format!("{indent}{text}\n");
    }

    /// The images that are written but not read.
    pub(crate) fn unread(&self) -> Vec<Image> {
        let is_read = |image: &&Image| {
            let element = format!("{}[", image.base());
            let mut lines = self.functions.lines().chain(self.body.lines());
            lines.any(|line| {
                let line = line.trim_start();
                let line = match line.split_once(", ") {
                    Some((from, _)) if line.starts_with("scale(") => from,
                    _ => line.strip_prefix(&element).unwrap_or(line),
                };
                !line.starts_with("static ") && line.contains(&element)
            })
        };
        self.images
            .iter()
            .filter(|i| !is_read(i))
            .cloned()
            .collect()
    }

    /// Adds loops to the kernel, or a function with them and its call.
    pub(crate) fn put(&mut self, text: &str) {
        let is_of_kernel = source::names(text).any(|n| self.scalars.iter().any(|s| s == n));
        let stays = match self.style.calls {
            0 => true,
            calls => self.random.one_in(calls),
        };
        let text = match is_of_kernel || stays {
            true => format!("\n{text}"),
            false => self.stage(text),
        };
        for line in text.lines() {
            self.line(line);
        }
    }
}

pub(crate) fn indented(text: &str) -> String {
    let line = |line: &str| match line.is_empty() {
        true => "\n".to_string(),
        false => format!("    {line}\n"),
    };
    text.lines().map(line).collect()
}

/// A body in braces if it has several statements.
pub(crate) fn block(body: &str) -> String {
    match body.contains('\n') {
        false => indented(body),
        true => {
            let inner = indented(body);
            format!("{{\n{inner}}}\n")
        }
    }
}
