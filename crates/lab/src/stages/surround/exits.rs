//! Ends of the kernel between stages, jumps in the loop around them, and stages under conditions.

use super::super::text::FAIL;
use super::Scene;
use super::plan::Around;

const PROBE: &str = "int probe(int k)";
const PROBE_BODY: &str =
    "    static int calls;\n\n    return ++calls % 9 == 0 ? -1 : k + calls % 3;\n";

impl Scene {
    /// A number between 0 and `k + 2` of the second file; sometimes -1.
    fn probe(&mut self) -> String {
        self.opaque(PROBE, PROBE_BODY);
        format!("probe({})", self.random.between(0, 5))
    }

    /// The kernel ends before its last stage.
    pub(super) fn early_exit(&mut self) {
        let condition = match self.random.below(4) {
            0 => format!("{} < 0", self.probe()),
            1 => "h > 18 && w > 18".to_string(),
            2 => format!("{} == 77", self.draft.whole().at("0", "0")),
            _ => format!("{} == 5", self.probe()),
        };
        let text = match self.random.one_in(3) {
            true => {
                format!("if ({condition}) {{\n    fprintf(stderr, \"stopped\\n\");\n    {FAIL}\n}}")
            }
            false => format!("if ({condition})\n    {FAIL}"),
        };
        self.lines(&text);
    }

    /// The kernel ends in one of the rows of the next stage.
    pub(super) fn exit_in_rows(&mut self) {
        let condition = match self.random.one_in(2) {
            true => format!("y == 3 && {} < 0", self.probe()),
            false => format!("{} == 77", self.draft.whole().at("y", "w - 1")),
        };
        self.draft.writer.each_row = Some(format!("if ({condition})\n    {FAIL}"));
    }

    /// Each row of the next stage starts with a call.
    pub(super) fn calls_in_rows(&mut self) {
        let call = match self.random.below(3) {
            0 => "printf(\"row %d\\n\", (int)y);",
            1 => {
                self.opaque(
                    "void tick(int y)",
                    "    ticks += y;\n    if (ticks % 11 == 3)\n        puts(\"tick\");\n",
                );
                self.beside_once("static int ticks;\n\n");
                "tick((int)y);"
            }
            _ => {
                self.poke();
                "poke_image();"
            }
        };
        self.draft.writer.each_row = Some(call.to_string());
    }

    /// The next frame, or no more of them.
    pub(super) fn frame_jump(&mut self) {
        let condition = match self.random.one_in(2) {
            true => format!("{} == 3", self.probe()),
            false => format!("{} > 200", self.draft.whole().at("h - 1", "0")),
        };
        let jump = match self.plan.around {
            Around::Nothing => return self.early_exit(),
            Around::Frames if self.random.one_in(2) => "continue;",
            _ => "break;",
        };
        self.lines(&format!("if ({condition})\n    {jump}"));
    }

    /// A change of an image under a condition of the second file, or of its data.
    pub(super) fn condition(&mut self) {
        let condition = match self.random.below(3) {
            0 => format!("{} > 2", self.probe()),
            1 => "h % 2 == 1".to_string(),
            _ => format!("{} > 9", self.draft.whole().at("0", "w - 1")),
        };
        let known = self.draft.images.len();
        self.draft.writer.open(&format!("if ({condition})"));
        match self.random.one_in(2) {
            true => self.draft.updated(),
            false => self.draft.in_place(),
        }
        self.draft.writer.close();
        // What only one case sets is not read later.
        self.draft.images.truncate(known);
    }
}
