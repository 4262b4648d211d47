//! The documents are true: every command of README and docs/ is executed, and every program is
//! compiled.
//!
//! | block | test |
//! | --- | --- |
//! | `console` | each `$ command` is executed in the page's folder; its output follows |
//! | `sh` | each command is executed; build tools and installers must exist only |
//! | `c NAME.c` | compiles, and is a file of the page's folder; so is any other block with a name |
//! | `c` | compiles |
//! | `c COMMAND`, `diff COMMAND` | the lines occur in the output of the command |
//! | `json`, `toml`, `make`, `isl`, `lua` | is read by a parser of the language |
//!
//! A line `...` stands for any lines. `UPDATE_DOCS=1` writes the outputs into the pages.

mod check;
mod folder;
mod links;
use crate::common;
use crate::markdown;
use check::check;
use folder::Folder;
use rstest::rstest;
use std::path::{Path, PathBuf};

fn check_page(path: &Path) {
    let text = std::fs::read_to_string(path).unwrap();
    let blocks = markdown::blocks(&text);
    let folder = Folder::new(&blocks);
    // From the last one, so that the places of the others remain when a block is rewritten.
    let outputs: Vec<_> = blocks
        .iter()
        .map(|block| check(&folder, path, block))
        .collect();
    for (block, output) in blocks.iter().zip(outputs).rev() {
        if let Some(output) = output {
            markdown::same(path, block, &output);
        }
    }
}

#[rstest]
fn page_is_true(#[files("../../docs/*.md")] path: PathBuf) {
    check_page(&path);
}

#[test]
fn readme_is_true() {
    check_page(&common::root().join("README.md"));
}
