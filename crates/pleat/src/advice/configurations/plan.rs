//! The configurations that have to be analysed: flags that reach every group of the conditionals
//! that matter to some arrays.

use crate::text::Version;
use source::{Alternatives, Flags, SourceFile, Span, alternatives, words};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Settings of macros that are preprocessed.
const MOST_SETTINGS: usize = 24;

/// Configurations that are folded.
const MOST_CONFIGURATIONS: usize = 8;

/// A configuration of a file.
pub(super) struct Configuration {
    /// ``with `-DDEBUG` ``, or the given one.
    pub(super) name: String,
    pub(super) flags: Flags,
    /// Whether it is that of the user's flags.
    pub(super) is_first: bool,
    /// The user's file.
    pub(super) text: Arc<Version>,
}

/// Conditionals that matter to some arrays, with the macros that decide them.
pub(super) struct Conditions {
    chains: Vec<Alternatives>,
    macros: BTreeMap<String, BTreeSet<i64>>,
}

impl Conditions {
    /// Those that matter to an array that is declared at this place; `None` if there are none.
    pub(super) fn of(file: &SourceFile, array: &str, declared: Span) -> Option<Self> {
        let (all, used) = alternatives(file);
        let chains = relevant(file, all, &used, (array, declared));
        let mut macros: BTreeMap<String, BTreeSet<i64>> = BTreeMap::new();
        for (name, numbers) in chains.iter().flat_map(|chain| &chain.macros) {
            macros.entry(name.clone()).or_default().extend(numbers);
        }
        (!macros.is_empty()).then_some(Conditions { chains, macros })
    }

    /// Adds conditionals that the same macros decide; returns whether they are the same.
    pub(super) fn unite(&mut self, other: &Conditions) -> bool {
        let is_same = self.macros == other.macros;
        if is_same {
            self.chains.extend(other.chains.iter().cloned());
        }
        is_same
    }
}

/// One configuration for each way in which conditionals may be decided, the user's first; `None` if
/// they are not known or too many.
pub(super) fn configurations(
    file: &SourceFile,
    conditions: &Conditions,
    flags: &Flags,
) -> Option<Vec<Configuration>> {
    let Conditions { chains, macros } = conditions;
    let settings = settings(macros)?;
    let enumerated: Vec<String> = macros.keys().cloned().collect();
    let mut found: Vec<(Configuration, Vec<Span>)> = Vec::new();
    for setting in [Vec::new()].into_iter().chain(settings) {
        let is_first = setting.is_empty();
        let flags = with(flags, &setting, &enumerated);
        let text = match Version::read(file.clone(), &flags) {
            Ok(text) => text,
            // A configuration that the file rejects itself.
            Err(_) if !is_first && has_error(file, chains) => continue,
            Err(_) => return None,
        };
        let hidden = text.unit().hidden.clone();
        if found.iter().any(|(_, known)| *known == hidden) {
            continue;
        }
        let configuration = Configuration {
            name: match is_first {
                true => "in this configuration".to_string(),
                false => format!("with `{}`", setting.join(" ")),
            },
            flags,
            is_first,
            text,
        };
        found.push((configuration, hidden));
    }
    let is_complete = chains.iter().all(|chain| is_covered(file, chain, &found));
    let few = (2..=MOST_CONFIGURATIONS).contains(&found.len());
    (is_complete && few).then(|| found.into_iter().map(|(one, _)| one).collect())
}

/// The conditionals between the uses of an array, and those that define macros that are used there,
/// if macros decide them that only conditions use.
fn relevant(
    file: &SourceFile,
    all: Vec<Alternatives>,
    used: &BTreeSet<String>,
    (array, declared): (&str, Span),
) -> Vec<Alternatives> {
    let (extent, names) = extent(file, array, declared);
    let defines = |chain: &Alternatives| {
        let words = words(&file.slice(chain.span));
        let mut defined = words.windows(2).filter(|two| two[0].text == "define");
        defined.any(|two| names.contains(&two[1].text))
    };
    let matters = |chain: &Alternatives| {
        (chain.span.start < extent.end && extent.start < chain.span.end) || defines(chain)
    };
    let is_free = |name: &String| !name.starts_with('_') && !used.contains(name);
    let is_decided = |chain: &Alternatives| chain.macros.keys().all(is_free);
    let chains = all.into_iter();
    chains
        .filter(|chain| !chain.macros.is_empty() && is_decided(chain) && matters(chain))
        .collect()
}

/// From the declaration of an array to its last use in the block around it, with the words there.
fn extent(file: &SourceFile, array: &str, declared: Span) -> (Span, BTreeSet<String>) {
    let text = file.text();
    let rest = text.get(declared.start as usize..).unwrap_or_default();
    let mut depth = 0;
    let mut end = declared.end;
    let mut names = BTreeSet::new();
    let mut since = Vec::new();
    for word in words(rest) {
        depth += match word.text.as_str() {
            "{" => 1,
            "}" => -1,
            _ => 0,
        };
        if depth < 0 {
            break;
        }
        let is_use = word.text == array;
        since.push(word.text);
        if is_use {
            end = declared.start + word.span.end;
            names.extend(since.drain(..));
        }
    }
    // Macros may name it, too.
    names.extend(since);
    (Span::new(declared.start, end), names)
}

/// All ways to set the macros that conditions may tell apart; `None` if there are too many.
fn settings(macros: &BTreeMap<String, BTreeSet<i64>>) -> Option<Vec<Vec<String>>> {
    let mut all = vec![Vec::new()];
    for (name, numbers) in macros {
        let near = numbers
            .iter()
            .flat_map(|n| [n.saturating_sub(1), *n, n.saturating_add(1)]);
        let near: BTreeSet<i64> = near.collect();
        let mut ways = vec![format!("-U{name}")];
        ways.extend(match near.is_empty() {
            true => vec![format!("-D{name}")],
            false => near
                .iter()
                .map(|value| format!("-D{name}={value}"))
                .collect(),
        });
        let extended = |setting: &Vec<String>| {
            let with = |way: &String| [setting.as_slice(), std::slice::from_ref(way)].concat();
            ways.iter().map(with).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(extended).collect();
        if all.len() > MOST_SETTINGS {
            return None;
        }
    }
    Some(all)
}

/// Flags with macros set, and enumerated.
fn with(flags: &Flags, setting: &[String], enumerated: &[String]) -> Flags {
    let mut flags = flags.clone();
    for flag in setting {
        if let Some((name, _)) = flag
            .strip_prefix("-D")
            .map(|d| d.split_once('=').unwrap_or((d, "")))
        {
            flags.args.push(format!("-U{name}"));
        }
        flags.args.push(flag.clone());
    }
    flags.enumerated = enumerated.to_vec();
    flags
}

/// Whether a group of these conditionals is an `#error`.
fn has_error(file: &SourceFile, chains: &[Alternatives]) -> bool {
    let mut groups = chains.iter().flat_map(|chain| &chain.groups);
    groups.any(|group| is_error(file, *group))
}

fn is_error(file: &SourceFile, group: Span) -> bool {
    let words = words(&file.slice(group));
    words
        .windows(2)
        .any(|two| two[0].text == "#" && two[1].text == "error")
}

/// Whether each group of a conditional is seen in some configuration, and none of them in another
/// unless one always is.
fn is_covered(
    file: &SourceFile,
    chain: &Alternatives,
    found: &[(Configuration, Vec<Span>)],
) -> bool {
    let is_hidden = |hidden: &[Span], span: Span| hidden.iter().any(|h| h.contains(span));
    let reaching = || {
        found
            .iter()
            .filter(|(_, hidden)| !is_hidden(hidden, chain.span))
    };
    let is_seen = |group: &Span| {
        is_error(file, *group) || reaching().any(|(_, hidden)| !is_hidden(hidden, *group))
    };
    let none = |(_, hidden): &(Configuration, Vec<Span>)| {
        chain.groups.iter().all(|group| is_hidden(hidden, *group))
    };
    chain.groups.iter().all(is_seen) && (chain.has_else || reaching().any(none))
}
