//! How each row of a mapping is written: with a modulo or without, and what is added first.

use crate::Fold;
use crate::bodies::{Added, Addition};
use crate::cexpr::{self, CText};
use crate::growth;
use crate::late::LateStores;
use crate::naming::{Names, Naming};
use crate::signs;
use crate::strips::Strips;
use crate::types;
use crate::unit::{self, Unit};
use crate::window::Window;
use front::{Axis, Block, Home, Reference};
use poly::{Atom, Expr, PolyError, Set};
use scop::{IntType, ParamKind};
use source::{Dialect, Edit, SourceFile, Span};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use storage::{Row, RowRange};

/// Why a proved mapping cannot be written as C.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EmitError {
    /// A size or subscript that C's truncating division cannot say.
    #[error("its size or a subscript needs a division that C would round the other way")]
    NotInC,
    /// A product may not fit in an `int`, and C90 has nothing wider than a `long` of 32 bits.
    #[error(
        "its size or a subscript needs an integer of 64 bits, which this version of C does not have"
    )]
    NoWideType,
    /// The subscripts of a reference are not known as expressions.
    #[error("a subscript cannot be rewritten")]
    Subscript,
    /// A parameter that has no value yet, or another meaning, where it would have to be written.
    #[error("`{0}` cannot be used where its size or a subscript would need it")]
    Hidden(String),
    /// A macro that has no value yet where it would be asserted.
    #[error(
        "it rests on the value of `{0}`, which cannot be asserted because the macro is defined inside \
         of the function; define it in front"
    )]
    DefinedLate(String),
    /// Static storage needs a constant size; so does an array that has one already.
    #[error("its size is a constant, and the new one would not be")]
    NotConstant,
    /// The mapping needs a digit of a linearised subscript, which is not affine.
    #[error("its linear subscript would have to be taken apart")]
    Linearised,
    /// A local array in the place of a parameter would be too large, and the caller's storage cannot
    /// be used.
    #[error("its new storage may be too large for the stack and does not fit in the caller's")]
    TooLarge,
    /// A local array in the place of a parameter would need a place in lists of names.
    #[error(
        "its new storage needs another name, which `default(none)` does not list, and does not fit in the caller's"
    )]
    Listed,
    /// Several threads may execute the function at once, and the array, of so many bytes, does not become
    /// automatic; `None` if its declaration cannot be changed for that.
    #[error("threads that execute the function at the same time would share its new storage")]
    Shared {
        /// How large the folded array would be.
        bytes: Option<u64>,
    },
    /// A number of bytes is written in a way that the new one does not fit.
    #[error(
        "the size of its allocation cannot be rewritten; write it as counts times one `sizeof`"
    )]
    Size,
    /// `memset(a[i], ...)` or a pointer to a row takes elements that would not stay together.
    #[error(
        "a pointer to a row or a call such as `memset` takes elements together that the mapping would part"
    )]
    Block,
    /// A heap array of no elements would get a negative number of them.
    #[error("its new size would be negative where it has no elements")]
    NegativeSize,
    /// A new subscript would compute with signed and unsigned numbers, and no old one does.
    #[error(
        "a subscript would mix signed and unsigned numbers; one type for counters and sizes helps"
    )]
    MixedSigns,
    /// It would have more elements than the old array for some sizes.
    #[error("for some sizes it would be larger than it is now")]
    Grows,
    /// Two edits touch the same bytes (the same text serves two arrays).
    #[error("one piece of text would have to be changed in two ways")]
    Overlap,
    /// A range query exceeded its budget.
    #[error(transparent)]
    Poly(#[from] PolyError),
}

/// What the writers of one fold share.
pub(crate) struct Context<'a> {
    pub(crate) file: &'a SourceFile,
    pub(crate) fold: &'a Fold<'a>,
    /// Parameter values that count: where no element of a heap array is touched, nothing matters.
    params: Set,
    /// Whether the bytes of a place may come from text that serves several places.
    pub(crate) may_be_shared: &'a dyn Fn(Span) -> bool,
    /// What the compiler understands.
    pub(crate) dialect: Dialect,
    wide_type: OnceCell<Option<&'static str>>,
    /// Answers about sets that are asked for by several texts.
    answers: RefCell<HashMap<String, bool>>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(
        file: &'a SourceFile,
        fold: &'a Fold<'a>,
        may_be_shared: &'a dyn Fn(Span) -> bool,
        dialect: Dialect,
    ) -> Result<Self, EmitError> {
        let scop = fold.scop();
        let params = match fold.candidate.home {
            Home::Heap(_) => scop.touched_params(fold.candidate.arrays())?,
            Home::Declarator | Home::Parameter(_) => scop.context.clone(),
        };
        Ok(Context {
            file,
            fold,
            params,
            may_be_shared,
            dialect,
            wide_type: OnceCell::new(),
            answers: RefCell::default(),
        })
    }

    /// The answer to a question, computed once.
    pub(crate) fn once(
        &self,
        question: String,
        answer: impl FnOnce() -> Result<bool, EmitError>,
    ) -> Result<bool, EmitError> {
        let known = self.answers.borrow().get(&question).copied();
        match known {
            Some(known) => Ok(known),
            None => {
                let found = answer()?;
                self.answers.borrow_mut().insert(question, found);
                Ok(found)
            }
        }
    }

    /// A wide type that the file knows.
    pub(crate) fn wide_type(&self) -> Result<&'static str, EmitError> {
        let found = self.wide_type.get_or_init(|| {
            let is_part = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
            let mut words = self.file.bytes.split(|b| !is_part(b));
            match words.any(|word| word == b"size_t") {
                true => Some("size_t"),
                false => self.dialect.wide_type(),
            }
        });
        found.ok_or(EmitError::NoWideType)
    }

    /// A wide type that holds negative numbers.
    pub(crate) fn signed_wide_type(&self) -> Result<&'static str, EmitError> {
        self.dialect.wide_type().ok_or(EmitError::NoWideType)
    }

    /// The user's text of a span, without blanks around it.
    pub(crate) fn text(&self, span: Span) -> String {
        self.file.slice(span).trim().to_string()
    }

    /// The parameters that are variables.
    pub(crate) fn variables(&self) -> impl Iterator<Item = &str> {
        let params = self.fold.scop().params.iter();
        let variables = params.filter(|p| p.kind == ParamKind::Variable);
        variables.map(|p| p.name.as_str())
    }

    /// Whether the array is declared with constants only: where nobody wants VLAs, its fold must not be one.
    pub(crate) fn has_fixed_sizes(&self) -> bool {
        let candidate = self.fold.candidate;
        let varies = |size: &Expr| {
            let mut found = false;
            size.each_var(&mut |name| found |= self.variables().any(|v| v == name));
            found
        };
        candidate.home == Home::Declarator
            && candidate.declared.len() == candidate.dims.len()
            && !candidate.declared.iter().any(varies)
    }

    /// The row with the declared extent where its own is no constant and must be one: nothing wraps there.
    fn with_fixed_size(&self, row: &Row, range: &RowRange) -> Result<Row, EmitError> {
        let varies = self.variables().any(|v| row.modulus.mentions(v));
        let extent = row.axis().and_then(|axis| self.fold.extents.get(axis));
        let Some(extent) = extent.filter(|_| varies && self.has_fixed_sizes()) else {
            return Ok(row.clone());
        };
        let RowRange { low, high } = range;
        let fits = self.always(&format!("{high} - ({low}) < {}", row.modulus))?;
        Ok(match fits {
            true => Row::new(row.form.clone(), extent.clone()),
            false => row.clone(),
        })
    }

    /// How the user spells a parameter; iterators are spelled as they are named.
    fn spelling(&self, name: &str) -> String {
        let params = &self.fold.scop().params;
        let param = params.iter().find(|p| p.name == name);
        param.map_or_else(|| name.to_string(), |p| p.spelling.clone())
    }

    /// Prints an expression of parameters and iterators for a place where some parameters cannot be
    /// used.
    pub(crate) fn print(&self, expr: &Expr, unusable: &[String]) -> Result<CText, EmitError> {
        self.print_as(expr, unusable, &|name| self.spelling(name))
    }

    fn print_as(
        &self,
        expr: &Expr,
        unusable: &[String],
        spelling: &impl Fn(&str) -> String,
    ) -> Result<CText, EmitError> {
        if let Some(hidden) = unusable.iter().find(|name| expr.mentions(name)) {
            return Err(EmitError::Hidden(self.spelling(hidden)));
        }
        let never_negative = |e: &Expr| self.always(&format!("{e} >= 0")).unwrap_or(false);
        cexpr::print(expr, spelling, &never_negative).ok_or(EmitError::NotInC)
    }

    /// The same, computed in a wide type.
    pub(crate) fn print_wide(&self, expr: &Expr, unusable: &[String]) -> Result<CText, EmitError> {
        let wide = self.signed_wide_type()?;
        let cast = |name: &str| match self.is_narrow_variable(name) {
            true => format!("({wide}){}", self.spelling(name)),
            false => self.spelling(name),
        };
        self.print_as(expr, unusable, &cast)
    }

    /// Whether C computes with a variable as with an `int` or an `unsigned`.
    pub(crate) fn is_narrow_variable(&self, name: &str) -> bool {
        let ty = types::type_of_param(self, name);
        let is_narrow = ty.is_none_or(|ty| ty.bits <= IntType::INT.bits);
        is_narrow && self.variables().any(|variable| variable == name)
    }

    /// The least number of dimensions: `sizeof a[i]` of a pointer to rows needs rows.
    fn needed_rows(&self) -> usize {
        let Home::Heap(_) = &self.fold.candidate.home else {
            return 0;
        };
        let blocks = self.fold.candidate.references.iter().map(|r| r.block);
        let rows = blocks.map(|block| match block {
            Some(Block::Last { dims, asked: true }) => dims + 1,
            _ => 0,
        });
        rows.max().unwrap_or(0)
    }

    /// The old number of elements of a dimension of the scop.
    pub(crate) fn old_size(&self, axis: usize) -> Option<&Expr> {
        let array = self.fold.scop().array(self.fold.candidate.array);
        array.shape.get(axis)?.as_ref()
    }

    /// The declared dimension that a dimension of the scop is, if it is one.
    pub(crate) fn declared(&self, dim: usize) -> Option<usize> {
        match self.fold.candidate.axes.get(dim) {
            Some(Axis::Whole(declared)) => Some(*declared),
            _ => None,
        }
    }

    /// The brackets of the declared dimensions that have a place in the scop, those with nothing
    /// between them as one.
    pub(crate) fn runs(&self, brackets: &[Span]) -> Vec<Span> {
        let mut runs: Vec<Span> = Vec::new();
        let followed = self.fold.candidate.followed();
        for own in followed.into_iter().filter_map(|dim| brackets.get(dim)) {
            match runs.last_mut() {
                Some(last) if self.text(Span::new(last.end, own.start)).is_empty() => {
                    last.end = own.end;
                }
                _ => runs.push(*own),
            }
        }
        runs
    }

    /// The first run of brackets takes all new dimensions, the others go; so do blanks in front of
    /// what vanishes.
    pub(crate) fn replace_runs(&self, runs: &[Span], texts: &[String]) -> Vec<Edit> {
        let mut text: String = texts.iter().map(|t| format!("[{t}]")).collect();
        let edit = |run: &Span| {
            let text = std::mem::take(&mut text);
            let blanks = match text.is_empty() {
                true => self.file.blanks_before(run.start),
                false => 0,
            };
            let span = Span::new(run.start - blanks, run.end);
            Edit { span, text }
        };
        runs.iter().map(edit).collect()
    }

    /// The subscript of a reference in a dimension of the scop.
    pub(crate) fn subscript<'r>(
        &self,
        reference: &'r Reference,
        dim: usize,
    ) -> Result<&'r Expr, EmitError> {
        let axis = self.fold.candidate.axes.get(dim);
        let (declared, part) = match axis.ok_or(EmitError::Subscript)? {
            Axis::Whole(declared) => {
                let place = reference.subscripts.get(*declared);
                return place
                    .and_then(|place| place.expr.as_ref())
                    .ok_or(EmitError::Subscript);
            }
            Axis::Digit(declared, place) => (*declared, *place),
        };
        let place = reference.subscripts.get(declared);
        place
            .and_then(|place| place.split.as_ref())
            .and_then(|split| split.get(part))
            .ok_or(EmitError::Linearised)
    }

    /// Where the subscript of a reference in a dimension of the scop is written, and whether that is one
    /// operand; if it is written between the brackets.
    pub(crate) fn written(&self, reference: &Reference, dim: usize) -> Option<(Span, bool)> {
        let axis = self.fold.candidate.axes.get(dim)?;
        let place = reference.subscripts.get(axis.declared())?;
        let span = match axis {
            Axis::Whole(_) => return Some((place.expr_span, place.is_operand)),
            Axis::Digit(_, part) => *place.split_spans.as_ref()?.get(*part)?,
        };
        let inside = place.expr_span.start <= span.start && span.end <= place.expr_span.end;
        inside.then(|| (span, source::is_operand(&self.text(span))))
    }

    /// Whether the new size of a heap array is no negative number where the old ones are none.
    pub(crate) fn never_negative_where_allocated(&self, size: &Expr) -> Result<bool, EmitError> {
        let scop = self.fold.scop();
        let shape = scop.array(self.fold.candidate.array).shape.iter().flatten();
        let old: Vec<String> = shape.map(|extent| format!("{extent} >= 0")).collect();
        let old = match old.is_empty() {
            true => "0 = 0".to_string(),
            false => old.join(" and "),
        };
        let allocated = scop.context.intersect(&scop.params_where(&old)?)?;
        Ok(allocated.is_subset(&scop.params_where(&format!("{size} >= 0"))?)?)
    }

    /// Whether a condition on the parameters holds wherever it matters. A condition on
    /// anything else does not.
    pub(crate) fn always(&self, condition: &str) -> Result<bool, EmitError> {
        Ok(self.fold.scop().holds(&self.params, condition)?)
    }

    /// What a size is wherever an element is touched: without a lower bound of 1 that it has there anyway.
    fn where_touched(&self, size: &Expr) -> Result<Expr, EmitError> {
        let is_choice = |(atom, _): (&Atom, i64)| matches!(atom, Atom::Max(_));
        if !size.terms().any(is_choice) {
            return Ok(size.clone());
        }
        let (candidate, scop) = (self.fold.candidate, self.fold.scop());
        let touched = match candidate.home {
            Home::Heap(_) => self.params.clone(),
            Home::Declarator | Home::Parameter(_) => scop.touched_params(candidate.arrays())?,
        };
        let is_nonnegative = |e: &Expr| scop.holds(&touched, &format!("{e} >= 0")) == Ok(true);
        Ok(size.decided(&is_nonnegative))
    }
}

/// How all rows of one fold are written.
pub(crate) struct Plan {
    pub(crate) rows: Vec<RowPlan>,
    /// It would be larger than the old array for some values of the parameters.
    pub(crate) grows: bool,
    /// The indices that have names.
    pub(crate) naming: Naming,
    /// What it is in an innermost loop.
    pub(crate) window: Option<Window>,
    /// The indices that have names in front of strips.
    pub(crate) strips: Strips,
    /// What strips store last.
    pub(crate) late: LateStores,
}

/// How one row is written: `(form + offset) % modulus`.
#[derive(Clone)]
pub(crate) struct RowPlan {
    pub(crate) row: Row,
    /// The declared number of elements: the modulus, or less where fewer elements exist.
    pub(crate) size: Expr,
    /// The modulus as subscripts say it. Where no element is touched it need not be positive, so that only what is
    /// executed with an access may divide by it.
    pub(crate) divisor: Expr,
    /// Added to the form; 0 where the form is never negative.
    pub(crate) offset: Expr,
    /// The largest value of the sum.
    pub(crate) highest: Expr,
    /// Whether the sum can reach the modulus.
    pub(crate) wraps: bool,
    /// Whether the new subscript is never larger than the form.
    pub(crate) shrinks: bool,
    /// What gives its cells another order: see [`crate::unit`].
    pub(crate) unit: Option<Unit>,
    /// Whether further rows lie between its neighbours in memory.
    pub(crate) is_outer: bool,
}

impl Plan {
    pub(crate) fn new(context: &Context, names: &mut Names<'_>) -> Result<Self, EmitError> {
        let choice = context.fold.choice;
        let rows = choice.mapping.rows.iter().zip(&choice.ranges);
        let rows = rows
            .map(|(row, range)| RowPlan::new(context, row, range))
            .collect::<Result<Vec<_>, _>>()?;
        let needed = context.needed_rows();
        let missing = needed.saturating_sub(rows.len());
        let single = std::iter::repeat_with(|| RowPlan::single(context)).take(missing);
        let mut rows: Vec<RowPlan> = single.chain(rows).collect();
        for row in rows.iter_mut().rev().skip(1) {
            row.is_outer = true;
        }
        if signs::are_mixed(context, &rows)? {
            return Err(EmitError::MixedSigns);
        }
        let grows = growth::limit(context, &mut rows)?;
        let window = Window::new(context, &rows)?;
        if let (Some(window), Some(row)) = (&window, rows.first_mut()) {
            row.row.modulus = Expr::constant(window.length);
            row.size = row.row.modulus.clone();
            row.divisor = row.row.modulus.clone();
        }
        let strips = match window {
            Some(_) => Strips::default(),
            None => in_strips(context, &mut rows, names)?,
        };
        let late = LateStores::new(context, &rows, &strips, names)?;
        let mut plan = Plan {
            rows,
            grows,
            naming: Naming::default(),
            window,
            strips,
            late,
        };
        plan.naming = Naming::new(context, &plan, names)?;
        Ok(plan)
    }

    /// Whether names stand for remainders, which not every reader can prove.
    pub(crate) fn names_remainders(&self) -> bool {
        let is_scaled = self.rows.iter().any(|row| row.unit.is_some());
        is_scaled || self.naming.names_remainders() || self.strips.all().next().is_some()
    }

    /// What the array adds to the bodies of loops.
    pub(crate) fn additions(&self, array: &str) -> Vec<Addition> {
        let shifts = self.window.iter().map(|window| Addition {
            place: window.place.clone(),
            what: Added::Shifts(window.shifts(array)),
        });
        self.strips
            .all()
            .chain(self.late.all())
            .chain(self.naming.all())
            .chain(shifts)
            .collect()
    }

    /// Whether the new array has the old one's dimensions, each row along its own axis.
    pub(crate) fn keeps_axes(&self, context: &Context) -> bool {
        let followed = context.fold.candidate.followed();
        let own = |(plan, dim): (&RowPlan, &usize)| {
            let axis = plan.row.axis();
            axis.is_some_and(|axis| context.declared(axis) == Some(*dim))
        };
        self.rows.len() == followed.len() && self.rows.iter().zip(&followed).all(own)
    }
}

/// Takes loops apart into strips; rows are in the order in which these walk.
fn in_strips(
    context: &Context,
    rows: &mut [RowPlan],
    names: &mut Names<'_>,
) -> Result<Strips, EmitError> {
    let mut plain = rows.to_vec();
    for row in plain.iter_mut().filter(|row| row.wraps) {
        row.divisor = context.where_touched(&row.row.modulus)?;
    }
    let is_plainer = plain
        .iter()
        .zip(&*rows)
        .any(|(a, b)| a.divisor != b.divisor);
    if is_plainer {
        let mut trial = names.clone();
        unit::in_order(context, &mut plain)?;
        let strips = Strips::new(context, &plain, &mut trial)?;
        if strips.hold_all(context, &plain)? {
            *names = trial;
            rows.clone_from_slice(&plain);
            return Ok(strips);
        }
    }
    unit::in_order(context, rows)?;
    Strips::new(context, rows, names)
}

impl RowPlan {
    /// A dimension of one element.
    fn single(context: &Context) -> Self {
        RowPlan {
            row: Row::new(
                vec![0; context.fold.candidate.axes.len()],
                Expr::constant(1),
            ),
            size: Expr::constant(1),
            divisor: Expr::constant(1),
            offset: Expr::constant(0),
            highest: Expr::constant(0),
            wraps: false,
            shrinks: true,
            unit: None,
            is_outer: false,
        }
    }

    pub(crate) fn new(context: &Context, row: &Row, range: &RowRange) -> Result<Self, EmitError> {
        let row = context.with_fixed_size(row, range)?;
        let RowRange { low, high } = range;
        let modulus = &row.modulus;
        let starts_at_zero = context.always(&format!("{low} >= 0"))?;
        let fits = context.always(&format!("{high} - ({low}) < {modulus}"))?;
        let fits_from_zero = starts_at_zero && context.always(&format!("{high} < {modulus}"))?;
        let offset = match (starts_at_zero, fits && !fits_from_zero) {
            (true, false) => Expr::constant(0),
            _ => -low.clone(),
        };
        Ok(RowPlan {
            divisor: row.modulus.clone(),
            size: row.modulus.clone(),
            row,
            highest: high.clone() + offset.clone(),
            offset,
            wraps: !fits,
            shrinks: starts_at_zero,
            unit: None,
            is_outer: false,
        })
    }
}
