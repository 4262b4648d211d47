//! `pleat explain CODE`: the page of a code of an array that stays.

use crate::cli::screen::exit;
use crate::cli::screen::output;
use crate::cli::screen::terminal;
use report::reasons::{self, Styles};
use std::path::Path;

/// Pages are read more easily in lines of at most so many columns.
const WIDEST: usize = 100;

/// The code that the argument may be: a word in place of a file that does not exist.
pub(crate) fn code(file: &Path) -> Option<&str> {
    let word = file.to_str()?;
    let is_word = word.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    let is_code = is_word && word.chars().any(|c| c != '-');
    (is_code && !file.exists()).then_some(word)
}

/// Prints the page of a code, or of the only one that contains the word. Returns the exit status.
pub(crate) fn print(word: &str) -> Result<u8, String> {
    let styles = match terminal::colors_on_stdout() {
        true => Styles::Ansi,
        false => Styles::Plain,
    };
    let columns = terminal::columns_of_stdout().map_or(WIDEST, |columns| columns.min(WIDEST));
    let code = reasons::find(word).ok_or_else(|| unknown(word))?;
    let page = reasons::page_text(code, columns, styles).ok_or_else(|| unknown(word))?;
    output::stdout(page.as_bytes())?;
    Ok(exit::DONE)
}

fn unknown(word: &str) -> String {
    let nearest = reasons::nearest(word);
    let codes = match nearest.is_empty() {
        true => format!(
            "the codes are {}",
            reasons::codes().collect::<Vec<_>>().join(", ")
        ),
        false => format!("similar codes: {}", nearest.join(", ")),
    };
    format!("{word}: there is neither a file nor a code of this name; {codes}")
}
