//! Whether the words of an expression only compute a number, or the place of an element.

/// Whether words are names, numbers and operators without side effects and without accesses.
pub(crate) fn is_arithmetic<'w>(words: impl Iterator<Item = &'w str>) -> bool {
    has_only(words, &|_| false)
}

/// The same for words that may also name an element or its address: `&t[i][0]`, `*t + n`.
pub(crate) fn is_place<'w>(words: impl Iterator<Item = &'w str>) -> bool {
    has_only(words, &|word| matches!(word, "[" | "]" | "&"))
}

/// The same for words that may also name members of structures: `p->n[0]`.
pub(crate) fn is_size<'w>(words: impl Iterator<Item = &'w str>) -> bool {
    has_only(words, &|word| matches!(word, "[" | "]" | "&" | "->" | "."))
}

/// The members that words name: `p->n[0]` in `2 * p->n[0]`.
pub(crate) fn members(words: &[&str]) -> Vec<String> {
    let is_step = |at: usize| matches!(words.get(at), Some(&("->" | "." | "[")));
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let start = at;
        at += 1;
        while is_name(words[start]) && is_step(at) {
            at = match words[at] {
                "[" => closing(words, at) + 1,
                _ => at + 2,
            };
        }
        let all = &words[start..at.min(words.len())];
        if all.iter().any(|word| matches!(*word, "->" | ".")) {
            found.push(all.concat());
        }
    }
    found
}

/// The position of the bracket that closes the one at a position.
fn closing(words: &[&str], open: usize) -> usize {
    let mut depth = 0;
    let mut ends = |word: &str| {
        depth += i32::from(word == "[") - i32::from(word == "]");
        depth == 0
    };
    let rest = &words[open..];
    open + rest
        .iter()
        .position(|word| ends(word))
        .unwrap_or(rest.len())
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
        assert!(is_size("sizeof ( int ) * g -> n [ 0 ]".split(' ')));
    }

    #[test]
    fn members_are_found_whole() {
        let words: Vec<&str> = "n * g -> n [ k [ 0 ] ] . w + ( h . w < t [ 1 ] )"
            .split(' ')
            .collect();
        assert_eq!(members(&words), ["g->n[k[0]].w", "h.w"]);
    }
}
