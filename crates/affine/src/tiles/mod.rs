//! Loops over tiles, which are left out of the system.
//!
//! A loop over tiles, `for (o = L; o < U; o += T)`, is executed once, with its counter `o` as a
//! parameter that satisfies `L <= o` and the condition. It gets neither an iterator nor a time.
//! Loops inside of it are numbered by their counters, so that iterators mean the same in all tiles.
//! The domain of a statement is then a set of iterators in terms of `o`, and it is shown that
//!
//! > for some domain `D` and some affine position `p` without `o`, the statement is executed in
//! > tile `o` exactly for `{ x in D : o <= p(x) < o + T }`,
//!
//! and that each of these instances is in one tile that is executed: on `D`, `L <= p(x)`, and the
//! condition of the loop holds for all `o` with `L <= o <= p(x)`. So the program without the loop,
//! in which the statement has domain `D`, executes the same instances. The size `T` is a number or
//! any expression that does not change; it is shown to be positive, or assumed to be.
//!
//! The counter may also be the number `k` of a tile, from 0, with a size that is a number, or one
//! that is a parameter. The product `k*T` is a parameter of its own, and what has to be known of
//! `k` is `0 <= k`, and `k < q` for each quotient `q = a / T` with `p(x) + T <= a`.
//!
//! Tiles along diagonals are numbered by `a` and `b = w - a`, for the loops over `w` and `a`. Both
//! loops are left out together, and the positions of both numbers are sought.
//!
//! Whether the order matters is not decided here: see [`scop::Tiling`]. A loop that is not
//! understood in this way is executed like any other.

mod candidate;
mod diagonals;
mod divide;
mod names;
mod own;
mod run;
mod text;
mod window;
