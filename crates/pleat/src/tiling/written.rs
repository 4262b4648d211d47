//! One nest in tiles of a shape: its new text, with buffers where they are possible.

use super::plans::{Planner, stays};
use super::usual::{Usual, never_wraps};
use super::{TiledNest, Untiled, buffers};
use crate::options::TileShape;
use crate::verify::Assumed;
use poly::Expr;
use schedule::TileUnit;
use source::Edits;
use std::collections::BTreeMap;
use tile::{Nest, Shape, Sharing};

/// A search for such a proof takes minutes, and ends without one.
const NO_WAVEFRONTS: &str = "wavefronts have no proof where borders meet for small sizes";

/// A nest with the tiles that it shall run in.
#[derive(Clone, Copy)]
pub(super) struct Tiling<'t> {
    pub(super) nest: &'t Nest,
    pub(super) units: &'t [TileUnit],
    pub(super) sizes: &'t [Option<Expr>],
    pub(super) sharing: Sharing,
    pub(super) shape: Shape<'t>,
}

impl Planner<'_> {
    /// The edits of a nest in tiles, which have buffers if the user asks for them and that is
    /// possible.
    pub(super) fn with_buffers(&self, tiling: &Tiling<'_>) -> Result<(Edits, TiledNest), Untiled> {
        let mut no_buffers = None;
        if self.options.has_buffers && tiling.sharing == Sharing::Wavefronts {
            no_buffers = Some("a proof with wavefronts takes too long".to_string());
        } else if self.options.has_buffers {
            match self.buffered(tiling) {
                Ok(found) => return Ok(found),
                Err(why) => no_buffers = Some(why),
            }
        }
        let (edits, tiled) = self.written(tiling)?;
        Ok((
            edits,
            TiledNest {
                no_buffers,
                ..tiled
            },
        ))
    }

    /// The edits of a nest in tiles with buffers, or why there are none, as a sentence.
    pub(super) fn buffered(&self, tiling: &Tiling<'_>) -> Result<(Edits, TiledNest), String> {
        let arrays = buffers::buffers(self, tiling)?;
        let written = self.written(&Tiling {
            shape: tiling.shape.with_buffers(&arrays),
            ..*tiling
        });
        written.map_err(|stays| stays.reason)
    }

    /// The edits of a nest in tiles.
    pub(super) fn written(&self, tiling: &Tiling<'_>) -> Result<(Edits, TiledNest), Untiled> {
        let Tiling {
            nest,
            units,
            sizes,
            sharing,
            shape,
        } = *tiling;
        let scop = &self.whole.system.scop;
        let tiny = self.tiny_sizes(units, nest, shape);
        let usual = Usual::new(scop, units, tiny, self.required).map_err(|_| {
            let reason = "its dependences are too many".to_string();
            stays(&self.function.name, nest, reason)
        })?;
        let condition = usual.condition();
        let has_versions = !condition.is_empty() && !usual.is_idle;
        let (sharing, no_threads) = match sharing {
            Sharing::Wavefronts if has_versions => (Sharing::None, Some(NO_WAVEFRONTS.to_string())),
            _ => (sharing, None),
        };
        let request = tile::Request {
            sizes,
            sharing,
            is_aligned: self.options.is_aligned,
            condition: &condition,
            is_idle: usual.is_idle,
            values: &|name| usual.values(name),
            is_positive: &|unit, expr| usual.is_positive(&units[unit], expr),
        };
        let tiles = tile::write(self.unit, self.function, nest, shape, &request);
        let tiles = tiles.map_err(|reason| stays(&self.function.name, nest, reason))?;
        let tiled = TiledNest {
            function: self.function.name.clone(),
            at: nest.span(),
            counters: tiles.counters,
            forms: Vec::new(),
            shape: TileShape::Parallelogram,
            again: 0,
            has_copies: matches!(shape, Shape::Steps(..) | Shape::Trapezoids(..)),
            has_transfers: matches!(
                shape,
                Shape::Bands(_, arrays) | Shape::Hexagons(_, arrays) if !arrays.is_empty()
            ),
            buffers: tiles.buffers,
            sharing,
            assumed: Assumed::default(),
            no_shape: None,
            no_steps: None,
            no_buffers: None,
            no_threads,
            around: None,
            obstacle: self.obstacle(nest, sizes),
        };
        Ok((tiles.edits, tiled))
    }

    /// Sizes up to which tiles may be wrong: the order of borders, or ends that wrap around.
    fn tiny_sizes(
        &self,
        units: &[TileUnit],
        nest: &Nest,
        shape: Shape<'_>,
    ) -> BTreeMap<String, i64> {
        let system = &self.whole.system;
        let ends = tile::wrapping_ends(self.function, nest).into_iter();
        let ends = ends.filter(|end| !never_wraps(&system.scop, end));
        let mut tiny: Vec<(String, i64)> = ends.map(|end| (end.name, end.most)).collect();
        let forms = match shape {
            Shape::Bands(bands, _) => vec![bands.clone()],
            Shape::Hexagons(hexagons, _) | Shape::Trapezoids(hexagons, _) => {
                vec![
                    hexagons.bands.clone(),
                    hexagons.opposite(nest.outer.len(), units),
                ]
            }
            Shape::Overlapped(..) | Shape::Steps(..) => Vec::new(),
        };
        if units.iter().any(|unit| !unit.is_full) {
            for bands in &forms {
                let borders = schedule::tiny_sizes(system, units, nest.outer.len(), bands);
                tiny.extend(borders.ok().flatten().unwrap_or_default());
            }
        }
        let mut sizes = BTreeMap::new();
        for (name, most) in tiny {
            let known = sizes.entry(name).or_insert(most);
            *known = most.max(*known);
        }
        sizes
    }

    /// Why no proof is to be expected, as a sentence.
    fn obstacle(&self, nest: &Nest, sizes: &[Option<Expr>]) -> Option<String> {
        if let Some(name) = tile::pointer_set(self.function, nest) {
            return Some(format!("they set the pointer `{name}`"));
        }
        let mut named = sizes.iter().flatten().filter(|s| s.as_constant().is_none());
        let size = named.next().filter(|_| nest.exchanges())?;
        Some(format!(
            "they exchange pointers, which needs a number instead of the size `{size}`"
        ))
    }
}
