//! Makes a text smaller while it keeps a property. Knows no C but its braces.

/// Tests of one reduction.
const MOST: usize = 100;

/// A text without the lines that are not needed for a property.
pub(crate) fn reduced(text: &str, holds: &dyn Fn(&str) -> bool) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut left = MOST;
    let mut size = lines.len() / 2;
    while size > 0 && left > 0 {
        let before = lines.len();
        let mut at = 0;
        while at < lines.len() && left > 0 {
            let end = (at + size).min(lines.len());
            let others = || lines[..at].iter().chain(&lines[end..]).copied();
            if is_balanced(&lines[at..end]) {
                left -= 1;
                let candidate: String = others().flat_map(|line| [line, "\n"]).collect();
                if holds(&candidate) {
                    lines = others().collect();
                    continue;
                }
            }
            at += 1;
        }
        if lines.len() == before || size > lines.len() {
            size /= 2;
        }
    }
    lines.join("\n") + "\n"
}

/// Whether each brace of some lines has its partner there.
fn is_balanced(lines: &[&str]) -> bool {
    let mut depth = 0;
    for brace in lines.iter().flat_map(|line| line.chars()) {
        depth += match brace {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}
