//! Counts the values that are alive at once, at given parameter values.

use super::bound::LiveBound;
use super::happens_before::{HappensBefore, Rules};
use super::trace::{Prepared, Trace};
use super::{partial_order, sweep};
use crate::mode::Mode;
use poly::{Result, Set};
use scop::{ArrayId, Order, Scop};
use std::collections::BTreeSet;

/// Counts live values of one array, or of several under one mapping (the members of a structure).
pub struct LiveCounter {
    arrays: Vec<Prepared>,
    mode: Mode,
    /// What orders the steps; `None` if time does.
    rules: Option<Rules>,
    context: Set,
    /// The parameters on which the count depends.
    pub(super) params: BTreeSet<String>,
    /// Largest number of dimensions of an array: no form has a higher degree.
    pub(super) dims: usize,
}

impl LiveCounter {
    /// Prepares to count these arrays in one mode and order.
    pub fn new(scop: &Scop, arrays: &[ArrayId], mode: Mode, order: Order) -> Result<Self> {
        let rules = match order {
            Order::Sequential => None,
            _ => Some(Rules::new(scop, order)?),
        };
        let prepared = arrays.iter().map(|id| Prepared::new(scop, *id));
        let prepared: Vec<Prepared> = prepared.collect::<Result<_>>()?;
        let mut params = BTreeSet::new();
        for array in &prepared {
            array.used_params(&mut params)?;
        }
        for access in rules.iter().flat_map(Rules::accesses) {
            params.extend(access.used_params()?);
        }
        let dims = arrays.iter().map(|id| scop.array(*id).shape.len());
        Ok(LiveCounter {
            dims: dims.max().unwrap_or(0),
            arrays: prepared,
            mode,
            rules,
            context: scop.context.clone(),
            params,
        })
    }

    /// The largest number in the accesses and their times: sizes up to there may be exceptions.
    pub(super) fn largest_number(&self) -> Result<i64> {
        let mut numbers = self.arrays.iter().map(Prepared::largest_number);
        numbers.try_fold(0, |most, number| Ok(most.max(number?)))
    }

    /// The live bound at these parameter values. Elements that received one value from one write
    /// count once. Members of a structure do not add up, because a cell holds one of each.
    ///
    /// `None` if a parameter is missing, if the program is not defined there, if there are more
    /// than `most` accesses, or if the order leaves a race.
    pub fn at(&self, params: &[(&str, i64)], most: usize) -> Result<Option<LiveBound>> {
        match self.is_defined(params)? {
            true => self.count(params, &mut most.clone()),
            false => Ok(None),
        }
    }

    /// Whether all parameters that matter are given, and the program is defined there.
    pub(super) fn is_defined(&self, params: &[(&str, i64)]) -> Result<bool> {
        let given = |name: &String| params.iter().any(|(n, _)| n == name);
        Ok(self.params.iter().all(given)
            && !self
                .context
                .fix_params(params.iter().copied())?
                .is_empty()?)
    }

    /// As [`LiveCounter::at`], where the program is defined; subtracts the accesses from `left`.
    pub(super) fn count(
        &self,
        params: &[(&str, i64)],
        left: &mut usize,
    ) -> Result<Option<LiveBound>> {
        let mut bound = LiveBound::Exact(0);
        let order = match &self.rules {
            None => None,
            Some(rules) => match rules.at(params, left)? {
                None => return Ok(None),
                some => some,
            },
        };
        for array in &self.arrays {
            let Some(copies) = array.traces(params, left)? else {
                return Ok(None);
            };
            for trace in &copies {
                if order.is_some() {
                    // Every pair of steps is compared, 64 at a time.
                    *left = left.saturating_sub(trace.steps.len().pow(2) / 64);
                }
                match self.most_at_once(trace, order.as_ref()) {
                    Some(own) => bound = bound.larger(own),
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(bound))
    }

    fn most_at_once(&self, trace: &Trace, order: Option<&HappensBefore>) -> Option<LiveBound> {
        match order {
            None => sweep::most_at_once(trace, self.mode),
            Some(order) => {
                let before = order.predecessors(&trace.steps)?;
                partial_order::most_at_once(trace, self.mode, &before)
            }
        }
    }
}
