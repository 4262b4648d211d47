//! Names in messages: each identifier is one of the file or of Pleat's new text, with its letters.

use pleat::Folded;
use report::{ArrayEntry, FileText, SarifRun};
use serde_json::Value;
use std::collections::BTreeSet;

/// Names in messages that are no names of a program: subscripts of elements, words of sizes and of
/// examples, names that new declarations would get.
const OWN: &str = "i j k l a mod max min floord rows row of x planes plane columns column one variable \
                   element elements sizeof malloc calloc realloc free main assert static volatile \
                   const restrict _Atomic extern register typedef scop endscop pleat temporary \
                   __COUNTER__ u alignas _Thread_local int";

/// The words with a capital letter in sentences.
const CAPITALS: &str = "A Actually All An Any Arrays Assumptions At Bars Bytes Cells Each Element For \
                        From If In It Its KiB MiB GiB TiB Needs No Nothing One Pleat Some Smaller The \
                        Their They This Without Place Array";

/// Checks all messages of a fold.
pub(crate) fn check(folded: &Folded) {
    let old = String::from_utf8_lossy(&folded.file.bytes).into_owned();
    let new = String::from_utf8_lossy(&folded.bytes).into_owned();
    let texts = format!("{old}\n{new}");
    let known: BTreeSet<&str> = source::names(&texts).collect();
    let path = folded.file.path.display().to_string();
    let own: BTreeSet<&str> = OWN.split_whitespace().collect();
    for code in codes(folded) {
        for name in identifiers(&code) {
            let is_known = known.contains(name) || own.contains(name);
            assert!(is_known, "{path}: `{name}` in {code}");
        }
    }
    let capitals: BTreeSet<&str> = CAPITALS.split_whitespace().collect();
    for text in sentences(folded) {
        for word in identifiers(&text) {
            let is_lower = !word.starts_with(|c: char| c.is_ascii_uppercase());
            let is_known = is_lower || known.contains(word) || capitals.contains(word);
            assert!(is_known || path.contains(word), "{path}: {word} in {text}");
        }
    }
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    parts.filter(|part| part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
}

/// The pieces of code in remarks and in the report: in backquotes, and sizes.
fn codes(folded: &Folded) -> Vec<String> {
    let mut codes = Vec::new();
    for remark in &folded.remarks {
        let labels = remark.full.labels.iter().map(|label| &label.message);
        let texts = [&remark.full.message].into_iter();
        let texts = texts.chain(&remark.full.notes).chain(&remark.line);
        texts
            .chain(labels)
            .for_each(|text| quoted(text, &mut codes));
    }
    for entry in &folded.report.arrays {
        let texts = [&entry.detail].into_iter().chain(&entry.advice);
        texts.for_each(|text| quoted(text, &mut codes));
        codes.extend(sizes(entry));
    }
    codes
}

/// The parts of a text that are in backquotes, without flags and directives.
fn quoted(text: &str, codes: &mut Vec<String>) {
    let parts = text.split('`').skip(1).step_by(2);
    let is_code = |part: &&str| !part.starts_with(['-', '#', '\\']);
    codes.extend(parts.filter(is_code).map(str::to_string));
}

fn sizes(entry: &ArrayEntry) -> Vec<String> {
    let sizes = [&entry.size_before, &entry.size_after, &entry.size_words];
    let sizes = sizes.into_iter().flatten();
    let lists = [&entry.shape, &entry.moduli, &entry.sampled];
    sizes.chain(lists.into_iter().flatten()).cloned().collect()
}

/// The sentences of all formats.
fn sentences(folded: &Folded) -> Vec<String> {
    let text = FileText::new(
        folded.file.path.display().to_string(),
        &folded.file.bytes,
        &folded.bytes,
    );
    let texts = [text];
    let run = SarifRun {
        version: "",
        arguments: &[],
        exit_code: 0,
        all: true,
        fixes: false,
    };
    let sarif: Value = serde_json::from_str(&report::sarif(&folded.report, &texts, &run)).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap().clone();
    let messages = results
        .iter()
        .map(|r| r["message"]["text"].as_str().unwrap().to_string());
    let mut all: Vec<String> = messages.collect();
    let annotations = report::annotations(&folded.report);
    let after = |line: &str| {
        line.rsplit_once("::")
            .map(|(_, text)| text.replace("%0A", " "))
    };
    all.extend(annotations.lines().filter_map(after));
    let table = report::pull_request(&folded.report).unwrap_or_default();
    all.extend(table.lines().skip(2).map(str::to_string));
    let page = folded.report.to_html(&texts);
    all.extend(elements(&page, "p"));
    all.extend(elements(&page, "li"));
    let explained = report::explain(&folded.report, &[]);
    all.extend(
        explained
            .lines()
            .filter(|l| l.starts_with("  "))
            .map(str::to_string),
    );
    all
}

/// The texts of all elements of a kind, without tags.
fn elements(page: &str, kind: &str) -> Vec<String> {
    let starts = [format!("<{kind}>"), format!("<{kind} ")];
    let end = format!("</{kind}>");
    let mut found = Vec::new();
    for start in starts {
        for part in page.split(&start).skip(1) {
            let part = part.split(&end).next().unwrap_or_default();
            found.push(without_tags(part));
        }
    }
    found
}

fn without_tags(text: &str) -> String {
    let mut left = String::new();
    let mut is_tag = false;
    for c in text.chars() {
        match c {
            '<' => is_tag = true,
            '>' => is_tag = false,
            c if !is_tag => left.push(c),
            _ => {}
        }
    }
    left.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}
