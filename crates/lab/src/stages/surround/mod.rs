//! Stages in programs as people write them: between the stages stands unrelated code, around them
//! are allocations in many forms, exits and loops over frames, and some functions are in a second
//! file. Both files are defined, whatever is chosen.

mod arrays;
mod exits;
mod kernel;
mod opaque;
mod plan;
mod program;
mod unrelated;

use super::draft::Draft;
use super::image::Image;
use crate::rng::Rng;
use plan::Plan;
use std::collections::BTreeSet;

/// A program of stages with its surroundings.
#[derive(Clone, Debug)]
pub struct Surrounded {
    /// Its text.
    pub text: String,
    /// The functions that its text only declares.
    pub beside: String,
    /// The kinds of its surroundings.
    pub kinds: Vec<&'static str>,
    /// Flags with which it is compiled.
    pub flags: Vec<&'static str>,
}

/// All kinds of surroundings, in the order of tables.
pub const SURROUNDINGS: &[&str] = &[
    "plain arrays",
    "structures",
    "pointed",
    "rows",
    "members",
    "calloc",
    "aligned",
    "wrapper",
    "pool",
    "one block",
    "returned",
    "out-parameter",
    "late",
    "inside",
    "each tested",
    "chain tested",
    "null tested",
    "asserted",
    "exit tested",
    "returns",
    "goto fail",
    "exit",
    "codes",
    "frames",
    "until",
    "whole in main",
    "contexts",
    "global sizes",
    "table",
    "opaque caller",
    "sizes: atoi",
    "sizes: strlen",
    "sizes: opaque",
    "sizes: member",
    "threads",
    "data loops",
    "strings",
    "printf",
    "sort",
    "statistics",
    "unions",
    "machine",
    "memcpy",
    "second name",
    "opaque scalar",
    "opaque array",
    "opaque image",
    "opaque number",
    "opaque global",
    "call back",
    "calls in rows",
    "early exit",
    "exit in rows",
    "frame jumps",
    "condition",
];

/// A program under way with its surroundings.
struct Scene {
    draft: Draft,
    random: Rng,
    plan: Plan,
    /// What may stand between its stages.
    fillers: Vec<&'static Filler>,
    kinds: BTreeSet<&'static str>,
    /// Helpers in front of the functions of stages.
    top: String,
    /// Prototypes of the functions in the second file, and that file.
    prototypes: BTreeSet<String>,
    beside: String,
    flags: Vec<&'static str>,
    /// Parts of the one allocation.
    parts: usize,
    /// Arrays of the file that the second file names too.
    shared: BTreeSet<String>,
}

/// Code between stages.
struct Filler {
    kind: &'static str,
    write: fn(&mut Scene),
}

const fn filler(kind: &'static str, write: fn(&mut Scene)) -> Filler {
    Filler { kind, write }
}

const FILLERS: &[Filler] = &[
    filler("data loops", Scene::data_loop),
    filler("strings", Scene::strings),
    filler("printf", Scene::printf),
    filler("sort", Scene::sort),
    filler("statistics", Scene::statistics),
    filler("unions", Scene::union),
    filler("machine", Scene::machine),
    filler("memcpy", Scene::copied),
    filler("second name", Scene::second_name),
    filler("opaque scalar", Scene::opaque_scalar),
    filler("opaque array", Scene::opaque_array),
    filler("opaque image", Scene::opaque_image),
    filler("opaque number", Scene::opaque_number),
    filler("opaque global", Scene::opaque_global),
    filler("call back", Scene::call_back),
    filler("calls in rows", Scene::calls_in_rows),
    filler("exit in rows", Scene::exit_in_rows),
    filler("early exit", Scene::early_exit),
    filler("frame jumps", Scene::frame_jump),
    filler("condition", Scene::condition),
];

/// A random program.
pub fn surrounded(seed: u64) -> Surrounded {
    let mut scene = Scene::new(seed);
    let most = if scene.random.one_in(8) { 5 } else { 3 };
    for _ in 0..scene.random.between(1, most) {
        scene.between();
        scene.draft.stage();
    }
    scene.between();
    scene.draft.last();
    scene.between();
    scene.finished()
}

impl Scene {
    fn new(seed: u64) -> Self {
        let mut random = Rng::new(seed ^ 0x5352);
        let (plan, style) = Plan::new(&mut random);
        let count = random.between(1, 3);
        let fillers = (0..count).map(|_| random.pick(FILLERS)).collect();
        let draft_random = Rng::new(seed ^ 0x5353);
        Scene {
            draft: Draft::in_style(seed, draft_random, style),
            kinds: plan.kinds(&style),
            random,
            plan,
            fillers,
            top: String::new(),
            prototypes: BTreeSet::new(),
            beside: String::new(),
            flags: Vec::new(),
            parts: 0,
            shared: BTreeSet::new(),
        }
    }

    /// Sometimes code between two stages.
    fn between(&mut self) {
        if self.random.one_in(2) {
            return;
        }
        let filler = *self.random.pick(&self.fillers.clone());
        self.kinds.insert(filler.kind);
        (filler.write)(self);
    }

    /// A name that nothing else has.
    fn name(&mut self, prefix: &str) -> String {
        self.draft.name(prefix)
    }

    /// A line of the kernel.
    fn line(&mut self, text: &str) {
        self.draft.writer.line(text);
    }

    /// Lines of the kernel, behind an empty one.
    fn lines(&mut self, text: &str) {
        self.line("");
        text.lines().for_each(|line| self.line(line));
    }

    /// Lines of the kernel, sometimes in a function that gets the sizes.
    fn apart(&mut self, text: &str) {
        if self.random.one_in(2) {
            return self.lines(text);
        }
        let name = self.name("note");
        let size = self.draft.writer.style.size();
        let body = super::text::indented(text);
        self.draft.writer.functions +=
            &format!("static void {name}({size} h, {size} w)\n{{\n{body}}}\n\n");
        self.lines(&format!("{name}(h, w);"));
    }

    /// A variable of the kernel; what uses it stays there.
    fn variable(&mut self, name: &str, declaration: &str) {
        self.draft.writer.scalar(name, declaration);
    }

    /// A function of the second file.
    fn opaque(&mut self, head: &str, body: &str) {
        if self.prototypes.insert(format!("{head};\n")) {
            self.beside += &format!("{head};\n{head}\n{{\n{body}}}\n\n");
        }
    }

    /// A helper in front of the functions of stages.
    fn helper(&mut self, text: &str) {
        if !self.top.contains(text) {
            self.top += &format!("{text}\n");
        }
    }

    /// The type of elements.
    fn element(&self) -> &'static str {
        self.draft.writer.style.element.name()
    }

    /// An image of its own that is not half.
    fn own(&mut self) -> Option<Image> {
        self.draft.own().filter(|image| !image.is_half)
    }
}
