//! Small edits of a C text, each of a kind that a person or a tool makes by mistake: a modulus, a
//! subscript, a bound, an order. Works on tokens; must not know who judges the results.
//!
//! [`mutants`] lists every edit of a text. `tokens` takes the text apart, `functions` finds the
//! function definitions, `statements` their statements; the other files have one group of kinds
//! each. A mutant may be equivalent to the original, or not compile.

mod expressions;
mod functions;
mod kind;
mod loops;
mod names;
mod order;
mod sizes;
mod statements;
mod subscripts;
mod tokens;

pub use functions::Role;
pub use kind::Kind;

use functions::{Function, functions};
use source::{Edit, Edits, Span};
use statements::{Statement, statements};
use tokens::Tokens;

/// A text with one small change.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// What was changed.
    pub kind: Kind,
    /// The function that contains the change; empty at file scope.
    pub function: String,
    /// What this function is for.
    pub role: Role,
    /// Its place in the unchanged text, from line 1.
    pub line: usize,
    /// The change in words: ``"`% 3` becomes `% 2`"``.
    pub what: String,
    edits: Edits,
}

impl Mutant {
    /// The changed text.
    pub fn text(&self, original: &str) -> String {
        String::from_utf8_lossy(&self.edits.apply(original.as_bytes())).into_owned()
    }
}

/// All mutants of a text, in the order of their kinds. `folded` names the arrays whose subscripts
/// count as [`Kind::Offset`]; those of all other arrays as [`Kind::OtherSubscript`].
pub fn mutants(text: &str, folded: &[String]) -> Vec<Mutant> {
    let tokens = Tokens::new(text);
    let mut found = Found {
        tokens: &tokens,
        function: String::new(),
        role: Role::Kernel,
        mutants: Vec::new(),
    };
    sizes::at_file_scope(&tokens, &mut found);
    subscripts::in_macros(&tokens, &mut found);
    for function in functions(&tokens) {
        found.function = function.name.clone();
        found.role = function.role;
        let lists = statements(&tokens, function.body.clone());
        let scene = Scene {
            tokens: &tokens,
            function: &function,
            lists: &lists,
            folded,
        };
        subscripts::find(&scene, &mut found);
        loops::find(&scene, &mut found);
        order::find(&scene, &mut found);
        names::find(&scene, &mut found);
        sizes::find(&scene, &mut found);
        expressions::find(&scene, &mut found);
    }
    let mut mutants = found.mutants;
    mutants.sort_by_key(|m| m.kind);
    mutants
}

/// A function as the kinds see it.
struct Scene<'a> {
    tokens: &'a Tokens<'a>,
    function: &'a Function,
    lists: &'a [Vec<Statement>],
    folded: &'a [String],
}

impl Scene<'_> {
    /// All statements.
    fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.lists.iter().flatten()
    }
}

/// Collects mutants.
struct Found<'a> {
    tokens: &'a Tokens<'a>,
    function: String,
    role: Role,
    mutants: Vec<Mutant>,
}

impl Found<'_> {
    /// Tokens `first..=last` become a text.
    fn replace(&mut self, kind: Kind, first: usize, last: usize, new: &str) {
        self.replace_all(kind, &[(first, last, new.to_string())]);
    }

    /// Several replacements at once: inclusive token ranges with new texts.
    fn replace_all(&mut self, kind: Kind, changes: &[(usize, usize, String)]) {
        let mut edits = Edits::default();
        for (first, last, text) in changes {
            let span = self.tokens.span(*first, *last);
            let edit = Edit {
                span,
                text: text.clone(),
            };
            if edits.insert(edit).is_err() {
                return;
            }
        }
        let Some((first, last, new)) = changes.first() else {
            return;
        };
        let old = shortened(self.tokens.piece(*first, *last));
        let what = match new.is_empty() {
            true => format!("`{old}` is removed"),
            false => format!("`{old}` becomes `{}`", shortened(new)),
        };
        self.mutants.push(Mutant {
            kind,
            function: self.function.clone(),
            role: self.role,
            line: self.tokens.line(*first),
            what,
            edits,
        });
    }

    /// A text behind a token.
    fn insert_after(&mut self, kind: Kind, at: usize, text: &str) {
        let end = self.tokens.words[at].span.end;
        let mut edits = Edits::default();
        let edit = Edit {
            span: Span::new(end, end),
            text: text.to_string(),
        };
        if edits.insert(edit).is_ok() {
            self.mutants.push(Mutant {
                kind,
                function: self.function.clone(),
                role: self.role,
                line: self.tokens.line(at),
                what: format!("`{}` follows `{}`", text.trim(), self.tokens.word(at)),
                edits,
            });
        }
    }
}

/// The text on one line, cut to a readable length.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}
