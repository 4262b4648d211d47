//! The words of isl notation.

/// A word of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word<'t> {
    Name(&'t str),
    Number(i64),
    /// An operator or bracket.
    Sign(&'t str),
}

/// Longer signs are before their prefixes.
const SIGNS: [&str; 21] = [
    "->", "<=", ">=", "!=", "<<", ">>", "[", "]", "{", "}", "(", ")", ",", ":", "<", ">", "=", "+",
    "-", "*", "%",
];

/// The words of a text; `None` if it contains anything else.
pub(super) fn words(text: &str) -> Option<Vec<Word<'_>>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '0'..='9' => rest.find(|c: char| !c.is_ascii_digit()),
            // Primes are at the end of a name alone.
            _ if is_name(first) => {
                let stem = rest.find(|c: char| !is_name(c) && !c.is_ascii_digit());
                stem.and_then(|stem| Some(stem + rest[stem..].find(|c| c != '\'')?))
            }
            _ => Some(SIGNS.iter().find(|s| rest.starts_with(**s))?.len()),
        };
        let (word, behind) = rest.split_at(length.unwrap_or(rest.len()));
        found.push(match first {
            '0'..='9' => Word::Number(word.parse().ok()?),
            _ if is_name(first) => Word::Name(word),
            _ => Word::Sign(word),
        });
        rest = behind.trim_start();
    }
    Some(found)
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}
