//! The function definitions of a text. Knows nothing of their statements.

use super::tokens::Tokens;
use std::ops::Range;

/// What a function is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It computes.
    Kernel,
    /// It calls kernels and prints their results: `main`, or a helper of it.
    Frame,
}

/// A function definition.
pub(super) struct Function {
    pub(super) name: String,
    pub(super) role: Role,
    /// From its `{` to its `}`, both included.
    pub(super) body: Range<usize>,
}

/// Calls by which a function is recognised as part of the frame.
const PRINTING: [&str; 6] = ["printf", "fprintf", "puts", "putchar", "fwrite", "fputs"];

/// The function definitions in the order of the text.
pub(super) fn functions(tokens: &Tokens<'_>) -> Vec<Function> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < tokens.words.len() {
        match tokens.word(at) {
            "{" if !tokens.in_directive(at) => {
                let Some(end) = tokens.partner(at) else { break };
                if let Some(name) = name_before(tokens, at) {
                    all.push(function(tokens, name, at..end + 1));
                }
                at = end + 1;
            }
            _ => at += 1,
        }
    }
    all
}

fn function(tokens: &Tokens<'_>, name: String, body: Range<usize>) -> Function {
    let prints = body.clone().any(|at| PRINTING.contains(&tokens.word(at)));
    let role = match prints || name == "main" {
        true => Role::Frame,
        false => Role::Kernel,
    };
    Function { name, role, body }
}

/// The name in `name(...) {`.
fn name_before(tokens: &Tokens<'_>, brace: usize) -> Option<String> {
    let close = brace.checked_sub(1).filter(|at| tokens.is(*at, ")"))?;
    let open = tokens.partner(close)?;
    let name = open.checked_sub(1).filter(|at| tokens.is_name(*at))?;
    Some(tokens.word(name).to_string())
}
