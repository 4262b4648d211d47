//! The words that a new name in a function must not be.

use crate::text::words::all_words;
use source::{Declaration, Span, Unit};
use std::collections::HashSet;

/// All words of the function with this body, in comments too, of the file's macros, and of the
/// objects at file scope: a new name that is none of them hides nothing.
pub(crate) fn taken_words(unit: &Unit, body: Span) -> HashSet<&str> {
    let functions = unit.declarations.iter().filter(|d| d.is_function);
    let mut places =
        functions.filter_map(|d| unit.nearest_span(d.at.start as usize..d.at.end as usize));
    let place = places.find(|place| place.contains(body));
    let all = unit.file.text();
    let text = place.and_then(|place| all.get(place.range()));
    let text = text.unwrap_or(all);
    let mut taken: HashSet<&str> = all_words(text).collect();
    let others = unit.declarations.iter().filter(|d| !d.is_function);
    for declaration in others {
        taken.extend(declared_words(unit, declaration));
    }
    for text in &unit.macro_texts {
        taken.insert(&text.name);
        taken.extend(text.body.iter().map(String::as_str));
    }
    taken
}

/// The words of a declaration outside of brackets, and the constants of an enumeration.
fn declared_words<'u>(unit: &'u Unit, declaration: &Declaration) -> Vec<&'u str> {
    let range = declaration.at.start as usize..declaration.at.end as usize;
    let tokens = unit.tokens[unit.tokens_in(range)].iter();
    let mut texts = tokens.map(|token| unit.token_text(token));
    let is_enum = texts.clone().any(|text| text == "enum");
    let mut depth = 0_i32;
    texts
        .by_ref()
        .filter(|text| {
            match *text {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                "{" if !is_enum => depth += 1,
                "}" if !is_enum => depth -= 1,
                _ => {}
            }
            depth == 0
        })
        .collect()
}
