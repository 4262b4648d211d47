//! Pointers to one whole array on the heap as pointers to its rows:
//!
//! ```c
//! double (*u)[NY][NX] = malloc(sizeof *u);    double (*u)[NX] = malloc(NY * sizeof *u);
//! (*u)[j][i] = 1;                             u[j][i] = 1;
//! ```

use super::definition::word;
use super::uses::{body, written, written_range};
use crate::inline::Inlined;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin, Variable};
use c::names::types::{Storage, Type};
use c::syntax::declarators::{row_dims, sizes};
use lang_c::ast::Initializer;
use lang_c::span::Node;
use source::{Edit, Span, Unit};

/// The edits that make pointers to whole arrays pointers to rows in one function.
pub fn wholes_as_rows(contents: &Contents<'_>, function: &str) -> Inlined {
    let mut inlined = Inlined::default();
    let index = contents.file.definition(function);
    let function = index.map(|index| &contents.file.functions[index]);
    let is_fit = |f: &&Function<'_>| super::has_loop(&f.definition.statement);
    let Some(function) = function.filter(is_fit) else {
        return inlined;
    };
    let is_library = |name: &str| contents.facts.calls.is_library(name);
    if !["malloc", "calloc", "free"].into_iter().all(is_library) {
        return inlined;
    }
    for (_, variable) in function.symbols.objects() {
        if let Some(own) = edits(contents.unit, function, variable) {
            let _ = inlined.edits.insert_all(own);
        }
    }
    inlined
}

/// The edits that make a pointer to an array one to its rows, if it is used as that array.
fn edits(unit: &Unit, function: &Function<'_>, variable: &Variable<'_>) -> Option<Vec<Edit>> {
    let rank = variable.declared_type.target()?.rank().0;
    let is_plain = matches!(variable.declared_type, Type::Pointer(_))
        && variable.origin == Origin::Local
        && variable.storage == Storage::Automatic
        && variable.writes.len() == 1
        && !variable.address_taken;
    let declarator = &variable.declarator.filter(|_| is_plain)?.node;
    let is_whole = rank > 0 && row_dims(declarator).is_some_and(|dims| dims.len() == rank);
    let (brackets, size) = sizes(declarator).next().filter(|_| is_whole)?;
    let span = |at| written_range(unit, unit.tokens_in(variable.base.range(at)));
    let size = unit.file.slice(span(size?.span)?);
    let size = match source::is_operand(&size) {
        true => size.into_owned(),
        false => format!("({size})"),
    };
    let mut edits = vec![Edit {
        span: span(brackets)?,
        text: String::new(),
    }];
    let allocates = |initial: &Node<Initializer>| match &initial.node {
        Initializer::Expression(value) => {
            let first = unit.tokens_in(variable.base.range(value.span)).start;
            matches!(word(unit, first), "malloc" | "calloc")
        }
        _ => false,
    };
    variable.initializer.is_none_or(allocates).then_some(())?;
    let mut is_used = false;
    for index in body(unit, function) {
        let at = unit.tokens[index].at.start as usize;
        if !variable.mentions.contains(&at) {
            continue;
        }
        let own = use_of(unit, index, &size)?;
        is_used |= own.as_ref().is_some_and(|edit| !edit.span.is_empty());
        edits.extend(own);
    }
    is_used.then_some(edits)
}

/// The edit of a use, if it needs one; `None` if the pointer is used in another way.
fn use_of(unit: &Unit, index: usize, size: &str) -> Option<Option<Edit>> {
    let word = |at: Option<usize>| at.map_or("", |k| word(unit, k));
    let before = |count| word(index.checked_sub(count));
    let after = |count| word(Some(index + count));
    let edit = |span: Span, text: &str| {
        let text = text.to_string();
        Some(Some(Edit { span, text }))
    };
    let name = word(Some(index));
    match (before(2), before(1), after(1)) {
        // `sizeof(*u)` and `sizeof *u`.
        ("(", "*", ")") if before(3) == "sizeof" => {
            let is_factor = is_factor(before(4), after(2));
            let at = written(unit, index - 3).filter(|_| is_factor)?;
            edit(Span::at(at.start), &format!("{size} * "))
        }
        ("sizeof", "*", next) => {
            let at = written(unit, index - 2).filter(|_| is_factor(before(3), next))?;
            edit(Span::at(at.start), &format!("{size} * "))
        }
        ("(", "*", ")") if after(2) == "[" => {
            edit(written_range(unit, index - 2..index + 2)?, name)
        }
        ("(" | ",", "*", ")" | ",") if before(3) != "&" => {
            edit(written_range(unit, index - 1..index + 1)?, name)
        }
        ("free", "(", ")") => Some(None),
        (_, _, "=") => matches!(after(2), "malloc" | "calloc").then_some(None),
        ("if", "(", ")") | (_, "(" | "!" | "&&" | "||", "&&" | "||") => Some(None),
        (_, "!" | "&&" | "||", ")") => Some(None),
        (_, _, "==" | "!=") => matches!(after(2), "0" | "(").then_some(None),
        ("0" | ")", "==" | "!=", _) => Some(None),
        _ => None,
    }
}

/// Whether something between two words is a whole factor of an argument.
fn is_factor(before: &str, after: &str) -> bool {
    matches!(before, "(" | "," | "*") && matches!(after, ")" | "," | "*")
}
