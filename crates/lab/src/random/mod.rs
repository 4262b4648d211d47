//! Random kernels in C, the same for the same seed: every subscript is in bounds and no element is
//! read before it is written, for all sizes of [`SIZES_RUN`]. Must not know the tools that read
//! them.
//!
//! A *kernel* is a function `unsigned k(const unsigned *in, unsigned *out)` with temporaries of its
//! own. `draft` writes one that may be invalid; `repair` executes it (`run`), adds conditions where
//! elements are read too early, and declares the shapes that are needed (`fit`); `print` writes it
//! as C; `shrink` proposes smaller valid ones.

mod draft;
mod features;
mod fit;
mod pointers;
mod print;
mod repair;
mod run;
mod shrink;
mod style;
mod tree;
mod visit;

pub use features::{Feature, Features};

use crate::rng::Rng;
use features::Manner;
use tree::{Array, Block};

/// The number of elements of `in`.
const INPUTS: usize = 512;
/// The number of elements of `out`.
const OUTPUTS: usize = 1024;

/// The sizes for which a kernel is valid: `n` and `m`.
pub const SIZES_RUN: [[i64; 2]; 6] = [[2, 2], [2, 5], [3, 2], [3, 4], [5, 3], [4, 5]];

/// One in this many kernels accesses elements through pointers to rows.
const ONE_WITH_POINTERS: u64 = 3;

/// How a kernel writes its sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sizes {
    /// `N` and `M`
    Macros,
    /// The parameters `n` and `m`.
    Variables,
    /// The parameters `n` and `m`, always equal to `N` and `M`, which declare the arrays.
    Passed,
}

/// A random function.
#[derive(Clone, Debug)]
pub struct Kernel {
    name: String,
    sizes: Sizes,
    arrays: Vec<Array>,
    /// The number of scalars. The first is the result of the function.
    scalars: usize,
    /// Whether iterators are declared once for all loops.
    outer_iterators: bool,
    is_static: bool,
    /// Whether elements are accessed through pointers to their rows, where they have rows.
    row_pointers: bool,
    body: Block,
    /// The number of accesses created.
    accesses: usize,
    /// The sizes for which it is valid.
    sizes_run: &'static [[i64; 2]],
    features: Features,
    manner: Manner,
}

/// An access to an element of a temporary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The temporary: `t0` is 0.
    pub array: usize,
    /// Its subscripts.
    pub element: Vec<i64>,
    /// Whether it is written.
    pub is_write: bool,
}

impl Kernel {
    /// The kernel of a seed.
    pub fn random(seed: u64, features: Features) -> Self {
        let (features, mut random) = features::of_kernel(seed, features);
        if features.has(Feature::Products) {
            return Kernel {
                features,
                ..features::products::kernel(seed, &mut random)
            };
        }
        let drafts = (0..).map(|attempt: u64| {
            let mut draft = draft::kernel(seed, attempt, features);
            let mut random = Rng::new(seed.wrapping_mul(7_368_787) ^ attempt << 40);
            features::shape(&mut draft, features, &mut random);
            draft
        });
        let valid = drafts.filter_map(|draft| repair::repaired(draft, features));
        let mut kernel = { valid }.next().unwrap_or_else(|| draft::empty(seed));
        kernel.name = format!("k{seed}");
        kernel.row_pointers = seed % ONE_WITH_POINTERS == 1 && kernel.manner.lanes.is_none();
        features::finish(&mut kernel, features, &mut random);
        kernel.features = features;
        kernel
    }

    /// The name of the function.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its constructs beyond plain loops.
    pub fn features(&self) -> Features {
        self.features
    }

    /// The number of temporaries.
    pub fn temporaries(&self) -> usize {
        self.arrays.len()
    }

    /// Whether its sizes are only the macros `N` and `M`.
    pub fn has_macro_sizes(&self) -> bool {
        self.sizes == Sizes::Macros
    }

    /// Whether it calls, or is called by, functions of another file.
    fn needs_other_file(&self) -> bool {
        let manner = &self.manner;
        let in_bound = |b: &features::bounds::Bound| b.way == features::bounds::Way::OtherFile;
        manner.lanes.is_some()
            || manner.volatile_scalars
            || manner.bound.as_ref().is_some_and(in_bound)
            || tree::calls(&self.body)
    }

    /// Whether a temporary has one subscript in C, although it has several dimensions.
    pub fn is_flat(&self, array: usize) -> bool {
        self.arrays[array].home.is_flat() && self.arrays[array].extents.len() > 1
    }

    /// The number of inner blocks that declare a temporary; 0 if it belongs to the whole function.
    pub fn declarations(&self, array: usize) -> usize {
        tree::declarations(&self.body, array)
    }

    /// All accesses to temporaries in the order of C; `None` if the kernel is undefined at these
    /// sizes.
    pub fn touches(&self, sizes: [i64; 2]) -> Option<Vec<Touch>> {
        run::run(self, sizes).ok().map(|run| run.touches)
    }

    /// The result that the program of [`file()`] prints for it.
    pub fn hash(&self, macros: [i64; 2]) -> u32 {
        let at = |hash: u32, sizes: [i64; 2]| match run::run(self, sizes) {
            Ok(run) => {
                let start = hash.wrapping_add(run.scalar);
                let mix = |hash: u32, x: &u32| (hash ^ x).wrapping_mul(16_777_619);
                run.output.iter().fold(start, mix)
            }
            Err(_) => hash,
        };
        match self.sizes {
            Sizes::Macros | Sizes::Passed => at(0, macros),
            Sizes::Variables => self.sizes_run.iter().copied().fold(0, at),
        }
    }

    /// Valid kernels with one part less, the simplest first.
    pub fn smaller(&self) -> impl Iterator<Item = Kernel> {
        shrink::steps(self).into_iter().filter(repair::is_valid)
    }
}

/// The other file of the program of [`file()`]; empty if it has none.
pub fn other_file(kernels: &[&Kernel]) -> String {
    print::other_file(kernels)
}

/// A C file of kernels. With `main` it is a program that prints one line per kernel: its name and
/// [`Kernel::hash`]. `macros` are the values of `N` and `M`.
pub fn file(kernels: &[&Kernel], macros: [i64; 2], main: bool) -> String {
    print::file(kernels, macros, main)
}
