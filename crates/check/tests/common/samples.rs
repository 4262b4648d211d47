//! Scops from the literature and of unusual constructs.

use super::{Builder, may_read, may_write, read, write};
use scop::Scop;

pub(crate) fn durbin() -> Scop {
    Builder::new("N", "N >= 3", "N, N")
        .statement("", "", "0", &[write("[0][0]")])
        .statement(
            "k, i",
            "1 <= k < N and 0 <= i < k",
            "1, k, 0, i",
            &[read("[i][k - 1]")],
        )
        .statement(
            "k, i",
            "1 <= k < N and 0 <= i < k",
            "1, k, 1, i",
            &[
                read("[i][k - 1]"),
                read("[k - i - 1][k - 1]"),
                write("[i][k]"),
            ],
        )
        .statement("k", "1 <= k < N", "1, k, 2", &[write("[k][k]")])
        .statement("i", "0 <= i < N", "2, i", &[read("[i][N - 1]")])
        .scop
}

/// Two stages of a blur, the second two rows after the first.
pub(crate) fn blur() -> Scop {
    Builder::new("N", "N >= 3", "N, N")
        .statement(
            "y, x",
            "0 <= y < N and 0 <= x < N",
            "y, x, 0",
            &[write("[y][x]")],
        )
        .statement(
            "y, x",
            "2 <= y < N and 0 <= x < N",
            "y, x, 1",
            &[read("[y - 2][x]"), read("[y - 1][x]"), read("[y][x]")],
        )
        .scop
}

pub(crate) fn jacobi() -> Scop {
    Builder::new("T, N", "T >= 2 and N >= 3", "T, N")
        .statement("i", "0 <= i < N", "0, i", &[write("[0][i]")])
        .statement(
            "t, i",
            "1 <= t < T and 1 <= i < N - 1",
            "1, t, 0, i",
            &[
                read("[t - 1][i - 1]"),
                read("[t - 1][i]"),
                read("[t - 1][i + 1]"),
                write("[t][i]"),
            ],
        )
        .statement(
            "t",
            "1 <= t < T",
            "1, t, 1",
            &[read("[t - 1][0]"), write("[t][0]")],
        )
        .statement(
            "t",
            "1 <= t < T",
            "1, t, 2",
            &[read("[t - 1][N - 1]"), write("[t][N - 1]")],
        )
        .statement("i", "0 <= i < N", "2, i", &[read("[T - 1][i]")])
        .scop
}

/// PolyBench's dynprog: running sums.
pub(crate) fn dynprog() -> Scop {
    Builder::new("N", "N >= 3", "N, N, N")
        .statement(
            "i, j",
            "0 <= i < N - 1 and i < j < N",
            "0, i, j, 0",
            &[write("[i][j][i]")],
        )
        .statement(
            "i, j, k",
            "0 <= i < N - 1 and i < j < N and i < k < j",
            "0, i, j, 1, k",
            &[read("[i][j][k - 1]"), write("[i][j][k]")],
        )
        .statement(
            "i, j",
            "0 <= i < N - 1 and i < j < N",
            "0, i, j, 2",
            &[read("[i][j][j - 1]")],
        )
        .scop
}

/// A static array that each execution fills before it reads.
pub(crate) fn carried_filled() -> Scop {
    Builder::new("N", "N >= 2", "N")
        .array(|a| a.carried = true)
        .statement("i", "0 <= i < N", "0, i", &[write("[i]")])
        .statement("i", "1 <= i < N", "1, i", &[read("[i]"), read("[i - 1]")])
        .scop
}

/// A static array that is read before it is filled.
pub(crate) fn carried_kept() -> Scop {
    Builder::new("N", "N >= 2", "N")
        .array(|a| a.carried = true)
        .statement("i", "1 <= i < N", "0, i", &[read("[i - 1]"), write("[i]")])
        .scop
}

/// Stores that depend on data.
pub(crate) fn may_accesses() -> Scop {
    Builder::new("N", "N >= 2", "N")
        .statement("i", "0 <= i < N", "0, i, 0", &[write("[i]")])
        .statement(
            "i",
            "1 <= i < N",
            "0, i, 1",
            &[read("[i]"), may_write("[i - 1]")],
        )
        .statement("i", "1 <= i < N", "0, i, 2", &[may_read("[i - 1]")])
        .scop
}

/// Stores and loads at unknown positions of a row.
pub(crate) fn scattered() -> Scop {
    Builder::new("N", "N >= 2", "N, N")
        .statement(
            "k, i",
            "0 <= k < N and 0 <= i < N",
            "k, 0, i",
            &[may_write("[k][?]")],
        )
        .statement(
            "k, i",
            "0 <= k < N and 0 <= i < N",
            "k, 1, i",
            &[may_read("[k][?]")],
        )
        .scop
}

/// Expressions in which a read may see a write of the same expression.
pub(crate) fn unordered() -> Scop {
    Builder::new("N", "N >= 3", "N")
        .statement("", "", "0", &[write("[0]")])
        .unordered(
            "i",
            "1 <= i < N",
            "1, i, 0",
            &[read("[i - 1]"), write("[i]")],
        )
        .unordered(
            "i",
            "2 <= i < N",
            "1, i, 1",
            &[read("[i]"), read("[i - 2]"), write("[i]")],
        )
        .scop
}

pub(crate) fn reversed() -> Scop {
    Builder::new("N", "N >= 2", "N, N")
        .statement(
            "i, j",
            "0 <= i < N and 0 <= j < N",
            "-i, 0, j",
            &[write("[i][j]")],
        )
        .statement(
            "i, j",
            "0 <= i < N - 1 and 0 <= j < N",
            "-i, 1, -j",
            &[read("[i + 1][j]"), read("[i][j]")],
        )
        .scop
}

pub(crate) fn strided() -> Scop {
    Builder::new("N", "N >= 2", "2*N")
        .statement("i", "0 <= i < 2*N and i % 2 = 0", "i, 0", &[write("[i]")])
        .statement(
            "i",
            "0 < i < 2*N and i % 3 = 0",
            "i, 1",
            &[write("[i - 1]")],
        )
        .statement(
            "i",
            "2 <= i < 2*N and i % 2 = 0",
            "i, 2",
            &[read("[i - 2]")],
        )
        .scop
}

pub(crate) fn live_out() -> Scop {
    Builder::new("N", "N >= 2", "N, N")
        .array(|a| a.live_out = true)
        .statement(
            "i, j",
            "0 <= i < N and 0 <= j <= i",
            "0, i, j",
            &[write("[i][j]")],
        )
        .statement(
            "i, j",
            "1 <= i < N and 0 <= j < i",
            "0, i, j, 1",
            &[read("[i - 1][j]")],
        )
        .scop
}

/// All elements hold values before the region, and all are read.
pub(crate) fn live_in() -> Scop {
    Builder::new("N", "N >= 2", "N")
        .array(|a| a.live_in = true)
        .statement(
            "i",
            "0 <= i < N",
            "0, i, 0",
            &[read("[i]"), read("[N - i - 1]")],
        )
        .statement("i", "0 <= i < N", "0, i, 1", &[write("[i]")])
        .statement("i", "1 <= i < N", "0, i, 2", &[read("[i - 1]")])
        .scop
}

/// An array that is reused: first for one purpose, then for another.
pub(crate) fn phases() -> Scop {
    Builder::new("N", "N >= 2", "2*N")
        .statement("i", "0 <= i < N", "0, i", &[write("[i]")])
        .statement("i", "0 <= i < N", "1, i", &[read("[i]")])
        .statement("i", "0 <= i < N", "2, i, 0", &[write("[i + N]")])
        .statement(
            "i",
            "0 <= i < N",
            "2, i, 1",
            &[read("[i + N]"), write("[i]")],
        )
        .statement("i", "0 <= i < N", "2, i, 2", &[read("[i]")])
        .scop
}

/// Loops beside statements, at different depths.
pub(crate) fn imperfect() -> Scop {
    Builder::new("N, M", "N >= 2 and M >= 1", "N, M + 1")
        .statement("i", "0 <= i < N", "i, 0", &[write("[i][0]")])
        .statement(
            "i, j",
            "0 <= i < N and 0 <= j < M",
            "i, 1, j",
            &[read("[i][j]"), write("[i][j + 1]")],
        )
        .statement(
            "i",
            "1 <= i < N",
            "i, 2",
            &[read("[i - 1][M]"), read("[i][M]")],
        )
        .scop
}

/// Stores without readers, between stores that are read.
pub(crate) fn dead_stores() -> Scop {
    Builder::new("N", "N >= 3", "N")
        .statement("i", "0 <= i < N", "0, i, 0", &[write("[i]")])
        .statement("i", "0 <= i < N", "0, i, 1", &[read("[i]")])
        .statement("i", "2 <= i < N", "0, i, 2", &[write("[i - 2]")])
        .scop
}

/// `double a[N] = {0};` before a sweep.
pub(crate) fn zeroed() -> Scop {
    Builder::new("N", "N >= 2", "N")
        .statement("", "", "0", &[write("[?]")])
        .statement(
            "i",
            "1 <= i < N",
            "1, i, 0",
            &[read("[i]"), read("[i - 1]"), write("[i]")],
        )
        .scop
}

/// Two stores in one expression.
pub(crate) fn chained() -> Scop {
    Builder::new("N", "N >= 3", "N, 2")
        .unordered(
            "i",
            "1 <= i < N",
            "i, 0",
            &[write("[i][0]"), write("[i - 1][1]")],
        )
        .statement(
            "i",
            "1 <= i < N",
            "i, 1",
            &[read("[i][0]"), read("[i - 1][1]")],
        )
        .scop
}

/// Two stores to the same element in one expression: either may be last.
pub(crate) fn rivals() -> Scop {
    Builder::new("N", "N >= 3", "N")
        .unordered("i", "0 <= i < N", "0, i, 0", &[write("[i]"), write("[0]")])
        .statement("i", "0 <= i < N", "0, i, 1", &[read("[i]"), read("[0]")])
        .scop
}

/// Reads after the region; the first coordinate of its time is a loop.
pub(crate) fn live_out_long() -> Scop {
    Builder::new("N", "N >= 2", "N")
        .array(|a| a.live_out = true)
        .statement("i", "0 <= i < N", "i, 0", &[write("[i]")])
        .statement("i", "1 <= i < N", "i, 1", &[read("[i - 1]")])
        .scop
}

/// Reads of earlier values at negative times.
pub(crate) fn live_in_backward() -> Scop {
    Builder::new("N", "N >= 2", "N")
        .array(|a| a.live_in = true)
        .statement(
            "i",
            "0 <= i < N",
            "-i, 0",
            &[read("[i]"), write("[N - i - 1]")],
        )
        .scop
}

/// Some elements are read before they are written.
pub(crate) fn live_in_partly() -> Scop {
    Builder::new("N", "N >= 3", "N")
        .array(|a| a.live_in = true)
        .statement("i", "1 <= i < N", "0, i", &[read("[i - 1]"), write("[i]")])
        .scop
}

/// Stores to unknown positions of a row, whose elements have different last reads.
pub(crate) fn scattered_uneven() -> Scop {
    Builder::new("N", "N >= 3", "N, N")
        .statement(
            "k, i",
            "0 <= k < N and 0 <= i < N",
            "0, k, 0, i",
            &[may_write("[k][?]")],
        )
        .statement("k", "0 <= k < N", "0, k, 1", &[read("[k][0]")])
        .statement("k", "1 <= k < N", "0, k, 2", &[read("[k - 1][1]")])
        .scop
}

/// A pass that reads the previous row, one column further: a skewed mapping with N + 1 cells.
pub(crate) fn skewed() -> Scop {
    Builder::new("T, N", "T >= 2 and N >= 3", "T, N")
        .statement(
            "t, i",
            "0 <= t < T and 0 <= i < N",
            "t, i, 0",
            &[write("[t][i]")],
        )
        .statement(
            "t, i",
            "1 <= t < T and 0 <= i < N - 1",
            "t, i, 1",
            &[read("[t - 1][i + 1]")],
        )
        .scop
}

/// A ring of M elements in each row, written by the user.
pub(crate) fn ring() -> Scop {
    Builder::new("N, M", "N >= 2 and M >= 1", "N, M")
        .statement(
            "k, i",
            "0 <= k < N and 0 <= i < 5*M",
            "k, i, 0",
            &[write("[k][i % M]")],
        )
        .statement(
            "k, i",
            "1 <= k < N and 0 <= i < 5*M",
            "k, i, 1",
            &[read("[k - 1][i % M]")],
        )
        .scop
}

pub(crate) fn all() -> Vec<(&'static str, Scop)> {
    vec![
        ("durbin", durbin()),
        ("blur", blur()),
        ("jacobi", jacobi()),
        ("dynprog", dynprog()),
        ("carried_filled", carried_filled()),
        ("carried_kept", carried_kept()),
        ("may_accesses", may_accesses()),
        ("scattered", scattered()),
        ("unordered", unordered()),
        ("reversed", reversed()),
        ("strided", strided()),
        ("live_out", live_out()),
        ("live_in", live_in()),
        ("phases", phases()),
        ("imperfect", imperfect()),
        ("dead_stores", dead_stores()),
        ("zeroed", zeroed()),
        ("chained", chained()),
        ("rivals", rivals()),
        ("live_out_long", live_out_long()),
        ("live_in_backward", live_in_backward()),
        ("live_in_partly", live_in_partly()),
        ("scattered_uneven", scattered_uneven()),
        ("skewed", skewed()),
    ]
}

/// Whether the scop of that name has live-in or live-out values.
pub(crate) fn crosses_border(name: &str) -> bool {
    name.starts_with("live_") || name == "carried_kept"
}
