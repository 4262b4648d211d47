//! Sizes of tiles that follow from what they touch.

use crate::options::TileSize;
use affine::Whole;
use poly::Expr;
use schedule::TileUnit;
use scop::ParamKind;
use std::fs;
use std::sync::OnceLock;
use tile::Nest;

/// The second-level cache, if the system does not say it.
const USUAL_CACHE: u64 = 512 << 10;
/// Smaller tiles would compute too much again.
const LEAST: u64 = 16;

/// The sizes of tiles of a nest; of a loop that is not divided, `None`.
///
/// # Errors
///
/// If a size cannot be found: the reason, as a sentence, and whether tiles would gain nothing.
pub(super) fn sizes(
    wanted: &[TileSize],
    whole: &Whole,
    nest: &Nest,
    units: &[TileUnit],
) -> Result<Vec<Option<Expr>>, (String, bool)> {
    let mut found: Vec<Option<Expr>> = Vec::new();
    for (level, size) in wanted.iter().enumerate().take(nest.depth()) {
        let size = match size {
            TileSize::Whole => None,
            TileSize::Number(number) => Some(Expr::constant(*number)),
            TileSize::Name(name) => Some(Expr::var(name)),
            TileSize::Footprint(bytes) => {
                if found.iter().any(Option::is_some) || level == 0 {
                    let reason =
                        "bytes and `auto` are sizes of loops inside of one that is not divided";
                    return Err((reason.to_string(), false));
                }
                let bytes = bytes.unwrap_or_else(half_of_cache);
                Some(Expr::constant(columns(bytes, whole, nest, units, level)?))
            }
        };
        found.push(size);
    }
    match found.iter().all(Option::is_none) {
        true => Err(("the sizes divide none of them".to_string(), false)),
        false => Ok(found),
    }
}

/// As many iterations of a loop as touch so many bytes: a power of two.
fn columns(
    bytes: u64,
    whole: &Whole,
    nest: &Nest,
    units: &[TileUnit],
    level: usize,
) -> Result<i64, (String, bool)> {
    let each = schedule::footprint(&whole.system, units, nest.outer.len(), level);
    let unknown = || ("the bytes that they touch are not known".to_string(), false);
    let each = each.ok().flatten().ok_or_else(unknown)?;
    let most = (bytes / each.max(1)).max(LEAST);
    let size = 1_i64 << most.ilog2();
    let value = |name: &str| {
        let mut params = whole.system.scop.params.iter();
        let found = params.find(|p| p.spelling == name && p.kind == ParamKind::Macro)?;
        Some(found.sample)
    };
    let counts = nest.longest_counts();
    let count = counts
        .get(level)
        .and_then(|count| count.as_ref()?.eval(&value));
    match count.is_some_and(|count| count <= size) {
        true => Err((format!("their rows fit into {} KiB", bytes >> 10), true)),
        false => Ok(size),
    }
}

/// Half of the second-level cache of this machine, in bytes.
fn half_of_cache() -> u64 {
    static CACHE: OnceLock<u64> = OnceLock::new();
    let own = || {
        let text = fs::read_to_string("/sys/devices/system/cpu/cpu0/cache/index2/size").ok()?;
        match text.trim().parse() {
            Ok(TileSize::Footprint(bytes)) => bytes,
            _ => None,
        }
    };
    *CACHE.get_or_init(|| own().unwrap_or(USUAL_CACHE)) / 2
}
