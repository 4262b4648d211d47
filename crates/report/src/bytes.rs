//! Numbers of bytes as text for people.

/// A number of bytes in few digits: `96 KiB`, `1.5 KiB`, `1 byte`.
pub fn bytes(number: i64) -> String {
    const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    if number == 1 {
        return "1 byte".to_string();
    }
    let (mut size, mut unit) = (number as f64, 0);
    while size >= 1023.95 && unit + 1 < UNITS.len() {
        (size, unit) = (size / 1024.0, unit + 1);
    }
    match size.fract() == 0.0 || size >= 100.0 {
        true => format!("{size:.0} {}", UNITS[unit]),
        false => format!("{size:.1} {}", UNITS[unit]),
    }
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn sizes_have_few_digits() {
        let shown = [
            0, 1, 340, 1_023, 1_024, 1_048_575, 98_304, 67_108_864, 1_536, 1_234_567,
        ];
        let want = [
            "0 bytes",
            "1 byte",
            "340 bytes",
            "1023 bytes",
            "1 KiB",
            "1.0 MiB",
            "96 KiB",
            "64 MiB",
            "1.5 KiB",
            "1.2 MiB",
        ];
        assert_eq!(shown.map(bytes), want);
    }
}
