//! The text with tests: the plain fold, in which functions of the fold with moved loops stand
//! beside those of the same name.

use super::Reasons;
use super::definition::Definition;
use super::helper::{Helper, free_name};
use super::test::Test;
use crate::engine::follows;
use crate::text::Version;
use crate::verify::PresentValue;
use source::{Edit, Edits, Span, Unit, layout};
use std::collections::{BTreeMap, BTreeSet};

/// The two folds of a file.
pub(super) struct Texts<'t> {
    /// With loops moved where a test allows it.
    pub(super) moved: &'t Version,
    /// Without them.
    pub(super) plain: &'t Version,
    /// Every line of the file keeps its number.
    pub(super) keep_lines: bool,
}

/// A function in both texts, and its test.
struct Guarded<'t> {
    name: &'t str,
    /// The name of the copy.
    copy: String,
    moved: Definition,
    plain: Definition,
    test: &'t Test,
}

impl Texts<'_> {
    fn units(&self) -> [&Unit; 2] {
        [self.plain.unit(), self.moved.unit()]
    }

    /// The text with tests, or the functions that have none.
    pub(super) fn merged(&self, tests: &BTreeMap<String, Test>) -> Result<Vec<u8>, Reasons> {
        let mut reasons = Reasons::new();
        let mut all = Vec::new();
        for (name, test) in tests {
            match self.guarded(name, test) {
                Ok(guarded) => all.push(guarded),
                Err(reason) => {
                    reasons.insert(name.clone(), reason);
                }
            }
        }
        if !reasons.is_empty() {
            return Err(reasons);
        }
        all.sort_by_key(|guarded| guarded.plain.whole.start);
        let plain = &self.plain.unit().file;
        let refused = |why: &str| tests.keys().map(|f| (f.clone(), why.to_string())).collect();
        if let Some(why) = self.differ(tests) {
            return Err(refused(&why));
        }
        match self.edits(&all) {
            Some(edits) => Ok(edits.apply(&plain.bytes)),
            None => Err(refused("there is no place for it")),
        }
    }

    fn guarded<'g>(&self, name: &'g str, test: &'g Test) -> Result<Guarded<'g>, String> {
        let lost = "it is not written in the file as a whole";
        let [plain, moved] = [self.plain, self.moved].map(|text| Definition::of(text, name));
        let guarded = Guarded {
            name,
            copy: free_name([self.plain, self.moved], &format!("{name}_apart")),
            moved: moved.ok_or(lost)?,
            plain: plain.ok_or(lost)?,
            test,
        };
        let [plain, moved] = self.units();
        let words = |unit: &Unit, of: &Definition| -> Vec<String> {
            let words = of.words(unit, 0).into_iter().take(of.open);
            words.map(|word| word.unwrap_or("").to_string()).collect()
        };
        if words(plain, &guarded.plain) != words(moved, &guarded.moved) {
            return Err("its parameters change".to_string());
        }
        let statics = |unit: &Unit, of: &Definition| {
            let words = of.words(unit, of.open);
            words.iter().filter(|word| **word == Some("static")).count()
        };
        let asserted = guarded.moved.words(moved, guarded.moved.open);
        let fixed = &guarded.test.fixed;
        let is_open = |m: &&PresentValue| {
            let value = m.value.to_string();
            let wanted = [m.name.as_str(), "==", &value].map(Some);
            let is_asserted = asserted.windows(wanted.len()).any(|words| words == wanted);
            !is_asserted && !follows(moved, m, fixed)
        };
        if let Some(PresentValue { name, .. }) = fixed.iter().find(is_open) {
            return Err(format!("how far it goes depends on the value of `{name}`"));
        }
        match statics(moved, &guarded.moved) > statics(plain, &guarded.plain) {
            true => {
                Err("its copy would have static objects of functions that it calls".to_string())
            }
            false => Ok(guarded),
        }
    }

    /// Why functions of one text mean something else in the other one.
    fn differ(&self, tests: &BTreeMap<String, Test>) -> Option<String> {
        let [plain, moved] = self.units();
        let (known, used) = (outside(plain), outside(moved));
        if let Some(other) = used.iter().find(|text| !known.contains(*text)) {
            let named = tests.keys().find(|f| source::has_name(other, f));
            let what = named
                .cloned()
                .unwrap_or_else(|| other.chars().take(40).collect());
            return Some(format!(
                "declarations outside of functions change: `{what}`"
            ));
        }
        let lines = |unit: &Unit| -> BTreeSet<String> {
            let lines = unit.directives.iter().map(|line| unit.file.slice(*line));
            lines.map(|line| line.trim().to_string()).collect()
        };
        let known = lines(plain);
        let other = lines(moved).into_iter().find(|line| {
            !known.contains(line) && !line.trim_start_matches(['#', ' ']).starts_with("pragma")
        });
        other.map(|line| format!("`{line}` is added"))
    }

    fn edits(&self, all: &[Guarded<'_>]) -> Option<Edits> {
        let unit = self.plain.unit();
        let file = &unit.file;
        let newline = layout::newline(file);
        let first = all.first()?.plain.whole.start;
        let helper = Helper::new([self.plain, self.moved], first, newline);
        let until = match self.keep_lines {
            true => u32::MAX,
            false => unit.last_line_use(),
        };
        let mut tests = Edits::default();
        for guarded in all {
            self.add_test(&mut tests, guarded, &helper.name)?;
        }
        let mut edits = tests.keeping_lines(file, until);
        let reaches = |c: &&source::Conditional| c.span.start <= first && first < c.span.end;
        let mut around = unit.conditionals.iter().filter(reaches);
        if around.any(|c| all.iter().any(|g| !c.span.contains(g.plain.whole))) {
            return None;
        }
        let mut before = format!("{}{newline}{newline}", helper.text);
        for guarded in all {
            let at = above(unit, guarded.plain.whole.start);
            let copy = self.copy(guarded);
            let is_numbered = at < until;
            let line = |unit: &Unit, at: u32| format!("#line {}", unit.file.line_col(at).line);
            if is_numbered && (numbers_lines(unit) || !starts_line(unit, at)) {
                return None;
            }
            let text = match is_numbered {
                true => {
                    let own = line(self.moved.unit(), guarded.moved.whole.start);
                    let next = line(unit, at);
                    format!("{before}{own}{newline}{copy}{newline}{next}{newline}")
                }
                false => format!("{before}{copy}{newline}{newline}"),
            };
            before.clear();
            let span = Span::at(at);
            edits.insert(Edit { span, text }).ok()?;
        }
        Some(edits)
    }

    /// The copy of a function with moved loops.
    fn copy(&self, guarded: &Guarded<'_>) -> String {
        let unit = self.moved.unit();
        let (file, whole) = (&unit.file, guarded.moved.whole);
        let name = guarded.moved.name;
        let before = file.slice(Span::new(whole.start, name.start));
        let after = file.slice(Span::new(name.end, whole.end));
        let mut specifiers = unit.tokens[guarded.moved.tokens.clone()].iter();
        let mut specifiers = specifiers.by_ref().take(guarded.moved.open);
        let start = match specifiers.any(|token| unit.token_text(token) == "static") {
            true => "",
            false => "static ",
        };
        format!("{start}{before}{}{after}", guarded.copy)
    }

    /// Adds a test at the start of a function.
    fn add_test(&self, edits: &mut Edits, guarded: &Guarded<'_>, apart: &str) -> Option<()> {
        let unit = self.plain.unit();
        let body = guarded.plain.body;
        let rest = &unit.file.bytes[body.range().start + 1..body.range().end];
        let newline = layout::newline(&unit.file);
        let (_, indent) = layout::layout_after(rest);
        let indent = match indent.is_empty() {
            true => "    ".to_string(),
            false => indent,
        };
        let call = format!("{}({});", guarded.copy, guarded.test.arguments);
        let condition = guarded.test.condition(apart, newline, &indent);
        let inner = format!("{newline}{indent}{indent}");
        let test = match guarded.test.is_void {
            true => format!(
                "{newline}{indent}if ({condition}) {{{inner}{call}{inner}return;{newline}{indent}}}"
            ),
            false => format!("{newline}{indent}if ({condition}){inner}return {call}"),
        };
        let mut insert = |at: u32, text: String| {
            let span = Span::at(at);
            edits.insert(Edit { span, text }).ok()
        };
        if unit.dialect.is_c99() {
            return insert(body.start + 1, test);
        }
        // Declarations precede statements in each block.
        insert(body.start, format!("{{{test}{newline}"))?;
        insert(body.end, format!("{newline}}}"))
    }

    /// Whether a text with tests has the functions of both texts; else the functions without a
    /// test.
    pub(super) fn are_in(
        &self,
        after: &Version,
        tests: &BTreeMap<String, Test>,
    ) -> Result<(), Reasons> {
        let mut reasons = Reasons::new();
        let others = self.plain.program().contents().file.functions.iter();
        let mut are_kept = true;
        for other in others.filter(|f| !tests.contains_key(&f.name)) {
            let words = |text: &Version| {
                let own = Definition::of(text, &other.name);
                own.map(|own| known(own.words(text.unit(), 0)))
            };
            are_kept &= words(self.plain) == words(after);
        }
        for (name, test) in tests {
            let is_in = self
                .guarded(name, test)
                .is_ok_and(|guarded| self.is_in(after, &guarded));
            if !is_in || !are_kept {
                reasons.insert(
                    name.clone(),
                    "its copy would mean something else".to_string(),
                );
            }
        }
        match reasons.is_empty() {
            true => Ok(()),
            false => Err(reasons),
        }
    }

    fn is_in(&self, after: &Version, guarded: &Guarded<'_>) -> bool {
        let of = |name: &str| Definition::of(after, name);
        let (Some(own), Some(copy)) = (of(guarded.name), of(&guarded.copy)) else {
            return false;
        };
        let [plain, moved] = self.units();
        let is_copied = known(copy.words(after.unit(), copy.open))
            == known(guarded.moved.words(moved, guarded.moved.open));
        let now = known(own.words(after.unit(), own.open + 1));
        let mut before = known(guarded.plain.words(plain, guarded.plain.open + 1));
        if !plain.dialect.is_c99() {
            before.push(Some("}".to_string()));
        }
        is_copied && now.ends_with(&before)
    }
}

/// Spellings that outlive their unit.
fn known(words: Vec<Option<&str>>) -> Vec<Option<String>> {
    words
        .into_iter()
        .map(|word| word.map(str::to_string))
        .collect()
}

/// The declarations of the main file that define no function, and no prototypes.
fn outside(unit: &Unit) -> BTreeSet<String> {
    let all = unit
        .declarations
        .iter()
        .filter(|d| d.in_main_file && !d.is_function);
    let text = |d: &source::Declaration| {
        let range = d.at.start as usize..d.at.end as usize;
        let tokens = unit.tokens[unit.tokens_in(range)].iter();
        let words: Vec<&str> = tokens.map(|token| unit.token_text(token)).collect();
        words.join(" ")
    };
    all.map(text).collect()
}

/// The start of the comment that belongs to what follows, if there is no blank line between them.
fn above(unit: &Unit, start: u32) -> u32 {
    let text = unit.file.text();
    let end_of = |at: Option<u32>| at.unwrap_or(0);
    let tokens = unit.tokens.iter().filter_map(source::Token::spelled);
    let token = end_of(
        tokens
            .map(|span| span.end)
            .filter(|end| *end <= start)
            .max(),
    );
    let directive = { unit.directives.iter().map(|line| line.end) }.filter(|end| *end <= start);
    let bound = token.max(end_of(directive.max()));
    // A blank line may be inside of a comment: comments of one line, and one of several lines.
    let gap = text.get(bound as usize..start as usize).unwrap_or("");
    let mut at = gap.len()
        - gap
            .len()
            .min(gap.chars().rev().take_while(|c| *c == ' ').count());
    if at > 0 && !gap[..at].ends_with('\n') {
        return start;
    }
    while let Some(line) = gap[..at].strip_suffix('\n') {
        let from = line.rfind('\n').map_or(0, |newline| newline + 1);
        let is_first = from == 0 && bound > 0;
        let own = line[from..].trim();
        let comment = match () {
            () if own.starts_with("//") && !is_first => Some(from),
            () if own.ends_with("*/") && gap.matches("/*").count() == 1 => {
                let open = line.rfind("/*");
                let from = open.and_then(|open| Some(line[..open].rfind('\n')? + 1));
                from.filter(|from| line[*from..].trim_start().starts_with("/*"))
            }
            () => None,
        };
        match comment {
            Some(from) => at = from,
            None => break,
        }
    }
    match at == gap.len() {
        true => start,
        false => bound + at as u32,
    }
}

/// Whether only blanks precede a place on its line.
fn starts_line(unit: &Unit, at: u32) -> bool {
    let before = unit.file.text().get(..at as usize).unwrap_or("");
    let line = before.rsplit('\n').next().unwrap_or("");
    line.trim().is_empty()
}

/// Whether a file numbers its lines itself.
fn numbers_lines(unit: &Unit) -> bool {
    let is_number = |line: &Span| {
        let text = unit.file.slice(*line);
        let word = text.trim_start_matches(['#', ' ', '\t']);
        word.starts_with("line") || word.starts_with(|c: char| c.is_ascii_digit())
    };
    unit.directives.iter().any(is_number)
}
