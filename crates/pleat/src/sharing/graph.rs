//! Which arrays of a function may have the same storage, and how large they are.

use affine::Whole;
use lifetime::{Meeting, meeting};
use poly::Expr;
use scop::{Array, ArrayId, Order, Scop};
use std::collections::BTreeMap;
use storage::ConflictGraph;

/// Elementary set operations for one pair of arrays.
const OPERATIONS: u64 = poly::OPERATIONS_PER_SECOND / 2;

/// Which arrays may share storage at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Allowed {
    /// Those that are alive at once in different places, too.
    #[default]
    InPlace,
    /// Those that are never alive at once.
    Apart,
    /// None.
    Nothing,
}

impl Allowed {
    /// The next smaller choice.
    pub(super) fn less(self) -> Self {
        match self {
            Allowed::InPlace => Allowed::Apart,
            Allowed::Apart | Allowed::Nothing => Allowed::Nothing,
        }
    }
}

/// The arrays of a function that may share storage.
pub(super) struct Candidates<'w> {
    whole: &'w Whole,
    arrays: Vec<ArrayId>,
    sizes: Vec<u64>,
}

/// What is known of two arrays.
pub(super) struct Pairs {
    pub(super) graph: ConflictGraph,
    /// Pairs that share storage only in place.
    pub(super) in_place: Vec<[usize; 2]>,
}

impl<'w> Candidates<'w> {
    /// The arrays of these names, in their order; `None` for a name that is not that of one array
    /// with a known size.
    pub(super) fn of(
        whole: &'w Whole,
        names: &[&str],
        value: &dyn Fn(&str) -> i64,
    ) -> Vec<Option<(ArrayId, u64)>> {
        let system = &whole.system;
        let known = |name: &&str| {
            let array = only(&system.scop, name)?;
            if system
                .interface
                .iter()
                .any(|shared| shared.array == array.id)
            {
                return None;
            }
            let bytes = system.element_bytes.get(array.id.0 as usize)?;
            Some((array.id, bytes.checked_mul(elements(array, value)?)?))
        };
        names.iter().map(known).collect()
    }

    pub(super) fn new(whole: &'w Whole, arrays: Vec<(ArrayId, u64)>) -> Self {
        let (arrays, sizes) = arrays.into_iter().unzip();
        Candidates {
            whole,
            arrays,
            sizes,
        }
    }

    pub(super) fn size(&self, at: usize) -> u64 {
        self.sizes[at]
    }

    /// Compares all pairs; `may_follow` says whether the text allows the storage of the first one
    /// for the second one.
    pub(super) fn pairs(
        &self,
        allowed: Allowed,
        may_follow: &dyn Fn(usize, usize) -> bool,
    ) -> Pairs {
        let mut pairs = Pairs {
            graph: ConflictGraph::new(self.sizes.clone()),
            in_place: Vec::new(),
        };
        for b in 0..self.arrays.len() {
            for a in 0..b {
                let may_share = allowed != Allowed::Nothing && may_follow(a, b);
                if std::env::var("DBG").is_ok() {
                    eprintln!("{a} {b} {may_share} {:?}", self.meeting(a, b));
                }
                match may_share.then(|| self.meeting(a, b)) {
                    Some(Meeting::Never) => {}
                    Some(Meeting::Elsewhere)
                        if allowed == Allowed::InPlace && self.is_alike(a, b) =>
                    {
                        pairs.in_place.push([a, b]);
                    }
                    _ => pairs.graph.add_conflict(a, b),
                }
            }
        }
        pairs
    }

    fn meeting(&self, a: usize, b: usize) -> Meeting {
        let scop = &self.whole.system.scop;
        scop.ctx.start_budget(OPERATIONS);
        let order = Order::Sequential;
        meeting(scop, [self.arrays[a], self.arrays[b]], order)
            .inspect_err(|e| eprintln!("{e}"))
            .unwrap_or(Meeting::Anywhere)
    }

    /// Whether the same subscripts mean the same place in the storage of two arrays.
    fn is_alike(&self, a: usize, b: usize) -> bool {
        let scop = &self.whole.system.scop;
        let [a, b] = [a, b].map(|at| &scop.array(self.arrays[at]).shape);
        let is_known = |shape: &[Option<Expr>]| shape.iter().skip(1).all(Option::is_some);
        a.len() == b.len() && is_known(a) && a.iter().skip(1).eq(b.iter().skip(1))
    }

    /// The typical values of the parameters in the sizes of some arrays.
    pub(super) fn params(
        &self,
        arrays: &[usize],
        value: &dyn Fn(&str) -> i64,
    ) -> BTreeMap<String, i64> {
        let scop = &self.whole.system.scop;
        let mut params = BTreeMap::new();
        let shapes = arrays.iter().map(|at| &scop.array(self.arrays[*at]).shape);
        for extent in shapes.flatten().flatten() {
            extent.each_var(&mut |name| {
                params.insert(spelling(scop, name), value(name));
            });
        }
        params
    }
}

/// The array of this name, if there is only one.
fn only<'s>(scop: &'s Scop, name: &str) -> Option<&'s Array> {
    let is_other = |array: &&Array| {
        let rest = array
            .name
            .strip_prefix(name)
            .and_then(|r| r.strip_prefix('_'));
        rest.is_some_and(|r| !r.is_empty() && r.bytes().all(|b| b.is_ascii_digit()))
    };
    if scop.arrays.iter().any(|array| is_other(&array)) {
        return None;
    }
    scop.arrays.iter().find(|array| array.name == name)
}

fn elements(array: &Array, value: &dyn Fn(&str) -> i64) -> Option<u64> {
    let mut all: u64 = 1;
    for extent in &array.shape {
        let extent = extent.as_ref()?.eval(&|name: &str| Some(value(name)))?;
        all = all.checked_mul(u64::try_from(extent.max(1)).ok()?)?;
    }
    Some(all)
}

/// The user's spelling of a parameter.
fn spelling(scop: &Scop, name: &str) -> String {
    let param = scop.params.iter().find(|p| p.name == name);
    param.map_or(name, |p| p.spelling.as_str()).to_string()
}
