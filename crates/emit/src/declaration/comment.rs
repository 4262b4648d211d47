//! One line above the declaration of a folded array: where its elements are, and why that is safe.

use crate::context::Context;
use crate::declaration::assertion;
use crate::plan::Plan;
use crate::subscript::plain::remainder_text;
use crate::subscript::row::RowPlan;
use front::{Axis, Home};
use poly::Expr;
use print::Sheet;
use source::{Edit, SourceFile, Span};

/// Names of coordinates in comments.
const COORDINATES: [&str; 8] = ["i", "j", "k", "l", "x", "y", "z", "w"];

/// The edit that puts the comment on a line of its own before the line of the declarator, if that
/// is possible.
pub(crate) fn edit(context: &Context, plan: &Plan) -> Option<Edit> {
    let name = context.fold.candidate.name_span;
    if !context.fold.comment || (context.may_be_shared)(name) {
        return None;
    }
    let sheet = Sheet::beside(context.file, name);
    let at = line_of(context.file, name)? + sheet.indent.len() as u32;
    let comment = text(context, plan, &context.fold.candidate.spelling);
    Some(Edit {
        span: Span::at(at),
        text: comment + &sheet.line(),
    })
}

/// The start of the line of a name, if it is certainly no directive, not in a comment and no
/// continuation of the line before.
fn line_of(file: &SourceFile, name: Span) -> Option<u32> {
    let before = file.bytes.get(..name.start as usize)?;
    let start = before
        .iter()
        .rposition(|b| *b == b'\n')
        .map_or(0, |at| at + 1);
    let (above, line) = before.split_at(start);
    let above = above.strip_suffix(b"\n").unwrap_or(above);
    let above = above.strip_suffix(b"\r").unwrap_or(above);
    let has = |what: &[u8]| line.windows(what.len()).any(|w| w == what);
    let is_odd = has(b"*/") || has(b"/*") || has(b"//") || has(b"\"") || has(b"#");
    (!is_odd && !above.ends_with(b"\\")).then_some(start as u32)
}

/// `/* a[i][j] is kept in a[i % 2][j]: elements in one place are never needed at the same time */`
pub(crate) fn text(context: &Context, plan: &Plan, new_name: &str) -> String {
    let name = &context.fold.candidate.spelling;
    let given = given(context);
    if plan.window.is_some() {
        return format!(
            "/* {new_name}[0] is the newest element of {name}, {new_name}[1] that of one iteration before{given}: older ones \
             are no longer needed */"
        );
    }
    if plan.rows.is_empty() {
        return format!(
            "/* one element of {name} is enough{given}: no two are needed at the same time */"
        );
    }
    let why = "elements in one place are never needed at the same time";
    match places(context, plan) {
        Some((old, new)) => format!("/* {name}{old} is kept in {new_name}{new}{given}: {why} */"),
        None => format!("/* {name} is folded{given}: {why} */"),
    }
}

/// The lines under a comment, if the fold has one.
pub(crate) fn above(context: &Context, plan: &Plan, name: &str, lines: &[&str]) -> Vec<String> {
    let comment = context.fold.comment.then(|| text(context, plan, name));
    let lines = lines.iter().map(|line| line.to_string());
    comment.into_iter().chain(lines).collect()
}

/// The assumptions of the fold: ` (given n <= N)`.
fn given(context: &Context) -> String {
    let candidate = context.fold.candidate;
    let assumptions = candidate.assumptions.iter();
    let own = assertion::of_mapping(context.fold.scop(), &context.fold.choice.assumptions);
    let conditions = assumptions.map(|a| a.condition.clone());
    let mut conditions: Vec<String> = conditions.chain(own).collect();
    if matches!(candidate.home, Home::Heap(_)) {
        conditions.push("that it is allocated".to_string());
    }
    match conditions.is_empty() {
        true => String::new(),
        false => format!(" (given {})", conditions.join(" and ")),
    }
}

/// The old and the new subscripts of an element.
fn places(context: &Context, plan: &Plan) -> Option<(String, String)> {
    let axes = &context.fold.candidate.axes;
    let is_plain = axes
        .iter()
        .enumerate()
        .all(|(k, axis)| *axis == Axis::Whole(k));
    let params = &context.fold.scop().params;
    let is_free = |name: &&str| {
        params
            .iter()
            .all(|p| p.name != *name && p.spelling != *name)
    };
    let names: Vec<&str> = COORDINATES.into_iter().filter(is_free).collect();
    let names = names.get(..axes.len()).filter(|_| is_plain)?;
    let old = names.iter().map(|name| format!("[{name}]")).collect();
    let new = plan.rows.iter().map(|row| place(context, row, names));
    let new: String = new.collect::<Option<_>>()?;
    (new.len() < 80 && new != old).then_some((old, new))
}

/// The new subscript of an element in one row: `[(i - 2 * j + n) % n]`.
fn place(context: &Context, row: &RowPlan, names: &[&str]) -> Option<String> {
    if let Some(address) = &row.address {
        return Some(format!("[{}]", address.text_of(context, names).ok()?));
    }
    let terms = row.row.form.iter().zip(names);
    let form = terms.fold(row.offset.clone(), |sum, (c, name)| {
        sum + Expr::var(name) * *c
    });
    let unusable = &context.fold.candidate.unusable_params;
    let text = match row.wraps {
        true => {
            let name = |dim: usize| names.get(dim).map(|name| Expr::var(name)).ok_or(());
            let unit = row.unit.as_ref();
            let position = unit.map(|unit| unit.position(&row.row.form, name));
            let position = position.transpose().ok()?;
            let parts = (position.as_ref(), &form, &row.row.modulus);
            remainder_text(context, parts, unusable)
        }
        false => context.print(&form, unusable).map(|text| text.text),
    };
    Some(format!("[{}]", text.ok()?))
}
