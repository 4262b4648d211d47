//! How all rows of one fold are written, and which forms and names its loops get: the decisions in
//! order. Knows no text except through its parts.

use crate::context::Context;
use crate::error::EmitError;
use crate::loops::cell_order;
use crate::loops::deferred_store::DeferredStores;
use crate::loops::names::Names;
use crate::loops::naming::Naming;
use crate::loops::strips::StripNames;
use crate::loops::window::MovingWindow;
use crate::size::{growth, positive};
use crate::subscript;
use crate::subscript::row::RowPlan;
use crate::subscript::signs;
use front::forms::additions::Addition;
use front::{Block, Home, Reference};
use poly::Expr;

/// How all rows of one fold are written.
pub(crate) struct Plan {
    /// The rows, outermost first.
    pub(crate) rows: Vec<RowPlan>,
    /// Whether the array would be larger than the old one for some values of the parameters.
    pub(crate) grows: bool,
    /// The window that the array becomes.
    pub(crate) window: Option<MovingWindow>,
    /// The values that strips store last.
    pub(crate) deferred: DeferredStores,
    /// The indices that have names before strips.
    strips: StripNames,
    /// The indices that have other names.
    naming: Naming,
}

impl Plan {
    /// Decides how one fold is written; `names` are those of its function.
    ///
    /// # Errors
    /// The fold cannot be written in C.
    pub(crate) fn new(context: &Context, names: &mut Names<'_>) -> Result<Self, EmitError> {
        let mut rows = rows(context)?;
        if signs::are_newly_mixed(context, &rows) {
            return Err(EmitError::MixedSigns);
        }
        let grows = growth::limit(context, &mut rows)?;
        positive::raise(context, &mut rows)?;
        let window = MovingWindow::new(context, &rows);
        if let (Some(MovingWindow { window, .. }), Some(row)) = (&window, rows.first_mut()) {
            row.row.modulus = Expr::constant(window.length);
            row.size = row.row.modulus.clone();
            row.divisor = row.row.modulus.clone();
        }
        let strips = match window {
            Some(_) => StripNames::default(),
            None => in_strips(context, &mut rows, names)?,
        };
        let deferred = DeferredStores::new(context, &rows, &strips, names)?;
        let naming = Naming::new(context, (&rows, &strips), names)?;
        Ok(Plan {
            rows,
            grows,
            window,
            deferred,
            strips,
            naming,
        })
    }

    /// The new subscript of a reference in one row, by its name if it has one: `cur` for `k % 2`.
    ///
    /// # Errors
    /// The subscript cannot be written in C.
    pub(crate) fn subscript(
        &self,
        context: &Context,
        row: &RowPlan,
        reference: &Reference,
    ) -> Result<String, EmitError> {
        if let Some(index) = self.window.as_ref().and_then(|w| w.index(reference)) {
            return Ok(index);
        }
        let index = subscript::index(context, row, reference)?;
        if let Some(text) = self.strips.text(reference, &index) {
            return Ok(text);
        }
        Ok(self.naming.text(context, reference, index))
    }

    /// The new subscripts of a reference in some rows.
    ///
    /// # Errors
    /// A subscript cannot be written in C.
    pub(crate) fn subscripts(
        &self,
        context: &Context,
        rows: &[RowPlan],
        reference: &Reference,
    ) -> Result<Vec<String>, EmitError> {
        let rows = rows.iter();
        rows.map(|row| self.subscript(context, row, reference))
            .collect()
    }

    /// Whether names stand for remainders, which not every reader can prove.
    pub(crate) fn names_remainders(&self) -> bool {
        self.is_reordered() || self.naming.names_remainders() || !self.strips.is_empty()
    }

    /// Whether a unit gives the cells another order.
    pub(crate) fn is_reordered(&self) -> bool {
        self.rows.iter().any(|row| row.unit.is_some())
    }

    /// The additions of the fold to the bodies of loops.
    pub(crate) fn additions(&self) -> Vec<Addition> {
        let shifts = self.window.iter().map(MovingWindow::addition);
        self.strips
            .all()
            .chain(self.deferred.all())
            .chain(self.naming.all())
            .chain(shifts)
            .collect()
    }
}

/// The rows of the mapping, with more of one element where the array needs more dimensions.
fn rows(context: &Context) -> Result<Vec<RowPlan>, EmitError> {
    let choice = context.fold.choice;
    let rows = choice.mapping.rows.iter().zip(&choice.ranges);
    let rows = rows
        .map(|(row, range)| RowPlan::new(context, row, range))
        .collect::<Result<Vec<_>, _>>()?;
    let missing = needed_rows(context).saturating_sub(rows.len());
    let single = std::iter::repeat_with(|| RowPlan::single(context)).take(missing);
    let mut rows: Vec<RowPlan> = single.chain(rows).collect();
    for row in rows.iter_mut().rev().skip(1) {
        row.is_outer = true;
    }
    Ok(rows)
}

/// The least number of dimensions: `sizeof a[i]` of a pointer to rows needs rows.
fn needed_rows(context: &Context) -> usize {
    let Home::Heap(_) = &context.fold.candidate.home else {
        return 0;
    };
    let blocks = context.fold.candidate.references.iter().map(|r| r.block);
    let rows = blocks.map(|block| match block {
        Some(Block::Last { dims, asked: true }) => dims + 1,
        _ => 0,
    });
    rows.max().unwrap_or(0)
}

/// Splits loops into strips, and puts rows in the order in which these walk.
fn in_strips(
    context: &Context,
    rows: &mut [RowPlan],
    names: &mut Names<'_>,
) -> Result<StripNames, EmitError> {
    let mut plain = rows.to_vec();
    for row in plain.iter_mut().filter(|row| row.wraps) {
        row.divisor = context.where_touched(&row.row.modulus)?;
    }
    let mut pairs = plain.iter().zip(&*rows);
    if pairs.any(|(a, b)| a.divisor != b.divisor) {
        let mut trial = names.clone();
        cell_order::reorder(context, &mut plain)?;
        let strips = StripNames::new(context, &plain, &mut trial)?;
        if strips.hold_all(context, &plain)? {
            *names = trial;
            rows.clone_from_slice(&plain);
            return Ok(strips);
        }
    }
    cell_order::reorder(context, rows)?;
    StripNames::new(context, rows, names)
}
