//! `#pragma pleat tilable(DEPTH)`: the nest of loops below may be tiled by rectangles of any size,
//! so folds must allow for that.

use crate::facts::pragmas::own::arguments;
use crate::facts::pragmas::threads::macro_value;
use crate::names::file::{File, Function};
use crate::syntax::notes::Note;
use crate::syntax::openmp::MOST_LOOPS;
use lang_c::ast::{BlockItem, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::{Pragma, Unit};

/// A nest that may be tiled.
#[derive(Clone, Debug)]
pub struct Band {
    /// The start of its outermost loop.
    pub at: usize,
    /// How many loops it has.
    pub depth: usize,
    /// The macro that gives the depth.
    pub by_macro: Option<String>,
}

/// The text between the brackets of `pleat tilable(DEPTH)`.
pub(crate) fn argument(text: &str) -> Option<String> {
    let words = arguments(text, "tilable")?;
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    Some(texts.join(" "))
}

/// The nests of each function of a file that pragmas name. Other pragmas are noted.
pub(crate) fn of_functions(unit: &Unit, file: &File<'_>, notes: &mut Vec<Note>) -> Vec<Vec<Band>> {
    let mut bands = vec![Vec::new(); file.functions.len()];
    for pragma in &unit.pragmas {
        let Some(argument) = argument(&pragma.text) else {
            continue;
        };
        let place = pragma.at as usize;
        let mut functions = file.functions.iter().zip(&mut bands);
        let function = functions.find(|(f, _)| f.range().contains(&place));
        match function.map(|(f, bands)| Ok((band(unit, f, pragma, &argument)?, bands))) {
            Some(Ok((band, bands))) => bands.push(band),
            Some(Err(problem)) => notes.push(note(pragma, problem)),
            None => notes.push(note(pragma, "does not stand in front of a loop")),
        }
    }
    bands
}

fn note(pragma: &Pragma, problem: &str) -> Note {
    let message = format!("`#pragma {}` {problem}", pragma.text);
    Note::warning(Some(pragma.span), message)
}

fn band(
    unit: &Unit,
    function: &Function<'_>,
    pragma: &Pragma,
    argument: &str,
) -> Result<Band, &'static str> {
    let known = macro_value(unit, argument);
    let number = match known {
        Some(value) => usize::try_from(value).ok(),
        None => argument.parse().ok(),
    };
    let depth = number.filter(|depth| (1..=MOST_LOOPS).contains(depth));
    let depth = depth.ok_or("needs the number of loops of the nest, from 1 up")?;
    let at = pragma.at as usize;
    let found = perfect_depth(function, at).ok_or("does not stand in front of a loop")?;
    match found >= depth {
        true => Ok(Band {
            at,
            depth,
            by_macro: known.map(|_| argument.to_string()),
        }),
        false => Err("speaks of more loops than are nested here with nothing between them"),
    }
}

/// The number of perfectly nested loops from an offset on, if a loop starts there.
fn perfect_depth(function: &Function<'_>, at: usize) -> Option<usize> {
    let mut finder = NestFinder {
        function,
        at,
        depth: None,
    };
    let body = &function.definition.statement;
    finder.visit_statement(&body.node, &body.span);
    finder.depth
}

/// Finds the nest of loops that starts at an offset.
struct NestFinder<'f, 'p> {
    function: &'f Function<'p>,
    at: usize,
    /// The number of its loops.
    depth: Option<usize>,
}

impl<'a> Visit<'a> for NestFinder<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        let is_here = self.function.base.range(*span).start == self.at;
        if is_here && let Statement::For(_) = statement {
            self.depth = Some(nested(statement));
        }
        visit::visit_statement(self, statement, span);
    }
}

/// The number of loops of a perfect nest.
fn nested(statement: &Statement) -> usize {
    match statement {
        Statement::For(node) => 1 + nested(&node.node.statement.node),
        Statement::Compound(items) => match items.as_slice() {
            [
                Node {
                    node: BlockItem::Statement(only),
                    ..
                },
            ] => nested(&only.node),
            _ => 0,
        },
        _ => 0,
    }
}
