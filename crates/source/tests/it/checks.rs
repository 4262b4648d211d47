//! Running the preprocessor, and the invariants of every unit.

use source::{Flags, Origin, SourceFile, Span, Token, Unit, is_as_read, preprocess};

/// The installed compilers: every test runs with each.
pub(crate) fn compilers() -> Vec<&'static str> {
    let present = |cc: &&str| {
        std::process::Command::new(cc)
            .arg("--version")
            .output()
            .is_ok()
    };
    ["gcc", "clang"].into_iter().filter(present).collect()
}

/// Runs `check` on the unit that each compiler makes of `text`.
pub(crate) fn check(text: &str, args: &[&str], check: impl Fn(&Unit)) {
    check_bytes(text.as_bytes(), args, check);
}

/// As [`check`], for any bytes.
pub(crate) fn check_bytes(bytes: &[u8], args: &[&str], check: impl Fn(&Unit)) {
    for cc in compilers() {
        let unit = unit_of(SourceFile::new("main.c", bytes), cc, args);
        holds(&unit);
        let is_same = is_as_read(&unit, unit.file.clone(), &flags_of(cc, args));
        assert!(is_same.expect("it was read before"), "{}", unit.file.text());
        check(&unit);
    }
}

/// The unit of a file.
pub(crate) fn unit_of(file: SourceFile, cc: &str, args: &[&str]) -> Unit {
    preprocess(file, &flags_of(cc, args)).unwrap_or_else(|error| panic!("{cc}: {error}"))
}

fn flags_of(cc: &str, args: &[&str]) -> Flags {
    Flags {
        cc: cc.into(),
        args: args.iter().map(|&arg| arg.into()).collect(),
        ..Flags::default()
    }
}

/// The invariants of a unit.
pub(crate) fn holds(unit: &Unit) {
    for pair in unit.tokens.windows(2) {
        assert_eq!(pair[0].at.end + 1, pair[1].at.start);
    }
    for token in &unit.tokens {
        let text = unit.token_text(token);
        assert!(!text.is_empty());
        if let Some(span) = token.spelled() {
            assert_spelled(unit, span, text);
        }
    }
    let written = unit.tokens.iter().filter_map(|token| match token.origin {
        Origin::Written(span) => Some(span),
        _ => None,
    });
    let written: Vec<Span> = written.collect();
    assert!(written.windows(2).all(|pair| pair[0].end <= pair[1].start));
    for pair in unit.declarations.windows(2) {
        assert!(pair[0].at.end <= pair[1].at.start);
    }
    for pragma in &unit.pragmas {
        assert!(pragma.at as usize <= unit.text.len());
    }
}

/// A token's own bytes are its text, except for line continuations and unreadable bytes.
fn assert_spelled(unit: &Unit, span: Span, text: &str) {
    let bytes = &unit.file.text()[span.range()];
    let mut plain = bytes.to_owned();
    for continuation in ["\\\r\n", "\\\n"] {
        plain = plain.replace(continuation, "");
    }
    let universal = plain.contains("\\u") || plain.contains("\\U");
    assert!(plain == text || universal, "{plain:?} is not {text:?}");
}

/// The tokens in the text of `wanted`, which must occur exactly once.
pub(crate) fn find<'a>(unit: &'a Unit, wanted: &str) -> &'a [Token] {
    &unit.tokens[unit.tokens_in(range(unit, wanted))]
}

/// The range of `wanted`, in the unit's text, where tokens are separated by single blanks.
pub(crate) fn range(unit: &Unit, wanted: &str) -> std::ops::Range<usize> {
    let text = unit.text.replace('\n', " ");
    let mut found = text.match_indices(wanted);
    let (at, _) = found
        .next()
        .unwrap_or_else(|| panic!("no {wanted:?} in\n{text}"));
    assert!(found.next().is_none(), "{wanted:?} is not unique");
    at..at + wanted.len()
}

/// The bytes of the file from which a piece of the text originates.
pub(crate) fn origin(unit: &Unit, wanted: &str) -> String {
    match unit.span_of(range(unit, wanted)) {
        Ok(span) => unit.file.slice(span).into_owned(),
        Err(why) => format!("{why:?}"),
    }
}

/// The text of the tokens of the main file, separated by single blanks.
pub(crate) fn main_text(unit: &Unit) -> String {
    let tokens = unit.tokens.iter().filter(|token| token.line > 0);
    tokens
        .map(|token| unit.token_text(token))
        .collect::<Vec<_>>()
        .join(" ")
}

/// The origin of each token of the main file: `=` written, `m` macro, `?` foreign.
pub(crate) fn kinds(unit: &Unit) -> String {
    let tokens = unit.tokens.iter().filter(|token| token.line > 0);
    let kind = |token: &Token| match token.origin {
        Origin::Written(_) => '=',
        Origin::Expanded { .. } => 'm',
        Origin::Foreign => '?',
    };
    tokens.map(kind).collect()
}
