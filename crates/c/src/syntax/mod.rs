//! Syntax trees: parsing with lang-c, and what a tree says by its form alone.

pub mod attributes;
pub mod base;
pub mod checks;
pub mod constant;
pub mod declarators;
pub mod exits;
pub mod expressions;
pub mod full_expressions;
pub mod initializers;
pub(crate) mod jumps;
pub mod notes;
pub mod openmp;
pub mod parser;
pub(crate) mod tokens;

use attributes::Attributes;
use notes::Note;
use parser::aliases::Aliases;
use source::Unit;

/// The syntax trees of a file.
#[derive(Debug)]
pub struct Syntax {
    /// Its external declarations, each parsed separately.
    pub(crate) pieces: Vec<parser::ParsedDeclaration>,
    /// Aliases under which the parser was given names.
    pub(crate) aliases: Aliases,
    /// The attributes of its names.
    pub(crate) attributes: Attributes,
    /// Messages about declarations that were not read, and about included functions.
    pub notes: Vec<Note>,
    /// The trees of all texts that were parsed for it.
    parsed: parser::Parsed,
}

impl Syntax {
    /// Parses a file.
    pub fn of(unit: &Unit) -> Syntax {
        Syntax::parse(unit, parser::Parsed::new(), Aliases::of(unit))
    }

    /// Parses another version of a file. Declarations with the same text share their trees.
    pub fn like(unit: &Unit, known: &Syntax) -> Syntax {
        let aliases = Aliases::like(unit, &known.aliases);
        Syntax::parse(unit, known.parsed.clone(), aliases)
    }

    /// Whether every declaration of the file itself was read.
    pub fn is_whole(&self) -> bool {
        let mut own = self.pieces.iter().filter(|piece| piece.in_main_file);
        own.all(|piece| piece.unread.is_empty())
    }

    fn parse(unit: &Unit, mut parsed: parser::Parsed, aliases: Aliases) -> Syntax {
        let mut notes = Vec::new();
        let pieces = parser::parse(unit, &aliases, &mut parsed, &mut notes);
        notes.extend(included_functions(unit));
        Syntax {
            pieces,
            aliases,
            attributes: Attributes::of(unit),
            notes,
            parsed,
        }
    }
}

/// A note for each included file of the user that defines functions with loops.
fn included_functions(unit: &Unit) -> Vec<Note> {
    let mut paths: Vec<&str> = Vec::new();
    let functions = unit.declarations.iter();
    for function in functions.filter(|d| d.is_function && !d.in_main_file) {
        let included = unit.included_at(function.at.start);
        let text = &unit.text[function.at.start as usize..function.at.end as usize];
        let has_kernel = tokens::identifiers(text).any(|word| word == "for") && text.contains('[');
        if let Some(path) = included.filter(|path| has_kernel && !paths.contains(path)) {
            paths.push(path);
        }
    }
    let note = |path: &str| {
        let message = format!(
            "`{path}` defines functions with loops; only the file itself is \
             changed, so fold that file too"
        );
        Note::new(unit.include_line(path), message)
    };
    paths.into_iter().map(note).collect()
}
