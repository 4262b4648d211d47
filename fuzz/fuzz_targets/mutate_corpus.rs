//! Folds corpus files with mutated tokens.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pleat_fuzz::check(&pleat_fuzz::mutate::text(bytes)));
