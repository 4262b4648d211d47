//! Characters and strings without their escapes (C11 6.4.4.4, 6.4.5). Knows no types.

/// The value of `'c'`; several characters have none.
pub(crate) fn character(text: &str) -> Option<i128> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    match unescaped(inner)?[..] {
        [byte] => Some(i128::from(byte as i8)),
        _ => None,
    }
}

/// The bytes of adjacent string literals and the final zero; `None` for wide strings.
pub(crate) fn bytes_of(parts: &[String]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for part in parts {
        let plain = part.strip_prefix("u8").unwrap_or(part);
        let inner = plain.strip_prefix('"')?.strip_suffix('"')?;
        bytes.extend(unescaped(inner)?);
    }
    bytes.push(0);
    Some(bytes)
}

/// Text without its escapes.
fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let taken = match (first, behind) {
            (b'\\', [b'x', digits @ ..]) => {
                let (byte, count) = numeric(digits, 16, usize::MAX)?;
                bytes.push(byte);
                count + 2
            }
            (b'\\', [b'0'..=b'7', ..]) => {
                let (byte, count) = numeric(behind, 8, 3)?;
                bytes.push(byte);
                count + 1
            }
            (b'\\', [letter, ..]) => {
                bytes.push(escape(*letter)?);
                2
            }
            _ => {
                bytes.push(*first);
                1
            }
        };
        rest = rest.get(taken..)?;
    }
    Some(bytes)
}

/// The byte that digits stand for, and their number.
fn numeric(digits: &[u8], radix: u32, most: usize) -> Option<(u8, usize)> {
    let is_digit = |byte: &&u8| char::from(**byte).is_digit(radix);
    let count = digits.iter().take(most).take_while(is_digit).count();
    let text = std::str::from_utf8(&digits[..count]).ok()?;
    let value = u32::from_str_radix(text, radix).ok()?;
    Some((u8::try_from(value).ok()?, count))
}

fn escape(letter: u8) -> Option<u8> {
    Some(match letter {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        b'e' => 27,
        b'\\' | b'\'' | b'"' | b'?' => letter,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_bytes() {
        let parts = [r#""a\n\x41\101\0""#.to_string(), r#""b""#.to_string()];
        assert_eq!(bytes_of(&parts), Some(b"a\nAA\0b\0".to_vec()));
        assert_eq!(bytes_of(&["L\"a\"".to_string()]), None);
        assert_eq!(character(r"'\xff'"), Some(-1));
        assert_eq!(character("'ab'"), None);
    }
}
