//! The page: its head, its summary, a section per file.

use super::file::file;
use super::listing::Sides;
use super::summary::summary;
use super::{FileText, Limits, items};
use crate::Report;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// No network: styles and the script are in the page.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// The whole page.
pub(super) fn page(
    report: &Report,
    texts: &[FileText],
    sides: &[Sides],
    limits: &Limits,
) -> Markup {
    let items = items(report, limits);
    let title = match texts {
        [one] => format!("{} \u{2013} Pleat", one.path),
        _ => format!("{} files \u{2013} Pleat", texts.len()),
    };
    let files: Vec<Markup> = { texts.iter().zip(sides).enumerate() }
        .map(|(k, (text, sides))| {
            let own = items.iter().filter(|item| item.entry.file == text.path);
            file(report, k, (text, sides), &own.collect::<Vec<_>>(), limits)
        })
        .collect();
    let body = html! {
        (summary(report, texts, &items))
        @for file in &files { (file) }
    };
    document(&title, &heading(texts), &body)
}

/// A page with this title, heading and content.
pub(super) fn document(title: &str, heading: &str, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="color-scheme" content="light dark";
                link rel="icon" href="data:,";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#main" { "Skip to the report" }
                header { p.brand { "Pleat" } h1 { (heading) } }
                main id="main" { (content) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
}

fn heading(texts: &[FileText]) -> String {
    match texts {
        [one] => one.path.clone(),
        _ => format!("{} files", texts.len()),
    }
}
