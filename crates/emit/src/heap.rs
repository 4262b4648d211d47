//! Heap arrays: the pointer's type, the size of its allocation and its casts change together; one that
//! shrinks to a single element becomes a plain variable where that leaves whole lines only.

use crate::cexpr::{CText, Tightness, is_primary};
use crate::plan::{Context, EmitError, Plan, RowPlan};
use front::{DimPlace, FactorKind, FactorPlace, Form, HeapPlaces, Reference, Removal};
use poly::Expr;
use source::{Edit, Span};

/// The new number of elements of each dimension.
type Sizes = Vec<Expr>;

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
    edits.extend(writer.size()?);
    Ok(edits)
}

/// Whether the array becomes a plain variable.
pub(crate) fn becomes_scalar(plan: &Plan, places: &HeapPlaces) -> bool {
    plan.rows.is_empty() && places.removal.is_some()
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
    sizes: Sizes,
    /// Every new dimension is the old one, but for its size.
    keeps_axes: bool,
}

impl<'a> Writer<'a> {
    fn new(
        context: &'a Context<'a>,
        plan: &'a Plan,
        places: &'a HeapPlaces,
    ) -> Result<Self, EmitError> {
        let mut sizes: Sizes = plan.rows.iter().map(|r| r.row.modulus.clone()).collect();
        if sizes.is_empty() {
            sizes.push(Expr::constant(1));
        }
        for size in &sizes {
            if !context.never_negative_where_allocated(size)? {
                return Err(EmitError::NegativeSize);
            }
        }
        let axes = context.fold.candidate.axes.len();
        let own = |(k, plan): (usize, &RowPlan)| plan.row.axis() == Some(k);
        Ok(Writer {
            context,
            places,
            keeps_axes: plan.rows.len() == axes && plan.rows.iter().enumerate().all(own),
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
        self.context.print(size, &candidate.unusable_params)
    }

    /// The old number of elements of a dimension in the scop.
    fn old_size(&self, axis: usize) -> Option<&Expr> {
        let array = self.context.fold.candidate.array;
        self.context.fold.region.scop.array(array).shape[axis].as_ref()
    }

    fn is_unchanged(&self, axis: usize) -> bool {
        self.keeps_axes && self.old_size(axis) == Some(&self.sizes[axis])
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
                    text: self.print(&sizes[k])?.text,
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
        let text = |size: &Expr| Ok(format!("[{}]", self.print(size)?.text));
        sizes.iter().map(text).collect()
    }

    /// The arguments of the allocator.
    fn size(&self) -> Result<Vec<Edit>, EmitError> {
        if let Some(edits) = self.single_factors()? {
            return Ok(edits);
        }
        self.rewritten_size()
    }

    /// How many of the new dimensions the `sizeof` takes along with the pointer's new type.
    fn followed(&self) -> usize {
        let target = self.places.factors.iter().find_map(|f| match f.kind {
            FactorKind::Target(depth) => Some(depth),
            _ => None,
        });
        match target {
            Some(depth) => self.target_sizes().len().saturating_sub(depth - 1),
            None => 0,
        }
    }

    /// Only the factors whose dimensions change, if each of them has one.
    fn single_factors(&self) -> Result<Option<Vec<Edit>>, EmitError> {
        if !self.keeps_axes || self.places.alignment.is_some() {
            return Ok(None);
        }
        let mut free: Vec<&FactorPlace> = self.places.factors.iter().collect();
        let mut edits = Vec::new();
        let counted = self.sizes.len() - self.followed();
        for axis in (0..counted).filter(|axis| !self.is_unchanged(*axis)) {
            let Some(old) = self.old_size(axis).map(front::Polynomial::from) else {
                return Ok(None);
            };
            let is_count =
                |f: &FactorPlace| matches!(f.kind, FactorKind::Count | FactorKind::Dimension);
            let Some(at) = free.iter().position(|f| is_count(f) && f.count == old) else {
                return Ok(None);
            };
            let place = free.remove(at);
            edits.push(self.factor(place, &self.sizes[axis])?);
        }
        Ok(Some(edits))
    }

    fn factor(&self, place: &FactorPlace, size: &Expr) -> Result<Edit, EmitError> {
        let text = self.print(size)?;
        let text = match place.kind {
            FactorKind::Dimension => text.text,
            _ if self.stands_alone(place) => text.text,
            _ => text.at_least(Tightness::Primary),
        };
        Ok(Edit {
            span: place.number,
            text,
        })
    }

    /// Whether the factor is a whole argument, without a cast.
    fn stands_alone(&self, place: &FactorPlace) -> bool {
        self.places.arguments.get(place.argument) == Some(&place.number)
    }

    /// All arguments anew: the counts, then the `sizeof` as it was.
    fn rewritten_size(&self) -> Result<Vec<Edit>, EmitError> {
        let factors = &self.places.factors;
        let first = self.places.arguments.first().ok_or(EmitError::Size)?;
        let counted = &self.sizes[..self.sizes.len() - self.followed()];
        let is_sized =
            |f: &&FactorPlace| !matches!(f.kind, FactorKind::Count | FactorKind::Dimension);
        let sized = factors.iter().find(is_sized);
        let has_dimensions = factors.iter().any(|f| f.kind == FactorKind::Dimension);
        let has_counts = factors.iter().any(|f| f.kind == FactorKind::Count);
        if has_dimensions && !has_counts {
            return self.brackets_of_type(counted);
        }
        let element = match sized {
            Some(place) => Some(self.element(place)?),
            None => None,
        };
        let count = self.product(counted)?;
        let mut texts = Vec::new();
        match (element, self.places.arguments.as_slice()) {
            (Some(element), [_, second]) => {
                texts.push((*first, if count.is_empty() { "1".into() } else { count }));
                texts.push((*second, element));
            }
            (Some(element), [_]) if count.is_empty() => texts.push((*first, self.padded(element))),
            (Some(element), [_]) => {
                let leads = sized.is_some_and(|s| factors.iter().all(|f| s.whole <= f.whole));
                let text = match leads {
                    true => format!("{element} * {count}"),
                    false => format!("{count} * {element}"),
                };
                texts.push((*first, self.padded(text)));
            }
            (None, [_]) if count.is_empty() => texts.push((*first, self.padded("1".into()))),
            (None, [_]) => texts.push((*first, self.padded(count))),
            _ => return Err(EmitError::Size),
        }
        let edits = texts.into_iter();
        Ok(edits.map(|(span, text)| Edit { span, text }).collect())
    }

    /// `sizeof(T[n][m])`
    fn brackets_of_type(&self, sizes: &[Expr]) -> Result<Vec<Edit>, EmitError> {
        let dimensions = self.places.factors.iter();
        let dimensions = dimensions.filter(|f| f.kind == FactorKind::Dimension);
        let spans: Vec<Span> = dimensions.map(|f| f.whole).collect();
        let (Some(first), Some(last)) = (spans.first(), spans.last()) else {
            return Err(EmitError::Size);
        };
        if self.places.alignment.is_some() {
            return Err(EmitError::Size);
        }
        let span = Span {
            start: first.start,
            end: last.end,
        };
        let text = self.brackets(sizes)?;
        Ok(vec![Edit { span, text }])
    }

    /// `sizeof(double)`, `sizeof *a` for the new type of `a`.
    fn element(&self, place: &FactorPlace) -> Result<String, EmitError> {
        let text = self.context.text(place.whole);
        match place.kind {
            FactorKind::Target(1) => Ok(text),
            FactorKind::Target(_) if self.places.form == Form::Rows => {
                let name = &self.context.fold.candidate.spelling;
                Ok(format!("sizeof {}{name}", "*".repeat(self.sizes.len())))
            }
            FactorKind::Target(_) => Err(EmitError::Size),
            _ => {
                let dimensions = self.places.factors.iter();
                let mut dimensions = dimensions.filter(|f| f.kind == FactorKind::Dimension);
                let Some(first) = dimensions.next() else {
                    return Ok(text);
                };
                let end = dimensions.last().map_or(first.whole.end, |f| f.whole.end);
                let before = Span {
                    start: place.whole.start,
                    end: first.whole.start,
                };
                let behind = Span {
                    start: end,
                    end: place.whole.end,
                };
                Ok(self.context.text(before) + &self.context.text(behind))
            }
        }
    }

    /// `(size_t) 2 * m`: with the cast that the first count had.
    fn product(&self, sizes: &[Expr]) -> Result<String, EmitError> {
        let mut texts = Vec::new();
        for size in sizes.iter().filter(|s| s.as_constant() != Some(1)) {
            texts.push(self.print(size)?);
        }
        let counts = self.places.factors.iter();
        let counts = counts.filter(|f| f.kind == FactorKind::Count);
        let cast = counts.map(|f| self.cast(f)).find(|cast| !cast.is_empty());
        let alone = self.places.arguments.len() > 1 && texts.len() == 1 && cast.is_none();
        let text = |t: &CText| match alone {
            true => t.text.clone(),
            false => t.at_least(Tightness::Primary),
        };
        let product: Vec<String> = texts.iter().map(text).collect();
        Ok(cast.unwrap_or_default() + &product.join(" * "))
    }

    /// `(size_t)` in front of a count.
    fn cast(&self, place: &FactorPlace) -> String {
        let before = Span {
            start: place.whole.start,
            end: place.number.start,
        };
        match place.whole.start < place.number.start {
            true => self.context.file.slice(before).to_string(),
            false => String::new(),
        }
    }

    /// A number of bytes that is a multiple of the alignment.
    fn padded(&self, text: String) -> String {
        let Some(alignment) = self.places.alignment else {
            return text;
        };
        if self.bytes().is_some_and(|bytes| bytes % alignment == 0) {
            return text;
        }
        let before = alignment - 1;
        format!("({text} + {before}) / {alignment} * {alignment}")
    }

    /// The new number of bytes, if it is constant.
    fn bytes(&self) -> Option<i64> {
        let element = i64::try_from(self.context.fold.candidate.element_bytes?).ok()?;
        let mut sizes = self.sizes.iter();
        sizes.try_fold(element, |bytes, size| {
            bytes.checked_mul(size.as_constant()?)
        })
    }
}

/// The subscripts of an access: `[0]` of a single element, one for a flat pointer.
pub(crate) fn subscripts(
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
        for (text, row) in texts.iter().zip(&plan.rows) {
            if matches!(sum.as_str(), "" | "0") {
                sum.clone_from(text);
                continue;
            }
            let rows = match is_primary(&sum) {
                true => sum,
                false => format!("({sum})"),
            };
            sum = format!("{rows} * {}", self.stride(&row.row.modulus)?);
            if text != "0" {
                sum += &format!(" + {text}");
            }
        }
        Ok(sum)
    }

    /// A stride: by the user's own name for it, where one stands both in the size and in the subscript.
    fn stride(&self, stride: &Expr) -> Result<String, EmitError> {
        let wanted = front::Polynomial::from(stride);
        let mut same = self.places.factors.iter().filter(|f| f.count == wanted);
        let subscript = self.reference.subscripts.first();
        let subscript = subscript.map(|s| self.context.text(s.expr_span));
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let named = same.find_map(|f| {
            let text = self.context.text(f.number);
            let mut words = subscript.iter().flat_map(|s| s.split(|c| !word(c)));
            words.any(|w| w == text).then_some(text)
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
