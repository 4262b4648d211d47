//! Parameters of a region: the objects and macros that they stand for, and facts and assumptions
//! about them.

use crate::values::formula::Formula;
use crate::values::value::KnownValue;
use c::names::symbols::VarId;
use poly::Expr;
use scop::{IntType, Param, ParamKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

pub(crate) mod names;

/// The radices of flat loops by their ends.
pub(crate) type FlatLoops = BTreeMap<Expr, Vec<Expr>>;

/// A part of an object, or of an object that it points to: `p->w`, `grid[1]`, `c->size.w`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Member {
    /// The object that the expression starts with.
    pub var: VarId,
    /// The way from there.
    pub steps: Vec<MemberStep>,
    /// The number of pointers on the way.
    pub pointers: usize,
}

/// A step of the way to a part of an object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MemberStep {
    /// `.name`
    Direct(String),
    /// `->name`
    Indirect(String),
    /// `[1]`
    Element(i64),
}

impl fmt::Display for MemberStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemberStep::Direct(name) => write!(f, ".{name}"),
            MemberStep::Indirect(name) => write!(f, "->{name}"),
            MemberStep::Element(index) => write!(f, "[{index}]"),
        }
    }
}

impl Member {
    /// An object as a whole.
    pub(crate) fn whole(var: VarId) -> Self {
        Member {
            var,
            steps: Vec::new(),
            pointers: 0,
        }
    }

    /// The expression, with the name of the object.
    pub fn spelled(&self, object: &str) -> String {
        self.steps
            .iter()
            .fold(object.to_string(), |text, step| format!("{text}{step}"))
    }
}

/// The source of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ParamKey {
    /// A macro kept by name.
    Macro(String),
    /// An object that does not change.
    Variable(VarId),
    /// A member that does not change.
    Member(Member),
    /// The number of iterations of the loop at an offset.
    Trips(usize),
}

/// A parameter of the region.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The source of its value.
    pub key: ParamKey,
    /// The parameter in the scop.
    pub param: Param,
    /// Its type in C.
    pub ty: IntType,
    /// By its type, it is never negative.
    pub unsigned: bool,
}

impl Params {
    /// The bounds of the objects among the parameters by their types.
    pub(crate) fn in_types(&self) -> Vec<Formula> {
        let objects = self.all.iter();
        let objects = objects.filter(|p| p.param.kind == ParamKind::Variable);
        let bounds = objects.filter_map(|p| {
            let (own, (least, most)) = (Expr::var(&p.param.name), p.ty.bounds()?);
            let both = [
                own.clone() - Expr::constant(least),
                Expr::constant(most) - own,
            ];
            Some(both.map(Formula::NonNegative))
        });
        bounds.flatten().collect()
    }
}

/// The parameters of a region with facts and assumptions about them. Grows while the region is
/// read.
#[derive(Default)]
pub struct Params {
    /// Parameters seen so far.
    pub all: Vec<Parameter>,
    /// Objects that are set once, to a part of an object that is a parameter, by its name.
    pub(crate) copies: BTreeMap<String, VarId>,
    /// Conditions on parameters that always hold.
    pub known: Vec<Formula>,
    /// Expressions that are not negative, of parameters that were seen or not.
    pub given: Vec<Formula>,
    /// Names that iterators have had.
    pub iterator_names: BTreeSet<String>,
    /// Macros that are taken at their value.
    pub fixed: BTreeSet<String>,
    /// Objects that checks before the arrays of the region fix at a number, each with the offset
    /// from which on it has this value.
    pub(crate) fixed_objects: BTreeMap<VarId, (usize, KnownValue)>,
    /// Macros that would make something affine if they were taken at their value.
    pub wanted: BTreeSet<String>,
    /// The number of values of each digit after the first of the counters of flat loops, outermost
    /// first, by the end of the loop: see [`crate::values::loops::flat`].
    pub flat: FlatLoops,
    /// The ends of the other loops over successive values, by the offset of the loop.
    pub flat_ends: BTreeMap<usize, Expr>,
    /// The flat loops that would make something affine if they were read by digits.
    pub wanted_flat: FlatLoops,
    /// Sizes of rows that were supposed not to be negative, with the loops over their elements.
    pub supposed: Vec<(Expr, Range<usize>)>,
    /// By how much integers are greater than the least values of the lengths that they hold, with
    /// their declarations.
    pub lengths: Vec<(Expr, Range<usize>)>,
    /// Bounds of loops that were supposed not to wrap around, with their conditions.
    pub bounds: Vec<(Expr, Range<usize>)>,
    /// Macros that were read as they are expanded now: see [`source::MacroUses::taken`].
    pub taken: BTreeSet<String>,
    /// Expressions of macros that were assumed not negative.
    pub assumed: Vec<Expr>,
}
