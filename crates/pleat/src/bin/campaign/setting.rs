//! How the programs of a batch are folded: everything follows from the seed.

use check::random::{Features, SIZES_RUN};
use lifetime::Mode;
use pleat::Options;
use scop::Order;
use std::num::NonZero;
use storage::{Objective, Strategy};

/// Programs in one file.
pub const BATCH: u64 = 50;

/// Options, sizes and compilers of a batch.
#[derive(Clone, Debug)]
pub struct Setting {
    /// What programs may contain.
    pub features: Features,
    /// How they are folded.
    pub options: Options,
    /// The values of `N` and `M`.
    pub macros: [i64; 2],
    /// The compiler and its flags.
    pub compiler: &'static [&'static str],
    /// Single pairs of elements are compared too, not only their differences.
    pub pairs: bool,
    /// Each strategy proposes a mapping, not only the one that the options name.
    pub every_strategy: bool,
    /// All passes run, up to the folded text and its proof.
    pub whole: bool,
}

/// Compilers with flags, by how often they are used.
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

impl Setting {
    /// Whether programs run with threads: not those that are folded for one.
    pub fn threads(&self) -> bool {
        let is_gcc = self.compiler.first() == Some(&"gcc");
        self.features.parallel && is_gcc && self.options.order != Some(Order::Sequential)
    }

    /// That of the batch which holds a program.
    pub fn of(seed: u64, parallel: bool) -> Self {
        let batch = seed / BATCH;
        let at = |stride: u64, len: usize| (batch / stride % len as u64) as usize;
        let strategies: Vec<Option<Strategy>> =
            [None].into_iter().chain(Strategy::ALL.map(Some)).collect();
        // In turn, and another one whenever the strategies are through.
        let objective = (batch + batch / strategies.len() as u64) as usize;
        let lifetimes = [Mode::Value, Mode::Element];
        let orders: Vec<Option<Order>> = [None].into_iter().chain(Order::ALL.map(Some)).collect();
        let order = match batch.is_multiple_of(2) {
            true => None,
            false => orders[at(2, orders.len())],
        };
        Setting {
            features: Features { parallel },
            options: Options {
                strategy: strategies[at(1, strategies.len())],
                objective: Objective::ALL[objective % Objective::ALL.len()],
                lifetime: lifetimes[at(strategies.len() as u64, 2)],
                order,
                threads: NonZero::new(1),
                ..Options::default()
            },
            macros: SIZES_RUN[at(1, SIZES_RUN.len())],
            compiler: COMPILERS[at(3, COMPILERS.len())],
            pairs: batch % 4 == 1,
            every_strategy: batch % 8 == 3,
            whole: batch.is_multiple_of(4),
        }
    }
}
