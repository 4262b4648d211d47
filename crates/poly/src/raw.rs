//! The isl functions that isl-rs does not wrap, most of them for their callbacks, and printing,
//! which leaks there. The only `unsafe` code of Pleat.
#![allow(unsafe_code)]

use isl_rs::{
    ASTNode, Aff, BasicMap, IdList, LocalSpace, Map, Point, PwAff, Set, UnionMap, UnionSet,
};
use std::ffi::CStr;
use std::os::raw::{c_char, c_int, c_ulong, c_void};

const STAT_ERROR: c_int = -1;
const STAT_OK: c_int = 0;

type PieceCallback = extern "C" fn(set: usize, aff: usize, user: *mut c_void) -> c_int;
type PointCallback = extern "C" fn(point: usize, user: *mut c_void) -> c_int;

unsafe extern "C" {
    fn isl_version() -> *const c_char;
    fn isl_pw_aff_foreach_piece(pa: usize, f: PieceCallback, user: *mut c_void) -> c_int;
    fn isl_basic_map_from_local_space(space: usize) -> usize;
    fn isl_ctx_set_max_operations(ctx: usize, max_operations: c_ulong);
    fn isl_ctx_next_operation(ctx: usize) -> c_int;
    fn isl_set_foreach_point(set: usize, f: PointCallback, user: *mut c_void) -> c_int;
    fn isl_union_map_transitive_closure(map: usize, exact: *mut c_int) -> usize;
    fn isl_ast_build_from_context(context: usize) -> usize;
    fn isl_ast_build_set_iterators(build: usize, names: usize) -> usize;
    fn isl_ast_build_node_from_schedule_map(build: usize, schedule: usize) -> usize;
    fn isl_ast_build_free(build: usize) -> usize;
    fn isl_ast_node_get_type(node: usize) -> c_int;
    fn isl_set_to_str(set: usize) -> *mut c_char;
    fn isl_map_to_str(map: usize) -> *mut c_char;
    fn isl_union_set_to_str(set: usize) -> *mut c_char;
    fn isl_union_map_to_str(map: usize) -> *mut c_char;
    fn isl_pw_aff_to_str(pa: usize) -> *mut c_char;
    fn free(text: *mut c_void);
}

/// Objects in isl's notation.
pub(crate) trait Printed {
    /// The text; `None` if isl failed.
    fn printed(&self) -> Option<String>;
}

macro_rules! printed {
    ($($object:ident: $print:ident),*) => { $(
        impl Printed for $object {
            fn printed(&self) -> Option<String> {
                // SAFETY: the object is alive and kept by isl (__isl_keep); the string is ours
                // (__isl_give), made with malloc, and copied before it is freed.
                unsafe {
                    let text = $print(self.ptr);
                    if text.is_null() {
                        return None;
                    }
                    let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
                    free(text.cast());
                    Some(copy)
                }
            }
        }
    )* };
}

printed!(
    Set: isl_set_to_str,
    Map: isl_map_to_str,
    UnionSet: isl_union_set_to_str,
    UnionMap: isl_union_map_to_str,
    PwAff: isl_pw_aff_to_str
);

extern "C" fn collect_piece(set: usize, aff: usize, user: *mut c_void) -> c_int {
    // SAFETY: `user` is the vector that `pieces` below lends to this call, alone on this thread;
    // `set` and `aff` are owned by the callback (isl's __isl_take).
    let out = unsafe { &mut *user.cast::<Vec<(Set, Aff)>>() };
    out.push((
        Set {
            ptr: set,
            should_free_on_drop: true,
        },
        Aff {
            ptr: aff,
            should_free_on_drop: true,
        },
    ));
    STAT_OK
}

/// The pieces of a piecewise quasi-affine expression; `None` if isl failed.
pub(crate) fn pieces(pa: &isl_rs::PwAff) -> Option<Vec<(Set, Aff)>> {
    let mut out: Vec<(Set, Aff)> = Vec::new();
    // SAFETY: `pa` is alive and kept by isl (__isl_keep); `out` outlives the call.
    let status = unsafe { isl_pw_aff_foreach_piece(pa.ptr, collect_piece, (&raw mut out).cast()) };
    (status == STAT_OK).then_some(out)
}

struct PointSink {
    points: Vec<Point>,
    limit: usize,
}

extern "C" fn collect_point(point: usize, user: *mut c_void) -> c_int {
    // SAFETY: as in `collect_piece`.
    let sink = unsafe { &mut *user.cast::<PointSink>() };
    sink.points.push(Point {
        ptr: point,
        should_free_on_drop: true,
    });
    if sink.points.len() > sink.limit {
        STAT_ERROR
    } else {
        STAT_OK
    }
}

/// At most `limit + 1` points of a bounded set, one more than `limit` if there are more; `None` if
/// isl failed.
pub(crate) fn points(set: &Set, limit: usize) -> Option<Vec<Point>> {
    let mut sink = PointSink {
        points: Vec::new(),
        limit,
    };
    // SAFETY: `set` is alive and kept by isl; `sink` outlives the call.
    let status = unsafe { isl_set_foreach_point(set.ptr, collect_point, (&raw mut sink).cast()) };
    let stopped_by_us = sink.points.len() > limit;
    (status == STAT_OK || stopped_by_us).then_some(sink.points)
}

/// A superset of the transitive closure, and whether it is the closure itself; `None` if isl
/// failed.
pub(crate) fn transitive_closure(mut map: UnionMap) -> Option<(UnionMap, bool)> {
    let mut exact: c_int = 0;
    map.should_free_on_drop = false;
    // SAFETY: `map` is alive, and isl takes it over (__isl_take), so that it is not freed here; the
    // result is ours (__isl_give), or null; `exact` outlives the call.
    let ptr = unsafe { isl_union_map_transitive_closure(map.ptr, &raw mut exact) };
    let closure = |ptr| UnionMap {
        ptr,
        should_free_on_drop: true,
    };
    (ptr != 0).then(|| (closure(ptr), exact == 1))
}

/// The relation with only the constraints that a local space implies for its divisions; `None` if
/// isl failed.
pub(crate) fn divisions(mut space: LocalSpace) -> Option<BasicMap> {
    space.should_free_on_drop = false;
    // SAFETY: `space` is alive, and isl takes it over (__isl_take), so that it is not freed here;
    // the result is ours (__isl_give), or null.
    let ptr = unsafe { isl_basic_map_from_local_space(space.ptr) };
    (ptr != 0).then_some(BasicMap {
        ptr,
        should_free_on_drop: true,
    })
}

/// The syntax tree of loops that execute instances at their times, with names for the counters of
/// loops, outermost first; `None` if isl failed.
pub(crate) fn syntax_tree(
    mut schedule: UnionMap,
    mut context: Set,
    mut counters: IdList,
) -> Option<ASTNode> {
    schedule.should_free_on_drop = false;
    context.should_free_on_drop = false;
    counters.should_free_on_drop = false;
    // SAFETY: all three are alive, and isl takes them over (__isl_take), so that they are not freed
    // here; the build is ours until it is freed, and isl accepts a null one; the result is ours
    // (__isl_give), or null.
    let ptr = unsafe {
        let build = isl_ast_build_from_context(context.ptr);
        let build = isl_ast_build_set_iterators(build, counters.ptr);
        let node = isl_ast_build_node_from_schedule_map(build, schedule.ptr);
        isl_ast_build_free(build);
        node
    };
    (ptr != 0).then_some(ASTNode {
        ptr,
        should_free_on_drop: true,
    })
}

/// The kind of a node of a syntax tree. The numbers of isl-rs are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeKind {
    For,
    If,
    Block,
    User,
    Other,
}

/// The kind of a node of a syntax tree.
pub(crate) fn node_kind(node: &ASTNode) -> NodeKind {
    // SAFETY: `node` is alive and kept by isl (__isl_keep).
    match unsafe { isl_ast_node_get_type(node.ptr) } {
        1 => NodeKind::For,
        2 => NodeKind::If,
        3 => NodeKind::Block,
        5 => NodeKind::User,
        _ => NodeKind::Other,
    }
}

/// Leaves a context no further operation.
///
/// `context` must be alive; only the watchdog of [`crate::context`] calls this, and it forgets a
/// context before that is freed.
pub(crate) fn exhaust(context: usize) {
    // SAFETY: the context is alive (see above); isl only sets a number, which it compares with
    // another one now and then.
    unsafe { isl_ctx_set_max_operations(context, 1) }
}

/// The number of operations that a context has executed since they were counted from 0, if that is
/// at most `most`; else a larger number. The caller sets the greatest number and resets the error
/// afterwards.
///
/// isl does not tell the number, but refuses an operation from a greatest number on.
pub(crate) fn operations(context: &isl_rs::Context, most: u64) -> u64 {
    // SAFETY: the context is alive; isl compares two numbers and counts one operation more.
    let is_below = |bound: u64| unsafe {
        isl_ctx_set_max_operations(context.ptr, bound);
        isl_ctx_next_operation(context.ptr) == 0
    };
    let (mut low, mut high, mut counted) = (0, most.saturating_add(1), 0);
    while low < high {
        let middle = low + (high - low) / 2;
        match is_below(middle + counted + 1) {
            true => {
                high = middle;
                counted += 1;
            }
            false => low = middle + 1,
        }
    }
    low
}

/// isl's version and configuration.
pub(crate) fn version() -> String {
    // SAFETY: the text is static and ends in 0.
    unsafe { CStr::from_ptr(isl_version()) }
        .to_string_lossy()
        .into_owned()
}
