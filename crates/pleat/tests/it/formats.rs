//! Reports for programs: SARIF, JSON and LLVM remarks against their schemas and readers, fixes that
//! make the folded file, annotations.

use crate::common;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// Folds and arrays that stay, macros, fused loops, common storage.
const PROGRAMS: [&str; 9] = [
    "corpus/papers/durbin.c",
    "corpus/idioms/heap_rows.c",
    "corpus/refused/subscript-not-affine.c",
    "corpus/refused/not-temporary-input.c",
    "corpus/refused/volatile.c",
    "corpus/refused/in-macro.c",
    "corpus/refused/shared-static.c",
    "corpus/refused/file-scope.c",
    "corpus/refused/address-escapes-call.c",
];

const BLUR: &str = "\
#define W 64
void blur(float in[W][W], float out[W][W], const int at[W])
{
    float t[W][W], u[W];
    for (int y = 0; y < W; y++) {
        u[y * y / W] = in[y][0];
        for (int x = 0; x < W; x++)
            t[y][x] = in[y][x] * u[y * y / W];
        for (int x = 0; x < W; x++)
            out[y][x] = t[y][x];
    }
}
";

fn pleat(args: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pleat"))
        .args(args)
        .current_dir(folder)
        .env_remove("CC")
        .output()
        .unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder with some files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let work = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        std::fs::write(work.path().join(name), bytes).unwrap();
    }
    work
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// A schema in which objects have no properties but those that are listed.
fn strict(mut schema: Value) -> Value {
    close(&mut schema);
    schema
}

fn close(value: &mut Value) {
    match value {
        Value::Object(object) => {
            if object.get("properties").is_some_and(Value::is_object) {
                object.insert("additionalProperties".to_string(), Value::Bool(false));
            }
            object.values_mut().for_each(close);
        }
        Value::Array(values) => values.iter_mut().for_each(close),
        _ => {}
    }
}

fn assert_valid(value: &Value, schema: &Value) {
    let validator = jsonschema::validator_for(schema).unwrap();
    let errors = validator.iter_errors(value);
    let errors: Vec<String> = errors
        .map(|e| format!("{}: {e}", e.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

fn schema(path: &str) -> Value {
    json(&common::root().join(path))
}

/// The schema of SARIF. A pattern in it has a bracket too many.
fn sarif_schema() -> Value {
    let path = common::root().join("crates/pleat/tests/it/schema/sarif-2.1.0.json");
    let text = std::fs::read_to_string(path).unwrap();
    serde_json::from_str(&text.replace("{2}]?$", "{2}$")).unwrap()
}

/// The fixes of a SARIF file: new texts by path. All fixes of a file are the same.
fn fixed(sarif: &Value, before: impl Fn(&str) -> String) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for result in sarif["runs"][0]["results"].as_array().unwrap() {
        for fix in result["fixes"].as_array().into_iter().flatten() {
            for change in fix["artifactChanges"].as_array().unwrap() {
                let uri = change["artifactLocation"]["uri"].as_str().unwrap();
                let new = apply(&before(uri), change["replacements"].as_array().unwrap());
                let old = texts.insert(uri.to_string(), new.clone());
                assert!(old.is_none_or(|old| old == new), "{uri}: fixes differ");
            }
        }
    }
    texts
}

/// The offset of a line and a column, in characters, both from 1.
fn offset(text: &[char], line: &Value, column: &Value) -> usize {
    let ends = text.iter().enumerate().filter(|(_, c)| **c == '\n');
    let starts: Vec<usize> = [0].into_iter().chain(ends.map(|(k, _)| k + 1)).collect();
    let at = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap() - 1;
    starts[at(line)] + at(column)
}

fn apply(text: &str, replacements: &[Value]) -> String {
    let old: Vec<char> = text.chars().collect();
    let mut new = old.clone();
    for replacement in replacements.iter().rev() {
        let region = &replacement["deletedRegion"];
        let start = offset(&old, &region["startLine"], &region["startColumn"]);
        let end = offset(&old, &region["endLine"], &region["endColumn"]);
        let inserted = replacement["insertedContent"]["text"].as_str().unwrap();
        new.splice(start..end, inserted.chars());
    }
    new.into_iter().collect()
}

/// One run with all formats on programs of the corpus.
struct CorpusRun {
    work: TempDir,
}

impl CorpusRun {
    fn new(more: &[&str]) -> CorpusRun {
        let work = tempfile::tempdir().unwrap();
        let path = |name: &str| work.path().join(name).display().to_string();
        std::fs::create_dir(work.path().join("out")).unwrap();
        let (out, sarif) = (path("out"), path("r.sarif"));
        let (json, yaml) = (path("r.json"), path("r.opt.yaml"));
        let reports = ["--report", &sarif, "--report", &json, "--report", &yaml];
        let args = [&["fold", "-q", "-o", &out], &reports[..], &PROGRAMS, more].concat();
        let output = pleat(&args, &common::root());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        CorpusRun { work }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.work.path().join(name)
    }
}

#[test]
fn reports_of_the_corpus_are_valid() {
    let run = CorpusRun::new(&["--fuse", "--share"]);
    let sarif = json(&run.path("r.sarif"));
    assert_valid(&sarif, &sarif_schema());
    let report = json(&run.path("r.json"));
    assert_valid(&report, &strict(schema("docs/schema/report-1.json")));
    let texts = fixed(&sarif, |uri| {
        std::fs::read_to_string(common::root().join(uri)).unwrap()
    });
    assert!(!texts.is_empty());
    for program in PROGRAMS {
        let old = std::fs::read_to_string(common::root().join(program)).unwrap();
        let name = Path::new(program).file_name().unwrap();
        let folded = std::fs::read_to_string(run.path("out").join(name)).unwrap();
        assert_eq!(texts.get(program).unwrap_or(&old), &folded, "{program}");
    }
    let yaml = std::fs::read_to_string(run.path("r.opt.yaml")).unwrap();
    let tags = remarks(&yaml).into_iter().map(|(tag, _)| tag);
    let want = ["!Missed", "!Passed"].map(str::to_string);
    assert_eq!(tags.collect::<BTreeSet<_>>(), BTreeSet::from(want));
}

/// The tag and the content of each remark.
fn remarks(yaml: &str) -> Vec<(String, serde_yaml_ng::Value)> {
    let documents = serde_yaml_ng::Deserializer::from_str(yaml);
    let remark = |document| {
        let value: serde_yaml_ng::Value = serde::Deserialize::deserialize(document).unwrap();
        let serde_yaml_ng::Value::Tagged(tagged) = value else {
            panic!("{value:?} has no tag")
        };
        (tagged.tag.to_string(), tagged.value)
    };
    documents.map(remark).collect()
}

#[test]
fn every_code_is_a_rule() {
    let work = folder(&[("blur.c", BLUR.as_bytes())]);
    let output = pleat(
        &["fold", "--check", "blur.c", "--report", "r.sarif"],
        work.path(),
    );
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let sarif = json(&work.path().join("r.sarif"));
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .unwrap();
    let ids: Vec<&str> = rules.iter().map(|r| r["id"].as_str().unwrap()).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
    assert!(report::reasons::codes().all(|code| ids.contains(&code)));
    for result in sarif["runs"][0]["results"].as_array().unwrap() {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(result["ruleId"], ids[index]);
    }
    assert_eq!(sarif["runs"][0]["invocations"][0]["exitCode"], 1);
}

#[test]
fn results_have_places_and_fixes() {
    let work = folder(&[("a b.c", BLUR.as_bytes())]);
    let results = |more: &[&str]| {
        let args = [&["fold", "-q", "a b.c", "--report", "r.sarif"], more].concat();
        let output = pleat(&args, work.path());
        assert_eq!(stderr(&output), "");
        let sarif = json(&work.path().join("r.sarif"));
        sarif["runs"][0]["results"].as_array().unwrap().clone()
    };
    let two = results(&["-o", "new.c"]);
    let shown = |result: &Value, pointer: &str| result.pointer(pointer).unwrap().to_string();
    let codes = |results: &[Value]| -> Vec<String> {
        results.iter().map(|r| shown(r, "/ruleId")).collect()
    };
    assert_eq!(codes(&two), [r#""folded""#, r#""subscript-not-affine""#]);
    let location = "/locations/0/physicalLocation";
    assert_eq!(
        shown(&two[0], &format!("{location}/artifactLocation/uri")),
        r#""a%20b.c""#
    );
    assert_eq!(
        shown(&two[0], &format!("{location}/region")),
        r#"{"endColumn":12,"endLine":4,"startColumn":11,"startLine":4}"#
    );
    assert_eq!(
        two[0]["partialFingerprints"]["arrayInFunction/v1"],
        "a%20b.c/blur/t"
    );
    assert_eq!(two[0]["fixes"][0]["description"]["text"], "Fold `t`");
    assert!(two[1].get("fixes").is_none());
    let all = results(&["-o", "new.c", "--report", "r.json"]);
    assert_eq!(codes(&all).len(), 2);
    // The fix of a file that was already changed would not apply.
    let done = results(&["--in-place"]);
    assert!(done[0].get("fixes").is_none());
}

#[test]
fn files_in_other_encodings_have_fixes() {
    let text = BLUR.replace("void", "/* \u{e9}\u{e8} */ void");
    let bytes: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let work = folder(&[("l.c", &bytes)]);
    let args = ["fold", "-q", "l.c", "-o", "new.c", "--report", "r.sarif"];
    let output = pleat(&args, work.path());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let sarif = json(&work.path().join("r.sarif"));
    let artifact = &sarif["runs"][0]["artifacts"][0];
    assert_eq!(artifact["encoding"], "ISO-8859-1");
    let new = std::fs::read(work.path().join("new.c")).unwrap();
    let latin1 = |bytes: &[u8]| bytes.iter().map(|b| char::from(*b)).collect::<String>();
    let texts = fixed(&sarif, |_| latin1(&bytes));
    assert_eq!(texts["l.c"], latin1(&new));
}

#[test]
fn files_without_a_result_are_in_reports() {
    let bad = b"#include \"no.h\"\nint a[3];\n";
    let work = folder(&[("bad.c", bad), ("blur.c", BLUR.as_bytes())]);
    let reports = ["--report", "r.sarif", "--report", "r.json"];
    let args = [&["fold", "-q", "--check", "bad.c", "blur.c"], &reports[..]].concat();
    let output = pleat(&args, work.path());
    let code = output.status.code().unwrap();
    assert!(code >= 2, "{}", stderr(&output));
    let sarif = json(&work.path().join("r.sarif"));
    assert_valid(&sarif, &sarif_schema());
    let invocation = &sarif["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    assert_eq!(invocation["exitCode"], code);
    let message = &invocation["toolExecutionNotifications"][0]["message"]["text"];
    assert!(message.as_str().unwrap().contains("no.h"), "{message}");
    let report = json(&work.path().join("r.json"));
    assert_valid(&report, &strict(schema("docs/schema/report-1.json")));
    assert_eq!(report["failures"][0]["file"], "bad.c");
}

#[test]
fn columns_are_those_of_the_file() {
    let text = "/* \u{e9} */ #\nvoid f(int n) { double \u{e9}[50], t[50]; (void)n;\n\
                for (int i = 0; i < 50; i++) { t[i] = i; \u{e9}[i] = t[i]; } }\n";
    let text = text.replacen(" #", "", 1);
    for more in [&[][..], &["--fuse"], &["--assume", "n >= 3"]] {
        let work = folder(&[("c.c", text.as_bytes())]);
        let args = [
            &["fold", "-q", "--check", "c.c", "--report", "r.json"],
            more,
        ]
        .concat();
        let output = pleat(&args, work.path());
        let report = json(&work.path().join("r.json"));
        let arrays = report["arrays"].as_array().unwrap().iter();
        let t = arrays.clone().find(|a| a["name"] == "t");
        let t = t.unwrap_or_else(|| panic!("{}", stderr(&output)));
        let place = [&t["line"], &t["column"], &t["end_column"]].map(|v| v.as_u64());
        assert_eq!(place, [Some(2), Some(31), Some(32)], "{more:?}");
    }
}

#[test]
fn remarks_for_llvm() {
    let work = folder(&[("blur.c", BLUR.as_bytes())]);
    let args = ["fold", "-q", "--check", "blur.c", "--report", "r.opt.yaml"];
    pleat(&args, work.path());
    insta::assert_snapshot!(std::fs::read_to_string(work.path().join("r.opt.yaml")).unwrap());
}

#[test]
fn annotations() {
    let work = folder(&[("a,b.c", BLUR.as_bytes())]);
    let output = pleat(
        &["fold", "--check", "--format", "github", "a,b.c"],
        work.path(),
    );
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(stderr(&output));
    let output = pleat(&["fold", "--check", "--format=github", "no.c"], work.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("::error file=no.c::cannot read no.c"));
}

#[test]
fn unknown_formats() {
    let work = folder(&[("blur.c", BLUR.as_bytes())]);
    let run = |args: &[&str]| {
        let output = pleat(&[&["fold", "blur.c"], args].concat(), work.path());
        assert_eq!(output.status.code(), Some(2));
        stderr(&output)
    };
    let message = run(&["--report", "r.xml"]);
    let endings = "the ending must be one of .json, .html, .sarif, .opt.yaml";
    assert!(message.contains(endings), "{message}");
    let message = run(&["--format", "gitlab"]);
    assert!(message.contains("invalid value 'gitlab'"), "{message}");
    let message = run(&["--report", "none/r.sarif"]);
    assert!(message.contains("cannot write none/r.sarif"), "{message}");
}
