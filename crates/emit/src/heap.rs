//! Heap arrays: the pointer's type, the size of its allocation and its casts change together; one that
//! shrinks to a single element becomes a plain variable where that leaves whole lines only.

use crate::cexpr::{CText, Tightness};
use crate::plan::{Context, EmitError, Plan};
use crate::reference::{needs_modulo, value};
use crate::size::{SizeWriter, keeps_axes, new_sizes};
use crate::wide;
use front::{DimPlace, Form, HeapPlaces, Reference, Removal};
use poly::Expr;
use source::{Edit, Span};

/// Edits of the declaration, the allocation and, for a plain variable, of all that goes.
pub(crate) fn edits(
    context: &Context,
    plan: &Plan,
    places: &HeapPlaces,
) -> Result<Vec<Edit>, EmitError> {
    if let (true, Some(removal)) = (plan.rows.is_empty(), &places.removal) {
        return Ok(removed(context, removal));
    }
    let writer = Writer::new(context, plan, places)?;
    let mut edits = writer.declarator()?;
    for cast in &places.casts {
        edits.extend(writer.target(&cast.parentheses, &cast.dims)?);
    }
    edits.extend(SizeWriter::new(context, plan, &places.size).edits()?);
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
    /// Every new dimension is the old one, but for its size.
    keeps_axes: bool,
}

impl<'a> Writer<'a> {
    fn new(
        context: &'a Context<'a>,
        plan: &'a Plan,
        places: &'a HeapPlaces,
    ) -> Result<Self, EmitError> {
        let sizes = new_sizes(plan);
        for size in &sizes {
            if !context.never_negative_where_allocated(size)? {
                return Err(EmitError::NegativeSize);
            }
        }
        Ok(Writer {
            context,
            places,
            keeps_axes: keeps_axes(context, plan),
            sizes,
        })
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

    fn is_unchanged(&self, axis: usize) -> bool {
        self.keeps_axes && self.context.old_size(axis) == Some(&self.sizes[axis])
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
        if self.keeps_axes && sizes.len() == dims.len() {
            let changed = (0..dims.len()).filter(|k| !self.is_unchanged(k + skipped));
            let edit = |k: usize| {
                Ok(Edit {
                    span: dims[k].size,
                    text: self.print(&sizes[k])?.alone().to_string(),
                })
            };
            return changed.map(edit).collect();
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

    fn brackets(&self, sizes: &[Expr]) -> Result<String, EmitError> {
        let text = |size: &Expr| Ok(format!("[{}]", self.print(size)?.alone()));
        sizes.iter().map(text).collect()
    }
}

/// The edits of an access.
pub(crate) fn reference(
    context: &Context,
    plan: &Plan,
    places: &HeapPlaces,
    (reference, texts): (&Reference, Vec<String>),
) -> Result<Vec<Edit>, EmitError> {
    let is_scalar = plan.rows.is_empty() && places.removal.is_some();
    if is_scalar && places.form == Form::Object {
        return Ok(vec![Edit {
            span: reference.whole,
            text: context.text(reference.name_span),
        }]);
    }
    if places.form == Form::Flat && is_where_it_was(context, plan, reference)? {
        return Ok(Vec::new());
    }
    let texts = match is_scalar {
        true => texts,
        false => subscripts(context, plan, places, (reference, texts))?,
    };
    let brackets = reference.subscripts.iter().map(|s| s.brackets);
    let runs = context.runs(&brackets.collect::<Vec<_>>());
    Ok(context.replace_runs(&runs, &texts))
}

/// Whether the user's subscript of a flat array leads to the new place as well: its rows are as long as before, and this
/// access wraps nowhere.
fn is_where_it_was(
    context: &Context,
    plan: &Plan,
    reference: &Reference,
) -> Result<bool, EmitError> {
    if plan.rows.is_empty() || !keeps_axes(context, plan) {
        return Ok(false);
    }
    for (axis, row) in plan.rows.iter().enumerate() {
        let is_as_long = axis == 0 || context.old_size(axis) == Some(&row.row.modulus);
        let own = value(context, row, reference).ok();
        let is_moved = row.offset.as_constant() != Some(0)
            || row.unit.is_some()
            || needs_modulo(context, row, reference, own.as_ref())?;
        if !is_as_long || is_moved {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The subscripts of an access: `[0]` of a single element, one for a flat pointer.
fn subscripts(
    context: &Context,
    plan: &Plan,
    places: &HeapPlaces,
    (reference, texts): (&Reference, Vec<String>),
) -> Result<Vec<String>, EmitError> {
    match (places.form, texts.as_slice()) {
        (_, []) => Ok(vec!["0".to_string()]),
        (Form::Flat, [_, _, ..]) => {
            let flat = Flat {
                context,
                places,
                reference,
            };
            Ok(vec![flat.subscript(plan, &texts)?])
        }
        _ => Ok(texts),
    }
}

/// `(size_t)w`, if a name is in a text after a cast, with parentheses around it or without.
fn with_cast(text: &str, name: &str) -> Option<String> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let bare = |at: usize| {
        let before = text[..at].trim_end();
        let is_enclosed = text[at + name.len()..].trim_start().starts_with(')');
        before
            .strip_suffix('(')
            .filter(|_| is_enclosed)
            .unwrap_or(before)
    };
    text.match_indices(name).find_map(|(at, _)| {
        let behind = &text[at + name.len()..];
        let cast = bare(at).trim_end();
        let before = cast.strip_suffix(')')?;
        let open = before.rfind('(')?;
        let is_cast = before[open + 1..].chars().all(|c| word(c) || c == ' ');
        (is_cast && !behind.starts_with(word)).then(|| cast[open..].to_string() + name)
    })
}

/// `(i % 2) * m`: how far a row of a flat array lies from its start, unless that is nothing.
pub(crate) fn row_address(
    context: &Context,
    plan: &Plan,
    places: &HeapPlaces,
    reference: &Reference,
    mut rows: Vec<String>,
) -> Result<Option<String>, EmitError> {
    let flat = Flat {
        context,
        places,
        reference,
    };
    rows.push("0".to_string());
    let address = flat.subscript(plan, &rows)?;
    Ok(Some(address).filter(|address| address != "0"))
}

/// One access to a flat pointer.
struct Flat<'a> {
    context: &'a Context<'a>,
    places: &'a HeapPlaces,
    reference: &'a Reference,
}

impl Flat<'_> {
    /// `(i % 2) * m + j`
    fn subscript(&self, plan: &Plan, texts: &[String]) -> Result<String, EmitError> {
        let mut sum = String::new();
        let mut is_product = false;
        for (text, row) in texts.iter().zip(&plan.rows) {
            if matches!(sum.as_str(), "" | "0") {
                sum.clone_from(text);
                continue;
            }
            let rows = match is_product || source::is_operand(&sum) {
                true => sum,
                false => format!("({sum})"),
            };
            let cast = wide::cast(self.context, plan, self.reference, &row.size)?;
            let cast = cast.filter(|_| !wide::is_cast(&rows)).unwrap_or_default();
            sum = format!("{cast}{rows} * {}", self.stride(&row.size)?);
            is_product = text == "0";
            if !is_product {
                sum += &format!(" + {text}");
            }
        }
        Ok(sum)
    }

    /// A stride: by the user's own name for it, where one stands both in the size and in the subscript.
    fn stride(&self, stride: &Expr) -> Result<String, EmitError> {
        let mut same = self
            .places
            .size
            .factors
            .iter()
            .filter(|f| f.count == *stride);
        let subscript = self.reference.subscripts.first();
        let subscript = subscript.map(|s| self.context.text(s.expr_span));
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let named = same.find_map(|f| {
            let text = self.context.text(f.number);
            let text = text.trim_matches(['(', ')', ' ']).to_string();
            let mut words = subscript.iter().flat_map(|s| s.split(|c| !word(c)));
            let is_named = words.any(|w| w == text);
            is_named.then(|| {
                subscript
                    .as_deref()
                    .and_then(|s| with_cast(s, &text))
                    .unwrap_or(text)
            })
        });
        match named {
            Some(name) => Ok(name),
            None => {
                let text = self
                    .context
                    .print(stride, &self.reference.unusable_params)?;
                Ok(text.at_least(Tightness::Primary))
            }
        }
    }
}
