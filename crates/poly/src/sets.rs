//! Sets and relations of integer points, with parameters; unions of them over several spaces.

use crate::raw::Printed;
use crate::{Context, PolyError, Result, notation, raw};
use isl_rs::DimType;

/// Declares a wrapper: the isl object first (dropped first), then its context.
macro_rules! object {
    ($(#[$doc:meta])* $name:ident, $reader:expr) => {
        $(#[$doc])*
        pub struct $name {
            pub(crate) raw: isl_rs::$name,
            pub(crate) ctx: Context,
        }

        impl Clone for $name {
            fn clone(&self) -> Self {
                Self { raw: self.take(), ctx: self.ctx.clone() }
            }
        }

        impl $name {
            /// Reads isl notation.
            pub fn parse(ctx: &Context, text: &str) -> Result<Self> {
                let reader: fn(&Context, &str) -> Option<Result<isl_rs::$name>> = $reader;
                if let Some(raw) = reader(ctx, text) {
                    return Ok(Self::own(raw?, ctx));
                }
                Self::parse_by_isl(ctx, text)
            }

            /// Reads isl notation by isl's own reader, whatever it holds.
            pub(crate) fn parse_by_isl(ctx: &Context, text: &str) -> Result<Self> {
                match isl_rs::$name::read_from_str(ctx.raw(), text) {
                    Ok(raw) => Ok(Self::own(raw, ctx)),
                    // isl calls it a syntax error when the budget ends inside the reader.
                    Err(error) => Err(ctx.failure(error)),
                }
            }

            /// The context that owns this object.
            pub fn context(&self) -> &Context {
                &self.ctx
            }

            pub(crate) fn own(raw: isl_rs::$name, ctx: &Context) -> Self {
                Self { raw, ctx: ctx.clone() }
            }

            /// A second reference, to hand to an isl function that consumes its argument.
            pub(crate) fn take(&self) -> isl_rs::$name {
                self.ctx.raw().reset_error();
                // isl only increments a counter here; without a pending error it cannot fail.
                self.raw.copy().expect("isl copies by reference counting")
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.raw.printed().as_deref().unwrap_or("?"))
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{self}")
            }
        }
    };
}

/// Methods that only forward: `doc; name(argument: Type, ...) -> Result type`.
macro_rules! forward {
    ($owner:ident { $($(#[$doc:meta])* $name:ident ( $($arg:ident : $ty:ident),* ) -> $out:ident;)* }) => {
        impl $owner { $(
            $(#[$doc])*
            pub fn $name(&self $(, $arg: &$ty)*) -> Result<$out> {
                let raw = self.take().$name($($arg.take()),*)?;
                Ok($out::own(raw, &self.ctx))
            }
        )* }
    };
}

/// Methods that give the same points in a simpler way: where isl trips over itself, what there was.
macro_rules! simplify {
    ($owner:ident { $($(#[$doc:meta])* $name:ident ( $($arg:ident : $ty:ident),* );)* }) => {
        impl $owner { $(
            $(#[$doc])*
            pub fn $name(&self $(, $arg: &$ty)*) -> Result<$owner> {
                match self.take().$name($($arg.take()),*) {
                    Ok(raw) => Ok($owner::own(raw, &self.ctx)),
                    Err(error) => match PolyError::from(error) {
                        PolyError::Failed(_) => Ok(self.clone()),
                        other => Err(other),
                    },
                }
            }
        )* }
    };
}

/// `coalesce` of sets and relations in one space.
macro_rules! coalesce {
    ($($owner:ident),*) => { $(
        impl $owner {
            /// Fewer, larger pieces; same points.
            ///
            /// With equalities left implicit, isl 0.27 may read a null pointer while it compares two pieces.
            pub fn coalesce(&self) -> Result<$owner> {
                let explicit = match self.piece_count()? {
                    0 | 1 => self.clone(),
                    _ => self.detect_equalities()?,
                };
                match explicit.take().coalesce() {
                    Ok(raw) => Ok($owner::own(raw, &self.ctx)),
                    Err(error) => match PolyError::from(error) {
                        PolyError::Failed(_) => Ok(explicit),
                        other => Err(other),
                    },
                }
            }
        }
    )* }
}

/// Predicates that only forward.
macro_rules! test {
    ($owner:ident { $($(#[$doc:meta])* $name:ident ( $($arg:ident : $ty:ident),* );)* }) => {
        impl $owner { $(
            $(#[$doc])*
            pub fn $name(&self $(, $arg: &$ty)*) -> Result<bool> {
                let found = self.raw.$name($(&$arg.raw),*);
                found.map_err(|error| self.ctx.failure(error))
            }
        )* }
    };
}

object!(
    /// A set of integer vectors of one space: `[N] -> { S[i,j] : 0 <= i,j < N }`. Parameter-only
    /// sets (`[N] -> { : N >= 1 }`) are sets too.
    Set, notation::set
);
object!(
    /// A relation between two spaces: `[N] -> { S[i,j] -> A[j] }`.
    Map, notation::map
);
object!(
    /// A union of sets over several spaces.
    UnionSet, |_, _| None
);
object!(
    /// A union of relations over several spaces.
    UnionMap, |_, _| None
);
object!(
    /// A piecewise quasi-affine expression.
    PwAff, |_, _| None
);

coalesce!(Set, Map);

forward!(Set {
    /// `self ∩ other`.
    intersect(other: Set) -> Set;
    /// `self ∪ other`.
    union(other: Set) -> Set;
    /// `self \ other`.
    subtract(other: Set) -> Set;
    /// Keeps the points whose parameters satisfy `context`.
    intersect_params(context: Set) -> Set;
    /// The parameter values for which the set has a point.
    params() -> Set;
    /// `{ -x : x in self }`.
    neg() -> Set;
    /// The points `{ y : x -> y in map, x in self }`.
    apply(map: Map) -> Set;
    /// The lexicographically smallest point, per parameter value.
    lexmin() -> Set;
    /// The lexicographically largest point, per parameter value.
    lexmax() -> Set;
    /// Drops every integer division: a superset.
    remove_divs() -> Set;
    /// The identity relation on the set.
    identity() -> Map;
    /// As a union of one.
    to_union_set() -> UnionSet;
    /// Removes the space's name: `A[x]` becomes `[x]`.
    reset_tuple_id() -> Set;
});

simplify!(Set {
    /// Finds the equalities that the constraints imply.
    detect_equalities();
    /// Drops constraints that `context` implies.
    gist(context: Set);
    /// Drops constraints on parameters that `context` implies.
    gist_params(context: Set);
    /// Drops redundant constraints.
    remove_redundancies();
});

test!(Set {
    /// No point for any parameter value.
    is_empty();
    /// `self ⊆ other`.
    is_subset(other: Set);
    /// Same points for all parameter values.
    is_equal(other: Set);
    /// The same constraints.
    plain_is_equal(other: Set);
    /// No common point.
    is_disjoint(other: Set);
});

forward!(Map {
    /// `{ [x -> y] -> x : x -> y in self }`
    domain_map() -> Map;
    /// `{ [x -> y] -> y : x -> y in self }`
    range_map() -> Map;
    /// `{ [x, y] -> z }` of `{ [x -> y] -> z }`
    flatten_domain() -> Map;
    /// `self ∩ other`.
    intersect(other: Map) -> Map;
    /// `self ∪ other`.
    union(other: Map) -> Map;
    /// `self \ other`.
    subtract(other: Map) -> Map;
    /// Keeps the pairs whose left side is in `set`.
    intersect_domain(set: Set) -> Map;
    /// Keeps the pairs whose right side is in `set`.
    intersect_range(set: Set) -> Map;
    /// Drops the pairs whose right side is in `set`.
    subtract_range(set: Set) -> Map;
    /// Keeps the pairs whose parameters satisfy `context`.
    intersect_params(context: Set) -> Map;
    /// Left sides.
    domain() -> Set;
    /// Right sides.
    range() -> Set;
    /// Sides exchanged.
    reverse() -> Map;
    /// `{ x -> z : x -> y in self, y -> z in other }`.
    apply_range(other: Map) -> Map;
    /// `{ z -> y : x -> y in self, x -> z in other }`.
    apply_domain(other: Map) -> Map;
    /// `{ x -> [y, z] : x -> y in self, x -> z in other }`.
    flat_range_product(other: Map) -> Map;
    /// `{ y - x : x -> y in self }`.
    deltas() -> Set;
    /// Largest right side per left side.
    lexmax() -> Map;
    /// Smallest right side per left side.
    lexmin() -> Map;
    /// As a union of one.
    to_union_map() -> UnionMap;
    /// Parameter values for which there is a pair.
    params() -> Set;
    /// `{ [x -> y] }`.
    wrap() -> Set;
    /// Drops every integer division: a superset.
    remove_divs() -> Map;
});

simplify!(Map {
    /// Drops constraints on parameters that `context` implies.
    gist_params(context: Set);
    /// Finds implied equalities.
    detect_equalities();
});

test!(Map {
    /// No pair for any parameter value.
    is_empty();
    /// Same pairs.
    is_equal(other: Map);
    /// `self ⊆ other`.
    is_subset(other: Map);
    /// At most one right side per left side.
    is_single_valued();
    /// At most one left side per right side.
    is_injective();
});

forward!(UnionSet {
    /// `self ∪ other`.
    union(other: UnionSet) -> UnionSet;
    /// `self ∩ other`.
    intersect(other: UnionSet) -> UnionSet;
    /// `self \ other`.
    subtract(other: UnionSet) -> UnionSet;
    /// The points that `map` reaches.
    apply(map: UnionMap) -> UnionSet;
    /// Keeps the points whose parameters satisfy `context`.
    intersect_params(context: Set) -> UnionSet;
    /// Parameter values for which there is a point.
    params() -> Set;
    /// The identity relation.
    identity() -> UnionMap;
});

simplify!(UnionSet {
    /// Fewer, larger pieces; same points.
    coalesce();
});

test!(UnionSet {
    /// No point.
    is_empty();
    /// Same points.
    is_equal(other: UnionSet);
    /// `self ⊆ other`.
    is_subset(other: UnionSet);
});

forward!(UnionMap {
    /// `self ∪ other`.
    union(other: UnionMap) -> UnionMap;
    /// `self ∩ other`.
    intersect(other: UnionMap) -> UnionMap;
    /// `self \ other`.
    subtract(other: UnionMap) -> UnionMap;
    /// Left sides.
    domain() -> UnionSet;
    /// Right sides.
    range() -> UnionSet;
    /// Sides exchanged.
    reverse() -> UnionMap;
    /// `{ x -> z : x -> y in self, y -> z in other }`.
    apply_range(other: UnionMap) -> UnionMap;
    /// `{ z -> y : x -> y in self, x -> z in other }`.
    apply_domain(other: UnionMap) -> UnionMap;
    /// Keeps the pairs whose left side is in `set`.
    intersect_domain(set: UnionSet) -> UnionMap;
    /// Keeps the pairs whose right side is in `set`.
    intersect_range(set: UnionSet) -> UnionMap;
    /// Keeps the pairs whose parameters satisfy `context`.
    intersect_params(context: Set) -> UnionMap;
    /// Largest right side per left side.
    lexmax() -> UnionMap;
    /// Smallest right side per left side.
    lexmin() -> UnionMap;
    /// `{ y - x : x -> y in self }` for each space.
    deltas() -> UnionSet;
    /// Parameter values for which there is a pair.
    params() -> Set;
});

simplify!(UnionMap {
    /// Fewer, larger pieces; same pairs.
    coalesce();
});

test!(UnionMap {
    /// No pair.
    is_empty();
    /// Same pairs.
    is_equal(other: UnionMap);
    /// `self ⊆ other`.
    is_subset(other: UnionMap);
    /// At most one right side per left side.
    is_single_valued();
});

forward!(PwAff {
    /// Sum, where both are defined.
    add(other: PwAff) -> PwAff;
    /// Difference, where both are defined.
    sub(other: PwAff) -> PwAff;
    /// Pointwise maximum.
    max(other: PwAff) -> PwAff;
    /// Pointwise minimum.
    min(other: PwAff) -> PwAff;
    /// Where it is defined.
    domain() -> Set;
});

simplify!(PwAff {
    /// Fewer pieces.
    coalesce();
    /// Simplified under constraints on parameters.
    gist_params(context: Set);
});

fn index(n: i32) -> usize {
    usize::try_from(n).unwrap_or(0)
}

impl Set {
    /// Dimension of the vectors.
    pub fn dims(&self) -> Result<usize> {
        Ok(index(self.raw.dim(DimType::Set)?))
    }

    /// Number of convex pieces.
    pub fn piece_count(&self) -> Result<usize> {
        Ok(index(self.raw.n_basic_set()?))
    }

    /// Names of the parameters, in the order of the space.
    pub fn param_names(&self) -> Result<Vec<String>> {
        (0..index(self.raw.dim(DimType::Param)?))
            .map(|p| Ok(self.raw.get_dim_name(DimType::Param, p as u32)?.to_string()))
            .collect()
    }

    /// The parameters that the constraints mention.
    pub fn used_params(&self) -> Result<Vec<String>> {
        let mut used = Vec::new();
        for (p, name) in self.param_names()?.into_iter().enumerate() {
            if self.raw.involves_dims(DimType::Param, p as u32, 1)? {
                used.push(name);
            }
        }
        Ok(used)
    }

    /// The convex pieces, each as a set.
    pub fn pieces(&self) -> Result<Vec<Set>> {
        let list = self.raw.get_basic_set_list()?;
        (0..list.n_basic_set()?)
            .map(|k| {
                let piece = isl_rs::Set::from_basic_set(list.get_basic_set(k)?)?;
                Ok(Set::own(piece, &self.ctx))
            })
            .collect()
    }

    /// Largest value of coordinate `dim`, as a function of the parameters, where the set has points.
    pub fn dim_max(&self, dim: usize) -> Result<PwAff> {
        Ok(PwAff::own(self.take().dim_max(dim as i32)?, &self.ctx))
    }

    /// Smallest value of coordinate `dim`, as a function of the parameters, where the set has points.
    pub fn dim_min(&self, dim: usize) -> Result<PwAff> {
        Ok(PwAff::own(self.take().dim_min(dim as i32)?, &self.ctx))
    }

    /// The number that coordinate `dim` has in every point, if the constraints show it at once.
    pub fn fixed_value(&self, dim: usize) -> Result<Option<i64>> {
        let value = self.raw.plain_get_val_if_fixed(DimType::Set, dim as u32)?;
        match value.is_int()? {
            true => Ok(Some(value.get_num_si()?)),
            false => Ok(None),
        }
    }

    /// Largest value of coordinate `dim` for any parameters; `None` if the set is empty or unbounded.
    pub fn dim_max_value(&self, dim: usize) -> Result<Option<i64>> {
        if self.is_empty()? {
            return Ok(None);
        }
        let value = self.take().dim_max_val(dim as i32)?;
        match value.is_int()? {
            true => Ok(Some(value.get_num_si()?)),
            false => Ok(None),
        }
    }

    /// Largest value of `form·x` for any parameters; `None` if the set is empty or the form unbounded on it.
    pub fn max_of(&self, form: &[i64]) -> Result<Option<i64>> {
        let mut aff = isl_rs::Aff::zero_on_domain_space(self.raw.get_space()?)?;
        for (at, c) in form.iter().enumerate() {
            let c = isl_rs::Val::int_from_si(self.ctx.raw(), *c)?;
            aff = aff.set_coefficient_val(DimType::In, at as i32, c)?;
        }
        let value = self.raw.max_val(&aff)?;
        match value.is_int()? {
            true => Ok(Some(value.get_num_si()?)),
            false => Ok(None),
        }
    }

    /// Projects coordinates `first..first + count` out.
    pub fn project_out(&self, first: usize, count: usize) -> Result<Set> {
        let raw = self
            .take()
            .project_out(DimType::Set, first as u32, count as u32)?;
        Ok(Set::own(raw, &self.ctx))
    }

    /// Names the space: `[x]` becomes `name[x]`.
    pub fn named(&self, name: &str) -> Result<Set> {
        Ok(Set::own(self.take().set_tuple_name(name)?, &self.ctx))
    }

    /// The convex set with the same constraints as all pieces share: a superset, cheap.
    pub fn simple_hull(&self) -> Result<Set> {
        let hull = isl_rs::Set::from_basic_set(self.take().simple_hull()?)?;
        Ok(Set::own(hull, &self.ctx))
    }

    /// `{ x -> y : x in self, y in other, x lexicographically before y }`.
    pub fn lex_lt(&self, other: &Set) -> Result<Map> {
        Ok(Map::own(self.take().lex_lt_set(other.take())?, &self.ctx))
    }

    /// Fixes parameters by name; names that the set does not have are skipped.
    pub fn fix_params<'a>(&self, values: impl IntoIterator<Item = (&'a str, i64)>) -> Result<Set> {
        let mut raw = self.take();
        for (name, value) in values {
            let at = raw.find_dim_by_name(DimType::Param, name)?;
            if let Ok(at) = u32::try_from(at) {
                let value = isl_rs::Val::int_from_si(self.ctx.raw(), value)?;
                raw = raw.fix_val(DimType::Param, at, value)?;
            }
        }
        Ok(Set::own(raw, &self.ctx))
    }

    /// All points of a set without free parameters, at most `limit` of them; `None` when there are more.
    pub fn points(&self, limit: usize) -> Result<Option<Vec<Vec<i64>>>> {
        if self.is_empty()? {
            return Ok(Some(Vec::new()));
        }
        let raw = self.take().project_out_all_params()?;
        let found = raw::points(&raw, limit);
        self.ctx.raw().reset_error();
        let found = found.ok_or(PolyError::Budget)?;
        if found.len() > limit {
            return Ok(None);
        }
        let dims = self.dims()?;
        let mut points = found
            .iter()
            .map(|point| coordinates(point, dims))
            .collect::<Result<Vec<_>>>()?;
        points.sort_unstable();
        Ok(Some(points))
    }
}

fn coordinates(point: &isl_rs::Point, count: usize) -> Result<Vec<i64>> {
    (0..count)
        .map(|k| {
            Ok(point
                .get_coordinate_val(DimType::Set, k as i32)?
                .get_num_si()?)
        })
        .collect()
}

impl Map {
    /// `{ x -> y : x in domain, y in range }`.
    pub fn product(domain: &Set, range: &Set) -> Result<Map> {
        let raw = isl_rs::Map::from_domain_and_range(domain.take(), range.take())?;
        Ok(Map::own(raw, &domain.ctx))
    }

    /// Number of convex pieces.
    pub fn piece_count(&self) -> Result<usize> {
        Ok(index(self.raw.n_basic_map()?))
    }

    /// The convex pieces, each as a relation.
    pub fn pieces(&self) -> Result<Vec<Map>> {
        let list = self.raw.get_basic_map_list()?;
        (0..list.n_basic_map()?)
            .map(|k| {
                let piece = isl_rs::Map::from_basic_map(list.get_basic_map(k)?)?;
                Ok(Map::own(piece, &self.ctx))
            })
            .collect()
    }

    /// Dimensions of the left and the right side.
    pub fn dims(&self) -> Result<(usize, usize)> {
        Ok((
            index(self.raw.dim(DimType::In)?),
            index(self.raw.dim(DimType::Out)?),
        ))
    }

    /// The convex relation with the same constraints as all pieces share: a superset, cheap.
    pub fn simple_hull(&self) -> Result<Map> {
        let hull = isl_rs::Map::from_basic_map(self.take().simple_hull()?)?;
        Ok(Map::own(hull, &self.ctx))
    }

    /// Names the left side.
    pub fn with_domain_name(&self, name: &str) -> Result<Map> {
        let raw = self.take().set_tuple_name(DimType::In, name)?;
        Ok(Map::own(raw, &self.ctx))
    }

    /// Names the right side.
    pub fn with_range_name(&self, name: &str) -> Result<Map> {
        let raw = self.take().set_tuple_name(DimType::Out, name)?;
        Ok(Map::own(raw, &self.ctx))
    }

    /// Without the names of the two sides: `S[i] -> A[x]` becomes `[i] -> [x]`.
    pub fn without_names(&self) -> Result<Map> {
        let raw = self.take().reset_tuple_id(DimType::In)?;
        Ok(Map::own(raw.reset_tuple_id(DimType::Out)?, &self.ctx))
    }

    /// The number that coordinate `dim` of the right side has in every pair, if the constraints show
    /// it at once.
    pub fn fixed_output(&self, dim: usize) -> Result<Option<i64>> {
        let value = self.raw.plain_get_val_if_fixed(DimType::Out, dim as u32)?;
        match value.is_int()? {
            true => Ok(Some(value.get_num_si()?)),
            false => Ok(None),
        }
    }

    /// Without some coordinates of the right side, given in ascending order.
    pub fn without_outputs(&self, dims: &[usize]) -> Result<Map> {
        let mut raw = self.take();
        for run in dims.chunk_by(|a, b| a + 1 == *b).rev() {
            raw = raw.project_out(DimType::Out, run[0] as u32, run.len() as u32)?;
        }
        Ok(Map::own(raw, &self.ctx))
    }

    /// Largest value of coordinate `dim` of the right side, as a function of left side and parameters.
    pub fn dim_max(&self, dim: usize) -> Result<PwAff> {
        Ok(PwAff::own(self.take().dim_max(dim as i32)?, &self.ctx))
    }
}

impl UnionSet {
    /// The empty union.
    pub fn empty(ctx: &Context) -> Result<Self> {
        Self::parse(ctx, "{ }")
    }

    /// The sets of the union, one per space.
    pub fn sets(&self) -> Result<Vec<Set>> {
        let list = self.raw.get_set_list()?;
        (0..list.n_set()?)
            .map(|k| Ok(Set::own(list.get_set(k)?, &self.ctx)))
            .collect()
    }
}

impl UnionMap {
    /// The empty union.
    pub fn empty(ctx: &Context) -> Result<Self> {
        Self::parse(ctx, "{ }")
    }

    /// The relations of the union, one per pair of spaces.
    pub fn maps(&self) -> Result<Vec<Map>> {
        let list = self.raw.get_map_list()?;
        (0..list.n_map()?)
            .map(|k| Ok(Map::own(list.get_map(k)?, &self.ctx)))
            .collect()
    }
}

impl UnionMap {
    /// `{ x -> y : a chain of pairs leads from x to y }`, or more pairs; whether it is known to be just that.
    pub fn transitive_closure(&self) -> Result<(UnionMap, bool)> {
        let found = raw::transitive_closure(self.take());
        let failed = || match self.ctx.is_exhausted() {
            true => PolyError::Budget,
            false => PolyError::Failed("isl_union_map_transitive_closure".to_string()),
        };
        let (closure, exact) = found.ok_or_else(failed)?;
        Ok((UnionMap::own(closure, &self.ctx), exact))
    }
}

impl PwAff {
    /// Whether the expression is defined for no parameter value at all.
    pub fn is_empty(&self) -> Result<bool> {
        Ok(self.raw.is_empty()?)
    }
}

impl From<std::num::TryFromIntError> for PolyError {
    fn from(_: std::num::TryFromIntError) -> Self {
        PolyError::Overflow
    }
}
