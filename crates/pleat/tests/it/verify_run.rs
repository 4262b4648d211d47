//! `pleat verify --run`: what executions of two versions show, and what they cannot show.

use crate::common::on_big_stack;
use crate::verify::pairs;
use pairs::{verify, verify_in};
use pleat::verify::run::{Experiment, Outcome, experiment};
use source::{Flags, SourceFile};
use std::path::Path;

const HELPER: &str = "
void scale(int n, const float *restrict in, float *restrict out)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] * 3;
}
";

fn executed(before: &str, after: &str, function: Option<&str>) -> Experiment {
    executed_by(before, after, function, &Flags::default())
}

fn executed_by(before: &str, after: &str, function: Option<&str>, flags: &Flags) -> Experiment {
    let file = |name: &str, text: &str| SourceFile::new(name, text.as_bytes().to_vec());
    let (before, after) = (file("before.c", before), file("after.c", after));
    on_big_stack(|| experiment(&before, &after, flags, function))
}

/// What an experiment with a changed text shows.
fn changed(text: &str, from: &str, to: &str, function: Option<&str>) -> Experiment {
    assert!(text.contains(from), "{from}");
    executed(text, &text.replace(from, to), function)
}

fn is_same(experiment: &Experiment) -> bool {
    matches!(experiment.outcome, Outcome::Same { .. })
}

#[test]
fn a_driver_calls_a_function() {
    let same = changed(HELPER, "in[i] * 3", "3 * in[i]", Some("scale"));
    assert!(is_same(&same), "{same}");
    let short = changed(HELPER, "i < n", "i < n - 1", Some("scale"));
    let text = short.to_string();
    assert!(
        text.starts_with("at n = 1, `out[0]` does not change; in the original"),
        "{text}"
    );
}

#[test]
fn reads_outside_an_array() {
    let text =
        "void f(int n, double a[n])\n{\n    for (int i = 0; i < n; i++)\n        a[i] += 1;\n}\n";
    let beyond = changed(text, "i < n;", "i <= n;", Some("f"));
    assert_eq!(
        beyond.to_string(),
        "at n = 1, line 4: heap-buffer-overflow, a read of 8 bytes"
    );
}

#[test]
fn values_kept_from_call_to_call() {
    let text = "int next(int a)\n{\n    int sum = 0;\n    sum += a;\n    return sum;\n}\n";
    let kept = changed(text, "int sum", "static int sum", Some("next"));
    assert_eq!(
        kept.to_string(),
        "at a = 1, the result becomes 2 in the second call; in the original it becomes 1"
    );
}

#[test]
fn arrays_at_file_scope() {
    let text = "#define N 6\ndouble a[N][N];\nvoid twice(void)\n{\n    for (int i = 0; i < N; i++)\n        \
                for (int j = 0; j < N; j++)\n            a[i][j] *= 2;\n}\n";
    let same = changed(text, "*= 2", "= 2 * a[i][j]", Some("twice"));
    assert!(is_same(&same), "{same}");
    let other = changed(text, "int j = 0", "int j = 1", Some("twice"));
    assert!(
        other.to_string().contains("`a[0]` does not change"),
        "{other}"
    );
}

/// The original is undefined for n > 4, and reads what nothing has written for n < 3.
#[test]
fn undefined_executions_are_no_evidence() {
    let text = "int pick(int n)\n{\n    int t[4], k;\n    if (n >= 3) k = 1;\n    \
                for (int i = 0; i < n; i++) t[i] = i;\n    return n > 2 ? t[n - 1] : k;\n}\n";
    let other = text
        .replace("int t[4]", "int t[40]")
        .replace(" k;\n    if", " k = 7;\n    if");
    let experiment = executed(text, &other, Some("pick"));
    let Outcome::Same { settings, skipped } = &experiment.outcome else {
        panic!("{experiment}");
    };
    assert!(
        settings.iter().all(|at| at == "n = 3" || at == "n = 4"),
        "{settings:?}"
    );
    let reasons: Vec<&str> = skipped.iter().map(|(_, reason)| reason.as_str()).collect();
    assert!(
        reasons.iter().any(|r| r.contains("nothing has written")),
        "{reasons:?}"
    );
    assert!(
        reasons.iter().any(|r| r.contains("is undefined there")),
        "{reasons:?}"
    );
}

#[test]
fn whole_programs_at_other_sizes() {
    let text = "#include <stdio.h>\n#ifndef N\n#define N 8\n#endif\nint main(void)\n{\n    \
                for (int i = 0; i < N; i++)\n        printf(\"%d\\n\", i);\n    return 0;\n}\n";
    let multiple = changed(text, "i < N;", "i < N / 4 * 4;", None);
    assert_eq!(
        multiple.to_string(),
        "at N = 1, line 1 of the output is nothing; the original prints `0`"
    );
    let other_end = changed(text, "return 0", "return N > 3", None);
    assert_eq!(
        other_end.to_string(),
        "at N = 4, the program exits with status 1; the original exits with status 0"
    );
}

/// A size that the flags give stays as it is.
#[test]
fn given_sizes() {
    let text = "#include <stdio.h>\n#ifndef N\n#define N 8\n#endif\nint main(void)\n{\n    \
                printf(\"%d\\n\", N);\n    return 0;\n}\n";
    let flags = Flags {
        args: vec!["-DN=12".to_string()],
        ..Flags::default()
    };
    let same = executed_by(text, &text.replace("N)", "12)"), None, &flags);
    assert!(is_same(&same), "{same}");
}

#[test]
fn an_assertion_of_a_size_is_no_difference() {
    let text = "#include <stdio.h>\n#ifndef N\n#define N 8\n#endif\nint main(void)\n{\n    \
                printf(\"%d\\n\", N);\n    return 0;\n}\n";
    let asserted = text.replace(
        "    printf",
        "    _Static_assert(N == 8, \"\");\n    printf",
    );
    let same = executed(text, &asserted, None);
    let Outcome::Same { settings, skipped } = &same.outcome else {
        panic!("{same}");
    };
    assert_eq!(
        settings.len(),
        2,
        "N = 8 and the text's own size: {settings:?}"
    );
    assert!(skipped[0].1.contains("does not compile"), "{skipped:?}");
}

#[test]
fn impossible_experiments() {
    let reason = |before: &str, after: &str, function, flags: &Flags| {
        let experiment = executed_by(before, after, function, flags);
        match experiment.outcome {
            Outcome::Impossible(reason) => reason,
            _ => panic!("{experiment}"),
        }
    };
    let default = Flags::default();
    let no_main = reason(HELPER, HELPER, None, &default);
    assert_eq!(no_main, "before.c does not define `main`");
    let record = "struct s { int a; };\nint get(struct s *p) { return p->a; }\n";
    let no_driver = reason(record, record, Some("get"), &default);
    assert_eq!(
        no_driver,
        "the parameter `p` of `get` is no number or array"
    );
    let wider = HELPER.replace("float", "double");
    let other = reason(HELPER, &wider, Some("scale"), &default);
    assert_eq!(other, "the parameters of `scale` differ");
    let endless = "int main(void) { for (volatile int i = 0; ; ) i = 1; }\n";
    let time = reason(endless, endless, None, &default);
    assert!(time.starts_with("the original "), "{time}");
}

/// A compiler that preprocesses but does not link with sanitizers.
#[test]
fn unusable_sanitizers() {
    let work = tempfile::tempdir().unwrap();
    let cc = work.path().join("cc");
    let script = "#!/bin/sh\ncase \"$*\" in *-fsanitize*) echo 'error: no libasan' >&2; exit 1;; esac\nexec gcc \"$@\"\n";
    std::fs::write(&cc, script).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&cc, mode).unwrap();
    let flags = Flags {
        cc: cc.into(),
        args: Vec::new(),
        ..Flags::default()
    };
    let experiment = executed_by(HELPER, HELPER, Some("scale"), &flags);
    assert_eq!(
        experiment.outcome,
        Outcome::Impossible("the sanitizers cannot be used: error: no libasan".to_string())
    );
}

fn stdout(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_command_refutes_by_execution() {
    let folder = "corpus/verify/progress";
    let (before, after) = (
        format!("{folder}/before.c"),
        format!("{folder}/after_row_zero.c"),
    );
    let output = verify(&["--run", &before, &after]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("refuted: at H = 1"), "{text}");
}

#[test]
fn the_command_says_what_agrees() {
    let folder = "corpus/verify/unroll_row";
    let (before, after) = (
        format!("{folder}/before.c"),
        format!("{folder}/after_reversed.c"),
    );
    let output = verify(&["--run", "--function", "blend", &before, &after]);
    let text = stdout(&output);
    assert!(
        text.contains("blend: executed: both versions agree in "),
        "{text}"
    );
    let output = verify(&["--run", "--json", "--function", "blend", &before, &after]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["experiments"][0]["function"], "blend");
    assert_eq!(json["experiments"][0]["result"], "same");
}

/// Headers of the files are found, and nothing is left in the folder.
#[test]
fn headers_beside_the_file() {
    let work = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(work.path().join(name), text).unwrap();
    write("size.h", "#define FACTOR 3\n");
    let text = format!("#include \"size.h\"\n{HELPER}").replace("* 3", "* FACTOR");
    write("before.c", &text);
    write("after.c", &text.replace("* FACTOR", "* (FACTOR + 1)"));
    let output = verify_in(work.path(), &["--run", "before.c", "after.c"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("scale: refuted: "), "{text}");
    assert_eq!(files(work.path()), ["after.c", "before.c", "size.h"]);
}

fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}
