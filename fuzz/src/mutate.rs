//! Mutations of corpus files, token by token: the first bytes of the input choose a file, the
//! others its mutations.

use crate::tokens::{Kind, Piece, split};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

const OPERATORS: [&str; 24] = [
    "+", "-", "*", "/", "%", "<", "<=", ">", ">=", "==", "!=", "=", "+=", "-=", "++", "--", "&&",
    "||", "&", "!", "?", ":", ",", ";",
];
const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "10",
    "1000",
    "0x10",
    "1u",
    "2147483647",
    "4294967296",
    "9223372036854775807",
    "0.5",
    "1'0",
];
const STATEMENTS: [&str; 22] = [
    "break;",
    "continue;",
    "return;",
    "goto out;",
    "out:;",
    "if (0)",
    "else",
    "while (1)",
    "for (;;)",
    "{",
    "}",
    ";",
    "static",
    "volatile",
    "const",
    "unsigned",
    "char",
    "\n#if 0\n",
    "\n#else\n",
    "\n#endif\n",
    "\n#pragma scop\n",
    "\n#pragma endscop\n",
];

static CORPUS: LazyLock<Vec<Vec<Piece>>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let texts = files.iter().filter_map(|path| std::fs::read(path).ok());
    texts.map(|text| split(&text)).collect()
});

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => collect(&path, files),
            false if path.extension().is_some_and(|e| e == "c") => files.push(path),
            false => {}
        }
    }
}

/// The bytes of the input in order, and zeros after its end.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn byte(&mut self) -> usize {
        self.0.next().map_or(0, |byte| usize::from(*byte))
    }

    /// A number below `end`, which is not 0.
    fn below(&mut self, end: usize) -> usize {
        (self.byte() << 8 | self.byte()) % end
    }

    fn of<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.below(list.len())]
    }

    fn is_empty(&self) -> bool {
        self.0.as_slice().is_empty()
    }
}

/// The corpus file with the mutations that the input encodes.
pub fn text(input: &[u8]) -> Vec<u8> {
    let mut choices = Choices(input.iter());
    let mut pieces = choices.of(&CORPUS).clone();
    while !choices.is_empty() && !pieces.is_empty() {
        mutate(&mut pieces, &mut choices);
    }
    pieces.into_iter().flat_map(|piece| piece.text).collect()
}

fn mutate(pieces: &mut Vec<Piece>, choices: &mut Choices) {
    let kind = choices.byte() % 10;
    let at = choices.below(pieces.len());
    match kind {
        0 => drop(pieces.remove(at)),
        1 => pieces.insert(at, pieces[at].clone()),
        2 => {
            let other = choices.below(pieces.len());
            pieces.swap(at, other);
        }
        3 => change(pieces, at, Kind::Number, choices.of(&NUMBERS).as_bytes()),
        4 => change(
            pieces,
            at,
            Kind::Operator,
            choices.of(&OPERATORS).as_bytes(),
        ),
        5 | 6 => rename(pieces, at, choices),
        7 => {
            let text = format!(" {} ", choices.of(&STATEMENTS));
            pieces.insert(
                at,
                Piece {
                    kind: Kind::Other,
                    text: text.into_bytes(),
                },
            );
        }
        8 => {
            let lines = lines_of_another(choices);
            pieces.splice(at..at, lines);
        }
        _ => {
            let end = (at + 1 + choices.byte() % 16).min(pieces.len());
            pieces.drain(at..end);
        }
    }
}

/// Replaces the text of the first piece of this kind at or after `at`.
fn change(pieces: &mut [Piece], at: usize, kind: Kind, text: &[u8]) {
    if let Some(piece) = pieces[at..].iter_mut().find(|piece| piece.kind == kind) {
        piece.text = text.to_vec();
    }
}

/// Replaces the first word at or after `at` by another word of the file.
fn rename(pieces: &mut [Piece], at: usize, choices: &mut Choices) {
    let from = choices.below(pieces.len());
    let word = pieces[from..].iter().find(|piece| piece.kind == Kind::Word);
    if let Some(text) = word.map(|piece| piece.text.clone()) {
        change(pieces, at, Kind::Word, &text);
    }
}

/// Some lines of a corpus file.
fn lines_of_another(choices: &mut Choices) -> Vec<Piece> {
    let other: &Vec<Piece> = choices.of(&CORPUS);
    let at = choices.below(other.len());
    let mut lines = 1 + choices.byte() % 4;
    let is_inside = |piece: &&Piece| {
        lines -= usize::from(piece.text.contains(&b'\n'));
        lines > 0
    };
    other[at..].iter().take_while(is_inside).cloned().collect()
}
