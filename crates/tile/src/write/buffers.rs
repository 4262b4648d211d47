//! What each tile has by itself: a part of some arrays, and with threads all that it sets.
//!
//! ```c
//! for (int xx = 2; xx < w - 2; xx += 512) {
//!     float sq[3][514];
//!     for (int y = 0; ...)
//!         for (int x = xx - 1; ...)
//!             sq[y % 3][x - xx + 1] = ...;
//! }
//! ```

use super::{Request, Sharing};
use crate::bounds::Dimension;
use crate::nest::Nest;
use c::names::file::Function;
use c::names::symbols::{VarId, Variable};
use c::names::types::{Storage, Type};
use fuse::{Own, Variables};
use poly::Expr;
use print::{Sums, counted_from, with_subscripts};
use schedule::BufferPart;
use source::Unit;

/// Bytes of a line of a cache.
pub(super) const LINE: i64 = 64;

/// What a tile may have by itself.
#[derive(Clone, Debug, Default)]
pub struct Private {
    /// Arrays of which it touches a part.
    pub buffers: Vec<PrivateArray>,
    /// The names of all objects that no tile needs from another one.
    pub names: Vec<String>,
}

/// An array of which a tile touches a part.
#[derive(Clone, Debug)]
pub struct PrivateArray {
    /// Its name.
    pub name: String,
    /// The part, in some dimensions.
    pub parts: Vec<BufferPart>,
    /// Whether the part is so small that it may be automatic.
    pub is_small: bool,
}

/// What moves into a tile.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    pub(super) own: Own,
    /// Variables of which each thread has its own.
    pub(super) threads: Vec<String>,
    arrays: Vec<(String, Vec<Part>)>,
}

/// The elements of a dimension in a tile.
#[derive(Debug)]
struct Part {
    dimension: usize,
    /// The position of the tile.
    counter: String,
    /// The elements before it.
    before: i64,
    /// All of them.
    count: Expr,
}

impl Buffers {
    /// Moves declarations into tiles.
    pub(super) fn new(
        unit: &Unit,
        function: &Function<'_>,
        nest: &Nest,
        (dimensions, private): (&[Dimension], &Private),
        request: &Request<'_>,
        sums: &Sums<'_>,
    ) -> Result<Self, String> {
        let range = nest.range();
        let mut found = Buffers::default();
        let mut moved: Vec<VarId> = Vec::new();
        if request.sharing != Sharing::None {
            let variables = Variables::new(function, range, &private.names)?;
            moved = variables.moved;
            found.threads = variables.threads;
        }
        for array in &private.buffers {
            let is_meant = |v: &&Variable<'_>| {
                v.name == array.name
                    && matches!(v.declared_type, Type::Array(_))
                    && v.mentions.iter().any(|at| range.contains(at))
            };
            let mut variables = function.symbols.variables.iter();
            let Some(variable) = variables.find(is_meant) else {
                continue;
            };
            let may_move = variable.storage == Storage::Automatic || array.is_small;
            if !may_move || fuse::is_in_macro(unit, &array.name) {
                continue;
            }
            let padding = match request.is_aligned && unit.dialect.is_c11() {
                true => Padding::of(&variable.declared_type),
                false => None,
            };
            let part = |part: &BufferPart| {
                let tile = dimensions.get(part.divided)?;
                let count = tile.size.clone() + Expr::constant(part.before + part.after);
                Some(Part {
                    dimension: part.dimension,
                    counter: tile.counter.clone(),
                    before: part.before,
                    count: match &padding {
                        Some(padding) => padding.padded(count, part.dimension),
                        None => count,
                    },
                })
            };
            let parts = array.parts.iter().map(part).collect::<Option<Vec<_>>>();
            found
                .arrays
                .extend(parts.map(|parts| (array.name.clone(), parts)));
            if !moved.contains(&variable.id) {
                moved.push(variable.id);
            }
        }
        if !moved.is_empty() {
            found.own = fuse::moved(unit, function, (nest.span(), range), &moved)?;
        }
        let is_aligned = request.is_aligned && unit.dialect.is_c11();
        for declared in &mut found.own.declared {
            let text = with_subscripts(
                declared,
                &|name| is_in(&found.arrays, name),
                &|name, at, _| part_of(&found.arrays, name, at).map(|part| sums.text(&part.count)),
            );
            let text = text.ok_or_else(unreadable)?;
            *declared = match text == *declared || !is_aligned {
                true => text,
                false => format!("_Alignas({LINE}) {text}"),
            };
        }
        Ok(found)
    }

    /// The variables of which threads have their own in tiles of several steps.
    pub(super) fn of_steps(
        function: &Function<'_>,
        nest: &Nest,
        request: &Request<'_>,
    ) -> Result<Self, String> {
        let mut found = Buffers::default();
        if request.sharing != Sharing::None {
            found.threads = Variables::new(function, nest.range(), &[])?.threads;
        }
        Ok(found)
    }

    /// The text of a nest, in which arrays have the part of a tile.
    pub(super) fn rewritten(&self, text: &str) -> Result<String, String> {
        let text = with_subscripts(text, &|name| is_in(&self.arrays, name), &|name, at, old| {
            let part = part_of(&self.arrays, name, at)?;
            Some(counted_from(old, &part.counter, part.before))
        });
        text.ok_or_else(unreadable)
    }

    /// The arrays of which a tile has a part.
    pub(super) fn names(&self) -> Vec<String> {
        self.arrays.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Whether a tile has something by itself.
    pub(super) fn is_empty(&self) -> bool {
        self.own.declared.is_empty()
    }
}

/// How rows are padded to lines of a cache.
pub(super) struct Padding {
    /// The innermost dimension.
    last: usize,
    /// The elements of a line.
    line: i64,
}

impl Padding {
    pub(super) fn of(ty: &Type) -> Option<Padding> {
        let (mut ty, mut rank) = (ty, 0_usize);
        while let Type::Array(element) = ty {
            (ty, rank) = (element, rank + 1);
        }
        let bytes = i64::try_from(ty.bytes()?).ok()?;
        let is_divisor = bytes > 0 && LINE % bytes == 0;
        is_divisor.then(|| Padding {
            last: rank - 1,
            line: LINE / bytes,
        })
    }

    /// A number of elements, rounded up if rows follow each other.
    pub(super) fn padded(&self, count: Expr, dimension: usize) -> Expr {
        match count.as_constant() {
            Some(number) if dimension == self.last && dimension > 0 => {
                Expr::constant((number + self.line - 1) / self.line * self.line)
            }
            _ => count,
        }
    }
}

fn is_in(arrays: &[(String, Vec<Part>)], name: &str) -> bool {
    arrays.iter().any(|(own, _)| own == name)
}

fn part_of<'p>(arrays: &'p [(String, Vec<Part>)], name: &str, at: usize) -> Option<&'p Part> {
    let (_, parts) = arrays.iter().find(|(own, _)| own == name)?;
    parts.iter().find(|part| part.dimension == at)
}

fn unreadable() -> String {
    "an array is used without subscripts".to_string()
}
