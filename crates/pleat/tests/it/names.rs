//! Names in messages: those of sizes are names of the file or of Pleat's new text, and no message
//! has one of them with a capital letter instead.

use pleat::Folded;
use report::{ArrayEntry, FileText, SarifRun};
use serde_json::Value;
use std::collections::BTreeSet;

/// Words of sizes.
const OWN: &str = "max min floord mod rows row of x planes plane columns column one variable element \
                   elements the number iterations loop in line";

/// Words that begin sentences, and may look like names; `T` is the type of an example.
const CAPITALS: &str = "A All At Each Element For If In It No One Row The Their They This Array T";

/// Checks all messages of a fold.
pub(crate) fn check(folded: &Folded) {
    let old = String::from_utf8_lossy(&folded.file.bytes).into_owned();
    let new = String::from_utf8_lossy(&folded.bytes).into_owned();
    let texts = format!("{old}\n{new}");
    let known: BTreeSet<&str> = identifiers(&texts).collect();
    let own: BTreeSet<&str> = OWN.split_whitespace().collect();
    let sizes: Vec<String> = folded.report.arrays.iter().flat_map(sizes).collect();
    let path = folded.file.path.display().to_string();
    let names: BTreeSet<&str> = sizes.iter().flat_map(|size| identifiers(size)).collect();
    for name in &names {
        assert!(
            known.contains(name) || own.contains(name),
            "{path}: `{name}` in a size"
        );
    }
    let capitals: BTreeSet<&str> = CAPITALS.split_whitespace().collect();
    for text in sentences(folded) {
        for word in identifiers(&text) {
            let is_known = known.contains(word) || capitals.contains(word);
            let small = small(word);
            let is_name = small != word && names.contains(small.as_str());
            let is_wrong = is_name && !is_known && !own.contains(small.as_str());
            assert!(!is_wrong, "{path}: {word} in {text}");
        }
    }
}

/// A word with a small first letter.
fn small(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_ascii_lowercase() + rest
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    parts.filter(|part| part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
}

/// The name and the sizes of an array.
fn sizes(entry: &ArrayEntry) -> Vec<String> {
    let sizes = [&entry.size_before, &entry.size_after, &entry.size_words];
    let sizes = sizes.into_iter().flatten().chain([&entry.name]);
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
    for remark in &folded.remarks {
        all.push(remark.full.message.clone());
        all.extend(remark.full.notes.iter().chain(&remark.line).cloned());
    }
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
