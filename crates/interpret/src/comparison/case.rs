//! The settings at which two versions are executed: parameters, macros, contents of inputs.

use crate::arithmetic::{Fill, mix};
use crate::comparison::Limits;
use crate::comparison::interface::Interface;
use crate::comparison::settings::{Dimension, settings};
use crate::version::Version;
use integer::IntType;
use program::{Macro, Type, recompute};

/// One setting: the values of everything that is chosen from outside.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// Integer parameters by position.
    pub(super) numbers: Vec<Option<i64>>,
    /// The macros of both programs.
    pub(super) macros: [Vec<Macro>; 2],
    /// Those values by name, for messages.
    pub(super) named: Vec<(String, i64)>,
    /// How inputs are filled before each call.
    pub(super) fills: Vec<Fill>,
    /// All contents of inputs follow from it.
    pub(super) seed: u64,
}

/// The settings of a function in ascending order, with the first contents of inputs.
pub(super) fn cases(
    versions: [Version<'_>; 2],
    interface: &Interface,
    limits: &Limits,
    is_main: bool,
) -> Vec<Case> {
    let numbers = match is_main {
        true => Vec::new(),
        false => integers(versions[0], interface),
    };
    let free = free_macros(versions, interface, limits, is_main);
    let mut dimensions: Vec<Dimension> = numbers.iter().map(|(_, ty)| dimension(*ty)).collect();
    dimensions.extend(free.iter().map(|_| Dimension { values: None }));
    let cases = settings(&dimensions).into_iter().enumerate();
    let cases = cases.filter_map(|(seed, values)| {
        let mut case = Case {
            numbers: vec![None; interface.parameters.len()],
            macros: versions.map(|version| version.program.macros.clone()),
            named: Vec::new(),
            fills: vec![Fill::Small],
            seed: mix(seed as u64),
        };
        for (&(n, _), &value) in numbers.iter().zip(&values) {
            case.numbers[n] = Some(value);
            let name = interface.parameters[n].name.clone();
            case.named.push((name, value));
        }
        for (name, &value) in free.iter().zip(&values[numbers.len()..]) {
            case.define(name, value);
        }
        let mut all = case.macros.iter_mut();
        all.all(|macros| recompute(macros)).then_some(case)
    });
    let mut cases: Vec<Case> = cases.collect();
    if !free.is_empty() {
        cases.push(present(versions, &cases));
    }
    cases
}

fn dimension(ty: IntType) -> Dimension {
    let values = (ty.bits == 1).then(|| vec![0, 1]);
    Dimension { values }
}

/// The present values of all macros, and small parameters.
fn present(versions: [Version<'_>; 2], cases: &[Case]) -> Case {
    let mut case = cases[cases.len() / 2].clone();
    case.macros = versions.map(|version| version.program.macros.clone());
    let macros = &case.macros[0];
    for (name, value) in &mut case.named {
        if let Some(present) = macros.iter().find(|m| m.name == *name) {
            *value = present.value;
        }
    }
    case
}

/// The free macros that matter, and whose values no number of the programs depends on.
fn free_macros(
    versions: [Version<'_>; 2],
    interface: &Interface,
    limits: &Limits,
    is_main: bool,
) -> Vec<String> {
    let used = |name: &&String| is_main || interface.macros.contains(*name);
    let defined = |name: &&String| {
        let mut macros = versions.iter().flat_map(|version| &version.program.macros);
        macros.any(|m| m.name == **name)
    };
    let fixed = |name: &&String| {
        let mut macros = versions.iter().flat_map(|version| &version.program.macros);
        macros.any(|m| m.name == **name && (m.is_fixed || m.body.is_some()))
    };
    let free = limits.free_macros.iter().filter(used).filter(defined);
    let free = free.filter(|name| !fixed(name));
    free.cloned().collect()
}

/// The positions of integer parameters.
fn integers(before: Version<'_>, interface: &Interface) -> Vec<(usize, IntType)> {
    let parameters = interface.parameters.iter().enumerate();
    let integers = parameters.filter_map(|(n, parameter)| {
        let id = parameter.objects[0];
        match before.program.objects[id.0 as usize].ty {
            Type::Integer(ty) => Some((n, ty)),
            _ => None,
        }
    });
    integers.collect()
}

impl Case {
    /// The same setting with different contents of the inputs. A second call finds what the first
    /// one left in private objects.
    pub(super) fn scripts(self, interface: &Interface, is_main: bool) -> Vec<Case> {
        let second: &[Fill] = match interface.is_stateful {
            _ if is_main => return vec![self],
            true => &[Fill::Small, Fill::Wide],
            false => &[Fill::Wide],
        };
        let mut other = self.clone();
        other.fills = second.to_vec();
        vec![self, other]
    }

    fn define(&mut self, name: &str, value: i64) {
        self.named.push((name.to_string(), value));
        for macros in &mut self.macros {
            for m in macros.iter_mut().filter(|m| m.name == name) {
                m.value = value;
            }
        }
    }
}
