//! Accesses that leave the box of their array for some parameter values, which C does not define.
//!
//! Such values are outside of the context, but only for the array itself, and only as far as nobody can be surprised:
//! `t[i]` with `i < n` in `t[N]` says `n <= N`, and a person who declares `t[N]` means that. Each such fact is listed
//! ([`crate::Candidate::assumptions`]). Other arrays of the region are analysed without it: what one of them may not
//! do says nothing of the others.
//!
//! Where a program works although an access leaves its row, the array stays:
//! * *one too far*: the access goes beyond the box by so many elements at most, however large the parameters are, and
//!   without such iterations these would have a bound. Who reads one element beyond each tile, and does not use the
//!   value, does not mean that there is but one tile.
//! * *one row for all*: `t[0][i]` goes on into the next rows, and no access to another row goes as far.

use crate::build::{Plan, Related, header};
use crate::symbols::VarId;
use poly::{Expr, Map, Result, Set};
use scop::{ParamKind, Subscript};
use std::collections::BTreeMap;

/// Contexts of more pieces than this are not refined further.
const MOST_PIECES: usize = 5;

/// What accesses that may leave their box say.
#[derive(Debug, Default)]
pub struct Leaving {
    /// Parameter values for which the accesses to an array keep to its box, where these are fewer.
    pub contexts: BTreeMap<VarId, Set>,
    /// What is taken to hold for that, each with the first reference that needs it.
    pub assumed: Vec<Stray>,
    /// References for which their arrays stay.
    pub refused: Vec<Stray>,
}

/// A reference that leaves its box.
#[derive(Debug)]
pub struct Stray {
    /// Its array.
    pub array: VarId,
    /// Its index, if it is a mention of the array.
    pub reference: Option<usize>,
    /// Where it does not, in C spellings: `n <= N`; `None` if that is nowhere, or cannot be said.
    pub unless: Option<String>,
}

/// `{ S[i] -> a[x] : x not in the box }`
pub fn outside(free: &Map, inside: &Set) -> Result<Map> {
    free.subtract(&free.intersect_range(inside)?)
}

/// Looks at all accesses. `known`: parameter values that the declarations allow.
pub fn find(
    plan: &Plan<'_>,
    known: &Set,
    related: &[Related<'_>],
    boxes: &[Set],
) -> Result<Leaving> {
    let mut finder = Finder {
        plan,
        known,
        related,
        boxes,
        listed: BTreeMap::new(),
        found: Leaving::default(),
    };
    for access in related {
        finder.look_at(access)?;
    }
    Ok(finder.found)
}

struct Finder<'a, 'd> {
    plan: &'a Plan<'d>,
    known: &'a Set,
    related: &'a [Related<'d>],
    boxes: &'a [Set],
    /// Parameter values for which nothing was found yet.
    listed: BTreeMap<VarId, Set>,
    found: Leaving,
}

impl Finder<'_, '_> {
    fn look_at(&mut self, access: &Related<'_>) -> Result<()> {
        let Some(outside) = &access.outside else {
            return Ok(());
        };
        let array = self.plan.arrays[access.array].var;
        let listed = self.listed.get(&array).unwrap_or(self.known);
        let undefined = outside.params()?.intersect(self.known)?;
        if undefined.intersect(listed)?.is_empty()? {
            return Ok(());
        }
        let listed = listed.subtract(&undefined)?.coalesce()?;
        let context = self.found.contexts.get(&array).unwrap_or(self.known);
        let narrow = context.subtract(&undefined)?.coalesce()?;
        let stray = Stray {
            array,
            reference: access.draft.reference,
            unless: self.condition(access, &undefined)?,
        };
        let certain = self.is_certain(access);
        // With the macros as they are the program says something else than its declarations.
        if self.at_present(&narrow)?.is_empty()?
            || self.goes_on(access, outside, &undefined)?
            || certain && self.is_one_too_far(access, outside, &undefined)?
        {
            self.found.refused.push(stray);
            return Ok(());
        }
        if certain && narrow.piece_count()? <= MOST_PIECES {
            self.found.contexts.insert(array, narrow);
        }
        self.listed.insert(array, listed);
        self.found.assumed.push(stray);
        Ok(())
    }

    /// Whether every instance in the domain is executed.
    fn is_certain(&self, access: &Related<'_>) -> bool {
        self.plan.statements[access.statement].at.end <= self.plan.certain_until
    }

    /// The parameter values with the macros as they are.
    fn at_present(&self, params: &Set) -> Result<Set> {
        let macros = self.plan.params.iter().map(|p| &p.param);
        let macros = macros.filter(|p| p.kind == ParamKind::Macro);
        params.fix_params(macros.map(|p| (p.name.as_str(), p.sample)))
    }

    /// `n <= N`: where the access does not leave its box, if it happens.
    fn condition(&self, access: &Related<'_>, undefined: &Set) -> Result<Option<String>> {
        let happens = access.free.params()?.intersect(self.known)?;
        let defined = happens.subtract(undefined)?.coalesce()?;
        if defined.is_empty()? {
            return Ok(None);
        }
        let text = defined.gist_params(&happens)?.coalesce()?.to_string();
        let text = text
            .split_once(" : ")
            .and_then(|(_, t)| t.strip_suffix('}'));
        Ok(text.map(|text| self.in_c(text.trim())))
    }

    /// A condition in C spellings of the parameters.
    fn in_c(&self, text: &str) -> String {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut spelled = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|c| is_part(c) != is_part(first));
            let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
            let mut params = self.plan.params.iter().map(|p| &p.param);
            let param = params.find(|p| p.name == word);
            spelled.push_str(param.map_or(word, |p| &p.spelling));
            rest = behind;
        }
        spelled
    }

    /// Whether it leaves its box by a few elements, however large a variable is that would have a bound if it did
    /// not.
    fn is_one_too_far(&self, access: &Related<'_>, outside: &Map, undefined: &Set) -> Result<bool> {
        let happens = self.at_present(&access.free.params()?.intersect(self.known)?)?;
        let defined = happens.subtract(&self.at_present(undefined)?)?;
        let variables = self.plan.params.iter().map(|p| &p.param);
        for param in variables.filter(|p| p.kind == ParamKind::Variable) {
            let bound = |params: &Set| self.has_bound(params, &param.name);
            if !bound(&happens)? && bound(&defined)? {
                return self.has_bounded_distance(access, outside);
            }
        }
        Ok(false)
    }

    /// Whether a parameter has an upper bound in a set.
    fn has_bound(&self, params: &Set, name: &str) -> Result<bool> {
        let text = format!("[{name}] -> {{ [x'] : x' = {name} }}");
        let values = Set::parse(self.plan.ctx, &text)?.intersect_params(params)?;
        Ok(values.is_empty()? || values.dim_max_value(0)?.is_some())
    }

    /// Whether there is a number of elements by which no access lies further from the box, for any variables.
    fn has_bounded_distance(&self, access: &Related<'_>, outside: &Map) -> Result<bool> {
        for dim in 0..self.plan.arrays[access.array].extents.len() {
            let distances = self.at_present(&self.distances(access, outside, dim)?)?;
            let bounded = distances.is_empty()? || distances.dim_max_value(0)?.is_some();
            if !bounded {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// `{ [d] }`: how far the elements lie outside of the box in one dimension.
    fn distances(&self, access: &Related<'_>, outside: &Map, dim: usize) -> Result<Set> {
        let extents = &self.plan.arrays[access.array].extents;
        let names: Vec<String> = (0..extents.len()).map(|d| format!("c{d}'")).collect();
        let own = Expr::var(&names[dim]);
        let below = format!("d' = {} - 1", -own.clone());
        let distance = match &extents[dim] {
            None => "1 <= 0".to_string(),
            Some(extent) => format!("({below} or d' = {})", own - extent.clone()),
        };
        let text = format!(
            "{}{{ [{}] -> [d'] : {distance} and d' >= 0 }}",
            header(self.plan.params),
            names.join(", ")
        );
        let elements = outside.intersect_params(self.known)?.range()?;
        let distances = Map::parse(self.plan.ctx, &text)?;
        distances
            .intersect_domain(&elements.reset_tuple_id()?)?
            .range()
    }

    /// Whether it goes on from one row to the next, as no access to another row does.
    fn goes_on(&self, access: &Related<'_>, outside: &Map, undefined: &Set) -> Result<bool> {
        let extents = &self.plan.arrays[access.array].extents;
        for dim in 1..extents.len() {
            let row = &access.draft.subscripts[dim - 1];
            let single = extents[dim - 1].as_ref().and_then(Expr::as_constant) == Some(1);
            let fixed = matches!(row, Subscript::Affine(e) if e.as_constant().is_some());
            if fixed
                && !single
                && !self.distances(access, outside, dim)?.is_empty()?
                && !self.has_company(access, dim, undefined)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an access to another row leaves it for the same parameter values.
    fn has_company(&self, access: &Related<'_>, dim: usize, undefined: &Set) -> Result<bool> {
        let row = |of: &Related<'_>| of.draft.subscripts[dim - 1].clone();
        let own = self.related.iter().filter(|r| r.array == access.array);
        for other in own.filter(|r| row(r) != row(access)) {
            let leaves = outside(&other.free, &self.boxes[other.array])?.params()?;
            let both = other.free.params()?.intersect(undefined)?;
            if !both.is_empty()? && both.is_subset(&leaves)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
