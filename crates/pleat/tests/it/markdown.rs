//! Code blocks of Markdown files, with the words after their language.

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use std::ops::Range;
use std::path::Path;

/// A fenced code block.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    /// `c`, `console`, ...; empty without one.
    pub(crate) language: String,
    /// The words after the language.
    pub(crate) words: Vec<String>,
    /// Its text.
    pub(crate) text: String,
    /// The first line of its text in the file, from 1.
    pub(crate) line: usize,
    /// The bytes of its text in the file.
    pub(crate) bytes: Range<usize>,
}

/// All code blocks of a text.
pub(crate) fn blocks(markdown: &str) -> Vec<Block> {
    let mut all: Vec<Block> = Vec::new();
    let mut is_open = false;
    for (event, bytes) in Parser::new(markdown).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                all.push(opened(&kind));
                is_open = true;
            }
            Event::End(TagEnd::CodeBlock) => is_open = false,
            Event::Text(text) if is_open => {
                let block = all.last_mut().unwrap();
                if block.text.is_empty() {
                    block.bytes = bytes.clone();
                    block.line = markdown[..bytes.start].matches('\n').count() + 1;
                }
                block.bytes.end = bytes.end;
                block.text += &text;
            }
            _ => {}
        }
    }
    all
}

fn opened(kind: &CodeBlockKind<'_>) -> Block {
    let info = match kind {
        CodeBlockKind::Fenced(info) => info.to_string(),
        CodeBlockKind::Indented => String::new(),
    };
    let mut words = info.split_whitespace().map(String::from);
    Block {
        language: words.next().unwrap_or_default(),
        words: words.collect(),
        text: String::new(),
        line: 0,
        bytes: 0..0,
    }
}

/// Compares the text of a block with the actual one. With `UPDATE_DOCS` in the environment, writes
/// the actual one into the file in its place.
pub(crate) fn same(file: &Path, block: &Block, actual: &str) {
    if block.text == actual {
        return;
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let mut text = std::fs::read_to_string(file).unwrap();
        text.replace_range(block.bytes.clone(), actual);
        std::fs::write(file, text).unwrap();
        return;
    }
    panic!(
        "{}:{}: the output is another one; UPDATE_DOCS=1 writes it into the page\n\
         --- page\n{}\n--- actual\n{actual}",
        file.display(),
        block.line,
        block.text
    );
}
