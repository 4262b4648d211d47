//! What functions do with their objects: calls, uses, heap arrays, row pointers, threads, `#if`.

pub mod bands;
pub mod calls;
pub mod configuration;
pub mod heap;
pub mod linkage;
pub mod mentions;
pub mod promises;
pub mod refusal;
pub mod removal;
pub mod rows;
pub mod temporaries;
pub mod threads;
pub mod uses;
