//! Numbers of bytes: the size of an allocation, or of a `memset` that writes a whole array.

use crate::context::Context;
use crate::error::EmitError;
use crate::size::wide;
use crate::subscript::row::{RowPlan, keep_axes};
use front::{FactorKind, FactorPlace, Form, Home, SizePlaces};
use poly::Expr;
use print::{CText, Tightness};
use source::{Edit, Span};

/// Writes the new size in the place of the old one.
pub(crate) struct SizeWriter<'a> {
    context: &'a Context<'a>,
    places: &'a SizePlaces,
    /// The new number of elements of each dimension.
    sizes: Vec<Expr>,
    /// Whether every new dimension is the old one, except for its size.
    keeps_axes: bool,
    /// The form of a heap array.
    form: Option<Form>,
}

/// The new number of elements of each dimension; a single element is one dimension of one.
pub(crate) fn new_sizes(rows: &[RowPlan]) -> Vec<Expr> {
    let sizes: Vec<Expr> = rows.iter().map(|r| r.size.clone()).collect();
    match sizes.is_empty() {
        true => vec![Expr::constant(1)],
        false => sizes,
    }
}

impl<'a> SizeWriter<'a> {
    /// A writer for one size.
    pub(crate) fn new(context: &'a Context<'a>, rows: &[RowPlan], places: &'a SizePlaces) -> Self {
        SizeWriter {
            context,
            places,
            sizes: new_sizes(rows),
            keeps_axes: keep_axes(context, rows),
            form: match &context.fold.candidate.home {
                Home::Heap(heap) => Some(heap.form),
                Home::Declarator | Home::Parameter(_) => None,
            },
        }
    }

    /// A size in C; quotients in it that the user names, such as `ch` for `(h + 1) / 2`, by their
    /// names.
    fn print(&self, size: &Expr) -> Result<CText, EmitError> {
        let candidate = self.context.fold.candidate;
        let counts = self.places.factors.iter();
        let counts = counts.filter(|f| f.kind == FactorKind::Count && !f.count.is_polynomial());
        let named = counts.filter_map(|f| {
            let text = self.context.text(f.number);
            source::is_operand(&text).then_some((&f.count, text))
        });
        let named: Vec<(&Expr, String)> = named.collect();
        wide::size_with(self.context, size, (&candidate.unusable_params, &named))
    }

    fn is_unchanged(&self, axis: usize) -> bool {
        self.keeps_axes && self.context.old_size(axis) == Some(&self.sizes[axis])
    }

    /// The edits of the arguments that change.
    ///
    /// # Errors
    /// A size cannot be written in C, or the arguments have a form that the new size does not fit.
    pub(crate) fn edits(&self) -> Result<Vec<Edit>, EmitError> {
        if let Some(edits) = self.single_factors()? {
            return Ok(edits);
        }
        self.rewritten_size()
    }

    /// Number of the new dimensions that the `sizeof` includes through the pointer's new type; the
    /// type of a flat pointer stays.
    fn followed(&self) -> usize {
        if self.form == Some(Form::Flat) {
            return 0;
        }
        let target = self.places.factors.iter().find_map(|f| match f.kind {
            FactorKind::Target(skipped) => Some(skipped),
            _ => None,
        });
        match target {
            Some(skipped) => self.sizes.len().saturating_sub(skipped),
            None => 0,
        }
    }

    /// The edits of only those factors whose dimensions change, if each changed dimension has a
    /// factor.
    fn single_factors(&self) -> Result<Option<Vec<Edit>>, EmitError> {
        if !self.keeps_axes || self.places.alignment.is_some() {
            return Ok(None);
        }
        let mut free: Vec<&FactorPlace> = self.places.factors.iter().collect();
        let mut edits = Vec::new();
        let counted = self.sizes.len() - self.followed();
        for axis in (0..counted).filter(|axis| !self.is_unchanged(*axis)) {
            let Some(old) = self.context.old_size(axis) else {
                return Ok(None);
            };
            let is_count =
                |f: &FactorPlace| matches!(f.kind, FactorKind::Count | FactorKind::Dimension);
            let Some(at) = free.iter().position(|f| is_count(f) && f.count == *old) else {
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
            FactorKind::Dimension => text.alone().to_string(),
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

    /// The edits that rewrite all arguments: the counts, then the old `sizeof`.
    fn rewritten_size(&self) -> Result<Vec<Edit>, EmitError> {
        let factors = &self.places.factors;
        let first = self.places.arguments.first().ok_or(EmitError::Size)?;
        let counted = &self.sizes[..self.sizes.len() - self.followed()];
        let is_sized =
            |f: &&FactorPlace| !matches!(f.kind, FactorKind::Count | FactorKind::Dimension);
        let sized = factors.iter().find(is_sized);
        let follows = |f: &FactorPlace| matches!(f.kind, FactorKind::Target(_));
        if self.form.is_none() && factors.iter().any(follows) {
            let text = format!("sizeof {}", self.context.fold.candidate.spelling);
            return Ok(vec![Edit { span: *first, text }]);
        }
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
            (None, [_, others @ ..]) if !others.is_empty() => {
                texts.push((*first, if count.is_empty() { "1".into() } else { count }));
                texts.extend(others.iter().map(|other| (*other, "1".to_string())));
            }
            _ => return Err(EmitError::Size),
        }
        let changed = |(span, text): &(Span, String)| self.context.text(*span) != *text;
        let edits = texts.into_iter().filter(changed);
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
        let text = sizes
            .iter()
            .map(|size| Ok(format!("[{}]", self.print(size)?.alone())));
        let text = text.collect::<Result<String, EmitError>>()?;
        Ok(vec![Edit { span, text }])
    }

    /// `sizeof(double)`, `sizeof *a` for the new type of `a`.
    fn element(&self, place: &FactorPlace) -> Result<String, EmitError> {
        let text = self.context.text(place.whole);
        match place.kind {
            FactorKind::Target(0) => Ok(text),
            FactorKind::Target(1) if matches!(self.form, Some(Form::Flat | Form::Rows)) => Ok(text),
            FactorKind::Target(_) if self.form == Some(Form::Rows) => {
                let name = &self.context.fold.candidate.spelling;
                Ok(format!("sizeof {}{name}", "*".repeat(self.sizes.len())))
            }
            FactorKind::Target(_) => Err(EmitError::Size),
            FactorKind::Bytes if self.form == Some(Form::Flat) => {
                Ok(format!("sizeof *{}", self.context.fold.candidate.spelling))
            }
            FactorKind::Bytes => Err(EmitError::Size),
            _ => {
                let dimensions = self.places.factors.iter();
                let mut dimensions = dimensions.filter(|f| f.kind == FactorKind::Dimension);
                let Some(first) = dimensions.next() else {
                    return Ok(text);
                };
                let end = dimensions
                    .next_back()
                    .map_or(first.whole.end, |f| f.whole.end);
                let before = Span {
                    start: place.whole.start,
                    end: first.whole.start,
                };
                let after = Span {
                    start: end,
                    end: place.whole.end,
                };
                Ok(self.context.text(before) + &self.context.text(after))
            }
        }
    }

    /// `(size_t) 2 * m`, with the cast of the first count; empty for one element.
    fn product(&self, sizes: &[Expr]) -> Result<String, EmitError> {
        let is_more = |size: &&Expr| size.as_constant() != Some(1);
        let sizes: Vec<&Expr> = sizes.iter().filter(is_more).collect();
        if sizes.is_empty() {
            return Ok(String::new());
        }
        let mut texts = Vec::new();
        let mut rest = sizes.as_slice();
        while let Some(size) = rest.first() {
            let (text, count) = match self.written(rest) {
                Some(written) => written,
                None => (self.print(size)?, 1),
            };
            texts.push(text);
            rest = &rest[count..];
        }
        let counts = self.places.factors.iter();
        let counts = counts.filter(|f| f.kind == FactorKind::Count);
        let cast = counts.clone().map(|f| self.cast(f));
        let cast = cast.into_iter().find(|cast| !cast.is_empty());
        let leads = self
            .places
            .factors
            .first()
            .is_some_and(|f| f.kind != FactorKind::Count);
        let was_wide =
            counts.into_iter().any(|f| f.is_wide) || !leads && !wide::multiplies_ints(self.places);
        let cast = match cast {
            None if was_wide => wide::cast_of_product(self.context, &sizes)?,
            cast => cast,
        };
        let alone = self.places.arguments.len() > 1 && texts.len() == 1 && cast.is_none();
        let text = |t: &CText| match alone {
            true => t.text.clone(),
            false => t.at_least(Tightness::Primary),
        };
        let product: Vec<String> = texts.iter().map(text).collect();
        Ok(cast.unwrap_or_default() + &product.join(" * "))
    }

    /// The user's text for the product of the first of these sizes, with their number.
    fn written(&self, sizes: &[&Expr]) -> Option<(CText, usize)> {
        let find = |count: usize| {
            let one = Expr::constant(1);
            let mut first = sizes[..count].iter();
            let product = first.try_fold(one, |p, size| p.checked_mul(size))?;
            let mut factors = self.places.factors.iter();
            let is_same = |f: &&FactorPlace| f.kind == FactorKind::Count && f.count == product;
            let text = self.context.text(factors.find(is_same)?.number);
            let is_operand = source::is_operand(&text);
            Some((CText::of_user(text, is_operand), count))
        };
        (1..=sizes.len()).rev().find_map(find)
    }

    /// The cast before a count: `(size_t)`.
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
