//! The pages of `docs/reasons` are true: the program before has the code and the message, the
//! program after folds.

use crate::common::root;
use crate::markdown;
use crate::snapshot;
use markdown::Block;
use rstest::rstest;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A page and a folder with its files.
struct Page {
    file: PathBuf,
    code: String,
    blocks: Vec<Block>,
    work: tempfile::TempDir,
}

impl Page {
    fn read(file: PathBuf) -> Self {
        let blocks = markdown::blocks(&std::fs::read_to_string(&file).unwrap());
        let page = Page {
            code: file.file_stem().unwrap().to_str().unwrap().to_string(),
            work: tempfile::tempdir().unwrap(),
            blocks,
            file,
        };
        for header in page.all("c", |word| word.ends_with(".h")) {
            page.write(&header.words[0], &header.text);
        }
        page
    }

    fn all(&self, language: &str, is: impl Fn(&str) -> bool) -> Vec<&Block> {
        let of = |b: &&Block| b.language == language && b.words.first().is_some_and(|w| is(w));
        self.blocks.iter().filter(of).collect()
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.work.path().join(name), text).unwrap();
    }

    /// The arrays of the report of a fold.
    fn fold(&self, args: &[String]) -> Vec<Value> {
        let mut pleat = Command::new(env!("CARGO_BIN_EXE_pleat"));
        pleat.args(["fold", "--report", "report.json", "-o", "folded.c"]);
        let output = pleat.args(args).current_dir(&self.work).output().unwrap();
        assert!(output.status.success(), "{}: {output:?}", self.code);
        let report = std::fs::read(self.work.path().join("report.json")).unwrap();
        let report: Value = serde_json::from_slice(&report).unwrap();
        report["arrays"].as_array().unwrap().clone()
    }

    /// Compiles and folds the program of a block.
    fn fold_program(&self, block: &Block) -> Vec<Value> {
        self.write("kernel.c", &block.text);
        let mut cc = Command::new("cc");
        cc.args(["-fsyntax-only", "-w", "kernel.c"]);
        let output = cc.current_dir(&self.work).output().unwrap();
        assert!(output.status.success(), "{}: {output:?}", self.code);
        self.fold(&[&["kernel.c".to_string()], &block.words[1..]].concat())
    }

    /// The program before has the code, with the message of the page.
    fn check_before(&self) {
        let [before] = self.all("c", |word| word == "before")[..] else {
            panic!("{}: one block `c before`", self.code);
        };
        let arrays = self.fold_program(before);
        let [message] = self.all("text", |word| word == "message")[..] else {
            panic!("{}: one block `text message`", self.code);
        };
        let remark = |array: &Value| {
            let text = |field: &str| array[field].as_str().unwrap().to_string();
            let start = format!(
                "note[{}]: `{}` stays as it is: ",
                text("reason"),
                text("name")
            );
            (start.clone(), start + &text("detail") + "\n")
        };
        let has_code = |array: &&Value| array["reason"] == self.code.as_str();
        let of_code: Vec<_> = arrays.iter().filter(has_code).map(remark).collect();
        // Inputs and outputs have `not-temporary`, too: the page names the array.
        let named = |(start, _): &&(String, String)| message.text.starts_with(start);
        let entry = of_code.iter().find(named).or(of_code.last());
        let (_, expected) = entry.unwrap_or_else(|| panic!("{}: {arrays:?}", self.code));
        markdown::same(&self.file, message, expected);
    }

    /// An array is folded by each program and command after.
    fn check_after(&self) {
        let folded = |arrays: &[Value]| arrays.iter().any(|array| array["status"] == "folded");
        let programs = self.all("c", |word| word == "after");
        for after in &programs {
            let arrays = self.fold_program(after);
            assert!(folded(&arrays), "{}: {arrays:?}", self.code);
        }
        let commands = self.all("console", |word| word == "after");
        for after in &commands {
            self.write("kernel.c", &self.all("c", |word| word == "before")[0].text);
            let words = shlex::split(after.text.strip_prefix("$ pleat fold ").unwrap()).unwrap();
            let arrays = self.fold(&words);
            assert!(folded(&arrays), "{}: {}: {arrays:?}", self.code, after.text);
        }
        let text = std::fs::read_to_string(&self.file).unwrap();
        let is_right = text.contains("\n## Right as it is\n");
        let nothing = programs.is_empty() && commands.is_empty();
        assert_eq!(is_right, nothing, "{}: an example, or no change", self.code);
    }
}

#[rstest]
fn page_is_true(#[files("../../docs/reasons/*.md")] path: PathBuf) {
    let page = Page::read(path);
    assert!(report::reasons::page(&page.code).is_some(), "{}", page.code);
    // No program is known that causes it.
    if page.code != "analysis-failed" {
        page.check_before();
    }
    page.check_after();
}

/// The overview has a row for each page, with a link.
#[test]
fn overview_lists_every_page() {
    let overview = std::fs::read_to_string(root().join("docs/reasons.md")).unwrap();
    for code in report::reasons::codes() {
        let row = format!("| [`{code}`](reasons/{code}.md) | ");
        assert_eq!(overview.matches(&row).count(), 1, "{code}");
    }
    let files = std::fs::read_dir(Path::new(&root()).join("docs/reasons")).unwrap();
    assert_eq!(files.count(), report::reasons::codes().count());
}

fn explain(args: &[&str]) -> (Option<i32>, String, String) {
    let mut pleat = Command::new(env!("CARGO_BIN_EXE_pleat"));
    let output = pleat.arg("explain").args(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// Each page as a terminal shows it, and the messages on words that are no code.
#[test]
fn explain_prints_pages() {
    for code in report::reasons::codes() {
        let (status, page, _) = explain(&[code]);
        assert_eq!(status, Some(0), "{code}");
        assert!(page.starts_with(&format!("{code}: ")), "{page}");
    }
    let (_, page, _) = explain(&["subscript-steps"]);
    let pages = snapshot::settings("pages");
    pages.bind(|| insta::assert_snapshot!("subscript-steps", page));
    let (_, colored, _) = explain(&["not-affine", "--color", "always"]);
    assert!(
        colored.starts_with("\x1b[1msubscript-not-affine: "),
        "{colored}"
    );
    let unknown = |word: &str| {
        let (status, page, message) = explain(&[word]);
        assert_eq!((status, page.as_str()), (Some(2), ""));
        message
    };
    let messages = ["volatil-array", "region", "zzz", "nowhere.c"].map(unknown);
    pages.bind(|| insta::assert_snapshot!("unknown", messages.concat()));
}
