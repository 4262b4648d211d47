//! Domains of statements, boxes of arrays, and relations of accesses, as the text has them.

use crate::region::build::plan::{BuildArray, Plan, coordinates, statement_name};
use crate::values::formula::Formula;
use crate::walk::draft::{DraftAccess, DraftStatement};
use c::names::symbols::VarId;
use poly::{Expr, Map, Result, Set, Space};
use scop::{AccessId, Certainty, Subscript};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The sets from which all scops of a region are made.
pub(super) struct Sets<'d> {
    pub space: Space,
    /// The names of the arrays.
    pub names: Vec<String>,
    /// The elements of each array.
    pub boxes: Vec<Set>,
    /// The instances of each statement.
    pub domains: Vec<Set>,
    /// The accesses.
    pub related: Vec<Related<'d>>,
}

/// An access with its relations before the box cuts them off.
pub(super) struct Related<'d> {
    /// The access.
    pub draft: &'d DraftAccess,
    /// Index of its statement.
    pub statement: usize,
    /// Index of its array.
    pub array: usize,
    pub certainty: Certainty,
    /// The relation as written, for all instances.
    pub relation: Map,
    /// The relation for the instances of the domain.
    pub free: Map,
    /// The pairs outside of the box, if every instance certainly accesses one element.
    pub outside: Option<Map>,
}

/// `[N] -> { y[c0, c1] : 0 <= c0 < N and 0 <= c1 < N }`
pub(super) fn box_of(space: &Space, name: &str, array: &BuildArray) -> Result<Set> {
    let extents = &array.extents;
    let coordinates = coordinates(extents.len());
    let bounded = coordinates.iter().zip(extents);
    let bounded = bounded.filter_map(|(c, extent)| Some((Expr::var(c), extent.as_ref()?)));
    let inside = bounded
        .flat_map(|(c, extent)| [Formula::NonNegative(c.clone()), Formula::less(&c, extent)]);
    let condition = Formula::All(inside.chain(array.last_rows.clone()).collect());
    space.points(&coordinates, condition)?.named(name)
}

/// `[N] -> { S3[i, j] : ... }`, one per statement; equal conditions are parsed once.
pub(super) fn domains(plan: &Plan<'_>, space: &Space) -> Result<Vec<Set>> {
    let mut seen: HashMap<(&[String], String), Set> = HashMap::new();
    let mut domains = Vec::new();
    for (index, statement) in plan.statements.iter().enumerate() {
        let condition = Formula::All(statement.domain.clone()).to_string();
        let set = match seen.entry((&statement.iterators, condition)) {
            Entry::Occupied(set) => set.get().clone(),
            Entry::Vacant(slot) => {
                let (iterators, condition) = slot.key();
                let set = space.points(iterators, condition)?.coalesce()?;
                slot.insert(set).clone()
            }
        };
        domains.push(set.named(&statement_name(index))?);
    }
    Ok(domains)
}

pub(super) fn relate<'d>(
    plan: &Plan<'d>,
    space: &Space,
    names: &[String],
    boxes: &[Set],
    domains: &[Set],
) -> Result<Vec<Related<'d>>> {
    let mut index: HashMap<VarId, Vec<usize>> = HashMap::new();
    for (k, array) in plan.arrays.iter().enumerate() {
        index.entry(array.var).or_default().push(k);
    }
    let mut related = Vec::new();
    for (statement, draft_statement) in plan.statements.iter().enumerate() {
        for draft in &draft_statement.accesses {
            let own = index.get(&draft.array).into_iter().flatten().copied();
            for array in own.filter(|k| plan.arrays[*k].part.is_touched(&draft.part)) {
                let relation = relation(space, draft_statement, draft)?;
                let relation = relation.with_names(&statement_name(statement), &names[array])?;
                let certainty = plan.arrays[array].part.certainty(draft);
                let free = relation.intersect_domain(&domains[statement])?;
                let outside = match certainty == Certainty::May || draft.many {
                    true => None,
                    false => Some(outside(&free, &boxes[array])?),
                };
                related.push(Related {
                    draft,
                    statement,
                    array,
                    certainty,
                    relation,
                    free,
                    outside,
                });
            }
        }
    }
    Ok(related)
}

/// `[N] -> { S3[i, j] -> y[i, j - 1] }`
/// `{ [iterators] -> [element] }`
fn relation(space: &Space, statement: &DraftStatement, access: &DraftAccess) -> Result<Map> {
    let mut conditions = access.guards.clone();
    let mut element = coordinates(access.subscripts.len());
    for (coordinate, subscript) in element.iter_mut().zip(&access.subscripts) {
        match subscript {
            Subscript::Affine(e) => *coordinate = e.to_string(),
            Subscript::Modulo { modulus, .. } => {
                let c = Expr::var(coordinate);
                conditions.extend([Formula::NonNegative(c.clone()), Formula::less(&c, modulus)]);
            }
            Subscript::Address { .. } => {
                conditions.push(Formula::NonNegative(Expr::var(coordinate)));
            }
            Subscript::Any => {}
        }
    }
    space.pairs(&statement.iterators, &element, Formula::All(conditions))
}

pub(super) fn of_reference(related: &[Related<'_>]) -> HashMap<usize, Vec<AccessId>> {
    let mut found: HashMap<usize, Vec<AccessId>> = HashMap::new();
    for (index, access) in related.iter().enumerate() {
        if let Some(reference) = access.draft.reference {
            found
                .entry(reference)
                .or_default()
                .push(AccessId(index as u32));
        }
    }
    found
}

/// `{ S[i] -> a[x] : x not in the box }`
pub(super) fn outside(free: &Map, inside: &Set) -> Result<Map> {
    free.subtract(&free.intersect_range(inside)?)
}
