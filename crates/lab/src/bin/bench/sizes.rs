//! The sizes at which `bench run` measures each kernel: its data fit into the second-level cache,
//! or its original temporaries exceed the last-level cache.

/// One measurement of a kernel: macros as the compiler gets them.
pub(crate) struct Point {
    /// Folder and stem in the corpus.
    pub kernel: &'static str,
    /// `NAME=VALUE` for each macro; `REPEAT` is the number of calls in one run.
    pub below: &'static str,
    pub above: &'static str,
    /// Variables that hold the value of a macro: `n=N`.
    pub variables: &'static str,
}

const fn point(
    kernel: &'static str,
    below: &'static str,
    above: &'static str,
    variables: &'static str,
) -> Point {
    Point {
        kernel,
        below,
        above,
        variables,
    }
}

/// All measurements. The large sizes of `papers` are those of the papers, if they give any.
pub(crate) const POINTS: &[Point] = &[
    point(
        "papers/blur_interleaved",
        "N=256 M=256 REPEAT=100",
        "N=6144 M=6144 REPEAT=2",
        "n=N m=M",
    ),
    point(
        "papers/blur_tile_buffer",
        "N=256 M=256 B=32 REPEAT=100",
        "N=8192 M=8192 B=512 REPEAT=2",
        "",
    ),
    point("papers/durbin", "N=250 REPEAT=100", "N=8000 REPEAT=2", ""),
    point(
        "papers/dynprog_ascending",
        "N=50 REPEAT=200",
        "N=400 REPEAT=2",
        "",
    ),
    point(
        "papers/dynprog_descending",
        "N=50 REPEAT=200",
        "N=400 REPEAT=2",
        "",
    ),
    point(
        "papers/gauss",
        "N=128 M=128 REPEAT=100",
        "N=4096 M=4096 REPEAT=2",
        "",
    ),
    point(
        "papers/jacobi_1d",
        "T=50 N=2000 REPEAT=100",
        "T=5000 N=8000 REPEAT=2",
        "steps=T n=N",
    ),
    point(
        "papers/jacobi_2d",
        "T=10 N=100 M=100 REPEAT=100",
        "T=30 N=1200 M=1200 REPEAT=2",
        "",
    ),
    point(
        "papers/lbm_d2q9",
        "T=10 N=100 M=100 REPEAT=100",
        "T=50 N=1024 M=1024 REPEAT=2",
        "",
    ),
    point(
        "papers/livermore18",
        "N=128 KN=128 REPEAT=100",
        "N=5000 KN=5000 REPEAT=2",
        "",
    ),
    point(
        "papers/motion_detection",
        "N=60 M=60 REPEAT=100",
        "N=1200 M=1200 REPEAT=2",
        "",
    ),
    point(
        "papers/produce_consume",
        "N=400 REPEAT=100",
        "N=6500 REPEAT=2",
        "",
    ),
    point(
        "papers/reg_detect",
        "N=60 P=32 REPEAT=50",
        "N=800 P=64 REPEAT=2",
        "",
    ),
    point(
        "papers/reverse_l",
        "N=400 REPEAT=100",
        "N=6500 REPEAT=2",
        "",
    ),
    point(
        "papers/song_example1",
        "N=20000 REPEAT=500",
        "N=40000000 REPEAT=2",
        "n=N",
    ),
    point(
        "papers/yuki_figure3a",
        "N=20000 REPEAT=500",
        "N=40000000 REPEAT=2",
        "",
    ),
    point(
        "papers/yuki_figure3b",
        "N=20000 REPEAT=500",
        "N=40000000 REPEAT=2",
        "",
    ),
    point(
        "papers/yuki_figure4",
        "N=2000 T=20 REPEAT=100",
        "N=200000 T=150 REPEAT=2",
        "",
    ),
    point("pipelines/bilateral_grid", SMALL, WIDE, ""),
    point("pipelines/blur_pointers", SMALL, LARGE, IMAGE),
    point("pipelines/blur_rows", SMALL, LARGE, ""),
    point("pipelines/blur_stages", SMALL, LARGE, ""),
    point(
        "pipelines/blur_tiles",
        "H=512 W=512 TH=64 TW=128 REPEAT=100",
        "H=8192 W=8192 TH=512 TW=512 REPEAT=2",
        "",
    ),
    point("pipelines/camera_rows", SMALL, LARGE, ""),
    point("pipelines/camera_stages", SMALL, MIDDLE, ""),
    point("pipelines/canny_rows", TINY, MIDDLE, ""),
    point("pipelines/canny_stages", TINY, MIDDLE, ""),
    point(
        "pipelines/flow_frames",
        "H=128 W=128 STEPS=10 REPEAT=50",
        "H=1500 W=1500 STEPS=20 REPEAT=2",
        "",
    ),
    point(
        "pipelines/flow_swap",
        "H=256 W=256 STEPS=10 REPEAT=50",
        "H=4096 W=4096 STEPS=4 REPEAT=2",
        IMAGE,
    ),
    point("pipelines/harris_rows", TINY, MIDDLE, ""),
    point("pipelines/harris_stages", TINY, MIDDLE, IMAGE),
    point(
        "pipelines/harris_tiles",
        "H=512 W=512 TH=64 TW=64 REPEAT=50",
        "H=8192 W=8192 TH=256 TW=256 REPEAT=2",
        "",
    ),
    point("pipelines/integral_rows", SMALL, WIDE, ""),
    point(
        "pipelines/local_laplacian",
        "H=128 W=128 K=8 REPEAT=50",
        "H=2560 W=2560 K=8 REPEAT=2",
        "",
    ),
    point("pipelines/pyramid_blend", TINY, MIDDLE, ""),
    point("pipelines/unsharp_rows", TINY, WIDE, ""),
    point("pipelines/unsharp_stages", TINY, WIDE, IMAGE),
    point(
        "pipelines/unsharp_tiles",
        "H=512 W=512 B=64 REPEAT=50",
        "H=4096 W=4096 B=512 REPEAT=2",
        "",
    ),
    point(
        "tiled/diamond",
        "N=64 PHASES=32 B=16 REPEAT=50",
        "N=16384 PHASES=16 B=64 REPEAT=2",
        "",
    ),
    point(
        "tiled/heat_2d",
        "H=256 W=256 BANDS=4 STEPS=4 SIDE=48 REPEAT=20",
        "H=4096 W=4096 BANDS=2 STEPS=8 SIDE=192 REPEAT=2",
        "",
    ),
    point(
        "tiled/hexagonal",
        "N=64 PHASES=32 B=16 REPEAT=50",
        "N=16384 PHASES=16 B=64 REPEAT=2",
        "",
    ),
    point(
        "tiled/jacobi_overlapped",
        "N=8192 BANDS=8 STEPS=16 CELLS=256 REPEAT=50",
        "N=20000000 BANDS=2 STEPS=32 CELLS=4096 REPEAT=2",
        "",
    ),
    point(
        "tiled/lbm_d3q19",
        "N=20 T=8 REPEAT=50",
        "N=200 T=10 REPEAT=2",
        "",
    ),
    point(
        "tiled/lbm_d3q27",
        "N=20 T=8 REPEAT=50",
        "N=200 T=10 REPEAT=2",
        "",
    ),
    point(
        "tiled/parallelogram",
        "N=8192 BANDS=8 B=64 REPEAT=50",
        "N=20000000 BANDS=1 B=64 REPEAT=2",
        "",
    ),
];

const IMAGE: &str = "h=H w=W";
const TINY: &str = "H=256 W=256 REPEAT=100";
const SMALL: &str = "H=512 W=512 REPEAT=100";
/// Six images of floats exceed the cache.
const MIDDLE: &str = "H=4096 W=4096 REPEAT=2";
/// One image exceeds the cache.
const LARGE: &str = "H=9000 W=8192 REPEAT=2";
/// Three images exceed the cache.
const WIDE: &str = "H=8192 W=4096 REPEAT=2";
