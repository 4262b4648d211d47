//! Heap arrays: the pointer's type, the size of its allocation and its casts change together. An
//! array that shrinks to a single element becomes a plain variable if only whole lines are removed
//! for that.
//!
//! Assumes: an allocation succeeds, and element counts are not negative.

use crate::context::Context;
use crate::error::EmitError;
use crate::size::bytes::{SizeWriter, new_sizes};
use crate::size::wide;
use crate::subscript::row::{RowPlan, keep_declared};
use front::{DimPlace, Form, HeapPlaces, Removal};
use poly::Expr;
use print::CText;
use source::{Edit, Span};

/// The edits of the declaration, of the allocation and, for a plain variable, of all lines that are
/// removed.
///
/// # Errors
/// A size cannot be written in C.
pub(crate) fn edits(
    context: &Context,
    rows: &[RowPlan],
    places: &HeapPlaces,
) -> Result<Vec<Edit>, EmitError> {
    if let (true, Some(removal)) = (rows.is_empty(), &places.removal) {
        return Ok(removed(context, removal));
    }
    let writer = Writer::new(context, rows, places);
    let mut edits = writer.declarator()?;
    for cast in &places.casts {
        edits.extend(writer.target(&cast.parentheses, &cast.dims)?);
    }
    edits.extend(SizeWriter::new(context, rows, &places.size).edits()?);
    Ok(edits)
}

/// `double *a = malloc(...)` becomes `double a`.
fn removed(context: &Context, removal: &Removal) -> Vec<Edit> {
    let name = &context.fold.candidate.spelling;
    let before = removal.declarator.start.checked_sub(1);
    let before = before.and_then(|at| context.file.bytes.get(at as usize));
    let glued = before.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    let value = if removal.sets_zero { " = 0" } else { "" };
    let declarator = Edit {
        span: removal.declarator,
        text: format!("{}{name}{value}", if glued { " " } else { "" }),
    };
    let lines = removal.lines.iter().map(|span| Edit {
        span: *span,
        text: String::new(),
    });
    std::iter::once(declarator).chain(lines).collect()
}

struct Writer<'a> {
    context: &'a Context<'a>,
    places: &'a HeapPlaces,
    sizes: Vec<Expr>,
    /// Whether every new dimension is the declared one, except for its size.
    keeps_declared: bool,
}

impl<'a> Writer<'a> {
    fn new(context: &'a Context<'a>, rows: &'a [RowPlan], places: &'a HeapPlaces) -> Self {
        Writer {
            context,
            places,
            keeps_declared: keep_declared(context, rows),
            sizes: new_sizes(rows),
        }
    }

    /// Sizes of the dimensions that the pointer's target has.
    fn target_sizes(&self) -> &[Expr] {
        match self.places.form {
            Form::Flat => &[],
            Form::Rows => &self.sizes[1..],
            Form::Object => &self.sizes,
        }
    }

    fn print(&self, size: &Expr) -> Result<CText, EmitError> {
        let candidate = self.context.fold.candidate;
        wide::size(self.context, size, &candidate.unusable_params)
    }

    /// The pointer's own type.
    fn declarator(&self) -> Result<Vec<Edit>, EmitError> {
        match &self.places.parentheses {
            Some(parentheses) => self.target(parentheses, &self.context.fold.candidate.dims),
            None => Ok(Vec::new()),
        }
    }

    /// `(*a)[n][m]`: single sizes, or all brackets, or `*a` alone.
    fn target(&self, parentheses: &[Span; 2], dims: &[DimPlace]) -> Result<Vec<Edit>, EmitError> {
        let (Some(first), Some(last)) = (dims.first(), dims.last()) else {
            return Ok(Vec::new());
        };
        let sizes = self.target_sizes();
        let skipped = self.sizes.len() - sizes.len();
        if self.keeps_declared {
            return self.changed_sizes(skipped, dims);
        }
        if !self.context.fold.candidate.opaque.is_empty() {
            return Err(EmitError::NotInC);
        }
        let brackets = Span {
            start: first.brackets.start,
            end: last.brackets.end,
        };
        let mut edits = vec![Edit {
            span: brackets,
            text: self.brackets(sizes)?,
        }];
        if sizes.is_empty() {
            let empty = |span: &Span| Edit {
                span: *span,
                text: String::new(),
            };
            edits.extend(parentheses.iter().map(empty));
        }
        Ok(edits)
    }

    /// The sizes of the target's dimensions that change; the first `skipped` ones are none of them.
    fn changed_sizes(&self, skipped: usize, dims: &[DimPlace]) -> Result<Vec<Edit>, EmitError> {
        let declared = self.context.fold.candidate.followed();
        let mut edits = Vec::new();
        for (axis, (size, declared)) in self.sizes.iter().zip(declared).enumerate() {
            let place = declared.checked_sub(skipped).and_then(|k| dims.get(k));
            let Some(place) = place.filter(|_| self.context.old_size(axis) != Some(size)) else {
                continue;
            };
            edits.push(Edit {
                span: place.size,
                text: self.print(size)?.alone().to_string(),
            });
        }
        Ok(edits)
    }

    fn brackets(&self, sizes: &[Expr]) -> Result<String, EmitError> {
        let text = |size: &Expr| Ok(format!("[{}]", self.print(size)?.alone()));
        sizes.iter().map(text).collect()
    }
}
