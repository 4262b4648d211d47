//! The function around the stages: its arrays, the loop over frames, its ends.

use super::super::image::{Image, Storage};
use super::super::text::{FAIL, NEW, indented};
use super::Scene;
use super::arrays::Made;
use super::plan::{Around, Fail, Plan, Shape};

/// The parts of the kernel.
pub(super) struct Kernel {
    /// All from the first declaration to before the return, as lines of a function.
    pub(super) text: String,
    /// Images that are members of the context.
    pub(super) members: Vec<Image>,
}

impl Scene {
    /// The kernel around the body that was written.
    pub(super) fn kernel(&mut self) -> Kernel {
        let body = std::mem::take(&mut self.draft.writer.body);
        let images = self.allocated(&body);
        let made: Vec<Made> = images.iter().map(|image| self.made(image)).collect();
        self.note(&made);
        let is_inside = self.plan.is_inside;
        let is_late = self.plan.is_late;
        let arrays = match is_late {
            true => made.iter().map(Made::declared).collect(),
            false => self.all_made(&made),
        };
        let mut ends: String = made.iter().map(|m| m.free.as_str()).collect();
        if self.parts > 0 {
            ends += "free(block);\n";
        }
        let body = placed(&body, &made, is_late);
        let members: Vec<Image> = { images.iter() }
            .filter(|i| i.storage == Storage::Member)
            .cloned()
            .collect();
        let has_context = !members.is_empty();
        let context = match has_context {
            true => "struct context context = {0}, *c = &context;\n",
            false => "",
        };
        let pool = if self.top.contains("pool_get") {
            "pool.used = 0;\n"
        } else {
            ""
        };
        let looped = match is_inside {
            true => self.looped(&format!("{}{body}\n{}", indented(&arrays), indented(&ends))),
            false => self.looped(&body),
        };
        let counters = self.draft.writer.counters(&looped);
        let mut text = format!(
            "{counters}{}{}",
            self.draft.writer.declarations,
            indented(context)
        );
        text += &indented(pool);
        match is_inside {
            true => text += &looped,
            false => text += &format!("{}{looped}@end\n{}", indented(&arrays), indented(&ends)),
        }
        let text = self.tabled(&text, &images);
        Kernel {
            text: self.failing(&text),
            members,
        }
    }

    /// The images whose allocations the body names.
    fn allocated(&self, body: &str) -> Vec<Image> {
        let names = body
            .lines()
            .filter_map(|l| l.trim_start().strip_prefix(NEW));
        let image = |name: &str| {
            self.draft
                .writer
                .images
                .iter()
                .find(|i| i.name == name)
                .cloned()
        };
        names.filter_map(image).collect()
    }

    /// A text in which flat arrays are elements of an array of pointers.
    fn tabled(&mut self, text: &str, images: &[Image]) -> String {
        let flat = images.iter().filter(|i| i.storage == Storage::Flat);
        let flat: Vec<&str> = flat.map(|i| i.name.as_str()).collect();
        if !self.plan.is_table || self.plan.is_inside || flat.is_empty() {
            return text.to_string();
        }
        self.kinds.insert("table");
        let element = self.element();
        let mut text = text.to_string();
        for (k, name) in flat.iter().enumerate() {
            // The table declares them.
            text = text.replace(&format!("    {element} *{name} = NULL;\n"), "");
            text = text.replace(
                &format!("    {element} *{name} = "),
                &format!("    {name} = "),
            );
            text = renamed(&text, name, &format!("planes[{k}]"));
        }
        format!(
            "    {element} *planes[{}] = {{NULL}};\n\n{text}",
            flat.len()
        )
    }

    /// Notes how arrays are made.
    fn note(&mut self, made: &[Made]) {
        if made.is_empty() {
            return self.kinds.retain(|kind| !["late", "inside"].contains(kind));
        }
        self.kinds.extend(self.plan.allocation.kind());
    }

    /// The loop around the stages.
    fn looped(&mut self, body: &str) -> String {
        let first = match self.draft.writer.style.parameters {
            Storage::Flat => "out[0]",
            _ => "out[0][0]",
        };
        let hash = self.draft.writer.hashed(first);
        match self.plan.around {
            Around::Nothing => body.to_string(),
            Around::Frames => {
                let frames = match self.random.below(3) {
                    0 => {
                        self.opaque("int frames_of(int rate)", "    return rate % 4 + 1;\n");
                        "frames_of(6)"
                    }
                    1 => "2 + (int)(h % 2)",
                    _ => "3",
                };
                format!(
                    "    for (int frame = 0; frame < {frames}; frame++) {{\n{}        \
                     printf(\"frame %d %u\\n\", frame, {hash} & 1023u);\n    }}\n",
                    indented(body)
                )
            }
            Around::Until => format!(
                "    double error = 1;\n    int rounds = 0;\n\n    \
                 while (error > 0.05 && rounds < 6) {{\n{}        \
                 error = error / 3 + ({first} > 5 ? 0.01 : 0);\n        rounds++;\n    }}\n    \
                 printf(\"%d rounds\\n\", rounds);\n",
                indented(body)
            ),
        }
    }

    /// A text whose ends by failure are those of the plan.
    fn failing(&mut self, text: &str) -> String {
        let Plan { fail, shape, .. } = self.plan;
        let is_used = text.contains(FAIL);
        if is_used {
            self.kinds.insert(fail.kind());
        }
        let (jump, label, start) = match fail {
            Fail::Return if shape == Shape::Main => ("return 1;", "", ""),
            Fail::Return => ("return -1;", "", ""),
            Fail::Exit => ("exit(2);", "", ""),
            Fail::Goto if is_used => ("goto fail;", "fail:\n", "    int status = 1;\n"),
            Fail::Goto => ("", "", ""),
        };
        let (text, has_frees) = match text.split_once("@end\n") {
            Some((before, after)) => (format!("{before}@done{label}{after}"), !after.is_empty()),
            None => (format!("{text}@done{label}"), false),
        };
        let done = match start.is_empty() {
            true => "\n",
            false => "\n    status = 0;\n",
        };
        // A label needs a statement.
        let empty = match label.is_empty() || has_frees {
            true => "",
            false => "    ;\n",
        };
        format!(
            "{start}{}{empty}",
            text.replace("@done", done).replace(FAIL, jump)
        )
    }

    /// What the kernel returns.
    pub(super) fn status(&self, text: &str) -> &'static str {
        match text.contains("int status = 1;") {
            true => "status",
            false => "0",
        }
    }
}

/// A text with another text instead of each mention of a name.
fn renamed(text: &str, name: &str, new: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        let is_whole = !before.ends_with(is_part) && !after.starts_with(is_part);
        result += before;
        result += if is_whole { new } else { name };
        rest = after;
    }
    result + rest
}

/// A body with the allocations at their places, or without.
fn placed(body: &str, made: &[Made], is_late: bool) -> String {
    let mut text = String::new();
    for line in body.lines() {
        let Some(name) = line.trim_start().strip_prefix(NEW) else {
            text += &format!("{line}\n");
            continue;
        };
        let image = made.iter().find(|m| m.name == name && is_late);
        let indent = &line[..line.len() - line.trim_start().len()];
        let late = image.map_or(String::new(), Made::late);
        late.lines()
            .for_each(|line| text += &format!("{indent}{line}\n"));
    }
    text
}
