//! What is known of integers and pointers at a place: functions of the iterators around it.

mod arithmetic;
mod known;
mod names;
mod number;
mod pointer;

pub(crate) use arithmetic::{indicator, split_by};
pub(crate) use known::{Cell, Known};
pub(crate) use names::{clean, factors_of, is_tile_name, is_value_name, member_name, value_name};
pub(crate) use number::{Number, Products};
pub(crate) use pointer::{Pointer, Root, Row, Site, Step, Table, Target, joined, restricted};
