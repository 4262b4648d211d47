//! The text of `--version`.

use std::sync::LazyLock;

/// The version of Pleat, and those of the libraries that its results depend on.
static VERSIONS: LazyLock<String> = LazyLock::new(|| {
    format!(
        "{}\nisl {}\ncbc {}",
        env!("CARGO_PKG_VERSION"),
        poly::isl_version(),
        poly::cbc_version()
    )
});

/// The text of `--version`.
pub(crate) fn versions() -> &'static str {
    &VERSIONS
}
