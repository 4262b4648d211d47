//! The additions of all folds of a file to the bodies of loops, merged by body.

use crate::forms::loop_body::LoopBody;
use crate::forms::named::{Declarations, Named};
use crate::forms::strips::Strips;
use source::{Edit, SourceFile, Span};
use std::collections::BTreeMap;

/// An addition of a fold to the body of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addition {
    /// The body.
    pub body: LoopBody,
    /// The addition.
    pub added: Added,
}

/// The kinds of additions to a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Added {
    /// A constant at the start.
    Named(Named),
    /// Statements at the end.
    AtEnd(Vec<String>),
    /// A loop over strips around the body.
    Strips(Strips),
}

/// All additions to one body.
struct Merged<'a> {
    body: &'a LoopBody,
    declarations: Declarations<'a>,
    at_end: Vec<&'a str>,
    strips: Option<Strips>,
}

/// The edits of all additions, each once.
pub fn edits(file: &SourceFile, additions: &[Addition]) -> Vec<Edit> {
    let mut bodies: BTreeMap<Span, Merged<'_>> = BTreeMap::new();
    for Addition { body, added } in additions {
        let merged = bodies.entry(body.opening).or_insert_with(|| Merged {
            body,
            declarations: Declarations::default(),
            at_end: Vec::new(),
            strips: None,
        });
        match added {
            Added::Named(named) => merged.declarations.add(named),
            Added::AtEnd(statements) => {
                merged.at_end.extend(statements.iter().map(String::as_str));
            }
            Added::Strips(strips) => match &mut merged.strips {
                Some(known) => known.merge(strips),
                none => *none = Some(strips.clone()),
            },
        }
    }
    // Of two bodies that end at one place the inner one is closed first.
    let bodies = bodies.values().rev();
    bodies.flat_map(|merged| merged.edits(file)).collect()
}

impl Merged<'_> {
    fn edits(&self, file: &SourceFile) -> Vec<Edit> {
        let start = self.declarations.lines();
        match &self.strips {
            Some(strips) => strips.edits(file, self.body, &start, &self.at_end),
            None => self.body.edits(file, &start, &self.at_end),
        }
    }
}
