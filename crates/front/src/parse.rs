//! Preprocessed text to syntax trees, one external declaration at a time, so that what lang-c cannot
//! parse costs that declaration only.

use crate::clean::Cleaner;
use crate::refusal::Note;
use lang_c::ast::{ExternalDeclaration, TranslationUnit};
use lang_c::driver::{Config, Flavor, parse_preprocessed};
use lang_c::span::{Node, Span as Offsets};
use source::{Declaration, Unit};
use std::collections::BTreeSet;
use std::ops::Range;

/// Deeper nesting of brackets is not handed to the recursive parser.
const DEEPEST: u32 = 1000;

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
/// Type names of C23.
const LATER_TYPES: [&str; 2] = ["bool", "nullptr_t"];

/// Where a parsed text stands in [`Unit::text`].
#[derive(Clone, Copy, Debug)]
pub struct Base {
    /// Offset of the piece in the unit's text.
    start: usize,
    /// Bytes that were put in front of the piece for the parser.
    prelude: usize,
}

impl Base {
    /// A node's range in the unit's text.
    pub fn range(self, span: Offsets) -> Range<usize> {
        self.at(span.start)..self.at(span.end)
    }

    fn at(self, offset: usize) -> usize {
        (self.start + offset).saturating_sub(self.prelude)
    }
}

/// A parsed external declaration (or several, where the splitter took them together).
#[derive(Debug)]
pub struct Piece {
    /// Where it stands.
    pub base: Base,
    /// Whether the user's file holds it, rather than a header.
    pub in_main_file: bool,
    /// Its syntax trees.
    pub items: Vec<Node<ExternalDeclaration>>,
}

/// Parses what matters of the unit: everything of the main file, type definitions of headers.
pub fn parse(unit: &Unit, notes: &mut Vec<Note>) -> Vec<Piece> {
    let mut types: BTreeSet<String> = BUILTIN_TYPES.iter().map(|t| t.to_string()).collect();
    let mut pieces = Vec::new();
    for declaration in &unit.declarations {
        if !(declaration.in_main_file || declaration.has_typedef) {
            continue;
        }
        match parse_piece(unit, declaration, &types) {
            Ok(piece) => {
                types.extend(typedef_names(&piece.items));
                pieces.push(piece);
            }
            Err(problem) => {
                types.extend(guessed_type_names(
                    &Cleaner::new(unit, declaration).cleaned(),
                ));
                if declaration.in_main_file {
                    notes.push(skipped(unit, declaration, &problem));
                }
            }
        }
    }
    pieces
}

/// The syntax tree of `text` when it is an expression without type names.
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

fn text_of<'u>(unit: &'u Unit, declaration: &Declaration) -> &'u str {
    unit.text.get(offsets(declaration)).unwrap_or("")
}

fn offsets(declaration: &Declaration) -> Range<usize> {
    declaration.at.start as usize..declaration.at.end as usize
}

fn parse_piece(
    unit: &Unit,
    declaration: &Declaration,
    types: &BTreeSet<String>,
) -> Result<Piece, String> {
    if declaration.depth > DEEPEST {
        return Err("brackets are nested too deeply".to_string());
    }
    let cleaner = Cleaner::new(unit, declaration);
    if let Some(attribute) = cleaner.meaningful_attribute() {
        return Err(format!(
            "the attribute `{attribute}` changes what it declares"
        ));
    }
    let plain = parse_text(declaration, text_of(unit, declaration), types);
    plain.or_else(|problem| {
        let mut types = types.clone();
        types.extend(LATER_TYPES.map(str::to_string));
        parse_text(declaration, &cleaner.cleaned(), &types).map_err(|_| problem)
    })
}

fn parse_text(
    declaration: &Declaration,
    text: &str,
    types: &BTreeSet<String>,
) -> Result<Piece, String> {
    let prelude = prelude(text, types);
    let base = Base {
        start: declaration.at.start as usize,
        prelude: prelude.len(),
    };
    let mut items = run_parser(format!("{prelude}{text}"))?.0;
    if !prelude.is_empty() && !items.is_empty() {
        items.remove(0);
    }
    Ok(Piece {
        base,
        in_main_file: declaration.in_main_file,
        items,
    })
}

/// Tells the parser which of the names in `text` are types: it has no memory between pieces.
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

fn run_parser(text: String) -> Result<TranslationUnit, String> {
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
            Err(format!(
                "syntax not understood near `{}`",
                first_line(&near)
            ))
        }
    }
}

fn skipped(unit: &Unit, declaration: &Declaration, problem: &str) -> Note {
    let text: String = text_of(unit, declaration)
        .trim_start()
        .chars()
        .take(48)
        .collect();
    let span = unit.nearest_span(offsets(declaration));
    Note::new(
        span,
        format!("`{}` is not analysed: {problem}", first_line(&text)),
    )
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or("").trim_end()
}

/// The identifiers and keywords of a text, in order.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
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

/// The identifier that a declarator declares.
pub fn declared_name(
    declarator: &Node<lang_c::ast::Declarator>,
) -> Option<&Node<lang_c::ast::Identifier>> {
    use lang_c::ast::DeclaratorKind;
    match &declarator.node.kind.node {
        DeclaratorKind::Identifier(name) => Some(name),
        DeclaratorKind::Declarator(inner) => declared_name(inner),
        DeclaratorKind::Abstract => None,
    }
}

/// The names that a type definition probably declares, when it could not be parsed.
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
