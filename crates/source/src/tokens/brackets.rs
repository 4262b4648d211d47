//! Matching brackets in a row of tokens. Digraphs are not counted as brackets.

/// The index of the word that closes the bracket opened by the first word; 0 if the first word is
/// not a bracket, `None` if nothing closes it.
pub(crate) fn closing<'a>(words: impl IntoIterator<Item = &'a str>) -> Option<usize> {
    let mut depth = 0_usize;
    words.into_iter().position(|word| {
        match word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    })
}

/// Whether every bracket among the words has its partner among them.
pub(crate) fn is_balanced<'a>(words: impl IntoIterator<Item = &'a str>) -> bool {
    let mut depth = 0_i64;
    for word in words {
        match word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

#[cfg(test)]
mod tests {
    use super::{closing, is_balanced};

    #[test]
    fn brackets_match_by_depth() {
        let words = |text: &'static str| text.split(' ');
        assert_eq!(closing(words("( a [ 1 ] ) ;")), Some(5));
        assert_eq!(closing(words("a ( b )")), Some(0));
        assert_eq!(closing(words("{ ( )")), None);
        assert!(is_balanced(words("a ( b ) { }")));
        assert!(!is_balanced(words(") (")) && !is_balanced(words("( )  [")));
    }
}
