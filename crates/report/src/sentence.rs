//! Sentences from clauses. Only words get a capital letter: code at the start of a clause is in
//! backquotes and keeps its letters. Texts that begin with sizes or conditions are no clauses.

/// A clause with a capital letter and an end.
pub(crate) fn sentence(clause: &str) -> String {
    let end = match clause.ends_with(['.', '?', '!']) {
        true => "",
        false => ".",
    };
    format!("{}{end}", capital(clause))
}

/// A clause with a capital letter, unless it begins with code.
pub(crate) fn capital(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::{capital, sentence};

    #[test]
    fn code_keeps_its_letters() {
        assert_eq!(sentence("it folds"), "It folds.");
        assert_eq!(sentence("`w` may change"), "`w` may change.");
        assert_eq!(capital("at least "), "At least ");
        assert_eq!(capital(""), "");
    }
}
