//! Executes systems for given parameter values. Values are terms, each with a number; equal terms
//! have equal numbers.

use poly::{Map, Set};
use scop::*;
use std::collections::HashMap;

/// Numbers of terms, common to several systems.
#[derive(Default)]
pub(crate) struct Values {
    numbers: HashMap<(String, Vec<u32>), u32>,
}

/// The term of what was never written.
pub(crate) const UNDEFINED: u32 = 0;

impl Values {
    fn number(&mut self, operator: &str, mut operands: Vec<u32>) -> u32 {
        if operands.contains(&UNDEFINED) {
            return UNDEFINED;
        }
        if ["+", "*"].contains(&operator) {
            operands.sort_unstable();
        }
        let next = self.numbers.len() as u32 + 1;
        let key = (operator.to_string(), operands);
        *self.numbers.entry(key).or_insert(next)
    }
}

type Point = Vec<i64>;
type Memory = HashMap<(u32, Point), u32>;

/// The last values of the outputs by key and element; `None` if the system leaves an array.
pub(crate) type Outputs = HashMap<(String, Point), u32>;

/// Outputs for some parameter values.
pub(crate) fn outputs(
    system: &System,
    params: &[(&str, i64)],
    values: &mut Values,
) -> Option<Outputs> {
    let machine = Machine::new(system, params);
    let mut memory = Memory::new();
    let mut order: Vec<(Point, usize, Point)> = Vec::new();
    for (s, domain) in machine.domains.iter().enumerate() {
        for i in domain {
            order.push((machine.times[s][i][0].clone(), s, i.clone()));
        }
    }
    order.sort();
    for (_, s, i) in order {
        let value = machine.value(&system.computations[s], (s, &i), &memory, values)?;
        let (array, element) = machine.target(s, &i)?;
        memory.insert((array, element), value);
    }
    let mut found = Outputs::new();
    for shared in system.interface.iter().filter(|s| s.is_output) {
        for ((array, element), value) in &memory {
            if *array == shared.array.0 {
                found.insert((shared.key.clone(), element.clone()), *value);
            }
        }
    }
    Some(found)
}

/// Whether `before` is undefined or both have the same outputs.
pub(crate) fn agree(before: &System, after: &System, params: &[(&str, i64)]) -> bool {
    let mut values = Values::default();
    let Some(a) = outputs(before, params, &mut values) else {
        return true;
    };
    let Some(b) = outputs(after, params, &mut values) else {
        return false;
    };
    let keys: Vec<_> = a.keys().chain(b.keys()).collect();
    keys.into_iter().all(|key| {
        let mut value = |of: &Outputs| match of.get(key) {
            Some(value) => *value,
            None => values.number(&format!("start {} {:?}", key.0, key.1), vec![]),
        };
        let (x, y) = (value(&a), value(&b));
        x == UNDEFINED || x == y
    })
}

type Table = HashMap<Point, Vec<Point>>;

struct Machine<'s> {
    system: &'s System,
    params: Vec<(String, i64)>,
    domains: Vec<Vec<Point>>,
    times: Vec<Table>,
    accesses: Vec<Table>,
}

impl<'s> Machine<'s> {
    fn new(system: &'s System, params: &[(&str, i64)]) -> Self {
        let mut machine = Machine {
            system,
            params: params.iter().map(|(n, v)| (n.to_string(), *v)).collect(),
            domains: vec![],
            times: vec![],
            accesses: vec![],
        };
        for s in &system.scop.statements {
            machine.domains.push(machine.points(&s.domain));
            let times = s.schedule.intersect_domain(&s.domain).unwrap();
            machine.times.push(machine.table(&times));
        }
        for a in &system.scop.accesses {
            let domain = &system.scop.statement(a.statement).domain;
            let relation = a.relation.intersect_domain(domain).unwrap();
            machine.accesses.push(machine.table(&relation));
        }
        machine
    }

    fn points(&self, set: &Set) -> Vec<Point> {
        let params = self.params.iter().map(|(n, v)| (n.as_str(), *v));
        let set = set.fix_params(params).unwrap();
        set.points(100_000).unwrap().unwrap()
    }

    fn table(&self, map: &Map) -> Table {
        let inputs = map.dims().unwrap().0;
        let mut table = Table::new();
        for point in self.points(&map.wrap().unwrap()) {
            let (from, to) = point.split_at(inputs);
            table.entry(from.to_vec()).or_default().push(to.to_vec());
        }
        table
    }

    fn is_inside(&self, array: ArrayId, element: &[i64]) -> bool {
        let shape = &self.system.scop.array(array).shape;
        let value = |name: &str| self.params.iter().find(|(n, _)| n == name).map(|p| p.1);
        shape.iter().zip(element).all(|(extent, x)| match extent {
            Some(extent) => 0 <= *x && *x < extent.eval(&value).unwrap(),
            None => true,
        })
    }

    fn target(&self, statement: usize, i: &Point) -> Option<(u32, Point)> {
        let mut accesses = self.system.scop.accesses.iter();
        let write =
            accesses.find(|a| a.statement.0 as usize == statement && a.kind == AccessKind::Write);
        let write = write.unwrap();
        let element = self.accesses[write.id.0 as usize][i][0].clone();
        let inside = self.is_inside(write.array, &element);
        inside.then_some((write.array.0, element))
    }

    fn load(
        &self,
        array: ArrayId,
        element: &Point,
        memory: &Memory,
        values: &mut Values,
    ) -> Option<u32> {
        if !self.is_inside(array, element) {
            return None;
        }
        if let Some(value) = memory.get(&(array.0, element.clone())) {
            return Some(*value);
        }
        let shared = self.system.interface.iter().find(|s| s.array == array);
        Some(match shared {
            Some(shared) => values.number(&format!("start {} {element:?}", shared.key), vec![]),
            None => UNDEFINED,
        })
    }

    fn value(
        &self,
        term: &Computation,
        (s, i): (usize, &Point),
        memory: &Memory,
        values: &mut Values,
    ) -> Option<u32> {
        match term {
            Computation::Read(access) => {
                let array = self.system.scop.access(*access).array;
                self.load(
                    array,
                    &self.accesses[access.0 as usize][i][0],
                    memory,
                    values,
                )
            }
            Computation::ReadAll(access) => {
                let array = self.system.scop.access(*access).array;
                let none = Vec::new();
                let elements = self.accesses[access.0 as usize].get(i).unwrap_or(&none);
                let mut all = Vec::new();
                for x in elements {
                    let key = values.number(&format!("at {x:?}"), vec![]);
                    let value = self.load(array, x, memory, values)?;
                    all.extend([key, value]);
                }
                Some(values.number("all", all))
            }
            Computation::Integer(map) => {
                let domain = &self.system.scop.statements[s].domain;
                let map = map.intersect_domain(domain).unwrap();
                let value = &self.table(&map)[i][0];
                Some(values.number(&format!("{value:?}"), vec![]))
            }
            Computation::Apply { operator, operands } => {
                let mut all = Vec::new();
                for operand in operands {
                    all.push(self.value(operand, (s, i), memory, values)?);
                }
                Some(values.number(operator, all))
            }
            Computation::Choose { when, then, other } => {
                let domain = &self.system.scop.statements[s].domain;
                let domain = when.intersect(domain).unwrap().identity().unwrap();
                let chosen = match self.table(&domain).contains_key(i) {
                    true => then,
                    false => other,
                };
                self.value(chosen, (s, i), memory, values)
            }
        }
    }
}
