//! Annotations of GitHub Actions: workflow commands, one line each.

use crate::finding::{self, Finding};
use crate::{Attention, FailureEntry, Report};

/// A notice for each change and near miss.
pub fn annotations(report: &Report) -> String {
    let findings = finding::all(report).into_iter();
    let wanted = findings.filter(|f| f.attention != Attention::Other);
    let notices = wanted.map(|finding| notice(&finding));
    notices.collect()
}

/// An error for a file without a result.
pub fn annotation_of_failure(failure: &FailureEntry) -> String {
    let line = failure.line.map(|line| line.to_string());
    let line = line.as_ref().map(|line| ("line", line.as_str()));
    let file = ("file", failure.file.as_str());
    let properties: Vec<(&str, &str)> = [file].into_iter().chain(line).collect();
    command("error", &properties, &failure.message)
}

fn notice(finding: &Finding<'_>) -> String {
    let title = format!("pleat: {}", finding.code);
    let mut properties = vec![("file", finding.file.to_string())];
    if let Some(place) = &finding.place {
        properties.push(("line", place.line.to_string()));
        properties.push(("endLine", place.end_line.to_string()));
        properties.push(("col", place.column.to_string()));
        properties.push(("endColumn", place.end_column.to_string()));
    }
    properties.push(("title", title));
    let properties: Vec<(&str, &str)> = { properties.iter() }
        .map(|(key, value)| (*key, value.as_str()))
        .collect();
    command("notice", &properties, &finding.message())
}

/// `::notice file=a.c,line=3::message`
fn command(name: &str, properties: &[(&str, &str)], message: &str) -> String {
    let properties = properties
        .iter()
        .map(|(key, value)| format!("{key}={}", escape_property(value)));
    let properties: Vec<String> = properties.collect();
    format!("::{name} {}::{}\n", properties.join(","), escape(message))
}

/// The text of a message, with the characters that end a command written out.
fn escape(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The value of a property, which ends at `,` or `:` too.
fn escape_property(text: &str) -> String {
    escape(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_end_where_they_should() {
        let properties = [("file", "a,b:c.c"), ("line", "3")];
        assert_eq!(
            command("notice", &properties, "50%: a, b\r\nc"),
            "::notice file=a%2Cb%3Ac.c,line=3::50%25: a, b%0D%0Ac\n"
        );
    }
}
