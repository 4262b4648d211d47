//! The facts that all writers of one fold share: the user's file, the fold, and the parameter
//! values that count. Knows nothing of planned rows and subscripts.

use crate::error::EmitError;
use crate::fold::Fold;
use crate::text::words::all_words;
use front::{Axis, Home, Reference};
use poly::{Atom, Expr, Set};
use print::{CText, Words, quasi_affine};
use scop::ParamKind;
use source::{Dialect, Edit, SourceFile, Span};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

/// The facts that all writers of one fold share.
pub(crate) struct Context<'a> {
    /// The user's file.
    pub(crate) file: &'a SourceFile,
    /// The array to rewrite.
    pub(crate) fold: &'a Fold<'a>,
    /// The parameter values that count: of a heap array those for which an element is touched.
    params: Set,
    /// Whether the bytes of a place may come from text that serves several places.
    pub(crate) may_be_shared: &'a dyn Fn(Span) -> bool,
    /// The version of C that the file is compiled as.
    pub(crate) dialect: Dialect,
    wide_type: OnceCell<Option<&'static str>>,
    /// Answers to questions about sets that several texts ask.
    answers: RefCell<HashMap<String, bool>>,
}

impl<'a> Context<'a> {
    /// Collects the facts.
    ///
    /// # Errors
    /// The parameter values that count cannot be computed.
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
        let mut assumed = fold
            .choice
            .assumptions
            .iter()
            .map(|a| scop.params_where(&a.to_string()));
        let params = assumed.try_fold(params, |all, one| all.intersect(&one?))?;
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

    /// A wide type that the file knows: `size_t` if the file mentions it.
    pub(crate) fn wide_type(&self) -> Result<&'static str, EmitError> {
        let found = self.wide_type.get_or_init(|| {
            match all_words(self.file.text()).any(|word| word == "size_t") {
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

    /// Whether the array is declared with constant sizes only: its fold must not become a VLA then.
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

    /// How the user spells a parameter; the spelling of an iterator is its name.
    pub(crate) fn spelling(&self, name: &str) -> String {
        let params = &self.fold.scop().params;
        let param = params.iter().find(|p| p.name == name);
        param.map_or_else(|| name.to_string(), |p| p.spelling.clone())
    }

    /// Prints an expression of parameters and iterators for a place where some parameters are
    /// unusable.
    pub(crate) fn print(&self, expr: &Expr, unusable: &[String]) -> Result<CText, EmitError> {
        self.print_as(expr, unusable, &|name| self.spelling(name))
    }

    /// The same, with another text for each name.
    pub(crate) fn print_as(
        &self,
        expr: &Expr,
        unusable: &[String],
        spelling: &impl Fn(&str) -> String,
    ) -> Result<CText, EmitError> {
        if let Some(hidden) = unusable.iter().find(|name| expr.mentions(name)) {
            return Err(EmitError::Hidden(self.spelling(hidden)));
        }
        let words = Words {
            spelling,
            never_negative: &|e: &Expr| self.always(&format!("{e} >= 0")).unwrap_or(false),
            rank: &|name| self.rank(name),
        };
        quasi_affine(expr, &words).ok_or(EmitError::NotInC)
    }

    /// How many loops contain those of a counter, at most; `None` if it is none.
    fn rank(&self, name: &str) -> Option<usize> {
        let statements = self.fold.scop().statements.iter();
        let depth = |counters: &Vec<String>| counters.iter().position(|c| c == name);
        statements.filter_map(|s| depth(&s.iterators)).max()
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

    /// The brackets of the declared dimensions that have a place in the scop; brackets with nothing
    /// between them are one run.
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

    /// Puts all new dimensions into the first run of brackets and removes the others, with the
    /// blanks before them.
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
            .ok_or(EmitError::Linearised)?
            .as_ref()
            .ok_or(EmitError::Subscript)
    }

    /// Where the user wrote the subscript of a reference in a dimension of the scop, and whether
    /// the text is one operand; `None` if it is not written between the brackets.
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

    /// The user's text of a subscript in a dimension of the scop, if it is written between the
    /// brackets.
    pub(crate) fn users_text(&self, reference: &Reference, dim: usize) -> Option<CText> {
        let (span, is_operand) = self.written(reference, dim)?;
        Some(CText::of_user(self.text(span), is_operand))
    }

    /// Whether a condition on the parameters holds for all values that count. A condition on
    /// anything else does not hold.
    pub(crate) fn always(&self, condition: &str) -> Result<bool, EmitError> {
        Ok(self.fold.scop().holds(&self.params, condition)?)
    }

    /// A size as it is wherever an element is touched: without the lower bounds that hold there
    /// anyway.
    pub(crate) fn where_touched(&self, size: &Expr) -> Result<Expr, EmitError> {
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
