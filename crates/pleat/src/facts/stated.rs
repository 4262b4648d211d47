//! A file with tests of facts in its functions.

use super::parse::Fact;
use crate::text::front_options;
use front::{Program, Syntax};
use source::layout::indent_of;
use source::{Edit, Edits, Flags, PreprocessError, SourceFile, Span, Unit};
use std::collections::{BTreeMap, BTreeSet};

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
pub(super) struct Stated {
    /// The file with the tests, on existing lines.
    pub(super) file: SourceFile,
    /// From the user's file to it.
    pub(super) edits: Edits,
    /// The tests.
    pub(super) tests: BTreeSet<String>,
    /// The facts of each function.
    pub(super) functions: BTreeMap<String, Vec<String>>,
    /// The macros with a value.
    pub(super) macros: Vec<String>,
}

/// States facts in all functions that have their names, or in some of them.
pub(super) fn state(
    file: &SourceFile,
    flags: &Flags,
    facts: &[Fact],
    (only, other_files): (Option<&BTreeSet<String>>, bool),
) -> Result<Stated, FactError> {
    let unit = source::preprocess(file.clone(), flags)?;
    let syntax = Syntax::of(&unit);
    let options = front_options(&unit);
    let program = Program::new(&unit, &syntax, &options);
    let mut writer = Writer {
        unit: &unit,
        program: &program,
        only,
        other_files,
        places: BTreeMap::new(),
        tests: BTreeSet::new(),
        functions: BTreeMap::new(),
        macros: Vec::new(),
    };
    for fact in facts {
        writer.state(fact).map_err(|why| FactError::Wrong {
            fact: fact.text(),
            why,
        })?;
    }
    Ok(writer.finish())
}

/// Two versions of a file with facts stated in both. The second one may have the tests already, or
/// lack the names.
///
/// # Errors
/// A file cannot be preprocessed, or a fact is not one about the first one.
pub fn state_in_both(
    files: (SourceFile, SourceFile),
    flags: &Flags,
    facts: &[Fact],
) -> Result<(SourceFile, SourceFile), FactError> {
    if facts.is_empty() {
        return Ok(files);
    }
    let before = state(&files.0, flags, facts, (None, false))?.file;
    let after = match state(&files.1, flags, facts, (None, false)) {
        Ok(stated) => stated.file,
        Err(FactError::Wrong { .. }) => files.1,
        Err(error) => return Err(error),
    };
    Ok((before, after))
}

struct Writer<'u, 'p> {
    unit: &'u Unit,
    program: &'u Program<'p>,
    only: Option<&'u BTreeSet<String>>,
    other_files: bool,
    /// The tests at each place.
    places: BTreeMap<u32, Vec<String>>,
    tests: BTreeSet<String>,
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
            match self.program.holds_from(index, &names) {
                Ok(None) => {}
                Ok(Some(place)) => {
                    is_stated = true;
                    if self.only.is_none_or(|only| only.contains(&function)) {
                        self.add(function, fact, place);
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

    fn add(&mut self, function: String, fact: &Fact, place: Span) {
        let test = test(fact);
        let all = self.functions.entry(function).or_default();
        all.push(fact.text());
        let rest = &self.unit.file.bytes[place.end as usize..];
        if !rest.trim_ascii_start().starts_with(test.as_bytes()) {
            let here = self.places.entry(place.end).or_default();
            here.push(test.clone());
            self.tests.insert(test);
        }
    }

    fn finish(self) -> Stated {
        let mut edits = Edits::default();
        for (at, tests) in self.places {
            let text = tests.iter().map(|test| format!(" {test}")).collect();
            // Places differ, so no two edits overlap.
            let _ = edits.insert(Edit {
                span: Span::at(at),
                text,
            });
        }
        let user = &self.unit.file;
        Stated {
            file: SourceFile::new(user.path.clone(), edits.apply(&user.bytes)),
            edits,
            tests: self.tests,
            functions: self.functions,
            macros: self.macros,
        }
    }
}

/// The test of a fact, as a statement.
fn test(fact: &Fact) -> String {
    format!("if ({}) __builtin_trap();", fact.negated())
}

fn quoted(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

impl Stated {
    /// A text with the tests on lines of their own, where nothing but a comment follows them.
    pub(super) fn on_own_lines(&self, bytes: Vec<u8>) -> Vec<u8> {
        let Ok(mut text) = String::from_utf8(bytes.clone()) else {
            return bytes;
        };
        for test in &self.tests {
            let mut from = 0;
            while let Some(found) = text[from..].find(&format!(" {test}")) {
                let start = from + found;
                let (line, end) = on_own_line(&text, start, test);
                text.replace_range(start..end, &line);
                from = start + line.len();
            }
        }
        text.into_bytes()
    }
}

/// The end of the line with a test at `start`, and its new text from there.
fn on_own_line(text: &str, start: usize, test: &str) -> (String, usize) {
    let after = start + 1 + test.len();
    let end = text[after..].find('\n').map_or(text.len(), |at| after + at);
    let rest = text[after..end].trim_end();
    let same = (text[start..after].to_string(), after);
    let is_comment = |rest: &str| {
        rest.starts_with("//") && !rest.ends_with('\\')
            || rest.starts_with("/*") && rest.find("*/") == rest.len().checked_sub(2)
    };
    let trimmed = rest.trim_start();
    let is_last = trimmed.is_empty() || is_comment(trimmed) || trimmed.starts_with("if (");
    let before = text[..start].trim_end();
    if !is_last || !before.ends_with(['{', ';', '/']) {
        return same;
    }
    let newline = match text[..end].ends_with('\r') {
        true => "\r\n",
        false => "\n",
    };
    let file = SourceFile::new("", text.as_bytes().to_vec());
    let indent = match before.ends_with('{') {
        true => source::layout::layout_after(text[after..].as_bytes()).1,
        false => indent_of(&file, Span::at(start as u32)),
    };
    match is_comment(trimmed) {
        true => (
            format!(" {trimmed}{newline}{indent}{test}"),
            after + text[after..end].len(),
        ),
        false => (format!("{newline}{indent}{test}"), after),
    }
}
