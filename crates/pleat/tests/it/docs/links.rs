//! Links of the documents, and the contents of the book.
//!
//! Links in `docs` stay inside of it, because the book has no other files.

use crate::common::root;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// The links and anchors of a page.
#[derive(Debug, Default)]
struct Page {
    links: Vec<String>,
    anchors: BTreeSet<String>,
}

fn read(path: &Path) -> Page {
    let text = std::fs::read_to_string(path).unwrap();
    let mut page = Page::default();
    let mut heading: Option<String> = None;
    let options = pulldown_cmark::Options::ENABLE_TABLES;
    for event in Parser::new_ext(&text, options) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => page.links.push(dest_url.to_string()),
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                page.anchors
                    .extend(heading.take().map(|text| anchor(&text)));
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    *heading += &text;
                }
            }
            _ => {}
        }
    }
    page
}

/// The anchor of a heading, for GitHub and for mdBook.
fn anchor(heading: &str) -> String {
    let kept = |c: char| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
        _ => None,
    };
    heading.chars().filter_map(kept).collect()
}

/// `a/b/../c` as `a/c`.
fn normal(path: &Path) -> PathBuf {
    let mut all = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                all.pop();
            }
            Component::CurDir => {}
            part => all.push(part),
        }
    }
    all
}

/// All Markdown files below `docs`, relative to the workspace.
fn book() -> BTreeSet<PathBuf> {
    let mut all = BTreeSet::new();
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            if root().join(&path).is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                all.insert(path);
            }
        }
    }
    all
}

#[test]
fn links_lead_somewhere() {
    let mut files = book();
    files.extend(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(PathBuf::from));
    let of = |file: &PathBuf| (file.clone(), read(&root().join(file)));
    let pages: BTreeMap<PathBuf, Page> = files.iter().map(of).collect();
    for (file, page) in &pages {
        for link in page.links.iter().filter(|link| !link.contains("://")) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => file.clone(),
                path => normal(&file.parent().unwrap().join(path)),
            };
            let place = format!("{}: {link}", file.display());
            assert!(root().join(&target).exists(), "{place}");
            assert!(
                target.starts_with("docs") || !file.starts_with("docs"),
                "{place}: not in the book"
            );
            let known = |page: &Page| page.anchors.contains(anchor);
            assert!(
                anchor.is_empty() || pages.get(&target).is_some_and(known),
                "{place}"
            );
        }
    }
}

#[test]
fn book_has_every_page() {
    let summary = PathBuf::from("docs/SUMMARY.md");
    let links = read(&root().join(&summary)).links;
    let named: Vec<PathBuf> = links
        .iter()
        .map(|link| Path::new("docs").join(link))
        .collect();
    let mut expected = book();
    expected.remove(&summary);
    assert_eq!(named.iter().cloned().collect::<BTreeSet<_>>(), expected);
    assert_eq!(named.len(), expected.len(), "a page is named twice");
}
