//! The pleat program.
fn main() {}
