//! The text of fused loops, and which of their inner loops become one.

use crate::common::on_big_stack;
use crate::snapshot;
use pleat::{Depth, FuseOptions, fuse};
use source::{Flags, SourceFile};

/// The text with fused loops.
fn fused(text: &str, depth: Depth) -> String {
    let file = SourceFile::new("stages.c", text.as_bytes().to_vec());
    let options = FuseOptions {
        depth,
        ..FuseOptions::default()
    };
    let fused = on_big_stack(|| fuse(file, &Flags::default(), &options).unwrap());
    assert!(fused.unproved.is_empty(), "{:?}", fused.unproved);
    String::from_utf8(fused.bytes).unwrap()
}

fn check(name: &str, text: &str) {
    snapshot::settings("fused_text").bind(|| insta::assert_snapshot!(name, text));
}

/// Comments, a dangling `else`, declarations in bodies, counters of the whole function.
const STYLES: &str = "
#define H 20
#define W 30
void kernel(float in[H][W], float out[H][W])
{
\tint y, x;
\tfloat a[H][W], b[H][W], c[H][W];

\t/* smooth */
\tfor (y = 1; y < H - 1; y++) {\t/* rows */
\t\tfor (x = 0; x < W; x++) {
\t\t\tfloat s = in[y - 1][x] + in[y + 1][x];
\t\t\ta[y][x] = s * 0.5f;\t/* mean */
\t\t}
\t} /* smooth */

\t/* difference
\t   of both */
\tfor (y = 1; y < H - 1; y++)\t// per row
\t\tfor (x = 0; x < W; x++) {
\t\t\tfloat s = a[y][x];
\t\t\tif (s > 0.5f)
\t\t\t\tb[y][x] = s;
\t\t\telse
\t\t\t\tb[y][x] = -s;
\t\t}
\t/* threshold */
\tfor (y = 2; y < H - 2; y++)
\t\tfor (x = 1; x < W - 1; x++)
\t\t\tif (b[y - 1][x] + b[y + 1][x] > 0)
\t\t\t\tc[y][x] = b[y][x - 1];
\t\t\telse
\t\t\t\tc[y][x] = b[y][x + 1];

\tfor (y = 2; y < H - 2; y++) {
\t\tfloat acc = 0;
\t\tfor (x = 1; x < W - 1; x++)
\t\t\tacc += c[y][x];
\t\tfor (x = 1; x < W - 1; x++)
\t\t\tout[y][x] = c[y][x] - acc;
\t}
}
";

#[test]
fn comments_and_declarations_stay() {
    check("styles", &fused(STYLES, Depth::Auto));
}

#[test]
fn line_endings_stay() {
    let dos = STYLES.replace('\n', "\r\n");
    let expected = fused(STYLES, Depth::Auto).replace('\n', "\r\n");
    assert_eq!(fused(&dos, Depth::Auto), expected);
}

/// Macros that mention the counter.
const MACROS: &str = "
#define UP(a) a[y - 1][x]
#define DOWN(a) a[y + 1][x]
#define AT(a, y, x) a[(y)][(x)]
void kernel(int h, int w, float in[h][w], float out[h][w])
{
    float a[h][w], b[h][w], m[h][w];

    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            AT(a, y, x) = 2 * in[y][x];
    }
    for (int y = 1; y < h - 1; ++y)
        for (int x = 0; x < w; x++)
            b[y][x] = UP(a) + DOWN(a);
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            m[y][x] = b[y][x] * 2;
    for (int y = 2; y < h - 2; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = m[y - 1][x] + m[y + 1][x];
}
";

#[test]
fn a_macro_that_mentions_the_counter_keeps_it() {
    check("macros", &fused(MACROS, Depth::Auto));
}

/// Channels inside of pixels.
const CHANNELS: &str = "
#define H 20
#define W 30
void kernel(float in[H][W][3], float out[H][W][3], float f[W])
{
    float lin[H][W][3], sum[H][W], col[H][W][3];

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            for (int c = 0; c < 3; c++)
                lin[y][x][c] = in[y][x][c] * in[y][x][c];

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sum[y][x] = lin[y][x][0] + lin[y][x][1] + lin[y][x][2];

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            for (int c = 0; c < 3; c++)
                col[y][x][c] = lin[y][x][c] / (1 + sum[y][x]) + f[x];

    for (int y = 1; y < H - 1; y++)
        for (int x = 0; x < W; x++)
            for (int c = 0; c < 3; c++)
                out[y][x][c] = col[y - 1][x][c] + col[y][x][c] + col[y + 1][x][c];
}
";

#[test]
fn loops_over_points_contain_those_over_channels() {
    check("channels", &fused(CHANNELS, Depth::Auto));
}

/// A sum along the row between stages that read the same point.
const CARRIED: &str = "
void kernel(int h, int w, float in[h][w], float out[h][w])
{
    float a[h][w], s[h][w], d[h][w];

    for (int y = 0; y < h; y++)
        for (int x = 1; x < w; x++)
            a[y][x] = in[y][x] * in[y][x];
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w; x++)
            s[y][x] = a[y][x] + (x > 1 ? s[y][x - 1] : 0);
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w; x++)
            d[y][x] = s[y][x] * 2;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w; x++)
            out[y][x] = d[y][x] + 1;
}
";

#[test]
fn a_loop_that_carries_values_stays_alone() {
    check("carried", &fused(CARRIED, Depth::Auto));
}

/// Stages of a row that read a neighbourhood.
const NEIGHBOURS: &str = "
void kernel(int h, int w, float in[h][w], float out[h][w])
{
    float a[h][w], b[h][w];

    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            a[y][x] = in[y][x] * 2;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            b[y][x] = a[y][x - 1] + a[y][x + 1];
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = b[y][x] * b[y][x];
}
";

#[test]
fn how_deep() {
    check("outer", &fused(NEIGHBOURS, Depth::Outer));
    check("auto", &fused(NEIGHBOURS, Depth::Auto));
    check("full", &fused(NEIGHBOURS, Depth::Full));
}

/// Loops over points that the user wrote in a loop over rows are not moved.
#[test]
fn rows_of_the_user_are_not_moved() {
    let text = "
void kernel(int h, int w, float in[h][w], float out[h][w])
{
    float a[h][w];

    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            a[y][x] = in[y][x] * 2;
        for (int x = 1; x < w - 1; x++)
            out[y][x] = a[y][x - 1] + a[y][x + 1];
    }
}
";
    assert_eq!(fused(text, Depth::Auto), text);
    assert_ne!(fused(text, Depth::Full), text);
}

/// Two rows of the first loops for each of the last one; comments, and a macro that mentions the
/// counter.
const RATES: &str = "
#define H 20
#define W 30
#define AT(a) a[y][x]
void kernel(float in[H][W], float out[H / 2][W])
{
\tint y, x;
\tfloat a[H][W], b[H][W];

\t/* smooth */
\tfor (y = 1; y < H - 1; y++)\t/* rows */
\t\tfor (x = 0; x < W; x++)
\t\t\ta[y][x] = in[y - 1][x] + in[y + 1][x];

\t/* difference
\t   of both */
\tfor (y = 2; y < H - 2; y++) {\t// per row
\t\tfloat s = 0;
\t\tfor (x = 0; x < W; x++)
\t\t\ts += a[y + 1][x];
\t\tfor (x = 0; x < W; x++)
\t\t\tAT(b) = AT(a) - s;
\t}

\tfor (y = 1; y < H / 2 - 1; y++) /* every second row */
\t\tfor (x = 0; x < W; x++)
\t\t\tout[y][x] = b[2 * y][x];
}
";

#[test]
fn rows_of_faster_stages_have_a_loop() {
    check("rates", &fused(RATES, Depth::Outer));
}

/// A loop with steps, and counters that are never negative.
const STEPS: &str = "
void kernel(unsigned h, unsigned w, const float in[h][w], float out[h][w])
{
    unsigned y, x;
    float a[h][w], b[h][w];

    for (y = 0; y + 1 < h; y += 2)
        for (x = 0; x < w; x++) {
            a[y][x] = in[y][x] - in[y + 1][x];
            a[y + 1][x] = in[y][x] + in[y + 1][x];
        }
    for (y = 1; y + 2 < h; y++)
        for (x = 0; x < w; x++)
            b[y][x] = a[y - 1][x] + a[y + 1][x];
    for (y = 2; y + 2 < h; y++)
        for (x = 0; x < w; x++)
            out[y][x] = b[y][x] * b[y - 1][x];
}
";

#[test]
fn steps_without_a_sign() {
    check("steps", &fused(STEPS, Depth::Outer));
}
