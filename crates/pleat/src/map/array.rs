//! The array that a file declares, and the parameters that an item names.

use super::fault::Fault;
use super::input::{Item, Kind, only};
use poly::{Context, Expr, Set, Space};

/// The array that a line `array:` declares.
pub(super) struct Array {
    pub(super) name: String,
    /// The parameter values for which the extents are integers.
    pub(super) defined: Set,
    pub(super) extents: Vec<Expr>,
    pub(super) line: usize,
}

/// Reads the line `array:`, if there is one.
pub(super) fn array(
    ctx: &Context,
    items: &[Item],
    params: &[String],
    dims: usize,
) -> Result<Option<Array>, Fault> {
    let Some(item) = only(items, Kind::Array)? else {
        return Ok(None);
    };
    let fault = || Fault::at(item.line, "an array is written as `array: A[N, 2*M + 1]`");
    known_names(item, params)?;
    let (name, rest) = item.text.split_once('[').ok_or_else(fault)?;
    let inside = rest.trim_end().strip_suffix(']').ok_or_else(fault)?;
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    if !name.trim().chars().all(is_name) || inside.contains(['{', '}', ':', '[', ']']) {
        return Err(fault());
    }
    let point = Space::new(ctx, params).points(&[inside], "true");
    let point = point.map_err(|_| fault())?;
    if point.dims()? != dims {
        return Err(Fault::at(
            item.line,
            format!(
                "the array has {} dimensions, its conflicts {dims}",
                point.dims()?
            ),
        ));
    }
    let extents = (0..dims).map(|dim| extent(&point, dim)?.ok_or_else(fault));
    Ok(Some(Array {
        name: match name.trim() {
            "" => "A".to_string(),
            name => name.to_string(),
        },
        extents: extents.collect::<Result<_, Fault>>()?,
        defined: point.params()?,
        line: item.line,
    }))
}

/// The one value of a coordinate.
fn extent(point: &Set, dim: usize) -> Result<Option<Expr>, Fault> {
    let mut pieces = point.dim_max(dim)?.pieces()?;
    match (pieces.pop(), pieces.pop()) {
        (Some(piece), None) => Ok(Some(piece.value)),
        _ => Ok(None),
    }
}

/// The names of parameters in an item, without the array's own.
pub(super) fn names(item: &Item) -> Vec<String> {
    const WORDS: [&str; 8] = ["and", "or", "not", "mod", "min", "max", "floor", "exists"];
    let text = match item.kind {
        Kind::Array => item.text.split_once('[').map_or("", |(_, rest)| rest),
        _ => &item.text,
    };
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit());
    let mut found: Vec<String> = Vec::new();
    for word in text.split(|c| !is_part(c)) {
        if !is_number(word) && !WORDS.contains(&word) && !found.iter().any(|n| n == word) {
            found.push(word.to_string());
        }
    }
    found
}

/// Checks that every name in an item is a parameter of some set.
pub(super) fn known_names(item: &Item, params: &[String]) -> Result<(), Fault> {
    match names(item).iter().find(|name| !params.contains(name)) {
        None => Ok(()),
        Some(name) => {
            let known = match params.is_empty() {
                true => "the sets have none".to_string(),
                false => format!("the sets have {}", params.join(", ")),
            };
            let text = format!("`{name}` is not a parameter: {known}");
            Err(Fault::at(item.line, text))
        }
    }
}
