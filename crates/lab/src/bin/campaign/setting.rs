//! How the programs of a batch are folded. The seed determines everything.

use lab::random::{Feature, Features, SIZES_RUN};
use lifetime::Mode;
use pleat::{LeastSaving, Options};
use scop::Order;
use std::num::NonZero;
use storage::{Objective, Strategy};

/// The number of programs in one file.
pub(crate) const BATCH: u64 = 50;

/// Options, sizes and compilers of a batch.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// The constructs that programs may contain.
    pub features: Features,
    /// The options of the folds.
    pub options: Options,
    /// The values of `N` and `M`.
    pub macros: [i64; 2],
    /// The compiler and its flags.
    pub compiler: &'static [&'static str],
    /// Whether pairs of elements are compared too, in addition to their differences.
    pub pairs: bool,
    /// Whether each strategy proposes a mapping, instead of only the one in the options.
    pub every_strategy: bool,
    /// Whether Pleat gets `-fopenmp`.
    pub is_folded_with_openmp: bool,
    /// Whether all passes run, up to the folded text and its proof.
    pub whole: bool,
}

/// Compilers with flags, the most frequent first.
const COMPILERS: [&[&str]; 4] = [
    &["gcc", "-O1", "-fno-inline"],
    &["gcc", "-O2"],
    &["clang", "-O1"],
    &[
        "gcc",
        "-O1",
        "-fno-inline",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
    ],
];

/// The same for kernels with more features: sanitizers do not end these programs.
const FEATURED: [&[&str]; 4] = [
    &["gcc", "-O1", "-fno-inline"],
    &[
        "gcc",
        "-O1",
        "-fno-inline",
        "-fsanitize=undefined",
        "-fno-sanitize-recover=all",
    ],
    &["gcc", "-O2", "-fno-inline"],
    &["clang", "-O1", "-fno-inline"],
];
/// With a race detector.
const RACES: &[&str] = &["gcc", "-O1", "-fno-inline", "-fsanitize=thread"];

/// The compiler of a batch whose kernels have features.
fn featured_compiler(features: Features, batch: u64) -> &'static [&'static str] {
    if features.has(Feature::Threads) && batch.is_multiple_of(2) {
        return RACES;
    }
    let needs_gcc = [
        Feature::Directives,
        Feature::DefaultNone,
        Feature::DirectiveMacros,
        Feature::OtherThreads,
        Feature::Questions,
        Feature::C90,
    ];
    let usable = if features.has_any(&needs_gcc) { 3 } else { 4 };
    FEATURED[(batch % usable) as usize]
}

impl Setting {
    /// Whether programs run with OpenMP threads; those folded for one thread do not.
    pub(crate) fn threads(&self) -> bool {
        let is_gcc = self.compiler.first() == Some(&"gcc");
        let has_loops = self.features.has(Feature::Parallel) || !self.features.is_plain();
        has_loops && is_gcc && self.options.order != Some(Order::Sequential)
    }

    /// The flags that choose the language.
    pub(crate) fn language(&self) -> &'static [&'static str] {
        match self.features.has(Feature::C90) {
            true => &["-std=c90", "-pedantic-errors"],
            false => &["-std=gnu17"],
        }
    }

    /// The flags of a fold.
    pub(crate) fn fold_flags(&self) -> Vec<String> {
        let language = self.language().iter().map(|f| f.to_string());
        let openmp = self.is_folded_with_openmp.then(|| "-fopenmp".to_string());
        language.chain(openmp).collect()
    }

    /// The setting of the batch that contains a seed.
    pub(crate) fn of(seed: u64, features: Features) -> Self {
        let batch = seed / BATCH;
        let features = features.of_file(batch);
        let at = |stride: u64, len: usize| (batch / stride % len as u64) as usize;
        let strategies: Vec<Option<Strategy>> =
            [None].into_iter().chain(Strategy::ALL.map(Some)).collect();
        // In turn, and shifted by one after each round of strategies.
        let objective = (batch + batch / strategies.len() as u64) as usize;
        let lifetimes = [Mode::Value, Mode::Element];
        let orders: Vec<Option<Order>> = [None].into_iter().chain(Order::ALL.map(Some)).collect();
        let order = match batch.is_multiple_of(2) || !features.is_plain() {
            true => None,
            false => orders[at(2, orders.len())],
        };
        let is_plain = features.is_plain();
        // Most users choose no strategy; constructs do not depend on it.
        let strategy = match (is_plain, batch.is_multiple_of(2)) {
            (true, _) => strategies[at(1, strategies.len())],
            (false, true) => None,
            (false, false) => strategies[at(2, strategies.len())],
        };
        // Rows that are read two iterations later need at least three rows.
        let macros = match is_plain {
            true => at(1, SIZES_RUN.len()),
            false => (at(1, SIZES_RUN.len()) + SIZES_RUN.len() - 2) % SIZES_RUN.len(),
        };
        Setting {
            features,
            options: Options {
                strategy,
                objective: Objective::ALL[objective % Objective::ALL.len()],
                lifetime: lifetimes[at(strategies.len() as u64, 2)],
                order,
                threads: NonZero::new(1),
                least_saving: Some(LeastSaving::ANY),
                ..Options::default()
            },
            macros: SIZES_RUN[macros],
            compiler: match features.is_plain() {
                true => COMPILERS[at(3, COMPILERS.len())],
                false => featured_compiler(features, batch),
            },
            is_folded_with_openmp: !features.is_plain()
                && !features.has(Feature::DirectiveMacros)
                && batch % 4 < 2,
            pairs: batch % 4 == 1,
            every_strategy: batch % 8 == 3,
            whole: batch.is_multiple_of(4),
        }
    }
}
