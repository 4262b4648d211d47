//! Folds that a person wrote are read and proved like those of Pleat; near misses are refused.

use crate::common::on_big_stack;
use check::same_values;
use front::{Extraction, Original};
use scop::Order;
use source::{Flags, SourceFile};

const ROWS: &str = "
void blur(int w, int h, const float in[h][w], float out[h][w])
{
    float rows[h][w];
    for (int y = 0; y < h; y++) {
        for (int x = 1; x < w - 1; x++)
            rows[y][x] = in[y][x - 1] + in[y][x] + in[y][x + 1];
        if (y >= 2)
            for (int x = 1; x < w - 1; x++)
                out[y - 1][x] = rows[y - 2][x] + rows[y - 1][x] + rows[y][x];
    }
}
";

/// Names of the user's choice for the rows of a ring.
const RING: &str = "
void blur(int w, int h, const float in[h][w], float out[h][w])
{
    float rows[3][w];
    for (int y = 0; y < h; y++) {
        const int newest = y % 3, middle = (y + 2) % 3, oldest = (newest + 1) % 3;
        for (int x = 1; x < w - 1; x++)
            rows[newest][x] = in[y][x - 1] + in[y][x] + in[y][x + 1];
        if (y >= 2)
            for (int x = 1; x < w - 1; x++)
                out[y - 1][x] = rows[oldest][x] + rows[middle][x] + rows[newest][x];
    }
}
";

const POINTWISE: &str = "
void scale(int n, const double in[n], double out[n])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t[i] = in[i] * in[i];
        out[i] = t[i] + 1 / t[i];
    }
}
";

const SCALAR: &str = "
void scale(int n, const double in[n], double out[n])
{
    double t;
    for (int i = 0; i < n; i++) {
        t = in[i] * in[i];
        out[i] = t + 1 / t;
    }
}
";

const SKEWED: &str = "
void relax(int n, int m, int a[n][m])
{
    int t[n + m];
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            t[i + j] = a[j][i];
            if (i >= 4)
                a[j][i] += t[i + j - 4];
        }
}
";

/// A loop in strips, with names and a layout of the user's own.
const STRIPS: &str = "
void relax(int n, int m, int a[n][m])
{
    int t[5];
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m;) {
            const int here = (i + j) % 5 - i;
            const int back = (i + j + 1) % 5 - i;
            int stop = m;
            if (stop > 5 - here) stop = 5 - here;
            if (stop > 5 - back) stop = 5 - back;
            for (; i < stop; i++) {
                t[here + i] = a[j][i];
                if (i >= 4)
                    a[j][i] += t[back + i];
            }
        }
}
";

fn read(text: &str, originals: Vec<Original>) -> Extraction {
    let file = SourceFile::new("by_hand.c", text.as_bytes().to_vec());
    let unit = source::preprocess(file, &Flags::default()).unwrap();
    let options = front::Options {
        originals,
        ..pleat::front_options(&unit)
    };
    front::extract(&unit, &options)
}

/// Whether the fold of one array in a text is proved.
fn is_proved(original: &str, folded: &str, array: &str) -> bool {
    on_big_stack(|| {
        let before = read(original, Vec::new());
        let originals = before.regions.iter().map(|r| r.original(|_| None));
        let after = read(folded, originals.collect());
        let find = |extraction: &Extraction| {
            let candidates = extraction.regions.first()?.candidates.iter();
            let mut named = candidates.filter(|c| c.spelling == array);
            named.next().map(|c| c.array)
        };
        let (Some(a), Some(b)) = (find(&before), find(&after)) else {
            return false;
        };
        let (before, after) = (&before.regions[0].scop, &after.regions[0].scop);
        before.ctx.start_budget(10_000_000);
        same_values(before, after, &[(a, b)], Order::Sequential).is_ok()
    })
}

fn replaced(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    text.replace(from, to)
}

#[test]
fn names_of_rows() {
    assert!(is_proved(ROWS, RING, "rows"));
    let phase = replaced(RING, "middle = (y + 2) % 3", "middle = (y + 1) % 3");
    assert!(!is_proved(ROWS, &phase, "rows"));
    let few = replaced(&replaced(RING, "rows[3]", "rows[2]"), "% 3", "% 2");
    assert!(!is_proved(ROWS, &few, "rows"));
}

#[test]
fn scalars() {
    assert!(is_proved(POINTWISE, SCALAR, "t"));
    let early = replaced(
        SCALAR,
        "        out[i] = t + 1 / t;",
        "        out[i] = t + 1 / t; t = 0;",
    );
    assert!(!is_proved(POINTWISE, &early, "t"));
    let late = replaced(POINTWISE, "1 / t[i]", "(i > 0 ? t[i - 1] : 0)");
    let stale = replaced(SCALAR, "1 / t", "(i > 0 ? t : 0)");
    assert!(!is_proved(&late, &stale, "t"));
}

#[test]
fn strips() {
    assert!(is_proved(SKEWED, STRIPS, "t"));
    let long = replaced(STRIPS, "if (stop > 5 - back) stop = 5 - back;", "");
    assert!(!is_proved(SKEWED, &long, "t"));
    let off = replaced(STRIPS, "(i + j + 1) % 5 - i", "(i + j + 2) % 5 - i");
    assert!(!is_proved(SKEWED, &off, "t"));
}
