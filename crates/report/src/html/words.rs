//! Numbers and names in sentences.

use crate::ArrayEntry;

/// `1 array`, `2 arrays`
pub(super) fn count(number: i64, one: &str) -> String {
    let ending = match (number, one.strip_suffix('s')) {
        (1, _) => return format!("1 {one}"),
        (_, Some(_)) => "es",
        _ => "s",
    };
    format!("{number} {one}{ending}")
}

/// The mark of a size that is a guess.
pub(super) fn about(is_guess: bool) -> &'static str {
    match is_guess {
        true => "\u{2248} ",
        false => "",
    }
}

/// `N = 12, M = 4`
pub(super) fn values(entry: &ArrayEntry) -> String {
    let values = entry.params.iter().map(|(n, v)| format!("{n} = {v}"));
    values.collect::<Vec<_>>().join(", ")
}

/// What is left of a size: `1/333`, `84 %`.
pub(super) fn part(before: i64, after: i64) -> String {
    let whole = before.max(1) as f64;
    match after.max(0) as f64 / whole {
        0.0 => "Nothing".to_string(),
        part if part < 0.1 => format!("1/{}", grouped((1.0 / part).round() as i64)),
        part => format!("{:.0} %", part * 100.0),
    }
}

/// A number with its digits in groups of three.
fn grouped(number: i64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) && digits.len() > 4 {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    grouped
}

/// `a`, `a and b`, `a, b and c`
pub(super) fn list(all: &[String]) -> String {
    match all.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => all.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::{count, list, part};

    #[test]
    fn numbers_are_readable() {
        assert_eq!(count(1, "near miss"), "1 near miss");
        assert_eq!(count(2, "near miss"), "2 near misses");
        assert_eq!(count(0, "array"), "0 arrays");
        assert_eq!(part(4_000_000, 12_000), "1/333");
        assert_eq!(part(4_000_000, 1), "1/4\u{202f}000\u{202f}000");
        assert_eq!(part(100, 84), "84 %");
        assert_eq!(part(8, 0), "Nothing");
        assert_eq!(list(&["a", "b", "c"].map(String::from)), "a, b and c");
    }
}
