//! No text that Pleat prints adds warnings: it compiles with `-Werror` if the original does, under
//! the same versions of C. Tests of folds, stages, tiles, parts and storage ask for it with the
//! texts that they have.

use crate::common::{self, fold, fold_by, source};
use pleat::{Options, TileOptions};
use source::Flags;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use storage::Objective;

/// Each compiler with the flags under which it finds the most warnings.
const COMPILERS: [(&str, &[&str]); 2] = [
    ("gcc", &["-c", "-O2", MIXED, "-Wvla"]),
    ("clang", &["-fsyntax-only", MIXED, "-Wvla"]),
];

/// The same for moved loops, which other tests optimise. They declare rows where they need them.
/// Clang has the header of OpenMP in a package of its own.
const READERS: [(&str, &[&str]); 2] = [
    ("gcc", &["-fsyntax-only", "-fopenmp"]),
    ("clang", &["-fsyntax-only", "-Wno-source-uses-openmp"]),
];

const MIXED: &str = "-Wdeclaration-after-statement";

const WARNINGS: [&str; 6] = [
    "-Wall",
    "-Wextra",
    "-Wshadow",
    "-Wconversion",
    "-Wsign-conversion",
    "-Wmisleading-indentation",
];

/// Versions of C with a folded text of their own: without `long long`, without `_Static_assert`.
const OLD_VERSIONS: [&str; 2] = ["-std=c90", "-std=c99"];

/// C17 has the constructs of C11.
const NEW_VERSIONS: [&str; 2] = ["-std=c11", "-std=c2x"];

/// Files whose folds write out an index that the original keeps in a `size_t`. Conversions of a
/// kind that the original has become more frequent.
const WITHOUT_COUNTS: [&str; 1] = ["volumes.c"];

/// The messages of each kind of warning, without repetitions of a message at one place.
type Warnings = BTreeMap<String, BTreeSet<String>>;

/// Compiles a text as if it were in the folder of `path`.
fn compile(text: &[u8], path: &Path, compiler: &str, flags: &[&str]) -> Output {
    let mut child = Command::new(compiler)
        .args(flags)
        .args(["-x", "c", "-o", "/dev/null", "-I"])
        .arg(path.parent().unwrap())
        .arg("-")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text).unwrap();
    child.wait_with_output().unwrap()
}

fn warnings(text: &[u8], path: &Path, (compiler, flags): (&str, &[&str])) -> Warnings {
    let output = compile(text, path, compiler, &[flags, &WARNINGS].concat());
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{compiler}: {messages}");
    let mut found = Warnings::new();
    for line in messages.lines() {
        if let Some((message, kind)) = line.rsplit_once(" [-W") {
            let messages = found.entry(kind.to_string()).or_default();
            messages.insert(match kind {
                "vla]" => line_of(message).to_string(),
                _ => message.to_string(),
            });
        }
    }
    found
}

/// `<stdin>:22`. A declaration counts as one warning, for any number of brackets without constants.
fn line_of(message: &str) -> &str {
    let column = message.match_indices(':').nth(1);
    column.map_or(message, |(at, _)| &message[..at])
}

/// Whether warnings of a kind are about one expression. Moved loops, and bodies of functions in the
/// place of calls, may repeat the user's expressions.
fn may_be_repeated(kind: &str) -> bool {
    kind.contains("conversion]") || kind == "shorten-64-to-32]"
}

/// Asserts that both compilers warn of each text for no other reasons than of the original, and not
/// more often.
pub(crate) fn adds_none(path: &Path, texts: &BTreeSet<Vec<u8>>) {
    let counts = !WITHOUT_COUNTS.iter().any(|name| path.ends_with(name));
    let texts = texts.iter().map(Vec::as_slice);
    compare(path, texts, COMPILERS, &|_| !counts);
}

/// The same for texts with moved loops.
pub(crate) fn moves_add_none<'t>(path: &Path, texts: impl IntoIterator<Item = &'t [u8]>) {
    compare(path, texts, READERS, &may_be_repeated);
}

/// Asserts that compilers warn of each text for no other reasons than of the original, and only for
/// reasons of some kinds more often.
fn compare<'t>(
    path: &Path,
    texts: impl IntoIterator<Item = &'t [u8]>,
    compilers: [(&str, &[&str]); 2],
    may_repeat: &dyn Fn(&str) -> bool,
) {
    let original = source(path).bytes;
    let texts = texts.into_iter().filter(|text| *text != original);
    let texts: BTreeSet<&[u8]> = texts.collect();
    for compiler in compilers {
        // Most texts have no warnings.
        let known = LazyCell::new(|| warnings(&original, path, compiler));
        for text in &texts {
            for (kind, messages) in warnings(text, path, compiler) {
                let before = known.get(&kind).map_or(0, BTreeSet::len);
                let is_known = before > 0 && may_repeat(&kind);
                assert!(
                    messages.len() <= before || is_known,
                    "{}: {before} before, now {messages:?} [-W{kind}",
                    compiler.0
                );
            }
        }
    }
}

/// Checks that a compiler accepts a text as a version of C; the error has its messages.
fn accepts(text: &[u8], path: &Path, compiler: &str, version: &str) -> Result<(), String> {
    let output = compile(
        text,
        path,
        compiler,
        &["-fsyntax-only", "-pedantic-errors", version],
    );
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The text with the fewest cells, whose subscripts are the longest, as a version of C.
fn result_as(path: &Path, version: &str) -> Vec<u8> {
    let options = Options {
        objective: Objective::Size,
        ..Options::default()
    };
    fold_by(path, &[version], &options).bytes
}

/// Asserts that texts are accepted under each version of C under which the original is accepted.
pub(crate) fn keeps_versions(path: &Path, texts: &BTreeSet<Vec<u8>>) {
    let original = source(path).bytes;
    let asserts = |text: &Vec<u8>| text.windows(14).any(|w| w == b"_Static_assert");
    for version in OLD_VERSIONS.into_iter().chain(NEW_VERSIONS) {
        let is_old = OLD_VERSIONS.contains(&version);
        let needs_own = is_old && (version == "-std=c90" || texts.iter().any(asserts));
        let own = LazyCell::new(|| result_as(path, version));
        for (compiler, _) in COMPILERS {
            if needs_own && accepts(&original, path, compiler, version).is_ok() {
                let accepted = accepts(&own, path, compiler, version);
                assert!(accepted.is_ok(), "{compiler} {version}: {accepted:?}");
            }
            for text in texts.iter().filter(|_| !needs_own) {
                if let Err(why) = accepts(text, path, compiler, version) {
                    let original = accepts(&original, path, compiler, version);
                    assert!(original.is_err(), "{compiler} {version}: {why}");
                }
            }
        }
    }
}

/// Arrays fold in C90 too: features that it lacks have other notations.
#[test]
fn old_versions_fold() {
    let path = common::root().join("corpus/idioms/ansi.c");
    let text = |version| {
        let options = Options {
            objective: Objective::Size,
            ..Options::default()
        };
        String::from_utf8(fold_by(&path, &[version], &options).bytes).unwrap()
    };
    let old = text("-std=c90");
    assert!(
        old.contains("(long)M *") && !old.contains("long long"),
        "{old}"
    );
    assert!(
        old.contains("pleat_asserts(char (*)[(M == 90) ? 1 : -1])"),
        "{old}"
    );
    assert!(text("-std=c11").contains("_Static_assert(M == 90"));
}

/// The assertion for older versions works: another value of the macro does not compile.
#[test]
fn old_assertions_hold() {
    let path = common::root().join("corpus/idioms/ansi.c");
    let text = fold_by(&path, &["-std=c90"], &Options::default()).bytes;
    let text = String::from_utf8(text).unwrap();
    let other = text.replace("#define M 90", "#define M 89");
    assert!(accepts(text.as_bytes(), &path, "gcc", "-std=c90").is_ok());
    assert!(accepts(other.as_bytes(), &path, "gcc", "-std=c90").is_err());
}

/// Tiles compare counters and sizes of several types with each other.
#[test]
fn counters_with_and_without_sign_in_tiles() {
    let text = "#include <stddef.h>\n\nvoid heat(size_t n, int steps, double *restrict a, \
                double *restrict b)\n{\n    for (int t = 0; t < steps; t++) {\n        \
                for (size_t i = 1; i < n - 1; i++)\n            \
                b[i] = 0.3 * (a[i - 1] + a[i] + a[i + 1]);\n        \
                for (size_t i = 1; i < n - 1; i++)\n            a[i] = b[i];\n    }\n}\n";
    let work = tempfile::tempdir().unwrap();
    let path = work.path().join("heat.c");
    std::fs::write(&path, text).unwrap();
    let options = TileOptions {
        sizes: vec!["4".parse().unwrap(), "6".parse().unwrap()],
        may_skew: true,
        ..TileOptions::default()
    };
    let tile = || pleat::tile(source(&path), &Flags::default(), &options).unwrap();
    let tiled = common::on_big_stack(tile);
    let new = String::from_utf8_lossy(&tiled.bytes);
    assert!(new.contains("(size_t)"), "{new}");
    moves_add_none(&path, [tiled.bytes.as_slice()]);
}

/// gcc's structures with arrays of variable size cannot be initialised; clang does not know them.
#[test]
fn structures_of_variable_size() {
    let text = "static int sum(int n)\n{\n    struct item { int list[n]; struct { int value; } part; };\n    struct item s[2];\n    \
                int all = 0;\n    for (int k = 0; k < 2; k++) {\n        s[k].part.value = k + n;\n        \
                all += s[k].part.value;\n    }\n    return all;\n}\n\nint main(void)\n{\n    return sum(2) != 5;\n}\n";
    let work = tempfile::tempdir().unwrap();
    let file = work.path().join("items.c");
    std::fs::write(&file, text).unwrap();
    let folded = String::from_utf8(fold(&file).bytes).unwrap();
    assert!(folded.contains("struct item s;"), "{folded}");
    std::fs::write(&file, folded).unwrap();
    let program = work.path().join("items");
    let status = Command::new("gcc")
        .arg(&file)
        .arg("-o")
        .arg(&program)
        .status();
    assert!(status.unwrap().success());
    assert!(Command::new(program).status().unwrap().success());
}
