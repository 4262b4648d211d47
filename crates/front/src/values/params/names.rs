//! Names in sets: those of C where isl accepts them and they are unique, mangled otherwise.

use std::collections::BTreeSet;

/// Words that isl's notation keeps for itself.
const RESERVED: [&str; 24] = [
    "and", "or", "not", "implies", "exists", "all", "rat", "true", "false", "infty", "infinity",
    "NaN", "nan", "min", "max", "mod", "floor", "ceil", "floord", "ceild", "int", "is", "if",
    "else",
];

/// The start of the names of coordinates without a C name.
pub(crate) const COORDINATE: &str = "_c";

/// A name for `spelling` that is not in `taken`.
pub(crate) fn choose(spelling: &str, taken: impl Fn(&str) -> bool) -> String {
    let usable = |name: &str| is_legal(name) && !taken(name);
    if usable(spelling) {
        return spelling.to_string();
    }
    let stem: String = spelling
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
        .collect();
    let stem = stem.trim_start_matches(|c: char| c == '_' || c.is_ascii_digit());
    let stem = if stem.is_empty() { "v" } else { stem };
    let numbered = (2..).map(|n: u32| format!("{stem}_{n}"));
    numbered
        .into_iter()
        .find(|name| usable(name))
        .unwrap_or_default()
}

/// Whether isl reads the name as a name, and no statement or coordinate can have it.
fn is_legal(name: &str) -> bool {
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let statement = name
        .strip_prefix('S')
        .is_some_and(|n| n.chars().all(|c| c.is_ascii_digit()));
    plain
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && !name.starts_with(COORDINATE)
        && !statement
        && !RESERVED.iter().any(|r| r.eq_ignore_ascii_case(name))
}

/// Makes unique names.
#[derive(Debug, Default)]
pub(crate) struct Unique {
    taken: BTreeSet<String>,
}

impl Unique {
    /// A name for `spelling` that was not handed out before.
    pub(crate) fn name(&mut self, spelling: &str) -> String {
        let name = choose(spelling, |n| self.taken.contains(n));
        self.taken.insert(name.clone());
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_c_names_and_mangles_the_others() {
        let mut names = Unique::default();
        let check =
            |names: &mut Unique, spelling: &str, name: &str| assert_eq!(names.name(spelling), name);
        check(&mut names, "y", "y");
        check(&mut names, "y", "y_2");
        check(&mut names, "max", "max_2");
        check(&mut names, "S3", "S3_2");
        check(&mut names, "a$b", "ab_2");
        check(&mut names, "_c0", "c0_2");
    }
}
