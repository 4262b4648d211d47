//! A rule for each code that a report can contain.

use super::format::{Configuration, Rule, RuleProperties, Text};
use crate::finding::{FOLDED, FUSED, NOT_FUSED, NOT_SHARED, NOT_SPLIT, SHARED, SPLIT};
use crate::reasons::{self, Styles};

/// Codes without a page: the code, its meaning in a few words, and in sentences.
const OTHERS: [(&str, &str, &str); 8] = [
    (
        FOLDED,
        "an array can be smaller",
        "All values of the array that are alive at the same time fit into less storage. The new \
         text is proved to compute the same.",
    ),
    (
        FUSED,
        "loops of stages can be one loop",
        "With `--fuse`: the loops of stages are executed together, so that few rows of the arrays \
         between them are needed at a time. The new text is proved to compute the same.",
    ),
    (
        SPLIT,
        "parts of an array live longer than the rest",
        "With `--split`: the parts can be arrays of their own, so that the rest gets smaller. The new \
         text is proved to compute the same.",
    ),
    (
        NOT_SPLIT,
        "an array stays whole",
        "With `--split`: the array would be smaller without a part of it, but the new text is not \
         proved.",
    ),
    (
        SHARED,
        "arrays can have common storage",
        "With `--share`: the arrays are not alive at the same time, or only in the same place. The \
         new text is proved, or shows that uses of one precede those of the other.",
    ),
    (
        NOT_FUSED,
        "loops of stages stay apart",
        "With `--fuse`: the loops follow each other, but cannot be executed together, or nothing \
         would get smaller.",
    ),
    (
        NOT_SHARED,
        "arrays keep storage of their own",
        "With `--share`: the arrays of the function cannot share storage, or nothing would get \
         smaller.",
    ),
    (
        "commands-differ",
        "compile commands lead to different results",
        "The compilation database compiles the file in several ways, and folds with the flags of \
         each differ. Fold the file with the flags of one command.",
    ),
];

/// The columns of help texts.
const COLUMNS: usize = 80;

/// All rules; their positions are the indices of results.
pub(super) fn all() -> Vec<Rule> {
    let others = OTHERS.into_iter().map(|(code, title, cause)| {
        let help = Text {
            text: cause.to_string(),
            markdown: None,
        };
        rule(code, title, cause, help)
    });
    others.chain(reasons::codes().map(of_page)).collect()
}

fn of_page(code: &'static str) -> Rule {
    let text = reasons::page_text(code, COLUMNS, Styles::Plain);
    let help = Text {
        text: text.unwrap_or_default(),
        markdown: reasons::page(code).map(str::to_string),
    };
    let title = reasons::title(code).unwrap_or(code);
    let cause = reasons::cause(code).unwrap_or(title).replace('\n', " ");
    rule(code, title, &cause, help)
}

fn rule(id: &'static str, title: &str, cause: &str, help: Text) -> Rule {
    let sentence = |text: &str| Text {
        text: text.to_string(),
        markdown: None,
    };
    Rule {
        id,
        name: joined(id),
        short_description: sentence(title),
        full_description: sentence(cause),
        help,
        default_configuration: Configuration { level: "note" },
        properties: RuleProperties {
            tags: ["memory", "performance"],
            severity: "recommendation",
        },
    }
}

/// `not-affine` as `NotAffine`.
fn joined(code: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    code.split('-').map(capital).collect()
}
