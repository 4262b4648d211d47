//! Constants at the start of a loop's body: `const int cur = t % 2, prev = (cur + 1) % 2;`.

use std::collections::BTreeMap;

/// The type of most names.
pub const INT: &str = "int";

/// A name and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its type.
    pub ty: String,
    /// The name.
    pub name: String,
    /// Its value without other names: `(t + 1) % 2`.
    pub value: String,
    /// Its value where another remainder has a name.
    pub of_other: Option<OfOther>,
    /// Distance of the dividend from the iterator.
    pub step: i64,
}

/// `(cur + 2) % 3` for `(t + 2) % 3`, where `cur` is the name of `t % 3`: the sum cannot overflow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfOther {
    /// The other value: `t % 3`
    pub other: String,
    /// The number added to it: `2`
    pub shift: i64,
    /// `3`
    pub modulus: String,
}

impl Named {
    /// `prev = (cur + 2) % 3`, with the names beside it.
    fn declarator(&self, beside: &[&Named]) -> String {
        let of_other = self.of_other.as_ref().and_then(|of| {
            let other = beside.iter().find(|named| named.value == of.other)?;
            Some(format!("({} + {}) % {}", other.name, of.shift, of.modulus))
        });
        let value = of_other.as_ref().unwrap_or(&self.value);
        format!("{} = {value}", self.name)
    }
}

/// The declarations of the names of one body, by type.
#[derive(Default)]
pub struct Declarations<'a> {
    by_type: BTreeMap<&'a str, Vec<&'a Named>>,
}

impl<'a> Declarations<'a> {
    /// Adds a name, unless it is there.
    pub fn add(&mut self, named: &'a Named) {
        let list = self.by_type.entry(&named.ty).or_default();
        if !list.contains(&named) {
            list.push(named);
        }
    }

    /// One declaration for each type; those near the iterator come first.
    pub fn lines(&self) -> Vec<String> {
        let line = |(ty, list): (&&str, &Vec<&Named>)| {
            let mut list = list.clone();
            list.sort_by_key(|named| (named.step.abs(), -named.step));
            let declarators: Vec<String> = list.iter().map(|n| n.declarator(&list)).collect();
            format!("const {ty} {};", declarators.join(", "))
        };
        self.by_type.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remainder_is_declared_by_the_name_of_another() {
        let named = |name: &str, value: &str, shift: Option<i64>, step: i64| Named {
            ty: INT.to_string(),
            name: name.to_string(),
            value: value.to_string(),
            of_other: shift.map(|shift| OfOther {
                other: "t % 3".to_string(),
                shift,
                modulus: "3".to_string(),
            }),
            step,
        };
        let previous = named("prev", "(t + 2) % 3", Some(2), -1);
        let current = named("cur", "t % 3", None, 0);
        let mut declarations = Declarations::default();
        for one in [&previous, &current, &previous] {
            declarations.add(one);
        }
        let lines = declarations.lines();
        assert_eq!(lines, ["const int cur = t % 3, prev = (cur + 2) % 3;"]);
    }
}
