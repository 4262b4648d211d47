//! The pages of `docs/reasons`: for each code of an array that stays, its cause, a program with it,
//! and a program that folds. Text only; the codes themselves belong to the passes.

mod terminal;

pub use terminal::Styles;

/// The pages of these codes, which must be sorted.
macro_rules! pages {
    ($($code:literal),* $(,)?) => {
        &[$(($code, include_str!(concat!("../../../../docs/reasons/", $code, ".md")))),*]
    };
}

const PAGES: &[(&str, &str)] = pages![
    "across-directive",
    "address-escapes",
    "analysis-budget",
    "analysis-failed",
    "atomic",
    "carried-across-calls",
    "carried-across-iterations",
    "depends-on-configuration",
    "excluded",
    "file-scope",
    "function-parameter",
    "heap-alignment",
    "heap-other-block",
    "heap-size",
    "hidden-name",
    "in-included-file",
    "in-macro",
    "in-skipped-lines",
    "includes-itself",
    "initialiser-not-zero",
    "initialiser-read",
    "kept-by-threads",
    "leaves-dimension",
    "leaves-row",
    "may-change",
    "missing-fact",
    "named-elsewhere",
    "named-in-clause",
    "named-in-pragma",
    "no-smaller-mapping",
    "not-faster",
    "not-in-c",
    "not-in-region",
    "not-proved",
    "not-temporary",
    "not-tilable",
    "other-macro",
    "parallel-race",
    "parenthesised",
    "pointer-not-allocated",
    "pointer-not-local",
    "pointer-reassigned",
    "promise-broken",
    "read-before-written",
    "reentrant",
    "saves-too-little",
    "setjmp",
    "shared-by-functions",
    "shared-by-threads",
    "shared-static",
    "storage-class",
    "struct-element",
    "struct-member",
    "subscript-not-affine",
    "subscript-steps",
    "typedef-shape",
    "unknown-element",
    "unknown-shape",
    "unused",
    "unusual-spelling",
    "used-in-unanalysed-code",
    "used-outside-region",
    "volatile",
];

/// All codes, sorted.
pub fn codes() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|(code, _)| *code)
}

/// The page of a code, in Markdown.
pub fn page(code: &str) -> Option<&'static str> {
    let at = PAGES.binary_search_by_key(&code, |(name, _)| name).ok()?;
    Some(PAGES[at].1)
}

/// The cause in a few words, from the heading of the page: `a subscript cannot be followed`.
pub fn title(code: &str) -> Option<&'static str> {
    let heading = page(code)?.lines().next()?;
    heading.split_once(": ").map(|(_, title)| title)
}

/// The first paragraph of the page: the cause in two to four sentences, in Markdown.
pub fn cause(code: &str) -> Option<&'static str> {
    page(code)?.split("\n\n").nth(1)
}

/// The page of a code for a terminal with so many columns.
pub fn page_text(code: &str, columns: usize, styles: Styles) -> Option<String> {
    page(code).map(|page| terminal::text(page, columns, styles))
}

/// The code that a word means: the code itself, or the only one that contains it.
pub fn find(word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    let exact = codes().find(|code| *code == word);
    let mut containing = codes().filter(|code| code.contains(&word));
    exact.or_else(|| containing.next().filter(|_| containing.next().is_none()))
}

/// The codes that a word may mean: those that contain it, else those with nearly its letters, best
/// first.
pub fn nearest(word: &str) -> Vec<&'static str> {
    let word = word.to_lowercase();
    let containing = codes().filter(|code| !word.is_empty() && code.contains(&word));
    let containing: Vec<_> = containing.take(MOST_NEAREST).collect();
    if !containing.is_empty() {
        return containing;
    }
    let likeness = |code| (strsim::normalized_damerau_levenshtein(code, &word), code);
    let mut all: Vec<(f64, &str)> = codes().map(likeness).collect();
    all.retain(|(likeness, _)| *likeness >= LEAST_LIKENESS);
    all.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    all.truncate(MOST_NEAREST);
    all.into_iter().map(|(_, code)| code).collect()
}

/// Of 1: below it, a code is no likely intention.
const LEAST_LIKENESS: f64 = 0.6;

/// The codes that a message can name without becoming a list.
const MOST_NEAREST: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_page_with_its_parts() {
        assert!(codes().is_sorted());
        for code in codes() {
            let heading = format!("# `{code}`: {}\n", title(code).unwrap_or_default());
            assert!(page(code).is_some_and(|page| page.starts_with(&heading)));
            assert!(
                cause(code).is_some_and(|cause| cause.ends_with('.')),
                "{code}"
            );
        }
        assert_eq!(page("no-such-code"), None);
    }

    #[test]
    fn mistyped_codes_have_near_ones() {
        assert_eq!(nearest("not-affine"), ["subscript-not-affine"]);
        assert_eq!(nearest("volatil"), ["volatile"]);
        assert_eq!(nearest("Adress-Escapes"), ["address-escapes"]);
        assert_eq!(nearest("region").len(), 2);
        assert!(nearest("zzz").is_empty());
        assert!(nearest("").is_empty());
        assert_eq!(find("Volatile"), Some("volatile"));
        assert_eq!(find("not-affine"), Some("subscript-not-affine"));
        assert_eq!(find("region"), None);
    }

    #[test]
    fn pages_fit_the_terminal() {
        for code in codes() {
            let plain = page_text(code, 60, Styles::Plain).unwrap_or_default();
            let is_code = |line: &str| line.starts_with("    ");
            let too_wide = plain
                .lines()
                .find(|l| l.chars().count() > 60 && !is_code(l));
            assert_eq!(too_wide, None, "{code}");
            assert!(plain.starts_with(&format!("{code}: ")), "{plain}");
            assert!(!plain.contains("```") && !plain.contains("]("), "{plain}");
        }
    }
}
