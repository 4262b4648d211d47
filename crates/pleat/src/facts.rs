//! A file with tests of the facts that the user states about sizes: `stride >= w`, `N=100`.
//!
//! A fact is written into each function that has its names, as a test that ends the program, after
//! the last change of its objects. From there on it is a check of the user's own like any other:
//! everything that reads the text follows it, the proof included, and an execution that breaks it
//! is stopped. A macro is taken at its value and asserted.

use crate::fact::{Fact, Meaning};
use crate::text::Version;
use front::Program;
use source::layout::layout_after;
use source::{Edit, Edits, Flags, PreprocessError, Span, Unit};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// Why facts cannot be stated.
#[derive(Debug, thiserror::Error)]
pub enum FactError {
    /// The file cannot be preprocessed.
    #[error(transparent)]
    Preprocess(#[from] PreprocessError),
    /// A fact is not one about this file.
    #[error("--assume '{fact}': {why}")]
    Wrong {
        /// The fact.
        fact: String,
        /// The reason.
        why: String,
    },
}

/// A file in which facts are tested.
pub(crate) struct Stated {
    /// The text with the tests, on existing lines.
    pub(crate) text: Arc<Version>,
    /// From the user's file to it.
    pub(crate) edits: Edits,
    /// The tests at each place.
    pub(crate) tests: Vec<Vec<String>>,
    /// The facts of each function.
    pub(crate) functions: BTreeMap<String, Vec<String>>,
    /// The macros with a value.
    pub(crate) macros: Vec<String>,
    /// The program uses numbers of its lines.
    uses_lines: bool,
}

/// Two versions of a file in which facts are tested.
pub(crate) struct StatedInBoth {
    pub(crate) before: Arc<Version>,
    pub(crate) after: Arc<Version>,
    /// The macros with a value.
    pub(crate) macros: Vec<String>,
}

/// States facts in all functions that have their names, or in some of them.
pub(crate) fn state(
    text: &Version,
    flags: &Flags,
    facts: &[Fact],
    (only, other_files): (Option<&BTreeSet<String>>, bool),
) -> Result<Stated, FactError> {
    let mut writer = Writer {
        unit: text.unit(),
        program: text.program(),
        only,
        other_files,
        places: BTreeMap::new(),
        functions: BTreeMap::new(),
        macros: Vec::new(),
    };
    for fact in facts {
        writer.state(fact).map_err(|why| FactError::Wrong {
            fact: fact.text(),
            why,
        })?;
    }
    Ok(writer.finish(text, flags)?)
}

/// Two versions of a file with facts stated in both. The second one may have the tests already, or
/// lack the names.
///
/// # Errors
/// A file cannot be preprocessed, or a fact is not one about the first one.
pub(crate) fn state_in_both(
    (before, after): (Arc<Version>, Arc<Version>),
    flags: &Flags,
    facts: &[Fact],
) -> Result<StatedInBoth, FactError> {
    if facts.is_empty() {
        return Ok(StatedInBoth {
            before,
            after,
            macros: Vec::new(),
        });
    }
    let stated = state(&before, flags, facts, (None, false))?;
    let after = match state(&after, flags, facts, (None, false)) {
        Ok(stated) => stated.text,
        Err(FactError::Wrong { .. }) => after,
        Err(error) => return Err(error),
    };
    Ok(StatedInBoth {
        before: stated.text,
        after,
        macros: stated.macros,
    })
}

struct Writer<'u, 'p> {
    unit: &'u Unit,
    program: &'u Program<'p>,
    only: Option<&'u BTreeSet<String>>,
    other_files: bool,
    /// The tests at each place.
    places: BTreeMap<u32, Vec<String>>,
    functions: BTreeMap<String, Vec<String>>,
    macros: Vec<String>,
}

impl Writer<'_, '_> {
    fn state(&mut self, fact: &Fact) -> Result<(), String> {
        if let Some((name, value)) = fact.value()
            && let Some(found) = self.unit.macros.get(name)
        {
            if found.value != value {
                let is = found.value;
                return Err(format!(
                    "`{name}` is {is} in this file; `-- -D{name}={value}` may change that"
                ));
            }
            self.macros.push(name.to_string());
            return Ok(());
        }
        let is_object = |name: &String| !self.unit.macros.contains_key(name);
        let names: Vec<String> = fact.names().into_iter().filter(is_object).collect();
        if names.is_empty() {
            return Err("it names macros alone, whose values are known".to_string());
        }
        let mut why = None;
        let mut is_stated = false;
        let functions: Vec<String> = self.program.functions().map(str::to_string).collect();
        for (index, function) in functions.into_iter().enumerate() {
            let place = self.program.holds_from(index, &names);
            let obstacle = || fact.obstacle(&|name| self.meaning(&function, name));
            let place = place.and_then(|place| match place.and_then(|_| obstacle()) {
                Some(why) => Err(why),
                None => Ok(place),
            });
            match place {
                Ok(None) => {}
                Ok(Some(place)) => {
                    is_stated = true;
                    if self.only.is_none_or(|only| only.contains(&function)) {
                        self.add((index, function), fact, place);
                    }
                }
                Err(reason) => why = why.or(Some(format!("in `{function}`, {reason}"))),
            }
        }
        let unknown = || format!("no function names {}", quoted(&names));
        match is_stated || (why.is_none() && self.other_files) {
            true => Ok(()),
            false => Err(why.unwrap_or_else(unknown)),
        }
    }

    /// What a name means in a function.
    fn meaning(&self, function: &str, name: &str) -> Meaning {
        if let Some(found) = self.unit.macros.get(name) {
            return Meaning::Number(found.value.into());
        }
        match self.program.integer_type(function, name) {
            Some(ty) => {
                let (first, last) = ty.held();
                Meaning::Object(first, last)
            }
            None if name.contains(['.', '-']) => Meaning::Unknown,
            None => Meaning::Other,
        }
    }

    /// Adds the test of a fact to a function, unless it is there.
    fn add(&mut self, (index, function): (usize, String), fact: &Fact, place: Span) {
        let test = test(fact);
        let text = self.program.range(index);
        let text = text.and_then(|range| self.unit.nearest_span(range));
        if !text.is_some_and(|span| self.unit.file.slice(span).contains(&test)) {
            let here = self.places.entry(place.end).or_default();
            here.push(test);
        }
        let all = self.functions.entry(function).or_default();
        all.push(fact.text());
    }

    fn finish(self, text: &Version, flags: &Flags) -> Result<Stated, PreprocessError> {
        let mut edits = Edits::default();
        for (at, tests) in &self.places {
            let text = on_one_line(tests);
            // Places differ, so no two edits overlap.
            let _ = edits.insert(Edit {
                span: Span::at(*at),
                text,
            });
        }
        Ok(Stated {
            text: text.edited(&edits, flags)?,
            edits,
            tests: self.places.into_values().collect(),
            functions: self.functions,
            macros: self.macros,
            uses_lines: self.unit.last_line_use() > 0,
        })
    }
}

/// The test of a fact, as a statement.
pub(crate) fn test(fact: &Fact) -> String {
    format!("if ({}) __builtin_trap();", fact.negated())
}

fn quoted(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

fn on_one_line(tests: &[String]) -> String {
    tests.iter().map(|test| format!(" {test}")).collect()
}

impl Stated {
    /// A text with the tests on lines of their own, where nothing but a comment follows them; on
    /// existing lines if the program uses the numbers of its lines.
    pub(crate) fn on_own_lines(&self, bytes: Vec<u8>) -> Vec<u8> {
        if self.uses_lines {
            return bytes;
        }
        let Ok(mut text) = String::from_utf8(bytes.clone()) else {
            return bytes;
        };
        let same: BTreeSet<&Vec<String>> = self.tests.iter().collect();
        for tests in same {
            let all = on_one_line(tests);
            let mut from = 0;
            while let Some(found) = text[from..].find(&all) {
                let start = from + found;
                from = start + all.len();
                if let Some((lines, end)) = on_own_lines(&text, start..from, tests) {
                    text.replace_range(start..end, &lines);
                    from = start + lines.len();
                }
            }
        }
        text.into_bytes()
    }
}

/// The new text from the place of some tests up to an offset; `None` if they stay there.
fn on_own_lines(text: &str, at: Range<usize>, tests: &[String]) -> Option<(String, usize)> {
    let end = text[at.end..].find('\n').map_or(text.len(), |n| at.end + n);
    let rest = text[at.end..end].trim();
    let is_comment = rest.starts_with("//") && !rest.ends_with('\\')
        || rest.starts_with("/*") && rest.find("*/") == rest.len().checked_sub(2);
    let before = text[..at.start].trim_end();
    if !(rest.is_empty() || is_comment) || !before.ends_with(['{', ';', '}']) {
        return None;
    }
    let (newline, below) = layout_after(&text.as_bytes()[at.end..]);
    let indent = match before.ends_with('{') {
        true => below,
        false => {
            let line = text[..at.start].rfind('\n').map_or(0, |n| n + 1);
            let blanks = text[line..].find(|c: char| !c.is_whitespace());
            text[line..line + blanks.unwrap_or(0)].to_string()
        }
    };
    let lines = tests.iter().map(|test| format!("{newline}{indent}{test}"));
    let lines: String = lines.collect();
    Some(match is_comment {
        true => (format!(" {rest}{lines}"), end - (newline.len() - 1)),
        false => (lines, at.end),
    })
}
