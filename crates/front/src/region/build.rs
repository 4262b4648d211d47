//! Formulas to sets: the scop of a region, and what it is where the accesses to single arrays keep to their boxes.

use crate::region::leaving::Leaving;
use crate::region::{leaving, samples};
use crate::values::expressions::recorder::param_types;
use crate::values::formula::Formula;
use crate::values::params::Parameter;
use crate::values::params::names::{COORDINATE, Unique};
use crate::walk::draft::{DraftAccess, DraftName, DraftReference, DraftStatement, Part, Pointed};
use c::names::symbols::VarId;
use poly::{Context, Expr, Map, Result, Set};
use scop::{
    Access, AccessId, AccessKind, Arithmetic, Array, ArrayId, Certainty, IntType, Named, Param,
    Scop, Statement, Step, StmtId, Subscript,
};
use std::collections::{HashMap, HashSet};

mod narrow;

/// An array that goes into the scop.
#[derive(Clone, Debug)]
pub(crate) struct BuildArray {
    /// Which object.
    pub var: VarId,
    /// Which part of its elements.
    pub part: ArrayPart,
    /// Its name in C.
    pub spelling: String,
    /// Its extents, as far as subscripts are known to stay below them.
    pub extents: Vec<Option<Expr>>,
    /// What else holds of the coordinates of its elements.
    pub last_rows: Vec<Formula>,
    /// It keeps its values from one execution of the region to the next.
    pub carried: bool,
    /// See [`scop::Arithmetic::most_elements`].
    pub most_elements: i64,
    /// See [`scop::Array::private`].
    pub private: usize,
}

/// Which part of the elements of an array of structures is an array of the scop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ArrayPart {
    /// All members together: a write to one may leave the rest as it was.
    All,
    /// One member.
    Member(String),
    /// The members that are never named.
    Rest,
}

impl ArrayPart {
    fn is_touched(&self, by: &Part) -> bool {
        match (self, by) {
            (ArrayPart::All, _) | (_, Part::Whole) => true,
            (ArrayPart::Member(own), Part::Member(name)) => own == name,
            _ => false,
        }
    }

    /// A write to a member leaves the rest of an element as it was.
    fn certainty(&self, access: &DraftAccess) -> Certainty {
        let is_partial = *self == ArrayPart::All && access.part != Part::Whole;
        match is_partial && access.kind == AccessKind::Write {
            true => Certainty::May,
            false => access.certainty,
        }
    }
}

/// All that a scop is built from.
pub(crate) struct Plan<'d> {
    /// Owner of all sets.
    pub ctx: &'d Context,
    /// Parameters.
    pub params: &'d [Parameter],
    /// What always holds for them.
    pub known: &'d [Formula],
    /// Arrays that are kept in the scop.
    pub arrays: &'d [BuildArray],
    /// Statements.
    pub statements: &'d [DraftStatement],
    /// What references compute, by their index.
    pub references: &'d [DraftReference],
    /// Declarations that only name numbers.
    pub names: &'d [DraftName],
    /// Statements that end before this offset are executed whenever their domain says so.
    pub certain_until: usize,
    /// Arrays that were candidates in a text that was read before.
    pub recalled: &'d [VarId],
}

/// A scop, and for each reference the accesses that belong to it.
pub(crate) struct Built {
    /// The scop, for all parameter values that the declarations allow.
    pub scop: Scop,
    /// The same for fewer parameter values: see [`crate::Region::narrowed`].
    pub narrowed: Vec<Scop>,
    /// By array: which of these is its own, if it has one.
    pub own: Vec<Option<usize>>,
    /// By index of the reference.
    pub of_reference: HashMap<usize, Vec<AccessId>>,
    /// What accesses that may leave their box say.
    pub leaving: Leaving,
}

/// An access on its way: its relation without and with the box.
pub(crate) struct Related<'d> {
    /// The access.
    pub draft: &'d DraftAccess,
    /// Index of its statement.
    pub statement: usize,
    /// Index of its array.
    pub array: usize,
    certainty: Certainty,
    /// As written, for all instances.
    relation: Map,
    /// The same for those of the domain.
    pub free: Map,
    /// Pairs outside of the box, where every instance is known to touch one element.
    pub outside: Option<Map>,
}

/// Builds the scop.
pub(crate) fn build(plan: &Plan<'_>) -> Result<Built> {
    let header = header(plan.params);
    let context = Set::parse(
        plan.ctx,
        &format!("{header}{{ : {} }}", Formula::All(plan.known.to_vec())),
    )?;
    let mut array_names = Unique::default();
    let names: Vec<String> = plan
        .arrays
        .iter()
        .map(|a| array_names.name(&a.spelling))
        .collect();
    let boxes = plan
        .arrays
        .iter()
        .zip(&names)
        .map(|(a, name)| box_of(plan.ctx, &header, name, a));
    let boxes = boxes.collect::<Result<Vec<_>>>()?;
    let domains = domains(plan, &header)?;
    let related = relate(plan, &header, &names, &boxes, &domains)?;
    let context = context.coalesce()?;
    let leaving = leaving::find(plan, &context, &related, &boxes)?;
    let sets = Sets {
        header,
        names,
        boxes,
        domains,
        related,
    };
    let (narrowed, own) = narrow::narrowed(plan, &sets, &context, &leaving)?;
    Ok(Built {
        scop: scop_in(plan, &sets, (&context, &leaving))?,
        narrowed,
        own,
        of_reference: of_reference(&sets.related),
        leaving,
    })
}

/// What C computes for the subscripts.
fn arithmetic(
    plan: &Plan<'_>,
    header: &str,
    related: &[Related<'_>],
    context: &Set,
) -> Result<Arithmetic> {
    let steps = |access: &Related<'_>| {
        let reference = access.draft.reference.and_then(|k| plan.references.get(k));
        reference.map_or_else(Vec::new, |reference| reference.computed.clone())
    };
    let named = |(iterators, counters, domain, steps): NamedParts<'_>| {
        let condition = Formula::All(domain.to_vec());
        let text = format!("{header}{{ [{}] : {condition} }}", iterators.join(", "));
        Ok(Named {
            iterators: iterators.to_vec(),
            counters: counters.to_vec(),
            domain: Set::parse(plan.ctx, &text)?.intersect_params(context)?,
            steps: steps.to_vec(),
        })
    };
    let names = plan.names.iter();
    let names = names.map(|n| (&*n.iterators, &*n.counters, &*n.domain, &*n.steps));
    let pointer = |reference: &'_ DraftReference| -> Option<Result<Named>> {
        let statement = plan.statements.get(reference.statement)?;
        let is_set = matches!(reference.pointed, Some(Pointed::Sets { .. }));
        let (iterators, counters) = (&*statement.iterators, &*statement.counters);
        let steps = chained(plan.references, reference);
        is_set.then(|| named((iterators, counters, &statement.domain, &steps)))
    };
    Ok(Arithmetic {
        params: param_types(plan.params),
        counters: plan.statements.iter().map(|s| s.counters.clone()).collect(),
        steps: related.iter().map(steps).collect(),
        most_elements: plan.arrays.iter().map(|a| a.most_elements).collect(),
        names: names.map(named).collect::<Result<_>>()?,
        pointers: plan
            .references
            .iter()
            .filter_map(pointer)
            .collect::<Result<_>>()?,
    })
}

/// What all scops of a region are made of.
struct Sets<'d> {
    header: String,
    names: Vec<String>,
    boxes: Vec<Set>,
    domains: Vec<Set>,
    related: Vec<Related<'d>>,
}

/// The scop for the parameter values of a context. Values are typical where all arrays keep to their boxes.
fn scop_in(plan: &Plan<'_>, sets: &Sets<'_>, (context, leaving): (&Set, &Leaving)) -> Result<Scop> {
    let mut common = leaving.contexts.values();
    let common = common.try_fold(context.clone(), |all, own| all.intersect(own))?;
    let within = |domain: &Set| {
        domain
            .intersect_params(context)?
            .coalesce()?
            .remove_redundancies()
    };
    let domains = sets.domains.iter().map(within);
    let domains = domains.collect::<Result<Vec<_>>>()?;
    let arrays = plan.arrays.iter().zip(&sets.names).enumerate();
    Ok(Scop {
        ctx: plan.ctx.clone(),
        params: params(plan, &common.coalesce()?, &domains)?,
        accesses: accesses(&sets.related, context, &domains, &sets.boxes)?,
        statements: statements(plan, &sets.header, domains)?,
        arrays: arrays
            .map(|(k, (a, name))| array(k, a, name.clone()))
            .collect(),
        time_dims: time_dims(plan),
        arithmetic: arithmetic(plan, &sets.header, &sets.related, context)?,
        context: context.clone(),
    })
}

fn of_reference(related: &[Related<'_>]) -> HashMap<usize, Vec<AccessId>> {
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
/// What the initialiser of a pointer computes, and those of the pointers that it is made from.
fn chained(references: &[DraftReference], reference: &DraftReference) -> Vec<Step> {
    let mut steps = reference.computed.clone();
    if let Some(Pointed::Sets {
        from: Some(from), ..
    }) = reference.pointed
        && let Some(from) = references.get(from)
    {
        steps.extend(chained(references, from));
    }
    steps
}

/// Iterators with their types, what holds, and what is computed.
type NamedParts<'a> = (
    &'a [String],
    &'a [Option<IntType>],
    &'a [Formula],
    &'a [Step],
);

/// `[N, M] -> `.
pub(crate) fn header(params: &[Parameter]) -> String {
    let names: Vec<&str> = params.iter().map(|p| p.param.name.as_str()).collect();
    format!("[{}] -> ", names.join(", "))
}

fn statement_name(index: usize) -> String {
    format!("S{index}")
}

fn array(index: usize, array: &BuildArray, name: String) -> Array {
    Array {
        id: ArrayId(index as u32),
        name,
        shape: array.extents.clone(),
        live_in: false,
        live_out: false,
        carried: array.carried,
        private: array.private,
    }
}

/// `[N] -> { y[c0, c1] : 0 <= c0 < N and 0 <= c1 < N }`
fn box_of(ctx: &Context, header: &str, name: &str, array: &BuildArray) -> Result<Set> {
    let extents = &array.extents;
    let coordinates = coordinates(extents.len());
    let bounded = coordinates.iter().zip(extents);
    let bounded = bounded.filter_map(|(c, extent)| Some((Expr::var(c), extent.as_ref()?)));
    let inside = bounded
        .flat_map(|(c, extent)| [Formula::NonNegative(c.clone()), Formula::less(&c, extent)]);
    let condition = Formula::All(inside.chain(array.last_rows.clone()).collect());
    Set::parse(
        ctx,
        &format!(
            "{header}{{ {name}[{}] : {condition} }}",
            coordinates.join(", ")
        ),
    )
}

fn coordinates(count: usize) -> Vec<String> {
    (0..count).map(|k| format!("{COORDINATE}{k}")).collect()
}

/// `[N] -> { S3[i, j] : ... }`, one per statement; equal conditions are read once.
fn domains(plan: &Plan<'_>, header: &str) -> Result<Vec<Set>> {
    let mut seen: HashMap<String, Set> = HashMap::new();
    let mut domains = Vec::new();
    for (index, statement) in plan.statements.iter().enumerate() {
        let condition = Formula::All(statement.domain.clone());
        let text = format!(
            "{header}{{ [{}] : {condition} }}",
            statement.iterators.join(", ")
        );
        let set = match seen.get(&text) {
            Some(set) => set.clone(),
            None => {
                let set = Set::parse(plan.ctx, &text)?.coalesce()?;
                seen.insert(text, set.clone());
                set
            }
        };
        domains.push(set.named(&statement_name(index))?);
    }
    Ok(domains)
}

fn time_dims(plan: &Plan<'_>) -> usize {
    plan.statements
        .iter()
        .map(|s| s.time.len())
        .max()
        .unwrap_or(1)
}

fn statements(plan: &Plan<'_>, header: &str, domains: Vec<Set>) -> Result<Vec<Statement>> {
    let dims = time_dims(plan);
    let outer: HashSet<&[Expr]> = plan.statements.iter().flat_map(outer_loops).collect();
    let all = plan.statements.iter().zip(domains).enumerate();
    all.map(|(index, (draft, domain))| {
        let name = statement_name(index);
        let mut time: Vec<String> = draft.time.iter().map(Expr::to_string).collect();
        time.resize(dims, "0".to_string());
        let text = format!(
            "{header}{{ {name}[{}] -> [{}] }}",
            draft.iterators.join(", "),
            time.join(", ")
        );
        Ok(Statement {
            id: StmtId(index as u32),
            schedule: Map::parse(plan.ctx, &text)?,
            name,
            iterators: draft.iterators.clone(),
            domain,
            reads_first: draft.reads_first,
            innermost: loops(draft).last().is_none_or(|own| !outer.contains(own)),
            parallel: draft.parallel.clone(),
            tilable: draft.tilable.clone(),
        })
    })
    .collect()
}

/// The loops around a statement, outermost first, each by the time up to its counter.
fn loops(draft: &DraftStatement) -> impl DoubleEndedIterator<Item = &[Expr]> {
    let counts = |at: &usize| draft.time[*at].as_constant().is_none();
    let counters = (0..draft.time.len()).filter(counts);
    counters.map(|at| &draft.time[..=at])
}

/// Those that hold another loop.
fn outer_loops(draft: &DraftStatement) -> impl Iterator<Item = &[Expr]> {
    loops(draft).rev().skip(1)
}

fn relate<'d>(
    plan: &Plan<'d>,
    header: &str,
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
                let text = relation_text(header, statement, draft_statement, draft, &names[array]);
                let relation = Map::parse(plan.ctx, &text)?;
                let certainty = plan.arrays[array].part.certainty(draft);
                let free = relation.intersect_domain(&domains[statement])?;
                let outside = match certainty == Certainty::May || draft.many {
                    true => None,
                    false => Some(leaving::outside(&free, &boxes[array])?),
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
fn relation_text(
    header: &str,
    index: usize,
    statement: &DraftStatement,
    access: &DraftAccess,
    array: &str,
) -> String {
    let mut conditions = access.guards.clone();
    let mut element = coordinates(access.subscripts.len());
    for (coordinate, subscript) in element.iter_mut().zip(&access.subscripts) {
        match subscript {
            Subscript::Affine(e) => *coordinate = e.to_string(),
            Subscript::Modulo { modulus, .. } => {
                let c = Expr::var(coordinate);
                conditions.extend([Formula::NonNegative(c.clone()), Formula::less(&c, modulus)]);
            }
            Subscript::Any => {}
        }
    }
    let name = statement_name(index);
    let (from, to) = (statement.iterators.join(", "), element.join(", "));
    format!(
        "{header}{{ {name}[{from}] -> {array}[{to}] : {} }}",
        Formula::All(conditions)
    )
}

fn accesses(
    related: &[Related<'_>],
    context: &Set,
    domains: &[Set],
    boxes: &[Set],
) -> Result<Vec<Access>> {
    let mut accesses = Vec::new();
    for (index, access) in related.iter().enumerate() {
        let id = AccessId(index as u32);
        let stays_inside = match &access.outside {
            Some(outside) => outside.intersect_params(context)?.is_empty()?,
            None => false,
        };
        let mut relation = access
            .relation
            .intersect_domain(&domains[access.statement])?;
        if !stays_inside {
            relation = relation.intersect_range(&boxes[access.array])?.coalesce()?;
        }
        accesses.push(Access {
            id,
            statement: StmtId(access.statement as u32),
            array: ArrayId(access.array as u32),
            kind: access.draft.kind,
            certainty: access.certainty,
            relation,
            subscripts: access.draft.subscripts.clone(),
            alternative: access.draft.alternative,
        });
    }
    Ok(accesses)
}

/// The parameters, with sample values inside the context where there are such.
fn params(plan: &Plan<'_>, context: &Set, domains: &[Set]) -> Result<Vec<Param>> {
    let mut params: Vec<Param> = plan.params.iter().map(|p| p.param.clone()).collect();
    samples::fit(&mut params, &typical(plan, context, domains)?)?;
    Ok(params)
}

/// The part of a context in pieces in which an innermost statement is executed: the rest of it may allow large
/// sizes only because nothing happens there.
fn typical(plan: &Plan<'_>, context: &Set, domains: &[Set]) -> Result<Set> {
    if context.piece_count()? < 2 {
        return Ok(context.clone());
    }
    let depth = |(statement, _): &(&DraftStatement, &Set)| statement.iterators.len();
    let statements = || plan.statements.iter().zip(domains);
    let deepest = statements().map(|s| depth(&s)).max();
    let mut executed: Option<Set> = None;
    for (_, domain) in statements().filter(|s| Some(depth(s)) == deepest) {
        let here = domain.params()?;
        executed = Some(match executed {
            Some(others) => others.union(&here)?.coalesce()?,
            None => here,
        });
    }
    match executed {
        Some(executed) if !executed.is_empty()? => context.intersect(&executed),
        _ => Ok(context.clone()),
    }
}
