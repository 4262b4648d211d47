//! Random kernels in C, the same for the same seed: every subscript is in bounds and no element is
//! read before it is written, for all sizes of [`SIZES_RUN`]. Must not know the tools that read
//! them.
//!
//! A *kernel* is a function `unsigned k(const unsigned *in, unsigned *out)` with temporaries of its
//! own. `draft` writes one that may be invalid; `repair` executes it (`run`), adds conditions where
//! elements are read too early, and declares the shapes that are needed (`fit`); `print` writes it
//! as C; `shrink` proposes smaller valid ones; `moves` moves loops.

mod draft;
mod feature_set;
mod features;
mod fit;
mod kernel;
mod manner;
mod moves;
mod pointers;
mod print;
mod repair;
mod run;
mod shrink;
mod style;
mod tree;
mod visit;

pub use feature_set::{Feature, Features};
pub use kernel::{Kernel, SIZES_RUN, Touch};
pub use moves::Agreement;

use crate::rng::Rng;
use manner::Sizes;

/// One in this many kernels accesses elements through pointers to rows.
const ONE_WITH_POINTERS: u64 = 3;

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
