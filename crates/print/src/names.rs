//! New names: names that nothing else has.

use source::{TokenKind, Unit};
use std::collections::BTreeSet;

/// The names that are taken.
#[derive(Clone, Debug, Default)]
pub struct Names(BTreeSet<String>);

impl Names {
    /// The names in a piece of C.
    pub fn of_text(text: &str) -> Self {
        source::names(text).collect()
    }

    /// All names in some files and in the headers that these include.
    pub fn of_units<'u>(units: impl IntoIterator<Item = &'u Unit>) -> Self {
        let of_unit = |unit: &'u Unit| {
            let tokens = unit.tokens.iter();
            let names = tokens.filter(|token| token.kind == TokenKind::Identifier);
            let macros = unit.macros.keys().map(String::as_str);
            let all = names.map(|token| unit.token_text(token)).chain(macros);
            source::names(unit.file.text()).chain(all)
        };
        units.into_iter().flat_map(of_unit).collect()
    }

    /// Whether something has a name.
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// A free name: this one, perhaps with underscores behind it.
    pub fn free(&self, name: &str) -> String {
        unused(name, |name| self.contains(name))
    }

    /// The same; it is taken from now on.
    pub fn give(&mut self, name: &str) -> String {
        let name = self.free(name);
        self.0.insert(name.clone());
        name
    }

    /// A free name, which is taken from now on: this one, or `name_2`, `name_3`, ..
    pub fn give_numbered(&mut self, name: &str) -> String {
        let numbered = (2..).map(|k: u32| format!("{name}_{k}"));
        let mut all = std::iter::once(name.to_string()).chain(numbered);
        let free = all.find(|name| !self.contains(name)).unwrap_or_default();
        self.0.insert(free.clone());
        free
    }
}

impl<'n> FromIterator<&'n str> for Names {
    fn from_iter<I: IntoIterator<Item = &'n str>>(all: I) -> Self {
        Names(all.into_iter().map(str::to_string).collect())
    }
}

/// The name with as many underscores behind it as it needs to be unused.
pub fn unused(name: &str, is_used: impl Fn(&str) -> bool) -> String {
    let mut name = name.to_string();
    while is_used(&name) {
        name.push('_');
    }
    name
}

/// Names that start with this one: `n2`, `n3`, ..; `t1_2` for `t1`.
pub fn numbered(name: &str) -> impl Iterator<Item = String> {
    let gap = match name.ends_with(|c: char| c.is_ascii_digit()) {
        true => "_",
        false => "",
    };
    (2..).map(move |k: u32| format!("{name}{gap}{k}"))
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn each_name_is_given_once() {
        let mut names = Names::of_text("int end = end_ + w; // free");
        assert_eq!(names.free("end"), "end__");
        assert_eq!(names.give("free"), "free");
        assert_eq!(names.give("free"), "free_");
        assert_eq!(names.give_numbered("w"), "w_2");
        assert_eq!(names.give_numbered("w"), "w_3");
    }
}
