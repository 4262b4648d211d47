//! `--report x.html` in a real browser: links, keyboard, colours, widths, figures, printing.

mod browser;

use browser::Browser;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The largest page that is allowed.
const MOST_BYTES: usize = 500_000;

/// Functions that check a page.
const CHECKS: &str = include_str!("html/checks.js");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The page for files of the corpus.
fn page(folder: &Path, args: &[&str]) -> PathBuf {
    let path = folder.join("report.html");
    let out = Command::new(env!("CARGO_BIN_EXE_pleat"))
        .args(["fold", "--check", "--report"])
        .arg(&path)
        .args(args)
        .current_dir(root())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&out.stderr);
    assert!(matches!(out.status.code(), Some(0 | 1)), "{errors}");
    path
}

/// Runs one of the checks in the page; what it finds is added.
fn check(browser: &mut Browser, name: &str, about: &str, found: &mut Vec<String>) {
    let new = browser.value(&format!("({CHECKS}).{name}()"));
    let new = new.as_array().unwrap().iter();
    found.extend(new.map(|finding| format!("{about}: {name}: {finding}")));
}

/// What is wrong with a page.
fn faults(browser: &mut Browser, path: &Path, about: &str) -> Vec<String> {
    let mut found = Vec::new();
    let size = fs::metadata(path).unwrap().len() as usize;
    if size >= MOST_BYTES {
        found.push(format!("{about}: {size} bytes"));
    }
    browser.resize(1280, 900);
    browser.scheme("light");
    browser.open(path);
    for name in ["links", "ids", "files", "wide", "figures", "contrast"] {
        check(browser, name, about, &mut found);
    }
    browser.scheme("dark");
    check(browser, "contrast", about, &mut found);
    for width in [390, 360, 320] {
        browser.resize(width, 800);
        check(browser, "wide", about, &mut found);
    }
    found.append(&mut browser.complaints);
    found
}

#[test]
fn pages_are_sound_in_a_browser() {
    let cases: [&[&str]; 6] = [
        &["corpus/papers/durbin.c"],
        &["corpus/pipelines/blur_rows.c"],
        &["--fuse", "corpus/pipelines/harris_stages.c"],
        &["corpus/papers/lbm_d2q9.c"],
        &["corpus/refused/missing-fact.c"],
        &[
            "corpus/papers/durbin.c",
            "corpus/papers/jacobi_1d.c",
            "corpus/idioms/row_pointers.c",
        ],
    ];
    let folder = tempfile::tempdir().unwrap();
    let mut browser = Browser::start();
    let mut found = Vec::new();
    for args in cases {
        let path = page(folder.path(), args);
        found.extend(faults(&mut browser, &path, &args.join(" ")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn links_toggles_and_keys_work() {
    let folder = tempfile::tempdir().unwrap();
    let path = page(folder.path(), &["corpus/papers/durbin.c"]);
    let mut browser = Browser::start();
    browser.resize(1280, 700);
    browser.open(&path);
    a_folded_access_leads_to_its_array(&mut browser);
    a_line_that_is_folded_away_opens(&mut browser);
    browser.open(&path);
    keys_reach_and_open(&mut browser);
    let printed = browser.call("Page.printToPDF", json!({}));
    assert!(printed["data"].as_str().unwrap().len() > 10_000);
    assert_eq!(browser.complaints, [""; 0]);
}

fn a_folded_access_leads_to_its_array(browser: &mut Browser) {
    let name = browser.value(
        "{ const link = [...document.querySelectorAll('.listing del a')] \
             .find((a) => a.textContent === 'alpha[k]'); \
           link.click(); document.querySelector(location.hash + ' h3 code').textContent }",
    );
    assert_eq!(name, "alpha");
    let top = browser.value("document.querySelector(location.hash).getBoundingClientRect().top");
    assert!((0.0..700.0).contains(&top.as_f64().unwrap()), "{top}");
}

fn a_line_that_is_folded_away_opens(browser: &mut Browser) {
    let is_open = "document.querySelector('.listing details').open";
    assert_eq!(browser.value(is_open), false);
    browser.value("location.hash = '#f0-3'");
    // The event comes after the change.
    let opens = "new Promise((done) => setTimeout(() => done(true), 50))";
    browser.call(
        "Runtime.evaluate",
        json!({"expression": opens, "awaitPromise": true}),
    );
    assert_eq!(browser.value(is_open), true);
}

/// The tab key visits the links and toggles; all of them show that they have the focus.
fn keys_reach_and_open(browser: &mut Browser) {
    let mut visited = Vec::new();
    for _ in 0..60 {
        browser.press("Tab", 9, "");
        let now = browser.value(
            "{ const e = document.activeElement; \
               [e.tagName, e.textContent.slice(0, 40), getComputedStyle(e).outlineStyle] }",
        );
        let [tag, text, outline] = [0, 1, 2].map(|k| now[k].as_str().unwrap_or("").to_string());
        if tag == "BODY" {
            break;
        }
        assert_ne!(outline, "none", "{tag} {text}");
        visited.push(text.clone());
        if tag == "SUMMARY" && text.ends_with("unchanged lines") {
            let before = browser.value("document.activeElement.parentElement.open");
            browser.press("Enter", 13, "\r");
            let after = browser.value("document.activeElement.parentElement.open");
            assert_eq!((before, after), (Value::Bool(false), Value::Bool(true)));
            break;
        }
    }
    assert_eq!(
        visited.first().map(String::as_str),
        Some("Skip to the report")
    );
    let skips = visited.iter().any(|text| text == "Skip the source");
    assert!(
        skips && visited.last().unwrap().ends_with("unchanged lines"),
        "{visited:?}"
    );
}

#[test]
fn the_page_is_the_same_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let read = || fs::read(page(folder.path(), &["corpus/papers/durbin.c"])).unwrap();
    let first = read();
    assert!(first.starts_with(b"<!DOCTYPE html>"));
    assert!(read() == first);
}

#[test]
fn sources_and_names_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let source = "/* </style><script>alert(1)</script> & */\nvoid f(int n, double *o)\n{\n    \
                  double t[n];\n    for (int i = 0; i < n; i++) {\n        t[i] = i;\n        \
                  o[i] = t[i];\n    }\n}\n";
    let input = folder.path().join("<b>&.c");
    fs::write(&input, source).unwrap();
    let path = page(folder.path(), &[input.to_str().unwrap()]);
    let text = fs::read_to_string(path).unwrap();
    assert_eq!(text.matches("<script>").count(), 1);
    assert!(text.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; */"));
    assert!(!text.contains("<b>&"));
}
