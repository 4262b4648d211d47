//! Preprocessed text to syntax trees, one external declaration at a time: text that lang-c cannot
//! parse costs only its own declaration.

use crate::syntax::base::{Base, contains};
use crate::syntax::declarators::declared_name;
use crate::syntax::notes::Note;
use crate::syntax::tokens::{Tokens, identifiers};
use aliases::Aliases;
use clean::cleaned;
use clean::cleaner::{Cleaner, Hidden};
use lang_c::ast::{ExternalDeclaration, TranslationUnit};
use lang_c::driver::{Config, Flavor, parse_preprocessed};
use lang_c::span::Node;
use recover::Unread;
use source::{Declaration, Unit};
use stand_ins::DEDUCED;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

pub(crate) mod aliases;
pub mod clean;
mod headers;
pub(crate) mod parts;
pub mod recover;
pub mod stand_ins;

pub use headers::headers;

/// Deeper nesting of brackets is not passed to the recursive parser.
const DEEPEST: u32 = 1000;

/// A function with more unreadable statements is skipped as a whole.
const MOST_UNREAD: usize = 16;

/// Type names that compilers know without a declaration.
const BUILTIN_TYPES: [&str; 8] = [
    "__auto_type",
    "__bf16",
    "__builtin_va_list",
    "__float128",
    "__fp16",
    "__int128",
    "__int128_t",
    "__uint128_t",
];
/// Type names of C23, and those that replacements introduce.
const LATER_TYPES: [&str; 4] = ["_BitInt", "bool", "nullptr_t", DEDUCED];

/// Syntax trees, which equal texts share.
pub type Trees = Arc<Vec<Node<ExternalDeclaration>>>;

/// The trees of the texts that were parsed.
pub(crate) type Parsed = HashMap<Arc<str>, Trees>;

/// A parsed external declaration, or several that the splitter did not separate.
#[derive(Debug)]
pub struct ParsedDeclaration {
    /// Start of the offsets of its syntax trees.
    pub base: Base,
    /// Whether the user's file contains it, rather than a header.
    pub in_main_file: bool,
    /// Its syntax trees; empty if it could not be read.
    pub items: Trees,
    /// The parts that could not be read.
    pub unread: Vec<Unread>,
    /// Names in constructs that the syntax trees lack.
    pub(crate) hidden: Vec<Hidden>,
}

/// Parses the relevant parts of the unit: everything of the main file, type definitions of headers,
/// objects of the user's headers. Adds the trees to those that are known.
pub(crate) fn parse(
    unit: &Unit,
    aliases: &Aliases,
    parsed: &mut Parsed,
    notes: &mut Vec<Note>,
) -> Vec<ParsedDeclaration> {
    let mut types: BTreeSet<String> = BUILTIN_TYPES.iter().map(|t| t.to_string()).collect();
    let mut pieces = Vec::new();
    let objects = headers::objects(unit);
    for declaration in &unit.declarations {
        let is_object = objects.contains(&declaration.at.start);
        if !(declaration.in_main_file || declaration.has_typedef || is_object) {
            continue;
        }
        let reader = Reader {
            unit,
            declaration,
            aliases,
        };
        match reader.piece(&types, parsed, notes) {
            Ok(piece) => {
                types.extend(typedef_names(&piece.items));
                pieces.push(piece);
            }
            Err(failure) => {
                types.extend(guessed_type_names(&cleaned(reader.cleaner()).text));
                if declaration.in_main_file {
                    notes.push(skipped(unit, offsets(declaration), &failure.problem));
                    pieces.extend(reader.unread_piece());
                }
            }
        }
    }
    pieces
}

/// The constructs in the main file that are replaced if a declaration cannot be parsed as it is.
pub fn replaced(unit: &Unit) -> BTreeSet<&'static str> {
    let aliases = Aliases::of(unit);
    let own = unit.declarations.iter().filter(|d| d.in_main_file);
    own.flat_map(|d| cleaned(Cleaner::new(unit, d, &aliases)).replaced)
        .collect()
}

/// The syntax tree of `text` if it is an expression without type names.
pub fn expression(text: &str) -> Option<Node<lang_c::ast::Expression>> {
    use lang_c::ast::{Expression, Initializer};
    let unit = run_parser(format!("long x = ({text});")).ok()?;
    let ExternalDeclaration::Declaration(declaration) = unit.0.into_iter().next()?.node else {
        return None;
    };
    let initializer = declaration
        .node
        .declarators
        .into_iter()
        .next()?
        .node
        .initializer?;
    let found: Option<Box<Node<Expression>>> = match initializer.node {
        Initializer::Expression(expression) => Some(expression),
        Initializer::List(_) => None,
    };
    found.map(|e| *e)
}

fn offsets(declaration: &Declaration) -> Range<usize> {
    declaration.at.start as usize..declaration.at.end as usize
}

/// Why and where the parser rejects a text.
struct Failure {
    /// Offset in the text.
    at: usize,
    problem: String,
}

/// Reads one external declaration.
struct Reader<'u> {
    unit: &'u Unit,
    declaration: &'u Declaration,
    aliases: &'u Aliases,
}

impl<'u> Reader<'u> {
    fn cleaner(&self) -> Cleaner<'u> {
        Cleaner::new(self.unit, self.declaration, self.aliases)
    }

    fn piece(
        &self,
        types: &BTreeSet<String>,
        parsed: &mut Parsed,
        notes: &mut Vec<Note>,
    ) -> Result<ParsedDeclaration, Failure> {
        if self.declaration.depth > DEEPEST {
            let problem = "brackets are nested too deeply".to_string();
            return Err(Failure { at: 0, problem });
        }
        let cleaner = self.cleaner();
        if let Some(attribute) = cleaner.meaningful_attribute() {
            let problem = format!("the attribute `{attribute}` changes what it declares");
            return Err(Failure { at: 0, problem });
        }
        self.parse(&cleaner.plain(), types, parsed)
            .or_else(|problem| {
                let mut types = types.clone();
                types.extend(LATER_TYPES.map(str::to_string));
                let cleaned = cleaned(cleaner);
                let piece = match self.parse(&cleaned.text, &types, parsed) {
                    Err(failure) if self.declaration.is_function => {
                        let recovered =
                            self.recover(cleaned.text, failure, (&types, parsed), notes);
                        recovered.ok_or(problem)
                    }
                    other => other.map_err(|_| problem),
                };
                piece.map(|piece| ParsedDeclaration {
                    hidden: cleaned.hidden,
                    ..piece
                })
            })
    }

    /// The function without the statements at which the parser fails.
    fn recover(
        &self,
        mut text: String,
        mut failure: Failure,
        (types, parsed): (&BTreeSet<String>, &mut Parsed),
        notes: &mut Vec<Note>,
    ) -> Option<ParsedDeclaration> {
        let start = self.declaration.at.start as usize;
        let tokens = recover::Text(Tokens::of(self.unit, offsets(self.declaration)));
        let mut found: Vec<(Unread, String)> = Vec::new();
        for _ in 0..MOST_UNREAD {
            let around = tokens.statements_around(start + failure.at, types);
            let known = |u: &Unread| found.iter().any(|(f, _)| contains(&f.range, &u.range));
            let unread = around.into_iter().find(|u| !known(u))?;
            found.retain(|(f, _)| !contains(&unread.range, &f.range));
            let place = unread.range.start - start..unread.range.end - start;
            text.replace_range(place.clone(), &format!(";{}", " ".repeat(place.len() - 1)));
            found.push((unread, failure.problem));
            match self.parse(&text, types, parsed) {
                Ok(piece) => return self.recovered(piece, found, notes),
                Err(next) => failure = next,
            }
        }
        None
    }

    fn recovered(
        &self,
        mut piece: ParsedDeclaration,
        found: Vec<(Unread, String)>,
        notes: &mut Vec<Note>,
    ) -> Option<ParsedDeclaration> {
        let in_tree = |u: &Unread| piece.base.in_tree(u.range.start);
        let starts: Vec<usize> = found.iter().map(|(u, _)| in_tree(u)).collect();
        if !recover::are_statements(&piece.items, &starts) {
            return None;
        }
        for (unread, problem) in found {
            if self.declaration.in_main_file {
                notes.push(skipped(self.unit, unread.range.clone(), &problem));
            }
            piece.unread.push(unread);
        }
        Some(piece)
    }

    fn parse(
        &self,
        text: &str,
        types: &BTreeSet<String>,
        parsed: &mut Parsed,
    ) -> Result<ParsedDeclaration, Failure> {
        let mut prelude = prelude(text, types);
        let has_types = !prelude.is_empty();
        if self.declaration.is_function && has_no_type(text, types) {
            prelude.push_str("int ");
        }
        let before = prelude.len();
        let base = Base::new(self.declaration.at.start as usize, before);
        let text = format!("{prelude}{text}");
        let items = match parsed.get(text.as_str()) {
            Some(known) => Arc::clone(known),
            None => {
                let found = run_parser(text.clone()).map_err(|failure| {
                    let at = failure.at.saturating_sub(before);
                    Failure { at, ..failure }
                })?;
                let prelude = usize::from(has_types);
                let items = Arc::new(found.0.into_iter().skip(prelude).collect());
                parsed.insert(text.into(), Arc::clone(&items));
                items
            }
        };
        Ok(ParsedDeclaration {
            base,
            in_main_file: self.declaration.in_main_file,
            items,
            unread: Vec::new(),
            hidden: Vec::new(),
        })
    }

    /// A declaration of which only the names are known.
    fn unread_piece(&self) -> Option<ParsedDeclaration> {
        let text = recover::Text(Tokens::of(self.unit, offsets(self.declaration)));
        Some(ParsedDeclaration {
            base: Base::new(self.declaration.at.start as usize, 0),
            in_main_file: true,
            items: Trees::default(),
            unread: vec![text.all()?],
            hidden: Vec::new(),
        })
    }
}

/// `f(a) {...}`: the type is `int`.
fn has_no_type(text: &str, types: &BTreeSet<String>) -> bool {
    let first = identifiers(text).next().unwrap_or("");
    let rest = text.trim_start().strip_prefix(first);
    rest.is_some_and(|rest| rest.trim_start().starts_with('('))
        && !first.is_empty()
        && !first.starts_with("__")
        && !types.contains(first)
}

/// Tells the parser which names in `text` are types: it has no memory between declarations.
fn prelude(text: &str, types: &BTreeSet<String>) -> String {
    let used: BTreeSet<&str> = identifiers(text)
        .filter(|name| types.contains(*name))
        .collect();
    if used.is_empty() {
        return String::new();
    }
    let list: Vec<&str> = used.into_iter().collect();
    format!("typedef int {};", list.join(","))
}

fn run_parser(text: String) -> Result<TranslationUnit, Failure> {
    let config = Config {
        cpp_command: String::new(),
        cpp_options: Vec::new(),
        flavor: Flavor::GnuC11,
    };
    // An empty file-scope `;` is not in the grammar.
    if text
        .trim_matches(|c: char| c.is_whitespace() || c == ';')
        .is_empty()
    {
        return Ok(TranslationUnit(Vec::new()));
    }
    match parse_preprocessed(&config, text) {
        Ok(parse) => Ok(parse.unit),
        Err(error) => {
            let near: String = error
                .source
                .get(error.offset..)
                .unwrap_or("")
                .chars()
                .take(24)
                .collect();
            let problem = format!("syntax not understood near `{}`", first_line(&near).trim());
            Err(Failure {
                at: error.offset,
                problem,
            })
        }
    }
}

fn skipped(unit: &Unit, range: Range<usize>, problem: &str) -> Note {
    let span = unit.nearest_span(range.clone());
    let own = span.map(|span| unit.file.slice(span).into_owned());
    let text = own.unwrap_or_else(|| unit.text.get(range).unwrap_or("").to_string());
    let line = first_line(text.trim_start());
    let shown: String = line.chars().take(48).collect();
    let dots = if shown.len() < line.len() { "..." } else { "" };
    Note::new(span, format!("`{shown}{dots}` is not analysed: {problem}"))
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or("").trim_end()
}

fn typedef_names(items: &[Node<ExternalDeclaration>]) -> Vec<String> {
    use lang_c::ast::{DeclarationSpecifier, StorageClassSpecifier};
    let mut names = Vec::new();
    for item in items {
        let ExternalDeclaration::Declaration(declaration) = &item.node else {
            continue;
        };
        let is_typedef = declaration.node.specifiers.iter().any(|s| match &s.node {
            DeclarationSpecifier::StorageClass(class) => {
                class.node == StorageClassSpecifier::Typedef
            }
            _ => false,
        });
        if is_typedef {
            let declarators = declaration.node.declarators.iter();
            names.extend(
                declarators
                    .filter_map(|d| declared_name(&d.node.declarator))
                    .map(|n| n.node.name.clone()),
            );
        }
    }
    names
}

/// The names that an unreadable type definition probably declares.
fn guessed_type_names(text: &str) -> Vec<String> {
    if !identifiers(text).any(|word| word == "typedef") {
        return Vec::new();
    }
    let last = identifiers(text).last();
    let pointed = text
        .split_once("(*")
        .and_then(|(_, rest)| identifiers(rest).next());
    last.into_iter()
        .chain(pointed)
        .map(str::to_string)
        .collect()
}
