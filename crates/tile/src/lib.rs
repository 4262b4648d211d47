//! Loop nests of C in tiles: the text of loops over tiles around the user's own loops, whose bounds
//! are cut to the tile.
//!
//! ```text
//! function --nest--> loops and units, in the places of the text
//!          --(schedule)--> forms of the tiles, by unit and dimension
//!          --bounds--> loops over tiles --write--> edits
//! ```
//!
//! Nothing here is trusted: the caller proves the new text against the original.

mod bounds;
mod clamps;
mod exchange;
mod facts;
mod nest;
mod wrap;
mod write;

pub use c::names::file::Function;
pub use nest::{Nest, Points, UnitText, Unread, nests, pointer_set};
pub use wrap::{WrappingEnd, wrapping_ends};
pub use write::{
    BufferedArray, CopiedArray, Private, PrivateArray, Request, Shape, Sharing, TileRange, Tiles,
    tile_ranges, write,
};
