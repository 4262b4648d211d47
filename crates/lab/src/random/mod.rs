//! Random kernels in C, the same for the same seed: every subscript is in bounds and no element is
//! read before it is written, for all sizes of [`SIZES_RUN`]. Knows nothing of what reads them.
//!
//! A *kernel* is a function `unsigned k(const unsigned *in, unsigned *out)` with temporaries of its
//! own. `draft` writes one without asking whether it makes sense; `repair` executes it (`run`), adds
//! conditions where elements are read too early, and declares the shapes that it finds (`fit`);
//! `print` writes it as C; `shrink` proposes smaller ones that are valid too.

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

/// Elements of `in`.
const INPUTS: usize = 512;
/// Elements of `out`.
const OUTPUTS: usize = 1024;

/// The sizes for which a kernel is valid: `n` and `m`.
pub const SIZES_RUN: [[i64; 2]; 6] = [[2, 2], [2, 5], [3, 2], [3, 4], [5, 3], [4, 5]];

/// One kernel of so many names elements by pointers to rows.
const ONE_WITH_POINTERS: u64 = 3;

/// How a kernel spells its sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sizes {
    /// `N` and `M`
    Macros,
    /// The parameters `n` and `m`.
    Variables,
    /// The parameters `n` and `m`, always `N` and `M`, by which arrays are declared.
    Passed,
}

/// A random function.
#[derive(Clone, Debug)]
pub struct Kernel {
    name: String,
    sizes: Sizes,
    arrays: Vec<Array>,
    /// The first is what the function returns.
    scalars: usize,
    /// Iterators are declared once for all loops.
    outer_iterators: bool,
    is_static: bool,
    /// Elements are named by pointers to their rows, where they have rows.
    row_pointers: bool,
    body: Block,
    /// So many accesses were made.
    accesses: usize,
    /// The sizes for which it is valid.
    sizes_run: &'static [[i64; 2]],
    features: Features,
    manner: Manner,
}

/// An access to an element of a temporary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// Which temporary: `t0` is 0.
    pub array: usize,
    /// Its subscripts.
    pub element: Vec<i64>,
    /// It is written.
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

    /// What it contains beyond plain loops.
    pub fn features(&self) -> Features {
        self.features
    }

    /// How many temporaries it has.
    pub fn temporaries(&self) -> usize {
        self.arrays.len()
    }

    /// Whether it spells its sizes as the macros `N` and `M` alone.
    pub fn has_macro_sizes(&self) -> bool {
        self.sizes == Sizes::Macros
    }

    /// Whether it calls, or is called by, what another file defines.
    fn needs_other_file(&self) -> bool {
        let manner = &self.manner;
        let in_bound = |b: &features::bounds::Bound| b.way == features::bounds::Way::OtherFile;
        manner.lanes.is_some()
            || manner.volatile_scalars
            || manner.bound.as_ref().is_some_and(in_bound)
            || tree::calls(&self.body)
    }

    /// Whether a temporary has one subscript in C, although it has more dimensions.
    pub fn is_flat(&self, array: usize) -> bool {
        self.arrays[array].home.is_flat() && self.arrays[array].extents.len() > 1
    }

    /// In how many inner blocks a temporary is declared; 0 if it belongs to the whole function.
    pub fn declarations(&self, array: usize) -> usize {
        tree::declarations(&self.body, array)
    }

    /// All accesses to temporaries in the order in which C makes them; none if it is not defined at
    /// these sizes.
    pub fn touches(&self, sizes: [i64; 2]) -> Option<Vec<Touch>> {
        run::run(self, sizes).ok().map(|run| run.touches)
    }

    /// What the program of [`file()`] prints for it.
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

    /// Valid kernels with one thing less, the simplest first.
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
