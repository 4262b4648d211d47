//! Prints random kernels as a program: `cargo run -p check --example random -- FIRST COUNT`.

use check::random::{Features, Kernel, file};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|a| a.parse::<u64>());
    let mut number = |default| numbers.next().and_then(Result::ok).unwrap_or(default);
    let (first, count, parallel) = (number(0), number(1), number(0) == 1);
    let kernels = (first..first + count).map(|seed| Kernel::random(seed, Features { parallel }));
    let kernels: Vec<Kernel> = kernels.collect();
    print!(
        "{}",
        file(&kernels.iter().collect::<Vec<_>>(), [4, 5], true)
    );
    for kernel in &kernels {
        println!("// {} {:08x}", kernel.name(), kernel.hash([4, 5]));
    }
}
