//! Pages for terminals: paragraphs wrapped, programs indented. Knows the Markdown that the pages
//! use: headings, paragraphs, lists, code.

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use textwrap::{Options, WordSplitter};

/// Whether the terminal shows headings and programs in bold and colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Styles {
    /// Text alone.
    Plain,
    /// With escape sequences.
    Ansi,
}

const BOLD: &str = "\x1b[1m";
const CYAN: &str = "\x1b[36m";
const END: &str = "\x1b[0m";

/// Before each line of a program or message.
const INDENT: &str = "    ";

/// A page as text, of paragraphs with at most so many columns.
pub(super) fn text(markdown: &str, columns: usize, styles: Styles) -> String {
    let mut page = Page {
        columns,
        styles,
        ..Page::default()
    };
    for event in Parser::new(markdown) {
        page.take(&event);
    }
    page.written
}

/// What was read so far.
#[derive(Debug)]
struct Page {
    columns: usize,
    styles: Styles,
    written: String,
    /// The text of the present block.
    block: String,
    /// The present block is a program or message; messages are wrapped.
    code: Option<Code>,
    is_item: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Code {
    Program,
    Message,
}

impl Default for Page {
    fn default() -> Self {
        Page {
            columns: 80,
            styles: Styles::Plain,
            written: String::new(),
            block: String::new(),
            code: None,
            is_item: false,
        }
    }
}

impl Page {
    fn take(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.block += text,
            Event::Code(code) => self.inline_code(code),
            Event::SoftBreak | Event::HardBreak => self.block.push(' '),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) if info.starts_with("text") => {
                self.code = Some(Code::Message);
            }
            Tag::CodeBlock(_) => self.code = Some(Code::Program),
            Tag::Item => self.is_item = true,
            _ => {}
        }
    }

    fn end(&mut self, tag: &TagEnd) {
        match tag {
            TagEnd::Heading(_) => self.heading(),
            TagEnd::Paragraph => self.wrapped(""),
            TagEnd::CodeBlock => self.code_block(),
            TagEnd::Item => {
                self.wrapped("");
                self.is_item = false;
            }
            _ => {}
        }
    }

    /// The code of the page in its heading has no quotes.
    fn inline_code(&mut self, code: &str) {
        let is_title = self.written.is_empty() && self.block.is_empty();
        match is_title {
            true => self.block += code,
            false => self.block += &format!("`{code}`"),
        }
    }

    fn heading(&mut self) {
        let text = std::mem::take(&mut self.block);
        let text = textwrap::fill(&text, self.options());
        self.write(&self.styled(BOLD, &text));
    }

    fn wrapped(&mut self, indent: &str) {
        let text = std::mem::take(&mut self.block);
        if text.is_empty() {
            return;
        }
        let (first, more) = if self.is_item {
            ("* ", "  ")
        } else {
            (indent, indent)
        };
        let options = self.options();
        let options = options.initial_indent(first).subsequent_indent(more);
        self.write(&textwrap::fill(&text, options));
    }

    fn code_block(&mut self) {
        if self.code.take() == Some(Code::Message) {
            self.block = std::mem::take(&mut self.block).trim_end().to_string();
            return self.wrapped(INDENT);
        }
        let text = std::mem::take(&mut self.block);
        let lines = textwrap::indent(text.trim_end(), INDENT);
        self.write(&self.styled(CYAN, &lines));
    }

    /// Lines end between words: no option or code is broken.
    fn options(&self) -> Options<'_> {
        Options::new(self.columns)
            .break_words(false)
            .word_splitter(WordSplitter::NoHyphenation)
    }

    fn styled(&self, style: &str, text: &str) -> String {
        match self.styles {
            Styles::Plain => text.to_string(),
            Styles::Ansi => format!("{style}{text}{END}"),
        }
    }

    /// A block, with an empty line before all but the first.
    fn write(&mut self, text: &str) {
        if !self.written.is_empty() {
            self.written.push('\n');
        }
        self.written += text;
        self.written.push('\n');
    }
}
