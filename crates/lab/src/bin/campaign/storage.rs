//! Adds code to a program that prints the number of bytes of its arrays.

/// C code that records the bytes of arrays, by kernel and size.
const NOTES: &str = "\
static unsigned long bytes_[64];
static int at_;
static void note_(unsigned long n) { bytes_[at_] += n; }
static void *malloc_(unsigned long n) { note_(n); return malloc(n); }
static void next_(void) { at_++; }
static void show_(void)
{
    for (int x = 1; x <= at_; x++)
        printf(\" %lu\", bytes_[x]), bytes_[x] = 0;
    printf(\"\\n\");
    at_ = 0;
}
";

/// The text of a program that prints the bytes of arrays after each hash: one number for each size.
pub(crate) fn measured(text: &str) -> String {
    let mut measured = String::new();
    for line in text.lines() {
        let line = line.replace("= malloc(", "= malloc_(");
        let line = line.replace(" fill();", " fill(); next_();");
        let line = line.replace(" %08x\\n\", hash);", " %08x\", hash); show_();");
        measured.push_str(&line);
        for name in declared(&line) {
            measured.push_str(&format!(" note_(sizeof {name});"));
        }
        measured.push('\n');
        if line == "int printf(const char *, ...);" {
            measured.push_str(NOTES);
        }
    }
    measured
}

/// The automatic arrays declared in a line.
fn declared(line: &str) -> Vec<&str> {
    let inner = line.strip_prefix(' ').map(str::trim);
    let list = inner.and_then(|l| l.strip_prefix("unsigned ")?.strip_suffix("];"));
    let Some(list) = list.filter(|l| !l.contains('=') || l.contains("==")) else {
        return Vec::new();
    };
    let arrays = list.split(", ").filter_map(|d| d.split_once('['));
    let is_name = |n: &str| n.chars().all(|c| c.is_alphanumeric() || c == '_');
    arrays
        .map(|(name, _)| name)
        .filter(|n| is_name(n))
        .collect()
}
