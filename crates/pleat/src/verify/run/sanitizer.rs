//! Reads the reports of AddressSanitizer and UndefinedBehaviorSanitizer.

use super::outcome::DifferenceKind;

/// The name under which both versions are compiled.
pub(super) const NAME: &str = "program.c";

/// Settings of the sanitizers: fresh memory is filled with a byte, so that values that nothing has
/// written are the same in each execution; leaks are no difference.
pub(super) fn environment(fill: u8) -> Vec<(&'static str, String)> {
    let address = format!(
        "detect_leaks=0:malloc_fill_byte={fill}:max_malloc_fill_size=1073741824:\
         allocator_may_return_null=1:detect_stack_use_after_return=1"
    );
    vec![
        ("ASAN_OPTIONS", address),
        ("UBSAN_OPTIONS", "print_stacktrace=0".to_string()),
        ("LC_ALL", "C".to_string()),
    ]
}

/// The first report in what a program wrote to standard error.
pub(super) fn report(errors: &str) -> Option<DifferenceKind> {
    undefined(errors).or_else(|| address(errors))
}

/// `program.c:14:20: runtime error: index 3 out of bounds for type 'float [3]'`
fn undefined(errors: &str) -> Option<DifferenceKind> {
    let mark = ": runtime error: ";
    let line = errors.lines().find(|line| line.contains(mark))?;
    let (place, message) = line.split_once(mark)?;
    Some(DifferenceKind::Undefined {
        report: without_address(message),
        line: line_number(place),
    })
}

/// `==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x.. at pc ..`, then the frames.
fn address(errors: &str) -> Option<DifferenceKind> {
    let mark = "ERROR: AddressSanitizer: ";
    let mut lines = errors.lines().skip_while(|line| !line.contains(mark));
    let (_, message) = lines.next()?.split_once(mark)?;
    let kind = message.split(" on ").next().unwrap_or(message);
    let kind = kind.split(": ").next().unwrap_or(kind);
    let lines: Vec<&str> = lines.take_while(|line| !line.starts_with("0x")).collect();
    let mut accesses = lines.iter().filter_map(|line| access(line));
    let of = accesses.next().unwrap_or_default();
    let mut frames = lines
        .iter()
        .filter(|line| line.trim_start().starts_with('#'));
    Some(DifferenceKind::Undefined {
        report: format!("{kind}{of}"),
        line: frames.find_map(|frame| line_number(frame)),
    })
}

/// `READ of size 4 at 0x.. thread T0`
fn access(line: &str) -> Option<String> {
    let is_read = line.starts_with("READ of size ");
    if !is_read && !line.starts_with("WRITE of size ") {
        return None;
    }
    let size = line.split(' ').nth(3)?;
    let kind = if is_read { "read" } else { "write" };
    Some(format!(", a {kind} of {size} bytes"))
}

/// The line after the name of the compiled file.
fn line_number(text: &str) -> Option<u32> {
    let (_, rest) = text.split_once(&format!("{NAME}:"))?;
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// The message without addresses, which change from run to run.
fn without_address(message: &str) -> String {
    let words = message.split(' ').map(|word| match word.starts_with("0x") {
        true => "ADDRESS",
        false => word,
    });
    words
        .collect::<Vec<_>>()
        .join(" ")
        .replace(" address ADDRESS", " an address")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_out_of_bounds() {
        let errors = "program.c:14:20: runtime error: index 3 out of bounds for type 'float [3]'\n";
        let expected = DifferenceKind::Undefined {
            report: "index 3 out of bounds for type 'float [3]'".to_string(),
            line: Some(14),
        };
        assert_eq!(report(errors), Some(expected));
    }

    #[test]
    fn heap_overflow() {
        let errors = "=================================================================
==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60 at pc 0x55 bp 0x7f sp 0x7f
READ of size 4 at 0x60 thread T0
    #0 0x55 in __interceptor_memcpy ../asan.cpp:1
    #1 0x55 in kernel /tmp/x/program.c:23
    #2 0x55 in main /tmp/x/driver.c:90

0x60 is located 0 bytes to the right of 80-byte region
    #0 0x7f in malloc program.c:5
";
        let expected = DifferenceKind::Undefined {
            report: "heap-buffer-overflow, a read of 4 bytes".to_string(),
            line: Some(23),
        };
        assert_eq!(report(errors), Some(expected));
    }

    #[test]
    fn ordinary_messages() {
        assert_eq!(report("assertion failed\n"), None);
    }
}
