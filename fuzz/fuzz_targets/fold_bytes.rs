//! Folds the fuzzer's bytes as a C file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pleat_fuzz::check(bytes));
