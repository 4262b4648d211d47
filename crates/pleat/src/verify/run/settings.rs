//! The sizes of an experiment: values of macros that `-D` may set, and of integer parameters.

use super::randomness::Randomness;
use super::subject::Subject;
use source::{Flags, SourceFile};
use std::fmt;

/// Values at which all sizes are equal, in ascending order.
const EQUAL: [i64; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/// Values of which mixed settings choose.
const MIXED: [i64; 10] = [1, 2, 3, 4, 5, 7, 8, 10, 13, 17];

/// Values of macros.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MacroSetting(pub(super) Vec<(String, i64)>);

impl fmt::Display for MacroSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = self
            .0
            .iter()
            .map(|(name, value)| format!("{name} = {value}"));
        f.write_str(&each.collect::<Vec<_>>().join(", "))
    }
}

impl MacroSetting {
    /// The compiler's flags.
    pub(super) fn flags(&self) -> impl Iterator<Item = String> {
        self.0
            .iter()
            .map(|(name, value)| format!("-D{name}={value}"))
    }
}

/// The settings of macros: small ones first and the text's own last, unless parameters are the
/// sizes that matter.
pub(super) fn macro_settings(
    before: &SourceFile,
    flags: &Flags,
    subject: &Subject,
) -> Vec<MacroSetting> {
    let names = free_macros(before.text(), &flags.args);
    let own = MacroSetting::default();
    if names.is_empty() {
        return vec![own];
    }
    let settings = |equal: &[i64], mixed: usize| {
        let values = tuples(names.len(), equal, mixed).into_iter();
        let named = values.map(|values| names.iter().cloned().zip(values).collect());
        named.map(MacroSetting).collect::<Vec<_>>()
    };
    match subject.has_sizes() {
        true => [vec![own], settings(&[3], 1)].concat(),
        false => [settings(&EQUAL, 4), vec![own]].concat(),
    }
}

/// Values of so many sizes: first equal ones, then some that differ from each other.
pub(super) fn tuples(sizes: usize, equal: &[i64], mixed: usize) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = equal.iter().map(|value| vec![*value; sizes]).collect();
    let mut random = Randomness::new(sizes as u64);
    for _ in 0..mixed {
        let values = (0..sizes).map(|_| random.one_of(&MIXED)).collect();
        if !all.contains(&values) {
            all.push(values);
        }
    }
    all
}

/// The macros of a text that `-D` may set: `#ifndef N`, then `#define N 10`. The values that the
/// user's flags give stay.
fn free_macros(text: &str, flags: &[String]) -> Vec<String> {
    let lines: Vec<Vec<&str>> = text.lines().map(directive).collect();
    let mut names = Vec::new();
    for pair in lines.windows(2) {
        let ([ifndef, define], ["ifndef", name], ["define", same, value, ..]) =
            (pair, &pair[0][..], &pair[1][..])
        else {
            continue;
        };
        let is_given = is_given(name, flags);
        let is_number = value.parse::<i64>().is_ok();
        let is_plain = ifndef.len() == 2 && !define.is_empty();
        if is_plain && name == same && is_number && !is_given && !names.contains(&name.to_string())
        {
            names.push(name.to_string());
        }
    }
    names
}

/// The words of a directive line without comments; `["ifndef", "N"]`.
fn directive(line: &str) -> Vec<&str> {
    let Some(rest) = line.trim_start().strip_prefix('#') else {
        return Vec::new();
    };
    let rest = rest.split("/*").next().unwrap_or_default();
    let rest = rest.split("//").next().unwrap_or_default();
    rest.split_whitespace().collect()
}

fn is_given(name: &str, flags: &[String]) -> bool {
    let after_d = flags
        .iter()
        .zip(flags.iter().skip(1))
        .filter(|(d, _)| *d == "-D");
    let joined = flags.iter().filter_map(|flag| flag.strip_prefix("-D"));
    let mut given = joined.chain(after_d.map(|(_, value)| value.as_str()));
    given.any(|definition| definition.split('=').next() == Some(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "#ifndef H\n#define H 11 /* rows */\n#endif\n# ifndef W\n# define W 9\n\
                        #endif\n#define K 3\n#ifndef GUARD\n#define GUARD\n#endif\n";

    #[test]
    fn macros_that_flags_may_set() {
        assert_eq!(free_macros(TEXT, &[]), ["H", "W"]);
        let flags = ["-DH=3".to_string()];
        assert_eq!(free_macros(TEXT, &flags), ["W"]);
        let apart = ["-D".to_string(), "W=3".to_string()];
        assert_eq!(free_macros(TEXT, &apart), ["H"]);
    }

    #[test]
    fn small_sizes_come_first() {
        let all = tuples(2, &EQUAL, 2);
        assert_eq!(all[0], [1, 1]);
        assert_eq!(all.len(), 11);
        assert_ne!(all[9][0], all[9][1]);
    }
}
