//! Whether the words of an expression only compute a number, or the place of an element.

/// Whether words are names, numbers and operators without side effects and without accesses.
pub(crate) fn is_arithmetic<'w>(words: impl Iterator<Item = &'w str>) -> bool {
    has_only(words, &|_| false)
}

/// The same for words that may also name an element or its address: `&t[i][0]`, `*t + n`.
pub(crate) fn is_place<'w>(words: impl Iterator<Item = &'w str>) -> bool {
    has_only(words, &|word| matches!(word, "[" | "]" | "&"))
}

fn has_only<'w>(words: impl Iterator<Item = &'w str>, others: &dyn Fn(&str) -> bool) -> bool {
    let mut before = "";
    for word in words {
        let is_call = word == "(" && is_name(before) && before != "sizeof";
        if is_call || !(is_plain(word) || others(word)) {
            return false;
        }
        before = word;
    }
    true
}

fn is_plain(word: &str) -> bool {
    is_name(word)
        || word.starts_with(|c: char| c.is_ascii_digit())
        || matches!(
            word,
            "+" | "-"
                | "*"
                | "/"
                | "%"
                | "("
                | ")"
                | "?"
                | ":"
                | "<"
                | ">"
                | "<="
                | ">="
                | "=="
                | "!="
                | "<<"
                | ">>"
                | "&&"
                | "||"
                | "!"
                | "~"
        )
}

/// Whether a word is a name or a keyword.
pub(crate) fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_are_arithmetic() {
        let check = |text: &str, expected: bool| {
            assert_eq!(is_arithmetic(text.split(' ')), expected, "{text}");
        };
        check("( i + 2 ) % 3", true);
        check("( size_t ) i * n", true);
        check("2 * sizeof ( double )", true);
        check("i ++", false);
        check("f ( i )", false);
        check("a [ i ]", false);
        check("i = 2", false);
        check("p -> n", false);
        assert!(is_place("& t [ i % 3 ] [ 0 ]".split(' ')));
        assert!(!is_place("& t [ next ( ) ]".split(' ')));
    }
}
