//! The versions of the libraries that compute.

use crate::raw;

/// The release of isl that isl-rs contains; isl itself knows it only in a checkout of its
/// repository.
const BUNDLED_ISL: &str = "0.27";

/// The version of isl, with its integers: `0.27-IMath-32`.
pub fn isl_version() -> String {
    let version = raw::version();
    let version = version.trim();
    match version.strip_prefix("UNKNOWN") {
        Some(integers) => format!("{BUNDLED_ISL}{integers}"),
        None => version.trim_start_matches("isl-").to_string(),
    }
}

/// The version of cbc.
pub fn cbc_version() -> String {
    coin_cbc::raw::Model::version().to_string()
}

#[cfg(test)]
mod tests {
    #[test]
    fn isl_rs_is_the_one_with_the_bundled_release() {
        let lock = include_str!("../../../Cargo.lock");
        let isl_rs = lock.split("name = \"isl-rs\"\nversion = \"").nth(1);
        let version = isl_rs.and_then(|rest| rest.split('"').next());
        assert_eq!(
            version,
            Some("0.3.1"),
            "BUNDLED_ISL is in its isl/configure.ac"
        );
    }
}
