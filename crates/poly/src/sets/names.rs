//! Names of the spaces of sets and relations.

use crate::{Map, Result, Set};
use isl_rs::DimType;

impl Set {
    /// The name of the space, if it has one.
    pub fn name(&self) -> Result<Option<String>> {
        match self.raw.has_tuple_name()? {
            true => Ok(Some(self.raw.get_tuple_name()?.to_string())),
            false => Ok(None),
        }
    }
}

impl Map {
    /// The names of the two sides, where they have one.
    pub fn names(&self) -> Result<(Option<String>, Option<String>)> {
        let name = |side| -> Result<Option<String>> {
            match self.raw.has_tuple_name(side)? {
                true => Ok(Some(self.raw.get_tuple_name(side)?.to_string())),
                false => Ok(None),
            }
        };
        Ok((name(DimType::In)?, name(DimType::Out)?))
    }
}
