//! C text as pieces that mutations move: words, numbers, operators, blanks, directive lines.

/// The kind of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Word,
    Number,
    Operator,
    /// White space, comments, literals, directive lines: moved as a whole.
    Other,
}

/// A piece of a text.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) kind: Kind,
    pub(crate) text: Vec<u8>,
}

/// Splits a text into pieces, whose concatenation is the text.
pub(crate) fn split(text: &[u8]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let starts_line = at == 0 || text[at - 1] == b'\n';
        let (kind, length) = piece(&text[at..], starts_line);
        let text = text[at..at + length].to_vec();
        at += length;
        pieces.push(Piece { kind, text });
    }
    pieces
}

fn piece(rest: &[u8], starts_line: bool) -> (Kind, usize) {
    let until = |end: &[u8]| {
        let found = rest[1..].windows(end.len()).position(|w| w == end);
        found.map_or(rest.len(), |at| at + 1 + end.len())
    };
    let run = |holds: fn(&u8) -> bool| rest.iter().take_while(|b| holds(b)).count();
    match rest[0] {
        b'#' if starts_line => (Kind::Other, until(b"\n")),
        b'/' if rest.starts_with(b"//") => (Kind::Other, until(b"\n")),
        b'/' if rest.starts_with(b"/*") => (Kind::Other, until(b"*/")),
        quote @ (b'"' | b'\'') => (Kind::Other, until(&[quote])),
        byte if byte.is_ascii_whitespace() => (Kind::Other, run(u8::is_ascii_whitespace)),
        byte if byte.is_ascii_digit() => (
            Kind::Number,
            run(|b| b.is_ascii_alphanumeric() || *b == b'.'),
        ),
        byte if is_word(&byte) => (Kind::Word, run(is_word)),
        _ => (Kind::Operator, operator(rest)),
    }
}

fn is_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80
}

fn operator(rest: &[u8]) -> usize {
    const LONG: [&[u8]; 14] = [
        b"<<=", b">>=", b"...", b"<=", b">=", b"==", b"!=", b"+=", b"-=", b"*=", b"++", b"--",
        b"&&", b"||",
    ];
    let long = LONG.iter().find(|long| rest.starts_with(long));
    long.map_or(1, |long| long.len())
}
