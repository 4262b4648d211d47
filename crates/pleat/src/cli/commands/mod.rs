//! The commands of `pleat`, a file or folder each.

pub(crate) mod cc;
pub(crate) mod config;
pub(crate) mod explain;
pub(crate) mod fold;
pub(crate) mod fuse;
pub(crate) mod lsp;
pub(crate) mod manual;
pub(crate) mod map;
pub(crate) mod reason_page;
pub(crate) mod stats;
pub(crate) mod tile;
pub(crate) mod verify;
