//! Parentheses around a piece of C, and whether it needs them as an operand. They are counted in
//! characters, not in tokens: those in literals count too.

use std::ops::Range;

/// Whether a piece of C is one name, one integer, one pair of parentheses, or a part of an object:
/// `p->w`, `grid[1]`.
pub fn is_operand(text: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    if !text.is_empty() && text.chars().all(word) {
        return true;
    }
    text.starts_with('(') && closes_at_end(text) || is_part_of_object(text)
}

/// `p->w`, `grid[1]`, `c->size.w`
fn is_part_of_object(text: &str) -> bool {
    let is_start = text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let plain = text.replace("->", ".").replace(['[', ']'], ".");
    let words = plain.trim_end_matches('.').replace("..", ".");
    let is_word =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_start && words.split('.').all(is_word)
}

/// A piece of C as it can stand behind `+`: in parentheses if an operator outside of parentheses
/// binds less than that.
pub fn as_summand(text: String) -> String {
    let mut depth = 0;
    let binds_less = super::words::words(&text).iter().any(|word| {
        match word.text.as_str() {
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            "?" | "," | "<" | ">" | "<=" | ">=" | "==" | "!=" | "&&" | "||" | "&" | "|" | "^"
            | "<<" | ">>" => return depth == 0,
            _ => {}
        }
        false
    });
    match binds_less {
        true => format!("({text})"),
        false => text,
    }
}

/// The text inside of all parentheses that enclose the whole piece of C; the piece itself without
/// any.
pub fn inside_parentheses(text: &str) -> &str {
    let mut inner = text.trim();
    while inner.starts_with('(') && closes_at_end(inner) {
        inner = inner[1..inner.len() - 1].trim();
    }
    inner
}

/// The place of `y + 1` in `(size_t)(y + 1)`, if a piece of C is a cast of parentheses.
pub fn inside_cast(text: &str) -> Option<Range<usize>> {
    let type_end = text.strip_prefix('(')?.find(')')? + 1;
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ' ';
    let operand = &text[type_end + 1..];
    let inner = inside_parentheses(operand);
    let is_cast = text[1..type_end].chars().all(is_part) && inner.len() < operand.trim().len();
    let start = type_end + 1 + operand.find(inner)?;
    is_cast.then_some(start..start + inner.len())
}

/// Whether the first parenthesis is closed by the last character.
fn closes_at_end(text: &str) -> bool {
    let mut depth = 0_i64;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + c.len_utf8() == text.len();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{as_summand, inside_cast, inside_parentheses, is_operand};

    #[test]
    fn operands() {
        assert!(is_operand("k") && is_operand("12") && is_operand("(a + b)"));
        assert!(!is_operand("(a) + (b)") && !is_operand("k-1") && !is_operand(""));
    }

    #[test]
    fn parentheses() {
        let inside = ["x", "(x)", " ( (x) ) "].map(inside_parentheses);
        assert_eq!(inside, ["x"; 3]);
        assert_eq!(inside_parentheses("(a) + (b)"), "(a) + (b)");
    }

    #[test]
    fn summands() {
        let written = ["x + 1", "x < 0 ? 0 : x", "(x < 0)", "a[i < 0]", "x & 3"];
        let written = written.map(|text| as_summand(text.to_string()));
        let wanted = ["x + 1", "(x < 0 ? 0 : x)", "(x < 0)", "a[i < 0]", "(x & 3)"];
        assert_eq!(written, wanted);
    }

    #[test]
    fn casts() {
        let inner = |text: &str| inside_cast(text).map(|at| text[at].to_string());
        assert_eq!(inner("(size_t)(y + 1)").as_deref(), Some("y + 1"));
        assert_eq!(inner("(unsigned long) (y)").as_deref(), Some("y"));
        let others = ["(size_t)y", "(a + b)(c)", "(a)(b) + (c)", "(a)", "y"].map(inner);
        assert_eq!(others, [const { None }; 5]);
    }
}
