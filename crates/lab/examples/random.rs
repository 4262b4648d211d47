//! Prints random kernels as a program; with `other` as a feature, its other file:
//! `cargo run -p lab --example random -- FIRST COUNT FEATURE...`

use lab::random::{Features, Kernel, file, other_file};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers = arguments.iter().map_while(|a| a.parse::<u64>().ok());
    let numbers: Vec<u64> = numbers.collect();
    let first = numbers.first().copied().unwrap_or(0);
    let count = numbers.get(1).copied().unwrap_or(1);
    let named = arguments.iter().filter_map(|a| Features::named(a));
    let features = named.fold(Features::default(), Features::union);
    let kernels = (first..first + count).map(|seed| Kernel::random(seed, features));
    let kernels: Vec<Kernel> = kernels.collect();
    let all: Vec<&Kernel> = kernels.iter().collect();
    if arguments.iter().any(|a| a == "other") {
        return print!("{}", other_file(&all));
    }
    print!("{}", file(&all, [4, 5], true));
    for kernel in &kernels {
        println!("/* {} {:08x} */", kernel.name(), kernel.hash([4, 5]));
    }
}
